// Heap images, their clones, the log of written image objects.
#include <sys/mman.h>
#include <unistd.h>

#include "fixture.h"
#include "halfword/gc/allocation.h"
#include "halfword/gc/cross_thread_persistent.h"
#include "halfword/gc/write_barrier.h"
#include "platform/memory.h"

namespace halfword::gc::testing {
namespace {

#if HALFWORD_COMPRESS && !HALFWORD_SHARED_CAGE

class ImageTest : public GcTest {
 protected:
  // The root of everything is in the client's front matter, as in an isolate.
  static TaggedBits* RootOf(Heap& heap) { return static_cast<TaggedBits*>(heap.client_front()); }

  static std::unique_ptr<Heap> Make(const HeapImage& image = {}) {
    HeapOptions options;
    options.cage_size = 64 << 20;
    options.types = {kTypes, kTypeCount};
    options.client_front_bytes = 64;
    options.image = image;
    std::string error;
    auto heap = Heap::Create(options, &error);
    EXPECT_NE(heap, nullptr) << error;
    HeapCallbacks callbacks;
    callbacks.data = heap.get();
    callbacks.trace_roots = [](void* data, Visitor& v) { v.TraceTagged(*RootOf(*static_cast<Heap*>(data))); };
    heap->SetCallbacks(callbacks);
    return heap;
  }

  static TaggedBits Array(Heap& heap, size_t words) {
    size_t cell = CellSize(words * kTaggedSize);
    return Compress(heap.AllocateAny(TypedHeader(kArray, cell), cell), kObjectTag);
  }
  static TaggedBits* In(Heap& heap, TaggedBits bits) {
    return static_cast<TaggedBits*>(Decompress(heap.cage_base(), bits));
  }

  HeapImage Freeze(Heap& heap, ImageObjects objects = ImageObjects::kImmortal) {
    int fd = memfd_create("image", 0);
    HeapImage image;
    std::string error;
    EXPECT_TRUE(heap.WriteImage(fd, 8192, &image, &error, objects)) << error;
    return image;
  }

