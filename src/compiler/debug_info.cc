#include "compiler/debug_info.h"

#include <algorithm>
#include <cstring>
#include <functional>

#include "bytecode/scope_info_flags.h"
#include "compiler/compilation.h"
#include "compiler/debug_listener.h"
#include "compiler/function_compiler.h"
#include "gc/heap.h"
#include "gc/limits.h"
#include "objects/functions/module.h"
#include "objects/isolate_state.h"
#include "objects/values/allocate.h"

namespace halfword {

int32_t DebugInfo::ScopeAt(uint32_t offset) const {
  for (size_t i = scopes.size(); i-- > 0;) {
    if (scopes[i].begin <= offset && offset < scopes[i].end) return static_cast<int32_t>(i);
  }
  return -1;
}

namespace compiler {

namespace {

// Notes what a compilation says of the functions that are wanted.
class Describer : public DebugListener {
 public:
  explicit Describer(Isolate& isolate) : isolate_(isolate) {}

  void Begin() override {
    result_ = {};
    tree_.clear();
    open_.clear();
    closed_.clear();
  }

  void EnterScope(const syntax::Scope* scope, uint32_t offset) override {
    int32_t outer = open_.empty() ? -1 : open_.back();
    open_.push_back(static_cast<int32_t>(result_.scopes.size()));
    tree_.push_back(scope);
    result_.scopes.push_back({scope->kind, scope->needs_environment, offset, kOpen, outer,
                              static_cast<uint32_t>(result_.locals.size()), 0});
    AddLocals(result_.scopes.back(), scope);
  }

  void LeaveScope(uint32_t offset) override {
    result_.scopes[static_cast<size_t>(open_.back())].end = offset;
    closed_.push_back(open_.back());
    open_.pop_back();
  }

  // Of statements that begin at the same instruction, the inner one is the one that runs.
  void BeginStatement(uint32_t offset, uint32_t position) override {
    std::vector<DebugInfo::Statement>& all = result_.statements;
    while (!all.empty() && all.back().offset >= offset) all.pop_back();
    all.push_back({offset, position});
  }

  void BeginCatch(uint32_t offset) override { result_.catches.push_back(offset); }

  void BeginBlock(DebugInfo::Block block) override { result_.blocks.push_back(block); }

  // Only what was noted last may be behind the end.
  void Cut(uint32_t size) override {
    auto cut = [size](auto& all, auto&& offset_of) {
      for (size_t i = all.size(); i-- > 0 && offset_of(all[i]) > size;) offset_of(all[i]) = size;
    };
    cut(result_.scopes, [](DebugInfo::Scope& scope) -> uint32_t& { return scope.begin; });
    cut(closed_, [this](int32_t i) -> uint32_t& { return result_.scopes[static_cast<size_t>(i)].end; });
    cut(result_.statements, [](DebugInfo::Statement& statement) -> uint32_t& { return statement.offset; });
    cut(result_.catches, [](uint32_t& offset) -> uint32_t& { return offset; });
    for (size_t i = result_.blocks.size(); i-- > 0 && result_.blocks[i].first_offset > size;) {
      uint32_t& offset = result_.blocks[i].first_offset;
      if (offset != kNever) offset = size;
    }
  }
  void Remove(uint32_t removed) override {
    MoveOffsets([removed](uint32_t offset) { return offset - (offset != kOpen && offset > removed); });
  }

 protected:
  ~Describer() = default;

  static uint32_t InitializedAt(const syntax::Variable* v) {
    bool is_known = v->has_temporal_dead_zone() && v->initialized_position != syntax::Variable::kNever;
    return is_known ? v->initialized_position : 0;
  }

  template <class F>
  void MoveOffsets(F&& moved) {
    for (DebugInfo::Scope& scope : result_.scopes) {
      scope.begin = moved(scope.begin);
      scope.end = moved(scope.end);
    }
    for (DebugInfo::Statement& statement : result_.statements) statement.offset = moved(statement.offset);
    for (uint32_t& offset : result_.catches) offset = moved(offset);
    for (DebugInfo::Block& block : result_.blocks) block.first_offset = moved(block.first_offset);
  }

