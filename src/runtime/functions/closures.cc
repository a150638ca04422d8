#include "runtime/functions/closures.h"

#include "bytecode/frame.h"
#include "bytecode/opcodes.h"
#include "objects/isolate.h"
#include "objects/library/fundamental_objects.h"
#include "objects/library/keyed_collections.h"
#include "objects/memory/value_list.h"
#include "runtime/execution/frames.h"
#include "runtime/native_state.h"
#include "runtime/operations/arrays.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/iterators.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

RealmShape ShapeOfClosure(FunctionInfo* info) {
  switch (info->kind()) {
    case FunctionKind::kNormal:
      return (info->flags_ & FunctionInfo::kIsStrict) ? RealmShape::kStrictFunction : RealmShape::kFunction;
    case FunctionKind::kBaseConstructor:
    case FunctionKind::kDerivedConstructor: return RealmShape::kClassConstructor;
    case FunctionKind::kGenerator:
    case FunctionKind::kGeneratorMethod: return RealmShape::kGeneratorFunction;
    case FunctionKind::kAsyncGenerator:
    case FunctionKind::kAsyncGeneratorMethod: return RealmShape::kAsyncGeneratorFunction;
    case FunctionKind::kAsync:
    case FunctionKind::kAsyncMethod:
    case FunctionKind::kAsyncArrow: return RealmShape::kAsyncFunction;
    default: return RealmShape::kMethodFunction;
  }
}

JSFunction* NewClosure(Isolate& isolate, FunctionInfo* info, Value environment, Shape* shape) {
  auto* function = NewObjectAs<JSFunction>(isolate, shape);
  function->info_.Init(info);
  function->environment_.Init(environment);
  return function;
}

}  // namespace

JSFunction* CreateClosure(Isolate& isolate, FunctionInfo* info, Value environment) {
  Realm* realm = info->script_->realm_.get();
  JSFunction* function = NewClosure(isolate, info, environment, realm->shape(ShapeOfClosure(info)));
  if (IsGeneratorKind(info->kind()) || IsAsyncGeneratorKind(info->kind())) {
    JSObject* prototype = OrdinaryObjectCreate(
        isolate,
        Value(realm->intrinsic(IsGeneratorKind(info->kind()) ? Intrinsic::kGeneratorPrototype
                                                             : Intrinsic::kAsyncGeneratorPrototype)));
    function->DefineOwn(isolate, isolate.key(Name::prototype), Value(prototype), kWritable);
  }
  return function;
}

void RememberMade(Site site, JSObject* object) {
  if (site.enabled() && !object->shape()->is_unique())
    site.as<ShapeSite>().shape.Set(site.vector, Value(object->shape()));
}

void DeclareFunctions(Environment* environment, ValueArray* declarations) {
  // The cell may be larger than the pairs.
  for (uint32_t i = 0; i + 1 < declarations->length() && !declarations->get(i + 1).IsSmi(); i += 2) {
    environment->slots()[declarations->get(i).AsSmi()].Set(environment, declarations->get(i + 1));
  }
}

Value FunctionInSlot(Isolate& isolate, Environment* environment, uint32_t slot) {
  Value value = environment->slots()[slot];
  if (!value.Is<FunctionInfo>()) return value;
  Value function = Value(CreateClosure(isolate, value.As<FunctionInfo>(), Value(environment)));
  environment->slots()[slot].Set(environment, function);
  return function;
}

