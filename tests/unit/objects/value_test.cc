#include "fixture.h"

namespace halfword {
namespace {

#if HALFWORD_ASSERTS
TEST_F(ObjectsTest, CastsToWhatAValueIsNotAreNoticed) {
  Run([&](Isolate& isolate) {
    Value object(NewPlain(isolate)), string(Str(isolate, "text")),
        symbol(isolate.symbol(WellKnownSymbol::iterator));
    EXPECT_DEATH((void)string.AsObject(), "== tag");
    EXPECT_DEATH((void)object.AsString(), "== tag");
    EXPECT_DEATH((void)Value::Smi(4).AsHeapNumber(), "== tag");
    EXPECT_DEATH((void)object.AsSmi(), "IsSmi");
    EXPECT_DEATH((void)Value::Undefined().AsSymbol(), "== tag");
    EXPECT_DEATH((void)symbol.AsBigInt(), "is == type");
    EXPECT_DEATH((void)object.As<JSArray>(), "is == type");
    EXPECT_DEATH((void)symbol.As<PropertyCell>(), "is == type");
  });
}
#endif

TEST_F(ObjectsTest, CastsToWhatAValueIsGiveTheObject) {
  Run([&](Isolate& isolate) {
    JSArray* array = NewArray(isolate, 1);
    EXPECT_EQ(Value(array).AsObject(), array);
    EXPECT_EQ(Value(array).As<JSArray>(), array);
    EXPECT_EQ(Value(array).TryAs<JSFunction>(), nullptr);
    Symbol* symbol = isolate.symbol(WellKnownSymbol::iterator);
    EXPECT_EQ(Value(symbol).AsSymbol(), symbol);
  });
}

}  // namespace
}  // namespace halfword