  // Root: an array of three: a small array holding 42, a large array, null.
  std::unique_ptr<Heap> Original() {
    auto heap = Make();
    heap->Enter([&] {
      NoGarbageCollectionScope scope(*heap);
      TaggedBits root = Array(*heap, 3);
      *RootOf(*heap) = root;
      In(*heap, root)[0] = Array(*heap, 1);
      In(*heap, In(*heap, root)[0])[0] = EncodeSmi(42);
      for (int i = 0; i < 100; i++) Array(*heap, 10);  // garbage
      In(*heap, root)[1] = Array(*heap, 5000);
      In(*heap, In(*heap, root)[1])[4999] = In(*heap, root)[0];
    });
    return heap;
  }
};

TEST_F(ImageTest, AClonesObjectsAreThoseOfTheOriginal) {
  auto original = Original();
  HeapImage image = Freeze(*original);
  auto a = Make(image);
  auto b = Make(image);
  for (Heap* heap : {a.get(), b.get(), original.get()}) {
    TaggedBits* root = In(*heap, *RootOf(*heap));
    EXPECT_EQ(In(*heap, root[0])[0], EncodeSmi(42));
    EXPECT_EQ(In(*heap, root[1])[4999], root[0]);
    EXPECT_EQ(heap->CellSizeOf(In(*heap, root[1])), CellSize(5000 * kTaggedSize));
  }
  In(*a, In(*a, *RootOf(*a))[0])[0] = EncodeSmi(7);
  EXPECT_EQ(In(*b, In(*b, *RootOf(*b))[0])[0], EncodeSmi(42));
}

TEST_F(ImageTest, FreeBlocksInsideOfTheHeapGoAlong) {
  auto original = Make();
  original->Enter([&] {
    NoGarbageCollectionScope scope(*original);
    for (int i = 0; i < 10; i++) Array(*original, 50'000);  // garbage, of several blocks each
    TaggedBits root = Array(*original, 50'000);
    In(*original, root)[49'999] = EncodeSmi(42);
    *RootOf(*original) = root;
  });
  auto clone = Make(Freeze(*original));
  EXPECT_EQ(In(*clone, *RootOf(*clone))[49'999], EncodeSmi(42));
}

TEST_F(ImageTest, WhatAnImageObjectWasMadeToReferToSurvives) {
  auto original = Original();
  auto clone = Make(Freeze(*original));
  void* end = reinterpret_cast<void*>(clone->cage_base() + clone->front()->image_end);
  EXPECT_EQ(clone->front()->barrier_limit, BarrierKeyOf(end));
  clone->Enter([&] {
    TaggedBits* root = In(*clone, *RootOf(*clone));
    TaggedBits fresh = Array(*clone, 2);
    In(*clone, fresh)[0] = root[0];
    In(*clone, fresh)[1] = EncodeSmi(1);
    root[2] = fresh;
    WriteBarrier(clone->front(), root, fresh);
    WriteBarrier(clone->front(), root, fresh);
    for (int i = 0; i < 1000; i++) Array(*clone, 20);
    clone->CollectGarbage(StackState::kNoHeapPointers);
    size_t alive = 0;
    clone->ForEachObject([&](void*) { alive++; });
    EXPECT_EQ(alive, 1u);
    EXPECT_EQ(In(*clone, root[2])[1], EncodeSmi(1));
  });
}

TEST_F(ImageTest, ACollectionDoesNotTouchImagePages) {
  auto original = Original();
  auto clone = Make(Freeze(*original));
  size_t before = 0, after = 0;
  auto dirty = [&] {
    // Private copies of file pages are what /proc/self/smaps calls Anonymous.
    size_t kb = 0;
    FILE* f = fopen("/proc/self/smaps", "r");
    char line[512];
    bool inside = false;
    while (fgets(line, sizeof(line), f) != nullptr) {
      unsigned long begin, end;
      if (sscanf(line, "%lx-%lx ", &begin, &end) == 2) inside = begin == clone->cage_base() + kNullPageSize;
      unsigned long n;
      if (inside && sscanf(line, "Anonymous: %lu kB", &n) == 1) kb = n;
    }
    fclose(f);
    return kb;
  };
  before = dirty();
  clone->Enter([&] {
    Array(*clone, 4);
    clone->CollectGarbage(StackState::kNoHeapPointers);
  });
  after = dirty();
  EXPECT_LE(before, 4u);
  EXPECT_LE(after, 4u);  // the front matter
}

TEST_F(ImageTest, AResetHeapIsTheImageAgain) {
  auto original = Original();
  auto clone = Make(Freeze(*original));
  for (int round = 0; round < 3; round++) {
    clone->Enter([&] {
      TaggedBits* root = In(*clone, *RootOf(*clone));
      EXPECT_EQ(root[2], 0u);
      for (int i = 0; i < 20000; i++) {
        TaggedBits fresh = Array(*clone, 8);
        In(*clone, fresh)[0] = root[2];
        root[2] = fresh;
        WriteBarrier(clone->front(), root, fresh);
      }
      In(*clone, root[0])[0] = EncodeSmi(round);
      clone->CollectGarbage();
    });
    clone->ResetToImage();
    EXPECT_EQ(In(*clone, In(*clone, *RootOf(*clone))[0])[0], EncodeSmi(42));
    EXPECT_EQ(clone->CollectStatistics().used_bytes, 0u);
  }
}

class Leaf : public GarbageCollected<Leaf> {
 public:
  void Trace(Visitor*) const {}
};

TEST_F(ImageTest, ResettingClearsEveryPersistent) {
  auto original = Original();
  HeapImage image = Freeze(*original);
  auto clone = Make(image);
  Persistent<Leaf> mine;
  subtle::CrossThreadPersistent<Leaf> shared;
  clone->Enter([&] {
    mine = MakeGarbageCollected<Leaf>(*clone);
    shared = MakeGarbageCollected<Leaf>(*clone);
  });
  clone->ResetToImage();
  EXPECT_FALSE(mine || shared);
}

TEST_F(ImageTest, ImagesOfTheSameHeapAreIdenticalWhereverItLies) {
  auto a = Original();
  auto b = Original();
  ASSERT_NE(a->cage_base(), b->cage_base());
  HeapImage ia = Freeze(*a), ib = Freeze(*b);
  ASSERT_EQ(ia.size(), ib.size());
  std::string x(ia.size(), 0), y(ib.size(), 1);
  ASSERT_EQ(pread(ia.fd, x.data(), x.size(), 8192), static_cast<ssize_t>(x.size()));
  ASSERT_EQ(pread(ib.fd, y.data(), y.size(), 8192), static_cast<ssize_t>(y.size()));
  EXPECT_TRUE(x == y);
}

TEST_F(ImageTest, ACloneCanBeFrozenAgain) {
  auto original = Original();
  auto clone = Make(Freeze(*original));
  clone->Enter([&] {
    TaggedBits* root = In(*clone, *RootOf(*clone));
    root[2] = Array(*clone, 2);
    In(*clone, root[2])[1] = EncodeSmi(11);
    WriteBarrier(clone->front(), root, root[2]);
  });
  auto second = Make(Freeze(*clone));
  TaggedBits* root = In(*second, *RootOf(*second));
  EXPECT_EQ(In(*second, root[2])[1], EncodeSmi(11));
  second->Enter([&] { second->CollectGarbage(); });
}

// ---- Chains: each heap is made from the image of the one before ----

class ImageChainTest : public ImageTest {
 protected:
  // Root's third is another array of `words` words in each heap, and the first word of each leads to one that
  // stays. Returns the last heap.
  std::unique_ptr<Heap> Chain(ImageObjects objects, size_t words, int turns) {
    auto heap = Make(Freeze(*Original()));
    for (int turn = 1; turn <= turns; turn++) {
      heap->SetVerification(true);
      heap->Enter([&] {
        TaggedBits* root = In(*heap, *RootOf(*heap));
        TaggedBits small = turn == 1 ? Array(*heap, 2) : In(*heap, root[2])[0];
        TaggedBits fresh = Array(*heap, words);
        In(*heap, fresh)[0] = small;
        In(*heap, fresh)[words - 1] = EncodeSmi(turn);
        root[2] = fresh;
        WriteBarrier(heap->front(), root, fresh);
        In(*heap, small)[1] = EncodeSmi(turn);
        heap->CollectGarbage(StackState::kNoHeapPointers);
        for (int i = 0; i < 100; i++) Array(*heap, 20);  // garbage
      });
      HeapImage image = Freeze(*heap, objects);
      heap = Make(image);
      ends_.push_back(image.end);
      EXPECT_LE(image.immortal_end, image.end);
    }
    return heap;
  }

  std::vector<uint32_t> ends_;
};

TEST_F(ImageChainTest, OwnObjectsStayOwnAndAreCollected) {
  auto heap = Chain(ImageObjects::kChained, 1000, 20);
  EXPECT_EQ(ends_.back(), ends_[2]);
  heap->Enter([&] {
    TaggedBits* root = In(*heap, *RootOf(*heap));
    EXPECT_EQ(In(*heap, root[2])[999], EncodeSmi(20));
    EXPECT_EQ(In(*heap, In(*heap, root[2])[0])[1], EncodeSmi(20));
    root[2] = 0;
    heap->CollectGarbage(StackState::kNoHeapPointers);
    EXPECT_EQ(heap->CollectStatistics().used_bytes, 0u);
  });
  heap->ResetToImage();
  EXPECT_EQ(In(*heap, In(*heap, *RootOf(*heap))[2])[999], EncodeSmi(20));
  EXPECT_NE(heap->CollectStatistics().used_bytes, 0u);
}

TEST_F(ImageChainTest, MuchThatIsOwnBecomesImmortal) {
  auto heap = Chain(ImageObjects::kChained, 100'000, 1);
  EXPECT_EQ(heap->front()->image_end, ends_.back());
  EXPECT_EQ(heap->CollectStatistics().used_bytes, 0u);
  Chain(ImageObjects::kChained, 100'000, 20);
  EXPECT_EQ(ends_.back(), ends_[6]);
}

TEST_F(ImageChainTest, CompactionCollectsTheImagesObjects) {
  HeapImage before = Freeze(*Original());
  auto heap = Make(before);
  heap->SetVerification(true);
  heap->Enter([&] {
    TaggedBits* root = In(*heap, *RootOf(*heap));
    root[1] = 0;  // the large array
  });
  HeapImage image = Freeze(*heap, ImageObjects::kOwn);
  EXPECT_LT(image.end, before.end);
  // The heap that was written goes on, with all of that for its own, and goes back to its image.
  for (Heap* each : {heap.get(), Make(image).release()}) {
    each->SetVerification(true);
    each->Enter([&] {
      TaggedBits* root = In(*each, *RootOf(*each));
      EXPECT_EQ(In(*each, root[0])[0], EncodeSmi(42));
      root[1] = Array(*each, 10);
      WriteBarrier(each->front(), root, root[1]);
      each->CollectGarbage(StackState::kNoHeapPointers);
      size_t objects = 0;
      each->ForEachObject([&](void*) { objects++; });
      EXPECT_EQ(objects, 3u);
    });
    each->ResetToImage();
    EXPECT_EQ(In(*each, In(*each, *RootOf(*each))[0])[0], EncodeSmi(42));
    if (each != heap.get()) delete each;
  }
  EXPECT_EQ(In(*heap, In(*heap, *RootOf(*heap))[1])[4999], In(*heap, *RootOf(*heap))[0]);
}

TEST_F(ImageChainTest, CompactionInEachTurn) {
  auto heap = Chain(ImageObjects::kOwn, 1000, 20);
  EXPECT_EQ(ends_.back(), ends_[2]);
  EXPECT_EQ(In(*heap, In(*heap, *RootOf(*heap))[2])[999], EncodeSmi(20));
}

#endif

}  // namespace
}  // namespace halfword::gc::testing
