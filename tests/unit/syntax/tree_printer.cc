#include "tree_printer.h"

#include <map>
#include <vector>

namespace halfword::syntax {

std::string TreePrinter::Print(FunctionLiteral* function) {
  out_.clear();
  Function(function);
  return out_;
}

void TreePrinter::Use(Variable* v, uint32_t position) {
  if (v == nullptr) {
    out_ += " top-level-this";
    return;
  }
  out_ += ' ';
  out_ += v->name->ToUtf8();
  out_ += '@';
  auto check_scope = [&] {
    const Scope* scope = scope_;
    while (scope != nullptr && scope != v->scope) scope = scope->outer;
    if (scope == nullptr && problem_.empty()) {
      problem_ =
          "the scope of " + v->name->ToUtf8() + " at " + std::to_string(position) + " does not enclose it";
    }
    return scope != nullptr;
  };
  switch (v->location) {
    case VariableLocation::kUnassigned:
      out_ += "unassigned";
      problem_ = v->name->ToUtf8() + " has no location";
      return;
    case VariableLocation::kLocal:
      out_ += "local";
      if (v->parameter_index >= 0) out_ += "/" + std::to_string(v->parameter_index);
      if (check_scope() && v->scope->closure_scope() != scope_->closure_scope()) {
        problem_ =
            "local " + v->name->ToUtf8() + " used at " + std::to_string(position) + " by another function";
      }
      break;
    case VariableLocation::kEnvironment:
      if (check_scope()) out_ += std::to_string(EnvironmentHops(scope_, v->scope));
      out_ += "." + std::to_string(v->index);
      break;
    case VariableLocation::kGlobal: out_ += "global"; return;
    case VariableLocation::kScriptLexical: out_ += "global"; return;  // a later parse cannot tell
    case VariableLocation::kImport: out_ += "import" + std::to_string(v->index); return;
    case VariableLocation::kLookup:
      out_ += "lookup(";
      Use(v->static_fallback(), position);
      out_ += ")";
      return;
  }
  if (v->is_constant()) out_ += '!';
  if (NeedsHoleCheck(v, position, scope_)) out_ += '?';
}

void TreePrinter::Nested(FunctionLiteral* function) {
  out_ += " <function " + std::to_string(function->descriptor.parse_start) + " ";
  out_ += function->name == nullptr ? "-" : function->name->ToUtf8();
  out_ += ":" + std::to_string(function->length);
  out_ += ">";
  on_function_(function, scope_);
}

void TreePrinter::Function(FunctionLiteral* f) {
  In in(*this, f->scope);
  out_ += std::string("flags ") + (f->is_strict ? "strict " : "") + (f->uses_this ? "this " : "") +
          (f->uses_arguments ? "arguments " : "") + (f->has_mapped_arguments ? "mapped " : "") +
          (f->uses_super_property ? "super " : "") + (f->uses_super_call ? "supercall " : "") +
          (f->uses_new_target ? "newtarget " : "") + (f->has_direct_eval ? "eval " : "") +
          (f->has_await ? "await " : "") + (f->has_yield ? "yield " : "") +
          (f->has_simple_parameters ? "simple " : "") + (f->has_parameter_expressions ? "expressions " : "") +
          (f->has_rest ? "rest " : "");
  out_ += "slots " + std::to_string(f->scope->slot_count) + (f->scope->needs_environment ? "!" : "");
  Open("parameters");
  for (const Parameter& p : f->parameters) {
    if (p.is_rest) out_ += " ...";
    Visit(p.target);
    if (p.initializer != nullptr) {
      out_ += " =";
      Visit(p.initializer);
    }
  }
  Close();
  if (f->self_variable != nullptr) {
    out_ += " self";
    Use(f->self_variable, f->start);
  }
  if (f->scope->arguments_variable != nullptr) {
    out_ += " arguments";
    Use(f->scope->arguments_variable->Resolve(), f->start);
  }
  if (f->scope->this_variable != nullptr) {
    out_ += " this";
    Use(f->scope->this_variable, f->start);
  }
  In body(*this, f->body_scope);
  for (const FunctionLiteral::BodyVariableCopy& copy : f->copied_parameters) {
    out_ += " copy";
    Use(copy.body_variable, f->start);
    Use(copy.parameter, f->start);
  }
  for (FunctionDeclaration* d : f->functions) {
    out_ += " hoist";
    Use(d->variable(), d->start);
  }
  if (f->is_expression_body) {
    Visit(f->expression);
  } else {
    Statements(f->body);
  }
}

void TreePrinter::Statements(std::span<Statement*> statements) {
  for (Statement* s : statements) {
    Visit(s);
    out_ += "\n";
  }
}

void TreePrinter::List(std::span<Expression*> expressions) {
  for (Expression* e : expressions) {
    if (e == nullptr) {
      out_ += " -";
    } else {
      Visit(e);
    }
  }
}

void TreePrinter::Class(ClassLiteral* c) {
  Open("class");
  if (c->name != nullptr) out_ += " " + c->name->ToUtf8();
  In in(*this, c->scope);
  if (c->name_variable != nullptr) Use(c->name_variable, c->start);
  if (c->heritage != nullptr) Visit(c->heritage);
  if (c->constructor != nullptr) Nested(c->constructor);
  for (const ClassElement& e : c->elements) {
    Open("element");
    if (e.is_static) out_ += " static";
    if (e.key != nullptr) Visit(e.key);
    if (e.key_variable != nullptr) Use(e.key_variable, e.start);
    if (e.method_variable != nullptr) Use(e.method_variable, e.start);
    if (e.scope != nullptr) {
      FunctionLiteral* members = e.is_static ? c->static_members : c->instance_members;
      if (e.scope->outer != members->scope) problem_ = "a field's scope is in the wrong place";
      In field(*this, e.scope);
      if (e.value != nullptr) Visit(e.value);
      if (e.block != nullptr) {
        for (FunctionDeclaration* d : e.scope->functions) {
          out_ += " hoist";
          Use(d->variable(), d->start);
        }
        Statements(e.block->statements);
      }
    } else if (e.value != nullptr) {
      Visit(e.value);
    }
    Close();
  }
  Close();
}

void TreePrinter::Visit(Expression* e) {
  out_ += ' ';
  switch (e->kind()) {
    case NodeKind::kNullLiteral: out_ += "null"; break;
    case NodeKind::kBooleanLiteral: out_ += e->As<BooleanLiteral>()->value ? "true" : "false"; break;
    case NodeKind::kNumberLiteral: out_ += std::to_string(e->As<NumberLiteral>()->value); break;
    case NodeKind::kBigIntLiteral: out_ += e->As<BigIntLiteral>()->digits->ToUtf8() + "n"; break;
    case NodeKind::kStringLiteral: out_ += "\"" + e->As<StringLiteral>()->value->ToUtf8() + "\""; break;
    case NodeKind::kRegExpLiteral:
      out_ += "/" + e->As<RegExpLiteral>()->pattern->ToUtf8() + "/" + e->As<RegExpLiteral>()->flags->ToUtf8();
      break;
    case NodeKind::kTemplateLiteral: {
      Open("template");
      for (auto& part : e->As<TemplateLiteral>()->parts) {
        out_ +=
            " `" + (part.cooked == nullptr ? "undefined" : part.cooked->ToUtf8()) + "|" + part.raw->ToUtf8();
      }
      List(e->As<TemplateLiteral>()->expressions);
      Close();
      break;
    }
    case NodeKind::kTaggedTemplate:
      Open("tagged");
      Visit(e->As<TaggedTemplate>()->tag);
      Visit(static_cast<Expression*>(e->As<TaggedTemplate>()->quasi));
      Close();
      break;
    case NodeKind::kIdentifier: Use(e->As<Identifier>()->variable(), e->start); break;
    case NodeKind::kPrivateName: Use(e->As<PrivateName>()->variable(), e->start); break;
    case NodeKind::kThisExpression: Use(e->As<ThisExpression>()->variable(), e->start); break;
    case NodeKind::kNewTarget: Use(e->As<NewTarget>()->variable(), e->start); break;
    case NodeKind::kImportMeta: out_ += "import.meta"; break;
    case NodeKind::kImportCall:
      Open("import");
      Visit(e->As<ImportCall>()->specifier);
      if (e->As<ImportCall>()->options != nullptr) Visit(e->As<ImportCall>()->options);
      Close();
      break;
    case NodeKind::kArrayLiteral:
      Open("array");
      List(e->As<ArrayLiteral>()->elements);
      Close();
      break;
    case NodeKind::kObjectLiteral:
      Open("object");
      for (Property& p : e->As<ObjectLiteral>()->properties) {
        out_ += p.kind == PropertyKind::kGetter      ? " get"
                : p.kind == PropertyKind::kSetter    ? " set"
                : p.kind == PropertyKind::kSpread    ? " ..."
                : p.kind == PropertyKind::kPrototype ? " proto"
                                                     : "";
        if (p.key != nullptr) Visit(p.key);
        Visit(p.value);
      }
      Close();
      break;
    case NodeKind::kFunctionLiteral: Nested(e->As<FunctionLiteral>()); break;
    case NodeKind::kClassLiteral: Class(e->As<ClassLiteral>()); break;
    case NodeKind::kUnaryExpression:
      Open("unary");
      out_ += std::to_string(static_cast<int>(e->As<UnaryExpression>()->op));
      Visit(e->As<UnaryExpression>()->operand);
      Close();
      break;
    case NodeKind::kUpdateExpression:
      Open(e->As<UpdateExpression>()->is_prefix ? "prefix" : "postfix");
      Visit(e->As<UpdateExpression>()->target);
      Close();
      break;
    case NodeKind::kBinaryExpression: {
      auto* b = e->As<BinaryExpression>();
      Open("binary");
      out_ += std::to_string(static_cast<int>(b->op));
      Visit(b->left);
      Visit(b->right);
      Close();
      break;
    }
    case NodeKind::kNaryExpression:
      Open("nary");
      Visit(e->As<NaryExpression>()->first);
      for (auto& o : e->As<NaryExpression>()->operations) {
        out_ += " " + std::to_string(static_cast<int>(o.op));
        Visit(o.operand);
      }
      Close();
      break;
    case NodeKind::kLogicalExpression:
      Open("logical");
      out_ += std::to_string(static_cast<int>(e->As<LogicalExpression>()->op));
      List(e->As<LogicalExpression>()->operands);
      Close();
      break;
    case NodeKind::kPrivateIn:
      Open("in");
      Visit(static_cast<Expression*>(e->As<PrivateIn>()->name));
      Visit(e->As<PrivateIn>()->object);
      Close();
      break;
    case NodeKind::kConditionalExpression:
      Open("conditional");
      for (;;) {
        auto* c = e->As<ConditionalExpression>();
        Visit(c->test);
        Visit(c->consequent);
        e = c->alternate;
        if (!e->Is<ConditionalExpression>()) break;
      }
      Visit(e);
      Close();
      break;
    case NodeKind::kAssignExpression: {
      auto* a = e->As<AssignExpression>();
      Open("assign");
      out_ += std::to_string(static_cast<int>(a->op));
      Visit(a->target);
      Visit(a->value);
      Close();
      break;
    }
    case NodeKind::kSequenceExpression:
      Open("sequence");
      List(e->As<SequenceExpression>()->expressions);
      Close();
      break;
    case NodeKind::kMemberExpression:
    case NodeKind::kElementExpression:
    case NodeKind::kPrivateMember:
    case NodeKind::kCallExpression: {
      std::vector<Expression*> links;
      while (Expression* base = ChainBase(e)) {
        if (e->Is<TaggedTemplate>()) break;
        links.push_back(e);
        e = base;
      }
      Open("chain");
      Visit(e);
      for (size_t i = links.size(); i-- > 0;) {
        Expression* link = links[i];
        if (auto* m = link->TryAs<MemberExpression>()) {
          out_ += (m->optional ? "?." : ".") + m->name->ToUtf8();
        } else if (auto* m = link->TryAs<ElementExpression>()) {
          out_ += m->optional ? "?.[" : "[";
          Visit(m->index);
          out_ += "]";
        } else if (auto* m = link->TryAs<PrivateMember>()) {
          out_ += m->optional ? "?." : ".";
          Visit(static_cast<Expression*>(m->name));
        } else {
          auto* c = link->As<CallExpression>();
          out_ += c->is_direct_eval ? " eval(" : c->optional ? "?.(" : "(";
          List(c->arguments);
          out_ += ")";
        }
      }
      Close();
      break;
    }
    case NodeKind::kSuperMember:
      Open("super");
      Use(e->As<SuperMember>()->home_object(), e->start);
      Use(e->As<SuperMember>()->this_variable(), e->start);
      out_ += "." + e->As<SuperMember>()->name->ToUtf8();
      Close();
      break;
    case NodeKind::kSuperElement:
      Open("super");
      Use(e->As<SuperElement>()->home_object(), e->start);
      Use(e->As<SuperElement>()->this_variable(), e->start);
      Visit(e->As<SuperElement>()->index);
      Close();
      break;
    case NodeKind::kSuperCall:
      Open("supercall");
      Use(e->As<SuperCall>()->active_function(), e->start);
      Use(e->As<SuperCall>()->new_target(), e->start);
      Use(e->As<SuperCall>()->this_variable(), e->start);
      List(e->As<SuperCall>()->arguments);
      Close();
      break;
    case NodeKind::kNewExpression:
      Open("new");
      Visit(e->As<NewExpression>()->callee);
      List(e->As<NewExpression>()->arguments);
      Close();
      break;
    case NodeKind::kOptionalChain:
      Open("optional");
      Visit(e->As<OptionalChain>()->expression);
      Close();
      break;
    case NodeKind::kSpreadElement:
      out_ += "...";
      Visit(e->As<SpreadElement>()->argument);
      break;
    case NodeKind::kYieldExpression:
      Open(e->As<YieldExpression>()->is_delegate ? "yield*" : "yield");
      if (e->As<YieldExpression>()->argument != nullptr) Visit(e->As<YieldExpression>()->argument);
      Close();
      break;
    case NodeKind::kAwaitExpression:
      Open("await");
      Visit(e->As<AwaitExpression>()->argument);
      Close();
      break;
    case NodeKind::kArrayPattern:
      Open("array-pattern");
      for (PatternElement& p : e->As<ArrayPattern>()->elements) {
        if (p.target == nullptr) {
          out_ += " -";
          continue;
        }
        Visit(p.target);
        if (p.initializer != nullptr) {
          out_ += " =";
          Visit(p.initializer);
        }
      }
      if (e->As<ArrayPattern>()->rest != nullptr) {
        out_ += " ...";
        Visit(e->As<ArrayPattern>()->rest);
      }
      Close();
      break;
    case NodeKind::kObjectPattern:
      Open("object-pattern");
      for (PatternProperty& p : e->As<ObjectPattern>()->properties) {
        Visit(p.key);
        Visit(p.element.target);
        if (p.element.initializer != nullptr) {
          out_ += " =";
          Visit(p.element.initializer);
        }
      }
      if (e->As<ObjectPattern>()->rest != nullptr) {
        out_ += " ...";
        Visit(e->As<ObjectPattern>()->rest);
      }
      Close();
      break;
    default: problem_ = "not an expression"; break;
  }
}

void TreePrinter::Visit(Statement* s) {
  out_ += ' ';
  auto hoist = [&](Scope* scope) {
    if (scope == nullptr) return;
    out_ += " slots " + std::to_string(scope->slot_count);
    for (FunctionDeclaration* d : scope->functions) {
      out_ += " hoist";
      Use(d->variable(), d->start);
    }
  };
  switch (s->kind()) {
    case NodeKind::kBlockStatement: {
      Open("block");
      In in(*this, s->As<BlockStatement>()->scope);
      hoist(s->As<BlockStatement>()->scope);
      Statements(s->As<BlockStatement>()->statements);
      Close();
      break;
    }
    case NodeKind::kEmptyStatement: out_ += ";"; break;
    case NodeKind::kExpressionStatement: Visit(s->As<ExpressionStatement>()->expression); break;
    case NodeKind::kVariableDeclaration:
      Open("declare");
      for (Declarator& d : s->As<VariableDeclaration>()->declarators) {
        Visit(d.target);
        if (d.initializer != nullptr) {
          out_ += " =";
          Visit(d.initializer);
        }
      }
      Close();
      break;
    case NodeKind::kFunctionDeclaration: {
      auto* d = s->As<FunctionDeclaration>();
      Open("function");
      Use(d->variable(), d->start);
      if (d->annex_b_variable != nullptr) {
        out_ += " also";
        Use(d->annex_b_variable->Resolve(), d->start);
      }
      Nested(d->function);
      Close();
      break;
    }
    case NodeKind::kClassDeclaration:
      Use(s->As<ClassDeclaration>()->variable(), s->start);
      Class(s->As<ClassDeclaration>()->class_literal);
      break;
    case NodeKind::kIfStatement:
      Open("if");
      for (;;) {
        auto* i = s->As<IfStatement>();
        Visit(i->test);
        Visit(i->consequent);
        s = i->alternate;
        if (s == nullptr || !s->Is<IfStatement>()) break;
      }
      if (s != nullptr) Visit(s);
      Close();
      break;
    case NodeKind::kDoWhileStatement:
      Open("do");
      Visit(s->As<DoWhileStatement>()->body);
      Visit(s->As<DoWhileStatement>()->test);
      Close();
      break;
    case NodeKind::kWhileStatement:
      Open("while");
      Visit(s->As<WhileStatement>()->test);
      Visit(s->As<WhileStatement>()->body);
      Close();
      break;
    case NodeKind::kForStatement: {
      auto* f = s->As<ForStatement>();
      Open("for");
      In in(*this, f->scope);
      if (f->scope != nullptr && f->scope->per_iteration) out_ += " per-iteration";
      if (f->initializer != nullptr) {
        if (f->initializer->Is<VariableDeclaration>()) {
          Visit(static_cast<Statement*>(f->initializer->As<VariableDeclaration>()));
        } else {
          Visit(static_cast<Expression*>(f->initializer));
        }
      }
      if (f->test != nullptr) Visit(f->test);
      if (f->update != nullptr) Visit(f->update);
      Visit(f->body);
      Close();
      break;
    }
    case NodeKind::kForInStatement:
    case NodeKind::kForOfStatement: {
      auto* f = static_cast<ForEachStatement*>(s);
      Open(s->Is<ForInStatement>() ? "for-in" : "for-of");
      In in(*this, f->scope);
      Visit(f->subject);
      if (f->each->Is<VariableDeclaration>()) {
        Visit(static_cast<Statement*>(f->each->As<VariableDeclaration>()));
      } else {
        Visit(static_cast<Expression*>(f->each));
      }
      Visit(f->body);
      Close();
      break;
    }
    case NodeKind::kContinueStatement:
      out_ += "continue " + std::to_string(s->As<ContinueStatement>()->target->start);
      break;
    case NodeKind::kBreakStatement:
      out_ += "break " + std::to_string(s->As<BreakStatement>()->target->start);
      break;
    case NodeKind::kReturnStatement:
      Open("return");
      if (s->As<ReturnStatement>()->argument != nullptr) Visit(s->As<ReturnStatement>()->argument);
      Close();
      break;
    case NodeKind::kWithStatement: {
      Open("with");
      Visit(s->As<WithStatement>()->object);
      In in(*this, s->As<WithStatement>()->scope);
      Visit(s->As<WithStatement>()->body);
      Close();
      break;
    }
    case NodeKind::kSwitchStatement: {
      auto* w = s->As<SwitchStatement>();
      Open("switch");
      Visit(w->subject);
      In in(*this, w->scope);
      hoist(w->scope);
      for (SwitchCase& c : w->cases) {
        out_ += " case";
        if (c.test != nullptr) Visit(c.test);
        Statements(c.statements);
      }
      Close();
      break;
    }
    case NodeKind::kThrowStatement:
      Open("throw");
      Visit(s->As<ThrowStatement>()->argument);
      Close();
      break;
    case NodeKind::kTryStatement: {
      auto* t = s->As<TryStatement>();
      Open("try");
      Visit(static_cast<Statement*>(t->block));
      if (t->handler != nullptr) {
        In in(*this, t->catch_scope);
        out_ += " catch";
        if (t->parameter != nullptr) Visit(t->parameter);
        Visit(static_cast<Statement*>(t->handler));
      }
      if (t->finalizer != nullptr) Visit(static_cast<Statement*>(t->finalizer));
      Close();
      break;
    }
    case NodeKind::kDebuggerStatement: out_ += "debugger"; break;
    case NodeKind::kLabelledStatement:
      Open(s->As<LabelledStatement>()->label->ToUtf8().c_str());
      out_ += ":";
      Visit(s->As<LabelledStatement>()->body);
      Close();
      break;
    case NodeKind::kImportDeclaration: out_ += "import"; break;
    case NodeKind::kExportDeclaration: {
      auto* d = s->As<ExportDeclaration>();
      Open("export");
      if (d->declaration != nullptr) Visit(d->declaration);
      if (d->default_value != nullptr) {
        Use(d->default_variable, d->start);
        Visit(d->default_value);
      }
      Close();
      break;
    }
    default: problem_ = "not a statement"; break;
  }
}

namespace {

using Functions = std::map<uint32_t, std::string>;

std::string PrintAll(FunctionLiteral* root, Functions* functions) {
  std::string problem;
  std::vector<FunctionLiteral*> work = {root};
  while (!work.empty()) {
    FunctionLiteral* function = work.back();
    work.pop_back();
    TreePrinter printer([&](FunctionLiteral* inner, Scope*) { work.push_back(inner); });
    uint32_t key = function->is_root() ? 0xFFFFFFFF : function->descriptor.parse_start;
    (*functions)[key] = printer.Print(function);
    if (!printer.problem().empty()) problem = printer.problem();
  }
  return problem;
}

// Prints one function of a lazy parse; reparses its lazy inner functions, and so on.
std::string PrintLazy(SourceText source, bool typescript, FunctionLiteral* function, Functions* functions) {
  std::string problem;
  TreePrinter printer([&](FunctionLiteral* inner, Scope* outer) {
    if (!problem.empty()) return;
    if (!inner->is_lazy) {
      problem = PrintLazy(source, typescript, inner, functions);
      return;
    }
    std::vector<std::vector<uint8_t>> records;
    for (const Scope* scope = outer; scope != nullptr; scope = scope->outer) {
      if (scope->needs_environment || scope->needs_scope_info) records.push_back(EncodeScopeInfo(*scope));
    }
    std::vector<ScopeInfoView> views(records.begin(), records.end());
    ParseOptions options;
    options.lazy = true;
    options.typescript = typescript;
    options.outer_scopes = views;
    ParseResult result = ReparseFunction(source, inner->descriptor, options);
    if (!result.ok()) {
      problem = "cannot reparse: " + result.error().message;
      return;
    }
    FunctionLiteral* again = result.root();
    if (again->is_lazy) {
      problem = "reparsed and still lazy";
      return;
    }
    if (again->length != inner->length || again->is_strict != inner->is_strict ||
        again->descriptor.source_end != inner->descriptor.source_end ||
        again->uses_arguments != inner->uses_arguments || again->uses_this != inner->uses_this ||
        again->has_own_name != inner->has_own_name) {
      problem = "facts differ at " + std::to_string(inner->start);
      return;
    }
    problem = PrintLazy(source, typescript, again, functions);
  });
  uint32_t key = function->is_root() ? 0xFFFFFFFF : function->descriptor.parse_start;
  (*functions)[key] = printer.Print(function);
  if (problem.empty()) problem = printer.problem();
  return problem;
}

}  // namespace

std::string CompareLazyWithEager(SourceText source, bool is_module, bool typescript) {
  auto parse = [&](bool lazy) {
    ParseOptions options;
    options.lazy = lazy;
    options.typescript = typescript;
    return is_module ? ParseModule(source, options) : ParseScript(source, options);
  };
  ParseResult eager = parse(false);
  ParseResult lazy = parse(true);
  if (eager.ok() != lazy.ok()) return "only one of both parses";
  if (!eager.ok()) {
    return eager.error().message == lazy.error().message && eager.error().start == lazy.error().start
               ? ""
               : "errors differ";
  }
  Functions expected, found;
  if (std::string problem = PrintAll(eager.root(), &expected); !problem.empty()) return "eager: " + problem;
  if (std::string problem = PrintLazy(source, typescript, lazy.root(), &found); !problem.empty())
    return "lazy: " + problem;
  if (expected.size() != found.size()) return "different numbers of functions";
  for (const auto& [start, text] : expected) {
    if (found[start] != text) {
      return "function " + std::to_string(start) + "\neager: " + text + "\nlazy:  " + found[start];
    }
  }
  return "";
}

}  // namespace halfword::syntax
