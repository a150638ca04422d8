// Each node that works on Values or on memory, compiled alone and run with many operands, against plain C++.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <optional>

#include "fake_heap.h"
#include "jit/graph/text.h"
#include "objects/values/value.h"

namespace halfword::jit {
namespace {

using namespace value_bits;  // NOLINT: as in the code under test
using Bits = FakeHeap::Bits;

static_assert(kUndefined == Value::kUndefinedBits && kNull == Value::kNullBits &&
              kFalse == Value::kFalseBits && kTrue == Value::kTrueBits && kHole == Value::kHoleBits);
static_assert(value_bits::kObjectTag == halfword::kObjectTag &&
              value_bits::kStringTag == halfword::kStringTag &&
              value_bits::kNumberTag == halfword::kNumberTag && value_bits::kOtherTag == halfword::kOtherTag);

std::string Hex(uint64_t n) {
  char digits[32];
  snprintf(digits, sizeof digits, "0x%llx", static_cast<unsigned long long>(n));
  return digits;
}
std::string Decimal(int64_t n) { return std::to_string(n); }
std::string NamesOf(TypeSet types) {
  if (types == kAnyType) return "";
  std::string names;
  for (size_t n = 0; n < std::size(kTypeNames); n++) {
    if (types >> n & 1) names += (names.empty() ? " : " : "|") + std::string(kTypeNames[n]);
  }
  return names;
}

class EmissionValuesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    heap.Reset();
    values = heap.Values();
  }

  // The node's input is a Value, in register 1, of these types.
  static std::string OfValue(const std::string& node, bool exits, TypeSet types = kAnyType) {
    return "b0:\n n1 = Parameter[r1]" + NamesOf(types) + "\n s0: unit 0 at 4 {r1=n1}\n n2 = " + node + " n1" +
           (exits ? " @s0" : "") + "\n s1: unit 0 at 9 {r1=n1 r2=n2}\n n3 = Exit @s1\n";
  }
  // The double in the box in register 1, or the integer in Front::input, as another node takes it.
  static std::string OfDouble(const std::string& node) {
    return "b0:\n n1 = Parameter[r1] : double\n s0: unit 0 at 4 {r1=n1}\n n4 = TaggedToFloat64 n1 @s0\n n2 "
           "= " +
           node + " n4\n s1: unit 0 at 9 {r1=n4 r2=n2}\n n3 = Exit @s1\n";
  }
  static std::string OfInt32(const std::string& node, const std::string& before = "") {
    return "b0:\n n0 = Int32Constant[0]\n n1 = LoadIsolateWord[" +
           Decimal(FakeHeap::At(offsetof(FakeHeap::Front, input))) + "]\n" + before + " n2 = " + node +
           (before.empty() ? " n1" : " n4") + "\n s1: unit 0 at 9 {r1=n1 r2=n2}\n n3 = Exit @s1\n";
  }

  // Runs the node on all values of the types. What it is to give; nothing: it exits.
  using Meaning = std::function<std::optional<uint64_t>(Bits)>;
  void Compare(const std::string& node, bool exits, Meaning meaning, TypeSet types = kAnyType) {
    CompiledGraph code(OfValue(node, exits, types));
    if (code.is_impossible()) GTEST_SKIP() << code.error();
    ASSERT_EQ(code.error(), "") << node;
    int count = 0;
    for (Bits value : values) {
      if ((heap.TypesOf(value) & ~types) != 0) continue;
      SCOPED_TRACE(node + NamesOf(types) + " of " + Hex(value) +
                   (FakeHeap::IsBox(value) ? ", " + std::to_string(heap.NumberOf(value)) : ""));
      SetRegister(1, value);
      std::optional<uint64_t> expected = meaning(value);
      const Node* exit = code.Run();
      ASSERT_NE(exit, nullptr);
      EXPECT_EQ(exit->id(), expected ? 3u : 2u);
      EXPECT_EQ(code.ValueOf(1), value);
      if (expected && exit->id() == 3) EXPECT_EQ(code.ValueOf(2), *expected);
      count++;
    }
    EXPECT_GT(count, 0) << node;
  }
  // A check: by what passes it.
  void Check(const std::string& node, const std::function<bool(Bits)>& passes,
             std::initializer_list<TypeSet> types = {kAnyType}) {
    for (TypeSet t : types) {
      Compare(node, true, [&](Bits v) { return passes(v) ? std::optional<uint64_t>(v) : std::nullopt; }, t);
    }
  }

  void SetRegister(int32_t reg, Bits value) { heap.Word(reg) = static_cast<FakeHeap::WordBits>(value); }
  // A box of the number that machine code has made.
  void ExpectBox(Bits found, double d) {
    ASSERT_TRUE(FakeHeap::IsBox(found) && heap.IsOnHeap(found)) << Hex(found);
    EXPECT_EQ(std::bit_cast<uint64_t>(heap.NumberOf(found)), std::bit_cast<uint64_t>(d)) << d;
    EXPECT_EQ(heap.In<uint32_t>(found, heap.layout().header_of_number), heap.layout().number_header);
  }
  static bool IsInt32(double d) {
    return d >= INT32_MIN && d <= INT32_MAX && d == std::floor(d) && !(d == 0 && std::signbit(d));
  }
  static bool IsSmi(double d) { return IsInt32(d) && d >= -0x1p30 && d < 0x1p30; }
  // Once with room for a box, and just so much, and once without.
  void WithAndWithoutRoom(CompiledGraph& code, double d, bool always_boxes = false) {
    bool has_box = always_boxes || !IsSmi(d);
    for (uint32_t missing : {0u, 1u, heap.layout().number_bytes}) {
      SCOPED_TRACE(std::to_string(d) + (missing != 0 ? " without room" : ""));
      FakeHeap::Front& front = heap.front();
      front.bump_limit = front.bump_top + heap.layout().number_bytes - missing;
      uint32_t top = front.bump_top;
      heap.ForgetCalls();
      ASSERT_NE(code.Run(), nullptr);
      Bits found = code.ValueOf(2);
      if (has_box) {
        ExpectBox(found, d);
      } else {
        EXPECT_EQ(found, FakeHeap::Smi(static_cast<int32_t>(d)));
      }
      bool is_slow = has_box && missing != 0;
      EXPECT_EQ(heap.calls(Stub::kBox), is_slow);
      EXPECT_EQ(front.bump_top, has_box && !is_slow ? top + heap.layout().number_bytes : top);
      if (has_box && !is_slow) EXPECT_EQ(static_cast<uint32_t>(found - HeapBase()), top + kNumberTag);
    }
    heap.front().bump_limit = FakeHeap::kBytes;
    heap.front().bump_top = FakeHeap::kBytes / 2 + 8;
  }
  static std::string LoadOf(size_t offset) {
    return "LoadIsolateWord[" + Decimal(FakeHeap::At(offset)) + "]";
  }
  uint64_t HeapBase() const { return HALFWORD_COMPRESS ? 0 : heap.base(); }
  static std::vector<int32_t> Integers() {
    std::vector<int32_t> integers = {INT32_MIN, INT32_MIN + 1, INT32_MAX, INT32_MAX - 1, 12345, -12345};
    for (int32_t n = -3; n < 4; n++) {
      integers.push_back(n);
      for (int32_t by : {1 << 29, 1 << 30, -(1 << 29), -(1 << 30)}) integers.push_back(by + n);
    }
    return integers;
  }

  FakeHeap& heap = FakeHeap::Get();
  std::vector<Bits> values;
};
#define MAKE(name, text)                                  \
  CompiledGraph name(text);                               \
  if (name.is_impossible()) GTEST_SKIP() << name.error(); \
  ASSERT_EQ(name.error(), "")

// ---- Checks ----

TEST_F(EmissionValuesTest, ChecksOfKinds) {
  Check("CheckSmi", FakeHeap::IsSmi);
  Check("CheckObject", FakeHeap::IsObject,
        {kAnyType, kObjectType, kSmiType | kObjectType, kInternalType | kSymbolType});
  Check("CheckNotHole", [](Bits v) { return v != kHole; });
  Check("CheckString", FakeHeap::IsString,
        {kAnyType, kInternedType, kStringTypes, kObjectType | kStringType});
  Check("CheckInterned", [&](Bits v) { return FakeHeap::IsString(v) && heap.IsInterned(v); },
        {kAnyType, kInternedType, kStringTypes, kStringType, kStringTypes | kSmiType});
  for (Bits one : {values[0], values[4], values[8], values.back(), heap.document_all}) {
    Check("CheckValue[" + Hex(one) + "]", [=](Bits v) { return v == one; });
  }
}

TEST_F(EmissionValuesTest, ChecksOfShapes) {
  std::vector<Bits> shapes;
  for (Bits v : values) {
    if (!FakeHeap::IsObject(v)) continue;
    if (shapes.empty() || shapes.back() != heap.ShapeOf(v)) shapes.push_back(heap.ShapeOf(v));
  }
  std::sort(shapes.begin(), shapes.end());
  ASSERT_GE(shapes.size(), 6u);
  for (size_t count = 1; count <= ShapeSet::kMost; count++) {
    for (size_t first : {size_t{0}, shapes.size() - count}) {
      std::vector<Bits> some(shapes.begin() + static_cast<ptrdiff_t>(first),
                             shapes.begin() + static_cast<ptrdiff_t>(first + count));
      std::string names;
      for (Bits shape : some) names += " " + Hex(shape);
      Check("CheckShape[" + names + "]",
            [&](Bits v) {
              return FakeHeap::IsObject(v) &&
                     std::find(some.begin(), some.end(), heap.ShapeOf(v)) != some.end();
            },
            {kAnyType, kObjectType, kObjectType | kInternalType});
    }
  }
  for (int access = 0; access < 7; access++) {
    Check("CheckElements[" + Decimal(access) + "]",
          [&](Bits v) {
            return FakeHeap::IsObject(v) &&
                   heap.In<uint8_t>(heap.ShapeOf(v), heap.layout().element_access) == access;
          },
          {kAnyType, kObjectType});
    // That one, or one below it.
    Check("CheckElements[" + Decimal(~access) + "]",
          [&](Bits v) {
            return FakeHeap::IsObject(v) &&
                   heap.In<uint8_t>(heap.ShapeOf(v), heap.layout().element_access) <= access;
          },
          {kAnyType, kObjectType});
  }
}

TEST_F(EmissionValuesTest, ChecksOfFunctionsAndTheEpoch) {
  Bits info = heap.NewInternal(16), other = heap.NewInternal(16);
  for (Bits v : values) {
    if (FakeHeap::IsObject(v))
      heap.WordIn(v, heap.layout().function_info) = static_cast<FakeHeap::WordBits>(other);
  }
  Bits function = heap.NewObject(heap.function_shape, 4);
  heap.WordIn(function, heap.layout().function_info) = static_cast<FakeHeap::WordBits>(info);
  values.push_back(function);
  Check("CheckFunctionInfo[" + Hex(info) + "]", [=](Bits v) { return v == function; },
        {kAnyType, kObjectType});

  MAKE(code, "b0:\n s0: unit 0 at 4 {}\n n1 = CheckEpoch[7] @s0\n n2 = Exit @s0\n");
  for (int32_t epoch : {6, 7, 8, -7}) {
    heap.front().epoch = epoch;
    EXPECT_EQ(code.Run()->id(), epoch == 7 ? 2u : 1u);
  }
}

// ---- From Values ----

TEST_F(EmissionValuesTest, NumbersOfValues) {
  for (TypeSet types : {TypeSet{kAnyType}, TypeSet{kSmiType}, TypeSet{kDoubleType}, TypeSet{kNumberTypes},
                        TypeSet{kDoubleType | kObjectType}, TypeSet{kSmiType | kUndefinedType}}) {
    heap.ForgetCalls();
    Compare(
        "TaggedToFloat64", true,
        [&](Bits v) {
          return heap.IsNumber(v) ? std::optional(std::bit_cast<uint64_t>(heap.NumberOf(v))) : std::nullopt;
        },
        types);
    Compare(
        "TaggedToInt32", true,
        [&](Bits v) -> std::optional<uint64_t> {
          if (!heap.IsNumber(v) || !IsInt32(heap.NumberOf(v))) return std::nullopt;
          return static_cast<uint32_t>(static_cast<int32_t>(heap.NumberOf(v)));
        },
        types);
    EXPECT_EQ(heap.all_calls(), 0);
    Compare(
        "TruncateTagged", true,
        [&](Bits v) -> std::optional<uint64_t> {
          if (!heap.IsNumber(v)) return std::nullopt;
          return static_cast<uint32_t>(ToInt32(heap.NumberOf(v)));
        },
        types);
    EXPECT_EQ(heap.calls(Stub::kTruncate) > 0, (types & kDoubleType) != 0);
    EXPECT_EQ(heap.all_calls(), heap.calls(Stub::kTruncate));
  }
}

TEST_F(EmissionValuesTest, Booleans) {
  constexpr TypeSet kInLine = kSmiType | kUndefinedType | kNullType | kBooleanType | kObjectType;
  constexpr TypeSet kByStub = kHoleType | kSymbolType | kBigIntType | kInternalType;
  // With an object that is falsy, and without.
  for (Bits document_all : {heap.document_all, static_cast<Bits>(kUndefined)}) {
    heap.SetDocumentAll(document_all);
    for (TypeSet types : {TypeSet{kAnyType}, TypeSet{kSmiType}, TypeSet{kObjectType}, TypeSet{kBooleanType},
                          kInLine, TypeSet{kInLine & ~kObjectType}, TypeSet{kUndefinedType | kObjectType},
                          TypeSet{kStringTypes}, TypeSet{kNumberTypes}}) {
      heap.ForgetCalls();
      Compare("ToBoolean", false, [&](Bits v) { return std::optional<uint64_t>(heap.ToBoolean(v)); }, types);
      int slow = 0;
      for (Bits v : values) slow += (heap.TypesOf(v) & types & kByStub) != 0;
      EXPECT_EQ(heap.calls(Stub::kToBoolean), slow) << NamesOf(types);
    }
  }
  MAKE(code, OfInt32("BoolToTagged", " n4 = CompareInt32[not-equal] n1 n0\n"));
  for (int32_t n : {0, 5}) {
    heap.front().input = n;
    code.Run();
    EXPECT_EQ(code.ValueOf(2), static_cast<Bits>(n == 0 ? kFalse : kTrue));
  }
}

