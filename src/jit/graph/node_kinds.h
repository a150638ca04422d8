// The table of node kinds of the optimizing compiler's graph. Enum, names, printer, textual reader and
// verifier are made from it, and docs/nodes.md.
//
// A row: V(Name, inputs, representation, flags, payload, reads, writes). Inputs: their representations, a
// letter each:
//
//   t  tagged: any Value, as a reference or a Smi     s  a Smi, tagged
//   i  int32     u  uint32     w  either: 32 bits     d  double     b  0 or 1
//   x  a view     v  any of them but that, which the node can tell
//   *  any number of what stands before it
//
// Nodes of a block are executed in their order: it is the order of effects, and there are no effect inputs. A
// node reads and writes classes of memory; two accesses of different classes never meet.
#ifndef HALFWORD_JIT_GRAPH_NODE_KINDS_H_
#define HALFWORD_JIT_GRAPH_NODE_KINDS_H_

#include <cstdint>

namespace halfword::jit {

enum class Representation : uint8_t {
  kNone,    // the node is no value
  kTagged,  // any Value
  kSmi,     // a Value that is a Smi
  kInt32,
  kUint32,
  kFloat64,
  kBool,  // 0 or 1
  kView,  // of a typed array: in memory of the isolate outside of the cage, in no register
};
constexpr bool IsTagged(Representation r) {
  return r == Representation::kTagged || r == Representation::kSmi;
}
constexpr bool IsNumber(Representation r) {
  return r == Representation::kInt32 || r == Representation::kUint32 || r == Representation::kFloat64;
}

// As Math's functions of these names do.
enum class Rounding : uint8_t { kFloor, kCeil, kTrunc, kRound };

// The numbers of TypedArrayKind (objects/library/structured_data.h).
enum class TypedElement : uint8_t {
  kInt8,
  kUint8,
  kUint8Clamped,
  kInt16,
  kUint16,
  kInt32,
  kUint32,
  kFloat16,  // no node has these
  kFloat32,
  kFloat64,
};
constexpr int SizeLog2(TypedElement kind) {
  constexpr uint8_t kLog2[] = {0, 0, 0, 1, 1, 2, 2, 1, 2, 3};
  return kLog2[static_cast<int>(kind)];
}
// The payload of ViewTyped: the array's kind, and which of the isolate's views keeps what was found, until
// another node says the same or something is called. Nothing but a call makes memory of a kind go.
constexpr int32_t kTypedViews = 16;
struct ViewOf {
  TypedElement kind;
  int32_t place;  // below kTypedViews

