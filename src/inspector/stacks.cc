#include "inspector/stacks.h"

#include <charconv>

#include "inspector/debugger/debugger.h"
#include "runtime/execution/frames.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/stack_trace.h"

namespace halfword::inspector {

namespace {

constexpr size_t kMostFrames = 200;

// `script`: 0 where it has no number, as before a client has enabled the domain Debugger.
Json CallFrame(const std::string& function, uint32_t script, const std::string& url, uint32_t line,
               uint32_t column) {
  return {{"functionName", function},
          {"scriptId", std::to_string(script)},
          {"url", url},
          {"lineNumber", line == 0 ? 0 : line - 1},
          {"columnNumber", column == 0 ? 0 : column - 1}};
}

uint32_t NumberOf(Isolate& isolate, const Script* script) {
  Debugger* debugger = Debugger::Of(isolate);
  Scripts::Record* record = debugger == nullptr ? nullptr : debugger->scripts().Find(script);
  return record == nullptr ? 0 : record->number;
}
// Of the newest script of that name.
uint32_t NumberOf(Isolate& isolate, std::string_view url) {
  Debugger* debugger = Debugger::Of(isolate);
  uint32_t newest = 0;
  if (debugger == nullptr) return newest;
  for (uint32_t number : debugger->scripts().numbers()) {
    if (debugger->scripts().Find(number)->url == url) newest = number;
  }
  return newest;
}

// Takes ":number" from the end of the text.
bool TakeNumber(std::string_view& text, uint32_t* number) {
  size_t colon = text.rfind(':');
  if (colon == text.npos) return false;
  const char* end = text.data() + text.size();
  auto [stopped, error] = std::from_chars(text.data() + colon + 1, end, *number);
  if (error != std::errc() || stopped != end) return false;
  text = text.substr(0, colon);
  return true;
}

}  // namespace

Json RunningStack(Isolate& isolate) {
  Json frames = Json::array();
  for (FrameWalker walker(isolate); !walker.done() && frames.size() < kMostFrames; walker.Next()) {
    if (walker.code() == nullptr || !walker.function().Is<JSFunction>()) continue;
    auto* function = static_cast<JSFunction*>(walker.function().AsObject());
    Script* script = function->info()->script_.get();
    if (script->is_self_hosted()) continue;
    uint32_t position = walker.position();
    String* name = FunctionNameOf(
        isolate, {function, Value::Undefined(), Value::Smi(static_cast<int32_t>(position)), false});
    SourceLocation place = LocationOf(isolate, script, position);
    Value url = script->name_;
    frames.push_back(CallFrame(
        name != nullptr ? name->ToUtf8(isolate) : std::string(), NumberOf(isolate, script),
        url.IsString() ? url.AsString()->ToUtf8(isolate) : std::string(), place.line, place.column));
  }
  return {{"callFrames", std::move(frames)}};
}

Json StackOfText(Isolate& isolate, std::string_view text) {
  constexpr std::string_view kAt = "\n    at ";
  Json frames = Json::array();
  size_t begin = text.find(kAt);
  while (begin != text.npos && frames.size() < kMostFrames) {
    begin += kAt.size();
    size_t end = text.find('\n', begin);
    std::string_view frame = text.substr(begin, end == text.npos ? end : end - begin);
    begin = text.find(kAt, begin);
    std::string_view function;
    if (frame.ends_with(')')) {
      size_t open = frame.rfind(" (");
      if (open == frame.npos) continue;
      function = frame.substr(0, open);
      frame = frame.substr(open + 2, frame.size() - open - 3);
    }
    uint32_t line, column;
    if (!TakeNumber(frame, &column) || !TakeNumber(frame, &line)) continue;
    frames.push_back(
        CallFrame(std::string(function), NumberOf(isolate, frame), std::string(frame), line, column));
  }
  return {{"callFrames", std::move(frames)}};
}

}  // namespace halfword::inspector