TEST_F(EmissionValuesTest, TypesOfValues) {
  for (int n = 0; n <= static_cast<int>(TypeOfKind::kOtherString); n++) {
    auto kind = static_cast<TypeOfKind>(n);
    for (TypeSet types :
         {TypeSet{kAnyType}, TypeSet{kSmiType}, TypeSet{kObjectType},
          TypeSet{kUndefinedType | kNullType | kBooleanType}, TypeSet{kStringTypes | kNumberTypes}}) {
      heap.ForgetCalls();
      Compare(
          "IsType[" + Decimal(n) + "]", false,
          [&](Bits v) { return std::optional<uint64_t>(heap.IsType(v, kind)); }, types);
      bool asks_others = kind == TypeOfKind::kSymbol || kind == TypeOfKind::kBigInt;
      int slow = 0;
      for (Bits v : values) {
        if ((heap.TypesOf(v) & ~types) != 0) continue;
        slow += asks_others && FakeHeap::HasTag(v, kOtherTag);
      }
      EXPECT_EQ(heap.calls(Stub::kTypeOf), slow) << n << NamesOf(types);
    }
  }
  heap.ForgetCalls();
  Compare("TypeOf", false, [&](Bits v) { return std::optional<uint64_t>(heap.TypeOf(v)); });
  int slow = 0;
  for (Bits v : values) slow += !heap.IsNumber(v) && !FakeHeap::IsString(v);
  EXPECT_EQ(heap.calls(Stub::kTypeOf), slow);
}

// The elements of an object, or of the pair that it has, and how many of them there may be.
TEST_F(EmissionValuesTest, ElementsOfObjects) {
  const HeapLayout& layout = heap.layout();
  MAKE(elements_of, OfValue("ElementsOf", false, kObjectType));
  MAKE(limit_of,
       "b0:\n n1 = Parameter[r1] : object\n n2 = Parameter[r2]\n n3 = LimitOf n1 n2\n s1: unit 0 at 9 {r1=n1 "
       "r2=n2 r3=n3}\n n4 = Exit @s1\n");
  for (bool is_pair : {false, true}) {
    for (bool is_array : {false, true}) {
      for (uint32_t granules : {0u, 2u, 7u}) {
        Bits shape = heap.NewShape(0), object = heap.NewObject(shape, 8),
             elements = heap.NewObject(shape, 8) - kObjectTag + kOtherTag;
        Bits pair = heap.NewObject(shape, 8) - kObjectTag + kOtherTag;
        heap.In<uint8_t>(shape, layout.extension_kind) = static_cast<uint8_t>(is_pair ? layout.has_both : 1);
        heap.In<uint16_t>(shape, layout.type_of_shape) =
            static_cast<uint16_t>(is_array ? layout.array_type : layout.array_type + 1);
        heap.WordIn(pair, layout.pair_elements) = static_cast<FakeHeap::WordBits>(elements);
        heap.WordIn(object, layout.extension) = static_cast<FakeHeap::WordBits>(is_pair ? pair : elements);
        heap.WordIn(object, layout.length) = static_cast<FakeHeap::WordBits>(FakeHeap::Smi(5));
        heap.In<uint32_t>(elements, layout.header_of_elements) = granules << layout.cell_size_shift | 0x20501;
        SetRegister(1, object);
        elements_of.Run();
        EXPECT_EQ(elements_of.ValueOf(2), elements);
        SetRegister(2, elements);
        limit_of.Run();
        // A granule is eight bytes; the header takes one word.
        const uint32_t capacity = granules == 0 ? 0 : granules * 8 / kWordBytes - 1;
        EXPECT_EQ(limit_of.ValueOf(3), is_array ? 5u : capacity) << granules;
      }
    }
  }
}

TEST_F(EmissionValuesTest, KindsOfElements) {
  for (uint8_t has : {0, 1, 2, 7}) {
    SetRegister(1, heap.NewObject(heap.NewShape(has), 4));
    for (int asked : {0, 2}) {
      MAKE(code, OfValue("HasElements[" + Decimal(asked) + "]", false, kObjectType));
      code.Run();
      EXPECT_EQ(code.ValueOf(2), has == asked) << int{has} << asked;
    }
  }
}

TEST_F(EmissionValuesTest, EqualityOfAllPairs) {
  const std::string parameters = "b0:\n n1 = Parameter[r1]\n n2 = Parameter[r2]\n",
                    end = " s1: unit 0 at 9 {r1=n1 r2=n2 r3=n3}\n n4 = Exit @s1\n";
  MAKE(same, parameters + " n3 = SameBits n1 n2\n" + end);
  const std::string state = " s0: unit 0 at 4 {r1=n1 r2=n2}\n";
  MAKE(equal, parameters + state + " n3 = StrictlyEqual n1 n2 @s0\n" + end);
  // The second operand is no box, and the first one no Smi.
  constexpr TypeSet kFirst = kAnyType & ~kSmiType, kSecond = kAnyType & ~kDoubleType;
  MAKE(known, "b0:\n n1 = Parameter[r1]" + NamesOf(kFirst) + "\n n2 = Parameter[r2]" + NamesOf(kSecond) +
                  "\n" + state + " n3 = StrictlyEqual n1 n2 @s0\n" + end);
  for (Bits a : values) {
    for (Bits b : values) {
      SCOPED_TRACE(Hex(a) + " and " + Hex(b));
      SetRegister(1, a);
      SetRegister(2, b);
      same.Run();
      EXPECT_EQ(same.ValueOf(3), a == b);
      heap.ForgetCalls();
      equal.Run();
      EXPECT_EQ(equal.ValueOf(3), heap.AreStrictlyEqual(a, b));
      EXPECT_EQ(equal.ValueOf(1), a);
      EXPECT_EQ(equal.ValueOf(2), b);
      bool is_box = FakeHeap::IsBox(a) || FakeHeap::IsBox(b), is_one_kind = ((a ^ b) & kTagMask) == 0;
      bool are_interned =
          FakeHeap::IsString(a) && FakeHeap::IsString(b) && heap.IsInterned(a) && heap.IsInterned(b);
      bool asks =
          is_box || (a != b && is_one_kind && !are_interned &&
                     (FakeHeap::IsString(a) || (heap.IsType(a, TypeOfKind::kBigInt) && !IsImmediate(b))));
      EXPECT_EQ(heap.all_calls(), asks);
      EXPECT_EQ(heap.calls(Stub::kStrictlyEqual), asks);
      if ((heap.TypesOf(a) & ~kFirst) != 0 || (heap.TypesOf(b) & ~kSecond) != 0) continue;
      known.Run();
      EXPECT_EQ(known.ValueOf(3), heap.AreStrictlyEqual(a, b));
      if (HasFailure()) return;
    }
  }
  // Constants on either side, and on both.
  Bits object = heap.NewObject(heap.function_shape, 4);
  for (Bits constant : {static_cast<Bits>(kUndefined), FakeHeap::Smi(-3), object}) {
    const std::string head =
        "b0:\n n5 = Constant[" + Hex(constant) + "]\n n1 = Parameter[r1]\n n2 = Parameter[r2]\n";
    MAKE(left, head + " n3 = SameBits n5 n1\n" + end);
    MAKE(right, head + " n3 = SameBits n1 n5\n" + end);
    MAKE(both, head + " n3 = SameBits n5 n5\n" + end);
    for (Bits v : {constant, static_cast<Bits>(kNull), object + 8, FakeHeap::Smi(3)}) {
      SetRegister(1, v);
      for (CompiledGraph* code : {&left, &right, &both}) {
        code->Run();
        EXPECT_EQ(code->ValueOf(3), code == &both || v == constant);
      }
    }
  }
}

TEST_F(EmissionValuesTest, NullishValues) {
  // With an object that counts as undefined, and without.
  for (Bits document_all : {heap.document_all, static_cast<Bits>(kUndefined)}) {
    heap.SetDocumentAll(document_all);
    for (int counts : {0, 1}) {
      const std::string node = "IsNullish[" + Decimal(counts) + "]";
      auto is_nullish = [&](Bits v) { return heap.IsNullish(v) || (counts != 0 && v == heap.document_all); };
      for (TypeSet types :
           {TypeSet{kAnyType}, TypeSet{kSmiType}, TypeSet{kObjectType}, TypeSet{kUndefinedType | kNullType},
            TypeSet{kSmiType | kObjectType}, TypeSet{kAnyType & ~kObjectType}}) {
        Compare(node, false, [&](Bits v) { return std::optional<uint64_t>(is_nullish(v)); }, types);
        // A branch that makes it itself, to either block that stands behind it, and one that reads it.
        for (const char* use : {"", "r2=n2"}) {
          for (const char* cold : {"", " cold"}) {
            MAKE(code, "b0:\n n1 = Parameter[r1]" + NamesOf(types) + "\n n2 = " + node +
                           " n1\n n3 = Branch n2 -> b1 b2\nb1: from b0" + cold +
                           "\n s1: unit 0 at 9 {r1=n1 " + use + "}\n n4 = Exit @s1\nb2: from b0\n" +
                           " s2: unit 0 at 9 {r1=n1 " + use + "}\n n5 = Exit @s2\n");
            for (Bits v : values) {
              if ((heap.TypesOf(v) & ~types) != 0) continue;
              SCOPED_TRACE(node + NamesOf(types) + " of " + Hex(v) + ", " + use + cold);
              SetRegister(1, v);
              const Node* exit = code.Run();
              ASSERT_NE(exit, nullptr);
              EXPECT_EQ(exit->id(), is_nullish(v) ? 4u : 5u);
              EXPECT_EQ(code.ValueOf(1), v);
              if (*use != 0) EXPECT_EQ(code.ValueOf(2), is_nullish(v));
            }
            if (HasFailure()) return;
          }
        }
      }
    }
  }
  EXPECT_EQ(heap.all_calls(), 0);
}

TEST_F(EmissionValuesTest, LooseEqualityOfAllPairs) {
  const std::string end =
      "\n s0: unit 0 at 4 {r1=n1 r2=n2}\n n3 = LooselyEqual n1 n2 @s0\n"
      " s1: unit 0 at 9 {r1=n1 r2=n2 r3=n3}\n n4 = Exit @s1\n";
  MAKE(equal, "b0:\n n1 = Parameter[r1]\n n2 = Parameter[r2]" + end);
  // The second operand is no box, and the first one no Smi.
  constexpr TypeSet kFirst = kAnyType & ~kSmiType, kSecond = kAnyType & ~kDoubleType;
  MAKE(known,
       "b0:\n n1 = Parameter[r1]" + NamesOf(kFirst) + "\n n2 = Parameter[r2]" + NamesOf(kSecond) + end);
  auto is_other = [&](Bits v) {
    return FakeHeap::HasTag(v, kOtherTag) && !IsImmediate(v) && !heap.IsType(v, TypeOfKind::kBigInt);
  };
  auto is_boolean = [](Bits v) { return v == value_bits::kFalse || v == value_bits::kTrue; };
  for (Bits a : values) {
    for (Bits b : values) {
      SCOPED_TRACE(Hex(a) + " and " + Hex(b));
      SetRegister(1, a);
      SetRegister(2, b);
      // What is itself needs no conversion.
      int expected = a == b && !FakeHeap::IsBox(a) ? 1 : heap.AreLooselyEqual(a, b);
      bool is_known = (heap.TypesOf(a) & ~kFirst) == 0 && (heap.TypesOf(b) & ~kSecond) == 0;
      for (CompiledGraph* code : {&equal, &known}) {
        if (code == &known && !is_known) continue;
        heap.ForgetCalls();
        ASSERT_EQ(code->Run()->id(), expected == 2 ? 3u : 4u);
        if (expected != 2) EXPECT_EQ(code->ValueOf(3), static_cast<uint64_t>(expected));
        EXPECT_EQ(code->ValueOf(1), a);
        EXPECT_EQ(code->ValueOf(2), b);
        bool are_interned =
            FakeHeap::IsString(a) && FakeHeap::IsString(b) && heap.IsInterned(a) && heap.IsInterned(b);
        bool is_clear = (a == b && !FakeHeap::IsBox(a)) || are_interned ||
                        (FakeHeap::IsSmi(a) && FakeHeap::IsSmi(b)) ||
                        (FakeHeap::IsObject(a) && FakeHeap::IsObject(b)) || heap.IsNullish(a) ||
                        heap.IsNullish(b) || (is_other(a) && is_other(b)) || (is_boolean(a) && is_boolean(b));
        EXPECT_EQ(heap.all_calls(), !is_clear);
        EXPECT_EQ(heap.calls(Stub::kLooselyEqual), !is_clear);
      }
      if (HasFailure()) return;
    }
  }
}

