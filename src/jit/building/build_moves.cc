// Constants, moves between registers, environments, globals, returns.
#include "jit/building/graph_builder.h"

namespace halfword::jit {

namespace {

// Slots beyond are left to the first tier: displacements are below 64 KiB.
constexpr int32_t kMostSlot = 2000;

// Null: it is not known which one.
halfword::Environment* KnownEnvironment(const Node* node) {
  return node->Is(NodeKind::kConstant) ? ValueFrom(node->payload().bits).As<halfword::Environment>()
                                       : nullptr;
}

// A variable has got it, which began undefined or as a hole. A closure that has not been made yet is none.
bool IsValue(Value v) { return !v.IsUndefined() && !v.IsHole() && !v.Is<FunctionInfo>(); }

// Whether the slot has had no value before the one that it has now, and will have no other.
bool IsSetOnce(halfword::Environment* environment, int32_t slot) {
  if (!environment->scope_info_.get().Is<ScopeInfo>()) return false;
  auto* info = environment->scope_info_.get().As<ScopeInfo>();
  for (uint32_t n = 0; n < info->variable_count_; n++) {
    const ScopeInfo::Variable& variable = info->variables()[n];
    if (variable.slot == static_cast<uint32_t>(slot)) return (variable.flags & ScopeInfo::kSetOnce) != 0;
  }
  return false;
}

}  // namespace

// The value, which from now on is this wherever it was loaded from.
Node* GraphBuilder::CheckNotHole(Node* value) {
  if (value->representation() != Representation::kTagged || (TypesOf(value) & kHoleType) == 0) return value;
  Node* checked = AddExiting(NodeKind::kCheckNotHole, {value});
  checked->set_types(TypesOf(value) & static_cast<TypeSet>(~kHoleType));
  CopyHints(value, checked);
  LoadAs(value, checked);
  return checked;
}
// The same of what is to be an object: the closure in a slot, what a constructor returns.
Node* GraphBuilder::CheckIsObject(Node* value) {
  if ((TypesOf(value) & ~kObjectType) == 0) return value;
  Node* closure = AddExiting(NodeKind::kCheckObject, {value});
  closure->set_types(kObjectType);
  CopyHints(value, closure);
  LoadAs(value, closure);
  return closure;
}
void GraphBuilder::LoadAs(const Node* value, Node* checked) {
  for (Loaded& l : now_.loaded) {
    if (l.value == value) l.value = checked;
  }
}

bool GraphBuilder::CellOf(const Instruction& i, Value* cell) {
  const auto* site = SiteOf<GlobalSite>(i);
  if (site == nullptr) return false;
  if (site->cell.empty()) return ExitUnlearned();
  *cell = site->cell.value();
  NoteLiteral(*cell);
  return true;
}

// Of LdaCell and StaCell. Null: it is not known, or it has led to exits here.
PropertyCell* GraphBuilder::KnownCell(const Instruction& i) {
  if (i.operand(1) > kMostSlot || Failed() > 0) return nullptr;
  halfword::Environment* known = KnownEnvironment(EnvironmentAt(i.operand(0)));
  if (known == nullptr) return nullptr;
  const Value cell = known->slots()[i.operand(1)].get();
  if (!cell.Is<PropertyCell>()) return nullptr;
  NoteLiteral(cell);
  return cell.As<PropertyCell>();
}
void GraphBuilder::StoreCell(PropertyCell* cell) {
  AddExiting(NodeKind::kStoreCell, {Tagged(now_.acc)}, Payload::Bits(Value(cell).bits()));
  state_ = nullptr;
  Forget(NodeKind::kStoreCell);
}

bool GraphBuilder::RelyOn(PropertyCell* cell, Value* value) {
  bool needs_epoch = false;
  if (Failed(NodeKind::kCheckEpoch) > kMostEpochs || !cell->Rely(isolate_, &needs_epoch)) return false;
  if (needs_epoch) CheckEpoch();
  *value = cell->value_;
  return true;
}

Node* GraphBuilder::EnvironmentAt(int32_t depth) {
  Node* node = outer_ != nullptr     ? TaggedConstant(ValueFrom(unit_->environment))
               : closure_ != nullptr ? TaggedConstant(closure_->environment_.get())
                                     : Load(NodeKind::kFrameEnvironment, nullptr);
  for (; depth > 0; depth--) {
    halfword::Environment* known = KnownEnvironment(node);
    node = known == nullptr ? Load(NodeKind::kParentEnvironment, node) : TaggedConstant(known->parent_.get());
  }
  return node;
}

Node* GraphBuilder::ActiveFunction() {
  if (closure_ != nullptr) return TaggedConstant(Value(closure_));
  return outer_ != nullptr ? TaggedConstant(ValueFrom(unit_->function)) : Load(NodeKind::kFunction, nullptr);
}

// The value of a variable of an environment.
Node* GraphBuilder::SlotAt(int32_t depth, int32_t slot) {
  Node* environment = EnvironmentAt(depth);
  halfword::Environment* known = KnownEnvironment(environment);
  const Value now = known == nullptr ? Value::Undefined() : known->slots()[slot].get();
  // A private name is in no variable: its slot is written once.
  const bool is_private_name = now.IsSymbol() && now.AsSymbol()->IsPrivateName();
  if (is_private_name || (known != nullptr && IsValue(now) && IsSetOnce(known, slot)))
    return TaggedConstant(now);
  Node* value = Load(NodeKind::kLoadSlot, environment, Payload::Number(slot));
  if (known != nullptr) building_.hints[value] = {now};
  return value;
}
bool GraphBuilder::LoadSlot(int32_t depth, int32_t slot) {
  if (slot > kMostSlot) return false;
  SetAcc(SlotAt(depth, slot));
  return true;
}
bool GraphBuilder::StoreSlot(int32_t depth, int32_t slot) {
  if (slot > kMostSlot) return false;
  Node *owner = EnvironmentAt(depth), *value = Tagged(now_.acc);
  Store(NodeKind::kStoreSlot, NodeKind::kLoadSlot, owner, value, Payload::Number(slot));
  state_ = nullptr;
  return true;
}

// Variables that a module exports are in cells. An import is a cell of another environment.
bool GraphBuilder::LoadCell(const Instruction& i) {
  PropertyCell* cell = KnownCell(i);
  if (cell == nullptr) return false;
  const Value now = cell->value_.get();
  // A module may export something that it never assigns.
  if (IsValue(now) && IsSetOnce(KnownEnvironment(EnvironmentAt(i.operand(0))), i.operand(1))) {
    SetAcc(TaggedConstant(now));
  } else {
    SetAcc(LoadFrom(cell));
  }
  return true;
}
bool GraphBuilder::LoadGlobal(const Instruction& i) {
  Value cell;
  if (!CellOf(i, &cell)) return false;
  if (block_ == nullptr) return true;
  Value known;
  const bool is_constant = RelyOn(cell.As<PropertyCell>(), &known);
  SetAcc(is_constant ? TaggedConstant(known) : LoadFrom(cell.As<PropertyCell>()));
  return true;
}
Node* GraphBuilder::LoadFrom(PropertyCell* cell) {
  Node* value = Load(NodeKind::kLoadCell, nullptr, Payload::Bits(Value(cell).bits()));
  building_.hints[value] = {cell->value_.get()};
  return CheckNotHole(value);
}

bool GraphBuilder::VisitVariable(const Instruction& i) {
  switch (i.opcode()) {
    case Opcode::kLdaSlot0: return LoadSlot(0, i.operand(0));
    case Opcode::kLdaSlot1: return LoadSlot(1, i.operand(0));
    case Opcode::kLdaSlot: return LoadSlot(i.operand(0), i.operand(1));
    case Opcode::kLdaFunctionSlot:
      // Its first tier makes the closure where there is none yet.
      if (i.operand(1) > kMostSlot || Failed() > 0) return false;
      SetAcc(CheckIsObject(SlotAt(i.operand(0), i.operand(1))));
      return true;
    case Opcode::kStaSlot0: return StoreSlot(0, i.operand(0));
    case Opcode::kStaSlot1: return StoreSlot(1, i.operand(0));
    case Opcode::kStaSlot: return StoreSlot(i.operand(0), i.operand(1));
    case Opcode::kLdaCell: return LoadCell(i);
    case Opcode::kStaCell: {
      PropertyCell* cell = KnownCell(i);
      if (cell == nullptr) return false;
      StoreCell(cell);
      return true;
    }
    case Opcode::kThrowIfHole:
    case Opcode::kThrowIfThisHole: SetAcc(CheckNotHole(now_.acc)); return true;
    case Opcode::kThrowIfNotHole: return IsConstantValue(now_.acc, Value::Hole());
    case Opcode::kLdaGlobal: return LoadGlobal(i);
    case Opcode::kStaGlobal:
    case Opcode::kStaGlobalStrict: {
      Value cell;
      if (!CellOf(i, &cell)) return false;
      if (block_ != nullptr) StoreCell(cell.As<PropertyCell>());
      return true;
    }
    default: return false;
  }
}

bool GraphBuilder::VisitMove(const Instruction& i) {
  auto constant = [&](Value v) { return SetAcc(TaggedConstant(v)), true; };
  switch (i.opcode()) {
    case Opcode::kLdaSmi: SetAcc(graph_.Int32(i.operand(0))); return true;
    case Opcode::kLdaConst: {
      Value v = ConstantOf(i, 0);
      if (!v.IsHeapNumber()) return constant(v);
      // A number is one in whatever representation, unless somebody wants a Value: then it is this one.
      Node* number = graph_.Float64(v.AsNumber());
      SetAcc(number);
      KnownOf(number).tagged = TaggedConstant(v);
      return true;
    }
    case Opcode::kLdaUndefined: return constant(Value::Undefined());
    case Opcode::kLdaNull: return constant(Value::Null());
    case Opcode::kLdaTrue: return constant(Value::True());
    case Opcode::kLdaFalse: return constant(Value::False());
    case Opcode::kLdaHole: return constant(Value::Hole());
    case Opcode::kLdar: SetAcc(Reg(i.operand(0))); return true;
    case Opcode::kStar:
    case Opcode::kStarOperand: SetReg(i.operand(0), now_.acc); return true;
    case Opcode::kMov: SetReg(i.operand(1), Reg(i.operand(0))); return true;
    case Opcode::kLdaFunction: SetAcc(ActiveFunction()); return true;
    case Opcode::kLdaNewTarget:
      if (outer_ != nullptr) return constant(ValueFrom(unit_->new_target));
      SetAcc(Load(NodeKind::kNewTarget, nullptr));
      return true;
    case Opcode::kReturn: Return(now_.acc); return true;
    case Opcode::kReturnUndefined: Return(TaggedConstant(Value::Undefined())); return true;
    case Opcode::kCoerceThis: {
      Node* receiver = Reg(0);
      if ((TypesOf(receiver) & ~kObjectType) == 0) return true;
      if (Failed() > 0) return false;
      Node* object = AddExiting(NodeKind::kCheckObject, {receiver});
      object->set_types(kObjectType);
      KnownOf(receiver).types &= kObjectType;
      return true;
    }
    case Opcode::kDebugger: return true;
    default: return false;
  }
}

}  // namespace halfword::jit
