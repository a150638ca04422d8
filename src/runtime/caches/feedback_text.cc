#include "runtime/caches/feedback_text.h"

#include <cstdio>

#include "bytecode/disassembler.h"
#include "objects/all.h"
#include "objects/builtin_objects.h"
#include "objects/values/type_table.h"
#include "runtime/caches/inline_cache.h"

namespace halfword {

namespace {

// Which of the layouts of bytecode/feedback.h an instruction's words have.
enum class Layout : uint8_t {
  kProperty,
  kKeyed,
  kPrivate,
  kAddPrivate,
  kCall,
  kConstruct,
  kInstanceOf,
  kGlobal,
  kShape,
  kTypes
};

Layout LayoutOf(Opcode opcode) {
  switch (opcode) {
    case Opcode::kGetKeyed:
    case Opcode::kGetKeyedUpdate:
    case Opcode::kSetKeyed:
    case Opcode::kSetKeyedStrict:
    case Opcode::kPutKeyed:
    case Opcode::kPutKeyedStrict:
    case Opcode::kGetArgument: return Layout::kKeyed;
    case Opcode::kGetClassFields:
    case Opcode::kLdaHomeObject:
    case Opcode::kGetPrivate:
    case Opcode::kSetPrivate: return Layout::kPrivate;
    case Opcode::kAddPrivate: return Layout::kAddPrivate;
    case Opcode::kConstruct:
    case Opcode::kConstructSuper:
    case Opcode::kConstructSuperForward: return Layout::kConstruct;
    case Opcode::kInstanceOf: return Layout::kInstanceOf;
    case Opcode::kLdaGlobal:
    case Opcode::kLdaGlobalTypeof:
    case Opcode::kStaGlobal:
    case Opcode::kStaGlobalStrict: return Layout::kGlobal;
    case Opcode::kCreateObject:
    case Opcode::kCreateArray:
    case Opcode::kCreateArrayFrom:
    case Opcode::kCreateRest:
    case Opcode::kCreateClosure:
    case Opcode::kCreateObjectFrom: return Layout::kShape;
    default: break;
  }
  int words = InfoOf(opcode).feedback;
  return words == kPropertyFeedback ? Layout::kProperty
         : words == kCallFeedback   ? Layout::kCall
                                    : Layout::kTypes;
}

struct BitName {
  int32_t bit;
  const char* name;
};
std::string NamesOf(Value word, std::span<const BitName> names, const char* none) {
  int32_t bits = word.IsSmi() ? word.AsSmi() : 0;
  std::string out;
  for (const auto& [bit, name] : names) {
    if (bits & bit) out += (out.empty() ? "" : ", ") + std::string(name);
  }
  return out.empty() ? none : out;
}
std::string TypesText(Value word) {
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
  return NamesOf(word, kNames, "only Smis so far");
}
std::string KeyedText(Value word) {
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
  return NamesOf(word, kNames, "only elements of arrays so far");
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

std::string HandlerText(Isolate& isolate, const CachedHandler& cached) {
  uint32_t handler = static_cast<uint32_t>(cached.handler.get().AsSmi());
  std::string place = std::to_string(handler >> 4), out;
  bool needs_epoch = true;
  switch (static_cast<HandlerKind>(handler & 15)) {
    case HandlerKind::kInObject: out = "in the object at " + place, needs_epoch = false; break;
    case HandlerKind::kOverflow: out = "overflow slot " + place, needs_epoch = false; break;
    case HandlerKind::kHolder: out = "in a prototype at " + place; break;
    case HandlerKind::kGetter: out = "getter in slot " + place; break;
    case HandlerKind::kSetter: out = "setter in slot " + place; break;
    case HandlerKind::kAbsent: out = "absent"; break;
    case HandlerKind::kTransition: out = "added at " + place; break;
    case HandlerKind::kTransitionOverflow: out = "added in overflow slot " + place; break;
    case HandlerKind::kOverflowBesideElements:
      out = "overflow slot " + place + " beside elements", needs_epoch = false;
      break;
    case HandlerKind::kArrayLength: out = "length of an array", needs_epoch = false; break;
    case HandlerKind::kTypedArrayLength: out = "length of a typed array"; break;
  }
  if (cached.holder.get().Is<Shape>()) out += ", becomes " + DescribeShape(cached.holder.get().As<Shape>());
  Value epoch = Value::FromBits(static_cast<uint32_t>(isolate.property_epoch_ << 1));
  if (needs_epoch && cached.epoch.get() != epoch) out += ", stale: prototypes have changed since";
  return out;
}

const char* StateName(bool first, bool second) {
  return first && second ? "polymorphic" : first || second ? "monomorphic" : "uninitialized";
}

const PropertyCache& CacheIn(const Value* words) { return *reinterpret_cast<const PropertyCache*>(words); }

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

uint32_t FeedbackIndex(Instruction instruction) {
  const char* operands = instruction.info().operands();
  for (int i = 0; operands[i] != 0; i++) {
    if (operands[i] == 'F') return static_cast<uint32_t>(instruction.operand(i));
  }
  return 0;
}

std::string FeedbackState(Instruction instruction, const Value* words) {
  const PropertyCache& cache = CacheIn(words);
  auto given = [&](int i) { return words[i].bits() != 0; };
  switch (LayoutOf(instruction.opcode())) {
    case Layout::kProperty:
      return cache.is_megamorphic()   ? "megamorphic"
             : cache.is_polymorphic() ? "polymorphic"
                                      : StateName(given(0), given(2));
    case Layout::kKeyed: return KeyedText(words[0]);
    case Layout::kTypes: return TypesText(words[0]);
    default: return StateName(given(0), false);
  }
}

std::string DescribeFeedback(Isolate& isolate, Instruction instruction, const Value* words) {
  const PropertyCache& cache = CacheIn(words);
  std::string out = FeedbackState(instruction, words);
  bool first = words[0].bits() != 0;
  switch (LayoutOf(instruction.opcode())) {
    case Layout::kProperty: {
      if (first) {
        out += ": " + ReceiverText(words[0]) + " in the object at " +
               std::to_string(static_cast<uint64_t>(words[1].bits()));
      }
      if (cache.is_megamorphic()) return out;
      uint32_t count = cache.is_polymorphic() ? PropertyCache::kMostHandlers : 1;
      const CachedHandler* cached = cache.is_polymorphic() ? cache.handlers(CageBase()) : &cache.b;
      for (uint32_t i = 0; i < count; i++, cached++) {
        if (cached->key.get().bits() == 0) continue;
        out += (first ? "; " : ": ") + ReceiverText(cached->key) + " " + HandlerText(isolate, *cached);
        first = true;
      }
      return out;
    }
    case Layout::kPrivate:
      if (first) {
        out += ": " + ReceiverText(words[0]) + " " + NameText(words[2]) + " in the object at " +
               std::to_string(static_cast<uint64_t>(words[1].bits()));
      }
      return out;
    case Layout::kAddPrivate:
      if (first) {
        out += ": " + ReceiverText(words[0]) + " gets " + NameText(words[2]) + " in the object at " +
               std::to_string(static_cast<uint64_t>(words[3].bits()));
      }
      return out;
    case Layout::kCall:
      if (!first) return out;
      if (words[0].bits() == kSeveralCallees) return out + ": several functions";
      return out + ": " + CallableText(words[0].bits() == kNativeCallee ? words[1] : words[0]);
    case Layout::kConstruct:
      if (first) out += ": " + CallableText(words[0]);
      if (first && words[1].Is<Shape>()) out += " makes " + DescribeShape(words[1].As<Shape>());
      return out;
    case Layout::kInstanceOf: return first ? out + ": " + CallableText(words[0]) : out;
    case Layout::kGlobal: return first ? out + ": property cell" : out;
    case Layout::kShape: return first ? out + ": " + ReceiverText(words[0]) : out;
    case Layout::kKeyed:
    case Layout::kTypes: return out;
  }
  return out;
}

}  // namespace halfword
