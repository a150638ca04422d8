// C++ objects in the heap of an isolate, as JavaScript objects: the collector's C++ library (halfword/gc) and
// JavaScript share one heap, so references go both ways and a cycle through both is just a cycle.
//
//   class Entity final : public gc::GarbageCollected<Entity>, public hw::Scriptable {
//    public:
//     explicit Entity(std::string name) : name_(std::move(name)) {}
//     void Trace(gc::Visitor* visitor) const { visitor->Trace(target_), visitor->Trace(on_hit_); }
//     void Hit(double damage);
//     Entity* target() const { return target_; }
//     void set_target(Entity* target) { target_ = target; }
//    private:
//     std::string name_;
//     gc::Member<Entity> target_;  // 32 bits each
//     hw::Member on_hit_;
//   };
//
//   hw::Host host;
//   host.Define(hw::Class<Entity>("Entity")
//                   .Constructor<std::string>()
//                   .Method("hit", &Entity::Hit)
//                   .Accessor("target", &Entity::target, &Entity::set_target));
//
// JavaScript may now say `class Boss extends Entity { … }`. An object keeps its one JavaScript object, made
// when JavaScript first sees it; a receiver or an argument of another class is a TypeError.
//
// C++ objects are used inside the isolate: in callbacks, or in Isolate::Enter. They can't be in images:
// freezing an isolate that holds some is an error that names their class.
//
// Unlike halfword.hpp this is bound to the very build of the library whose headers are used.
#ifndef HALFWORD_CLASSES_HPP_
#define HALFWORD_CLASSES_HPP_

#include "halfword/gc/allocation.h"
#include "halfword/gc/garbage_collected.h"
#include "halfword/gc/heap.h"
#include "halfword/gc/member.h"
#include "halfword/gc/persistent.h"
#include "halfword/gc/prefinalizer.h"
#include "halfword/gc/tagged_field.h"
#include "halfword/gc/visitor.h"
#include "halfword/halfword.hpp"

namespace hw {

namespace gc = halfword::gc;

// A JavaScript value as a field of a C++ object: traced, 32 bits in the compressed build. At first undefined.
// So is what was stored of another isolate, or of the time before a reset, and hw_mistake says why.
class Member {
 public:
  Member() = default;
  Member(Value value) : field_(Bits(value.raw())) {}
  Member& operator=(Value value) {
    field_.Set(Bits(value.raw()));
    return *this;
  }
  // REQUIRES: inside the isolate whose value it is.
  Value Get() const { return {hw_isolate_entered(), raw()}; }
  operator Value() const { return Get(); }
  hw_value raw() const {
    halfword::TaggedBits bits = field_.get();
    if (!halfword::IsHeapPointer(bits)) return {bits};
    return {(Stamp() & ~uint64_t{kWordMask}) | bits};
  }
  bool IsUndefined() const { return field_.get() == kUndefined; }
  void Clear() { field_.Set(kUndefined); }
  void Trace(gc::Visitor* visitor) const { visitor->Trace(field_); }

 private:
  static constexpr halfword::TaggedBits kUndefined = halfword::EncodeImmediate(0);
  // The bits of a value that are the reference. Above them the value has the isolate's stamp.
  static constexpr halfword::TaggedBits kWordMask = static_cast<halfword::TaggedBits>(gc::kAddressMask);
  // The stamp of the isolate that the thread is inside.
  static uint64_t Stamp() {
    uintptr_t base = halfword::CageBase();
    if (base == 0) gc::internal::NotEntered();
    return gc::AnnexFrontOf(base)->stamp;
  }
  static halfword::TaggedBits Bits(hw_value value) {
    auto bits = static_cast<halfword::TaggedBits>(value.bits);
    if (!halfword::IsHeapPointer(bits)) return bits;
    if (value.bits >> 32 == Stamp() >> 32) return bits & kWordMask;
    (void)hw_type_of(hw_isolate_entered(), value);  // which notes the mistake
    return kUndefined;
  }

  gc::TaggedField field_{kUndefined};
};

// The object's JavaScript object; null for null. Undefined where the host defines no class for it. A new one
// is an instance of `new_target` (hw_call), if that is given.
template <class T>
Value Wrap(hw_isolate* isolate, T* object, hw_value new_target = hw_undefined());

// Base of the classes that JavaScript may see, beside GarbageCollected. It is traced with the object: Trace
// methods needn't mention it.
class Scriptable {
 public:
  Scriptable() = default;
  Scriptable(const Scriptable&) {}  // of its own object
  Scriptable& operator=(const Scriptable&) { return *this; }

 private:
  template <class T>
  friend Value Wrap(hw_isolate* isolate, T* object, hw_value new_target);
  friend struct halfword::gc::TraceTrait<Scriptable>;

  Member wrapper_;  // undefined: JavaScript has not seen it
};

template <class T>
concept ScriptableClass = std::is_base_of_v<Scriptable, T> && gc::IsGarbageCollectedTypeV<T>;

}  // namespace hw

