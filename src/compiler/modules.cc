// Modules: the static part of a ModuleRecord (objects/functions/module.h).
#include <algorithm>

#include "compiler/compilation.h"
#include "compiler/compiler.h"
#include "gc/heap.h"
#include "objects/values/allocate.h"

namespace halfword {

using compiler::Compilation;
using compiler::Part;
using syntax::ModuleExport;
using syntax::ModuleImport;
using syntax::ModuleRequest;
using syntax::VariableKind;

namespace {

// Rows of a table, laid out flat.
class Rows {
 public:
  Rows(Isolate& isolate, uint32_t width) : isolate_(isolate), width_(width) {}
  void Add(std::initializer_list<Value> row) {
    DCHECK(row.size() == width_);
    values_.insert(values_.end(), row);
  }
  void Store(ValueField& table, ValueField& count) {
    ValueArray* array = NewValueArray(isolate_, static_cast<uint32_t>(values_.size()));
    for (size_t i = 0; i < values_.size(); i++) array->slots()[i].Init(values_[i]);
    table.Init(Value(array));
    count.Init(Value::Smi(static_cast<int32_t>(values_.size() / width_)));
  }

 private:
  Isolate& isolate_;
  uint32_t width_;
  std::vector<Value> values_;
};

Value Number(uint32_t n) { return Value::Smi(static_cast<int32_t>(n)); }

void StoreTables(Isolate& isolate, Compilation& compilation, ModuleRecord* record) {
  const syntax::ModuleRecord& parsed = compilation.parse().module();
  syntax::Scope* scope = compilation.parse().root()->scope;

  Rows requests(isolate, ModuleRecord::kRequestParts);
  for (const ModuleRequest& request : parsed.requests) {
    Value attributes = Value::Smi(0);
    if (!request.attributes.empty()) {
      ValueArray* array = NewValueArray(isolate, static_cast<uint32_t>(request.attributes.size() * 2));
      for (size_t i = 0; i < request.attributes.size(); i++) {
        array->slots()[2 * i].Init(Value(compilation.StringOf(request.attributes[i].key)));
        array->slots()[2 * i + 1].Init(Value(compilation.StringOf(request.attributes[i].value)));
      }
      attributes = Value(array);
    }
    requests.Add({Value(compilation.StringOf(request.specifier)), attributes,
                  Number(static_cast<uint32_t>(request.phase))});
  }
  requests.Store(record->requests_, record->request_count_);

  Rows imports(isolate, 3);
  for (size_t i = 0; i < parsed.imports.size(); i++) {
    const ModuleImport& import = parsed.imports[i];
    if (import.imported == nullptr) {
      imports.Add({Number(import.request), Value::Hole(), Number(import.variable->index)});
    } else {
      imports.Add({Number(import.request), Value(compilation.StringOf(import.imported)),
                   Number(scope->slot_count + static_cast<uint32_t>(i))});
    }
  }
  imports.Store(record->imports_, record->import_count_);

  Rows local(isolate, 2), indirect(isolate, 3), star(isolate, 1), cells(isolate, 2);
  std::vector<const syntax::Variable*> seen;
  for (const ModuleExport& e : parsed.exports) {
    switch (e.kind) {
      case ModuleExport::Kind::kLocal: {
        syntax::Variable* variable = e.variable->Resolve();
        local.Add({Value(compilation.StringOf(e.exported)), Number(variable->index)});
        if (std::find(seen.begin(), seen.end(), variable) == seen.end()) {
          seen.push_back(variable);
          cells.Add({Number(variable->index),
                     variable->kind == VariableKind::kVar ? Value::Undefined() : Value::Hole()});
        }
        break;
      }
      case ModuleExport::Kind::kIndirect:
        indirect.Add({Value(compilation.StringOf(e.exported)), Number(e.request),
                      Value(compilation.StringOf(e.imported))});
        break;
      case ModuleExport::Kind::kNamespace:
        indirect.Add({Value(compilation.StringOf(e.exported)), Number(e.request), Value::Hole()});
        break;
      case ModuleExport::Kind::kStar: star.Add({Number(e.request)}); break;
    }
  }
  local.Store(record->local_exports_, record->local_export_count_);
  indirect.Store(record->indirect_exports_, record->indirect_export_count_);
  star.Store(record->star_exports_, record->star_export_count_);
  cells.Store(record->local_cells_, record->local_cell_count_);
  record->slot_count_.Init(Number(scope->slot_count + static_cast<uint32_t>(parsed.imports.size())));
}

}  // namespace

Completion<ModuleRecord*> CompileModule(Isolate& isolate, Script* script, SyntaxErrorDetails* details) {
  compiler::MakeRoomFor(isolate, compiler::TextOf(script).length());
  gc::NoGarbageCollectionScope no_collection(isolate.heap());
  syntax::ParseOptions options = compiler::NewParseOptions(isolate, script);
  options.lazy = true;
  compiler::TypesOf types(isolate, script, options);
  syntax::ParseResult parse = syntax::ParseModule(compiler::TextOf(script), options);
  if (!parse.ok()) return compiler::ThrowParseError(isolate, script, parse, details);
  types.Keep();
  Compilation compilation(isolate, script, parse, {});

  ModuleRecord* record = AllocateAny<ModuleRecord>(sizeof(ModuleRecord));
  record->realm_.Init(script->realm_.get());
  record->script_.Init(script);
  FunctionInfo* initializer = compilation.NewFunctionInfo(parse.root(), nullptr);
  FunctionInfo* body = compilation.NewFunctionInfo(parse.root(), nullptr);
  record->initializer_.Init(initializer);
  record->body_.Init(body);
  record->has_top_level_await_.Init(Value::Boolean(parse.root()->is_async));
  ScopeInfo* scope_info = compilation.ScopeInfoOf(parse.root()->scope);
  if (scope_info != nullptr) record->scope_info_.Init(Value(scope_info));
  StoreTables(isolate, compilation, record);
  record->InitDynamicPart();

  compilation.Enqueue({parse.root(), nullptr, initializer, Part::kModuleInitializer});
  compilation.Enqueue({parse.root(), nullptr, body, Part::kModuleBody});
  if (!compilation.CompilePending()) return compilation.Throw();
  script->module_.Set(script, Value(record));
  return record;
}

}  // namespace halfword