  // The scopes around the function, from `scope` outward.
  void AddEnclosing(const syntax::Scope* scope) {
    for (; scope != nullptr; scope = scope->outer) {
      if (!scope->needs_environment) continue;
      result_.enclosing.push_back(
          {scope->kind, true, 0, 0, -1, static_cast<uint32_t>(result_.locals.size()), 0});
      AddLocals(result_.enclosing.back(), scope);
      // Their registers are those of other frames.
      DebugInfo::Scope& added = result_.enclosing.back();
      auto is_register = [](const DebugInfo::Local& l) { return l.place == DebugInfo::Place::kRegister; };
      result_.locals.erase(
          std::remove_if(result_.locals.begin() + added.first_local, result_.locals.end(), is_register),
          result_.locals.end());
      added.local_count = static_cast<uint32_t>(result_.locals.size()) - added.first_local;
    }
  }

  Isolate& isolate_;
  DebugInfo result_;
  std::vector<const syntax::Scope*> tree_;  // of result_.scopes

 private:
  static constexpr uint32_t kOpen = kNever;

  static bool IsNamed(syntax::VariableKind kind) {
    using enum syntax::VariableKind;
    return kind < kArguments || kind == kArguments || kind == kThis;
  }

  void AddLocals(DebugInfo::Scope& to, const syntax::Scope* scope) {
    if (scope->from_scope_info) {
      for (uint32_t i = 0; i < scope->info->entry_count(); i++) AddLocal(scope->info->entry(i));
    } else {
      for (const syntax::Variable* v : scope->variables) AddLocal(v);
    }
    to.local_count = static_cast<uint32_t>(result_.locals.size()) - to.first_local;
  }

  void AddLocal(const syntax::ScopeInfoView::Entry& entry) {
    if (!IsNamed(entry.kind)) return;
    DebugInfo::Local local{{}, entry.kind, DebugInfo::Place::kSlot, entry.slot};
    if (entry.kind == syntax::VariableKind::kImport) local.place = DebugInfo::Place::kImport;
    FlatChars chars =
        entry.is_latin1 ? FlatChars(std::span(static_cast<const uint8_t*>(entry.characters), entry.length))
                        : FlatChars(std::span(static_cast<const char16_t*>(entry.characters), entry.length));
    local.name = NameOf(entry.kind, chars);
    result_.locals.push_back(std::move(local));
  }

  void AddLocal(const syntax::Variable* v) {
    using syntax::VariableLocation;
    if (!IsNamed(v->kind) || v->is_private_name()) return;
    DebugInfo::Local local{{}, v->kind, DebugInfo::Place::kRegister, 0};
    switch (v->location) {
      case VariableLocation::kLocal:
        local.index = static_cast<uint32_t>(v->register_index);
        local.initialized = InitializedAt(v);
        break;
      case VariableLocation::kEnvironment:
        local.place = DebugInfo::Place::kSlot;
        local.index = v->index;
        break;
      case VariableLocation::kImport:
        local.place = DebugInfo::Place::kImport;
        local.index = v->index;
        break;
      default: return;
    }
    const syntax::Atom* name = v->name;
    local.name = NameOf(v->kind, name->is_latin1 ? FlatChars(std::span(name->latin1(), name->length))
                                                 : FlatChars(std::span(name->utf16(), name->length)));
    result_.locals.push_back(std::move(local));
  }

  std::string NameOf(syntax::VariableKind kind, FlatChars chars) {
    if (kind == syntax::VariableKind::kThis) return "this";
    if (kind == syntax::VariableKind::kArguments) return "arguments";
    String* text = chars.is_one_byte() ? NewStringFromLatin1(isolate_, chars.one_byte())
                                       : NewStringFromUtf16(isolate_, chars.two_byte());
    return text->ToUtf8(isolate_);
  }

  std::vector<int32_t> open_;    // scopes, the innermost last
  std::vector<int32_t> closed_;  // scopes, the one that ended last at the end
};

// Describes the function that has the same place in the source as `info`, and the same code.
class FunctionDescriber final : public Describer {
 public:
  FunctionDescriber(Isolate& isolate, FunctionInfo* info) : Describer(isolate), info_(info) {}
  bool found() const { return found_; }
  DebugInfo TakeInfo() { return std::move(result_); }

  bool Wants(const Compilation::Pending& pending) override {
    const FunctionInfo* other = pending.info;
    wanted_ = other->kind_ == info_->kind_ && other->source_start_ == info_->source_start_ &&
              other->source_end_ == info_->source_end_;
    literal_ = pending.literal;
    around_ = literal_ != nullptr ? literal_->scope->outer : nullptr;
    return wanted_;
  }

