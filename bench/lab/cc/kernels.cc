// The documents' ways of decoding, in loops over a cage of this program's own: nanoseconds a load, the best
// of several passes.
//
//   kernels       lines "kernel decoding nanoseconds"
//
// chain: a list in order. sum: Smis of an array. objects: a field of each object of an array. mixed: an array
// of Smis and objects in turn, which a branch predictor learns. random: the same at random.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <type_traits>
#include <vector>

namespace {

constexpr size_t kCount = 1 << 12;  // fits into the first-level caches: it is decoding that is compared
constexpr int kPasses = 400;
constexpr uint64_t kReservation = uint64_t{8} << 30;

// What a field holds, and how it becomes a 64-bit word whose low bit says object. AsSmi gives a Smi's value.
struct Full {
  using Word = uint64_t;
  static uint64_t Decode(Word word, uint64_t) { return word; }
};
struct Naive {
  using Word = uint32_t;
  static uint64_t Decode(Word word, uint64_t) { return word; }
};
struct V1 {
  using Word = uint32_t;
  static uint64_t Decode(Word word, uint64_t base) {
    if (word & 1) {
      __asm__ volatile("");
      return base + word;
    }
    return static_cast<uint64_t>(int64_t{static_cast<int32_t>(word)});
  }
};
struct Branchless {
  using Word = int32_t;
  static uint64_t Decode(Word word, uint64_t base) {
    int64_t wide = word;
    return static_cast<uint64_t>(wide) + (base & static_cast<uint64_t>(-(wide & 1)));
  }
};
struct Branchful {
  using Word = int32_t;
  static uint64_t Decode(Word word, uint64_t base) {
    uint64_t wide = static_cast<uint64_t>(int64_t{word});
    if (wide & 1) {
      __asm__ volatile("");
      wide += base;
    }
    return wide;
  }
};
struct Corrupting {
  using Word = uint32_t;
  static uint64_t Decode(Word word, uint64_t base) { return base + word; }
};
struct Halfword {  // the word stays as it is; accesses add the base
  using Word = uint32_t;
  static uint64_t Decode(Word word, uint64_t) { return word; }
};

template <typename D>
struct Heap {
  struct Object {
    typename D::Word next, value;
  };
  // The naive layout needs the first 4 GiB of the address space; a low mapping stands in for them.
  Heap() {
    constexpr bool kLow = std::is_same_v<D, Naive>;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (kLow ? MAP_32BIT : 0);
    char* memory = static_cast<char*>(
        mmap(nullptr, kLow ? 1 << 22 : kReservation, PROT_READ | PROT_WRITE, flags, -1, 0));
    if (memory == MAP_FAILED) exit(2);
    uint64_t start = reinterpret_cast<uint64_t>(memory);
    base = kLow ? 0 : (start + (uint64_t{1} << 32) - 1) & ~((uint64_t{1} << 32) - 1);
    first = kLow ? start : base;
  }
  // The word of an object: its offset, or its address, and a tag.
  typename D::Word WordOf(size_t i) const {
    uint64_t address = first + 64 + i * sizeof(Object);
    return static_cast<typename D::Word>((std::is_same_v<D, Full> ? address : address - base) + 1);
  }
  Object* At(size_t i) const { return reinterpret_cast<Object*>(first + 64 + i * sizeof(Object)); }
  Object* Follow(uint64_t decoded) const {
    return reinterpret_cast<Object*>((std::is_same_v<D, Halfword> ? base + decoded : decoded) - 1);
  }
  uint64_t base, first;
};

int64_t AsSmi(uint64_t decoded) { return static_cast<int32_t>(decoded) >> 1; }

double Now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}
volatile int64_t sink;

template <typename F>
void Measure(const char* kernel, const char* decoding, F&& pass) {
  double best = 1e99;
  for (int i = 0; i < kPasses; i++) {
    double start = Now();
    sink = pass();
    best = std::min(best, (Now() - start) / kCount);
  }
  printf("%s %s %.4f\n", kernel, decoding, best);
}

template <typename D>
__attribute__((noinline)) void Kernels(const char* name) {
  Heap<D> heap;
  using Word = typename D::Word;
  uint64_t base = heap.base;
  for (size_t i = 0; i < kCount; i++) {
    heap.At(i)->next = i + 1 < kCount ? heap.WordOf(i + 1) : Word{0};
    heap.At(i)->value = static_cast<Word>(i << 1);
  }
  auto array = [&](auto is_object) {
    std::vector<Word> words(kCount);
    for (size_t i = 0; i < kCount; i++) words[i] = is_object(i) ? heap.WordOf(i) : static_cast<Word>(i << 1);
    return words;
  };
  auto sum_of = [&](const std::vector<Word>& words) {
    int64_t sum = 0;
    for (Word word : words) {
      uint64_t decoded = D::Decode(word, base);
      sum += decoded & 1 ? AsSmi(D::Decode(heap.Follow(decoded)->value, base)) : AsSmi(decoded);
    }
    return sum;
  };
  Measure("chain", name, [&] {
    int64_t sum = 0;
    for (uint64_t decoded = D::Decode(heap.WordOf(0), base);;) {
      typename Heap<D>::Object* object = heap.Follow(decoded);
      sum += AsSmi(D::Decode(object->value, base));
      if (object->next == 0) return sum;
      decoded = D::Decode(object->next, base);
    }
  });
  std::vector<Word> smis = array([](size_t) { return false; }), objects = array([](size_t) { return true; });
  Measure("sum", name, [&] {
    int64_t sum = 0;
    for (Word word : smis) {
      uint64_t decoded = D::Decode(word, base);
      __asm__("" : "+r"(decoded));  // one at a time, as machine code of one property access is
      sum += AsSmi(decoded);
    }
    return sum;
  });
  Measure("objects", name, [&] {
    int64_t sum = 0;
    for (Word word : objects) {
      uint64_t decoded = D::Decode(word, base);
      __asm__("" : "+r"(decoded));
      sum += AsSmi(D::Decode(heap.Follow(decoded)->value, base));
    }
    return sum;
  });
  std::vector<Word> mixed = array([](size_t i) { return i % 4 != 0; });
  Measure("mixed", name, [&] { return sum_of(mixed); });
  uint64_t random = 1;
  std::vector<Word> unpredictable = array([&](size_t) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    return (random >> 60) % 2 == 0;
  });
  Measure("random", name, [&] { return sum_of(unpredictable); });
}

}  // namespace

int main() {
  Kernels<Full>("full");
  Kernels<Naive>("naive");
  Kernels<V1>("v1");
  Kernels<Branchless>("branchless");
  Kernels<Branchful>("branchful");
  Kernels<Corrupting>("corrupting");
  Kernels<Halfword>("halfword");
}
