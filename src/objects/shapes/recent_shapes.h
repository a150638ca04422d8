// Shapes that were made lately live for a while without an object: as long as their parents live or, of the
// first shapes of objects, their prototypes.
//
// A shape's children are weak: without objects of such a shape, nothing but sites and machine code knows it,
// and these do not keep it alive. But a program may be between two objects: what it makes at the beginning
// of each turn is dead at most collections, and each turn would learn its shapes, and compile for them, anew.
#ifndef HALFWORD_OBJECTS_SHAPES_RECENT_SHAPES_H_
#define HALFWORD_OBJECTS_SHAPES_RECENT_SHAPES_H_

#include <array>
#include <memory>
#include <vector>

#include "objects/shapes/shape.h"

namespace halfword {

namespace gc {
class LivenessBroker;
class Visitor;
}  // namespace gc

class RecentShapes {
 public:
  // So many are kept, the last ones, for so many tracings of the roots. A collection has one to three.
  static constexpr uint32_t kMost = 256, kTracings = 32;

  // A shared shape that was not there before.
  void Add(Shape*);
  // A root callback. The list lets go of all shapes where less than half of the memory limit is left, and
  // where an image is made.
  void Trace(Isolate&, gc::Visitor&);
  uint32_t size() const { return size_; }

 private:
  struct Entry {
    Value shape;
    uint32_t made;  // tracings_ then
  };
  // A collector that marks in steps comes back to entries, so they stay where they are.
  static constexpr uint32_t kInChunk = 32;
  using Chunk = std::array<Entry, kInChunk>;

  Entry& At(uint32_t n) { return (*chunks_[n / kInChunk])[n % kInChunk]; }
  bool IsOld(const Entry& entry) const { return tracings_ - entry.made > kTracings; }
  void ClearDead(const gc::LivenessBroker&);

  std::vector<std::unique_ptr<Chunk>> chunks_;
  uint32_t size_ = 0;
  uint32_t next_ = 0;  // is replaced by the next one, once there are kMost
  uint32_t tracings_ = 0;
};

// In IsolateState.
RecentShapes& RecentShapesOf(Isolate&);

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_SHAPES_RECENT_SHAPES_H_
