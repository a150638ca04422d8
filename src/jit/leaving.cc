#include "jit/leaving.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "bytecode/frame.h"
#include "bytecode/opcodes.h"
#include "gc/write_barrier.h"
#include "jit/machine.h"
#include "jit/masm/registers.h"
#include "jit/tiers.h"
#include "math/functions.h"
#include "objects/memory/fuel.h"
#include "objects/memory/value_list.h"
#include "objects/poll_observer.h"
#include "ops/machine.h"
#include "ops/support.h"
#include "platform/exhaustion.h"
#include "runtime/caches/inline_cache.h"
#include "runtime/native_state.h"
#include "runtime/operations/arithmetic.h"
#include "runtime/operations/conversions.h"

namespace halfword::jit {

namespace {

// A number, one of the record's objects, or the Value itself.
struct Found {
  static constexpr uint32_t kNone = UINT32_MAX;
  bool is_double = false;
  uint32_t object = kNone;
  double number = 0;
  Value value = Value::Smi(0);

  bool is_to_be_made() const { return is_double || object != kNone; }

  static Found Number(double d) { return {.is_double = true, .number = d}; }
  static Found Integer(int64_t n) {
    return Value::FitsSmi(n) ? Found{.value = Value::Smi(static_cast<int32_t>(n))}
                             : Number(static_cast<double>(n));
  }
};

Found Find(const ValuePlace& place, const Value* fp, uint64_t words, const SavedRegisters& registers) {
  auto general = [&] {
    CHECK(place.index < std::size(registers.general));
    return registers.general[place.index];
  };
  auto word = [&](uint32_t size) {
    CHECK(place.index * sizeof(Value) + size <= words * sizeof(Value));
    uint64_t bits = 0;
    std::memcpy(&bits, fp + place.index, size);
    return bits;
  };
  auto integer = [](uint64_t bits) { return Found::Integer(static_cast<int32_t>(bits)); };
  auto unsigned_integer = [](uint64_t bits) { return Found::Integer(static_cast<uint32_t>(bits)); };
  auto boolean = [](uint64_t bits) { return Found{.value = Value::Boolean((bits & 1) != 0)}; };
  auto tagged = [](uint64_t bits) { return Found{.value = Value::FromBits(static_cast<Value::Bits>(bits))}; };
  switch (place.kind) {
    case ValuePlace::kDead: return {};
    case ValuePlace::kLiteral: return tagged(place.index);
    case ValuePlace::kDouble: return Found::Number(std::bit_cast<double>(place.index));
    case ValuePlace::kTaggedRegister: return tagged(general());
    case ValuePlace::kInt32Register: return integer(general());
    case ValuePlace::kUint32Register: return unsigned_integer(general());
    case ValuePlace::kBoolRegister: return boolean(general());
    case ValuePlace::kDoubleRegister:
      CHECK(place.index < std::size(registers.doubles));
      return Found::Number(registers.doubles[place.index]);
    case ValuePlace::kTaggedWord: return tagged(word(sizeof(Value)));
    case ValuePlace::kInt32Word: return integer(word(4));
    case ValuePlace::kUint32Word: return unsigned_integer(word(4));
    case ValuePlace::kBoolWord: return boolean(word(4));
    case ValuePlace::kDoubleWord: return Found::Number(std::bit_cast<double>(word(8)));
    case ValuePlace::kObject: return {.object = static_cast<uint32_t>(place.index)};
  }
  UNREACHABLE();
}

// The objects of a record, which are made where somebody asks for them.
class Objects {
 public:
  // Reads all that they are to have; makes nothing yet.
  Objects(Isolate& isolate, const ExitRecords::Record& record, const Value* fp, uint64_t words,
          const SavedRegisters& registers)
      : isolate_(isolate), record_(record), kept_(isolate) {
    for (const ExitRecords::Object& object : record.objects) {
      firsts_.push_back(found_.size());
      for (const ExitRecords::Object::Word& word : object.words) {
        found_.push_back(Find(word.place, fp, words, registers));
        kept_.Append(found_.back().value);
      }
    }
    made_ = kept_.size();
    for (size_t n = 0; n < record.objects.size(); n++) kept_.Append(Value::Smi(0));
  }

