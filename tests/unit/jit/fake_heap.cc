#include "fake_heap.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <bit>
#include <cmath>
#include <limits>

#include "jit/code/code_space.h"
#include "math/functions.h"
#include "ops/machine_state.h"

namespace halfword::jit {

using namespace target_registers;  // NOLINT: the names of one target
using namespace value_bits;        // NOLINT

// ---- Stubs: they keep all registers, whatever the compiler makes of OnStub ----

// `sp` tells how the stack was aligned.
extern "C" __attribute__((used)) void HwFakeStub(uint64_t stub, uintptr_t sp) {
#if defined(__x86_64__)
  CHECK(sp % 16 == 8);
#else
  CHECK(sp % 16 == 0);
#endif
  FakeHeap::Get().OnStub(static_cast<Stub>(stub));
}

#if defined(__x86_64__)
asm(R"(
  .pushsection .text
HwKeepAll:
  .irp r, rax, rcx, rdx, rbx, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
  pushq %\r
  .endr
  movq 120(%rsp), %rdi
  movq %rsp, %rsi
  movq %rsp, %rbp
  subq $256, %rsp
  andq $-16, %rsp
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
  movups %xmm\n, 16*\n(%rsp)
  .endr
  call HwFakeStub
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
  movups 16*\n(%rsp), %xmm\n
  .endr
  movq %rbp, %rsp
  .irp r, r15, r14, r13, r12, r11, r10, r9, r8, rdi, rsi, rbp, rbx, rdx, rcx, rax
  popq %\r
  .endr
  leaq 8(%rsp), %rsp
  ret
  .popsection
)");
template <int kStub>
__attribute__((naked)) void StubEntry() {
  asm volatile("pushq %0\n\tjmp HwKeepAll" ::"i"(kStub));
}
#else
asm(R"(
  .pushsection .text
HwKeepAll:
  sub sp, sp, #768
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
  str x\n, [sp, #8*\n]
  .endr
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  str q\n, [sp, #256+16*\n]
  .endr
  mov x0, x16
  mov x1, sp
  bl HwFakeStub
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
  ldr x\n, [sp, #8*\n]
  .endr
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  ldr q\n, [sp, #256+16*\n]
  .endr
  add sp, sp, #768
  ret
  .popsection
)");
template <int kStub>
__attribute__((naked)) void StubEntry() {
  asm volatile("mov x16, %0\n\tb HwKeepAll" ::"i"(kStub));
}
#endif

namespace {

// What machine code finds by kMachine.
struct Table {
  const void* leave;
  const void* stubs[kStubCount];
};
HW_NOT_INSTRUMENTED __attribute__((preserve_none, noinline, no_sanitize("address", "undefined"))) void Leave(
    const void*, FakeHeap::WordBits*, uintptr_t, const Table*) {}
const Table kTable = [] {
  Table table;
  table.leave = reinterpret_cast<const void*>(&Leave);
  [&]<int... kStubs>(std::integer_sequence<int, kStubs...>) {
    ((table.stubs[kStubs] = reinterpret_cast<const void*>(&StubEntry<kStubs>)), ...);
  }(std::make_integer_sequence<int, kStubCount>());
  return table;
}();
// Machine code keeps none of the caller's registers: no locals here, and no sanitizer.
HW_NOT_INSTRUMENTED __attribute__((noinline, no_sanitize("address", "undefined"))) void Enter(
    FakeHeap::WordBits* frame, uintptr_t base, HandlerFunction code) {
  EnterMachineCode(nullptr, reinterpret_cast<Value*>(frame), base, reinterpret_cast<const Machine*>(&kTable),
                   Value::Undefined(), nullptr, nullptr, code);
}

constexpr FrameRoom kRoom = {.frame_size = 300, .first_free = 80, .tagged_words = 18, .slack_words = 64};

}  // namespace

int32_t ToInt32(double d) {
  if (!std::isfinite(d)) return 0;
  double modulo = std::fmod(std::trunc(d), 4294967296.0);
  return static_cast<int32_t>(static_cast<uint32_t>(static_cast<int64_t>(modulo)));
}

// ---- The heap ----

FakeHeap& FakeHeap::Get() {
  static FakeHeap heap;
  return heap;
}

FakeHeap::FakeHeap() {
  void* place = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(place != MAP_FAILED);
  CHECK(mprotect(place, kFrontOffset, PROT_NONE) == 0);  // where immediates would lead
  base_ = reinterpret_cast<uintptr_t>(place);
  // Headers stand before what references lead to.
  constexpr int32_t kWord = kWordBytes;
  layout_.header_of_object = -kWord - kObjectTag;
  layout_.header_of_string = -kWord - kStringTag;
  layout_.header_of_number = -kWord - kNumberTag;
  layout_.element_access = 21 - kOtherTag;
  layout_.extension = 0 - kObjectTag;
  layout_.length = 2 * kWord - kObjectTag;
  layout_.string_length = 0 - kStringTag;  // the contents
  layout_.first_character = layout_.slice_offset = 4 - kStringTag;
  layout_.slice_parent = 8 - kStringTag;
  layout_.type_bits = 0xff0;
  layout_.one_byte_string = 0x510;
  layout_.big_int = kBigInt & layout_.type_bits;
  layout_.two_byte_string = 0x520;
  layout_.slice = 0x530;
  layout_.rope = 0x540;
  layout_.rope_left = 4 - kStringTag;
  layout_.rope_right = 4 + kWord - kStringTag;
  layout_.wide_rope = 4;
  layout_.rope_header = 0x30540;
  layout_.rope_bytes = 24 + kWord;
  layout_.shortest_rope = 24;
  layout_.rope_limit = 1000;
  layout_.single_characters = At(offsetof(Front, single_characters));
  layout_.names = At(offsetof(Front, names));
  layout_.first_value = layout_.first_double = 0 - kOtherTag;
  layout_.parent = 0 - kOtherTag;
  layout_.first_slot = kWord - kOtherTag;
  layout_.environment = kWord - kObjectTag;
  layout_.function_info = 3 * kWord - kObjectTag;
  layout_.cell_value = 0 - kOtherTag;
  layout_.cell_flags = 2 * kWord - kOtherTag;
  layout_.number = 0 - kNumberTag;
  layout_.header_of_elements = -kWord - kOtherTag;
  layout_.no_indexed_prototypes = At(offsetof(Front, no_indexed_prototypes));
  layout_.cell_size_shift = 19;
  layout_.type_of_shape = 16 - kOtherTag;
  layout_.prototype_of_shape = 24 - kOtherTag;
  layout_.shape_flags = 2 - kOtherTag;
  layout_.callable = 4;
  layout_.unappendable = 0x0209;
  layout_.proxy_type = 77;
  layout_.longest_chain = 5;
  layout_.typed_buffer = kWord - kObjectTag;
  layout_.typed_offset = 24 - kObjectTag;
  layout_.typed_length = 40 - kObjectTag;
  layout_.buffer_state = 2 * kWord - kObjectTag;
  layout_.bump_top = At(offsetof(Front, bump_top));
  layout_.bump_limit = At(offsetof(Front, bump_limit));
  layout_.barrier_limit = At(offsetof(Front, barrier_limit));
  layout_.budget = At(offsetof(Front, budget));
  layout_.epoch = At(offsetof(Front, epoch));
  layout_.stack_limit = At(offsetof(Front, stack_limit));
  layout_.html_dda = At(offsetof(Front, html_dda));
  layout_.transient = At(offsetof(Front, transient));
  layout_.exit_number = At(offsetof(Front, exit_number));
  layout_.references = At(offsetof(Front, references));
  layout_.parking = At(offsetof(Front, parking));
  layout_.arguments = At(offsetof(Front, arguments));
  layout_.native_state = At(offsetof(Front, native_state));
  layout_.stub_loads = offsetof(NativeState, stubs);
  layout_.stub_load_mask = offsetof(NativeState, stub_mask);
  layout_.stub_name = offsetof(StubEntry, name);
  layout_.stub_epoch = offsetof(StubEntry, epoch);
  layout_.stub_where = offsetof(StubEntry, where);
  layout_.first_view = At(offsetof(Front, views));
  layout_.first_buffer = offsetof(NativeState, first);
  layout_.buffers_end = offsetof(NativeState, end);
  layout_.buffer_data = offsetof(Buffer, data);
  layout_.buffer_limit = offsetof(Buffer, limit);
  layout_.handle_shift = kHandleShift;
  layout_.buffer_entry_log2 = std::countr_zero(sizeof(Buffer));
  static_assert(std::has_single_bit(sizeof(Buffer)));
  layout_.stubs = static_cast<int32_t>(offsetof(Table, stubs));
  layout_.extension_kind = 22 - kOtherTag;
  layout_.has_properties = 2;
  layout_.has_both = 3;
  layout_.array_type = 41;
  layout_.pair_elements = kWord - kOtherTag;
  layout_.array_of_smis = 3;
  layout_.last_array_access = 4;
  layout_.cell_is_assigned_slowly = 12;
  layout_.interned = 1 << 19;
  layout_.first_elements_header = 0x00140a01;
  layout_.first_capacity = 3;
  layout_.cleared_at_once = 4096;
  layout_.number_header = 0x00140502;
  layout_.number_bytes = 16;
  layout_.transient_bits =
      (HALFWORD_COMPRESS ? 0 : base_) + static_cast<uint32_t>(layout_.transient) + kNumberTag;
  layout_.hole_of_doubles = 0xfff7fffffff7ffff;
  layout_.visible_nan = 0x7ff8000000000000;
  layout_.environment_word = -2;
  layout_.function_word = -5;
  layout_.new_target_word = -7;
  layout_.argument_count_word = -1;
  Reset();
}

void FakeHeap::Reset() {
  std::memset(reinterpret_cast<void*>(base_ + kFrontOffset), 0, kBytes - kFrontOffset);
  std::memset(frame_, 0xcd, sizeof frame_);
  next_ = kObjects;
  front().bump_top = kBytes / 2 + 8;
  front().bump_limit = kBytes;
  Bits shape_of_document_all = NewShape(0);
  function_shape = NewShape(0);
  for (Bits shape : {function_shape, shape_of_document_all})
    In<uint8_t>(shape, layout_.shape_flags) = static_cast<uint8_t>(layout_.callable);
  SetDocumentAll(NewObject(shape_of_document_all, 4));
  for (int n = 0; n < static_cast<int>(Name::kCount); n++)
    front().names[n] = static_cast<WordBits>(0x3003 + n * 8);
  std::memset(&native_, 0, sizeof native_);
  native_.first = native_.buffers;
  native_.end = native_.buffers + 1;
  front().native_state = &native_;
  ForgetCalls();
  fuel_at_poll = 0;
}

FakeHeap::Bits FakeHeap::Allocate(uint32_t bytes, int32_t tag) {
  uint32_t place = next_ + 8;
  next_ = (place + bytes + 7) & ~7u;
  CHECK(next_ < kBytes / 2);
  return (HALFWORD_COMPRESS ? 0 : base_) + place + static_cast<uint32_t>(tag);
}
FakeHeap::Bits FakeHeap::NewNumber(double d) {
  Bits box = Allocate(sizeof d, kNumberTag);
  In<uint32_t>(box, layout_.header_of_number) = layout_.number_header;
  In<double>(box, layout_.number) = d;
  return box;
}
FakeHeap::Bits FakeHeap::NewString(uint32_t contents, bool is_interned) {
  Bits string = Allocate(8, kStringTag);
  // All other bits of the header are set, or none is, so that no other one is taken for the flag.
  In<uint32_t>(string, layout_.header_of_string) = is_interned ? layout_.interned : ~layout_.interned;
  In<uint32_t>(string, -kStringTag) = contents;
  return string;
}
FakeHeap::Bits FakeHeap::NewCharacters(const std::u16string& characters, bool is_one_byte) {
  const auto length = static_cast<uint32_t>(characters.size());
  Bits string = Allocate(4 + length * 2, kStringTag);
  In<uint32_t>(string, layout_.header_of_string) =
      0xfff0f00b | static_cast<uint32_t>(is_one_byte ? layout_.one_byte_string : layout_.two_byte_string);
  In<uint32_t>(string, layout_.string_length) = length;
  for (uint32_t n = 0; n < length; n++) {
    const auto place = layout_.first_character + static_cast<int32_t>(is_one_byte ? n : 2 * n);
    if (is_one_byte) {
      In<uint8_t>(string, place) = static_cast<uint8_t>(characters[n]);
    } else {
      In<uint16_t>(string, place) = characters[n];
    }
  }
  return string;
}
FakeHeap::Bits FakeHeap::NewSlice(Bits parent, uint32_t offset, uint32_t length) {
  Bits string = Allocate(16, kStringTag);
  In<uint32_t>(string, layout_.header_of_string) = 0xfff0f00b | static_cast<uint32_t>(layout_.slice);
  In<uint32_t>(string, layout_.string_length) = length;
  In<uint32_t>(string, layout_.slice_offset) = offset;
  WordIn(string, layout_.slice_parent) = static_cast<WordBits>(parent);
  return string;
}
FakeHeap::Bits FakeHeap::NewRope(uint32_t length, Bits left, Bits right, bool is_wide) {
  Bits string = Allocate(24, kStringTag);
  In<uint32_t>(string, layout_.header_of_string) = 0xfff0f00b | static_cast<uint32_t>(layout_.rope) |
                                                   static_cast<uint32_t>(is_wide ? layout_.wide_rope : 0);
  In<uint32_t>(string, layout_.string_length) = length;
  WordIn(string, layout_.rope_left) = static_cast<WordBits>(left);
  WordIn(string, layout_.rope_right) = static_cast<WordBits>(right);
  return string;
}
FakeHeap::Bits FakeHeap::NewShape(uint8_t element_access) {
  Bits shape = Allocate(32, kOtherTag);
  In<uint64_t>(shape, layout_.element_access - 5) = ~uint64_t{0};  // bytes around it
  In<uint8_t>(shape, layout_.element_access) = element_access;
  return shape;
}
FakeHeap::Bits FakeHeap::NewObject(Bits shape, uint32_t words) {
  Bits object = Allocate(words * kWordBytes, kObjectTag);
  WordIn(object, layout_.header_of_object) = static_cast<WordBits>(shape);
  return object;
}
void FakeHeap::SetDocumentAll(Bits object) {
  document_all = object;
  front().html_dda = static_cast<WordBits>(object);
}
FakeHeap::Bits FakeHeap::NewTypedArray(uint32_t handle, uint64_t offset, uint64_t length) {
  constexpr uint32_t kWords = 48 / kWordBytes;
  Bits array = NewObject(function_shape, kWords), buffer = NewObject(function_shape, kWords);
  WordIn(array, layout_.typed_buffer) = static_cast<WordBits>(buffer);
  In<uint64_t>(array, layout_.typed_offset) = offset;
  In<uint64_t>(array, layout_.typed_length) = length;
  // Below the handle there are flags.
  uint32_t flags = (1u << kHandleShift) - 2;
  In<uint32_t>(buffer, layout_.buffer_state) = handle << kHandleShift | flags;
  return array;
}
FakeHeap::Bits FakeHeap::NewOther(uint32_t type, uint32_t contents) {
  Bits other = Allocate(8, kOtherTag);
  In<uint32_t>(other, -kWordBytes - kOtherTag) = type;
  In<uint32_t>(other, -kOtherTag) = contents;
  return other;
}

double FakeHeap::NumberOf(Bits v) {
  return IsSmi(v) ? static_cast<int32_t>(v) >> 1 : In<double>(v, layout_.number);
}
bool FakeHeap::ToBoolean(Bits v) {
  if (IsNumber(v)) return NumberOf(v) != 0 && !std::isnan(NumberOf(v));
  if (IsString(v)) return In<uint32_t>(v, -kStringTag) != 0;
  if (IsObject(v)) return v != document_all;
  if (IsType(v, TypeOfKind::kBigInt)) return In<uint32_t>(v, -kOtherTag) != 0;
  return v != kUndefined && v != kNull && v != kFalse;
}
bool FakeHeap::AreStrictlyEqual(Bits a, Bits b) {
  if (IsNumber(a) && IsNumber(b)) return NumberOf(a) == NumberOf(b);
  if (IsString(a) && IsString(b)) return In<uint32_t>(a, -kStringTag) == In<uint32_t>(b, -kStringTag);
  if (IsType(a, TypeOfKind::kBigInt) && IsType(b, TypeOfKind::kBigInt))
    return In<uint32_t>(a, -kOtherTag) == In<uint32_t>(b, -kOtherTag);
  return a == b;
}
int FakeHeap::AreLooselyEqual(Bits a, Bits b) {
  if (IsNullish(a) || IsNullish(b)) {
    return (IsNullish(a) || a == document_all) && (IsNullish(b) || b == document_all);
  }
  if (IsObject(a) && IsObject(b)) return a == b;
  for (Bits v : {a, b}) {
    if (IsObject(v) || IsType(v, TypeOfKind::kBigInt)) return 2;
  }
  if (IsString(a) && IsString(b)) return AreStrictlyEqual(a, b);
  auto has_number = [&](Bits v) { return IsNumber(v) || IsString(v) || v == kFalse || v == kTrue; };
  auto number = [&](Bits v) {
    if (IsString(v)) return static_cast<double>(In<uint32_t>(v, -kStringTag));
    return IsNumber(v) ? NumberOf(v) : v == kTrue;
  };
  return has_number(a) && has_number(b) ? number(a) == number(b) : a == b;
}
bool FakeHeap::IsType(Bits v, TypeOfKind kind) {
  bool is_function = IsObject(v) && ShapeOf(v) == function_shape;
  bool is_other = HasTag(v, kOtherTag) && !IsImmediate(v);
  uint32_t type = is_other ? In<uint32_t>(v, -kWordBytes - kOtherTag) : 0;
  switch (kind) {
    case TypeOfKind::kUndefined: return v == kUndefined || v == document_all;
    case TypeOfKind::kObject: return v == kNull || (IsObject(v) && !is_function && v != document_all);
    case TypeOfKind::kBoolean: return v == kTrue || v == kFalse;
    case TypeOfKind::kNumber: return IsNumber(v);
    case TypeOfKind::kString: return IsString(v);
    case TypeOfKind::kSymbol: return type == kSymbol;
    case TypeOfKind::kBigInt: return type == kBigInt;
    case TypeOfKind::kFunction: return is_function;
    case TypeOfKind::kOtherString: return false;
  }
  return false;
}
FakeHeap::Bits FakeHeap::TypeOf(Bits v) {
  constexpr Name kNames[] = {Name::undefined, Name::object, Name::boolean, Name::number,
                             Name::string,    Name::symbol, Name::bigint,  Name::function};
  int kind = 0;
  while (kind < 7 && !IsType(v, static_cast<TypeOfKind>(kind))) kind++;
  return front().names[static_cast<int>(kNames[kind])];
}
TypeSet FakeHeap::TypesOf(Bits v) {
  if (IsSmi(v)) return kSmiType;
  if (IsBox(v)) return kDoubleType;
  if (IsString(v)) return IsInterned(v) ? kInternedType : kStringType;
  if (IsObject(v)) return kObjectType;
  switch (v) {
    case kUndefined: return kUndefinedType;
    case kNull: return kNullType;
    case kFalse:
    case kTrue: return kBooleanType;
    case kHole: return kHoleType;
    default: break;
  }
  return IsType(v, TypeOfKind::kSymbol)   ? kSymbolType
         : IsType(v, TypeOfKind::kBigInt) ? kBigIntType
                                          : kInternalType;
}

std::vector<double> FakeHeap::Numbers() {
  const HeapLayout& layout = Get().layout();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<double> numbers = {0.0,
                                 -0.0,
                                 0.5,
                                 -0.5,
                                 0.1,
                                 1.5,
                                 5e-324,
                                 1e300,
                                 -1e300,
                                 kInfinity,
                                 -kInfinity,
                                 std::bit_cast<double>(layout.visible_nan),
                                 std::bit_cast<double>(layout.hole_of_doubles),
                                 std::bit_cast<double>(layout.hole_of_doubles ^ 1),
                                 std::bit_cast<double>(layout.hole_of_doubles ^ (uint64_t{1} << 40)),
                                 std::bit_cast<double>(uint64_t{0xfff8000000000000})};
  for (int exponent : {0, 1, 29, 30, 31, 32, 33, 52, 53, 54, 62, 63, 64, 65, 83, 84, 100}) {
    for (double by : {-1.0, -0.5, 0.0, 0.5, 1.0, 5.0}) {
      numbers.push_back(std::ldexp(1.0, exponent) + by);
      numbers.push_back(-std::ldexp(1.0, exponent) + by);
    }
    // Odd multiples, where neighbours of the power are even.
    numbers.push_back(std::ldexp(1.5, exponent));
    numbers.push_back(-std::nextafter(std::ldexp(1.0, exponent), 0));
  }
  return numbers;
}

std::vector<FakeHeap::Bits> FakeHeap::Values() {
  std::vector<Bits> values = {kUndefined, kNull, kFalse, kTrue, kHole, 0x2f, 0x37};
  for (int32_t n : {0, 1, 2, 3, 7, 10, 15, 16, 100, 0x1fffffff, 0x3ffffffe, 0x3fffffff}) {
    values.push_back(Smi(n));
    values.push_back(Smi(-n));
  }
  values.push_back(Smi(-0x40000000));
  for (double d : Numbers()) values.push_back(NewNumber(d));
  for (uint32_t contents : {0, 1, 2}) {
    values.push_back(NewString(contents, false));
    values.push_back(NewString(contents, false));
    values.push_back(NewString(contents, true));
  }
  values.push_back(document_all);
  for (uint8_t access = 0; access < 6; access++) {
    Bits shape = NewShape(access);
    values.push_back(shape);
    values.push_back(NewObject(shape, 4));
    values.push_back(NewObject(shape, 4));
  }
  values.push_back(NewObject(function_shape, 4));
  values.push_back(NewSymbol());
  values.push_back(NewSymbol());
  for (uint32_t n : {0, 1, 1}) values.push_back(NewBigInt(n));
  return values;
}

int FakeHeap::all_calls() const {
  int sum = 0;
  for (int n : calls_) sum += n;
  return sum;
}

void FakeHeap::OnStub(Stub stub) {
  calls_[static_cast<int>(stub)]++;
  uint64_t* arguments = front().arguments;
  auto value = [&](int n) -> Bits { return static_cast<WordBits>(arguments[n]); };
  auto number = [&](int n) { return std::bit_cast<double>(arguments[n]); };
  // Of what is no result nothing is left.
  auto give = [&](uint64_t bits) {
    arguments[0] = bits;
    arguments[1] = 0xabababababababab;
  };
  // The upper half is nobody's.
  auto give_int = [&](int32_t n) { give(0x5555555500000000 | static_cast<uint32_t>(n)); };
  switch (stub) {
    case Stub::kWriteBarrier:
      last_owner = value(0);
      last_value = value(1);
      give(0xabababababababab);
      break;
    case Stub::kBox: {
      Bits box = NewNumber(number(0));
      give(HALFWORD_COMPRESS ? 0x5555555500000000 | box : box);
      break;
    }
    case Stub::kTruncate: give_int(ToInt32(number(0))); break;
    case Stub::kRemainder: give(std::bit_cast<uint64_t>(std::fmod(number(0), number(1)))); break;
    case Stub::kMathFunction:
      give(std::bit_cast<uint64_t>(
          math::Evaluate(static_cast<math::Function>(front().parking[0]), number(0), number(1))));
      break;
    case Stub::kToBoolean: give_int(ToBoolean(value(0))); break;
    case Stub::kStrictlyEqual: give_int(AreStrictlyEqual(value(0), value(1))); break;
    case Stub::kLooselyEqual: give_int(AreLooselyEqual(value(0), value(1))); break;
    case Stub::kNewObject: {
      Bits object = NewObject(value(0), 4);
      give(HALFWORD_COMPRESS ? 0x5555555500000000 | object : object);
      break;
    }
    case Stub::kCharacterAt:
      last_owner = value(0);
      last_value = static_cast<uint32_t>(arguments[1]);
      give_int(character_at_stub);
      break;
    case Stub::kSingleCharacter:
      last_value = static_cast<uint32_t>(arguments[0]);
      give(HALFWORD_COMPRESS ? 0x5555555500000000 | value_at_stub : value_at_stub);
      break;
    case Stub::kConcat:
      last_owner = value(0);
      last_value = value(1);
      give(HALFWORD_COMPRESS ? 0x5555555500000000 | value_at_stub : value_at_stub);
      break;
    case Stub::kAppend:
      last_owner = value(0);
      last_value = value(1);
      give_int(length_at_append);
      break;
    case Stub::kPop:
      last_owner = value(0);
      give(HALFWORD_COMPRESS ? 0x5555555500000000 | value_at_stub : value_at_stub);
      break;
    case Stub::kStoreElement:
    case Stub::kStoreDouble:
      last_owner = value(0);
      last_value = stub == Stub::kStoreDouble ? arguments[1] : value(1);
      last_index = static_cast<uint32_t>(front().parking[0]);
      give_int(stores_at_stub);
      break;
    case Stub::kLoadNamed:
      last_owner = value(0);
      last_value = value(1);
      give(HALFWORD_COMPRESS ? 0x5555555500000000 | value_at_stub : value_at_stub);
      break;
    case Stub::kTypeOf: give(TypeOf(value(0))); break;
    case Stub::kTakeElement:
      last_owner = value(0);
      last_value = value(1);
      give_int(stores_at_stub);
      break;
    case Stub::kPoll:
      if (fuel_at_poll != 0) front().budget = fuel_at_poll;
      give_int(fuel_at_poll != 0);
      break;
  }
}

// ---- Graphs ----

CompiledGraph::CompiledGraph(const Graph& graph) : graph_(&graph) { Compile(); }
CompiledGraph::CompiledGraph(const std::string& blocks) {
  own_ = Graph::FromText(arena_, "unit 0: code 0x51 info 0x61\n" + blocks, &error_);
  if (own_ == nullptr) return;
  own_->OrderBlocks();
  graph_ = own_.get();
  error_ = graph_->Verify();
  if (error_.empty()) Compile();
}
CompiledGraph::~CompiledGraph() {
  if (code_ != nullptr) CodeSpace::Get().Remove(code_, size_);
}

void CompiledGraph::Compile() {
  allocation_ = Allocation::Run(*graph_, kRoom, &error_);
  if (allocation_ == nullptr) return;
  error_ = allocation_->Check();
  if (!error_.empty()) return;
  Masm masm;
  Emission emission(*graph_, *allocation_, FakeHeap::Get().layout(), {}, masm);
  error_ = emission.Run();
  if (!error_.empty()) return;
  exits_.assign(emission.exits().begin(), emission.exits().end());
  masm.Bind(emission.common_exit());
  masm.Bind(emission.leave());
  for (uint8_t r = 0; r < 32; r++) {
    auto place = [&](size_t first) { return Memory::At(kBase, FakeHeap::At(first) + 8 * r); };
    if (kAllocatable.Has(Gpr{r})) masm.Store64(place(offsetof(FakeHeap::Front, general)), Gpr{r});
    if (kAllocatableDoubles >> r & 1) masm.StoreDouble(place(offsetof(FakeHeap::Front, doubles)), Fpr{r});
  }
  masm.JumpTo(Memory::At(kMachine, offsetof(Table, leave)));
  CodeBytes bytes = masm.Finish();
  size_ = bytes.size();
  code_ = CodeSpace::Get().Add(bytes);
  if (code_ != nullptr) return;
  is_impossible_ = true;
  error_ = "no memory to execute";
}

const Node* CompiledGraph::Run() {
  FakeHeap& heap = FakeHeap::Get();
  heap.front().exit_number = UINT32_MAX;
  Enter(heap.fp(), heap.base(), std::bit_cast<HandlerFunction>(code_));
  uint32_t number = heap.front().exit_number;
  last_exit_ = number < exits_.size() ? exits_[number] : nullptr;
  return last_exit_;
}

const Node* CompiledGraph::NodeOf(uint32_t id) const {
  const Node* found = nullptr;
  graph_->ForEachNode([&](const Node* node) {
    if (node->id() == id) found = node;
  });
  return found;
}

uint64_t CompiledGraph::ValueOf(const Node& value) const {
  FakeHeap& heap = FakeHeap::Get();
  Location l = allocation_->InState(*last_exit_, value);
  uint64_t bits = 0;
  switch (l.kind) {
    case Location::kGeneral: bits = heap.front().general[l.index]; break;
    case Location::kDouble: bits = std::bit_cast<uint64_t>(heap.front().doubles[l.index]); break;
    case Location::kWord: std::memcpy(&bits, heap.fp() + l.index, 8); break;
    case Location::kConstant: {
      const Node& constant = Unchecked(value);
      bits = constant.Is(NodeKind::kInt32Constant) ? static_cast<uint32_t>(constant.payload().number)
                                                   : constant.payload().raw;
      break;
    }
    case Location::kNowhere: ADD_FAILURE() << "n" << value.id() << " is nowhere"; break;
  }
  switch (value.representation()) {
    case Representation::kFloat64: return bits;
    case Representation::kTagged:
    case Representation::kSmi: return static_cast<FakeHeap::WordBits>(bits);
    default: return static_cast<uint32_t>(bits);
  }
}

}  // namespace halfword::jit
