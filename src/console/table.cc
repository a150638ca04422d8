#include "console/table.h"

#include <algorithm>

#include "console/inspect.h"
#include "console/peek.h"
#include "console/text_width.h"
#include "objects/long_work.h"
#include "objects/memory/external_account.h"
#include "runtime/operations/object_operations.h"

namespace halfword::console {

namespace {

void OwnEnumerableKeys(Isolate& isolate, JSObject* object, ValueList& out) {
  ValueList all(isolate);
  if (object->object_type() == HeapType::kProxyObject) return;
  if (internal_method::OwnPropertyKeys(isolate, object, all).IsThrow()) {
    Value ignored;
    (void)isolate.Catch(&ignored);
    return;
  }
  PropertyDescriptor d;
  for (Value key : all) {
    if (key.IsString() && PeekOwn(isolate, object, PropertyKey::FromString(isolate, key.AsString()), &d) &&
        d.enumerable)
      out.Append(key);
    if (isolate.IsTerminating()) return;
  }
}

std::string Cell(Isolate& isolate, Value v, const Limits& limits) {
  InspectOptions options;
  options.max_total = limits.text;
  options.depth = 0;
  if (v.IsObject() && !v.Is<JSArray>()) {
    ValueList keys(isolate);
    OwnEnumerableKeys(isolate, v.AsObject(), keys);
    if (keys.size() > 2) options.depth = -1;
  }
  options.max_array_length = 3;
  options.break_length = 1u << 30;
  return Inspect(isolate, v, options);
}

class Table {
 public:
  Table(Isolate& isolate, LineWriter& writer, const Limits& limits)
      : isolate_(isolate), writer_(writer), limits_(limits), account_(isolate), head_(isolate) {}

  void WriteCollection(HashCollection* data, bool map);
  void WriteObject(JSObject* data, const ValueList* columns);

 private:
  enum class Pass { kMeasure, kWrite };

  // The place of the column of that name, which is made if need be.
  size_t Column(String* name);
  bool HasColumn(String* name) const { return !index_->Get(isolate_, Value(name)).IsNotFound(); }

  void BeginRow() {
    column_ = 0;
    if (pass_ == Pass::kWrite) writer_.Append("│");
  }
  // The next cell of a row, from the left.
  void Put(std::string_view text);
  void EndRow() {
    if (pass_ == Pass::kWrite) writer_.Append("\n");
  }
  void Measure(size_t column, std::string_view text) {
    widths_[column] = std::max<size_t>(widths_[column], DisplayWidth(text) + 2);
  }
  void WriteRule(const char* left, const char* middle, const char* right);
  void WriteHead();
  bool IsDone() const { return writer_.full() || IsOver(isolate_); }

  void CollectionRows(HashCollection* data, bool map);
  void MeasureObjectRow(JSObject* data, String* key, bool filtered);
  void WriteObjectRow(JSObject* data, String* key);
  Value ItemOf(JSObject* data, String* key) const {
    PropertyDescriptor d;
    bool found = PeekOwn(isolate_, data, PropertyKey::FromString(isolate_, key), &d);
    return found ? d.value : Value::Undefined();
  }
  static bool HasColumns(Value item) { return item.IsObject() && !item.IsCallable(); }