  bool End(Code* code) override {
    if (!wanted_) return false;
    Code* own = info_->code_.get();
    found_ = code->bytecode_size_ == own->bytecode_size_ && code->handler_count_ == own->handler_count_ &&
             std::memcmp(code->bytecode(), own->bytecode(), own->bytecode_size_) == 0;
    if (!found_) return false;
    MoveOffsets([end = own->bytecode_size_](uint32_t offset) { return std::min(offset, end); });
    AddEnclosing(around_);
    return true;
  }

  // REQUIRES: found(), and the compilation lives.
  EvaluationScope EvaluationAt(Compilation& compilation, uint32_t offset) {
    EvaluationScope result;
    int32_t innermost = result_.ScopeAt(offset);
    std::vector<syntax::Variable> copies;
    std::vector<const syntax::Atom*> seen;
    auto copy = [&](const syntax::Variable& from, uint32_t from_register) {
      copies.push_back(from);
      copies.back().location = syntax::VariableLocation::kEnvironment;
      copies.back().index = static_cast<uint32_t>(result.registers.size());
      // Nobody knows from the text of the evaluation what has been initialised.
      copies.back().initialized_position = syntax::Variable::kNever;
      copies.back().assigned = copies.back().reassigned = true;
      result.registers.push_back({from_register, InitializedAt(&from)});
    };
    if (literal_ != nullptr && !literal_->is_arrow()) {
      syntax::Variable self = {};
      self.name = compilation.atoms().Intern(".this");
      self.kind = syntax::VariableKind::kThis;
      seen.push_back(self.name);
      result.this_index = 0;
      copy(self, 0);
    }
    for (int32_t i = innermost; i >= 0; i = result_.scopes[static_cast<size_t>(i)].outer) {
      for (const syntax::Variable* v : tree_[static_cast<size_t>(i)]->variables) {
        using enum syntax::VariableLocation;
        if (v->kind == syntax::VariableKind::kSynthetic) continue;
        // A name further in hides those further out.
        if (std::find(seen.begin(), seen.end(), v->name) != seen.end()) continue;
        seen.push_back(v->name);
        if (v->location != kLocal || v->register_index < 0) continue;
        if (v->kind == syntax::VariableKind::kArguments)
          result.arguments_index = static_cast<uint32_t>(copies.size());
        copy(*v, static_cast<uint32_t>(v->register_index));
      }
    }
    std::vector<syntax::Variable*> variables;
    for (syntax::Variable& made : copies) variables.push_back(&made);
    syntax::Scope scope = {};
    scope.kind = syntax::ScopeKind::kFunctionBody;
    scope.is_strict = info_->flags_ & FunctionInfo::kIsStrict;
    scope.needs_environment = scope.needs_scope_info = true;
    scope.slot_count = static_cast<uint32_t>(copies.size());
    scope.outer =
        const_cast<syntax::Scope*>(innermost >= 0 ? tree_[static_cast<size_t>(innermost)] : around_);
    scope.variables = variables;
    result.info = compilation.ScopeInfoOf(&scope);
    // The evaluation's own vars go there, behind the copies. It is told to nobody who resolves names: for all
    // others the names in the text stay what they are.
    result.info->flags_ |= kScopeHasSloppyEval;
    return result;
  }

 private:
  FunctionInfo* info_;
  const syntax::FunctionLiteral* literal_ = nullptr;
  const syntax::Scope* around_ = nullptr;
  bool wanted_ = false, found_ = false;
};

// Notes where the statements of all functions are.
class PlacesDescriber final : public Describer {
 public:
  explicit PlacesDescriber(Isolate& isolate) : Describer(isolate) {}
  std::vector<FunctionPlaces> TakePlaces() { return std::move(places_); }

  bool Wants(const Compilation::Pending& pending) override {
    info_ = pending.info;
    return true;
  }
  bool End(Code*) override {
    FunctionPlaces function{info_->source_start_, info_->source_end_, {}};
    for (const DebugInfo::Statement& s : result_.statements) function.statements.push_back(s.position);
    std::sort(function.statements.begin(), function.statements.end());
    places_.push_back(std::move(function));
    return false;
  }