// https://tc39.es/ecma262/#sec-runtime-semantics-classdefinitionevaluation
Completion<Value> CreateClass(Isolate& isolate, Value superclass, FunctionInfo* info, Value environment,
                              Value* prototype_out) {
  Realm* realm = info->script_->realm_.get();
  Value proto_parent = Value(realm->intrinsic(Intrinsic::kObjectPrototype));
  Value constructor_parent = Value(realm->intrinsic(Intrinsic::kFunctionPrototype));
  if (!superclass.IsHole()) {
    if (superclass.IsNull()) {
      proto_parent = Value::Null();
    } else {
      if (!superclass.IsConstructor()) {
        return isolate.ThrowTypeError("Class extends value %s is not a constructor or null",
                                      DescribeForError(isolate, superclass).c_str());
      }
      proto_parent = TRY(Get(isolate, superclass.AsObject(), Name::prototype));
      if (!proto_parent.IsObject() && !proto_parent.IsNull()) {
        return isolate.ThrowTypeError("Class extends value does not have valid prototype property %s",
                                      DescribeForError(isolate, proto_parent).c_str());
      }
      constructor_parent = superclass;
    }
  }
  JSObject* prototype = OrdinaryObjectCreate(isolate, proto_parent);
  JSFunction* constructor =
      NewClosure(isolate, info, environment, realm->shape(RealmShape::kClassConstructor));
  if (constructor_parent != constructor->prototype())
    constructor->SetPrototypeInternal(isolate, constructor_parent);
  constructor->DefineOwn(isolate, isolate.key(Name::prototype), Value(prototype), kNone);
  prototype->DefineOwn(isolate, isolate.key(Name::constructor), Value(constructor), kMethodDefault);
  *prototype_out = Value(prototype);
  return Value(constructor);
}

Completion<void> SetAnonymousFunctionName(Isolate& isolate, Value function, Value key, uint8_t prefix) {
  if (!function.IsCallable()) return {};
  JSObject* object = function.AsObject();
  // A class with a static member called "name" keeps it.
  OwnProperty own = object->GetOwn(isolate, isolate.key(Name::name));
  if (own.found() && !(own.attributes & kVirtual)) return {};
  String* name;
  if (key.IsSymbol()) {
    Symbol* symbol = key.AsSymbol();
    Value description = symbol->description();
    if (!description.IsString()) {
      name = isolate.name(Name::empty);
    } else if (symbol->IsPrivateName()) {
      name = description.AsString();
    } else {
      name =
          TRY(Concat(isolate, TRY(Concat(isolate, NewStringFromAscii(isolate, "["), description.AsString())),
                     NewStringFromAscii(isolate, "]")));
    }
  } else {
    name = TRY(ToString(isolate, key));
  }
  if (prefix != 0)
    name = TRY(Concat(isolate, NewStringFromAscii(isolate, prefix == 1 ? "get " : "set "), name));
  object->DefineOwn(isolate, isolate.key(Name::name), Value(name), kConfigurable);
  return {};
}

// [[HomeObject]] and [[Fields]]: own properties named by private symbols of the engine, on the few functions
// that have them.
void SetHomeObject(Isolate& isolate, JSObject* function, Value home) {
  function->DefineOwn(isolate, PropertyKey::FromSymbol(isolate.home_object_symbol_.get().AsSymbol()), home,
                      kNone);
}
void SetClassFields(Isolate& isolate, JSObject* constructor, Value initializer) {
  constructor->DefineOwn(isolate, PropertyKey::FromSymbol(isolate.class_fields_symbol_.get().AsSymbol()),
                         initializer, kNone);
}

// ---- Arguments ----

std::span<Value> ActualArguments(Value* fp) {
  uint32_t count = static_cast<uint32_t>(fp[frame::kArgumentCount].AsSmi());
  return {fp - frame::kHeaderWords - count, count};
}

namespace {

void FillElements(Isolate& isolate, JSObject* object, std::span<Value> arguments) {
  if (arguments.empty()) return;
  ValueElements* elements = NewValueElements(isolate, static_cast<uint32_t>(arguments.size()));
  if (elements == nullptr) {
    (void)isolate.Terminate(Termination::kOutOfMemory);
    return;
  }
  for (size_t i = 0; i < arguments.size(); i++) elements->slots()[i].Set(elements, arguments[i]);
  object->SetElements(isolate, Value(elements), ElementsKind::kHoley);
}

}  // namespace

// https://tc39.es/ecma262/#sec-createunmappedargumentsobject
JSObject* CreateUnmappedArguments(Isolate& isolate, Value* fp) {
  Realm* realm = CurrentRealm(isolate);
  auto* object = NewObjectAs<ArgumentsObject>(isolate, realm->shape(RealmShape::kUnmappedArguments));
  std::span<Value> arguments = ActualArguments(fp);
  object->InObjectSlot(0)->Set(object, Value::Smi(static_cast<int32_t>(arguments.size())));
  object->InObjectSlot(1)->Set(object, realm->throw_type_error_accessor_);
  object->InObjectSlot(2)->Set(object, Value(realm->intrinsic(Intrinsic::kArrayPrototype_values)));
  FillElements(isolate, object, arguments);
  return object;
}

