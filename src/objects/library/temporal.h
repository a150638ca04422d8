// Objects of Temporal.
#ifndef HALFWORD_OBJECTS_LIBRARY_TEMPORAL_H_
#define HALFWORD_OBJECTS_LIBRARY_TEMPORAL_H_

#include "objects/shapes/js_object.h"

namespace halfword {

class TemporalObject : public JSObject {  // builtins/temporal/temporal.h says which fields a kind has
 public:
  static constexpr HeapType kType = HeapType::kTemporalObject;
  ValueField kind_;        // Smi, as all up to nanosecond_
  ValueField calendar_;    // the library's number of it
  ValueField day_;         // since 1970-01-01, of the ISO calendar
  ValueField second_;      // of the day
  ValueField nanosecond_;  // of the second
  ValueField extra_;       // time zone: String; units of a Duration: ValueArray of numbers; otherwise Smi 0
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_LIBRARY_TEMPORAL_H_
