// V8's first two layouts, which no heap of Halfword's has: references at the ends of each become words of 32
// bits and come back. Prints "name value" lines: the base, and how many GiB it reaches to either side.
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

namespace {

constexpr uint64_t kGiB = uint64_t{1} << 30;

// Touched, so that there is an object.
char* Map(void* at, uint64_t size, int flags) {
  void* memory =
      mmap(at, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<char*>(memory);
}
bool IsBackAgain(uint64_t base, char* object) {
  *object = 1;
  auto word = static_cast<int32_t>(reinterpret_cast<uint64_t>(object) - base);
  return base + static_cast<uint64_t>(int64_t{word}) == reinterpret_cast<uint64_t>(object);
}

}  // namespace

int main() {
  // The first 4 GiB: the word is the address. (Signed, as the second is, it would reach 2 GiB.)
  char* low = Map(nullptr, 1 << 20, MAP_32BIT);
  uint64_t address = reinterpret_cast<uint64_t>(low);
  if (low == nullptr || static_cast<uint32_t>(address) != address) return 1;
  *low = 1;
  printf("naive.base 0\n");
  // The base in the middle: distances are signed.
  char* memory = Map(nullptr, 16 * kGiB, 0);
  if (memory == nullptr) return 1;
  uint64_t base = (reinterpret_cast<uint64_t>(memory) + 8 * kGiB) / (4 * kGiB) * (4 * kGiB);
  uint64_t reach = 0;
  while (IsBackAgain(base, reinterpret_cast<char*>(base - reach - kGiB)) &&
         IsBackAgain(base, reinterpret_cast<char*>(base + reach + kGiB - 8)))
    reach += kGiB;
  printf("middle.reach %llu\n", static_cast<unsigned long long>(reach / kGiB));
  return 0;
}
