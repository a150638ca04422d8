// Every row of expected_matches.txt (what V8 says; see generate_expected.js) against our own matcher.
#include <gtest/gtest.h>

#include <fstream>

#include "test_util.h"

namespace halfword::regexp {
namespace {

std::u16string Unescape(const std::string& s) {
  std::u16string out;
  for (size_t i = 0; i < s.size(); i++) {
    if (s[i] == '\\') {
      out.push_back(static_cast<char16_t>(std::stoi(s.substr(i + 2, 4), nullptr, 16)));
      i += 5;
    } else {
      out.push_back(static_cast<unsigned char>(s[i]));
    }
  }
  return out;
}

TEST(ExpectedTest, AgreesWithTable) {
  const char* file = getenv("REGEXP_EXPECTED");  // another table, for long runs
  std::ifstream in(file != nullptr ? file : REGEXP_TEST_DATA "/expected_matches.txt");
  ASSERT_TRUE(in);
  std::string line;
  int rows = 0, failures = 0;
  while (std::getline(in, line) && failures < 40) {
    std::vector<std::string> f;
    for (size_t at = 0;;) {
      size_t tab = line.find('\t', at);
      f.push_back(line.substr(at, tab == std::string::npos ? tab : tab - at));
      if (tab == std::string::npos) break;
      at = tab + 1;
    }
    ASSERT_EQ(f.size(), 5u) << line;
    rows++;
    Budget budget;
    budget.poll_interval = 2'000'000;
    budget.poll = [](void*) { return false; };
    std::string result =
        Exec(Unescape(f[0]), f[1], Unescape(f[2]), static_cast<size_t>(std::stoi(f[3])), &budget);
    if (result == f[4] || result == "interrupted") continue;  // V8 has the patience for exponential ones
    failures++;
    ADD_FAILURE() << "/" << f[0] << "/" << f[1] << " on \"" << f[2] << "\" from " << f[3] << ": got "
                  << result << ", expected " << f[4];
  }
  EXPECT_GT(rows, 1000);
}

}  // namespace
}  // namespace halfword::regexp
