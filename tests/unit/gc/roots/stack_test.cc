// Fibers and coroutines: references on stacks that wait, and in memory that is scanned like a stack.
#include "halfword/gc/stack.h"

#include <signal.h>
#include <ucontext.h>

#include <coroutine>
#include <functional>
#include <memory>
#include <optional>

#include "fixture.h"
#include "halfword/gc/allocation.h"
#include "halfword/gc/persistent.h"

namespace halfword::gc::testing {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  explicit Node(int n) : number(n) {}
  void Trace(Visitor*) const {}
  int number;
};

// A fiber that runs `body` when it is switched to, until it switches back or ends.
class Fiber {
 public:
  static constexpr size_t kBytes = 256 << 10;

  Fiber(Heap& heap, Stack& main, std::function<void(Fiber&)> body)
      : main_(main),
        memory_(new char[kBytes]),
        stack_(std::in_place, heap, memory_.get() + kBytes),
        body_(std::move(body)) {
    getcontext(&context_);
    context_.uc_stack.ss_sp = memory_.get();
    context_.uc_stack.ss_size = kBytes;
    context_.uc_link = nullptr;
    auto self = reinterpret_cast<uintptr_t>(this);
    makecontext(&context_, reinterpret_cast<void (*)()>(&Begin), 2, static_cast<uint32_t>(self),
                static_cast<uint32_t>(self >> 32));
  }
  __attribute__((noinline)) void Run() {
    Stack::Switch(main_, *stack_);
    swapcontext(&back_, &context_);
  }
  __attribute__((noinline)) void Wait() {
    Stack::Switch(*stack_, main_);
    swapcontext(&context_, &back_);
  }
  bool has_ended() const { return ended_; }
  void Forget() { stack_.reset(); }

 private:
  static void Begin(uint32_t low, uint32_t high) {
    auto* self = reinterpret_cast<Fiber*>(uintptr_t{high} << 32 | low);
    self->body_(*self);
    self->ended_ = true;
    self->Wait();
  }
  Stack& main_;
  std::unique_ptr<char[]> memory_;
  std::optional<Stack> stack_;
  std::function<void(Fiber&)> body_;
  ucontext_t context_, back_;
  bool ended_ = false;
};

class StackTest : public GcTest {
 protected:
  static constexpr int kNodes = 50;

  // Nodes that are known by this frame only, while `meanwhile` runs; then they say who they are.
  template <typename F>
  __attribute__((noinline)) int SumAround(F meanwhile) {
    Node* volatile nodes[kNodes];
    for (int i = 0; i < kNodes; i++) {
      nodes[i] = MakeGarbageCollected<Node>(*heap_, i);
      seen_.push_back(std::make_unique<WeakPersistent<Node>>(nodes[i]));
    }
    meanwhile();
    int sum = 0;
    for (int i = 0; i < kNodes; i++) sum += nodes[i]->number;
    return sum;
  }
  int Alive() const {
    int alive = 0;
    for (const auto& node : seen_) alive += node->Get() != nullptr;
    return alive;
  }

  std::vector<std::unique_ptr<WeakPersistent<Node>>> seen_;
};

// Under the address sanitizer locals may live elsewhere, in frames that only the running stack leads to.
#if !defined(__SANITIZE_ADDRESS__)
constexpr int kSum = 50 * 49 / 2;

TEST_F(StackTest, WhatAFiberKnowsSurvivesWhileItWaits) {
  heap_->Enter([&] {
    Stack main(*heap_);
    int sum = 0;
    Fiber fiber(*heap_, main, [&](Fiber& self) { sum = SumAround([&] { self.Wait(); }); });
    fiber.Run();
    for (int i = 0; i < 3; i++) heap_->CollectGarbage();
    EXPECT_EQ(Alive(), kNodes);
    fiber.Run();
    EXPECT_EQ(sum, kSum);
    EXPECT_TRUE(fiber.has_ended());
    seen_.clear();
  });
}

TEST_F(StackTest, WhatTheCallerKnowsSurvivesWhileAFiberRuns) {
  heap_->Enter([&] {
    Stack main(*heap_);
    Fiber fiber(*heap_, main, [&](Fiber& self) {
      for (int i = 0; i < 3; i++) {
        heap_->CollectGarbage();
        self.Wait();
      }
    });
    EXPECT_EQ(SumAround([&] {
                while (!fiber.has_ended()) fiber.Run();
                EXPECT_EQ(Alive(), kNodes);
              }),
              kSum);
    seen_.clear();
  });
}

// ---- Stacks that nobody has announced

class UnknownStackTest : public StackTest {
 protected:
  static constexpr size_t kBytes = 256 << 10;

  // Runs `body` on a stack of which the heap is told nothing.
  template <typename F>
  void RunElsewhere(F body) {
    static F* current;
    static ucontext_t here;
    current = &body;
    std::unique_ptr<char[]> memory(new char[kBytes]);
    ucontext_t there;
    getcontext(&there);
    there.uc_stack.ss_sp = memory.get();
    there.uc_stack.ss_size = kBytes;
    there.uc_link = &here;
    makecontext(&there, [] { (*current)(); }, 0);
    swapcontext(&here, &there);
  }
};

TEST_F(UnknownStackTest, ACollectionThereIsRefused) {
  heap_->Enter([&] {
    EXPECT_DEATH(RunElsewhere([&] { heap_->CollectGarbage(); }), "a stack that the heap does not know");
    RunElsewhere([&] { Precise(); });  // nothing to scan
    RunElsewhere([&] { MakeGarbageCollected<Node>(*heap_, 1); });
  });
}