TEST_F(EmissionValuesTest, CharactersOfStrings) {
  MAKE(code, "b0:\n n1 = Parameter[r1]" + NamesOf(kStringTypes) + "\n n4 = LoadIsolateWord[" +
                 Decimal(FakeHeap::At(offsetof(FakeHeap::Front, input))) +
                 "]\n s0: unit 0 at 4 {r1=n1 r4=n4}\n n2 = CharacterAt[0] n1 n4 @s0\n"
                 " s1: unit 0 at 9 {r1=n1 r2=n2 r4=n4}\n n3 = Exit @s1\n");
  const std::u16string narrow = u"a\u00ffz", wide = u"\u0416\uffffzy";
  const Bits one_byte = heap.NewCharacters(narrow, true), two_byte = heap.NewCharacters(wide, false);
  struct Case {
    Bits string;
    std::u16string characters;
    bool is_of_stub = false;
  };
  const Case cases[] = {{one_byte, narrow},
                        {two_byte, wide},
                        {heap.NewCharacters(u"", true), u""},
                        {heap.NewSlice(one_byte, 0, 3), narrow},
                        {heap.NewSlice(one_byte, 1, 1), narrow.substr(1, 1)},
                        {heap.NewSlice(two_byte, 1, 3), wide.substr(1)},
                        {heap.NewRope(3, one_byte, 0, false), narrow},
                        {heap.NewRope(4, two_byte, 0, true), wide},
                        {heap.NewRope(2, one_byte, one_byte, false), u"\u0151x", true}};
  for (const Case& c : cases) {
    for (int32_t index : {0, 1, 2, 3, 4, -1, INT32_MIN, INT32_MAX}) {
      for (bool has_memory : {true, false}) {
        SCOPED_TRACE(Decimal(index) + " of " + Hex(c.string));
        SetRegister(1, c.string);
        heap.front().input = index;
        heap.ForgetCalls();
        const bool is_there = static_cast<uint32_t>(index) < c.characters.size();
        const int32_t expected = is_there ? c.characters[static_cast<size_t>(index)] : 0;
        heap.character_at_stub = has_memory ? expected : -1;
        const bool exits = !is_there || (c.is_of_stub && !has_memory);
        EXPECT_EQ(code.Run()->id(), exits ? 2u : 3u);
        if (!exits) EXPECT_EQ(code.ValueOf(2), static_cast<uint64_t>(expected));
        EXPECT_EQ(code.ValueOf(1), c.string);
        EXPECT_EQ(code.ValueOf(4), static_cast<uint32_t>(index));
        EXPECT_EQ(heap.calls(Stub::kCharacterAt), is_there && c.is_of_stub);
        if (is_there && c.is_of_stub) {
          EXPECT_EQ(heap.last_owner, c.string);
          EXPECT_EQ(heap.last_value, static_cast<uint32_t>(index));
        }
      }
    }
  }
}

TEST_F(EmissionValuesTest, StringsOfCharacters) {
  MAKE(code, "b0:\n n4 = LoadIsolateWord[" + Decimal(FakeHeap::At(offsetof(FakeHeap::Front, input))) +
                 "]\n n2 = SingleCharacter n4\n s1: unit 0 at 9 {r2=n2 r4=n4}\n n3 = Exit @s1\n");
  for (uint32_t n = 0; n < 256; n++)
    heap.front().single_characters[n] = static_cast<FakeHeap::WordBits>(0x1003 + n * 8);
  heap.value_at_stub = heap.NewCharacters(u"\u0100", false);
  for (int32_t unit : {0, 1, 65, 254, 255, 256, 257, 0xffff}) {
    heap.front().input = unit;
    heap.ForgetCalls();
    code.Run();
    EXPECT_EQ(code.ValueOf(2), unit < 256 ? 0x1003 + static_cast<Bits>(unit) * 8 : heap.value_at_stub);
    EXPECT_EQ(code.ValueOf(4), static_cast<uint32_t>(unit));
    EXPECT_EQ(heap.calls(Stub::kSingleCharacter), unit > 255);
    if (unit > 255) EXPECT_EQ(heap.last_value, static_cast<uint32_t>(unit));
  }
}

TEST_F(EmissionValuesTest, SumsOfStrings) {
  const HeapLayout& layout = heap.layout();
  const std::string end =
      "\n s0: unit 0 at 4 {r1=n1 r2=n2}\n n3 = Concat n1 n2 @s0\n"
      " s1: unit 0 at 9 {r1=n1 r2=n2 r3=n3}\n n4 = Exit @s1\n";
  MAKE(any, "b0:\n n1 = Parameter[r1]\n n2 = Parameter[r2]" + end);
  const std::string are_strings = NamesOf(kStringTypes);
  MAKE(of_strings, "b0:\n n1 = Parameter[r1]" + are_strings + "\n n2 = Parameter[r2]" + are_strings + end);
  MAKE(of_number, "b0:\n n1 = Parameter[r1]" + NamesOf(kNumberTypes) + "\n n2 = Parameter[r2]" + end);
  struct Part {
    Bits value;
    uint32_t length;  // 0: the stub's
    bool is_wide = false;
  };
  heap.Reset();
  const Bits text = heap.NewCharacters(std::u16string(10, u'x'), true);
  const Part parts[] = {{text, 10},
                        {heap.NewCharacters(std::u16string(13, u'x'), true), 13},
                        {heap.NewCharacters(std::u16string(14, u'x'), true), 14},
                        {heap.NewRope(500, text, text, false), 500},
                        {heap.NewRope(499, text, text, true), 499, true},
                        {heap.NewRope(490, text, text, true), 490, true},
                        {heap.NewRope(30, text, 0, false), 0},
                        {heap.NewSlice(text, 1, 5), 0},
                        {heap.NewCharacters(u"", true), 0},
                        {heap.NewCharacters(std::u16string(40, u'\u0416'), false), 0},
                        {FakeHeap::Smi(3), 0},
                        {heap.NewNumber(1.5), 0},
                        {kUndefined, 0}};
  const Bits sum = heap.NewString(2, false);
  const uint32_t top = heap.front().bump_top;
  for (const Part& a : parts) {
    for (const Part& b : parts) {
      for (CompiledGraph* code : {&any, &of_strings, &of_number}) {
        if (code == &of_strings && (!FakeHeap::IsString(a.value) || !FakeHeap::IsString(b.value))) continue;
        if (code == &of_number && !heap.IsNumber(a.value)) continue;
        for (Bits given : {sum, static_cast<Bits>(kHole)}) {
          for (bool has_room : {true, false}) {
            SCOPED_TRACE(Hex(a.value) + " and " + Hex(b.value));
            const uint32_t length = a.length + b.length;
            const bool is_rope = a.length != 0 && b.length != 0 && length >= 24 && length < 1000 && has_room;
            heap.front().bump_top = top;
            heap.front().bump_limit = top + static_cast<uint32_t>(layout.rope_bytes) - !has_room;
            heap.value_at_stub = given;
            heap.ForgetCalls();
            SetRegister(1, a.value);
            SetRegister(2, b.value);
            const bool exits = !is_rope && given == kHole;
            EXPECT_EQ(code->Run()->id(), exits ? 3u : 4u);
            EXPECT_EQ(code->ValueOf(1), a.value);
            EXPECT_EQ(code->ValueOf(2), b.value);
            EXPECT_EQ(heap.calls(Stub::kConcat), !is_rope);
            if (is_rope) {
              const Bits rope = code->ValueOf(3);
              EXPECT_EQ(heap.front().bump_top, heap.front().bump_limit);
              EXPECT_EQ(rope, (HALFWORD_COMPRESS ? 0 : heap.base()) + top + kStringTag);
              EXPECT_EQ(heap.WordIn(rope, layout.header_of_string),
                        0x30540u | (a.is_wide || b.is_wide ? 4 : 0));
              EXPECT_EQ(heap.In<uint32_t>(rope, layout.string_length), length);
              EXPECT_EQ(heap.WordIn(rope, layout.rope_left), a.value);
              EXPECT_EQ(heap.WordIn(rope, layout.rope_right), b.value);
            } else {
              if (!exits) EXPECT_EQ(code->ValueOf(3), sum);
              EXPECT_EQ(heap.last_owner, a.value);
              EXPECT_EQ(heap.last_value, b.value);
            }
            if (HasFailure()) return;
          }
        }
      }
    }
  }
}

TEST_F(EmissionValuesTest, Lengths) {
  const HeapLayout& layout = heap.layout();
  int32_t length = 0;
  for (Bits v : values) {
    if (FakeHeap::IsObject(v))
      heap.WordIn(v, layout.length) = static_cast<FakeHeap::WordBits>(FakeHeap::Smi(length += 1000));
  }
  values.push_back(heap.NewString(0x3fffffff, false));
  for (TypeSet types : {TypeSet{kAnyType}, TypeSet{kObjectType}, TypeSet{kStringTypes},
                        TypeSet{kObjectType | kStringTypes}, TypeSet{kSmiType | kObjectType}}) {
    Compare(
        "LengthOf", true,
        [&](Bits v) -> std::optional<uint64_t> {
          if (FakeHeap::IsString(v))
            return FakeHeap::Smi(static_cast<int32_t>(heap.In<uint32_t>(v, layout.string_length)));
          if (!FakeHeap::IsObject(v)) return std::nullopt;
          bool is_array =
              heap.In<uint8_t>(heap.ShapeOf(v), layout.element_access) <= layout.last_array_access;
          return is_array ? std::optional<uint64_t>(heap.WordIn(v, layout.length)) : std::nullopt;
        },
        types);
  }
}

TEST_F(EmissionValuesTest, TransientNumbersGetABox) {
  Compare("Settle", false, [](Bits v) { return std::optional<uint64_t>(v); });
  MAKE(code, OfValue("Settle", false));
  SetRegister(1, heap.layout().transient_bits);
  for (double d : {0.0, -0.0, 1.5, 3.0, std::nan("")}) {
    heap.front().transient = d;
    WithAndWithoutRoom(code, d, true);
  }
}

// ---- From numbers ----

TEST_F(EmissionValuesTest, ValuesOfIntegers) {
  MAKE(from_int32, OfInt32("Int32ToTagged"));
  MAKE(from_uint32, OfInt32("Uint32ToTagged", " n4 = ShrInt32 n1 n0\n"));
  for (int32_t n : Integers()) {
    heap.front().input = n;
    WithAndWithoutRoom(from_int32, n);
    WithAndWithoutRoom(from_uint32, static_cast<uint32_t>(n));
    EXPECT_EQ(from_int32.ValueOf(1), static_cast<uint32_t>(n));
  }
}

TEST_F(EmissionValuesTest, ValuesOfDoubles) {
  MAKE(to_tagged, OfDouble("Float64ToTagged"));
  MAKE(box, OfDouble("Box"));
  MAKE(truncate, OfDouble("TruncateFloat64"));
  MAKE(canonical, OfDouble("CanonicalNaN"));
  for (double d : FakeHeap::Numbers()) {
    SetRegister(1, heap.NewNumber(d));
    WithAndWithoutRoom(to_tagged, d);
    WithAndWithoutRoom(box, d, true);
    heap.ForgetCalls();
    truncate.Run();
    EXPECT_EQ(static_cast<int32_t>(truncate.ValueOf(2)), ToInt32(d)) << d;
    bool is_fast = d > -0x1p63 && d < 0x1p63;
    if (is_fast) EXPECT_EQ(heap.all_calls(), 0) << d;
    if (std::fabs(d) > 0x1p63) EXPECT_EQ(heap.calls(Stub::kTruncate), 1) << d;
    canonical.Run();
    EXPECT_EQ(canonical.ValueOf(2), std::isnan(d) ? heap.layout().visible_nan : std::bit_cast<uint64_t>(d));
    EXPECT_EQ(canonical.ValueOf(4), std::bit_cast<uint64_t>(d));
    if (HasFailure()) return;
  }
}

TEST_F(EmissionValuesTest, Rounding) {
  std::vector<double> numbers = FakeHeap::Numbers();
  for (double d : {0.3,
                   0.25,
                   0.75,
                   0.5,
                   1.5,
                   2.5,
                   3.5,
                   0.49999999999999994,
                   0.5000000000000001,
                   0.9999999999999999,
                   1.0000000000000002,
                   4503599627370495.5,
                   4503599627370497.0,
                   0x1p31,
                   0x1p32,
                   0x1p33,
                   0x1p53,
                   0x1p53 + 2,
                   0x1p63,
                   0x1p64,
                   1e17,
                   1e300,
                   5e-324,
                   2.2e-308,
                   1e-300}) {
    for (double by : {0.0, 0.25, 0.5, 0.75, 1.0, 1.5}) {
      for (double sign : {1.0, -1.0}) {
        numbers.push_back(sign * (d + by));
        numbers.push_back(sign * (d - by));
        numbers.push_back(std::nextafter(sign * (d - by), HUGE_VAL));
        numbers.push_back(std::nextafter(sign * (d - by), -HUGE_VAL));
        numbers.push_back(sign * std::nextafter(d + by, HUGE_VAL));
      }
    }
  }
  // Nothing may be lost where a half is added: what is below one stays, and large ones are integers.
  auto round = [](double d) {
    double down = std::floor(d);
    double result = d - down >= 0.5 ? down + 1 : down;
    return result == 0 ? std::copysign(0.0, d) : result;
  };
  struct Row {
    int mode;
    std::function<double(double)> function;
  };
  for (const Row& row : {Row{static_cast<int>(Rounding::kFloor), [](double d) { return std::floor(d); }},
                         Row{static_cast<int>(Rounding::kCeil), [](double d) { return std::ceil(d); }},
                         Row{static_cast<int>(Rounding::kTrunc), [](double d) { return std::trunc(d); }},
                         Row{static_cast<int>(Rounding::kRound), round}}) {
    const std::string node = "RoundToInt32[" + Decimal(row.mode) + "]";
    const std::string head =
        "b0:\n n1 = Parameter[r1] : double\n s0: unit 0 at 4 {r1=n1}\n n4 = TaggedToFloat64 n1 @s0\n";
    // The number is used behind it, or lost.
    MAKE(kept, head + " s2: unit 0 at 6 {r1=n4}\n n2 = " + node +
                   " n4 @s2\n s1: unit 0 at 9 {r1=n4 r2=n2}\n n3 = Exit @s1\n");
    MAKE(lost, head + " n2 = " + node + " n4 @s0\n s1: unit 0 at 9 {r2=n2}\n n3 = Exit @s1\n");
    const Bits box = heap.NewNumber(0);
    SetRegister(1, box);
    int count = 0;
    for (double d : numbers) {
      heap.In<double>(box, heap.layout().number) = d;
      double expected = row.function(d);
      // What is rounded up to the least int32 exits, too: the integer below it is none.
      bool exits = !IsInt32(expected) || (row.mode == static_cast<int>(Rounding::kRound) && d < INT32_MIN);
      for (CompiledGraph* code : {&kept, &lost}) {
        SCOPED_TRACE(node + " of " + std::to_string(d) + ", " + Hex(std::bit_cast<uint64_t>(d)));
        const Node* exit = code->Run();
        ASSERT_NE(exit, nullptr);
        EXPECT_EQ(exit->id(), exits ? 2u : 3u);
        if (!exits && exit->id() == 3)
          EXPECT_EQ(static_cast<int32_t>(code->ValueOf(2)), static_cast<int32_t>(expected));
        if (code == &kept) EXPECT_EQ(code->ValueOf(4), std::bit_cast<uint64_t>(d));
      }
      count += !exits;
      if (HasFailure()) return;
    }
    EXPECT_GT(count, 100);
  }
  EXPECT_EQ(heap.all_calls(), 0);
}

