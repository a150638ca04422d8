#include "syntax/tree/tree_text.h"

#include <cstdio>
#include <vector>

namespace halfword::syntax {
namespace {

const char* const kScopeNames[] = {"script", "module", "eval",        "function", "function body",
                                   "block",  "switch", "for",         "catch",    "with",
                                   "class",  "field",  "static block"};
const char* const kVariableNames[] = {"unresolved",
                                      "var",
                                      "function",
                                      "parameter",
                                      "let",
                                      "const",
                                      "class",
                                      "class name",
                                      "block function",
                                      "catch",
                                      "function name",
                                      "import",
                                      "arguments",
                                      "this",
                                      "new.target",
                                      "home object",
                                      "callee",
                                      "private field",
                                      "private method",
                                      "private getter",
                                      "private setter",
                                      "private accessor",
                                      "synthetic"};
const char* const kFunctionNames[] = {
    "declaration",         "expression",       "arrow",          "method", "getter", "setter", "constructor",
    "derived constructor", "instance members", "static members", "script", "module", "eval"};
const char* const kUnaryNames[] = {"+", "-", "!", "~", "typeof", "void", "delete"};
const char* const kBinaryNames[] = {
    "+", "-",  "*",  "/",   "%",   "**", "<<", ">>", ">>>", "&",          "|",
    "^", "==", "!=", "===", "!==", "<",  "<=", ">",  ">=",  "instanceof", "in"};
const char* const kLogicalNames[] = {"&&", "||", "??"};
const char* const kAssignNames[] = {
    "=", "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "|=", "^=", "&&=", "||=", "?\?="};
const char* const kElementNames[] = {"method", "getter", "setter", "field", "static block"};
const char* const kPropertyNames[] = {"value", "getter", "setter", "spread", "prototype"};

std::string Utf8(const Atom* atom) { return atom == nullptr ? "" : atom->ToUtf8(); }
template <class E, size_t kCount>
const char* NameIn(const char* const (&names)[kCount], E value) {
  return static_cast<size_t>(value) < kCount ? names[static_cast<size_t>(value)] : "?";
}

class Printer {
 public:
  std::string Take() { return std::move(out_); }

  void Function(FunctionLiteral* f, const std::string& label) {
    std::string what = std::string("Function ") + NameIn(kFunctionNames, f->syntax);
    auto fact = [&](bool is_so, const char* name) {
      if (is_so) what += std::string(", ") + name;
    };
    if (std::string name = Utf8(f->name); !name.empty()) what += " " + name;
    fact(f->is_async, "async");
    fact(f->is_generator, "generator");
    fact(f->is_strict, "strict");
    fact(f->uses_this, "uses this");
    fact(f->uses_arguments, f->has_mapped_arguments ? "mapped arguments" : "uses arguments");
    fact(f->has_direct_eval, "direct eval");
    In function(*this, Line(label, what, f));
    In scope(*this, f->scope);
    if (f->is_lazy) Text("not parsed yet");
    for (const Parameter& p : f->parameters) {
      Child(p.is_rest ? "rest" : "parameter", p.target);
      Child("default", p.initializer);
    }
    In body(*this, f->body_scope == f->scope ? nullptr : f->body_scope);
    Child("result", f->expression);
    Statements(f->body);
  }

 private:
  // Indents by one, and is in the scope if there is one, for as long as it lives.
  struct In {
    explicit In(Printer& printer, int) : printer(printer), saved(printer.scope_) { printer.depth_++; }
    In(Printer& printer, Scope* scope) : printer(printer), saved(printer.scope_), indents(false) {
      if (scope == nullptr) return;
      printer.scope_ = scope;
      printer.Variables(scope);
    }
    ~In() {
      printer.scope_ = saved;
      if (indents) printer.depth_--;
    }
    Printer& printer;
    Scope* saved;
    bool indents = true;
  };

  void Text(const std::string& text) {
    out_.append(static_cast<size_t>(depth_) * 2, ' ');
    out_ += text;
    out_ += '\n';
  }
  int Line(const std::string& label, const std::string& text, const Node* node) {
    Text((label.empty() ? "" : label + ": ") + text + " [" + std::to_string(node->start) + ", " +
         std::to_string(node->end) + ")");
    return 0;
  }

  // Where a variable is; as seen from the scope where it stands, if it is used there.
  std::string Place(Variable* v, bool is_use) {
    switch (v->location) {
      case VariableLocation::kUnassigned: return "nowhere";
      case VariableLocation::kLocal:
        return v->parameter_index >= 0 ? "register of parameter " + std::to_string(v->parameter_index)
                                       : "register";
      case VariableLocation::kEnvironment: {
        std::string out = "environment slot " + std::to_string(v->index);
        if (is_use && scope_ != nullptr)
          out += ", " + std::to_string(EnvironmentHops(scope_, v->scope)) + " up";
        return out;
      }
      case VariableLocation::kGlobal: return "global";
      case VariableLocation::kScriptLexical: return "script scope";
      case VariableLocation::kImport: return "import " + std::to_string(v->index);
      case VariableLocation::kLookup: return "looked up, else " + Place(v->static_fallback(), is_use);
    }
    return "?";
  }
  std::string Use(Variable* v, uint32_t position) {
    if (v == nullptr) return "top level";
    return Place(v, true) + (NeedsHoleCheck(v, position, scope_) ? ", may be the hole" : "");
  }
  void Variables(Scope* scope) {
    std::string text = std::string("scope ") + NameIn(kScopeNames, scope->kind);
    if (scope->needs_environment) text += ", environment of " + std::to_string(scope->slot_count);
    if (scope->per_iteration) text += ", copied each iteration";
    if (scope->has_sloppy_eval) text += ", may grow by eval";
    Text(text);
    depth_++;
    for (Variable* v : scope->variables) {
      std::string line =
          std::string(NameIn(kVariableNames, v->kind)) + " " + Utf8(v->name) + ": " + Place(v, false);
      if (v->captured) line += ", captured";
      if (v->assigned) line += v->reassigned ? ", reassigned" : ", assigned";
      if (v->exported) line += ", exported";
      Text(line);
    }
    depth_--;
  }

  void Statements(std::span<Statement*> statements) {
    for (Statement* s : statements) Visit("", s);
  }
  void Child(const std::string& label, Node* node) {
    if (node != nullptr) Visit(label, node);
  }
  void Children(const std::string& label, std::span<Expression*> nodes) {
    for (Expression* e : nodes) {
      if (e == nullptr) {
        Text("hole");
      } else {
        Visit(label, e);
      }
    }
  }

  void Class(ClassLiteral* c, const std::string& label) {
    In literal(*this, Line(label, "Class " + Utf8(c->name), c));
    Children("decorator", c->decorators);
    In scope(*this, c->scope);
    Child("extends", c->heritage);
    Child("constructor", c->constructor);
    for (const ClassElement& e : c->elements) {
      Text(std::string(e.is_static && e.block == nullptr ? "static " : "") + NameIn(kElementNames, e.kind));
      In element(*this, 0);
      Children("decorator", e.decorators);
      Child("key", e.key);
      Child("storage", e.storage);
      In field(*this, e.scope);
      Child("value", e.value);
      if (e.block != nullptr) Statements(e.block->statements);
    }
  }

  // A chain leans left without bound: its links stand one below the other, inside out.
  void Chain(const std::string& label, Expression* e) {
    In chain(*this, Line(label, "Chain", e));
    std::vector<Expression*> links;
    while (Expression* base = ChainBase(e)) {
      links.push_back(e);
      e = base;
    }
    Visit("", e);
    for (size_t i = links.size(); i-- > 0;) {
      Expression* link = links[i];
      if (auto* m = link->TryAs<MemberExpression>()) {
        Text((m->optional ? "?." : ".") + Utf8(m->name));
      } else if (auto* m = link->TryAs<PrivateMember>()) {
        Text((m->optional ? "?." : ".") + Utf8(m->name->name) + ": " +
             Use(m->name->variable(), m->name->start));
      } else if (auto* m = link->TryAs<ElementExpression>()) {
        Text(m->optional ? "?.[]" : "[]");
        In index(*this, 0);
        Visit("", m->index);
      } else if (auto* m = link->TryAs<TaggedTemplate>()) {
        Visit("tagged", m->quasi);
      } else {
        auto* c = link->As<CallExpression>();
        Text(c->is_direct_eval ? "direct eval ()" : c->optional ? "?.()" : "()");
        In arguments(*this, 0);
        Children("", c->arguments);
      }
    }
  }

  // What stands behind the kind of the node, on its line.
  std::string Detail(Node* n) {
    switch (n->kind()) {
      case NodeKind::kBooleanLiteral: return n->As<BooleanLiteral>()->value ? "true" : "false";
      case NodeKind::kNumberLiteral: {
        char text[32];
        std::snprintf(text, sizeof text, "%.17g", n->As<NumberLiteral>()->value);
        return text;
      }
      case NodeKind::kBigIntLiteral: return Utf8(n->As<BigIntLiteral>()->digits) + "n";
      case NodeKind::kStringLiteral: return "\"" + Utf8(n->As<StringLiteral>()->value) + "\"";
      case NodeKind::kRegExpLiteral:
        return "/" + Utf8(n->As<RegExpLiteral>()->pattern) + "/" + Utf8(n->As<RegExpLiteral>()->flags);
      case NodeKind::kIdentifier:
        return Utf8(n->As<Identifier>()->name) + ": " + Use(n->As<Identifier>()->variable(), n->start);
      case NodeKind::kPrivateName:
        return Utf8(n->As<PrivateName>()->name) + ": " + Use(n->As<PrivateName>()->variable(), n->start);
      case NodeKind::kThisExpression: return Use(n->As<ThisExpression>()->variable(), n->start);
      case NodeKind::kNewTarget: return Use(n->As<NewTarget>()->variable(), n->start);
      case NodeKind::kUnaryExpression: return NameIn(kUnaryNames, n->As<UnaryExpression>()->op);
      case NodeKind::kUpdateExpression: {
        auto* u = n->As<UpdateExpression>();
        return std::string(u->is_prefix ? "prefix " : "postfix ") + (u->is_increment ? "++" : "--");
      }
      case NodeKind::kBinaryExpression: return NameIn(kBinaryNames, n->As<BinaryExpression>()->op);
      case NodeKind::kLogicalExpression: return NameIn(kLogicalNames, n->As<LogicalExpression>()->op);
      case NodeKind::kAssignExpression: return NameIn(kAssignNames, n->As<AssignExpression>()->op);
      case NodeKind::kSuperMember: return "." + Utf8(n->As<SuperMember>()->name);
      case NodeKind::kYieldExpression: return n->As<YieldExpression>()->is_delegate ? "*" : "";
      case NodeKind::kVariableDeclaration: {
        static const char* const kNames[] = {"var", "let", "const", "using", "await using"};
        return NameIn(kNames, n->As<VariableDeclaration>()->declaration_kind);
      }
      case NodeKind::kForOfStatement: return n->As<ForOfStatement>()->is_await ? "await" : "";
      case NodeKind::kContinueStatement:
        return "to " + std::to_string(n->As<ContinueStatement>()->target->start);
      case NodeKind::kBreakStatement:
        return "out of " + std::to_string(n->As<BreakStatement>()->target->start);
      case NodeKind::kLabelledStatement: return Utf8(n->As<LabelledStatement>()->label);
      default: return "";
    }
  }

  void Visit(const std::string& label, Node* n) {
    if (n->Is<FunctionLiteral>()) return Function(n->As<FunctionLiteral>(), label);
    if (n->Is<ClassLiteral>()) return Class(n->As<ClassLiteral>(), label);
    switch (n->kind()) {
      case NodeKind::kMemberExpression:
      case NodeKind::kElementExpression:
      case NodeKind::kPrivateMember:
      case NodeKind::kCallExpression:
      case NodeKind::kTaggedTemplate: return Chain(label, static_cast<Expression*>(n));
      default: break;
    }
    std::string detail = Detail(n);
    In node(*this, Line(label, NodeKindName(n->kind()) + (detail.empty() ? "" : " " + detail), n));
    Below(n);
  }

  void Pattern(const PatternElement& e) {
    if (e.target == nullptr) return Text("elision");
    Visit("target", e.target);
    Child("default", e.initializer);
  }
  void Below(Node* n) {
    switch (n->kind()) {
      case NodeKind::kTemplateLiteral: {
        auto* t = n->As<TemplateLiteral>();
        for (size_t i = 0; i < t->parts.size(); i++) {
          Text("`" + Utf8(t->parts[i].raw) + "`");
          if (i < t->expressions.size()) Visit("", t->expressions[i]);
        }
        return;
      }
      case NodeKind::kImportCall:
        Child("specifier", n->As<ImportCall>()->specifier);
        return Child("options", n->As<ImportCall>()->options);
      case NodeKind::kArrayLiteral: return Children("", n->As<ArrayLiteral>()->elements);
      case NodeKind::kObjectLiteral:
        for (Property& p : n->As<ObjectLiteral>()->properties) {
          Child(p.is_computed ? "computed key" : "key", p.key);
          Child(NameIn(kPropertyNames, p.kind), p.value);
        }
        return;
      case NodeKind::kUnaryExpression: return Visit("", n->As<UnaryExpression>()->operand);
      case NodeKind::kUpdateExpression: return Visit("", n->As<UpdateExpression>()->target);
      case NodeKind::kBinaryExpression:
        Visit("", n->As<BinaryExpression>()->left);
        return Visit("", n->As<BinaryExpression>()->right);
      case NodeKind::kNaryExpression:
        Visit("", n->As<NaryExpression>()->first);
        for (auto& o : n->As<NaryExpression>()->operations) Visit(NameIn(kBinaryNames, o.op), o.operand);
        return;
      case NodeKind::kLogicalExpression: return Children("", n->As<LogicalExpression>()->operands);
      case NodeKind::kPrivateIn:
        Visit("", n->As<PrivateIn>()->name);
        return Visit("in", n->As<PrivateIn>()->object);
      case NodeKind::kConditionalExpression: {  // leans right without bound
        Expression* e = static_cast<Expression*>(n);
        for (; e->Is<ConditionalExpression>(); e = e->As<ConditionalExpression>()->alternate) {
          Visit("if", e->As<ConditionalExpression>()->test);
          Visit("then", e->As<ConditionalExpression>()->consequent);
        }
        return Visit("else", e);
      }
      case NodeKind::kAssignExpression:
        Visit("target", n->As<AssignExpression>()->target);
        return Visit("value", n->As<AssignExpression>()->value);
      case NodeKind::kSequenceExpression: return Children("", n->As<SequenceExpression>()->expressions);
      case NodeKind::kSuperElement: return Visit("index", n->As<SuperElement>()->index);
      case NodeKind::kSuperCall: return Children("", n->As<SuperCall>()->arguments);
      case NodeKind::kNewExpression:
        Visit("callee", n->As<NewExpression>()->callee);
        return Children("", n->As<NewExpression>()->arguments);
      case NodeKind::kOptionalChain: return Visit("", n->As<OptionalChain>()->expression);
      case NodeKind::kSpreadElement: return Visit("", n->As<SpreadElement>()->argument);
      case NodeKind::kYieldExpression: return Child("", n->As<YieldExpression>()->argument);
      case NodeKind::kAwaitExpression: return Visit("", n->As<AwaitExpression>()->argument);
      case NodeKind::kArrayPattern:
        for (PatternElement& e : n->As<ArrayPattern>()->elements) Pattern(e);
        return Child("rest", n->As<ArrayPattern>()->rest);
      case NodeKind::kObjectPattern:
        for (PatternProperty& p : n->As<ObjectPattern>()->properties) {
          Visit(p.is_computed ? "computed key" : "key", p.key);
          Pattern(p.element);
        }
        return Child("rest", n->As<ObjectPattern>()->rest);
      default: return BelowStatement(n);
    }
  }
  // One flat switch over the kinds of statements.
  void BelowStatement(Node* n) {
    switch (n->kind()) {
      case NodeKind::kBlockStatement: {
        In scope(*this, n->As<BlockStatement>()->scope);
        return Statements(n->As<BlockStatement>()->statements);
      }
      case NodeKind::kExpressionStatement: return Visit("", n->As<ExpressionStatement>()->expression);
      case NodeKind::kVariableDeclaration:
        for (Declarator& d : n->As<VariableDeclaration>()->declarators) {
          Visit("target", d.target);
          Child("initializer", d.initializer);
        }
        return;
      case NodeKind::kFunctionDeclaration: {
        auto* d = n->As<FunctionDeclaration>();
        Text("binds " + Utf8(d->variable()->name) + ": " + Use(d->variable(), d->start));
        return Function(d->function, "");
      }
      case NodeKind::kClassDeclaration: {
        auto* d = n->As<ClassDeclaration>();
        Text("binds " + Utf8(d->variable()->name) + ": " + Use(d->variable(), d->start));
        return Class(d->class_literal, "");
      }
      case NodeKind::kIfStatement: {  // leans right without bound
        Statement* s = static_cast<Statement*>(n);
        for (; s != nullptr && s->Is<IfStatement>(); s = s->As<IfStatement>()->alternate) {
          Visit("if", s->As<IfStatement>()->test);
          Visit("then", s->As<IfStatement>()->consequent);
        }
        return Child("else", s);
      }
      case NodeKind::kDoWhileStatement:
        Visit("body", n->As<DoWhileStatement>()->body);
        return Visit("test", n->As<DoWhileStatement>()->test);
      case NodeKind::kWhileStatement:
        Visit("test", n->As<WhileStatement>()->test);
        return Visit("body", n->As<WhileStatement>()->body);
      case NodeKind::kForStatement: {
        auto* f = n->As<ForStatement>();
        In scope(*this, f->scope);
        Child("initializer", f->initializer);
        Child("test", f->test);
        Child("update", f->update);
        return Visit("body", f->body);
      }
      case NodeKind::kForInStatement:
      case NodeKind::kForOfStatement: {
        auto* f = static_cast<ForEachStatement*>(n);
        In scope(*this, f->scope);
        Visit("each", f->each);
        Visit("subject", f->subject);
        return Visit("body", f->body);
      }
      case NodeKind::kReturnStatement: return Child("", n->As<ReturnStatement>()->argument);
      case NodeKind::kWithStatement: {
        Visit("object", n->As<WithStatement>()->object);
        In scope(*this, n->As<WithStatement>()->scope);
        return Visit("body", n->As<WithStatement>()->body);
      }
      case NodeKind::kSwitchStatement: {
        auto* w = n->As<SwitchStatement>();
        Visit("subject", w->subject);
        In scope(*this, w->scope);
        for (SwitchCase& c : w->cases) {
          if (c.test == nullptr) Text("default");
          Child("case", c.test);
          In statements(*this, 0);
          Statements(c.statements);
        }
        return;
      }
      case NodeKind::kThrowStatement: return Visit("", n->As<ThrowStatement>()->argument);
      case NodeKind::kTryStatement: {
        auto* t = n->As<TryStatement>();
        Visit("try", t->block);
        if (t->handler != nullptr) {
          In scope(*this, t->catch_scope);
          Child("parameter", t->parameter);
          Visit("catch", t->handler);
        }
        return Child("finally", t->finalizer);
      }
      case NodeKind::kLabelledStatement: return Visit("", n->As<LabelledStatement>()->body);
      case NodeKind::kExportDeclaration:
        Child("", n->As<ExportDeclaration>()->declaration);
        return Child("default", n->As<ExportDeclaration>()->default_value);
      default: return;  // has nothing below it
    }
  }

  std::string out_;
  int depth_ = 0;
  Scope* scope_ = nullptr;
};

}  // namespace

std::string TreeText(FunctionLiteral* root) {
  Printer printer;
  printer.Function(root, "");
  return printer.Take();
}

}  // namespace halfword::syntax
