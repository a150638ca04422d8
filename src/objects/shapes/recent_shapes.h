// Shapes that were made lately, and live for a while without an object.
//
// A shape's children are weak: without objects of such a shape, nothing but sites and machine code knows it,
// and these do not keep it alive. But a program may be between two objects: what it makes at the beginning
// of each turn is dead at most collections, and each turn would learn its shapes, and compile for them, anew.
#ifndef HALFWORD_OBJECTS_SHAPES_RECENT_SHAPES_H_
#define HALFWORD_OBJECTS_SHAPES_RECENT_SHAPES_H_

#include <vector>

#include "objects/shapes/shape.h"

namespace halfword {

class RecentShapes {
 public:
  // So many are kept, the last ones, and roots are traced so often meanwhile: once to three times in each
  // collection.
  static constexpr size_t kMost = 256;
  static constexpr uint32_t kTracings = 32;

  // A child of a shared shape, which was not there before.
  void Add(Shape*);
  // A root callback. What a shape keeps alive (its prototype) may be large: the list lets go of all of them
  // where less than half of the memory limit is left, and where an image is made.
  void Trace(Isolate&, gc::Visitor&);
  void Clear() { entries_.clear(); }
  size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    Value shape;
    uint32_t made;  // tracings_ then
  };

  std::vector<Entry> entries_;
  size_t next_ = 0;  // is replaced by the next one, once there are kMost
  uint32_t tracings_ = 0;
};

// In IsolateState.
RecentShapes& RecentShapesOf(Isolate&);

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_SHAPES_RECENT_SHAPES_H_
