#include "inspector/stacks.h"

#include <charconv>

#include "runtime/execution/frames.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/stack_trace.h"

namespace halfword::inspector {

namespace {

constexpr size_t kMostFrames = 200;

Json CallFrame(const std::string& function, const std::string& url, uint32_t line, uint32_t column) {
  return {{"functionName", function},
          {"scriptId", "0"},  // scripts have no numbers before there is a Debugger domain
          {"url", url},
          {"lineNumber", line == 0 ? 0 : line - 1},
          {"columnNumber", column == 0 ? 0 : column - 1}};
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
    frames.push_back(CallFrame(name != nullptr ? name->ToUtf8(isolate) : std::string(),
                               url.IsString() ? url.AsString()->ToUtf8(isolate) : std::string(), place.line,
                               place.column));
  }
  return {{"callFrames", std::move(frames)}};
}

Json StackOfText(std::string_view text) {
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
    frames.push_back(CallFrame(std::string(function), std::string(frame), line, column));
  }
  return {{"callFrames", std::move(frames)}};
}

}  // namespace halfword::inspector
