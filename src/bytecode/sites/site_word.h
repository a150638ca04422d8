// A word of a site. An empty word is zero, and zero is also Smi 0, which a program can have anywhere. So a
// word has no comparison with a Value: only a value that is known to be no Smi can be found in one.
#ifndef HALFWORD_BYTECODE_SITES_SITE_WORD_H_
#define HALFWORD_BYTECODE_SITES_SITE_WORD_H_

#include <type_traits>

#include "objects/functions/function.h"

namespace halfword {

// A Value that is known to be no Smi, and so is not zero.
class NotSmi {
 public:
  // False: `v` is a Smi.
  [[nodiscard]] HW_INLINE static bool From(Value v, NotSmi* out) {
    out->bits_ = v.bits();
    return !v.IsSmi();
  }
  Value::Bits bits() const { return bits_; }

 private:
  Value::Bits bits_;
};

class SiteWord {
 public:
  constexpr SiteWord() = default;
  SiteWord(const SiteWord&) = delete;
  SiteWord& operator=(const SiteWord&) = delete;

  bool empty() const { return bits_ == 0; }
  bool Is(NotSmi value) const { return bits_ == value.bits(); }
  // `header`: the header word of an object, which is never zero.
  bool IsHeader(Value::Bits header) const { return bits_ == header; }
  // `epoch_bits`: Isolate::property_epoch_ as a Smi. No epoch is zero.
  bool IsEpoch(Value::Bits epoch_bits) const { return bits_ == epoch_bits; }

  Value::Bits bits() const { return bits_; }
  // The value in the word. Smi 0: it is empty.
  Value value() const { return Value::FromBits(bits_); }
  // A number of bytes, which the word holds as it is.
  uint32_t offset() const { return static_cast<uint32_t>(bits_); }

  // REQUIRES: the word is one of `vector`.
  void Set(const HeapObject* vector, Value v) {
    Init(v);
    WriteBarrier(vector, v);
  }
  // For what is no reference; and for references where the caller sees to the barrier.
  void Init(Value v) { __atomic_store_n(&bits_, v.bits(), __ATOMIC_RELAXED); }
  void InitOffset(uint32_t bytes) { Init(Value::FromBits(bytes)); }
  void Clear() { Init(Value::Smi(0)); }

 private:
  Value::Bits bits_ = 0;
};
static_assert(sizeof(SiteWord) == sizeof(Value));
template <class A, class B>
concept Comparable = requires(const A& a, const B& b) { a == b; };
static_assert(!Comparable<SiteWord, Value> && !std::is_constructible_v<NotSmi, Value>);

}  // namespace halfword

#endif  // HALFWORD_BYTECODE_SITES_SITE_WORD_H_
