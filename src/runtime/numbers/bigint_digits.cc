#include "runtime/numbers/bigint_digits.h"

#include <tommath.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "objects/memory/external_memory.h"

namespace halfword::magnitude {

namespace {

// Products of long operands use libtommath (Karatsuba, Toom-3), the longest ones in parts.
constexpr size_t kMultiplyBySchool = 48;     // digits of the shorter operand; above: libtommath
constexpr size_t kMultiplyAtOnce = 1 << 12;  // digits of the longer operand that are a millisecond's work
constexpr size_t kPollDigits = 1 << 16;      // digit operations between polls
constexpr size_t kDivideBySchool = 80;       // digits of divisor or quotient; above: by recursion

}  // namespace

Completion<void> EnsureScratchRoom(Isolate& isolate, size_t digits) {
  constexpr size_t kSmall = 1 << 12;  // digits
  constexpr size_t kCopies = 4;       // of all digits, that the deepest recursion has
  return digits < kSmall ? Completion<void>()
                         : EnsureExternalRoom(isolate, digits * kCopies * sizeof(uint32_t));
}

namespace {

// A libtommath integer over 32-bit digits. Its own import functions are quadratic, so the words
// are filled in here.
class Tom {
 public:
  Tom() { ok_ = mp_init(&value_) == MP_OKAY; }
  ~Tom() {
    if (ok_) mp_clear(&value_);
  }
  Tom(const Tom&) = delete;
  Tom& operator=(const Tom&) = delete;
  bool ok() const { return ok_; }
  mp_int* get() { return &value_; }
  [[nodiscard]] bool Set(Digits d) {
    size_t words = (d.size() * 32 + MP_DIGIT_BIT - 1) / MP_DIGIT_BIT;
    if (!ok_ || mp_grow(&value_, static_cast<int>(words + 1)) != MP_OKAY) return false;
    Uint128 pending = 0;
    int bits = 0;
    int used = 0;
    for (uint32_t digit : d) {
      pending |= static_cast<Uint128>(digit) << bits;
      bits += 32;
      while (bits >= MP_DIGIT_BIT) {
        value_.dp[used++] = static_cast<mp_digit>(pending) & MP_MASK;
        pending >>= MP_DIGIT_BIT;
        bits -= MP_DIGIT_BIT;
      }
    }
    if (bits > 0) value_.dp[used++] = static_cast<mp_digit>(pending) & MP_MASK;
    while (used > 0 && value_.dp[used - 1] == 0) used--;
    value_.used = used;
    value_.sign = MP_ZPOS;
    return true;
  }
  // `out` has room for all digits; the rest is left as it is (zero).
  void Get(uint32_t* out, size_t size) const {
    Uint128 pending = 0;
    int bits = 0;
    size_t n = 0;
    for (int i = 0; i < value_.used; i++) {
      pending |= static_cast<Uint128>(value_.dp[i]) << bits;
      bits += MP_DIGIT_BIT;
      while (bits >= 32 && n < size) {
        out[n++] = static_cast<uint32_t>(pending);
        pending >>= 32;
        bits -= 32;
      }
    }
    if (n < size) out[n] = static_cast<uint32_t>(pending);
  }

