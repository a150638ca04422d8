// Where in the source something was made. Persistents take one, and keep it in builds
// with HALFWORD_GC_KEEP_LOCATIONS.
#ifndef HALFWORD_GC_SOURCE_LOCATION_H_
#define HALFWORD_GC_SOURCE_LOCATION_H_

#include <cstddef>
#include <string>

#include "halfword/gc/internal/config.h"

namespace halfword::gc {

class SourceLocation final {
 public:
  // As a default argument: the caller's place.
  static constexpr SourceLocation Current(const char* function = __builtin_FUNCTION(),
                                          const char* file = __builtin_FILE(),
                                          size_t line = __builtin_LINE()) {
    return SourceLocation(function, file, line);
  }

  constexpr SourceLocation() = default;

  constexpr const char* Function() const { return function_; }
  constexpr const char* FileName() const { return file_; }
  constexpr size_t Line() const { return line_; }
  // "function@file:line", or "" if unknown.
  std::string ToString() const {
    if (file_ == nullptr) return {};
    return std::string(function_) + "@" + file_ + ":" + std::to_string(line_);
  }
  constexpr explicit operator bool() const { return file_ != nullptr; }

 private:
  constexpr SourceLocation(const char* function, const char* file, size_t line)
      : function_(function), file_(file), line_(line) {}

  const char* function_ = nullptr;
  const char* file_ = nullptr;
  size_t line_ = 0;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_SOURCE_LOCATION_H_
