// Images with options: deltas, keys, compaction, names. What is refused and why is
// in tests/unit/isolates/image_file_test.cc.
#include <unistd.h>

#include <cstring>
#include <string>
#include <vector>

#include "../fixture.h"

namespace api_testing {
namespace {

#if HALFWORD_COMPRESS

hw_image_options Options() {
  hw_image_options options = {};
  options.size = sizeof options;
  return options;
}

std::vector<char> BytesOf(const hw_image* image, const hw_image_options& options) {
  std::vector<char> bytes(hw_image_bytes_with(image, &options, nullptr, 0));
  EXPECT_EQ(hw_image_bytes_with(image, &options, bytes.data(), bytes.size()), bytes.size());
  return bytes;
}

class DeltaTest : public ::testing::Test {
 protected:
  DeltaTest() {
    hw_isolate* isolate = New(Config());
    EXPECT_EQ(RunIn(isolate, "globalThis.log = ['first']; 0"), "0");
    base_ = hw_isolate_freeze(isolate, nullptr);
    EXPECT_EQ(RunIn(isolate, "log.push('second'); 0"), "0");
    next_ = hw_isolate_freeze(isolate, nullptr);
    hw_isolate_destroy(isolate);
  }
  ~DeltaTest() override {
    hw_image_release(base_);
    hw_image_release(next_);
  }
  std::string RunInCloneOf(hw_image* image, const char* source) {
    hw_config config = Config();
    config.image = image;
    hw_isolate* isolate = New(config);
    std::string outcome = RunIn(isolate, source);
    hw_isolate_destroy(isolate);
    return outcome;
  }

