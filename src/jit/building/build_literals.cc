// What instructions make anew: objects, arrays, closures.
#include "jit/building/graph_builder.h"
#include "runtime/operations/object_operations.h"

namespace halfword::jit {

// Its slots are Smi 0 until they are stored to.
Node* GraphBuilder::NewObject(Shape* shape) {
  auto bytes = static_cast<int32_t>(shape->layout_.size_in_granules * 8);
  Node* object = Add(NodeKind::kNewObject, {TaggedConstant(Value(shape))}, Payload::Number(bytes));
  object->set_types(kObjectType);
  uint64_t bits[] = {Value(shape).bits()};
  Known& known = KnownOf(object);
  known.checked = object;
  known.shapes = graph_.NewShapes(bits);
  return object;
}

void GraphBuilder::StoreNew(Node* object, size_t offset, Node* value) {
  Store(NodeKind::kStoreField, NodeKind::kLoadField, object, Tagged(value),
        Payload::Offset(static_cast<int32_t>(offset) - kObjectTag));
}

// By the shape that the site remembers, as ops/literals.inc.
bool GraphBuilder::VisitLiteral(const Instruction& i) {
  const Opcode opcode = i.opcode();
  bool is_literal = opcode == Opcode::kCreateObject || opcode == Opcode::kCreateObjectFrom ||
                    opcode == Opcode::kCreateArray || opcode == Opcode::kCreateClosure;
  if (!is_literal) return false;
  const auto* site = SiteOf<ShapeSite>(i);
  if (site == nullptr) return false;
  // Some are never remembered, so this says nothing of whether the instruction has run.
  const Value remembered = site->shape.value();
  if (!remembered.Is<Shape>()) return false;
  Node* object = NewObject(remembered.As<Shape>());
  switch (opcode) {
    case Opcode::kCreateObjectFrom:
      for (int32_t n = 0; n < i.operand(2); n++)
        StoreNew(object, (static_cast<size_t>(n) + 1) * sizeof(Value), Reg(i.operand(1) + n));
      break;
    case Opcode::kCreateClosure:
      StoreNew(object, offsetof(JSFunction, info_), TaggedConstant(ConstantOf(i, 0)));
      StoreNew(object, offsetof(JSFunction, environment_), EnvironmentAt(0));
      break;
    default: break;
  }
  state_ = nullptr;
  SetAcc(object);
  return true;
}

// Without arguments it is as the literal.
bool GraphBuilder::NewArray(const Instruction& i) {
  const Node* callee = Reg(i.operand(0) + frame::kFunction);
  const Value array(CurrentIntrinsic(isolate_, Intrinsic::kArray));
  if (i.operand(1) != 0 || !IsConstantValue(callee, array)) return false;
  AddExiting(NodeKind::kSpendFuel, {}, Payload::Number(1));
  SetAcc(NewObject(CurrentRealm(isolate_)->shape(RealmShape::kArrayPackedSmi)));
  return true;
}

}  // namespace halfword::jit
