#include "syntax/parser/enum_evaluator.h"

#include <cmath>

#include "syntax/parser/parser_impl.h"

namespace halfword::syntax {

namespace {

int32_t ToInt32(double number) {
  if (!std::isfinite(number)) return 0;
  double modulo = std::fmod(std::trunc(number), 4294967296.0);
  if (modulo < 0) modulo += 4294967296.0;
  return static_cast<int32_t>(static_cast<uint32_t>(modulo));
}

// Takes whole exponents. Others are rare, and no exact arithmetic.
EnumValue Power(double base, double exponent) {
  if (exponent != std::trunc(exponent) || exponent < 0 || exponent > 1100) return {};
  double result = 1;
  for (int i = 0; i < static_cast<int>(exponent); ++i) result *= base;
  return EnumValue::Number(result);
}

EnumValue Combine(BinaryOperator op, EnumValue left, EnumValue right) {
  if (op == BinaryOperator::kAdd && (left.is_string() || right.is_string())) return EnumValue::String();
  if (left.is_outside() || right.is_outside()) return EnumValue::Outside();
  if (!left.is_number() || !right.is_number()) return {};
  double a = left.number, b = right.number;
  auto bits = [](int32_t number) { return EnumValue::Number(number); };
  uint32_t shift = static_cast<uint32_t>(ToInt32(b)) & 31;
  switch (op) {
    case BinaryOperator::kAdd: return EnumValue::Number(a + b);
    case BinaryOperator::kSubtract: return EnumValue::Number(a - b);
    case BinaryOperator::kMultiply: return EnumValue::Number(a * b);
    case BinaryOperator::kDivide: return EnumValue::Number(a / b);
    case BinaryOperator::kRemainder: return EnumValue::Number(std::fmod(a, b));
    case BinaryOperator::kExponentiate: return Power(a, b);
    case BinaryOperator::kShiftLeft:
      return bits(static_cast<int32_t>(static_cast<uint32_t>(ToInt32(a)) << shift));
    case BinaryOperator::kShiftRight: return bits(ToInt32(a) >> shift);
    case BinaryOperator::kShiftRightLogical:
      return EnumValue::Number(static_cast<uint32_t>(ToInt32(a)) >> shift);
    case BinaryOperator::kBitAnd: return bits(ToInt32(a) & ToInt32(b));
    case BinaryOperator::kBitOr: return bits(ToInt32(a) | ToInt32(b));
    case BinaryOperator::kBitXor: return bits(ToInt32(a) ^ ToInt32(b));
    default: return {};
  }
}

// Returns what a name means at the place that has been reached, as far as declarations have been read.
const Variable* Declared(const Atom* name) {
  const Variable* v = name->binding;
  while (v != nullptr && v->kind == VariableKind::kUnresolved) v = v->shadowed;
  return v;
}

}  // namespace

EnumValue EnumEvaluator::Evaluate(const Expression* e) const {
  switch (e->kind()) {
    case NodeKind::kNumberLiteral: return EnumValue::Number(e->As<NumberLiteral>()->value);
    case NodeKind::kStringLiteral:
    case NodeKind::kTemplateLiteral: return EnumValue::String();
    case NodeKind::kUnaryExpression: return EvaluateUnary(e->As<UnaryExpression>());
    case NodeKind::kBinaryExpression: {
      auto* binary = e->As<BinaryExpression>();
      return Combine(binary->op, Evaluate(binary->left), Evaluate(binary->right));
    }
    case NodeKind::kNaryExpression: {
      auto* run = e->As<NaryExpression>();
      EnumValue value = Evaluate(run->first);
      for (const NaryExpression::Operation& operation : run->operations) {
        value = Combine(operation.op, value, Evaluate(operation.operand));
      }
      return value;
    }
    case NodeKind::kIdentifier: return EvaluateName(e->As<Identifier>()->name);
    case NodeKind::kMemberExpression: {
      auto* member = e->As<MemberExpression>();
      return EvaluateMember(member->object, member->name);
    }
    case NodeKind::kElementExpression: {
      auto* element = e->As<ElementExpression>();
      if (!element->index->Is<StringLiteral>()) return {};
      return EvaluateMember(element->object, element->index->As<StringLiteral>()->value);
    }
    default: return {};
  }
}

EnumValue EnumEvaluator::EvaluateUnary(const UnaryExpression* e) const {
  EnumValue value = Evaluate(e->operand);
  bool is_number =
      e->op == UnaryOperator::kPlus || e->op == UnaryOperator::kMinus || e->op == UnaryOperator::kBitNot;
  if (value.is_outside() && is_number) return value;
  if (!value.is_number()) return {};
  switch (e->op) {
    case UnaryOperator::kPlus: return value;
    case UnaryOperator::kMinus: return EnumValue::Number(-value.number);
    case UnaryOperator::kBitNot: return EnumValue::Number(~ToInt32(value.number));
    default: return {};
  }
}

EnumValue EnumEvaluator::EvaluateName(const Atom* name) const {
  const Variable* v = Declared(name);
  for (Transform::Body* body = transform_.body; body != nullptr; body = body->outer) {
    auto member = body->container->members.find(name);
    if (member != body->container->members.end() && !IsInside(v, body->scope)) return member->second.value;
  }
  if (v == nullptr) {
    if (name->Is("Infinity")) return EnumValue::Number(INFINITY);
    if (name->Is("NaN")) return EnumValue::Number(NAN);
    return MayBeConstantOutside(name) ? EnumValue::Outside() : EnumValue{};
  }
  auto constant = transform_.constants.find(v);
  return constant != transform_.constants.end() ? constant->second : EnumValue{};
}

bool EnumEvaluator::IsInside(const Variable* v, const Scope* scope) {
  if (v == nullptr) return false;
  for (const Scope* s = v->scope; s != nullptr; s = s->outer) {
    if (s == scope) return true;
  }
  return false;
}

const Transform::Container* EnumEvaluator::ContainerOf(const Expression* e, int depth) const {
  if (e->kind() == NodeKind::kIdentifier) {
    const Variable* v = Declared(e->As<Identifier>()->name);
    auto found = transform_.by_variable.find(v);
    return found != transform_.by_variable.end() ? found->second : nullptr;
  }
  if (e->kind() != NodeKind::kMemberExpression || depth == 0) return nullptr;
  auto* member = e->As<MemberExpression>();
  const Transform::Container* outer = ContainerOf(member->object, depth - 1);
  if (outer == nullptr) return nullptr;
  auto found = outer->members.find(member->name);
  return found != outer->members.end() ? found->second.container : nullptr;
}

EnumValue EnumEvaluator::EvaluateMember(const Expression* object, const Atom* name) const {
  if (const Transform::Container* container = ContainerOf(object, kLongestPath)) {
    auto found = container->members.find(name);
    return found != container->members.end() ? found->second.value : EnumValue{};
  }
  while (object->kind() == NodeKind::kMemberExpression) object = object->As<MemberExpression>()->object;
  if (object->kind() != NodeKind::kIdentifier) return {};
  const Atom* base = object->As<Identifier>()->name;
  return Declared(base) == nullptr && MayBeConstantOutside(base) ? EnumValue::Outside() : EnumValue{};
}

bool EnumEvaluator::MayBeConstantOutside(const Atom* name) const {
  if (!is_again_) return false;
  for (const Scope* scope = outer_; scope != nullptr; scope = scope->outer) {
    uint32_t index = scope->info->Find(name);
    if (index == ScopeInfoView::kNotFound) continue;
    VariableKind kind = scope->info->entry(index).kind;
    return kind == VariableKind::kConst || kind == VariableKind::kVar || kind == VariableKind::kLet ||
           kind == VariableKind::kClass || kind == VariableKind::kFunction ||
           kind == VariableKind::kBlockFunction;
  }
  return true;
}

}  // namespace halfword::syntax
