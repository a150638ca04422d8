// Structs, enumerators and texts that C hands over besides values, and those that it gets back.
#ifndef HALFWORD_API_ARGUMENTS_H_
#define HALFWORD_API_ARGUMENTS_H_

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "halfword/halfword.h"

namespace halfword::api {

inline void SetError(hw_error* error, const std::string& sentence) {
  if (!error) return;
  size_t n = std::min(sentence.size(), sizeof error->text - 1);
  sentence.copy(error->text, n);
  error->text[n] = 0;
}

// A caller's struct of an older version is shorter. One of a newer version is longer, and its additional
// bytes must be zero. False and a sentence if they are not. `type` is the struct's name.
template <class T>
bool ReadStruct(const T* from, const char* type, T* to, std::string* mistake) {
  *to = {};
  if (!from) return true;
  if (from->size <= sizeof from->size) {
    *mistake = std::string(type) + ".size is not set";
    return false;
  }
  auto* bytes = reinterpret_cast<const char*>(from);
  for (size_t i = sizeof(T); i < from->size; i++) {
    if (bytes[i] == 0) continue;
    *mistake = std::string(type) + " asks for what only a newer version of the library has";
    return false;
  }
  std::memcpy(to, from, std::min(from->size, sizeof(T)));
  return true;
}

// The number of an enumerator that comes from C, where it may be any number.
template <class E>
unsigned NumberOf(const E& e) {
  unsigned number;
  static_assert(sizeof number == sizeof e);
  std::memcpy(&number, &e, sizeof number);
  return number;
}

// The same of a bool: a host in another language may write any byte that is not zero.
inline bool IsTrue(const bool& b) {
  unsigned char byte;
  std::memcpy(&byte, &b, sizeof byte);
  return byte != 0;
}

inline std::string_view Text(const char* data, size_t size) {
  return size == HW_ZERO_TERMINATED ? std::string_view(data) : std::string_view(data, size);
}
inline bool IsText(const char* data, size_t size) { return data || size == 0; }
// Copies as hw_utf8 says.
size_t CopyText(const std::string& from, char* text, size_t capacity);

}  // namespace halfword::api

#endif  // HALFWORD_API_ARGUMENTS_H_