// https://tc39.es/ecma262/#sec-createmappedargumentsobject
JSObject* CreateMappedArguments(Isolate& isolate, Value* fp, ValueArray* slots) {
  Realm* realm = CurrentRealm(isolate);
  auto* object = NewObjectAs<ArgumentsObject>(isolate, realm->shape(RealmShape::kMappedArguments));
  std::span<Value> arguments = ActualArguments(fp);
  object->InObjectSlot(0)->Set(object, Value::Smi(static_cast<int32_t>(arguments.size())));
  object->InObjectSlot(1)->Set(object, fp[frame::kFunction]);
  object->InObjectSlot(2)->Set(object, Value(realm->intrinsic(Intrinsic::kArrayPrototype_values)));
  FillElements(isolate, object, arguments);
  uint32_t parameters = frame::CodeOf(fp)->parameter_count_;
  uint32_t mapped = std::min<uint32_t>(parameters, static_cast<uint32_t>(arguments.size()));
  if (mapped > 0) {
    ValueArray* map = NewValueArray(isolate, mapped);
    for (uint32_t i = 0; i < mapped; i++) {
      Value slot = slots->get(i);
      map->slots()[i].Init(slot.AsSmi() < 0 ? Value::Hole() : slot);
    }
    object->environment_.Set(object, fp[frame::kEnvironment]);
    object->mapped_.Set(object, Value(map));
    object->mapped_count_.Init(Value::Smi(static_cast<int32_t>(mapped)));
  }
  return object;
}

Value ArgumentsIn(Isolate& isolate, Value* fp, Value& reg, bool mapped) {
  DCHECK(!mapped || frame::CodeOf(fp)->parameter_count_ == 0);
  if (reg.IsHole())
    reg = Value(mapped ? CreateMappedArguments(isolate, fp, nullptr) : CreateUnmappedArguments(isolate, fp));
  return reg;
}

Value RunningFunctionProperty(Isolate& isolate, JSObject* function, bool caller) {
  FrameWalker walker(isolate);
  size_t frames = 0;
  for (; !walker.done() && walker.function() != Value(function); walker.Next()) frames++;
  isolate.Charge(static_cast<uint32_t>(frames / 8));
  if (walker.done()) return Value::Null();
  if (caller) {
    FunctionInfo* info;
    do {  // an eval is no function, and is called by one
      walker.Next();
      if (walker.done() || walker.code() == nullptr || !walker.function().Is<JSFunction>())
        return Value::Null();
      info = static_cast<JSFunction*>(walker.function().AsObject())->info();
    } while (info->kind() == FunctionKind::kEval);
    bool is_plain = info->kind() == FunctionKind::kNormal || info->kind() == FunctionKind::kMethod ||
                    info->kind() == FunctionKind::kArrow;
    bool is_hidden = (walker.code()->flags_ & Code::kStrict) != 0 || info->script_->is_self_hosted();
    return is_plain && !is_hidden ? walker.function() : Value::Null();
  }
  Value* fp = walker.fp();
  Code* code = walker.code();
  if (code == nullptr) return Value::Null();
  uint32_t count = static_cast<uint32_t>(fp[frame::kArgumentCount].AsSmi());
  std::span<Value> arguments;
  if (code->flags_ & Code::kNeedsArguments) {
    arguments = ActualArguments(fp);
  } else if (count <= code->parameter_count_) {
    arguments = {fp + frame::kFirstArgument, count};
  } else {
    return Value::Null();
  }
  Realm* realm = CurrentRealm(isolate);
  auto* object = NewObjectAs<ArgumentsObject>(isolate, realm->shape(RealmShape::kMappedArguments));
  object->InObjectSlot(0)->Set(object, Value::Smi(static_cast<int32_t>(count)));
  object->InObjectSlot(1)->Set(object, Value(function));
  object->InObjectSlot(2)->Set(object, Value(realm->intrinsic(Intrinsic::kArrayPrototype_values)));
  FillElements(isolate, object, arguments);
  return Value(object);
}

