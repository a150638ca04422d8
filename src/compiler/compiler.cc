#include "compiler/compiler.h"

#include <algorithm>

#include "base/bits.h"
#include "bytecode/scope_info_flags.h"
#include "compiler/compilation.h"
#include "gc/heap.h"
#include "gc/limits.h"
#include "objects/functions/erased_types.h"
#include "objects/functions/eval_cache.h"
#include "objects/isolate_state.h"
#include "objects/values/allocate.h"

namespace halfword {

// True: types. Smi 1: types, and what becomes code. When it is compiled, and has types, an array of
// ErasedTypes, whose first byte says the same.
SourceLanguage LanguageOf(const Script* script) {
  Value language = script->is_typescript_.get();
  if (language.IsTrue()) return SourceLanguage::kTypeScript;
  bool is_transformed = language.IsSmi() && language.AsSmi() == 1;
  if (auto* erased = language.TryAs<ByteArray>()) {
    if (erased->length_ == 0 || erased->bytes()[0] == 0) return SourceLanguage::kTypeScript;
    is_transformed = true;
  }
  return is_transformed ? SourceLanguage::kTransformedTypeScript : SourceLanguage::kJavaScript;
}

void SetLanguage(Script* script, SourceLanguage language) {
  bool is_transformed = language == SourceLanguage::kTransformedTypeScript;
  script->is_typescript_.Init(is_transformed ? Value::Smi(1)
                                             : Value::Boolean(language == SourceLanguage::kTypeScript));
}

namespace compiler {

void MakeRoomFor(Isolate& isolate, size_t source_length) {
  (void)isolate.heap().CanGrowExternal(source_length * 32);
}

syntax::ParseOptions NewParseOptions(Isolate& isolate, Script* script) {
  syntax::ParseOptions options;
  SourceLanguage language = script != nullptr ? LanguageOf(script) : SourceLanguage::kJavaScript;
  options.typescript = language != SourceLanguage::kJavaScript;
  options.transform_types = language == SourceLanguage::kTransformedTypeScript;
  options.harmony = isolate.harmony_ != 0;
  options.hash_seed = isolate.hash_secret_;
  options.stack_limit = compiler::NativeStackLimit(768 * 1024);
  // Names, tree and bytecode share what the guest may still have; lists are gone when there is bytecode.
  options.memory_limit = std::max<size_t>(gc::subtle::RoomUnderLimit(isolate.heap()) / 4 * 3, 256 * KiB);
  options.stop_data = &isolate;
  options.should_stop = [](void* data, size_t bytes) {
    return static_cast<Isolate*>(data)->Poll(static_cast<int32_t>(bytes / 64)).IsThrow();
  };
  return options;
}

syntax::SourceText TextOf(Script* script) {
  FlatChars chars = script->source_.get().AsString()->flat();
  return chars.is_one_byte() ? syntax::SourceText(chars.one_byte()) : syntax::SourceText(chars.two_byte());
}

OuterScopes::OuterScopes(Value innermost) {
  for (Value v = innermost; !v.IsSmi(); v = v.As<ScopeInfo>()->outer_) {
    ScopeInfo* info = v.As<ScopeInfo>();
    ByteArray* record = info->data_.get().As<ByteArray>();
    infos.push_back(info);
    views.push_back(syntax::ScopeInfoView(std::span<const uint8_t>(record->bytes(), record->length_)));
  }
}

TypesOf::TypesOf(Isolate& isolate, Script* script, syntax::ParseOptions& options)
    : isolate_(isolate), script_(script), is_transformed_(options.transform_types) {
  if (options.typescript) options.erased = &ranges_;
}

void TypesOf::Keep() {
  if (ranges_.empty()) return;
  ErasedTypes types(is_transformed_);
  for (const syntax::ErasedRange& range : ranges_) {
    types.Add(range.start, range.end, static_cast<ErasedTypes::As>(range.as));
  }
  script_->is_typescript_.Set(script_, Value(types.Finish(isolate_)));
}

Throwing ThrowParseError(Isolate& isolate, Script* script, const syntax::ParseResult& parse,
                         SyntaxErrorDetails* details) {
  const syntax::ParseError& error = parse.error();
  if (error.kind == syntax::ErrorKind::kStackOverflow) return isolate.ThrowStackOverflow();
  if (error.kind == syntax::ErrorKind::kOutOfMemory) return isolate.Terminate(Termination::kOutOfMemory);
  if (details != nullptr) {
    details->message = error.message;
    if (script != nullptr && script->name_.get().IsString()) {
      details->name = script->name_.get().AsString()->ToUtf8(isolate);
    }
    uint32_t offset = script != nullptr && script->line_offset_.get().IsSmi()
                          ? static_cast<uint32_t>(script->line_offset_.get().AsSmi())
                          : 0;
    details->line = error.line + offset;
    details->column = error.column;
    details->rendered = error.Render();
  }
  return isolate.ThrowSyntaxError("%s", error.message.c_str());
}

}  // namespace compiler

using compiler::Compilation;
using compiler::MakeRoomFor;
using compiler::NewParseOptions;
using compiler::OuterScopes;
using compiler::Part;
using compiler::TextOf;
using compiler::ThrowParseError;
using syntax::ParseOptions;
using syntax::ParseResult;
using syntax::SourceText;

namespace {

SourceText TextOf(FlatChars chars) {
  return chars.is_one_byte() ? SourceText(chars.one_byte()) : SourceText(chars.two_byte());
}

// https://tc39.es/ecma262/#sec-evaldeclarationinstantiation, the conflicts that the parser does not see: an
// eval in a parameter's initializer whose vars have the names of parameters. Null: none.
String* FindParameterConflict(Compilation& compilation, const std::vector<ScopeInfo*>& outer) {
  auto scope = std::find_if(outer.begin(), outer.end(),
                            [](ScopeInfo* info) { return info->flags_ & kScopeIsVariableScope; });
  if (scope == outer.end() || !((*scope)->flags_ & kScopeIsParameterScope)) return nullptr;
  auto conflict = [&](syntax::Atom* name) -> String* {
    String* string = compilation.StringOf(name);
    for (uint32_t i = 0; i < (*scope)->variable_count_; i++) {
      const ScopeInfo::Variable& v = (*scope)->variables()[i];
      if (v.name.get() == Value(string) && (v.flags & ScopeInfo::kVarLike)) return string;
    }
    return nullptr;
  };
  syntax::ParseResult& parse = compilation.parse();
  for (syntax::Variable* v : parse.declarations().var_names) {
    if (String* name = conflict(v->name)) return name;
  }
  for (syntax::FunctionDeclaration* f : parse.root()->functions) {
    if (String* name = conflict(f->function->name)) return name;
  }
  return nullptr;
}

// The info of the parse's root, compiled.
Completion<FunctionInfo*> CompileRoot(Compilation& compilation) {
  ParseResult& parse = compilation.parse();
  FunctionInfo* info = compilation.NewFunctionInfo(parse.root(), nullptr);
  compilation.Enqueue({parse.root(), nullptr, info, Part::kWhole});
  if (!compilation.CompilePending()) return compilation.Throw();
  return info;
}

Script* NewScript(Realm* realm, String* source, String* name, Value referrer) {
  Script* script = AllocateAny<Script>(sizeof(Script));
  script->realm_.Init(realm);
  script->source_.Init(Value(source));
  script->name_.Init(Value(name));
  script->module_.Init(referrer);
  return script;
}

FlatChars CharsOf(std::string_view ascii) {
  return std::span(reinterpret_cast<const uint8_t*>(ascii.data()), ascii.size());
}

// ---- Equal texts ----

// EvalCache::Query::kind. What kind of function a constructor makes is in the text.
enum : uint32_t {
  kOfDirectEval,
  kOfIndirectEval,
  kOfFunction,
  kOfStrict = 4,
  // Of isolates that changed after they were cloned from an image.
  kOfHarmony = 8,
  kOfTailCalls = 16,
};

// Code for another realm than that of its referrer is kept by neither.
Value PlaceOf(Realm* realm, Value referrer, ScopeInfo* outer) {
  if (outer != nullptr) return Value(outer);
  if (referrer.IsSmi()) return Value(realm);
  Realm* own =
      referrer.Is<Script>() ? referrer.As<Script>()->realm_.get() : referrer.As<ModuleRecord>()->realm_.get();
  return own == realm ? referrer : Value::Smi(0);
}

// The fuel that is used up while it lives.
class FuelMeter {
 public:
  explicit FuelMeter(Isolate& isolate) : isolate_(isolate), before_(Balance()) {}
  int64_t used() const { return before_ - Balance(); }

