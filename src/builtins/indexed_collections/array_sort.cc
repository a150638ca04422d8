#include "builtins/indexed_collections/array_sort.h"

#include <algorithm>
#include <vector>

#include "builtins/indexed_collections/array_internal.h"
#include "builtins/indexed_collections/array_operations.h"
#include "objects/memory/external_memory.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"

namespace halfword {

namespace {

// Bottom-up merge sort over runs that insertion sort prepares; `less_equal(a, b)`: a may stand before b. It
// polls. `buffer` has room for `count` too.
template <class List, class LessEqual>
Completion<void> MergeSort(Isolate& isolate, List& values, List& buffer, size_t count,
                           LessEqual&& less_equal) {
  constexpr size_t kRun = 8;
  for (size_t start = 0; start < count; start += kRun) {
    size_t end = std::min(start + kRun, count);
    for (size_t i = start + 1; i < end; i++) {
      auto v = values[i];
      size_t j = i;
      while (j > start && !TRY(less_equal(values[j - 1], v))) {
        values[j] = values[j - 1];
        j--;
      }
      values[j] = v;
    }
  }
  for (size_t width = kRun; width < count; width *= 2) {
    for (size_t start = 0; start < count; start += 2 * width) {
      size_t middle = std::min(start + width, count), end = std::min(start + 2 * width, count);
      // Already in order: nothing to merge.
      if (middle >= end || TRY(less_equal(values[middle - 1], values[middle]))) {
        for (size_t i = start; i < end; i++) buffer[i] = values[i];
        continue;
      }
      size_t a = start, b = middle, out = start;
      while (a < middle && b < end)
        buffer[out++] = TRY(less_equal(values[a], values[b])) ? values[a++] : values[b++];
      while (a < middle) buffer[out++] = values[a++];
      while (b < end) buffer[out++] = values[b++];
    }
    for (size_t i = 0; i < count; i++) values[i] = buffer[i];
    TRY(isolate.PollSlow());
  }
  return {};
}

// Sorts values by their texts, flat strings; may be the same list. The first characters decide most
// comparisons without a look at the string.
Completion<void> SortByText(Isolate& isolate, ValueList& values, size_t count, const ValueList& texts) {
  struct Item {
    uint64_t prefix;  // four code units
    uint32_t index;
  };
  TRY(EnsureExternalRoom(isolate, count * (2 * sizeof(Item) + sizeof(Value))));
  std::vector<Item> items(count), buffer(count);
  LoopPoll poll(isolate);
  for (size_t i = 0; i < count; i++) {
    TRY(poll.At(i));
    FlatChars chars = texts[i].AsString()->flat();
    uint64_t prefix = 0;
    for (uint32_t k = 0; k < 4; k++) prefix = prefix << 16 | (k < chars.length() ? chars[k] : 0);
    items[i] = {prefix, static_cast<uint32_t>(i)};
  }
  TRY(MergeSort(isolate, items, buffer, count, [&](const Item& a, const Item& b) -> Completion<bool> {
    if (a.prefix != b.prefix) {
      TRY(isolate.Poll());
      return a.prefix < b.prefix;
    }
    FlatChars first = texts[a.index].AsString()->flat(), second = texts[b.index].AsString()->flat();
    TRY(isolate.Poll(CostOf(std::min(first.length(), second.length()))));
    return first.Compare(second) <= 0;
  }));
  ValueList sorted(isolate);
  TRY(sorted.Resize(count));
  for (size_t i = 0; i < count; i++) sorted[i] = values[items[i].index];
  std::copy(sorted.begin(), sorted.end(), values.begin());
  return {};
}

}  // namespace

Completion<void> SortValues(Isolate& isolate, ValueList& values, Value comparator) {
  size_t count = 0;
  LoopPoll poll(isolate);
  for (size_t i = 0; i < values.size(); i++) {
    TRY(poll.At(i));
    if (!values[i].IsUndefined()) values[count++] = values[i];
  }
  for (size_t i = count; i < values.size(); i++) values[i] = Value::Undefined();
  if (!comparator.IsUndefined()) {
    RepeatedCall compare(isolate, comparator, Value::Undefined(), 2);
    ValueList buffer(isolate);
    TRY(buffer.Resize(count));
    return MergeSort(isolate, values, buffer, count, [&](Value a, Value b) -> Completion<bool> {
      Value order = TRY(compare({a, b}));
      if (HW_LIKELY(order.IsSmi())) return order.AsSmi() <= 0;
      return !(TRY(ToNumber(isolate, order)) > 0);
    });
  }
  if (std::all_of(values.begin(), values.begin() + count, [](Value v) { return v.IsString(); })) {
    for (size_t i = 0; i < count; i++) {
      TRY(poll.At(values.size() + i));
      (void)values[i].AsString()->Flatten(isolate);
    }
    return SortByText(isolate, values, count, values);
  }
  // Sort by text: each element is converted once.
  ValueList texts(isolate);
  for (size_t i = 0; i < count; i++) {
    String* text = TRY(ToString(isolate, values[i]));
    (void)text->Flatten(isolate);
    texts.Append(Value(text));
    TRY(isolate.Poll());
  }
  return SortByText(isolate, values, count, texts);
}

Completion<void> SortAsText(Isolate& isolate, JSObject* o, double length) {
  ValueList values(isolate);
  for (double k = 0; k < length; k++) {
    TRY(isolate.Poll());
    Value v = TRY(GetIndexIfPresent(isolate, o, k));
    if (!v.IsHole()) values.Append(v);
  }
  TRY(SortValues(isolate, values, Value::Undefined()));
  return StoreSorted(isolate, o, length, values.span());
}

Completion<JSArray*> ToSortedAsText(Isolate& isolate, JSObject* o, double length) {
  ValueList values(isolate);
  for (double k = 0; k < length; k++) {
    TRY(isolate.Poll());
    values.Append(TRY(GetIndex(isolate, o, k)));
  }
  TRY(SortValues(isolate, values, Value::Undefined()));
  return NewArrayFrom(isolate, values.span());
}

Completion<void> StoreSorted(Isolate& isolate, JSObject* o, double length, std::span<const Value> values) {
  if (JSArray* array = AsFastArray(isolate, o); array != nullptr && array->length() == length &&
                                                values.size() == length && !array->elements().IsSmi()) {
    // FAST: as many as there were, and of the same kind.
    ElementAccess access = array->shape()->element_access();
    bool is_general = access == ElementAccess::kArrayOfValues;
    bool are_smis = access == ElementAccess::kArrayOfSmis &&
                    std::all_of(values.begin(), values.end(), [](Value v) { return v.IsSmi(); });
    if (is_general || are_smis) {
      TRY(isolate.Poll(static_cast<int32_t>(values.size() / 16)));
      ValueElements* elements = array->value_elements();
      MoveWords(elements, reinterpret_cast<Value*>(elements->slots()), values.data(), values.size());
      RangeWriteBarrier(elements);
      return {};
    }
  }
  double k = 0;
  for (Value v : values) {
    TRY(isolate.Poll());
    // FAST: elements of plain arrays are writable, and no prototype sees a store.
    if (JSArray* array = AsFastArray(isolate, o); array && k < array->length()) {
      array->DefineOwn(isolate, PropertyKey::FromIndex(static_cast<uint32_t>(k)), v, kDataDefault);
    } else {
      TRY(SetIndex(isolate, o, k, v));
    }
    k++;
  }
  for (; k < length; k++) {
    TRY(isolate.Poll());
    TRY(DeleteIndex(isolate, o, k));
  }
  return {};
}

}  // namespace halfword
