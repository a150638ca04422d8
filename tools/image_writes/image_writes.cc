// What clones of an image write to: loads a program, freezes it, runs work in a clone, and says which pages
// of the image became private, what was written first on each (much of it is undone later), what kinds of
// objects the changed words belong to, and which objects are the clone's own. Fails where a file can't be
// read, the program can't be frozen, or one of the two throws.
//
//   image_writes PROGRAM.js [WORK.js]      (built with the tests)
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "gc/heap_impl.h"
#include "isolates/isolate_owner.h"
#include "objects/isolate.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/evaluation/evaluation.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {
namespace {

constexpr const char* kTypeNames[] = {"invalid",
#define V(name, trace) #name,
                                      HW_INTERNAL_TYPES(V) HW_OBJECT_TYPES(V)
#undef V
};

struct Object {
  uint32_t begin, end;  // cage offsets
  HeapType type;
};

bool ReadFile(const char* path, std::string* text) {
  std::ifstream in(path, std::ios::binary);
  text->assign(std::istreambuf_iterator<char>(in), {});
  if (in.is_open() && !in.bad()) return true;
  std::fprintf(stderr, "image_writes: %s can't be read\n", path);
  return false;
}

// Runs the script and its jobs. Returns false, and says why, if it throws.
bool Run(IsolateOwner& owner, const std::string& source, const char* name) {
  bool has_run = false;
  owner.Enter([&](Isolate& isolate) {
    auto result =
        EvaluateScript(isolate, NewScript(isolate, CurrentRealm(isolate), NewStringFromUtf8(isolate, source),
                                          NewStringFromUtf8(isolate, std::string(name))));
    if (result.IsThrow() || RunJobs(isolate).IsThrow()) {
      std::fprintf(stderr, "%s throws %s\n", name,
                   DescribeException(isolate, isolate.exception_.get()).c_str());
    } else {
      has_run = true;
    }
  });
  return has_run;
}

std::vector<Object> ObjectsOf(gc::Heap& heap) {
  std::vector<Object> objects;
  gc::HeapImpl& impl = heap.impl();
  heap.ForEachObject([&](void* object) {
    uint32_t offset = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(object) - heap.cage_base());
    uint32_t begin = offset - static_cast<uint32_t>(gc::kHeaderSize);
    objects.push_back({begin, begin + static_cast<uint32_t>(impl.CellSizeAt(offset)),
                       static_cast<HeapType>(gc::TypeIndexOf(heap.cage_base(), object))});
  });
  return objects;
}

// One entry a page of [begin, end): whether it is private to this process.
std::vector<bool> PrivatePages(uintptr_t begin, uintptr_t end) {
  std::vector<bool> pages((end - begin) >> 12);
  int fd = open("/proc/self/pagemap", O_RDONLY);
  for (size_t i = 0; i < pages.size(); i++) {
    uint64_t entry = 0;
    (void)!pread(fd, &entry, 8, static_cast<off_t>((begin >> 12) + i) * 8);
    pages[i] = (entry >> 63) && !(entry >> 61 & 1);
  }
  close(fd);
  return pages;
}

// The object that the cage offset is in; null: one of the embedded image.
const Object* ObjectAround(const std::vector<Object>& objects, uint32_t offset) {
  auto found = std::upper_bound(objects.begin(), objects.end(), offset,
                                [](uint32_t o, const Object& object) { return o < object.begin; });
  return found != objects.begin() && offset < (found - 1)->end ? &*(found - 1) : nullptr;
}
const char* NameOf(const Object& object) { return kTypeNames[static_cast<size_t>(object.type)]; }

// The first write to each page from here on: pages are read-only until one comes. The page of the front
// matter is left out, for the kernel writes there too.
class FirstWrites {
 public:
  FirstWrites(uintptr_t begin, uintptr_t end) {
    addresses_.reserve((end - begin) >> 12);
    struct sigaction action = {};
    action.sa_sigaction = [](int, siginfo_t* info, void*) {
      uintptr_t address = reinterpret_cast<uintptr_t>(info->si_addr);
      addresses_.push_back(address);
      mprotect(reinterpret_cast<void*>(address & ~uintptr_t{4095}), 4096, PROT_READ | PROT_WRITE);
    };
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, nullptr);
    mprotect(reinterpret_cast<void*>(begin), end - begin, PROT_READ);
  }
  static const std::vector<uintptr_t>& addresses() { return addresses_; }

 private:
  inline static std::vector<uintptr_t> addresses_;
};

