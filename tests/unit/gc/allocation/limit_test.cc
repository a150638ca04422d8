// Limits: the heap's own, and the process's address space.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include "cage/slot.h"
#include "fixture.h"
#include "halfword/gc/allocation.h"
#include "halfword/gc/persistent.h"

namespace halfword::gc::testing {
namespace {

class LimitTest : public GcTest {
 public:
  void StartWithLimit(size_t limit, size_t cage) {
    HeapOptions options;
    options.cage_size = cage;
    options.heap_limit = limit;
    options.initial_threshold = 1 << 20;
    Start(options);
    HeapCallbacks callbacks;
    callbacks.data = this;
    callbacks.trace_roots = &TraceTestRoots;
    callbacks.out_of_memory = [](void* data) { static_cast<LimitTest*>(data)->out_of_memory_++; };
    heap_->SetCallbacks(callbacks);
  }
  int out_of_memory_ = 0;
};

TEST_F(LimitTest, TheClientIsToldOnceAndAllocationGoesOnIntoTheReserve) {
  StartWithLimit(4 << 20, 64 << 20);
  heap_->Enter([&] {
    while (out_of_memory_ == 0) {
      TaggedBits cell = NewArray(20);
      At(cell)[0] = roots_[0];
      roots_[0] = cell;
    }
    EXPECT_TRUE(heap_->is_over_limit());
    EXPECT_LE(heap_->CollectStatistics().used_bytes, size_t{5} << 20);
    for (int i = 0; i < 10000; i++) {
      TaggedBits cell = NewArray(20);
      At(cell)[0] = roots_[0];
      roots_[0] = cell;
    }
    EXPECT_EQ(out_of_memory_, 1);
    roots_[0] = 0;
  });
  Precise();
  EXPECT_FALSE(heap_->is_over_limit());
}

// A program that goes on as if nothing had happened.
class ReserveTest : public LimitTest {
 protected:
  static constexpr size_t kLimit = 16 << 20;

