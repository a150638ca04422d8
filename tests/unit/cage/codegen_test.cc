// Reads the machine code of codegen_samples.cc with objdump: references must cost what the design says.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "cage/encoding.h"

#ifndef __has_feature  // GCC
#define __has_feature(feature) 0
#endif

namespace halfword {
namespace {

#if HALFWORD_COMPRESS && defined(__x86_64__) && HALFWORD_BASE_THREAD_LOCAL && \
    !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer)

// Instructions of a function of this program, without ret, padding and moves between registers.
std::vector<std::string> Disassemble(const std::string& symbol) {
  std::vector<std::string> lines;
  char self[4096];
  ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
  if (n <= 0) return lines;
  self[n] = 0;
  for (const char* tool : {"llvm-objdump-19", "llvm-objdump", "objdump"}) {
    bool gnu = std::string(tool) == "objdump";
    std::string command = std::string(tool) +
                          (gnu ? " -d --no-show-raw-insn -M att --disassemble="
                               : " -d --no-show-raw-insn --disassemble-symbols=") +
                          symbol + " '" + self + "' 2>/dev/null";
    FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) continue;
    char line[512];
    bool inside = false;
    while (fgets(line, sizeof(line), pipe) != nullptr) {
      std::string s(line);
      if (s.find("<" + symbol + ">:") != std::string::npos) {
        inside = true;
        continue;
      }
      size_t colon = s.find(":\t");
      size_t skip = 2;
      if (colon == std::string::npos) {
        colon = s.find(": ");
        skip = 1;
      }
      if (!inside || colon == std::string::npos) continue;
      std::string text = s.substr(colon + skip);
      size_t first = text.find_first_not_of(" \t");
      if (first == std::string::npos) continue;
      text = text.substr(first, text.find_last_not_of(" \n\t") + 1 - first);
      for (char& c : text) c = c == '\t' ? ' ' : c;
      if (text.rfind("ret", 0) == 0 || text.rfind("nop", 0) == 0 || text.rfind("int3", 0) == 0) continue;
      lines.push_back(text);
    }
    pclose(pipe);
    if (!lines.empty()) break;
  }
  return lines;
}

std::string Text(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& l : lines) text += l + "\n";
  return text;
}

size_t CountOf(const std::vector<std::string>& lines, const std::string& what) {
  size_t n = 0;
  for (const std::string& l : lines) n += l.find(what) != std::string::npos;
  return n;
}

#define LOAD(name)                                     \
  std::vector<std::string> code = Disassemble(name);   \
  if (code.empty()) GTEST_SKIP() << "no disassembler"; \
  SCOPED_TRACE(Text(code))

TEST(CodegenTest, CompressingIsOneShiftOrNone) {
  LOAD("sample_compress");
  EXPECT_EQ(CountOf(code, "shr"), kMemberShift == 0 ? 0u : 1u);
  EXPECT_LE(code.size(), 2u);  // and the move of the argument
  EXPECT_EQ(CountOf(code, "%fs"), 0u);
}

TEST(CodegenTest, DecompressingIsSignExtensionDoublingAndAnd) {
  LOAD("sample_decompress");
  EXPECT_EQ(CountOf(code, "movslq") + CountOf(code, "cltq"), 1u);
  EXPECT_EQ(CountOf(code, "and"), 1u);
  EXPECT_EQ(CountOf(code, "%fs"), 1u);
  EXPECT_EQ(CountOf(code, "j"), 0u);  // no branch
  EXPECT_LE(code.size(), 8u);
}

TEST(CodegenTest, NullTestsCopiesAndComparisonsTouchNoBase) {
  for (const char* name : {"sample_is_null", "sample_equal", "sample_copy", "sample_equal_to_pointer"}) {
    LOAD(name);
    EXPECT_EQ(CountOf(code, "%fs"), 0u);
    EXPECT_EQ(CountOf(code, "movslq"), 0u);
    EXPECT_LE(code.size(), 4u);
  }
}

TEST(CodegenTest, TheBaseIsLoadedOnceInAFunctionWithCalls) {
  LOAD("sample_two_loads");
  EXPECT_EQ(CountOf(code, "%fs"), 1u);
  EXPECT_EQ(CountOf(code, "call"), 2u);
}

TEST(CodegenTest, TheBaseIsLoadedOnceForALoopWithCalls) {
  LOAD("sample_loop");
  EXPECT_EQ(CountOf(code, "%fs"), 1u);
  // base and doubled word are one addressing mode
  if (kMemberShift != 0) {
    EXPECT_GE(CountOf(code, "," + std::to_string(1 << kMemberShift) + ")"), 1u);
  }
}

TEST(CodegenTest, AFieldOfAMembersObjectIsTwoLoadsBesideTheBase) {
  LOAD("sample_member_field");
  EXPECT_LE(code.size(), 4u);
}

TEST(CodegenTest, AFieldOfATaggedReferenceIsOneLoad) {
  LOAD("sample_tagged_field");
  EXPECT_LE(code.size(), 2u);  // one of them may extend the argument
}

#else
TEST(CodegenTest, DISABLED_SkippedInThisBuild) {}
#endif

}  // namespace
}  // namespace halfword
