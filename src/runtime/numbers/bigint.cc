// BigInt arithmetic (https://tc39.es/ecma262/#sec-ecmascript-language-types-bigint-type)
// on sign and magnitude.
//
// Values of up to 64 bits are computed in machine words. Longer ones go digit by digit (bigint_digits.h).
// Products, quotients and texts poll the isolate; every other operation is linear and charges for its result.
#include "runtime/numbers/bigint.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "gc/heap.h"
#include "math/functions.h"
#include "objects/memory/external_memory.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/numbers/bigint_digits.h"
#include "runtime/operations/conversions.h"
#include "unicode/characters.h"

namespace halfword {

namespace {

using magnitude::AddMagnitudes;
using magnitude::Buffer;
using magnitude::CompareMagnitudes;
using magnitude::Digits;
using magnitude::Divide;
using magnitude::DivideSmall;
using magnitude::EnsureScratchRoom;
using magnitude::Multiply;
using magnitude::MultiplyAddSmall;
using magnitude::SubtractMagnitudes;
using magnitude::ThrowNoMemory;
using magnitude::Trimmed;
using magnitude::Uint128;

constexpr uint32_t kMaxDigits = BigInt::kMaxBits / 32;

Throwing ThrowTooBig(Isolate& isolate) { return isolate.ThrowRangeError("Maximum BigInt size exceeded"); }
Digits DigitsOf(const BigInt* b) { return b->digits(); }

uint64_t BitLength(Digits d) {
  return d.empty() ? 0 : d.size() * uint64_t{32} - static_cast<uint64_t>(__builtin_clz(d.back()));
}

// REQUIRES: count <= kMaxDigits. Null: over the heap limit (termination is pending).
BigInt* AllocateBigInt(Isolate& isolate, bool negative, size_t count) {
  if (count > kPlacesPerUnit) ChargeFor(isolate, 4 * count);
  size_t cell = gc::CellSize(sizeof(uint32_t) * (1 + count));
  gc::Header header = gc::TypedHeader(static_cast<uint32_t>(HeapType::kBigInt), cell);
  void* memory = cell <= gc::kMaxSmallCell ? gc::Allocate(CageBase(), header, cell)
                                           : isolate.heap().TryAllocateLarge(header, cell);
  if (!memory) {
    (void)ThrowNoMemory(isolate);
    return nullptr;
  }
  BigInt* result = static_cast<BigInt*>(memory);
  result->sign_and_count_ = static_cast<uint32_t>(count << 1) | (negative && count > 0 ? 1 : 0);
  return result;
}

Value FromMagnitude64(Isolate& isolate, bool negative, uint64_t magnitude) {
  size_t count = magnitude == 0 ? 0 : magnitude >> 32 ? 2 : 1;
  BigInt* result = AllocateBigInt(isolate, negative, count);
  if (count > 0) result->digits()[0] = static_cast<uint32_t>(magnitude);
  if (count > 1) result->digits()[1] = static_cast<uint32_t>(magnitude >> 32);
  return result;
}

Value FromMagnitude128(Isolate& isolate, bool negative, Uint128 magnitude) {
  if ((magnitude >> 64) == 0) return FromMagnitude64(isolate, negative, static_cast<uint64_t>(magnitude));
  size_t count = (magnitude >> 96) ? 4 : 3;
  BigInt* result = AllocateBigInt(isolate, negative, count);
  for (size_t i = 0; i < count; i++) result->digits()[i] = static_cast<uint32_t>(magnitude >> (32 * i));
  return result;
}

uint64_t Magnitude64(const BigInt* b) {
  Digits d = b->digits();
  if (d.empty()) return 0;
  return d.size() == 1 ? d[0] : d[0] | uint64_t{d[1]} << 32;
}

// ---- Operators ----

Completion<Value> AddSigned(Isolate& isolate, bool a_negative, Digits a, bool b_negative, Digits b) {
  Buffer out;
  if (a_negative == b_negative) {
    if (!out.Reset(std::max(a.size(), b.size()) + 1)) return ThrowNoMemory(isolate);
    AddMagnitudes(a, b, out.data());
    return NewBigIntFromDigits(isolate, a_negative, out);
  }
  int order = CompareMagnitudes(a, b);
  if (order < 0) {
    std::swap(a, b);
    a_negative = b_negative;
  }
  if (!out.Reset(a.size())) return ThrowNoMemory(isolate);
  SubtractMagnitudes(a, b, out.data());
  return NewBigIntFromDigits(isolate, a_negative, out);
}

Completion<Value> ShiftLeft(Isolate& isolate, BigInt* x, uint64_t bits) {
  Digits d = DigitsOf(x);
  if (d.empty() || bits == 0) return x;
  if (bits > BigInt::kMaxBits || BitLength(d) + bits > BigInt::kMaxBits) return ThrowTooBig(isolate);
  size_t whole = bits / 32;
  int rest = static_cast<int>(bits % 32);
  Buffer out;
  if (!out.Reset(d.size() + whole + 1)) return ThrowNoMemory(isolate);
  uint64_t carry = 0;
  for (size_t i = 0; i < d.size(); i++) {
    carry |= uint64_t{d[i]} << rest;
    out[whole + i] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
  out[whole + d.size()] = static_cast<uint32_t>(carry);
  return NewBigIntFromDigits(isolate, x->is_negative(), out);
}

// Rounds toward minus infinity.
Completion<Value> ShiftRight(Isolate& isolate, BigInt* x, uint64_t bits) {
  Digits d = DigitsOf(x);
  if (d.empty() || bits == 0) return x;
  size_t whole = bits / 32;
  if (whole >= d.size()) return FromMagnitude64(isolate, true, x->is_negative() ? 1 : 0);
  int rest = static_cast<int>(bits % 32);
  Buffer out;
  if (!out.Reset(d.size() - whole + 1)) return ThrowNoMemory(isolate);
  for (size_t i = whole; i < d.size(); i++) {
    uint64_t pair = d[i] | (i + 1 < d.size() ? uint64_t{d[i + 1]} << 32 : 0);
    out[i - whole] = static_cast<uint32_t>(pair >> rest);
  }
  if (x->is_negative()) {
    bool lost = rest != 0 && (d[whole] & ((uint32_t{1} << rest) - 1)) != 0;
    for (size_t i = 0; i < whole && !lost; i++) lost = d[i] != 0;
    if (lost) {
      for (size_t i = 0; ++out[i] == 0;) i++;
    }
  }
  return NewBigIntFromDigits(isolate, x->is_negative(), out);
}

// Reads a value's digits in two's complement, as far as asked.
class TwosComplement {
 public:
  explicit TwosComplement(BigInt* b) : digits_(DigitsOf(b)), negative_(b->is_negative()) {}
  uint32_t Next() {
    uint32_t digit = next_ < digits_.size() ? digits_[next_] : 0;
    next_++;
    if (!negative_) return digit;
    uint64_t sum = uint64_t{static_cast<uint32_t>(~digit)} + carry_;
    carry_ = static_cast<uint32_t>(sum >> 32);
    return static_cast<uint32_t>(sum);
  }

 private:
  Digits digits_;
  bool negative_;
  uint32_t carry_ = 1;
  size_t next_ = 0;
};

// Magnitude of the two's complement number in the buffer, in place.
void NegateInPlace(uint32_t* digits, size_t size) {
  uint64_t carry = 1;
  for (size_t i = 0; i < size; i++) {
    carry += static_cast<uint32_t>(~digits[i]);
    digits[i] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
}

Completion<Value> Bitwise(Isolate& isolate, BinaryOp op, BigInt* x, BigInt* y) {
  size_t size = std::max(x->digit_count(), y->digit_count()) + 1;
  Buffer out;
  if (!out.Reset(size)) return ThrowNoMemory(isolate);
  TwosComplement a(x), b(y);
  for (size_t i = 0; i < size; i++) {
    uint32_t p = a.Next(), q = b.Next();
    out[i] = op == BinaryOp::kBitAnd ? p & q : op == BinaryOp::kBitOr ? p | q : p ^ q;
  }
  bool negative = out[size - 1] >> 31;
  if (negative) NegateInPlace(out.data(), size);
  return NewBigIntFromDigits(isolate, negative, out);
}

// https://tc39.es/ecma262/#sec-numeric-types-bigint-exponentiate
Completion<Value> Exponentiate(Isolate& isolate, BigInt* base, BigInt* exponent) {
  if (exponent->is_negative()) return isolate.ThrowRangeError("Exponent must be non-negative");
  if (exponent->IsZero()) return FromMagnitude64(isolate, false, 1);
  Digits b = DigitsOf(base);
  bool odd = exponent->digits()[0] & 1;
  bool negative = base->is_negative() && odd;
  if (b.empty()) return base;
  if (b.size() == 1 && b[0] == 1) return FromMagnitude64(isolate, negative, 1);
  // The result has at least (bits - 1) * exponent + 1 bits.
  if (exponent->digit_count() > 1) return ThrowTooBig(isolate);
  uint64_t e = exponent->digits()[0];
  if ((BitLength(b) - 1) * e >= BigInt::kMaxBits) return ThrowTooBig(isolate);
  if (b.size() == 1 && (b[0] & (b[0] - 1)) == 0) {
    uint64_t shift = static_cast<uint64_t>(__builtin_ctz(b[0])) * e;
    Completion<Value> power = ShiftLeft(isolate, FromMagnitude64(isolate, false, 1).AsBigInt(), shift);
    if (!negative) return power;
    return BigIntNegate(isolate, TRY(power).AsBigInt());
  }
  Buffer result, square, product;
  if (!result.Assign(b)) return ThrowNoMemory(isolate);
  int top = 63 - __builtin_clzll(e);
  for (int bit = top - 1; bit >= 0; bit--) {
    TRY(Multiply(isolate, result, result, &square));
    if (square.size() > kMaxDigits + 1) return ThrowTooBig(isolate);
    if ((e >> bit) & 1) {
      TRY(Multiply(isolate, square, b, &product));
      if (!result.Assign(product)) return ThrowNoMemory(isolate);
    } else {
      if (!result.Assign(square)) return ThrowNoMemory(isolate);
    }
  }
  return NewBigIntFromDigits(isolate, negative, result);
}

// ---- Text ----

// log2(radix) rounded up, in 1/32 bits.
uint32_t BitsPerDigit32(int radix) { return static_cast<uint32_t>(std::ceil(math::Log2(radix) * 32)); }

// The largest power of radix below 2^32 and its exponent.
void ChunkOf(uint32_t radix, uint32_t* chunk, int* digits) {
  uint64_t value = radix;
  int n = 1;
  while (value * radix < (uint64_t{1} << 32)) {
    value *= radix;
    n++;
  }
  *chunk = static_cast<uint32_t>(value);
  *digits = n;
}

int RadixDigit(char16_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  char16_t lower = c | 0x20;
  return lower >= 'a' && lower <= 'z' ? lower - 'a' + 10 : 99;
}

// Converts digits of any radix by halves. powers[k] = radix^(kLeaf << k). `text` holds digit values.
constexpr size_t kLeaf = 512;

class Reader {
 public:
  Reader(Isolate& isolate, uint32_t radix) : isolate_(isolate), radix_(radix) {
    ChunkOf(radix, &chunk_, &chunk_digits_);
  }

  Completion<void> Read(std::span<const uint8_t> text, Buffer* out) {
    if (text.size() <= kLeaf) {
      if (!out->Reset(text.size() * 5 / 32 + text.size() / 5 + 2)) return ThrowNoMemory(isolate_);
      size_t size = 0;
      for (size_t i = 0; i < text.size();) {
        size_t n = std::min<size_t>(static_cast<size_t>(chunk_digits_), text.size() - i);
        uint32_t part = 0, scale = 1;
        for (size_t k = 0; k < n; k++) {
          part = part * radix_ + text[i + k];
          scale *= radix_;
        }
        size = MultiplyAddSmall(out->data(), size, scale, part);
        i += n;
      }
      out->set_size(size);
      return {};
    }
    // The low part's length is the largest kLeaf << k below the whole.
    size_t k = 0;
    while ((kLeaf << (k + 1)) < text.size()) k++;
    size_t low_length = kLeaf << k;
    TRY(EnsurePower(k));
    Buffer high, low;
    TRY(Read(text.first(text.size() - low_length), &high));
    TRY(Read(text.last(low_length), &low));
    TRY(isolate_.Poll(static_cast<int32_t>(1 + text.size() / 64)));
    Buffer product;
    TRY(Multiply(isolate_, high, *powers_[k], &product));
    if (!out->Reset(std::max(product.size(), low.size()) + 1)) return ThrowNoMemory(isolate_);
    AddMagnitudes(product, low, out->data());
    out->Trim();
    return {};
  }

 private:
  Completion<void> EnsurePower(size_t k) {
    while (powers_.size() <= k) {
      auto next = std::make_unique<Buffer>();
      if (powers_.empty()) {
        if (!next->Reset(kLeaf * 6 / 32 + 2)) return ThrowNoMemory(isolate_);
        (*next)[0] = 1;
        size_t size = 1;
        for (size_t i = 0; i < kLeaf; i++) size = MultiplyAddSmall(next->data(), size, radix_, 0);
        next->set_size(size);
      } else {
        TRY(Multiply(isolate_, *powers_.back(), *powers_.back(), next.get()));
      }
      powers_.push_back(std::move(next));
    }
    return {};
  }

  Isolate& isolate_;
  uint32_t radix_, chunk_;
  int chunk_digits_;
  std::vector<std::unique_ptr<Buffer>> powers_;
};

// Parses digits of `radix`; Undefined if one is not a digit or there are none.
template <class C>
Completion<Value> ParseDigits(Isolate& isolate, bool negative, std::span<const C> chars, int radix) {
  if (chars.empty()) return Value::Undefined();
  // FAST: what fits a machine word.
  if (chars.size() <= 12) {
    uint64_t value = 0;
    for (C c : chars) {
      int digit = RadixDigit(c);
      if (digit >= radix) return Value::Undefined();
      value = value * static_cast<uint64_t>(radix) + static_cast<uint64_t>(digit);
    }
    return FromMagnitude64(isolate, negative, value);
  }
  size_t i = 0;
  while (i < chars.size() && chars[i] == '0') i++;
  chars = chars.subspan(i);
  LoopPoll poll(isolate);
  for (size_t k = 0; k < chars.size(); k++) {
    TRY(poll.At(k));
    if (RadixDigit(chars[k]) >= radix) return Value::Undefined();
  }
  double least_bits = (static_cast<double>(chars.size()) - 1) * math::Log2(radix);
  if (least_bits > BigInt::kMaxBits) return ThrowTooBig(isolate);
  TRY(EnsureScratchRoom(isolate, chars.size()));
  std::vector<uint8_t> values(chars.size());
  for (size_t k = 0; k < chars.size(); k++) {
    TRY(poll.At(chars.size() + k));
    values[k] = static_cast<uint8_t>(RadixDigit(chars[k]));
  }
  Buffer out;
  if ((radix & (radix - 1)) == 0) {
    int bits = __builtin_ctz(static_cast<unsigned>(radix));
    if (!out.Reset(values.size() * static_cast<size_t>(bits) / 32 + 1)) return ThrowNoMemory(isolate);
    uint64_t pending = 0;
    int have = 0;
    size_t n = 0;
    for (size_t k = values.size(); k-- > 0;) {
      TRY(poll.At(3 * chars.size() - k));
      pending |= uint64_t{values[k]} << have;
      have += bits;
      if (have >= 32) {
        out[n++] = static_cast<uint32_t>(pending);
        pending >>= 32;
        have -= 32;
      }
    }
    if (have > 0) out[n] = static_cast<uint32_t>(pending);
  } else {
    Reader reader(isolate, static_cast<uint32_t>(radix));
    TRY(reader.Read(values, &out));
  }
  return NewBigIntFromDigits(isolate, negative, out);
}

template <class C>
Completion<Value> ParseStringInteger(Isolate& isolate, std::span<const C> chars) {
  const size_t length = chars.size();
  LoopPoll poll(isolate);
  for (; !chars.empty() && unicode::IsWhiteSpaceOrLineTerminator(chars.front()); chars = chars.subspan(1))
    TRY(poll.At(length - chars.size()));
  for (; !chars.empty() && unicode::IsWhiteSpaceOrLineTerminator(chars.back());
       chars = chars.first(chars.size() - 1))
    TRY(poll.At(length - chars.size()));
  if (chars.empty()) return FromMagnitude64(isolate, false, 0);
  if (chars.size() >= 2 && chars[0] == '0') {
    char16_t kind = chars[1] | 0x20;
    int radix = kind == 'x' ? 16 : kind == 'o' ? 8 : kind == 'b' ? 2 : 0;
    if (radix) return ParseDigits(isolate, false, chars.subspan(2), radix);
  }
  bool negative = false;
  if (chars[0] == '+' || chars[0] == '-') {
    negative = chars[0] == '-';
    chars = chars.subspan(1);
  }
  return ParseDigits(isolate, negative, chars, 10);
}

// Digits of a magnitude by halves: divide by the power of the radix that is nearest to its square root.
class Writer {
 public:
  Writer(Isolate& isolate, uint32_t radix) : isolate_(isolate), radix_(radix) {
    ChunkOf(radix, &chunk_, &chunk_digits_);
  }

  // Appends at least `pad` digits.
  Completion<void> Write(Digits value, size_t pad, std::string* out) {
    if (value.size() <= 64) {
      TRY(isolate_.Poll(static_cast<int32_t>(1 + value.size() * value.size() / 8)));
      Buffer rest;
      if (!rest.Assign(value)) return ThrowNoMemory(isolate_);
      std::string text;  // reversed
      while (rest.size() > 0) {
        uint32_t part = DivideSmall(rest.data(), rest.size(), chunk_);
        rest.Trim();
        for (int i = 0; i < chunk_digits_ && (part > 0 || rest.size() > 0); i++) {
          text += "0123456789abcdefghijklmnopqrstuvwxyz"[part % radix_];
          part /= radix_;
        }
      }
      if (text.size() < pad) out->append(pad - text.size(), '0');
      out->append(text.rbegin(), text.rend());
      return {};
    }
    size_t k = 0;
    TRY(EnsurePower(k));
    while (powers_[k]->size() * 2 <= value.size()) TRY(EnsurePower(++k));
    // powers_[k] is at most about as long as the value; take the one at about half.
    if (CompareMagnitudes(*powers_[k], value) > 0) k--;
    size_t low_digits = lengths_[k];
    Buffer high, low;
    TRY(Divide(isolate_, value, *powers_[k], &high, &low));
    TRY(Write(high, pad > low_digits ? pad - low_digits : 0, out));
    return Write(low, low_digits, out);
  }

 private:
  Completion<void> EnsurePower(size_t k) {
    while (powers_.size() <= k) {
      auto next = std::make_unique<Buffer>();
      if (powers_.empty()) {
        // About 32 digits: the leaf's 64 are at least as long as this.
        if (!next->Reset(40)) return ThrowNoMemory(isolate_);
        (*next)[0] = 1;
        size_t size = 1, length = 0;
        while (size < 32) {
          size = MultiplyAddSmall(next->data(), size, chunk_, 0);
          length += static_cast<size_t>(chunk_digits_);
        }
        next->set_size(size);
        lengths_.push_back(length);
      } else {
        TRY(Multiply(isolate_, *powers_.back(), *powers_.back(), next.get()));
        lengths_.push_back(lengths_.back() * 2);
      }
      powers_.push_back(std::move(next));
    }
    return {};
  }

  Isolate& isolate_;
  uint32_t radix_, chunk_;
  int chunk_digits_;
  std::vector<std::unique_ptr<Buffer>> powers_;
  std::vector<size_t> lengths_;  // digits of the radix that powers_[i] stands for
};

}  // namespace

Completion<Value> NewBigIntFromDigits(Isolate& isolate, bool negative, std::span<const uint32_t> digits) {
  digits = Trimmed(digits);
  if (digits.size() > kMaxDigits) return ThrowTooBig(isolate);
  BigInt* result = AllocateBigInt(isolate, negative, digits.size());
  if (!result) return kThrow;
  if (!digits.empty()) memcpy(result->digits(), digits.data(), digits.size_bytes());
  return result;
}

bool BigIntFitsInt64(BigInt* b, int64_t* value) {
  if (b->digit_count() > 2) return false;
  uint64_t magnitude = Magnitude64(b);
  if (magnitude > (uint64_t{1} << 63) - (b->is_negative() ? 0 : 1)) return false;
  *value = static_cast<int64_t>(b->is_negative() ? 0 - magnitude : magnitude);
  return true;
}

Completion<Value> BigIntBinaryOperation(Isolate& isolate, BinaryOp op, BigInt* x, BigInt* y) {
  bool small = x->digit_count() <= 2 && y->digit_count() <= 2;
  TRY(EnsureScratchRoom(isolate, 2 * (size_t{x->digit_count()} + y->digit_count())));
  switch (op) {
    case BinaryOp::kAdd:
    case BinaryOp::kSub: {
      bool y_negative = y->is_negative() != (op == BinaryOp::kSub);
      if (small) {
        __int128 a = Magnitude64(x), b = Magnitude64(y);
        __int128 sum = (x->is_negative() ? -a : a) + (y_negative ? -b : b);
        return FromMagnitude128(isolate, sum < 0, static_cast<Uint128>(sum < 0 ? -sum : sum));
      }
      return AddSigned(isolate, x->is_negative(), DigitsOf(x), y_negative, DigitsOf(y));
    }
    case BinaryOp::kMul: {
      bool negative = x->is_negative() != y->is_negative();
      if (small)
        return FromMagnitude128(isolate, negative, static_cast<Uint128>(Magnitude64(x)) * Magnitude64(y));
      if (BitLength(DigitsOf(x)) + BitLength(DigitsOf(y)) > BigInt::kMaxBits + 1) {
        if (x->IsZero() || y->IsZero()) return FromMagnitude64(isolate, false, 0);
        return ThrowTooBig(isolate);
      }
      Buffer product;
      TRY(Multiply(isolate, DigitsOf(x), DigitsOf(y), &product));
      return NewBigIntFromDigits(isolate, negative, product);
    }
    case BinaryOp::kDiv: {
      if (y->IsZero()) return isolate.ThrowRangeError("Division by zero");
      bool negative = x->is_negative() != y->is_negative();
      if (small) return FromMagnitude64(isolate, negative, Magnitude64(x) / Magnitude64(y));
      Buffer quotient;
      TRY(Divide(isolate, DigitsOf(x), DigitsOf(y), &quotient, nullptr));
      return NewBigIntFromDigits(isolate, negative, quotient);
    }
    case BinaryOp::kMod: {
      if (y->IsZero()) return isolate.ThrowRangeError("Division by zero");
      if (small) return FromMagnitude64(isolate, x->is_negative(), Magnitude64(x) % Magnitude64(y));
      Buffer remainder;
      TRY(Divide(isolate, DigitsOf(x), DigitsOf(y), nullptr, &remainder));
      return NewBigIntFromDigits(isolate, x->is_negative(), remainder);
    }
    case BinaryOp::kExp: {
      uint64_t digits = y->digit_count() > 1 ? kMaxDigits : uint64_t{x->digit_count()} * Magnitude64(y);
      TRY(EnsureScratchRoom(isolate, std::min<uint64_t>(digits, kMaxDigits)));
      return Exponentiate(isolate, x, y);
    }
    case BinaryOp::kBitAnd:
    case BinaryOp::kBitOr:
    case BinaryOp::kBitXor: {
      if (small && !x->is_negative() && !y->is_negative()) {
        uint64_t a = Magnitude64(x), b = Magnitude64(y);
        return FromMagnitude64(isolate, false,
                               op == BinaryOp::kBitAnd  ? a & b
                               : op == BinaryOp::kBitOr ? a | b
                                                        : a ^ b);
      }
      return Bitwise(isolate, op, x, y);
    }
    case BinaryOp::kShl:
    case BinaryOp::kSar: {
      bool left = (op == BinaryOp::kShl) != y->is_negative();
      uint64_t bits = y->digit_count() > 2 ? ~uint64_t{0} : Magnitude64(y);
      return left ? ShiftLeft(isolate, x, bits) : ShiftRight(isolate, x, bits);
    }
    case BinaryOp::kShr:
      return isolate.ThrowTypeError("BigInts have no unsigned right shift, use >> instead");
  }
  UNREACHABLE();
}

Value BigIntNegate(Isolate& isolate, BigInt* x) {
  if (x->IsZero()) return x;
  Completion<Value> result = NewBigIntFromDigits(isolate, !x->is_negative(), DigitsOf(x));
  return result.raw();  // the exception immediate if the heap limit was met
}

// https://tc39.es/ecma262/#sec-numeric-types-bigint-bitwiseNOT: -x - 1
Completion<Value> BigIntNot(Isolate& isolate, BigInt* x) {
  static constexpr uint32_t kOne[] = {1};
  return AddSigned(isolate, !x->is_negative(), DigitsOf(x), true, kOne);
}

Completion<Value> BigIntIncrement(Isolate& isolate, BigInt* x, int delta) {
  int64_t value;
  if (BigIntFitsInt64(x, &value) && value < INT64_MAX && value > INT64_MIN)
    return BigIntFromInt64(isolate, value + delta);
  static constexpr uint32_t kOne[] = {1};
  return AddSigned(isolate, x->is_negative(), DigitsOf(x), delta < 0, kOne);
}

int BigIntCompare(Isolate& isolate, BigInt* x, BigInt* y) {
  isolate.Charge(std::min(x->digit_count(), y->digit_count()) / kPlacesPerUnit);
  if (x->is_negative() != y->is_negative()) return x->is_negative() ? -1 : 1;
  int order = CompareMagnitudes(DigitsOf(x), DigitsOf(y));
  return x->is_negative() ? -order : order;
}

bool BigIntEquals(Isolate& isolate, BigInt* x, BigInt* y) {
  isolate.Charge(std::min(x->digit_count(), y->digit_count()) / kPlacesPerUnit);
  return x->sign_and_count_ == y->sign_and_count_ &&
         memcmp(x->digits(), y->digits(), x->digit_count() * sizeof(uint32_t)) == 0;
}

int BigIntCompareToNumber(BigInt* x, double number) {
  if (std::isnan(number)) return 2;
  if (std::isinf(number)) return number > 0 ? -1 : 1;
  if (x->IsZero()) return number > 0 ? -1 : number < 0 ? 1 : 0;
  if (x->is_negative() != (number < 0) || number == 0) return x->is_negative() ? -1 : 1;
  // Same sign, both not zero: compare magnitudes by their exponents, then exactly.
  int sign = x->is_negative() ? -1 : 1;
  double magnitude = std::fabs(number);
  Digits d = DigitsOf(x);
  int exponent;
  double fraction = std::frexp(magnitude, &exponent);  // in [0.5, 1)
  int64_t bits = static_cast<int64_t>(BitLength(d));
  if (bits != exponent) return bits < exponent ? -sign : sign;
  // Same bit length: the number's 53 bits, left-aligned to 64, against the top 64 bits of the magnitude.
  uint64_t mantissa = static_cast<uint64_t>(std::ldexp(fraction, 64));
  uint64_t top = 0;
  bool sticky = false;
  for (int64_t i = 0; i < 64; i++) {
    int64_t bit = bits - 1 - i;
    top = top << 1 | (bit >= 0 ? (d[static_cast<size_t>(bit / 32)] >> (bit % 32)) & 1 : 0);
  }
  for (int64_t i = 0; i * 32 < bits - 64 && !sticky; i++) {
    int64_t valid = bits - 64 - i * 32;
    uint32_t mask = valid >= 32 ? ~0u : (1u << valid) - 1;
    sticky = (d[static_cast<size_t>(i)] & mask) != 0;
  }
  if (top != mantissa) return top < mantissa ? -sign : sign;
  return sticky ? sign : 0;
}

// https://tc39.es/ecma262/#sec-numbertobigint
Completion<Value> NumberToBigInt(Isolate& isolate, double number) {
  if (!std::isfinite(number) || std::trunc(number) != number) {
    return isolate.ThrowRangeError(
        "The number %s cannot be converted to a BigInt because it is not an integer",
        DoubleToString(isolate, number)->ToUtf8(isolate).c_str());
  }
  double magnitude = std::fabs(number);
  if (magnitude < 0x1p64) return FromMagnitude64(isolate, number < 0, static_cast<uint64_t>(magnitude));
  int exponent;
  uint64_t mantissa = static_cast<uint64_t>(std::ldexp(std::frexp(magnitude, &exponent), 64));
  size_t shift = static_cast<size_t>(exponent - 64);
  uint32_t digits[1024 / 32 + 3] = {};
  Uint128 shifted = static_cast<Uint128>(mantissa) << (shift % 32);
  for (size_t i = 0; i < 3; i++) digits[shift / 32 + i] = static_cast<uint32_t>(shifted >> (32 * i));
  return NewBigIntFromDigits(isolate, number < 0, digits);
}

// https://tc39.es/ecma262/#sec-stringtobigint
Completion<Value> StringToBigInt(Isolate& isolate, String* string) {
  FlatChars chars = string->Flatten(isolate);
  return chars.Visit([&isolate](auto s) { return ParseStringInteger(isolate, s); });
}

Value BigIntFromInt64(Isolate& isolate, int64_t value) {
  return FromMagnitude64(isolate, value < 0,
                         value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value));
}
Value BigIntFromUint64(Isolate& isolate, uint64_t value) { return FromMagnitude64(isolate, false, value); }

uint64_t BigIntToUint64(BigInt* x) {
  uint64_t magnitude = Magnitude64(x);
  return x->is_negative() ? 0 - magnitude : magnitude;
}

// Number(bigint): to nearest, ties to even.
double BigIntToNumber(BigInt* x) {
  Digits d = DigitsOf(x);
  uint64_t bits = BitLength(d);
  double sign = x->is_negative() ? -1 : 1;
  if (bits <= 64) return sign * static_cast<double>(Magnitude64(x));
  if (bits > 1024) return sign * std::numeric_limits<double>::infinity();
  uint64_t drop = bits - 64;
  uint64_t top = 0;
  for (size_t i = 0; i < 3; i++) {
    size_t index = drop / 32 + i;
    if (index >= d.size()) break;
    int64_t position = static_cast<int64_t>(i * 32) - static_cast<int64_t>(drop % 32);
    if (position >= 64) break;
    top |= position < 0 ? uint64_t{d[index]} >> -position : uint64_t{d[index]} << position;
  }
  bool sticky = (d[drop / 32] & ((uint64_t{1} << (drop % 32)) - 1)) != 0;
  for (size_t i = 0; i < drop / 32 && !sticky; i++) sticky = d[i] != 0;
  return sign * std::ldexp(static_cast<double>(top | (sticky ? 1 : 0)), static_cast<int>(drop));
}

// https://tc39.es/ecma262/#sec-numeric-types-bigint-tostring
Completion<String*> BigIntToString(Isolate& isolate, BigInt* x, int radix) {
  Digits d = DigitsOf(x);
  if (d.empty()) return isolate.name(Name::zero);
  std::string text;
  if (d.size() <= 2) {
    char buffer[65];
    char* p = buffer + sizeof(buffer);
    uint64_t value = Magnitude64(x);
    do {
      *--p = "0123456789abcdefghijklmnopqrstuvwxyz"[value % static_cast<uint64_t>(radix)];
      value /= static_cast<uint64_t>(radix);
    } while (value);
    if (x->is_negative()) *--p = '-';
    return NewStringFromAscii(isolate, std::string_view(p, static_cast<size_t>(buffer + sizeof(buffer) - p)));
  }
  // The text, and digits of powers as long as x.
  TRY(EnsureScratchRoom(isolate, 4 * d.size()));
  if (x->is_negative()) text += '-';
  if ((radix & (radix - 1)) == 0) {
    int bits = __builtin_ctz(static_cast<unsigned>(radix));
    uint64_t total = (BitLength(d) + static_cast<uint64_t>(bits) - 1) / static_cast<uint64_t>(bits);
    text.reserve(total + 1);
    LoopPoll poll(isolate);
    for (uint64_t i = total; i-- > 0;) {
      TRY(poll.At(text.size()));
      uint64_t bit = i * static_cast<uint64_t>(bits);
      size_t index = bit / 32;
      uint64_t pair = d[index] | (index + 1 < d.size() ? uint64_t{d[index + 1]} << 32 : 0);
      text += "0123456789abcdefghijklmnopqrstuvwxyz"[(pair >> (bit % 32)) & static_cast<uint64_t>(radix - 1)];
    }
  } else {
    text.reserve(d.size() * 32 * 32 / (BitsPerDigit32(radix) - 1) + 2);
    Writer writer(isolate, static_cast<uint32_t>(radix));
    TRY(writer.Write(d, 0, &text));
  }
  return NewStringFromAscii(isolate, text);
}

namespace {

// The low `bits` bits of x modulo 2^bits, as a magnitude.
[[nodiscard]] bool LowBits(BigInt* x, uint64_t bits, Buffer* out) {
  size_t size = (bits + 31) / 32;
  if (!out->Reset(size)) return false;
  TwosComplement digits(x);
  for (size_t i = 0; i < size; i++) (*out)[i] = digits.Next();
  if (bits % 32) (*out)[size - 1] &= (uint32_t{1} << (bits % 32)) - 1;
  return true;
}

}  // namespace

// https://tc39.es/ecma262/#sec-bigint.asintn
Completion<Value> BigIntAsIntN(Isolate& isolate, uint64_t bits, BigInt* x) {
  if (bits == 0) return FromMagnitude64(isolate, false, 0);
  if (x->IsZero() || BitLength(DigitsOf(x)) < bits) return x;
  if (bits == 64) return BigIntFromInt64(isolate, static_cast<int64_t>(BigIntToUint64(x)));
  Buffer out;  // bits <= the length of x, so this is bounded
  if (!LowBits(x, bits, &out)) return ThrowNoMemory(isolate);
  bool negative = (out[(bits - 1) / 32] >> ((bits - 1) % 32)) & 1;
  if (negative) {
    NegateInPlace(out.data(), out.size());
    if (bits % 32) out[out.size() - 1] &= (uint32_t{1} << (bits % 32)) - 1;
  }
  return NewBigIntFromDigits(isolate, negative, out);
}

// https://tc39.es/ecma262/#sec-bigint.asuintn
Completion<Value> BigIntAsUintN(Isolate& isolate, uint64_t bits, BigInt* x) {
  if (bits == 0) return FromMagnitude64(isolate, false, 0);
  if (x->IsZero() || (!x->is_negative() && BitLength(DigitsOf(x)) <= bits)) return x;
  if (bits == 64) return BigIntFromUint64(isolate, BigIntToUint64(x));
  if (bits > BigInt::kMaxBits) return ThrowTooBig(isolate);
  Buffer out;
  if (!LowBits(x, bits, &out)) return ThrowNoMemory(isolate);
  return NewBigIntFromDigits(isolate, false, out);
}

// https://tc39.es/ecma262/#sec-tobigint
Completion<Value> ToBigInt(Isolate& isolate, Value value) {
  Value primitive = TRY(ToPrimitive(isolate, value, PreferredType::kNumber));
  if (primitive.IsBigInt()) return primitive;
  if (primitive.IsBoolean()) return FromMagnitude64(isolate, false, primitive.IsTrue() ? 1 : 0);
  if (primitive.IsString()) {
    Value result = TRY(StringToBigInt(isolate, primitive.AsString()));
    if (!result.IsUndefined()) return result;
    return isolate.ThrowSyntaxError("Cannot convert %s to a BigInt",
                                    ShortText(isolate, primitive.AsString(), 100).c_str());
  }
  return isolate.ThrowTypeError("Cannot convert %s to a BigInt",
                                DescribeForError(isolate, primitive).c_str());
}

}  // namespace halfword
