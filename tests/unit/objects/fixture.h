// A heap with the engine's types and a bare isolate in it: roots, names, one realm with Object.prototype,
// Array.prototype, Function.prototype and the shapes of arrays, plain objects and closures.
#ifndef HALFWORD_TESTS_UNIT_OBJECTS_FIXTURE_H_
#define HALFWORD_TESTS_UNIT_OBJECTS_FIXTURE_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "gc/heap.h"
#include "objects/isolate_state.h"
#include "objects/values/allocate.h"

namespace halfword {

struct TestState : IsolateState {
  EntryLimits limits;
  std::string thrown;  // the message of the last error
};

class ObjectsTest : public testing::Test {
 protected:
  ObjectsTest() { Start(0, 0); }
  ~ObjectsTest() override { heap_.reset(); }
  // A new heap; stress_interval and limit as in HeapOptions.
  void Start(uint32_t stress_interval, size_t limit);

  template <class F>
  void Run(F&& body) {
    heap_->Enter([&] { body(Isolate::Current()); });
  }
  // The same twice: at leisure, and with a collection at every allocation.
  template <class F>
  void RunWithStress(F&& body) {
    Run(body);
    Start(1, 0);
    Run(body);
  }

  static String* Str(Isolate& isolate, std::string_view s) { return NewStringFromUtf8(isolate, s); }
  static PropertyKey Key(Isolate& isolate, std::string_view s) { return PropertyKey::FromAscii(isolate, s); }
  static JSObject* NewPlain(Isolate& isolate) {
    return NewObject(isolate, isolate.realm()->shape(RealmShape::kEmptyObject));
  }
  // Of the one realm.
  static JSArray* NewArray(Isolate& isolate, uint32_t length, uint32_t capacity = 0) {
    return halfword::NewArray(isolate, isolate.realm(), length, capacity);
  }
  static JSArray* NewArrayFrom(Isolate& isolate, std::span<const Value> values) {
    return halfword::NewArrayFrom(isolate, isolate.realm(), values);
  }
  static void Put(Isolate& isolate, JSObject* o, std::string_view key, Value v,
                  uint8_t attributes = kDataDefault) {
    o->DefineOwn(isolate, Key(isolate, key), v, attributes);
  }
  static Value At(Isolate& isolate, JSObject* o, std::string_view key) {
    OwnProperty p = o->GetOwn(isolate, Key(isolate, key));
    return p.found() ? p.value : Value::NotFound();
  }
  static std::string Keys(Isolate& isolate, JSObject* o, bool strings = true, bool symbols = false);
  static Value Int(int32_t n) { return Value::Smi(n); }
  static size_t CellOf(const void* object) { return gc::Heap::Current().CellSizeOf(object); }

  std::unique_ptr<TestState> state_;
  std::unique_ptr<gc::Heap> heap_;
};

}  // namespace halfword

#endif  // HALFWORD_TESTS_UNIT_OBJECTS_FIXTURE_H_
