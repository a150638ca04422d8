// Images: what is in them, files of them, clones.
#include <malloc.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <random>

#include "fixture.h"
#include "gc/heap.h"

namespace halfword::testing {
namespace {

#if HALFWORD_COMPRESS

IsolateConfig Bootstrapping() {
  IsolateConfig config;
  config.bootstrap = true;
  return config;
}

std::string TemporaryPath(const char* name) {
  return ::testing::TempDir() + "halfword-" + std::to_string(getpid()) + "-" + name;
}

std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void WriteFile(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// Runs mkimage with or without address space randomization. The image, and in *code the machine code.
std::string MadeByProcess(bool randomize, std::string* code) {
  std::string path = TemporaryPath(randomize ? "randomized" : "fixed"), code_path = path + ".code",
              symbols_path = path + ".symbols";
  pid_t child = fork();
  if (child == 0) {
    unsigned long now = static_cast<unsigned long>(personality(0xffffffff));
    personality(randomize ? now & ~static_cast<unsigned long>(ADDR_NO_RANDOMIZE) : now | ADDR_NO_RANDOMIZE);
    execl(MKIMAGE, MKIMAGE, code_path.c_str(), symbols_path.c_str(), path.c_str(), nullptr);
    _exit(127);
  }
  int status = 1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  std::string bytes = ReadFile(path);
  *code = ReadFile(code_path);
  std::remove(path.c_str());
  std::remove(code_path.c_str());
  std::remove(symbols_path.c_str());
  return bytes;
}

TEST(ImageTest, IsTheSameBytesInEveryProcess) {
  std::string code[3];
  std::string a = MadeByProcess(false, &code[0]), b = MadeByProcess(true, &code[1]),
              c = MadeByProcess(true, &code[2]);
  ASSERT_GT(a.size(), 100'000u);
  EXPECT_GT(code[0].size(), 0u);
  EXPECT_TRUE(code[0] == code[1]);
  EXPECT_TRUE(code[0] == code[2]);
  EXPECT_TRUE(a == b);
  EXPECT_TRUE(b == c);
  std::string embedded = BytesOf(*Image::Embedded());
  EXPECT_TRUE(a == embedded);
}

struct Mapping {
  uintptr_t begin, end;
};
// Where this isolate, the program, its libraries, stack and heap are. Anonymous memory has no name: under a
// sanitizer it is most of the address space.
std::vector<Mapping> Mappings(IsolateOwner& owner) {
  uintptr_t cage = owner.heap().cage_base();
  std::vector<Mapping> all = {{cage - (uintptr_t{4} << 30), cage + owner.heap().cage_size()}};
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin, end;
    char name;
    if (std::sscanf(line.c_str(), "%lx-%lx %*s %*s %*s %*s %c", &begin, &end, &name) == 3)
      all.push_back({begin, end});
  }
  return all;
}

// Offsets of the words that would be addresses of something in this process.
std::vector<size_t> Addresses(IsolateOwner& owner, const std::string& bytes) {
  std::vector<Mapping> mappings = Mappings(owner);
  std::vector<size_t> found;
  for (size_t at = 0; at + 8 <= bytes.size(); at += 4) {
    uint64_t word;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    if (std::any_of(mappings.begin(), mappings.end(),
                    [word](const Mapping& m) { return word >= m.begin && word < m.end; })) {
      found.push_back(at);
    }
  }
  return found;
}

TEST(ImageTest, HoldsNoAddress) {
  // What is by chance an address of one isolate is none of another.
  std::vector<std::vector<size_t>> found;
  for (int i = 0; i < 2; i++) {
    auto owner = MakeIsolate(Bootstrapping());
    Evaluate(
        *owner,
        "var o = {f() { return [1.5, /x+/g, new Map([[{}, 'a']]), 123n ** 20n, new Uint8Array(9)] }}; o.f();"
        "class A { #p = 1; static { this.q = new Proxy({}, {}) } } new A; var p = (async () => { await 1; "
        "})();");
    std::string bytes = BytesOf(*FreezeOf(*owner));
    found.push_back(Addresses(*owner, bytes));
    std::string planted = bytes;
    void* address = owner->heap().client_front();
    std::memcpy(planted.data() + 12345 / 8 * 8, &address, sizeof address);
    EXPECT_EQ(Addresses(*owner, planted).size(), found.back().size() + 1);
  }
  for (size_t at : found[0]) {
    EXPECT_EQ(std::count(found[1].begin(), found[1].end(), at), 0) << "an address at " << at;
  }
}

TEST(ImageTest, TheEmbeddedImageIsThere) {
  ASSERT_TRUE(Image::Embedded());
  auto owner = MakeIsolate();
  EXPECT_EQ(owner->image(), Image::Embedded().get());
  EXPECT_EQ(Evaluate(*owner, "1 + 1"), "2");
}

TEST(ImageTest, AClonesIsolateContinuesWhereTheOriginalWas) {
  auto original = MakeIsolate();
  EXPECT_EQ(Evaluate(*original,
                     "let n = 40; var f = () => ++n; class C { #x = 7; get x() { return this.#x } }; f()"),
            "41");
  auto image = FreezeOf(*original);
  IsolateConfig config;
  config.image = image;
  auto a = MakeIsolate(config), b = MakeIsolate(config);
  EXPECT_EQ(Evaluate(*a, "f()"), "42");
  EXPECT_EQ(Evaluate(*a, "f()"), "43");
  EXPECT_EQ(Evaluate(*b, "f() + new C().x"), "49");
  EXPECT_EQ(Evaluate(*original, "f()"), "42");
}

TEST(ImageTest, WhatAnImageObjectRefersToSurvivesCollections) {
  auto original = MakeIsolate();
  Evaluate(*original,
           "var list = [], map = new Map, weak = new WeakMap, proto = {}, key = {}; function F() {}");
  IsolateConfig config;
  config.image = FreezeOf(*original);
  config.gc_stress = 97;
  auto clone = MakeIsolate(config);
  EXPECT_EQ(Evaluate(*clone, R"(
      for (let i = 0; i < 300; i++) {
        list.push({i}); map.set('k' + i, {i}); proto['p' + i] = [i]; F.prototype['m' + i] = () => i;
        globalThis['g' + i] = {i}; Object.prototype['o' + i] = i; list['x' + i] = 'y' + i;
      }
      weak.set(key, {v: 1});
      let sum = 0;
      for (let i = 0; i < 300; i++)
        sum += list[i].i + map.get('k' + i).i + proto['p' + i][0] + new F()['m' + i]() + globalThis['g' + i].i;
      sum + weak.get(key).v + list.x299)"),
            "224251y299");
}

size_t CountShapes(IsolateOwner& owner) {
  size_t count = 0;
  owner.heap().Enter([&] {
    owner.heap().ForEachObject([&](void* object) {
      count += gc::TypeIndexOf(CageBase(), object) == static_cast<uint32_t>(HeapType::kShape);
    });
  });
  return count;
}

// Objects of such shapes are gone when the image is made, but the sites that met them are not.
TEST(ImageTest, ClonesStartWithTheShapesThatSitesHaveLearned) {
  auto original = MakeIsolate();
  Evaluate(*original, R"(
      class Node { constructor(name) { this.name = name; this.children = []; } }
      function page() {
        let node = new Node('root');
        for (let i = 0; i < 3; i++) node.children.push({kind: 'item', key: i, props: {text: 'x', number: i}});
        return node.name + node.children.map(child => child.props.text + child.key).join();
      }
      page(); page();)");
  IsolateConfig config;
  config.image = FreezeOf(*original);
  auto clone = MakeIsolate(config);
  Evaluate(*clone, "1");
  size_t before = CountShapes(*clone);
  EXPECT_EQ(Evaluate(*clone, "page()"), "rootx0,x1,x2");
  EXPECT_EQ(CountShapes(*clone), before);
}

TEST(ImageTest, AnImageOfACloneHoldsBoth) {
  auto first = MakeIsolate();
  Evaluate(*first, "var a = ['one'], symbol = Symbol.for('s')");
  IsolateConfig config;
  config.image = FreezeOf(*first);
  auto second = MakeIsolate(config);
  Evaluate(*second, "var b = {two: a}; a.push('interned in the second')");
  config.image = FreezeOf(*second);
  auto third = MakeIsolate(config);
  EXPECT_EQ(Evaluate(*third, "b['tw' + 'o'].join() + (Symbol.for('s') === symbol)"),
            "one,interned in the secondtrue");
}

TEST(ImageTest, JobsThatWaitGoAlong) {
  auto original = MakeIsolate();
  EXPECT_EQ(
      Evaluate(*original,
               "var log = []; var go; (async () => { log.push(await new Promise(r => go = r)); })(); ''"),
      "");
  IsolateConfig config;
  config.image = FreezeOf(*original);
  auto a = MakeIsolate(config), b = MakeIsolate(config);
  Evaluate(*a, "go('a')");
  Evaluate(*b, "go('b')");
  EXPECT_EQ(Evaluate(*a, "log.join()"), "a");
  EXPECT_EQ(Evaluate(*b, "log.join()"), "b");
}

TEST(ImageTest, ArrayBuffersAreCopied) {
  auto original = MakeIsolate();
  Evaluate(*original,
           "var bytes = new Uint8Array([1, 2, 3]), gone = new ArrayBuffer(8).transfer(), big = new "
           "Float64Array(10000).fill(7);"
           "var r = new ArrayBuffer(4, {maxByteLength: 64})");
  IsolateConfig config;
  config.image = FreezeOf(*original);
  auto clone = MakeIsolate(config);
  EXPECT_EQ(Evaluate(*clone, "bytes[1] = 9; r.resize(40); bytes.join() + big[9999] + r.byteLength"),
            "1,9,3740");
  EXPECT_EQ(Evaluate(*original, "bytes.join() + r.byteLength"), "1,2,34");
  ASSERT_TRUE(clone->Reset());
  EXPECT_EQ(Evaluate(*clone, "bytes.join() + r.byteLength + new Uint8Array(3).join()"), "1,2,340,0,0");
}

// What `program` gives in a clone that another process makes of the isolate's image, from a file.
void ExpectInAnotherProcess(IsolateOwner& original, const char* program, const char* expected) {
  std::string path = TemporaryPath("file"), error;
  ASSERT_TRUE(FreezeOf(original)->Save(path.c_str(), &error)) << error;
  pid_t child = fork();
  if (child == 0) {
    IsolateConfig config;
    config.image = Image::Open(path.c_str(), nullptr);
    _exit(config.image && Evaluate(*MakeIsolate(config), program) == expected ? 0 : 1);
  }
  int status = 1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  std::remove(path.c_str());
}

TEST(ImageTest, FilesAreOpenedByOtherProcesses) {
  auto original = MakeIsolate();
  Evaluate(*original, "var greeting = 'hello'");
  ExpectInAnotherProcess(*original, "greeting + ' world'", "hello world");
}

#if HALFWORD_TEMPORAL
TEST(ImageTest, TemporalObjectsCrossProcesses) {
  auto original = MakeIsolate();
  Evaluate(*original,
           "var z = Temporal.ZonedDateTime.from('2024-10-27T02:30+01:00[Europe/Berlin][u-ca=hebrew]');"
           "var d = Temporal.Duration.from({hours: -25, nanoseconds: -9007199254740991})");
  const char* program = "z.add(d).toString() + z.subtract({hours: 1}).offset + d.nanoseconds";
  const char* expected =
      "2024-07-13T20:30:00.745259009+02:00[Europe/Berlin][u-ca=hebrew]+02:00-9007199254740991";
  EXPECT_EQ(Evaluate(*original, program), expected);
  ExpectInAnotherProcess(*original, program, expected);
}
#endif

TEST(ImageTest, DamagedFilesAreRefused) {
  auto original = MakeIsolate();
  std::string bytes = BytesOf(*FreezeOf(*original));
  std::string path = TemporaryPath("damaged");
  auto refused = [&](const std::string& contents) {
    WriteFile(path, contents);
    std::string error;
    bool is = Image::Open(path.c_str(), &error) == nullptr;
    EXPECT_EQ(is, !error.empty());
    return is;
  };
  EXPECT_FALSE(refused(bytes));
  EXPECT_TRUE(refused(""));
  EXPECT_TRUE(refused("#!/bin/sh"));
  for (size_t size : {size_t{1}, sizeof(ImageHeader) - 1, sizeof(ImageHeader), size_t{4096}, bytes.size() / 2,
                      bytes.size() - 1}) {
    EXPECT_TRUE(refused(bytes.substr(0, size))) << size;
  }
  for (size_t size : {1, 4096, 1 << 20}) EXPECT_TRUE(refused(bytes + std::string(size, 0))) << size;
  EXPECT_TRUE(refused(bytes + bytes));
  std::mt19937 random(1);
  auto flip = [&](size_t at, int bit) {
    std::string copy = bytes;
    copy[at] = static_cast<char>(copy[at] ^ 1 << bit);
    EXPECT_TRUE(refused(copy)) << "bit " << bit << " of byte " << at;
  };
  for (size_t at = 0; at < sizeof(ImageHeader); at++) flip(at, static_cast<int>(random() % 8));
  flip(sizeof(ImageHeader), 0);
  flip(4095, 7);
  for (int i = 0; i < 60; i++) flip(4096 + random() % (bytes.size() - 4096), static_cast<int>(random() % 8));
  std::remove(path.c_str());
  EXPECT_TRUE(Image::Open(path.c_str(), nullptr) == nullptr);
}

TEST(ImageTest, WhatCannotBeInAnImageIsSaid) {
  auto original = MakeIsolate();
  Evaluate(*original, "var shared = new SharedArrayBuffer(8)");
  std::string error;
  EXPECT_EQ(original->Freeze(&error), nullptr);
  EXPECT_THAT(error, ::testing::HasSubstr("SharedArrayBuffer"));
  EXPECT_EQ(Evaluate(*original, "shared = null; 1"), "1");
  EXPECT_TRUE(original->Freeze(&error)) << error;
}

TEST(ImageTest, ACloneHasNotBeenAskedToStop) {
  auto original = MakeIsolate();
  Evaluate(*original, "var n = 1");
  original->Interrupt();
  IsolateConfig config;
  config.image = FreezeOf(*original);
  auto clone = MakeIsolate(config);
  EXPECT_EQ(Evaluate(*clone, "for (let i = 0; i < 10000; i++) n++; n"), "10001");
  EXPECT_EQ(Evaluate(*original, "for (let i = 0; i < 10000; i++) n++; n"), "terminated");
}

// ---- Natives of the host ----

Completion<Value> Seven(Isolate&, Arguments&) { return Value::Smi(7); }
Completion<Value> Eight(Isolate&, Arguments&) { return Value::Smi(8); }
constexpr NativeRow kHost[] = {{"seven", Seven}, {"eight", Eight}};
constexpr NativeRow kHostTurned[] = {{"nine", Eight}, {"eight", Eight}, {"seven", Seven}};

TEST(ImageTest, NativesOfTheHostAreBoundByName) {
  IsolateConfig config;
  config.host_natives = kHost;
  auto original = MakeIsolate(config);
  original->Enter([](Isolate& isolate) {
    InstallFunctions(isolate, isolate.realm(), isolate.realm()->global_object(), kHost);
  });
  config.image = FreezeOf(*original);
  config.host_natives = kHostTurned;
  auto clone = MakeIsolate(config);
  clone->Enter([](Isolate& isolate) {
    InstallFunctions(isolate, isolate.realm(), isolate.realm()->global_object(),
                     NativeTable(kHostTurned).first(1));
  });
  EXPECT_EQ(Evaluate(*clone, "[seven(), eight(), nine()].join()"), "7,8,8");
  config.host_natives = {};
  std::string error;
  EXPECT_EQ(IsolateOwner::Create(config, &error), nullptr);
  EXPECT_THAT(error, ::testing::HasSubstr("'seven'"));
}

// ---- Reset ----

TEST(ResetTest, NothingOfTheFormerTenantIsLeft) {
  auto owner = MakeIsolate();
  for (int round = 0; round < 3; round++) {
    EXPECT_EQ(
        Evaluate(*owner, "typeof secret + typeof Array.prototype.secret + Object.keys(globalThis).length"),
        "undefinedundefined0");
    EXPECT_EQ(
        Evaluate(*owner,
                 "var secret = 'canary-' + 4711; Array.prototype.secret = secret; Math.secret = [secret];"
                 "globalThis[secret] = secret; (function f(a) { return secret + a })(1)"),
        "canary-47111");
    ASSERT_TRUE(owner->Reset());
    EXPECT_EQ(CountInSlot(owner->heap().cage_base(), "canary-4711"), 0u);
  }
}

// Thousands of isolates leave as many holes in the C++ heap when they go.
TEST(CloneTest, TakesLittleOfTheCppHeap) {
  auto first = MakeIsolate();  // makes what the process has once
  std::vector<std::unique_ptr<IsolateOwner>> all(120);
  size_t before = 0;
  for (auto& owner : all) {
    // The first ones take what malloc has kept of blocks that were freed, which counts as in use.
    constexpr size_t kFirst = 20;
    if (&owner - all.data() == kFirst) before = mallinfo2().uordblks;
    owner = MakeIsolate();
    EXPECT_EQ(Evaluate(*owner, "1 + 1"), "2");
  }
  EXPECT_LT((mallinfo2().uordblks - before) / 100, 600u);
}

TEST(ResetTest, ATerminatedIsolateRunsAgain) {
  IsolateConfig config;
  config.fuel = 100'000;
  auto owner = MakeIsolate(config);
  EXPECT_EQ(Evaluate(*owner, "for (;;) {}"), "terminated");
  ASSERT_TRUE(owner->Reset());
  EXPECT_EQ(Evaluate(*owner, "1 + 1"), "2");
}

TEST(ResetTest, AFormerTenantsNativeStateIsGone) {
  IsolateConfig config;
  config.hooks.current_time_ms = [] { return 4711.0; };
  auto owner = MakeIsolate(config);
  for (int round = 0; round < 2; round++) {
    EXPECT_EQ(Evaluate(*owner, "Date.now() + new Date(0).getTimezoneOffset() * 0"), "4711");
    EXPECT_THAT(Evaluate(*owner, "globalThis.kept = [new ArrayBuffer(9), new Intl.NumberFormat('en')]; ]"),
                ::testing::StartsWith("throws"));
    EXPECT_EQ(Evaluate(*owner, "for (let i = 0; i < 3000; i++) ({['k' + i]: 1}); 1"), "1");
    ASSERT_TRUE(owner->Reset());
    owner->Enter([](Isolate& isolate) {
      NativeState& native = NativeStateOf(isolate);
      EXPECT_TRUE(native.backing_stores.entries().empty());
      EXPECT_EQ(native.slack_list.size(), 0u);
      EXPECT_TRUE(native.syntax_error.rendered.empty());
      EXPECT_EQ(native.heap->CollectStatistics().external_bytes, 0u);
    });
  }
}

TEST(ResetTest, CollectsAndGrowsAfterwards) {
  auto owner = MakeIsolate();
  for (int round = 0; round < 5; round++) {
    EXPECT_EQ(
        Evaluate(*owner,
                 "var keep = []; for (let i = 0; i < 100000; i++) keep.push({i, s: 's' + i}); keep.length"),
        "100000");
    owner->heap().CollectGarbage(gc::StackState::kNoHeapPointers);
    EXPECT_EQ(Evaluate(*owner, "keep[99999].s"), "s99999");
    ASSERT_TRUE(owner->Reset());
  }
}

#else

TEST(ImageTest, FullPointersHaveNone) {
  EXPECT_EQ(Image::Embedded(), nullptr);
  auto owner = MakeIsolate();
  std::string error;
  EXPECT_EQ(owner->Freeze(&error), nullptr);
  EXPECT_FALSE(error.empty());
  EXPECT_EQ(Evaluate(*owner, "1 + 1"), "2");
}

#endif

}  // namespace
}  // namespace halfword::testing
