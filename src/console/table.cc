#include "console/table.h"

#include <algorithm>
#include <span>
#include <string>

#include "console/inspect.h"
#include "console/peek.h"
#include "console/text_width.h"
#include "objects/library/keyed_collections.h"
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
  static constexpr uint32_t kValues = UINT32_MAX;  // the column of values, which is the last

  // The text of a cell: where it lies in text_.
  struct CellText {
    size_t begin;
    uint32_t size, width, column;
  };

  // The place of the column of that name, which is made if need be.
  uint32_t Column(String* name);
  bool HasColumn(String* name) const { return !index_->Get(isolate_, Value(name)).IsNotFound(); }
  uint32_t AddColumn(Value name, size_t width) {
    head_.Append(name);
    widths_.push_back(width + 2);
    return static_cast<uint32_t>(widths_.size() - 1);
  }

  // Measures a cell of the row that is being made, and keeps its text for as long as the line has room for
  // the rows before.
  void Put(uint32_t column, std::string_view text);
  void EndRow();

  void Write();
  void WriteCell(size_t column, std::string_view text, size_t width);
  void WriteRule(const char* left, const char* middle, const char* right);
  void WriteHead();
  void WriteRow(std::span<CellText> cells);
  bool IsDone() const { return writer_.full() || IsTerminatedOrStopping(isolate_); }

  void PutObjectRow(JSObject* data, String* key, bool filtered);
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
  ValueList head_;              // names of the columns
  MapObject* index_ = nullptr;  // their places by name, but for the first and the values'
  CountedVector<size_t> widths_{account_};
  size_t values_width_ = 0;  // of the widest cell of the values; 0: there are none
  bool keeps_ = true;        // the texts of the row that is being made
  CountedVector<char> text_{account_};
  CountedVector<CellText> cells_{account_};
  CountedVector<size_t> rows_{account_};  // where each ends in cells_
};

uint32_t Table::Column(String* name) {
  if (Value known = index_->Get(isolate_, Value(name)); !known.IsNotFound()) {
    return static_cast<uint32_t>(known.AsSmi());
  }
  if (!index_->Set(isolate_, Value(name), Value::Smi(static_cast<int32_t>(head_.size())))) return 0;
  return AddColumn(Value(name), DisplayWidth(ShownText(isolate_, name)));
}

void Table::Put(uint32_t column, std::string_view text) {
  size_t width = DisplayWidth(text);
  size_t& widest = column == kValues ? values_width_ : widths_[column];
  widest = std::max(widest, width + 2);
  if (!keeps_) return;
  cells_.push_back({text_.size(), static_cast<uint32_t>(text.size()), static_cast<uint32_t>(width), column});
  text_.insert(text_.end(), text.begin(), text.end());
}

void Table::EndRow() {
  if (!keeps_) return;
  rows_.push_back(cells_.size());
  keeps_ = text_.size() <= limits_.line;
}

void Table::WriteCell(size_t column, std::string_view text, size_t width) {
  constexpr std::string_view kSpaces = "                                ";
  writer_.Append(" ");
  writer_.Append(text);
  for (size_t n = widths_[column] - width - 1; n > 0; n -= std::min(n, kSpaces.size())) {
    writer_.Append(kSpaces.substr(0, n));
  }
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
  writer_.Append("│");
  for (size_t c = 0; c < head_.size() && !IsDone(); c++) {
    std::string text = ShownText(isolate_, head_[c].AsString());
    WriteCell(c, text, DisplayWidth(text));
  }
  writer_.Append("\n");
}

void Table::WriteRow(std::span<CellText> cells) {
  std::sort(cells.begin(), cells.end(),
            [](const CellText& a, const CellText& b) { return a.column < b.column; });
  writer_.Append("│");
  size_t next = 0;
  for (size_t c = 0; c < head_.size() && !IsDone(); c++) {
    bool there = next < cells.size() && std::min<size_t>(cells[next].column, head_.size() - 1) == c;
    if (!there) {
      WriteCell(c, "", 0);
      continue;
    }
    const CellText& cell = cells[next++];
    WriteCell(c, {text_.data() + cell.begin, cell.size}, cell.width);
  }
  writer_.Append("\n");
}

void Table::Write() {
  WriteRule("┌", "┬", "┐");
  writer_.Append("\n");
  WriteHead();
  WriteRule("├", "┼", "┤");
  writer_.Append("\n");
  size_t begin = 0;
  for (size_t row = 0; row < rows_.size() && !IsDone(); row++) {
    WriteRow({cells_.data() + begin, rows_[row] - begin});
    begin = rows_[row];
  }
  WriteRule("└", "┴", "┘");
}

void Table::WriteCollection(HashCollection* data, bool map) {
  for (const char* name : {"(iteration index)", map ? "Key" : "Values", "Values"}) {
    if (head_.size() == (map ? 3 : 2)) break;
    AddColumn(Value(InternAscii(isolate_, name)), DisplayWidth(name));
  }
  HashCursor cursor(data);
  for (size_t row = 0; row < limits_.rows && cursor.Next() && !IsDone(); row++) {
    Put(0, std::to_string(row));
    Put(1, Cell(isolate_, cursor.key(), limits_));
    if (map) Put(2, Cell(isolate_, cursor.value(), limits_));
    EndRow();
  }
  Write();
}

void Table::PutObjectRow(JSObject* data, String* key, bool filtered) {
  Put(0, ShownText(isolate_, key));
  Value item = ItemOf(data, key);
  if (!HasColumns(item)) {
    Put(kValues, Cell(isolate_, item, limits_));
    return EndRow();
  }
  ValueList names(isolate_);
  OwnEnumerableKeys(isolate_, item.AsObject(), names);
  for (Value name : names) {
    if (IsDone()) break;
    if (filtered && !HasColumn(name.AsString())) continue;
    PropertyDescriptor d;
    if (!PeekOwn(isolate_, item.AsObject(), PropertyKey::FromString(isolate_, name.AsString()), &d)) continue;
    Put(Column(name.AsString()), d.IsAccessor() ? "[Getter]" : Cell(isolate_, d.value, limits_));
  }
  EndRow();
}

void Table::WriteObject(JSObject* data, const ValueList* columns) {
  index_ = NewInstance<MapObject>(isolate_, Value::Null());
  AddColumn(Value(InternAscii(isolate_, "(index)")), DisplayWidth("(index)"));
  for (size_t i = 0; columns != nullptr && i < columns->size(); i++) Column((*columns)[i].AsString());
  ValueList keys(isolate_);
  OwnEnumerableKeys(isolate_, data, keys);
  size_t rows = std::min(keys.size(), limits_.rows);
  for (size_t row = 0; row < rows && !IsDone(); row++) {
    PutObjectRow(data, keys[row].AsString(), columns != nullptr);
  }
  if (values_width_ != 0) {
    AddColumn(Value(InternAscii(isolate_, "Values")), DisplayWidth("Values"));
    widths_.back() = std::max(widths_.back(), values_width_);
  }
  Write();
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
