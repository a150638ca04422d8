// Storage is cut to size once its owner stops growing.
#include "objects/slack_list.h"

#include "fixture.h"

namespace halfword {
namespace {

void Collect() { gc::Heap::Current().CollectGarbage(); }

TEST_F(ObjectsTest, ArraysAreTrimmedWhenTheyStopGrowing) {
  Run([](Isolate& isolate) {
    for (int count : {100, 1000, 100000}) {
      JSArray* a = NewArray(isolate, 0);
      for (int i = 0; i < count; i++) ASSERT_TRUE(a->Push(isolate, Int(i)));
      Collect();
      // It may grow on: one collection doesn't tell.
      uint32_t capacity = a->value_elements()->capacity();
      EXPECT_GE(capacity, static_cast<uint32_t>(count));
      a->Push(isolate, Int(count));
      Collect();
      EXPECT_EQ(a->value_elements()->capacity(), capacity);
      Collect();
      EXPECT_LT(a->value_elements()->capacity(), count + 40u);
      EXPECT_GE(a->value_elements()->capacity(), count + 1u);
      // And grows again.
      for (int i = 1; i < count; i++) ASSERT_TRUE(a->Push(isolate, Int(count + i)));
      for (int i = 0; i < 2 * count; i++) ASSERT_EQ(a->GetElement(isolate, i), Int(i));
      Collect();
      Collect();
      EXPECT_LT(a->value_elements()->capacity(), 2 * count + 40u);
    }
  });
}

TEST_F(ObjectsTest, DoublesAreTrimmedToo) {
  Run([](Isolate& isolate) {
    JSArray* a = NewArray(isolate, 0);
    for (int i = 0; i < 10000; i++) ASSERT_TRUE(a->Push(isolate, NewHeapNumber(isolate, i + 0.5)));
    Collect();
    Collect();
    EXPECT_EQ(a->double_elements()->capacity(), 10000u);
    ASSERT_TRUE(a->Push(isolate, Int(1)));
    ASSERT_TRUE(a->Push(isolate, Value::True()));  // boxes all
    EXPECT_EQ(a->GetElement(isolate, 9999).AsNumber(), 9999.5);
    EXPECT_EQ(a->GetElement(isolate, 10001), Value::True());
  });
}

TEST_F(ObjectsTest, SmallArraysTakeSmallCells) {
  Run([](Isolate& isolate) {
    JSArray* a = NewArray(isolate, 0);
    size_t most[] = {16, 16, 16, 32, 32, 32, 32, 64};
    for (size_t i = 0; i < 8; i++) {
      a->Push(isolate, Int(1));
      EXPECT_LE(CellOf(a->value_elements()), most[i] * sizeof(Value) / 4);
    }
  });
}

// Collections in the midst of every change, which trim as they go.
TEST_F(ObjectsTest, TrimmingNeverLosesWhatIsBelowTheLength) {
  RunWithStress([](Isolate& isolate) {
    JSArray* a = NewArray(isolate, 0);
    for (int i = 0; i < 120; i++) ASSERT_TRUE(a->Push(isolate, Int(i)));
    Collect();
    Collect();
    a->SetLengthFast(isolate, 150);  // becomes holey
    Collect();
    Collect();
    EXPECT_GE(a->value_elements()->capacity(), 150u);
    EXPECT_TRUE(a->GetElement(isolate, 149).IsHole());
    Put(isolate, a, "150", NewHeapNumber(isolate, 0.5));
    Put(isolate, a, "260", Int(7));
    Put(isolate, a, "261", Value::True());
    EXPECT_EQ(a->length(), 262u);
    for (int i = 0; i < 120; i++) ASSERT_EQ(a->GetElement(isolate, i).AsNumber(), i);
    EXPECT_EQ(a->GetElement(isolate, 150).AsNumber(), 0.5);
    EXPECT_TRUE(a->GetElement(isolate, 259).IsHole());
    EXPECT_EQ(a->GetElement(isolate, 261), Value::True());
    a->SetLengthFast(isolate, 0);
    for (int i = 0; i < 100; i++) ASSERT_TRUE(a->Push(isolate, Int(i)));
    EXPECT_EQ(a->GetElement(isolate, 99), Int(99));
  });
}

TEST_F(ObjectsTest, TheListForgetsWhatDied) {
  Run([](Isolate& isolate) {
    for (int round = 0; round < 50; round++) {
      for (int k = 0; k < 20; k++) {
        JSArray* a = NewArray(isolate, 0);
        for (int i = 0; i < 200; i++) ASSERT_TRUE(a->Push(isolate, Int(i)));
      }
      Collect();
      EXPECT_LT(SlackListOf(isolate).size(), 20u);
    }
  });
}

}  // namespace
}  // namespace halfword
