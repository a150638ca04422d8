// Objects that nobody sees are not made.
#include "jit/optimizations/sinking.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "jit/graph/graph.h"
#include "platform/arena.h"

namespace halfword::jit {
namespace {

// The graph afterwards, as text, without what is dead.
std::string Sunk(std::string_view text, uint32_t expected) {
  platform::Arena arena;
  std::string error;
  auto graph = Graph::FromText(arena, text, &error);
  if (graph == nullptr) return error;
  graph->OrderBlocks();
  EXPECT_EQ(SinkObjects(*graph), expected);
  graph->RemoveDead();
  EXPECT_EQ(graph->Verify(), "");
  return graph->ToText();
}
size_t CountOf(const std::string& text, std::string_view what) {
  size_t count = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) count++;
  return count;
}

constexpr char kHead[] =
    "unit 0: code 0x0 info 0x0\n"
    "b0:\n n1 = Constant[0x1007]\n n2 = Constant[0x2007]\n n3 = Int32Constant[5]\n n4 = Parameter[r1]\n"
    " n5 = Parameter[r2]\n";

TEST(SinkingTest, LoadsFindWhatWasStored) {
  const std::string text = Sunk(std::string(kHead) +
                                    " n10 = NewObject[16] n1 : object\n n11 = StoreField[3] n10 n4\n"
                                    " n12 = StoreShape[0x2007] n10\n s0: unit 0 at 4 {r1=n4}\n"
                                    " n13 = CheckShape[0x2007] n10 @s0 : object\n n14 = LoadField[3] n13\n"
                                    " n15 = Return n14\n",
                                1);
  EXPECT_EQ(CountOf(text, "NewObject") + CountOf(text, "Field") + CountOf(text, "CheckShape"), 0u) << text;
  EXPECT_EQ(CountOf(text, "Return n4"), 1u) << text;
}

TEST(SinkingTest, StatesHaveWhatIsToBeMade) {
  const std::string text =
      Sunk(std::string(kHead) +
               " n10 = NewObject[16] n1 : object\n s0: unit 0 at 4 {r1=n10}\n"
               " n6 = TaggedToFloat64 n4 @s0\n n7 = Float64ToTagged n6\n"
               " n11 = StoreField[3] n10 n7\n n12 = StoreShape[0x2007] n10\n"
               " s1: unit 0 at 9 {r1=n10 r2=n10}\n n13 = CheckSmi n5 @s1\n n14 = Return n13\n",
           1);
  EXPECT_EQ(CountOf(text, "NewObject") + CountOf(text, "Store"), 0u) << text;
  EXPECT_EQ(CountOf(text, "SunkObject"), 2u) << text;
  // The number is not converted any more.
  EXPECT_EQ(CountOf(text, "Float64ToTagged"), 0u) << text;
}

TEST(SinkingTest, WhoIsSeenStays) {
  const char* seen[] = {
      " n10 = NewObject[16] n1 : object\n n11 = Return n10\n",
      " n10 = NewObject[16] n1 : object\n n11 = StoreField[3] n4 n10\n n12 = Return n5\n",
      " n10 = NewObject[16] n1 : object\n n11 = NewObject[16] n1 : object\n n12 = StoreField[3] n10 n11\n"
      " n13 = Return n10\n",
      " n10 = NewObject[16] n1 : object\n n11 = NewObject[16] n1 : object\n n12 = StoreField[3] n10 n11\n"
      " n13 = StoreField[3] n11 n10\n n14 = Return n5\n",
  };
  for (const char* rest : seen) Sunk(std::string(kHead) + rest, 0);
}

TEST(SinkingTest, ObjectsOfOthersGoWithThem) {
  const std::string text =
      Sunk(std::string(kHead) +
               " n10 = NewObject[16] n1 : object\n n11 = NewObject[16] n2 : object\n"
               " n12 = StoreField[3] n10 n11\n n13 = StoreField[7] n11 n4\n"
               " n14 = LoadField[3] n10\n n15 = LoadField[7] n14\n s0: unit 0 at 4 {r1=n10}\n"
               " n16 = CheckSmi n15 @s0\n n17 = Return n16\n",
           1);
  // What a load gives is no object that is known here: the first one is sunk, the second one is not.
  EXPECT_EQ(CountOf(text, "NewObject"), 1u) << text;
}

TEST(SinkingTest, WaysThatDifferMeetOnlyWhereNobodyAsks) {
  const std::string ways =
      " n10 = NewObject[16] n1 : object\n n11 = StoreField[3] n10 n4\n n12 = ToBoolean n5\n"
      " n13 = Branch n12 -> b1 b2\nb1: from b0\n n14 = StoreField[3] n10 n5\n n15 = Goto -> b3\n"
      "b2: from b0\n n16 = Goto -> b3\nb3: from b1 b2\n";
  Sunk(std::string(kHead) + ways + " n20 = Return n5\n", 1);
  Sunk(std::string(kHead) + ways + " n20 = LoadField[3] n10\n n21 = Return n20\n", 0);
  Sunk(std::string(kHead) + ways + " s0: unit 0 at 4 {r1=n10}\n n20 = CheckSmi n5 @s0\n n21 = Return n20\n",
       0);
}

}  // namespace
}  // namespace halfword::jit
