// Global variables, through their cells.
#include "objects/isolate.h"
#include "runtime/caches/inline_cache.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

PropertyCell* FindCell(JSObject* object, Value name) {
  PropertyLocation location;
  if (!object->shape()->Lookup(name, &location) || !(location.attributes & kCell)) return nullptr;
  return object->GetSlot(location.slot).As<PropertyCell>();
}

void Remember(Site site, PropertyCell* cell) {
  if (site.enabled()) site.as<GlobalSite>().cell.Set(site.vector, Value(cell));
}

void Assign(Isolate& isolate, Site site, PropertyCell* cell, Value value) {
  Remember(site, cell);
  // The first value of a variable is no change.
  if (site.enabled() && !cell->value_.get().IsUndefined()) cell->Add(PropertyCell::kVaries);
  cell->Assign(isolate, value);
}

}  // namespace

Completion<Value> LoadGlobal(Isolate& isolate, Value name, bool for_typeof, Site site) {
  Realm* realm = CurrentRealm(isolate);
  PropertyCell* cell = FindCell(realm->script_scope_.get().AsObject(), name);
  if (cell) {
    if (cell->value_.get().IsHole()) return ThrowUninitialized(isolate, name.AsString());
    Remember(site, cell);
    return cell->value_.get();
  }
  JSObject* global = realm->global_object();
  cell = FindCell(global, name);
  if (cell && !cell->value_.get().IsHole() && !cell->value_.get().Is<AccessorPair>()) {
    Remember(site, cell);
    return cell->value_.get();
  }
  PropertyKey key = PropertyKey::FromName(name);
  if (!TRY(HasProperty(isolate, global, key))) {
    if (for_typeof) return Value::Undefined();
    return ThrowNotDefined(isolate, name.AsString());
  }
  return internal_method::Get(isolate, global, key, realm->global_this_);
}

Completion<void> StoreGlobal(Isolate& isolate, Value name, Value value, bool strict, Site site) {
  Realm* realm = CurrentRealm(isolate);
  PropertyCell* cell = FindCell(realm->script_scope_.get().AsObject(), name);
  if (cell) {
    if (cell->value_.get().IsHole()) return ThrowUninitialized(isolate, name.AsString());
    if (cell->Has(PropertyCell::kReadOnly)) return isolate.ThrowTypeError("Assignment to constant variable.");
    Assign(isolate, site, cell, value);
    return {};
  }
  JSObject* global = realm->global_object();
  cell = FindCell(global, name);
  if (cell && !cell->value_.get().IsHole() && !cell->value_.get().Is<AccessorPair>() &&
      !cell->Has(PropertyCell::kReadOnly)) {
    Assign(isolate, site, cell, value);
    return {};
  }
  PropertyKey key = PropertyKey::FromName(name);
  if (strict && !TRY(HasProperty(isolate, global, key))) return ThrowNotDefined(isolate, name.AsString());
  bool ok = TRY(internal_method::Set(isolate, global, key, value, Value(global)));
  if (!ok && strict) return ThrowSetFailed(isolate, Value(global), key);
  return {};
}

}  // namespace halfword