  static constexpr ViewOf From(int32_t payload) {
    return {static_cast<TypedElement>(payload % 16), payload / 16};
  }
  constexpr int32_t payload() const { return static_cast<int32_t>(kind) + 16 * place; }
};

enum NodeFlags : uint16_t {
  kNoFlags = 0,
  kPure = 1,  // the same inputs and memory give the same value: two may be one (and see IsRemovable)
  kCommutes = 2,
  kMayExit = 4,    // goes on in the baseline tier, in the node's state
  kAllocates = 8,  // a collection may happen in its slow path, which keeps all registers
  kCalls = 16,     // anything may happen, and no register is kept; the state is the one behind it
  kControl = 32,   // ends a block
  kIsCheck = 64,   // a check whose value is its first input, of which it has found something out
  kCharges = 128,  // may take fuel for its work each time, so that no unit is spent ahead over it
};

// Classes of memory.
enum MemoryClasses : uint16_t {
  kNoMemory = 0,
  kShapes = 1,      // headers of objects
  kFields = 2,      // words of objects, by offset
  kExtensions = 4,  // the word that refers to elements or further properties
  kPropertyArrays = 8,
  kElements = 16,  // of arrays of Values
  kDoubleElements = 32,
  kLengths = 64,         // of arrays
  kSlots = 128,          // of environments, by index
  kCells = 256,          // of globals
  kTypedElements = 512,  // one class: arrays of all kinds may share a buffer
  kIsolateWords = 1024,
  kRopes = 2048,   // parts of strings, which flattening changes
  kFrames = 4096,  // words of the JavaScript stack
  kAllMemory = 0xffff,
};

// What a node has besides its inputs.
enum class PayloadKind : uint8_t {
  kNone,
  kNumber,  // int32_t
  kDouble,
  kBits,       // the bits of a Value
  kOffset,     // bytes from the reference to the word, its tag subtracted
  kRegister,   // of the interpreter's frame
  kCondition,  // of integers
  kDoubleCondition,
  kShapes,  // ShapeSet
  kCall,    // CallInfo
};

// clang-format off
#define HW_NODE_KINDS(V) \
  /* ---- constants: in the first block ---- */ \
  V(Constant, "", kTagged, kPure, kBits, kNoMemory, kNoMemory) \
  V(Int32Constant, "", kInt32, kPure, kNumber, kNoMemory, kNoMemory) \
  V(Float64Constant, "", kFloat64, kPure, kDouble, kNoMemory, kNoMemory) \
  /* ---- what a function is entered with ---- */ \
  V(Parameter, "", kTagged, kPure, kRegister, kNoMemory, kNoMemory) /* also `this`: a word of the frame */ \
  V(OsrValue, "", kTagged, kPure, kRegister, kNoMemory, kNoMemory) /* the same at an entry of a loop */ \
  V(Function, "", kTagged, kPure, kNone, kNoMemory, kNoMemory) \
  V(NewTarget, "", kTagged, kPure, kNone, kNoMemory, kNoMemory) \
  V(FrameEnvironment, "", kTagged, kPure, kNone, kFrames, kNoMemory) /* these are words of the frame */ \
  V(ArgumentCount, "", kSmi, kPure, kNone, kNoMemory, kNoMemory) \
  V(Phi, "v*", kTagged, kNoFlags, kRegister, kNoMemory, kNoMemory) /* at the head of a block; an input a predecessor */ \
  /* ---- control ---- */ \
  V(Goto, "", kNone, kControl, kNone, kNoMemory, kNoMemory) \
  V(Branch, "b", kNone, kControl, kNone, kNoMemory, kNoMemory) /* to the first successor if 1, else to the second */ \
  V(Switch, "i", kNone, kControl, kNumber, kNoMemory, kNoMemory) /* input - number is the successor's index; the last: all others */ \
  V(Return, "t", kNone, kControl, kNone, kAllMemory, kNoMemory) \
  V(Unreachable, "", kNone, kControl, kNone, kNoMemory, kNoMemory) /* behind what never goes on */ \
  V(Exit, "", kNone, kControl | kMayExit, kNone, kNoMemory, kNoMemory) /* always */ \
  V(EnterLoop, "", kNone, kControl | kMayExit, kNone, kNoMemory, kNoMemory) /* the same at a loop's header: other code may be entered there */ \
  V(CheckStack, "", kNone, kMayExit, kNumber, kIsolateWords, kNoMemory) /* exits unless so many words from the frame on fit on the stack */ \
  V(SpendFuel, "", kNone, kMayExit | kAllocates, kNumber, kIsolateWords, kIsolateWords) /* so many units; polls where there are fewer, and where fuel is at its end exits, nothing spent */ \
  V(RefundFuel, "", kNone, 0, kNumber, kIsolateWords, kIsolateWords) /* gives back so many units that were spent ahead */ \
  /* ---- checks: exit, or the first input is what they say ---- */ \
  V(CheckSmi, "t", kSmi, kPure | kMayExit | kIsCheck, kNone, kNoMemory, kNoMemory) \
  V(CheckObject, "t", kTagged, kPure | kMayExit | kIsCheck, kNone, kNoMemory, kNoMemory) \
  V(CheckNotHole, "t", kTagged, kPure | kMayExit | kIsCheck, kNone, kNoMemory, kNoMemory) \
  V(CheckValue, "t", kTagged, kPure | kMayExit | kIsCheck, kBits, kNoMemory, kNoMemory) \
  V(CheckShape, "t", kTagged, kPure | kMayExit | kIsCheck, kShapes, kShapes, kNoMemory) /* an object of one of the shapes */ \
  V(CheckElements, "t", kTagged, kPure | kMayExit | kIsCheck, kNumber, kShapes, kNoMemory) /* an object of this ElementAccess, or of one below it if the number is negative: ~number */ \
  V(CheckIndex, "iw", kInt32, kPure | kMayExit | kIsCheck, kNone, kNoMemory, kNoMemory) /* 0 <= index < length */ \
  V(CheckString, "t", kTagged, kPure | kMayExit | kIsCheck, kNone, kNoMemory, kNoMemory) \
  V(CheckInterned, "t", kTagged, kPure | kMayExit | kIsCheck, kNone, kNoMemory, kNoMemory) \
  V(CheckEpoch, "", kNone, kMayExit, kNumber, kIsolateWords, kNoMemory) /* this is still the property epoch */ \
  V(CheckFunctionInfo, "t", kTagged, kPure | kMayExit | kIsCheck, kBits, kNoMemory, kNoMemory) /* a function made of it. REQUIRES: an object is a function, as a CheckShape has found */ \
  /* ---- conversions ---- */ \
  V(SmiToInt32, "t", kInt32, kPure, kNone, kNoMemory, kNoMemory) /* it is known to be a Smi */ \
  V(Int32ToSmi, "i", kSmi, kPure, kNone, kNoMemory, kNoMemory) /* it is known to fit */ \
  V(Int32ToSmiChecked, "i", kSmi, kPure | kMayExit, kNone, kNoMemory, kNoMemory) \
  V(Int32ToTagged, "i", kTagged, kPure | kAllocates, kNone, kNoMemory, kNoMemory) /* a Smi or a box */ \
  V(Uint32ToTagged, "u", kTagged, kPure | kAllocates, kNone, kNoMemory, kNoMemory) \
  V(Float64ToTagged, "d", kTagged, kPure | kAllocates, kNone, kNoMemory, kNoMemory) /* a Smi if it is one and not -0, else a box */ \
  V(Box, "d", kTagged, kPure | kAllocates, kNone, kNoMemory, kNoMemory) /* a box always */ \
  V(BoolToTagged, "b", kTagged, kPure, kNone, kNoMemory, kNoMemory) \
  V(TaggedToFloat64, "t", kFloat64, kPure | kMayExit, kNone, kNoMemory, kNoMemory) /* a Smi or a box, else exits */ \
  V(TaggedToInt32, "t", kInt32, kPure | kMayExit, kNone, kNoMemory, kNoMemory) /* a Smi, or a box of an int32 that is not -0 */ \
  V(TruncateTagged, "t", kInt32, kPure | kMayExit, kNone, kNoMemory, kNoMemory) /* ToInt32 of a Smi or a box */ \
  V(Int32ToFloat64, "i", kFloat64, kPure, kNone, kNoMemory, kNoMemory) \
  V(Uint32ToFloat64, "u", kFloat64, kPure, kNone, kNoMemory, kNoMemory) \
  V(Float64ToInt32, "d", kInt32, kPure | kMayExit, kNone, kNoMemory, kNoMemory) /* an int32 that is not -0, else exits */ \
  V(TruncateFloat64, "d", kInt32, kPure, kNone, kNoMemory, kNoMemory) /* ToInt32 */ \
  V(Uint32ToInt32, "u", kInt32, kPure | kMayExit, kNone, kNoMemory, kNoMemory) \
  V(BoolToInt32, "b", kInt32, kPure, kNone, kNoMemory, kNoMemory) \
  V(ToBoolean, "t", kBool, kPure, kNone, kShapes | kRopes, kNoMemory) \
  V(Not, "b", kBool, kPure, kNone, kNoMemory, kNoMemory) \
  /* ---- int32: Checked ones exit where the result is none ---- */ \
  V(AddInt32, "ww", kInt32, kPure | kCommutes, kNone, kNoMemory, kNoMemory) /* these wrap */ \
  V(SubInt32, "ww", kInt32, kPure, kNone, kNoMemory, kNoMemory) \
  V(MulInt32, "ww", kInt32, kPure | kCommutes, kNone, kNoMemory, kNoMemory) \
  V(AddInt32Checked, "ii", kInt32, kPure | kMayExit | kCommutes, kNone, kNoMemory, kNoMemory) \
  V(SubInt32Checked, "ii", kInt32, kPure | kMayExit, kNone, kNoMemory, kNoMemory) \
  V(MulInt32Checked, "ii", kInt32, kPure | kMayExit | kCommutes, kNumber, kNoMemory, kNoMemory) /* number 1: -0 does not matter */ \
  V(DivInt32Checked, "ii", kInt32, kPure | kMayExit, kNumber, kNoMemory, kNoMemory) \
  V(ModInt32Checked, "ii", kInt32, kPure | kMayExit, kNumber, kNoMemory, kNoMemory) \
  V(NegateInt32Checked, "i", kInt32, kPure | kMayExit, kNumber, kNoMemory, kNoMemory) \
  V(AndInt32, "ww", kInt32, kPure | kCommutes, kNone, kNoMemory, kNoMemory) \
  V(OrInt32, "ww", kInt32, kPure | kCommutes, kNone, kNoMemory, kNoMemory) \
  V(XorInt32, "ww", kInt32, kPure | kCommutes, kNone, kNoMemory, kNoMemory) \
  V(NotInt32, "w", kInt32, kPure, kNone, kNoMemory, kNoMemory) \
  V(ShlInt32, "ww", kInt32, kPure, kNone, kNoMemory, kNoMemory) /* counts modulo 32 */ \
  V(SarInt32, "ww", kInt32, kPure, kNone, kNoMemory, kNoMemory) \
  V(ShrInt32, "ww", kUint32, kPure, kNone, kNoMemory, kNoMemory) \
  V(CompareInt32, "ii", kBool, kPure, kCondition, kNoMemory, kNoMemory) \
  V(CompareSmi, "tt", kBool, kPure, kCondition, kNoMemory, kNoMemory) /* as the Values are. REQUIRES: both are Smis */ \
  V(TestInt32, "ww", kBool, kPure | kCommutes, kCondition, kNoMemory, kNoMemory) /* equal: they have no bit in common; not-equal: they have */ \
  V(CompareUint32, "ww", kBool, kPure, kCondition, kNoMemory, kNoMemory) /* both as uint32 */ \
  /* ---- doubles ---- */ \
  V(AddFloat64, "dd", kFloat64, kPure | kCommutes, kNone, kNoMemory, kNoMemory) \
  V(SubFloat64, "dd", kFloat64, kPure, kNone, kNoMemory, kNoMemory) \
  V(MulFloat64, "dd", kFloat64, kPure | kCommutes, kNone, kNoMemory, kNoMemory) \
  V(DivFloat64, "dd", kFloat64, kPure, kNone, kNoMemory, kNoMemory) \
  V(ModFloat64, "dd", kFloat64, kPure, kNone, kNoMemory, kNoMemory) \
  V(MathFunction, "dd", kFloat64, kPure, kNumber, kNoMemory, kNoMemory) /* what Math gives for this math::Function of two numbers, or of the first alone */ \
  V(NegateFloat64, "d", kFloat64, kPure, kNone, kNoMemory, kNoMemory) \
  V(AbsFloat64, "d", kFloat64, kPure, kNone, kNoMemory, kNoMemory) \
  V(SqrtFloat64, "d", kFloat64, kPure, kNone, kNoMemory, kNoMemory) \
  V(RoundToInt32, "d", kInt32, kPure | kMayExit, kNumber, kNoMemory, kNoMemory) /* by a Rounding; exits where the result is −0 or no int32 */ \
  V(CanonicalNaN, "d", kFloat64, kPure, kNone, kNoMemory, kNoMemory) \
  V(CompareFloat64, "dd", kBool, kPure, kDoubleCondition, kNoMemory, kNoMemory) \
  /* ---- Values ---- */ \
  V(SameBits, "tt", kBool, kPure | kCommutes, kNone, kNoMemory, kNoMemory) \
  V(IsNullish, "t", kBool, kPure, kNumber, kNoMemory, kNoMemory) /* 1: also the object with [[IsHTMLDDA]] */ \
  V(LooselyEqual, "tt", kBool, kMayExit | kAllocates | kCharges, kNone, kShapes | kRopes, kNoMemory) /* exits where one is to be converted, or fuel may end */ \
  V(StrictlyEqual, "tt", kBool, kMayExit | kAllocates | kCharges, kNone, kShapes | kRopes, kNoMemory) /* IsStrictlyEqual; exits where fuel may end */ \
  V(CharacterAt, "ti", kInt32, kPure | kMayExit | kAllocates | kCharges, kNumber, kNoMemory, kNoMemory) /* of a string: 16 bits. A rope becomes flat; exits where there is none, or fuel may end. Number 1: a unit is paid, and given back where it exits */ \
  V(SingleCharacter, "i", kTagged, kPure | kAllocates, kNone, kNoMemory, kNoMemory) /* the string of that character, 16 bits */ \
  V(Concat, "tt", kTagged, kMayExit | kAllocates, kNone, kNoMemory, kNoMemory) /* what + makes of a string and a string, number or oddball; exits where they are something else, and where it would throw */ \
  V(HasPrototype, "tt", kBool, kPure | kMayExit, kNone, kShapes, kNoMemory) /* an object whose prototype chain has the other one; exits at proxies, and where the chain is long */ \
  V(IsType, "t", kBool, kPure, kNumber, kShapes, kNoMemory) /* TestTypeOf */ \
  V(TypeOf, "t", kTagged, kPure, kNone, kShapes, kNoMemory) /* the string that typeof gives */ \
  /* ---- memory: of objects that a check has found to be what is needed ---- */ \
  V(LoadField, "t", kTagged, kPure, kOffset, kFields, kNoMemory) \
  V(StoreField, "tt", kNone, kNoFlags, kOffset, kNoMemory, kFields) /* with its barrier */ \
  V(LoadShape, "t", kTagged, kPure, kNone, kShapes, kNoMemory) /* of an object */ \
  V(SelectByShape, "t*", kTagged, kPure, kShapes, kNoMemory, kNoMemory) /* the first input is one of the shapes: of the others, constants, the one that stands in its place */ \
  V(HasElements, "t", kBool, kPure, kNumber, kShapes, kNoMemory) /* whether an object is of this ElementAccess */ \
  V(StoreShape, "t", kNone, kNoFlags, kBits, kNoMemory, kShapes) \
  V(LoadExtension, "t", kTagged, kPure, kNone, kExtensions, kNoMemory) \
  V(ElementsOf, "t", kTagged, kPure, kNone, kShapes | kExtensions, kNoMemory) /* the elements of an object of kObjectWithValues */ \
  V(LimitOf, "tt", kInt32, kPure, kNone, kShapes | kLengths, kNoMemory) /* of such an object and its elements: how many may be there. The limit of large elements is 0, unless the object is an array */ \
  V(LoadOverflow, "t", kTagged, kPure, kOffset, kPropertyArrays, kNoMemory) /* of the PropertyArray */ \
  V(StoreOverflow, "tt", kNone, kNoFlags, kOffset, kNoMemory, kPropertyArrays) \
  V(LengthOf, "t", kSmi, kPure | kMayExit, kNone, kShapes | kLengths, kNoMemory) /* of an array with fast elements, or of a string; else exits */ \
  V(LoadLength, "t", kSmi, kPure, kNone, kLengths, kNoMemory) \
  V(StoreLength, "ts", kNone, kNoFlags, kNone, kNoMemory, kLengths) \
  V(LoadElement, "ti", kTagged, kPure, kNone, kElements, kNoMemory) /* of elements; maybe the hole */ \
  V(ElementOrUndefined, "ttii", kTagged, kPure | kMayExit, kBits, kElements | kShapes | kIsolateWords, kNoMemory) /* of an array, its elements, the index and the length: what is there, and undefined for a hole, and behind the end; exits at a negative index, and where a prototype may have the element. The Value: what prototype arrays have that nobody has tampered with */ \
  V(StoreElement, "tit", kNone, kNoFlags, kNone, kNoMemory, kElements) \
  V(LoadDouble, "ti", kFloat64, kPure | kMayExit, kNone, kDoubleElements, kNoMemory) /* exits at a hole */ \
  V(StoreDouble, "tid", kNone, kNoFlags, kNone, kNoMemory, kDoubleElements) \
  V(AppendElement, "tt", kSmi, kMayExit | kAllocates | kCharges, kBits, kNoMemory, kShapes | kLengths | kElements | kExtensions) /* to an array of Values or Smis whose shape is appendable; its new length. 0: the array takes the Value. Else it may be one of Smis and the Value none: then it gets this shape, or, if that is undefined, the one that a stub finds. A unit is paid; it is given back, and the node exits, where prototypes have indexed properties, there is no room, or a double would go among Smis */ \
  V(PopElement, "t", kTagged, kMayExit | kAllocates, kNone, kNoMemory, kLengths | kElements | kExtensions) /* of such an array: its last element, which goes, or undefined. A unit is paid; it is given back, and the node exits, where prototypes have indexed properties */ \
  V(StoreOrAppend, "tit", kNone, kMayExit | kAllocates | kCharges, kBits, kNoMemory, kLengths | kElements | kExtensions) /* an element of an array of Values or Smis that takes the Value: one that is there, a hole, or the next one. Exits, nothing stored, where that is not all there is to it. The Value: what prototype arrays have that nobody has tampered with */ \
  V(StoreDoubleOrAppend, "tid", kNone, kMayExit | kAllocates | kCharges, kBits, kNoMemory, kLengths | kDoubleElements | kExtensions) /* the same of an array of doubles */ \
  V(CheckTakes, "tt", kNone, kMayExit, kNone, kShapes, kNoMemory) /* exits where the array takes Smis only, and the value is none */ \
  V(TakeElement, "tt", kNone, kMayExit | kAllocates, kNone, kShapes, kShapes | kElements | kDoubleElements | kExtensions) /* an array of Smis becomes one that takes the Value, which is no box of a Smi; exits, nothing changed, where the guest is to end */ \
  V(CheckElementNotHole, "ti", kNone, kMayExit, kNone, kElements, kNoMemory) /* before a store */ \
  V(CheckDoubleNotHole, "ti", kNone, kMayExit, kNone, kDoubleElements, kNoMemory) \
  V(LoadSlot, "t", kTagged, kPure, kNumber, kSlots, kNoMemory) \
  V(StoreSlot, "tt", kNone, kNoFlags, kNumber, kNoMemory, kSlots) \
  V(ParentEnvironment, "t", kTagged, kPure, kNone, kNoMemory, kNoMemory) \
  V(EnvironmentOfFunction, "t", kTagged, kPure, kNone, kNoMemory, kNoMemory) \
  V(LoadCell, "", kTagged, kPure, kBits, kCells, kNoMemory) /* of a PropertyCell */ \
  V(StoreCell, "t", kNone, kMayExit, kBits, kNoMemory, kCells) /* exits where it is read-only, taken for a constant, or has the hole */ \
  V(LoadNamed, "t", kTagged, kMayExit | kAllocates, kBits, kAllMemory, kNoMemory) /* the property of that name, of an object of whatever shape, by the stub cache; exits where that would run JavaScript, and where it is no object */ \
  V(LoadIsolateWord, "", kInt32, kPure, kNumber, kIsolateWords, kNoMemory) /* 32 bits, so many bytes from the base */ \
  /* ---- typed arrays of a kind, over memory that has no other length ---- */ \
  V(ViewTyped, "t", kView, kPure | kMayExit, kNumber, kNoMemory, kNoMemory) /* where its elements are, and how many; see ViewOf */ \
  V(LoadTyped, "txi", kInt32, kPure | kMayExit, kNumber, kTypedElements, kNoMemory) /* the array, so it lives, and its view */ \
  V(LoadTypedUint32, "txi", kUint32, kPure | kMayExit, kNumber, kTypedElements, kNoMemory) \
  V(LoadTypedFloat, "txi", kFloat64, kPure | kMayExit, kNumber, kTypedElements, kNoMemory) \
  V(StoreTyped, "txiw", kNone, kMayExit, kNumber, kNoMemory, kTypedElements) \
  V(StoreTypedFloat, "txid", kNone, kMayExit, kNumber, kNoMemory, kTypedElements) \
  V(NewObject, "t", kTagged, kAllocates, kNumber, kNoMemory, kNoMemory) /* of that shape, so many bytes; its slots are Smi 0 */ \
  V(SunkObject, "tv*", kTagged, kPure, kNone, kNoMemory, kNoMemory) /* in states alone: an object that is made where code exits, of the shape that is the first input. Of the others each second one is stored at the offset, a number, in front of it */ \
  /* ---- calls ---- */ \
  V(Generic, "v*", kTagged, kCalls, kCall, kAllMemory, kAllMemory) /* an instruction by its first tier; the value is acc */ \
  V(TookJump, "t", kBool, kNoFlags, kNone, kFrames, kNoMemory) /* whether the Generic right before it jumps */ \
  V(Settle, "t", kTagged, kPure | kAllocates, kNone, kNoMemory, kNoMemory) /* what a Generic left for an instruction that takes numbers gets a box */ \
  V(RegisterBehind, "t", kTagged, kPure, kRegister, kFrames, kNoMemory) /* what a word of the function's own frame is behind a Generic */ \
  V(WordBehind, "t", kTagged, kPure, kRegister, kFrames, kNoMemory) /* the same of the frame of what is inlined */
// clang-format on

enum class NodeKind : uint8_t {
#define V(name, inputs, representation, flags, payload, reads, writes) k##name,
  HW_NODE_KINDS(V)
#undef V
};
inline constexpr int kNodeKindCount = 0
#define V(name, inputs, representation, flags, payload, reads, writes) +1
    HW_NODE_KINDS(V);
#undef V

// Its texts are in the row itself, so the table needs no relocations (base/packed_tables.h).
struct NodeKindInfo {
  char name[24];
  char inputs[8];
  Representation representation;
  PayloadKind payload;
  uint16_t flags, reads, writes;
};
inline constexpr NodeKindInfo kNodeKinds[kNodeKindCount] = {
#define V(name, inputs, representation, flags, payload, reads, writes) \
  {#name, inputs, Representation::representation, PayloadKind::payload, flags, reads, writes},
    HW_NODE_KINDS(V)
#undef V
};
constexpr const NodeKindInfo& InfoOf(NodeKind kind) { return kNodeKinds[static_cast<int>(kind)]; }

constexpr bool IsConstant(NodeKind kind) {
  return kind == NodeKind::kConstant || kind == NodeKind::kInt32Constant ||
         kind == NodeKind::kFloat64Constant;
}

// Whether an effect that a program can see separates states: what a node does to fuel or to a frame does not,
// and no program sees of which kind an array is.
constexpr bool IsEffect(NodeKind kind) {
  const NodeKindInfo& info = InfoOf(kind);
  if (kind == NodeKind::kTakeElement) return false;
  return (info.flags & kCalls) != 0 || (info.writes & ~(kIsolateWords | kFrames)) != 0;
}

// Whether a node may go if nobody uses its value. Where a check of a tagged value fails, or that of an index,
// the baseline tier goes on to what a program sees: a getter, valueOf, an error. So it stays, used or not. An
// exit because a number does not fit leads to another number, which nobody uses either.
constexpr bool IsRemovable(NodeKind kind) {
  const NodeKindInfo& info = InfoOf(kind);
  if (kind == NodeKind::kPhi) return true;
  if ((info.flags & kPure) == 0 || (info.flags & kCharges) != 0) return false;
  if ((info.flags & kMayExit) == 0) return true;
  if ((info.flags & kIsCheck) != 0) return false;
  for (const char* letter = info.inputs; *letter != 0; letter++) {
    if (*letter == 't') return false;
  }
  return true;
}

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_GRAPH_NODE_KINDS_H_
