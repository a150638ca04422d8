// A small heap that machine code of graphs runs on, with functions in place of the stubs, and what Values in
// it are to nodes, in plain C++.
#ifndef HALFWORD_TESTS_UNIT_JIT_FAKE_HEAP_H_
#define HALFWORD_TESTS_UNIT_JIT_FAKE_HEAP_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bytecode/opcodes.h"
#include "jit/graph/graph.h"
#include "jit/passes/allocation.h"
#include "jit/passes/emission.h"
#include "jit/passes/heap_layout.h"
#include "jit/passes/value_bits.h"
#include "platform/arena.h"

namespace halfword::jit {

// ECMA-262's, by the remainder of a division.
int32_t ToInt32(double);

// There is one, as the stubs have to find it. All of it is made anew by Reset().
class FakeHeap {
 public:
  using Bits = uint64_t;  // of a Value
  using WordBits = std::conditional_t<HALFWORD_COMPRESS, uint32_t, uint64_t>;

  static FakeHeap& Get();
  void Reset();
  const HeapLayout& layout() const { return layout_; }
  uintptr_t base() const { return base_; }

  // ---- What machine code finds by kBase ----
  static constexpr uint32_t kFrontOffset = 4096, kObjects = 64 << 10, kBytes = 1 << 20;
  struct Front {
    uint32_t bump_top, bump_limit, barrier_limit;
    int32_t budget, epoch;
    uint32_t exit_number, references;
    int32_t input, second_input;  // for LoadIsolateWord
    uint32_t stack_limit, no_indexed_prototypes;
    WordBits html_dda;  // `document_all`, or undefined
    const void* native_state;
    double transient;
    uint64_t parking[HeapLayout::kParkingPlaces];
    uint64_t arguments[2];
    uint64_t views[2 * kTypedViews];
    uint64_t general[32];
    double doubles[32];
    WordBits single_characters[256];
    WordBits names[static_cast<int>(Name::kCount)];
  };
  Front& front() { return *reinterpret_cast<Front*>(base_ + kFrontOffset); }
  static constexpr int32_t At(size_t offset) { return static_cast<int32_t>(kFrontOffset + offset); }

  // ---- The frame, by words from fp on ----
  static constexpr int32_t kWordsBefore = 8;
  WordBits& Word(int32_t word) { return frame_[word + kWordsBefore]; }
  WordBits* fp() { return frame_ + kWordsBefore; }

  // ---- Values ----
  static Bits Smi(int32_t n) {
    return HALFWORD_COMPRESS ? static_cast<uint32_t>(n) * 2 : static_cast<Bits>(int64_t{n} * 2);
  }
  Bits NewNumber(double);
  // Strings are equal whose contents are. The empty one has contents 0.
  Bits NewString(uint32_t contents, bool is_interned);
  // Of characters, of one byte or two each; a part of one; a rope, which is flat without a right part.
  Bits NewCharacters(const std::u16string&, bool is_one_byte);
  Bits NewSlice(Bits parent, uint32_t offset, uint32_t length);
  Bits NewRope(uint32_t length, Bits left, Bits right, bool is_wide);
  Bits NewShape(uint8_t element_access);
  Bits NewObject(Bits shape, uint32_t words);
  Bits NewSymbol() { return NewOther(kSymbol, 0); }
  Bits NewBigInt(uint32_t n) { return NewOther(kBigInt, n); }
  // Something that no program sees, of so many bytes.
  Bits NewInternal(uint32_t bytes) { return Allocate(bytes, value_bits::kOtherTag); }
  Bits function_shape = 0;  // an object of it is a function
  Bits document_all = 0;    // undefined: there is none
  void SetDocumentAll(Bits);

  // ---- Buffers of typed arrays, outside the heap ----
  struct Buffer {
    uint64_t unused;
    uint8_t* data;
    uint64_t unused_too, limit;
  };
  struct StubEntry {
    uint32_t key, name, epoch, where;
  };
  struct NativeState {
    uint64_t unused[3];
    const Buffer *first, *end;
    Buffer buffers[8];  // the first one has neither data nor bytes
    uint32_t stub_mask;
    StubEntry stubs[16];
  };
  NativeState& native() { return native_; }
  static constexpr int kHandleShift = 5;
  // What it says of its place need not be true.
  Bits NewTypedArray(uint32_t handle, uint64_t offset, uint64_t length);

