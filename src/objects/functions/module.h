// Source Text Module Record (https://tc39.es/ecma262/#sec-source-text-module-records). The compiler fills the
// static part, runtime/evaluation/modules.h links, and runtime/evaluation/module_evaluation.h evaluates.
//
// The module's Environment has one slot for each variable that is captured, imported or exported. Slots of
// exported and imported bindings hold PropertyCells (opcodes LdaCell, StaCell), all others hold values.
// Linking makes the environment (`slot_count`), puts fresh cells (value hole, or undefined for var) into the
// slots of local_cells, the exporting module's cells into the slots of imports, then calls the initializer
// (instantiates function declarations) and later the body, both closures over that environment. Import of a
// namespace puts the namespace object straight into a cell.
//
// A synthetic module, such as one of JSON text, has no code: its evaluation puts
// synthetic_exports_ into the cells. Where that is a function, it is called at that time, without arguments,
// and returns an array of the values. So a CommonJS module runs when its turn has come.
#ifndef HALFWORD_OBJECTS_FUNCTIONS_MODULE_H_
#define HALFWORD_OBJECTS_FUNCTIONS_MODULE_H_

#include "objects/functions/function.h"

namespace halfword {

// How far an import goes: the namespace of an evaluated module, one whose module is evaluated when it is
// first looked at, or the module's source.
enum class ImportPhase : uint8_t { kEvaluation, kDefer, kSource };

class ModuleRecord : public HeapObject {
 public:
  static constexpr uint32_t kRequestParts = 3;
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kModuleRecord;
  enum Status : int32_t { kNew, kUnlinked, kLinking, kLinked, kEvaluating, kEvaluatingAsync, kEvaluated };

  // ---- static: ValueArrays of records laid out flat, and Smi counts of records ----
  Field<Realm> realm_;
  Field<Script> script_;
  Field<FunctionInfo> initializer_;  // no parameters, returns undefined
  Field<FunctionInfo> body_;      // kind kModule; async (kResumable) if has_top_level_await_; null: synthetic
  ValueField synthetic_exports_;  // ValueArray, one value a slot; or the function that makes them
  // {specifier string, attributes: Smi 0 or ValueArray of key, value strings, Smi ImportPhase}
  ValueField requests_;
  ValueField request_count_;
  ValueField imports_;  // {Smi request, import name string (hole: the namespace), Smi slot}
  ValueField import_count_;
  ValueField local_exports_;  // {export name, Smi slot}; several may share a slot
  ValueField local_export_count_;
  ValueField indirect_exports_;  // {export name, Smi request, import name (hole: export * as name)}
  ValueField indirect_export_count_;
  ValueField star_exports_;  // {Smi request}
  ValueField star_export_count_;
  ValueField local_cells_;  // {Smi slot, initial value: hole or undefined}
  ValueField local_cell_count_;
  ValueField slot_count_;           // Smi
  ValueField scope_info_;           // ScopeInfo or Smi 0
  ValueField has_top_level_await_;  // boolean
  ValueField module_source_;        // [[ModuleSource]]: ModuleSourceObject, or Smi 0: there is none
  // ---- dynamic ----
  ValueField status_;  // Smi Status
  ValueField environment_;
  ValueField namespace_, deferred_namespace_;
  ValueField loaded_modules_;    // ValueArray, one ModuleRecord a request
  ValueField evaluation_error_;  // hole: none
  ValueField dfs_index_, dfs_ancestor_index_;
  // What its evaluation visits: ValueArray up to its end or a Smi, or Smi 0: one module a request.
  ValueField evaluation_list_;
  // While it is evaluated: the module that waits for it, its next request, and what is below it on the stack.
  ValueField dfs_parent_, dfs_next_request_, dfs_below_;
  ValueField cycle_root_;
  ValueField async_order_;           // Smi, 0: unset; see AsyncEvaluationOrder
  ValueField top_level_capability_;  // PromiseCapabilityRecord or undefined
  ValueField async_parents_;         // JSArray-like ValueArray or Smi 0
  ValueField pending_async_dependencies_;
  ValueField import_meta_;  // object or undefined
  ValueField host_data_;

  // REQUIRES: nothing else refers to it yet.
  void InitDynamicPart() {
    status_.Init(Value::Smi(kNew));
    evaluation_error_.Init(Value::Hole());
    top_level_capability_.Init(Value::Undefined());
    import_meta_.Init(Value::Undefined());
  }
  Status status() const { return static_cast<Status>(status_.get().AsSmi()); }
  void set_status(Status status) { status_.Init(Value::Smi(status)); }
  uint32_t request_count() const {
    return request_count_.get().IsSmi() ? static_cast<uint32_t>(request_count_.get().AsSmi()) : 0;
  }
  Value request_part(uint32_t request, uint32_t part) const {
    return requests_.get().As<ValueArray>()->get(request * kRequestParts + part);
  }
  String* request_specifier(uint32_t request) const { return request_part(request, 0).AsString(); }
  Value request_attributes(uint32_t request) const { return request_part(request, 1); }
  ImportPhase request_phase(uint32_t request) const {
    return static_cast<ImportPhase>(request_part(request, 2).AsSmi());
  }
  // False: only the source of what is requested is imported, so that it is neither linked nor evaluated.
  bool is_dependency(uint32_t request) const { return request_phase(request) != ImportPhase::kSource; }
  uint32_t slot_count() const { return static_cast<uint32_t>(slot_count_.get().AsSmi()); }
  // REQUIRES: it is there.
  ModuleRecord* loaded_module(uint32_t request) const {
    return loaded_modules_.get().As<ValueArray>()->get(request).As<ModuleRecord>();
  }
  // The cell (or value) of a binding. REQUIRES: linked.
  ValueField& slot(uint32_t i) { return environment_.get().As<Environment>()->slots()[i]; }
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_FUNCTIONS_MODULE_H_
