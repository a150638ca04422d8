// Image files: whole ones without what is zero, deltas, keys, names, and what is refused.
#include "isolates/image_file.h"

#include <random>

#include "fixture.h"

namespace halfword::testing {
namespace {

#if HALFWORD_COMPRESS

using Images = std::vector<std::shared_ptr<const Image>>;

constexpr uint8_t kKey[32] = {1, 2, 3}, kOtherKey[32] = {1, 2, 4}, kTenant[] = {'a', 'b'},
                  kOtherTenant[] = {'a', 'c'};

std::vector<char> FileOf(const Image& image, const Image* base = nullptr, ImageKey key = {}) {
  std::string error;
  std::vector<char> file = WriteImageFile(image, base, key, &error);
  EXPECT_EQ(error, "");
  return file;
}

std::shared_ptr<const Image> Read(const std::vector<char>& file, const Images& bases = {},
                                  ImageKey key = {}) {
  std::string error;
  auto image = ReadImageFile(file, bases, key, &error);
  EXPECT_TRUE(image) << error;
  return image;
}

// The sentence.
std::string Refusal(const std::vector<char>& file, const Images& bases = {}, ImageKey key = {}) {
  std::string error;
  EXPECT_FALSE(ReadImageFile(file, bases, key, &error));
  return error;
}

std::unique_ptr<IsolateOwner> CloneOf(std::shared_ptr<const Image> image) {
  IsolateConfig config;
  config.image = std::move(image);
  return MakeIsolate(config);
}

// An agent's image, and that of its next turn.
class ImageFileTest : public ::testing::Test {
 protected:
  ImageFileTest() {
    auto first = MakeIsolate();
    Evaluate(*first,
             "var turns = 0, log = [], bytes = new Uint8Array(20000).fill(7);"
             "function turn() { log.push({text: 'x'.repeat(200) + turns}); bytes[turns * 1000] = turns; "
             "return ++turns }"
             "turn()");
    before_ = FreezeOf(*first);
    auto second = CloneOf(before_);
    Evaluate(*second, "turn()");
    after_ = FreezeOf(*second);
  }
  std::shared_ptr<const Image> before_, after_;
};

TEST_F(ImageFileTest, WholeFilesMakeTheSameImage) {
  std::vector<char> file = FileOf(*after_);
  EXPECT_LT(file.size(), after_->size());
  auto image = Read(file);
  EXPECT_EQ(BytesOf(*image), BytesOf(*after_));
  EXPECT_EQ(Evaluate(*CloneOf(image), "turn()"), "3");
}

TEST_F(ImageFileTest, DeltasMakeTheSameImage) {
  std::vector<char> file = FileOf(*after_, before_.get());
  EXPECT_LT(file.size(), 24'000u);
  auto image = Read(file, {nullptr, Image::Embedded(), before_});
  EXPECT_EQ(BytesOf(*image), BytesOf(*after_));
  EXPECT_EQ(Evaluate(*CloneOf(image), "turn() + log.map(e => e.text.length).join() + bytes[1000]"),
            "3201,201,2011");
}

TEST_F(ImageFileTest, TheEmbeddedImageIsABaseThatIsAlwaysThere) {
  std::vector<char> file = FileOf(*before_, Image::Embedded().get());
  EXPECT_LT(file.size(), FileOf(*before_).size() / 4);
  EXPECT_EQ(BytesOf(*Read(file)), BytesOf(*before_));
}

TEST_F(ImageFileTest, ADeltaMayBeTheBaseOfAnother) {
  auto image = Read(FileOf(*after_, before_.get()), {before_});
  auto third = CloneOf(image);
  Evaluate(*third, "turn()");
  auto frozen = FreezeOf(*third);
  EXPECT_EQ(BytesOf(*Read(FileOf(*frozen, image.get()), {after_})), BytesOf(*frozen));
}

TEST_F(ImageFileTest, AnImageIsADeltaOfItself) {
  std::vector<char> file = FileOf(*after_, after_.get());
  EXPECT_LT(file.size(), 2 * sizeof(ImageFileHeader));
  EXPECT_EQ(BytesOf(*Read(file, {after_})), BytesOf(*after_));
}

TEST_F(ImageFileTest, NamesAreOfContents) {
  EXPECT_NE(before_->name(), after_->name());
  EXPECT_EQ(Read(FileOf(*after_))->name(), after_->name());
  EXPECT_EQ(Read(FileOf(*after_, before_.get()), {before_})->name(), after_->name());
}

TEST_F(ImageFileTest, EqualTurnsMakeEqualDeltas) {
  auto delta = [&] {
    auto clone = CloneOf(before_);
    Evaluate(*clone, "turn()");
    return FileOf(*FreezeOf(*clone), before_.get());
  };
  EXPECT_EQ(delta(), delta());
}

// Jobs and whatever else moves: few pages.
TEST_F(ImageFileTest, AnEmptyTurnIsASmallDelta) {
  auto clone = CloneOf(after_);
  auto frozen = FreezeOf(*clone);
  EXPECT_LE(FileOf(*frozen, after_.get()).size(), 6u * 4096);
}

TEST_F(ImageFileTest, WhatIsWrittenWithAKeyIsOpenedWithIt) {
  ImageKey key{kKey, kTenant};
  EXPECT_EQ(BytesOf(*Read(FileOf(*after_, before_.get(), key), {before_}, key)), BytesOf(*after_));
  EXPECT_EQ(BytesOf(*Read(FileOf(*after_, nullptr, key), {}, key)), BytesOf(*after_));
}

// ---- Refusals ----

using ::testing::HasSubstr;

TEST_F(ImageFileTest, TheBaseMustBeThere) {
  std::vector<char> file = FileOf(*after_, before_.get());
  EXPECT_THAT(Refusal(file), HasSubstr("base is not there"));
  EXPECT_THAT(Refusal(file, {after_}), HasSubstr("base is not there"));
}

TEST_F(ImageFileTest, TheKeyMustBeTheSame) {
  std::vector<char> file = FileOf(*after_, nullptr, {kKey, kTenant});
  EXPECT_THAT(Refusal(file), HasSubstr("written with a key"));
  EXPECT_THAT(Refusal(file, {}, {kOtherKey, kTenant}), HasSubstr("another key"));
  EXPECT_THAT(Refusal(file, {}, {std::span(kKey).first(31), kTenant}), HasSubstr("another key"));
  EXPECT_THAT(Refusal(file, {}, {kKey, kOtherTenant}), HasSubstr("bound to something else"));
  EXPECT_THAT(Refusal(file, {}, {kKey, {}}), HasSubstr("bound to something else"));
  EXPECT_THAT(Refusal(FileOf(*after_), {}, {kKey, {}}), HasSubstr("written without a key"));
  std::string mapped = BytesOf(*after_);
  EXPECT_THAT(Refusal({mapped.begin(), mapped.end()}, {}, {kKey, {}}), HasSubstr("written without a key"));
}

TEST_F(ImageFileTest, KeysHave16To64Bytes) {
  uint8_t key[65] = {};
  for (size_t size : {1u, 15u, 65u}) {
    std::string error;
    EXPECT_TRUE(WriteImageFile(*after_, nullptr, {std::span(key).first(size), {}}, &error).empty());
    EXPECT_THAT(error, HasSubstr("16 to 64 bytes")) << size;
  }
  for (size_t size : {16u, 64u})
    EXPECT_FALSE(FileOf(*after_, nullptr, {std::span(key).first(size), {}}).empty());
  std::string error;
  EXPECT_TRUE(WriteImageFile(*after_, nullptr, {{}, kTenant}, &error).empty());
  EXPECT_THAT(error, HasSubstr("only with a key"));
}

TEST_F(ImageFileTest, DamageIsSeen) {
  for (ImageKey key : {ImageKey{}, ImageKey{kKey, kTenant}}) {
    std::vector<char> file = FileOf(*after_, before_.get(), key);
    auto cut = [&](size_t size) {
      return std::vector<char>(file.begin(), file.begin() + static_cast<ptrdiff_t>(size));
    };
    for (size_t size : {size_t{0}, size_t{7}, sizeof(ImageFileHeader) - 1, sizeof(ImageFileHeader),
                        file.size() / 2, file.size() - 1}) {
      EXPECT_NE(Refusal(cut(size), {before_}, key), "") << size;
    }
    std::vector<char> longer = file;
    longer.push_back(0);
    EXPECT_THAT(Refusal(longer, {before_}, key), HasSubstr("behind its end"));
    std::mt19937 random(1);
    auto flip = [&](size_t at) {
      std::vector<char> copy = file;
      copy[at] = static_cast<char>(copy[at] ^ 1 << random() % 8);
      EXPECT_NE(Refusal(copy, {before_}, key), "") << "byte " << at;
    };
    for (size_t at = 0; at < sizeof(ImageFileHeader) + 64; at++) flip(at);
    for (int i = 0; i < 100; i++) flip(random() % file.size());
  }
}

#endif

}  // namespace
}  // namespace halfword::testing
