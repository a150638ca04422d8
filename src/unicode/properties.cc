#include "unicode/properties.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>

namespace halfword::unicode {

namespace {

// The binary properties of https://tc39.es/ecma262/#table-binary-unicode-properties that ICU knows; the three
// that are not properties of ICU (Any, ASCII, Assigned) are handled apart.
struct BinaryProperty {
  const char* name;
  const char* alias;  // null if there is none
  UProperty property;
};
constexpr BinaryProperty kBinaryProperties[] = {
    {"ASCII_Hex_Digit", "AHex", UCHAR_ASCII_HEX_DIGIT},
    {"Alphabetic", "Alpha", UCHAR_ALPHABETIC},
    {"Bidi_Control", "Bidi_C", UCHAR_BIDI_CONTROL},
    {"Bidi_Mirrored", "Bidi_M", UCHAR_BIDI_MIRRORED},
    {"Case_Ignorable", "CI", UCHAR_CASE_IGNORABLE},
    {"Cased", nullptr, UCHAR_CASED},
    {"Changes_When_Casefolded", "CWCF", UCHAR_CHANGES_WHEN_CASEFOLDED},
    {"Changes_When_Casemapped", "CWCM", UCHAR_CHANGES_WHEN_CASEMAPPED},
    {"Changes_When_Lowercased", "CWL", UCHAR_CHANGES_WHEN_LOWERCASED},
    {"Changes_When_NFKC_Casefolded", "CWKCF", UCHAR_CHANGES_WHEN_NFKC_CASEFOLDED},
    {"Changes_When_Titlecased", "CWT", UCHAR_CHANGES_WHEN_TITLECASED},
    {"Changes_When_Uppercased", "CWU", UCHAR_CHANGES_WHEN_UPPERCASED},
    {"Dash", nullptr, UCHAR_DASH},
    {"Default_Ignorable_Code_Point", "DI", UCHAR_DEFAULT_IGNORABLE_CODE_POINT},
    {"Deprecated", "Dep", UCHAR_DEPRECATED},
    {"Diacritic", "Dia", UCHAR_DIACRITIC},
    {"Emoji", nullptr, UCHAR_EMOJI},
    {"Emoji_Component", "EComp", UCHAR_EMOJI_COMPONENT},
    {"Emoji_Modifier", "EMod", UCHAR_EMOJI_MODIFIER},
    {"Emoji_Modifier_Base", "EBase", UCHAR_EMOJI_MODIFIER_BASE},
    {"Emoji_Presentation", "EPres", UCHAR_EMOJI_PRESENTATION},
    {"Extended_Pictographic", "ExtPict", UCHAR_EXTENDED_PICTOGRAPHIC},
    {"Extender", "Ext", UCHAR_EXTENDER},
    {"Grapheme_Base", "Gr_Base", UCHAR_GRAPHEME_BASE},
    {"Grapheme_Extend", "Gr_Ext", UCHAR_GRAPHEME_EXTEND},
    {"Hex_Digit", "Hex", UCHAR_HEX_DIGIT},
    {"IDS_Binary_Operator", "IDSB", UCHAR_IDS_BINARY_OPERATOR},
    {"IDS_Trinary_Operator", "IDST", UCHAR_IDS_TRINARY_OPERATOR},
    {"ID_Continue", "IDC", UCHAR_ID_CONTINUE},
    {"ID_Start", "IDS", UCHAR_ID_START},
    {"Ideographic", "Ideo", UCHAR_IDEOGRAPHIC},
    {"Join_Control", "Join_C", UCHAR_JOIN_CONTROL},
    {"Logical_Order_Exception", "LOE", UCHAR_LOGICAL_ORDER_EXCEPTION},
    {"Lowercase", "Lower", UCHAR_LOWERCASE},
    {"Math", nullptr, UCHAR_MATH},
    {"Noncharacter_Code_Point", "NChar", UCHAR_NONCHARACTER_CODE_POINT},
    {"Pattern_Syntax", "Pat_Syn", UCHAR_PATTERN_SYNTAX},
    {"Pattern_White_Space", "Pat_WS", UCHAR_PATTERN_WHITE_SPACE},
    {"Quotation_Mark", "QMark", UCHAR_QUOTATION_MARK},
    {"Radical", nullptr, UCHAR_RADICAL},
    {"Regional_Indicator", "RI", UCHAR_REGIONAL_INDICATOR},
    {"Sentence_Terminal", "STerm", UCHAR_S_TERM},
    {"Soft_Dotted", "SD", UCHAR_SOFT_DOTTED},
    {"Terminal_Punctuation", "Term", UCHAR_TERMINAL_PUNCTUATION},
    {"Unified_Ideograph", "UIdeo", UCHAR_UNIFIED_IDEOGRAPH},
    {"Uppercase", "Upper", UCHAR_UPPERCASE},
    {"Variation_Selector", "VS", UCHAR_VARIATION_SELECTOR},
    {"White_Space", "space", UCHAR_WHITE_SPACE},
    {"XID_Continue", "XIDC", UCHAR_XID_CONTINUE},
    {"XID_Start", "XIDS", UCHAR_XID_START},
};

struct StringProperty {
  const char* name;
  UProperty property;
};
constexpr StringProperty kStringProperties[] = {
    {"Basic_Emoji", UCHAR_BASIC_EMOJI},
    {"Emoji_Keycap_Sequence", UCHAR_EMOJI_KEYCAP_SEQUENCE},
    {"RGI_Emoji_Modifier_Sequence", UCHAR_RGI_EMOJI_MODIFIER_SEQUENCE},
    {"RGI_Emoji_Flag_Sequence", UCHAR_RGI_EMOJI_FLAG_SEQUENCE},
    {"RGI_Emoji_Tag_Sequence", UCHAR_RGI_EMOJI_TAG_SEQUENCE},
    {"RGI_Emoji_ZWJ_Sequence", UCHAR_RGI_EMOJI_ZWJ_SEQUENCE},
    {"RGI_Emoji", UCHAR_RGI_EMOJI},
};

// ICU matches names loosely; ECMA-262 wants one of the listed spellings.
bool IsExactValueName(UProperty property, int32_t value, std::string_view name) {
  for (int choice = 0; choice < 8; choice++) {
    const char* candidate = u_getPropertyValueName(property, value, static_cast<UPropertyNameChoice>(choice));
    if (candidate != nullptr && name == candidate) return true;
    if (candidate == nullptr && choice >= 2) break;
  }
  return false;
}

std::optional<int32_t> ResolveValue(UProperty property, std::string_view name) {
  int32_t value = u_getPropertyValueEnum(property, std::string(name).c_str());
  if (value == UCHAR_INVALID_CODE || !IsExactValueName(property, value, name)) return std::nullopt;
  return value;
}

CodePointSet FromUSet(const USet* set) {
  CodePointSet result;
  int32_t count = uset_getItemCount(set);
  for (int32_t i = 0; i < count; i++) {
    UChar32 first, last;
    UErrorCode status = U_ZERO_ERROR;
    int32_t length = uset_getItem(set, i, &first, &last, nullptr, 0, &status);
    if (length == 0) result.Add(static_cast<CodePoint>(first), static_cast<CodePoint>(last));
  }
  return result;
}

std::optional<CodePointSet> SetOfValue(UProperty property, int32_t value) {
  USet* set = uset_openEmpty();
  UErrorCode status = U_ZERO_ERROR;
  uset_applyIntPropertyValue(set, property, value, &status);
  CodePointSet result = FromUSet(set);
  uset_close(set);
  if (U_FAILURE(status)) return std::nullopt;
  return result;
}

struct Resolved {
  enum Kind { kNone, kAny, kAscii, kAssigned, kValue } kind = kNone;
  UProperty property = UCHAR_INVALID_CODE;
  int32_t value = 0;
};

Resolved Resolve(std::string_view name, std::string_view value) {
  UProperty property;
  if (name == "General_Category" || name == "gc") {
    property = UCHAR_GENERAL_CATEGORY_MASK;
  } else if (name == "Script" || name == "sc") {
    property = UCHAR_SCRIPT;
  } else if (name == "Script_Extensions" || name == "scx") {
    property = UCHAR_SCRIPT_EXTENSIONS;
  } else {
    return {};
  }
  std::optional<int32_t> code =
      ResolveValue(property == UCHAR_SCRIPT_EXTENSIONS ? UCHAR_SCRIPT : property, value);
  if (!code) return {};
  // ICU has codes for scripts that are in ISO 15924 but not yet in Unicode; they name no character.
  if (property != UCHAR_GENERAL_CATEGORY_MASK && *code != USCRIPT_KATAKANA_OR_HIRAGANA &&
      *code != USCRIPT_UNKNOWN &&
      uscript_getUsage(static_cast<UScriptCode>(*code)) == USCRIPT_USAGE_NOT_ENCODED) {
    return {};
  }
  return {Resolved::kValue, property, *code};
}

Resolved Resolve(std::string_view name) {
  if (name == "Any") return {Resolved::kAny};
  if (name == "ASCII") return {Resolved::kAscii};
  if (name == "Assigned") return {Resolved::kAssigned};
  for (const BinaryProperty& p : kBinaryProperties) {
    if (name == p.name || (p.alias != nullptr && name == p.alias)) return {Resolved::kValue, p.property, 1};
  }
  return Resolve("gc", name);
}

std::optional<CodePointSet> Build(const Resolved& r) {
  switch (r.kind) {
    case Resolved::kNone: return std::nullopt;
    case Resolved::kAny: return CodePointSet::All();
    case Resolved::kAscii: return CodePointSet{{0, 0x7F}};
    case Resolved::kAssigned: {
      auto unassigned = SetOfValue(UCHAR_GENERAL_CATEGORY_MASK, U_GC_CN_MASK);
      if (!unassigned) return std::nullopt;
      return unassigned->Complement();
    }
    case Resolved::kValue: return SetOfValue(r.property, r.value);
  }
  return std::nullopt;
}

}  // namespace

bool IsProperty(std::string_view name, std::string_view value) {
  return Resolve(name, value).kind != Resolved::kNone;
}
bool IsProperty(std::string_view name) { return Resolve(name).kind != Resolved::kNone; }
std::optional<CodePointSet> LookupProperty(std::string_view name, std::string_view value) {
  return Build(Resolve(name, value));
}
std::optional<CodePointSet> LookupProperty(std::string_view name) { return Build(Resolve(name)); }

bool IsStringProperty(std::string_view name) {
  for (const StringProperty& p : kStringProperties) {
    if (name == p.name) return true;
  }
  return false;
}

std::optional<StringSet> LookupStringProperty(std::string_view name) {
  for (const StringProperty& p : kStringProperties) {
    if (name != p.name) continue;
    UErrorCode status = U_ZERO_ERROR;
    const USet* set = u_getBinaryPropertySet(p.property, &status);
    if (U_FAILURE(status)) return std::nullopt;
    StringSet result;
    result.single = FromUSet(set);
    int32_t count = uset_getItemCount(set);
    for (int32_t i = 0; i < count; i++) {
      UChar32 first, last;
      UChar buffer[64];
      status = U_ZERO_ERROR;
      int32_t length = uset_getItem(set, i, &first, &last, buffer, 64, &status);
      if (length < 2 || U_FAILURE(status)) continue;
      Utf16Span units(buffer, static_cast<size_t>(length));
      std::u32string s;
      for (size_t k = 0; k < units.size(); k++) {
        CodePoint c = CodePointAt(units, k);
        if (c > 0xFFFF) k++;
        s.push_back(c);
      }
      result.strings.push_back(std::move(s));
    }
    return result;
  }
  return std::nullopt;
}

}  // namespace halfword::unicode
