// The table of natives, and NewRealm: CreateIntrinsics and SetDefaultGlobalBindings
// (https://tc39.es/ecma262/#sec-code-realms).
//
// A realm grows in this order: %Object.prototype%, %Function.prototype% and the prototypes that
// root shapes need; the global object and the script scope; the root shapes; the files of the
// library in the order of HW_BUILTIN_FILES; the root shapes again, for a file may have put another
// object into a prototype's intrinsic.
#include <algorithm>
#include <vector>

#include "builtins/builtins.h"
#include "builtins/structured_data/array_buffer.h"
#include "objects/isolate_objects.h"
#include "objects/library/fundamental_objects.h"
#include "objects/library/generators.h"
#include "objects/library/global.h"
#include "objects/library/indexed_collections.h"
#include "objects/library/keyed_collections.h"
#include "objects/library/promises.h"
#include "objects/library/text_processing.h"
#include "objects/values/allocate.h"
#include "runtime/evaluation/modules.h"
#include "runtime/functions/self_hosted.h"
#include "runtime/native_state.h"
#include "runtime/operations/call.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

// Function.prototype: accepts anything, returns undefined
// (https://tc39.es/ecma262/#sec-properties-of-the-function-prototype-object).
Completion<Value> FunctionPrototype(Isolate&, Arguments&) { return Value::Undefined(); }

constexpr NativeRow kRealmRowsSource[] = {{"", FunctionPrototype, 0, kNativeNotInstalled}};
HW_NATIVE_ROWS(kRealmRows);

struct Natives {
  std::vector<const NativeRow*> rows;
  std::vector<NativeRange> ranges;

  Natives() {
    Add(kRealmRows);
    Add(kImportNatives);
    Add(kModuleEvaluationNatives);
#define V(Name) \
  for (NativeTable table : k##Name##Tables) Add(table);
    HW_BUILTIN_FILES(V)
    HW_PROPOSAL_FILES(V)
#undef V
    std::sort(ranges.begin(), ranges.end(),
              [](const NativeRange& a, const NativeRange& b) { return a.begin < b.begin; });
  }
  void Add(NativeTable table) {
    if (table.empty()) return;
    ranges.push_back({table.data(), static_cast<uint32_t>(table.size()), static_cast<uint32_t>(rows.size())});
    for (const NativeRow& row : table) rows.push_back(&row);
  }
};

const Natives& TheNatives() {
  static const Natives natives;
  return natives;
}

// ---- Root shapes ----

class ShapeMaker {
 public:
  ShapeMaker(Isolate& isolate, Realm* realm) : isolate_(isolate), realm_(realm) {}

  template <class T>
  Shape* Root(Intrinsic prototype, uint32_t slots = 0, uint16_t flags = 0) {
    return RootShapeFor(isolate_, T::kType, Value(realm_->intrinsic(prototype)), FirstSlotOf<T>(), slots,
                        flags);
  }
  Shape* With(Shape* shape, Value name, uint8_t attributes) {
    PropertyLocation location;
    return shape->AddProperty(isolate_, name, attributes, &location);
  }
  Shape* With(Shape* shape, Name name, uint8_t attributes = kDataDefault) {
    return With(shape, Value(isolate_.name(name)), attributes);
  }
  Shape* WithLengthAndName(Shape* shape, uint8_t extra) {
    return With(With(shape, Name::length, kConfigurable | extra), Name::name, kConfigurable | extra);
  }
  // "prototype" made real, as objects do it when it is first asked for.
  Shape* WithRealPrototype(Shape* shape) {
    PropertyLocation location;
    CHECK(shape->Lookup(Value(isolate_.name(Name::prototype)), &location));
    return shape->Reconfigure(isolate_, location.entry, location.attributes & ~kVirtual, &location);
  }
  void Set(RealmShape id, Shape* shape) { realm_->set_shape(id, shape); }
  bool Has(Intrinsic i) { return realm_->intrinsics_[static_cast<int>(i)].get().IsObject(); }