  hw_image *base_, *next_;
};

TEST_F(DeltaTest, DeltasAreOpenedWithTheirBase) {
  hw_image_options options = Options();
  options.base = base_;
  std::vector<char> delta = BytesOf(next_, options);
  EXPECT_LT(delta.size(), BytesOf(next_, Options()).size() / 10);
  hw_error error = {};
  hw_image* bases[] = {nullptr, base_};
  hw_image* opened = hw_image_open_with(delta.data(), delta.size(), bases, 2, nullptr, &error);
  ASSERT_NE(opened, nullptr) << error.text;
  EXPECT_EQ(RunInCloneOf(opened, "log.join()"), "first,second");
  hw_image_release(opened);
  EXPECT_EQ(hw_image_open_with(delta.data(), delta.size(), nullptr, 0, nullptr, &error), nullptr);
  EXPECT_THAT(error.text, ::testing::HasSubstr("base is not there"));
}

TEST_F(DeltaTest, FilesWithoutZerosAreOpenedByPath) {
  std::string path = ::testing::TempDir() + "halfword-delta-" + std::to_string(getpid());
  hw_error error = {};
  hw_image_options options = Options();
  ASSERT_TRUE(hw_image_save_with(next_, path.c_str(), &options, &error)) << error.text;
  hw_image* opened = hw_image_open(path.c_str(), &error);
  ASSERT_NE(opened, nullptr) << error.text;
  EXPECT_EQ(RunInCloneOf(opened, "log.join()"), "first,second");
  hw_image_release(opened);
  options.key = "0123456789abcdef";
  options.key_size = 16;
  ASSERT_TRUE(hw_image_save_with(next_, path.c_str(), &options, &error)) << error.text;
  EXPECT_EQ(hw_image_open(path.c_str(), &error), nullptr);
  EXPECT_THAT(error.text, ::testing::HasSubstr("with a key"));
  unlink(path.c_str());
}

TEST_F(DeltaTest, NamesAreOfContents) {
  uint8_t base[32], next[32], again[32];
  hw_image_name(base_, base);
  hw_image_name(next_, next);
  EXPECT_NE(std::memcmp(base, next, 32), 0);
  std::vector<char> whole = BytesOf(next_, Options());
  hw_image* opened = hw_image_from_bytes(whole.data(), whole.size(), nullptr);
  hw_image_name(opened, again);
  hw_image_release(opened);
  EXPECT_EQ(std::memcmp(next, again, 32), 0);
  hw_image_name(nullptr, next);
  EXPECT_EQ(std::count(next, next + 32, 0), 32);
  hw_image_name(base_, nullptr);
}

TEST_F(DeltaTest, ImagesThatAreMostlyZeroHaveSmallFiles) {
  hw_isolate* isolate = New(Config());
  // A large object that dies with others around it leaves free blocks below.
  EXPECT_EQ(RunIn(isolate,
                  "globalThis.a = new Array(1e6).fill(0); globalThis.b = new Array(2e5).fill(1.5);"
                  "a = null; globalThis.bytes = new Uint8Array(3e6); 0"),
            "0");
  hw_image* image = hw_isolate_freeze(isolate, nullptr);
  EXPECT_GT(UsageOf(isolate).size, 0u);
  hw_isolate_destroy(isolate);
  size_t size = hw_image_bytes(image, nullptr, 0);
  EXPECT_LT(size, 3'000'000u);
  std::vector<char> bytes(size);
  EXPECT_EQ(hw_image_bytes(image, bytes.data(), size), size);
  hw_error error = {};
  hw_image* opened = hw_image_from_bytes(bytes.data(), size, &error);
  ASSERT_NE(opened, nullptr) << error.text;
  EXPECT_EQ(RunInCloneOf(opened, "b.length + bytes.length"), "3200000");
  hw_image_release(opened);
  hw_image_release(image);
}

TEST_F(DeltaTest, CompactionCollectsWhatTheImageHad) {
  hw_isolate* isolate = New(Config());
  EXPECT_EQ(RunIn(isolate, "globalThis.state = Array.from({length: 20000}, (_, i) => ({i})); 0"), "0");
  hw_image* large = hw_isolate_freeze(isolate, nullptr);
  hw_isolate_destroy(isolate);
  hw_config config = Config();
  config.image = large;
  isolate = New(config);
  EXPECT_EQ(RunIn(isolate, "state = 'small'; globalThis.f = () => state + state.length; f()"), "small5");
  hw_image* plain = hw_isolate_freeze(isolate, nullptr);
  hw_image_options options = Options();
  options.compact = true;
  hw_image* compact = hw_isolate_freeze_with(isolate, &options, nullptr);
  EXPECT_EQ(RunIn(isolate, "f()"), "small5");
  hw_isolate_destroy(isolate);
  EXPECT_LT(BytesOf(compact, Options()).size() + 300'000, BytesOf(plain, Options()).size());
  EXPECT_EQ(RunInCloneOf(compact, "f()"), "small5");
  for (hw_image* image : {large, plain, compact}) hw_image_release(image);
}

TEST_F(DeltaTest, MistakenOptionsAreRefused) {
  auto mistake = [&](auto change) {
    hw_image_options options = Options();
    change(options);
    hw_error error = {};
    EXPECT_FALSE(hw_image_save_with(next_, "/nowhere/at/all", &options, &error));
    EXPECT_EQ(hw_image_bytes_with(next_, &options, nullptr, 0), 0u);
    hw_error opening = {};
    EXPECT_EQ(hw_image_open_with("x", 1, nullptr, 0, &options, &opening), nullptr);
    EXPECT_STREQ(error.text, opening.text);
    return std::string(error.text);
  };
  EXPECT_EQ(mistake([](hw_image_options& o) { o.size = 0; }), "hw_image_options.size is not set");
  EXPECT_EQ(mistake([](hw_image_options& o) { o.key_size = 16; }), "the key is null");
  EXPECT_EQ(mistake([](hw_image_options& o) { o.key = "short", o.key_size = 5; }),
            "the key of an image has 16 to 64 bytes");
  EXPECT_EQ(mistake([](hw_image_options& o) { o.key = "", o.key_size = 0; }),
            "the key of an image has 16 to 64 bytes");
  EXPECT_EQ(mistake([](hw_image_options& o) { o.bound_size = 1; }), "what the image is bound to is null");
  EXPECT_EQ(mistake([](hw_image_options& o) { o.bound = "a", o.bound_size = 1; }),
            "an image can be bound to something only with a key");
}

TEST_F(DeltaTest, NullsAreRefused) {
  hw_error error = {};
  EXPECT_FALSE(hw_image_save_with(nullptr, "x", nullptr, &error));
  EXPECT_STREQ(error.text, "there is no image");
  EXPECT_FALSE(hw_image_save_with(next_, nullptr, nullptr, &error));
  EXPECT_STREQ(error.text, "the path is null");
  EXPECT_EQ(hw_image_bytes_with(nullptr, nullptr, nullptr, 0), 0u);
  EXPECT_EQ(hw_image_open_with(nullptr, 1, nullptr, 0, nullptr, &error), nullptr);
  EXPECT_STREQ(error.text, "the bytes are null");
  EXPECT_EQ(hw_image_open_with("x", 1, nullptr, 1, nullptr, &error), nullptr);
  EXPECT_STREQ(error.text, "the bases are null");
  EXPECT_EQ(hw_isolate_freeze_with(nullptr, nullptr, &error), nullptr);
}

#endif

}  // namespace
}  // namespace api_testing
