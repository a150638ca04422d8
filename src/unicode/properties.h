// \p{…}: the Unicode properties a regular expression may name, with exactly the names ECMA-262 allows (no
// loose matching). https://tc39.es/ecma262/#sec-runtime-semantics-unicodematchproperty-p
#ifndef HALFWORD_UNICODE_PROPERTIES_H_
#define HALFWORD_UNICODE_PROPERTIES_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "unicode/code_point_set.h"

namespace halfword::unicode {

// \p{name=value}: General_Category (gc), Script (sc), Script_Extensions (scx).
// \p{name}: a value of General_Category or a binary property. nullopt: no such property.
std::optional<CodePointSet> LookupProperty(std::string_view name, std::string_view value);
std::optional<CodePointSet> LookupProperty(std::string_view name);
// As above without building the set: for early errors.
bool IsProperty(std::string_view name, std::string_view value);
bool IsProperty(std::string_view name);

// Properties of strings, for the v flag: RGI_Emoji and its kin. The single code points
// and the longer strings.
struct StringSet {
  CodePointSet single;
  std::vector<std::u32string> strings;  // each of two or more code points
};
bool IsStringProperty(std::string_view name);
std::optional<StringSet> LookupStringProperty(std::string_view name);

}  // namespace halfword::unicode

#endif  // HALFWORD_UNICODE_PROPERTIES_H_