  void MakeAll() {
    Set(RealmShape::kEmptyObject, Root<JSObject>(Intrinsic::kObjectPrototype, 4));
    MakeArrays();
    MakeFunctions();
    Set(RealmShape::kIteratorResult,
        With(With(Root<JSObject>(Intrinsic::kObjectPrototype, 2), Name::value), Name::done));
    Shape* arguments =
        With(Root<ArgumentsObject>(Intrinsic::kObjectPrototype, 3), Name::length, kMethodDefault);
    Value iterator(isolate_.symbol(WellKnownSymbol::iterator));
    Set(RealmShape::kMappedArguments,
        With(With(arguments, Name::callee, kMethodDefault), iterator, kMethodDefault));
    Set(RealmShape::kUnmappedArguments,
        With(With(arguments, Name::callee, kAccessor), iterator, kMethodDefault));
    Shape* match =
        RootShapeFor(isolate_, HeapType::kJSArray, Value(realm_->intrinsic(Intrinsic::kArrayPrototype)),
                     FirstSlotOf<JSArray>(), 4);
    match = match->WithElementsKind(isolate_, ElementsKind::kPacked);
    Set(RealmShape::kRegExpMatch, With(With(With(match, Name::index), Name::input), Name::groups));
    Set(RealmShape::kRegExp,
        With(Root<RegExpObject>(Intrinsic::kRegExpPrototype, 1), Name::lastIndex, kWritable));
    Set(RealmShape::kError,
        With(Root<ErrorObject>(Intrinsic::kErrorPrototype, 2), Name::stack, kMethodDefault | kVirtual));
    Set(RealmShape::kPromise, Root<PromiseObject>(Intrinsic::kPromisePrototype));
    Set(RealmShape::kAsyncFunctionState, RootShapeFor(isolate_, HeapType::kAsyncFunctionState, Value::Null(),
                                                      FirstSlotOf<AsyncFunctionState>(), 0));
    Set(RealmShape::kMap, Root<MapObject>(Intrinsic::kMapPrototype));
    Set(RealmShape::kSet, Root<SetObject>(Intrinsic::kSetPrototype));
    Shape* object = realm_->shape(RealmShape::kEmptyObject);
    Set(RealmShape::kDataDescriptor,
        With(With(With(With(object, Name::value), Name::writable), Name::enumerable), Name::configurable));
    Set(RealmShape::kAccessorDescriptor,
        With(With(With(With(object, Name::get), Name::set), Name::enumerable), Name::configurable));
    Set(RealmShape::kArrayIterator, Root<ArrayIterator>(Intrinsic::kArrayIteratorPrototype));
    Set(RealmShape::kMapIterator, Root<MapIterator>(Intrinsic::kMapIteratorPrototype));
    Set(RealmShape::kSetIterator, Root<SetIterator>(Intrinsic::kSetIteratorPrototype));
    Set(RealmShape::kStringIterator, Root<StringIterator>(Intrinsic::kStringIteratorPrototype));
  }

 private:
  void MakeArrays() {
    Shape* array = Root<JSArray>(Intrinsic::kArrayPrototype);
    auto kind = [&](RealmShape id, ElementsKind k) { Set(id, array->WithElementsKind(isolate_, k)); };
    kind(RealmShape::kArrayPackedSmi, ElementsKind::kPackedSmi);
    kind(RealmShape::kArrayHoleySmi, ElementsKind::kHoleySmi);
    kind(RealmShape::kArrayPackedDouble, ElementsKind::kPackedDouble);
    kind(RealmShape::kArrayHoleyDouble, ElementsKind::kHoleyDouble);
    kind(RealmShape::kArrayPacked, ElementsKind::kPacked);
    kind(RealmShape::kArrayHoley, ElementsKind::kHoley);
  }