JSArray* CreateRestArray(Isolate& isolate, Value* fp, uint32_t from) {
  std::span<Value> arguments = ActualArguments(fp);
  return NewArrayFrom(isolate, arguments.size() > from ? arguments.subspan(from) : std::span<Value>());
}

// ---- Literals ----

JSObject* CreateEmptyObject(Isolate& isolate, uint32_t in_object_slots) {
  Realm* realm = CurrentRealm(isolate);
  if (in_object_slots <= 4) return NewObject(isolate, realm->shape(RealmShape::kEmptyObject));
  uint32_t slots = std::min<uint32_t>((in_object_slots + 1) & ~1u, 64);
  return NewObject(isolate, RootShapeFor(isolate, HeapType::kPlainObject,
                                         Value(realm->intrinsic(Intrinsic::kObjectPrototype)), 1, slots));
}

JSObject* CreateObjectFromValues(Isolate& isolate, ValueArray* names, const Value* values, uint32_t count,
                                 Site site) {
  Realm* realm = CurrentRealm(isolate);
  uint32_t slots = std::min<uint32_t>((count + 1) & ~1u, 64);
  Shape* shape = RootShapeFor(isolate, HeapType::kPlainObject,
                              Value(realm->intrinsic(Intrinsic::kObjectPrototype)), 1, slots);
  JSObject* object = NewObject(isolate, shape);
  for (uint32_t i = 0; i < count; i++)
    object->DefineOwn(isolate, PropertyKey::FromName(names->get(i)), values[i], kDataDefault);
  // Names may repeat ({a: 1, a: 2}): then slots and values do not correspond.
  if (object->shape()->slot_count_ == count && count <= slots &&
      object->shape()->first_slot_offset() == sizeof(Value))
    RememberMade(site, object);
  return object;
}

JSArray* CreateArrayFromValues(Isolate& isolate, std::span<const Value> values) {
  JSArray* array = NewArrayFrom(isolate, values);
  return array;
}

JSArray* CreateArrayFromElements(Isolate& isolate, Value elements) {
  Realm* realm = CurrentRealm(isolate);
  if (elements.Is<DoubleElements>()) {
    DoubleElements* from = elements.As<DoubleElements>();
    uint32_t length = from->capacity();
    while (length > 0 && from->IsHole(length - 1)) length--;
    JSArray* array = NewArray(isolate, 0);
    DoubleElements* copy = NewDoubleElements(isolate, length);
    if (copy == nullptr) {
      (void)isolate.Terminate(Termination::kOutOfMemory);
      return array;
    }
    for (uint32_t i = 0; i < length; i++) copy->values()[i] = from->values()[i];
    array->SetElements(isolate, Value(copy), ElementsKind::kPackedDouble);
    array->set_length_field(isolate, length);
    return array;
  }
  ValueElements* from = elements.As<ValueElements>();
  uint32_t length = from->capacity();
  while (length > 0 && from->slots()[length - 1].get().IsHole()) length--;
  bool smis = true;
  JSArray* array = NewArray(isolate, 0);
  ValueElements* copy = NewValueElements(isolate, length);
  if (copy == nullptr) {
    (void)isolate.Terminate(Termination::kOutOfMemory);
    return array;
  }
  for (uint32_t i = 0; i < length; i++) {
    Value v = from->slots()[i].get();
    smis &= v.IsSmi();
    copy->slots()[i].Set(copy, v);
  }
  array->SetElements(isolate, Value(copy), smis ? ElementsKind::kPackedSmi : ElementsKind::kPacked);
  array->set_length_field(isolate, length);
  (void)realm;
  return array;
}

Completion<void> AppendToLiteral(Isolate& isolate, Value array_value, Value value) {
  JSArray* array = static_cast<JSArray*>(array_value.AsObject());
  uint32_t length = array->length();
  if (value.IsHole()) {
    if (array->elements_kind() != ElementsKind::kDictionary) {
      array->SetLengthFast(isolate, length + 1);
    } else {
      array->set_length_field(isolate, length + 1);
    }
    return {};
  }
  if (array->Push(isolate, value)) return {};
  return CreateDataPropertyOrThrow(isolate, array, PropertyKey::FromIndex(length), value);
}

