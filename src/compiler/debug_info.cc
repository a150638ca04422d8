#include "compiler/debug_info.h"

#include <algorithm>
#include <cstring>

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

// Describes the function that has the same place in the source as `info`, and the same code.
class Describer final : public DebugListener {
 public:
  Describer(Isolate& isolate, FunctionInfo* info) : isolate_(isolate), info_(info) {}
  bool found() const { return found_; }
  DebugInfo TakeInfo() { return std::move(result_); }

  bool Wants(const Compilation::Pending& pending) override {
    const FunctionInfo* other = pending.info;
    wanted_ = other->kind_ == info_->kind_ && other->source_start_ == info_->source_start_ &&
              other->source_end_ == info_->source_end_;
    return wanted_;
  }

  void Begin() override {
    result_ = {};
    open_.clear();
    closed_.clear();
  }

  void EnterScope(const syntax::Scope* scope, uint32_t offset) override {
    int32_t outer = open_.empty() ? -1 : open_.back();
    open_.push_back(static_cast<int32_t>(result_.scopes.size()));
    result_.scopes.push_back({scope->kind, scope->needs_environment, offset, kOpen, outer,
                              static_cast<uint32_t>(result_.locals.size()), 0});
    for (const syntax::Variable* v : scope->variables) AddLocal(v);
    result_.scopes.back().local_count =
        static_cast<uint32_t>(result_.locals.size()) - result_.scopes.back().first_local;
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

  void BeginBlock(uint32_t source_begin, uint32_t source_end, uint32_t offset) override {
    result_.blocks.push_back({source_begin, source_end, offset});
  }

  bool End(Code* code) override {
    if (!wanted_) return false;
    Code* own = info_->code_.get();
    found_ = code->bytecode_size_ == own->bytecode_size_ && code->handler_count_ == own->handler_count_ &&
             std::memcmp(code->bytecode(), own->bytecode(), own->bytecode_size_) == 0;
    if (!found_) return false;
    MoveOffsets([end = own->bytecode_size_](uint32_t offset) { return std::min(offset, end); });
    return true;
  }

  // Only what was noted last may be behind the end.
  void Cut(uint32_t size) override {
    auto cut = [size](auto& all, auto&& offset_of) {
      for (size_t i = all.size(); i-- > 0 && offset_of(all[i]) > size;) offset_of(all[i]) = size;
    };
    cut(result_.scopes, [](DebugInfo::Scope& scope) -> uint32_t& { return scope.begin; });
    cut(closed_, [this](int32_t i) -> uint32_t& { return result_.scopes[static_cast<size_t>(i)].end; });
    cut(result_.statements, [](DebugInfo::Statement& statement) -> uint32_t& { return statement.offset; });
    cut(result_.blocks, [](DebugInfo::Block& block) -> uint32_t& { return block.first_offset; });
  }
  void Remove(uint32_t removed) override {
    MoveOffsets([removed](uint32_t offset) { return offset - (offset != kOpen && offset > removed); });
  }

 private:
  static constexpr uint32_t kOpen = 0xFFFFFFFF;

  template <class F>
  void MoveOffsets(F&& moved) {
    for (DebugInfo::Scope& scope : result_.scopes) {
      scope.begin = moved(scope.begin);
      scope.end = moved(scope.end);
    }
    for (DebugInfo::Statement& statement : result_.statements) statement.offset = moved(statement.offset);
    for (DebugInfo::Block& block : result_.blocks) block.first_offset = moved(block.first_offset);
  }

  void AddLocal(const syntax::Variable* v) {
    using syntax::VariableLocation;
    bool is_own = v->kind != syntax::VariableKind::kSynthetic && !v->is_private_name() &&
                  (!v->is_pseudo() || v->kind == syntax::VariableKind::kArguments ||
                   v->kind == syntax::VariableKind::kThis);
    if (!is_own) return;
    DebugInfo::Local local{{}, v->kind, DebugInfo::Place::kRegister, 0};
    switch (v->location) {
      case VariableLocation::kLocal: local.index = static_cast<uint32_t>(v->register_index); break;
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
    local.name = NameOf(v);
    result_.locals.push_back(std::move(local));
  }

  std::string NameOf(const syntax::Variable* v) {
    if (v->kind == syntax::VariableKind::kThis) return "this";
    if (v->kind == syntax::VariableKind::kArguments) return "arguments";
    const syntax::Atom* name = v->name;
    return NewStringOf(name)->ToUtf8(isolate_);
  }
  String* NewStringOf(const syntax::Atom* name) {
    return name->is_latin1 ? NewStringFromLatin1(isolate_, {name->latin1(), name->length})
                           : NewStringFromUtf16(isolate_, {name->utf16(), name->length});
  }

  Isolate& isolate_;
  FunctionInfo* info_;
  DebugInfo result_;
  std::vector<int32_t> open_;    // scopes, the innermost last
  std::vector<int32_t> closed_;  // scopes, the one that ended last at the end
  bool wanted_ = false, found_ = false;
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

class Description {
 public:
  Description(Isolate& isolate, FunctionInfo* info)
      : isolate_(isolate),
        info_(info),
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
    bool is_module = script_->module_.get().Is<ModuleRecord>() &&
                     script_->module_.get().As<ModuleRecord>()->script_.get() == script_;
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

  syntax::ParseResult Parse(Root root, const syntax::ParseOptions& options) {
    syntax::SourceText text = TextOf(script_);
    switch (root) {
      case Root::kFunction: return syntax::ReparseFunction(text, UnpackDescriptor(info_), options);
      case Root::kScript: return syntax::ParseScript(text, options);
      case Root::kModule: return syntax::ParseModule(text, options);
      case Root::kDirectEval: return syntax::ParseEval(text, syntax::EvalKind::kDirect, options);
      case Root::kIndirectEval: return syntax::ParseEval(text, syntax::EvalKind::kIndirect, options);
    }
    UNREACHABLE();
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
    syntax::ParseResult parse = Parse(root, options);
    if (!parse.ok()) return false;
    Compilation compilation(isolate_, script_, parse, has_outer ? outer_.infos : std::vector<ScopeInfo*>());
    compilation.set_listener(&describer_);
    FunctionInfo* info =
        is_root ? CopyOf(isolate_, info_) : compilation.NewFunctionInfo(parse.root(), nullptr);
    if (root == Root::kModule) {
      compilation.Enqueue({parse.root(), nullptr, info, Part::kModuleInitializer});
      compilation.Enqueue({parse.root(), nullptr, info, Part::kModuleBody});
    } else {
      compilation.Enqueue({parse.root(), nullptr, info, Part::kWhole});
    }
    (void)compilation.CompilePending();
    return describer_.found();
  }

  Isolate& isolate_;
  FunctionInfo* info_;
  Script* script_;
  Describer describer_;
  OuterScopes outer_;
};

}  // namespace

}  // namespace compiler

std::optional<DebugInfo> DescribeFunction(Isolate& isolate, FunctionInfo* info) {
  CHECK(info->code_.get() != nullptr);
  Script* script = info->script_.get();
  if (script->is_self_hosted() || isolate.IsTerminating()) return std::nullopt;
  // Tree and code of the whole text, as MakeRoomFor says.
  size_t need = size_t{compiler::TextOf(script).length()} * 32;
  compiler::MakeRoomFor(isolate, need / 32);
  if (gc::subtle::RoomUnderLimit(isolate.heap()) < need) return std::nullopt;
  gc::NoGarbageCollectionScope no_collection(isolate.heap());
  const int32_t budget = isolate.budget_;
  const int64_t granted = StateOf(isolate).fuel_granted;
  std::optional<DebugInfo> result = compiler::Description(isolate, info).Describe();
  // Nobody polled, so nothing was granted.
  CHECK(StateOf(isolate).fuel_granted == granted);
  isolate.budget_ = isolate.IsTerminating() ? isolate.budget_ : budget;
  return result;
}

}  // namespace halfword
