// Self-hosted builtins (bytecode/self_hosted.h): their source, and abstract operations that are no opcodes.
#include "bytecode/self_hosted.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "base/packed_tables.h"
#include "builtins/builtins.h"
#include "builtins/fundamental_objects/decorators.h"
#include "builtins/indexed_collections/array_operations.h"
#include "builtins/indexed_collections/typed_array.h"
#include "objects/isolate.h"
#include "objects/library/indexed_collections.h"
#include "objects/library/keyed_collections.h"
#include "objects/memory/value_list.h"
#include "objects/values/allocate.h"
#include "runtime/control_abstraction/iteration_records.h"
#include "runtime/functions/self_hosted.h"
#include "runtime/native_state.h"
#include "runtime/operations/arrays.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

constexpr char kSource[] =
#include "builtins/self_hosted.inc"
    ;
// An array that is this long at once, and not as it is filled.
constexpr double kMostCapacity = 1 << 16;

}  // namespace

void CompileSelfHosted(Isolate& isolate, Realm* realm) {
  Script* script = AllocateAny<Script>(sizeof(Script));
  script->realm_.Init(realm);
  script->source_.Init(Value(NewStringFromAscii(isolate, kSource)));
  Completion<FunctionInfo*> compiled = NativeStateOf(isolate).compile.self_hosted(isolate, script);
  CHECK(!compiled.IsThrow());
  Code* code = compiled.Take()->code_.GetNonNull();
  ValueArray* infos = NewValueArray(isolate, kSelfHostedCount);
  uint32_t count = 0;
  for (uint32_t i = 0; i < code->constant_count_; i++) {
    Value constant = code->constants()[i];
    if (!constant.Is<FunctionInfo>()) continue;
    auto* info = constant.As<FunctionInfo>();
    CHECK(count < kSelfHostedCount && info->name_.get().AsString()->EqualsAscii(kSelfHostedNames[count]));
    info->code_->entry_index_ = count + 1;
    infos->slots()[count++].Set(infos, constant);
  }
  CHECK(count == kSelfHostedCount);
  script->source_.Init(Value::Smi(0));
  isolate.self_hosted_.Init(Value(infos));
}

// ---- Operations: each a function of its arguments ----

