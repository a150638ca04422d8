// Global objects, and realms of their own.
#ifndef HALFWORD_OBJECTS_LIBRARY_GLOBAL_H_
#define HALFWORD_OBJECTS_LIBRARY_GLOBAL_H_

#include "objects/shapes/js_object.h"

namespace halfword {

class GlobalObject : public JSObject {  // unique, dictionary shape; data properties are PropertyCells
 public:
  static constexpr HeapType kType = HeapType::kGlobalObject;
  ValueField realm_;
};

class ShadowRealmObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kShadowRealmObject;
  ValueField realm_;     // Realm
  ValueField referrer_;  // Smi 0, or the Script that stands for the last that called for code in there
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_LIBRARY_GLOBAL_H_
