// The machine code of images: clones run it from their first call, and leave it alone where it is wrong.
#include "jit/code/image_code.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "fixture.h"
#include "jit/code/entries.h"
#include "jit/machine.h"
#include "machine_code.h"
#include "ops/machine_state.h"

namespace halfword::testing {
namespace {

using jit::TierMode;

constexpr const char* kHot = "for (let i = 0; i < 400; i++) call(40); 0";
constexpr const char* kLibrary = R"(
function leaf(n) { return n * 2 + 1 }
function call(n) { let s = 0; for (let i = 0; i < n; i++) s += leaf(i); return s }
0)";
std::shared_ptr<const Image> LibraryImage(const char* warm_up) {
  auto owner = MakeIsolate();
  EXPECT_EQ(Evaluate(*owner, kLibrary), "0");
  EXPECT_EQ(Evaluate(*owner, warm_up), "0");
  return FreezeOf(*owner);
}
std::unique_ptr<IsolateOwner> CloneOf(std::shared_ptr<const Image> image,
                                      TierMode mode = TierMode::kAutomatic) {
  IsolateConfig config;
  config.image = std::move(image);
  config.tiers.mode = mode;
  return MakeIsolate(config);
}
// Of a global function: calls f(isolate, code), if it has been compiled.
template <class F>
void WithCodeOf(IsolateOwner& owner, const char* name, F f) {
  owner.Enter([&](Isolate& isolate) {
    JSObject* global = isolate.realm()->global_object();
    Value function = global->GetOwn(isolate, PropertyKey::FromAscii(isolate, name)).value;
    Code* code = static_cast<JSFunction*>(function.AsObject())->info()->code_.get();
    if (code != nullptr) f(isolate, code);
  });
}
// Whether calls of a global function enter optimized code.
bool EntersOptimized(IsolateOwner& owner, const char* name) {
  bool enters = false;
  WithCodeOf(owner, name, [&](Isolate& isolate, Code* code) {
    HandlerFunction entry = NativeStateOf(isolate).machine->EntryOf(code, isolate.entry_bias_);
    if (entry == NativeStateOf(isolate).machine->interpret) return;
    enters = jit::CompiledCode::FromEntry(reinterpret_cast<const void*>(entry))->is_optimized();
  });
  return enters;
}
// Its number in the image, or another one that no function of the image has.
uint32_t IndexOf(IsolateOwner& owner, const char* name) {
  uint32_t index = 0;
  WithCodeOf(owner, name, [&](Isolate&, Code* code) { index = code->entry_index_; });
  return index;
}
size_t FunctionsWithCode(jit::ImageCode& code) {
  size_t count = 0;
  code.ForEach([&](uint32_t, const jit::FunctionCode&) { count++; });
  return count;
}

// How often is_right(thread) holds, five times on each of four threads.
template <class F>
int CountOnThreads(F is_right) {
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int t = 0; t < 4; t++) {
    threads.emplace_back([&, t] {
      for (int round = 0; round < 5; round++) right += is_right(t) ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  return right;
}

TEST(ImageCodeTest, ComesWithTheImage) {
  if (!HALFWORD_COMPRESS || !HasMachineCode()) GTEST_SKIP() << "no images, or no memory to execute";
  auto image = LibraryImage(kHot);
  EXPECT_GE(FunctionsWithCode(*image->code()), 2u);
  // Also from a file, and from an image of a clone that has compiled more.
  std::string path = ::testing::TempDir() + "halfword_image_code.image", error;
  ASSERT_TRUE(image->Save(path.c_str(), &error)) << error;
  auto opened = Image::Open(path.c_str(), &error);
  ASSERT_TRUE(opened) << error;
  auto more = CloneOf(image);
  EXPECT_EQ(Evaluate(*more, "function other(n) { for (let i = 0; i < n; i++) leaf(i) } other(9e4); 0"), "0");
  auto second = FreezeOf(*more);
  EXPECT_GT(FunctionsWithCode(*second->code()), FunctionsWithCode(*image->code()));
  for (const auto& each : {image, opened, second}) {
    auto clone = CloneOf(each);
    EXPECT_EQ(Evaluate(*clone,
                       "globalThis.hot = function() { let r; for (let i = 0; i < 5; i++) r = call(40); "
                       "return r }; hot()"),
              "1600");
    // The library's functions run long enough to be found hot, and nobody compiles them.
    EXPECT_EQ(Evaluate(*clone, "call(9000)"), "81000000");
    EXPECT_EQ(StatisticsOf(*clone).functions, 0u);
    EXPECT_EQ(StatisticsOf(*clone).live_bytes, 0u);
  }
  std::remove(path.c_str());
}

TEST(ImageCodeTest, IsMadeOnceForAllClones) {
  if (!HALFWORD_COMPRESS || !HasMachineCode()) GTEST_SKIP() << "no images, or no memory to execute";
  auto image = LibraryImage("call(1); 0");
  EXPECT_EQ(FunctionsWithCode(*image->unoptimized_code()), 0u);
  auto first = CloneOf(image, TierMode::kUnoptimized), second = CloneOf(image, TierMode::kUnoptimized);
  EXPECT_EQ(Evaluate(*first, "call(90000)"), "8100000000");
  EXPECT_GE(StatisticsOf(*first).functions, 1u);
  EXPECT_EQ(StatisticsOf(*first).live_bytes, 0u);
  size_t made = FunctionsWithCode(*image->unoptimized_code()), bytes = jit::CodeSpace::Get().used_bytes();
  EXPECT_GE(made, 1u);
  first.reset();
  EXPECT_EQ(jit::CodeSpace::Get().used_bytes(), bytes);
  // It is better than none, but knows little.
  EXPECT_EQ(Evaluate(*second, "call(90000)"), "8100000000");
  EXPECT_EQ(StatisticsOf(*second).functions, 0u);
  EXPECT_EQ(FunctionsWithCode(*image->unoptimized_code()), made);
}

// Their heat and their code are not in the heap.
TEST(ImageCodeTest, ClonesCompileItsRegularExpressionsForThemselves) {
  if (!HALFWORD_COMPRESS || !HasMachineCode()) GTEST_SKIP() << "no images, or no memory to execute";
  auto owner = MakeIsolate();
  EXPECT_EQ(Evaluate(*owner, "const r = /(a+)b/; for (let i = 0; i < 2000; i++) r.test('aab'); 0"), "0");
  EXPECT_EQ(StatisticsOf(*owner).regexps, 1u);
  size_t bytes = jit::CodeSpace::Get().used_bytes();
  auto image = FreezeOf(*owner);
  for (int i = 0; i < 2; i++) {
    auto clone = CloneOf(image);
    EXPECT_EQ(Evaluate(*clone, "r.exec('caab')[1]"), "aa");
    EXPECT_EQ(StatisticsOf(*clone).regexps, 0u);
    EXPECT_EQ(Evaluate(*clone, "for (let i = 0; i < 2000; i++) r.test('aab'); r.exec('caab')[1]"), "aa");
    EXPECT_EQ(StatisticsOf(*clone).regexps, 1u);
    clone.reset();
    EXPECT_GE(bytes + 4096, jit::CodeSpace::Get().used_bytes());
  }
}

TEST(ImageCodeTest, ClonesCompileAndRunItOnAllThreads) {
  if (!HALFWORD_COMPRESS || !HasMachineCode()) GTEST_SKIP() << "no images, or no memory to execute";
  auto image = LibraryImage("call(1); 0");
  int right = CountOnThreads([&](int thread) {
    auto clone = CloneOf(image);
    // Sites see other kinds on each thread, so code becomes stale and is made again.
    const char* kinds[] = {"0", "0.5", "-0", "1e300"};
    std::string warm_up =
        std::string("for (let i = 0; i < 40; i++) { leaf(") + kinds[thread] + "); call(2000) } 0";
    return Evaluate(*clone, warm_up.c_str()) == "0" && Evaluate(*clone, "call(9000)") == "81000000";
  });
  EXPECT_EQ(right, 20);
}

TEST(ImageCodeTest, GoesWithTheImage) {
  if (!HALFWORD_COMPRESS || !HasMachineCode()) GTEST_SKIP() << "no images, or no memory to execute";
  size_t before = jit::CodeSpace::Get().used_bytes();
  uint32_t entry = jit::Entries::Take(1).first();
  for (int i = 0; i < 3; i++) {
    auto image = LibraryImage(kHot);
    EXPECT_EQ(Evaluate(*CloneOf(image), "for (let i = 0; i < 9; i++) new Function('return call(9999)')(); 0"),
              "0");
  }
  EXPECT_EQ(jit::Entries::Take(1).first(), entry);
  EXPECT_EQ(jit::CodeSpace::Get().used_bytes(), before);
}

// ---- Optimized code ----

bool OptimizesImages() { return HALFWORD_COMPRESS && HALFWORD_T2 && HasMachineCode(); }

constexpr const char* kPoints = R"(
class Point { constructor(x, y) { this.x = x; this.y = y } get sum() { return this.x + this.y } }
function total(list) { let s = 0; for (let i = 0; i < list.length; i++) s += list[i].sum; return s }
function fill(n, make) { const list = []; for (let i = 0; i < n; i++) list.push(make(i)); return list }
const points = fill(50, (i) => new Point(i, 1));
function spin(n) { let s = 0; for (let i = 0; i < n; i++) s = (s + i) & 1023; return s }
0)";
constexpr const char* kHotPoints = "for (let i = 0; i < 3000; i++) total(points); total(points)";
std::shared_ptr<const Image> PointsImage(TierMode mode = TierMode::kAutomatic) {
  IsolateConfig config;
  config.tiers.mode = mode;
  auto owner = MakeIsolate(config);
  EXPECT_EQ(Evaluate(*owner, kPoints), "0");
  EXPECT_EQ(Evaluate(*owner, kHotPoints), "1275");
  EXPECT_EQ(Evaluate(*owner, "spin(300000)"), "16");  // its loop is entered while it runs
  return FreezeOf(*owner);
}

TEST(ImageCodeTest, OptimizedCodeIsRunFromTheFirstCallOn) {
  if (!OptimizesImages()) GTEST_SKIP() << "no images, or nothing is optimized";
  auto image = PointsImage();
  EXPECT_GE(image->header().optimized_row_count, 1u);
  std::string path = ::testing::TempDir() + "halfword_optimized.image", error;
  ASSERT_TRUE(image->Save(path.c_str(), &error)) << error;
  auto opened = Image::Open(path.c_str(), &error);
  ASSERT_TRUE(opened) << error;
  auto of_clone = FreezeOf(*CloneOf(image));
  for (const auto& each : {image, opened, of_clone}) {
    auto clone = CloneOf(each);
    EXPECT_TRUE(EntersOptimized(*clone, "total"));
    EXPECT_EQ(Evaluate(*clone, "total(points)"), "1275");
    EXPECT_EQ(Evaluate(*clone, kHotPoints), "1275");
    EXPECT_TRUE(EntersOptimized(*clone, "total"));
    EXPECT_EQ(IndexOf(*clone, "total"), IndexOf(*CloneOf(image), "total"));
    EXPECT_FALSE(EntersOptimized(*CloneOf(each, TierMode::kUnoptimized), "total"));
    EXPECT_EQ(Evaluate(*CloneOf(each, TierMode::kUnoptimized), kHotPoints), "1275");
    EXPECT_EQ(Evaluate(*CloneOf(each, TierMode::kInterpreter), kHotPoints), "1275");
  }
  std::remove(path.c_str());
}

TEST(ImageCodeTest, NobodyOptimizesAgainWhatCameWithTheImage) {
  if (!OptimizesImages()) GTEST_SKIP() << "no images, or nothing is optimized";
  auto image = PointsImage();
  auto clone = CloneOf(image);
  size_t bytes = jit::CodeSpace::Get().used_bytes();
  EXPECT_EQ(Evaluate(*clone, "total(points)"), "1275");
  jit::TierStatistics statistics = StatisticsOf(*clone);
  EXPECT_EQ(statistics.functions, 0u);
  EXPECT_EQ(statistics.live_bytes, 0u);
  EXPECT_TRUE(statistics.optimizer == nullptr || statistics.optimizer->functions == 0);
  EXPECT_EQ(jit::CodeSpace::Get().used_bytes(), bytes);
}

TEST(ImageCodeTest, CloneForWhichItIsWrongLeavesAlone) {
  if (!OptimizesImages()) GTEST_SKIP() << "no images, or nothing is optimized";
  auto image = PointsImage();
  auto other = CloneOf(image), first = CloneOf(image);
  // Points are of another shape here, and have doubles.
  const char* kOthers =
      "for (let i = 0; i < 400; i++) total(fill(9, (n) => ({ z: n, y: 0.5, x: n, get sum() { return -this.z "
      "} })));"
      "total(fill(9, (n) => ({ z: n, sum: n / 2 }))) + ' ' + total(points)";
  EXPECT_EQ(Evaluate(*other, kOthers), "18 1275");
  EXPECT_NE(IndexOf(*other, "total"), IndexOf(*first, "total"));
  EXPECT_TRUE(EntersOptimized(*first, "total"));
  EXPECT_EQ(Evaluate(*first, "total(points)"), "1275");
  // Hot again, it has code of its own, which goes with it.
  other->heap().Enter([&] { other->heap().CollectGarbage(); });
  EXPECT_EQ(Evaluate(*other, "for (let i = 0; i < 20000; i++) total(points); total(points)"), "1275");
  EXPECT_TRUE(EntersOptimized(*other, "total"));
  EXPECT_GT(StatisticsOf(*other).live_bytes, 0u);
  // An image of it knows the function by its number, and has its code.
  auto second = FreezeOf(*other);
  for (int i = 0; i < 2; i++) {
    auto clone = CloneOf(second);
    EXPECT_EQ(IndexOf(*clone, "total"), IndexOf(*first, "total"));
    EXPECT_TRUE(EntersOptimized(*clone, "total"));
    EXPECT_EQ(Evaluate(*clone, kOthers), "18 1275");
    EXPECT_EQ(Evaluate(*clone, kHotPoints), "1275");
  }
}

// A redefined getter, a prototype that is changed, an element that is no number.
TEST(ImageCodeTest, WhatClonesChangeHoldsInThem) {
  if (!OptimizesImages()) GTEST_SKIP() << "no images, or nothing is optimized";
  auto image = PointsImage();
  const char* changes[] = {
      "Object.defineProperty(Point.prototype, 'sum', { get() { return 1 } }); total(points)",
      "points[3] = { sum: 's' }; total(points)",
      "Array.prototype.push = function () { return 7 }; fill(3, () => 1).length",
      "total = () => 'other'; total(points)",
      "points.length = 2; points[5] = new Point(1, 1); try { total(points) } catch (e) { e.name }",
      "Object.setPrototypeOf(points[1], { sum: 100 }); total(points)",
  };
  for (const char* change : changes) {
    std::string expected = Evaluate(*CloneOf(image, TierMode::kInterpreter), change);
    for (TierMode mode : {TierMode::kAutomatic, TierMode::kOptimized, TierMode::kUnoptimized}) {
      auto clone = CloneOf(image, mode);
      for (int i = 0; i < 30; i++) {
        std::string again = i == 0 ? change : std::string(change).substr(std::string(change).rfind(';') + 1);
        EXPECT_EQ(Evaluate(*clone, again), expected) << change;
      }
      EXPECT_EQ(Evaluate(*CloneOf(FreezeOf(*clone), mode),
                         std::string(change).substr(std::string(change).rfind(';') + 1)),
                expected);
    }
  }
}

TEST(ImageCodeTest, ClonesOptimizeItsFunctionsForThemselves) {
  if (!OptimizesImages()) GTEST_SKIP() << "no images, or nothing is optimized";
  auto owner = MakeIsolate();
  EXPECT_EQ(Evaluate(*owner, kPoints), "0");
  auto image = FreezeOf(*owner);
  EXPECT_EQ(image->header().optimized_row_count, 0u);
  auto first = CloneOf(image), second = CloneOf(image);
  EXPECT_EQ(Evaluate(*first, kHotPoints), "1275");
  EXPECT_TRUE(EntersOptimized(*first, "total"));
  EXPECT_FALSE(EntersOptimized(*second, "total"));
  EXPECT_GT(StatisticsOf(*first).live_bytes, 0u);
  size_t bytes = jit::CodeSpace::Get().used_bytes();
  uint64_t own = StatisticsOf(*first).live_bytes;
  first.reset();
  EXPECT_LE(jit::CodeSpace::Get().used_bytes(), bytes - own);
  EXPECT_EQ(Evaluate(*second, kHotPoints), "1275");
}

// Nor is it in images of the clone. Also that of functions that are not immortal in the image.
TEST(ImageCodeTest, DroppedCodeIsNotEntered) {
  if (!OptimizesImages()) GTEST_SKIP() << "no images, or nothing is optimized";
  auto image = PointsImage();
  auto chained = CloneOf(image);
  EXPECT_EQ(Evaluate(*chained,
                     "function more(list) { let s = 1; for (let i = 0; i < list.length; i++) s += "
                     "list[i].sum; return s }"
                     "for (let i = 0; i < 3000; i++) more(points); more(points)"),
            "1276");
  std::string error;
  auto of_chain = FreezeOf(*chained), compacted = CloneOf(image)->Freeze(&error, Compaction::kWhole);
  ASSERT_TRUE(compacted) << error;
  EXPECT_TRUE(EntersOptimized(*CloneOf(of_chain), "more"));
  for (const auto& each : {image, of_chain, compacted}) {
    auto clone = CloneOf(each);
    clone->Enter([](Isolate& isolate) { jit::DropOptimized(isolate); });
    EXPECT_EQ(FreezeOf(*clone)->header().optimized_row_count, 0u);
    EXPECT_FALSE(EntersOptimized(*clone, "total"));
    if (each == of_chain) EXPECT_FALSE(EntersOptimized(*clone, "more"));
    EXPECT_EQ(Evaluate(*clone, "total(points) + spin(300000)"), "1291");
    EXPECT_TRUE(EntersOptimized(*CloneOf(each), "total"));
  }
}

// A clone in a chain that gives code up, and makes it again, forgets what the code before has referred to.
TEST(ImageCodeTest, LiteralsOfFormerCodeGo) {
  if (!OptimizesImages()) GTEST_SKIP() << "no images, or nothing is optimized";
  auto image = PointsImage();
  for (int turn = 0; turn < 6; turn++) {
    auto clone = CloneOf(image);
    clone->Enter([](Isolate& isolate) { jit::DropOptimized(isolate); });
    EXPECT_EQ(Evaluate(*clone, kHotPoints), "1275");
    EXPECT_TRUE(EntersOptimized(*clone, "total"));
    WithCodeOf(*clone, "total", [&](Isolate& isolate, Code*) {
      JSObject* global = isolate.realm()->global_object();
      Value total = global->GetOwn(isolate, PropertyKey::FromAscii(isolate, "total")).value;
      Value list = static_cast<JSFunction*>(total.AsObject())->info()->feedback_->literals();
      size_t length = 0;
      for (; list.Is<ValueArray>(); list = list.As<ValueArray>()->slots()[0].get()) length++;
      EXPECT_LE(length, 4u) << "turn " << turn;  // the image's, and own code of the same places
    });
    image = FreezeOf(*clone);
  }
}

TEST(ImageCodeTest, ClonesOnAllThreadsRunAndLeaveIt) {
  if (!OptimizesImages()) GTEST_SKIP() << "no images, or nothing is optimized";
  auto image = PointsImage();
  int right = CountOnThreads([&](int thread) {
    auto clone = CloneOf(image);
    const char* changes[] = {"0", "points.forEach((p) => { p.z = 1 }); 0",
                             "points[3] = new Point(3.5, 0.5); 0", "Point.prototype.other = 1; 0"};
    return Evaluate(*clone, changes[thread]) == "0" && Evaluate(*clone, kHotPoints) == "1275" &&
           Evaluate(*CloneOf(FreezeOf(*clone)), kHotPoints) == "1275";
  });
  EXPECT_EQ(right, 20);
}

}  // namespace
}  // namespace halfword::testing
