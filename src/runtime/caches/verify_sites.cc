#include "runtime/caches/verify_sites.h"

#include "objects/functions/function.h"

namespace halfword {

namespace {

// Empty, or a reference to a T.
template <class T>
bool MayBe(const SiteWord& word) {
  return word.empty() || word.value().Is<T>();
}
bool IsNumber(const SiteWord& word) { return word.value().IsSmi(); }

constexpr const char* kNoShape = "remembers a receiver's shape that is none";
constexpr const char* kNoNumber = "remembers a reference where a number belongs";
constexpr const char* kNoCallee = "remembers a callee that is none";

const char* Check(const CachedHandler& cached) {
  if (cached.key.empty() && !cached.handler.empty()) return "remembers how to load from no shape";
  if (!IsNumber(cached.handler) || !IsNumber(cached.epoch)) return kNoNumber;
  return cached.key.value().IsSmi() || cached.key.value().Is<Shape>() ? nullptr : kNoShape;
}

const char* Check(const PropertySite& site) {
  if (site.shape_a.empty() && !site.offset_a.empty()) return "remembers the place of a property of no shape";
  if (!IsNumber(site.offset_a)) return kNoNumber;
  if (!MayBe<Shape>(site.shape_a)) return kNoShape;
  if (!site.is_polymorphic()) return Check(site.b);
  if (!site.b.holder.value().Is<HandlerVector>()) return "is polymorphic and has no handlers";
  for (uint32_t i = 0; i < PropertySite::kMostHandlers; i++) {
    if (const char* broken = Check(site.handlers(CageBase())[i])) return broken;
  }
  return nullptr;
}

const char* CheckNamed(const SiteWord& shape, const SiteWord& offset, const SiteWord& name) {
  if (!MayBe<Shape>(shape)) return kNoShape;
  if (!IsNumber(offset)) return kNoNumber;
  return MayBe<Symbol>(name) ? nullptr : "remembers a private name that is none";
}
const char* Check(const PrivateSite& site) {
  if (!site.shape.empty() && site.name.empty()) return "remembers a private element without its name";
  for (const SiteWord& other : site.others) {
    if (!MayBe<Shape>(other)) return "remembers a receiver without a shape";
  }
  return CheckNamed(site.shape, site.offset, site.name);
}
const char* Check(const HiddenSite& site) { return CheckNamed(site.shape, site.offset, site.name); }
const char* Check(const AddPrivateSite& site) {
  if (site.shape.empty() != site.added.empty() || site.shape.empty() != site.name.empty())
    return "remembers a part of an addition";
  if (!MayBe<Shape>(site.added)) return "remembers a transition without a shape";
  return CheckNamed(site.shape, site.offset, site.name);
}

const char* Check(const CallSite& site) {
  if (site.is_several()) {
    return site.code.empty() && site.feedback.empty() ? nullptr : "remembers one callee of several";
  }
  if (site.is_native()) {
    if (!IsNumber(site.feedback)) return kNoNumber;
    return site.native_function().value().Is<NativeFunction>() ? nullptr : kNoCallee;
  }
  if (!MayBe<JSFunction>(site.callee)) return kNoCallee;
  if (site.callee.empty()) {
    return site.code.empty() && site.feedback.empty() ? nullptr : "remembers the code of no callee";
  }
  bool has_code = site.code.value().Is<Code>() && site.feedback.value().Is<FeedbackVector>();
  return has_code ? nullptr : "remembers a callee without its code and feedback";
}
const char* Check(const ConstructSite& site) {
  if (!MayBe<JSFunction>(site.callee)) return kNoCallee;
  if (!IsNumber(site.epoch)) return kNoNumber;
  if (site.callee.empty() != site.made.empty()) return "remembers a part of a constructor";
  if (site.made.value().IsHole() || MayBe<Shape>(site.made)) return nullptr;
  return "remembers a constructor that makes no object";
}
const char* Check(const SuperSite& site) {
  if (site.callee.empty() != site.new_target.empty()) return "remembers a part of a constructor";
  if (!MayBe<JSFunction>(site.new_target)) return kNoCallee;
  return Check(static_cast<const ConstructSite&>(site));
}
const char* Check(const InstanceOfSite& site) {
  if (site.target.empty() != site.prototype.empty()) return "remembers a part of an instanceof";
  if (!site.prototype.empty() && !site.prototype.value().IsObject())
    return "remembers a prototype that is no object";
  return IsNumber(site.epoch) ? nullptr : kNoNumber;
}
const char* Check(const KeyedSite& site) { return IsNumber(site.seen) ? nullptr : kNoNumber; }
const char* Check(const TypesSite& site) { return IsNumber(site.seen) ? nullptr : kNoNumber; }
const char* Check(const GlobalSite& site) {
  return MayBe<PropertyCell>(site.cell) ? nullptr : "remembers a property cell that is none";
}
const char* Check(const ShapeSite& site) {
  return MayBe<Shape>(site.shape) ? nullptr : "remembers a shape that is none";
}

}  // namespace

const char* CheckWordsOfSite(SiteKind kind, FeedbackVector* vector, uint32_t index) {
  switch (kind) {
    case SiteKind::kNone: return nullptr;
    case SiteKind::kProperty: return Check(SiteIn<PropertySite>(vector, index));
    case SiteKind::kPrivate: return Check(SiteIn<PrivateSite>(vector, index));
    case SiteKind::kHidden: return Check(SiteIn<HiddenSite>(vector, index));
    case SiteKind::kAddPrivate: return Check(SiteIn<AddPrivateSite>(vector, index));
    case SiteKind::kCall: return Check(SiteIn<CallSite>(vector, index));
    case SiteKind::kConstruct: return Check(SiteIn<ConstructSite>(vector, index));
    case SiteKind::kSuper: return Check(SiteIn<SuperSite>(vector, index));
    case SiteKind::kInstanceOf: return Check(SiteIn<InstanceOfSite>(vector, index));
    case SiteKind::kKeyed: return Check(SiteIn<KeyedSite>(vector, index));
    case SiteKind::kTypes: return Check(SiteIn<TypesSite>(vector, index));
    case SiteKind::kGlobal: return Check(SiteIn<GlobalSite>(vector, index));
    case SiteKind::kShape: return Check(SiteIn<ShapeSite>(vector, index));
  }
}

}  // namespace halfword
