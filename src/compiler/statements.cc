// Statements but loops.
#include <algorithm>
#include <cmath>

#include "compiler/function_compiler.h"

namespace halfword::compiler {

using namespace syntax;

static constexpr uint32_t kFewestCases = 4;  // of a switch with a jump table

void FunctionCompiler::Statements(std::span<Statement*> statements) {
  for (size_t i = 0; i < statements.size(); i++) {
    if (i > 0) NoteBlock(statements[i]->start, statements.back()->end, DebugInfo::Block::kRest);
    if (!b_.reachable() || c_.failed()) return;
    // A completion value that the next statement replaces for certain is not kept.
    bool replaced = result_ != kNoRegister && i + 1 < statements.size() &&
                    statements[i]->Is<syntax::ExpressionStatement>() &&
                    statements[i + 1]->Is<syntax::ExpressionStatement>();
    if (replaced) {
      NoteStatement(statements[i]);
      ForEffect(statements[i]->As<syntax::ExpressionStatement>()->expression);
    } else {
      VisitStatement(statements[i]);
    }
  }
}

void FunctionCompiler::VisitStatement(Statement* s) {
  if (c_.StackExhausted() || !b_.reachable()) return;
  if (HW_UNLIKELY(debug_ != nullptr)) NoteStatement(s);
  switch (s->kind()) {
    case NodeKind::kBlockStatement: Block(s->As<BlockStatement>()); return;
    case NodeKind::kEmptyStatement: return;
    case NodeKind::kExpressionStatement: ExpressionStatement(s->As<syntax::ExpressionStatement>()); return;
    case NodeKind::kVariableDeclaration: VariableDeclaration(s->As<syntax::VariableDeclaration>()); return;
    case NodeKind::kFunctionDeclaration: FunctionDeclaration(s->As<syntax::FunctionDeclaration>()); return;
    case NodeKind::kClassDeclaration: ClassDeclaration(s->As<syntax::ClassDeclaration>()); return;
    case NodeKind::kIfStatement: If(s->As<IfStatement>()); return;
    case NodeKind::kDoWhileStatement: DoWhile(s->As<DoWhileStatement>()); return;
    case NodeKind::kWhileStatement: While(s->As<WhileStatement>()); return;
    case NodeKind::kForStatement: For(s->As<ForStatement>()); return;
    case NodeKind::kForInStatement: ForIn(s->As<ForInStatement>()); return;
    case NodeKind::kForOfStatement: ForOf(s->As<ForOfStatement>()); return;
    case NodeKind::kContinueStatement:
      JumpOut(JumpKind::kContinue, s->As<ContinueStatement>()->target);
      return;
    case NodeKind::kBreakStatement: JumpOut(JumpKind::kBreak, s->As<BreakStatement>()->target); return;
    case NodeKind::kReturnStatement: Return(s->As<ReturnStatement>()); return;
    case NodeKind::kWithStatement: With(s->As<WithStatement>()); return;
    case NodeKind::kSwitchStatement: Switch(s->As<SwitchStatement>()); return;
    case NodeKind::kThrowStatement: Throw(s->As<ThrowStatement>()); return;
    case NodeKind::kTryStatement: Try(s->As<TryStatement>()); return;
    case NodeKind::kDebuggerStatement: b_.Emit(Opcode::kDebugger); return;
    case NodeKind::kLabelledStatement: Labelled(s->As<LabelledStatement>()); return;
    case NodeKind::kImportDeclaration: return;
    case NodeKind::kExportDeclaration: Export(s->As<ExportDeclaration>()); return;
    default: UNREACHABLE();
  }
}

// Where a program stops that is stepped through. Others are made of statements, or say it themselves.
void FunctionCompiler::NoteStatement(const Statement* s) {
  switch (s->kind()) {
    case NodeKind::kIfStatement: NoteStatement(s->As<IfStatement>()->test->start); return;
    case NodeKind::kSwitchStatement: NoteStatement(s->As<SwitchStatement>()->subject->start); return;
    case NodeKind::kWithStatement: NoteStatement(s->As<WithStatement>()->object->start); return;
    case NodeKind::kForInStatement: NoteStatement(s->As<ForInStatement>()->subject->start); return;
    case NodeKind::kForOfStatement: NoteStatement(s->As<ForOfStatement>()->subject->start); return;
    case NodeKind::kExpressionStatement:
    case NodeKind::kClassDeclaration:
    case NodeKind::kContinueStatement:
    case NodeKind::kBreakStatement:
    case NodeKind::kReturnStatement:
    case NodeKind::kThrowStatement:
    case NodeKind::kDebuggerStatement: NoteStatement(s->start); return;
    default: return;
  }
}

void FunctionCompiler::Block(BlockStatement* s) {
  BlockScope scope(*this, s->scope);
  WithResources(s->scope, s->end, [&] { Statements(s->statements); });
}

void FunctionCompiler::ExpressionStatement(syntax::ExpressionStatement* s) {
  if (result_ == kNoRegister) {
    ForEffect(s->expression);
  } else {
    Into(s->expression, result_);
  }
}

void FunctionCompiler::VariableDeclaration(syntax::VariableDeclaration* s) {
  bool is_var = s->declaration_kind == syntax::DeclarationKind::kVar;
  bool is_using = s->declaration_kind >= syntax::DeclarationKind::kUsing;
  StoreMode mode = is_var ? StoreMode::kAssign : StoreMode::kInitialize;
  for (Declarator& d : s->declarators) {
    if (d.initializer == nullptr) {
      if (is_var) continue;
      NoteStatement(d.target->start);
      b_.Emit(Opcode::kLdaUndefined);
      BindTarget(d.target, mode);
      continue;
    }
    NoteStatement(d.initializer->start);
    if (!d.target->Is<Identifier>()) {
      Accumulate(d.initializer);
      BindTarget(d.target, mode);
      continue;
    }
    if (is_using) {
      Accumulate(d.initializer);
      b_.SetPosition(d.initializer->start);
      AddResource(s->declaration_kind);
      BindTarget(d.target, mode);
      continue;
    }
    Variable* v = d.target->As<Identifier>()->variable();
    if (v->location == VariableLocation::kLocal) {
      Into(d.initializer, RegisterOf(v));
    } else if (v->location == VariableLocation::kLookup) {
      Register mark = regs_.mark();
      Reference reference = PrepareReference(d.target, {d.initializer}, false);
      Accumulate(d.initializer);
      StoreReference(reference, mode);
      regs_.Release(mark);
    } else {
      Accumulate(d.initializer);
      StoreVariable(v, d.target->start, mode);
    }
  }
}

// The function itself was made on entry to the block.
void FunctionCompiler::FunctionDeclaration(syntax::FunctionDeclaration* s) {
  if (s->annex_b_variable == nullptr) return;
  Variable* outer = s->annex_b_variable->Resolve();
  LoadVariable(s->variable(), s->start);
  // The var of an eval is where the runtime has put it, whatever else has its name around the eval.
  bool is_own =
      outer->location == VariableLocation::kLocal || outer->location == VariableLocation::kEnvironment;
  if (is_own && !outer->from_scope_info) {
    InitializeVariable(outer);
  } else {
    b_.Emit(Opcode::kStaLookup, {b_.Constant(c_.KeyOf(outer->name)), kStoreAnnexB});
  }
}

void FunctionCompiler::ClassDeclaration(syntax::ClassDeclaration* s) {
  Class(s->class_literal);
  InitializeVariable(s->variable());
}

void FunctionCompiler::If(IfStatement* s) {
  ResetResult();
  Label end;
  while (true) {
    Label consequent, alternate;
    Condition(s->test, consequent, alternate, Next::kTrue);
    b_.Bind(consequent);
    NoteBlock(s->consequent);
    VisitStatement(s->consequent);
    if (s->alternate == nullptr) {
      b_.Bind(alternate);
      break;
    }
    bool may_fail = alternate.is_used();
    if (may_fail) b_.EmitJump(Opcode::kJump, end);
    b_.Bind(alternate);
    if (!may_fail) break;
    // Chains of else-if lean right without bound.
    NoteBlock(s->alternate);
    if (s->alternate->Is<IfStatement>()) {
      s = s->alternate->As<IfStatement>();
      NoteStatement(s);
      continue;
    }
    VisitStatement(s->alternate);
    break;
  }
  b_.Bind(end);
}

void FunctionCompiler::Return(ReturnStatement* s) {
  Expression* value = s->argument;
  // Each arm of a conditional returns for itself; chains of them lean right without bound.
  while (value != nullptr && value->Is<ConditionalExpression>()) {
    ConditionalExpression* conditional = value->As<ConditionalExpression>();
    Label consequent, alternate;
    Condition(conditional->test, consequent, alternate, Next::kTrue);
    b_.Bind(consequent);
    NoteBlock(conditional->consequent);
    ReturnValue(conditional->consequent, s->start);
    b_.Bind(alternate);
    value = conditional->alternate;
    NoteBlock(value);
  }
  ReturnValue(value, s->start);
}

void FunctionCompiler::ReturnValue(Expression* value, uint32_t position) {
  if (value == nullptr) {
    b_.Emit(Opcode::kLdaUndefined);
  } else {
    if (MayReplaceFrame()) tail_ = value;
    Accumulate(value);
    if (is_async_generator()) EmitAwait(position);
  }
  b_.SetPosition(position);
  JumpOut(JumpKind::kReturn, nullptr);
}

// What is in the way of a tail call is what HasCallInTailPosition does not go into: anything that has to be
// done after the call. A derived constructor looks at what it returns.
bool FunctionCompiler::MayReplaceFrame() const {
  if (!isolate_.tail_calls_ || !is_strict_ || literal_ == nullptr || c_.is_self_hosted() || is_resumable() ||
      kind_ == FunctionKind::kDerivedConstructor)
    return false;
  for (Control* c = control_; c != nullptr; c = c->outer) {
    if (c->kind != Control::kTarget && c->kind != Control::kEnvironment) return false;
  }
  return true;
}

void FunctionCompiler::With(WithStatement* s) {
  ResetResult();
  Accumulate(s->object);
  b_.SetPosition(s->object->start);
  b_.Emit(Opcode::kPushWith, {b_.Constant(c_.EnvironmentScopeInfo(s->scope))});
  Scope* outer = scope_;
  scope_ = s->scope;
  {
    NoteScope(scope_, b_.size());
    Control control(*this, Control::kEnvironment);
    VisitStatement(s->body);
    b_.Emit(Opcode::kPopEnv);
    NoteScopeEnd();
  }
  scope_ = outer;
}

// A jump table instead of comparisons, if the cases are constants that one can have.
bool FunctionCompiler::SwitchTable(SwitchStatement* s, Register subject, std::vector<Label>& cases,
                                   Label& otherwise) {
  return SwitchSmiTable(s, subject, cases, otherwise) || SwitchStringTable(s, subject, cases, otherwise);
}

// Where all cases are small integers close together.
bool FunctionCompiler::SwitchSmiTable(SwitchStatement* s, Register subject, std::vector<Label>& cases,
                                      Label& otherwise) {
  int64_t lowest = INT64_MAX, highest = INT64_MIN, count = 0;
  for (SwitchCase& c : s->cases) {
    if (c.test == nullptr) continue;
    double value;
    if (!ConstantNumber(c.test, &value) || value != std::trunc(value) || value < Value::kSmiMin ||
        value > Value::kSmiMax)
      return false;
    lowest = std::min<int64_t>(lowest, static_cast<int64_t>(value));
    highest = std::max<int64_t>(highest, static_cast<int64_t>(value));
    count++;
  }
  if (count < kFewestCases) return false;
  int64_t range = highest - lowest + 1;
  if (range > 3 * count + 8 || range > 65535) return false;
  b_.Emit(Opcode::kLdar, {subject});
  if (!b_.reachable()) return true;
  OpenSwitch(b_.EmitSwitch(static_cast<int32_t>(lowest), static_cast<uint32_t>(range)), otherwise);
  for (size_t i = 0; i < s->cases.size(); i++) {
    if (s->cases[i].test == nullptr) continue;
    double value = 0;
    ConstantNumber(s->cases[i].test, &value);
    uint32_t slot = static_cast<uint32_t>(static_cast<int64_t>(value) - lowest);
    AddSwitchTarget(slot, cases[i]);
  }
  return true;
}

// Where all cases are strings that can be interned. Those that are indices of arrays are not.
bool FunctionCompiler::SwitchStringTable(SwitchStatement* s, Register subject, std::vector<Label>& cases,
                                         Label& otherwise) {
  for (SwitchCase& c : s->cases) {
    if (c.test == nullptr) continue;
    if (!c.test->Is<StringLiteral>()) return false;
    Atom* text = c.test->As<StringLiteral>()->value;
    if (text->is_array_index() && text->length != 1) return false;
  }
  if (s->cases.size() < kFewestCases || s->cases.size() > BytecodeBuilder::kMostStringCases) return false;
  b_.Emit(Opcode::kLdar, {subject});
  if (!b_.reachable()) return true;
  b_.SetPosition(s->start);
  BytecodeBuilder::Switch table = b_.EmitStringSwitch(static_cast<uint32_t>(s->cases.size()));
  OpenSwitch(table, otherwise);
  for (size_t i = 0; i < s->cases.size(); i++) {
    if (s->cases[i].test == nullptr) continue;
    AddSwitchTarget(b_.AddCase(table, c_.StringOf(s->cases[i].test->As<StringLiteral>()->value)), cases[i]);
  }
  return true;
}

void FunctionCompiler::OpenSwitch(const BytecodeBuilder::Switch& table, Label& otherwise) {
  b_.EmitJump(Opcode::kJump, otherwise);
  switch_tables_.push_back({table, {}});
}

// The first of equal cases counts.
void FunctionCompiler::AddSwitchTarget(uint32_t slot, Label& target) {
  SwitchTargets& targets = switch_tables_.back();
  if (b_.ReserveSwitchTarget(targets.table, slot)) targets.slots.push_back({slot, &target});
}

void FunctionCompiler::Switch(SwitchStatement* s) {
  ResetResult();
  Register mark = regs_.mark();
  Accumulate(s->subject);
  Register subject = Spill();
  BlockScope scope(*this, s->scope);
  Label end;
  {
    Control control(*this, Control::kTarget);
    control.statement = s;
    control.break_label = &end;
    std::vector<Label> cases(s->cases.size());
    Label no_match;
    Label* otherwise = &no_match;
    for (size_t i = 0; i < s->cases.size(); i++) {
      if (s->cases[i].test == nullptr) otherwise = &cases[i];
    }
    size_t tables = switch_tables_.size();
    if (!SwitchTable(s, subject, cases, *otherwise)) {
      for (size_t i = 0; i < s->cases.size(); i++) {
        if (s->cases[i].test == nullptr) continue;
        Accumulate(s->cases[i].test);
        b_.SetPosition(s->cases[i].start);
        b_.EmitJump(Opcode::kJumpIfStrictEqual, cases[i], {subject});
      }
      b_.EmitJump(Opcode::kJump, *otherwise);
    }
    bool has_table = switch_tables_.size() != tables;
    size_t bound = 0;  // slots of the table whose cases are, which have the order of the cases
    for (size_t i = 0; i < s->cases.size(); i++) {
      bool from_table = false;
      if (has_table) {
        const auto& slots = switch_tables_.back().slots;
        from_table = bound < slots.size() && slots[bound].second == &cases[i];
        bound += from_table;
      }
      if (from_table) {
        b_.BindReachable(cases[i]);
      } else {
        b_.Bind(cases[i]);
      }
      size_t inner_tables = switch_tables_.size();
      if (!s->cases[i].statements.empty()) NoteBlock(s->cases[i].start, s->cases[i].statements.back()->end);
      Statements(s->cases[i].statements);
      DCHECK(c_.failed() || inner_tables == switch_tables_.size());
    }
    if (has_table) {
      SwitchTargets& table = switch_tables_.back();
      for (auto& entry : table.slots) b_.SetSwitchTarget(table.table, entry.first, *entry.second);
      switch_tables_.pop_back();
    }
    b_.Bind(no_match);
  }
  b_.Bind(end);
  scope.Leave();
  regs_.Release(mark);
}

void FunctionCompiler::Throw(ThrowStatement* s) {
  Accumulate(s->argument);
  b_.SetPosition(s->start);
  b_.Emit(Opcode::kThrow);
}

void FunctionCompiler::Labelled(LabelledStatement* s) {
  Label end;
  {
    Control control(*this, Control::kTarget);
    control.statement = s;
    control.break_label = &end;
    VisitStatement(s->body);
  }
  b_.Bind(end);
}

void FunctionCompiler::TryCatch(TryStatement* s) {
  if (s->handler == nullptr) {
    Block(s->block);
    return;
  }
  Register mark = regs_.mark();
  Label done;
  Region region;
  BeginRegion(region);
  {
    Control control(*this, Control::kRegion);
    control.region = &region;
    Block(s->block);
  }
  b_.EmitJump(Opcode::kJump, done);
  EndRegion(region);
  b_.BindReachable(region.handler);
  NoteCatch();
  FinishRegion(region);
  {
    Register exception = NeedsSpill(s->catch_scope) ? Spill() : kNoRegister;
    BlockScope scope(*this, s->catch_scope);
    if (s->parameter != nullptr) {
      if (exception != kNoRegister) b_.Emit(Opcode::kLdar, {exception});
      BindTarget(s->parameter, StoreMode::kInitialize);
    }
    ResetResult();
    NoteBlock(s->handler);
    Block(s->handler);
  }
  b_.Bind(done);
  regs_.Release(mark);
}

// https://tc39.es/ecma262/#sec-try-statement-runtime-semantics-evaluation; the shape
// is described in compiler.h.
void FunctionCompiler::Try(TryStatement* s) {
  ResetResult();
  if (s->finalizer == nullptr) {
    TryCatch(s);
    return;
  }
  Register mark = regs_.mark();
  Finally finally;
  BeforeFinally(finally, [&] { TryCatch(s); });

  Register saved_result = kNoRegister;
  if (result_ != kNoRegister) {
    saved_result = regs_.Allocate();
    b_.Emit(Opcode::kMov, {result_, saved_result});
    ResetResult();
  }
  NoteBlock(s->finalizer);
  Block(s->finalizer);
  if (result_ != kNoRegister) b_.Emit(Opcode::kMov, {saved_result, result_});
  LeaveFinally(finally);
  regs_.Release(mark);
}

void FunctionCompiler::Export(ExportDeclaration* s) {
  if (s->declaration != nullptr) {
    VisitStatement(s->declaration);
  } else if (s->default_value != nullptr) {
    Accumulate(s->default_value);
    InitializeVariable(s->default_variable->Resolve());
  }
}

}  // namespace halfword::compiler
