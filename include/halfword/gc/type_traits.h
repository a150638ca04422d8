// Compile-time questions about collectable types.
#ifndef HALFWORD_GC_TYPE_TRAITS_H_
#define HALFWORD_GC_TYPE_TRAITS_H_

#include <type_traits>

namespace halfword::gc {

class Visitor;

namespace internal {

struct StrongMemberTag {};
struct WeakMemberTag {};
struct UntracedMemberTag {};
template <typename T, typename WeaknessTag>
class BasicMember;
template <typename T, bool kWeak>
class BasicPersistent;

template <typename T>
concept Complete = requires { sizeof(T); };
template <typename T>
concept HasGarbageCollectedMarker = requires { typename std::remove_cv_t<T>::IsGarbageCollectedTypeMarker; };
template <typename T>
concept HasMixinMarker = requires { typename std::remove_cv_t<T>::IsGarbageCollectedMixinTypeMarker; };

template <typename T>
inline constexpr bool kIsMember = false;
template <typename T, typename W>
inline constexpr bool kIsMember<BasicMember<T, W>> = true;
template <typename T, typename W>
inline constexpr bool kIsMemberWith = false;
template <typename T, typename W>
inline constexpr bool kIsMemberWith<BasicMember<T, W>, W> = true;

}  // namespace internal

template <typename T>
using Member = internal::BasicMember<T, internal::StrongMemberTag>;
template <typename T>
using WeakMember = internal::BasicMember<T, internal::WeakMemberTag>;
template <typename T>
using UntracedMember = internal::BasicMember<T, internal::UntracedMemberTag>;
template <typename T>
using Persistent = internal::BasicPersistent<T, false>;
template <typename T>
using WeakPersistent = internal::BasicPersistent<T, true>;

template <typename T>
inline constexpr bool IsGarbageCollectedTypeV = internal::HasGarbageCollectedMarker<T>;
template <typename T>
inline constexpr bool IsGarbageCollectedMixinTypeV =
    internal::HasMixinMarker<T> && !internal::HasGarbageCollectedMarker<T>;
template <typename T>
inline constexpr bool IsGarbageCollectedOrMixinTypeV =
    internal::HasGarbageCollectedMarker<T> || internal::HasMixinMarker<T>;
template <typename T>
inline constexpr bool IsGarbageCollectedWithMixinTypeV =
    internal::HasGarbageCollectedMarker<T> && internal::HasMixinMarker<T>;
template <typename T>
inline constexpr bool IsMemberTypeV = internal::kIsMemberWith<T, internal::StrongMemberTag>;
template <typename T>
inline constexpr bool IsWeakMemberTypeV = internal::kIsMemberWith<T, internal::WeakMemberTag>;
template <typename T>
inline constexpr bool IsUntracedMemberTypeV = internal::kIsMemberWith<T, internal::UntracedMemberTag>;
template <typename T>
inline constexpr bool IsMemberOrWeakMemberTypeV = IsMemberTypeV<T> || IsWeakMemberTypeV<T>;
template <typename T>
inline constexpr bool IsAnyMemberTypeV = internal::kIsMember<T>;
template <typename T>
inline constexpr bool IsWeakV = IsWeakMemberTypeV<T>;
template <typename T>
inline constexpr bool IsCompleteV = internal::Complete<T>;

}  // namespace halfword::gc

#endif  // HALFWORD_GC_TYPE_TRAITS_H_