template <>
struct halfword::gc::TraceTrait<hw::Scriptable> {
  static void Trace(Visitor* visitor, const void* self) {
    visitor->Trace(static_cast<const hw::Scriptable*>(self)->wrapper_);
  }
};
template <class T>
  requires(std::is_base_of_v<hw::Scriptable, T> && !std::is_same_v<T, hw::Scriptable>)
struct halfword::gc::TraceTrait<T> : halfword::gc::internal::TraceTraitBase<T> {
  static void Trace(Visitor* visitor, const void* self) {
    const T* object = static_cast<const T*>(self);
    visitor->Trace(static_cast<const hw::Scriptable&>(*object));
    object->Trace(visitor);
  }
};

namespace hw {

template <class T>
uint32_t TypeOf() {
  return gc::internal::GCInfoTrait<std::remove_cv_t<T>>::Index();
}

// Where to make objects: gc::MakeGarbageCollected<T>(hw::AllocationOf(isolate), …). REQUIRES: inside it.
inline gc::AllocationHandle& AllocationOf(hw_isolate* isolate) {
  auto* heap = reinterpret_cast<gc::Heap*>(hw_isolate_heap(isolate));
  if (!heap || heap->cage_base() != halfword::CageBase()) gc::internal::NotEntered();
  return *heap;
}
template <ScriptableClass T, class... A>
T* New(hw_isolate* isolate, A&&... arguments) {
  return gc::MakeGarbageCollected<T>(AllocationOf(isolate), std::forward<A>(arguments)...);
}

template <class T>
Value Wrap(hw_isolate* isolate, T* object, hw_value new_target) {
  static_assert(ScriptableClass<T>);
  if (!object) return {isolate, hw_null()};
  Member& wrapper = static_cast<Scriptable*>(object)->wrapper_;
  if (wrapper.IsUndefined()) {
    hw_value made;
    if (hw_object_wrap(isolate, object, TypeOf<T>(), new_target, &made) != HW_OK)
      return {isolate, hw_undefined()};
    // To read `prototype` of a derived class may run JavaScript, but nothing that knows the object.
    wrapper = Value(isolate, made);
  }
  return {isolate, wrapper.raw()};
}
// The object of class T, or null if the value is something else.
template <ScriptableClass T>
T* Unwrap(Value value) {
  return static_cast<T*>(hw_object_unwrap(value.isolate(), value.raw(), TypeOf<T>()));
}

namespace internal {

template <class T>
  requires ScriptableClass<std::remove_cv_t<T>>
struct Returned<T*> {
  static hw_value Raw(hw_isolate* isolate, T* object) {
    return Wrap(isolate, const_cast<std::remove_cv_t<T>*>(object)).raw();
  }
};
template <ScriptableClass T>
struct Returned<T> {
  static hw_value Raw(hw_isolate* isolate, const T& object) {
    return Wrap(isolate, const_cast<T*>(&object)).raw();
  }
};
template <ScriptableClass T>
struct Returned<gc::Member<T>> : Returned<T*> {
  static hw_value Raw(hw_isolate* isolate, const gc::Member<T>& object) {
    return Returned<T*>::Raw(isolate, object.Get());
  }
};
template <>
struct Returned<Member> {
  static hw_value Raw(hw_isolate*, const Member& member) { return member.raw(); }
};

// The name of a type without its namespaces.
template <class T>
std::string ClassName() {
  std::string_view name = gc::internal::TypeName<T>::kView;
  size_t colons = name.rfind("::");
  return std::string(colons == name.npos ? name : name.substr(colons + 2));
}

// T*: an object, or null for null and undefined.
template <class T>
  requires ScriptableClass<std::remove_cv_t<T>>
struct Slot<T*> {
  static constexpr bool kIsArgument = true;
  T* value = nullptr;
  static std::string Needed() { return "of class " + ClassName<std::remove_cv_t<T>>() + " or null"; }
  bool Fill(Value from) {
    hw_type type = from.Type();
    if (type == HW_TYPE_UNDEFINED || type == HW_TYPE_NULL) return true;
    return (value = Unwrap<std::remove_cv_t<T>>(from)) != nullptr;
  }
  T* Pass() { return value; }
};
// T&: an object.
template <class T>
  requires ScriptableClass<std::remove_cv_t<T>>
struct Slot<T&> {
  static constexpr bool kIsArgument = true;
  T* value = nullptr;
  static std::string Needed() { return "of class " + ClassName<std::remove_cv_t<T>>(); }
  bool Fill(Value from) { return (value = Unwrap<std::remove_cv_t<T>>(from)) != nullptr; }
  T& Pass() { return *value; }
};

// The type that a setter of a field takes.
template <class F>
struct FieldArgument {
  using Type = F;
};
template <class T>
struct FieldArgument<gc::Member<T>> {
  using Type = T*;
};
template <>
struct FieldArgument<Member> {
  using Type = Value;
};

template <class F>
inline constexpr bool kIsMethodOf = std::is_member_function_pointer_v<F>;
template <class T>
struct WithoutFirst;
template <class First, class... A>
struct WithoutFirst<Types<First, A...>> {
  using Type = Types<A...>;
};
// How JavaScript's arguments reach a function that is a method of T or takes a T& first.
template <class F, bool = kIsMethodOf<F>>
struct MethodArguments {
  using Type = typename Signature<F>::Arguments;
};
template <class F>
struct MethodArguments<F, false> {
  using Type = typename WithoutFirst<typename Signature<F>::Arguments>::Type;
};

}  // namespace internal

// Declares the JavaScript class of T; for Host::Define.
template <ScriptableClass T>
class Class {
 public:
  explicit Class(std::string name) : definition_(std::make_shared<internal::ClassDefinition>()) {
    definition_->name = std::move(name);
    definition_->type = TypeOf<T>();
  }

