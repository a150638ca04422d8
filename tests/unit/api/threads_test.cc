// Isolates and threads, processes, signals.
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "fixture.h"

namespace api_testing {
namespace {

constexpr char kLibrary[] =
    "var table = new Map; for (let i = 0; i < 500; i++) table.set('key' + i, {i, s: 's' + i});"
    "function work(n) { let s = 0; for (const [k, v] of table) { v.n = (v.n ?? 0) + n; s += v.n + k.length } "
    "return s + [...'cab'].sort().join('') + JSON.stringify({n}) }";

// An image of the library; null, hence the one that is built in, where there are no images.
hw_image* Library() {
#if HALFWORD_COMPRESS
  return ImageOf(kLibrary);
#else
  return nullptr;
#endif
}
std::string Work(hw_isolate* isolate, int n) {
  return RunIn(isolate, (HALFWORD_COMPRESS ? std::string() : kLibrary) + std::string(";work(") +
                            std::to_string(n) + ")");
}
std::string Expected(int n) {
  return std::to_string(500 * n + 2890) + "abc{\"n\":" + std::to_string(n) + "}";
}

template <class F>
void OnThreads(int count, F&& body) {
  std::vector<std::thread> threads;
  for (int t = 0; t < count; t++) threads.emplace_back([&body, t] { body(t); });
  for (std::thread& thread : threads) thread.join();
}

TEST(ThreadsTest, CloneRunAndDestroyAtOnce) {
  hw_config config = Config();
  config.image = Library();
  OnThreads(4, [&](int t) {
    for (int i = 0; i < 30; i++) {
      hw_isolate* isolate = New(config);
      EXPECT_EQ(Work(isolate, t * 100 + i), Expected(t * 100 + i));
      hw_isolate_destroy(isolate);
    }
  });
  hw_image_release(config.image);
}

TEST(ThreadsTest, ShareAPoolAndFreezeAtOnce) {
  hw_config config = Config();
  config.image = Library();
  hw_pool* pool = hw_pool_new(&config, 3, nullptr);
  ASSERT_NE(pool, nullptr);
  OnThreads(4, [&](int t) {
    for (int i = 0; i < 15; i++) {
      hw_isolate* isolate = hw_pool_take(pool, nullptr);
      EXPECT_EQ(Work(isolate, i), Expected(i));
      if (hw_image* image = i % 5 == t % 5 ? hw_isolate_freeze(isolate, nullptr) : nullptr) {
        hw_config again = Config();
        again.image = image;
        hw_isolate* clone = New(again);
        EXPECT_EQ(Work(clone, 0).substr(0, 4), Expected(i).substr(0, 4));
        hw_isolate_destroy(clone);
        hw_image_release(image);
      }
      hw_pool_give(pool, isolate);
    }
  });
  hw_pool_destroy(pool);
  hw_image_release(config.image);
}

TEST(ThreadsTest, AnIsolateGoesFromThreadToThread) {
  hw_isolate* isolate = New(Config());
  ASSERT_EQ(RunIn(isolate, "var list = [], n = 0; 1"), "1");
  hw_ref kept = hw_ref_new(isolate, hw_object(isolate));
  std::mutex mutex;
  std::condition_variable changed;
  int turn = 0;
  constexpr int kThreads = 8, kTurns = 200;
  OnThreads(kThreads, [&](int t) {
    for (int i = 0; i < kTurns / kThreads; i++) {
      std::unique_lock<std::mutex> lock(mutex);
      changed.wait(lock, [&] { return turn % kThreads == t; });
      EXPECT_EQ(RunIn(isolate, "for (let i = 0; i < 1000; i++) list[i % 100] = {n: n + i}; ++n"),
                std::to_string(turn + 1));
      EXPECT_EQ(hw_type_of(isolate, hw_ref_get(isolate, kept)), HW_TYPE_OBJECT);
      if (turn % 16 == 0) hw_isolate_collect(isolate);
      turn++;
      changed.notify_all();
    }
  });
  EXPECT_EQ(RunIn(isolate, "n + '' + list.every((o, i) => o.n == n - 1 + 900 + i)"), "200true");
  hw_isolate_destroy(isolate);
}

TEST(ThreadsTest, OneThreadEntersManyIsolatesInAnyOrder) {
  std::vector<hw_isolate*> all;
  for (int i = 0; i < 5; i++) all.push_back(New(Config()));
  for (size_t i = 0; i < 5; i++) RunIn(all[i], "var n = " + std::to_string(i));
  for (size_t i : {4u, 0u, 2u, 2u, 1u, 3u, 0u}) EXPECT_EQ(RunIn(all[i], "n"), std::to_string(i));
  for (size_t i : {2u, 0u, 4u, 1u, 3u}) hw_isolate_destroy(all[i]);
}

TEST(ThreadsTest, AForkedProcessGoesOnWithItsCopies) {
  hw_config config = Config();
  config.image = Library();
  hw_isolate* isolate = New(config);
  EXPECT_EQ(Work(isolate, 1), Expected(1));
  ASSERT_EQ(RunIn(isolate, "var who = 'parent'; who"), "parent");
  pid_t child = fork();
  if (child == 0) {
    bool right =
        RunIn(isolate, "who = 'child'; let a = []; for (let i = 0; i < 1e5; i++) a.push({i}); who") ==
        "child";
    hw_isolate_collect(isolate);
    right &= RunIn(isolate, "who") == "child";
    if (hw_isolate_reset(isolate)) right &= Work(isolate, 7) == Expected(7);
    hw_isolate* fresh = New(config);
    right &= Work(fresh, 3) == Expected(3);
    hw_isolate_destroy(fresh);
    hw_isolate_destroy(isolate);
    _exit(right ? 0 : 1);
  }
  int status = 1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(RunIn(isolate, "who"), "parent");
  hw_isolate_destroy(isolate);
  hw_image_release(config.image);
}

// ---- Interrupts ----

std::atomic<hw_isolate*> to_be_interrupted;

TEST(ThreadsTest, ASignalHandlerInterrupts) {
  struct sigaction action = {}, former;
  action.sa_handler = [](int) { hw_isolate_interrupt(to_be_interrupted.load()); };
  sigaction(SIGUSR1, &action, &former);
  const char* loops[] = {"for (;;);", "[5, 4, 3].sort(() => { for (;;); })",
                         "while (1) 'a'.repeat(1e6).indexOf('b')",
                         "Promise.resolve().then(function f() { return Promise.resolve().then(f) }); 1"};
  for (const char* loop : loops) {
    hw_isolate* isolate = New(Config());
    to_be_interrupted = isolate;
    std::atomic<bool> ended = false;
    pthread_t self = pthread_self();
    std::thread other([&] {
      while (!ended) {
        usleep(2000);
        if (!ended) pthread_kill(self, SIGUSR1);
      }
    });
    hw_status status = hw_evaluate(isolate, loop, HW_ZERO_TERMINATED, "", nullptr);
    if (status == HW_OK) status = hw_run_jobs(isolate);
    ended = true;
    other.join();
    EXPECT_EQ(status, HW_TERMINATED) << loop;
    EXPECT_EQ(hw_isolate_reason(isolate), HW_REASON_INTERRUPT);
    hw_isolate_destroy(isolate);
  }
  sigaction(SIGUSR1, &former, nullptr);
}

TEST(ThreadsTest, InterruptsOfOthersDoNotMeet) {
  OnThreads(4, [](int) {
    for (int i = 0; i < 5; i++) {
      hw_isolate* isolate = New(Config());
      std::thread other([&] {
        usleep(1000);
        hw_isolate_interrupt(isolate);
      });
      EXPECT_EQ(RunIn(isolate, "for (;;);"), "terminated " + std::to_string(HW_REASON_INTERRUPT));
      other.join();
      if (hw_isolate_reset(isolate)) EXPECT_EQ(RunIn(isolate, "1 + 1"), "2");
      hw_isolate_destroy(isolate);
    }
  });
}

#if HALFWORD_COMPRESS
// Whoever makes and destroys isolates needs no new mappings for it, until the image gives up what it kept.
TEST(ThreadsTest, TheNextIsolateTakesTheSlotOfTheLast) {
  auto cage_of = [](hw_isolate* isolate) { return hw_global(isolate).bits << 16 >> 48 << 32; };
  hw_isolate* first = New(Config());
  uint64_t cage = cage_of(first);
  EXPECT_EQ(RunIn(first, "globalThis.mine = 1"), "1");
  hw_isolate_destroy(first);
  std::vector<hw_isolate*> more;
  bool found = false;
  for (size_t i = 0; i < std::thread::hardware_concurrency() && !found; i++) {
    more.push_back(New(Config()));
    EXPECT_EQ(RunIn(more.back(), "typeof mine"), "undefined");
    found = cage_of(more.back()) == cage;
  }
  EXPECT_TRUE(found);
  for (hw_isolate* isolate : more) hw_isolate_destroy(isolate);
  hw_image_trim(nullptr);
  unsigned char present;
  EXPECT_NE(mincore(reinterpret_cast<void*>(cage + 4096), 4096, &present), 0);
}
#endif

}  // namespace
}  // namespace api_testing