namespace {

JSObject* ObjectAt(Value* arguments, int i) { return arguments[i].AsObject(); }
JSArray* ArrayAt(Value* arguments, int i) { return static_cast<JSArray*>(arguments[i].AsObject()); }
// Of the running function, for messages.
std::string NameOfRunning(Isolate& isolate) {
  auto* function = static_cast<JSFunction*>(frame::At(isolate.frame_)[frame::kFunction].AsObject());
  return function->info()->name_.get().AsString()->ToUtf8(isolate);
}
std::string MethodOfTypedArray(Isolate& isolate) {
  return "%TypedArray%.prototype." + NameOfRunning(isolate);
}
HashIterator* EntriesAt(Value* arguments, int i) {
  return static_cast<HashIterator*>(arguments[i].AsObject());
}

Completion<Value> AppendFlattened(Isolate& isolate, Value* a) {
  return NumberValue(isolate, TRY(AppendFlattened(isolate, ObjectAt(a, 0), a[1].AsNumber(), a[2])));
}
Completion<Value> ArgumentCount(Isolate& isolate, Value*) {
  return frame::At(isolate.frame_)[frame::kArgumentCount];
}
Completion<Value> ArraySpeciesCreate(Isolate& isolate, Value* a) {
  return Value(TRY(ArraySpeciesCreate(isolate, ObjectAt(a, 0), a[1].AsNumber())));
}
Completion<Value> CreateDataPropertyOrThrow(Isolate& isolate, Value* a) {
  TRY(CreateDataPropertyOrThrow(isolate, ObjectAt(a, 0), KeyFromNumber(isolate, a[1].AsNumber()), a[2]));
  return Value::Undefined();
}
Completion<Value> LengthOfArrayLike(Isolate& isolate, Value* a) {
  return NumberValue(isolate, TRY(LengthOfArrayLike(isolate, ObjectAt(a, 0))));
}
Completion<Value> NewPlainArray(Isolate& isolate, Value*) { return Value(NewArray(isolate, 0)); }
// Nobody sees a plain result of map, filter and from before the end: so it can be collected first, as long as
// it has no more elements.
constexpr double kMostPlainResult = 1 << 20;
// An empty array if ArraySpeciesCreate would make a plain one, and programs can't tell that it grows.
Completion<Value> NewPlainResult(Isolate& isolate, Value* a) {
  double length = a[1].AsNumber();
  if (length > kMostPlainResult || !HasPlainSpecies(isolate, ObjectAt(a, 0))) return Value::Undefined();
  return Value(NewArray(isolate, 0, static_cast<uint32_t>(std::min(length, kMostCapacity))));
}
// The same as the result of Array.from, where a[0] is its receiver.
Completion<Value> NewPlainResultOf(Isolate& isolate, Value* a) {
  double length = a[1].AsNumber();
  if (length > kMostPlainResult || !MakesPlainArray(isolate, a[0])) return Value::Undefined();
  return Value(NewArray(isolate, 0, static_cast<uint32_t>(std::min(length, kMostCapacity))));
}
// Get(a[0], a[1]). FAST: objects as {length: n}, which have no elements, and whose prototype has none either.
Completion<Value> GetOfArrayLike(Isolate& isolate, Value* a) {
  JSObject* o = ObjectAt(a, 0);
  Shape* shape = o->shape();
  bool has_elements =
      shape->extension_kind_ == ExtensionKind::kElements || shape->extension_kind_ == ExtensionKind::kBoth;
  if (o->object_type() == HeapType::kPlainObject && !has_elements && isolate.no_indexed_prototypes_ &&
      shape->prototype() == Value(isolate.realm()->intrinsic(Intrinsic::kObjectPrototype)))
    return Value::Undefined();
  return Get(isolate, o, KeyFromNumber(isolate, a[1].AsNumber()));
}
// Undefined: it is a plain one.
Completion<Value> ConstructArray(Isolate& isolate, Value* a) {
  if (MakesPlainArray(isolate, a[0])) return Value::Undefined();
  return Value(TRY(Construct(isolate, a[0].AsObject(), {})));
}
Completion<Value> ConstructArrayOfLength(Isolate& isolate, Value* a) {
  if (MakesPlainArray(isolate, a[0])) return Value(TRY(ArrayCreate(isolate, a[1].AsNumber())));
  return Value(TRY(Construct(isolate, a[0].AsObject(), {a[1]})));
}
Completion<Value> SetLength(Isolate& isolate, Value* a) {
  TRY(Set(isolate, ObjectAt(a, 0), isolate.key(Name::length), a[1], true));
  return Value::Undefined();
}
Completion<Value> RequireArrayLength(Isolate& isolate, Value* a) {
  if (a[0].AsNumber() > 4294967295.0) return isolate.ThrowRangeError("Invalid array length");
  return Value::Undefined();
}
Completion<Value> RequireCallable(Isolate& isolate, Value* a) {
  if (!a[0].IsCallable()) return ThrowNotCallable(isolate, a[0], nullptr);
  return Value::Undefined();
}
Completion<Value> RequireComparator(Isolate& isolate, Value* a) {
  if (a[0].IsUndefined() || a[0].IsCallable()) return Value::Undefined();
  return isolate.ThrowTypeError("The comparison function must be either a function or undefined [%s]",
                                DescribeForError(isolate, a[0]).c_str());
}
Completion<Value> RequireConstructor(Isolate& isolate, Value* a) {
  if (!a[0].IsConstructor()) return ThrowNotConstructor(isolate, a[0]);
  return Value::Undefined();
}
Completion<Value> RequireMapper(Isolate& isolate, Value* a) {
  if (!a[0].IsCallable()) return isolate.ThrowTypeError("flatMap mapper function is not callable");
  return Value::Undefined();
}
Completion<Value> SelfHostedFunction(Isolate& isolate, Value* a) {
  return SelfHostedHelper(CurrentRealm(isolate), static_cast<enum SelfHostedFunction>(a[0].AsSmi()));
}
Completion<Value> ThrowReduceOfEmptyArray(Isolate& isolate, Value*) {
  return isolate.ThrowTypeError("Reduce of empty array with no initial value");
}

// ---- Sorting. Nobody but self-hosted functions sees a list: an array of the general kind, so that numbers
// have their boxes once. ----

// A list of so many holes. All of them will be filled, so they have their place however many they are.
Completion<Value> NewList(Isolate& isolate, Value* a) {
  uint32_t length = static_cast<uint32_t>(a[0].AsNumber());
  auto* list = NewObjectAs<JSArray>(isolate, CurrentRealm(isolate)->shape(RealmShape::kArrayPacked));
  if (length > 0) {
    ValueElements* elements = NewValueElements(isolate, length);
    if (!elements) return isolate.Terminate(Termination::kOutOfMemory);
    list->SetElements(isolate, Value(elements), ElementsKind::kHoley);
    list->set_length_field(isolate, length);
  }
  return Value(list);
}
// To list a[0] from index a[1] on: so many elements, a[4], of list a[2] from index a[3] on.
Completion<Value> CopyElements(Isolate& isolate, Value* a) {
  JSArray *to = ArrayAt(a, 0), *from = ArrayAt(a, 2);
  auto number = [&](int i) { return static_cast<uint32_t>(a[i].AsNumber()); };
  uint32_t to_index = number(1), from_index = number(3), count = number(4);
  TRY(isolate.Poll(static_cast<int32_t>(count / 16 + 1)));
  if (to->elements_kind() != ElementsKind::kDictionary &&
      from->elements_kind() != ElementsKind::kDictionary) {
    ValueElements* elements = to->value_elements();
    MoveWords(elements, reinterpret_cast<Value*>(elements->slots() + to_index),
              reinterpret_cast<const Value*>(from->value_elements()->slots() + from_index), count);
    RangeWriteBarrier(elements);
    return Value::Undefined();
  }
  for (uint32_t i = 0; i < count; i++) {
    TRY(isolate.Poll());
    to->DefineOwn(isolate, PropertyKey::FromIndex(to_index + i), from->GetElement(isolate, from_index + i),
                  kDataDefault);
  }
  return Value::Undefined();
}
// The elements of a list, then undefined so many times.
Completion<void> AppendElements(Isolate& isolate, JSArray* list, int32_t undefined_count, ValueList& out) {
  for (uint32_t i = 0; i < list->length(); i++) {
    TRY(isolate.Poll());
    out.Append(list->GetElement(isolate, i));
  }
  for (int32_t i = 0; i < undefined_count; i++) {
    TRY(isolate.Poll());
    out.Append(Value::Undefined());
  }
  return {};
}
Completion<Value> NewSortedArray(Isolate& isolate, Value* a) {
  ValueList values(isolate);
  TRY(AppendElements(isolate, ArrayAt(a, 0), a[1].AsSmi(), values));
  return Value(NewArrayFrom(isolate, values.span()));
}
Completion<Value> SortAsText(Isolate& isolate, Value* a) {
  TRY(SortAsText(isolate, ObjectAt(a, 0), a[1].AsNumber()));
  return Value::Undefined();
}
Completion<Value> StoreSorted(Isolate& isolate, Value* a) {
  ValueList values(isolate);
  TRY(AppendElements(isolate, ArrayAt(a, 2), a[3].AsSmi(), values));
  TRY(StoreSorted(isolate, ObjectAt(a, 0), a[1].AsNumber(), values.span()));
  return Value::Undefined();
}
Completion<Value> ToSortedAsText(Isolate& isolate, Value* a) {
  return Value(TRY(ToSortedAsText(isolate, ObjectAt(a, 0), a[1].AsNumber())));
}

// ---- Maps and sets ----

Completion<Value> RequireMap(Isolate& isolate, Value* a) {
  if (!a[0].Is<MapObject>()) return ThrowIncompatibleReceiver(isolate, "Map.prototype.forEach", a[0]);
  return Value::Undefined();
}
Completion<Value> RequireSet(Isolate& isolate, Value* a) {
  if (!a[0].Is<SetObject>()) return ThrowIncompatibleReceiver(isolate, "Set.prototype.forEach", a[0]);
  return Value::Undefined();
}
// An iterator that no program sees, its next key or the hole, and the value of that.
Completion<Value> NewEntries(Isolate& isolate, Value* a) {
  auto* entries = NewObjectAs<MapIterator>(isolate, CurrentRealm(isolate)->shape(RealmShape::kMapIterator));
  entries->Start(isolate, static_cast<HashCollection*>(ObjectAt(a, 0)), IterationKind::kEntries);
  return Value(entries);
}
Completion<Value> NextKey(Isolate& isolate, Value* a) {
  Value key, value;
  return EntriesAt(a, 0)->Next(isolate, &key, &value) ? key : Value::Hole();
}
Completion<Value> CurrentValue(Isolate&, Value* a) { return EntriesAt(a, 0)->current_value(); }

// ---- Typed arrays ----

TypedArrayObject* TypedArrayAt(Value* arguments, int i) {
  return static_cast<TypedArrayObject*>(arguments[i].AsObject());
}
// The array's length.
Completion<Value> ValidateTypedArray(Isolate& isolate, Value* a) {
  if (HW_UNLIKELY(!a[0].Is<TypedArrayObject>() || TypedArrayAt(a, 0)->IsOutOfBounds(isolate)))
    TRY(ValidateTypedArray(isolate, a[0], MethodOfTypedArray(isolate).c_str()));
  return NumberValue(isolate, static_cast<double>(TypedArrayAt(a, 0)->length(isolate)));
}
Completion<Value> TypedArrayCreate(Isolate& isolate, Value* a) {
  return Value(TRY(TypedArrayCreate(isolate, ObjectAt(a, 0), a[1].AsNumber(), "%TypedArray%.from")));
}
Completion<Value> TypedArraySpeciesCreate(Isolate& isolate, Value* a) {
  return Value(TRY(TypedArraySpeciesCreate(isolate, TypedArrayAt(a, 0), a[1].AsNumber(),
                                           MethodOfTypedArray(isolate).c_str())));
}
// Elements of typed array a[0]: so many first properties, a[2], of object a[1].
Completion<Value> SetFromArrayLike(Isolate& isolate, Value* a) {
  TRY(SetFromArrayLike(isolate, TypedArrayAt(a, 0), 0, ObjectAt(a, 1), a[2].AsNumber()));
  return Value::Undefined();
}

// ---- Iteration ----

// The @@iterator method of a value, or undefined.
Completion<Value> GetIteratorMethod(Isolate& isolate, Value* a) {
  return GetMethod(isolate, a[0], isolate.key(WellKnownSymbol::iterator));
}
// Whether nobody can tell that there is no iterator object.
bool IteratesAsArray(Isolate& isolate, Value iterable, Value method) {
  return method == Value(CurrentIntrinsic(isolate, Intrinsic::kArrayPrototype_values)) &&
         CanIterateFast(isolate, iterable);
}
// FAST: what Array.from with receiver a[0] makes of a[1] by method a[2] if that is but a copy, or undefined.
Completion<Value> CopyIterated(Isolate& isolate, Value* a) {
  if (!MakesPlainArray(isolate, a[0]) || !IteratesAsArray(isolate, a[1], a[2])) return Value::Undefined();
  JSArray* source = AsFastArray(isolate, ObjectAt(a, 1));
  if (source == nullptr) return Value::Undefined();
  JSArray* copy = TRY(CopyElements(isolate, source, 0, source->length()));
  TRY(FillHolesWithUndefined(isolate, copy));
  return Value(copy);
}
// GetIteratorFromMethod(a[0], a[1]), in the place of its arguments.
Completion<Value> IteratorFromMethod(Isolate& isolate, Value* a) {
  if (IteratesAsArray(isolate, a[0], a[1])) {
    a[1] = Value::Smi(0);
    a[2] = Value::False();
  } else {
    StoreIteratorRecord(isolate, TRY(GetIteratorFromMethod(isolate, a[0], a[1])), a);
  }
  return Value::Undefined();
}

// The same, or GetIteratorDirect(a[0]) where there is no a[1]. What needs no JavaScript is appended to
// array a[2] first.
Completion<Value> IteratorAfterAppending(Isolate& isolate, Value* a) {
  JSArray* to = ArrayAt(a, 2);
  if (IteratesAsArray(isolate, a[0], a[1])) {
    JSArray* from = AsFastArray(isolate, ObjectAt(a, 0));
    uint32_t count = from ? from->length() : 0;
    if (count != 0 && TRY(AppendElements(isolate, to, from, 0, count))) {
      TRY(FillHolesWithUndefined(isolate, to));
    } else {
      count = 0;
    }
    a[1] = Value::Smi(static_cast<int32_t>(count));
    a[2] = Value::False();
    return Value::Undefined();
  }
  IteratorRecord record = TRY(a[1].IsUndefined() ? GetIteratorDirect(isolate, ObjectAt(a, 0))
                                                 : GetIteratorFromMethod(isolate, a[0], a[1]));
  TRY(AppendLibrarySteps(isolate, to, record));
  StoreIteratorRecord(isolate, record, a);
  return Value::Undefined();
}

// GetIteratorDirect(a[0]), in the place of its argument.
Completion<Value> IteratorDirect(Isolate& isolate, Value* a) {
  StoreIteratorRecord(isolate, TRY(GetIteratorDirect(isolate, ObjectAt(a, 0))), a);
  return Value::Undefined();
}
Completion<Value> RequireIterator(Isolate& isolate, Value* a) {
  if (a[0].IsObject()) return Value::Undefined();
  return isolate.ThrowTypeError("Iterator.prototype.%s called on non-object", NameOfRunning(isolate).c_str());
}
// Closes iterator a[0], whose "next" has not been read, if a[1] can't be called.
Completion<Value> RequireCallableOrClose(Isolate& isolate, Value* a) {
  if (a[1].IsCallable()) return Value::Undefined();
  (void)ThrowNotCallable(isolate, a[1]);
  IteratorRecord record;
  record.iterator = a[0];
  return IteratorCloseThrow(isolate, record);
}
Completion<Value> ThrowReduceOfDoneIterator(Isolate& isolate, Value*) {
  return isolate.ThrowTypeError("Reduce of a done iterator with no initial value");
}

// ---- Groups: arrays that nobody sees before the end ----

Completion<Value> RequireObjectCoercible(Isolate& isolate, Value* a) {
  if (!a[0].IsNullOrUndefined()) return Value::Undefined();
  return RequireObjectCoercible(isolate, a[0], a[1].AsString()->ToUtf8(isolate).c_str());
}
Completion<Value> NewMap(Isolate& isolate, Value*) {
  return Value(NewObjectAs<MapObject>(isolate, CurrentRealm(isolate)->shape(RealmShape::kMap)));
}
Completion<Value> NewNullObject(Isolate& isolate, Value*) {
  return Value(OrdinaryObjectCreate(isolate, Value::Null()));
}
// The group of key a[1], made if there is none.
Completion<Value> GroupInMap(Isolate& isolate, Value* a) {
  auto* map = static_cast<MapObject*>(ObjectAt(a, 0));
  Value group = map->Get(isolate, a[1]);
  if (!group.IsNotFound()) return group;
  group = Value(NewArray(isolate, 0));
  if (HW_UNLIKELY(!map->Set(isolate, a[1], group)))
    return isolate.ThrowRangeError("Map maximum size exceeded");
  return group;
}
Completion<Value> GroupInObject(Isolate& isolate, Value* a) {
  PropertyKey key = TRY(ToPropertyKey(isolate, a[1]));
  OwnProperty own = ObjectAt(a, 0)->GetOwn(isolate, key);
  if (own.found()) return own.value;
  Value group(NewArray(isolate, 0));
  ObjectAt(a, 0)->DefineOwn(isolate, key, group, kDataDefault);
  return group;
}

// ---- Decorators ----

Completion<Value> CreateAddInitializerFunction(Isolate& isolate, Value* a) {
  return Value(halfword::CreateAddInitializerFunction(isolate, a[0]));
}
Completion<Value> CreateDecoratorAccessObject(Isolate& isolate, Value* a) {
  return Value(TRY(halfword::CreateDecoratorAccessObject(isolate, a[0].AsString(), a[1])));
}
Completion<Value> CreateDecoratorMetadata(Isolate& isolate, Value* a) {
  return Value(TRY(halfword::CreateDecoratorMetadata(isolate, a[0])));
}
Completion<Value> FinishDecoration(Isolate&, Value* a) {
  halfword::FinishDecoration(ObjectAt(a, 0));
  return Value::Undefined();
}
Completion<Value> IsPrivateName(Isolate&, Value* a) {
  return Value::Boolean(a[0].IsSymbol() && a[0].AsSymbol()->IsPrivateName());
}
Completion<Value> NameOfDecorated(Isolate& isolate, Value* a) {
  return halfword::NameOfDecorated(isolate, a[0]);
}
// a[1]: the kind of what was decorated.
Completion<Value> RequireDecoratorResult(Isolate& isolate, Value* a) {
  bool is_accessor = a[1].AsString()->EqualsAscii("accessor");
  if (is_accessor ? a[0].IsObject() : a[0].IsCallable()) return Value::Undefined();
  return isolate.ThrowTypeError("A decorator must return %s or undefined, not %s",
                                is_accessor ? "an object" : "a function",
                                DescribeForError(isolate, a[0]).c_str());
}

using Operation = Completion<Value> (*)(Isolate&, Value*);
constexpr Operation kOperations[] = {
#define V(name, arguments) static_cast<Operation>(name),
    HW_SELF_HOSTED_OPERATIONS(V)
#undef V
};

}  // namespace

HW_RELATIVE_FUNCTIONS(self_hosted_operations, kOperations);

Completion<Value> PerformSelfHostedOperation(Isolate& isolate, SelfHostedOperation operation,
                                             Value* arguments) {
  // Bytecode lies in the cage, too: no number leads outside of the table.
  auto number = static_cast<size_t>(operation);
  return self_hosted_operations[number < std::size(kOperations) ? number : 0].get()(isolate, arguments);
}

}  // namespace halfword
