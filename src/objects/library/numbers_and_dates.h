// Dates.
#ifndef HALFWORD_OBJECTS_LIBRARY_NUMBERS_AND_DATES_H_
#define HALFWORD_OBJECTS_LIBRARY_NUMBERS_AND_DATES_H_

#include "objects/shapes/js_object.h"

namespace halfword {

class DateObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kDateObject;
  void Trace(gc::Visitor&);
  alignas(8) double time_;  // NaN: invalid
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_LIBRARY_NUMBERS_AND_DATES_H_
