// Entry points, errors, and the program around everything.
#include "syntax/parser/parser.h"

#include <algorithm>

#include "syntax/parser/parser_impl.h"
#include "unicode/characters.h"
#include "unicode/utf8.h"

namespace halfword::syntax {

ParseResult::ParseResult(uint32_t hash_seed) : data_(std::make_unique<ParseResultData>(hash_seed)) {}
ParseResult::ParseResult(ParseResult&&) noexcept = default;
ParseResult& ParseResult::operator=(ParseResult&&) noexcept = default;
ParseResult::~ParseResult() = default;
bool ParseResult::ok() const { return data_->error.kind == ErrorKind::kNone; }
const ParseError& ParseResult::error() const { return data_->error; }
FunctionLiteral* ParseResult::root() const { return data_->root; }
Scope* ParseResult::outer_scope() const { return data_->outer_scope; }
const ModuleRecord& ParseResult::module() const { return data_->module; }
const DeclarationNames& ParseResult::declarations() const { return data_->declarations; }
bool ParseResult::has_tagged_templates() const { return data_->has_tagged_templates; }
AtomTable& ParseResult::atoms() { return data_->atoms; }
Arena& ParseResult::arena() { return data_->arena; }
size_t ParseResult::memory_used() const {
  return data_->arena.reserved_bytes() + data_->atoms.arena().reserved_bytes();
}

std::string ParseError::Render() const {
  std::string out = message + "\n  " + source_line + "\n  ";
  out.append(caret_start, ' ');
  out.append(std::max<uint32_t>(caret_length, 1), '^');
  return out;
}

// ---- Errors ----

namespace {

constexpr uintptr_t kDefaultStack = 768 * 1024;
constexpr uint32_t kLongestSourceLine = 160;

void Describe(ParseError& error, SourceText source) {
  uint32_t at = std::min(error.start, source.length());
  LineColumn position = LocateOnce(source, at);
  error.line = position.line;
  error.column = position.column;
  uint32_t line_start = at - (position.column - 1);
  uint32_t line_end = at;
  while (line_end < source.length() && !unicode::IsLineTerminator(source[line_end])) ++line_end;
  if (line_end - line_start > kLongestSourceLine) {
    line_start = std::max(line_start, at > kLongestSourceLine / 2 ? at - kLongestSourceLine / 2 : 0);
    line_end = std::min(line_end, line_start + kLongestSourceLine);
  }
  error.source_line = source.ToUtf8(line_start, line_end);
  for (char& c : error.source_line) {
    if (c == '\t') c = ' ';
  }
  error.caret_start = at - line_start;
  error.caret_length = std::clamp(std::min(error.end, line_end), at, line_end) - at;
}

}  // namespace

void Parser::Fail(uint32_t start, uint32_t end, std::string message, ErrorKind kind) {
  if (failed()) return;
  ParseError& error = result_.error;
  error.kind = kind;
  error.message = std::move(message);
  error.start = start;
  error.end = std::max(start, end);
  Describe(error, source_);
  scanner_.Stop();
}

void Parser::FailExhausted() {
  if (stack_limit_ == UINTPTR_MAX) {
    Fail(token().start, token().end, "Out of memory while parsing", ErrorKind::kOutOfMemory);
  } else {
    Fail(token().start, token().end, "Maximum call stack size exceeded", ErrorKind::kStackOverflow);
  }
}

void Parser::Unexpected() { Unexpected(token()); }

void Parser::Unexpected(const TokenData& t) {
  if (failed()) return;
  switch (t.type) {
    case Token::kIllegal: return Fail(scanner_.error().start, scanner_.error().end, scanner_.error().message);
    case Token::kAt:
      if (options_.harmony) break;
      return Fail(t.start, t.end, "Invalid or unexpected token");
    case Token::kEnd: return Fail(t.start, t.end, "Unexpected end of input");
    case Token::kNumber:
    case Token::kBigInt: return Fail(t.start, t.end, "Unexpected number");
    case Token::kString: return Fail(t.start, t.end, "Unexpected string");
    case Token::kTemplate: return Fail(t.start, t.end, "Unexpected template string");
    case Token::kEscapedWord: return Fail(t.start, t.end, "Keyword must not contain escaped characters");
    case Token::kArrow: return Fail(t.start, t.end, "Malformed arrow function parameter list");
    case Token::kEnum: return Fail(t.start, t.end, "Unexpected reserved word");
    case Token::kPrivateName: return Fail(t.start, t.end, "Unexpected identifier '" + t.atom->ToUtf8() + "'");
    default: break;
  }
  if (IsIdentifierLike(t.type)) {
    Token word = t.atom->token;
    if (strict_ && IsStrictReserved(word)) {
      return Fail(t.start, t.end, "Unexpected strict mode reserved word");
    }
    if (word == Token::kAwait && (is_module_ || function_->await_mode != AwaitMode::kIdentifier)) {
      return Fail(t.start, t.end, "Unexpected reserved word");
    }
    return Fail(t.start, t.end, "Unexpected identifier '" + t.atom->ToUtf8() + "'");
  }
  Fail(t.start, t.end, std::string("Unexpected token '") + TokenText(t.type) + "'");
}

namespace {
// Whether an expression may begin with it that could not go on with it: what `await` may stand before.
bool BeginsOperand(const TokenData& t) {
  switch (t.type) {
    case Token::kNumber:
    case Token::kBigInt:
    case Token::kString:
    case Token::kLeftBrace:
    case Token::kNot:
    case Token::kBitNot: return true;
    default: return IsIdentifierName(t.type) && t.type != Token::kIn && t.type != Token::kInstanceof;
  }
}
}  // namespace

// https://tc39.es/ecma262/#sec-automatic-semicolon-insertion
void Parser::ExpectSemicolon() {
  if (HW_LIKELY(Is(Token::kSemicolon))) return Next();
  if (Is(Token::kRightBrace) || Is(Token::kEnd) || token().newline_before) {
    if (Is(Token::kIllegal)) Unexpected();
    if (HW_UNLIKELY(options_.erased != nullptr)) EndErasedLine();
    return;
  }
  if (scanner_.previous_end() != 0 && !failed() && BeginsOperand(token())) {
    // `await x` where await is only a name is worth a better message.
    uint32_t end = scanner_.previous_end();
    if (end >= 5 && source_.ToUtf8(end - 5, end) == "await") {
      Fail(end - 5, end, "await is only valid in async functions and the top level bodies of modules");
      return;
    }
  }
  Unexpected();
}

Atom* Parser::ParseIdentifierName() {
  if (IsIdentifierName(type())) {
    Atom* name = token().atom;
    Next();
    return name;
  }
  Unexpected();
  return atoms_.empty;
}

// ---- Programs ----

Parser::Parser(SourceText source, const ParseOptions& options, ParseResultData& result, bool is_module)
    : source_(source),
      options_(options),
      result_(result),
      arena_(result.arena),
      atoms_(result.atoms),
      scanner_(source, result.atoms, is_module),
      types_(scanner_, stack_limit_),
      stack_limit_(options.stack_limit),
      is_module_(is_module),
      typescript_(options.typescript),
      strict_(options.is_strict || is_module) {
  if (stack_limit_ == 0) {
    auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
    stack_limit_ = here > kDefaultStack ? here - kDefaultStack : 0;
  }
  if (source.length() > SourceText::kMaxLength) {
    result.error.kind = ErrorKind::kOutOfMemory;
    result.error.message = "Source text too long";
  }
  watch_ = {options.memory_limit, options.should_stop, options.stop_data, &stack_limit_};
  arena_.Watch(&watch_);
  atoms_.arena().Watch(&watch_);
  scanner_.Watch(&watch_);
  OpenOuterScopes();
  if (options.typescript && options.transform_types) OpenTransform();
}

Parser::~Parser() {
  arena_.Watch(nullptr);
  atoms_.arena().Watch(nullptr);
}

// Script, module, eval.
void Parser::ParseProgram(FunctionSyntax syntax, EvalKind eval_kind) {
  if (failed()) return;
  auto* literal = New<FunctionLiteral>(0, source_.length());
  literal->syntax = syntax;
  literal->name = atoms_.empty;
  literal->descriptor.syntax = syntax;
  literal->descriptor.source_end = source_.length();
  result_.root = literal;

  FunctionState state;
  state.literal = literal;
  function_ = &state;
  ScopeKind kind = syntax == FunctionSyntax::kScript   ? ScopeKind::kScript
                   : syntax == FunctionSyntax::kModule ? ScopeKind::kModule
                                                       : ScopeKind::kEval;
  if (is_module_) state.await_mode = AwaitMode::kKeyword;
  if (syntax == FunctionSyntax::kEval && eval_kind == EvalKind::kDirect) AllowAsOutside(state);

  Scope* scope = OpenScope(kind);
  scope->function = literal;
  literal->scope = literal->body_scope = scope;
  scanner_.Next();
  {
    ListBuilder<Statement*> statements(statements_);
    if (HW_UNLIKELY(transform_ != nullptr)) OpenFile(scope);
    ParseDirectives(literal, statements);
    ParseStatementList(statements, Token::kEnd);
    if (!Is(Token::kEnd)) Unexpected();
    if (HW_UNLIKELY(transform_ != nullptr)) FinishFile(scope, statements);
    literal->body = statements.Finish(arena_);
  }
  literal->is_strict = scope->is_strict = strict_;
  literal->is_async = literal->has_await;
  if (failed()) return;
  if (is_module_) FinishModule();
  CloseRootScope(literal, scope, eval_kind);
  if (HW_UNLIKELY(transform_ != nullptr)) RewriteMembers(0);
  result_.outer_scope = outer_scope_;
}

// What direct eval or a reparsed arrow function may say, from the scopes around:
// https://tc39.es/ecma262/#sec-performeval, step 13.
void Parser::AllowAsOutside(FunctionState& state) {
  for (Scope* scope = outer_scope_; scope != nullptr; scope = scope->outer) {
    if (scope->kind == ScopeKind::kModule) return;
    if (scope->kind != ScopeKind::kFunction) continue;
    FunctionSyntax syntax = scope->info->function_syntax();
    if (syntax == FunctionSyntax::kArrow) continue;
    state.allow_new_target = true;
    state.allow_super_property =
        syntax >= FunctionSyntax::kMethod && syntax <= FunctionSyntax::kStaticMembers;
    state.allow_super_call = syntax == FunctionSyntax::kDerivedConstructor;
    state.forbid_arguments =
        syntax == FunctionSyntax::kInstanceMembers || syntax == FunctionSyntax::kStaticMembers;
    return;
  }
}

void Parser::ParseOneFunction(const FunctionDescriptor& descriptor) {
  if (failed()) return;
  strict_ = descriptor.is_strict;
  FunctionLiteral outside(0, 0);
  FunctionState state;
  state.literal = &outside;
  function_ = &state;
  AllowAsOutside(state);
  Scope* landing = OpenScope(ScopeKind::kBlock);
  landing->function = nullptr;
  result_.outer_scope = landing;

  auto* literal = New<FunctionLiteral>(descriptor.source_start, descriptor.source_end);
  literal->syntax = descriptor.syntax;
  literal->is_async = descriptor.is_async;
  literal->is_generator = descriptor.is_generator;
  literal->descriptor = descriptor;
  result_.root = literal;
  checked_before_ = true;
  wanted_parse_start_ = descriptor.parse_start;
  if (descriptor.name_start != 0) {
    scanner_.Seek(descriptor.name_start);
    literal->name = token().atom;
    literal->has_own_name = true;
  }
  scanner_.Seek(descriptor.parse_start);
  if (descriptor.syntax == FunctionSyntax::kArrow) {
    arrow_allowed_at_ = start();
    Expression* arrow = ParseAssignment();
    if (arrow->kind() == NodeKind::kFunctionLiteral) literal = arrow->As<FunctionLiteral>();
    result_.root = literal;
  } else {
    ParseFunctionRest(literal);
  }
  if (failed()) return;
  literal->descriptor = descriptor;  // a constructor's source text is that of its class
  CloseRootScope(nullptr, landing, EvalKind::kDirect);
}

void Parser::ParseDynamic(DynamicFunctionKind kind, uint32_t parameters_end, uint32_t body_start,
                          uint32_t body_end) {
  if (failed()) return;
  FunctionLiteral outside(0, 0);
  FunctionState state;
  state.literal = &outside;
  function_ = &state;
  Scope* landing = OpenScope(ScopeKind::kBlock);
  result_.outer_scope = nullptr;
  bool is_async = kind == DynamicFunctionKind::kAsync || kind == DynamicFunctionKind::kAsyncGenerator;
  bool is_generator = kind == DynamicFunctionKind::kGenerator || kind == DynamicFunctionKind::kAsyncGenerator;
  scanner_.Next();
  while (!Is(Token::kLeftParen)) scanner_.Next();  // past "async function* anonymous"
  FunctionLiteral* literal = NewFunction(FunctionSyntax::kExpression, 0, is_async, is_generator);
  literal->name = atoms_.anonymous;
  result_.root = literal;
  wanted_parse_start_ = start();
  ParseFunctionRest(literal);
  // Each part must be whole by itself: its closing bracket is the one that was put there.
  if (!failed() && literal->parameters_end != parameters_end) {
    Fail(literal->parameters_end, literal->parameters_end + 1, "Arg string terminates parameters early");
  }
  if (!failed() && (literal->body_start != body_start || literal->end != body_end + 1)) {
    Fail(literal->end, literal->end, "Unexpected token '}'");
  }
  if (!failed() && !Is(Token::kEnd)) Unexpected();
  if (failed()) return;
  CloseRootScope(nullptr, landing, EvalKind::kIndirect);
}

void Parser::ParseBodyOf(std::span<const std::string_view> parameters) {
  if (failed()) return;
  FunctionLiteral outside(0, 0);
  FunctionState outer_state;
  outer_state.literal = &outside;
  function_ = &outer_state;
  Scope* landing = OpenScope(ScopeKind::kBlock);
  result_.outer_scope = nullptr;
  FunctionLiteral* literal = NewFunction(FunctionSyntax::kExpression, 0, false, false);
  literal->name = atoms_.empty;
  result_.root = literal;
  FunctionState state;
  EnterFunctionState(state, literal);
  Scope* scope = OpenFunctionScope(literal);
  Arena::Mark mark = arena_.mark();
  for (std::string_view name : parameters) {
    size_t declared_from = declared_.size();
    auto* identifier = New<Identifier>(0, 0);
    identifier->name = atoms_.Intern(name);
    DeclareBinding(identifier, BindingKind::kParameter);
    if (failed()) return;
    Parameter parameter;
    parameter.target = identifier;
    AddParameter(literal, parameter, declared_from);
  }
  literal->parameters = arena_.Copy(std::span<const Parameter>(parameters_));
  parameters_.clear();
  scanner_.Next();
  {
    ListBuilder<Statement*> statements(statements_);
    if (HW_UNLIKELY(transform_ != nullptr)) OpenFile(scope);
    ParseDirectives(literal, statements);
    ParseStatementList(statements, Token::kEnd);
    if (HW_UNLIKELY(transform_ != nullptr)) FinishFile(scope, statements);
    literal->body = statements.Finish(arena_);
  }
  CheckParameters(literal);
  if (!failed() && !Is(Token::kEnd)) Unexpected();
  FinishFunction(literal, mark);
  literal->end = literal->descriptor.source_end = source_.length();
  function_ = &outer_state;
  if (failed()) return;
  CloseRootScope(nullptr, landing, EvalKind::kIndirect);
  if (HW_UNLIKELY(transform_ != nullptr)) RewriteMembers(0);
}

ParseResult ParseScript(SourceText source, const ParseOptions& options) {
  ParseResult result(options.hash_seed);
  Parser(source, options, ParseResultAccess::data(result), false)
      .ParseProgram(FunctionSyntax::kScript, EvalKind::kIndirect);
  return result;
}

ParseResult ParseModule(SourceText source, const ParseOptions& options) {
  ParseResult result(options.hash_seed);
  Parser(source, options, ParseResultAccess::data(result), true)
      .ParseProgram(FunctionSyntax::kModule, EvalKind::kIndirect);
  return result;
}

ParseResult ParseEval(SourceText source, EvalKind kind, const ParseOptions& options) {
  ParseResult result(options.hash_seed);
  ParseOptions adjusted = options;
  adjusted.typescript = false;
  if (kind == EvalKind::kIndirect) {
    adjusted.outer_scopes = {};
    adjusted.is_strict = false;
  } else if (!options.outer_scopes.empty()) {
    adjusted.is_strict |= options.outer_scopes.front().is_strict();
  }
  Parser(source, adjusted, ParseResultAccess::data(result), false).ParseProgram(FunctionSyntax::kEval, kind);
  return result;
}

ParseResult ParseFunctionBody(SourceText source, std::span<const std::string_view> parameters,
                              const ParseOptions& options) {
  ParseResult result(options.hash_seed);
  Parser(source, options, ParseResultAccess::data(result), false).ParseBodyOf(parameters);
  return result;
}

ParseResult ReparseFunction(SourceText source, const FunctionDescriptor& function,
                            const ParseOptions& options) {
  ParseResult result(options.hash_seed);
  bool in_module = !options.outer_scopes.empty() && options.outer_scopes.back().kind() == ScopeKind::kModule;
  Parser(source, options, ParseResultAccess::data(result), in_module).ParseOneFunction(function);
  return result;
}

std::string_view DynamicFunctionStart(DynamicFunctionKind kind) {
  static constexpr std::string_view kStarts[] = {"function anonymous(", "function* anonymous(",
                                                 "async function anonymous(", "async function* anonymous("};
  return kStarts[static_cast<uint8_t>(kind)];
}

ParseResult ParseDynamicFunction(DynamicFunctionKind kind, SourceText source, uint32_t parameters_length,
                                 const ParseOptions& options) {
  ParseResult result(options.hash_seed);
  // A line ends the parameters, and then the body.
  uint32_t parameters_end = static_cast<uint32_t>(DynamicFunctionStart(kind).size()) + parameters_length + 1;
  ParseOptions adjusted = options;
  adjusted.typescript = false;
  Parser(source, adjusted, ParseResultAccess::data(result), false)
      .ParseDynamic(kind, parameters_end, parameters_end + 2, source.length() - 1);
  return result;
}

bool IsIdentifierName(SourceText name) {
  for (uint32_t i = 0; i < name.length(); ++i) {
    char32_t c = name[i];
    uint32_t first = i;
    if (unicode::IsLeadSurrogate(c) && i + 1 < name.length() && unicode::IsTrailSurrogate(name[i + 1])) {
      c = unicode::CombineSurrogates(static_cast<char16_t>(c), name[++i]);
    }
    if (!(first == 0 ? unicode::IsIdentifierStart(c) : unicode::IsIdentifierPart(c))) return false;
  }
  return name.length() != 0;
}

}  // namespace halfword::syntax
