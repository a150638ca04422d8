// Which strings and numbers are array indices, and which keys are the same.
#include "fixture.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/object_operations.h"

namespace halfword::testing {
namespace {

class PropertyKeyTest : public ::testing::Test {
 protected:
  template <class F>
  static void In(F&& body) {
    EXPECT_TRUE(MakeIsolate()->Enter(body));
  }
  static PropertyKey KeyOf(Isolate& isolate, Value v) { return MUST(ToPropertyKey(isolate, v)); }
};

TEST_F(PropertyKeyTest, CanonicalIndicesBelowTheLargestLengthAreIndices) {
  In([](Isolate& isolate) {
    for (const char* text : {"0", "1", "9", "10", "4294967294"}) {
      PropertyKey key = PropertyKey::FromAscii(isolate, text);
      ASSERT_TRUE(key.IsIndex()) << text;
      EXPECT_EQ(std::to_string(key.index()), text);
      Value number = NumberValue(isolate, std::stod(text));
      EXPECT_EQ(KeyOf(isolate, number).index(), key.index()) << text;
    }
    for (const char* text : {"", "00", "01", "-0", "-1", "+1", "1.0", "1e3", " 1", "1 ", "0x1", "4294967295",
                             "4294967296", "42949672940", "x", "NaN"}) {
      EXPECT_FALSE(PropertyKey::FromAscii(isolate, text).IsIndex()) << text;
    }
  });
}

TEST_F(PropertyKeyTest, NumbersAreTheKeysThatTheirTextIs) {
  In([](Isolate& isolate) {
    for (double d : {-1.0, 0.5, 4294967295.0, 1e21, -1e-7, 9007199254740992.0}) {
      Value text = NumberToString(isolate, NewHeapNumber(isolate, d));
      PropertyKey key = KeyOf(isolate, NewHeapNumber(isolate, d));
      EXPECT_FALSE(key.IsIndex()) << d;
      EXPECT_EQ(key.name(), KeyOf(isolate, text).name()) << d;
    }
    EXPECT_EQ(KeyOf(isolate, NewHeapNumber(isolate, -0.0)).index(), 0u);
    EXPECT_EQ(KeyOf(isolate, NewHeapNumber(isolate, 7.0)).index(), 7u);
  });
}

TEST_F(PropertyKeyTest, NamesOfTheSameTextAreOneString) {
  In([](Isolate& isolate) {
    PropertyKey name = PropertyKey::FromAscii(isolate, "someProperty");
    String* made = MUST(ToString(isolate, NewStringFromUtf8(isolate, "someProperty")));
    EXPECT_EQ(PropertyKey::FromString(isolate, made).name(), name.name());
    EXPECT_TRUE(name.name().AsString()->IsInterned());
  });
}

TEST_F(PropertyKeyTest, KeysFromNumbersBeyondIndicesAreNames) {
  In([](Isolate& isolate) {
    EXPECT_EQ(KeyFromNumber(isolate, 4294967294.0).index(), 4294967294u);
    PropertyKey key = KeyFromNumber(isolate, 9007199254740991.0);
    ASSERT_FALSE(key.IsIndex());
    EXPECT_EQ(key.name().AsString()->ToUtf8(isolate), "9007199254740991");
  });
}

}  // namespace
}  // namespace halfword::testing
