#include "runtime/operations/arrays.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

#include "base/search.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/operations/arithmetic.h"

namespace halfword {

namespace {

// Plain data below the length, that no prototype has a say in.
bool HasPlainElements(Isolate& isolate, JSObject* object) {
  Shape* shape = object->shape();
  return shape->object_type() == HeapType::kJSArray && isolate.no_indexed_prototypes_ &&
         shape->is_extensible() && !shape->Has(Shape::kLengthNotWritable) &&
         shape->prototype() == Value(CurrentIntrinsic(isolate, Intrinsic::kArrayPrototype));
}

}  // namespace

bool IsFastArray(Isolate& isolate, JSObject* object) {
  return object->shape()->elements_kind() != ElementsKind::kDictionary && HasPlainElements(isolate, object);
}

bool IsSparseArray(Isolate& isolate, JSObject* object) {
  Shape* shape = object->shape();
  return shape->elements_kind() == ElementsKind::kDictionary && !shape->Has(Shape::kHasReadOnlyElements) &&
         HasPlainElements(isolate, object);
}

// ---- Work on elements, word by word ----

namespace {

constexpr size_t kElementsInPiece = kBytesInPiece / sizeof(double);

template <class W>
W* WordsOf(JSArray* array) {
  if constexpr (std::is_same_v<std::remove_const_t<W>, Value>) {
    return reinterpret_cast<W*>(array->value_elements()->slots());
  } else {
    return reinterpret_cast<W*>(array->double_elements()->values());
  }
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
      body(WordsOf<uint64_t>(array), begin, end);
    } else {
      body(WordsOf<Value>(array), begin, end);
      RangeWriteBarrier(array->value_elements());
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
  auto* copy = NewObjectAs<JSArray>(isolate, CurrentRealm(isolate)->shape(ArrayShapeOf(kind)));
  Value elements;
  if (IsDoubleKind(kind)) {
    DoubleElements* doubles = NewDoubleElements(isolate, count, count);
    elements = doubles ? Value(doubles) : Value::Smi(0);
  } else {
    ValueElements* values = NewValueElements(isolate, count, count);
    elements = values ? Value(values) : Value::Smi(0);
  }
  if (elements.IsSmi()) return isolate.Terminate(Termination::kOutOfMemory);
  copy->extension_.Set(copy, elements);
  copy->length_.Init(Value::Smi(static_cast<int32_t>(count)));
  TRY(ForWords(isolate, copy, count, [&](auto* words, size_t begin, size_t end) {
    using Word = std::remove_pointer_t<decltype(words)>;
    Move(words, words + begin, WordsOf<Word>(array) + from + begin, end - begin);
  }));
  return copy;
}

Completion<bool> AppendElements(Isolate& isolate, JSArray* array, JSArray* source, uint32_t from,
                                uint32_t to) {
  if (from >= to) return true;
  uint32_t count = to - from, start = array->length();
  ElementsKind kind = source->elements_kind();
  if (!array->MakeRoomFor(isolate, count, kind)) {
    if (isolate.IsTerminating()) return kThrow;
    return false;
  }
  if (IsDoubleKind(kind) && !IsDoubleKind(array->elements_kind())) {
    // Each number is boxed, which may collect garbage.
    LoopPoll poll(isolate);
    for (uint32_t i = 0; i < count; i++) {
      TRY(poll.At(i));
      Value value = source->GetElement(isolate, from + i);
      if (value.IsHole()) {
        array->SetLengthFast(isolate, start + i + 1);
      } else if (!array->Push(isolate, value)) {
        return kThrow;
      }
    }
    ChargeFor(isolate, count);
    return true;
  }
  array->length_.Init(Value::Smi(static_cast<int32_t>(start + count)));
  TRY(ForWords(isolate, array, count, [&](auto* words, size_t begin, size_t end) {
    using Word = std::remove_pointer_t<decltype(words)>;
    if (IsDoubleKind(array->elements_kind()) && !IsDoubleKind(kind)) {
      ValueElements* smis = source->value_elements();
      for (size_t i = begin; i < end; i++) {
        Value value = smis->slots()[from + i];
        if (!value.IsHole()) array->double_elements()->Set(start + static_cast<uint32_t>(i), value.AsSmi());
      }
      return;
    }
    Move(words, words + start + begin, WordsOf<Word>(source) + from + begin, end - begin);
  }));
  return true;
}

Completion<bool> AppendValues(Isolate& isolate, JSArray* array, std::span<const Value> values) {
  if (values.empty()) return true;
  bool smis = true, numbers = true;
  for (Value v : values) {
    smis &= v.IsSmi();
    numbers &= v.IsNumber();
  }
  uint32_t count = static_cast<uint32_t>(values.size()), start = array->length();
  ElementsKind kind = smis      ? ElementsKind::kPackedSmi
                      : numbers ? ElementsKind::kPackedDouble
                                : ElementsKind::kPacked;
  // Doubles that are integers are stored as Smis by Push: the first that is not makes it an array of doubles.
  if (!smis && numbers && IsSmiKind(array->elements_kind()) && count <= JSArray::kMaxFastLength &&
      start <= JSArray::kMaxFastLength - count) {
    uint32_t i = 0;
    // An integer costs the same with a box and without.
    ChargeFor(isolate, count);
    for (; i < count && IsSmiKind(array->elements_kind()); i++) {
      if (i % kElementsInPiece == kElementsInPiece - 1) TRY(isolate.PollSlow());
      if (!array->Push(isolate, values[i])) return isolate.IsTerminating() ? Completion<bool>(kThrow) : false;
    }
    return AppendValues(isolate, array, values.subspan(i));
  }
  if (!array->MakeRoomFor(isolate, count, kind)) {
    if (isolate.IsTerminating()) return kThrow;
    return false;
  }
  array->length_.Init(Value::Smi(static_cast<int32_t>(start + count)));
  TRY(ForWords(isolate, array, count, [&](auto* words, size_t begin, size_t end) {
    if constexpr (std::is_same_v<decltype(words), Value*>) {
      Move(words, words + start + begin, values.data() + begin, end - begin);
    } else {
      for (size_t i = begin; i < end; i++)
        array->double_elements()->Set(start + static_cast<uint32_t>(i), values[i].AsNumber());
    }
  }));
  return true;
}

Completion<void> AppendToNew(Isolate& isolate, JSArray* array, std::span<const Value> values) {
  if (TRY(AppendValues(isolate, array, values))) return {};
  for (Value value : values) {
    if (!array->Push(isolate, value))
      TRY(CreateDataPropertyOrThrow(isolate, array, PropertyKey::FromIndex(array->length()), value));
  }
  return {};
}

// ---- Search ----

namespace {

// Calls look(begin, end) for pieces of [from, to), one after the other, from the end where the last place is
// asked for. It tells the place that it has found, or `end`. Only what was looked at is charged for.
template <class F>
Completion<uint32_t> FindInPieces(Isolate& isolate, uint32_t from, uint32_t to, bool last, F&& look) {
  while (from < to) {
    uint32_t piece = std::min<uint32_t>(to - from, kElementsInPiece);
    uint32_t begin = last ? to - piece : from, end = begin + piece;
    auto found = static_cast<uint32_t>(look(begin, end));
    uint32_t seen = found == end ? piece : last ? end - found : found - begin;
    isolate.Charge(static_cast<uint32_t>(seen / kPlacesPerUnit));
    if (found != end) return found;
    (last ? to : from) = last ? begin : end;
    if (from < to) TRY(isolate.PollSlow());
  }
  TRY(isolate.Poll());
  return kNoSuchElement;
}

// `maybe` and `is`, as in base/search.h, are asked about words.
template <class W, class M, class I>
Completion<uint32_t> FindWord(Isolate& isolate, JSArray* array, uint32_t from, uint32_t to, bool last,
                              M maybe, I is) {
  return FindInPieces(isolate, from, to, last, [&](size_t begin, size_t end) {
    const W* words = WordsOf<W>(array);
    auto maybe_at = [=](size_t i) { return maybe(words[i]); };
    auto is_at = [=](size_t i) { return is(words[i]); };
    return last ? FindLast(begin, end, maybe_at, is_at) : FindFirst(begin, end, maybe_at, is_at);
  });
}
// Where the first test says it all.
template <class W, class M>
Completion<uint32_t> FindWord(Isolate& isolate, JSArray* array, uint32_t from, uint32_t to, bool last,
                              M maybe) {
  return FindWord<W>(isolate, array, from, to, last, maybe, [](W) { return true; });
}

Completion<uint32_t> FindHole(Isolate& isolate, JSArray* array, uint32_t from, uint32_t to) {
  if (IsDoubleKind(array->elements_kind()))
    return FindWord<uint64_t>(isolate, array, from, to, false,
                              [](uint64_t word) { return word == DoubleElements::kHoleBits; });
  return FindWord<Value>(isolate, array, from, to, false, [](Value word) { return word.IsHole(); });
}

Completion<uint32_t> FindNumber(Isolate& isolate, JSArray* array, uint32_t from, uint32_t to, double target,
                                ElementSearch search) {
  bool last = search == ElementSearch::kLastIndexOf, is_nan = target != target;
  if (is_nan && search != ElementSearch::kIncludes) return kNoSuchElement;
  if (IsDoubleKind(array->elements_kind())) {
    if (is_nan) {
      return FindWord<uint64_t>(isolate, array, from, to, last, [](uint64_t word) {
        double number = std::bit_cast<double>(word);
        return number != number && word != DoubleElements::kHoleBits;
      });
    }
    // The hole is no number that equals one.
    return FindWord<double>(isolate, array, from, to, last,
                            [target](double number) { return number == target; });
  }
  // The hole stands for no Smi: no word is it, for it is a hole.
  Value smi = Value::Hole();
  if (target >= Value::kSmiMin && target <= Value::kSmiMax && target == static_cast<int32_t>(target))
    smi = Value::Smi(static_cast<int32_t>(target));
  if (IsSmiKind(array->elements_kind())) {
    if (smi.IsHole()) return kNoSuchElement;
    return FindWord<Value>(isolate, array, from, to, last, [smi](Value word) { return word == smi; });
  }
  return FindWord<Value>(
      isolate, array, from, to, last, [smi](Value word) { return word == smi || word.IsHeapNumber(); },
      [target, is_nan](Value word) {
        if (!word.IsHeapNumber()) return !word.IsHole();
        double number = word.AsHeapNumber()->value();
        return number == target || (is_nan && number != number);
      });
}

// Comparing long strings takes long: the guest is polled after each.
Completion<uint32_t> FindString(Isolate& isolate, JSArray* array, uint32_t from, uint32_t to, String* target,
                                bool last) {
  uint32_t length = target->length();
  bool interned = target->IsInterned();
  char16_t end = length == 0 ? u'\0' : target->Flatten(isolate)[length - 1];
  // FAST: names of one length mostly differ at their ends.
  auto differs_at_end = [length, end](String* string) {
    return length != 0 && string->typed_type() == HeapType::kOneByteString &&
           static_cast<OneByteString*>(string)->chars()[length - 1] != end;
  };
  LoopPoll poll(isolate);
  for (uint32_t n = 0; n < to - from; n++) {
    TRY(poll.At(n));
    uint32_t i = last ? to - 1 - n : from + n;
    Value word = array->value_elements()->slots()[i];
    if (!word.IsString()) continue;
    String* string = word.AsString();
    if (string == target) return i;
    if (string->length() != length || (interned && string->IsInterned()) || differs_at_end(string)) continue;
    if (string->Equals(isolate, target)) return i;
    TRY(isolate.Poll());
  }
  isolate.Charge(static_cast<uint32_t>(CostOf(to - from)));
  return kNoSuchElement;
}

}  // namespace

Completion<uint32_t> FindElement(Isolate& isolate, JSArray* array, uint32_t from, uint32_t to, Value target,
                                 ElementSearch search) {
  if (from >= to) return kNoSuchElement;
  bool last = search == ElementSearch::kLastIndexOf;
  bool holes_too = target.IsUndefined() && search == ElementSearch::kIncludes;
  if (array->elements().IsSmi()) return holes_too ? from : kNoSuchElement;
  if (target.IsNumber()) return FindNumber(isolate, array, from, to, target.AsNumber(), search);
  if (!IsSmiKind(array->elements_kind()) && !IsDoubleKind(array->elements_kind())) {
    if (target.IsString()) return FindString(isolate, array, from, to, target.AsString(), last);
    if (target.IsBigInt()) {
      BigInt* number = target.AsBigInt();
      return FindWord<Value>(
          isolate, array, from, to, last, [](Value word) { return word.IsOther(); },
          [&isolate, number](Value word) {
            return word.IsBigInt() && BigIntEquals(isolate, word.AsBigInt(), number);
          });
    }
    Value::Bits hole = holes_too ? Value::kHoleBits : target.bits();
    return FindWord<Value>(isolate, array, from, to, last,
                           [target, hole](Value word) { return word == target || word.bits() == hole; });
  }
  return holes_too ? FindHole(isolate, array, from, to) : kNoSuchElement;
}

Completion<void> FillHolesWithUndefined(Isolate& isolate, JSArray* array, uint32_t from) {
  if (!IsHoley(array->elements_kind())) return {};
  while (true) {
    uint32_t hole = TRY(FindHole(isolate, array, from, array->length()));
    if (hole == kNoSuchElement) return {};
    TRY(isolate.Poll());
    array->DefineOwn(isolate, PropertyKey::FromIndex(hole), Value::Undefined(), kDataDefault);
    from = hole + 1;
  }
}

}  // namespace halfword
