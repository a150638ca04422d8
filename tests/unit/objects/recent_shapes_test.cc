// Shapes live on for a while without an object.
#include "objects/shapes/recent_shapes.h"

#include "fixture.h"

namespace halfword {
namespace {

void Collect(uint32_t times) {
  for (uint32_t n = 0; n < times; n++) gc::Heap::Current().CollectGarbage(gc::StackState::kNoHeapPointers);
}

// The shape with that property, of an object that is dead right away.
HW_NOINLINE void MakeOne(Isolate& isolate, Shape* parent, Value name) {
  PropertyLocation where;
  ASSERT_NE(parent->AddProperty(isolate, name, kDataDefault, &where), nullptr);
}

TEST_F(ObjectsTest, AShapeOutlivesItsObjectsForAWhile) {
  Run([](Isolate& isolate) {
    Shape* parent = isolate.null_object_shape_.get();
    const Value name = Value(isolate.names_[0].get());
    MakeOne(isolate, parent, name);
    Collect(1);
    EXPECT_NE(parent->FindAddition(name, kDataDefault), nullptr);
    Collect(RecentShapes::kTracings + 1);
    EXPECT_EQ(parent->FindAddition(name, kDataDefault), nullptr);
  });
}

HW_NOINLINE Shape* MakeTwo(Isolate& isolate) {
  JSObject* prototype = NewObject(isolate, isolate.null_object_shape_.get());
  PropertyLocation where;
  return Shape::NewRoot(isolate, HeapType::kPlainObject, Value(prototype), 1, 4)
      ->AddProperty(isolate, Value(isolate.names_[0].get()), kDataDefault, &where);
}

// Else each class would live on, with all that its methods close over.
TEST_F(ObjectsTest, AShapeKeepsNoPrototypeAlive) {
  Run([](Isolate& isolate) {
    const uint32_t before = RecentShapesOf(isolate).size();
    MakeTwo(isolate);
    EXPECT_GT(RecentShapesOf(isolate).size(), before);
    Collect(1);
    EXPECT_LE(RecentShapesOf(isolate).size(), before);
  });
}

TEST_F(ObjectsTest, OnlyTheLastShapesAreKept) {
  Run([](Isolate& isolate) {
    Shape* parent = isolate.null_object_shape_.get();
    auto name = [&](size_t n) { return InternAscii(isolate, "recent" + std::to_string(n)); };
    for (size_t n = 0; n < 2 * RecentShapes::kMost; n++) MakeOne(isolate, parent, name(n));
    EXPECT_EQ(RecentShapesOf(isolate).size(), RecentShapes::kMost);
    Collect(1);  // the last shapes keep their names
    EXPECT_EQ(parent->FindAddition(name(0), kDataDefault), nullptr);
    EXPECT_NE(parent->FindAddition(name(2 * RecentShapes::kMost - 1), kDataDefault), nullptr);
  });
}

}  // namespace
}  // namespace halfword
