// Compile-time questions about collectable types.
#ifndef HALFWORD_GC_TYPE_TRAITS_H_
#define HALFWORD_GC_TYPE_TRAITS_H_

#include <type_traits>

#include "halfword/gc/internal/member_storage.h"

namespace halfword::gc {

class Visitor;

namespace internal {

// What BasicMember's weakness can be. A tag of the user's own makes a member that nobody traces.
class StrongMemberTag;
class WeakMemberTag;
class UntracedMemberTag;

struct DijkstraWriteBarrierPolicy;  // pointer_policies.h
struct NoWriteBarrierPolicy;
class DisabledCheckingPolicy;
class KeepLocationPolicy;
class IgnoreLocationPolicy;
struct StrongPersistentPolicy;
struct WeakPersistentPolicy;
struct StrongCrossThreadPersistentPolicy;
struct WeakCrossThreadPersistentPolicy;
using DefaultMemberCheckingPolicy = DisabledCheckingPolicy;
using DefaultPersistentCheckingPolicy = DisabledCheckingPolicy;
using DefaultCrossThreadPersistentCheckingPolicy = DisabledCheckingPolicy;
#if HALFWORD_GC_KEEP_LOCATIONS
using DefaultLocationPolicy = KeepLocationPolicy;
#else
using DefaultLocationPolicy = IgnoreLocationPolicy;
#endif

template <typename T, typename WeaknessTag, typename WriteBarrierPolicy,
          typename CheckingPolicy = DefaultMemberCheckingPolicy, typename StorageType = DefaultMemberStorage>
class BasicMember;
template <typename T, typename WeaknessPolicy, typename LocationPolicy = DefaultLocationPolicy,
          typename CheckingPolicy = DefaultPersistentCheckingPolicy>
class BasicPersistent;
template <typename T, typename WeaknessPolicy, typename LocationPolicy = DefaultLocationPolicy,
          typename CheckingPolicy = DefaultCrossThreadPersistentCheckingPolicy>
class BasicCrossThreadPersistent;

template <typename T>
concept Complete = requires { sizeof(T); };
template <typename T>
concept HasGarbageCollectedMarker = requires { typename std::remove_cv_t<T>::IsGarbageCollectedTypeMarker; };
template <typename T>
concept HasMixinMarker = requires { typename std::remove_cv_t<T>::IsGarbageCollectedMixinTypeMarker; };
template <typename T>
concept HasTraceMethod = requires(const T& object, Visitor* visitor) { object.Trace(visitor); };

template <typename T>
inline constexpr bool kIsMember = false;
template <typename T, typename W, typename B, typename C, typename S>
inline constexpr bool kIsMember<BasicMember<T, W, B, C, S>> = true;
template <typename T, typename W>
inline constexpr bool kIsMemberWith = false;
template <typename T, typename W, typename B, typename C, typename S>
inline constexpr bool kIsMemberWith<BasicMember<T, W, B, C, S>, W> = true;

template <typename T>
inline constexpr bool IsTraceableV = HasTraceMethod<std::remove_cv_t<T>>;
template <typename T, typename U>
inline constexpr bool IsDecayedSameV = std::is_same_v<std::decay_t<T>, std::decay_t<U>>;
template <typename Base, typename Derived>
inline constexpr bool IsStrictlyBaseOfV =
    std::is_base_of_v<std::decay_t<Base>, std::decay_t<Derived>> && !IsDecayedSameV<Base, Derived>;

}  // namespace internal

template <typename T>
using Member = internal::BasicMember<T, internal::StrongMemberTag, internal::DijkstraWriteBarrierPolicy,
                                     internal::DefaultMemberCheckingPolicy, internal::DefaultMemberStorage>;
template <typename T>
using WeakMember =
    internal::BasicMember<T, internal::WeakMemberTag, internal::DijkstraWriteBarrierPolicy,
                          internal::DefaultMemberCheckingPolicy, internal::DefaultMemberStorage>;
template <typename T>
using UntracedMember =
    internal::BasicMember<T, internal::UntracedMemberTag, internal::NoWriteBarrierPolicy,
                          internal::DefaultMemberCheckingPolicy, internal::DefaultMemberStorage>;
template <typename T>
using Persistent = internal::BasicPersistent<T, internal::StrongPersistentPolicy>;
template <typename T>
using WeakPersistent = internal::BasicPersistent<T, internal::WeakPersistentPolicy>;

namespace subtle {

// A member with a whole pointer, for the few places where the code of a decompression is too much. In the
// twin it is the same as Member.
template <typename T>
using UncompressedMember =
    internal::BasicMember<T, internal::StrongMemberTag, internal::DijkstraWriteBarrierPolicy,
                          internal::DefaultMemberCheckingPolicy, internal::RawPointer>;
#if HALFWORD_COMPRESS
template <typename T>
using CompressedMember =
    internal::BasicMember<T, internal::StrongMemberTag, internal::DijkstraWriteBarrierPolicy,
                          internal::DefaultMemberCheckingPolicy, internal::CompressedPointer>;
#endif
template <typename T>
using CrossThreadPersistent =
    internal::BasicCrossThreadPersistent<T, internal::StrongCrossThreadPersistentPolicy>;
template <typename T>
using WeakCrossThreadPersistent =
    internal::BasicCrossThreadPersistent<T, internal::WeakCrossThreadPersistentPolicy>;

}  // namespace subtle

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
// These look through const and references.
template <typename T>
inline constexpr bool IsMemberTypeV = internal::kIsMemberWith<std::decay_t<T>, internal::StrongMemberTag>;
template <typename T>
inline constexpr bool IsWeakMemberTypeV = internal::kIsMemberWith<std::decay_t<T>, internal::WeakMemberTag>;
template <typename T>
inline constexpr bool IsUntracedMemberTypeV =
    internal::kIsMemberWith<std::decay_t<T>, internal::UntracedMemberTag>;
template <typename T>
inline constexpr bool IsMemberOrWeakMemberTypeV = IsMemberTypeV<T> || IsWeakMemberTypeV<T>;
template <typename T>
inline constexpr bool IsAnyMemberTypeV = internal::kIsMember<std::decay_t<T>>;
template <typename T>
inline constexpr bool IsWeakV = IsWeakMemberTypeV<T>;
template <typename T>
inline constexpr bool IsCompleteV = internal::Complete<T>;

}  // namespace halfword::gc

#endif  // HALFWORD_GC_TYPE_TRAITS_H_
