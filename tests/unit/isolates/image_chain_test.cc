// Chains of images: an isolate is restored, runs one turn and is frozen, again and again. What it keeps is
// what the chain costs, not how long it is.
#include <cstdlib>

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
std::vector<size_t> SizesOfChain(const char* setup, const char* turn, int turns,
                                 Compaction compaction = Compaction::kNone) {
  std::vector<size_t> sizes;
  auto first = MakeIsolate();
  Evaluate(*first, setup);
  std::shared_ptr<const Image> image = FreezeOf(*first);
  for (int i = 0; i < turns; i++) {
    IsolateConfig config;
    config.image = image;
    auto clone = MakeIsolate(config);
    EXPECT_EQ(Evaluate(*clone, turn), std::to_string(i + 1));
    std::string error;
    image = clone->Freeze(&error, compaction);
    EXPECT_TRUE(image) << error;
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

TEST(ImageChainTest, CompactionInEachTurn) {
  ExpectNoGrowth(SizesOfChain(
      "var turns = 0, state; function turn() {"
      "  state = Array.from({length: 10000}, (_, i) => ({i, turns, sum: i + turns})); return ++turns }",
      "turn()", 50, Compaction::kWhole));
}

// A bit of everything. What a turn says depends on all turns before.
constexpr const char* kSetup = R"(
    var turns = 0, map = new Map, weak = new WeakMap, keys = [], list = [], text = '', go, log = [];
    class Node { #n; constructor(n, next) { this.#n = n; this.next = next } get n() { return this.#n } }
    function* count() { for (let i = 0;; i++) yield i }
    var counter = count(), node = null, bytes = new Uint8Array(5000), pattern = /t(\d+)/g;
    (async () => { for (;;) log.push(await new Promise(r => go = r)) })();
    function turn() {
      turns++;
      let key = {turns};
      keys.push(key); weak.set(key, 'w' + turns); map.set('k' + turns % 7, [turns, {deep: {turns}}]);
      if (keys.length > 5) keys.shift();
      list = list.concat([turns / 2]).slice(-50);
      node = new Node(turns, turns % 10 ? node : null);
      bytes[turns] = turns; if (turns % 3 == 0) bytes = bytes.slice();
      text = (text + 't' + turns).slice(-300);
      go('g' + turns);
      let make = Function('a', 'return {["p" + a]: a, turns: ' + turns + '}');
      let garbage = Array.from({length: 300}, (_, i) => make(i));
      return [turns, counter.next().value, node.n, node.next?.n, weak.get(keys[0]), map.get('k3')?.[1].deep.turns,
              list.length, bytes[turns - 1], [...text.matchAll(pattern)].length, log.length, garbage[299].p299].join()
    })";

std::vector<std::string> TurnsOfOne(int turns) {
  auto owner = MakeIsolate();
  Evaluate(*owner, kSetup);
  std::vector<std::string> said;
  for (int i = 0; i < turns; i++) said.push_back(Evaluate(*owner, "turn()"));
  return said;
}

// Each turn in a clone; every fourth one is begun, undone, and run again.
std::vector<std::string> TurnsOfChain(int turns, Compaction compaction, IsolateConfig config) {
  auto first = MakeIsolate(config);
  Evaluate(*first, kSetup);
  config.image = FreezeOf(*first);
  std::vector<std::string> said;
  for (int i = 0; i < turns; i++) {
    auto clone = MakeIsolate(config);
    if (i % 4 == 0) {
      Evaluate(*clone, "turn(); list = map = bytes = node = keys = null; gc = []; turn()");
      EXPECT_TRUE(clone->Reset());
    }
    said.push_back(Evaluate(*clone, "turn()"));
    std::string error;
    auto image = clone->Freeze(&error, compaction);
    EXPECT_TRUE(image) << error;
    // It lives on, too.
    EXPECT_THAT(Evaluate(*clone, "turn()"), ::testing::StartsWith(std::to_string(i + 2) + ","));
    IsolateOwner::Retire(std::move(clone));
    config.image->spares().Release();
    config.image = std::move(image);
  }
  return said;
}

TEST(ImageChainTest, EachTurnIsAsInAnIsolateThatLivesOn) {
  IsolateConfig config;
  config.verify_heap = true;
  std::vector<std::string> expected = TurnsOfOne(30);
  EXPECT_EQ(TurnsOfChain(30, Compaction::kNone, config), expected);
  EXPECT_EQ(TurnsOfChain(30, Compaction::kWhole, config), expected);
}

TEST(ImageChainTest, EachTurnIsTheSameUnderStress) {
  std::vector<std::string> expected = TurnsOfOne(8);
  IsolateConfig config;
  config.verify_heap = true;
  config.gc_stress = 101;
  EXPECT_EQ(TurnsOfChain(8, Compaction::kNone, config), expected);
  EXPECT_EQ(TurnsOfChain(8, Compaction::kWhole, config), expected);
  config.gc_stress = 0;
  config.gc_step_stress = 53;
  config.gc_threads = 2;
  EXPECT_EQ(TurnsOfChain(8, Compaction::kNone, config), expected);
  EXPECT_EQ(TurnsOfChain(8, Compaction::kWhole, config), expected);
}

#endif

}  // namespace
}  // namespace halfword::testing