TEST_F(EmissionValuesTest, Remainders) {
  MAKE(code,
       "b0:\n n1 = Parameter[r1] : double\n n2 = Parameter[r2] : double\n s0: unit 0 at 4 {}\n"
       " n3 = TaggedToFloat64 n1 @s0\n n4 = TaggedToFloat64 n2 @s0\n n5 = ModFloat64 n3 n4\n"
       " s1: unit 0 at 9 {r1=n3 r2=n4 r3=n5}\n n6 = Exit @s1\n");
  for (double a : FakeHeap::Numbers()) {
    Bits left = heap.NewNumber(a);
    for (double b : {1.0, -1.0, 0.0, 3.5, -2.0, 1e300, std::nan("")}) {
      SetRegister(1, left);
      SetRegister(2, heap.NewNumber(b));
      code.Run();
      double found = std::bit_cast<double>(code.ValueOf(5)), expected = std::fmod(a, b);
      EXPECT_TRUE(std::bit_cast<uint64_t>(found) == std::bit_cast<uint64_t>(expected) ||
                  (std::isnan(found) && std::isnan(expected)))
          << a << " % " << b << " is " << found;
      EXPECT_EQ(code.ValueOf(3), std::bit_cast<uint64_t>(a));
    }
  }
}

// ---- Comparisons and their branches ----

TEST_F(EmissionValuesTest, ABranchMakesItsComparison) {
  struct Row {
    std::string values, node;
    std::function<bool(double, double)> holds;
  };
  const std::string doubles = "n3 = TaggedToFloat64 n1 @s0\n n4 = TaggedToFloat64 n2 @s0\n",
                    integers = "n3 = TaggedToInt32 n1 @s0\n n4 = TaggedToInt32 n2 @s0\n",
                    tagged = "n3 = CheckNotHole n1 @s0\n n4 = CheckNotHole n2 @s0\n";
  std::vector<Row> rows = {
      {doubles, "CompareFloat64[equal]", [](double a, double b) { return a == b; }},
      {doubles, "CompareFloat64[not-equal]", [](double a, double b) { return a != b; }},
      {doubles, "CompareFloat64[less]", [](double a, double b) { return a < b; }},
      {doubles, "CompareFloat64[not-less]", [](double a, double b) { return !(a < b); }},
      {doubles, "CompareFloat64[less-equal]", [](double a, double b) { return a <= b; }},
      {doubles, "CompareFloat64[not-less-equal]", [](double a, double b) { return !(a <= b); }},
      {doubles, "CompareFloat64[greater]", [](double a, double b) { return a > b; }},
      {doubles, "CompareFloat64[not-greater]", [](double a, double b) { return !(a > b); }},
      {doubles, "CompareFloat64[greater-equal]", [](double a, double b) { return a >= b; }},
      {doubles, "CompareFloat64[not-greater-equal]", [](double a, double b) { return !(a >= b); }},
      {integers, "CompareInt32[less]", [](double a, double b) { return a < b; }},
      {integers, "CompareInt32[not-equal]", [](double a, double b) { return a != b; }},
      {integers, "TestInt32[equal]", [](double a, double b) { return (int32_t(a) & int32_t(b)) == 0; }},
      {integers, "TestInt32[not-equal]", [](double a, double b) { return (int32_t(a) & int32_t(b)) != 0; }},
      {tagged, "SameBits", [](double a, double b) { return a == b; }},
      {tagged, "CompareSmi[equal]", [](double a, double b) { return a == b; }},
      {tagged, "CompareSmi[less]", [](double a, double b) { return a < b; }},
      {tagged, "CompareSmi[greater-equal]", [](double a, double b) { return a >= b; }},
  };
  std::vector<std::pair<double, double>> pairs;
  for (double a : {0.0, 1.0, -5.0, 7.0}) {
    for (double b : {0.0, 1.0, -5.0, 7.0}) pairs.push_back({a, b});
  }
  for (const Row& row : rows) {
    size_t size_alone = 0;
    // The result is nobody else's, or what a state has, or what another node has.
    for (const char* use : {"", "r3=n5", "r3=n20"}) {
      for (const char* cold : {"", " cold"}) {
        std::string name = row.node + " " + use + cold;
        std::string other = std::string_view(use) == "r3=n20" ? " n20 = Not n5\n" : "";
        MAKE(code, "b0:\n n1 = Parameter[r1]\n n2 = Parameter[r2]\n s0: unit 0 at 4 {}\n " + row.values +
                       " n5 = " + row.node + " n3 n4\n n6 = Branch n5 -> b1 b2\nb1: from b0" + cold + "\n" +
                       other + " s1: unit 0 at 9 {" + use +
                       "}\n n7 = Exit @s1\nb2: from b0\n s2: unit 0 at 9 {" +
                       (other.empty() ? use : "r3=n5") + "}\n n8 = Exit @s2\n");
        if (*use == 0) {
          size_alone = code.size();
        } else if (other.empty()) {
          EXPECT_LT(size_alone, code.size()) << name;  // no 0 or 1 is made
        }
        bool is_double = row.values == doubles;
        std::vector<std::pair<double, double>> all = pairs;
        if (is_double) {
          for (double d : {0.0, 1.5, std::nan(""), -HUGE_VAL}) {
            all.push_back({d, std::nan("")});
            all.push_back({std::nan(""), d});
            all.push_back({d, -0.0});
            all.push_back({HUGE_VAL, d});
          }
        }
        for (auto [a, b] : all) {
          SCOPED_TRACE(name + " of " + std::to_string(a) + " and " + std::to_string(b));
          SetRegister(1, is_double ? heap.NewNumber(a) : FakeHeap::Smi(static_cast<int32_t>(a)));
          SetRegister(2, is_double ? heap.NewNumber(b) : FakeHeap::Smi(static_cast<int32_t>(b)));
          bool holds = row.holds(a, b);
          const Node* exit = code.Run();
          ASSERT_NE(exit, nullptr);
          ASSERT_EQ(exit->id(), holds ? 7u : 8u);
          if (*use == 0) continue;
          if (!other.empty() && holds) {
            EXPECT_EQ(code.ValueOf(20), 0u);
          } else {
            EXPECT_EQ(code.ValueOf(5), holds);
          }
        }
        heap.Reset();
      }
    }
  }
}

TEST_F(EmissionValuesTest, ComparisonsWithConstants) {
  const std::string head = "b0:\n n5 = Constant[" + Hex(FakeHeap::Smi(-5)) +
                           "] : smi\n n6 = Int32Constant[6]\n n1 = Parameter[r1] : smi\n",
                    end = " s1: unit 0 at 9 {r1=n1 r3=n3}\n n4 = Exit @s1\n";
  MAKE(less, head + " n3 = CompareSmi[less] n1 n5\n" + end);
  MAKE(greater, head + " n3 = CompareSmi[less] n5 n1\n" + end);
  MAKE(bits, head + " n2 = SmiToInt32 n1\n n3 = TestInt32[not-equal] n2 n6\n" + end);
  for (int32_t n : {0, 1, 2, 4, 8, 9, -1, -4, -5, -6, 0x3fffffff, -0x40000000}) {
    SetRegister(1, FakeHeap::Smi(n));
    less.Run();
    EXPECT_EQ(less.ValueOf(3), n < -5) << n;
    greater.Run();
    EXPECT_EQ(greater.ValueOf(3), n > -5) << n;
    bits.Run();
    EXPECT_EQ(bits.ValueOf(3), (n & 6) != 0) << n;
  }
}

// In a register of its own, and in that of the shape.
TEST_F(EmissionValuesTest, ShapesSelectConstants) {
  std::vector<Bits> shapes;
  for (uint8_t access = 0; access < 4; access++) shapes.push_back(heap.NewShape(access));
  std::sort(shapes.begin(), shapes.end());
  for (size_t count = 1; count <= shapes.size(); count++) {
    std::string constants, payload, inputs;
    for (size_t n = 0; n < count; n++) {
      constants += " n" + std::to_string(10 + n) + " = Constant[" +
                   Hex(FakeHeap::Smi(static_cast<int32_t>(n) - 1)) + "]\n";
      payload += (n == 0 ? "" : " ") + Hex(shapes[n]);
      inputs += " n" + std::to_string(10 + n);
    }
    for (const char* use : {"", "r1=n1 "}) {
      MAKE(code, "b0:\n" + constants + " n1 = Parameter[r1]\n n2 = SelectByShape[" + payload + "] n1" +
                     inputs + "\n s1: unit 0 at 9 {" + use + "r2=n2}\n n3 = Exit @s1\n");
      for (size_t n = 0; n < count; n++) {
        SetRegister(1, shapes[n]);
        ASSERT_NE(code.Run(), nullptr);
        EXPECT_EQ(code.ValueOf(2), FakeHeap::Smi(static_cast<int32_t>(n) - 1)) << count;
      }
    }
  }
}

// ---- Memory ----

TEST_F(EmissionValuesTest, LoadsOfWords) {
  const HeapLayout& layout = heap.layout();
  constexpr int32_t kWord = kWordBytes;
  struct Row {
    std::string node;
    int32_t displacement, tag;
  };
  for (const Row& row :
       {Row{"LoadField[+" + Decimal(kWord * 2 - kObjectTag) + "]", kWord * 2 - kObjectTag, kObjectTag},
        Row{"LoadField[-" + Decimal(kObjectTag) + "]", -kObjectTag, kObjectTag},
        Row{"LoadOverflow[+" + Decimal(kWord * 3 - kOtherTag) + "]", kWord * 3 - kOtherTag, kOtherTag},
        Row{"LoadExtension", layout.extension, kObjectTag}, Row{"LoadLength", layout.length, kObjectTag},
        Row{"LoadSlot[0]", layout.first_slot, kOtherTag},
        Row{"LoadSlot[3]", layout.first_slot + 3 * kWord, kOtherTag},
        Row{"ParentEnvironment", layout.parent, kOtherTag},
        Row{"EnvironmentOfFunction", layout.environment, kObjectTag}}) {
    SCOPED_TRACE(row.node);
    MAKE(code, OfValue(row.node, false));
    Bits owner = row.tag == kObjectTag ? heap.NewObject(heap.function_shape, 8) : heap.NewInternal(64);
    Bits value = heap.NewNumber(5);
    heap.WordIn(owner, row.displacement) = static_cast<FakeHeap::WordBits>(value);
    SetRegister(1, owner);
    code.Run();
    EXPECT_EQ(code.ValueOf(2), value);
    EXPECT_EQ(code.ValueOf(1), owner);
  }
  // Words of the frame, and of globals.
  Bits cell = heap.NewInternal(32), value = heap.NewNumber(5);
  heap.WordIn(cell, layout.cell_value) = static_cast<FakeHeap::WordBits>(value);
  MAKE(code,
       "b0:\n n1 = Function\n n2 = NewTarget\n n3 = FrameEnvironment\n n4 = ArgumentCount\n n5 = LoadCell[" +
           Hex(cell) + "]\n s0: unit 0 at 4 {r1=n1 r2=n2 r3=n3 r4=n4 r5=n5}\n n6 = Exit @s0\n");
  heap.Word(layout.function_word) = 0x101;
  heap.Word(layout.new_target_word) = 0x201;
  heap.Word(layout.environment_word) = 0x307;
  heap.Word(layout.argument_count_word) = 6;
  code.Run();
  EXPECT_EQ(code.ValueOf(1), 0x101u);
  EXPECT_EQ(code.ValueOf(2), 0x201u);
  EXPECT_EQ(code.ValueOf(3), 0x307u);
  EXPECT_EQ(code.ValueOf(4), 6u);
  EXPECT_EQ(code.ValueOf(5), value);
}

