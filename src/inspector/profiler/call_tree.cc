#include "inspector/profiler/call_tree.h"

#include <array>

#include "inspector/debugger/debugger.h"
#include "runtime/execution/frames.h"
#include "runtime/operations/errors.h"

namespace halfword::inspector {

namespace {

constexpr size_t kMostFrames = 256;     // of a stack, the innermost ones
constexpr size_t kMostNodes = 1 << 20;  // what comes then is charged to (program)

// A part of a builtin, whose time is the builtin's.
bool IsHidden(FunctionInfo* info) {
  Value name = info->name_;
  return info->script_.get()->is_self_hosted() && !(name.IsString() && name.AsString()->length() > 0);
}

std::string TextOf(Isolate& isolate, Value value) {
  return value.IsString() ? value.AsString()->ToUtf8(isolate) : std::string();
}

}  // namespace

CallTree::CallTree() : functions_(kSpecials, Value::Smi(0)), nodes_{{kRoot, kRoot}} {}

uint32_t CallTree::NodeOf(uint32_t parent, FunctionInfo* info) {
  return IsHidden(info) ? parent : Find(parent, FunctionOf(Value(info)));
}

uint32_t CallTree::FunctionOf(Value function) {
  uint64_t key = function.bits();
  // Closures of one builtin are one function.
  if (function.Is<NativeFunction>()) {
    auto* native = static_cast<NativeFunction*>(function.AsObject());
    key = uint64_t{1} << 63 | uint64_t{native->native_index_} << 16 | native->magic_;
  }
  auto [found, is_new] = function_numbers_.try_emplace(key, static_cast<uint32_t>(functions_.size()));
  if (is_new) functions_.push_back(function);
  return found->second;
}

uint32_t CallTree::Find(uint32_t parent, uint32_t function) {
  const uint64_t key = uint64_t{parent} << 32 | function;
  if (auto found = node_numbers_.find(key); found != node_numbers_.end()) return found->second;
  if (nodes_.size() >= kMostNodes && function >= kSpecials) return Find(kRoot, kProgram);
  const auto number = static_cast<uint32_t>(nodes_.size());
  node_numbers_[key] = number;
  nodes_.push_back({parent, function});
  nodes_[parent].children.push_back(number);
  return number;
}

uint32_t CallTree::NodeOfStack(Isolate& isolate, FunctionInfo** top, uint32_t* position) {
  *position = kNowhere;
  *top = nullptr;
  std::array<uint32_t, kMostFrames> functions;
  size_t count = 0;
  for (FrameWalker walker(isolate); !walker.done() && count < kMostFrames; walker.Next()) {
    Value function = walker.function();
    if (function.Is<JSFunction>() && walker.code() != nullptr) {
      FunctionInfo* info = static_cast<JSFunction*>(function.AsObject())->info();
      if (IsHidden(info)) continue;
      if (count == 0) {
        *position = walker.position();
        *top = info;
      }
      functions[count++] = FunctionOf(Value(info));
    } else if (function.Is<NativeFunction>()) {
      functions[count++] = FunctionOf(function);
    }
  }
  if (count == 0) return NodeOf(kRoot, kProgram);
  uint32_t node = kRoot;
  while (count > 0) node = Find(node, functions[--count]);
  return node;
}

void CallTree::Trace(gc::Visitor& visitor) const {
  visitor.TraceTaggedRange(reinterpret_cast<const TaggedBits*>(functions_.data()),
                           reinterpret_cast<const TaggedBits*>(functions_.data() + functions_.size()));
}

Script* CallTree::ScriptOf(uint32_t function) const {
  if (!functions_[function].Is<FunctionInfo>()) return nullptr;
  Script* script = functions_[function].As<FunctionInfo>()->script_.get();
  return script->is_self_hosted() ? nullptr : script;
}

Json CallTree::CallFrameOf(Isolate& isolate, uint32_t number) const {
  auto frame = [](std::string name, uint32_t script = 0, std::string url = {}, int64_t line = -1,
                  int64_t column = -1) {
    return Json{{"functionName", std::move(name)},
                {"scriptId", std::to_string(script)},
                {"url", std::move(url)},
                {"lineNumber", line},
                {"columnNumber", column}};
  };
  switch (number) {
    case kRoot: return frame("(root)");
    case kProgram: return frame("(program)");
    case kIdle: return frame("(idle)");
    case kCollector: return frame("(garbage collector)");
    case kCompiler: return frame("(compiler)");
  }
  Value function = functions_[number];
  if (function.Is<NativeFunction>())
    return frame(TextOf(isolate, static_cast<NativeFunction*>(function.AsObject())->name_));
  auto* info = function.As<FunctionInfo>();
  Script* script = info->script_.get();
  const bool is_program = info->kind() == FunctionKind::kScript || info->kind() == FunctionKind::kModule;
  std::string name = is_program ? std::string() : TextOf(isolate, info->name_);
  if (script->is_self_hosted()) return frame(std::move(name));
  SourceLocation place = LocationOf(isolate, script, info->source_start_);
  Debugger* debugger = Debugger::Of(isolate);
  Scripts::Record* record = debugger == nullptr ? nullptr : debugger->scripts().Find(script);
  return frame(std::move(name), record == nullptr ? 0 : record->number, TextOf(isolate, script->name_),
               int64_t{place.line} - 1, int64_t{place.column} - 1);
}

}  // namespace halfword::inspector