 private:
  FunctionInfo* info_ = nullptr;
  std::vector<FunctionPlaces> places_;
};

// What of the function's own info decides how it is compiled. The original is not to be changed.
FunctionInfo* CopyOf(Isolate& isolate, FunctionInfo* info) {
  FunctionInfo* copy = AllocateAny<FunctionInfo>(sizeof(FunctionInfo));
  copy->feedback_.Init(isolate.cold_feedback_.get());
  copy->script_.Init(info->script_.get());
  copy->name_.Init(info->name_);
  copy->class_fields_.Init(info->class_fields_);
  copy->source_start_ = info->source_start_;
  copy->source_end_ = info->source_end_;
  copy->length_ = info->length_;
  copy->kind_ = info->kind_;
  copy->flags_ = info->flags_;
  return copy;
}

// Where the parameters of the function begin, so that whatever is around it has begun before.
uint32_t StartOf(FunctionInfo* info) {
  if (info->class_fields_.get() == Value::Smi(0)) return info->source_start_;
  return std::max(info->source_start_, UnpackDescriptor(info).parse_start);
}

enum class Root : uint8_t { kFunction, kScript, kModule, kDirectEval, kIndirectEval };

syntax::ParseResult Parse(Root root, Script* script, FunctionInfo* info,
                          const syntax::ParseOptions& options) {
  syntax::SourceText text = TextOf(script);
  switch (root) {
    case Root::kFunction: return syntax::ReparseFunction(text, UnpackDescriptor(info), options);
    case Root::kScript: return syntax::ParseScript(text, options);
    case Root::kModule: return syntax::ParseModule(text, options);
    case Root::kDirectEval: return syntax::ParseEval(text, syntax::EvalKind::kDirect, options);
    case Root::kIndirectEval: return syntax::ParseEval(text, syntax::EvalKind::kIndirect, options);
  }
  UNREACHABLE();
}

bool IsModule(Script* script) {
  return script->module_.get().Is<ModuleRecord>() &&
         script->module_.get().As<ModuleRecord>()->script_.get() == script;
}

void Enqueue(Compilation& compilation, Root root, syntax::FunctionLiteral* literal, FunctionInfo* info) {
  if (root != Root::kModule) return compilation.Enqueue({literal, nullptr, info, Part::kWhole});
  compilation.Enqueue({literal, nullptr, info, Part::kModuleInitializer});
  compilation.Enqueue({literal, nullptr, info, Part::kModuleBody});
}

class Description {
 public:
  // `then`, which may be null, is called while the compilation that has found the code lives.
  using Then = std::function<void(Compilation&, FunctionDescriber&)>;
  Description(Isolate& isolate, FunctionInfo* info, Then then)
      : isolate_(isolate),
        info_(info),
        then_(std::move(then)),
        script_(info->script_.get()),
        describer_(isolate, info),
        outer_(info->scope_info_) {}

  std::optional<DebugInfo> Describe() {
    for (Root root : Roots()) {
      // Functions inside were lazy, or none was.
      for (bool lazy : {true, false}) {
        if (Try(root, lazy)) return describer_.TakeInfo();
      }
    }
    return std::nullopt;
  }

 private:
  std::vector<Root> Roots() const {
    bool is_module = IsModule(script_);
    switch (info_->kind()) {
      case FunctionKind::kScript: return {Root::kScript};
      case FunctionKind::kModule: return {Root::kModule};
      case FunctionKind::kEval: return {Root::kDirectEval, Root::kIndirectEval};
      default: break;
    }
    std::vector<Root> roots;
    if (!info_->class_fields_.get().IsSmi() || info_->class_fields_.get().AsSmi() != 0)
      roots.push_back(Root::kFunction);
    roots.push_back(is_module ? Root::kModule : Root::kScript);
    if (!is_module) roots.push_back(Root::kIndirectEval);
    return roots;
  }

  bool Try(Root root, bool lazy) {
    bool is_root = root == Root::kFunction || info_->kind() >= FunctionKind::kScript;
    syntax::ParseOptions options = NewParseOptions(isolate_, script_);
    options.should_stop = nullptr;
    options.lazy = lazy;
    options.eager_before = is_root ? 0 : StartOf(info_) + 1;
    if (root == Root::kFunction) options.is_strict = UnpackDescriptor(info_).is_strict;
    if (info_->kind() == FunctionKind::kEval) options.is_strict = info_->flags_ & FunctionInfo::kIsStrict;
    bool has_outer = root == Root::kFunction || root == Root::kDirectEval;
    if (has_outer) options.outer_scopes = outer_.views;
    syntax::ParseResult parse = Parse(root, script_, info_, options);
    if (!parse.ok()) return false;
    Compilation compilation(isolate_, script_, parse, has_outer ? outer_.infos : std::vector<ScopeInfo*>());
    compilation.set_listener(&describer_);
    FunctionInfo* info =
        is_root ? CopyOf(isolate_, info_) : compilation.NewFunctionInfo(parse.root(), nullptr);
    Enqueue(compilation, root, parse.root(), info);
    (void)compilation.CompilePending();
    if (describer_.found() && then_) then_(compilation, describer_);
    return describer_.found();
  }

