#include "inspector/debugger/frames.h"

#include "bytecode/frame.h"
#include "runtime/evaluation/modules.h"
#include "runtime/execution/frames.h"
#include "runtime/functions/closures.h"
#include "runtime/functions/environments.h"
#include "runtime/native_state.h"
#include "runtime/operations/call.h"

namespace halfword::inspector {

namespace {

using syntax::ScopeKind;
using syntax::VariableKind;

const char* TypeOf(ScopeKind kind, bool is_enclosing) {
  switch (kind) {
    case ScopeKind::kFunction:
    case ScopeKind::kFunctionBody: return is_enclosing ? "closure" : "local";
    case ScopeKind::kCatch: return "catch";
    case ScopeKind::kWith: return "with";
    case ScopeKind::kModule: return "module";
    case ScopeKind::kEval: return "eval";
    default: return "block";
  }
}

// Where a variable is kept; null: in nothing that can be read.
PropertyCell* CellOf(const FrameScope& scope, const DebugInfo::Local& local) {
  if (scope.environment == nullptr) return nullptr;
  uint32_t slot = local.index;
  if (local.place == DebugInfo::Place::kImport) {
    Value info = scope.environment->scope_info_;
    if (!info.Is<ScopeInfo>()) return nullptr;
    slot += info.As<ScopeInfo>()->reserved_;  // behind the slots of the module's own names
  }
  return scope.environment->slots()[slot].get().TryAs<PropertyCell>();
}

bool IsArrow(const FunctionInfo* info) {
  return info->kind() == FunctionKind::kArrow || info->kind() == FunctionKind::kAsyncArrow;
}

}  // namespace

JSFunction* Frame::function() const { return static_cast<JSFunction*>(fp[frame::kFunction].AsObject()); }

std::vector<Frame> FramesOf(Isolate& isolate) {
  constexpr size_t kMostFrames = 10'000;
  std::vector<Frame> frames;
  for (FrameWalker walker(isolate); !walker.done() && frames.size() < kMostFrames; walker.Next()) {
    if (walker.code() == nullptr || !walker.function().Is<JSFunction>()) continue;
    Frame frame{walker.fp(), walker.code(), walker.bytecode_offset(), walker.position()};
    if (!frame.script()->is_self_hosted()) frames.push_back(frame);
  }
  return frames;
}

std::vector<FrameScope> ScopesOf(const Frame& frame, const DebugInfo* info) {
  std::vector<FrameScope> scopes;
  Value environment = frame.fp[frame::kEnvironment];
  auto add = [&](const DebugInfo::Scope& scope, bool is_enclosing) {
    FrameScope made{TypeOf(scope.kind, is_enclosing), {}, nullptr, nullptr, {}};
    if (scope.has_environment) {
      made.environment = environment.TryAs<Environment>();
      if (made.environment != nullptr) environment = made.environment->parent_;
    }
    if (scope.kind == ScopeKind::kWith) {
      if (made.environment != nullptr && made.environment->slots()[0].get().IsObject())
        made.object = made.environment->slots()[0].get().AsObject();
    } else {
      auto begin = info->locals.begin() + scope.first_local;
      for (auto local = begin; local != begin + scope.local_count; ++local) {
        bool is_there = local->place == DebugInfo::Place::kRegister || made.environment != nullptr;
        if (is_there) made.variables.push_back(*local);
      }
    }
    bool is_shown =
        made.object != nullptr || !made.variables.empty() || made.type == TypeOf(ScopeKind::kFunction, false);
    if (is_shown && scope.kind != ScopeKind::kScript) scopes.push_back(std::move(made));
  };
  if (info != nullptr) {
    for (int32_t i = info->ScopeAt(frame.offset); i >= 0; i = info->scopes[static_cast<size_t>(i)].outer)
      add(info->scopes[static_cast<size_t>(i)], false);
    for (const DebugInfo::Scope& scope : info->enclosing) add(scope, true);
  }
  Realm* realm = frame.script()->realm_.get();
  if (Value names = realm->script_scope_; names.IsObject())
    scopes.push_back({"script", {}, names.AsObject(), nullptr, {}});
  scopes.push_back({"global", {}, realm->global_object(), nullptr, {}});
  return scopes;
}

Value ReadVariable(Isolate& isolate, const Frame& frame, const FrameScope& scope,
                   const DebugInfo::Local& local) {
  if (local.place == DebugInfo::Place::kRegister)
    return frame.position < local.initialized ? Value::Hole() : frame.fp[local.index];
  if (PropertyCell* cell = CellOf(scope, local)) return cell->value_;
  if (local.place == DebugInfo::Place::kImport) return Value::Hole();
  Value value = scope.environment->slots()[local.index];
  return value.Is<FunctionInfo>() ? FunctionInSlot(isolate, scope.environment, local.index) : value;
}

void WriteVariable(Isolate& isolate, const Frame& frame, const FrameScope& scope,
                   const DebugInfo::Local& local, Value value) {
  if (local.place == DebugInfo::Place::kRegister) {
    frame.fp[local.index] = value;
  } else if (PropertyCell* cell = CellOf(scope, local)) {
    cell->Assign(isolate, value);
  } else if (local.place == DebugInfo::Place::kSlot) {
    scope.environment->slots()[local.index].Set(scope.environment, value);
  }
}

void CopyVariables(Isolate& isolate, const Frame& frame, const FrameScope& scope, JSObject* to) {
  for (const DebugInfo::Local& local : scope.variables) {
    if (local.kind == VariableKind::kThis) continue;
    Value value = ReadVariable(isolate, frame, scope, local);
    // An `arguments` that nobody has asked for is not made for the client's sake.
    if (value.IsHole() && local.kind == VariableKind::kArguments) continue;
    PropertyKey key = PropertyKey::FromString(isolate, NewStringFromUtf8(isolate, local.name));
    to->DefineOwn(isolate, key, value.IsHole() ? Value::Undefined() : value, kDataDefault);
  }
}

Value ThisOf(Isolate& isolate, const Frame& frame, const std::vector<FrameScope>& scopes) {
  Value value = Value::Undefined();
  bool is_found = false;
  for (const FrameScope& scope : scopes) {
    for (const DebugInfo::Local& local : scope.variables) {
      if (local.kind != VariableKind::kThis || is_found) continue;
      value = ReadVariable(isolate, frame, scope, local);
      is_found = true;
    }
  }
  FunctionInfo* info = frame.info();
  if (!is_found && !IsArrow(info)) value = frame.fp[frame::kThis];
  if (value.IsHole()) return Value::Undefined();
  bool is_bare = value.IsNullOrUndefined() && !(info->flags_ & FunctionInfo::kIsStrict) && !IsArrow(info) &&
                 info->kind() != FunctionKind::kModule;
  return is_bare ? Value(frame.script()->realm_->global_this_) : value;
}

Completion<Value> EvaluateInFrame(Isolate& isolate, const Frame& frame, const DebugInfo* described,
                                  String* text) {
  if (isolate.NativeStackExhausted()) return isolate.ThrowStackOverflow();
  FunctionInfo* around = frame.info();
  const bool is_strict = (around->flags_ & FunctionInfo::kIsStrict) != 0;
  Value receiver = ThisOf(isolate, frame, ScopesOf(frame, described));
  std::optional<EvaluationScope> scope = DescribeEvaluation(isolate, around, frame.offset);
  const uint32_t count = scope ? static_cast<uint32_t>(scope->registers.size()) : 0;
  Value environment = frame.fp[frame::kEnvironment];
  Environment* copies = nullptr;
  if (scope) {
    copies = NewEnvironment(isolate, environment, Value(scope->info), count + 1);
    environment = Value(copies);
    for (uint32_t i = 0; i < count; i++) {
      const EvaluationScope::Copy& copy = scope->registers[i];
      Value& reg = frame.fp[copy.reg];
      if (scope->arguments_index == i && reg.IsHole())
        (void)ArgumentsIn(isolate, frame.fp, reg, !is_strict && around->length_ == 0);
      if (frame.position >= copy.initialized)
        copies->slots()[i].Set(copies, scope->this_index == i ? receiver : reg);
    }
  }
  FunctionInfo* info =
      TRY(NativeStateOf(isolate).compile.eval(isolate, {.realm = frame.script()->realm_.get(),
                                                        .referrer = ActiveScriptOrModule(isolate),
                                                        .text = text,
                                                        .is_direct = true,
                                                        .is_caller_strict = is_strict,
                                                        .outer = scope ? scope->info : nullptr}));
  Completion<Value> result = Call(isolate, Value(CreateClosure(isolate, info, environment)), receiver);
  for (uint32_t i = 0; i < count; i++) {
    const EvaluationScope::Copy& copy = scope->registers[i];
    if (scope->this_index != i && frame.position >= copy.initialized) frame.fp[copy.reg] = copies->slots()[i];
  }
  return result;
}

}  // namespace halfword::inspector
