// https://tc39.es/ecma262/#sec-modules
#include <algorithm>

#include "syntax/parser/parser_impl.h"
#include "unicode/text.h"

namespace halfword::syntax {
namespace {

bool IsWellFormed(const Atom* atom) {
  if (atom->is_latin1) return true;
  for (uint32_t i = 0; i < atom->length; ++i) {
    char16_t c = atom->utf16()[i];
    if (!unicode::IsSurrogate(c)) continue;
    if (!unicode::IsLeadSurrogate(c) || i + 1 == atom->length ||
        !unicode::IsTrailSurrogate(atom->utf16()[i + 1])) {
      return false;
    }
    ++i;
  }
  return true;
}

bool SameRequest(const ModuleRequest& a, const ModuleRequest& b) {
  return a.specifier == b.specifier && a.phase == b.phase &&
         std::equal(a.attributes.begin(), a.attributes.end(), b.attributes.begin(), b.attributes.end(),
                    [](const ImportAttribute& x, const ImportAttribute& y) {
                      return x.key == y.key && x.value == y.value;
                    });
}

// By code units, as the specification sorts them.
bool Less(const Atom* a, const Atom* b) {
  uint32_t n = std::min(a->length, b->length);
  for (uint32_t i = 0; i < n; ++i) {
    if (a->at(i) != b->at(i)) return a->at(i) < b->at(i);
  }
  return a->length < b->length;
}

}  // namespace

// The index of the request for the module specifier `t` and the attributes that follow it.
uint32_t Parser::AddRequest(const TokenData& t, ImportPhase phase) {
  std::vector<ImportAttribute> attributes;
  if (Take(Token::kWith)) {
    Expect(Token::kLeftBrace);
    while (!Is(Token::kRightBrace)) {
      TokenData key = token();
      Atom* name;
      if (Is(Token::kString)) {
        name = token().atom;
        Next();
      } else {
        name = ParseIdentifierName();
      }
      for (const ImportAttribute& other : attributes) {
        if (other.key == name) {
          Fail(key.start, key.end, "Import attributes has a duplicate key '" + name->ToUtf8() + "'");
        }
      }
      Expect(Token::kColon);
      if (!Is(Token::kString)) {
        Unexpected();
        break;
      }
      attributes.push_back({name, token().atom});
      Next();
      if (!Take(Token::kComma)) break;
    }
    Expect(Token::kRightBrace);
    std::sort(attributes.begin(), attributes.end(),
              [](const ImportAttribute& a, const ImportAttribute& b) { return Less(a.key, b.key); });
  }
  ModuleRequest request = {t.atom, attributes, phase, t.start};
  for (uint32_t i = 0; i < requests_.size(); ++i) {
    if (SameRequest(requests_[i], request)) return i;
  }
  request.attributes = arena_.Copy(std::span<const ImportAttribute>(attributes));
  requests_.push_back(request);
  return static_cast<uint32_t>(requests_.size() - 1);
}

// At from.
uint32_t Parser::ParseFromClause(ImportPhase phase) {
  Expect(Token::kFrom);
  if (!Is(Token::kString)) {
    Unexpected();
    return 0;
  }
  TokenData specifier = token();
  Next();
  return AddRequest(specifier, phase);
}

// IdentifierName or a well-formed string.
Atom* Parser::ParseModuleExportName(TokenData* name) {
  *name = token();
  if (Is(Token::kString)) {
    if (!IsWellFormed(token().atom)) {
      FailAtToken("Invalid module export name: contains unpaired surrogate character");
    }
    Next();
    return name->atom;
  }
  return ParseIdentifierName();
}

void Parser::AddImport(uint32_t request, Atom* imported, const TokenData& local) {
  if (failed()) return;
  CheckBindingName(local);
  VariableKind kind = imported == nullptr ? VariableKind::kConst : VariableKind::kImport;
  Variable* v = DeclareLexical(local.atom, kind, local.start);
  v->initialized_position = 0;
  if (imported == nullptr) {
    v->captured = true;
  } else {
    v->index = static_cast<uint32_t>(imports_.size());
  }
  imports_.push_back({request, imported, v, local.start});
}

// https://tc39.es/proposal-defer-import-eval/ and https://tc39.es/proposal-source-phase-imports/: takes the
// word for the phase, which may also be the name of the default export.
ImportPhase Parser::ParseImportPhase() {
  if (!options_.harmony) return ImportPhase::kEvaluation;
  if (Is(Token::kDefer) && Peek().type == Token::kMultiply) {
    Next();
    return ImportPhase::kDefer;
  }
  if (Is(Token::kSource) && IsIdentifierLike(Peek().type) &&
      (Peek().type != Token::kFrom || PeekFurther().type == Token::kFrom)) {
    Next();
    return ImportPhase::kSource;
  }
  return ImportPhase::kEvaluation;
}

Statement* Parser::ParseImportDeclaration() {
  auto* declaration = New<ImportDeclaration>(start(), start());
  if (HW_UNLIKELY(typescript_) && TakeErasedImport()) return DummyStatement();
  Next();
  struct Specifier {
    Atom* imported;
    TokenData local;
  };
  std::vector<Specifier> specifiers;
  uint32_t request = 0;
  if (Is(Token::kString)) {
    TokenData specifier = token();
    Next();
    request = AddRequest(specifier);
  } else {
    bool more = true;
    ImportPhase phase = ParseImportPhase();
    if (phase == ImportPhase::kSource) {
      // Linking refuses it: no module here has a source.
      specifiers.push_back({nullptr, token()});
      Next();
      more = false;
    } else if (IsIdentifierLike(type())) {
      specifiers.push_back({atoms_.keyword(Token::kDefault), token()});
      Next();
      more = Take(Token::kComma);
    }
    if (more) {
      if (Take(Token::kMultiply)) {
        Expect(Token::kAs);
        if (!IsIdentifierLike(type())) Unexpected();
        specifiers.push_back({nullptr, token()});
        Next();
      } else {
        Expect(Token::kLeftBrace);
        while (!Is(Token::kRightBrace)) {
          bool has_more;
          if (HW_UNLIKELY(typescript_) && TakeTypeSpecifier(&has_more)) {
            if (!has_more) break;
            continue;
          }
          TokenData name;
          Atom* imported = ParseModuleExportName(&name);
          TokenData local = name;
          if (Take(Token::kAs)) {
            local = token();
            if (!IsIdentifierLike(type())) Unexpected();
            Next();
          } else if (!IsIdentifierLike(name.type)) {
            Unexpected(name);
          }
          specifiers.push_back({imported, local});
          if (!Take(Token::kComma)) break;
        }
        Expect(Token::kRightBrace);
      }
    }
    request = ParseFromClause(phase);
  }
  for (const Specifier& specifier : specifiers) AddImport(request, specifier.imported, specifier.local);
  ExpectSemicolon();
  declaration->end = previous_end();
  return declaration;
}

void Parser::AddExport(ModuleExport entry, uint32_t end) {
  if (failed()) return;
  if (entry.exported != nullptr) {
    if (!exported_names_.insert(entry.exported).second) {
      Fail(entry.position, end, "Duplicate export of '" + entry.exported->ToUtf8() + "'");
    }
  }
  exports_.push_back(entry);
}

// Exports every name that a declaration binds.
void Parser::ExportBindings(Expression* target) {
  switch (target->kind()) {
    case NodeKind::kIdentifier: {
      auto* identifier = target->As<Identifier>();
      Variable* v = Use(identifier->name, identifier->start);
      AddExport({ModuleExport::Kind::kLocal, 0, identifier->name, nullptr, v, identifier->start},
                identifier->end);
      return;
    }
    case NodeKind::kArrayPattern: {
      auto* pattern = target->As<ArrayPattern>();
      for (PatternElement& element : pattern->elements) {
        if (element.target != nullptr) ExportBindings(element.target);
      }
      if (pattern->rest != nullptr) ExportBindings(pattern->rest);
      return;
    }
    case NodeKind::kObjectPattern: {
      auto* pattern = target->As<ObjectPattern>();
      for (PatternProperty& property : pattern->properties) ExportBindings(property.element.target);
      if (pattern->rest != nullptr) ExportBindings(pattern->rest);
      return;
    }
    default: return;
  }
}

// export * [as name] from "…";
void Parser::ParseExportStar() {
  uint32_t position = start();
  Next();
  if (Take(Token::kAs)) {
    TokenData name;
    Atom* exported = ParseModuleExportName(&name);
    uint32_t request = ParseFromClause();
    AddExport({ModuleExport::Kind::kNamespace, request, exported, nullptr, nullptr, position}, name.end);
  } else {
    uint32_t request = ParseFromClause();
    AddExport({ModuleExport::Kind::kStar, request, nullptr, nullptr, nullptr, position}, position + 1);
  }
  ExpectSemicolon();
}

// Behind the decorators, if there are any: then it exports a class.
Statement* Parser::ParseExportDeclaration(std::span<Expression*> decorators) {
  uint32_t from = start(), before = previous_end();
  auto* node = New<ExportDeclaration>(from, from);
  Next();
  if (HW_UNLIKELY(typescript_)) {
    Statement* transformed = transform_ != nullptr ? ParseTransformedExport() : nullptr;
    if (transformed != nullptr) return transformed;
    if (TakeErasedExport(from, before)) return DummyStatement();
    SkipAbstract();
  }
  if (!decorators.empty() && !Is(Token::kDefault) && !Is(Token::kClass)) {
    Unexpected();
    return node;
  }
  switch (type()) {
    case Token::kDefault: return ParseExportDefault(from, before, decorators);
    case Token::kMultiply: ParseExportStar(); break;
    case Token::kLeftBrace:
      ParseExportClause();
      ExpectSemicolon();
      break;
    case Token::kVar:
    case Token::kConst:
    case Token::kLet: {
      DeclarationKind kind = Is(Token::kVar)   ? DeclarationKind::kVar
                             : Is(Token::kLet) ? DeclarationKind::kLet
                                               : DeclarationKind::kConst;
      node->declaration = ParseVariableStatement(kind);
      for (Declarator& declarator : node->declaration->As<VariableDeclaration>()->declarators) {
        ExportBindings(declarator.target);
      }
      break;
    }
    case Token::kAt:
    case Token::kClass: {
      if (Is(Token::kAt) && !options_.harmony) {
        Unexpected();
        break;
      }
      uint32_t class_start = start();
      if (Is(Token::kAt)) decorators = ParseDecorators();
      node->declaration = ParseClassDeclaration(decorators, class_start);
      auto* declaration = node->declaration->As<ClassDeclaration>();
      AddExport({ModuleExport::Kind::kLocal, 0, declaration->class_literal->name, nullptr,
                 declaration->binding, declaration->start},
                declaration->end);
      break;
    }
    case Token::kAsync:
      if (Peek().type != Token::kFunction || Peek().newline_before) {
        Unexpected();
        break;
      }
      [[fallthrough]];
    case Token::kFunction: {
      FunctionDeclaration* declaration = ParseFunctionDeclaration();
      node->declaration = declaration;
      AddExport({ModuleExport::Kind::kLocal, 0, declaration->function->name, nullptr, declaration->binding,
                 declaration->start},
                declaration->end);
      break;
    }
    default: Unexpected(); break;
  }
  node->end = previous_end();
  return node;
}

Statement* Parser::ParseExportDefault(uint32_t from, uint32_t before, std::span<Expression*> decorators) {
  auto* node = New<ExportDeclaration>(from, from);
  uint32_t position = start();
  Next();
  if (HW_UNLIKELY(typescript_)) {
    SkipAbstract();
    size_t count = ErasedCount();
    if ((Is(Token::kInterface) && TakeErasedDeclaration()) || TakeFunctionSignature()) {
      EraseWhole(from, before, count);
      return DummyStatement();
    }
  }
  Atom* default_name = atoms_.keyword(Token::kDefault);
  Variable* exported = nullptr;
  if (exported_names_.contains(default_name)) Fail(position, position + 7, "Duplicate export of 'default'");
  bool is_function = Is(Token::kFunction) ||
                     (Is(Token::kAsync) && Peek().type == Token::kFunction && !Peek().newline_before);
  if (is_function && decorators.empty()) {
    FunctionDeclaration* declaration = ParseFunctionDeclaration(false);
    node->declaration = declaration;
    exported = declaration->binding;
  } else if (Is(Token::kClass) || !decorators.empty() || (Is(Token::kAt) && options_.harmony)) {
    uint32_t class_start = start();
    if (decorators.empty() && Is(Token::kAt)) decorators = ParseDecorators();
    Restore<Variable*> declared(declared_class_, nullptr);
    ClassLiteral* literal = ParseClass(true, false, decorators, class_start);
    exported = declared_class_;
    if (exported == nullptr && !failed()) {
      exported = DeclareLexical(atoms_.default_export, VariableKind::kClass, class_start);
    }
    if (exported != nullptr) exported->initialized_position = previous_end();
    if (literal->name == nullptr) literal->name = default_name;
    auto* declaration = New<ClassDeclaration>(class_start, previous_end());
    declaration->class_literal = literal;
    declaration->binding = exported;
    node->declaration = declaration;
  } else {
    if (!failed()) exported = DeclareLexical(atoms_.default_export, VariableKind::kConst, position);
    node->default_value = ParseAssignmentIn();
    NameAnonymous(node->default_value, default_name);
    ExpectSemicolon();
    if (exported != nullptr) exported->initialized_position = previous_end();
    node->default_variable = exported;
  }
  AddExport({ModuleExport::Kind::kLocal, 0, default_name, nullptr, exported, position}, position + 7);
  node->end = previous_end();
  return node;
}

// export { local as exported, … } [from "module"]
void Parser::ParseExportClause() {
  struct Specifier {
    TokenData local;
    Atom* local_name;
    Atom* exported;
    uint32_t end;
  };
  std::vector<Specifier> specifiers;
  Next();
  while (!Is(Token::kRightBrace)) {
    bool has_more;
    if (HW_UNLIKELY(typescript_) && TakeTypeSpecifier(&has_more)) {
      if (!has_more) break;
      continue;
    }
    TokenData local, exported;
    Atom* local_name = ParseModuleExportName(&local);
    Atom* exported_name = Take(Token::kAs) ? ParseModuleExportName(&exported) : local_name;
    specifiers.push_back({local, local_name, exported_name, previous_end()});
    if (!Take(Token::kComma)) break;
  }
  Expect(Token::kRightBrace);
  if (Is(Token::kFrom)) {
    uint32_t request = ParseFromClause();
    for (const Specifier& s : specifiers) {
      AddExport({ModuleExport::Kind::kIndirect, request, s.exported, s.local_name, nullptr, s.local.start},
                s.end);
    }
    return;
  }
  for (const Specifier& s : specifiers) {
    if (failed()) return;
    if (!IsIdentifierLike(s.local.type)) {
      Unexpected(s.local);
      return;
    }
    CheckIdentifier(s.local);
    Variable* v = Use(s.local_name, s.local.start);
    AddExport({ModuleExport::Kind::kLocal, 0, s.exported, nullptr, v, s.local.start}, s.end);
  }
}

// All declarations are known: exports of what is imported become indirect.
void Parser::FinishModule() {
  for (ModuleExport& entry : exports_) {
    if (entry.kind != ModuleExport::Kind::kLocal || entry.variable == nullptr) continue;
    Variable* v = entry.variable;
    if (v->kind == VariableKind::kUnresolved) {
      Fail(entry.position, entry.position + v->name->length,
           "Export '" + v->name->ToUtf8() + "' is not defined in module");
      return;
    }
    auto space = std::find_if(imports_.begin(), imports_.end(), [v](const ModuleImport& i) {
      return i.imported == nullptr && i.variable == v;
    });
    if (space != imports_.end()) {
      entry.kind = ModuleExport::Kind::kNamespace;
      entry.request = space->request;
      entry.variable = nullptr;
      continue;
    }
    if (v->kind == VariableKind::kImport) {
      const ModuleImport& import = imports_[v->index];
      entry.kind = ModuleExport::Kind::kIndirect;
      entry.request = import.request;
      entry.imported = import.imported;
      entry.variable = nullptr;
      continue;
    }
    v->exported = true;
  }
  result_.module.requests = arena_.Copy(std::span<const ModuleRequest>(requests_));
  result_.module.imports = arena_.Copy(std::span<const ModuleImport>(imports_));
  result_.module.exports = arena_.Copy(std::span<const ModuleExport>(exports_));
}

}  // namespace halfword::syntax
