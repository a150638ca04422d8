#include "jit/graph/value_range.h"

#include <algorithm>
#include <bit>

namespace halfword::jit {

namespace {

// So many nodes behind one another are looked at, and so many for one question: phis of phis have many ways.
constexpr int kMostDepth = 6, kMostNodes = 60;

ValueRange Whole(const Node& node) {
  switch (node.representation()) {
    case Representation::kInt32: return kInt32Range;
    case Representation::kUint32: return kUint32Range;
    default: return kSmiRange;
  }
}
ValueRange Within(const ValueRange& range, const ValueRange& limit) {
  ValueRange both{std::max(range.least, limit.least), std::min(range.greatest, limit.greatest)};
  // Nothing at all: the node is never reached.
  return both.least <= both.greatest ? both : limit;
}
// What wraps around where it does not fit.
ValueRange Wrapped(const ValueRange& range) { return range.IsIn(kInt32Range) ? range : kInt32Range; }
// All bits below the highest one of the number.
int64_t Filled(int64_t n) { return static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(n) + 1) - 1); }

ValueRange RemainderOf(const ValueRange& a, const ValueRange& b) {
  int64_t most = std::max(std::abs(b.least), std::abs(b.greatest)) - 1;
  return {a.least < 0 ? -most : 0, a.greatest > 0 ? most : 0};
}
ValueRange BitsOfBoth(const ValueRange& a, const ValueRange& b) {
  if (a.least < 0 && b.least < 0) return kInt32Range;
  if (a.least < 0) return {0, b.greatest};
  if (b.least < 0) return {0, a.greatest};
  return {0, std::min(a.greatest, b.greatest)};
}
ValueRange BitsOfEither(const ValueRange& a, const ValueRange& b) {
  if (a.least < 0 || b.least < 0) return kInt32Range;
  return {0, Filled(std::max(a.greatest, b.greatest))};
}
// Elements of typed arrays that are loaded as int32.
ValueRange ElementsOf(TypedElement kind) {
  switch (kind) {
    case TypedElement::kInt8: return {INT8_MIN, INT8_MAX};
    case TypedElement::kUint8:
    case TypedElement::kUint8Clamped: return {0, UINT8_MAX};
    case TypedElement::kInt16: return {INT16_MIN, INT16_MAX};
    case TypedElement::kUint16: return {0, UINT16_MAX};
    default: return kInt32Range;
  }
}

ValueRange RangeAt(const Node& node, int depth, int* left) {
  if (depth == kMostDepth || --*left < 0) return Whole(node);
  auto input = [&](uint32_t n) { return RangeAt(*node.input(n), depth + 1, left); };
  // As 32 bits with a sign.
  auto as_int32 = [&](uint32_t n) { return Wrapped(input(n)); };
  auto count = [&] {
    return node.input(1)->Is(NodeKind::kInt32Constant) ? node.input(1)->payload().number & 31 : -1;
  };
  switch (node.kind()) {
    case NodeKind::kInt32Constant: return {node.payload().number, node.payload().number};
    case NodeKind::kBoolToInt32: return {0, 1};
    case NodeKind::kAddInt32: return Wrapped(SumOf(as_int32(0), as_int32(1)));
    case NodeKind::kSubInt32: return Wrapped(DifferenceOf(as_int32(0), as_int32(1)));
    case NodeKind::kMulInt32: return Wrapped(ProductOf(as_int32(0), as_int32(1)));
    case NodeKind::kAddInt32Checked: return Within(SumOf(input(0), input(1)), kInt32Range);
    case NodeKind::kSubInt32Checked: return Within(DifferenceOf(input(0), input(1)), kInt32Range);
    case NodeKind::kMulInt32Checked: return Within(ProductOf(input(0), input(1)), kInt32Range);
    case NodeKind::kNegateInt32Checked: return Within(DifferenceOf({0, 0}, input(0)), kInt32Range);
    case NodeKind::kModInt32Checked: return Within(RemainderOf(input(0), input(1)), kInt32Range);
    case NodeKind::kAndInt32: return BitsOfBoth(as_int32(0), as_int32(1));
    case NodeKind::kOrInt32:
    case NodeKind::kXorInt32: return BitsOfEither(as_int32(0), as_int32(1));
    case NodeKind::kSarInt32: {
      if (count() < 0) return kInt32Range;
      ValueRange a = as_int32(0);
      return {a.least >> count(), a.greatest >> count()};
    }
    case NodeKind::kShrInt32: {
      if (count() < 0) return kUint32Range;
      ValueRange a = input(0);
      if (a.least < 0) return {0, int64_t{UINT32_MAX} >> count()};
      return {a.least >> count(), a.greatest >> count()};
    }
    case NodeKind::kShlInt32: {
      if (count() < 0) return kInt32Range;
      ValueRange a = as_int32(0);
      return Wrapped({a.least * (int64_t{1} << count()), a.greatest * (int64_t{1} << count())});
    }
    case NodeKind::kCharacterAt: return {0, UINT16_MAX};
    case NodeKind::kLoadLength:
    case NodeKind::kLengthOf:
    case NodeKind::kAppendElement: return {0, kSmiRange.greatest};
    case NodeKind::kCheckIndex: {
      // They are compared as uint32.
      const ValueRange length = input(1);
      if (!length.IsIn({0, INT32_MAX})) return input(0);
      return Within(input(0), {0, std::max<int64_t>(length.greatest - 1, 0)});
    }
    case NodeKind::kSmiToInt32:
    case NodeKind::kInt32ToSmi:
    case NodeKind::kInt32ToSmiChecked: return Within(input(0), kSmiRange);
    case NodeKind::kUint32ToInt32: return Within(input(0), {0, INT32_MAX});
    case NodeKind::kLoadTyped: return ElementsOf(static_cast<TypedElement>(node.payload().number));
    case NodeKind::kPhi: {
      // The phi of a loop has no inputs until the loop is built.
      if (node.input_count() == 0 || node.representation() == Representation::kTagged) return Whole(node);
      ValueRange all = input(0);
      for (uint32_t n = 1; n < node.input_count() && !Whole(node).IsIn(all); n++) {
        ValueRange its = input(n);
        all = {std::min(all.least, its.least), std::max(all.greatest, its.greatest)};
      }
      return all;
    }
    default: return Whole(node);
  }
}

}  // namespace

ValueRange RangeOf(const Node& node) {
  int left = kMostNodes;
  return RangeAt(node, 0, &left);
}

ValueRange SumOf(const ValueRange& a, const ValueRange& b) {
  return {a.least + b.least, a.greatest + b.greatest};
}
ValueRange DifferenceOf(const ValueRange& a, const ValueRange& b) {
  return {a.least - b.greatest, a.greatest - b.least};
}
ValueRange ProductOf(const ValueRange& a, const ValueRange& b) {
  const int64_t corners[] = {a.least * b.least, a.least * b.greatest, a.greatest * b.least,
                             a.greatest * b.greatest};
  return {*std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4)};
}

}  // namespace halfword::jit
