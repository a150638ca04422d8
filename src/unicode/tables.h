// What the language itself needs of the Unicode Character Database, version 17: read-only tables without
// pointers, so that nothing is relocated or done at start. tools/unicode_tables.py makes tables.cc.
//
//   tries      values of code points, in levels of which equal parts stand once: leaves[n * 64 + (c & 63)],
//              where n is low[c >> 6] for those of 16 bits, and for others
//              middle[top[(c >> 12) - 16] * 64 + (c >> 6 & 63)]
//   names      in alphabetical order, each with a value: text i is texts[starts[i] .. starts[i + 1])
//   sets       set i is the bytes from kSetStarts[i] to kSetStarts[i + 1]: the distances between the ends of
//              its ranges, the first from 0, each with seven bits a byte, the lowest first
#ifndef HALFWORD_UNICODE_TABLES_H_
#define HALFWORD_UNICODE_TABLES_H_

#include "unicode/text.h"

namespace halfword::unicode {

// The version of everything here.
inline constexpr const char kUnicodeVersion[] = "17.0.0";

namespace tables {

template <typename Leaf>
inline Leaf Find(const uint16_t* low, const uint8_t* top, const uint16_t* middle, const Leaf* leaves,
                 CodePoint c) {
  DCHECK(c <= kMaxCodePoint);
  size_t leaf =
      HW_LIKELY(c <= 0xFFFF) ? low[c >> 6] : middle[size_t{top[(c >> 12) - 16]} * 64 + (c >> 6 & 63)];
  return leaves[leaf * 64 + (c & 63)];
}

// ---- Properties that are asked for one character ----

enum CharacterFlag : uint8_t {
  kIdStart = 1 << 0,
  kIdContinue = 1 << 1,
  kCased = 1 << 2,
  kCaseIgnorable = 1 << 3,
  kSoftDotted = 1 << 4,
};
extern const uint8_t kCharacterTop[], kCharacterLeaves[];
extern const uint16_t kCharacterLow[], kCharacterMiddle[];
inline uint8_t CharacterFlags(CodePoint c) {
  return Find(kCharacterLow, kCharacterTop, kCharacterMiddle, kCharacterLeaves, c);
}

// ---- Case ----

// What is added to a code point for its simple mappings (modulo 2^32), and whether full ones differ.
struct CaseRecord {
  uint32_t to_lower, to_upper, to_fold;
  uint32_t full;  // kFullLower, or the place of its units in kFullUpperUnits, or 0
};
inline constexpr uint32_t kFullLower = 0x8000;  // sigma at the end of a word, and I with a dot
extern const uint8_t kCaseTop[];
extern const uint16_t kCaseLow[], kCaseMiddle[], kCaseLeaves[];
extern const CaseRecord kCaseRecords[];
// 0: the character has no case.
inline uint16_t CaseNumber(CodePoint c) { return Find(kCaseLow, kCaseTop, kCaseMiddle, kCaseLeaves, c); }
inline const CaseRecord& CaseOf(CodePoint c) { return kCaseRecords[CaseNumber(c)]; }
// Three units each, of which the last may be 0.
extern const char16_t kFullUpperUnits[];

// ---- Normalization ----

// The first word of a record. A record with a mapping goes on with the lengths of the canonical decomposition
// (low byte) and of the compatible one (high byte, 0: the same), and with the units of both. Hangul has
// lengths of 0: it is arithmetic.
enum NormalizationBit : uint16_t {
  kCombiningClass = 0xFF,
  kMayChangeNfc = 1 << 8,   // NFC_Quick_Check is not Yes
  kMayChangeNfkc = 1 << 9,  // NFKC_Quick_Check is not Yes
  // What is before may change it, or change with it.
  kJoinsNfc = 1 << 10,
  kJoinsNfkc = 1 << 11,
  kJoinsNfd = 1 << 12,
  kJoinsNfkd = 1 << 13,
  kChangesNfd = 1 << 14,
  kChangesNfkd = 1 << 15,  // has a record with a mapping
};
extern const uint8_t kNormalizationTop[];
extern const uint16_t kNormalizationLow[], kNormalizationMiddle[], kNormalizationLeaves[],
    kNormalizationRecords[];
// Where the record is in kNormalizationRecords. 0: the character is inert in all forms. Surrogates are too,
// but have another place, so that a walk over units finds them.
inline constexpr uint16_t kSurrogatePlace = 1;
inline uint16_t NormalizationPlace(CodePoint c) {
  return Find(kNormalizationLow, kNormalizationTop, kNormalizationMiddle, kNormalizationLeaves, c);
}
inline uint16_t NormalizationPlaceOfUnit(char16_t c) {
  return kNormalizationLeaves[size_t{kNormalizationLow[c >> 6]} * 64 + (c & 63)];
}
inline const uint16_t* NormalizationOf(CodePoint c) { return kNormalizationRecords + NormalizationPlace(c); }
inline uint8_t CombiningClass(CodePoint c) {
  return static_cast<uint8_t>(*NormalizationOf(c) & kCombiningClass);
}

// Pairs that compose, in the order of their hashes: 21 bits each of first, second and composed, from
// the highest bit down.
inline constexpr uint32_t kCompositionSlots = 1024;
extern const uint16_t kCompositionMultiplier[1], kCompositionStarts[kCompositionSlots + 1];
extern const uint64_t kCompositions[];
inline uint32_t CompositionSlot(CodePoint first, CodePoint second) {
  return (first * kCompositionMultiplier[0] + second) % kCompositionSlots;
}

// ---- Sets ----

// The number of names, then where each begins, then where the last ends.
extern const uint8_t kBinaryNameTexts[], kCategoryNameTexts[], kScriptNameTexts[], kStringPropertyNameTexts[];
extern const uint16_t kBinaryNameStarts[], kCategoryNameStarts[], kScriptNameStarts[],
    kStringPropertyNameStarts[];
// The number of a set; of a script, the place in kScriptSets of two: Script and Script_Extensions; of a
// property of strings, its number, the highest being all others together.
extern const uint16_t kBinaryNameValues[], kCategoryNameValues[], kScriptNameValues[],
    kStringPropertyNameValues[];
extern const uint16_t kScriptSets[];
extern const uint16_t kSetStarts[];
extern const uint8_t kSets[];

// Of a property of strings: the set of its single characters, and its longer strings in order, each as a byte
// (how many characters are those of the string before, and how many follow, four bits each) and the numbers
// of their letters.
extern const uint16_t kStringPropertySingles[], kStringPropertyStarts[];
extern const uint8_t kStrings[];
extern const uint32_t kStringLetters[];

}  // namespace tables
}  // namespace halfword::unicode

#endif  // HALFWORD_UNICODE_TABLES_H_
