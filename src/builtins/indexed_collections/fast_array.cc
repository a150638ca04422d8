#include "builtins/indexed_collections/fast_array.h"

#include <algorithm>
#include <cstring>

#include "runtime/control_abstraction/iteration_records.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

constexpr size_t kElementsInPiece = kBytesInPiece / sizeof(double);

// The kinds of elements and the shapes of a realm's arrays are in the same order.
RealmShape ShapeForKind(ElementsKind kind) {
  constexpr int kFirst =
      static_cast<int>(RealmShape::kArrayPackedSmi) - static_cast<int>(ElementsKind::kPackedSmi);
  static_assert(static_cast<int>(RealmShape::kArrayHoley) - static_cast<int>(ElementsKind::kHoley) == kFirst);
  return static_cast<RealmShape>(kFirst + static_cast<int>(kind));
}

// Calls body(words, begin, end) for the words of [0, count), a piece after the other. `words` are those of
// the values (Value*) or of the doubles (uint64_t*). Between two pieces the collector may look at the
// array, so it is told of each piece before.
template <class F>
Completion<void> ForWords(Isolate& isolate, JSArray* array, size_t count, F&& body) {
  if (array->elements().IsSmi()) return {};  // there are none
  isolate.Charge(static_cast<uint32_t>(CostOf(count)));
  auto piece = [&](size_t begin, size_t end) {
    if (IsDoubleKind(array->elements_kind())) {
      body(reinterpret_cast<uint64_t*>(array->double_elements()->values()), begin, end);
    } else {
      ValueElements* elements = array->value_elements();
      body(reinterpret_cast<Value*>(elements->slots()), begin, end);
      RangeWriteBarrier(elements);
    }
  };
  if (HW_UNLIKELY(count > kElementsInPiece)) return InPieces(isolate, count, kElementsInPiece, piece);
  piece(0, count);
  return {};
}

// The elements begin at `words`. No helper of the collector reads doubles.
void Move(Value* words, Value* to, const Value* from, size_t count) { MoveWords(words, to, from, count); }
void Move(uint64_t*, uint64_t* to, const uint64_t* from, size_t count) {
  std::memmove(to, from, count * sizeof *to);
}
void Fill(Value* words, size_t from, size_t to, Value value) {
  FillWords(words, words + from, words + to, value);
}
void Fill(uint64_t* words, size_t from, size_t to, uint64_t value) {
  std::fill(words + from, words + to, value);
}
void Store(Value* word, Value value) { StoreWord(word, value); }
void Store(uint64_t* word, uint64_t value) { *word = value; }

}  // namespace

Completion<void> FillElements(Isolate& isolate, JSArray* array, uint32_t from, uint32_t to, Value value) {
  if (from >= to) return {};
  // The first store brings the elements to a kind that holds the value; the others repeat its word.
  array->DefineOwn(isolate, PropertyKey::FromIndex(from), value, kDataDefault);
  if (isolate.IsTerminating()) return kThrow;
  return ForWords(isolate, array, to - from, [&](auto* words, size_t begin, size_t end) {
    Fill(words, from + begin, from + end, words[from]);
  });
}

Completion<void> MoveElements(Isolate& isolate, JSArray* array, uint32_t to, uint32_t from, uint32_t count) {
  return ForWords(isolate, array, count, [&](auto* words, size_t begin, size_t end) {
    // Upwards the last piece goes first, for its place is not among those still to be read.
    size_t first = to <= from ? begin : count - end;
    Move(words, words + to + first, words + from + first, end - begin);
  });
}

Completion<void> ReverseElements(Isolate& isolate, JSArray* array) {
  uint32_t length = array->length();
  return ForWords(isolate, array, length / 2, [&](auto* words, size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++) {
      auto word = words[i];
      Store(words + i, words[length - 1 - i]);
      Store(words + length - 1 - i, word);
    }
  });
}

Completion<JSArray*> CopyElements(Isolate& isolate, JSArray* array, uint32_t from, uint32_t to) {
  if (from >= to) return NewArray(isolate, 0);
  uint32_t count = to - from;
  ElementsKind kind = array->elements_kind();
  auto* copy = NewObjectAs<JSArray>(isolate, CurrentRealm(isolate)->shape(ShapeForKind(kind)));
  Value elements;
  if (IsDoubleKind(kind)) {
    DoubleElements* doubles = NewDoubleElements(isolate, count);
    elements = doubles ? Value(doubles) : Value::Smi(0);
  } else {
    ValueElements* values = NewValueElements(isolate, count);
    elements = values ? Value(values) : Value::Smi(0);
  }
  if (elements.IsSmi()) return isolate.Terminate(Termination::kOutOfMemory);
  copy->extension_.Set(copy, elements);
  copy->length_.Init(Value::Smi(static_cast<int32_t>(count)));
  TRY(ForWords(isolate, copy, count, [&](auto* words, size_t begin, size_t end) {
    char* source = IsDoubleKind(kind) ? reinterpret_cast<char*>(array->double_elements())
                                      : reinterpret_cast<char*>(array->value_elements());
    Move(words, words + begin, reinterpret_cast<decltype(words)>(source) + from + begin, end - begin);
  }));
  return copy;
}

Completion<void> FillHolesWithUndefined(Isolate& isolate, JSArray* array) {
  if (!IsHoley(array->elements_kind())) return {};
  uint32_t length = array->length();
  LoopPoll poll(isolate);
  for (uint32_t i = 0; i < length; i++) {
    TRY(poll.At(i));
    if (array->GetElement(isolate, i).IsHole())
      array->DefineOwn(isolate, PropertyKey::FromIndex(i), Value::Undefined(), kDataDefault);
  }
  return {};
}

}  // namespace halfword
