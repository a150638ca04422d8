#include "compiler/compiler.h"

#include <algorithm>

#include "base/bits.h"
#include "bytecode/scope_info_flags.h"
#include "compiler/compilation.h"
#include "gc/heap.h"
#include "gc/limits.h"
#include "objects/values/allocate.h"

namespace halfword {

namespace compiler {

void MakeRoomFor(Isolate& isolate, size_t source_length) {
  (void)isolate.heap().CanGrowExternal(source_length * 32);
}

syntax::ParseOptions NewParseOptions(Isolate& isolate) {
  syntax::ParseOptions options;
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
using compiler::Part;
using compiler::ThrowParseError;
using syntax::ParseOptions;
using syntax::ParseResult;
using syntax::ScopeInfoView;
using syntax::SourceText;

namespace {

SourceText TextOf(Script* script) {
  FlatChars chars = script->source_.get().AsString()->flat();
  return chars.is_one_byte() ? SourceText(chars.one_byte()) : SourceText(chars.two_byte());
}

SourceText TextOf(FlatChars chars) {
  return chars.is_one_byte() ? SourceText(chars.one_byte()) : SourceText(chars.two_byte());
}

// The chain around a function or eval, in the form the parser takes.
struct OuterScopes {
  explicit OuterScopes(Value innermost) {
    for (Value v = innermost; !v.IsSmi(); v = v.As<ScopeInfo>()->outer_) {
      ScopeInfo* info = v.As<ScopeInfo>();
      ByteArray* record = info->data_.get().As<ByteArray>();
      infos.push_back(info);
      views.push_back(ScopeInfoView(std::span<const uint8_t>(record->bytes(), record->length_)));
    }
  }
  std::vector<ScopeInfo*> infos;
  std::vector<ScopeInfoView> views;
};

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

}  // namespace

Completion<FunctionInfo*> CompileScript(Isolate& isolate, Script* script, bool lazy,
                                        SyntaxErrorDetails* details) {
  MakeRoomFor(isolate, TextOf(script).length());
  gc::NoGarbageCollectionScope no_collection(isolate.heap());
  ParseOptions options = NewParseOptions(isolate);
  options.lazy = lazy;
  ParseResult parse = syntax::ParseScript(TextOf(script), options);
  if (!parse.ok()) return ThrowParseError(isolate, script, parse, details);
  Compilation compilation(isolate, script, parse, {});
  return CompileRoot(compilation);
}

Completion<FunctionInfo*> CompileEval(Isolate& isolate, Script* script, bool direct, bool strict_caller,
                                      ScopeInfo* outer, SyntaxErrorDetails* details) {
  MakeRoomFor(isolate, TextOf(script).length());
  gc::NoGarbageCollectionScope no_collection(isolate.heap());
  OuterScopes scopes(direct && outer != nullptr ? Value(outer) : Value::Smi(0));
  ParseOptions options = NewParseOptions(isolate);
  options.lazy = true;
  options.is_strict = direct && strict_caller;
  options.outer_scopes = scopes.views;
  ParseResult parse = syntax::ParseEval(
      TextOf(script), direct ? syntax::EvalKind::kDirect : syntax::EvalKind::kIndirect, options);
  if (!parse.ok()) return ThrowParseError(isolate, script, parse, details);
  Compilation compilation(isolate, script, parse, scopes.infos);
  if (!parse.root()->is_strict) {
    if (String* name = FindParameterConflict(compilation, scopes.infos)) {
      return isolate.ThrowSyntaxError("Identifier '%s' has already been declared",
                                      ShortText(isolate, name).c_str());
    }
  }
  return CompileRoot(compilation);
}

Completion<FunctionInfo*> CompileDynamicFunction(Isolate& isolate, Realm* realm, FunctionKind kind,
                                                 String* parameters, String* body,
                                                 SyntaxErrorDetails* details) {
  using syntax::DynamicFunctionKind;
  DynamicFunctionKind dynamic_kind = kind == FunctionKind::kGenerator ? DynamicFunctionKind::kGenerator
                                     : kind == FunctionKind::kAsync   ? DynamicFunctionKind::kAsync
                                     : kind == FunctionKind::kAsyncGenerator
                                         ? DynamicFunctionKind::kAsyncGenerator
                                         : DynamicFunctionKind::kNormal;
  uint32_t parameters_length = parameters->length();
  StringBuilder text(isolate);
  text.AppendAscii(syntax::DynamicFunctionStart(dynamic_kind));
  text.Append(parameters);
  text.AppendAscii(syntax::kDynamicFunctionMiddle);
  text.Append(body);
  text.AppendAscii(syntax::kDynamicFunctionEnd);
  String* source = TRY(text.Finish());
  MakeRoomFor(isolate, source->length());
  gc::NoGarbageCollectionScope no_collection(isolate.heap());
  ParseResult parse = syntax::ParseDynamicFunction(dynamic_kind, TextOf(source->Flatten(isolate)),
                                                   parameters_length, NewParseOptions(isolate));
  if (!parse.ok()) return ThrowParseError(isolate, nullptr, parse, details);
  Script* script = AllocateAny<Script>(sizeof(Script));
  script->realm_.Init(realm);
  script->source_.Init(Value(source));
  script->name_.Init(Value(isolate.name(Name::anonymous)));
  Compilation compilation(isolate, script, parse, {});
  return CompileRoot(compilation);
}

Completion<FunctionInfo*> CompileSelfHosted(Isolate& isolate, Script* script) {
  gc::NoGarbageCollectionScope no_collection(isolate.heap());
  ParseOptions options = NewParseOptions(isolate);
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
  ParseOptions options = NewParseOptions(isolate);
  options.lazy = true;
  options.outer_scopes = scopes.views;
  Script* script = info->script_.get();
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