 private:
  mp_int value_;
  bool ok_;
};

// Pairs of digits as 64-bit limbs, wherever the digits lie.
HW_INLINE uint64_t LoadLimb(const uint32_t* digits) {
  uint64_t limb;
  memcpy(&limb, digits, sizeof(limb));
  return limb;
}
HW_INLINE void StoreLimb(uint32_t* digits, uint64_t limb) { memcpy(digits, &limb, sizeof(limb)); }
static_assert(std::endian::native == std::endian::little);

// out, zero at first, has a.size() + b.size() digits.
void MultiplyBySchool(Digits a, Digits b, uint32_t* out) {
  size_t a_even = a.size() & ~size_t{1};
  size_t j = 0;
  for (; j + 2 <= b.size(); j += 2) {
    uint64_t multiplier = LoadLimb(&b[j]), carry = 0;
    size_t i = 0;
    for (; i < a_even; i += 2) {
      Uint128 sum = static_cast<Uint128>(LoadLimb(&a[i])) * multiplier + LoadLimb(out + i + j) + carry;
      StoreLimb(out + i + j, static_cast<uint64_t>(sum));
      carry = static_cast<uint64_t>(sum >> 64);
    }
    if (i < a.size()) {
      Uint128 sum = static_cast<Uint128>(a[i]) * multiplier + out[i + j] + carry;
      out[i + j] = static_cast<uint32_t>(sum);
      StoreLimb(out + i + j + 1, static_cast<uint64_t>(sum >> 32));
    } else {
      StoreLimb(out + i + j, carry);
    }
  }
  if (j < b.size()) {
    uint64_t multiplier = b[j], carry = 0;
    for (size_t i = 0; i < a.size(); i++) {
      carry += a[i] * multiplier + out[i + j];
      out[i + j] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    out[j + a.size()] = static_cast<uint32_t>(carry);
  }
}

// to += digits. REQUIRES: the sum fits what follows at `to`.
void AddInto(uint32_t* to, Digits digits) {
  uint64_t carry = 0;
  for (size_t i = 0; i < digits.size() || carry != 0; i++) {
    carry += uint64_t{to[i]} + (i < digits.size() ? digits[i] : 0);
    to[i] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
}

// Products of any length. Each function's `out`, zero at first, has a.size() + b.size() digits.
// REQUIRES: a is not shorter than b.
class Multiplier {
 public:
  explicit Multiplier(Isolate& isolate) : isolate_(isolate) {}

  Completion<void> Multiply(Digits a, Digits b, uint32_t* out) {
    if (a.size() <= kMultiplyAtOnce) return AtOnce(a, b, out);
    return a.size() >= 2 * b.size() ? InPieces(a, b, out) : Karatsuba(a, b, out);
  }

 private:
  Completion<void> AtOnce(Digits a, Digits b, uint32_t* out) {
    if (b.size() <= kMultiplyBySchool) {
      MultiplyBySchool(a, b, out);
      return isolate_.Poll(static_cast<int32_t>(1 + a.size() * b.size() / 1024));
    }
    Tom x, y, product;
    if (!x.Set(a) || !y.Set(b) || !product.ok() || mp_mul(x.get(), y.get(), product.get()) != MP_OKAY)
      return ThrowNoMemory(isolate_);
    product.Get(out, a.size() + b.size());
    return isolate_.Poll(static_cast<int32_t>(1 + b.size() / 2));
  }

  // The longer operand in pieces of the other's length, or of what goes at once.
  Completion<void> InPieces(Digits a, Digits b, uint32_t* out) {
    const size_t piece = std::max(b.size(), kMultiplyAtOnce);
    Buffer product;
    for (size_t from = 0; from < a.size(); from += piece) {
      Digits part = a.subspan(from, std::min(piece, a.size() - from));
      if (!product.Reset(part.size() + b.size())) return ThrowNoMemory(isolate_);
      TRY(part.size() < b.size() ? Multiply(b, part, product.data()) : Multiply(part, b, product.data()));
      AddInto(out + from, Trimmed(product));
    }
    return {};
  }

  // With h digits in each low half: a b = z2 B^2h + (s - z2 - z0) B^h + z0, s the product
  // of the halves' sums.
  Completion<void> Karatsuba(Digits a, Digits b, uint32_t* out) {
    const size_t h = (a.size() + 1) / 2;  // not more than b has
    Digits a0 = a.first(h), a1 = a.subspan(h), b0 = b.first(h), b1 = b.subspan(h);
    Buffer a_sum, b_sum, s;
    if (!a_sum.Reset(h + 1) || !b_sum.Reset(h + 1) || !s.Reset(2 * h + 2)) return ThrowNoMemory(isolate_);
    TRY(Multiply(a0, b0, out));
    TRY(Multiply(a1, b1, out + 2 * h));
    AddMagnitudes(a0, a1, a_sum.data());
    AddMagnitudes(b0, b1, b_sum.data());
    TRY(Multiply(a_sum, b_sum, s.data()));
    SubtractMagnitudes(s, {out, 2 * h}, s.data());
    SubtractMagnitudes(s, {out + 2 * h, a1.size() + b1.size()}, s.data());
    AddInto(out + h, Trimmed(s));
    return {};
  }

  Isolate& isolate_;
};

}  // namespace

Completion<void> Multiply(Isolate& isolate, Digits a, Digits b, Buffer* out) {
  if (a.size() < b.size()) std::swap(a, b);
  if (!out->Reset(a.size() + b.size())) return ThrowNoMemory(isolate);
  TRY(Multiplier(isolate).Multiply(a, b, out->data()));
  out->Trim();
  return {};
}

namespace {

// to = from shifted left by less than a digit. The digit that is shifted out.
uint32_t ShiftInto(Digits from, int shift, uint32_t* to) {
  uint64_t carry = 0;
  for (size_t i = 0; i < from.size(); i++) {
    carry |= uint64_t{from[i]} << shift;
    to[i] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
  return static_cast<uint32_t>(carry);
}

// to += digits, or to -= digits, both `size` digits long or shorter. What is carried or borrowed beyond.
uint32_t AddWithin(uint32_t* to, size_t size, Digits digits) {
  uint64_t carry = 0;
  for (size_t i = 0; i < size && (i < digits.size() || carry != 0); i++) {
    carry += uint64_t{to[i]} + (i < digits.size() ? digits[i] : 0);
    to[i] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
  return static_cast<uint32_t>(carry);
}
uint32_t SubtractWithin(uint32_t* to, size_t size, Digits digits) {
  uint64_t borrow = 0;
  for (size_t i = 0; i < size && (i < digits.size() || borrow != 0); i++) {
    uint64_t d = uint64_t{to[i]} - (i < digits.size() ? digits[i] : 0) - borrow;
    to[i] = static_cast<uint32_t>(d);
    borrow = d >> 63;
  }
  return static_cast<uint32_t>(borrow);
}
// REQUIRES: they are not zero.
void Decrement(uint32_t* digits) {
  while ((*digits)-- == 0) digits++;
}

// Knuth's algorithm D, for `count` digits of the quotient, which may be null. `u` has as many digits besides
// those of v, and gets the remainder. REQUIRES: the top bit of v is set; the top digits of u are less than v.
Completion<void> DivideBySchool(Isolate& isolate, uint32_t* u, size_t count, Digits v, uint32_t* quotient) {
  const size_t n = v.size();
  const uint32_t* vd = v.data();
  uint64_t top = vd[n - 1], second = vd[n - 2];
  size_t work = 0;
  for (size_t j = count; j-- > 0;) {
    if ((work += n) > kPollDigits) {
      TRY(isolate.Poll(static_cast<int32_t>(work / 64)));
      work = 0;
    }
    uint32_t* ud = u + j;
    uint64_t numerator = uint64_t{ud[n]} << 32 | ud[n - 1];
    uint64_t guess = numerator / top, rest = numerator % top;
    while (guess >> 32 || guess * second > (rest << 32 | ud[n - 2])) {
      guess--;
      rest += top;
      if (rest >> 32) break;
    }
    // u -= guess * v, two digits at a time: the product's carry and the difference's borrow travel as one.
    uint64_t carry = 0;
    size_t i = 0;
    for (; i + 2 <= n; i += 2) {
      Uint128 product = static_cast<Uint128>(LoadLimb(vd + i)) * guess + carry;
      uint64_t limb = LoadLimb(ud + i), low = static_cast<uint64_t>(product);
      StoreLimb(ud + i, limb - low);
      carry = static_cast<uint64_t>(product >> 64) + (limb < low);
    }
    if (i < n) {
      Uint128 product = static_cast<Uint128>(vd[i]) * guess + carry;
      uint32_t digit = ud[i], low = static_cast<uint32_t>(product);
      ud[i] = digit - low;
      carry = static_cast<uint64_t>(product >> 32) + (digit < low);
    }
    int64_t d = int64_t{ud[n]} - static_cast<int64_t>(carry);
    ud[n] = static_cast<uint32_t>(d);
    if (d < 0) {  // the guess was one too large: add back
      guess--;
      uint64_t sum = 0;
      for (size_t i = 0; i < n; i++) {
        sum += uint64_t{ud[i]} + vd[i];
        ud[i] = static_cast<uint32_t>(sum);
        sum >>= 32;
      }
      ud[n] += static_cast<uint32_t>(sum);
    }
    if (quotient != nullptr) quotient[j] = static_cast<uint32_t>(guess);
  }
  isolate.Charge(static_cast<uint32_t>(work / 64));
  return {};
}

// Division in the time of some products (Burnikel and Ziegler, Fast Recursive Division, 1998).
class LongDivision {
 public:
  explicit LongDivision(Isolate& isolate) : isolate_(isolate) {}

  // As magnitude::Divide. REQUIRES: divisor and quotient are long.
  Completion<void> Divide(Digits dividend, Digits divisor, Buffer* quotient, Buffer* remainder) {
    const size_t n = divisor.size(), m = dividend.size() - n;
    // Where the quotient is the shorter one, the top of both is enough to know it but for two.
    constexpr size_t kMore = 2;
    if (n - n / 8 > m + kMore) return DivideTop(dividend, divisor, n - m - kMore, quotient, remainder);
    return DivideWhole(dividend, divisor, quotient, remainder);
  }

 private:
  Completion<void> DivideTop(Digits dividend, Digits divisor, size_t below, Buffer* quotient,
                             Buffer* remainder) {
    Buffer own, rest, product;
    if (quotient == nullptr) quotient = &own;
    TRY(magnitude::Divide(isolate_, dividend.subspan(below), divisor.subspan(below), quotient, &rest));
    TRY(Multiply(isolate_, *quotient, Trimmed(divisor.first(below)), &product));
    // What is left of the dividend, less the product with the rest of the divisor.
    Buffer left;
    if (!left.Reset(std::max(divisor.size(), product.size()) + 1)) return ThrowNoMemory(isolate_);
    std::copy_n(dividend.begin(), below, left.data());
    std::copy_n(rest.data(), rest.size(), left.data() + below);
    uint32_t borrow = SubtractWithin(left.data(), left.size(), product);
    while (borrow != 0) {
      Decrement(quotient->data());
      borrow -= AddWithin(left.data(), left.size(), divisor);
    }
    quotient->Trim();
    left.Trim();
    if (remainder != nullptr && !remainder->Assign(left)) return ThrowNoMemory(isolate_);
    return {};
  }

  Completion<void> DivideWhole(Digits dividend, Digits divisor, Buffer* quotient, Buffer* remainder) {
    // The divisor, shifted to a length that can be halved until it is short.
    size_t parts = 1;
    while (divisor.size() > parts * kDivideBySchool) parts *= 2;
    const size_t n = (divisor.size() + parts - 1) / parts * parts;
    const size_t added = n - divisor.size();
    const int shift = __builtin_clz(divisor.back());
    const size_t blocks = (dividend.size() + added) / n + 1;
    Buffer u, v, q;
    if (!u.Reset((blocks + 1) * n) || !v.Reset(n) || !q.Reset(blocks * n)) return ThrowNoMemory(isolate_);
    ShiftInto(divisor, shift, v.data() + added);
    u[added + dividend.size()] = ShiftInto(dividend, shift, u.data() + added);
    for (size_t i = blocks; i-- > 0;) TRY(TwoByOne(u.data() + i * n, v, q.data() + i * n));
    q.Trim();
    if (quotient != nullptr && !quotient->Assign(q)) return ThrowNoMemory(isolate_);
    if (remainder != nullptr) {
      if (!remainder->Reset(divisor.size())) return ThrowNoMemory(isolate_);
      for (size_t i = 0; i < divisor.size(); i++) {
        uint64_t pair = u[added + i] | (i + 1 < divisor.size() ? uint64_t{u[added + i + 1]} << 32 : 0);
        (*remainder)[i] = static_cast<uint32_t>(pair >> shift);
      }
      remainder->Trim();
    }
    return {};
  }

  // Divides the twice as many digits at `a` in place; the remainder comes into its low half, and zeros above.
  // REQUIRES: the high half is less than b, whose top bit is set.
  Completion<void> TwoByOne(uint32_t* a, Digits b, uint32_t* q) {
    const size_t n = b.size(), half = n / 2;
    if (n % 2 != 0 || n <= kDivideBySchool) return DivideBySchool(isolate_, a, n, b, q);
    TRY(ThreeByTwo(a + half, b, q + half));
    return ThreeByTwo(a, b, q);
  }
  // The same with three halves of as many digits as b has, and half as long a quotient.
  Completion<void> ThreeByTwo(uint32_t* a, Digits b, uint32_t* q) {
    const size_t half = b.size() / 2;
    Digits low = b.first(half), high = b.subspan(half);
    if (CompareMagnitudes({a + 2 * half, half}, high) < 0) {
      TRY(TwoByOne(a + half, high, q));
    } else {  // they are equal
      std::fill_n(q, half, UINT32_MAX);
      std::fill_n(a + 2 * half, half, 0);
      AddWithin(a + half, 2 * half, high);
    }
    Buffer product;
    TRY(Multiply(isolate_, Trimmed({q, half}), Trimmed(low), &product));
    uint32_t borrow = SubtractWithin(a, 3 * half, product);
    while (borrow != 0) {
      Decrement(q);
      borrow -= AddWithin(a, 3 * half, b);
    }
    return {};
  }

  Isolate& isolate_;
};

}  // namespace

Completion<void> Divide(Isolate& isolate, Digits dividend, Digits divisor, Buffer* quotient,
                        Buffer* remainder) {
  if (CompareMagnitudes(dividend, divisor) < 0) {
    if (remainder && !remainder->Assign(dividend)) return ThrowNoMemory(isolate);
    if (quotient && !quotient->Reset(0)) return ThrowNoMemory(isolate);
    return {};
  }
  size_t n = divisor.size();
  if (n == 1) {
    Buffer own;
    Buffer* q = quotient ? quotient : &own;
    if (!q->Assign(dividend)) return ThrowNoMemory(isolate);
    uint32_t rest = DivideSmall(q->data(), q->size(), divisor[0]);
    q->Trim();
    if (remainder) {
      if (!remainder->Reset(rest ? 1 : 0)) return ThrowNoMemory(isolate);
      if (rest) (*remainder)[0] = rest;
    }
    return {};
  }
  size_t m = dividend.size() - n;
  if (std::min(n, m) >= kDivideBySchool)
    return LongDivision(isolate).Divide(dividend, divisor, quotient, remainder);
  int shift = __builtin_clz(divisor.back());
  Buffer u, v;  // normalised: the top bit of v is set
  if (!u.Reset(dividend.size() + 1) || !v.Reset(n)) return ThrowNoMemory(isolate);
  if (quotient && !quotient->Reset(m + 1)) return ThrowNoMemory(isolate);
  ShiftInto(divisor, shift, v.data());
  u[dividend.size()] = ShiftInto(dividend, shift, u.data());
  TRY(DivideBySchool(isolate, u.data(), m + 1, v, quotient ? quotient->data() : nullptr));
  if (quotient) quotient->Trim();
  if (remainder) {
    if (!remainder->Reset(n)) return ThrowNoMemory(isolate);
    for (size_t i = 0; i < n; i++) {
      uint64_t pair = u[i] | uint64_t{u[i + 1]} << 32;
      (*remainder)[i] = static_cast<uint32_t>(pair >> shift);
    }
    remainder->Trim();
  }
  return {};
}

}  // namespace halfword::magnitude
