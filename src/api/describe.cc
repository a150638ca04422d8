// What was thrown, in words.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "api/arguments.h"
#include "api/entry.h"
#include "api/inspectors.h"
#include "api/misuse.h"
#include "api/records.h"
#include "api/running.h"
#include "api/values.h"
#include "console/inspect.h"
#include "console/peek.h"
#include "objects/isolate.h"
#include "objects/library/promises.h"
#include "objects/memory/value_list.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/stack_trace.h"

using namespace halfword;       // NOLINT
using namespace halfword::api;  // NOLINT

namespace {

constexpr int kMostCauses = 10;
constexpr size_t kMostText = size_t{1} << 20;

bool IsError(Value v) { return v.IsObject() && v.AsObject()->object_type() == HeapType::kErrorObject; }

// Null: it is no SyntaxError of source text, or not the last one.
const SyntaxErrorPlace* SyntaxPlaceOf(Isolate& inside, Value exception) {
  if (!IsError(exception)) return nullptr;
  const SyntaxErrorPlace& place = NativeStateOf(inside).syntax_error;
  if (place.line == 0 || console::PeekText(inside, exception.AsObject(), "name") != "SyntaxError")
    return nullptr;
  std::string message = console::PeekText(inside, exception.AsObject(), "message");
  return place.rendered.starts_with(message + "\n") ? &place : nullptr;
}

// "file:line:column", perhaps in parentheses behind the name of a function.
bool ParsePlace(std::string_view text, std::string_view* file, uint32_t* line, uint32_t* column) {
  if (text.ends_with(')')) text.remove_suffix(1);
  for (uint32_t* number : {column, line}) {
    size_t colon = text.rfind(':');
    if (colon == text.npos || colon + 1 == text.size() || text.size() - colon > 10) return false;
    *number = 0;
    for (char c : text.substr(colon + 1)) {
      if (c < '0' || c > '9') return false;
      *number = *number * 10 + static_cast<uint32_t>(c - '0');
    }
    text = text.substr(0, colon);
  }
  size_t open = text.rfind(" (");
  *file = open == text.npos ? text : text.substr(open + 2);
  return !file->empty();
}

void Fill(char (&to)[256], std::string_view from) {
  size_t n = std::min(from.size(), sizeof to - 1);
  while (n < from.size() && n != 0 && (static_cast<unsigned char>(from[n]) & 0xC0) == 0x80) n--;
  from.copy(to, n);
  to[n] = 0;
}

// Without what caused it.
std::string DescribeOne(Isolate& inside, Value value) {
  if (value.IsObject() && !value.IsCallable() && !IsError(value)) {
    JSObject* object = value.AsObject();
    bool like_error = object->object_type() == HeapType::kProxyObject ||
                      console::Peek(inside, object, inside.key(Name::message)).IsString();
    if (!like_error) return console::Inspect(inside, value, {.max_total = kMostText});
  }
  std::string text = DescribeException(inside, value);
  if (const SyntaxErrorPlace* place = SyntaxPlaceOf(inside, value)) {
    text += "\n" + place->name + ":" + std::to_string(place->line) + ":" + std::to_string(place->column);
    text += place->rendered.substr(place->rendered.find('\n'));
  }
  return text;
}

std::string Describe(Isolate& inside, Value value) {
  std::string text = DescribeOne(inside, value);
  for (int i = 0; i < kMostCauses && IsError(value) && text.size() < kMostText; i++) {
    value = console::Peek(inside, value.AsObject(), inside.key(Name::cause));
    if (value.IsNotFound() || value.IsUndefined()) break;
    text += "\ncause: " + DescribeOne(inside, value);
  }
  return text;
}

bool Locate(Isolate& inside, Value value, hw_location* location) {
  if (const SyntaxErrorPlace* place = SyntaxPlaceOf(inside, value)) {
    location->line = place->line;
    location->column = place->column;
    Fill(location->file, place->name);
    size_t begin = place->rendered.find("\n  ") + 3;
    Fill(location->source,
         std::string_view(place->rendered).substr(begin, place->rendered.rfind("\n  ") - begin));
    return true;
  }
  if (!IsError(value)) return false;
  Value captured = PeekStack(inside, value.AsObject());
  std::string stack = captured.IsString() ? console::ShownText(inside, captured.AsString()) : "";
  constexpr std::string_view kAt = "\n    at ";
  size_t begin = stack.find(kAt);
  if (begin == stack.npos) return false;
  begin += kAt.size();
  std::string_view file;
  if (!ParsePlace(std::string_view(stack).substr(begin, stack.find('\n', begin) - begin), &file,
                  &location->line, &location->column))
    return false;
  Fill(location->file, file);
  return true;
}

}  // namespace

void halfword::api::LeaveToHost(Isolate& inside, Value result) {
  if (result.Is<PromiseObject>() && !NativeStateOf(inside).host.promise_rejection_tracker)
    static_cast<PromiseObject*>(result.AsObject())->is_handled_.Init(Value::True());
}

void halfword::api::ReportRejections(Isolate& inside) {
  ValueList promises(inside);
  TakeUnhandledRejections(inside, promises);
  hw_isolate* isolate = IsolateOf(inside);
  for (size_t i = 0; i < promises.size() && isolate->inspectors != nullptr; i++)
    TellInspectors(isolate, inside, static_cast<PromiseObject*>(promises[i].AsObject())->result_, true);
  if (promises.empty() || (isolate->host && isolate->host->hooks.rejection)) return;
  auto write = [&](const std::string& line) {
    if (isolate->host && isolate->host->hooks.console)
      return WriteLine(inside, console::Level::kError, line, true);
    std::fprintf(stderr, "%s\n", line.c_str());
  };
  constexpr size_t kMost = 10;
  for (size_t i = 0; i < std::min(promises.size(), kMost); i++) {
    Value reason = static_cast<PromiseObject*>(promises[i].AsObject())->result_;
    write("Uncaught (in promise) " + Describe(inside, reason));
  }
  if (promises.size() > kMost)
    write("... and " + std::to_string(promises.size() - kMost) + " more rejected promises");
}

size_t hw_describe(hw_isolate* isolate, hw_value exception, char* text, size_t capacity) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    NoteForeign(isolate, exception);
    return CopyText(Describe(inside, FromHost(exception)), text, capacity);
  });
}

bool hw_locate(hw_isolate* isolate, hw_value exception, hw_location* location) {
  if (!location) return false;
  hw_location found = {};
  bool is_known = EnterOrRefuse(isolate, [&](Isolate& inside) {
    NoteForeign(isolate, exception);
    return Locate(inside, FromHost(exception), &found);
  });
  if (!is_known) found = {};
  found.size = location->size;
  std::memcpy(location, &found, std::min(location->size, sizeof found));
  return is_known;
}
