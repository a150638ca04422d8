// libFuzzer's mutations of text go by tokens: words of the language come in, tokens go, change places, are
// wrapped in brackets, and runs of them come from other inputs of the corpus. A part of all mutations is
// libFuzzer's own.
#include <algorithm>
#include <cctype>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "fuzzing.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

using halfword::fuzzing::kLanguage;
using Tokens = std::vector<std::string>;

bool IsWord(unsigned char c) { return std::isalnum(c) || c == '_' || c == '$' || c >= 0x80; }

Tokens Tokenize(std::string_view text) {
  Tokens tokens;
  for (size_t i = 0; i < text.size();) {
    size_t j = i + 1;
    if (IsWord(text[i])) {
      while (j < text.size() && IsWord(text[j])) j++;
    } else if (text[i] == '\'' || text[i] == '"') {
      while (j < text.size() && text[j] != text[i] && text[j] != '\n') j += text[j] == '\\' ? 2 : 1;
      j = std::min(j + 1, text.size());
    } else if (text[i] == '\\') {
      j = std::min(j + 1, text.size());
    } else if (std::isspace(static_cast<unsigned char>(text[i]))) {
      while (j < text.size() && std::isspace(static_cast<unsigned char>(text[j]))) j++;
    }
    tokens.emplace_back(text.substr(i, j - i));
    i = j;
  }
  return tokens;
}

class Mutation {
 public:
  explicit Mutation(unsigned seed) : random_(seed) {}
  size_t Below(size_t n) { return n == 0 ? 0 : random_() % n; }
  std::string Word() { return std::string(kLanguage.words[Below(kLanguage.words.size())]); }
  // A run of tokens that closes what it opens, if one begins here.
  static size_t Run(const Tokens& tokens, size_t from) {
    int depth = 0;
    for (size_t i = from; i < tokens.size(); i++) {
      const std::string& t = tokens[i];
      depth += t == "(" || t == "[" || t == "{";
      depth -= t == ")" || t == "]" || t == "}";
      if (depth <= 0) return i + 1;
    }
    return tokens.size();
  }

  void Change(Tokens& tokens) {
    size_t at = Below(tokens.size() + 1), there = std::min(at, tokens.empty() ? 0 : tokens.size() - 1);
    if (tokens.empty()) {
      tokens.push_back(Word());
      return;
    }
    auto begin = tokens.begin();
    switch (Below(9)) {
      case 0:
      case 1: tokens.insert(begin + at, Word()); break;
      case 2: tokens[there] = Word(); break;
      case 3: tokens.erase(begin + there, begin + Run(tokens, there)); break;
      case 4: tokens.erase(begin + there, begin + std::min(tokens.size(), there + 1 + Below(6))); break;
      case 5: {  // again, somewhere else
        Tokens copy(begin + there, begin + Run(tokens, there));
        tokens.insert(tokens.begin() + Below(tokens.size() + 1), copy.begin(), copy.end());
        break;
      }
      case 6: std::swap(tokens[there], tokens[Below(tokens.size())]); break;
      case 7: {
        static constexpr const char* kAround[][2] = {
            {"(", ")"}, {"[", "]"}, {"{", "}"}, {"`${", "}`"}, {"(?:", ")*"}};
        const auto& pair = kAround[Below(std::size(kAround))];
        tokens.insert(begin + Run(tokens, there), pair[1]);
        tokens.insert(tokens.begin() + there, pair[0]);
        break;
      }
      case 8: tokens[there] += " " + Word(); break;
    }
  }

  void Splice(Tokens& tokens, const Tokens& other) {
    if (other.empty()) return;
    size_t from = Below(other.size()),
           to = Below(2) ? Run(other, from) : std::min(other.size(), from + 1 + Below(20));
    size_t at = Below(tokens.size() + 1);
    if (Below(2) && at < tokens.size()) tokens.erase(tokens.begin() + at, tokens.begin() + Run(tokens, at));
    tokens.insert(tokens.begin() + std::min(at, tokens.size()), other.begin() + from, other.begin() + to);
  }

 private:
  std::minstd_rand random_;
};

std::string_view TextOf(const uint8_t* data, size_t size) {
  size_t choices = std::min(size, kLanguage.choices);
  return {reinterpret_cast<const char*>(data) + choices, size - choices};
}

size_t Put(uint8_t* data, size_t max_size, const Tokens& tokens) {
  size_t size = std::min(max_size, kLanguage.choices);
  for (const std::string& token : tokens) {
    if (token.size() > max_size - size) break;
    std::memcpy(data + size, token.data(), token.size());
    size += token.size();
  }
  return size;
}

// A sample takes the place of some bytes.
size_t PutSample(Mutation& mutation, uint8_t* data, size_t size, size_t max_size) {
  std::string sample = halfword::fuzzing::Sample(static_cast<unsigned>(mutation.Below(1000)));
  std::string input(reinterpret_cast<char*>(data), size);
  size_t at = mutation.Below(size + 1);
  input.replace(at, mutation.Below(std::min<size_t>(size - at, 8) + 1), sample);
  size = std::min(input.size(), max_size);
  std::memcpy(data, input.data(), size);
  return size;
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  Mutation mutation(seed);
  if (halfword::fuzzing::Sample && mutation.Below(8) == 0) return PutSample(mutation, data, size, max_size);
  if (kLanguage.words.empty() || size <= kLanguage.choices || mutation.Below(4) == 0) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  if (kLanguage.choices && mutation.Below(8) == 0)
    data[mutation.Below(kLanguage.choices)] = static_cast<uint8_t>(mutation.Below(256));
  Tokens tokens = Tokenize(TextOf(data, size));
  for (size_t i = 1 + mutation.Below(3); i-- > 0;) mutation.Change(tokens);
  return Put(data, max_size, tokens);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* data, size_t size, const uint8_t* other,
                                            size_t other_size, uint8_t* out, size_t max_size, unsigned seed) {
  Mutation mutation(seed);
  if (kLanguage.words.empty()) {  // the front of one and the back of the other
    size_t front = std::min(mutation.Below(size + 1), max_size), from = mutation.Below(other_size + 1);
    size_t back = std::min(other_size - from, max_size - front);
    std::memcpy(out, data, front);
    std::memcpy(out + front, other + from, back);
    return front + back;
  }
  size_t choices = std::min({size, kLanguage.choices, max_size});
  std::memcpy(out, data, choices);
  Tokens tokens = Tokenize(TextOf(data, size));
  mutation.Splice(tokens, Tokenize(TextOf(other, other_size)));
  return choices < kLanguage.choices ? choices : Put(out, max_size, tokens);
}
