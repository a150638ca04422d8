// What classes of objects share that trace themselves.
#ifndef HALFWORD_OBJECTS_SHAPES_TRACING_H_
#define HALFWORD_OBJECTS_SHAPES_TRACING_H_

#include "gc/visitor.h"
#include "objects/shapes/js_object.h"

namespace halfword {

inline const TaggedBits& Bits(const ValueField& field) { return reinterpret_cast<const TaggedBits&>(field); }

// The tagged words of an object from `first` to the end of its cell.
inline void TraceTail(gc::Visitor& visitor, const JSObject* object, const void* first) {
  auto* begin = static_cast<const char*>(first);
  auto* end = reinterpret_cast<const char*>(object) + object->shape()->object_size() - gc::kHeaderSize;
  visitor.TraceTaggedRange(reinterpret_cast<const TaggedBits*>(begin),
                           reinterpret_cast<const TaggedBits*>(end));
}

// The words of an object that a class traces itself: its fields are visited by the caller.
inline void TraceSlots(gc::Visitor& visitor, const JSObject* object) {
  auto* begin = reinterpret_cast<const TaggedBits*>(object->InObjectSlot(0));
  visitor.TraceTaggedRange(begin, begin + object->shape()->in_object_slots());
}

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_SHAPES_TRACING_H_