  void MakeFunctions() {
    constexpr uint16_t kCallable = Shape::kIsCallable;
    constexpr uint16_t kConstructor = Shape::kIsCallable | Shape::kIsConstructor;
    // Sloppy functions have own "arguments" and "caller", as programs know it from other engines. They can be
    // configured, for the values change (https://tc39.es/ecma262/#sec-invariants-of-the-essential-internal-methods).
    Shape* function =
        WithLengthAndName(Root<JSFunction>(Intrinsic::kFunctionPrototype, 0, kConstructor), kVirtual);
    Shape* strict = With(function, Name::prototype, kWritable | kVirtual);
    Shape* sloppy = With(With(With(function, Name::arguments, kVirtual | kConfigurable), Name::caller,
                              kVirtual | kConfigurable),
                         Name::prototype, kWritable | kVirtual);
    Set(RealmShape::kFunction, sloppy);
    Set(RealmShape::kFunctionWithPrototype, WithRealPrototype(sloppy));
    Set(RealmShape::kStrictFunction, strict);
    Set(RealmShape::kStrictFunctionWithPrototype, WithRealPrototype(strict));
    Set(RealmShape::kMethodFunction,
        WithLengthAndName(Root<JSFunction>(Intrinsic::kFunctionPrototype, 0, kCallable), kVirtual));
    Set(RealmShape::kAsyncFunction,
        WithLengthAndName(Root<JSFunction>(Intrinsic::kAsyncFunctionPrototype, 0, kCallable), kVirtual));
    Set(RealmShape::kGeneratorFunction,
        With(WithLengthAndName(Root<JSFunction>(Intrinsic::kGeneratorFunctionPrototype, 0, kCallable),
                               kVirtual),
             Name::prototype, kWritable));
    Set(RealmShape::kAsyncGeneratorFunction,
        With(WithLengthAndName(Root<JSFunction>(Intrinsic::kAsyncGeneratorFunctionPrototype, 0, kCallable),
                               kVirtual),
             Name::prototype, kWritable));
    Set(RealmShape::kClassConstructor,
        With(WithLengthAndName(Root<JSFunction>(Intrinsic::kFunctionPrototype, 0,
                                                kConstructor | Shape::kIsClassConstructor),
                               kVirtual),
             Name::prototype, kNone));
    Set(RealmShape::kNativeFunction,
        WithLengthAndName(Root<NativeFunction>(Intrinsic::kFunctionPrototype, 0, kCallable), kVirtual));
    Set(RealmShape::kNativeConstructor,
        WithLengthAndName(Root<NativeFunction>(Intrinsic::kFunctionPrototype, 0, kConstructor), kVirtual));
    Set(RealmShape::kBoundFunction,
        WithLengthAndName(Root<BoundFunction>(Intrinsic::kFunctionPrototype, 2, kCallable), 0));
    Set(RealmShape::kBoundConstructor,
        WithLengthAndName(Root<BoundFunction>(Intrinsic::kFunctionPrototype, 2, kConstructor), 0));
  }

  Isolate& isolate_;
  Realm* realm_;
};

// The objects that must be there before shapes and functions can be made.
void CreateFirstObjects(Isolate& isolate, Realm* realm) {
  // %Object.prototype% is an immutable prototype exotic object.
  Shape* shape = RootShapeFor(isolate, HeapType::kPlainObject, Value::Null(), 1, 12);
  JSObject* object_prototype = NewObject(isolate, shape);
  object_prototype->BecomePrototype(isolate);
  object_prototype->MoveToShape(isolate,
                                object_prototype->shape()->WithFlags(isolate, Shape::kImmutablePrototype));
  realm->set_intrinsic(Intrinsic::kObjectPrototype, object_prototype);
  Value parent(object_prototype);

  shape = RootShapeFor(isolate, HeapType::kNativeFunction, parent, FirstSlotOf<NativeFunction>(), 0,
                       Shape::kIsCallable);
  PropertyLocation location;
  shape = shape->AddProperty(isolate, Value(isolate.name(Name::length)), kConfigurable | kVirtual, &location);
  shape = shape->AddProperty(isolate, Value(isolate.name(Name::name)), kConfigurable | kVirtual, &location);
  auto* function_prototype = NewObjectAs<NativeFunction>(isolate, shape);
  function_prototype->native_index_ = NativeIndexOf(&kRealmRows[0]);
  function_prototype->realm_.Init(realm);
  function_prototype->name_.Init(Value(isolate.name(Name::empty)));
  function_prototype->length_.Init(Value::Smi(0));
  realm->set_intrinsic(Intrinsic::kFunctionPrototype, function_prototype);

  auto create = [&](Intrinsic id, Intrinsic prototype) {
    realm->set_intrinsic(id, OrdinaryObjectCreate(isolate, Value(realm->intrinsic(prototype))));
  };
  shape = RootShapeFor(isolate, HeapType::kJSArray, parent, FirstSlotOf<JSArray>(), 0);
  realm->set_intrinsic(Intrinsic::kArrayPrototype, NewObject(isolate, shape));
  for (Intrinsic id : {Intrinsic::kIteratorPrototype, Intrinsic::kAsyncIteratorPrototype,
                       Intrinsic::kErrorPrototype, Intrinsic::kRegExpPrototype, Intrinsic::kPromisePrototype,
                       Intrinsic::kMapPrototype, Intrinsic::kSetPrototype}) {
    create(id, Intrinsic::kObjectPrototype);
  }
  for (Intrinsic id : {Intrinsic::kGeneratorFunctionPrototype, Intrinsic::kAsyncFunctionPrototype,
                       Intrinsic::kAsyncGeneratorFunctionPrototype}) {
    create(id, Intrinsic::kFunctionPrototype);
  }
  for (Intrinsic id : {Intrinsic::kArrayIteratorPrototype, Intrinsic::kMapIteratorPrototype,
                       Intrinsic::kSetIteratorPrototype, Intrinsic::kStringIteratorPrototype,
                       Intrinsic::kGeneratorPrototype}) {
    create(id, Intrinsic::kIteratorPrototype);
  }
  for (Intrinsic id : {Intrinsic::kAsyncGeneratorPrototype, Intrinsic::kAsyncFromSyncIteratorPrototype}) {
    create(id, Intrinsic::kAsyncIteratorPrototype);
  }
}

// %Object.prototype% as the prototype, a dictionary-mode shape of its own, PropertyCells for values.
void CreateGlobalObject(Isolate& isolate, Realm* realm) {
  Shape* shape =
      RootShapeFor(isolate, HeapType::kGlobalObject, Value(realm->intrinsic(Intrinsic::kObjectPrototype)),
                   FirstSlotOf<GlobalObject>(), 0);
  auto* global = NewObjectAs<GlobalObject>(isolate, shape);
  global->realm_.Set(global, Value(realm));
  global->ToDictionary(isolate);
  realm->global_object_.Set(realm, Value(global));
  realm->global_this_.Set(realm, Value(global));

  shape = RootShapeFor(isolate, HeapType::kPlainObject, Value::Null(), 1, 0);
  JSObject* script_scope = NewObject(isolate, shape);
  script_scope->ToDictionary(isolate);
  realm->script_scope_.Set(realm, Value(script_scope));
}

}  // namespace