  Isolate& isolate_;
  LineWriter& writer_;
  const Limits& limits_;
  ExternalAccount account_;
  Pass pass_ = Pass::kMeasure;
  ValueList head_;              // names of the columns
  MapObject* index_ = nullptr;  // their places by name, but for the first and the values'
  CountedVector<size_t> widths_{account_};
  size_t column_ = 0;  // of the cell that is next
  bool has_values_ = false;
};

size_t Table::Column(String* name) {
  if (Value known = index_->Get(isolate_, Value(name)); !known.IsNotFound()) {
    return static_cast<size_t>(known.AsSmi());
  }
  size_t place = head_.size();
  if (!index_->Set(isolate_, Value(name), Value::Smi(static_cast<int32_t>(place)))) return 0;
  head_.Append(Value(name));
  widths_.push_back(0);
  Measure(place, ShownText(isolate_, name));
  return place;
}

void Table::Put(std::string_view text) {
  size_t column = column_++;
  if (pass_ == Pass::kMeasure) return Measure(column, text);
  writer_.Append(" ");
  writer_.Append(text);
  for (size_t n = widths_[column] - DisplayWidth(text) - 1; n > 0; n--) writer_.Append(" ");
  writer_.Append("│");
}

void Table::WriteRule(const char* left, const char* middle, const char* right) {
  writer_.Append(left);
  for (size_t c = 0; c < widths_.size() && !IsDone(); c++) {
    if (c) writer_.Append(middle);
    for (size_t i = 0; i < widths_[c]; i++) writer_.Append("─");
  }
  writer_.Append(right);
}

void Table::WriteHead() {
  pass_ = Pass::kWrite;
  WriteRule("┌", "┬", "┐");
  writer_.Append("\n");
  BeginRow();
  for (size_t c = 0; c < head_.size() && !IsDone(); c++) Put(ShownText(isolate_, head_[c].AsString()));
  EndRow();
  WriteRule("├", "┼", "┤");
  writer_.Append("\n");
}

void Table::CollectionRows(HashCollection* data, bool map) {
  HashCursor cursor(data);
  for (size_t row = 0; row < limits_.rows && cursor.Next() && !IsDone(); row++) {
    BeginRow();
    Put(std::to_string(row));
    Put(Cell(isolate_, cursor.key(), limits_));
    if (map) Put(Cell(isolate_, cursor.value(), limits_));
    EndRow();
  }
}

void Table::WriteCollection(HashCollection* data, bool map) {
  for (const char* name : {"(iteration index)", map ? "Key" : "Values", "Values"}) {
    if (head_.size() == (map ? 3 : 2)) break;
    head_.Append(Value(InternAscii(isolate_, name)));
    widths_.push_back(DisplayWidth(name) + 2);
  }
  CollectionRows(data, map);
  WriteHead();
  CollectionRows(data, map);
  WriteRule("└", "┴", "┘");
}

void Table::MeasureObjectRow(JSObject* data, String* key, bool filtered) {
  Measure(0, ShownText(isolate_, key));
  Value item = ItemOf(data, key);
  if (!HasColumns(item)) {
    has_values_ = true;
    return;
  }
  ValueList names(isolate_);
  OwnEnumerableKeys(isolate_, item.AsObject(), names);
  for (Value name : names) {
    if (IsDone()) return;
    if (filtered && !HasColumn(name.AsString())) continue;
    PropertyDescriptor d;
    if (!PeekOwn(isolate_, item.AsObject(), PropertyKey::FromString(isolate_, name.AsString()), &d)) continue;
    Measure(Column(name.AsString()), d.IsAccessor() ? "[Getter]" : Cell(isolate_, d.value, limits_));
  }
}

void Table::WriteObjectRow(JSObject* data, String* key) {
  BeginRow();
  Put(ShownText(isolate_, key));
  Value item = ItemOf(data, key);
  size_t named = head_.size() - (has_values_ ? 1 : 0);
  for (size_t c = 1; c < named && !IsDone(); c++) {
    PropertyDescriptor d;
    bool shown =
        HasColumns(item) &&
        PeekOwn(isolate_, item.AsObject(), PropertyKey::FromString(isolate_, head_[c].AsString()), &d) &&
        d.enumerable;
    Put(!shown ? "" : d.IsAccessor() ? "[Getter]" : Cell(isolate_, d.value, limits_));
  }
  if (has_values_) Put(HasColumns(item) ? "" : Cell(isolate_, item, limits_));
  EndRow();
}

void Table::WriteObject(JSObject* data, const ValueList* columns) {
  index_ = NewInstance<MapObject>(isolate_, Value::Null());
  head_.Append(Value(InternAscii(isolate_, "(index)")));
  widths_.push_back(DisplayWidth("(index)") + 2);
  for (size_t i = 0; columns != nullptr && i < columns->size(); i++) Column((*columns)[i].AsString());
  ValueList keys(isolate_);
  OwnEnumerableKeys(isolate_, data, keys);
  size_t rows = std::min(keys.size(), limits_.rows);
  for (size_t row = 0; row < rows && !IsDone(); row++) {
    MeasureObjectRow(data, keys[row].AsString(), columns != nullptr);
  }
  if (has_values_) {
    size_t place = head_.size();
    head_.Append(Value(InternAscii(isolate_, "Values")));
    widths_.push_back(DisplayWidth("Values") + 2);
    for (size_t row = 0; row < rows && !IsDone(); row++) {
      Value item = ItemOf(data, keys[row].AsString());
      if (!HasColumns(item)) Measure(place, Cell(isolate_, item, limits_));
    }
  }
  WriteHead();
  for (size_t row = 0; row < rows && !IsDone(); row++) WriteObjectRow(data, keys[row].AsString());
  WriteRule("└", "┴", "┘");
}

}  // namespace

void WriteTable(Isolate& isolate, LineWriter& writer, JSObject* data, const ValueList* columns,
                const Limits& limits) {
  Table table(isolate, writer, limits);
  HeapType type = data->object_type();
  if (type == HeapType::kMapObject || type == HeapType::kSetObject) {
    table.WriteCollection(static_cast<HashCollection*>(data), type == HeapType::kMapObject);
  } else {
    table.WriteObject(data, columns);
  }
}

}  // namespace halfword::console
