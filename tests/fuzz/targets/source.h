// The source texts of targets that read them as the engine does.
#ifndef HALFWORD_TESTS_FUZZ_TARGETS_SOURCE_H_
#define HALFWORD_TESTS_FUZZ_TARGETS_SOURCE_H_

#include <string_view>

#include "syntax/scanner/source_text.h"

namespace halfword::fuzzing {

enum class Encoding { kUtf8, kLatin1 };

inline syntax::SourceBuffer SourceOf(std::string_view bytes, Encoding encoding) {
  return encoding == Encoding::kUtf8 ? syntax::SourceBuffer::FromUtf8(bytes)
                                     : syntax::SourceBuffer::FromLatin1({bytes.begin(), bytes.end()});
}

}  // namespace halfword::fuzzing

#endif  // HALFWORD_TESTS_FUZZ_TARGETS_SOURCE_H_
