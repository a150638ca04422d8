// Declaring, using and resolving names; what happens when a scope closes. The theory is
// in scope.h and parser_impl.h.
#include <algorithm>

#include "syntax/parser/parser_impl.h"

namespace halfword::syntax {
uint32_t EnvironmentHops(const Scope* from, const Scope* to) {
  uint32_t hops = 0;
  for (; from != to; from = from->outer) hops += from->needs_environment;
  return hops;
}

bool NeedsHoleCheck(const Variable* variable, uint32_t position, const Scope* use_scope) {
  if (!variable->has_temporal_dead_zone()) return false;
  if (variable->from_scope_info || variable->kind == VariableKind::kImport) return true;
  if (variable->scope->kind == ScopeKind::kSwitch) return true;
  if (use_scope->closure_scope() != variable->scope->closure_scope()) return true;
  return position < variable->initialized_position;
}

Scope* Parser::OpenScope(ScopeKind kind) {
  Scope* scope = arena_.New<Scope>();
  scope->kind = kind;
  scope->outer = scope_;
  scope->is_strict = strict_;
  scope->hoisted_start = static_cast<uint32_t>(hoisted_.size());
  scope->annex_b_start = static_cast<uint32_t>(annex_b_.size());
  scope_ = scope;
  return scope;
}

void Parser::Append(Scope* scope, Variable* variable) {
  variable->next = nullptr;
  (scope->last == nullptr ? scope->first : scope->last->next) = variable;
  scope->last = variable;
}

Variable* Parser::NewVariable(Atom* name, Scope* scope, VariableKind kind, uint32_t position) {
  Variable* v = arena_.New<Variable>();
  v->name = name;
  v->scope = scope;
  v->kind = kind;
  v->position = position;
  v->parameter_index = -1;
  v->register_index = -1;
  Append(scope, v);
  return v;
}

Variable* Parser::UseSlow(Atom* name, uint32_t position) {
  Variable* v = NewVariable(name, scope_, VariableKind::kUnresolved, position);
  v->shadowed = name->binding;
  name->binding = v;
  return v;
}

// REQUIRES: no scope inside `scope` has an entry of this name now.
Variable* Parser::UseIn(Scope* scope, Atom* name, uint32_t position) {
  if (Variable* v = Find(scope, name)) return v;
  Variable* v = NewVariable(name, scope, VariableKind::kUnresolved, position);
  v->shadowed = name->binding;
  name->binding = v;
  return v;
}

void Parser::FailRedeclaration(Atom* name, uint32_t position) {
  uint32_t length = name->length;
  Fail(position, position + length, "Identifier '" + name->ToUtf8() + "' has already been declared");
}

Variable* Parser::DeclareLexical(Atom* name, VariableKind kind, uint32_t position) {
  Variable* v = Find(scope_, name);
  Variable* below = v == nullptr ? name->binding : v->shadowed;
  // Parameters, and the catch parameter, share their level with the body's declarations.
  if (below != nullptr && below->scope == scope_->outer && below->kind != VariableKind::kUnresolved &&
      (scope_->is_catch_body ||
       (scope_->kind == ScopeKind::kFunctionBody && below->kind == VariableKind::kParameter))) {
    FailRedeclaration(name, position);
  }
  if (v == nullptr) {
    v = UseSlow(name, position);
  } else if (v->kind != VariableKind::kUnresolved) {
    bool both_sloppy_functions =
        v->kind == VariableKind::kBlockFunction && kind == VariableKind::kBlockFunction && v->sloppy_function;
    if (!both_sloppy_functions) FailRedeclaration(name, position);
    return v;
  } else if (v->var_passes) {
    FailRedeclaration(name, position);
  }
  v->kind = kind;
  v->position = position;
  v->initialized_position = kind == VariableKind::kBlockFunction ? 0 : Variable::kNever;
  return v;
}

// Declares in the var scope, and leaves a mark in every scope between, which a later let
// there would collide with.
Variable* Parser::DeclareVar(Atom* name, VariableKind kind, uint32_t position) {
  Variable** link = &name->binding;
  for (Scope* scope = scope_;; scope = scope->outer) {
    Variable* v = *link != nullptr && (*link)->scope == scope ? *link : nullptr;
    if (v == nullptr) {
      v = NewVariable(name, scope, VariableKind::kUnresolved, position);
      v->shadowed = *link;
      *link = v;
    }
    if (v->is_lexical_declaration() && v->kind != VariableKind::kCatchParameter) {
      FailRedeclaration(name, position);
      return v;
    }
    if (scope->is_var_scope()) {
      if (v->kind == VariableKind::kUnresolved) {
        v->kind = kind;
        v->position = position;
      } else if (kind == VariableKind::kFunction && v->kind == VariableKind::kVar) {
        v->kind = kind;
      }
      return v;
    }
    v->var_passes = true;
    link = &v->shadowed;
  }
}

Variable* Parser::DeclareParameter(Atom* name, uint32_t position) {
  FunctionLiteral* literal = function_->literal;
  Variable* v = Use(name, position);
  if (v->kind == VariableKind::kParameter) {
    literal->has_duplicate_parameters = true;
    if (literal->duplicate_position == 0) literal->duplicate_position = position;
  }
  v->kind = VariableKind::kParameter;
  v->position = position;
  return v;
}

Variable* Parser::DeclareSynthetic(Scope* scope, Atom* name, VariableKind kind) {
  Variable* v = NewVariable(name, scope, kind, start());
  v->shadowed = nullptr;  // never found by name
  return v;
}

void Parser::MarkInitialized(size_t from, uint32_t position) {
  for (size_t i = from; i < declared_.size(); ++i) declared_[i]->initialized_position = position;
  declared_.resize(from);
}

void Parser::NoteDirectEval() {
  scope_->has_direct_eval = true;
  scope_->inner_direct_eval = true;
  scope_->needs_scope_info = true;
  function_->literal->has_direct_eval = true;
  if (!strict_) NoteSloppyEval(scope_);
}

// Variables may come into being in the var scope around `scope`, or in what turns out to be an arrow
// function's parameters.
void Parser::NoteSloppyEval(Scope* scope) {
  while (!scope->is_var_scope() && !scope->is_arrow_candidate) scope = scope->outer;
  scope->has_sloppy_eval = true;
}

// ---- Closing ----

void Parser::HandOutward(Variable* v, Scope* outer, bool crosses_function) {
  if (crosses_function) v->captured = true;
  Variable* target = v->name->binding;
  if (target != nullptr && target->scope == outer) {
    v->forward = target;
    target->captured |= v->captured;
    target->assigned |= v->assigned;
    target->reassigned |= v->reassigned || (v->written && (crosses_function || target->written));
    target->written |= v->written;
    target->looked_up |= v->looked_up;
    return;
  }
  v->reassigned |= v->written && crosses_function;
  v->scope = outer;
  v->shadowed = target;
  v->var_passes = false;
  v->name->binding = v;
  Append(outer, v);
}

void Parser::MakeLookup(Variable* v, Scope* outer, bool crosses_function) {
  Variable* target = UseIn(outer, v->name, v->position);
  target->captured = true;
  target->looked_up = true;
  target->assigned |= v->assigned;
  target->reassigned |= v->assigned;
  v->captured |= crosses_function;
  v->location = VariableLocation::kLookup;
  v->fallback = target;
}

void Parser::PropagateFlags(Scope* scope, bool) {
  Scope* outer = scope->outer;
  if (scope->kind == ScopeKind::kWith) scope->needs_scope_info = true;
  outer->inner_direct_eval |= scope->inner_direct_eval;
  outer->needs_scope_info |= scope->needs_scope_info;
}

void Parser::AssignLocations(Scope* scope) {
  uint32_t slots = 0;
  for (Variable* v : scope->variables) {
    v->assigned |= scope->inner_direct_eval;
    v->reassigned |= scope->inner_direct_eval;
    if (v->location != VariableLocation::kUnassigned) continue;
    if (v->captured || scope->inner_direct_eval) {
      v->location = VariableLocation::kEnvironment;
      v->index = slots++;
    } else {
      v->location = VariableLocation::kLocal;
    }
  }
  scope->slot_count = slots;
  scope->needs_environment = slots != 0 || scope->kind == ScopeKind::kWith || scope->has_sloppy_eval;
  scope->per_iteration = scope->kind == ScopeKind::kFor && slots != 0;
}

// Drops the candidates for Annex B.3.3 that a lexical declaration of this block stands in the way of.
void Parser::FilterAnnexB(Scope* scope) {
  if (annex_b_.size() == scope->annex_b_start) return;
  auto blocked = [&](FunctionDeclaration* candidate) {
    Variable* v = Find(scope, candidate->function->name);
    return v != nullptr && v != candidate->binding && v->is_lexical_declaration() &&
           v->kind != VariableKind::kCatchParameter;
  };
  annex_b_.erase(std::remove_if(annex_b_.begin() + scope->annex_b_start, annex_b_.end(), blocked),
                 annex_b_.end());
}

// https://tc39.es/ecma262/#sec-web-compat-functiondeclarationinstantiation
void Parser::HoistAnnexB(Scope* var_scope, Scope* parameter_scope) {
  for (size_t i = var_scope->annex_b_start; i < annex_b_.size(); ++i) {
    FunctionDeclaration* declaration = annex_b_[i];
    Atom* name = declaration->function->name;
    Variable* v = Find(var_scope, name);
    if (v != nullptr && (v->is_lexical_declaration() || v->kind == VariableKind::kParameter)) continue;
    if (parameter_scope != nullptr) {
      Variable* parameter = v == nullptr ? name->binding : v->shadowed;
      if (parameter != nullptr && parameter->scope == parameter_scope &&
          parameter->kind == VariableKind::kParameter) {
        continue;
      }
    }
    if (v == nullptr) v = UseIn(var_scope, name, declaration->start);
    if (v->kind == VariableKind::kUnresolved) v->kind = VariableKind::kVar;
    v->assigned = v->reassigned = true;
    declaration->annex_b_variable = v;
  }
  annex_b_.resize(var_scope->annex_b_start);
}

void Parser::KeepCollected(Scope* scope, size_t from) {
  scope->first = scope->last = nullptr;
  scope->variables = arena_.Copy(std::span<Variable* const>(collected_).subspan(from));
  collected_.resize(from);
}

void Parser::CloseScope(Scope* scope) {
  DCHECK(scope_ == scope);
  FilterAnnexB(scope);
  Scope* outer = scope->outer;
  scope_ = outer;
  if (hoisted_.size() != scope->hoisted_start) {
    scope->functions =
        arena_.Copy(std::span<FunctionDeclaration* const>(hoisted_).subspan(scope->hoisted_start));
    hoisted_.resize(scope->hoisted_start);
  }
  size_t collected = collected_.size();
  Variable* next;
  for (Variable* v = scope->first; v != nullptr; v = next) {
    next = v->next;
    if (v->kind == VariableKind::kSynthetic) {
      collected_.push_back(v);
      continue;
    }
    v->name->binding = v->shadowed;
    if (v->kind != VariableKind::kUnresolved) {
      collected_.push_back(v);
    } else if (scope->kind == ScopeKind::kWith && !IsSpecialName(v->name)) {
      MakeLookup(v, outer, false);
    } else {
      HandOutward(v, outer, false);
    }
  }
  KeepCollected(scope, collected);
  AssignLocations(scope);
  PropagateFlags(scope, false);
}

void Parser::DissolveScope(Scope* scope) {
  DCHECK(scope_ == scope && scope->is_arrow_candidate);
  scope->is_arrow_candidate = false;
  scope_ = scope->outer;
  if (scope->has_sloppy_eval) NoteSloppyEval(scope_);
  scope->has_sloppy_eval = false;
  Variable* next;
  for (Variable* v = scope->first; v != nullptr; v = next) {
    next = v->next;
    v->name->binding = v->shadowed;
    HandOutward(v, scope->outer, false);
  }
  scope->first = scope->last = nullptr;
  PropagateFlags(scope, false);
}

// kField and kStaticBlock: their pseudo-variables belong to the synthetic function (scope->outer), whose
// scope is not on the stack; everything else goes on to the class scope.
void Parser::CloseMemberScope(Scope* scope) {
  DCHECK(scope_ == scope);
  Scope* function = scope->outer;
  Scope* class_scope = function->outer;
  if (scope->kind == ScopeKind::kStaticBlock && hoisted_.size() != scope->hoisted_start) {
    scope->functions =
        arena_.Copy(std::span<FunctionDeclaration* const>(hoisted_).subspan(scope->hoisted_start));
  }
  hoisted_.resize(scope->hoisted_start);
  annex_b_.resize(scope->annex_b_start);
  auto pseudo = [&](Variable** place, Atom* name, VariableKind kind) {
    if (*place == nullptr) *place = DeclareSynthetic(function, name, kind);
    return *place;
  };
  auto pseudo_of = [&](Atom* name) -> Variable* {
    if (name == atoms_.dot_this) return pseudo(&function->this_variable, name, VariableKind::kThis);
    if (name == atoms_.dot_home_object) {
      return pseudo(&function->home_object_variable, name, VariableKind::kHomeObject);
    }
    if (name == atoms_.dot_new_target) {
      return pseudo(&function->new_target_variable, name, VariableKind::kNewTarget);
    }
    return nullptr;
  };
  if (scope->inner_direct_eval) {
    for (Atom* name : {atoms_.dot_this, atoms_.dot_home_object, atoms_.dot_new_target}) pseudo_of(name);
    function->function->has_direct_eval = true;
  }
  scope_ = class_scope;
  size_t collected = collected_.size();
  Variable* next;
  for (Variable* v = scope->first; v != nullptr; v = next) {
    next = v->next;
    v->name->binding = v->shadowed;
    if (v->kind != VariableKind::kUnresolved) {
      collected_.push_back(v);
    } else if (Variable* target = pseudo_of(v->name)) {
      v->forward = target;
      target->captured |= v->captured;
    } else {
      HandOutward(v, class_scope, true);
    }
  }
  KeepCollected(scope, collected);
  AssignLocations(scope);
  PropagateFlags(scope, true);
}

// The values that only non-arrow functions have, if code inside uses them.
void Parser::DeclarePseudoVariables(FunctionLiteral* literal, Scope* scope) {
  bool wants_all = literal->has_direct_eval;
  auto declare = [&](Atom* name, VariableKind kind, bool exists) -> Variable* {
    Variable* v = Find(scope, name);
    if (v == nullptr && wants_all && exists) v = UseIn(scope, name, literal->start);
    if (v != nullptr) v->kind = kind;
    return v;
  };
  scope->this_variable = declare(atoms_.dot_this, VariableKind::kThis, true);
  scope->new_target_variable = declare(atoms_.dot_new_target, VariableKind::kNewTarget, true);
  scope->home_object_variable =
      declare(atoms_.dot_home_object, VariableKind::kHomeObject, literal->is_method_like());
  scope->active_function_variable = declare(atoms_.dot_function, VariableKind::kActiveFunction,
                                            literal->syntax == FunctionSyntax::kDerivedConstructor);
  literal->uses_this = scope->this_variable != nullptr;
  literal->uses_new_target = scope->new_target_variable != nullptr;
  literal->uses_super_property = scope->home_object_variable != nullptr;
  literal->uses_super_call = scope->active_function_variable != nullptr;

  // https://tc39.es/ecma262/#sec-functiondeclarationinstantiation, steps 15 to 18.
  Variable* arguments = Find(scope, atoms_.arguments);
  if (arguments == nullptr && wants_all) arguments = UseIn(scope, atoms_.arguments, literal->start);
  if (arguments != nullptr) {
    if (arguments->kind == VariableKind::kUnresolved) arguments->kind = VariableKind::kArguments;
    if (arguments->kind == VariableKind::kArguments || arguments->kind == VariableKind::kVar) {
      scope->arguments_variable = arguments;
      arguments->reassigned = true;  // a var of this name does not begin undefined
      literal->uses_arguments = true;
      literal->has_mapped_arguments = !literal->is_strict && literal->has_simple_parameters;
    }
  }
}

void Parser::CloseFunctionScope(FunctionLiteral* literal) {
  Scope* scope = literal->scope;
  Scope* body = literal->body_scope;
  bool is_arrow = literal->is_arrow();
  HoistAnnexB(body, body == scope ? nullptr : scope);
  if (hoisted_.size() != body->hoisted_start) {
    literal->functions =
        arena_.Copy(std::span<FunctionDeclaration* const>(hoisted_).subspan(body->hoisted_start));
    hoisted_.resize(body->hoisted_start);
  }
  if (body != scope) CloseBodyScope(literal);
  DCHECK(scope_ == scope);
  if (is_arrow) {
    literal->uses_this = Find(scope, atoms_.dot_this) != nullptr;
    literal->uses_new_target = Find(scope, atoms_.dot_new_target) != nullptr;
    literal->uses_super_property = Find(scope, atoms_.dot_home_object) != nullptr;
    literal->uses_super_call = Find(scope, atoms_.dot_function) != nullptr;
  } else {
    DeclarePseudoVariables(literal, scope);
  }
  if (literal->syntax == FunctionSyntax::kExpression && literal->has_own_name) BindOwnName(literal);
  scope_ = scope->outer;
  HandOutFreeNames(literal);
  AssignLocations(scope);
  PropagateFlags(scope, true);
  if (is_arrow && literal->has_direct_eval && function_->outer != nullptr) {
    function_->outer->literal->has_direct_eval = true;
  }
}

// The scope of a body whose parameters have one of their own.
void Parser::CloseBodyScope(FunctionLiteral* literal) {
  Scope* scope = literal->scope;
  Scope* body = literal->body_scope;
  DCHECK(scope_ == body);
  std::vector<FunctionLiteral::BodyVariableCopy> copies;
  size_t collected = collected_.size();
  Variable* next;
  for (Variable* v = body->first; v != nullptr; v = next) {
    next = v->next;
    v->name->binding = v->shadowed;
    if (v->kind != VariableKind::kUnresolved) {
      collected_.push_back(v);
      Variable* parameter = v->kind == VariableKind::kVar ? ParameterBehind(v, literal) : nullptr;
      if (parameter != nullptr) {
        copies.push_back({v, parameter});
        v->reassigned = true;  // it begins with the parameter's value
      }
    } else if (body->has_sloppy_eval && !IsSpecialName(v->name)) {
      MakeLookup(v, scope, false);
    } else {
      HandOutward(v, scope, false);
    }
  }
  KeepCollected(body, collected);
  literal->copied_parameters = arena_.Copy(std::span<const FunctionLiteral::BodyVariableCopy>(copies));
  AssignLocations(body);
  PropagateFlags(body, false);
  scope_ = scope;
}

// What a var of the body begins with: the parameter of its name, or the arguments object. Or null.
Variable* Parser::ParameterBehind(const Variable* variable, FunctionLiteral* literal) {
  bool is_arguments = variable->name == atoms_.arguments && !literal->is_arrow();
  Variable* parameter = Find(literal->scope, variable->name);
  if (is_arguments) {
    return parameter != nullptr ? parameter : UseIn(literal->scope, variable->name, variable->position);
  }
  return parameter != nullptr && parameter->kind == VariableKind::kParameter ? parameter : nullptr;
}

// The name of a function expression, if anything inside refers to it.
void Parser::BindOwnName(FunctionLiteral* literal) {
  Scope* scope = literal->scope;
  Variable* v = Find(scope, literal->name);
  if (v == nullptr && scope->inner_direct_eval) v = UseIn(scope, literal->name, literal->start);
  if (v == nullptr || v->kind != VariableKind::kUnresolved) return;
  if (!scope->has_sloppy_eval) {
    v->kind = VariableKind::kFunctionName;
    literal->self_variable = v;
    return;
  }
  // var of the same name made by eval hides it.
  Variable* self = DeclareSynthetic(scope, literal->name, VariableKind::kFunctionName);
  v->location = VariableLocation::kLookup;
  v->fallback = self;
  self->looked_up = true;
  literal->self_variable = self;
}

// Those of a lazy function go to free_names_, for DiscardFunction.
void Parser::HandOutFreeNames(FunctionLiteral* literal) {
  Scope* scope = literal->scope;
  free_names_.clear();
  size_t collected = collected_.size();
  Variable* next;
  for (Variable* v = scope->first; v != nullptr; v = next) {
    next = v->next;
    bool is_hidden = v == literal->self_variable && scope->has_sloppy_eval;
    if (!is_hidden) v->name->binding = v->shadowed;
    if (v->kind != VariableKind::kUnresolved) {
      if (literal->has_mapped_arguments && v->kind == VariableKind::kParameter)
        v->captured = v->reassigned = true;
      collected_.push_back(v);
      continue;
    }
    if (v->location == VariableLocation::kLookup) continue;
    bool dynamic = scope->has_sloppy_eval && !IsSpecialName(v->name);
    if (literal->is_lazy) {
      free_names_.push_back({v->name, v->position, v->assigned, dynamic || v->looked_up});
    } else if (dynamic) {
      MakeLookup(v, scope->outer, true);
    } else {
      HandOutward(v, scope->outer, true);
    }
  }
  KeepCollected(scope, collected);
}

// After CloseFunctionScope of a lazy function: frees its tree and then enters the names it left
// in the outer scope.
void Parser::DiscardFunction(FunctionLiteral* literal, Arena::Mark mark) {
  Scope* scope = literal->scope;
  scope->variables = {};
  scope->this_variable = scope->new_target_variable = scope->home_object_variable = nullptr;
  scope->active_function_variable = scope->arguments_variable = nullptr;
  scope->functions = {};
  literal->parameters = {};
  literal->body = {};
  literal->functions = {};
  literal->copied_parameters = {};
  literal->body_scope = nullptr;
  literal->self_variable = nullptr;
  if (HW_UNLIKELY(transform_ != nullptr)) ForgetContainers(literal->start);
  arena_.Rewind(mark);
  for (const FreeName& name : free_names_) {
    Variable* v = UseIn(scope_, name.name, name.position);
    v->captured = true;
    v->assigned |= name.assigned;
    v->reassigned |= name.assigned;
    v->looked_up |= name.looked_up;
  }
  scope_->needs_scope_info = true;
}

}  // namespace halfword::syntax
