// The outermost scope of a parse, and the scopes around it that were compiled earlier.
#include <algorithm>

#include "syntax/parser/parser_impl.h"

namespace halfword::syntax {

void Parser::OpenOuterScopes() {
  std::span<const ScopeInfoView> infos = options_.outer_scopes;
  for (size_t i = infos.size(); i-- > 0;) {
    Scope* scope = arena_.New<Scope>();
    scope->kind = infos[i].kind();
    scope->outer = outer_scope_;
    scope->from_scope_info = true;
    scope->info = arena_.New<ScopeInfoView>(infos[i]);
    scope->is_strict = infos[i].is_strict();
    scope->needs_environment = infos[i].has_environment();
    scope->has_sloppy_eval = infos[i].has_sloppy_eval();
    scope->slot_count = infos[i].slot_count();
    scope->needs_scope_info = true;
    outer_scope_ = scope;
  }
  scope_ = outer_scope_;
}

// A name that nothing in this source binds: in the scopes compiled earlier, or global.
void Parser::ResolveOutside(Variable* v) {
  if (v->location == VariableLocation::kLookup) return;
  bool dynamic = false;
  Scope* found = nullptr;
  ScopeInfoView::Entry entry = {};
  for (Scope* scope = outer_scope_; scope != nullptr; scope = scope->outer) {
    if (scope->kind == ScopeKind::kWith) {
      dynamic = true;
      continue;
    }
    uint32_t index = scope->info->Find(v->name);
    if (index != ScopeInfoView::kNotFound) {
      entry = scope->info->entry(index);
      dynamic |= scope->has_sloppy_eval && entry.kind == VariableKind::kFunctionName;
      found = scope;
      break;
    }
    dynamic |= scope->has_sloppy_eval;
  }
  if (IsSpecialName(v->name)) dynamic = false;
  if (found == nullptr && v->name->is_private_name()) {
    Fail(v->position, v->position + v->name->length,
         "Private field '" + v->name->ToUtf8() + "' must be declared in an enclosing class");
    return;
  }
  Variable* target = v;
  if (dynamic) {
    target = arena_.New<Variable>(*v);
    v->location = VariableLocation::kLookup;
    v->fallback = target;
    target->looked_up = true;
  }
  target->from_scope_info = found != nullptr;
  if (found == nullptr) {
    target->location = VariableLocation::kGlobal;
    if (v->name == atoms_.dot_this) target->kind = VariableKind::kThis;
    return;
  }
  target->scope = found;
  target->kind = entry.kind;
  target->captured = true;
  target->assigned = target->reassigned = true;
  target->is_static_private = entry.is_static_private;
  target->index = entry.slot;
  target->initialized_position = entry.has_dead_zone ? Variable::kNever : 0;
  target->location =
      entry.kind == VariableKind::kImport ? VariableLocation::kImport : VariableLocation::kEnvironment;
}

// https://tc39.es/ecma262/#sec-web-compat-evaldeclarationinstantiation: whether a scope between a sloppy
// direct eval and where its vars go binds the name, so that no function in a block of the eval becomes a var.
bool Parser::IsBoundBeforeVariableScope(const Atom* name) const {
  for (Scope* scope = outer_scope_; scope != nullptr; scope = scope->outer) {
    if (scope->kind == ScopeKind::kWith || scope->kind == ScopeKind::kCatch) continue;
    bool is_variable_scope = scope->is_var_scope() && scope->kind != ScopeKind::kEval;
    uint32_t index = scope->info->Find(name);
    if (index != ScopeInfoView::kNotFound) {
      if (!is_variable_scope) return true;
      switch (scope->info->entry(index).kind) {
        // The scope of a body has its let, const and class as well, and one with initializers of parameters
        // is where these are evaluated.
        case VariableKind::kLet:
        case VariableKind::kConst:
        case VariableKind::kClass: return true;
        case VariableKind::kParameter:
        case VariableKind::kArguments: return scope->info->has_parameter_expressions();
        default: return false;
      }
    }
    if (is_variable_scope) return false;
  }
  return false;
}

// kScript, kModule, kEval, and the scope that stands around a reparsed function (a kBlock).
void Parser::CloseRootScope(FunctionLiteral* literal, Scope* scope, EvalKind eval_kind) {
  DCHECK(scope_ == scope);
  bool is_script = scope->kind == ScopeKind::kScript;
  bool is_sloppy_eval = scope->kind == ScopeKind::kEval && !scope->is_strict;
  bool vars_are_outside = is_script || is_sloppy_eval;
  if (vars_are_outside) {
    std::vector<FunctionDeclaration*> kept;
    for (FunctionDeclaration* declaration : annex_b_) {
      Atom* name = declaration->function->name;
      Variable* v = UseIn(scope, name, declaration->start);
      if (v->is_lexical_declaration()) continue;
      if (is_sloppy_eval && eval_kind == EvalKind::kDirect && IsBoundBeforeVariableScope(name)) continue;
      v->assigned = v->reassigned = true;
      declaration->annex_b_variable = v;
      kept.push_back(declaration);
    }
    annex_b_.clear();
    result_.declarations.annex_b_functions = arena_.Copy(std::span<FunctionDeclaration* const>(kept));
  } else {
    HoistAnnexB(scope, nullptr);
  }
  if (literal != nullptr) {
    literal->functions = arena_.Copy(std::span<FunctionDeclaration* const>(hoisted_));
    hoisted_.clear();
    literal->uses_this = Find(scope, atoms_.dot_this) != nullptr;
  }
  std::vector<Variable*> declared, vars, lexicals;
  for (Variable* v = scope->first; v != nullptr; v = v->next) {
    if (v->kind == VariableKind::kUnresolved) {
      ResolveOutside(v);
      continue;
    }
    declared.push_back(v);
    bool is_var = v->kind == VariableKind::kVar || v->kind == VariableKind::kFunction;
    if (is_var && v->kind == VariableKind::kVar) vars.push_back(v);
    if (!is_var) lexicals.push_back(v);
    if (v->kind == VariableKind::kImport) v->location = VariableLocation::kImport;
    v->captured |= v->exported;
    if (is_script) {
      v->location = is_var ? VariableLocation::kGlobal : VariableLocation::kScriptLexical;
    } else if (is_sloppy_eval && is_var) {
      v->location = VariableLocation::kGlobal;
      if (eval_kind == EvalKind::kDirect && outer_scope_ != nullptr) {
        // The runtime makes the binding in the caller's var scope, and a catch parameter or
        // `with` may hide it.
        v->location = VariableLocation::kLookup;
        v->fallback = arena_.New<Variable>(*v);
        v->fallback->location = VariableLocation::kGlobal;
      }
    }
  }
  auto by_position = [](Variable* a, Variable* b) { return a->position < b->position; };
  for (std::vector<Variable*>* list : {&declared, &vars, &lexicals}) {
    std::sort(list->begin(), list->end(), by_position);
  }
  result_.declarations.var_names = arena_.Copy(std::span<Variable* const>(vars));
  result_.declarations.lexical_names = arena_.Copy(std::span<Variable* const>(lexicals));
  scope->variables = arena_.Copy(std::span<Variable* const>(declared));
  AssignLocations(scope);
  if (is_script) scope->needs_environment = false;
  if (is_sloppy_eval) scope->needs_environment = scope->slot_count != 0;
}

}  // namespace halfword::syntax
