// Objects of Intl.
#ifndef HALFWORD_OBJECTS_LIBRARY_INTERNATIONALIZATION_H_
#define HALFWORD_OBJECTS_LIBRARY_INTERNATIONALIZATION_H_

#include "objects/shapes/js_object.h"

namespace halfword {

// An object of Intl. It is made of plain values, so that images may hold it: ICU's objects are found by the
// recipe (intl/lease.h).
class IntlObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kIntlObject;
  ValueField kind_;    // Smi: builtins/internationalization/intl.h says which there are
  ValueField recipe_;  // String
  ValueField slots_;   // ValueArray of what resolvedOptions answers, or Smi 0
  ValueField bound_;   // what the getter "format" or "compare" has given out, or Smi 0
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_LIBRARY_INTERNATIONALIZATION_H_
