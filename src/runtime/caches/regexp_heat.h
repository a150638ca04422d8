// How hot an isolate's regular expressions are, and their machine code. A table outside of the heap: pages of
// an image are not written for counting. It grows with the regular expressions that have been executed.
#ifndef HALFWORD_RUNTIME_CACHES_REGEXP_HEAT_H_
#define HALFWORD_RUNTIME_CACHES_REGEXP_HEAT_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/macros.h"

namespace halfword {

class RegExpProgram;
namespace regexp {
struct MachineCode;
}

class RegExpHeat {
 public:
  // Compiling costs about as much as so many short matches gain by it.
  static constexpr uint32_t kHot = 100;
  static constexpr uint32_t kUnitsAsMatch = 32;          // of a subject count as a match
  static constexpr uint32_t kNever = uint32_t{1} << 31;  // it could not be compiled

  struct Entry {
    RegExpProgram* program = nullptr;         // weak; null: the entry is free
    const regexp::MachineCode* code[2] = {};  // for one-byte and two-byte subjects
    uint32_t heat = 0;
  };

  bool empty() const { return used_ == 0; }
  // The program's machine code for subjects of a width (0: one byte). Null: there is none, or it lies where
  // Of() would find it.
  HW_INLINE const regexp::MachineCode* CodeOf(const RegExpProgram* program, uint32_t width) const {
    if (HW_UNLIKELY(entries_.empty())) return nullptr;
    const Entry& entry = entries_[IndexOf(program)];
    return HW_LIKELY(entry.program == program) ? entry.code[width] : nullptr;
  }
  // The program's entry, which is made if need be. Valid until the next call.
  HW_INLINE Entry& Of(RegExpProgram* program) {
    if (HW_LIKELY(!entries_.empty())) {
      Entry& entry = entries_[IndexOf(program)];
      if (HW_LIKELY(entry.program == program)) return entry;
    }
    return Find(program);
  }
  template <class F>
  void ForEach(F&& body) const {
    for (const Entry& entry : entries_) {
      if (entry.program != nullptr) body(entry);
    }
  }
  // Drops the entries for which `keep` is false.
  template <class F>
  void KeepIf(F&& keep) {
    std::vector<Entry> all = std::move(entries_);
    std::erase_if(all, [&](const Entry& entry) { return entry.program == nullptr || !keep(entry); });
    used_ = 0;
    Resize(all);
  }

 private:
  static constexpr size_t kLeast = 16;

  // Linear probing from here.
  size_t IndexOf(const RegExpProgram* program) const {
    return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(program) >> 3) * 0x9E3779B1u >> shift_;
  }
  HW_NOINLINE Entry& Find(RegExpProgram* program) {
    if (entries_.empty() || used_ * 2 >= entries_.size()) {
      std::vector<Entry> all = std::move(entries_);
      std::erase_if(all, [](const Entry& entry) { return entry.program == nullptr; });
      Resize(all);
    }
    Entry& entry = Place(program);
    if (entry.program == nullptr) {
      entry.program = program;
      used_++;
    }
    return entry;
  }
  Entry& Place(RegExpProgram* program) {
    for (size_t at = IndexOf(program);; at = (at + 1) & (entries_.size() - 1)) {
      if (entries_[at].program == program || entries_[at].program == nullptr) return entries_[at];
    }
  }
  void Resize(const std::vector<Entry>& all) {
    size_t size = kLeast;
    while (size < all.size() * 3) size *= 2;
    shift_ = static_cast<uint32_t>(__builtin_clz(static_cast<uint32_t>(size))) + 1;
    entries_.assign(size, Entry());
    for (const Entry& entry : all) Place(entry.program) = entry;
    used_ = all.size();
  }

  std::vector<Entry> entries_;  // a power of two
  size_t used_ = 0;
  uint32_t shift_ = 0;
};

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_CACHES_REGEXP_HEAT_H_
