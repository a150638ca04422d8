// The words of a live heap, for the bit tables and the layouts of the documents. Prints "name value" lines;
// values of addresses and words are hexadecimal.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "halfword/gc/allocation.h"
#include "halfword/gc/garbage_collected.h"
#include "halfword/gc/heap.h"
#include "halfword/gc/member.h"
#include "halfword/gc/persistent.h"
#include "halfword/gc/visitor.h"

namespace gc = halfword::gc;

struct Node : gc::GarbageCollected<Node> {
  void Trace(gc::Visitor* visitor) const { visitor->Trace(next); }
  gc::Member<Node> next;
};

namespace {

template <typename T>
uint64_t WordOf(const T& reference) {
  halfword::MemberBits bits;
  static_assert(sizeof(bits) == sizeof(reference));
  std::memcpy(&bits, &reference, sizeof(bits));
  return bits;
}

void Print(const char* name, uint64_t value) { std::printf("%s %" PRIx64 "\n", name, value); }

uint64_t Widened([[maybe_unused]] uint64_t word) {
#if HALFWORD_COMPRESS
  return halfword::WidenMember(static_cast<halfword::MemberBits>(word));
#else
  return word;
#endif
}

}  // namespace

int main() {
  std::string error;
  auto heap = gc::Heap::Create(gc::HeapOptions(), &error);
  if (heap == nullptr) return std::fprintf(stderr, "%s\n", error.c_str()), 1;
  heap->Enter([&] {
    gc::Persistent<Node> node = gc::MakeGarbageCollected<Node>(*heap);
    node->next = node.Get();
    uint64_t word = WordOf(node->next);
    Print("reference.bytes", sizeof(gc::Member<Node>));
    Print("weak_reference.bytes", sizeof(gc::WeakMember<Node>));
    Print("shift", HALFWORD_COMPRESS ? halfword::kMemberShift : 0);
    Print("span", halfword::kCageSpan);
    Print("cage", heap->cage_base());
    Print("address", reinterpret_cast<uintptr_t>(node.Get()));
    Print("pointer.word", word);
    Print("pointer.intermediate", Widened(word));
    Print("pointer.decoded", reinterpret_cast<uintptr_t>(node->next.Get()));
    node->next = nullptr;
    Print("null.word", WordOf(node->next));
    Print("null.intermediate", Widened(WordOf(node->next)));
    Print("null.decoded", reinterpret_cast<uintptr_t>(node->next.Get()));
    gc::UntracedMember<Node> sentinel = gc::kSentinelPointer;
    Print("sentinel.word", WordOf(sentinel));
    Print("sentinel.intermediate", Widened(WordOf(sentinel)));
    Print("sentinel.decoded", reinterpret_cast<uintptr_t>(sentinel.Get()));
#if HALFWORD_COMPRESS
    Print("mask", halfword::ReferenceMask());
#endif
    Print("tagged.bytes", halfword::kTaggedSize);
    Print("smi.max", static_cast<uint64_t>(halfword::kSmiMax));
    Print("smi.word", halfword::EncodeSmi(-1) & 0xffffffff);
    Print("object.word", halfword::Compress(node.Get(), halfword::kObjectTag));
  });
  return 0;
}
