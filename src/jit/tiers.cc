#include "jit/tiers.h"

#include <algorithm>
#include <vector>

#include "base/macros.h"
#include "gc/heap.h"
#include "gc/limits.h"
#include "interpreter/interpreter.h"
#include "jit/baseline.h"
#include "jit/code_space.h"
#include "jit/entries.h"
#include "jit/machine.h"
#include "jit/regexp_compiler.h"
#include "jit/regexp_heat.h"
#include "objects/builtin_objects.h"
#include "platform/clock.h"
#include "regexp/matching.h"

namespace halfword::jit {

#if HALFWORD_JIT

namespace {

// No tenant takes all of the process's code space.
constexpr uint64_t kMostOfOneIsolate = CodeSpace::kBytes / 4;
// What compiling takes for a while, for each byte of bytecode.
constexpr size_t kBytesToCompile = 80;

// What an isolate keeps of its machine code. Its end gives the code back.
class IsolateCode {
 public:
  explicit IsolateCode(TierMode mode, uint64_t seed) : mode(mode), random_state(seed * 2 + 1) {}
  IsolateCode(const IsolateCode&) = delete;
  ~IsolateCode() {
    for (const Function& function : functions) Remove(function);
    regexps.ForEach([&](const RegExpHeat::Entry& entry) { Remove(entry); });
  }

  struct Function {
    Code* code;  // weak
    uint32_t entry;
    const CompiledCode* compiled;
    std::vector<const CompiledCode*> former = {};  // frames may return to it
  };
  void Remove(const Function& function) {
    ReturnEntry(function.entry);
    RemoveCode(function.compiled);
    for (const CompiledCode* former : function.former) RemoveCode(former);
  }
  void Remove(const RegExpHeat::Entry& entry) {
    for (const regexp::MachineCode* code : entry.code) {
      if (code != nullptr) RemoveBytes(code, code->size);
    }
  }
  void RemoveCode(const CompiledCode* compiled) { RemoveBytes(compiled, compiled->size()); }
  void RemoveBytes(const void* code, size_t size) {
    statistics.live_bytes -= size;
    CodeSpace::Get().Remove(static_cast<const uint8_t*>(code), size);
  }
  // Null: there is no room, or it can't be compiled.
  const regexp::MachineCode* MakeRegExp(Isolate& isolate, std::span<const uint8_t> program,
                                        bool is_two_byte) {
    uint64_t begin = platform::MonotonicNanoseconds();
    if (program.size() * kBytesToCompile > gc::subtle::RoomUnderLimit(isolate.heap())) return nullptr;
    std::vector<uint8_t> bytes = CompileRegExp(program, is_two_byte);
    if (bytes.empty()) return nullptr;
    const auto* code = reinterpret_cast<const regexp::MachineCode*>(Keep(isolate, bytes));
    if (code == nullptr) return nullptr;
    statistics.regexps++;
    statistics.code_bytes += bytes.size();
    statistics.nanoseconds += platform::MonotonicNanoseconds() - begin;
    return code;
  }
  // Where it can run, charged to the isolate. Null: there is no room.
  const uint8_t* Keep(Isolate& isolate, std::span<const uint8_t> bytes) {
    if (statistics.live_bytes + bytes.size() > kMostOfOneIsolate) return nullptr;
    const uint8_t* code = CodeSpace::Get().Add(bytes);
    if (code == nullptr) return nullptr;
    isolate.heap().AdjustExternalBytes(static_cast<int64_t>(bytes.size()));
    statistics.live_bytes += bytes.size();
    return code;
  }
  // Null: there is no room, or it can't be compiled, or would be as before.
  const CompiledCode* Make(Isolate& isolate, Code* code, Value feedback,
                           const CompiledCode* former = nullptr) {
    uint64_t begin = platform::MonotonicNanoseconds();
    Sites sites;
    if (mode == TierMode::kAutomatic) {
      sites.feedback = feedback.Is<FeedbackVector>() ? feedback.As<FeedbackVector>() : nullptr;
    } else {
      Flip();
      sites.random = random_state | 1;
    }
    // Nothing is collected for it, and nobody is told: the function goes on interpreted.
    if (size_t{code->bytecode_size_} * kBytesToCompile > gc::subtle::RoomUnderLimit(isolate.heap()))
      return nullptr;
    std::vector<uint8_t> bytes =
        Compile(code, sites, mode == TierMode::kRandom ? Boundaries::kAll : Boundaries::kLoops, former);
    if (bytes.empty()) return nullptr;
    const auto* compiled = reinterpret_cast<const CompiledCode*>(Keep(isolate, bytes));
    if (compiled == nullptr) return nullptr;
    DCHECK(compiled->size() == bytes.size());
    statistics.functions++;
    statistics.instructions += compiled->instruction_count;
    statistics.bytecode_bytes += compiled->bytecode_bytes;
    statistics.code_bytes += compiled->code_bytes;
    statistics.nanoseconds += platform::MonotonicNanoseconds() - begin;
    return compiled;
  }
  bool Flip() {  // xorshift
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (random_state >> 32 & 1) != 0;
  }

