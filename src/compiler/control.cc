// Handlers and jumps out of statements: what "Leaving" in compiler.h describes.
#include "compiler/function_compiler.h"

namespace halfword::compiler {

// Overwrites acc.
void FunctionCompiler::BeginRegion(Region& region) {
  region.environment = regs_.Allocate();
  b_.Emit(Opcode::kLdaEnvironment);
  b_.Emit(Opcode::kStar, {region.environment});
  region.start = b_.MarkOffset();
}

void FunctionCompiler::EndRegion(Region& region) { region.end = b_.MarkOffset(); }

void FunctionCompiler::FinishRegion(Region& region) {
  uint32_t start = region.start;
  for (auto [gap_start, gap_end] : region.gaps) {
    b_.AddHandler(start, gap_start, region.handler, region.environment);
    start = gap_end;
  }
  b_.AddHandler(start, region.end, region.handler, region.environment);
}

void FunctionCompiler::JumpOut(JumpKind kind, const Node* target) {
  if (!b_.reachable()) return;
  // The regions left so far and where; the first `uncovered` of them must not catch what is
  // thrown from here on.
  std::vector<std::pair<Region*, uint32_t>> left;
  size_t uncovered = 0;
  bool arrived = false;
  for (Control* c = control_; c != nullptr && !arrived; c = c->outer) {
    switch (c->kind) {
      case Control::kTarget: {
        Label* label = kind == JumpKind::kBreak      ? c->break_label
                       : kind == JumpKind::kContinue ? c->continue_label
                                                     : nullptr;
        if (label != nullptr && c->statement == target) {
          Jump(*label);
          arrived = true;
        }
        break;
      }
      case Control::kEnvironment:
        if (kind != JumpKind::kReturn) b_.Emit(Opcode::kPopEnv);
        break;
      case Control::kRegion: left.push_back({c->region, b_.MarkOffset()}); break;
      case Control::kFinally: {
        Finally& finally = *c->finally;
        if (kind == JumpKind::kReturn) {
          b_.Emit(Opcode::kStar, {finally.value});
          b_.Emit(Opcode::kLdar, {c->region->environment});
          b_.Emit(Opcode::kStaEnvironment);
        }
        size_t i = 0;
        while (i < finally.commands.size() &&
               (finally.commands[i].kind != kind || finally.commands[i].target != target)) {
          i++;
        }
        if (i == finally.commands.size()) finally.commands.push_back({kind, target});
        b_.LoadSmi(static_cast<int32_t>(i) + kFirstCommand);
        b_.Emit(Opcode::kStar, {finally.token});
        b_.EmitJump(Opcode::kJump, finally.entry);
        arrived = true;
        break;
      }
      case Control::kIterator:
      case Control::kAsyncIterator:
        if (c->region != nullptr) left.push_back({c->region, b_.MarkOffset()});
        if (c->kind == Control::kIterator) {
          b_.Emit(Opcode::kIteratorClose, {c->iterator, 0});
        } else {
          CloseAsyncIterator(c->iterator);
        }
        uncovered = left.size();
        break;
    }
  }
  if (!arrived) {
    DCHECK(kind == JumpKind::kReturn);
    EmitReturn();
    if (kind_ == FunctionKind::kDerivedConstructor) uncovered = left.size();
  }
  for (size_t i = 0; i < uncovered; i++) left[i].first->gaps.push_back({left[i].second, b_.MarkOffset()});
}

void FunctionCompiler::LeaveFinally(Finally& finally) {
  if (!b_.reachable()) return;
  Label done, rethrow;
  b_.Emit(Opcode::kLdar, {finally.token});
  if (finally.commands.empty()) {
    b_.EmitJump(Opcode::kJumpIfFalse, done);
    b_.Emit(Opcode::kLdar, {finally.value});
    b_.Emit(Opcode::kThrow);
  } else {
    uint32_t count = static_cast<uint32_t>(finally.commands.size());
    BytecodeBuilder::Switch table = b_.EmitSwitch(kRethrow, 1 + count);
    b_.EmitJump(Opcode::kJump, done);
    b_.BindReachable(rethrow);
    b_.SetSwitchTarget(table, 0, rethrow);
    b_.Emit(Opcode::kLdar, {finally.value});
    b_.Emit(Opcode::kThrow);
    for (uint32_t i = 0; i < count; i++) {
      Label target;
      b_.BindReachable(target);
      b_.SetSwitchTarget(table, 1 + i, target);
      if (finally.commands[i].kind == JumpKind::kReturn) b_.Emit(Opcode::kLdar, {finally.value});
      JumpOut(finally.commands[i].kind, finally.commands[i].target);
    }
  }
  b_.Bind(done);
}

void FunctionCompiler::AddResource(syntax::DeclarationKind kind) {
  b_.Emit(Opcode::kAddResource, {resources_, kind == syntax::DeclarationKind::kAwaitUsing ? 1 : 0});
}

// https://tc39.es/ecma262/#sec-disposeresources; the shape is described in compiler.h.
void FunctionCompiler::DisposeResources(const Scope* scope, Register resources, const Finally& finally,
                                        uint32_t end) {
  Register mark = regs_.mark();
  uint32_t position = end == 0 ? 0 : end - 1;
  Register waits = regs_.Allocate(), result = regs_.Allocate();
  Register base = AllocateFrame();
  Label next, await, done;
  Region region;
  BeginRegion(region);
  BindLoopHeader(next, b_.reachable());
  b_.EmitJump(Opcode::kTakeResource, done, {base, resources});
  if (scope->has_await_using) {
    b_.EmitJump(Opcode::kJumpIfUndefined, await);
    b_.Emit(Opcode::kStar, {waits});
    EmitCall(base, {0}, false, position);
    b_.Emit(Opcode::kStar, {result});
    b_.Emit(Opcode::kLdar, {waits});
    b_.EmitJump(Opcode::kJumpLoopIfFalse, next);
    b_.Emit(Opcode::kStar, {resources + 2});
    b_.Emit(Opcode::kLdar, {result});
    b_.Bind(await);
    EmitAwait(position);
  } else {
    EmitCall(base, {0}, false, position);
  }
  b_.EmitJump(Opcode::kJumpLoop, next);
  EndRegion(region);
  b_.BindReachable(region.handler);
  FinishRegion(region);
  b_.SetPosition(position);
  b_.Emit(Opcode::kSuppressError, {finally.token, finally.value});
  b_.Emit(Opcode::kStar, {finally.value});
  b_.LoadSmi(kRethrow);
  b_.Emit(Opcode::kStar, {finally.token});
  b_.EmitJump(Opcode::kJumpLoop, next);
  b_.Bind(done);
  regs_.Release(mark);
}

void FunctionCompiler::EmitReturn() {
  if (is_async_function()) {
    b_.Emit(Opcode::kAsyncReturn, {async_state_});
    return;
  }
  if (kind_ == FunctionKind::kDerivedConstructor) {
    Register mark = regs_.mark();
    Variable* variable = literal_ == nullptr ? nullptr : literal_->scope->this_variable;
    Register receiver = 0;
    if (variable != nullptr && variable->location == syntax::VariableLocation::kEnvironment) {
      Register value = Spill();
      LoadThis(variable, false);
      receiver = Spill();
      b_.Emit(Opcode::kLdar, {value});
    }
    b_.Emit(Opcode::kCheckDerivedReturn, {receiver});
    regs_.Release(mark);
  }
  b_.Emit(Opcode::kReturn);
}

// https://tc39.es/ecma262/#sec-asynciteratorclose
void FunctionCompiler::CloseAsyncIterator(Register iterator) {
  Register mark = regs_.mark();
  Register value = Spill();
  Label done;
  b_.Emit(Opcode::kIteratorCall, {iterator, 4});
  b_.EmitJump(Opcode::kJumpIfHole, done);
  EmitAwait(b_.position());
  b_.Emit(Opcode::kThrowIfNotObject, {b_.Constant(AsciiConstant("Iterator result is not an object"))});
  b_.Bind(done);
  b_.Emit(Opcode::kLdar, {value});
  regs_.Release(mark);
}

void FunctionCompiler::CloseAsyncIteratorOnThrow(Register iterator) {
  Register mark = regs_.mark();
  Label done;
  Region region;
  BeginRegion(region);
  b_.Emit(Opcode::kIteratorCall, {iterator, 4});
  b_.EmitJump(Opcode::kJumpIfHole, done);
  EmitAwait(b_.position());
  b_.EmitJump(Opcode::kJump, done);
  EndRegion(region);
  b_.BindReachable(region.handler);
  FinishRegion(region);
  b_.Bind(done);
  regs_.Release(mark);
}

}  // namespace halfword::compiler
