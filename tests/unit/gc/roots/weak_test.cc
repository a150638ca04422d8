// Weak references, weak callbacks, ephemerons.
#include "fixture.h"
#include "platform/clock.h"

namespace halfword::gc::testing {
namespace {

class WeakTest : public GcTest {
 protected:
  TaggedBits NewWeakCell(TaggedBits to) {
    TaggedBits cell = Compress(New(kWeakCell, 2 * kTaggedSize), kObjectTag);
    At(cell)[0] = to;
    return cell;
  }
  TaggedBits NewTable(int pairs) {
    TaggedBits table = Compress(New(kTable, (1 + 2 * pairs) * kTaggedSize), kObjectTag);
    At(table)[0] = EncodeSmi(pairs);
    return table;
  }
};

TEST_F(WeakTest, AWeakWordIsReplacedWhenItsReferentDies) {
  roots_[0] = NewWeakCell(NewLeaf());
  roots_[1] = NewLeaf();
  roots_[2] = NewWeakCell(roots_[1]);
  Precise();
  EXPECT_EQ(At(roots_[0])[0], EncodeImmediate(1));
  EXPECT_EQ(At(roots_[2])[0], roots_[1]);
  EXPECT_EQ(Total(), 3u);
}

TEST_F(WeakTest, AnEphemeronKeepsItsValueWhileItsKeyLives) {
  roots_[0] = NewTable(2);
  roots_[1] = NewLeaf();
  TaggedBits* t = At(roots_[0]);
  t[1] = roots_[1];
  t[2] = NewArray(1);
  At(t[2])[0] = NewLeaf();
  t[3] = NewLeaf();
  t[4] = NewLeaf();
  Precise();
  EXPECT_EQ(Total(), 4u);
  EXPECT_NE(t[1], 0u);
  EXPECT_EQ(t[3], 0u);
  roots_[1] = 0;
  Precise();
  EXPECT_EQ(Total(), 1u);
}

TEST_F(WeakTest, AValueThatHoldsItsOwnKeyDoesNotKeepThePairAlive) {
  roots_[0] = NewTable(1);
  TaggedBits key = NewLeaf();
  TaggedBits value = NewArray(1);
  At(value)[0] = key;
  At(roots_[0])[1] = key;
  At(roots_[0])[2] = value;
  Precise();
  EXPECT_EQ(Total(), 1u);
}

TEST_F(WeakTest, AnUnreachableTableKeepsNothing) {
  roots_[1] = NewLeaf();
  TaggedBits table = NewTable(1);
  At(table)[1] = roots_[1];
  At(table)[2] = NewLeaf();
  Precise();
  EXPECT_EQ(Total(), 1u);
}

TEST_F(WeakTest, KeysThatAreNotObjectsKeepTheirValues) {
  roots_[0] = NewTable(3);
  TaggedBits* t = At(roots_[0]);
  t[1] = EncodeSmi(1);
  t[2] = NewLeaf();
  t[3] = EncodeImmediate(2);
  t[4] = NewLeaf();
  t[5] = NewNumber(1.5);
  t[6] = NewLeaf();
  roots_[1] = t[5];
  Precise();
  EXPECT_EQ(Total(), 5u);
}

// A chain in which each value is the next pair's key, in the worst order. Quadratic work would take minutes.
TEST_F(WeakTest, LongChainsOfEphemeronsTakeLinearTime) {
  constexpr int kPairs = 200'000;
  heap_->Enter([&] {
    NoGarbageCollectionScope scope(*heap_);
    roots_[0] = NewTable(kPairs);
    roots_[1] = NewLeaf();
    TaggedBits key = roots_[1];
    for (int i = kPairs - 1; i >= 0; i--) {
      TaggedBits value = NewLeaf();
      At(roots_[0])[1 + 2 * i] = key;
      At(roots_[0])[2 + 2 * i] = value;
      key = value;
    }
  });
  uint64_t before = platform::ThreadCpuNanoseconds();
  Precise();
  EXPECT_LT(platform::ThreadCpuNanoseconds() - before, 3'000'000'000u);
  EXPECT_EQ(Total(), kPairs + 2u);
  roots_[1] = 0;
  Precise();
  EXPECT_EQ(Total(), 1u);
}

TEST_F(WeakTest, EphemeronsAcrossTablesReachAFixpoint) {
  // Table A maps a to b, table B maps b to table C, table C maps a to d.
  roots_[0] = NewTable(1);
  roots_[1] = NewTable(1);
  roots_[2] = NewLeaf();
  TaggedBits b = NewLeaf(), c = NewTable(1), d = NewLeaf();
  At(roots_[0])[1] = roots_[2];
  At(roots_[0])[2] = b;
  At(roots_[1])[1] = b;
  At(roots_[1])[2] = c;
  At(c)[1] = roots_[2];
  At(c)[2] = d;
  Precise();
  EXPECT_EQ(Total(), 6u);
  EXPECT_EQ(At(c)[2], d);
}

}  // namespace
}  // namespace halfword::gc::testing
