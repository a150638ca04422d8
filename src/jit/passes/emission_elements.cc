// Code of nodes that read and write elements: of arrays, of other objects, of typed arrays.
#include "jit/passes/emission.h"
#include "jit/passes/value_bits.h"

namespace halfword::jit {

using namespace target_registers;  // NOLINT: what is emitted is for the target
using namespace value_bits;        // NOLINT

bool Emission::EmitElementNode(const Node& node) {
  // Where an index is in a register, nodes without a general result have a temporary for the sum.
  auto sum = [&] {
    return allocation_.Input(node, 1).kind == Location::kConstant ? kAnyGpr : Temporary(node);
  };
  switch (node.kind()) {
    case NodeKind::kLoadLength:
      masm_.LoadTagged(Out(node), Memory::Heap(In(node, 0), layout_.length));
      return true;
    case NodeKind::kStoreLength: StoreInput(Memory::Heap(In(node, 0), layout_.length), node, 1); return true;
    case NodeKind::kElementsOf: EmitElementsOf(node); return true;
    case NodeKind::kLimitOf: EmitLimitOf(node); return true;
    // ---- Values ----
    case NodeKind::kLoadElement:
      masm_.LoadTagged(Out(node), Element(node, layout_.first_value, kWordLog2, Out(node)));
      return true;
    case NodeKind::kElementOrUndefined: EmitElementOrUndefined(node); return true;
    case NodeKind::kCheckElementNotHole:
      masm_.CompareTagged(Element(node, layout_.first_value, kWordLog2, sum()), kHole);
      masm_.JumpIf(Condition::kEqual, ExitOf(node));
      return true;
    case NodeKind::kCheckTakes: EmitCheckTakes(node); return true;
    case NodeKind::kTakeElement: EmitTakeElement(node); return true;
    case NodeKind::kStoreElement:
      EmitStore(node, 2, In(node, 0), Element(node, layout_.first_value, kWordLog2, sum()));
      return true;
    case NodeKind::kAppendElement: EmitAppend(node); return true;
    case NodeKind::kPopElement: EmitPop(node); return true;
    case NodeKind::kStoreOrAppend:
    case NodeKind::kStoreDoubleOrAppend: EmitStoreOrAppend(node); return true;
    // ---- Doubles ----
    case NodeKind::kLoadDouble: EmitLoadDouble(node, sum()); return true;
    case NodeKind::kCheckDoubleNotHole:
      ExitAtDoubleHole(Element(node, layout_.first_double, 3, sum()), ExitOf(node));
      return true;
    case NodeKind::kStoreDouble:
      masm_.StoreDouble(Element(node, layout_.first_double, 3, sum()), DoubleIn(node, 2));
      return true;
    // ---- Typed arrays ----
    case NodeKind::kViewTyped: EmitView(node); return true;
    case NodeKind::kLoadTyped:
    case NodeKind::kLoadTypedUint32:
    case NodeKind::kLoadTypedFloat:
    case NodeKind::kStoreTyped:
    case NodeKind::kStoreTypedFloat: EmitTypedElement(node); return true;
    default: return false;
  }
}

void Emission::EmitElementsOf(const Node& node) {
  Gpr shape = Temporary(node), out = Out(node);
  Label done;
  masm_.LoadTagged(shape, Memory::Heap(In(node, 0), layout_.header_of_object));
  masm_.LoadTagged(out, Memory::Heap(In(node, 0), layout_.extension));
  masm_.Compare8(Memory::Heap(shape, layout_.extension_kind), static_cast<uint8_t>(layout_.has_both));
  masm_.JumpIf(Condition::kNotEqual, &done);
  masm_.LoadTagged(out, Memory::Heap(out, layout_.pair_elements));
  masm_.Bind(&done);
}

void Emission::JumpIfSmi(const Node& node, uint32_t i, Label* to) {
  if (!MayBe(*node.input(i), kSmiType)) return;
  masm_.Test32(In(node, i), 1);
  masm_.JumpIf(Condition::kEqual, to);
}

void Emission::EmitCheckTakes(const Node& node) {
  Gpr shape = Temporary(node);
  Label takes;
  JumpIfSmi(node, 1, &takes);
  masm_.LoadTagged(shape, Memory::Heap(In(node, 0), layout_.header_of_object));
  masm_.Compare8(Memory::Heap(shape, layout_.element_access), static_cast<uint8_t>(layout_.array_of_smis));
  masm_.JumpIf(Condition::kEqual, ExitOf(node));
  masm_.Bind(&takes);
}

void Emission::EmitTakeElement(const Node& node) {
  Label takes;
  JumpIfSmi(node, 1, &takes);
  masm_.StoreTagged(Argument(0), In(node, 0));
  masm_.StoreTagged(Argument(1), In(node, 1));
  CallStub(node, Stub::kTakeElement);
  masm_.Compare32(Argument(0), 0);
  masm_.JumpIf(Condition::kEqual, ExitOf(node));
  masm_.Bind(&takes);
}

void Emission::EmitLimitOf(const Node& node) {
  Gpr object = In(node, 0), elements = In(node, 1), shape = Temporary(node), out = Out(node);
  Label* done = NewLabel();
  masm_.LoadTagged(shape, Memory::Heap(object, layout_.header_of_object));
  masm_.Load16(shape, Memory::Heap(shape, layout_.type_of_shape));
  masm_.Compare32(shape, layout_.array_type);
  masm_.JumpIf(Condition::kNotEqual, InCold([=, this] {
                 LoadLastPlace(shape, elements, kWordLog2);
                 masm_.ShiftRightSigned32(shape, 1);
                 masm_.Add32(shape, 1);
                 masm_.Set32(out, 0);
                 masm_.Test32(shape, shape);
                 masm_.JumpIf(Condition::kNegative, done);
                 masm_.Move32(out, shape);
                 masm_.Jump(done);
               }));
  masm_.Load32(out, Memory::Heap(object, layout_.length));
  masm_.ShiftRightSigned32(out, 1);
  masm_.Bind(done);
}

Memory Emission::Element(const Node& node, int32_t first, int size_log2, Gpr sum) {
  Location index = allocation_.Input(node, 1);
  if (index.kind == Location::kConstant)
    return Memory::Heap(In(node, 0), first + (NumberOf(*node.input(1)) << size_log2));
  masm_.AddShiftedTagged(sum, In(node, 0), General(index), size_log2);
  return Memory::Heap(sum, first);
}

// As the tiers kFast and kAbsent of keyed loads in ops/properties.inc.
void Emission::EmitElementOrUndefined(const Node& node) {
  Gpr array = In(node, 0), elements = In(node, 1), index = In(node, 2), other = Temporary(node);
  Label *done = NewLabel(), *exit = ExitOf(node);
  Label* absent = InCold([=, &node, this] {
    masm_.Test32(index, index);
    masm_.JumpIf(Condition::kNegative, exit);
    JumpUnlessPristine(array, node.payload().bits, other, exit);
    masm_.Set32(other, static_cast<uint32_t>(value_bits::kUndefined));
    masm_.Jump(done);
  });
  masm_.Compare32(index, In(node, 3));
  masm_.JumpIf(Condition::kAboveEqual, absent);
  masm_.AddShiftedTagged(other, elements, index, kWordLog2);
  masm_.LoadTagged(other, Memory::Heap(other, layout_.first_value));
  masm_.CompareTagged(other, kHole);
  masm_.JumpIf(Condition::kEqual, absent);
  masm_.Bind(done);
  masm_.MoveTagged(Out(node), other);
}

// Unless no prototype of the array has elements. The shape is in the register then.
void Emission::JumpUnlessPristine(Gpr array, uint64_t prototype, Gpr shape, Label* to) {
  masm_.Compare32(Memory::At(kBase, layout_.no_indexed_prototypes), 0);
  masm_.JumpIf(Condition::kEqual, to);
  masm_.LoadTagged(shape, Memory::Heap(array, layout_.header_of_object));
  JumpUnlessValue(Memory::Heap(shape, layout_.prototype_of_shape), prototype, to);
}

void Emission::JumpUnlessAppendable(Gpr array, uint64_t prototype, Gpr temporary, Label* to) {
  JumpUnlessPristine(array, prototype, temporary, to);
  for (int byte = 0; byte < 2; byte++) {
    masm_.Test8(Memory::Heap(temporary, layout_.shape_flags + byte),
                static_cast<uint8_t>(layout_.unappendable >> 8 * byte));
    masm_.JumpIf(Condition::kNotEqual, to);
  }
}

// ---- Arrays that grow and shrink ----

// As Array.prototype.push in ops/natives.inc.
void Emission::EmitAppend(const Node& node) {
  auto temporaries = allocation_.GeneralTemporaries(node);
  Gpr array = In(node, 0), elements{temporaries[0]}, length{temporaries[1]}, other{temporaries[2]};
  Label *done = NewLabel(), *exit = ExitOf(node);
  Label* fail = InCold([=, this] {
    masm_.AddToMemory32(Memory::At(kBase, layout_.budget), 1);
    masm_.Jump(exit);
  });
  Label* grow = InCold([=, &node, this] {
    masm_.StoreTagged(Argument(0), array);
    StoreInput(Argument(1), node, 1);
    CallStub(node, Stub::kAppend);
    masm_.Load32(length, Argument(0));
    masm_.Test32(length, length);
    masm_.JumpIf(Condition::kEqual, fail);
    masm_.Jump(done);
  });
  masm_.Compare32(Memory::At(kBase, layout_.no_indexed_prototypes), 0);
  masm_.JumpIf(Condition::kEqual, fail);
  if (const uint64_t changed = node.payload().bits; changed != 0) {
    Gpr value = In(node, 1);
    Label* takes = NewLabel();
    JumpIfSmi(node, 1, takes);
    Label* changes = InCold([=, &node, this] {
      EmitShape(node, changed, other);
      masm_.Jump(takes);
    });
    masm_.LoadTagged(other, Memory::Heap(array, layout_.header_of_object));
    masm_.Compare8(Memory::Heap(other, layout_.element_access), static_cast<uint8_t>(layout_.array_of_smis));
    masm_.JumpIf(Condition::kEqual, InCold([=, this] {
                   JumpUnlessTag(value, kNumberTag, other,
                                 changed == value_bits::kUndefined ? grow : changes);
                   masm_.Jump(fail);
                 }));
    masm_.Bind(takes);
  }
  masm_.LoadTagged(elements, Memory::Heap(array, layout_.extension));
  masm_.Test32(elements, 1);
  masm_.JumpIf(Condition::kEqual, InCold([=, &node, this] {
                 EmitFirstElements(node, 1, array, elements, grow);
                 masm_.Set32(length, 2);
                 masm_.Jump(done);
               }));
  masm_.Load32(length, Memory::Heap(array, layout_.length));
  LoadLastPlace(other, elements, kWordLog2);
  masm_.Compare32(length, other);
  masm_.JumpIf(Condition::kGreater, grow);
  masm_.AddShiftedTagged(other, elements, length, kWordLog2 - 1);
  EmitStore(node, 1, elements, Memory::Heap(other, layout_.first_value));
  masm_.Add32(length, 2);
  masm_.StoreTagged(Memory::Heap(array, layout_.length), length);
  masm_.Bind(done);
  masm_.Move32(Out(node), length);
}

// Gives an empty array elements, and the input as the only one. As JSArray::Push. `ask`: there is no room, or
// it is not empty.
void Emission::EmitFirstElements(const Node& node, uint32_t input, Gpr array, Gpr elements, Label* ask) {
  masm_.CompareTagged(Memory::Heap(array, layout_.length), 0);
  masm_.JumpIf(Condition::kNotEqual, ask);
  const int32_t words = layout_.first_capacity;
  EmitBump(elements, (words + 1) * kWordBytes, kOtherTag, ask);
  masm_.StoreTagged(Memory::Heap(elements, layout_.header_of_elements),
                    static_cast<int32_t>(layout_.first_elements_header));
  for (int32_t word = 1; word < words; word++)
    masm_.StoreTagged(Memory::Heap(elements, layout_.first_value + word * kWordBytes), kHole);
  EmitStore(node, input, elements, Memory::Heap(elements, layout_.first_value));
  masm_.StoreReleaseTagged(Memory::Heap(array, layout_.extension), elements);
  EmitBarrier(node, array, [=, this] { masm_.StoreTagged(Argument(1), elements); });
  masm_.StoreTagged(Memory::Heap(array, layout_.length), 2);
}

// So many for each granule of the cell, less its header and the element itself. Of large cells: negative.
void Emission::LoadLastPlace(Gpr to, Gpr elements, int size_log2) {
  masm_.Load32(to, Memory::Heap(elements, layout_.header_of_elements));
  masm_.ShiftRight32(to, layout_.cell_size_shift);
  masm_.ShiftLeft32(to, 4 - size_log2);
  masm_.Add32(to, -4);
}

// As Array.prototype.pop in ops/natives.inc.
void Emission::EmitPop(const Node& node) {
  auto temporaries = allocation_.GeneralTemporaries(node);
  Gpr array = In(node, 0), elements{temporaries[0]}, length{temporaries[1]}, other{temporaries[2]};
  Gpr out = Out(node);
  Label *done = NewLabel(), *keeps = NewLabel(), *exit = ExitOf(node);
  Label* ask = InCold([=, &node, this] {
    masm_.StoreTagged(Argument(0), array);
    CallStub(node, Stub::kPop);
    masm_.LoadTagged(out, Argument(0));
    masm_.Jump(done);
  });
  masm_.Compare32(Memory::At(kBase, layout_.no_indexed_prototypes), 0);
  masm_.JumpIf(Condition::kEqual, InCold([=, this] {
                 masm_.AddToMemory32(Memory::At(kBase, layout_.budget), 1);
                 masm_.Jump(exit);
               }));
  masm_.LoadTagged(elements, Memory::Heap(array, layout_.extension));
  masm_.Test32(elements, 1);
  masm_.JumpIf(Condition::kEqual, ask);
  masm_.Load32(length, Memory::Heap(array, layout_.length));
  masm_.Add32(length, -2);
  masm_.Test32(length, length);
  masm_.JumpIf(Condition::kNegative, ask);
  // Small ones keep their capacity, as KeepsCapacity has it, and so do large ones where a quarter is in use.
  constexpr int32_t kSmall = 16;
  LoadLastPlace(other, elements, kWordLog2);
  masm_.Compare32(other, (kSmall - 1) * 2);
  masm_.JumpIf(Condition::kAbove, InCold([=, this] {
                 masm_.ShiftRight32(other, 2);
                 masm_.Compare32(length, other);
                 masm_.JumpIf(Condition::kGreater, keeps);
                 masm_.Jump(ask);
               }));
  masm_.Bind(keeps);
  masm_.AddShiftedTagged(other, elements, length, kWordLog2 - 1);
  const Memory element = Memory::Heap(other, layout_.first_value);
  masm_.LoadTagged(elements, element);
  masm_.CompareTagged(elements, kHole);
  masm_.JumpIf(Condition::kEqual, ask);
  masm_.StoreTagged(element, kHole);
  masm_.StoreTagged(Memory::Heap(array, layout_.length), length);
  masm_.MoveTagged(out, elements);
  masm_.Bind(done);
}

// As the tiers kFast, kAppend and kAppendNumber of keyed stores in ops/properties.inc.
void Emission::EmitStoreOrAppend(const Node& node) {
  auto temporaries = allocation_.GeneralTemporaries(node);
  Gpr array = In(node, 0), index = In(node, 1);
  Gpr elements{temporaries[0]}, length{temporaries[1]}, other{temporaries[2]};
  const bool is_double = node.Is(NodeKind::kStoreDoubleOrAppend);
  const int size_log2 = is_double ? 3 : kWordLog2;
  Label *done = NewLabel(), *exit = ExitOf(node);
  Label* ask = InCold([=, &node, this] {
    masm_.StoreTagged(Argument(0), array);
    if (is_double) {
      masm_.StoreDouble(Argument(1), DoubleIn(node, 2));
    } else {
      StoreInput(Argument(1), node, 2);
    }
    masm_.Store32(Parking(0), index);
    CallStub(node, is_double ? Stub::kStoreDouble : Stub::kStoreElement);
    masm_.Compare32(Argument(0), 0);
    masm_.JumpIf(Condition::kEqual, exit);
    masm_.Jump(done);
  });
  const Memory element = Memory::Heap(other, is_double ? layout_.first_double : layout_.first_value);
  auto store = [=, &node, this] {
    is_double ? masm_.StoreDouble(element, DoubleIn(node, 2)) : EmitStore(node, 2, elements, element);
  };
  // A hole, or behind the last one.
  Label* fill = InCold([=, &node, this] {
    Label there_is_room;
    masm_.Compare32(index, length);
    masm_.JumpIf(Condition::kAbove, ask);
    JumpUnlessAppendable(array, node.payload().bits, other, ask);
    masm_.Compare32(index, length);
    masm_.JumpIf(Condition::kNotEqual, &there_is_room);
    LoadLastPlace(other, elements, size_log2);
    masm_.ShiftRightSigned32(other, 1);
    masm_.Compare32(index, other);
    masm_.JumpIf(Condition::kGreater, ask);
    masm_.Bind(&there_is_room);
    masm_.AddShiftedTagged(other, elements, index, size_log2);
    store();
    masm_.Compare32(index, length);
    masm_.JumpIf(Condition::kNotEqual, done);
    masm_.AddShifted32(length, length, length, 0);
    masm_.Add32(length, 2);
    masm_.StoreTagged(Memory::Heap(array, layout_.length), length);
    masm_.Jump(done);
  });
  masm_.LoadTagged(elements, Memory::Heap(array, layout_.extension));
  masm_.Test32(elements, 1);
  masm_.JumpIf(Condition::kEqual, is_double ? ask : InCold([=, &node, this] {
                 masm_.Test32(index, index);
                 masm_.JumpIf(Condition::kNotEqual, ask);
                 JumpUnlessAppendable(array, node.payload().bits, other, ask);
                 EmitFirstElements(node, 2, array, elements, ask);
                 masm_.Jump(done);
               }));
  masm_.Load32(length, Memory::Heap(array, layout_.length));
  masm_.ShiftRightSigned32(length, 1);
  masm_.Compare32(index, length);
  masm_.JumpIf(Condition::kAboveEqual, fill);
  masm_.AddShiftedTagged(other, elements, index, size_log2);
  if (is_double) {
    ExitAtDoubleHole(element, fill);
  } else {
    masm_.CompareTagged(element, kHole);
    masm_.JumpIf(Condition::kEqual, fill);
  }
  store();
  masm_.Bind(done);
}

// ---- Doubles ----

// The hole is NaN with bits of its own. Other NaNs are rare enough for a look at memory.
void Emission::EmitLoadDouble(const Node& node, Gpr sum) {
  Memory element = Element(node, layout_.first_double, 3, sum);
  Fpr out = DoubleOut(node);
  Label *back = NewLabel(), *exit = ExitOf(node);
  masm_.LoadDouble(out, element);
  masm_.JumpIfDouble(DoubleCondition::kNotLessEqual, out, out, InCold([=, this] {
                       ExitAtDoubleHole(element, exit);
                       masm_.Jump(back);
                     }));
  masm_.Bind(back);
}

void Emission::ExitAtDoubleHole(const Memory& element, Label* exit) {
  Memory upper = element;
  upper.displacement += 4;
  Label is_none;
  masm_.Compare32(upper, static_cast<int32_t>(layout_.hole_of_doubles >> 32));
  masm_.JumpIf(Condition::kNotEqual, &is_none);
  masm_.Compare32(element, static_cast<int32_t>(layout_.hole_of_doubles));
  masm_.JumpIf(Condition::kEqual, exit);
  masm_.Bind(&is_none);
}

// ---- Typed arrays ----

// As ElementsOf and IsInBuffer in runtime/typed_elements.h, for the array as a whole.
void Emission::EmitView(const Node& node) {
  const ViewOf view = ViewOf::From(node.payload().number);
  auto temporaries = allocation_.GeneralTemporaries(node);
  Gpr address{temporaries[0]}, native{temporaries[1]}, limit{temporaries[2]}, other{temporaries[3]};
  Gpr array = In(node, 0);
  Label* exit = ExitOf(node);
  // The entry of the buffer in the table.
  masm_.LoadTagged(address, Memory::Heap(array, layout_.typed_buffer));
  masm_.Load32(address, Memory::Heap(address, layout_.buffer_state));
  masm_.ShiftRight32(address, layout_.handle_shift);
  masm_.ShiftLeft32(address, layout_.buffer_entry_log2);
  masm_.Load64(native, Memory::At(kBase, layout_.native_state));
  masm_.Load64(other, Memory::At(native, layout_.first_buffer));
  masm_.Add64(address, other);
  masm_.Compare64(address, Memory::At(native, layout_.buffers_end));
  masm_.JumpIf(Condition::kAboveEqual, exit);
  // All elements lie between the offset and the end, whatever the array says.
  masm_.Load64(limit, Memory::At(address, layout_.buffer_limit));
  masm_.Load64(address, Memory::At(address, layout_.buffer_data));
  masm_.Load64(other, Memory::Heap(array, layout_.typed_offset));
  masm_.Compare64(other, limit);
  masm_.JumpIf(Condition::kAbove, exit);
  masm_.Sub64(limit, other);
  masm_.Add64(address, other);
  masm_.Store64(ViewWord(view, 0), address);
  // Indices are int32, so there is no view of longer arrays; and the bytes of others fit into 64 bits.
  masm_.Load64(other, Memory::Heap(array, layout_.typed_length));
  masm_.Compare64(other, INT32_MAX);
  masm_.JumpIf(Condition::kAbove, exit);
  masm_.Set32(address, 0);
  masm_.AddShifted64(address, address, other, SizeLog2(view.kind));
  masm_.Compare64(address, limit);
  masm_.JumpIf(Condition::kAbove, exit);
  masm_.Store64(ViewWord(view, 1), other);
}

// The address or, 1, the number of its elements.
Memory Emission::ViewWord(ViewOf view, int word) const {
  return Memory::At(kBase, layout_.first_view + (view.place * 2 + word) * 8);
}

void Emission::EmitTypedElement(const Node& node) {
  const auto kind = static_cast<TypedElement>(node.payload().number);
  const ViewOf view = ViewOf::From(node.input(1)->payload().number);
  const int32_t shift = SizeLog2(kind);
  auto temporaries = allocation_.GeneralTemporaries(node);
  Gpr address{temporaries[0]};
  Location at = allocation_.Input(node, 2);
  Memory element = Memory::At(address, 0);
  if (at.kind == Location::kConstant) {
    const int32_t index = NumberOf(*node.input(2));
    masm_.Compare64(ViewWord(view, 1), index);
    masm_.JumpIf(Condition::kBelowEqual, ExitOf(node));
    element = Memory::At(address, index << shift);
  } else {
    Gpr index{temporaries[1]};
    masm_.Move32(index, General(at));
    masm_.Compare64(index, ViewWord(view, 1));
    masm_.JumpIf(Condition::kAboveEqual, ExitOf(node));
    element = Memory::Raw(address, index, shift);
  }
  masm_.Load64(address, ViewWord(view, 0));
  const bool is_load = node.representation() != Representation::kNone;
  switch (kind) {
    case TypedElement::kInt8:
      return is_load ? masm_.LoadSigned8(Out(node), element) : masm_.Store8(element, In(node, 3));
    case TypedElement::kUint8:
    case TypedElement::kUint8Clamped:
      return is_load ? masm_.Load8(Out(node), element) : masm_.Store8(element, In(node, 3));
    case TypedElement::kInt16:
      return is_load ? masm_.LoadSigned16(Out(node), element) : masm_.Store16(element, In(node, 3));
    case TypedElement::kUint16:
      return is_load ? masm_.Load16(Out(node), element) : masm_.Store16(element, In(node, 3));
    case TypedElement::kInt32:
    case TypedElement::kUint32:
      return is_load ? masm_.Load32(Out(node), element) : masm_.Store32(element, In(node, 3));
    case TypedElement::kFloat16: UNREACHABLE();
    case TypedElement::kFloat32:
      return is_load ? masm_.LoadFloat(DoubleOut(node), element)
                     : masm_.StoreFloat(element, DoubleIn(node, 3));
    case TypedElement::kFloat64:
      return is_load ? masm_.LoadDouble(DoubleOut(node), element)
                     : masm_.StoreDouble(element, DoubleIn(node, 3));
  }
}

}  // namespace halfword::jit