int Main(int argc, char** argv) {
  std::string error, program, work = "1 + 1";
  if (!ReadFile(argv[1], &program) || (argc > 2 && !ReadFile(argv[2], &work))) return 1;
  auto first = IsolateOwner::Create({}, &error);
  if (first && !Run(*first, program, argv[1])) return 1;
  auto image = first ? first->Freeze(&error) : nullptr;
  if (!image) return std::fprintf(stderr, "image_writes: %s\n", error.c_str()), 1;
  std::vector<Object> objects = ObjectsOf(first->heap());

  IsolateConfig config;
  config.image = image;
  auto clone = IsolateOwner::Create(config, &error);
  if (!clone) return std::fprintf(stderr, "image_writes: %s\n", error.c_str()), 1;
  uint32_t begin = 0x1000, end = image->header().cage_end;
  uintptr_t base = clone->heap().cage_base();
  FirstWrites first_writes(base + begin + 4096, base + end);
  if (!Run(*clone, work, argc > 2 ? argv[2] : "work")) return 1;

  std::vector<bool> dirty = PrivatePages(base + begin, base + end);
  std::vector<char> original(end - begin);
  image->ReadAt(original.data(), original.size(), ImageHeader::kPage);
  struct Tally {
    size_t words = 0, objects = 0, pages = 0, alone = 0;
  };
  std::map<std::string, Tally> tallies;
  std::map<std::string, size_t> fields;
  size_t pages = 0, unchanged = 0;
  uint32_t last = 0;  // the object of the last change: one on several pages is counted once
  for (size_t p = 0; p < dirty.size(); p++) {
    if (!dirty[p]) continue;
    pages++;
    std::map<std::string, size_t> here;
    for (uint32_t offset = begin + static_cast<uint32_t>(p << 12), stop = offset + 4096; offset < stop;
         offset += 4) {
      if (std::memcmp(original.data() + (offset - begin), reinterpret_cast<char*>(base + offset), 4) == 0)
        continue;
      std::string name = "in the embedded image";
      if (const Object* object = ObjectAround(objects, offset)) {
        name = NameOf(*object);
        fields[name + " +" + std::to_string(std::min<uint32_t>(offset - object->begin, 128))]++;
        if (object->begin != last) tallies[name].objects++;
        last = object->begin;
      }
      here[name]++;
    }
    unchanged += here.empty();
    for (auto& [name, words] : here) {
      tallies[name].words += words;
      tallies[name].pages++;
      tallies[name].alone += here.size() == 1;
    }
  }
  std::printf("image %u KiB, private pages of it %zu (%zu KiB), of them unchanged %zu\n", end / 1024, pages,
              pages * 4, unchanged);
  for (uintptr_t address : first_writes.addresses()) {
    uint32_t offset = static_cast<uint32_t>(address - base);
    const Object* object = ObjectAround(objects, offset);
    std::printf("  first write at 0x%x: %s of %u bytes, at +%u\n", offset,
                object ? NameOf(*object) : "in the embedded image", object ? object->end - object->begin : 0,
                object ? offset - object->begin : 0);
  }
  // The rest of the slot, in order of address.
  gc::HeapImpl& heap = clone->heap().impl();
  const std::pair<const char*, uintptr_t> regions[] = {
      {"log bits", reinterpret_cast<uintptr_t>(heap.blocks().log_bits())},
      {"start bits", reinterpret_cast<uintptr_t>(heap.blocks().start_bits())},
      {"mark bits", reinterpret_cast<uintptr_t>(heap.blocks().mark_bits())},
      {"block table", reinterpret_cast<uintptr_t>(&heap.blocks()[0]) & ~uintptr_t{4095}},
      {"native state, stack", reinterpret_cast<uintptr_t>(clone->heap().client_annex())},
      {"annex front", base - 4096},
      {"", base},
      {"its own objects", base + end},
      {"", base + (uint64_t{heap.blocks().end()} << gc::kBlockShift)}};
  for (size_t i = 0; i + 1 < std::size(regions); i++) {
    if (regions[i].first[0] == 0) continue;
    std::vector<bool> rest = PrivatePages(regions[i].second, regions[i + 1].second);
    std::printf("%-28s %6zu pages\n", regions[i].first,
                static_cast<size_t>(std::count(rest.begin(), rest.end(), true)));
  }
  for (auto& [name, tally] : tallies) {
    std::printf("%-28s %6zu words of %6zu objects on %5zu pages, alone on %zu\n", name.c_str(), tally.words,
                tally.objects, tally.pages, tally.alone);
  }
  for (auto& [name, count] : fields) {
    if (count > 20) std::printf("  %-30s %zu\n", name.c_str(), count);
  }
  std::map<std::string, std::pair<size_t, size_t>> own;  // objects and bytes
  for (const Object& object : ObjectsOf(clone->heap())) {
    if (object.begin < end) continue;
    auto& [count, bytes] = own[NameOf(object)];
    count++, bytes += object.end - object.begin;
  }
  for (auto& [name, sum] : own) {
    std::printf("own %-24s %6zu objects %8zu bytes\n", name.c_str(), sum.first, sum.second);
  }
  return 0;
}

}  // namespace
}  // namespace halfword

int main(int argc, char** argv) {
  if (argc == 2 || argc == 3) return halfword::Main(argc, argv);
  std::fprintf(stderr, "usage: image_writes PROGRAM.js [WORK.js]\n");
  return 1;
}