Completion<void> AppendIterated(Isolate& isolate, Value array_value, Value iterable) {
  auto* array = static_cast<JSArray*>(array_value.AsObject());
  // FAST: elements that are copied.
  if (CanIterateFast(isolate, iterable)) {
    JSArray* source = AsFastArray(isolate, iterable.AsObject());
    uint32_t start = array->length();
    if (source && TRY(AppendElements(isolate, array, source, 0, source->length())))
      return IsHoley(source->elements_kind()) ? FillHolesWithUndefined(isolate, array, start)
                                              : Completion<void>();
  }
  IteratorRecord record = TRY(GetIterator(isolate, iterable, IteratorKind::kSync));
  TRY(AppendLibrarySteps(isolate, array, record));
  // Nobody sees the array before the end, so the values are appended some at a time.
  Value values[64];
  size_t count;
  do {
    for (count = 0; count < std::size(values); count++) {
      TRY(isolate.Poll());
      values[count] = TRY(IteratorStepValue(isolate, record));
      if (values[count].IsNotFound()) break;
    }
    TRY(AppendToNew(isolate, array, {values, count}));
  } while (count == std::size(values));
  return {};
}

Completion<Value> IteratedArray(Isolate& isolate, Value iterable) {
  // FAST: an array that reads as it iterates.
  if (CanIterateFast(isolate, iterable) && isolate.no_indexed_prototypes_) {
    if (JSArray* source = AsFastArray(isolate, iterable.AsObject())) {
      isolate.Charge(source->length() / kArgumentsPerUnit);
      return iterable;
    }
  }
  return NewArrayOfIterated(isolate, iterable);
}

Completion<Value> NewArrayOfIterated(Isolate& isolate, Value iterable) {
  // FAST: elements that are copied.
  if (CanIterateFast(isolate, iterable)) {
    if (JSArray* source = AsFastArray(isolate, iterable.AsObject())) {
      JSArray* copy = TRY(CopyElements(isolate, source, 0, source->length()));
      if (IsHoley(source->elements_kind())) TRY(FillHolesWithUndefined(isolate, copy));
      return Value(copy);
    }
  }
  JSArray* array = NewArray(isolate, CurrentRealm(isolate), 0, 0);
  TRY(AppendIterated(isolate, Value(array), iterable));
  return Value(array);
}

// https://tc39.es/ecma262/#sec-gettemplateobject. The template registry is keyed by the site's ValueArray,
// which is unique, and holds it weakly: code that is gone asks no more.
JSArray* GetTemplateObject(Isolate& isolate, ValueArray* strings) {
  Realm* realm = CurrentRealm(isolate);
  if (realm->template_map_.get().IsSmi())
    realm->template_map_.Set(realm, Value(NewInstance<WeakMapObject>(isolate, Value::Null())));
  auto* map = static_cast<WeakMapObject*>(realm->template_map_.get().AsObject());
  Value found = map->Get(Value(strings));
  if (found.IsObject()) return static_cast<JSArray*>(found.AsObject());
  ValueList cooked(isolate), raw(isolate);
  for (uint32_t i = 0; i + 1 < strings->length(); i += 2) {
    if (!strings->get(i + 1).IsString()) break;
    cooked.Append(strings->get(i));
    raw.Append(strings->get(i + 1));
  }
  JSArray* raw_array = NewArrayFrom(isolate, raw.span());
  JSArray* array = NewArrayFrom(isolate, cooked.span());
  // Throw only where memory has ended: then so has the guest.
  if (SetIntegrityLevel(isolate, raw_array, IntegrityLevel::kFrozen).IsThrow()) return array;
  array->DefineOwn(isolate, isolate.key(Name::raw), Value(raw_array), kNone);
  if (SetIntegrityLevel(isolate, array, IntegrityLevel::kFrozen).IsThrow()) return array;
  map->Set(isolate, Value(strings), Value(array));
  return array;
}

