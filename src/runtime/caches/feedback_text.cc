#include "runtime/caches/feedback_text.h"

#include <cstdio>

#include "bytecode/disassembler.h"
#include "objects/functions/function.h"
#include "objects/library/structured_data.h"
#include "objects/values/type_table.h"
#include "runtime/caches/site.h"

namespace halfword {

namespace {

struct BitName {
  int32_t bit;
  const char* name;
};
std::string NamesOf(const SiteWord& word, std::span<const BitName> names, const char* none) {
  int32_t bits = word.value().IsSmi() ? word.value().AsSmi() : 0;
  std::string out;
  for (const auto& [bit, name] : names) {
    if (bits & bit) out += (out.empty() ? "" : ", ") + std::string(name);
  }
  return out.empty() ? none : out;
}
std::string Text(const TypesSite& site) {
  static constexpr BitName kNames[] = {{kDouble, "double"},
                                       {kOddball, "undefined, null or boolean"},
                                       {kInternedString, "interned string"},
                                       {kString, "string"},
                                       {kSymbol, "symbol"},
                                       {kBigInt, "bigint"},
                                       {kObject, "object"},
                                       {kSmiOverflow, "result beyond a Smi"},
                                       {kNegativeZero, "result -0"},
                                       {kFraction, "result with a fraction"}};
  return NamesOf(site.seen, kNames, "only Smis so far");
}
std::string Text(const KeyedSite& site) {
  using enum TypedArrayKind;
  auto typed = [](TypedArrayKind kind) { return SeenAccess(AccessOfTypedArray(kind, 0)); };
  static const BitName kNames[] = {{SeenAccess(ElementAccess::kArrayOfValues), "array"},
                                   {SeenAccess(ElementAccess::kArrayOfSmis), "array of Smis"},
                                   {SeenAccess(ElementAccess::kArrayOfDoubles), "array of doubles"},
                                   {SeenAccess(ElementAccess::kObjectWithValues), "object with elements"},
                                   {typed(kInt8), "Int8Array"},
                                   {typed(kUint8), "Uint8Array"},
                                   {typed(kUint8Clamped), "Uint8ClampedArray"},
                                   {typed(kInt16), "Int16Array"},
                                   {typed(kUint16), "Uint16Array"},
                                   {typed(kInt32), "Int32Array"},
                                   {typed(kUint32), "Uint32Array"},
                                   {typed(kFloat16), "Float16Array"},
                                   {typed(kFloat32), "Float32Array"},
                                   {typed(kFloat64), "Float64Array"},
                                   {typed(kBigInt64), "BigInt64Array"},
                                   {typed(kBigUint64), "BigUint64Array"},
                                   {SeenAccess(ElementAccess::kOther), "other object"},
                                   {kHoleOrEndSeen, "no element"},
                                   {kStringReceiverSeen, "string"},
                                   {kNameSeen, "name"},
                                   {kDoubleIndexSeen, "index that is no Smi"}};
  return NamesOf(site.seen, kNames, "only elements of arrays so far");
}

std::string Unquoted(Value string) {
  std::string text = DescribeConstant(string);
  return text.size() >= 2 && text.front() == '"' ? text.substr(1, text.size() - 2) : text;
}

std::string NameText(Value name) {
  if (name.IsSymbol()) {
    Value description = name.As<Symbol>()->description();
    return "[" + (description.IsString() ? Unquoted(description) : "symbol") + "]";
  }
  return name.IsString() ? Unquoted(name) : "(deleted)";
}

std::string CallableText(Value callee) {
  Value name = Value::Undefined();
  if (callee.Is<JSFunction>()) name = static_cast<JSFunction*>(callee.AsObject())->info()->name_;
  if (callee.Is<NativeFunction>()) name = static_cast<NativeFunction*>(callee.AsObject())->name_;
  std::string text = name.IsString() ? Unquoted(name) : "";
  return std::string(callee.Is<NativeFunction>() ? "builtin " : "function ") +
         (text.empty() ? "(anonymous)" : text);
}

// A receiver's key in a property cache.
std::string ReceiverText(Value key) {
  switch (key.bits()) {
    case kStringReceiver: return "string";
    case kNumberReceiver: return "number";
    case kBooleanReceiver: return "boolean";
    case kSymbolReceiver: return "symbol";
    case kBigIntReceiver: return "bigint";
    default: return key.Is<Shape>() ? DescribeShape(key.As<Shape>()) : "?";
  }
}

template <class T>
const T& SiteAtWords(const Value* words) {
  return *reinterpret_cast<const T*>(words);
}

std::string HandlerText(Isolate& isolate, const CachedHandler& cached) {
  PropertyHandler handler = cached.how();
  std::string place = std::to_string(handler.payload()), out;
  switch (handler.kind()) {
    case HandlerKind::kInObject: out = "in the object at " + place; break;
    case HandlerKind::kOverflow: out = "overflow slot " + place; break;
    case HandlerKind::kHolder: out = "in a prototype at " + place; break;
    case HandlerKind::kGetter: out = "getter in slot " + place; break;
    case HandlerKind::kSetter: out = "setter in slot " + place; break;
    case HandlerKind::kAbsent: out = "absent"; break;
    case HandlerKind::kTransition: out = "added at " + place; break;
    case HandlerKind::kTransitionOverflow: out = "added in overflow slot " + place; break;
    case HandlerKind::kOverflowBesideElements: out = "overflow slot " + place + " beside elements"; break;
    case HandlerKind::kArrayLength: out = "length of an array"; break;
    case HandlerKind::kTypedArrayLength: out = "length of a typed array"; break;
  }
  Value holder = cached.holder.value();
  if (holder.Is<Shape>()) out += ", becomes " + DescribeShape(holder.As<Shape>());
  if (NeedsEpoch(handler.kind()) && !IsOfThisEpoch(isolate, cached.epoch))
    out += ", stale: prototypes have changed since";
  return out;
}

const char* StateName(const SiteWord& first) { return first.empty() ? "uninitialized" : "monomorphic"; }
const char* StateName(const PropertySite& site) {
  if (site.is_megamorphic()) return "megamorphic";
  if (site.is_polymorphic()) return "polymorphic";
  if (!site.shape_a.empty() && !site.b.key.empty()) return "polymorphic";
  return StateName(site.shape_a.empty() ? site.b.key : site.shape_a);
}

std::string PlaceText(const SiteWord& offset) {
  return " in the object at " + std::to_string(offset.offset());
}

// What a site remembers besides its state; empty: nothing.
std::string Text(Isolate& isolate, const PropertySite& site) {
  std::string out;
  if (!site.shape_a.empty()) out = ReceiverText(site.shape_a.value()) + PlaceText(site.offset_a);
  if (site.is_megamorphic()) return out;
  uint32_t count = site.is_polymorphic() ? PropertySite::kMostHandlers : 1;
  const CachedHandler* cached = site.is_polymorphic() ? site.handlers(CageBase()) : &site.b;
  for (uint32_t i = 0; i < count; i++, cached++) {
    if (cached->key.empty()) continue;
    out +=
        (out.empty() ? "" : "; ") + ReceiverText(cached->key.value()) + " " + HandlerText(isolate, *cached);
  }
  return out;
}
std::string Text(const PrivateSite& site) {
  if (site.shape.empty()) return "";
  std::string out =
      ReceiverText(site.shape.value()) + " " + NameText(site.name.value()) + PlaceText(site.offset);
  for (const SiteWord& other : site.others) {
    if (!other.empty()) out += ", before " + ReceiverText(other.value());
  }
  return out;
}
std::string Text(const HiddenSite& site) {
  if (site.shape.empty()) return "";
  return ReceiverText(site.shape.value()) + (site.is_in_object()
                                                 ? PlaceText(site.offset)
                                                 : " overflow, at " + std::to_string(site.offset.offset()));
}
std::string Text(const AddPrivateSite& site) {
  if (site.shape.empty()) return "";
  return ReceiverText(site.shape.value()) + " gets " + NameText(site.name.value()) + PlaceText(site.offset);
}
std::string Text(const CallSite& site) {
  if (site.callee.empty()) return "";
  if (site.is_several()) return "several functions";
  return CallableText(site.is_native() ? site.native_function().value() : site.callee.value());
}
std::string Text(const ConstructSite& site) {
  if (site.callee.empty()) return "";
  std::string out = CallableText(site.callee.value());
  Value made = site.made.value();
  return made.Is<Shape>() ? out + " makes " + DescribeShape(made.As<Shape>()) : out;
}
std::string Text(const InstanceOfSite& site) {
  return site.target.empty() ? "" : CallableText(site.target.value());
}
std::string Text(const GlobalSite& site) { return site.cell.empty() ? "" : "property cell"; }
std::string Text(const ShapeSite& site) { return site.shape.empty() ? "" : ReceiverText(site.shape.value()); }

std::string TextOf(Isolate& isolate, SiteKind kind, const Value* words) {
  switch (kind) {
    case SiteKind::kNone: return "";
    case SiteKind::kProperty: return Text(isolate, SiteAtWords<PropertySite>(words));
    case SiteKind::kPrivate: return Text(SiteAtWords<PrivateSite>(words));
    case SiteKind::kHidden: return Text(SiteAtWords<HiddenSite>(words));
    case SiteKind::kAddPrivate: return Text(SiteAtWords<AddPrivateSite>(words));
    case SiteKind::kCall: return Text(SiteAtWords<CallSite>(words));
    case SiteKind::kConstruct: return Text(SiteAtWords<ConstructSite>(words));
    case SiteKind::kSuper: return Text(SiteAtWords<SuperSite>(words));
    case SiteKind::kInstanceOf: return Text(SiteAtWords<InstanceOfSite>(words));
    case SiteKind::kGlobal: return Text(SiteAtWords<GlobalSite>(words));
    case SiteKind::kShape: return Text(SiteAtWords<ShapeSite>(words));
    case SiteKind::kKeyed:
    case SiteKind::kTypes: return "";  // the state says all
  }
}

}  // namespace

std::string DescribeShape(Shape* shape) {
  constexpr uint32_t kMostNames = 8;
  HeapType type = shape->object_type();
  std::string out = type == HeapType::kPlainObject ? "" : HeapTypeName(static_cast<uint32_t>(type));
  static const char* const kElements[] = {
      "", "packed Smis", "holey Smis", "packed doubles", "holey doubles", "packed", "holey", "dictionary"};
  if (shape->elements_kind() != ElementsKind::kNone)
    out += "[" + std::string(kElements[static_cast<int>(shape->elements_kind())]) + "]";
  uint32_t count = shape->table() == nullptr ? 0 : shape->property_count();
  if (count != 0 || type == HeapType::kPlainObject) {
    out += "{";
    for (uint32_t i = 0; i < count && i < kMostNames; i++) {
      out += (i == 0 ? "" : ", ") + NameText(shape->table()->entry(i).name);
    }
    out += count > kMostNames ? ", …}" : "}";
  }
  if (shape->is_dictionary()) out += " dictionary";
  char number[16];
  std::snprintf(number, sizeof number, "#%x", static_cast<unsigned>(Value(shape).bits() & 0xFFFFFFFF) >> 3);
  return out + number;
}

std::string FeedbackState(Instruction instruction, const Value* words) {
  switch (instruction.info().site) {
    case SiteKind::kNone: return "";
    case SiteKind::kProperty: return StateName(SiteAtWords<PropertySite>(words));
    case SiteKind::kKeyed: return Text(SiteAtWords<KeyedSite>(words));
    case SiteKind::kTypes: return Text(SiteAtWords<TypesSite>(words));
    case SiteKind::kPrivate:
    case SiteKind::kHidden:
    case SiteKind::kAddPrivate:
    case SiteKind::kCall:
    case SiteKind::kConstruct:
    case SiteKind::kSuper:
    case SiteKind::kInstanceOf:
    case SiteKind::kGlobal:
    case SiteKind::kShape: return StateName(*reinterpret_cast<const SiteWord*>(words));
  }
}

std::string DescribeFeedback(Isolate& isolate, Instruction instruction, const Value* words) {
  std::string text = TextOf(isolate, instruction.info().site, words);
  return FeedbackState(instruction, words) + (text.empty() ? "" : ": " + text);
}

}  // namespace halfword