  // T is derived from P, and so is its JavaScript class.
  template <ScriptableClass P>
  Class& Extends() {
    static_assert(std::is_base_of_v<P, T>);
    // Both begin where their object does (halfword/gc/garbage_collected.h).
    alignas(T) static constexpr char kPlace[sizeof(T)] = {};
    const T* place = reinterpret_cast<const T*>(kPlace);
    HALFWORD_GC_CHECK(static_cast<const void*>(static_cast<const P*>(place)) == kPlace);
    definition_->parent = TypeOf<P>();
    return *this;
  }
  // `new` makes a T of arguments of these types. Without a constructor it is a TypeError.
  template <class... A>
  Class& Constructor() {
    return Constructor(
        [](hw_isolate* isolate, A... arguments) { return New<T>(isolate, static_cast<A&&>(arguments)...); });
  }
  // The same by a function that returns a T* or a Result<T*>; it usually asks for its hw_isolate*.
  template <class F>
  Class& Constructor(F function) {
    using S = internal::Signature<F>;
    definition_->length = internal::LengthOf(typename S::Arguments());
    definition_->constructor.call = [function](hw_isolate* isolate, const hw_call* call,
                                               hw_value* result) mutable {
      // The JavaScript object is one of the class that `new` was applied to.
      auto make = [&](auto&&... arguments) -> Result<Value> {
        Result<T*> made = function(static_cast<decltype(arguments)>(arguments)...);
        if (!made) return made.error();
        if (!*made) return Error{HW_INVALID, HW_REASON_NONE, "no object was made"};
        Value wrapper = Wrap(isolate, *made, call->new_target);
        if (wrapper.IsUndefined()) return ErrorOf(isolate, HW_EXCEPTION);
        return wrapper;
      };
      return internal::CallTyped<Result<Value>>(make, isolate, call, result, typename S::Arguments());
    };
    return *this;
  }
  // A method of T, or a function that takes a T& first; of types as Host::Function takes, and T* and T& of
  // scriptable classes.
  template <class F>
  Class& Method(std::string name, F function) {
    return Add(HW_MEMBER_METHOD, std::move(name), std::move(function));
  }
  template <class G>
  Class& Getter(std::string name, G get) {
    return Add(HW_MEMBER_GETTER, std::move(name), std::move(get));
  }
  template <class G, class S>
  Class& Accessor(std::string name, G get, S set) {
    Add(HW_MEMBER_GETTER, name, std::move(get));
    return Add(HW_MEMBER_SETTER, std::move(name), std::move(set));
  }
  // A field as it is: a number, bool, std::string, Member or gc::Member of a scriptable class.
  template <class C, class F>
  Class& Field(std::string name, F C::* field) {
    using Argument = typename internal::FieldArgument<F>::Type;
    return Accessor(
        std::move(name), [field](C& self) -> const F& { return self.*field; },
        [field](C& self, Argument value) { self.*field = std::move(value); });
  }
  // A function of the constructor.
  template <class F>
  Class& Static(std::string name, F function) {
    using S = internal::Signature<F>;
    using Arguments = typename S::Arguments;
    definition_->members.push_back(
        {HW_MEMBER_STATIC_METHOD,
         std::move(name),
         internal::LengthOf(Arguments()),
         {[function](hw_isolate* isolate, const hw_call* call, hw_value* result) mutable {
           return internal::CallTyped<typename S::Return>(function, isolate, call, result, Arguments());
         }}});
    return *this;
  }

  std::shared_ptr<internal::ClassDefinition> definition() const { return definition_; }

 private:
  template <class F>
  Class& Add(hw_member_kind kind, std::string name, F function) {
    using Arguments = typename internal::MethodArguments<F>::Type;
    using Return = typename internal::Signature<F>::Return;
    definition_->members.push_back(
        {kind,
         std::move(name),
         internal::LengthOf(Arguments()),
         {[function](hw_isolate* isolate, const hw_call* call, hw_value* result) mutable {
           T& self = *static_cast<T*>(call->object);
           auto bound = [&](auto&&... arguments) -> Return {
             return std::invoke(function, self, static_cast<decltype(arguments)>(arguments)...);
           };
           return internal::CallTyped<Return>(bound, isolate, call, result, Arguments());
         }}});
    return *this;
  }

  std::shared_ptr<internal::ClassDefinition> definition_;
};

}  // namespace hw

#endif  // HALFWORD_CLASSES_HPP_
