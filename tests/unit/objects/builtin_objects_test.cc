#include "fixture.h"
#include "objects/isolate.h"
#include "objects/library/generators.h"
#include "objects/library/indexed_collections.h"
#include "objects/library/numbers_and_dates.h"
#include "objects/library/structured_data.h"
#include "objects/library/text_processing.h"
#include "objects/values/type_table.h"

namespace halfword {
namespace {

template <class T>
T* Make(Isolate& isolate, uint32_t slots = 0) {
  Shape* shape =
      RootShapeFor(isolate, T::kType, Value(isolate.realm()->intrinsic(Intrinsic::kObjectPrototype)),
                   FirstSlotOf<T>(), slots);
  return NewObjectAs<T>(isolate, shape);
}

TEST_F(ObjectsTest, ObjectsWithRawFieldsTraceTheRest) {
  RunWithStress([](Isolate& isolate) {
    auto* date = Make<DateObject>(isolate, 2);
    date->time_ = 1e300;
    Put(isolate, date, "a", NewHeapNumber(isolate, 0.5));
    Put(isolate, date, "b", NewHeapNumber(isolate, 1.5));
    auto* buffer = Make<ArrayBufferObject>(isolate);
    buffer->Attach(NewBackingStore(isolate, 64, 64), 0);
    auto* view = NewObjectAs<TypedArrayObject>(
        isolate,
        RootShapeFor(isolate, HeapType::kTypedArrayObject, Value::Null(), FirstSlotOf<TypedArrayObject>(), 1,
                     0, AccessOfTypedArray(TypedArrayKind::kInt32, 0)));
    view->buffer_.Set(view, buffer);
    view->kind_ = TypedArrayKind::kInt32;
    view->byte_offset_ = 8;
    view->length_ = 0x12345671;  // reads like a reference
    Put(isolate, view, "c", NewHeapNumber(isolate, 2.5));
    uint8_t code[] = {1, 2, 3};
    RegExpProgram* program = NewRegExpProgram(isolate, code);
    program->groups_.Set(program, Value(NewValueArray(isolate, 3)));
    SuspendedFrame* frame = NewSuspendedFrame(isolate, 3, 2);
    frame->pc_ = 0x7777;
    frame->registers()[0].Set(frame, NewHeapNumber(isolate, 3.5));
    frame->extra_arguments()[1].Set(frame, NewHeapNumber(isolate, 4.5));
    isolate.heap().CollectGarbage();
    EXPECT_EQ(At(isolate, date, "a").AsNumber(), 0.5);
    EXPECT_EQ(At(isolate, date, "b").AsNumber(), 1.5);
    EXPECT_EQ(date->time_, 1e300);
    EXPECT_EQ(At(isolate, view, "c").AsNumber(), 2.5);
    EXPECT_EQ(program->code()[2], 3);
    EXPECT_EQ(frame->registers()[0].get().AsNumber(), 3.5);
    EXPECT_EQ(frame->extra_arguments()[1].get().AsNumber(), 4.5);
  });
}

TEST_F(ObjectsTest, ViewsFollowTheirBuffer) {
  Run([](Isolate& isolate) {
    auto* buffer = Make<ArrayBufferObject>(isolate);
    buffer->Attach(NewBackingStore(isolate, 64, 128), ArrayBufferObject::kResizable);
    auto* fixed = Make<TypedArrayObject>(isolate);
    fixed->buffer_.Set(fixed, buffer);
    fixed->kind_ = TypedArrayKind::kFloat64;
    fixed->flags_ = ArrayBufferView::kResizableBuffer;
    fixed->byte_offset_ = 8;
    fixed->length_ = 4;
    auto* tracking = Make<TypedArrayObject>(isolate);
    tracking->buffer_.Set(tracking, buffer);
    tracking->kind_ = TypedArrayKind::kInt16;
    tracking->flags_ = ArrayBufferView::kResizableBuffer | ArrayBufferView::kLengthTracking;
    tracking->byte_offset_ = 32;
    auto* data_view = Make<DataViewObject>(isolate);
    data_view->buffer_.Set(data_view, buffer);
    data_view->flags_ = ArrayBufferView::kResizableBuffer | ArrayBufferView::kLengthTracking;
    EXPECT_EQ(fixed->length(isolate), 4u);
    EXPECT_EQ(fixed->view(isolate).data, buffer->data(isolate) + 8);
    EXPECT_EQ(tracking->length(isolate), 16u);
    EXPECT_EQ(data_view->byte_length(isolate), 64u);
    buffer->data(isolate)[60] = 9;
    ASSERT_TRUE(BackingStores(isolate).Resize(isolate, buffer->handle(), 36));
    EXPECT_TRUE(fixed->IsOutOfBounds(isolate));
    EXPECT_EQ(tracking->length(isolate), 2u);
    ASSERT_TRUE(BackingStores(isolate).Resize(isolate, buffer->handle(), 128));
    EXPECT_FALSE(fixed->IsOutOfBounds(isolate));
    EXPECT_EQ(buffer->data(isolate)[60], 0);
    EXPECT_EQ(data_view->byte_length(isolate), 128u);
    EXPECT_FALSE(BackingStores(isolate).Resize(isolate, buffer->handle(), 129));
    buffer->Detach(isolate);
    EXPECT_TRUE(buffer->IsDetached());
    EXPECT_EQ(buffer->byte_length(isolate), 0u);
    EXPECT_EQ(fixed->length(isolate), 0u);
    EXPECT_TRUE(data_view->IsOutOfBounds(isolate));
  });
}

TEST_F(ObjectsTest, MemoryOfDeadBuffersIsFreed) {
  Start(0, size_t{64} << 20);
  Run([](Isolate& isolate) {
    for (int i = 0; i < 200; i++) {
      BackingStore* store = NewBackingStore(isolate, 4 << 20, 4 << 20);
      ASSERT_NE(store, nullptr) << i;
    }
    EXPECT_LT(BackingStores(isolate).entries().size(), 40u);
    EXPECT_EQ(NewBackingStore(isolate, 100 << 20, 100 << 20), nullptr);
    EXPECT_EQ(NewBackingStore(isolate, 0, size_t{1} << 40), nullptr);
  });
}

TEST_F(ObjectsTest, SharedMemoryIsCounted) {
  Run([](Isolate& isolate) {
    SharedMemory::Reference memory = SharedMemory::New(16, 64);
    ASSERT_NE(memory, nullptr);
    BackingStore* store = NewSharedBackingStore(isolate, memory.get());
    EXPECT_EQ(memory->references.load(), 2u);
    EXPECT_TRUE(BackingStores(isolate).Resize(isolate, store->handle_, 32));
    EXPECT_FALSE(BackingStores(isolate).Resize(isolate, store->handle_, 16));
    EXPECT_EQ(BackingStores(isolate).byte_length(store->handle_), 32u);
  });
}

TEST_F(ObjectsTest, EveryTypeHasARow) {
  gc::TypeTable table = gc::EngineTypes();
  ASSERT_EQ(table.count, static_cast<uint32_t>(HeapType::kCount));
  EXPECT_STREQ(HeapTypeName(static_cast<uint32_t>(HeapType::kProxyObject)), "ProxyObject");
  for (uint32_t i = 1; i < table.count; i++) {
    const gc::TypeInfo& type = table.types[i];
    EXPECT_EQ(type.kind == gc::TraceKind::kTraceFunction, type.trace != nullptr) << type.name;
    EXPECT_EQ(type.tag == kObjectTag, i >= static_cast<uint32_t>(HeapType::kFirstObject)) << type.name;
  }
}

}  // namespace
}  // namespace halfword
