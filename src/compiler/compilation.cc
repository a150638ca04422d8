#include "compiler/compilation.h"

#include <algorithm>
#include <cstring>

#include "bytecode/scope_info_flags.h"
#include "compiler/debug_listener.h"
#include "compiler/function_compiler.h"
#include "objects/values/allocate.h"
#include "platform/stack.h"

namespace halfword::compiler {

using namespace syntax;

uintptr_t NativeStackLimit(uintptr_t room) {
  constexpr uintptr_t kReserve = 96 * 1024;
  uintptr_t here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  platform::StackBounds bounds = platform::NativeStackBounds();
  if (here < bounds.end || here >= bounds.start) return here - std::min<uintptr_t>(room, 256 * 1024);
  return std::max(bounds.end + kReserve, here > room ? here - room : 0);
}

Compilation::Compilation(Isolate& isolate, Script* script, ParseResult& parse, std::vector<ScopeInfo*> outer)
    : isolate_(isolate),
      script_(script),
      parse_(parse),
      outer_(std::move(outer)),
      stack_limit_(NativeStackLimit(3 << 20)) {
  account_.Take(parse.memory_used());
  for (const ModuleImport& import : parse.module().imports) {
    if (import.imported == nullptr) namespace_imports_.push_back(import.variable);
  }
}

Throwing Compilation::Throw() {
  if (isolate_.IsTerminating()) return isolate_.Terminate(isolate_.termination_);
  if (failure_ == Failure::kStackOverflow) return isolate_.ThrowStackOverflow();
  return isolate_.ThrowRangeError("Function is too large");
}

// ---- Atoms ----

String* Compilation::StringOf(Atom* atom) {
  if (atom->user_data != nullptr) return static_cast<String*>(atom->user_data);
  String* string;
  if (atom->is_array_index()) {
    string = atom->length == 1 ? SingleCharString(isolate_, atom->at(0))
                               : NewStringFromLatin1(isolate_, {atom->latin1(), atom->length});
  } else {
    string = InternChars(isolate_, atom->is_latin1 ? FlatChars(std::span(atom->latin1(), atom->length))
                                                   : FlatChars(std::span(atom->utf16(), atom->length)));
  }
  atom->user_data = string;
  return string;
}

// Multiplies and adds digit by digit: literals are short.
Value Compilation::BigIntOf(Atom* digits) {
  uint32_t radix = 10, from = 0;
  if (digits->length > 2 && digits->at(0) == '0') {
    char16_t c = digits->at(1) | 0x20;
    radix = c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 10;
    if (radix != 10) from = 2;
  }
  std::vector<uint32_t> magnitude;
  auto multiply_add = [&](uint32_t factor, uint32_t addend) {
    uint64_t carry = addend;
    for (uint32_t& digit : magnitude) {
      carry += uint64_t{digit} * factor;
      digit = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) magnitude.push_back(static_cast<uint32_t>(carry));
  };
  if (digits->length > 300000) {
    Fail(Failure::kTooLarge);
    return Value::Undefined();
  }
  uint32_t chunk_factor = 1, chunk = 0;
  for (uint32_t i = from; i < digits->length; i++) {
    char16_t c = digits->at(i);
    uint32_t value = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
    chunk = chunk * radix + value;
    chunk_factor *= radix;
    if (chunk_factor >= (1u << 27) / radix) {
      multiply_add(chunk_factor, chunk);
      chunk_factor = 1;
      chunk = 0;
      Poll(static_cast<int32_t>(1 + magnitude.size() / 64));
      if (failed()) return Value::Undefined();
    }
  }
  if (chunk_factor != 1) multiply_add(chunk_factor, chunk);
  BigInt* result = AllocateAny<BigInt>(sizeof(BigInt) + magnitude.size() * 4);
  result->sign_and_count_ = static_cast<uint32_t>(magnitude.size()) << 1;
  std::copy(magnitude.begin(), magnitude.end(), result->digits());
  return Value(result);
}

// ---- Scopes ----

namespace {

bool HasRecord(const Scope* scope) { return scope->needs_environment || scope->needs_scope_info; }

ScopeInfo::Kind KindOf(ScopeKind kind) {
  switch (kind) {
    case ScopeKind::kScript: return ScopeInfo::kScriptScope;
    case ScopeKind::kModule: return ScopeInfo::kModuleScope;
    case ScopeKind::kEval: return ScopeInfo::kEvalScope;
    case ScopeKind::kFunction:
    case ScopeKind::kFunctionBody:
    case ScopeKind::kStaticBlock: return ScopeInfo::kFunctionScope;
    case ScopeKind::kCatch: return ScopeInfo::kCatchScope;
    case ScopeKind::kWith: return ScopeInfo::kWithScope;
    case ScopeKind::kClass: return ScopeInfo::kClassScope;
    default: return ScopeInfo::kBlockScope;
  }
}

// A var begins undefined, so one write makes its value; others have it from their declaration.
bool IsSetOnce(const ScopeInfoView::Entry& entry) {
  switch (entry.kind) {
    case VariableKind::kVar: return !entry.reassigned;
    case VariableKind::kConst:
    case VariableKind::kClassName:
    case VariableKind::kLet:
    case VariableKind::kClass:
    case VariableKind::kBlockFunction:
    case VariableKind::kFunctionName:
    case VariableKind::kFunction:
    case VariableKind::kParameter:
    case VariableKind::kCatchParameter: return !entry.assigned && !entry.reassigned;
    default: return false;
  }
}

uint32_t KindFlagsOf(const ScopeInfoView::Entry& entry) {
  switch (entry.kind) {
    case VariableKind::kConst:
    case VariableKind::kClassName: return ScopeInfo::kConst | ScopeInfo::kLexical;
    case VariableKind::kImport: return ScopeInfo::kConst | ScopeInfo::kLexical | kVariableIsCell;
    case VariableKind::kLet:
    case VariableKind::kClass:
    case VariableKind::kBlockFunction: return ScopeInfo::kLexical;
    case VariableKind::kFunctionName: return ScopeInfo::kSilentConst;
    case VariableKind::kVar:
    case VariableKind::kFunction:
    case VariableKind::kParameter:
    case VariableKind::kArguments: return ScopeInfo::kVarLike;
    case VariableKind::kCatchParameter: return 0;
    default: return ScopeInfo::kPrivate;
  }
}
static_assert((kVariableIsCell & (ScopeInfo::kConst | ScopeInfo::kLexical | ScopeInfo::kSilentConst |
                                  ScopeInfo::kPrivate | ScopeInfo::kVarLike | ScopeInfo::kSetOnce)) == 0);
uint32_t FlagsOf(const ScopeInfoView::Entry& entry) {
  return KindFlagsOf(entry) | (IsSetOnce(entry) ? ScopeInfo::kSetOnce : 0);
}

}  // namespace

ScopeInfo* Compilation::NewScopeInfo(Scope* scope, ScopeInfo* outer) {
  std::vector<uint8_t> record = EncodeScopeInfo(*scope);
  ByteArray* data = NewByteArray(isolate_, static_cast<uint32_t>(record.size()));
  std::memcpy(data->bytes(), record.data(), record.size());
  ScopeInfoView view(std::span<const uint8_t>(data->bytes(), record.size()));

  uint32_t count = view.entry_count();
  ScopeInfo* info = AllocateAny<ScopeInfo>(sizeof(ScopeInfo) + count * sizeof(ScopeInfo::Variable));
  if (outer != nullptr) info->outer_.Init(Value(outer));
  info->data_.Init(Value(data));
  info->kind_ = KindOf(scope->kind);
  bool is_variable_scope = scope->is_var_scope() && scope->kind != ScopeKind::kScript &&
                           (scope->kind != ScopeKind::kEval || scope->is_strict);
  info->flags_ = (view.has_environment() ? kScopeHasEnvironment : 0) |
                 (scope->is_strict ? kScopeIsStrict : 0) | (is_variable_scope ? kScopeIsVariableScope : 0) |
                 (scope->has_sloppy_eval ? kScopeHasSloppyEval : 0);
  if (scope->kind == ScopeKind::kFunction && scope->function->has_parameter_expressions) {
    info->flags_ |= kScopeIsParameterScope;
  }
  info->reserved_ = view.slot_count();
  info->variable_count_ = count;
  for (uint32_t i = 0; i < count; i++) {
    ScopeInfoView::Entry entry = view.entry(i);
    FlatChars chars =
        entry.is_latin1 ? FlatChars(std::span(static_cast<const uint8_t*>(entry.characters), entry.length))
                        : FlatChars(std::span(static_cast<const char16_t*>(entry.characters), entry.length));
    ScopeInfo::Variable& variable = info->variables()[i];
    variable.name.Init(Value(InternChars(isolate_, chars)));
    variable.flags = FlagsOf(entry);
    variable.slot = entry.kind == VariableKind::kImport ? view.slot_count() + entry.slot : entry.slot;
  }
  if (scope->kind == ScopeKind::kModule) {
    for (const syntax::Variable* v : scope->variables) {
      if (v->location != VariableLocation::kEnvironment || !IsCell(v)) continue;
      uint32_t i = view.Find(v->name);
      if (i != ScopeInfoView::kNotFound) info->variables()[i].flags |= kVariableIsCell;
    }
  }
  return info;
}

ScopeInfo* Compilation::OuterScopeInfo(const Scope* scope) const {
  const uint8_t* record = scope->info->record().data();
  for (ScopeInfo* info : outer_) {
    if (info->data_.get().As<ByteArray>()->bytes() == record) return info;
  }
  return nullptr;
}

ScopeInfo* Compilation::ScopeInfoOf(Scope* scope) {
  std::vector<Scope*> missing;
  ScopeInfo* result = nullptr;
  for (; scope != nullptr; scope = scope->outer) {
    if (scope->from_scope_info) {
      result = OuterScopeInfo(scope);
      break;
    }
    if (!HasRecord(scope)) continue;
    if (scope->compiler_data != nullptr) {
      result = static_cast<ScopeInfo*>(scope->compiler_data);
      break;
    }
    missing.push_back(scope);
  }
  while (!missing.empty()) {
    result = NewScopeInfo(missing.back(), result);
    missing.back()->compiler_data = result;
    missing.pop_back();
  }
  return result;
}

Value Compilation::EnvironmentScopeInfo(Scope* scope) {
  bool needed = scope->needs_scope_info || scope->inner_direct_eval || scope->has_sloppy_eval ||
                scope->kind == ScopeKind::kWith || scope->kind == ScopeKind::kModule;
  for (const Variable* v : scope->variables) needed |= v->looked_up;
  return needed ? Value(ScopeInfoOf(scope)) : Value::Smi(0);
}

bool Compilation::IsCell(const Variable* variable) const {
  if (variable->scope == nullptr || variable->scope->kind != ScopeKind::kModule) return false;
  if (variable->from_scope_info) {
    uint32_t i = variable->scope->info->Find(variable->name);
    return i != ScopeInfoView::kNotFound &&
           (OuterScopeInfo(variable->scope)->variables()[i].flags & kVariableIsCell) != 0;
  }
  return variable->exported || std::find(namespace_imports_.begin(), namespace_imports_.end(), variable) !=
                                   namespace_imports_.end();
}

uint32_t Compilation::ImportSlot(const Variable* variable) const {
  return variable->scope->slot_count + variable->index;
}

// ---- Functions ----

namespace {

FunctionKind KindOf(const FunctionLiteral& literal) {
  switch (literal.syntax) {
    case FunctionSyntax::kDeclaration:
    case FunctionSyntax::kExpression:
      if (literal.is_async)
        return literal.is_generator ? FunctionKind::kAsyncGenerator : FunctionKind::kAsync;
      return literal.is_generator ? FunctionKind::kGenerator : FunctionKind::kNormal;
    case FunctionSyntax::kArrow: return literal.is_async ? FunctionKind::kAsyncArrow : FunctionKind::kArrow;
    case FunctionSyntax::kMethod:
      if (literal.is_async)
        return literal.is_generator ? FunctionKind::kAsyncGeneratorMethod : FunctionKind::kAsyncMethod;
      return literal.is_generator ? FunctionKind::kGeneratorMethod : FunctionKind::kMethod;
    case FunctionSyntax::kGetter: return FunctionKind::kGetter;
    case FunctionSyntax::kSetter: return FunctionKind::kSetter;
    case FunctionSyntax::kConstructor: return FunctionKind::kBaseConstructor;
    case FunctionSyntax::kDerivedConstructor: return FunctionKind::kDerivedConstructor;
    case FunctionSyntax::kInstanceMembers: return FunctionKind::kClassFieldInitializer;
    case FunctionSyntax::kStaticMembers: return FunctionKind::kClassStaticBlock;
    case FunctionSyntax::kScript: return FunctionKind::kScript;
    case FunctionSyntax::kModule: return FunctionKind::kModule;
    case FunctionSyntax::kEval: return FunctionKind::kEval;
  }
  UNREACHABLE();
}

bool HasPrototypeProperty(FunctionKind kind) {
  return IsConstructorKind(kind) || IsGeneratorKind(kind) || IsAsyncGeneratorKind(kind);
}

struct WideDescriptor {
  FunctionDescriptor descriptor;
  bool class_has_fields;
};

constexpr int kOffsetBits = 11;
constexpr uint32_t kOffsetMask = (1 << kOffsetBits) - 1;
constexpr int32_t kClassFieldsBit = 1 << 7;

}  // namespace

// Smi: syntax (4 bits), async, generator, strict, class fields, parse start (11 bits), name start + 1 or 0
// (11 bits), the last two from source_start. A ByteArray where they do not fit, and for constructors, whose
// source_start_ is the class's.
Value PackDescriptor(Isolate& isolate, const FunctionLiteral& literal) {
  const FunctionDescriptor& d = literal.descriptor;
  uint32_t parse = d.parse_start - d.source_start;
  uint32_t name = d.name_start == 0 ? 0 : d.name_start - d.source_start + 1;
  if (parse <= kOffsetMask && name <= kOffsetMask && !literal.is_class_constructor()) {
    return Value::Smi(static_cast<int32_t>(static_cast<uint32_t>(d.syntax) | uint32_t{d.is_async} << 4 |
                                           uint32_t{d.is_generator} << 5 | uint32_t{d.is_strict} << 6 |
                                           uint32_t{literal.class_has_fields} << 7 | parse << 8 |
                                           name << (8 + kOffsetBits)));
  }
  ByteArray* bytes = NewByteArray(isolate, sizeof(WideDescriptor));
  WideDescriptor wide{d, literal.class_has_fields};
  std::memcpy(bytes->bytes(), &wide, sizeof wide);
  return Value(bytes);
}

FunctionDescriptor UnpackDescriptor(FunctionInfo* info) {
  Value packed = info->class_fields_;
  if (!packed.IsSmi()) {
    WideDescriptor wide;
    std::memcpy(static_cast<void*>(&wide), packed.As<ByteArray>()->bytes(), sizeof wide);
    return wide.descriptor;
  }
  uint32_t bits = static_cast<uint32_t>(packed.AsSmi());
  FunctionDescriptor d;
  d.source_start = info->source_start_;
  d.source_end = info->source_end_;
  d.syntax = static_cast<FunctionSyntax>(bits & 15);
  d.is_async = bits >> 4 & 1;
  d.is_generator = bits >> 5 & 1;
  d.is_strict = bits >> 6 & 1;
  d.parse_start = d.source_start + (bits >> 8 & kOffsetMask);
  uint32_t name = bits >> (8 + kOffsetBits) & kOffsetMask;
  d.name_start = name == 0 ? 0 : d.source_start + name - 1;
  return d;
}

bool HasClassFields(FunctionInfo* info) {
  Value packed = info->class_fields_;
  if (packed.IsSmi()) return (packed.AsSmi() & kClassFieldsBit) != 0;
  WideDescriptor wide;
  std::memcpy(static_cast<void*>(&wide), packed.As<ByteArray>()->bytes(), sizeof wide);
  return wide.class_has_fields;
}

FunctionInfo* Compilation::NewFunctionInfo(FunctionLiteral* literal, Scope* outer) {
  FunctionInfo* info = AllocateAny<FunctionInfo>(sizeof(FunctionInfo));
  info->feedback_.Init(isolate_.cold_feedback_.get());
  info->script_.Init(script_);
  FunctionKind kind = KindOf(*literal);
  info->kind_ = static_cast<uint8_t>(kind);

  Atom* name = literal->is_class_constructor() && literal->owner_class != nullptr ? literal->owner_class->name
                                                                                  : literal->name;
  String* string = isolate_.name(Name::empty);
  if (name != nullptr && !literal->is_root()) {
    string = StringOf(name);
    bool is_getter = literal->syntax == FunctionSyntax::kGetter;
    if (is_getter || literal->syntax == FunctionSyntax::kSetter) {
      StringBuilder builder(isolate_);
      builder.AppendAscii(is_getter ? "get " : "set ");
      builder.Append(string);
      Completion<String*> whole = builder.Finish();
      if (!whole.IsThrow()) string = whole.Take();  // else memory has ended, and the guest with it
    }
  }
  info->name_.Init(Value(string));
  if (literal->is_lazy) {
    if (ScopeInfo* scope_info = ScopeInfoOf(outer)) info->scope_info_.Init(Value(scope_info));
  }
  info->class_fields_.Init(PackDescriptor(isolate_, *literal));
  info->source_start_ = literal->descriptor.source_start;
  info->source_end_ = literal->descriptor.source_end;
  if (literal->is_class_constructor() && literal->owner_class != nullptr) {
    // The source text of a class is that of its constructor function.
    info->source_start_ = literal->owner_class->start;
    info->source_end_ = literal->owner_class->end;
  }
  info->length_ = static_cast<uint16_t>(std::min<uint32_t>(literal->length, 65535));
  bool is_class = literal->is_class_constructor();
  info->flags_ = static_cast<uint8_t>(
      (literal->is_strict ? FunctionInfo::kIsStrict : 0) |
      (HasPrototypeProperty(kind) ? FunctionInfo::kHasPrototypeProperty : 0) |
      (literal->self_variable != nullptr ? FunctionInfo::kIsNamedExpression : 0) |
      (is_class ? FunctionInfo::kClassBody : 0) | (literal->is_lazy ? FunctionInfo::kIsLazy : 0));
  return info;
}

FunctionInfo* Compilation::NewDefaultConstructorInfo(ClassLiteral* literal) {
  FunctionInfo* info = AllocateAny<FunctionInfo>(sizeof(FunctionInfo));
  info->feedback_.Init(isolate_.cold_feedback_.get());
  info->script_.Init(script_);
  FunctionKind kind =
      literal->heritage == nullptr ? FunctionKind::kBaseConstructor : FunctionKind::kDerivedConstructor;
  info->kind_ = static_cast<uint8_t>(kind);
  info->name_.Init(Value(literal->name == nullptr ? isolate_.name(Name::empty) : StringOf(literal->name)));
  info->source_start_ = literal->start;
  info->source_end_ = literal->end;
  info->flags_ = FunctionInfo::kIsStrict | FunctionInfo::kHasPrototypeProperty | FunctionInfo::kClassBody;
  return info;
}

bool Compilation::CompilePending() {
  while (!pending_.empty() && !failed()) {
    Pending next = pending_.back();
    pending_.pop_back();
    Code* code = CompileFunction(*this, next);
    if (code == nullptr) {
      Fail(Failure::kTooLarge);
      return false;
    }
    next.info->code_.Set(next.info, code);
    if (listener_ != nullptr && listener_->End(code)) pending_.clear();
  }
  return !failed();
}

}  // namespace halfword::compiler
