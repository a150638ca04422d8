// Conversions of values to the representations that instructions want.
#include "jit/building/graph_builder.h"
#include "jit/graph/value_range.h"

namespace halfword::jit {

namespace {

// Of so many sums of integers of 32 bits, one in the other, each is below 2^53.
constexpr int kMostTruncated = 8;

// From one representation to another, and what the result may be. A Smi becomes a double by way of an int32.
struct Conversion {
  NodeKind kind;
  TypeSet types;
};
Conversion ConversionOf(const Node& node, TypeSet types, Representation wanted) {
  const Representation has = node.representation();
  switch (wanted) {
    case Representation::kTagged:
      switch (has) {
        case Representation::kInt32:
          if (RangeOf(node).IsIn(kSmiRange)) return {NodeKind::kInt32ToSmi, kSmiType};
          return {NodeKind::kInt32ToTagged, kNumberTypes};
        case Representation::kUint32: return {NodeKind::kUint32ToTagged, kNumberTypes};
        case Representation::kBool: return {NodeKind::kBoolToTagged, kBooleanType};
        case Representation::kFloat64: return {NodeKind::kBox, kDoubleType};
        default: UNREACHABLE();
      }
    case Representation::kInt32:
      switch (has) {
        case Representation::kUint32: return {NodeKind::kUint32ToInt32, kNumberTypes};
        case Representation::kFloat64: return {NodeKind::kFloat64ToInt32, kNumberTypes};
        default: return {types == kSmiType ? NodeKind::kSmiToInt32 : NodeKind::kTaggedToInt32, kNumberTypes};
      }
    case Representation::kFloat64:
      switch (has) {
        case Representation::kInt32: return {NodeKind::kInt32ToFloat64, kNumberTypes};
        case Representation::kUint32: return {NodeKind::kUint32ToFloat64, kNumberTypes};
        default: return {NodeKind::kTaggedToFloat64, kNumberTypes};
      }
    default: UNREACHABLE();
  }
}
TypeSet TypesOfConstant(Value v) {
  if (v.IsSmi()) return kSmiType;
  if (v.IsHeapNumber()) return kDoubleType;
  if (v.IsObject()) return kObjectType;
  if (v.IsString()) return v.AsString()->IsInterned() ? kInternedType : kStringType;
  if (v.IsUndefined()) return kUndefinedType;
  if (v.IsNull()) return kNullType;
  if (v.IsBoolean()) return kBooleanType;
  if (v.IsHole()) return kHoleType;
  return kSymbolType | kBigIntType | kInternalType;
}

}  // namespace

Node* GraphBuilder::TaggedConstant(Value v) {
  if (!v.IsSmi() && !v.IsImmediate()) NoteLiteral(v);
  return graph_.Constant(v.bits(), TypesOfConstant(v));
}

// The constant in that representation. Null: the node is none, or has no other.
Node* GraphBuilder::ConstantAs(Node* node, Representation wanted) {
  if (node->Is(NodeKind::kInt32Constant)) {
    int32_t n = node->payload().number;
    if (wanted == Representation::kFloat64) return graph_.Float64(n);
    return wanted == Representation::kTagged && Value::FitsSmi(n) ? TaggedConstant(Value::Smi(n)) : nullptr;
  }
  if (!node->Is(NodeKind::kConstant)) return nullptr;
  const Value v = ConstantValue(node);
  if (wanted == Representation::kInt32 && v.IsSmi()) return graph_.Int32(v.AsSmi());
  return wanted == Representation::kFloat64 && v.IsNumber() ? graph_.Float64(v.AsNumber()) : nullptr;
}

Node* GraphBuilder::Convert(Node* node, Representation wanted) {
  Conversion conversion = ConversionOf(*node, TypesOf(node), wanted);
  bool exits = (InfoOf(conversion.kind).flags & kMayExit) != 0;
  Node* result = exits ? AddExiting(conversion.kind, {node}) : Add(conversion.kind, {node});
  result->set_types(conversion.types);
  return result;
}

Node* GraphBuilder::Tagged(Node* node) {
  if (IsTagged(node)) return node;
  if (Node* constant = ConstantAs(node, Representation::kTagged); constant != nullptr) return constant;
  if (Node* known = SoFar(node).tagged; known != nullptr) return known;
  Node* tagged = Convert(node, Representation::kTagged);
  // Back from there it is the same number.
  Known& back = KnownOf(tagged);
  if (node->representation() == Representation::kInt32) back.int32 = node;
  if (node->representation() == Representation::kFloat64) back.float64 = node;
  return KnownOf(node).tagged = tagged;
}

Node* GraphBuilder::Smi(Node* node) {
  if (IsTagged(node)) {
    if (TypesOf(node) == kSmiType) return node;
    Node* smi = AddExiting(NodeKind::kCheckSmi, {node});
    smi->set_types(kSmiType);
    Known& known = KnownOf(node);
    known.types &= kSmiType;
    if (known.int32 != nullptr) KnownOf(smi).int32 = known.int32;
    return smi;
  }
  if (node->Is(NodeKind::kInt32Constant) && Value::FitsSmi(node->payload().number)) return Tagged(node);
  Node* number = Int32(node);
  const bool fits = RangeOf(*number).IsIn(kSmiRange);
  Node* smi =
      fits ? Add(NodeKind::kInt32ToSmi, {number}) : AddExiting(NodeKind::kInt32ToSmiChecked, {number});
  smi->set_types(kSmiType);
  return smi;
}

Node* GraphBuilder::Int32(Node* node) {
  if (node->representation() == Representation::kBool) node = Tagged(node);
  if (node->representation() == Representation::kInt32) return node;
  if (Node* constant = ConstantAs(node, Representation::kInt32); constant != nullptr) return constant;
  if (Node* known = SoFar(node).int32; known != nullptr) return known;
  Node* result = Convert(node, Representation::kInt32);
  return KnownOf(node).int32 = result;
}

// The same int32 where it is one, and modulo 2^32 where it is none: sums that need no check. Those that had
// one go. What a variable has, or something else uses, stays, and is not computed twice.
Node* GraphBuilder::Wrapped(Node* node, int depth) {
  const bool is_sum = node->Is(NodeKind::kAddInt32Checked);
  if ((!is_sum && !node->Is(NodeKind::kSubInt32Checked)) || depth == kMostTruncated) return node;
  if (Node* known = SoFar(node).truncated; known != nullptr) return known;
  if (node->use_count() > (depth == 0 ? 0 : 1)) return node;
  for (uint32_t word = 0; word < now_.registers.size(); word++) {
    const bool is_dead = word >= frame_words_ && !live_behind_->Has(word - frame_words_);
    if (now_.registers[word] == node && !is_dead) return node;
  }
  Node *left = Wrapped(node->input(0), depth + 1), *right = Wrapped(node->input(1), depth + 1);
  return KnownOf(node).truncated = Add(is_sum ? NodeKind::kAddInt32 : NodeKind::kSubInt32, {left, right});
}

// ToInt32 of a sum of integers, by sums that wrap: that of doubles is exact, and the same modulo 2^32.
// Null: the node is no such sum.
Node* GraphBuilder::TruncatedSum(Node* node, int depth) {
  if (node->Is(NodeKind::kInt32ToFloat64)) return Wrapped(node->input(0), depth);
  if (node->Is(NodeKind::kUint32ToFloat64)) return node->input(0);
  if (node->Is(NodeKind::kFloat64Constant)) {
    double d = node->payload().value;
    bool is_int32 = d >= INT32_MIN && d <= INT32_MAX && d == static_cast<int32_t>(d);
    return is_int32 ? graph_.Int32(static_cast<int32_t>(d)) : nullptr;
  }
  bool is_sum = node->Is(NodeKind::kAddFloat64), is_difference = node->Is(NodeKind::kSubFloat64);
  if ((!is_sum && !is_difference) || depth == kMostTruncated) return nullptr;
  Node* left = TruncatedSum(node->input(0), depth + 1);
  Node* right = left == nullptr ? nullptr : TruncatedSum(node->input(1), depth + 1);
  if (right == nullptr) return nullptr;
  return Add(is_sum ? NodeKind::kAddInt32 : NodeKind::kSubInt32, {left, right});
}

Node* GraphBuilder::Truncated(Node* node) {
  if (node->representation() == Representation::kBool) node = Tagged(node);
  Representation r = node->representation();
  if (r == Representation::kInt32) return Wrapped(node, 0);
  if (r == Representation::kUint32) return node;
  if (node->Is(NodeKind::kConstant) || TypesOf(node) == kSmiType || SoFar(node).int32 != nullptr)
    return Int32(node);
  if (Node* known = SoFar(node).truncated; known != nullptr) return known;
  if (Node* sum = TruncatedSum(node, 0); sum != nullptr) return KnownOf(node).truncated = sum;
  Node* result = r == Representation::kFloat64 ? Add(NodeKind::kTruncateFloat64, {node})
                                               : AddExiting(NodeKind::kTruncateTagged, {node});
  if (r == Representation::kTagged) KnownOf(node).types &= kNumberTypes;
  return KnownOf(node).truncated = result;
}

Node* GraphBuilder::Float64(Node* node) {
  if (node->representation() == Representation::kBool) node = Tagged(node);
  if (node->representation() == Representation::kFloat64) return node;
  if (Node* constant = ConstantAs(node, Representation::kFloat64); constant != nullptr) return constant;
  if (Node* known = SoFar(node).float64; known != nullptr) return known;
  bool is_integer = IsTagged(node) && (SoFar(node).int32 != nullptr || TypesOf(node) == kSmiType);
  Node* result = Convert(is_integer ? Int32(node) : node, Representation::kFloat64);
  if (IsTagged(node)) KnownOf(node).types &= kNumberTypes;
  return KnownOf(node).float64 = result;
}

Node* GraphBuilder::Boolean(Node* node) {
  switch (node->representation()) {
    case Representation::kBool: return node;
    case Representation::kInt32: return AreSame(node, graph_.Int32(0), Condition::kNotEqual);
    // Neither zero nor NaN.
    case Representation::kUint32:
    case Representation::kFloat64:
      return Add(NodeKind::kCompareFloat64, {Add(NodeKind::kAbsFloat64, {Float64(node)}), graph_.Float64(0)},
                 Payload::Condition(static_cast<uint8_t>(DoubleCondition::kGreater)));
    default: return Add(NodeKind::kToBoolean, {node});
  }
}

// Before another node, at the end of a block that is built.
Node* GraphBuilder::ConvertAt(Node* node, Representation wanted, Node* place, const FrameState* state) {
  if (node->representation() == wanted || (wanted == Representation::kTagged && IsTagged(node))) return node;
  if (Node* constant = ConstantAs(node, wanted); constant != nullptr) return constant;
  auto insert = [&](Node* input, Representation to) {
    Conversion conversion = ConversionOf(*input, input->types(), to);
    bool exits = (InfoOf(conversion.kind).flags & kMayExit) != 0;
    CHECK(!exits || state != nullptr);
    Node* result = graph_.InsertBefore(place, conversion.kind, {input}, {}, exits ? state : nullptr);
    result->set_types(conversion.types);
    return result;
  };
  if (node->representation() == Representation::kBool && wanted != Representation::kTagged)
    node = insert(node, Representation::kTagged);
  if (IsTagged(node) && node->types() == kSmiType && wanted == Representation::kFloat64)
    node = insert(node, Representation::kInt32);
  return insert(node, wanted);
}

}  // namespace halfword::jit