Completion<void> DefineKeyed(Isolate& isolate, Value object_value, Value key_value, Value value,
                             uint8_t flags) {
  JSObject* object = object_value.AsObject();
  PropertyKey key = TRY(ToPropertyKey(isolate, key_value));
  uint8_t kind = flags & kDefineKindMask;
  if (flags & kDefineSetName) {
    TRY(SetAnonymousFunctionName(isolate, value, key.ToValue(isolate),
                                 kind == kDefineGetter   ? 1
                                 : kind == kDefineSetter ? 2
                                                         : 0));
  }
  uint8_t enumerable = flags & kDefineEnumerable ? kEnumerable : 0;
  if (kind == kDefineValue && enumerable) return CreateDataPropertyOrThrow(isolate, object, key, value);
  PropertyDescriptor d;
  if (kind == kDefineValue || kind == kDefineMethod) {
    d = PropertyDescriptor::Data(value, kWritable | kConfigurable | enumerable);
  } else {
    d.has_enumerable = d.has_configurable = d.configurable = true;
    d.enumerable = enumerable != 0;
    if (kind == kDefineGetter) {
      d.has_get = true;
      d.getter = value;
    } else {
      d.has_set = true;
      d.setter = value;
    }
  }
  return DefinePropertyOrThrow(isolate, object, key, d);
}

Completion<void> SetLiteralPrototype(Isolate& isolate, Value object, Value prototype) {
  if (prototype.IsObject() || prototype.IsNull()) object.AsObject()->SetPrototypeInternal(isolate, prototype);
  return {};
}

// ---- Keys ----

Completion<Value> DeleteKeyed(Isolate& isolate, Value base, Value key_value, bool strict) {
  if (base.IsNullOrUndefined()) {
    // ToObject comes first.
    return isolate.ThrowTypeError("Cannot convert undefined or null to object");
  }
  JSObject* object = TRY(ToObject(isolate, base));
  PropertyKey key = TRY(ToPropertyKey(isolate, key_value));
  bool deleted = TRY(internal_method::Delete(isolate, object, key));
  if (!deleted && strict) return ThrowDeleteFailed(isolate, base, key);
  return Value::Boolean(deleted);
}

Completion<Value> HasPropertyIn(Isolate& isolate, Value key, Value object) {
  if (!object.IsObject()) {
    return ThrowNoObjectToSearch(isolate, key, object);
  }
  PropertyKey k = TRY(ToPropertyKey(isolate, key));
  return Value::Boolean(TRY(HasProperty(isolate, object.AsObject(), k)));
}

Completion<Value> RegExpFromLiteral(Isolate& isolate, String* pattern, String* flags) {
  return NativeStateOf(isolate).regexp_literal(isolate, pattern, flags);
}

Completion<Value> GetSuper(Isolate& isolate, Value base, Value receiver, Value key_value) {
  if (base.IsNull()) return isolate.ThrowTypeError("Cannot read properties of null");
  PropertyKey key = TRY(ToPropertyKey(isolate, key_value));
  if (!key.IsIndex()) return LoadByStub(isolate, base.AsObject(), receiver, key.name());
  return internal_method::Get(isolate, base.AsObject(), key, receiver);
}

Completion<void> SetSuper(Isolate& isolate, Value base, Value receiver, Value key_value, Value value,
                          bool strict) {
  if (base.IsNull()) return isolate.ThrowTypeError("Cannot set properties of null");
  PropertyKey key = TRY(ToPropertyKey(isolate, key_value));
  bool ok = TRY(internal_method::Set(isolate, base.AsObject(), key, value, receiver));
  if (!ok && strict) return ThrowSetFailed(isolate, receiver, key);
  return {};
}

Completion<Value> GetSuperConstructor(Isolate& isolate, Value active_function) {
  return internal_method::GetPrototypeOf(isolate, active_function.AsObject());
}

Value SloppyThis(Isolate& isolate, Value this_value) {
  if (this_value.IsNullOrUndefined()) return CurrentRealm(isolate)->global_this_;
  return Value(MUST(ToObject(isolate, this_value)));
}

}  // namespace halfword
