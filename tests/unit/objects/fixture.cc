#include "fixture.h"

#include "objects/isolate_objects.h"
#include "objects/memory/value_list.h"
#include "objects/values/type_table.h"

namespace halfword {

// The error has no properties; the test sees what it says.
static JSObject* NoteError(Isolate& isolate, ErrorType, String* message, Realm*) {
  static_cast<TestState&>(StateOf(isolate)).thrown = message->ToUtf8(isolate);
  return NewObject(isolate, isolate.null_object_shape_.GetNonNull());
}

static void MakeRealm(Isolate& isolate) {
  auto* realm = AllocateAny<Realm>(sizeof(Realm));
  isolate.realm_.Init(realm);
  auto root = [&](HeapType type, JSObject* prototype, uint32_t first_slot, uint32_t slots,
                  uint16_t flags = 0) {
    return RootShapeFor(isolate, type, prototype ? Value(prototype) : Value::Null(), first_slot, slots,
                        flags);
  };
  JSObject* object_prototype =
      NewObject(isolate, root(HeapType::kPlainObject, nullptr, 1, 4, Shape::kImmutablePrototype));
  realm->set_intrinsic(Intrinsic::kObjectPrototype, object_prototype);
  Shape* empty = root(HeapType::kPlainObject, object_prototype, 1, 4);
  realm->set_shape(RealmShape::kEmptyObject, empty);
  JSObject* function_prototype = NewObject(isolate, empty);
  realm->set_intrinsic(Intrinsic::kFunctionPrototype, function_prototype);

  auto* array_prototype =
      NewObjectAs<JSArray>(isolate, root(HeapType::kJSArray, object_prototype, FirstSlotOf<JSArray>(), 0));
  realm->set_intrinsic(Intrinsic::kArrayPrototype, array_prototype);
  Shape* array = root(HeapType::kJSArray, array_prototype, FirstSlotOf<JSArray>(), 0);
  for (int i = 0; i < 6; i++) {
    auto kind = static_cast<ElementsKind>(static_cast<int>(ElementsKind::kPackedSmi) + i);
    realm->set_shape(static_cast<RealmShape>(static_cast<int>(RealmShape::kArrayPackedSmi) + i),
                     array->WithElementsKind(isolate, kind));
  }

  PropertyLocation location;
  Shape* function = root(HeapType::kJSFunction, function_prototype, FirstSlotOf<JSFunction>(), 0,
                         Shape::kIsCallable | Shape::kIsConstructor);
  function = function->AddProperty(isolate, isolate.name(Name::length), kVirtual | kConfigurable, &location);
  function = function->AddProperty(isolate, isolate.name(Name::name), kVirtual | kConfigurable, &location);
  function = function->AddProperty(isolate, isolate.name(Name::prototype), kVirtual | kWritable, &location);
  realm->set_shape(RealmShape::kFunction, function);
  realm->set_shape(RealmShape::kFunctionWithPrototype,
                   function->Reconfigure(isolate, location.entry, kWritable, &location));
  Shape* native = root(HeapType::kNativeFunction, function_prototype, FirstSlotOf<NativeFunction>(), 0,
                       Shape::kIsCallable);
  native = native->AddProperty(isolate, isolate.name(Name::length), kVirtual | kConfigurable, &location);
  native = native->AddProperty(isolate, isolate.name(Name::name), kVirtual | kConfigurable, &location);
  realm->set_shape(RealmShape::kNativeFunction, native);
  WatchIntrinsics(isolate);
}

void ObjectsTest::Start(uint32_t stress_interval, size_t limit) {
  heap_.reset();
  state_ = std::make_unique<TestState>();
  state_->new_error = NoteError;
  state_->entry = &state_->limits;
  gc::HeapOptions options;
  options.types = gc::EngineTypes();
  options.client_front_bytes = sizeof(Isolate);
  options.heap_limit = limit;
  options.verify = true;
  options.callbacks.trace_roots = [](void*, gc::Visitor& visitor) {
    TraceIsolateRoots(Isolate::Current(), visitor);
  };
  std::string error;
  heap_ = gc::Heap::Create(options, &error);
  ASSERT_TRUE(heap_) << error;
  gc::AnnexFrontOf(heap_->cage_base())->client = static_cast<IsolateState*>(state_.get());
  heap_->Enter([] {
    Isolate::Current().fuel_ = -1;
    InitializeObjectRoots(Isolate::Current());
    MakeRealm(Isolate::Current());
  });
  heap_->SetStressInterval(stress_interval);
}

std::string ObjectsTest::Keys(Isolate& isolate, JSObject* o, bool strings, bool symbols) {
  ValueList keys(isolate);
  o->AppendOwnKeys(isolate, keys, strings, symbols);
  std::string all;
  for (Value key : keys.span()) {
    if (!all.empty()) all += ' ';
    all += key.IsString() ? key.AsString()->ToUtf8(isolate) : "<symbol>";
  }
  return all;
}

}  // namespace halfword