std::span<const NativeRow* const> AllNatives() { return TheNatives().rows; }
std::span<const NativeRange> AllNativeRanges() { return TheNatives().ranges; }

Realm* NewRealm(Isolate& isolate) {
  NativeState& state = NativeStateOf(isolate);
  if (state.natives.size() == 0)
    state.natives = {AllNatives().data(), static_cast<uint32_t>(AllNatives().size())};
  if (state.native_ranges.empty()) state.native_ranges = AllNativeRanges();

  Realm* realm = AllocateSmall<Realm>();
  bool is_main = !isolate.realm_;
  if (is_main) isolate.realm_.Init(realm);  // a root: no barrier
  isolate.has_other_realms_ = !is_main;
  CreateFirstObjects(isolate, realm);
  CreateGlobalObject(isolate, realm);
  ShapeMaker shapes(isolate, realm);
  shapes.MakeAll();

  if (is_main) CompileSelfHosted(isolate, realm);
  // While the library of a second realm is installed, the running function is one of its own, so that it is
  // the current realm.
  uint32_t frame = isolate.frame_, pc = isolate.pc_;
  if (!is_main) {
    Value* registers = PushFrame(isolate, Value(realm->intrinsic(Intrinsic::kFunctionPrototype)),
                                 Value::Undefined(), 0, Value::Undefined());
    if (registers == nullptr) return nullptr;
    isolate.frame_ = frame::OffsetOfFrame(registers);
  }
  InstallSelfHostedHelpers(isolate, realm);
#define V(Name) Install##Name(isolate, realm);
  HW_BUILTIN_FILES(V)
#undef V
  isolate.frame_ = frame;
  isolate.pc_ = pc;
  shapes.MakeAll();

  static constexpr const char* kNames[] = {
#define V(name) #name,
      HW_INTRINSICS(V)
#undef V
  };
  for (int i = 0; i < static_cast<int>(Intrinsic::kFirstHarmony); i++) {
    if (!realm->intrinsics_[i].get().IsObject())
      CheckFailed(kNames[i], "an intrinsic that no builtin file has set", i);
  }
  if (isolate.harmony_) InstallHarmony(isolate, realm);
  // Caches know strings and numbers by their type alone, so a change of these must be a new epoch even where
  // there is no wrapper yet.
  for (Intrinsic i : {Intrinsic::kStringPrototype, Intrinsic::kNumberPrototype})
    realm->intrinsic(i)->BecomePrototype(isolate);
  if (is_main) WatchIntrinsics(isolate);
  return realm;
}

void InstallHarmony(Isolate& isolate, Realm* realm) {
#define V(Name) Install##Name##Harmony(isolate, realm);
  HW_HARMONY_FILES(V)
#undef V
}

}  // namespace halfword
