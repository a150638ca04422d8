// Chains of images: an isolate is restored, runs one turn and is frozen, again and again. What it keeps is
// what the chain costs, not how long it is.
#include <functional>

#include "fixture.h"
#include "gc/heap.h"

namespace halfword::testing {
namespace {

#if HALFWORD_COMPRESS

// 200; a nightly run asks for more.
int Turns() {
  const char* turns = std::getenv("HALFWORD_CHAIN_TURNS");
  return turns ? std::atoi(turns) : 200;
}

// The size of the image after each turn.
std::vector<size_t> SizesOfChain(const char* setup, const char* turn, int turns) {
  std::vector<size_t> sizes;
  auto first = MakeIsolate();
  Evaluate(*first, setup);
  std::shared_ptr<const Image> image = FreezeOf(*first);
  for (int i = 0; i < turns; i++) {
    IsolateConfig config;
    config.image = image;
    auto clone = MakeIsolate(config);
    EXPECT_EQ(Evaluate(*clone, turn), std::to_string(i + 1));
    image = FreezeOf(*clone);
    sizes.push_back(image->size());
  }
  return sizes;
}

void ExpectNoGrowth(const std::vector<size_t>& sizes) {
  EXPECT_LE(static_cast<double>(sizes.back()), 1.5 * static_cast<double>(sizes[9]));
}

TEST(ImageChainTest, AnAgentThatKeepsTheLastMessages) {
  ExpectNoGrowth(
      SizesOfChain("var turns = 0, log = []; function turn() {"
                   "  log.push({role: 'tool', text: 'x'.repeat(200) + turns, number: turns / 2});"
                   "  if (log.length > 100) log.shift(); return ++turns }",
                   "turn()", Turns()));
}

TEST(ImageChainTest, AStateThatIsReplacedEachTurn) {
  ExpectNoGrowth(SizesOfChain(
      "var turns = 0, state; function turn() {"
      "  state = Array.from({length: 10000}, (_, i) => ({i, turns, sum: i + turns})); return ++turns }",
      "turn()", Turns()));
}

TEST(ImageChainTest, BuffersThatAreReplacedEachTurn) {
  ExpectNoGrowth(SizesOfChain(
      "var turns = 0, bytes; function turn() { bytes = new Uint8Array(100000).fill(turns); return ++turns }",
      "turn()", Turns()));
}

TEST(ImageChainTest, FunctionsThatAreReplacedEachTurn) {
  ExpectNoGrowth(
      SizesOfChain("var turns = 0, f;", "f = Function('n', 'return n + ' + turns); turns++; f(1)", Turns()));
}

#endif

}  // namespace
}  // namespace halfword::testing