  Isolate& isolate_;
  FunctionInfo* info_;
  const Then then_;
  Script* script_;
  FunctionDescriber describer_;
  OuterScopes outer_;
};

std::optional<SourceRange> ConstructorText(Isolate& isolate, FunctionInfo* info) {
  OuterScopes outer(info->scope_info_);
  syntax::ParseOptions options = NewParseOptions(isolate, info->script_.get());
  options.should_stop = nullptr;
  options.lazy = options.is_strict = true;
  options.outer_scopes = outer.views;
  syntax::ParseResult parse = Parse(Root::kFunction, info->script_.get(), info, options);
  if (!parse.ok()) return std::nullopt;
  return SourceRange{UnpackDescriptor(info).parse_start, parse.root()->end};
}

std::optional<std::vector<FunctionPlaces>> PlacesOf(Isolate& isolate, Script* script) {
  std::vector<Root> roots = {Root::kScript, Root::kIndirectEval};
  if (IsModule(script)) roots = {Root::kModule};
  for (Root root : roots) {
    syntax::ParseOptions options = NewParseOptions(isolate, script);
    options.should_stop = nullptr;
    options.lazy = false;
    syntax::ParseResult parse = Parse(root, script, nullptr, options);
    if (!parse.ok()) continue;
    Compilation compilation(isolate, script, parse, {});
    PlacesDescriber describer(isolate);
    compilation.set_listener(&describer);
    Enqueue(compilation, root, parse.root(), compilation.NewFunctionInfo(parse.root(), nullptr));
    if (compilation.CompilePending()) return describer.TakePlaces();
  }
  return std::nullopt;
}

}  // namespace

}  // namespace compiler

namespace {

// Calls body() where there is room for tree and code of the whole text, as MakeRoomFor says. The guest's
// account stays as it was.
template <class F>
auto WithRoomFor(Isolate& isolate, Script* script, F&& body) -> decltype(body()) {
  if (script->is_self_hosted() || isolate.IsTerminating()) return std::nullopt;
  size_t need = size_t{compiler::TextOf(script).length()} * 32;
  compiler::MakeRoomFor(isolate, need / 32);
  if (gc::subtle::RoomUnderLimit(isolate.heap()) < need) return std::nullopt;
  gc::NoGarbageCollectionScope no_collection(isolate.heap());
  const int32_t budget = isolate.budget_;
  const int64_t granted = StateOf(isolate).fuel_granted;
  auto result = body();
  // Nobody polled, so nothing was granted.
  CHECK(StateOf(isolate).fuel_granted == granted);
  isolate.budget_ = isolate.IsTerminating() ? isolate.budget_ : budget;
  return result;
}

}  // namespace

std::optional<DebugInfo> DescribeFunction(Isolate& isolate, FunctionInfo* info) {
  CHECK(info->code_.get() != nullptr);
  return WithRoomFor(isolate, info->script_.get(),
                     [&] { return compiler::Description(isolate, info, nullptr).Describe(); });
}

std::optional<EvaluationScope> DescribeEvaluation(Isolate& isolate, FunctionInfo* info, uint32_t offset) {
  CHECK(info->code_.get() != nullptr);
  return WithRoomFor(isolate, info->script_.get(), [&] {
    std::optional<EvaluationScope> result;
    auto then = [&](compiler::Compilation& compilation, compiler::FunctionDescriber& describer) {
      result = describer.EvaluationAt(compilation, offset);
    };
    (void)compiler::Description(isolate, info, then).Describe();
    return result;
  });
}

std::optional<std::vector<FunctionPlaces>> DescribeScript(Isolate& isolate, Script* script) {
  return WithRoomFor(isolate, script, [&] { return compiler::PlacesOf(isolate, script); });
}

std::optional<SourceRange> OwnTextOf(Isolate& isolate, FunctionInfo* info) {
  if (!IsClassConstructorKind(info->kind())) return SourceRange{info->source_start_, info->source_end_};
  if (info->class_fields_.get().IsSmi()) return {};
  return compiler::ConstructorText(isolate, info);
}

}  // namespace halfword
