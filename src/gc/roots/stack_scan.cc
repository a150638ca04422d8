// Conservative scanning: which words of a stack may be references.
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/asan.h"
#include "gc/heap_impl.h"
#include "platform/stack.h"

namespace halfword::gc {
namespace {

// Which words of a stack count. All do, and must. Only a build for measuring has a choice, to learn what each
// form keeps alive that is dead (HALFWORD_STACK_FORMS in CMake; bench/dom/run.py --stack).
enum class Forms : uint8_t {
  kWords,   // whole addresses: unsafe
  kHalves,  // and tagged words and member words in either half: unsafe
  kAll,     // and what is in the middle of decompression or of compression
  kEvery,   // and any half that is an offset into an object: more than compiled code makes
};
#if HALFWORD_STACK_FORMS
Forms ChosenForms() {
  static const Forms forms = [] {
    const char* name = std::getenv("HALFWORD_STACK_FORMS");
    if (name == nullptr || std::strcmp(name, "all") == 0) return Forms::kAll;
    CHECK(std::strcmp(name, "words") == 0 || std::strcmp(name, "halves") == 0 ||
          std::strcmp(name, "every") == 0);
    return *name == 'w' ? Forms::kWords : *name == 'h' ? Forms::kHalves : Forms::kEvery;
  }();
  return forms;
}
#else
// Where the base comes from a reference's own address, the lower half of the mask is known to the compiler.
constexpr Forms ChosenForms() { return HALFWORD_BASE_FROM_ADDRESS ? Forms::kEvery : Forms::kAll; }
#endif

}  // namespace

void Roots::ScanStack() {
  if (stack_end_ != nullptr) {
    ScanStackFrom(stack_end_);
  } else {
    platform::WithSpilledRegisters(
        [](void* data, const uintptr_t* stack_pointer) {
          static_cast<Roots*>(data)->ScanStackFrom(stack_pointer);
        },
        this);
  }
  heap_.ForEachScannedRange([this](const uintptr_t* begin, const uintptr_t* end) {
    ScanConservatively(begin, end, native_words_);
  });
}

void Roots::ScanStackFrom(const uintptr_t* stack_pointer) {
  uintptr_t sp = reinterpret_cast<uintptr_t>(stack_pointer);
  uintptr_t start = heap_.entry().stack_start;
  if (start <= sp) start = platform::NativeStackBounds().start;
  if (!platform::IsOnStackFrom(start, sp)) {
    internal::Fatal(
        "a collection on a stack that the heap does not know: a signal's, or one that no "
        "gc::Stack::Switch has announced",
        __FILE__, __LINE__);
  }
  ScanConservatively(stack_pointer, reinterpret_cast<const uintptr_t*>(RoundDown(start, 8)), native_words_);
}

void Roots::ScanConservatively(const uintptr_t* begin, const uintptr_t* end, Words words) {
  constexpr ptrdiff_t kPiece = 8 * 1024;  // words
  while (begin < end && heap_.cycle().PauseGoesOn()) {
    const uintptr_t* piece = begin;
    begin += std::min(kPiece, end - begin);
    ScanWords(piece, begin, words);
  }
}

void Roots::ScanTagged(const TaggedBits* begin, const TaggedBits* end) {
  constexpr ptrdiff_t kPiece = 8 * 1024;  // words
  while (begin < end && heap_.cycle().PauseGoesOn()) {
    const TaggedBits* piece = begin + std::min(kPiece, end - begin);
    for (; begin < piece; begin++) ConsiderTagged(*begin);
  }
}

__attribute__((no_sanitize("address", "undefined"))) void Roots::ScanWords(const uintptr_t* begin,
                                                                           const uintptr_t* end,
                                                                           Words words) {
  auto consider = [&](uintptr_t word) { words == Words::kAll ? ConsiderWord(word) : ConsiderStamped(word); };
#if HALFWORD_ASAN
  // Locals may live in fake frames outside of the stack, which the stack points to.
  void* fake_stack = __asan_get_current_fake_stack();
  for (const uintptr_t* p = begin; p < end; p++) {
    consider(*p);
    void* frame_begin;
    void* frame_end;
    if (fake_stack != nullptr && __asan_addr_is_in_fake_stack(fake_stack, reinterpret_cast<void*>(*p),
                                                              &frame_begin, &frame_end) != nullptr) {
      for (auto* q = static_cast<uintptr_t*>(frame_begin); q < frame_end; q++) consider(*q);
    }
  }
#else
  for (const uintptr_t* p = begin; p < end; p++) consider(*p);
#endif
}

HALFWORD_INLINE void Roots::NoteSuspect(CageOffset offset) {
  if (HALFWORD_LIKELY(suspects_ == nullptr)) {
    heap_.marker().TraceStackRoot(offset);
  } else {
    HeapImpl::Visit(*suspects_, offset);
  }
}

// A full pointer may point anywhere into an object (tagged ones do). In the compressed build a word may also
// hold references that are on their way from one form to the other.
void Roots::ConsiderWord(uintptr_t word) {
  if (const void* address = reinterpret_cast<const void*>(word & kAddressMask);
      IsInCage(heap_.base(), address)) {
    if (CageOffset offset = heap_.FindObject(OffsetOf(address))) NoteSuspect(offset);
    if ((word & ~kAddressMask) == 0) return;
    // A word with a stamp, or two references of which the upper one ends in the bits of the cage's address.
  }
#if HALFWORD_COMPRESS
  if (ChosenForms() == Forms::kWords) return;
  if (ChosenForms() >= Forms::kAll) ConsiderOffset(word);
  ConsiderHalf(static_cast<uint32_t>(word));
  ConsiderHalf(static_cast<uint32_t>(word >> 32));
#endif
}

// The client's words have its stamp above a tagged word.
void Roots::ConsiderStamped(uintptr_t word) {
  if ((word ^ AnnexFrontOf(heap_.base())->stamp) >> 32 == 0) ConsiderHalf(static_cast<uint32_t>(word));
}

// Either half of a word may be a tagged word, which points to the start of an object and has the tag of its
// type; one that has no tag yet or any more, where there are tagged words; or a member word, which refers to
// an object of a C++ class.
void Roots::ConsiderHalf(uint32_t half) {
  constexpr uint32_t kMemberGranule = kGranule >> kMemberShift;  // member words are multiples of it
  if (half < heap_.blocks().first_collected() / 2) return;
  CageOffset offset = 0;
  ConsiderTagged(half);
  bool has_untagged = heap_.has_client_types() && ChosenForms() >= Forms::kAll;
  if ((half & 7) == 0 && has_untagged && (offset = heap_.FindObjectAt(half))) NoteSuspect(offset);
  if ((half & 7) == 0 && ChosenForms() == Forms::kEvery && (offset = heap_.FindObject(half)))
    NoteSuspect(offset);
  if (half >> 31 && half % kMemberGranule == 0 &&
      (offset = heap_.FindObject(CageOffset{half} << kMemberShift & kOffsetMask)) &&
      TypeIndexOf(heap_.base(), heap_.ObjectAt(offset)) >= kFirstCppType) {
    NoteSuspect(offset);
  }
}

void Roots::ConsiderTagged(TaggedBits bits) {
  if (!IsHeapPointer(bits)) return;
#if !HALFWORD_COMPRESS
  if (!IsInCage(heap_.base(), reinterpret_cast<const void*>(bits))) return;
#endif
  CageOffset offset = heap_.FindObjectAt(OffsetOf(bits));
  if (offset == 0) return;
  uint32_t tag = heap_.TypeAt(offset).tag;
  if (tag == 0 || tag == TagOf(bits)) NoteSuspect(offset);
}

// A member in the middle of decompression takes a whole word: it is an offset above which there is the
// bit that says "heap pointer", or that bit extended. No compiler can do with its lower half, because the
// mask that makes an address of it is known at run time only (tests/codegen/run.py looks for such code).
// What has 32 bits is a tagged word on its way, where there are tagged words: it leads to the start of an
// object, which ConsiderHalf knows, or there is nothing above it. It would be dear to look for more:
// offsets are small numbers, as sizes are, and the lower halves of addresses of other memory are
// everywhere (docs/gc/performance.md).
void Roots::ConsiderOffset(uint64_t word) {
  uint64_t above = word / kCageSpan;
  bool is_extended = above == UINT64_MAX / kCageSpan;  // anywhere in an object: a field's place may be added
  bool is_whole = above == 1 || (above == 0 && heap_.has_client_types());
  if (!is_extended && (!is_whole || word % kGranule != 0)) return;
  if (CageOffset offset = heap_.FindObject(static_cast<CageOffset>(word) & kOffsetMask)) NoteSuspect(offset);
}

}  // namespace halfword::gc
