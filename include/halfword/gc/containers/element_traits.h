// What containers ask of their elements, keys and values at compile time.
#ifndef HALFWORD_GC_CONTAINERS_ELEMENT_TRAITS_H_
#define HALFWORD_GC_CONTAINERS_ELEMENT_TRAITS_H_

#include <cstddef>
#include <type_traits>
#include <utility>

#include "halfword/gc/type_traits.h"

namespace halfword::gc::internal {

// An UntracedMember refers to something, but the collector must not know.
template <typename T>
inline constexpr bool kNeedsTracing = kIsMember<T> ? !IsUntracedMemberTypeV<T> : IsTraceableV<T>;

template <typename T>
inline constexpr bool kIsPersistent = false;
template <typename T, typename W, typename L, typename C>
inline constexpr bool kIsPersistent<BasicPersistent<T, W, L, C>> = true;
template <typename T, typename W, typename L, typename C>
inline constexpr bool kIsPersistent<BasicCrossThreadPersistent<T, W, L, C>> = true;

// A class without Trace method that holds references all the same, as far as that can be known here: one of
// its template's arguments is a member (std::pair, std::optional …), or it is an aggregate with such a field.
// What isn't found is left to tools/trace_check.py; nothing that is sound is found.
template <typename T>
constexpr bool ForgetsReferences();

template <typename T>
inline constexpr bool kForgetsReferences = ForgetsReferences<T>();

template <typename T>
inline constexpr bool kHoldsReferences = kNeedsTracing<T> || kForgetsReferences<T>;

template <typename T>
inline constexpr bool kHasMemberAsArgument = false;
template <template <typename...> class C, typename... Arguments>
inline constexpr bool kHasMemberAsArgument<C<Arguments...>> =
    ((kIsMember<Arguments> && kNeedsTracing<Arguments>) || ...);

// Stand for a field's initial value: of any class, of one that holds references, and of none (a field that
// takes it, like std::any, takes everything).
struct AnyField {
  template <typename F>
  operator F() const;
};
struct AnyReference {
  template <typename F>
    requires(std::is_class_v<F> && kHoldsReferences<F>)
  operator F() const;
};

struct NoField {};

template <size_t>
using AnyFieldAt = AnyField;
template <typename T, typename... Fields>
concept InitializedBy = requires { T{std::declval<Fields>()...}; };

template <typename T, size_t... kBefore>
constexpr bool HasReferenceAfter(std::index_sequence<kBefore...>) {
  return InitializedBy<T, AnyFieldAt<kBefore>..., AnyReference> &&
         !InitializedBy<T, AnyFieldAt<kBefore>..., NoField>;
}
// (Fields behind the first ones are value-initialized.)
template <typename T, size_t... kPlaces>
constexpr bool HasReferenceAtAnyOf(std::index_sequence<kPlaces...>) {
  return (HasReferenceAfter<T>(std::make_index_sequence<kPlaces>()) || ...);
}

template <typename T>
constexpr bool ForgetsReferences() {
  constexpr size_t kFields = 16;  // that are looked at
  if constexpr (!std::is_class_v<T> || std::is_trivially_copyable_v<T> || kIsMember<T> || IsTraceableV<T>) {
    return false;  // a member is never trivially copyable
  } else if constexpr (kHasMemberAsArgument<T>) {
    return true;
  } else if constexpr (std::is_aggregate_v<T>) {
    return HasReferenceAtAnyOf<T>(std::make_index_sequence<kFields>());
  } else {
    return false;
  }
}

// What an element, key or value must be; a store asks for it, too.
template <typename T>
struct ElementRules {
  static_assert(
      !(std::is_pointer_v<T> && IsGarbageCollectedOrMixinTypeV<std::remove_pointer_t<T>>),
      "a container does not trace pointers to collected objects: its elements, keys and values must "
      "be Members, or WeakMembers, or UntracedMembers");
  static_assert(
      !kIsPersistent<T>,
      "a Persistent is a root: elements, keys and values of a container must be Members or WeakMembers");
  static_assert(
      !IsGarbageCollectedOrMixinTypeV<T>,
      "a collected object can't be an element, key or value of a container by itself: a Member of it "
      "can");
  static_assert(!kForgetsReferences<T>,
                "elements, keys and values that have Members need a Trace() method: one, const and public");
};

}  // namespace halfword::gc::internal

#endif  // HALFWORD_GC_CONTAINERS_ELEMENT_TRAITS_H_