  const TierMode mode;
  uint64_t random_state;
  std::vector<Function> functions;
  RegExpHeat regexps;
  TierStatistics statistics;
};

IsolateCode& CodeOf(const NativeState& native) {
  return *static_cast<IsolateCode*>(native.compiled_code.get());
}

const CompiledCode* CompiledOf(const Machine& machine, Isolate& isolate, const Code* code) {
  HandlerFunction entry = machine.EntryOf(code, isolate.entry_bias_);
  if (entry == machine.interpret) return nullptr;
  return CompiledCode::FromEntry(reinterpret_cast<const void*>(entry));
}

const void* EntryAt(const Machine& machine, Isolate& isolate, Code* code, uint32_t pc) {
  const CompiledCode* compiled = CompiledOf(machine, isolate, code);
  return compiled == nullptr ? nullptr : compiled->Find(pc);
}

// How often sites that change make a function be compiled again.
constexpr size_t kMostFormer = 4;

int32_t DistanceOf(const CompiledCode* compiled) {
  intptr_t distance = reinterpret_cast<intptr_t>(compiled->entry()) -
                      reinterpret_cast<intptr_t>(interpreter::PlainMachine().interpret);
  CHECK(distance == static_cast<int32_t>(distance));
  return static_cast<int32_t>(distance);
}

void CompileAgain(Isolate& isolate, Code* code, Value feedback) {
  IsolateCode& all = CodeOf(NativeStateOf(isolate));
  uint32_t entry = (code->entry_index_ + isolate.entry_bias_) & (kEntryCount - 1);
  stale[entry] = 0;
  auto function = std::find_if(all.functions.begin(), all.functions.end(),
                               [&](const auto& f) { return f.entry == entry; });
  if (function == all.functions.end() || function->code != code || function->former.size() == kMostFormer)
    return;
  const CompiledCode* compiled = all.Make(isolate, code, feedback, function->compiled);
  if (compiled == nullptr) return;
  function->former.push_back(function->compiled);
  function->compiled = compiled;
  SetEntry(entry, DistanceOf(compiled));
  all.statistics.again++;
}

void CompileHot(Isolate& isolate, Code* code, Value feedback) {
  if (code->entry_index_ == 0) {
    CompileBaseline(isolate, code, feedback);
  } else if (stale[(code->entry_index_ + isolate.entry_bias_) & (kEntryCount - 1)] != 0) {
    CompileAgain(isolate, code, feedback);
  }
}

}  // namespace

bool ChangesTier(NativeState& native) { return CodeOf(native).Flip(); }

namespace {

CompiledMachine MakeMachine(bool random) {
  CompiledMachine made;
  made.machine = interpreter::PlainMachine();
  if (random) std::fill(std::begin(made.machine.dispatch), std::end(made.machine.dispatch), &MaybeEnter);
  made.machine.entries = entries;
  made.machine.stale = stale;
  made.machine.entry_mask = kEntryCount - 1;
  std::copy(std::begin(kColdTiers), std::end(kColdTiers), made.cold);
  made.cold[kMaybeLeave] = &MaybeLeave;
  return made;
}
const Machine* MachineFor(TierMode mode) {
  if (mode == TierMode::kRandom) {
    static const CompiledMachine machine = MakeMachine(true);
    return &machine.machine;
  }
  static const CompiledMachine machine = MakeMachine(false);
  return &machine.machine;
}

void CompileWhenMade(Isolate& isolate, Code* code) { CompileBaseline(isolate, code, Value()); }

void RemoveDead(Isolate& isolate, const gc::LivenessBroker& broker) {
  IsolateCode& all = CodeOf(NativeStateOf(isolate));
  size_t before = all.statistics.live_bytes;
  std::erase_if(all.functions, [&](const IsolateCode::Function& function) {
    if (broker.IsAlive(Value(function.code).bits())) return false;
    all.Remove(function);
    return true;
  });
  all.regexps.KeepIf([&](const RegExpHeat::Entry& entry) {
    if (broker.IsAlive(Value(entry.program).bits())) return true;
    all.Remove(entry);
    return false;
  });
  isolate.heap().AdjustExternalBytes(static_cast<int64_t>(all.statistics.live_bytes) -
                                     static_cast<int64_t>(before));
}

}  // namespace

void SetTierMode(NativeState& native, TierMode mode, uint64_t seed) {
  if (mode == TierMode::kInterpreter) {
    native.machine = &interpreter::PlainMachine();
    native.compiled = {};
    native.code_made = nullptr;
    native.compiled_code = nullptr;
    return;
  }
  native.machine = MachineFor(mode);
  native.compiled = {.note_hot = CompileHot, .entry_at = EntryAt, .regexp_code = RegExpCode};
  if (mode != TierMode::kAutomatic) native.code_made = CompileWhenMade;
  native.compiled_code = std::make_shared<IsolateCode>(mode, seed);
}

bool CompileBaseline(Isolate& isolate, Code* code, Value feedback) {
  IsolateCode& all = CodeOf(NativeStateOf(isolate));
  uint32_t entry = TakeEntry();
  if (entry == 0) return false;
  const CompiledCode* compiled = all.Make(isolate, code, feedback);
  if (compiled == nullptr) {
    ReturnEntry(entry);
    return false;
  }
  all.functions.push_back({code, entry, compiled});
  SetEntry(entry, DistanceOf(compiled));
  code->entry_index_ = entry - isolate.entry_bias_;
  return true;
}

const regexp::MachineCode* RegExpCode(Isolate& isolate, RegExpProgram* program, bool is_two_byte,
                                      uint32_t length) {
  IsolateCode& all = CodeOf(NativeStateOf(isolate));
  RegExpHeat::Entry& entry = all.regexps.Of(program);
  uint32_t width = is_two_byte ? 1 : 0;
  if (HW_UNLIKELY(entry.code[width] == nullptr)) {
    if (entry.heat == RegExpHeat::kNever) return nullptr;
    entry.heat += 1 + length / RegExpHeat::kUnitsAsMatch;
    if (entry.heat < RegExpHeat::kHot && all.mode == TierMode::kAutomatic) return nullptr;
    entry.code[width] =
        all.MakeRegExp(isolate, static_cast<const RegExpProgram*>(program)->code(), is_two_byte);
    if (entry.code[width] == nullptr) entry.heat = RegExpHeat::kNever;
  }
  if (HW_UNLIKELY(all.mode == TierMode::kRandom) && all.Flip()) return nullptr;
  return entry.code[width];
}

TierStatistics StatisticsOf(const NativeState& native) {
  return native.compiled_code ? CodeOf(native).statistics : TierStatistics();
}

void ForEachCompiled(const NativeState& native, const std::function<void(Code*)>& body) {
  if (!native.compiled_code) return;
  for (const IsolateCode::Function& function : CodeOf(native).functions) body(function.code);
}

void TraceCompiledCode(Isolate& isolate, gc::Visitor& visitor) {
  const NativeState& native = NativeStateOf(isolate);
  if (!native.compiled_code || (CodeOf(native).functions.empty() && CodeOf(native).regexps.empty())) return;
  visitor.RegisterWeakCallback(
      [](const gc::LivenessBroker& broker, const void* data) {
        RemoveDead(*static_cast<Isolate*>(const_cast<void*>(data)), broker);
      },
      &isolate);
}

#else

void SetTierMode(NativeState& native, TierMode, uint64_t) { native.machine = &interpreter::PlainMachine(); }
bool CompileBaseline(Isolate&, Code*, Value) { return false; }
const regexp::MachineCode* RegExpCode(Isolate&, RegExpProgram*, bool, uint32_t) { return nullptr; }
TierStatistics StatisticsOf(const NativeState&) { return {}; }
void ForEachCompiled(const NativeState&, const std::function<void(Code*)>&) {}
void TraceCompiledCode(Isolate&, gc::Visitor&) {}

#endif

}  // namespace halfword::jit