  void StartWithReserve(size_t reserve, bool tells = true) {
    HeapOptions options;
    options.cage_size = 256 << 20;
    options.heap_limit = kLimit;
    options.reserve = reserve;
    Start(options);
    HeapCallbacks callbacks = heap_->callbacks();
    if (tells)
      callbacks.out_of_memory = [](void* data) { static_cast<ReserveTest*>(data)->out_of_memory_++; };
    heap_->SetCallbacks(callbacks);
  }
  void Keep(TaggedBits cell) {
    At(cell)[0] = roots_[0];
    roots_[0] = cell;
  }
};

TEST_F(ReserveTest, ItsEndIsTheEndOfEnter) {
  StartWithReserve(4 << 20);
  bool returned = true;
  heap_->Enter([&] {
    for (;;) Keep(NewArray(20));
    returned = false;
  });
  EXPECT_TRUE(returned);
  EXPECT_EQ(out_of_memory_, 1);
  EXPECT_TRUE(heap_->is_exhausted());
  size_t used = heap_->CollectStatistics().used_bytes;
  EXPECT_GT(used, kLimit + (3 << 20));
  EXPECT_LE(used, kLimit + (4 << 20));
  heap_->Enter([&] {
    for (;;) Keep(NewArray(20));
  });
  EXPECT_LE(heap_->CollectStatistics().used_bytes, kLimit + (4 << 20)) << "and not more the next time";
}

TEST_F(ReserveTest, IsAQuarterOfTheLimitOrEightMiB) {
  StartWithReserve(0);
  heap_->Enter([&] {
    for (;;) Keep(NewArray(20));
  });
  size_t used = heap_->CollectStatistics().used_bytes;
  EXPECT_GT(used, kLimit + (7 << 20));
  EXPECT_LE(used, kLimit + (8 << 20));
}

TEST_F(ReserveTest, LargeObjectsEndThereToo) {
  StartWithReserve(4 << 20);
  size_t cell = CellSize(40 << 20);
  bool was_made = false;
  heap_->Enter([&] {
    heap_->AllocateLarge(TypedHeader(kLeaf, cell), cell);
    was_made = true;
  });
  EXPECT_FALSE(was_made);
  EXPECT_TRUE(heap_->is_exhausted());
}

// What it lets go on the way down is found, and then it was no end.
TEST_F(ReserveTest, WhoLetsGoMayGoOn) {
  StartWithReserve(8 << 20);
  heap_->Enter([&] {
    while (out_of_memory_ == 0) Keep(NewArray(20));
    roots_[0] = 0;
    for (int i = 0; i < 1'000'000; i++) NewArray(20);
  });
  EXPECT_FALSE(heap_->is_exhausted());
  EXPECT_FALSE(heap_->is_over_limit());
}

TEST_F(ReserveTest, WithNobodyToTellTheProcessEnds) {
  StartWithReserve(4 << 20, false);
  EXPECT_DEATH(heap_->Enter([&] {
    for (;;) Keep(NewArray(20));
  }),
               "used up its limit and the reserve beyond it: array");
  size_t cell = CellSize(40 << 20);
  EXPECT_DEATH(heap_->Enter([&] { heap_->AllocateLarge(TypedHeader(kLeaf, cell), cell); }),
               "reserve.*: leaf");
}

TEST_F(LimitTest, SizesThatAreNoNumbersDoNotFit) {
  StartWithLimit(4 << 20, 64 << 20);
  EXPECT_FALSE(heap_->CanGrowExternal(SIZE_MAX));
  EXPECT_FALSE(heap_->CanGrowExternal(SIZE_MAX - (1 << 20)));
  EXPECT_FALSE(heap_->EnsureRoom(SIZE_MAX));
}

TEST_F(LimitTest, GarbageAloneNeverReachesTheLimit) {
  StartWithLimit(2 << 20, 16 << 20);
  heap_->Enter([&] {
    for (int i = 0; i < 1'000'000; i++) NewLeaf(60);
  });
  EXPECT_EQ(out_of_memory_, 0);
}

TEST_F(LimitTest, LargeAllocationReturnsNullOverTheLimit) {
  StartWithLimit(4 << 20, 64 << 20);
  heap_->Enter([&] {
    size_t cell = CellSize(3 << 20);
    EXPECT_NE(heap_->TryAllocateLarge(TypedHeader(kLeaf, cell), cell), nullptr);
    ScrubStack();
  });
  heap_->Enter([&] {
    size_t cell = CellSize(8 << 20);
    EXPECT_EQ(heap_->TryAllocateLarge(TypedHeader(kLeaf, cell), cell), nullptr);
    EXPECT_EQ(out_of_memory_, 0);
    EXPECT_NE(heap_->AllocateLarge(TypedHeader(kLeaf, cell), cell), nullptr);
    EXPECT_EQ(out_of_memory_, 1);
  });
}

TEST_F(LimitTest, ExternalMemoryCounts) {
  StartWithLimit(4 << 20, 64 << 20);
  EXPECT_TRUE(heap_->CanGrowExternal(3 << 20));
  heap_->AdjustExternalBytes(3 << 20);
  EXPECT_FALSE(heap_->CanGrowExternal(2 << 20));
}

// Each collection makes room for a few allocations only: the client is told, though nothing failed.
TEST_F(LimitTest, CollectionsThatFreeLittleAreTheEnd) {
  // Room for four of the objects, of which the stack may keep some.
  constexpr size_t kLimit = 32 << 20, kRoom = 512 << 10;
  StartWithLimit(kLimit, 64 << 20);
  size_t cell = CellSize(100 << 10);
  size_t allocations = 0;
  heap_->Enter([&] {
    while (heap_->CollectStatistics().used_bytes < kLimit - kRoom) {
      TaggedBits kept = NewArray(500);
      At(kept)[0] = roots_[0];
      roots_[0] = kept;
    }
    ScrubStack();  // of statistics: numbers that look like references to what comes next
  });
  heap_->Enter([&] {
    while (out_of_memory_ == 0 && allocations < 100'000) {
      heap_->AllocateLarge(TypedHeader(kLeaf, cell), cell);
      allocations++;
    }
  });
  EXPECT_EQ(out_of_memory_, 1);
  EXPECT_LT(heap_->CollectStatistics().collections, 100u);
  EXPECT_GT(allocations, 10u);
}

// The host has no patience: neither clears the heap all of a large object for it, nor does it collect.
TEST_F(LimitTest, WhoIsToBeStoppedNeedNotWaitForClearMemoryOrCollections) {
  static int questions;
  questions = 0;
  StartWithLimit(32 << 20, 128 << 20);
  HeapCallbacks callbacks;
  callbacks.data = this;
  callbacks.trace_roots = &TraceTestRoots;
  callbacks.should_stop = [](void*) {
    questions++;
    return true;
  };
  callbacks.out_of_memory = [](void* data) { static_cast<LimitTest*>(data)->out_of_memory_++; };
  heap_->SetCallbacks(callbacks);
  heap_->Enter([&] {
    size_t cell = CellSize(20 << 20);
    auto* bytes = static_cast<const char*>(heap_->TryAllocateLarge(TypedHeader(kLeaf, cell), cell));
    ASSERT_NE(bytes, nullptr);
    EXPECT_EQ(questions, 1);
    EXPECT_EQ(bytes[cell / 2], 0);
    ScrubStack();
  });
  heap_->Enter([&] {
    size_t cell = CellSize(20 << 20);
    EXPECT_EQ(heap_->TryAllocateLarge(TypedHeader(kLeaf, cell), cell), nullptr);
    EXPECT_EQ(heap_->CollectStatistics().collections, 0u);
  });
  EXPECT_EQ(out_of_memory_, 0);
}

// Wherever a collection is left, in the middle of the roots or of what is weak: nothing that lives is lost,
// and the next one ends what it began.
TEST_F(LimitTest, ACollectionThatIsLeftIsMadeUpForByTheNext) {
  constexpr size_t kCells = 100'000;  // several pieces of roots and of weak references
  static std::vector<TaggedBits> cells;
  static uint64_t questions, patience;
  bool was_left = true;
  int times_left = 0;
  for (patience = 1; was_left; patience += 3, times_left++) {
    cells.assign(kCells, EncodeImmediate(0));
    StartWithLimit(32 << 20, 128 << 20);
    HeapCallbacks callbacks;
    callbacks.data = this;
    callbacks.trace_roots = [](void* data, Visitor& v) {
      TraceTestRoots(data, v);
      v.TraceTaggedRange(cells.data(), cells.data() + cells.size());
    };
    heap_->SetCallbacks(callbacks);
    roots_[0] = NewLeaf();
    for (size_t i = 0; i < kCells; i++) {
      cells[i] = Compress(New(kWeakCell, 2 * kTaggedSize), kObjectTag);
      At(cells[i])[0] = i % 2 ? NewLeaf() : roots_[0];
    }
    Precise();
    for (size_t i = 1; i < kCells; i += 2) At(cells[i])[0] = NewLeaf();
    uint64_t collections = heap_->CollectStatistics().collections;
    questions = 0;
    callbacks.should_stop = [](void*) { return ++questions >= patience; };
    heap_->SetCallbacks(callbacks);
    heap_->Enter([&] {
      size_t cell = CellSize(31 << 20);
      EXPECT_EQ(heap_->TryAllocateLarge(TypedHeader(kLeaf, cell), cell), nullptr);
    });
    was_left = heap_->CollectStatistics().collections == collections;
    for (size_t i = 0; i < kCells; i += 2) ASSERT_EQ(At(cells[i])[0], roots_[0]);
    callbacks.should_stop = nullptr;
    heap_->SetCallbacks(callbacks);
    Precise();
    for (size_t i = 0; i < kCells; i++) {
      ASSERT_EQ(At(cells[i])[0], i % 2 ? EncodeImmediate(1) : roots_[0]) << i;
    }
    ASSERT_EQ(Total(), kCells + 1);
  }
  EXPECT_GT(times_left, 10);
}

TEST_F(LimitTest, NearTheLimitTheClientMayRaiseIt) {
  StartWithLimit(4 << 20, 64 << 20);
  HeapCallbacks callbacks;
  callbacks.data = this;
  callbacks.trace_roots = &TraceTestRoots;
  callbacks.near_limit = [](void*, size_t limit) { return limit * 2; };
  callbacks.out_of_memory = [](void* data) { static_cast<LimitTest*>(data)->out_of_memory_++; };
  heap_->SetCallbacks(callbacks);
  heap_->Enter([&] {
    for (int i = 0; i < 100'000; i++) {
      TaggedBits cell = NewArray(20);
      At(cell)[0] = roots_[0];
      roots_[0] = cell;
    }
  });
  EXPECT_EQ(out_of_memory_, 0);
  EXPECT_GT(heap_->CollectStatistics().limit, size_t{4} << 20);
}

struct Link : GarbageCollected<Link> {
  explicit Link(Link* n) : next(n) {}
  void Trace(Visitor* visitor) const { visitor->Trace(next); }
  Member<Link> next;
};

TEST_F(LimitTest, TryingReturnsNullOverTheLimitAndTellsNobody) {
  StartWithLimit(4 << 20, 64 << 20);
  heap_->Enter([&] {
    Persistent<Link> list;
    size_t length = 0;
    while (Link* link = TryMakeGarbageCollected<Link>(*heap_, list.Get())) {
      list = link;
      length++;
    }
    EXPECT_GT(length, size_t{200'000});
    EXPECT_EQ(TryMakeGarbageCollected<Link>(*heap_, AdditionalBytes(100'000), nullptr), nullptr);
    EXPECT_EQ(out_of_memory_, 0);
    list = nullptr;
    heap_->CollectGarbage(StackState::kNoHeapPointers);  // a stale word of this frame would keep all of it
    EXPECT_NE(TryMakeGarbageCollected<Link>(*heap_, nullptr), nullptr);
    EXPECT_NE(TryMakeGarbageCollected<Link>(*heap_, AdditionalBytes(100'000), nullptr), nullptr);
  });
}

// The n-th allocation finds the heap full; the program goes on without the object.
TEST_F(LimitTest, EveryAllocationFailedInTurnIsSurvived) {
  constexpr int kAllocations = 300;
  for (int failing = 0; failing < kAllocations; failing++) {
    StartWithLimit(8 << 20, 64 << 20);
    heap_->Enter([&] {
      Persistent<Link> list;
      int made = 0;
      for (int i = 0; i < kAllocations; i++) {
        if (i == failing) heap_->SetLimit(1);
        Link* link = i % 3 == 2 ? TryMakeGarbageCollected<Link>(*heap_, AdditionalBytes(20'000), list.Get())
                                : TryMakeGarbageCollected<Link>(*heap_, list.Get());
        if (i == failing) heap_->SetLimit(8 << 20);
        EXPECT_EQ(link == nullptr, i == failing);
        if (link == nullptr) continue;
        list = link;
        made++;
      }
      EXPECT_EQ(made, kAllocations - 1);
      int length = 0;
      for (Link* link = list; link != nullptr; link = link->next) length++;
      EXPECT_EQ(length, made);
      heap_->Verify();
    });
    EXPECT_EQ(out_of_memory_, 0);
  }
}

// Nor is a collection that frees nothing the end of a heap whose limit was lowered, though nothing has been
// allocated since the one before.
TEST_F(LimitTest, ALoweredLimitIsNoDebt) {
  StartWithLimit(8 << 20, 64 << 20);
  heap_->Enter([&] {
    Persistent<Link> list;
    for (int i = 0; i < 100; i++) list = MakeGarbageCollected<Link>(*heap_, list.Get());
    heap_->CollectGarbage();
    heap_->SetLimit(1);
    EXPECT_EQ(TryMakeGarbageCollected<Link>(*heap_, AdditionalBytes(20'000), nullptr), nullptr);
    EXPECT_EQ(out_of_memory_, 0);
    heap_->SetLimit(8 << 20);
    EXPECT_NE(TryMakeGarbageCollected<Link>(*heap_, AdditionalBytes(20'000), nullptr), nullptr);
  });
}

// Where the program can't do without: it is told, and goes on in the reserve.
TEST_F(LimitTest, EveryAllocationThatMustNotFailIsSurvived) {
  constexpr int kAllocations = 200;
  for (int failing = 0; failing < kAllocations; failing++) {
    StartWithLimit(8 << 20, 64 << 20);
    out_of_memory_ = 0;
    heap_->Enter([&] {
      Persistent<Link> list;
      for (int i = 0; i < kAllocations; i++) {
        if (i == failing) heap_->SetLimit(1);
        list = MakeGarbageCollected<Link>(*heap_, AdditionalBytes(i % 3 == 2 ? 20'000 : 5000), list.Get());
      }
      int length = 0;
      for (Link* link = list; link != nullptr; link = link->next) length++;
      EXPECT_EQ(length, kAllocations);
      EXPECT_LE(out_of_memory_, 1);
      heap_->SetLimit(8 << 20);
      heap_->Verify();
    });
  }
}

#ifndef __has_feature  // GCC
#define __has_feature(feature) 0
#endif
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !__has_feature(address_sanitizer) && \
    !__has_feature(thread_sanitizer)
size_t MappedBytes() {
  size_t pages = 0;
  if (FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%zu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return pages * 4096;
}
const size_t mapped_at_start = MappedBytes();

// Runs body in a child whose address space is limited to `bytes`, not counting what the tests before this one
// left behind; body returns 0 for success.
template <typename F>
int InLimitedChild(size_t bytes, F body) {
  pid_t pid = fork();
  if (pid == 0) {
    bytes += MappedBytes() - mapped_at_start;
    rlimit limit{bytes, bytes};
    if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(99);
    _exit(body());
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

class AddressSpaceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (kSharedCage && CageBase() != 0) GTEST_SKIP() << "the process has its cage already";
  }
};

TEST_F(AddressSpaceTest, AHeapStartsUnderASmallUlimit) {
  int result = InLimitedChild(size_t{1} << 30, [] {
    std::string error;
    HeapOptions options;
    options.types = {kTypes, kTypeCount};
    auto heap = Heap::Create(options, &error);
    if (heap == nullptr) return 1;
    if (heap->cage_size() >= size_t{1} << 30 || heap->cage_size() < size_t{128} << 20) return 2;
    if ((heap->cage_base() & kCageSpan) == 0) return 3;
    for (int i = 0; i < 100000; i++) heap->Allocate(TypedHeader(kLeaf, 16), 16);
    return 0;
  });
  EXPECT_EQ(result, 0);
}

TEST_F(AddressSpaceTest, AnyUlimitFrom256MiBUpWillDo) {
  for (size_t mebibytes : {256, 257, 384, 512, 1000, 2048, 5000, 8192, 17'000}) {
    int result = InLimitedChild(mebibytes << 20, [] {
      std::string error;
      HeapOptions options;
      options.types = {kTypes, kTypeCount};
      auto heap = Heap::Create(options, &error);
      if (heap == nullptr) return 1;
      for (int i = 0; i < 2'000'000; i++) heap->Allocate(TypedHeader(kLeaf, 16), 16);
      return heap->CollectStatistics().collections > 1 ? 0 : 2;
    });
    EXPECT_EQ(result, 0) << mebibytes << " MiB";
  }
}

TEST_F(AddressSpaceTest, TheLargestCageOfAllShrinksToWhatALimitLeaves) {
  int result = InLimitedChild(size_t{256} << 20, [] {
    std::string error;
    HeapOptions options;
    options.cage_size = size_t{kCageSpan};
    auto heap = Heap::Create(options, &error);
    if (heap == nullptr) return 1;
    if (heap->cage_size() < Slot::kSmallestFallback || heap->cage_size() > size_t{128} << 20) return 2;
    heap->Enter([&] {
      for (int i = 0; i < 2'000'000; i++) MakeGarbageCollected<Link>(*heap, nullptr);
    });
    return heap->CollectStatistics().collections > 1 ? 0 : 3;
  });
  EXPECT_EQ(result, 0);
}

TEST_F(AddressSpaceTest, A256MiBCageStartsUnderTwiceThat) {
  int result = InLimitedChild(size_t{640} << 20, [] {
    std::string error;
    HeapOptions options;
    options.cage_size = size_t{256} << 20;
    auto heap = Heap::Create(options, &error);
    return heap != nullptr && heap->cage_size() == size_t{256} << 20 ? 0 : 1;
  });
  EXPECT_EQ(result, 0);
}

TEST_F(AddressSpaceTest, AnImpossibleRequestIsRefusedWithASentence) {
  int result = InLimitedChild(size_t{100} << 20, [] {
    std::string error;
    auto heap = Heap::Create({}, &error);
    if (heap != nullptr) return 1;
    return error.find("ulimit -v") != std::string::npos ? 0 : 2;
  });
  EXPECT_EQ(result, 0);
}

TEST_F(AddressSpaceTest, ASmallCageFitsWhereTheDefaultDoesNot) {
  if (kSharedCage) GTEST_SKIP() << "there is one cage, of the default size";
  int result = InLimitedChild(size_t{100} << 20, [] {
    std::string error;
    HeapOptions options;
    options.cage_size = 8 << 20;
    return Heap::Create(options, &error) != nullptr ? 0 : 1;
  });
  EXPECT_EQ(result, 0);
}
#endif

}  // namespace
}  // namespace halfword::gc::testing
