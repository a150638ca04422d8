// The value of a class with the v flag: https://tc39.es/ecma262/#sec-compileclasssetstring.
#ifndef HALFWORD_REGEXP_CLASS_SET_H_
#define HALFWORD_REGEXP_CLASS_SET_H_

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "regexp/ast.h"

namespace halfword::regexp {

// A set of characters and of longer (or empty) strings.
struct ClassSet {
  CodePointSet single;
  std::vector<std::u32string> strings;  // none of length one; sorted and unique after Sort
  bool may_contain_strings = false;     // MayContainStrings: decided by syntax, not by content
  bool is_closed = false;               // Canonicalize leads from members to members only

  void AddString(std::u32string s) {
    if (s.size() == 1) {
      single.Add(s[0]);
    } else {
      strings.push_back(std::move(s));
    }
  }
  void Sort() {
    std::sort(strings.begin(), strings.end());
    strings.erase(std::unique(strings.begin(), strings.end()), strings.end());
  }
  void Union(ClassSet&& other) {
    single.AddAll(other.single);
    std::move(other.strings.begin(), other.strings.end(), std::back_inserter(strings));
    may_contain_strings |= other.may_contain_strings;
  }
  void Intersect(ClassSet& other) {
    single = single.Intersect(other.single);
    Sort();
    other.Sort();
    std::vector<std::u32string> kept;
    std::set_intersection(strings.begin(), strings.end(), other.strings.begin(), other.strings.end(),
                          std::back_inserter(kept));
    strings = std::move(kept);
    may_contain_strings &= other.may_contain_strings;
  }
  void Subtract(ClassSet& other) {
    single = single.Subtract(other.single);
    Sort();
    other.Sort();
    std::vector<std::u32string> kept;
    std::set_difference(strings.begin(), strings.end(), other.strings.begin(), other.strings.end(),
                        std::back_inserter(kept));
    strings = std::move(kept);
  }
};

}  // namespace halfword::regexp

#endif  // HALFWORD_REGEXP_CLASS_SET_H_
