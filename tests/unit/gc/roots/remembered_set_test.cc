// The places of an image that may refer to the heap's own objects.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "gc/roots/roots.h"

namespace halfword::gc {
namespace {

std::vector<CageOffset> ObjectsOf(const RememberedSet& set) {
  std::vector<CageOffset> objects;
  set.ForEachObject([&](CageOffset offset) { objects.push_back(offset); });
  return objects;
}

TEST(RememberedSetTest, HasPlacesOfTheImageOnly) {
  RememberedSet set;
  set.AddObject(800);  // there is no image
  set.AddSlot(800);
  EXPECT_THAT(ObjectsOf(set), ::testing::IsEmpty());
  EXPECT_TRUE(set.slots().empty());
  set.Begin(1000);
  for (CageOffset offset : {800, 992, 1000, 1008, 800}) {
    set.AddObject(offset);
    set.AddSlot(offset);
  }
  EXPECT_THAT(ObjectsOf(set), ::testing::UnorderedElementsAre(800, 992));
  EXPECT_TRUE(set.HasObject(992));
  EXPECT_FALSE(set.HasObject(1000));
  EXPECT_THAT(set.slots(), ::testing::ElementsAre(800, 992, 800));
}

TEST(RememberedSetTest, ASlotThatIsWrittenInALoopIsThereOnce) {
  RememberedSet set;
  set.Begin(1000);
  for (int i = 0; i < 100; i++) set.AddSlot(96);
  EXPECT_THAT(set.slots(), ::testing::ElementsAre(96));
}

TEST(RememberedSetTest, BeginForgets) {
  RememberedSet set;
  set.Begin(1000);
  set.AddObject(96);
  set.AddSlot(96);
  set.Begin(1000);
  EXPECT_FALSE(set.HasObject(96));
  EXPECT_TRUE(set.slots().empty());
}

}  // namespace
}  // namespace halfword::gc
