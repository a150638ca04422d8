#include "platform/files.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstdint>
#include <string>

namespace halfword::platform {
namespace {

class FilesTest : public testing::Test {
 protected:
  FilesTest() {
    const int fd = mkstemp(name_);
    if (fd >= 0) close(fd);
  }
  ~FilesTest() override { unlink(name_); }
  char name_[64] = "/tmp/halfword_files_XXXXXX";
};

TEST_F(FilesTest, WhatIsWrittenIsReadAgain) {
  File file = File::Create(name_);
  ASSERT_TRUE(file.is_open());
  EXPECT_TRUE(file.WriteAt("words", 5, 3));
  EXPECT_EQ(file.size(), 8u);
  char text[5];
  EXPECT_TRUE(File::OpenForReading(name_).ReadAt(text, 5, 3));
  EXPECT_EQ(std::string(text, 5), "words");
}

TEST_F(FilesTest, ReadingBehindTheEndFails) {
  File file = File::Create(name_);
  ASSERT_TRUE(file.WriteAt("words", 5, 0));
  char text[6];
  EXPECT_FALSE(file.ReadAt(text, 6, 0));
  EXPECT_FALSE(file.ReadAt(text, 1, 5));
}

TEST_F(FilesTest, CreateEmptiesWhatIsThere) {
  ASSERT_TRUE(File::Create(name_).WriteAt("words", 5, 0));
  EXPECT_EQ(File::Create(name_).size(), 0u);
}

TEST_F(FilesTest, AFileThatIsNotThereIsNotOpen) {
  File file = File::OpenForReading("/nowhere/at/all");
  EXPECT_FALSE(file.is_open());
  EXPECT_EQ(file.size(), 0u);
  char c;
  EXPECT_FALSE(file.ReadAt(&c, 1, 0));
}

TEST_F(FilesTest, WritingToOneThatIsOpenForReadingFails) {
  EXPECT_FALSE(File::OpenForReading(name_).WriteAt("x", 1, 0));
}

TEST_F(FilesTest, NewBytesAreZero) {
  File file = File::InMemory("test");
  ASSERT_TRUE(file.is_open());
  ASSERT_TRUE(file.WriteAt("x", 1, 0));
  EXPECT_TRUE(file.Resize(100));
  char last = 1;
  EXPECT_TRUE(file.ReadAt(&last, 1, 99));
  EXPECT_EQ(last, 0);
  EXPECT_TRUE(file.Resize(0));
  EXPECT_EQ(file.size(), 0u);
}

TEST_F(FilesTest, AMoveLeavesNoneOpen) {
  File file = File::InMemory("test");
  const int fd = file.fd();
  File other = std::move(file);
  EXPECT_FALSE(file.is_open());  // NOLINT: that is asked
  EXPECT_EQ(other.fd(), fd);
  other = File();
  EXPECT_FALSE(other.is_open());
}

TEST_F(FilesTest, AnAddressOfTheProgramIsFoundInItsFile) {
  static const char kMark[] = "a text that lies in the program's file";
  std::string path;
  uint64_t offset = 0;
  ASSERT_TRUE(FindLoadedFile(kMark, &path, &offset));
  char found[sizeof(kMark)];
  ASSERT_TRUE(File::OpenForReading(path.c_str()).ReadAt(found, sizeof(found), offset));
  EXPECT_STREQ(found, kMark);
  int local = 0;
  EXPECT_FALSE(FindLoadedFile(&local, &path, &offset));
}

}  // namespace
}  // namespace halfword::platform
