// Loops. The condition is at the bottom; see compiler.h.
#include "compiler/function_compiler.h"

namespace halfword::compiler {

using namespace syntax;

namespace {

bool IsAlwaysTrue(Expression* test) {
  return test == nullptr || (test->Is<BooleanLiteral>() && test->As<BooleanLiteral>()->value);
}

}  // namespace

void FunctionCompiler::DoWhile(DoWhileStatement* s) {
  ResetResult();
  Label body, test, exit;
  BindLoopHeader(body, b_.reachable());
  {
    Control control(*this, Control::kTarget);
    control.statement = s;
    control.break_label = &exit;
    control.continue_label = &test;
    NoteBlock(s->body, DebugInfo::Block::kLoop);
    VisitStatement(s->body);
  }
  b_.Bind(test);
  NoteStatement(s->test->start);
  Condition(s->test, body, exit, Next::kFalse);
  b_.Bind(exit);
}

void FunctionCompiler::While(WhileStatement* s) {
  ResetResult();
  Label body, test, exit;
  bool endless = IsAlwaysTrue(s->test);
  bool reachable = b_.reachable();
  if (!endless) b_.EmitJump(Opcode::kJump, test);
  BindLoopHeader(body, reachable);
  {
    Control control(*this, Control::kTarget);
    control.statement = s;
    control.break_label = &exit;
    control.continue_label = &test;
    NoteBlock(s->body, DebugInfo::Block::kLoop);
    VisitStatement(s->body);
  }
  b_.Bind(test);
  if (endless) {
    b_.EmitJump(Opcode::kJumpLoop, body);
  } else {
    NoteStatement(s->test->start);
    Condition(s->test, body, exit, Next::kFalse);
  }
  b_.Bind(exit);
}

// https://tc39.es/ecma262/#sec-for-statement
void FunctionCompiler::For(ForStatement* s) {
  BlockScope scope(*this, s->scope);
  WithResources(s->scope, s->end, [&] { ForLoop(s); });
}

void FunctionCompiler::ForLoop(ForStatement* s) {
  if (s->initializer != nullptr) {
    if (s->initializer->Is<syntax::VariableDeclaration>()) {
      VariableDeclaration(s->initializer->As<syntax::VariableDeclaration>());
    } else {
      NoteStatement(s->initializer->start);
      ForEffect(static_cast<Expression*>(s->initializer));
    }
  }
  bool copies = s->scope != nullptr && s->scope->needs_environment && s->scope->per_iteration;
  auto copy = [&] {
    if (copies) b_.Emit(Opcode::kCopyEnv, {s->scope->slot_count});
  };
  copy();
  ResetResult();
  Label body, test, update, exit;
  bool endless = IsAlwaysTrue(s->test);
  bool reachable = b_.reachable();
  if (!endless) b_.EmitJump(Opcode::kJump, test);
  BindLoopHeader(body, reachable);
  {
    Control control(*this, Control::kTarget);
    control.statement = s;
    control.break_label = &exit;
    control.continue_label = &update;
    NoteBlock(s->body, DebugInfo::Block::kLoop);
    VisitStatement(s->body);
  }
  b_.Bind(update);
  copy();
  if (s->update != nullptr) {
    NoteStatement(s->update->start);
    ForEffect(s->update);
  }
  b_.Bind(test);
  if (endless) {
    b_.EmitJump(Opcode::kJumpLoop, body);
  } else {
    NoteStatement(s->test->start);
    Condition(s->test, body, exit, Next::kFalse);
  }
  b_.Bind(exit);
}

// acc = the subject of a for-in or for-of, evaluated where the loop's names are in their dead zone.
void FunctionCompiler::ForEachSubject(ForEachStatement* s) {
  if (s->each->Is<syntax::VariableDeclaration>()) {
    syntax::VariableDeclaration* declaration = s->each->As<syntax::VariableDeclaration>();
    if (declaration->declarators[0].initializer != nullptr) VariableDeclaration(declaration);
  }
  BlockScope scope(*this, s->scope);
  Accumulate(s->subject);
}

void FunctionCompiler::ForEachBinding(ForEachStatement* s) {
  if (s->each->Is<syntax::VariableDeclaration>()) {
    syntax::VariableDeclaration* declaration = s->each->As<syntax::VariableDeclaration>();
    if (declaration->declaration_kind >= syntax::DeclarationKind::kUsing) {
      b_.SetPosition(s->subject->start);
      AddResource(declaration->declaration_kind);
    }
    BindTarget(declaration->declarators[0].target,
               declaration->declaration_kind == syntax::DeclarationKind::kVar ? StoreMode::kAssign
                                                                              : StoreMode::kInitialize);
  } else {
    BindTarget(static_cast<Expression*>(s->each), StoreMode::kAssign);
  }
}

// One iteration: binds acc, runs the body.
void FunctionCompiler::ForEachBody(ForEachStatement* s) {
  Register mark = regs_.mark();
  bool has_using = s->scope != nullptr && s->scope->has_using;
  Register value = has_using || NeedsSpill(s->scope) ? Spill() : kNoRegister;
  {
    BlockScope scope(*this, s->scope);
    WithResources(s->scope, s->end, [&] {
      if (value != kNoRegister) b_.Emit(Opcode::kLdar, {value});
      ForEachBinding(s);
      NoteBlock(s->body, DebugInfo::Block::kLoop);
      VisitStatement(s->body);
    });
  }
  regs_.Release(mark);
}

// https://tc39.es/ecma262/#sec-for-in-and-for-of-statements
void FunctionCompiler::ForIn(ForInStatement* s) {
  ResetResult();
  Register mark = regs_.mark();
  Register enumeration = regs_.Allocate();
  ForEachSubject(s);
  b_.SetPosition(s->subject->start);
  b_.Emit(Opcode::kForInPrepare, {enumeration});
  Label loop, next, exit;
  BindLoopHeader(loop, b_.reachable());
  b_.SetPosition(s->subject->start);
  b_.EmitJump(Opcode::kForInNext, exit, {enumeration});
  {
    Control control(*this, Control::kTarget);
    control.statement = s;
    control.break_label = &exit;
    control.continue_label = &next;
    ForEachBody(s);
  }
  b_.Bind(next);
  b_.EmitJump(Opcode::kJumpLoop, loop);
  b_.Bind(exit);
  regs_.Release(mark);
}

void FunctionCompiler::ForOf(ForOfStatement* s) {
  ResetResult();
  Register mark = regs_.mark();
  Register iterator = regs_.Allocate(3);
  if (!c_.is_self_hosted() || !IteratorRecordOperation(s->subject, iterator)) {
    ForEachSubject(s);
    b_.SetPosition(s->subject->start);
    b_.Emit(Opcode::kGetIterator, {iterator, s->is_await});
  }
  Label loop, next, exhausted, exit;
  Region region;
  BeginRegion(region);
  {
    Control break_target(*this, Control::kTarget);
    break_target.statement = s;
    break_target.break_label = &exit;
    Control closing(*this, s->is_await ? Control::kAsyncIterator : Control::kIterator);
    closing.iterator = iterator;
    closing.region = &region;
    Control continue_target(*this, Control::kTarget);
    continue_target.statement = s;
    continue_target.continue_label = &next;

    BindLoopHeader(loop, b_.reachable());
    b_.SetPosition(s->subject->start);
    if (s->is_await) {
      b_.Emit(Opcode::kIteratorCall, {iterator, 3});
      EmitAwait(s->subject->start);
      b_.EmitJump(Opcode::kIteratorResult, exhausted);
      region.start = b_.MarkOffset();
    } else {
      // What it throws itself closes nothing: the record is done then.
      b_.EmitJump(Opcode::kIteratorStep, exhausted, {iterator});
    }
    ForEachBody(s);
    b_.Bind(next);
    b_.EmitJump(Opcode::kJumpLoop, loop);
    EndRegion(region);
  }
  b_.BindReachable(region.handler);
  FinishRegion(region);
  if (s->is_await) {
    Register exception = Spill();
    CloseAsyncIteratorOnThrow(iterator);
    b_.Emit(Opcode::kLdar, {exception});
  } else {
    b_.Emit(Opcode::kIteratorClose, {iterator, 1});
  }
  b_.Emit(Opcode::kThrow);
  b_.Bind(exhausted);
  b_.Bind(exit);
  regs_.Release(mark);
}

}  // namespace halfword::compiler