TEST_F(EmissionValuesTest, StoresAndTheirBarrier) {
  const HeapLayout& layout = heap.layout();
  constexpr int32_t kWord = kWordBytes;
  const std::string input =
      "LoadIsolateWord[" + Decimal(FakeHeap::At(offsetof(FakeHeap::Front, input))) + "]";
  Bits object = heap.NewObject(heap.function_shape, 8), array = heap.NewInternal(64),
       cell = heap.NewInternal(32);
  Bits shape = heap.NewShape(0), stored = heap.NewNumber(5);
  struct Row {
    std::string node;  // % is the value; r1 is the owner
    Bits owner;
    int32_t displacement;
  };
  for (const Row& row :
       {Row{"StoreField[+" + Decimal(kWord - kObjectTag) + "] n1 %", object, kWord - kObjectTag},
        Row{"StoreOverflow[+" + Decimal(kWord * 2 - kOtherTag) + "] n1 %", array, kWord * 2 - kOtherTag},
        Row{"StoreSlot[1] n1 %", array, layout.first_slot + kWord},
        Row{"StoreElement n1 n8 %", array, layout.first_value + 3 * kWord},  // n8 is Front::input
        Row{"StoreElement n1 n9 %", array, layout.first_value + 3 * kWord},
        Row{"StoreCell[" + Hex(cell) + "] % @s0", cell, layout.cell_value}}) {
    struct Stored {
      std::string name, node;
      Bits value;
      bool needs_barrier;
    };
    for (const Stored& s :
         {Stored{"n2", "Parameter[r2]", stored, true},
          Stored{"n2", "Parameter[r2] : smi|object", stored, true},
          Stored{"n2", "Parameter[r2] : smi|undefined|null|boolean|hole", FakeHeap::Smi(-7), false},
          Stored{"n3", "Constant[" + Hex(stored) + "]", stored, true},
          Stored{"n3", "Constant[" + Hex(FakeHeap::Smi(-7)) + "]", FakeHeap::Smi(-7), false},
          Stored{"n3", "Constant[0x1f]", kTrue, false}}) {
      std::string node = row.node;
      node.replace(node.find('%'), 1, s.name);
      bool is_constant = s.name == "n3";
      SCOPED_TRACE(node + " of " + s.node);
      MAKE(code, "b0:\n n9 = Int32Constant[3]\n" + (is_constant ? " n3 = " + s.node + "\n" : "") +
                     " n1 = Parameter[r1]\n" + (is_constant ? "" : " n2 = " + s.node + "\n") +
                     " n8 = " + input + "\n s0: unit 0 at 4 {}\n n4 = " + node +
                     "\n s1: unit 0 behind 4 {r1=n1}\n n5 = Exit @s1\n");
      heap.front().input = 3;
      SetRegister(1, row.owner);
      SetRegister(2, s.value);
      auto key = static_cast<uint32_t>(row.owner);
      for (uint32_t limit : {0u, key, key + 1, (key & ~7u) + 8, UINT32_MAX}) {
        // All around it stays.
        for (int32_t word = -1; word < 8; word++)
          heap.WordIn(row.owner & ~Bits{7}, word * kWord) = static_cast<FakeHeap::WordBits>(0x70 + word * 8);
        heap.WordIn(cell, layout.cell_flags) =
            static_cast<FakeHeap::WordBits>(~layout.cell_is_assigned_slowly & 0xfffe);
        heap.front().barrier_limit = limit;
        heap.ForgetCalls();
        heap.last_owner = heap.last_value = 0;
        ASSERT_EQ(code.Run()->id(), 5u);
        EXPECT_EQ(heap.WordIn(row.owner, row.displacement), s.value);
        EXPECT_EQ(code.ValueOf(1), row.owner);
        for (int32_t word = -1; word < 8; word++) {
          int32_t at = word * kWord - static_cast<int32_t>(row.owner & 7);
          if (at == row.displacement || (row.owner == cell && at == layout.cell_flags)) continue;
          EXPECT_EQ(heap.WordIn(row.owner, at), static_cast<FakeHeap::WordBits>(0x70 + word * 8)) << word;
        }
        bool is_called = s.needs_barrier && key < limit;
        EXPECT_EQ(heap.all_calls(), is_called) << Hex(limit);
        EXPECT_EQ(heap.last_owner, is_called ? row.owner : 0);
        EXPECT_EQ(heap.last_value, is_called ? s.value : 0);
      }
    }
  }
  // A shape, and a length, which is a Smi.
  MAKE(store_shape, "b0:\n n1 = Parameter[r1]\n n4 = StoreShape[" + Hex(shape) +
                        "] n1\n s1: unit 0 behind 4 {r1=n1}\n n5 = Exit @s1\n");
  MAKE(store_length,
       "b0:\n n0 = Int32Constant[0]\n n1 = Parameter[r1]\n n2 = Parameter[r2]\n s0: unit 0 at 4 {}\n n3 = "
       "CheckSmi n2 @s0\n "
       "n4 = StoreLength n1 n3\n s1: unit 0 behind 4 {r1=n1}\n n5 = Exit @s1\n");
  SetRegister(1, object);
  SetRegister(2, FakeHeap::Smi(77));
  for (uint32_t limit : {0u, UINT32_MAX}) {
    heap.WordIn(object, layout.header_of_object) = static_cast<FakeHeap::WordBits>(heap.function_shape);
    heap.front().barrier_limit = limit;
    heap.ForgetCalls();
    store_shape.Run();
    EXPECT_EQ(heap.ShapeOf(object), shape);
    EXPECT_EQ(heap.all_calls(), limit != 0);
    if (limit != 0) EXPECT_EQ(heap.last_owner, object);
    if (limit != 0) EXPECT_EQ(heap.last_value, shape);
    heap.ForgetCalls();
    store_length.Run();
    EXPECT_EQ(heap.WordIn(object, layout.length), FakeHeap::Smi(77));
    EXPECT_EQ(heap.all_calls(), 0);
  }
}

TEST_F(EmissionValuesTest, CellsThatAreNotWritten) {
  const HeapLayout& layout = heap.layout();
  Bits cell = heap.NewInternal(32);
  MAKE(code, "b0:\n n1 = Parameter[r1]\n s0: unit 0 at 4 {r1=n1}\n n2 = StoreCell[" + Hex(cell) +
                 "] n1 @s0\n s1: unit 0 behind 4 {}\n n3 = Exit @s1\n");
  heap.front().barrier_limit = UINT32_MAX;
  for (Bits before : {static_cast<Bits>(kUndefined), static_cast<Bits>(kHole), FakeHeap::Smi(19)}) {
    for (uint32_t flags : {0u, 2u, 4u, 6u, 8u, 12u}) {
      SetRegister(1, FakeHeap::Smi(5));
      heap.WordIn(cell, layout.cell_value) = static_cast<FakeHeap::WordBits>(before);
      heap.WordIn(cell, layout.cell_flags) = flags;
      heap.ForgetCalls();
      bool stores = before != kHole && (flags & layout.cell_is_assigned_slowly) == 0;
      EXPECT_EQ(code.Run()->id(), stores ? 3u : 2u);
      EXPECT_EQ(heap.WordIn(cell, layout.cell_value), stores ? FakeHeap::Smi(5) : before);
      EXPECT_EQ(heap.all_calls(), stores);
    }
  }
}

TEST_F(EmissionValuesTest, Elements) {
  const HeapLayout& layout = heap.layout();
  constexpr int32_t kCount = 8400;  // more than displacements reach
  const std::string input =
      "LoadIsolateWord[" + Decimal(FakeHeap::At(offsetof(FakeHeap::Front, input))) + "]";
  Bits array = heap.NewInternal(kCount * 8);
  SetRegister(1, array);
  for (int32_t index : {0, 1, 2, 100, 4095, 8183, 8184, 8185, 8191, 8192, 8399}) {
    for (bool is_constant : {false, true}) {
      SCOPED_TRACE(Decimal(index) + (is_constant ? " as a constant" : ""));
      heap.front().input = index;
      const std::string head = "b0:\n n9 = Int32Constant[" + Decimal(index) +
                               "]\n n1 = Parameter[r1]\n n8 = " + input +
                               "\n s0: unit 0 at 4 {r1=n1 r2=n8}\n",
                        operands = is_constant ? " n1 n9" : " n1 n8";
      // Values.
      MAKE(load, head + " n2 = LoadElement" + operands +
                     "\n s1: unit 0 at 9 {r1=n1 r2=n8 r3=n2}\n n3 = Exit @s1\n");
      MAKE(check, head + " n2 = CheckElementNotHole" + operands + " @s0\n n3 = Exit @s0\n");
      int32_t at = layout.first_value + index * kWordBytes;
      for (Bits v : {static_cast<Bits>(kHole), static_cast<Bits>(kUndefined), FakeHeap::Smi(-1), array}) {
        heap.WordIn(array, at) = static_cast<FakeHeap::WordBits>(v);
        load.Run();
        EXPECT_EQ(load.ValueOf(2), v);
        EXPECT_EQ(load.ValueOf(8), static_cast<uint32_t>(index));
        EXPECT_EQ(check.Run()->id(), v == kHole ? 2u : 3u);
        heap.WordIn(array, at) = 0;
      }
      // Doubles.
      MAKE(load_double, head + " n2 = LoadDouble" + operands +
                            " @s0\n s1: unit 0 at 9 {r1=n1 r2=n8 r3=n2}\n n3 = Exit @s1\n");
      MAKE(check_double, head + " n2 = CheckDoubleNotHole" + operands + " @s0\n n3 = Exit @s0\n");
      MAKE(store_double, "b0:\n n9 = Int32Constant[" + Decimal(index) +
                             "]\n n1 = Parameter[r1]\n n7 = Parameter[r2] : double\n n8 = " + input +
                             "\n s0: unit 0 at 4 {}\n n6 = TaggedToFloat64 n7 @s0\n n2 = StoreDouble" +
                             operands + " n6\n s1: unit 0 at 9 {r1=n1}\n n3 = Exit @s1\n");
      double& element = heap.In<double>(array, layout.first_double + index * 8);
      for (double d : FakeHeap::Numbers()) {
        auto bits = std::bit_cast<uint64_t>(d);
        bool is_hole = bits == layout.hole_of_doubles;
        element = d;
        EXPECT_EQ(load_double.Run()->id(), is_hole ? 2u : 3u) << Hex(bits);
        EXPECT_EQ(load_double.ValueOf(1), array);
        EXPECT_EQ(load_double.ValueOf(8), static_cast<uint32_t>(index));
        if (!is_hole) EXPECT_EQ(load_double.ValueOf(2), bits);
        EXPECT_EQ(check_double.Run()->id(), is_hole ? 2u : 3u) << Hex(bits);
        element = 0;
        SetRegister(2, heap.front().bump_top - 8 + kNumberTag + HeapBase());
        heap.In<double>(heap.Word(2), layout.number) = d;
        store_double.Run();
        EXPECT_EQ(std::bit_cast<uint64_t>(element), bits);
        element = 0;
      }
      if (HasFailure()) return;
    }
  }
}

TEST_F(EmissionValuesTest, ArraysThatTakeSmisOnly) {
  const HeapLayout& layout = heap.layout();
  std::vector<Bits> arrays;
  for (uint8_t access = 0; access < 8; access++) arrays.push_back(heap.NewObject(heap.NewShape(access), 4));
  // These differ from it in one bit.
  arrays.push_back(heap.NewObject(heap.NewShape(static_cast<uint8_t>(layout.array_of_smis | 0x80)), 4));
  auto takes = [&](Bits array, Bits v) {
    return FakeHeap::IsSmi(v) ||
           heap.In<uint8_t>(heap.ShapeOf(array), layout.element_access) != layout.array_of_smis;
  };
  for (TypeSet types : {TypeSet{kAnyType}, TypeSet{kSmiType}, TypeSet{kDoubleType}, TypeSet{kNumberTypes},
                        TypeSet{kAnyType & ~kSmiType}}) {
    MAKE(code, "b0:\n n1 = Parameter[r1] : object\n n2 = Parameter[r2]" + NamesOf(types) +
                   "\n s0: unit 0 at 4 {r1=n1 r2=n2}\n n3 = CheckTakes n1 n2 @s0\n n4 = Exit @s0\n");
    for (Bits array : arrays) {
      for (Bits v : values) {
        if ((heap.TypesOf(v) & ~types) != 0) continue;
        SCOPED_TRACE(Hex(v) + NamesOf(types));
        SetRegister(1, array);
        SetRegister(2, v);
        ASSERT_EQ(code.Run()->id(), takes(array, v) ? 4u : 3u);
        EXPECT_EQ(code.ValueOf(1), array);
        EXPECT_EQ(code.ValueOf(2), v);
      }
    }
  }
  for (Bits constant : {FakeHeap::Smi(-3), static_cast<Bits>(kHole), heap.document_all}) {
    MAKE(code, "b0:\n n2 = Constant[" + Hex(constant) +
                   "]\n n1 = Parameter[r1]\n s0: unit 0 at 4 {}\n n3 = CheckTakes n1 n2 @s0\n n4 = Exit "
                   "@s0\n");
    for (Bits array : arrays) {
      SetRegister(1, array);
      EXPECT_EQ(code.Run()->id(), takes(array, constant) ? 4u : 3u) << Hex(constant);
    }
  }
}

TEST_F(EmissionValuesTest, RoomOnTheStack) {
  for (int32_t words : {0, 1, 7, 300, 40000}) {
    MAKE(code, "b0:\n n1 = Parameter[r1]\n s0: unit 0 at 4 {r1=n1}\n n2 = CheckStack[" + Decimal(words) +
                   "] @s0\n n3 = Exit @s0\n");
    SetRegister(1, FakeHeap::Smi(5));
    auto end = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(heap.fp()) +
                                     static_cast<uint32_t>(words) * kWordBytes);
    for (int32_t room : {0, 1, -1, kWordBytes, -kWordBytes, 100000, -100000, words * kWordBytes,
                         -words * kWordBytes, INT32_MAX, INT32_MIN, INT32_MIN + 1}) {
      SCOPED_TRACE(Decimal(words) + " with room " + Decimal(room));
      uint32_t limit = heap.front().stack_limit = end + static_cast<uint32_t>(room);
      bool is_below = static_cast<int32_t>(end - limit) < 0;
      EXPECT_EQ(is_below, room > 0 || room == INT32_MIN);
      EXPECT_EQ(code.Run()->id(), is_below ? 3u : 2u);
      EXPECT_EQ(code.ValueOf(1), FakeHeap::Smi(5));
      EXPECT_EQ(heap.front().stack_limit, limit);
    }
  }
}

TEST_F(EmissionValuesTest, NewObjects) {
  const HeapLayout& layout = heap.layout();
  const Bits shape = heap.NewShape(1), kept = heap.NewNumber(5);
  FakeHeap::Front& front = heap.front();
  // What is new lies in the middle of other bytes.
  constexpr uint32_t kTop = FakeHeap::kBytes / 2 + 1024, kAround = 64;
  auto* memory = reinterpret_cast<uint8_t*>(heap.base() + kTop - 8 - kAround);
  for (int32_t bytes : {8, 16, 24, 128, 4096}) {
    std::vector<uint8_t> before(static_cast<size_t>(bytes) + 2 * kAround);
    for (size_t n = 0; n < before.size(); n++) before[n] = static_cast<uint8_t>(n * 7 + 1);
    // The shape is used behind it, or its register, where it has one, may be the result's.
    for (const char* use : {"r1=n1 ", ""}) {
      MAKE(code,
           "b0:\n n1 = Constant[" + Hex(shape) +
               "]\n n4 = Parameter[r4]\n s0: unit 0 at 4 {}\n n5 = CheckNotHole n4 @s0\n n2 = NewObject[" +
               Decimal(bytes) + "] n1\n s1: unit 0 at 9 {" + use + "r2=n2 r4=n5}\n n3 = Exit @s1\n");
      SetRegister(4, kept);
      for (int32_t missing : {0, -8, 1, 8, bytes}) {
        SCOPED_TRACE(Decimal(bytes) + " bytes, of which " + Decimal(missing) + " are missing, " + use);
        std::memcpy(memory, before.data(), before.size());
        front.bump_top = kTop;
        front.bump_limit = kTop + static_cast<uint32_t>(bytes - missing);
        heap.ForgetCalls();
        ASSERT_EQ(code.Run()->id(), 3u);
        const bool is_slow = missing > 0;
        EXPECT_EQ(heap.all_calls(), is_slow);
        EXPECT_EQ(heap.calls(Stub::kNewObject), is_slow);
        if (*use != 0) EXPECT_EQ(code.ValueOf(1), shape);
        EXPECT_EQ(code.ValueOf(5), kept);
        Bits found = code.ValueOf(2);
        ASSERT_TRUE(FakeHeap::IsObject(found) && heap.IsOnHeap(found)) << Hex(found);
        EXPECT_EQ(heap.ShapeOf(found), shape);
        EXPECT_EQ(front.bump_top, is_slow ? kTop : kTop + static_cast<uint32_t>(bytes));
        EXPECT_EQ(found == HeapBase() + kTop + kObjectTag, !is_slow);
        // Nothing but its header is written: the room is zero before.
        std::vector<uint8_t> expected = before;
        auto header = static_cast<FakeHeap::WordBits>(shape);
        auto place = static_cast<size_t>(8 + kAround + kObjectTag + layout.header_of_object);
        if (!is_slow) std::memcpy(expected.data() + place, &header, sizeof header);
        EXPECT_EQ(std::memcmp(memory, expected.data(), expected.size()), 0);
      }
      if (HasFailure()) return;
    }
  }
}