  // Its place, at a displacement from which the tag is subtracted.
  template <class T>
  T& In(Bits value, int32_t displacement) {
    return *reinterpret_cast<T*>((HALFWORD_COMPRESS ? base_ : 0) + value +
                                 static_cast<intptr_t>(displacement));
  }
  WordBits& WordIn(Bits value, int32_t displacement) { return In<WordBits>(value, displacement); }
  Bits ShapeOf(Bits object) { return WordIn(object, layout_.header_of_object); }

  static bool IsSmi(Bits v) { return (v & 1) == 0; }
  static bool HasTag(Bits v, int32_t tag) { return (v & value_bits::kTagMask) == static_cast<Bits>(tag); }
  static bool IsBox(Bits v) { return HasTag(v, value_bits::kNumberTag); }
  static bool IsObject(Bits v) { return HasTag(v, value_bits::kObjectTag); }
  static bool IsString(Bits v) { return HasTag(v, value_bits::kStringTag); }
  bool IsNumber(Bits v) const { return IsSmi(v) || IsBox(v); }
  double NumberOf(Bits);  // REQUIRES: it is one
  bool IsInterned(Bits string) {
    return (In<uint32_t>(string, layout_.header_of_string) & layout_.interned) != 0;
  }
  bool ToBoolean(Bits);
  bool AreStrictlyEqual(Bits, Bits);
  // 0 or 1; 2: one of them is to be converted, or a BigInt compared. The number of a string is its contents.
  int AreLooselyEqual(Bits, Bits);
  bool IsNullish(Bits v) const { return v == value_bits::kUndefined || v == value_bits::kNull; }
  bool IsType(Bits, TypeOfKind);
  Bits TypeOf(Bits);  // as typeof
  TypeSet TypesOf(Bits);
  bool IsOnHeap(Bits reference) const { return reference - (HALFWORD_COMPRESS ? 0 : base_) < kBytes - 16; }
  // Some of each kind: those next to limits, NaNs, objects of several shapes.
  std::vector<Bits> Values();
  static std::vector<double> Numbers();

  // ---- Stubs ----
  int calls(Stub stub) const { return calls_[static_cast<int>(stub)]; }
  int all_calls() const;
  void ForgetCalls() { std::memset(calls_, 0, sizeof calls_); }
  Bits last_owner = 0, last_value = 0;  // of the last write barrier
  int32_t character_at_stub = 0;        // what Stub::kCharacterAt gives
  Bits value_at_stub = 0;               // what Stub::kLoadNamed, kSingleCharacter and kConcat give
  int32_t length_at_append = 0;         // what Stub::kAppend gives
  uint32_t last_index = 0;              // of Stub::kStoreElement
  bool stores_at_stub = true;           // what that gives
  int32_t fuel_at_poll = 0;             // 0: the guest is to end
  void OnStub(Stub);

 private:
  FakeHeap();
  static constexpr uint32_t kSymbol = 0x610, kBigInt = 0x620;
  Bits Allocate(uint32_t bytes, int32_t tag);
  Bits NewOther(uint32_t type, uint32_t contents);

  uintptr_t base_ = 0;
  HeapLayout layout_{};
  uint32_t next_ = 0;
  NativeState native_{};
  WordBits frame_[kWordsBefore + 1024];
  int calls_[kStubCount] = {};
};

// The machine code of a graph, on the fake heap.
class CompiledGraph {
 public:
  // REQUIRES: it outlives this.
  explicit CompiledGraph(const Graph&);
  // Of text, without its first line.
  explicit CompiledGraph(const std::string& blocks);
  ~CompiledGraph();
  CompiledGraph(const CompiledGraph&) = delete;

  // Empty: it can run.
  const std::string& error() const { return error_; }
  // Nothing can, on this system.
  bool is_impossible() const { return is_impossible_; }

  // Runs it: the node at which it exits. Null: at none.
  const Node* Run();
  // The bits of a value in the state of that node: a Value, 32 bits, or a double.
  uint64_t ValueOf(const Node&) const;
  uint64_t ValueOf(uint32_t id) const { return ValueOf(*NodeOf(id)); }
  const Node* NodeOf(uint32_t id) const;
  size_t size() const { return size_; }
  const Allocation& allocation() const { return *allocation_; }

 private:
  void Compile();

  platform::Arena arena_;
  std::unique_ptr<Graph> own_;
  const Graph* graph_ = nullptr;
  std::unique_ptr<Allocation> allocation_;
  std::vector<const Node*> exits_;
  const uint8_t* code_ = nullptr;
  size_t size_ = 0;
  const Node* last_exit_ = nullptr;
  std::string error_;
  bool is_impossible_ = false;
};

}  // namespace halfword::jit

#endif  // HALFWORD_TESTS_UNIT_JIT_FAKE_HEAP_H_