TEST_F(UnknownStackTest, OnASignalsStackToo) {
  static Heap* heap;
  heap = heap_.get();
  heap_->Enter([&] {
    EXPECT_DEATH(
        {
          stack_t stack{};
          stack.ss_sp = new char[kBytes];
          stack.ss_size = kBytes;
          sigaltstack(&stack, nullptr);
          struct sigaction action{};
          action.sa_handler = [](int) { heap->CollectGarbage(); };
          action.sa_flags = SA_ONSTACK;
          sigaction(SIGUSR1, &action, nullptr);
          raise(SIGUSR1);
        },
        "a stack that the heap does not know");
  });
}

TEST_F(UnknownStackTest, ASwitchOnTheWrongSideIsRefused) {
  heap_->Enter([&] {
    Stack main(*heap_);
    std::unique_ptr<char[]> memory(new char[kBytes]);
    Stack fiber(*heap_, memory.get() + kBytes);
    EXPECT_DEATH(
        {
          Stack::Switch(main, fiber);
          Stack::Switch(fiber, main);  // it is the main stack that runs
        },
        "was not called on `from`");
    EXPECT_DEATH(RunElsewhere([&] { Stack::Switch(main, fiber); }), "was not called on `from`");
  });
}

TEST_F(StackTest, ManyFibersCollectInTurn) {
  heap_->Enter([&] {
    Stack main(*heap_);
    std::vector<std::unique_ptr<Fiber>> fibers;
    std::vector<int> sums(20);
    for (int& sum : sums) {
      fibers.push_back(std::make_unique<Fiber>(*heap_, main, [&](Fiber& self) {
        sum = SumAround([&] {
          self.Wait();
          heap_->CollectGarbage();
          self.Wait();
        });
      }));
    }
    for (int round = 0; round < 3; round++) {
      for (auto& fiber : fibers) fiber->Run();
      if (round < 2) EXPECT_EQ(Alive(), kNodes * 20);
    }
    for (int sum : sums) EXPECT_EQ(sum, kSum);
    seen_.clear();
  });
}

TEST_F(StackTest, ACollectionWithoutStacksSkipsThem) {
  heap_->Enter([&] {
    Stack main(*heap_);
    Fiber fiber(*heap_, main, [&](Fiber& self) { SumAround([&] { self.Wait(); }); });
    fiber.Run();
    heap_->CollectGarbage(StackState::kNoHeapPointers);
    EXPECT_EQ(Alive(), 0);
    seen_.clear();
  });
}

TEST_F(StackTest, AStackThatIsGoneKeepsNothing) {
  heap_->Enter([&] {
    Stack main(*heap_);
    Fiber fiber(*heap_, main, [&](Fiber& self) { SumAround([&] { self.Wait(); }); });
    fiber.Run();
    fiber.Forget();
    ScrubStack();
    heap_->CollectGarbage();
    EXPECT_LT(Alive(), kNodes / 2) << "stale frames of this one may hold some";
    seen_.clear();
  });
}
#endif

// ---- Coroutines: their frames are objects of malloc's

struct Task {
  struct promise_type {
    // What is scanned stands before the frame.
    static void* operator new(size_t bytes) {
      auto* place = static_cast<char*>(::operator new(sizeof(ScannedMemory) + bytes));
      std::memset(place, 0, sizeof(ScannedMemory) + bytes);
      new (place) ScannedMemory(*heap, place + sizeof(ScannedMemory), bytes);
      return place + sizeof(ScannedMemory);
    }
    static void operator delete(void* frame) {
      auto* memory = reinterpret_cast<ScannedMemory*>(static_cast<char*>(frame) - sizeof(ScannedMemory));
      memory->~ScannedMemory();
      ::operator delete(memory);
    }
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(int value) { result = value; }
    void unhandled_exception() {}
    int result = 0;
    static Heap* heap;
  };
  std::coroutine_handle<promise_type> handle;
};
Heap* Task::promise_type::heap = nullptr;

Task Sum(Heap& heap, int count, std::vector<std::unique_ptr<WeakPersistent<Node>>>& seen) {
  Node* first = MakeGarbageCollected<Node>(heap, count);
  Node* second = MakeGarbageCollected<Node>(heap, 2 * count);
  seen.push_back(std::make_unique<WeakPersistent<Node>>(first));
  seen.push_back(std::make_unique<WeakPersistent<Node>>(second));
  co_await std::suspend_always();
  co_return first->number + second->number;
}

TEST_F(StackTest, FramesOfCoroutinesAreScannedWhereTheyAreAnnounced) {
  Task::promise_type::heap = heap_.get();
  heap_->Enter([&] {
    std::vector<Task> tasks;
    for (int i = 0; i < kNodes; i++) tasks.push_back(Sum(*heap_, i, seen_));
    ScrubStack();
    heap_->CollectGarbage();
    EXPECT_EQ(Alive(), 2 * kNodes);
    for (int i = 0; i < kNodes; i++) {
      tasks[static_cast<size_t>(i)].handle.resume();
      EXPECT_EQ(tasks[static_cast<size_t>(i)].handle.promise().result, 3 * i);
      tasks[static_cast<size_t>(i)].handle.destroy();
    }
    ScrubStack();
    heap_->CollectGarbage();
    EXPECT_LT(Alive(), kNodes);
    seen_.clear();
  });
}

}  // namespace
}  // namespace halfword::gc::testing