TEST_F(EmissionValuesTest, PrototypeChains) {
  const HeapLayout& layout = heap.layout();
  const auto longest = static_cast<uint32_t>(layout.longest_chain);
  for (bool is_constant : {false, true}) {
    // The last of the chain has a prototype that is `end`.
    for (uint32_t length = 0; length <= longest + 1; length++) {
      // Which of them is looked for, and which is a proxy; none if they are as many.
      for (uint32_t wanted = 0; wanted <= length; wanted++) {
        for (uint32_t proxy = 0; proxy <= length; proxy++) {
          heap.Reset();
          std::vector<Bits> chain;
          for (uint32_t n = 0; n < length; n++) {
            Bits shape = heap.NewShape(9);
            heap.In<uint16_t>(shape, layout.type_of_shape) =
                static_cast<uint16_t>(n == proxy ? layout.proxy_type : layout.proxy_type + 1);
            chain.push_back(heap.NewObject(shape, 4));
          }
          auto link = [&](uint32_t from, Bits to) {
            heap.WordIn(heap.ShapeOf(chain[from]), layout.prototype_of_shape) =
                static_cast<FakeHeap::WordBits>(to);
          };
          for (uint32_t n = 0; n + 1 < length; n++) link(n, chain[n + 1]);
          if (length > 0) link(length - 1, value_bits::kNull);
          const Bits other = heap.NewObject(heap.NewShape(9), 4);
          const Bits looked_for = wanted < length ? chain[wanted] : other;
          const Bits first = length > 0 ? chain[0] : FakeHeap::Smi(9);
          MAKE(code, std::string("b0:\n") + (is_constant ? " n4 = Constant[" + Hex(looked_for) + "]\n" : "") +
                         " n1 = Parameter[r1]\n" + (is_constant ? "" : " n4 = Parameter[r4]\n") +
                         " s0: unit 0 at 4 {r1=n1 r4=n4}\n n2 = HasPrototype n1 n4 @s0\n"
                         " s1: unit 0 at 9 {r1=n1 r2=n2 r4=n4}\n n3 = Exit @s1\n");
          SetRegister(1, first);
          SetRegister(4, looked_for);
          // So many are asked for their prototypes.
          const bool is_found = wanted > 0 && wanted < length;
          const uint32_t steps = is_found ? wanted : length;
          const bool exits = proxy < steps || steps > longest;
          SCOPED_TRACE(Decimal(static_cast<int32_t>(length)) + ", " + Decimal(static_cast<int32_t>(wanted)) +
                       ", " + Decimal(static_cast<int32_t>(proxy)));
          ASSERT_EQ(code.Run()->id(), exits ? 2u : 3u);
          if (!exits) EXPECT_EQ(code.ValueOf(2), is_found);
          EXPECT_EQ(code.ValueOf(1), first);
          if (!is_constant) EXPECT_EQ(code.ValueOf(4), looked_for);
          if (HasFailure()) return;
        }
      }
    }
  }
}

TEST_F(EmissionValuesTest, NamedLoads) {
  const HeapLayout& layout = heap.layout();
  constexpr Bits kName = 0x12340 | value_bits::kStringTag;
  constexpr uint32_t kMask = 15;
  MAKE(code,
       "b0:\n n1 = Parameter[r1]\n n4 = Parameter[r4]\n s0: unit 0 at 4 {r1=n1 r4=n4}\n n2 = LoadNamed[" +
           Hex(kName) + "] n1 @s0\n s1: unit 0 at 9 {r1=n1 r2=n2 r4=n4}\n n3 = Exit @s1\n");
  enum Case {
    kCage,
    kReceiver,
    kOverflow,
    kBoth,
    kOtherKey,
    kOtherName,
    kOtherEpoch,
    kHoleOfStub,
    kPrimitive,
    kCases
  };
  for (int what = 0; what < kCases; what++) {
    SCOPED_TRACE(Decimal(what));
    heap.Reset();
    const Bits shape = heap.NewShape(9), object = heap.NewObject(shape, 8), other = heap.NewObject(shape, 8);
    const Bits properties = heap.NewInternal(4 * kWordBytes);
    heap.In<uint8_t>(shape, layout.extension_kind) =
        static_cast<uint8_t>(layout.has_properties + (what == kBoth));
    heap.WordIn(object, layout.extension) = static_cast<FakeHeap::WordBits>(properties);
    const int32_t third = 3 * kWordBytes;
    heap.WordIn(object, third - value_bits::kObjectTag) = static_cast<FakeHeap::WordBits>(FakeHeap::Smi(1));
    heap.WordIn(other, third - value_bits::kObjectTag) = static_cast<FakeHeap::WordBits>(FakeHeap::Smi(2));
    heap.WordIn(properties, third - value_bits::kOtherTag) =
        static_cast<FakeHeap::WordBits>(FakeHeap::Smi(3));
    const auto key = static_cast<uint32_t>(shape), name = static_cast<uint32_t>(kName);
    const uint32_t hash = key >> HeapLayout::kStubKeyShift ^ key >> HeapLayout::kSecondStubKeyShift ^
                          name >> HeapLayout::kStubNameShift;
    heap.front().epoch = 6;
    heap.native().stub_mask = kMask;
    FakeHeap::StubEntry& entry = heap.native().stubs[hash & kMask];
    entry = {key, name, 6, static_cast<uint32_t>(other) - value_bits::kObjectTag + third};
    if (what == kReceiver) entry.where = static_cast<uint32_t>(third) + HeapLayout::kStubReceiver;
    if (what == kOverflow || what == kBoth)
      entry.where = static_cast<uint32_t>(third) + HeapLayout::kStubOverflow;
    if (what == kOtherKey || what == kHoleOfStub) entry.key += 8;
    if (what == kOtherName) entry.name += 8;
    if (what == kOtherEpoch) entry.epoch++;
    heap.value_at_stub = what == kHoleOfStub ? Bits{value_bits::kHole} : FakeHeap::Smi(4);
    const Bits receiver = what == kPrimitive ? FakeHeap::Smi(9) : object;
    SetRegister(1, receiver);
    SetRegister(4, FakeHeap::Smi(77));
    const bool exits = what == kPrimitive || what == kHoleOfStub;
    const bool asks = what != kPrimitive && (!HALFWORD_COMPRESS || what >= kBoth);
    ASSERT_EQ(code.Run()->id(), exits ? 2u : 3u);
    EXPECT_EQ(heap.calls(Stub::kLoadNamed), asks);
    if (asks) {
      EXPECT_EQ(heap.last_owner, object);
      EXPECT_EQ(heap.last_value, kName);
    }
    const int32_t found = what == kCage ? 2 : what == kReceiver ? 1 : 3;
    if (!exits) EXPECT_EQ(code.ValueOf(2), FakeHeap::Smi(asks ? 4 : found));
    EXPECT_EQ(code.ValueOf(1), receiver);
    EXPECT_EQ(code.ValueOf(4), FakeHeap::Smi(77));
  }
}

// The elements that an empty array gets, with the Value in them.
class FirstElements {
 public:
  FirstElements(FakeHeap& heap, Bits array) : heap_(heap), array_(array) {}
  bool are_there() const { return (heap_.WordIn(array_, heap_.layout().extension) & 1) != 0; }
  void Expect(Bits first) const {
    const HeapLayout& layout = heap_.layout();
    const Bits elements = heap_.WordIn(array_, layout.extension);
    EXPECT_EQ(heap_.In<uint32_t>(elements, layout.header_of_elements), layout.first_elements_header);
    for (int32_t n = 0; n < layout.first_capacity; n++) {
      EXPECT_EQ(heap_.WordIn(elements, layout.first_value + n * kWordBytes), n == 0 ? first : Bits{kHole});
    }
    EXPECT_EQ(heap_.WordIn(array_, layout.length), FakeHeap::Smi(1));
  }

 private:
  FakeHeap& heap_;
  Bits array_;
};

TEST_F(EmissionValuesTest, Appending) {
  const HeapLayout& layout = heap.layout();
  constexpr int32_t kSmis = 3, kValues = 2, kWords = 7;
  enum { kSmi, kNumber, kObject, kNoElements, kIndexedPrototypes, kStubFails, kNoMemory };
  enum { kTakes, kAsksForShape, kHasShape };
  for (int change : {kTakes, kAsksForShape, kHasShape}) {
    for (bool is_constant : {false, true}) {
      heap.Reset();
      // Where there is one, it survives in its place: each round makes it first.
      const Bits changed_shape = heap.NewShape(kValues);
      const uint64_t payload = change == kTakes          ? 0
                               : change == kAsksForShape ? uint64_t{value_bits::kUndefined}
                                                         : uint64_t{changed_shape};
      const Bits constant = FakeHeap::Smi(77);
      const std::string value = is_constant ? "n9" : "n4";
      MAKE(code, "b0:\n n9 = Constant[" + Hex(constant) +
                     "]\n n1 = Parameter[r1]\n n4 = Parameter[r4]\n s0: unit 0 at 4 {r1=n1 r4=n4}\n"
                     " n2 = AppendElement[" +
                     Hex(payload) + "] n1 " + value +
                     " @s0\n s1: unit 0 at 9 {r1=n1 r2=n2 r4=n4}\n n3 = Exit @s1\n");
      // The length that the array has, and how many granules its elements' cell has: 0, it is a large one.
      for (int32_t length : {0, 1, 5, 6, 7}) {
        for (uint32_t granules : {(kWords + 1) * kWordBytes / 8, 0}) {
          for (int32_t kind : {kSmis, kValues}) {
            for (int what = kSmi; what <= kNoMemory; what++) {
              heap.Reset();
              ASSERT_EQ(heap.NewShape(kValues), changed_shape);
              const Bits stored = is_constant       ? constant
                                  : what == kNumber ? heap.NewNumber(1.5)
                                  : what == kObject ? heap.NewObject(heap.NewShape(9), 4)
                                                    : FakeHeap::Smi(5);
              SCOPED_TRACE(Decimal(length) + " of " + Decimal(static_cast<int32_t>(granules)) + ", kind " +
                           Decimal(kind) + ", " + Decimal(what) + ", " + value + ", " + Decimal(change));
              const Bits shape = heap.NewShape(static_cast<uint8_t>(kind));
              const Bits array = heap.NewObject(shape, 4);
              const Bits elements = heap.NewInternal(kWords * kWordBytes);
              auto& header = heap.In<uint32_t>(elements, layout.header_of_elements);
              header = granules << layout.cell_size_shift | 0x20501;
              const bool has_elements = what != kNoElements && what != kNoMemory;
              heap.WordIn(array, layout.extension) =
                  static_cast<FakeHeap::WordBits>(has_elements ? elements : 0);
              heap.WordIn(array, layout.length) = static_cast<FakeHeap::WordBits>(FakeHeap::Smi(length));
              heap.front().no_indexed_prototypes = what != kIndexedPrototypes;
              heap.front().budget = 10;
              if (what == kNoMemory) heap.front().bump_limit = heap.front().bump_top;
              heap.length_at_append = what == kStubFails ? 0 : (length + 1) * 2;
              SetRegister(1, array);
              SetRegister(4, stored);

              const bool is_smi = (stored & 1) == 0;
              const bool is_unfit = change != kTakes && kind == kSmis && !is_smi;
              // A double does not go among Smis, and without a change the array takes what comes.
              const bool fails = what == kIndexedPrototypes || (is_unfit && what == kNumber);
              const bool changes = is_unfit && change == kHasShape && !fails;
              const bool begins = what == kNoElements && length == 0;
              const bool has_room = begins || (has_elements && granules != 0 && length < kWords);
              const bool is_fast = !fails && has_room && (!is_unfit || changes);
              const bool is_slow = !fails && !is_fast;
              const bool is_done = !fails && !(is_slow && what == kStubFails);
              EXPECT_EQ(code.Run()->id(), is_done ? 3u : 2u);
              EXPECT_EQ(heap.calls(Stub::kAppend), is_slow);
              EXPECT_EQ(heap.front().budget, is_done ? 10 : 11);
              EXPECT_EQ(code.ValueOf(1), array);
              EXPECT_EQ(code.ValueOf(4), stored);
              EXPECT_EQ(heap.ShapeOf(array), changes ? changed_shape : shape);
              if (is_done) EXPECT_EQ(code.ValueOf(2), FakeHeap::Smi(length + 1));
              if (is_slow) {
                EXPECT_EQ(heap.last_owner, array);
                EXPECT_EQ(heap.last_value, stored);
              }
              EXPECT_EQ(heap.WordIn(array, layout.length), FakeHeap::Smi(is_fast ? length + 1 : length));
              EXPECT_EQ(FirstElements(heap, array).are_there(), has_elements || (is_fast && begins));
              if (is_fast && begins) FirstElements(heap, array).Expect(stored);
              for (int32_t n = 0; n < kWords; n++) {
                Bits expected = is_fast && has_elements && n == length ? stored : 0;
                EXPECT_EQ(heap.WordIn(elements, layout.first_value + n * kWordBytes), expected);
              }
              if (HasFailure()) return;
            }
          }
        }
      }
    }
  }
}