 private:
  int64_t Balance() const { return isolate_.budget_ - StateOf(isolate_).fuel_granted; }

  Isolate& isolate_;
  const int64_t before_;
};

EvalCache* CacheOf(Isolate& isolate) {
  Value cache = isolate.eval_cache_;
  return cache.IsSmi() ? nullptr : cache.As<EvalCache>();
}

// `compile` sets its argument where each evaluation of the text needs code of its own.
template <class F>
Completion<FunctionInfo*> FindOrCompile(Isolate& isolate, EvalCache::Query& query, F&& compile) {
  constexpr uint32_t kMostFuel = 1 << 24;
  bool is_fresh = false;
  if (query.place.IsSmi() || query.bytes() > EvalCache::kMostBytes) return compile(&is_fresh);
  if (isolate.harmony_) query.kind |= kOfHarmony;
  if (isolate.tail_calls_) query.kind |= kOfTailCalls;
  // In the text of a function, what guests give is between constant pieces.
  query.hash = 0;
  for (size_t i = query.pieces.size() > 1 ? 1 : 0; i < query.pieces.size(); i += 2)
    query.hash = query.hash * 0x9E3779B1u ^ query.pieces[i].Hash();
  if (EvalCache* cache = CacheOf(isolate)) {
    if (const EvalCache::Entry* entry = cache->Find(query)) {
      FunctionInfo* info = entry->info.get().As<FunctionInfo>();
      TRY(isolate.Poll(static_cast<int32_t>(std::min(entry->fuel, kMostFuel))));
      return info;
    }
  }
  FuelMeter meter(isolate);
  FunctionInfo* info = TRY(compile(&is_fresh));
  int64_t fuel = meter.used();
  if (is_fresh || fuel > int64_t{kMostFuel} || isolate.IsTerminating()) return info;
  if (CacheOf(isolate) == nullptr) isolate.eval_cache_.Init(Value(AllocateSmall<EvalCache>()));
  CacheOf(isolate)->Add(query, info, static_cast<uint32_t>(fuel));
  return info;
}

}  // namespace

Completion<FunctionInfo*> CompileScript(Isolate& isolate, Script* script, bool lazy,
                                        SyntaxErrorDetails* details) {
  MakeRoomFor(isolate, TextOf(script).length());
  gc::NoGarbageCollectionScope no_collection(isolate.heap());
  ParseOptions options = NewParseOptions(isolate, script);
  options.lazy = lazy;
  compiler::TypesOf types(isolate, script, options);
  ParseResult parse = syntax::ParseScript(TextOf(script), options);
  if (!parse.ok()) return ThrowParseError(isolate, script, parse, details);
  types.Keep();
  Compilation compilation(isolate, script, parse, {});
  return CompileRoot(compilation);
}

Completion<FunctionInfo*> CompileFunctionBody(Isolate& isolate, Script* script,
                                              std::span<const std::string_view> parameters, bool lazy,
                                              SyntaxErrorDetails* details) {
  MakeRoomFor(isolate, TextOf(script).length());
  gc::NoGarbageCollectionScope no_collection(isolate.heap());
  ParseOptions options = NewParseOptions(isolate, script);
  options.lazy = lazy;
  compiler::TypesOf types(isolate, script, options);
  ParseResult parse = syntax::ParseFunctionBody(TextOf(script), parameters, options);
  if (!parse.ok()) return ThrowParseError(isolate, script, parse, details);
  types.Keep();
  Compilation compilation(isolate, script, parse, {});
  return CompileRoot(compilation);
}

Completion<FunctionInfo*> CompileEval(Isolate& isolate, const EvalSource& eval, SyntaxErrorDetails* details) {
  FlatChars text = eval.text->Flatten(isolate);
  uint32_t kind =
      (eval.is_direct ? kOfDirectEval : kOfIndirectEval) | (eval.is_caller_strict ? kOfStrict : 0);
  EvalCache::Query query{
      PlaceOf(eval.realm, eval.referrer, eval.outer), eval.realm, eval.referrer, kind, 0, {&text, 1}};
  return FindOrCompile(isolate, query, [&](bool* is_fresh) -> Completion<FunctionInfo*> {
    String* source = eval.text;
    // What is kept for its text's sake is not to keep the text that it was cut from.
    if (source->typed_type() == HeapType::kSlicedString && query.bytes() <= EvalCache::kMostBytes)
      source = text.is_one_byte() ? NewStringFromLatin1(isolate, text.one_byte())
                                  : NewStringFromUtf16(isolate, text.two_byte());
    MakeRoomFor(isolate, text.length());
    gc::NoGarbageCollectionScope no_collection(isolate.heap());
    Script* script = NewScript(eval.realm, source, isolate.name(Name::eval), eval.referrer);
    OuterScopes scopes(eval.outer != nullptr ? Value(eval.outer) : Value::Smi(0));
    ParseOptions options = NewParseOptions(isolate, script);
    options.lazy = true;
    options.is_strict = eval.is_caller_strict;
    options.outer_scopes = scopes.views;
    ParseResult parse = syntax::ParseEval(
        TextOf(script), eval.is_direct ? syntax::EvalKind::kDirect : syntax::EvalKind::kIndirect, options);
    if (!parse.ok()) return ThrowParseError(isolate, script, parse, details);
    Compilation compilation(isolate, script, parse, scopes.infos);
    if (!parse.root()->is_strict) {
      if (String* name = FindParameterConflict(compilation, scopes.infos)) {
        return isolate.ThrowSyntaxError("Identifier '%s' has already been declared",
                                        ShortText(isolate, name).c_str());
      }
    }
    *is_fresh = parse.has_tagged_templates();
    FunctionInfo* info = TRY(CompileRoot(compilation));
    if (eval.outer != nullptr) info->scope_info_.Set(info, Value(eval.outer));
    return info;
  });
}

Completion<FunctionInfo*> CompileDynamicFunction(Isolate& isolate, const DynamicFunctionSource& function,
                                                 SyntaxErrorDetails* details) {
  using syntax::DynamicFunctionKind;
  DynamicFunctionKind kind = function.kind == FunctionKind::kGenerator ? DynamicFunctionKind::kGenerator
                             : function.kind == FunctionKind::kAsync   ? DynamicFunctionKind::kAsync
                             : function.kind == FunctionKind::kAsyncGenerator
                                 ? DynamicFunctionKind::kAsyncGenerator
                                 : DynamicFunctionKind::kNormal;
  FlatChars parameters = function.parameters->Flatten(isolate), body = function.body->Flatten(isolate);
  const FlatChars pieces[] = {CharsOf(syntax::DynamicFunctionStart(kind)), parameters,
                              CharsOf(syntax::kDynamicFunctionMiddle), body,
                              CharsOf(syntax::kDynamicFunctionEnd)};
  EvalCache::Query query{PlaceOf(function.realm, function.referrer, nullptr),
                         function.realm,
                         function.referrer,
                         kOfFunction,
                         parameters.length(),
                         pieces};
  return FindOrCompile(isolate, query, [&](bool* is_fresh) -> Completion<FunctionInfo*> {
    StringBuilder text(isolate);
    for (const FlatChars& piece : pieces) text.Append(piece);
    String* source = TRY(text.Finish());
    MakeRoomFor(isolate, source->length());
    gc::NoGarbageCollectionScope no_collection(isolate.heap());
    ParseResult parse = syntax::ParseDynamicFunction(kind, TextOf(source->Flatten(isolate)),
                                                     parameters.length(), NewParseOptions(isolate, nullptr));
    if (!parse.ok()) return ThrowParseError(isolate, nullptr, parse, details);
    Script* script = NewScript(function.realm, source, isolate.name(Name::anonymous), function.referrer);
    Compilation compilation(isolate, script, parse, {});
    *is_fresh = parse.has_tagged_templates();
    return CompileRoot(compilation);
  });
}

Completion<FunctionInfo*> CompileSelfHosted(Isolate& isolate, Script* script) {
  gc::NoGarbageCollectionScope no_collection(isolate.heap());
  ParseOptions options = NewParseOptions(isolate, script);
  options.memory_limit = 0;  // it is no guest's
  ParseResult parse = syntax::ParseScript(TextOf(script), options);
  if (!parse.ok()) return ThrowParseError(isolate, script, parse, nullptr);
  Compilation compilation(isolate, script, parse, {});
  compilation.set_self_hosted();
  return CompileRoot(compilation);
}

Completion<Code*> CompileLazy(Isolate& isolate, FunctionInfo* info) {
  MakeRoomFor(isolate, info->source_end_ - info->source_start_);
  gc::NoGarbageCollectionScope no_collection(isolate.heap());
  OuterScopes scopes(info->scope_info_);
  Script* script = info->script_.get();
  ParseOptions options = NewParseOptions(isolate, script);
  options.lazy = true;
  options.outer_scopes = scopes.views;
  syntax::FunctionDescriptor descriptor = compiler::UnpackDescriptor(info);
  options.is_strict = descriptor.is_strict;
  ParseResult parse = syntax::ReparseFunction(TextOf(script), descriptor, options);
  if (!parse.ok()) return ThrowParseError(isolate, script, parse, nullptr);
  Compilation compilation(isolate, script, parse, scopes.infos);
  compilation.Enqueue({parse.root(), nullptr, info, Part::kWhole});
  if (!compilation.CompilePending()) return compilation.Throw();
  return info->code_.get();
}

}  // namespace halfword
