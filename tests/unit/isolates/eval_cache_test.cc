// EvalCache: texts that eval and Function meet again cost a guest what they cost the first time, and the host
// no more than a bounded amount of memory.

#include "fixture.h"
#include "objects/isolate.h"
#include "runtime/evaluation/evaluation.h"

namespace halfword::testing {
namespace {

constexpr const char* kProgram = R"(
  const indirect = eval;
  const [Generator, Async, AsyncGenerator] =
      [function* () {}, async function () {}, async function* () {}].map((f) => f.constructor);
  const ways = {
    indirect: (text) => { (0, eval)(text) },
    direct: (text) => { let x = 1; eval(text) },
    strict: (text) => { 'use strict'; eval(text) },
    Function: (text) => { Function(text) },
    called: (text) => { Function(text)() },
    parameters: (text) => { Function('p', 'q = 1', text) },
    Generator: (text) => { Generator(text) },
    Async: (text) => { Async(text) },
    AsyncGenerator: (text) => { AsyncGenerator(text) },
  };
)";
constexpr const char* kWays[] = {"indirect",   "direct",    "strict", "Function",
                                 "parameters", "Generator", "Async",  "AsyncGenerator"};

// The code of a text is kept as long as the function that had it evaluated: these are there for good.
class EvalCacheTest : public ::testing::Test {
 protected:
  static std::unique_ptr<IsolateOwner> Make(IsolateConfig config = {}) {
    config.fuel = 4'000'000'000;
    auto owner = MakeIsolate(config);
    if (!config.image) EXPECT_EQ(Evaluate(*owner, kProgram), "undefined");
    return owner;
  }
  static int64_t CostOf(IsolateOwner& owner, const std::string& source) {
    owner.SetFuel(4'000'000'000);  // so that quanta end at the same places
    int64_t before = Balance(owner);
    std::string result = Evaluate(owner, source);
    EXPECT_EQ(result.find("t"), std::string::npos) << result;  // neither throws nor terminated
    return before - Balance(owner);
  }
  // Of what is charged, too, and not yet polled for.
  static int64_t Balance(IsolateOwner& owner) {
    int64_t balance = 0;
    EXPECT_TRUE(owner.Enter([&](Isolate& isolate) { balance = isolate.fuel_ + isolate.budget_; }));
    return balance;
  }
  static void Collect(IsolateOwner& owner) {
    for (int i = 0; i < 3; i++) EXPECT_TRUE(owner.Enter([&](Isolate&) { owner.heap().CollectGarbage(); }));
  }
  static size_t LiveBytes(IsolateOwner& owner) {
    Collect(owner);
    return owner.heap().CollectStatistics().live_bytes;
  }
  static size_t Count(IsolateOwner& owner, HeapType type) {
    Collect(owner);
    size_t count = 0;
    owner.heap().ForEachObject([&](void* object) {
      count += gc::TypeIndexOf(owner.heap().cage_base(), object) == static_cast<uint32_t>(type);
    });
    return count;
  }
};

TEST_F(EvalCacheTest, FindingCostsWhatCompilingCost) {
  auto owner = Make();
  std::string long_name(300, 'n'), sum = "1";
  for (int i = 0; i < 700; i++) sum += " + " + std::to_string(i);
  std::vector<std::string> texts = {"1 + 1",
                                    "let a = 1; { let b = a }",
                                    "var " + long_name + " = 1",
                                    "/x/; ({a: [1, 2], b: 12345678901234567890n}); 'text'",
                                    sum,
                                    "",
                                    "0;"};
  for (const char* way : kWays) {
    CostOf(*owner, std::string("ways.") + way + "('void 0')");  // compiles the way itself
    for (const std::string& text : texts) {
      std::string source = std::string("ways.") + way + "(\"" + text + "\"); 1";
      CostOf(*owner, "0");
      int64_t miss = CostOf(*owner, source);
      EXPECT_GT(miss, 0);
      for (int i = 0; i < 5; i++) EXPECT_EQ(CostOf(*owner, source), miss) << source;
    }
  }
}

TEST_F(EvalCacheTest, FindsWhatItHasCompiled) {
  auto owner = Make();
  // Of each way, at most so many functions are compiled.
  for (const char* way : kWays) {
    size_t before = Count(*owner, HeapType::kCode);
    CostOf(*owner, std::string("for (let i = 0; i < 100; i++) ways.") + way + "('void 0'); 1");
    size_t with_all = 0;
    owner->heap().ForEachObject([&](void* object) {
      with_all +=
          gc::TypeIndexOf(owner->heap().cage_base(), object) == static_cast<uint32_t>(HeapType::kCode);
    });
    EXPECT_LT(with_all, before + 10) << way;
  }
}

TEST_F(EvalCacheTest, CollectionsChangeNothingOfTheCosts) {
  constexpr const char* kTurn = R"(
    for (let i = 0; i < 200; i++) {
      const text = 'let f' + i % 50 + ' = (a) => { return function () { return a } }; f' + i % 50 + '(1)()';
      indirect(text);
      eval(text);
      Function('return ' + i % 7);
      Function('const g = () => eval("g" + ' + i % 3 + '); return g');
    }
    1)";
  auto one = Make(), other = Make();
  for (IsolateOwner* owner : {&*one, &*other})
    CostOf(*owner, std::string("function turn() {") + kTurn + "} turn(); 1");
  std::vector<int64_t> costs, costs_with_collections;
  for (int i = 0; i < 20; i++) {
    costs.push_back(CostOf(*one, "turn(); 1"));
    costs_with_collections.push_back(CostOf(*other, "turn(); 1"));
    Collect(*other);
  }
  EXPECT_EQ(costs, costs_with_collections);
}

TEST_F(EvalCacheTest, DifferentTextsTakeBoundedMemory) {
  IsolateConfig config;
  config.memory_limit = size_t{16} << 20;
  auto owner = Make(config);
  CostOf(*owner, "for (const way in ways) ways[way]('void 0'); 1");
  size_t before = LiveBytes(*owner);
  CostOf(*owner, "for (let i = 0; i < 100000; i++) ways.indirect('var a = ' + i + '; a + ' + i); 1");
  EXPECT_LT(LiveBytes(*owner), before + (256 << 10));
  // Most of which is code: many functions that are small and have no names in common.
  CostOf(*owner, R"(
    for (let i = 0; i < 1000; i++) {
      let text = '';
      for (let k = 0; text.length < 8000; k++) text += `function f${i}_${k}(){return 'a${i}_${k}'}f${i}_${k}();`;
      ways.called(text);
    }
    1)");
  EXPECT_LT(LiveBytes(*owner), before + (2 << 20));
  CostOf(*owner, "for (let i = 0; i < 20; i++) ways.indirect(i + '/*' + 'x'.repeat(100000) + '*/'); 1");
  EXPECT_LT(LiveBytes(*owner), before + (2 << 20));
}

TEST_F(EvalCacheTest, TextsOfWhichOthersWereCutAreNotKept) {
  auto owner = Make();
  size_t before = LiveBytes(*owner);
  CostOf(*owner, R"(
    for (let i = 0; i < 30; i++) {
      const large = ('x'.repeat(100000) + i + ' + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9');
      ways.indirect(large.slice(100000));
      ways.Function(large.slice(100000));
    }
    1)");
  EXPECT_LT(LiveBytes(*owner), before + (256 << 10));
}

TEST_F(EvalCacheTest, ScriptsAndRealmsThatAreGoneAreNotKept) {
  auto owner = Make();
  auto run = [&](bool in_new_realm) {
    EXPECT_TRUE(owner->Enter([&](Isolate& isolate) {
      Realm* realm = in_new_realm ? NewRealmOf(isolate) : isolate.realm();
      Script* script = NewScript(
          isolate, realm, NewStringFromAscii(isolate, "(0, eval)('1'); Function('2'); { let x; eval('x') }"),
          NewStringFromAscii(isolate, "test.js"));
      EXPECT_FALSE(EvaluateScript(isolate, script).IsThrow());
    }));
  };
  run(true);
  size_t realms = Count(*owner, HeapType::kRealm), scripts = Count(*owner, HeapType::kScript);
  for (int i = 0; i < 40; i++) run(i % 2);
  // Some may be found on the stack.
  EXPECT_LE(Count(*owner, HeapType::kRealm), realms + 2);
  EXPECT_LE(Count(*owner, HeapType::kScript), scripts + 8);
}

TEST_F(EvalCacheTest, AResetEmptiesIt) {
  if (!Image::Embedded()) GTEST_SKIP();
  auto owner = Make();
  auto is_empty = [&] {
    bool empty = false;
    EXPECT_TRUE(owner->Enter([&](Isolate& isolate) { empty = isolate.eval_cache_.get().IsSmi(); }));
    return empty;
  };
  EXPECT_TRUE(is_empty());
  CostOf(*owner, "indirect('1 + 1')");
  EXPECT_FALSE(is_empty());
  ASSERT_TRUE(owner->Reset());
  EXPECT_TRUE(is_empty());
}

#if HALFWORD_COMPRESS

TEST_F(EvalCacheTest, AnImageHasItSoThatItsClonesGoOnAlike) {
  constexpr const char* kTurn = R"(
    for (let i = 0; i < 30; i++) {
      indirect('(() => { return function () { return () => ' + i + ' } })()()()');
      Function('a', 'return a + ' + i)(1);
      let x = i;
      eval('x + ' + i);
    }
    1)";
  auto original = Make();
  CostOf(*original, std::string("function turn() {") + kTurn + "} turn(); 1");
  IsolateConfig config;
  config.image = FreezeOf(*original);
  auto clone = Make(config);
  for (int i = 0; i < 3; i++) EXPECT_EQ(CostOf(*clone, "turn(); 1"), CostOf(*original, "turn(); 1"));
  // More than is kept, so that the image's table is written to.
  for (int i = 0; i < 3; i++) {
    EXPECT_EQ(CostOf(*clone, "for (let i = 0; i < 90; i++) ways.indirect(i + ' + 1'); 1"),
              CostOf(*original, "for (let i = 0; i < 90; i++) ways.indirect(i + ' + 1'); 1"));
    Collect(*clone);
  }
  EXPECT_EQ(CostOf(*clone, "turn(); 1"), CostOf(*original, "turn(); 1"));
  ASSERT_TRUE(clone->Reset());
  EXPECT_EQ(Evaluate(*clone, "turn(); 1"), "1");
}

#endif

}  // namespace
}  // namespace halfword::testing