// An element of an array, and undefined where there is none.
TEST_F(EmissionValuesTest, ElementsThatMayBeAbsent) {
  const HeapLayout& layout = heap.layout();
  constexpr int32_t kLength = 5, kHoleAt = 2;
  constexpr Bits kPrototype = 0x1234'5670 + kObjectTag;
  auto input = [&](size_t offset) { return "LoadIsolateWord[" + Decimal(heap.At(offset)) + "]"; };
  MAKE(code,
       "b0:\n n1 = Parameter[r1]\n n2 = Parameter[r2]\n n3 = " + input(offsetof(FakeHeap::Front, input)) +
           "\n n4 = Int32Constant[5]\n s0: unit 0 at 4 {r1=n1 r2=n2 r3=n3}\n"
           " n5 = ElementOrUndefined[" +
           Hex(kPrototype) +
           "] n1 n2 n3 n4 @s0\n s1: unit 0 at 9 {r1=n1 r2=n2 r3=n3 r5=n5}\n n6 = Exit @s1\n");
  enum { kPristine, kOtherPrototype, kIndexedPrototypes };
  for (int what : {kPristine, kOtherPrototype, kIndexedPrototypes}) {
    for (int32_t index : {-1, 0, 1, 2, 4, 5, 6, INT32_MAX, INT32_MIN}) {
      SCOPED_TRACE(Decimal(index) + ", " + Decimal(what));
      heap.Reset();
      const Bits shape = heap.NewShape(2), array = heap.NewObject(shape, 4);
      const Bits elements = heap.NewInternal(kLength * kWordBytes);
      heap.WordIn(shape, layout.prototype_of_shape) =
          static_cast<FakeHeap::WordBits>(what == kOtherPrototype ? kPrototype + 8 : kPrototype);
      heap.front().no_indexed_prototypes = what != kIndexedPrototypes;
      for (int32_t n = 0; n < kLength; n++) {
        heap.WordIn(elements, layout.first_value + n * kWordBytes) =
            static_cast<FakeHeap::WordBits>(n == kHoleAt ? Bits{kHole} : FakeHeap::Smi(100 + n));
      }
      heap.front().input = index;
      SetRegister(1, array);
      SetRegister(2, elements);
      const bool is_there = index >= 0 && index < kLength && index != kHoleAt;
      const bool exits = !is_there && (index < 0 || what != kPristine);
      EXPECT_EQ(code.Run()->id(), exits ? 5u : 6u);
      if (!exits)
        EXPECT_EQ(code.ValueOf(5), is_there ? FakeHeap::Smi(100 + index) : Bits{value_bits::kUndefined});
      EXPECT_EQ(code.ValueOf(1), array);
      EXPECT_EQ(code.ValueOf(2), elements);
      EXPECT_EQ(code.ValueOf(3), static_cast<uint32_t>(index));
    }
  }
}

TEST_F(EmissionValuesTest, TakingOff) {
  const HeapLayout& layout = heap.layout();
  constexpr int32_t kMostWords = 99;
  MAKE(code,
       "b0:\n n1 = Parameter[r1]\n s0: unit 0 at 4 {r1=n1}\n n2 = PopElement n1 @s0\n"
       " s1: unit 0 at 9 {r1=n1 r2=n2}\n n3 = Exit @s1\n");
  enum { kPlain, kHoleAtEnd, kNoElements, kIndexedPrototypes, kLargeCell };
  for (int32_t capacity : {7, 15, 17, 63, 65, kMostWords}) {
    for (int32_t length : {0, 1, 2, 5, 15, 16, 17, 24, 25, 26, 60}) {
      for (int what : {kPlain, kHoleAtEnd, kNoElements, kIndexedPrototypes, kLargeCell}) {
        if (length > capacity) continue;
        SCOPED_TRACE(Decimal(length) + " of " + Decimal(capacity) + ", " + Decimal(what));
        heap.Reset();
        const Bits array = heap.NewObject(heap.NewShape(2), 4);
        const Bits elements = heap.NewInternal(kMostWords * kWordBytes);
        const auto granules = static_cast<uint32_t>((capacity + 1) * kWordBytes / 8);
        heap.In<uint32_t>(elements, layout.header_of_elements) =
            (what == kLargeCell ? 0 : granules) << layout.cell_size_shift | 0x20501;
        auto word = [&](int32_t n) -> auto& {
          return heap.WordIn(elements, layout.first_value + n * kWordBytes);
        };
        for (int32_t n = 0; n < capacity; n++)
          word(n) = static_cast<FakeHeap::WordBits>(n < length ? FakeHeap::Smi(100 + n) : Bits{kHole});
        if (what == kHoleAtEnd && length > 0) word(length - 1) = static_cast<FakeHeap::WordBits>(kHole);
        heap.WordIn(array, layout.extension) =
            static_cast<FakeHeap::WordBits>(what == kNoElements ? 0 : elements);
        heap.WordIn(array, layout.length) = static_cast<FakeHeap::WordBits>(FakeHeap::Smi(length));
        heap.front().no_indexed_prototypes = what != kIndexedPrototypes;
        heap.front().budget = 10;
        heap.value_at_stub = FakeHeap::Smi(7);
        SetRegister(1, array);

        const bool exits = what == kIndexedPrototypes;
        EXPECT_EQ(code.Run()->id(), exits ? 2u : 3u);
        EXPECT_EQ(heap.front().budget, exits ? 11 : 10);
        EXPECT_EQ(code.ValueOf(1), array);
        // What does not keep its capacity is the stub's, and maybe more.
        const bool may_be_fast = what == kPlain && length > 0;
        const bool keeps = length - 1 >= capacity / 4 || capacity <= (length == 1 ? 16 : 64);
        const bool is_slow = heap.calls(Stub::kPop) != 0;
        if (exits || (may_be_fast && (capacity <= 16 || 4 * (length - 1) > capacity + 4)))
          EXPECT_FALSE(is_slow);
        if (!exits && (!may_be_fast || !keeps)) EXPECT_TRUE(is_slow);
        if (is_slow) EXPECT_EQ(heap.last_owner, array);
        if (!exits) EXPECT_EQ(code.ValueOf(2), FakeHeap::Smi(is_slow ? 7 : 99 + length));
        const bool is_taken = !exits && !is_slow;
        EXPECT_EQ(heap.WordIn(array, layout.length), FakeHeap::Smi(is_taken ? length - 1 : length));
        for (int32_t n = 0; n < capacity && what == kPlain; n++)
          EXPECT_EQ(word(n), n < (is_taken ? length - 1 : length) ? FakeHeap::Smi(100 + n) : Bits{kHole});
        if (HasFailure()) return;
      }
    }
  }
}

TEST_F(EmissionValuesTest, StoringWhereMayBeNothing) {
  const HeapLayout& layout = heap.layout();
  constexpr int32_t kPlaces = 7, kHoleAt = 2;
  constexpr Bits kPrototype = 0x4321;
  enum {
    kAppendable,
    kUnusualFlag,
    kOtherUnusualFlag,
    kOtherPrototype,
    kIndexedPrototypes,
    kLargeCell,
    kNoElements
  };
  for (bool is_double : {false, true}) {
    for (bool is_constant : {false, true}) {
      if (is_double && is_constant) continue;
      const Bits constant = FakeHeap::Smi(77);
      const std::string value = is_double ? "n6" : is_constant ? "n9" : "n4";
      MAKE(code, "b0:\n n9 = Constant[" + Hex(constant) + "]\n n1 = Parameter[r1]\n n2 = LoadIsolateWord[" +
                     Decimal(heap.At(offsetof(FakeHeap::Front, input))) +
                     "]\n n4 = Parameter[r4]\n s0: unit 0 at 4 {r1=n1 r2=n2 r4=n4}\n" +
                     (is_double ? " n6 = TaggedToFloat64 n4 @s0\n n3 = StoreDoubleOrAppend["
                                : " n3 = StoreOrAppend[") +
                     Hex(kPrototype) + "] n1 n2 " + value +
                     " @s0\n s1: unit 0 at 9 {r1=n1 r2=n2 r4=n4}\n n5 = Exit @s1\n");
      for (int32_t length : {0, 1, 4, 6, 7}) {
        for (int32_t index : {-1, 0, 1, 2, 4, 6, 7, 8, INT32_MAX, INT32_MIN}) {
          for (int what = kAppendable; what <= kNoElements; what++) {
            for (bool stores : {true, false}) {
              SCOPED_TRACE(Decimal(index) + " of " + Decimal(length) + ", " + value + ", " + Decimal(what));
              heap.Reset();
              const Bits stored = is_constant ? constant : heap.NewNumber(2.5);
              const Bits shape = heap.NewShape(is_double ? 4 : 2);
              heap.In<uint16_t>(shape, layout.shape_flags) = what == kUnusualFlag        ? 0xfe
                                                             : what == kOtherUnusualFlag ? 0x200
                                                                                         : 0xfdf6;
              heap.WordIn(shape, layout.prototype_of_shape) =
                  static_cast<FakeHeap::WordBits>(what == kOtherPrototype ? kPrototype + 8 : kPrototype);
              heap.front().no_indexed_prototypes = what != kIndexedPrototypes;
              const Bits array = heap.NewObject(shape, 4);
              const int32_t bytes = kPlaces * (is_double ? 8 : kWordBytes);
              const Bits elements = heap.NewInternal(static_cast<uint32_t>(bytes));
              // Its header has a word of its own before the elements.
              const auto granules = static_cast<uint32_t>((bytes + kWordBytes + 7) / 8);
              heap.In<uint32_t>(elements, layout.header_of_elements) =
                  (what == kLargeCell ? 0 : granules) << layout.cell_size_shift | 0x20501;
              auto bits = [&](int32_t n) -> uint64_t {
                return is_double ? heap.In<uint64_t>(elements, layout.first_double + n * 8)
                                 : heap.WordIn(elements, layout.first_value + n * kWordBytes);
              };
              const uint64_t hole = is_double ? layout.hole_of_doubles : uint64_t{kHole};
              for (int32_t n = 0; n < kPlaces; n++) {
                if (is_double) {
                  heap.In<uint64_t>(elements, layout.first_double + n * 8) = n == kHoleAt ? hole : 0;
                } else {
                  heap.WordIn(elements, layout.first_value + n * kWordBytes) =
                      static_cast<FakeHeap::WordBits>(n == kHoleAt ? hole : 0);
                }
              }
              heap.WordIn(array, layout.extension) =
                  static_cast<FakeHeap::WordBits>(what == kNoElements ? 0 : elements);
              heap.WordIn(array, layout.length) = static_cast<FakeHeap::WordBits>(FakeHeap::Smi(length));
              heap.front().input = index;
              heap.stores_at_stub = stores;
              SetRegister(1, array);
              SetRegister(4, stored);
              const bool begins = what == kNoElements && !is_double && length == 0 && index == 0;
              const bool is_there = what != kNoElements && index >= 0 && index < length && index != kHoleAt;
              // Of large cells the code does not know how much room there is behind the last element.
              const bool has_room = index < length || (index < kPlaces && what != kLargeCell);
              const bool fills =
                  (what == kAppendable || what == kLargeCell) && index >= 0 && index <= length && has_room;
              const bool is_fast = is_there || fills || begins;
              EXPECT_EQ(code.Run()->id(), is_fast || stores ? 5u : 3u);
              EXPECT_EQ(heap.calls(is_double ? Stub::kStoreDouble : Stub::kStoreElement), !is_fast);
              const uint64_t written = is_double ? std::bit_cast<uint64_t>(2.5) : stored;
              if (!is_fast) {
                EXPECT_EQ(heap.last_owner, array);
                EXPECT_EQ(heap.last_value, static_cast<Bits>(written));
                EXPECT_EQ(heap.last_index, static_cast<uint32_t>(index));
              }
              EXPECT_EQ(code.ValueOf(1), array);
              EXPECT_EQ(code.ValueOf(2), static_cast<uint32_t>(index));
              EXPECT_EQ(code.ValueOf(4), stored);
              const bool grows = is_fast && index == length;
              EXPECT_EQ(heap.WordIn(array, layout.length), FakeHeap::Smi(grows ? length + 1 : length));
              for (int32_t n = 0; n < kPlaces; n++)
                EXPECT_EQ(bits(n), is_fast && !begins && n == index ? written : n == kHoleAt ? hole : 0);
              if (begins) FirstElements(heap, array).Expect(stored);
              if (HasFailure()) return;
            }
          }
        }
      }
    }
  }
}

TEST_F(EmissionValuesTest, Fuel) {
  MAKE(code, "b0:\n n1 = Parameter[r1]\n s0: unit 0 at 4 {r1=n1}\n n2 = SpendFuel[3] @s0\n n3 = Exit @s0\n");
  SetRegister(1, FakeHeap::Smi(5));
  for (int32_t at_poll : {0, 50}) {
    for (int32_t budget : {100, 4, 3, 2, 1, 0, -1, INT32_MIN + 3}) {
      SCOPED_TRACE(Decimal(budget) + " and " + Decimal(at_poll));
      heap.front().budget = budget;
      heap.fuel_at_poll = at_poll;
      heap.ForgetCalls();
      bool is_enough = budget >= 3;
      EXPECT_EQ(code.Run()->id(), is_enough || at_poll != 0 ? 3u : 2u);
      EXPECT_EQ(heap.front().budget, is_enough ? budget - 3 : at_poll != 0 ? at_poll : budget);
      EXPECT_EQ(heap.calls(Stub::kPoll), !is_enough);
      EXPECT_EQ(code.ValueOf(1), FakeHeap::Smi(5));
    }
  }
}

// ---- Typed arrays ----

