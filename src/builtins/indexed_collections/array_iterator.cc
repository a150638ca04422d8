// %ArrayIteratorPrototype% (https://tc39.es/ecma262/#sec-%arrayiteratorprototype%-object).
#include "builtins/builtins.h"
#include "objects/library/indexed_collections.h"
#include "objects/realm.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/iterators.h"

namespace halfword {

namespace {

Completion<Value> ArrayIteratorNext(Isolate& isolate, Arguments& args) {
  if (!args.this_value().Is<ArrayIterator>())
    return ThrowIncompatibleReceiver(isolate, "Array Iterator.prototype.next", args.this_value());
  Value value = TRY(StepArrayIterator(isolate, static_cast<ArrayIterator*>(args.this_value().AsObject())));
  return Value(IterResultOfStep(isolate, value));
}

constexpr NativeRow kRowsSource[] = {
    {"next", ArrayIteratorNext, 0, kNativePlain, 0, KnownNative::kArrayIteratorNext}};
HW_NATIVE_ROWS(kRows);
constexpr NativeTable kTables[] = {kRows};

}  // namespace

const std::span<const NativeTable> kArrayIteratorTables = kTables;

void InstallArrayIterator(Isolate& isolate, Realm* realm) {
  JSObject* prototype = realm->intrinsic(Intrinsic::kArrayIteratorPrototype);
  InstallFunctions(isolate, realm, prototype, kRows);
  InstallToStringTag(isolate, prototype, "Array Iterator");
}

}  // namespace halfword
