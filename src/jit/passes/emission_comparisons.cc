// Code of nodes that answer questions about Values: whether two are the same or equal, of which type one is,
// whether it is true.
#include "bytecode/opcodes.h"
#include "jit/passes/emission.h"
#include "jit/passes/value_bits.h"

namespace halfword::jit {

using namespace target_registers;  // NOLINT: what is emitted is for the target
using namespace value_bits;        // NOLINT

bool Emission::EmitComparisonNode(const Node& node) {
  switch (node.kind()) {
    case NodeKind::kSameBits: EmitSameBits(node); return true;
    case NodeKind::kSelectByShape: EmitSelectByShape(node); return true;
    case NodeKind::kIsNullish: {
      CompareNullish(In(node, 0), Temporary(node));
      if (node.payload().number != 0 && MayBe(*node.input(0), kObjectType)) {
        Label is_nullish;
        masm_.JumpIf(Condition::kEqual, &is_nullish);
        masm_.CompareTagged(In(node, 0), Memory::At(kBase, layout_.html_dda));
        masm_.Bind(&is_nullish);
      }
      if (!IsFused(node)) masm_.SetIf(Out(node), Condition::kEqual);
      return true;
    }
    case NodeKind::kHasElements: {
      Gpr shape = Temporary(node);
      masm_.LoadTagged(shape, Memory::Heap(In(node, 0), layout_.header_of_object));
      masm_.Compare8(Memory::Heap(shape, layout_.element_access),
                     static_cast<uint8_t>(node.payload().number));
      if (!IsFused(node)) masm_.SetIf(Out(node), Condition::kEqual);
      return true;
    }
    case NodeKind::kHasPrototype: EmitHasPrototype(node); return true;
    case NodeKind::kStrictlyEqual:
    case NodeKind::kLooselyEqual: EmitEquality(node); return true;
    case NodeKind::kToBoolean: EmitToBoolean(node); return true;
    case NodeKind::kIsType: EmitIsType(node); return true;
    case NodeKind::kTypeOf: EmitTypeOf(node); return true;
    default: return false;
  }
}

void Emission::EmitSameBits(const Node& node) {
  Location first = allocation_.Input(node, 0), second = allocation_.Input(node, 1);
  if (first.kind == Location::kConstant) {
    masm_.CompareTagged(General(second), NumberOf(*node.input(0)));
  } else if (second.kind == Location::kConstant) {
    masm_.CompareTagged(General(first), NumberOf(*node.input(1)));
  } else if (second.kind == Location::kWord) {
    masm_.CompareTagged(General(first), Word(second));
  } else {
    masm_.CompareTagged(General(first), General(second));
  }
  if (!IsFused(node)) masm_.SetIf(Out(node), Condition::kEqual);
}

void Emission::EmitSelectByShape(const Node& node) {
  const ShapeSet& shapes = *node.payload().shapes;
  Gpr out = Out(node), shape = In(node, 0), found = out.number == shape.number ? Temporary(node) : out;
  Label done;
  for (uint32_t n = 0; n < shapes.count; n++) {
    masm_.Set64(found, node.input(n + 1)->payload().bits);
    if (n + 1 == shapes.count) break;
    const Gpr other = HALFWORD_COMPRESS ? kAnyGpr : Gpr{allocation_.GeneralTemporaries(node)[1]};
    CompareWithValue(shape, shapes.shapes[n], other);
    masm_.JumpIf(Condition::kEqual, &done);
  }
  masm_.Bind(&done);
  if (found.number != out.number) masm_.Move64(out, found);
}

// kEqual: the value is undefined or null.
void Emission::CompareNullish(Gpr value, Gpr temporary) {
  static_assert(kNull == (kUndefined | 8));
  masm_.Move32(temporary, value);
  masm_.Or32(temporary, 8);
  masm_.Compare32(temporary, kNull);
}

// As InstanceOf in ops/comparison.inc.
void Emission::EmitHasPrototype(const Node& node) {
  auto temporaries = allocation_.GeneralTemporaries(node);
  Gpr at{temporaries[0]}, shape{temporaries[1]}, left{temporaries[2]};
  Location wanted = allocation_.Input(node, 1);
  Ways ways = BeginWays(node);
  Label walk;
  masm_.MoveTagged(at, In(node, 0));
  masm_.Set32(left, static_cast<uint32_t>(layout_.longest_chain));
  masm_.Bind(&walk);
  JumpUnlessTag(at, kObjectTag, shape, No(&ways));
  masm_.Sub32(left, 1);
  masm_.Test32(left, left);
  masm_.JumpIf(Condition::kNegative, ExitOf(node));
  masm_.LoadTagged(shape, Memory::Heap(at, layout_.header_of_object));
  masm_.Load16(at, Memory::Heap(shape, layout_.type_of_shape));
  masm_.Compare32(at, layout_.proxy_type);
  masm_.JumpIf(Condition::kEqual, ExitOf(node));
  masm_.LoadTagged(at, Memory::Heap(shape, layout_.prototype_of_shape));
  if (wanted.kind == Location::kConstant) {
    masm_.CompareTagged(at, NumberOf(*node.input(1)));
  } else {
    masm_.CompareTagged(at, General(wanted));
  }
  masm_.JumpIf(Condition::kEqual, Yes(&ways));
  masm_.Jump(&walk);
  if (ways.back != nullptr) masm_.Bind(ways.back);
}

// ---- Equality ----

void Emission::EmitEquality(const Node& node) {
  const Node &left = *node.input(0), &right = *node.input(1);
  Gpr a = In(node, 0), b = In(node, 1), temporary = Temporary(node);
  Ways ways = BeginWays(node);
  // Loosely, values of different kinds may be equal: the stub says so, or that one is to be converted.
  Label *yes = Yes(&ways), *no = No(&ways), *exit = ExitOf(node);
  Label* ask = AskWhetherEqual(node, yes, no, exit);
  auto jump_if_box = [=, this](const Node& value, Gpr reg) {
    if (!MayBe(value, kDoubleType)) return;
    TestTag(reg, kNumberTag, temporary);
    masm_.JumpIf(Condition::kEqual, ask);
  };
  Label* others = CompareOthers(node, no, ask);
  masm_.CompareTagged(a, b);
  Label* are_same = yes;
  if (MayBe(left, kDoubleType)) {
    are_same = InCold([=, &left, this] {
      jump_if_box(left, a);  // perhaps NaN
      masm_.Jump(yes);
    });
  }
  masm_.JumpIf(Condition::kEqual, are_same);
  jump_if_box(left, a);
  jump_if_box(right, b);
  GoUnlessOfOneKind(node, no, ask);
  masm_.Test32(a, 1);
  masm_.JumpIf(Condition::kEqual, no);
  static_assert((kObjectTag & 2) == 0 && (kStringTag & 2) != 0 && (kOtherTag & 2) != 0);
  masm_.Test32(a, 2);
  if (MayBe(left, kStringTypes) && MayBe(right, kStringTypes)) {
    // Interned strings are the same if they are equal.
    masm_.JumpIf(Condition::kNotEqual, InCold([=, &left, &right, this] {
                   if (!IsOnly(left, kStringTypes) && !IsOnly(right, kStringTypes))
                     JumpUnlessTag(a, kStringTag, temporary, others);
                   if (!IsOnly(left, kInternedType)) JumpUnlessInterned(a, ask);
                   if (!IsOnly(right, kInternedType)) JumpUnlessInterned(b, ask);
                   masm_.Jump(no);
                 }));
  } else {
    masm_.JumpIf(Condition::kNotEqual, others);
  }
  EndWays(ways);
}

Label* Emission::AskWhetherEqual(const Node& node, Label* yes, Label* no, Label* exit) {
  return InCold([=, &node, this] {
    constexpr TypeSet kNullish = kUndefinedType | kNullType;
    const Node &left = *node.input(0), &right = *node.input(1);
    Gpr a = In(node, 0), b = In(node, 1), temporary = Temporary(node);
    const bool is_loose = node.Is(NodeKind::kLooselyEqual);
    if (is_loose && MayBe(left, kNullish)) GoIfNullish(a, b, MayBe(right, kObjectType), temporary, yes, no);
    if (is_loose && MayBe(right, kNullish)) GoIfNullish(b, a, MayBe(left, kObjectType), temporary, yes, no);
    masm_.StoreTagged(Argument(0), a);
    masm_.StoreTagged(Argument(1), b);
    CallStub(node, is_loose ? Stub::kLooselyEqual : Stub::kStrictlyEqual);
    masm_.Compare32(Argument(0), 1);
    masm_.JumpIf(Condition::kEqual, yes);
    masm_.JumpIf(Condition::kAbove, exit);
    masm_.Jump(no);
  });
}

// undefined and null equal each other, and the object that is falsy.
void Emission::GoIfNullish(Gpr nullish, Gpr other, bool may_be_object, Gpr temporary, Label* yes, Label* no) {
  Label is_none;
  CompareNullish(nullish, temporary);
  masm_.JumpIf(Condition::kNotEqual, &is_none);
  CompareNullish(other, temporary);
  masm_.JumpIf(Condition::kEqual, yes);
  if (may_be_object) {
    masm_.CompareTagged(other, Memory::At(kBase, layout_.html_dda));
    masm_.JumpIf(Condition::kEqual, yes);
  }
  masm_.Jump(no);
  masm_.Bind(&is_none);
}

// Loosely, true and false differ. What else there is may be null.
Label* Emission::CompareImmediates(const Node& node, Label* no, Label* ask) {
  return InCold([=, &node, this] {
    const Gpr temporary = Temporary(node);
    static_assert((kTrue ^ kFalse) == 8);
    for (Gpr reg : {In(node, 0), In(node, 1)}) {
      masm_.Move32(temporary, reg);
      masm_.Or32(temporary, kTrue ^ kFalse);
      masm_.Compare32(temporary, kTrue | kFalse);
      masm_.JumpIf(Condition::kNotEqual, ask);
    }
    masm_.Jump(no);
  });
}

// Of what has the tag of others, BigInts alone may be equal where their bits are not. Symbols are what
// programs compare.
Label* Emission::CompareOthers(const Node& node, Label* no, Label* ask) {
  const bool is_loose = node.Is(NodeKind::kLooselyEqual);
  Label* immediate = is_loose ? CompareImmediates(node, no, ask) : no;
  return InCold([=, &node, this] {
    Gpr a = In(node, 0), b = In(node, 1), temporary = Temporary(node);
    for (Gpr reg : {a, b}) {
      masm_.CompareTagged(reg, kFirstReference);
      masm_.JumpIf(Condition::kBelow, immediate);
    }
    auto jump_if_big_int = [=, this](Gpr reg) {
      masm_.Load32(temporary, Memory::Heap(reg, layout_.header_of_elements));
      masm_.And32(temporary, layout_.type_bits);
      masm_.Compare32(temporary, layout_.big_int);
      masm_.JumpIf(Condition::kEqual, ask);
    };
    jump_if_big_int(a);
    if (is_loose) jump_if_big_int(b);
    masm_.Jump(no);
  });
}

void Emission::GoUnlessOfOneKind(const Node& node, Label* no, Label* ask) {
  Gpr a = In(node, 0), b = In(node, 1), temporary = Temporary(node);
  masm_.Move32(temporary, a);
  masm_.Xor32(temporary, b);
  masm_.Test32(temporary, kTagMask);
  if (!node.Is(NodeKind::kLooselyEqual)) return masm_.JumpIf(Condition::kNotEqual, no);
  // Smis differ in their upper bits of the tag.
  Label* are_alike = NewLabel();
  masm_.JumpIf(Condition::kEqual, are_alike);
  masm_.Move32(temporary, a);
  masm_.Or32(temporary, b);
  masm_.Test32(temporary, 1);
  masm_.JumpIf(Condition::kNotEqual, ask);
  masm_.Bind(are_alike);
}

// ---- Truth and types ----

void Emission::EmitToBoolean(const Node& node) {
  const Node& input = *node.input(0);
  Gpr in = In(node, 0), temporary = Temporary(node);
  Ways ways = BeginWays(node);
  // These leave kNotEqual where it is true.
  auto test_smi = [=, this] { masm_.Test32(in, in); };
  auto test_object = [=, this] { masm_.CompareTagged(in, Memory::At(kBase, layout_.html_dda)); };
  if (IsOnly(input, kSmiType)) return test_smi(), EndWays(ways, Condition::kNotEqual);
  if (IsOnly(input, kObjectType)) return test_object(), EndWays(ways, Condition::kNotEqual);
  Label *yes = Yes(&ways), *no = No(&ways);
  auto go = [=, this] {
    masm_.JumpIf(Condition::kNotEqual, yes);
    masm_.Jump(no);
  };
  if (MayBe(input, kSmiType)) {
    masm_.Test32(in, 1);
    masm_.JumpIf(Condition::kEqual, InCold([=] { test_smi(), go(); }));
  }
  if (MayBe(input, kObjectType)) {
    Label no_object;
    JumpUnlessTag(in, kObjectTag, temporary, &no_object);
    test_object();
    go();
    masm_.Bind(&no_object);
  }
  masm_.CompareTagged(in, kTrue);
  if (!IsOnly(input, kSmiType | kObjectType | kUndefinedType | kNullType | kBooleanType)) {
    static_assert(kUndefined < kTrue && kNull < kTrue && kFalse < kTrue);
    masm_.JumpIf(Condition::kAbove, InCold([=, &node, &input, this] {
                   Label no_string, no_box;
                   if (MayBe(input, kStringTypes)) {
                     JumpUnlessTag(in, kStringTag, temporary, &no_string);
                     masm_.Compare32(Memory::Heap(in, layout_.string_length), 0);
                     go();
                     masm_.Bind(&no_string);
                   }
                   if (MayBe(input, kDoubleType)) {
                     JumpUnlessTag(in, kNumberTag, temporary, &no_box);
                     Fpr zero = DoubleTemporary(node);
                     masm_.SetDouble(zero, 0);
                     masm_.LoadDouble(kScratchDouble, Memory::Heap(in, layout_.number));
                     masm_.JumpIfDouble(DoubleCondition::kLess, kScratchDouble, zero, yes);
                     masm_.JumpIfDouble(DoubleCondition::kGreater, kScratchDouble, zero, yes);
                     masm_.Jump(no);
                     masm_.Bind(&no_box);
                   }
                   masm_.StoreTagged(Argument(0), in);
                   CallStub(node, Stub::kToBoolean);
                   masm_.Compare32(Argument(0), 0);
                   go();
                 }));
  }
  EndWays(ways, Condition::kEqual);
}

Memory Emission::KnownName(Name name) const {
  return Memory::At(kBase, layout_.names + static_cast<int32_t>(name) * kWordBytes);
}

// Numbers and strings in line.
void Emission::EmitTypeOf(const Node& node) {
  Gpr in = In(node, 0), result = Temporary(node), tag{allocation_.GeneralTemporaries(node)[1]};
  Label done;
  masm_.LoadTagged(result, KnownName(Name::number));
  masm_.Test32(in, 1);
  masm_.JumpIf(Condition::kEqual, &done);
  TestTag(in, kNumberTag, tag);
  masm_.JumpIf(Condition::kEqual, &done);
  masm_.LoadTagged(result, KnownName(Name::string));
  TestTag(in, kStringTag, tag);
  masm_.JumpIf(Condition::kEqual, &done);
  masm_.StoreTagged(Argument(0), in);
  CallStub(node, Stub::kTypeOf);
  masm_.LoadTagged(result, Argument(0));
  masm_.Bind(&done);
  masm_.MoveTagged(Out(node), result);
}

void Emission::EmitIsType(const Node& node) {
  constexpr TypeSet kOtherTypes = kAnyType & ~(kNumberTypes | kStringTypes | kObjectType);
  const Node& input = *node.input(0);
  const auto kind = static_cast<TypeOfKind>(node.payload().number);
  Gpr in = In(node, 0), temporary = Temporary(node);
  Ways ways = BeginWays(node);
  // A callable object is a function, but for document.all, which is undefined.
  auto ask_of_object = [&] {
    if (!MayBe(input, kObjectType)) return;
    TestTag(in, kObjectTag, temporary);
    masm_.JumpIf(Condition::kEqual, InCold([=, yes = Yes(&ways), no = No(&ways), this] {
                   masm_.LoadTagged(temporary, Memory::Heap(in, layout_.header_of_object));
                   masm_.Test8(Memory::Heap(temporary, layout_.shape_flags),
                               static_cast<uint8_t>(layout_.callable));
                   masm_.JumpIf(Condition::kEqual, kind == TypeOfKind::kObject ? yes : no);
                   if (kind != TypeOfKind::kObject) {
                     masm_.CompareTagged(in, Memory::At(kBase, layout_.html_dda));
                     masm_.JumpIf(Condition::kEqual, kind == TypeOfKind::kUndefined ? yes : no);
                   }
                   masm_.Jump(kind == TypeOfKind::kFunction ? yes : no);
                 }));
  };
  // Symbols and BigInts share a tag with what a program never sees.
  auto ask_for = [&](Name name) {
    if (!MayBe(input, kOtherTypes)) return;
    TestTag(in, kOtherTag, temporary);
    masm_.JumpIf(Condition::kEqual, InCold([=, yes = Yes(&ways), no = No(&ways), &node, this] {
                   masm_.StoreTagged(Argument(0), in);
                   CallStub(node, Stub::kTypeOf);
                   masm_.LoadTagged(temporary, Argument(0));
                   masm_.CompareTagged(temporary, KnownName(name));
                   masm_.JumpIf(Condition::kEqual, yes);
                   masm_.Jump(no);
                 }));
  };
  switch (kind) {
    case TypeOfKind::kNumber:
      masm_.Test32(in, 1);
      masm_.JumpIf(Condition::kEqual, Yes(&ways));
      TestTag(in, kNumberTag, temporary);
      return EndWays(ways, Condition::kEqual);
    case TypeOfKind::kString: TestTag(in, kStringTag, temporary); return EndWays(ways, Condition::kEqual);
    case TypeOfKind::kBoolean:
      masm_.CompareTagged(in, kTrue);
      masm_.JumpIf(Condition::kEqual, Yes(&ways));
      masm_.CompareTagged(in, kFalse);
      return EndWays(ways, Condition::kEqual);
    case TypeOfKind::kUndefined:
    case TypeOfKind::kObject:
      ask_of_object();
      masm_.CompareTagged(in, kind == TypeOfKind::kObject ? kNull : kUndefined);
      return EndWays(ways, Condition::kEqual);
    case TypeOfKind::kFunction: ask_of_object(); return EndWays(ways);
    case TypeOfKind::kSymbol: ask_for(Name::symbol); return EndWays(ways);
    case TypeOfKind::kBigInt: ask_for(Name::bigint); return EndWays(ways);
    case TypeOfKind::kOtherString: return EndWays(ways);
  }
}

}  // namespace halfword::jit