  Value Make(const Found& found) {
    if (found.is_double) return NewHeapNumber(isolate_, found.number);
    return found.object == Found::kNone ? found.value : Object(found.object);
  }

 private:
  Value Object(uint32_t number) {
    CHECK(number < record_.objects.size());
    if (!kept_[made_ + number].IsSmi()) return kept_[made_ + number];
    const ExitRecords::Object& record = record_.objects[number];
    auto* shape = Value::FromBits(static_cast<Value::Bits>(record.shape)).As<Shape>();
    JSObject* object = NewObject(isolate_, shape);
    kept_[made_ + number] = Value(object);
    for (size_t n = 0; n < record.words.size(); n++) {
      const size_t place = firsts_[number] + n;
      const Found& found = found_[place];
      const Value value = found.is_double                ? NumberValue(isolate_, found.number)
                          : found.object != Found::kNone ? Object(found.object)
                                                         : kept_[place];
      auto* word = reinterpret_cast<ValueField*>(reinterpret_cast<char*>(object) + record.words[n].offset);
      CHECK(record.words[n].offset + sizeof(Value) <= shape->object_size() - gc::kHeaderSize);
      word->Set(object, value);
    }
    return Value(object);
  }

  Isolate& isolate_;
  const ExitRecords::Record& record_;
  ValueList kept_;  // what the words have, if that is a Value; then the objects, Smi 0 before they are made
  size_t made_ = 0;
  std::vector<size_t> firsts_;  // the first word of each object
  std::vector<Found> found_;
};

}  // namespace

WrittenFrames WriteFrames(Isolate& isolate, Value* fp, const ExitRecords::Record& record,
                          std::span<const InlinedFrame> inlined, SavedRegisters* registers) {
  const uint64_t words = uint64_t{frame::CodeOf(fp)->frame_size_} + frame::kSlackWords;
  // All is read before anything is written, and Values are written before the first box is made: what is in
  // frames is seen by a collection.
  std::vector<Found> found;
  for (const ExitRecords::Frame& frame : record.frames) {
    for (const ExitRecords::Register& r : frame.registers)
      found.push_back(Find(r.place, fp, words, *registers));
  }
  Found acc = Find(record.acc, fp, words, *registers);
  Objects objects(isolate, record, fp, words, *registers);
  // From here on they would keep alive what nobody needs.
  *registers = {};
  size_t n = 0;
  struct Unmade {
    Value* word;
    Found found;
  };
  std::vector<Unmade> unmade;
  Value* top = fp;
  // A frame lies over the upper words of the one outside of it.
  for (const ExitRecords::Frame& frame : record.frames) {
    if (&frame != record.frames.data()) {
      const InlinedFrame& header = inlined[static_cast<size_t>(&frame - record.frames.data()) - 1];
      top += header.distance;
      top[frame::kReturnCode] = header.return_code;
      top[frame::kCode] = Value(header.code);
      top[frame::kFeedback] = header.feedback;
      top[frame::kNewTarget] = header.new_target;
      top[frame::kCallerDelta] = frame::Delta(top - header.distance, top);
      top[frame::kReturnPc] = Value::Smi(static_cast<int32_t>(header.return_pc));
      top[frame::kArgumentCount] = Value::Smi(static_cast<int32_t>(header.argument_count));
      top[frame::kFunction] = header.function;
      top[frame::kEnvironment] = header.environment;
    }
    const uint32_t size = frame::CodeOf(top)->frame_size_;
    Value* at = top;
    for (const ExitRecords::Register& r : frame.registers) {
      CHECK(r.number < size);
      for (; at < top + r.number; at++) *at = Value::Smi(0);
      if (found[n].is_to_be_made()) unmade.push_back({at, found[n]});
      *at++ = found[n++].value;
    }
    std::fill(at, top + size, Value::Smi(0));
  }
  isolate.frame_ = frame::OffsetOfFrame(top);
  Value kept = acc.value;
  // The compiler may not keep it in the vector's memory, where no collection looks.
  asm volatile("" : "+r"(kept));
  for (const Unmade& u : unmade) *u.word = objects.Make(u.found);
  return {top, acc.is_to_be_made() ? objects.Make(acc) : kept};
}

#if HALFWORD_T2

StoredRegisters::StoredRegisters(Isolate& isolate, SavedRegisters* registers)
    : innermost_(InnermostStub(isolate)),
      around_(innermost_),
      registers_(registers),
      references_(isolate.exchange_.references) {
  innermost_ = this;
}
StoredRegisters::~StoredRegisters() {
  innermost_ = around_;
  if (hidden_ == nullptr) return;
  ForEachNumber([&](auto member, size_t n) { (registers_->*member)[n] = (hidden_.get()->*member)[n]; });
}
void StoredRegisters::Hide() {
  if (hidden_ != nullptr) return;
  hidden_ = std::make_unique<SavedRegisters>(*registers_);
  ForEachNumber([&](auto member, size_t n) { (registers_->*member)[n] = 0; });
}
template <class F>
void StoredRegisters::ForEachNumber(F f) {
  for (size_t n = 0; n < std::size(registers_->general); n++) {
    const bool is_value = target_registers::kAllocatable.Has(Gpr{static_cast<uint8_t>(n)});
    if (is_value && (references_ >> n & 1) == 0) f(&SavedRegisters::general, n);
  }
  for (size_t n = 0; n < std::size(registers_->doubles); n++) f(&SavedRegisters::doubles, n);
}

namespace {

Isolate& IsolateAt(uintptr_t base) { return *reinterpret_cast<Isolate*>(base + gc::kClientFrontOffset); }
Value ArgumentOf(const Isolate& isolate, int n) {
  return Value::FromBits(static_cast<Value::Bits>(isolate.exchange_.arguments[n]));
}
double NumberOf(const Isolate& isolate, int n) {
  return std::bit_cast<double>(isolate.exchange_.arguments[n]);
}

// The frame is seen by collections, as far as its words are Values. Which instruction it is at is not known,
// and no stub asks for it.
void NoteFrame(Isolate& isolate, Value* fp) {
  isolate.frame_ = frame::OffsetOfFrame(fp);
  Code* code = frame::CodeOf(fp);
  isolate.pc_ = static_cast<uint32_t>(code->bytecode() - reinterpret_cast<const uint8_t*>(code));
}

// Whether the guest can pay so many units. A stub charges in the middle of optimized code, which polls only
// later. Work that may be the guest's end is left to the baseline tier, which ends it there.
bool CanPay(Isolate& isolate, uint64_t most) {
  const bool is_limited = isolate.fuel_ >= 0 || StateOf(isolate).budget.budget() != nullptr;
  if (!is_limited || (isolate.budget_ >= 0 && static_cast<uint64_t>(isolate.budget_) >= most)) return true;
  if (StateOf(isolate).budget.budget() == nullptr &&
      isolate.fuel_ + isolate.budget_ >= static_cast<int64_t>(most))
    return true;
  NoteLeftForFuel(isolate);
  return false;
}
// The most that a comparison takes: both may become flat, and all characters may be looked at.
uint64_t CostOfComparing(Value a, Value b) {
  if (!a.IsString() || !b.IsString() || a.AsString()->length() != b.AsString()->length()) return 0;
  return 3 * uint64_t{a.AsString()->length()} / kCharactersPerUnit;
}

// Of the array that a stub stores to, and whether it is stored.
ElementAccess AccessOf(const Isolate& isolate) {
  return ArgumentOf(isolate, 0).AsObject()->shape()->element_access();
}
uint64_t StoreOrAppend(Isolate& isolate, Value value, bool takes_it) {
  auto* array = static_cast<JSArray*>(ArgumentOf(isolate, 0).AsObject());
  const auto index = static_cast<uint32_t>(isolate.exchange_.parking[0]);
  const uint32_t length = array->length();
  if (!takes_it || index > length || !ops::IsAppendable(CageBase(), isolate, array->shape())) return 0;
  if (index == length) return array->Push(isolate, value) ? 1 : 0;
  array->DefineOwn(isolate, PropertyKey::FromIndex(index), value, kDataDefault);
  return 1;
}

}  // namespace

// ---- What stubs do. Registers are stored meanwhile. ----

namespace {

void RunWriteBarrier(SavedRegisters*, Value*, uintptr_t base, const void*) {
  Isolate& isolate = IsolateAt(base);
  const Value owner = ArgumentOf(isolate, 0);
  const auto tag = static_cast<Tag>(owner.bits() & 7);
  gc::WriteBarrierSlow(gc::FrontOf(base), Decompress(base, owner.bits(), tag), ArgumentOf(isolate, 1).bits());
}
void RunBox(SavedRegisters* registers, Value* fp, uintptr_t base, const void*) {
  Isolate& isolate = IsolateAt(base);
  const StoredRegisters stored(isolate, registers);
  NoteFrame(isolate, fp);
  isolate.exchange_.arguments[0] = NewHeapNumber(isolate, NumberOf(isolate, 0)).bits();
}
void RunNewObject(SavedRegisters* registers, Value* fp, uintptr_t base, const void*) {
  Isolate& isolate = IsolateAt(base);
  const StoredRegisters stored(isolate, registers);
  NoteFrame(isolate, fp);
  isolate.exchange_.arguments[0] = Value(NewObject(isolate, ArgumentOf(isolate, 0).As<Shape>())).bits();
}
void RunAppend(SavedRegisters* registers, Value* fp, uintptr_t base, const void*) {
  Isolate& isolate = IsolateAt(base);
  const StoredRegisters stored(isolate, registers);
  NoteFrame(isolate, fp);
  auto* array = static_cast<JSArray*>(ArgumentOf(isolate, 0).AsObject());
  bool is_done = array->Push(isolate, ArgumentOf(isolate, 1));
  isolate.exchange_.arguments[0] = is_done ? Value::Smi(static_cast<int32_t>(array->length())).bits() : 0;
}
void RunPop(SavedRegisters* registers, Value* fp, uintptr_t base, const void*) {
  Isolate& isolate = IsolateAt(base);
  const StoredRegisters stored(isolate, registers);
  NoteFrame(isolate, fp);
  auto* array = static_cast<JSArray*>(ArgumentOf(isolate, 0).AsObject());
  const uint32_t length = array->length();
  Value last = length == 0 ? Value::Undefined() : array->GetElement(isolate, length - 1);
  if (length != 0) array->SetLengthFast(isolate, length - 1);
  isolate.exchange_.arguments[0] = (last.IsHole() ? Value::Undefined() : last).bits();
}
void RunStoreElement(SavedRegisters* registers, Value* fp, uintptr_t base, const void*) {
  Isolate& isolate = IsolateAt(base);
  const StoredRegisters stored(isolate, registers);
  NoteFrame(isolate, fp);
  const Value value = ArgumentOf(isolate, 1);
  isolate.exchange_.arguments[0] = StoreOrAppend(isolate, value, ops::TakesElement(AccessOf(isolate), value));
}
void RunStoreDouble(SavedRegisters* registers, Value* fp, uintptr_t base, const void*) {
  Isolate& isolate = IsolateAt(base);
  const StoredRegisters stored(isolate, registers);
  NoteFrame(isolate, fp);
  const double number = NumberOf(isolate, 1);
  const bool takes_it = AccessOf(isolate) == ElementAccess::kArrayOfDoubles;
  isolate.exchange_.arguments[0] = StoreOrAppend(isolate, NumberValue(isolate, number), takes_it);
}
void RunTakeElement(SavedRegisters* registers, Value* fp, uintptr_t base, const void*) {
  Isolate& isolate = IsolateAt(base);
  const StoredRegisters stored(isolate, registers);
  NoteFrame(isolate, fp);
  auto* array = static_cast<JSArray*>(ArgumentOf(isolate, 0).AsObject());
  isolate.exchange_.arguments[0] = array->Take(isolate, ArgumentOf(isolate, 1)) ? 1 : 0;
}
void RunLoadNamed(SavedRegisters* registers, Value* fp, uintptr_t base, const void*) {
  Isolate& isolate = IsolateAt(base);
  const StoredRegisters stored(isolate, registers);
  NoteFrame(isolate, fp);
  isolate.exchange_.arguments[0] =
      LoadPlain(isolate, ArgumentOf(isolate, 0).AsObject(), ArgumentOf(isolate, 1)).bits();
}
void RunTruncate(SavedRegisters*, Value*, uintptr_t base, const void*) {
  Isolate& isolate = IsolateAt(base);
  isolate.exchange_.arguments[0] = static_cast<uint32_t>(DoubleToInt32(NumberOf(isolate, 0)));
}
void RunRemainder(SavedRegisters*, Value*, uintptr_t base, const void*) {
  Isolate& isolate = IsolateAt(base);
  double result = NumberRemainder(NumberOf(isolate, 0), NumberOf(isolate, 1));
  isolate.exchange_.arguments[0] = std::bit_cast<uint64_t>(result);
}
void RunMathFunction(SavedRegisters*, Value*, uintptr_t base, const void*) {
  Isolate& isolate = IsolateAt(base);
  const auto function = static_cast<math::Function>(static_cast<uint8_t>(isolate.exchange_.parking[0]));
  const double x = NumberOf(isolate, 0), y = NumberOf(isolate, 1);
  const double result =
      function == math::Function::kPow ? NumberExponentiate(x, y) : math::Evaluate(function, x, y);
  isolate.exchange_.arguments[0] = std::bit_cast<uint64_t>(result);
}
void RunToBoolean(SavedRegisters*, Value*, uintptr_t base, const void*) {
  Isolate& isolate = IsolateAt(base);
  isolate.exchange_.arguments[0] = ToBoolean(ArgumentOf(isolate, 0)) ? 1 : 0;
}
void RunStrictlyEqual(SavedRegisters* registers, Value* fp, uintptr_t base, const void*) {
  Isolate& isolate = IsolateAt(base);
  const StoredRegisters stored(isolate, registers);
  NoteFrame(isolate, fp);
  Value a = ArgumentOf(isolate, 0), b = ArgumentOf(isolate, 1);
  isolate.exchange_.arguments[0] = 2;
  if (!CanPay(isolate, CostOfComparing(a, b))) return;
  isolate.exchange_.arguments[0] = IsStrictlyEqual(isolate, a, b) ? 1 : 0;
}
void RunLooselyEqual(SavedRegisters* registers, Value* fp, uintptr_t base, const void*) {
  Isolate& isolate = IsolateAt(base);
  const StoredRegisters stored(isolate, registers);
  Value a = ArgumentOf(isolate, 0), b = ArgumentOf(isolate, 1);
  // Objects that are compared with primitives other than undefined and null are converted, and the text of
  // a BigInt may not fit.
  auto is_plain = [](Value v) { return !v.IsObject() && !v.IsBigInt(); };
  bool is_any_nullish = a.IsNullOrUndefined() || b.IsNullOrUndefined();
  bool needs_nothing = is_any_nullish || (a.IsObject() && b.IsObject()) || (is_plain(a) && is_plain(b));
  NoteFrame(isolate, fp);
  isolate.exchange_.arguments[0] = 2;
  if (!needs_nothing || !CanPay(isolate, CostOfComparing(a, b))) return;
  Completion<bool> are_equal = IsLooselyEqual(isolate, a, b);
  CHECK(!are_equal.IsThrow());
  isolate.exchange_.arguments[0] = are_equal.Take() ? 1 : 0;
}
void RunCharacterAt(SavedRegisters* registers, Value* fp, uintptr_t base, const void*) {
  Isolate& isolate = IsolateAt(base);
  const StoredRegisters stored(isolate, registers);
  NoteFrame(isolate, fp);
  String* string = ArgumentOf(isolate, 0).AsString();
  const auto index = static_cast<uint32_t>(isolate.exchange_.arguments[1]);
  isolate.exchange_.arguments[0] = UINT64_MAX;
  if (!string->IsFlat() && !CanPay(isolate, string->length() / kCharactersPerUnit)) return;
  FlatChars characters = string->Flatten(isolate);
  bool is_there = index < characters.length();
  isolate.exchange_.arguments[0] = is_there ? uint64_t{characters[index]} : UINT64_MAX;
}
void RunSingleCharacter(SavedRegisters* registers, Value* fp, uintptr_t base, const void*) {
  Isolate& isolate = IsolateAt(base);
  const StoredRegisters stored(isolate, registers);
  NoteFrame(isolate, fp);
  auto unit = static_cast<char16_t>(isolate.exchange_.arguments[0]);
  isolate.exchange_.arguments[0] = Value(SingleCharString(isolate, unit)).bits();
}
void RunConcat(SavedRegisters* registers, Value* fp, uintptr_t base, const void*) {
  Isolate& isolate = IsolateAt(base);
  const StoredRegisters stored(isolate, registers);
  NoteFrame(isolate, fp);
  Value a = ArgumentOf(isolate, 0), b = ArgumentOf(isolate, 1), sum = Value::Hole();
  auto is_plain = [](Value v) {
    return v.IsString() || v.IsNumber() || v.IsBoolean() || v.IsNullOrUndefined();
  };
  // The texts of other primitives are shorter than this.
  constexpr uint32_t kMostOfOthers = 32;
  auto length = [](Value v) { return v.IsString() ? v.AsString()->length() : kMostOfOthers; };
  // What is longer may be refused, and there may be no memory for it.
  const bool is_short = length(a) + length(b) < String::kLongLength;
  if (is_plain(a) && is_plain(b) && (a.IsString() || b.IsString()) && is_short) {
    Completion<Value> made = BinaryOperation(isolate, BinaryOp::kAdd, a, b);
    CHECK(!made.IsThrow());
    sum = made.Take();
  }
  isolate.exchange_.arguments[0] = sum.bits();
}
void RunTypeOf(SavedRegisters*, Value*, uintptr_t base, const void*) {
  Isolate& isolate = IsolateAt(base);
  isolate.exchange_.arguments[0] = Value(TypeOf(isolate, ArgumentOf(isolate, 0))).bits();
}
void RunPoll(SavedRegisters* registers, Value* fp, uintptr_t base, const void* from) {
  Isolate& isolate = IsolateAt(base);
  // Whoever wants to see true frames finds them at the poll of the baseline tier, which comes at once.
  // Nothing is spent or wrong, so the code stays.
  for (PollObserver* o = StateOf(isolate).poll_observer; HW_UNLIKELY(o != nullptr); o = o->next()) {
    if (!o->IsDue()) continue;
    isolate.exchange_.arguments[0] = 0;
    return;
  }
  const StoredRegisters stored(isolate, registers);
  NoteFrame(isolate, fp);
  // As PollBackEdge: what nobody needs any more keeps nothing alive.
  bool is_due = StateOf(isolate).clears_frames_at_poll;
  WipeUnused(isolate, fp, from, isolate.exchange_.exit_number, is_due);
  // Where fuel is at its end the baseline tier goes on: there may be some for the first of the units, and the
  // guest ends with the debt that it has in every tier.
  GrantFuel(isolate);
  const bool goes_on = isolate.budget_ >= 0 && !isolate.PollUnobserved().IsThrow();
  isolate.exchange_.arguments[0] = goes_on ? 1 : 0;
}
void RunLeave(SavedRegisters* registers, Value* fp, uintptr_t base, const void* from) {
  Isolate& isolate = IsolateAt(base);
  // What the exit has given back is not to keep a guest going that has been ended.
  if (isolate.IsTerminating()) isolate.budget_ = std::min(isolate.budget_, -1);
  Leaving leaving = LeaveOptimized(isolate, fp, from, isolate.exchange_.exit_number);
  auto [top, acc] = WriteFrames(isolate, fp, leaving.record, leaving.inlined, registers);
  Code* code = frame::CodeOf(top);
  const uint8_t* pc = code->bytecode() + leaving.offset;
  const Machine* machine = NativeStateAt(base).machine;
  if (leaving.enters_loop) {
    DCHECK(acc.IsSmi());  // nobody needs it
    isolate.pc_ = static_cast<uint32_t>(pc - reinterpret_cast<const uint8_t*>(code));
    if (const void* loop = EnterLoopFrom(isolate, code, leaving.offset); loop != nullptr)
      leaving.target = loop;
  }
  const void* target =
      leaving.target != nullptr ? leaving.target : reinterpret_cast<const void*>(machine->dispatch[*pc]);
  // The registers of handlers (ops/machine_state.h); the others stay.
  registers->general[12] = reinterpret_cast<uint64_t>(pc);
  registers->general[13] = reinterpret_cast<uint64_t>(top);
  registers->general[7] = acc.bits();
  registers->general[6] =
      reinterpret_cast<uint64_t>(Decompress(base, top[frame::kFeedback].bits(), kOtherTag));
  registers->general[2] = reinterpret_cast<uint64_t>(code);
  registers->general[0] = reinterpret_cast<uint64_t>(target);
}

}  // namespace

extern "C" {

// False: there is no memory.
#define V(name)                                                                                     \
  bool HalfwordStub##name(SavedRegisters* registers, Value* fp, uintptr_t base, const void* from) { \
    return platform::CatchExhaustion([&] { Run##name(registers, fp, base, from); });                \
  }
HW_STUBS(V)
V(Leave)
#undef V

// Where nothing of a stub is on the stack any more: the exception finds the way that it finds from a handler.
// Through code without unwind tables, which has called the stub, it finds none.
[[noreturn]] void HalfwordExhausted() { platform::ThrowExhaustion(); }

}  // extern "C"

namespace {

// A function that calls another of C++ with all registers stored, and restores them. The stack is where C++
// wants it at the beginning of a function. The last argument is the return address. C++ would store those
// that it keeps once more, so they are cleared; so are the words that nothing is stored to.
#define HW_SAVE_REGISTERS                                                                                  \
  "sub $264, %rsp\n mov %rax, 0(%rsp)\n mov %rcx, 8(%rsp)\n mov %rdx, 16(%rsp)\n mov %rbx, 24(%rsp)\n"     \
  "mov %rbp, 40(%rsp)\n mov %rsi, 48(%rsp)\n mov %rdi, 56(%rsp)\n mov %r8, 64(%rsp)\n mov %r9, 72(%rsp)\n" \
  "mov %r10, 80(%rsp)\n mov %r11, 88(%rsp)\n mov %r12, 96(%rsp)\n mov %r13, 104(%rsp)\n"                   \
  "mov %r14, 112(%rsp)\n mov %r15, 120(%rsp)\n movsd %xmm0, 128(%rsp)\n movsd %xmm1, 136(%rsp)\n"          \
  "movsd %xmm2, 144(%rsp)\n movsd %xmm3, 152(%rsp)\n movsd %xmm4, 160(%rsp)\n movsd %xmm5, 168(%rsp)\n"    \
  "movsd %xmm6, 176(%rsp)\n movsd %xmm7, 184(%rsp)\n movsd %xmm8, 192(%rsp)\n movsd %xmm9, 200(%rsp)\n"    \
  "movsd %xmm10, 208(%rsp)\n movsd %xmm11, 216(%rsp)\n movsd %xmm12, 224(%rsp)\n"                          \
  "movsd %xmm13, 232(%rsp)\n movsd %xmm14, 240(%rsp)\n movsd %xmm15, 248(%rsp)\n"                          \
  "movq $0, 32(%rsp)\n movq $0, 256(%rsp)\n xor %ebx, %ebx\n xor %ebp, %ebp\n xor %r12d, %r12d\n"          \
  "mov %rsp, %rdi\n mov %r13, %rsi\n mov %r14, %rdx\n"
// Drops all that is on the stack since the code called.
#define HW_UNLESS_EXHAUSTED "test %al, %al\n jnz 9f\n add $280, %rsp\n jmp HalfwordExhausted\n9:\n"
#define HW_RESTORE_REGISTERS                                                                              \
  "movsd 128(%rsp), %xmm0\n movsd 136(%rsp), %xmm1\n movsd 144(%rsp), %xmm2\n movsd 152(%rsp), %xmm3\n"   \
  "movsd 160(%rsp), %xmm4\n movsd 168(%rsp), %xmm5\n movsd 176(%rsp), %xmm6\n movsd 184(%rsp), %xmm7\n"   \
  "movsd 192(%rsp), %xmm8\n movsd 200(%rsp), %xmm9\n movsd 208(%rsp), %xmm10\n movsd 216(%rsp), %xmm11\n" \
  "movsd 224(%rsp), %xmm12\n movsd 232(%rsp), %xmm13\n movsd 240(%rsp), %xmm14\n"                         \
  "movsd 248(%rsp), %xmm15\n mov 0(%rsp), %rax\n mov 8(%rsp), %rcx\n mov 16(%rsp), %rdx\n"                \
  "mov 48(%rsp), %rsi\n mov 56(%rsp), %rdi\n mov 64(%rsp), %r8\n mov 72(%rsp), %r9\n"                     \
  "mov 80(%rsp), %r10\n mov 88(%rsp), %r11\n mov 24(%rsp), %rbx\n mov 40(%rsp), %rbp\n mov 96(%rsp), %r12\n"
#define HW_CALL_STUB(name, before)                                             \
  asm(HW_SAVE_REGISTERS before "mov 264(%rsp), %rcx\n call HalfwordStub" #name \
                               "\n" HW_UNLESS_EXHAUSTED HW_RESTORE_REGISTERS "add $264, %rsp\n ret\n")
#define HW_STUB(name) \
  __attribute__((naked, used)) void Stub##name() { HW_CALL_STUB(name, ""); }
HW_STUBS(HW_STUB)
// Stubs call each other's functions from one depth, and what these leave out of their frames is the same in
// all: whatever lies there would keep an object alive as long as the code runs. So polls clear it.
__attribute__((naked, used)) void StubPollAboveClearedFrames() {
  HW_CALL_STUB(Poll, "lea -512(%rsp), %rdi\n xor %eax, %eax\n mov $64, %ecx\n rep stosq\n mov %rsp, %rdi\n");
}
// The return address says which code it is. It is dropped, with the word that has aligned the stack.
__attribute__((naked, used)) void StubLeave() {
  asm(HW_SAVE_REGISTERS "mov 264(%rsp), %rcx\n call HalfwordStubLeave\n" HW_UNLESS_EXHAUSTED
                        "mov 96(%rsp), %r12\n mov 104(%rsp), %r13\n"
                        "mov 0(%rsp), %rax\n mov 16(%rsp), %rdx\n mov 48(%rsp), %rsi\n mov 56(%rsp), %rdi\n"
                        "add $280, %rsp\n jmp *%rax\n");
}
#undef HW_STUB
#undef HW_CALL_STUB
#undef HW_SAVE_REGISTERS
#undef HW_RESTORE_REGISTERS
#undef HW_UNLESS_EXHAUSTED

}  // namespace

void FillStubs(CompiledMachine* machine) {
#define V(name) machine->stubs[static_cast<int>(Stub::k##name)] = reinterpret_cast<const void*>(&Stub##name);
  HW_STUBS(V)
#undef V
  machine->stubs[static_cast<int>(Stub::kPoll)] = reinterpret_cast<const void*>(&StubPollAboveClearedFrames);
  machine->leave = reinterpret_cast<const void*>(&StubLeave);
}

#elif HALFWORD_JIT
void FillStubs(CompiledMachine*) {}
#endif

}  // namespace halfword::jit