class EmissionTypedTest : public EmissionValuesTest {
 protected:
  // Of the table. The entry of kNothing is the one without data. kLong has kBytes, which are no multiple of
  // an element's size, kShort has two, and the table ends behind kEmpty.
  enum Handle : uint32_t { kNothing, kShort, kLong, kEmpty, kBeyond };
  static constexpr uint64_t kBytes = 75, kMost = UINT64_MAX;
  static constexpr size_t kAround = 512;  // bytes on either side that nobody may touch

  struct Place {
    uint32_t handle;
    uint64_t offset, length;
  };
  // How the node is compiled.
  struct Way {
    std::optional<int32_t> index;  // a constant
    bool keeps_operands = true, is_constant_stored = false;
    int others = 0;  // values that are in registers all the time
  };
  static constexpr int32_t kStored = -0x12345678;
  static constexpr double kStoredDouble = -2.75;

  static bool IsFloat(TypedElement kind) { return kind >= TypedElement::kFloat32; }
  static std::string NameOf(TypedElement kind, bool is_store) {
    std::string name = is_store ? "StoreTyped" : "LoadTyped";
    if (IsFloat(kind)) name += "Float";
    if (!is_store && kind == TypedElement::kUint32) name += "Uint32";
    return name + "[" + Decimal(static_cast<int>(kind)) + "]";
  }
  static std::string TextOf(TypedElement kind, bool is_store, const Way& way) {
    std::string head = "b0:\n n9 = Int32Constant[" + Decimal(way.index.value_or(0)) +
                       "]\n n10 = Int32Constant[" + Decimal(kStored) +
                       "]\n n11 = Float64Constant[-2.75]\n n1 = Parameter[r1]\n n7 = Parameter[r2] : double\n"
                       " s0: unit 0 at 4 {}\n",
                state;
    for (int n = 0; n < way.others; n++) {
      std::string id = Decimal(20 + n);
      head += " n" + id + " = " + LoadOf(offsetof(FakeHeap::Front, arguments) + 4 * (n % 4)) + "\n";
      state += " r" + id + "=n" + id;
    }
    head += " n8 = " + LoadOf(offsetof(FakeHeap::Front, input)) +
            "\n n12 = " + LoadOf(offsetof(FakeHeap::Front, second_input)) +
            "\n n6 = TaggedToFloat64 n7 @s0\n";
    std::string index = way.index ? "n9" : "n8", stored;
    if (is_store && IsFloat(kind)) stored = way.is_constant_stored ? "n11" : "n6";
    if (is_store && !IsFloat(kind)) stored = way.is_constant_stored ? "n10" : "n12";
    if (way.keeps_operands) state = " r1=n1 r2=" + index + (is_store ? " r4=" + stored : "") + state;
    const ViewOf view{kind, (way.others * 5 + static_cast<int>(kind)) % kTypedViews};
    return head + " s1: unit 0 at 6 {" + state + "}\n n5 = ViewTyped[" + Decimal(view.payload()) +
           "] n1 @s1\n n2 = " + NameOf(kind, is_store) + " n1 n5 " + index + " " + stored +
           " @s1\n s2: unit 0 at 9 {" + state + (is_store ? "" : " r40=n2") + "}\n n3 = Exit @s2\n";
  }

  void MakeBuffers() {
    heap.Reset();
    FakeHeap::NativeState& native = heap.native();
    uint8_t* data = memory.data() + kAround;
    native.buffers[kShort] = {.data = data, .limit = 2};
    native.buffers[kEmpty] = {.data = data, .limit = 0};
    // What stands behind the end looks like an entry.
    for (uint32_t n : {uint32_t{kLong}, uint32_t{kBeyond}, kBeyond + 1})
      native.buffers[n] = {.data = data, .limit = kBytes};
    native.end = native.buffers + kBeyond;
    EXPECT_EQ(native.buffers[kNothing].data, nullptr);
    EXPECT_EQ(native.buffers[kNothing].limit, 0u);
  }
  uint64_t LimitOf(uint32_t handle) { return handle < kBeyond ? heap.native().buffers[handle].limit : 0; }
  // All of it is there, and indices reach it.
  bool HasView(const Place& place, uint64_t size) {
    uint64_t limit = LimitOf(place.handle);
    return place.offset <= limit && place.length <= INT32_MAX && place.length * size <= limit - place.offset;
  }

  // What a load of the element at `at` gives; a store puts what is to be stored there.
  static uint64_t Access(TypedElement kind, bool is_store, uint8_t* at, int32_t integer, double number) {
    auto as = [&](auto value) -> uint64_t {
      using T = decltype(value);
      if (is_store) {
        if constexpr (std::is_floating_point_v<T>) {
          value = static_cast<T>(number);
        } else {
          value = static_cast<T>(integer);
        }
        std::memcpy(at, &value, sizeof value);
        return 0;
      }
      std::memcpy(&value, at, sizeof value);
      if constexpr (std::is_floating_point_v<T>) {
        return std::bit_cast<uint64_t>(static_cast<double>(value));
      } else {
        return static_cast<uint32_t>(value);
      }
    };
    switch (kind) {
      case TypedElement::kInt8: return as(int8_t{});
      case TypedElement::kUint8:
      case TypedElement::kUint8Clamped: return as(uint8_t{});
      case TypedElement::kInt16: return as(int16_t{});
      case TypedElement::kUint16: return as(uint16_t{});
      case TypedElement::kInt32: return as(int32_t{});
      case TypedElement::kUint32: return as(uint32_t{});
      case TypedElement::kFloat32: return as(float{});
      case TypedElement::kFloat64: return as(double{});
      case TypedElement::kFloat16: break;
    }
    return 0;
  }

  void CompareOne(CompiledGraph& code, TypedElement kind, bool is_store, const Way& way, const Place& place,
                  int32_t index) {
    SCOPED_TRACE(NameOf(kind, is_store) + " at " + (way.index ? "the constant " : "") + Decimal(index) +
                 " of handle " + Decimal(place.handle) + ", offset " + Hex(place.offset) + ", length " +
                 Hex(place.length) + ", " + Decimal(way.others) + " others");
    runs++;
    for (size_t n = 0; n < memory.size(); n++) memory[n] = static_cast<uint8_t>(n * 89 + runs);
    std::vector<uint8_t> expected = memory;
    FakeHeap::Front& front = heap.front();
    double number = runs % 3 == 0 ? -1.5 * runs : numbers[runs % numbers.size()];
    front.input = index;
    front.second_input = static_cast<int32_t>(runs * 0x9e3779b9);
    front.arguments[0] = 0x2222222211111111;
    front.arguments[1] = 0x4444444433333333;
    Bits array = heap.Word(1);
    heap.In<double>(heap.Word(2), heap.layout().number) = number;

    const uint64_t size = uint64_t{1} << SizeLog2(kind);
    const bool has_view = HasView(place, size);
    const bool is_inside = has_view && index >= 0 && static_cast<uint64_t>(index) < place.length;
    uint64_t result = 0;
    if (is_inside) {
      uint8_t* at = expected.data() + kAround + place.offset + static_cast<uint64_t>(index) * size;
      result = Access(kind, is_store, at, way.is_constant_stored ? kStored : front.second_input,
                      way.is_constant_stored ? kStoredDouble : number);
      inside++;
    }
    const Node* exit = code.Run();
    ASSERT_NE(exit, nullptr);
    ASSERT_EQ(exit->id(), is_inside ? 3u : has_view ? 2u : 5u);
    ASSERT_TRUE(memory == expected);
    if (is_inside && !is_store) {
      // Signaling NaNs change where their width does.
      uint64_t found = code.ValueOf(2);
      bool is_nan = kind == TypedElement::kFloat32 && std::isnan(std::bit_cast<double>(result));
      EXPECT_TRUE(is_nan ? std::isnan(std::bit_cast<double>(found)) : found == result)
          << Hex(found) << " and not " << Hex(result);
    }
    if (way.keeps_operands) {
      EXPECT_EQ(code.ValueOf(1), array);
      EXPECT_EQ(code.ValueOf(way.index ? 9 : 8), static_cast<uint32_t>(index));
    }
    for (int n = 0; n < way.others; n++)
      EXPECT_EQ(code.ValueOf(20 + static_cast<uint32_t>(n)), 0x11111111u * (n % 4 + 1));
  }

  // All kinds, loaded and stored, in many ways. The places and indices are for elements of a size. An index
  // that is outside is the nearer to memory of this test's the earlier it stands.
  void CompareAll(const std::function<std::vector<Place>(uint64_t size)>& places_of,
                  const std::function<std::vector<int32_t>(uint64_t size)>& indices_of,
                  bool has_inside = false) {
    for (int number = 0; number <= static_cast<int>(TypedElement::kFloat64); number++) {
      const auto kind = static_cast<TypedElement>(number);
      const uint64_t size = uint64_t{1} << SizeLog2(kind);
      if (kind == TypedElement::kFloat16) continue;
      for (bool is_store : {false, true}) {
        if (is_store && kind == TypedElement::kUint8Clamped) continue;
        std::vector<Way> ways = {Way{}, Way{.keeps_operands = false}, Way{.is_constant_stored = true}};
        for (int others = 1; others < 7; others++)
          ways.push_back({.keeps_operands = others % 2 == 0, .others = others});
        for (int32_t index : indices_of(size)) ways.push_back({.index = index});
        inside = 0;
        for (const Way& way : ways) {
          MAKE(code, TextOf(kind, is_store, way));
          for (const Place& place : places_of(size)) {
            MakeBuffers();
            SetRegister(1, heap.NewTypedArray(place.handle, place.offset, place.length));
            SetRegister(2, heap.NewNumber(0));
            for (int32_t index : way.index ? std::vector<int32_t>{*way.index} : indices_of(size)) {
              CompareOne(code, kind, is_store, way, place, index);
              if (HasFailure()) return;
            }
          }
        }
        EXPECT_EQ(inside > 0, has_inside);
      }
    }
    EXPECT_EQ(heap.all_calls(), 0);
  }
  // Around the ends of all that is there, and far away.
  static std::vector<int32_t> Indices(uint64_t size) {
    auto end = static_cast<int32_t>(kBytes / size), power = static_cast<int32_t>(32 / size);
    return {0,       1,          2,       3,       5,          end - 2,   end - 1,   end,
            end + 1, kBytes - 1, 99,      100,     -1,         -2,        -3,        -power,
            -end,    -100,       1 << 29, 1 << 30, -(1 << 29), INT32_MAX, INT32_MIN, INT32_MIN + 1};
  }

  std::vector<uint8_t> memory = std::vector<uint8_t>(2 * kAround + kBytes);
  std::vector<double> numbers = FakeHeap::Numbers();
  uint32_t runs = 0, inside = 0;
};

TEST_F(EmissionTypedTest, ElementsInsideAndBeyond) {
  CompareAll(
      [](uint64_t size) -> std::vector<Place> {
        return {{kLong, 0, kBytes / size},
                {kLong, 8, (kBytes - 8) / size},
                {kLong, 64, 11 / size},
                {kLong, 8, 2},
                {kLong, 16, 0},
                {kEmpty, 0, 0},
                {kShort, 0, 2 / size}};
      },
      Indices, true);
}

TEST_F(EmissionTypedTest, LengthsThatLie) {
  CompareAll(
      [](uint64_t) -> std::vector<Place> {
        return {{kLong, 0, 100},   {kLong, 8, 0x80000000},        {kLong, 16, 0x100000000},
                {kLong, 3, kMost}, {kLong, 0, uint64_t{1} << 63}, {kLong, 24, kMost},
                {kShort, 0, 100},  {kLong, 0, kBytes + 1},        {kLong, 1, kBytes}};
      },
      Indices);
  CompareAll([](uint64_t) -> std::vector<Place> { return {{kEmpty, 0, 100}, {kEmpty, 0, kMost}}; }, Indices);
}

TEST_F(EmissionTypedTest, OffsetsThatLie) {
  CompareAll(
      [](uint64_t) -> std::vector<Place> {
        return {{kLong, kBytes, 100},
                {kLong, kBytes + 1, 100},
                {kLong, kBytes + 8, kMost},
                {kLong, uint64_t{1} << 32, 100},
                {kLong, uint64_t{1} << 63, 100},
                {kLong, kMost, 100},
                {kLong, kMost - 7, 100},
                {kLong, kMost - 63, 100},
                {kEmpty, 1, 100}};
      },
      Indices);
}

TEST_F(EmissionTypedTest, HandlesThatLie) {
  CompareAll(
      [](uint64_t) -> std::vector<Place> {
        return {{kBeyond, 0, 5}, {kBeyond + 1, 0, 5}, {1000, 0, 5}, {(1u << 26) - 1, 0, kMost}};
      },
      Indices);
  // A table that is empty has no memory at all.
  MAKE(code, TextOf(TypedElement::kUint8, false, {}));
  for (uint32_t handle : {kNothing, kShort}) {
    MakeBuffers();
    heap.native().first = heap.native().end = nullptr;
    SetRegister(1, heap.NewTypedArray(handle, 0, 5));
    SetRegister(2, heap.NewNumber(0));
    heap.front().input = 0;
    EXPECT_EQ(code.Run()->id(), 5u);
  }
}

// So are detached ones, whose arrays keep their length.
TEST_F(EmissionTypedTest, BuffersOfNothing) {
  // Code that reads there anyway is to fail here, and not to end the process: so there is memory where the
  // first of the indices would lead, if the system gives it.
  constexpr uint64_t kNearNull = 1 << 20;
  void* page = mmap(std::bit_cast<void*>(uintptr_t{kNearNull}), 4096, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CompareAll(
      [](uint64_t) -> std::vector<Place> {
        return {{kNothing, 0, 0x7fffffff}, {kNothing, 0, kMost}, {kNothing, 0, 5}, {kNothing, 8, 5}};
      },
      [](uint64_t size) {
        std::vector<int32_t> indices = Indices(size);
        indices.insert(indices.begin(), static_cast<int32_t>(kNearNull / size));
        return indices;
      });
  if (page != MAP_FAILED) munmap(page, 4096);
}

}  // namespace
}  // namespace halfword::jit
