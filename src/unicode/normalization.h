// String.prototype.normalize and well-formedness: https://tc39.es/ecma262/#sec-string.prototype.normalize
#ifndef HALFWORD_UNICODE_NORMALIZATION_H_
#define HALFWORD_UNICODE_NORMALIZATION_H_

#include <optional>

#include "unicode/pacer.h"
#include "unicode/text.h"

namespace halfword::unicode {

enum class NormalizationForm : uint8_t { kNFC, kNFD, kNFKC, kNFKD };

// Whether `src` already is in `form` (then no copy is needed). Latin-1 is always NFC, ASCII every form.
enum class Normality : uint8_t { kNo, kYes, kStopped };  // the last: by the pacer
Normality IsNormalized(Text src, NormalizationForm form, const Pacer& = {});
// nullopt: the pacer stopped it.
std::optional<std::u16string> Normalize(Text src, NormalizationForm form, const Pacer& = {});

// No lone surrogates: https://tc39.es/ecma262/#sec-isstringwellformedunicode
bool IsWellFormed(Utf16Span s);
// Index of the first lone surrogate, or size.
size_t FindLoneSurrogate(Utf16Span s, size_t from = 0);
// Replaces every lone surrogate by U+FFFD.
void MakeWellFormed(std::span<char16_t> s);

}  // namespace halfword::unicode

#endif  // HALFWORD_UNICODE_NORMALIZATION_H_
