// Custom spaces: blocks of their own for the objects of some classes, so that what is used together lies
// together and statistics tell it apart.
//
//   class NodeSpace : public gc::CustomSpace<NodeSpace> {
//    public:
//     static constexpr gc::CustomSpaceIndex kSpaceIndex = 0;
//   };
//   template <> struct gc::SpaceTrait<Node> { using Space = NodeSpace; };
//
// Indices count from 0.
//
// A space with `static constexpr bool kSupportsCompaction = true` is compactable: a whole collection that
// finds its blocks half empty may move its objects together, bit by bit, and gives the blocks back. It is for
// objects that exactly one other object refers to, such as the stores of containers. The Trace method that
// traces the one slot announces it (Visitor::RegisterMovableReference). Nothing else, inside the heap or
// outside, may hold a reference from one collection to the next. Objects that a scanned stack or a persistent
// refers to stay where they are. So do objects whose slot was not announced, large objects, and objects with
// destructors. Stores of this library's containers announce themselves:
//
//   template <typename T>
//   struct gc::SpaceTrait<T, std::enable_if_t<gc::kIsContainerStore<T>>> {
//     using Space = StoreSpace;
//   };
#ifndef HALFWORD_GC_CUSTOM_SPACE_H_
#define HALFWORD_GC_CUSTOM_SPACE_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace halfword::gc {

struct CustomSpaceIndex {
  constexpr CustomSpaceIndex(size_t index) : value(index) {}
  size_t value;
};

class CustomSpaceBase {
 public:
  virtual ~CustomSpaceBase() = default;
  virtual CustomSpaceIndex GetCustomSpaceIndex() const = 0;
  virtual bool IsCompactable() const = 0;
};

template <typename ConcreteCustomSpace>
class CustomSpace : public CustomSpaceBase {
 public:
  static constexpr bool kSupportsCompaction = false;
  CustomSpaceIndex GetCustomSpaceIndex() const final { return ConcreteCustomSpace::kSpaceIndex; }
  bool IsCompactable() const final { return ConcreteCustomSpace::kSupportsCompaction; }
};

// Specialise to put a class (or, with the second parameter, all that satisfy a condition) into a space.
template <typename T, typename = void>
struct SpaceTrait {
  using Space = void;
};

namespace internal {

// 0 is the heap's own space; custom spaces follow.
inline constexpr size_t kMaxCustomSpaces = 15;
template <typename T>
constexpr uint32_t SpaceOf() {
  using Space = typename SpaceTrait<T>::Space;
  if constexpr (std::is_void_v<Space>) {
    return 0;
  } else {
    static_assert(std::is_base_of_v<CustomSpaceBase, Space>,
                  "Custom space must inherit from CustomSpaceBase.");
    static_assert(CustomSpaceIndex(Space::kSpaceIndex).value < kMaxCustomSpaces, "too many custom spaces");
    return static_cast<uint32_t>(CustomSpaceIndex(Space::kSpaceIndex).value) + 1;
  }
}
template <typename T>
struct IsAllocatedOnCompactableSpace {
  static constexpr bool IsCompactable() {
    using Space = typename SpaceTrait<T>::Space;
    if constexpr (std::is_void_v<Space>) {
      return false;
    } else {
      return Space::kSupportsCompaction;
    }
  }
  static constexpr bool value = IsCompactable();
};

// Bases of what containers keep their elements in (containers/).
struct NoReferences {
  using HoldsNoReferencesMarker = void;
};
struct MayHoldReferences {};

}  // namespace internal

// For SpaceTrait: what the library's containers keep their elements in.
template <typename T>
inline constexpr bool kIsContainerStore =
    std::is_base_of_v<internal::NoReferences, T> || std::is_base_of_v<internal::MayHoldReferences, T>;

}  // namespace halfword::gc

#endif  // HALFWORD_GC_CUSTOM_SPACE_H_
