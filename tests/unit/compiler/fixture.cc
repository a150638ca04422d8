#include "fixture.h"

#include <cstdarg>
#include <cstdio>
#include <vector>

#include "bytecode/disassembler.h"
#include "objects/isolate_objects.h"
#include "objects/values/type_table.h"
#include "platform/stack.h"

namespace halfword {

// The error has no properties; the test sees what it says.
static JSObject* NoteError(Isolate& isolate, ErrorType type, String* message, Realm*) {
  static_cast<CompilerTestState&>(StateOf(isolate)).thrown =
      (type == ErrorType::kSyntaxError ? "SyntaxError: " : "RangeError: ") + message->ToUtf8(isolate);
  return NewObject(isolate, isolate.null_object_shape_.GetNonNull());
}

CompilerHeap::CompilerHeap() {
  gc::HeapOptions options;
  options.types = gc::EngineTypes();
  options.client_front_bytes = sizeof(Isolate);
  options.verify = true;
  options.callbacks.trace_roots = [](void*, gc::Visitor& visitor) {
    TraceIsolateRoots(Isolate::Current(), visitor);
  };
  std::string error;
  heap_ = gc::Heap::Create(options, &error);
  CHECK(heap_ != nullptr);
  gc::AnnexFrontOf(heap_->cage_base())->client = static_cast<IsolateState*>(&state_);
  state_.new_error = NoteError;
  state_.entry = &state_.limits;
  heap_->Enter([] {
    Isolate& isolate = Isolate::Current();
    isolate.fuel_ = -1;
    InitializeObjectRoots(isolate);
    isolate.realm_.Init(AllocateAny<Realm>(sizeof(Realm)));
  });
}

CompilerHeap::~CompilerHeap() { heap_.reset(); }

Script* CompilerHeap::NewScript(Isolate& isolate, std::string_view source) {
  Script* script = AllocateAny<Script>(sizeof(Script));
  script->realm_.Init(isolate.realm());
  script->source_.Set(script, Value(NewStringFromUtf8(isolate, source)));
  script->name_.Set(script, Value(NewStringFromAscii(isolate, "test.js")));
  return script;
}

bool CompilerHeap::CompileInner(Isolate& isolate, FunctionInfo* info) {
  std::vector<FunctionInfo*> pending = {info};
  while (!pending.empty()) {
    FunctionInfo* next = pending.back();
    pending.pop_back();
    if (next->code_.get() == nullptr && CompileLazy(isolate, next).IsThrow()) return false;
    Code* code = next->code_.get();
    for (uint32_t i = 0; i < code->constant_count_; i++) {
      Value constant = code->constants()[i];
      if (constant.IsHeapPointer() && constant.IsOther() && constant.Is<FunctionInfo>()) {
        pending.push_back(constant.As<FunctionInfo>());
      }
    }
  }
  return true;
}

std::string CompilerHeap::Compile(std::string_view source, Goal goal) {
  std::string result;
  Run([&](Isolate& isolate) {
    gc::NoGarbageCollectionScope no_collection(isolate.heap());
    Script* script = NewScript(isolate, source);
    FunctionInfo* info = nullptr;
    if (goal == Goal::kModule) {
      Completion<ModuleRecord*> record = CompileModule(isolate, script);
      if (!record.IsThrow()) {
        result = DisassembleFunction(*record.Take()->initializer_.get());
        info = record.Take()->body_.get();
      }
    } else {
      Completion<FunctionInfo*> compiled =
          goal == Goal::kEval ? CompileEval(isolate, {.realm = isolate.realm(),
                                                      .referrer = Value::Smi(0),
                                                      .text = script->source_.get().AsString(),
                                                      .is_direct = true})
                              : CompileScript(isolate, script, goal == Goal::kLazyScript);
      if (!compiled.IsThrow()) info = compiled.Take();
    }
    if (info == nullptr || !CompileInner(isolate, info)) {
      result = state_.thrown;
    } else {
      result += DisassembleFunction(*info);
    }
  });
  return result;
}

std::string CompilerHeap::CompileFunction(std::string_view source) {
  std::string all = Compile(source);
  size_t from = all.find("\nfunction ");
  if (from == std::string::npos) return all;
  from = all.find('\n', all.find('\n', from + 1) + 1) + 1;  // behind the heading and the frame
  size_t to = all.find("\nfunction ", from);
  std::string lines = all.substr(from, to == std::string::npos ? std::string::npos : to + 1 - from);
  std::string result;
  for (size_t i = 0; i < lines.size();) {
    size_t end = lines.find('\n', i);
    std::string line = lines.substr(i, end - i);
    i = end + 1;
    if (line.size() < 8 || line.compare(0, 3, "  h") == 0) continue;
    line = line.substr(8);
    if (size_t note = line.find("; "); note != std::string::npos) line = line.substr(0, note);
    std::string squeezed;
    for (char c : line) {
      if (c != ' ' || squeezed.empty() || squeezed.back() != ' ') squeezed += c;
    }
    while (!squeezed.empty() && squeezed.back() == ' ') squeezed.pop_back();
    result += squeezed + "\n";
  }
  return result;
}

}  // namespace halfword
