// Code of nodes that work on Values: checks, conversions from and to numbers, comparisons.
#include <bit>

#include "bytecode/opcodes.h"
#include "jit/passes/emission.h"
#include "jit/passes/value_bits.h"

namespace halfword::jit {

using namespace target_registers;  // NOLINT: what is emitted is for the target
using namespace value_bits;        // NOLINT

bool Emission::EmitValueNode(const Node& node) {
  const int32_t number = node.payload().number;
  switch (node.kind()) {
    // ---- Checks: the result is where the input was ----
    case NodeKind::kCheckObject:
      if (!IsOnly(*node.input(0), kObjectType))
        JumpUnlessTag(Out(node), kObjectTag, Temporary(node), ExitOf(node));
      return true;
    case NodeKind::kCheckString:
      if (!IsOnly(*node.input(0), kStringTypes))
        JumpUnlessTag(Out(node), kStringTag, Temporary(node), ExitOf(node));
      return true;
    case NodeKind::kCheckInterned: {
      if (IsOnly(*node.input(0), kInternedType)) return true;
      Label* exit = ExitOf(node);
      if (!IsOnly(*node.input(0), kStringTypes)) JumpUnlessTag(Out(node), kStringTag, Temporary(node), exit);
      JumpUnlessInterned(Out(node), exit);
      return true;
    }
    case NodeKind::kCheckNotHole:
      masm_.CompareTagged(Out(node), kHole);
      masm_.JumpIf(Condition::kEqual, ExitOf(node));
      return true;
    case NodeKind::kCheckValue:
      JumpUnlessValue(Out(node), node.payload().bits, TemporaryForReference(node), ExitOf(node));
      return true;
    case NodeKind::kCheckShape: EmitCheckOfShape(node); return true;
    case NodeKind::kCheckElements: {
      Gpr out = Out(node), shape = Temporary(node);
      Label* exit = ExitOf(node);
      if (!IsOnly(*node.input(0), kObjectType)) JumpUnlessTag(out, kObjectTag, shape, exit);
      int32_t number = node.payload().number;
      if (number < 0) {
        ExitBeyondElements(out, ~number, shape, exit);
      } else {
        masm_.LoadTagged(shape, Memory::Heap(out, layout_.header_of_object));
        masm_.Compare8(Memory::Heap(shape, layout_.element_access), static_cast<uint8_t>(number));
        masm_.JumpIf(Condition::kNotEqual, exit);
      }
      return true;
    }
    case NodeKind::kCheckFunctionInfo: {
      Gpr out = Out(node), temporary = Temporary(node);
      Label* exit = ExitOf(node);
      if (!IsOnly(*node.input(0), kObjectType)) JumpUnlessTag(out, kObjectTag, temporary, exit);
      JumpUnlessValue(Memory::Heap(out, layout_.function_info), node.payload().bits, exit);
      return true;
    }
    case NodeKind::kCheckEpoch:
      masm_.Compare32(Memory::At(kBase, layout_.epoch), node.payload().number);
      masm_.JumpIf(Condition::kNotEqual, ExitOf(node));
      return true;
    case NodeKind::kLengthOf: EmitLengthOf(node); return true;
    // ---- From Values ----
    case NodeKind::kTaggedToFloat64: EmitFloat64OfTagged(node); return true;
    case NodeKind::kTaggedToInt32:
    case NodeKind::kTruncateTagged: EmitInt32OfTagged(node); return true;
    case NodeKind::kToBoolean: EmitToBoolean(node); return true;
    // ---- From numbers ----
    case NodeKind::kInt32ToTagged: {
      Gpr out = Out(node);
      Label* back = NewLabel();
      // The sum has lost the upper bit of the number, which was not the same as the next one.
      masm_.AddOrJump32(out, out, InCold([=, &node, this] {
                          masm_.ShiftRightSigned32(out, 1);
                          masm_.Xor32(out, INT32_MIN);
                          masm_.Int32ToDouble(kScratchDouble, out);
                          EmitBox(node, out, kScratchDouble);
                          masm_.Jump(back);
                        }));
      if (!HALFWORD_COMPRESS) masm_.ExtendSigned32(out, out);
      masm_.Bind(back);
      return true;
    }
    case NodeKind::kUint32ToTagged: {
      Gpr out = Out(node);
      Label* back = NewLabel();
      masm_.Test32(out, static_cast<int32_t>(0xc0000000));
      masm_.JumpIf(Condition::kNotEqual, InCold([=, &node, this] {
                     masm_.Uint32ToDouble(kScratchDouble, out);
                     EmitBox(node, out, kScratchDouble);
                     masm_.Jump(back);
                   }));
      masm_.Add32(out, out);
      masm_.Bind(back);
      return true;
    }
    case NodeKind::kFloat64ToTagged: {
      Gpr out = Out(node);
      Fpr number = DoubleIn(node, 0);
      Label* back = NewLabel();
      Label* is_no_smi = InCold([=, &node, this] {
        EmitBox(node, out, number);
        masm_.Jump(back);
      });
      masm_.DoubleToInt32(out, number, false, is_no_smi);
      masm_.AddOrJump32(out, out, is_no_smi);
      if (!HALFWORD_COMPRESS) masm_.ExtendSigned32(out, out);
      masm_.Bind(back);
      return true;
    }
    case NodeKind::kBox: EmitBox(node, Out(node), DoubleIn(node, 0)); return true;
    case NodeKind::kBoolToTagged:
      static_assert(kTrue == kFalse + 8);
      masm_.ShiftLeft32(Out(node), 3);
      masm_.Add32(Out(node), kFalse);
      return true;
    case NodeKind::kBoolToInt32: return true;  // it is 0 or 1
    case NodeKind::kTruncateFloat64: EmitTruncation(node, Out(node), DoubleIn(node, 0)); return true;
    case NodeKind::kCanonicalNaN: {
      Fpr out = DoubleOut(node);
      Label* back = NewLabel();
      // True of NaN alone, in one jump.
      masm_.JumpIfDouble(DoubleCondition::kNotLessEqual, out, out, InCold([=, this] {
                           masm_.SetDouble(out, std::bit_cast<double>(layout_.visible_nan));
                           masm_.Jump(back);
                         }));
      masm_.Bind(back);
      return true;
    }
    case NodeKind::kModFloat64:
      masm_.StoreDouble(Argument(0), DoubleIn(node, 0));
      masm_.StoreDouble(Argument(1), DoubleIn(node, 1));
      CallStub(node, Stub::kRemainder);
      masm_.LoadDouble(DoubleOut(node), Argument(0));
      return true;
    // ---- Comparisons ----
    case NodeKind::kSameBits: {
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
      return true;
    }
    case NodeKind::kSelectByShape: {
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
      return true;
    }
    case NodeKind::kIsNullish: {
      CompareNullish(In(node, 0), Temporary(node));
      if (number != 0 && MayBe(*node.input(0), kObjectType)) {
        Label is_nullish;
        masm_.JumpIf(Condition::kEqual, &is_nullish);
        masm_.CompareTagged(In(node, 0), Memory::At(kBase, layout_.html_dda));
        masm_.Bind(&is_nullish);
      }
      if (!IsFused(node)) masm_.SetIf(Out(node), Condition::kEqual);
      return true;
    }
    case NodeKind::kHasPrototype: EmitHasPrototype(node); return true;
    case NodeKind::kStrictlyEqual:
    case NodeKind::kLooselyEqual: EmitStrictlyEqual(node); return true;
    case NodeKind::kIsType: EmitIsType(node); return true;
    case NodeKind::kTypeOf: EmitTypeOf(node); return true;
    case NodeKind::kHasElements: {
      Gpr shape = Temporary(node);
      masm_.LoadTagged(shape, Memory::Heap(In(node, 0), layout_.header_of_object));
      masm_.Compare8(Memory::Heap(shape, layout_.element_access), static_cast<uint8_t>(number));
      if (!IsFused(node)) masm_.SetIf(Out(node), Condition::kEqual);
      return true;
    }
    case NodeKind::kCharacterAt: EmitCharacterAt(node); return true;
    case NodeKind::kSingleCharacter: EmitSingleCharacter(node); return true;
    case NodeKind::kConcat: EmitConcat(node); return true;
    case NodeKind::kSettle: EmitSettle(node); return true;
    default: return false;
  }
}

// ---- Parts ----

// kEqual: the value is undefined or null.
void Emission::CompareNullish(Gpr value, Gpr temporary) {
  static_assert(kNull == (kUndefined | 8));
  masm_.Move32(temporary, value);
  masm_.Or32(temporary, 8);
  masm_.Compare32(temporary, kNull);
}
void Emission::TestTag(Gpr value, int32_t tag, Gpr temporary) {
  masm_.AddConstant32(temporary, value, -tag);
  masm_.Test32(temporary, kTagMask);
}
void Emission::ExitBeyondElements(Gpr object, int32_t last_access, Gpr temporary, Label* exit) {
  masm_.LoadTagged(temporary, Memory::Heap(object, layout_.header_of_object));
  masm_.Load8(temporary, Memory::Heap(temporary, layout_.element_access));
  masm_.Compare32(temporary, last_access);
  masm_.JumpIf(Condition::kAbove, exit);
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

void Emission::JumpUnlessTag(Gpr value, int32_t tag, Gpr temporary, Label* to) {
  TestTag(value, tag, temporary);
  masm_.JumpIf(Condition::kNotEqual, to);
}

void Emission::JumpUnlessInterned(Gpr string, Label* to) {
  DCHECK(std::popcount(layout_.interned) == 1);
  int byte = std::countr_zero(layout_.interned) / 8;
  masm_.Test8(Memory::Heap(string, layout_.header_of_string + byte),
              static_cast<uint8_t>(layout_.interned >> 8 * byte));
  masm_.JumpIf(Condition::kEqual, to);
}

void Emission::JumpUnlessBox(Gpr value, Label* to) {
  static_assert(kNumberTag == 5);
  masm_.Test32(value, 2);
  masm_.JumpIf(Condition::kNotEqual, to);
  masm_.Test32(value, 4);
  masm_.JumpIf(Condition::kEqual, to);
}

// As BumpAllocate in ops/machine.h.
void Emission::EmitBump(Gpr to, int32_t bytes, int32_t tag, Label* is_full) {
  Memory top = Memory::At(kBase, layout_.bump_top);
  masm_.Load32(to, top);
  masm_.AddConstant32(to, to, bytes);
  masm_.Compare32(to, Memory::At(kBase, layout_.bump_limit));
  masm_.JumpIf(Condition::kAbove, is_full);
  masm_.Store32(top, to);
  masm_.PrefetchForStore(Memory::Raw(kBase, to, 0, layout_.cleared_at_once));
  if (!HALFWORD_COMPRESS) masm_.Add64(to, kBase);
  HALFWORD_COMPRESS ? masm_.AddConstant32(to, to, tag - bytes) : masm_.Add64(to, tag - bytes);
}
void Emission::EmitBox(const Node& node, Gpr to, Fpr number) {
  Label* back = NewLabel();
  EmitBump(to, static_cast<int32_t>(layout_.number_bytes), kNumberTag, InCold([=, &node, this] {
             masm_.StoreDouble(Argument(0), number);
             CallStub(node, Stub::kBox);
             masm_.LoadTagged(to, Argument(0));
             masm_.Jump(back);
           }));
  masm_.StoreTagged(Memory::Heap(to, layout_.header_of_number), static_cast<int32_t>(layout_.number_header));
  masm_.StoreDouble(Memory::Heap(to, layout_.number), number);
  masm_.Bind(back);
}

void Emission::EmitTruncation(const Node& node, Gpr to, Fpr from) {
  Label* back = NewLabel();
  masm_.TruncateToInt32(to, from, InCold([=, &node, this] {
                          masm_.StoreDouble(Argument(0), from);
                          CallStub(node, Stub::kTruncate);
                          masm_.Load32(to, Argument(0));
                          masm_.Jump(back);
                        }));
  masm_.Bind(back);
}

// ---- Nodes ----

void Emission::EmitCheckOfShape(const Node& node) {
  Gpr out = Out(node);
  const ShapeSet& shapes = *node.payload().shapes;
  Label *exit = ExitOf(node), *is_good = NewLabel();
  if (!IsOnly(*node.input(0), kObjectType)) JumpUnlessTag(out, kObjectTag, Temporary(node), exit);
  Memory header = Memory::Heap(out, layout_.header_of_object);
  if (HALFWORD_COMPRESS && shapes.count > 1) masm_.LoadTagged(Temporary(node), header);
  for (uint32_t n = 0; n < shapes.count; n++) {
    if (!HALFWORD_COMPRESS) {
      masm_.Set64(Temporary(node), shapes.shapes[n]);
      masm_.CompareTagged(Temporary(node), header);
    } else if (shapes.count > 1) {
      masm_.CompareTagged(Temporary(node), static_cast<int32_t>(shapes.shapes[n]));
    } else {
      masm_.CompareTagged(header, static_cast<int32_t>(shapes.shapes[n]));
    }
    if (n + 1 < shapes.count) masm_.JumpIf(Condition::kEqual, is_good);
  }
  masm_.JumpIf(Condition::kNotEqual, exit);
  masm_.Bind(is_good);
}

// Values that are no Smi come here because they are numbers with a box, most of them.
void Emission::EmitFloat64OfTagged(const Node& node) {
  const Node& input = *node.input(0);
  Gpr in = In(node, 0), temporary = Temporary(node);
  Fpr out = DoubleOut(node);
  auto convert_smi = [=, this] {
    masm_.Move32(temporary, in);
    masm_.ShiftRightSigned32(temporary, 1);
    masm_.Int32ToDouble(out, temporary);
  };
  if (IsOnly(input, kSmiType)) return convert_smi();
  Label* back = NewLabel();
  if (MayBe(input, kSmiType)) {
    masm_.Test32(in, 1);
    masm_.JumpIf(Condition::kEqual, InCold([=, this] {
                   convert_smi();
                   masm_.Jump(back);
                 }));
  }
  if (!IsOnly(input, kNumberTypes)) JumpUnlessTag(in, kNumberTag, temporary, ExitOf(node));
  masm_.LoadDouble(out, Memory::Heap(in, layout_.number));
  masm_.Bind(back);
}

// The integer takes the place of the Value.
void Emission::EmitInt32OfTagged(const Node& node) {
  const Node& input = *node.input(0);
  const bool truncates = node.Is(NodeKind::kTruncateTagged);
  Gpr out = Out(node);
  if (IsOnly(input, kSmiType)) return masm_.ShiftRightSigned32(out, 1);
  Label* exit = !truncates || !IsOnly(input, kNumberTypes) ? ExitOf(node) : nullptr;
  auto convert_box = [=, &input, &node, this] {
    if (!IsOnly(input, kNumberTypes)) JumpUnlessBox(out, exit);
    Memory number = Memory::Heap(out, layout_.number);
    if (truncates) {
      masm_.LoadDouble(kScratchDouble, number);
      EmitTruncation(node, out, kScratchDouble);
    } else {
      masm_.LoadDouble(DoubleTemporary(node), number);
      masm_.DoubleToInt32(out, DoubleTemporary(node), false, exit);
    }
  };
  if (!MayBe(input, kSmiType)) return convert_box();
  Label* back = NewLabel();
  masm_.Test32(out, 1);
  masm_.JumpIf(Condition::kNotEqual, InCold([=, this] {
                 convert_box();
                 masm_.Jump(back);
               }));
  masm_.ShiftRightSigned32(out, 1);
  masm_.Bind(back);
}

void Emission::EmitLengthOf(const Node& node) {
  const Node& input = *node.input(0);
  Gpr in = In(node, 0), temporary = Temporary(node), out = Out(node);
  Label *back = NewLabel(), *exit = ExitOf(node);
  auto load_of_array = [=, this] {
    ExitBeyondElements(in, layout_.last_array_access, temporary, exit);
    masm_.LoadTagged(out, Memory::Heap(in, layout_.length));
  };
  if (IsOnly(input, kObjectType)) return load_of_array();
  JumpUnlessTag(in, kObjectTag, temporary, InCold([=, this] {
                  JumpUnlessTag(in, kStringTag, temporary, exit);
                  masm_.Load32(temporary, Memory::Heap(in, layout_.string_length));
                  masm_.AddShifted32(out, temporary, temporary, 0);
                  masm_.Jump(back);
                }));
  load_of_array();
  masm_.Bind(back);
}

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

void Emission::EmitStrictlyEqual(const Node& node) {
  const Node &left = *node.input(0), &right = *node.input(1);
  Gpr a = In(node, 0), b = In(node, 1), temporary = Temporary(node);
  Ways ways = BeginWays(node);
  // Loosely, values of different kinds may be equal: the stub says so, or that one is to be converted.
  const bool is_loose = node.Is(NodeKind::kLooselyEqual);
  Label *yes = Yes(&ways), *no = No(&ways), *exit = is_loose ? ExitOf(node) : nullptr;
  Label* ask = InCold([=, &node, &left, &right, this] {
    // undefined and null equal each other, and the object that is falsy.
    auto compare_nullish = [=, this](Gpr nullish, Gpr other, bool may_be_object) {
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
    };
    constexpr TypeSet kNullish = kUndefinedType | kNullType;
    if (is_loose && MayBe(left, kNullish)) compare_nullish(a, b, MayBe(right, kObjectType));
    if (is_loose && MayBe(right, kNullish)) compare_nullish(b, a, MayBe(left, kObjectType));
    masm_.StoreTagged(Argument(0), a);
    masm_.StoreTagged(Argument(1), b);
    CallStub(node, is_loose ? Stub::kLooselyEqual : Stub::kStrictlyEqual);
    masm_.Compare32(Argument(0), 1);
    masm_.JumpIf(Condition::kEqual, yes);
    if (is_loose) masm_.JumpIf(Condition::kAbove, exit);
    masm_.Jump(no);
  });
  auto jump_if_box = [=, this](const Node& value, Gpr reg) {
    if (!MayBe(value, kDoubleType)) return;
    TestTag(reg, kNumberTag, temporary);
    masm_.JumpIf(Condition::kEqual, ask);
  };
  // Of what has the tag of others, BigInts alone may be equal where their bits are not. Symbols are what
  // programs compare.
  Label* others = InCold([=, this] {
    Label* immediate = is_loose ? ask : no;
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
  // Of one kind, and neither Smis nor objects.
  masm_.Move32(temporary, a);
  masm_.Xor32(temporary, b);
  masm_.Test32(temporary, kTagMask);
  if (is_loose) {
    // Smis differ in their upper bits of the tag.
    Label* are_alike = NewLabel();
    masm_.JumpIf(Condition::kEqual, are_alike);
    masm_.Move32(temporary, a);
    masm_.Or32(temporary, b);
    masm_.Test32(temporary, 1);
    masm_.JumpIf(Condition::kNotEqual, ask);
    masm_.Bind(are_alike);
  } else {
    masm_.JumpIf(Condition::kNotEqual, no);
  }
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

// As CharacterAt in ops/machine.h. Ropes that are not flat are the stub's, as are strings that became others.
void Emission::EmitCharacterAt(const Node& node) {
  auto temporaries = allocation_.GeneralTemporaries(node);
  Gpr type{temporaries[0]}, characters{temporaries[1]}, at{temporaries[2]};
  Gpr string = In(node, 0), index = In(node, 1), out = Out(node);
  Label *back = NewLabel(), *exit = ExitOf(node);
  auto compare_type = [=, this](Gpr from, int32_t wanted) {
    masm_.Load32(type, Memory::Heap(from, layout_.header_of_string));
    masm_.And32(type, layout_.type_bits);
    masm_.Compare32(type, wanted);
  };
  auto load = [=, this](Gpr from, Gpr number, bool is_one_byte) {
    masm_.AddShiftedTagged(characters, from, number, is_one_byte ? 0 : 1);
    Memory character = Memory::Heap(characters, layout_.first_character);
    is_one_byte ? masm_.Load8(out, character) : masm_.Load16(out, character);
  };
  Label* is_elsewhere = InCold([=, &node, this] {
    Label look, is_wide, no_slice, ask;
    masm_.Compare32(type, layout_.slice);
    masm_.JumpIf(Condition::kNotEqual, &no_slice);
    masm_.Load32(at, Memory::Heap(string, layout_.slice_offset));
    masm_.Add32(at, index);
    masm_.LoadTagged(characters, Memory::Heap(string, layout_.slice_parent));
    // What has the characters is flat.
    masm_.Bind(&look);
    compare_type(characters, layout_.one_byte_string);
    masm_.JumpIf(Condition::kNotEqual, &is_wide);
    load(characters, at, true);
    masm_.Jump(back);
    masm_.Bind(&is_wide);
    load(characters, at, false);
    masm_.Jump(back);
    masm_.Bind(&no_slice);
    masm_.Compare32(type, layout_.rope);
    masm_.JumpIf(Condition::kNotEqual, &ask);
    masm_.CompareTagged(Memory::Heap(string, layout_.rope_right), 0);
    masm_.JumpIf(Condition::kNotEqual, &ask);
    masm_.Move32(at, index);
    masm_.LoadTagged(characters, Memory::Heap(string, layout_.rope_left));
    masm_.Jump(&look);
    masm_.Bind(&ask);
    masm_.StoreTagged(Argument(0), string);
    masm_.Store32(Argument(1), index);
    CallStub(node, Stub::kCharacterAt);
    masm_.Load32(out, Argument(0));
    masm_.Test32(out, out);
    masm_.JumpIf(Condition::kNegative, exit);
    masm_.Jump(back);
  });
  masm_.Compare32(index, Memory::Heap(string, layout_.string_length));
  masm_.JumpIf(Condition::kAboveEqual, exit);
  compare_type(string, layout_.one_byte_string);
  masm_.JumpIf(Condition::kNotEqual, InCold([=, this] {
                 masm_.Compare32(type, layout_.two_byte_string);
                 masm_.JumpIf(Condition::kNotEqual, is_elsewhere);
                 load(string, index, false);
                 masm_.Jump(back);
               }));
  load(string, index, true);
  masm_.Bind(back);
}

void Emission::EmitSingleCharacter(const Node& node) {
  Gpr unit = In(node, 0), out = Out(node), place = Temporary(node);
  Label* back = NewLabel();
  masm_.Compare32(unit, 255);
  masm_.JumpIf(Condition::kAbove, InCold([=, &node, this] {
                 masm_.Store32(Argument(0), unit);
                 CallStub(node, Stub::kSingleCharacter);
                 masm_.LoadTagged(out, Argument(0));
                 masm_.Jump(back);
               }));
  masm_.AddShifted64(place, kBase, unit, kWordLog2);
  masm_.LoadTagged(out, Memory::At(place, layout_.single_characters));
  masm_.Bind(back);
}

// As MakeRope in ops/machine.h, of parts that are ropes or have one-byte characters; the stub does the rest.
void Emission::EmitConcat(const Node& node) {
  auto temporaries = allocation_.GeneralTemporaries(node);
  Gpr rope{temporaries[0]}, header{temporaries[1]}, length{temporaries[2]}, out = Out(node);
  Label *back = NewLabel(), *exit = ExitOf(node);
  Label* ask = InCold([=, &node, this] {
    masm_.StoreTagged(Argument(0), In(node, 0));
    masm_.StoreTagged(Argument(1), In(node, 1));
    CallStub(node, Stub::kConcat);
    masm_.LoadTagged(out, Argument(0));
    masm_.CompareTagged(out, kHole);
    masm_.JumpIf(Condition::kEqual, exit);
    masm_.Jump(back);
  });
  if (!MayBe(*node.input(0), kStringTypes) || !MayBe(*node.input(1), kStringTypes)) {
    masm_.Jump(ask);
    masm_.Bind(back);
    return;
  }
  masm_.Set32(header, 0);
  masm_.Set32(length, 0);
  Gpr type = rope;
  for (uint32_t n = 0; n < 2; n++) {
    Gpr part = In(node, n);
    Label is_one_byte;
    if (!IsOnly(*node.input(n), kStringTypes)) JumpUnlessTag(part, kStringTag, type, ask);
    masm_.Load32(type, Memory::Heap(part, layout_.header_of_string));
    masm_.Or32(header, type);
    masm_.And32(type, layout_.type_bits);
    masm_.Compare32(type, layout_.one_byte_string);
    masm_.JumpIf(Condition::kEqual, &is_one_byte);
    masm_.Compare32(type, layout_.rope);
    masm_.JumpIf(Condition::kNotEqual, ask);
    masm_.CompareTagged(Memory::Heap(part, layout_.rope_right), 0);
    masm_.JumpIf(Condition::kEqual, ask);
    masm_.Bind(&is_one_byte);
    masm_.Load32(type, Memory::Heap(part, layout_.string_length));
    masm_.Test32(type, type);
    masm_.JumpIf(Condition::kEqual, ask);
    masm_.Add32(length, type);
  }
  masm_.AddConstant32(type, length, -layout_.shortest_rope);
  masm_.Compare32(type, layout_.rope_limit - layout_.shortest_rope);
  masm_.JumpIf(Condition::kAboveEqual, ask);
  // Of a string that is no rope the bit is clear.
  masm_.And32(header, layout_.wide_rope);
  masm_.Or32(header, layout_.rope_header);
  EmitBump(rope, layout_.rope_bytes, kStringTag, ask);
  masm_.StoreTagged(Memory::Heap(rope, layout_.header_of_string), header);
  masm_.Store32(Memory::Heap(rope, layout_.string_length), length);
  masm_.StoreTagged(Memory::Heap(rope, layout_.rope_left), In(node, 0));
  masm_.StoreTagged(Memory::Heap(rope, layout_.rope_right), In(node, 1));
  masm_.MoveTagged(out, rope);
  masm_.Bind(back);
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

void Emission::EmitSettle(const Node& node) {
  Gpr out = Out(node);
  Label* back = NewLabel();
  CompareWithValue(out, layout_.transient_bits, TemporaryForReference(node));
  masm_.JumpIf(Condition::kEqual, InCold([=, &node, this] {
                 masm_.LoadDouble(kScratchDouble, Memory::At(kBase, layout_.transient));
                 EmitBox(node, out, kScratchDouble);
                 masm_.Jump(back);
               }));
  masm_.Bind(back);
}

}  // namespace halfword::jit
