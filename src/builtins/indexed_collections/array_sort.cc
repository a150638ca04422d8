#include "builtins/indexed_collections/array_sort.h"

#include <algorithm>

#include "runtime/call.h"
#include "runtime/conversions.h"

namespace halfword {

namespace {

// Bottom-up merge sort over runs that insertion sort prepares; `less_equal(a, b)`: a may stand before b.
template <class LessEqual>
Completion<void> MergeSort(Isolate& isolate, ValueList& values, size_t count, LessEqual&& less_equal) {
  constexpr size_t kRun = 8;
  for (size_t start = 0; start < count; start += kRun) {
    size_t end = std::min(start + kRun, count);
    for (size_t i = start + 1; i < end; i++) {
      Value v = values[i];
      size_t j = i;
      while (j > start && !TRY(less_equal(values[j - 1], v))) {
        values[j] = values[j - 1];
        j--;
      }
      values[j] = v;
    }
  }
  ValueList buffer(isolate);
  TRY(buffer.Resize(count));
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
    TRY(isolate.Poll(static_cast<int32_t>(count / 64)));
  }
  return {};
}

}  // namespace

Completion<void> SortValues(Isolate& isolate, ValueList& values, Value comparator) {
  size_t count = 0;
  for (size_t i = 0; i < values.size(); i++) {
    if (!values[i].IsUndefined()) values[count++] = values[i];
  }
  for (size_t i = count; i < values.size(); i++) values[i] = Value::Undefined();
  if (!comparator.IsUndefined()) {
    return MergeSort(isolate, values, count, [&](Value a, Value b) -> Completion<bool> {
      double order = TRY(ToNumber(isolate, TRY(Call(isolate, comparator, Value::Undefined(), {a, b}))));
      return !(order > 0);
    });
  }
  bool strings = std::all_of(values.begin(), values.begin() + count, [](Value v) { return v.IsString(); });
  if (strings) {
    for (size_t i = 0; i < count; i++) (void)values[i].AsString()->Flatten(isolate);
    return MergeSort(isolate, values, count, [&](Value a, Value b) -> Completion<bool> {
      return a.AsString()->flat().Compare(b.AsString()->flat()) <= 0;
    });
  }
  // Sort by text: each element is converted once.
  ValueList texts(isolate);
  for (size_t i = 0; i < count; i++) {
    String* text = TRY(ToString(isolate, values[i]));
    (void)text->Flatten(isolate);
    texts.Append(Value(text));
    TRY(isolate.Poll());
  }
  ValueList order(isolate);
  for (size_t i = 0; i < count; i++) order.Append(Value::Smi(static_cast<int32_t>(i)));
  TRY(MergeSort(isolate, order, count, [&](Value a, Value b) -> Completion<bool> {
    return texts[static_cast<size_t>(a.AsSmi())].AsString()->flat().Compare(
               texts[static_cast<size_t>(b.AsSmi())].AsString()->flat()) <= 0;
  }));
  ValueList sorted(isolate);
  for (size_t i = 0; i < count; i++) sorted.Append(values[static_cast<size_t>(order[i].AsSmi())]);
  for (size_t i = 0; i < count; i++) values[i] = sorted[i];
  return {};
}

}  // namespace halfword
