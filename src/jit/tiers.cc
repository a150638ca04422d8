#include "jit/tiers.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/macros.h"
#include "bytecode/decoder.h"
#include "bytecode/frame.h"
#include "gc/heap.h"
#include "gc/limits.h"
#include "interpreter/interpreter.h"
#include "jit/code/embedded_code.h"
#include "jit/code/entries.h"
#include "jit/code/gdb_names.h"
#include "jit/code/perf_dump.h"
#include "jit/compilers/optimizing.h"
#include "jit/isolate_code.h"
#include "jit/machine.h"
#include "jit/masm/registers.h"
#include "objects/isolate_state.h"
#include "objects/library/text_processing.h"
#include "platform/clock.h"
#include "runtime/caches/regexp_heat.h"
#include "runtime/caches/site.h"
#include "runtime/execution/frames.h"

namespace halfword::jit {

#if HALFWORD_JIT

namespace {

// Optimizing takes so much for each byte of bytecode, for a while.
constexpr size_t kBytesToOptimize = 600;
// Polls that find a function before it is optimized: one for so many instructions, between these bounds.
constexpr uint32_t kInstructionsPerHeat = 4, kLeastHeat = 4, kMostHeat = 64;
// Exits of one code, and of one of its exits, after which the code is given up, and how often a function may
// have new code after that. In between, polls are to find it, each time twice as often.
constexpr uint32_t kMostExits = 64, kMostExitsOfOne = 8, kMostAttempts = 10, kPollsBetween = 8;
// So much code of a function may be outdated before that counts as an attempt.
constexpr uint32_t kMostOutdated = 16;
// Exits that have been taken so often are refusals when the code is given up.
constexpr uint8_t kFewExits = 2;
// Polls that find running code in a loop before there is code for entering there, and how many loops of a
// function may have such code.
constexpr uint32_t kHeatOfLoops = 2, kInstructionsPerHeatOfLoops = 64, kMostLoops = 8;
// As so many misses counts in a clone that code of a function of the image is given up.
constexpr uint32_t kMissesAsGivenUp = kCleanMisses / 8;
// Of fuel, where everything is to be found hot soon.
constexpr int32_t kShortQuantum = 31;

HW_PROCESS_STATE("Set before anything runs, and only read from then on.");
std::string traced_name;

// By the function's name, or by where it begins: FILE:LINE. All functions: *.
bool IsTraced(Isolate& isolate, const Subject& subject) {
  if (traced_name.empty()) return false;
  if (traced_name == "*") return true;
  std::string name = NameOf(isolate, subject);
  size_t place = name.find(' ');
  return place != std::string::npos &&
         (name.substr(0, place) == traced_name || name.substr(place + 1) == traced_name);
}

// ---- Optimizing ----

// What is entered where the function begins.
void SetEntryOf(const IsolateCode::Function& function) {
  const IsolateCode::Optimized* optimized = function.from_beginning.optimized.get();
  SetEntry(function.entry, EntryDistance(optimized != nullptr ? optimized->code : function.compiled));
}

// Nothing enters the optimized code any more. False: it goes on, for the function has no entry of its own
// and can't have one.
bool Withdraw(Isolate& isolate, IsolateCode::Function& function, IsolateCode::Way& way) {
  IsolateCode& all = CodeOf(NativeStateOf(isolate));
  if (&way == &function.from_beginning && !all.TakeOwnEntry(isolate, function)) return false;
  function.formerly_optimized.push_back(std::move(way.optimized));
  if (&way == &function.from_beginning) SetEntryOf(function);
  way.heat = 0;
  all.Optimizer().dropped++;
  return true;
}

// The same where it was wrong. `is_outdated`: it was right when it was made.
void GiveUp(Isolate& isolate, IsolateCode::Function& function, IsolateCode::Way& way, bool is_outdated) {
  const IsolateCode::Optimized& given_up = *way.optimized;
  const Exits& exits = *given_up.exits;
  for (uint32_t exit = 0; exit < given_up.counts.size(); exit++) {
    if (given_up.counts[exit] < kFewExits) continue;
    const ExitRecords::Frame frame = exits.records.At(exit).frames.back();
    function.refusals.Note(exits.units.at(frame.unit).code, frame.offset, exits.kinds[exit]);
  }
  if (!Withdraw(isolate, function, way)) return;
  // Who meets other things than its image did is to learn them.
  if (function.number != 0) isolate.clean_misses_ -= std::min(isolate.clean_misses_, kMissesAsGivenUp);
  if (!is_outdated || ++function.outdated > kMostOutdated) function.attempts++;
  function.ForEachWay([&](IsolateCode::Way& each) {
    each.heat = 0;
    each.is_refused |= function.attempts >= kMostAttempts;
  });
}

// The closure that runs, if it is one of the function. Else null.
JSFunction* RunningClosure(Isolate& isolate, const FunctionInfo* info) {
  const Value* fp = frame::At(isolate.frame_);
  if (fp == nullptr || !fp[frame::kFunction].Is<JSFunction>()) return nullptr;
  auto* closure = fp[frame::kFunction].As<JSFunction>();
  return closure->info() == info ? closure : nullptr;
}

// `offset`: of the loop's header, or BuildOptions::kFromBeginning. Collects nothing before there is code.
void OptimizeNow(Isolate& isolate, const Subject& subject, IsolateCode::Function& function,
                 IsolateCode::Way& way, uint32_t offset) {
  IsolateCode& all = CodeOf(NativeStateOf(isolate));
  Code* code = subject.code;
  size_t needed = 2 * (size_t{code->bytecode_size_} + kMostInlinedBytes) * kBytesToOptimize;
  if (needed > gc::subtle::RoomUnderLimit(isolate.heap())) return;
  uint64_t begin = platform::MonotonicNanoseconds();
  std::string reason, trace;
  const bool is_traced = IsTraced(isolate, subject);
  JSFunction* closure = RunningClosure(isolate, subject.info);
  BuildOptions options{.attempt = function.attempts,
                       .refusals = &function.refusals,
                       .builds_all = all.mode == TierMode::kOptimized,
                       .exits_by_count = isolate.exchange_.exit_every != 0,
                       .closure = function.has_several_closures ? nullptr : closure,
                       .entry = offset};
  auto made = Optimize(isolate, code, const_cast<FeedbackVector*>(subject.feedback), options, &reason,
                       is_traced ? &trace : nullptr);
  if (is_traced) std::fprintf(stderr, "%s%s\n", trace.c_str(), reason.c_str());
  OptimizerStatistics& statistics = all.Optimizer();
  auto refuse = [&](const std::string& why) {
    statistics.refusals[why]++;
    way.is_refused = true;
  };
  auto count_time = [&] { statistics.nanoseconds += platform::MonotonicNanoseconds() - begin; };
  if (made == nullptr) return count_time(), refuse(reason);
  if (&way == &function.from_beginning && !all.TakeOwnEntry(isolate, function))
    return refuse("there is no entry for it");
  auto* feedback = const_cast<FeedbackVector*>(subject.feedback);
  // What there is may be of code of an image that nothing enters or returns to any more.
  if (!function.HasOptimized() && function.formerly_optimized.empty())
    feedback->literals().Set(feedback, Value::Smi(0));
  ValueArray* literals = KeepLiterals(isolate, feedback, made->literals);
  if (literals == nullptr) return refuse("it has too many literals");
  function.feedback = feedback;
  const uint8_t* bytes = all.Keep(isolate, made->bytes);
  if (bytes == nullptr) {
    feedback->literals().Set(feedback, literals->slots()[0].get());
    return refuse("there is no room for code");
  }
  const auto* compiled = reinterpret_cast<const CompiledCode*>(bytes);
  way.optimized = std::make_unique<IsolateCode::Optimized>(compiled, literals, std::move(made->exits));
  if (IsCodeNamedForGdb()) AddGdbName(compiled, made->bytes.size(), NameOf(isolate, subject));
  if (PerfDumpIsOpen()) AddToPerfDump(compiled, NameOf(isolate, subject) + " optimized", {});
  if (&way == &function.from_beginning) SetEntryOf(function);
  statistics.functions++;
  statistics.code_bytes += made->bytes.size();
  statistics.instructions += made->instruction_count;
  statistics.heap_accesses += made->heap_accesses;
  statistics.base_additions += made->base_additions;
  count_time();
}

// A poll has found the function, which has baseline code. `way`: where its optimized code would be entered;
// `offset`: as of OptimizeNow.
void ConsiderOptimizing(Isolate& isolate, const Subject& subject, IsolateCode::Function& function,
                        IsolateCode::Way& way, uint32_t offset) {
#if HALFWORD_T2
  IsolateCode& all = CodeOf(NativeStateOf(isolate));
  if (!Optimizes(all.mode) || way.optimized != nullptr || way.is_refused || function.compiled == nullptr)
    return;
  // Its vector is its own, and may be written to.
  if (subject.feedback == nullptr || !const_cast<FeedbackVector*>(subject.feedback)->code().get().Is<Code>())
    return;
  way.heat++;
  if (JSFunction* closure = RunningClosure(isolate, subject.info); closure != nullptr) {
    const Value::Bits bits = Value(closure).bits();
    if (function.first_closure == 0) function.first_closure = bits;
    function.has_several_closures |= function.first_closure != bits;
  }
  uint32_t needed =
      std::clamp(function.compiled->instruction_count / kInstructionsPerHeat, kLeastHeat, kMostHeat);
  // Whoever is found in a loop while there is better code for calls is to stay there.
  if (offset != BuildOptions::kFromBeginning) {
    if (function.from_beginning.optimized == nullptr && !function.from_beginning.is_refused) return;
    needed = std::max(kHeatOfLoops, function.compiled->instruction_count / kInstructionsPerHeatOfLoops);
  }
  if (all.mode == TierMode::kOptimized) needed = 1;
  if (function.attempts > 0) needed += kPollsBetween << function.attempts;
  // What has just been learned is waited for.
  bool is_stale = __atomic_load_n(&entry_table.stale[function.entry], __ATOMIC_RELAXED) != 0;
  if (way.heat < (is_stale ? 2 * needed : needed)) return;
  OptimizeNow(isolate, subject, function, way, offset);
#else
  (void)isolate, (void)subject, (void)function, (void)way, (void)offset;
#endif
}

// Where running code goes on in the loop whose header is at `pc`. Null: there is no optimized code for it.
const void* FindLoopEntry(IsolateCode::Function& function, const Code* code, uint32_t pc) {
  auto found = function.loops.find(OffsetOf(code, pc));
  if (found == function.loops.end() || found->second.optimized == nullptr) return nullptr;
  return found->second.optimized->code->Find(pc);
}
// The same for whoever is to stay in the loop: makes the code if need be, and may collect. `is_hot`:
// optimized code came there.
const void* MakeLoopEntry(Isolate& isolate, IsolateCode::Function& function, Code* code, uint32_t pc,
                          bool is_hot) {
  const uint32_t offset = OffsetOf(code, pc);
  auto found = function.loops.find(offset);
  if (found == function.loops.end()) {
    if (function.info == nullptr || function.loops.size() == kMostLoops) return nullptr;
    found = function.loops.try_emplace(offset).first;
  }
  IsolateCode::Way& way = found->second;
  if (way.optimized == nullptr) {
    if (is_hot) way.heat += kHeatOfLoops;
    FunctionInfo* info = function.info;
    ConsiderOptimizing(isolate, {code, info, info->feedback_.get()}, function, way, offset);
  }
  return way.optimized == nullptr ? nullptr : way.optimized->code->Find(pc);
}

const void* EntryAt(const Machine& machine, Isolate& isolate, Code* code, uint32_t pc) {
  HandlerFunction entry = machine.EntryOf(code, isolate.entry_bias_);
  if (entry == machine.interpret) return nullptr;
  const auto* compiled = CompiledCode::FromEntry(reinterpret_cast<const void*>(entry));
  // All instructions are entry points then; some are looked for in the other way, which takes longer.
  IsolateCode& all = CodeOf(NativeStateOf(isolate));
  bool is_by_place = all.mode == TierMode::kRandom && all.Next() % 32 == 0;
  if (is_by_place) return compiled->FindAny(code, pc);
  // Code that may be suspended is not optimized, and it is entered at each resumption.
  const bool may_be_optimized = Optimizes(all.mode) && (code->flags_ & Code::kResumable) == 0;
  IsolateCode::Function* row = may_be_optimized ? RowOf(isolate, code) : nullptr;
  if (row == nullptr) return compiled->Find(pc);
  const void* loop = FindLoopEntry(*row, code, pc);
  return loop != nullptr ? loop : row->compiled->Find(pc);
}

const void* LoopEntryAt(const Machine& machine, Isolate& isolate, Code* code, uint32_t pc) {
  const void* loop = nullptr;
  if (Optimizes(CodeOf(NativeStateOf(isolate)).mode)) {
    if (IsolateCode::Function* row = RowOf(isolate, code))
      loop = MakeLoopEntry(isolate, *row, code, pc, false);
  }
  return loop != nullptr ? loop : EntryAt(machine, isolate, code, pc);
}

// The function has been found hot; it has code.
void NoteHot(Isolate& isolate, const Subject& subject, IsolateCode::Function& function) {
  function.info = subject.info;
  ConsiderOptimizing(isolate, subject, function, function.from_beginning, BuildOptions::kFromBeginning);
}

void CompileAgain(Isolate& isolate, const Subject& subject) {
  IsolateCode& all = CodeOf(NativeStateOf(isolate));
  IsolateCode::Function* function = RowOf(isolate, subject.code);
  if (function == nullptr) return;
  auto make = [&](const CompiledCode* former) { return all.Make(isolate, subject, former, true); };
  // The entry stays that of the better code.
  if (function->Update(function->entry, make) != nullptr) SetEntryOf(*function);
  NoteHot(isolate, subject, *function);
}

void CompileOfImage(Isolate& isolate, const Subject& subject, uint32_t entry) {
  IsolateCode& all = CodeOf(NativeStateOf(isolate));
  auto make = [&](const CompiledCode* former) { return all.Make(isolate, subject, former, false); };
  const bool is_new = all.image->CompileHot(entry, make);
  if (!Optimizes(all.mode)) return;
  IsolateCode::Function* function = RowOf(isolate, subject.code);
  if (function == nullptr) return;
  if (is_new) all.Refresh(*function);
  NoteHot(isolate, subject, *function);
}

bool CompileFirst(Isolate& isolate, const Subject& subject) {
  IsolateCode& all = CodeOf(NativeStateOf(isolate));
  Entries taken = Entries::Take(1);
  uint32_t entry = taken.first();
  if (entry == 0) return false;
  // The row is made first: code that was made has an owner, even where memory ends.
  auto row = all.functions.try_emplace(entry).first;
  IsolateCode::Function& function = row->second;
  function.entry = entry;
  function.own_entry = std::move(taken);
  function.code = subject.code;
  function.compiled = all.Make(isolate, subject, nullptr, true);
  if (function.compiled == nullptr) {
    all.functions.erase(row);
    return false;
  }
  SetEntryOf(function);
  subject.code->entry_index_ = entry - isolate.entry_bias_;
  return true;
}

void CompileHot(Isolate& isolate, FunctionInfo* info, const FeedbackVector* feedback) {
  IsolateCode& all = CodeOf(NativeStateOf(isolate));
  Subject subject{info->code_.get(), info, feedback};
  uint32_t entry = EntryOf(isolate, subject.code);
  if (subject.code->entry_index_ == 0) {
    CompileFirst(isolate, subject);
  } else if (all.image != nullptr && all.image->Has(entry)) {
    CompileOfImage(isolate, subject, entry);
  } else {
    CompileAgain(isolate, subject);
  }
}

}  // namespace

uint64_t NextRandom(const NativeState& native) { return CodeOf(native).Next(); }

namespace {

CompiledMachine MakeMachine(bool random) {
  CompiledMachine made;
  made.machine = interpreter::NewMachine();
  if (random) std::fill(std::begin(made.machine.dispatch), std::end(made.machine.dispatch), &MaybeEnter);
  made.machine.entries = entry_table.distances;
  made.machine.stale = entry_table.stale;
  static_assert(kEntryMask == kEntryCount - 1);
  made.machine.entry_mask = kEntryMask;
  made.interpreter = interpreter::PlainMachine().dispatch;
  FillColdTiers(made.cold);
  made.cold[kMaybeLeave] = &MaybeLeave;
  FillFirstTiers(made.cold + kFirstTiers);
  FillStubs(&made);
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

// Self-hosted builtins have numbers as an image's functions (CompileSelfHosted).
void CompileWhenMade(Isolate& isolate, Code* code) {
  if (!(code->flags_ & Code::kSelfHosted)) CompileBaseline(isolate, code, nullptr);
}

}  // namespace

void SetTierMode(NativeState& native, const TierSettings& settings, std::shared_ptr<ImageCode> image) {
  const TierMode mode = settings.mode;
  native.isolate->entry_bias_ = image != nullptr ? image->bias() : 0;
  native.isolate->exchange_.checks_to_exit = native.isolate->exchange_.exit_every = settings.exit_every;
  if (mode == TierMode::kInterpreter) {
    native.machine = &interpreter::PlainMachine();
    native.compiled = {};
    native.code_made = nullptr;
    native.compiled_code = nullptr;
    return;
  }
  native.machine = MachineFor(mode);
  if (mode == TierMode::kEmbedded) {
    native.compiled = {.entry_at = EntryAt, .loop_entry_at = EntryAt};
    native.compiled_code = std::make_shared<IsolateCode>(settings, std::move(image));
    return;
  }
  native.compiled = {
      .note_hot = CompileHot, .entry_at = EntryAt, .loop_entry_at = LoopEntryAt, .regexp_code = RegExpCode};
  native.quantum = mode == TierMode::kOptimized ? kShortQuantum : IsolateState().quantum;
  if (CompilesAtOnce(mode)) native.code_made = CompileWhenMade;
  auto code = std::make_shared<IsolateCode>(settings, std::move(image));
  if (mode != TierMode::kRandom) native.compiled.regexps = &code->regexps;
  native.compiled_code = std::move(code);
}

bool CompileBaseline(Isolate& isolate, Code* code, const FeedbackVector* feedback) {
  return CompileFirst(isolate, {code, nullptr, feedback});
}

void DropOptimized(Isolate& isolate) {
  const NativeState& native = NativeStateOf(isolate);
  if (!native.compiled_code) return;
  IsolateCode& all = CodeOf(native);
  if (all.image != nullptr && all.image->has_optimized()) {
    auto add_row = [&](void* object) {
      if (static_cast<HeapObject*>(object)->type() != HeapType::kCode) return;
      auto* code = static_cast<Code*>(object);
      if (all.image->HasOptimized(EntryOf(isolate, code))) RowOf(isolate, code);
    };
    isolate.heap().ForEachImmortalObject(add_row);
    isolate.heap().ForEachObject(add_row);
  }
  // A row moves when it gets another entry.
  std::vector<IsolateCode::Function*> functions;
  for (auto& [entry, function] : all.functions) functions.push_back(&function);
  for (IsolateCode::Function* function : functions) {
    function->ForEachWay([&](IsolateCode::Way& way) {
      if (way.optimized != nullptr) Withdraw(isolate, *function, way);
    });
  }
}

void CompileSelfHosted(Isolate& isolate) {
  auto* infos = isolate.self_hosted_.get().As<ValueArray>();
  for (uint32_t i = 0; i < kSelfHostedCount; i++)
    CompileHot(isolate, infos->get(i).As<FunctionInfo>(), isolate.cold_feedback_.get());
}

const regexp::MachineCode* RegExpCode(Isolate& isolate, RegExpProgram* program, bool is_two_byte,
                                      uint32_t length) {
  IsolateCode& all = CodeOf(NativeStateOf(isolate));
  RegExpHeat::Entry& entry = all.regexps.Of(program);
  uint32_t width = is_two_byte ? 1 : 0;
  if (HW_UNLIKELY(entry.code[width] == nullptr)) {
    if (entry.heat == RegExpHeat::kNever) return nullptr;
    entry.heat += 1 + length / RegExpHeat::kUnitsAsMatch;
    if (entry.heat < RegExpHeat::kHot && IsAutomatic(all.mode)) return nullptr;
    entry.code[width] =
        all.MakeRegExp(isolate, static_cast<const RegExpProgram*>(program)->code(), is_two_byte);
    if (entry.code[width] == nullptr) entry.heat = RegExpHeat::kNever;
  }
  if (HW_UNLIKELY(all.mode == TierMode::kRandom) && all.Next() % 2 != 0) return nullptr;
  return entry.code[width];
}

const TierStatistics& StatisticsOf(const NativeState& native) {
  static const TierStatistics none;
  return native.compiled_code ? CodeOf(native).statistics : none;
}

void TraceOptimized(std::string name) { traced_name = std::move(name); }

void WipeUnused(Isolate& isolate, Value* fp, const void* from, uint32_t exit, bool is_due) {
  // After a collection; but the first one may come where there is no room left. Code that is entered finds
  // words that the tiers before it have left.
  constexpr uint32_t kPollsBetweenWipes = 16;
  if (++CodeOf(NativeStateOf(isolate)).polls % kPollsBetweenWipes != 0 && !is_due) return;
  Code* code = frame::CodeOf(fp);
  const Exits& exits = *OptimizedAt(isolate, code, from).optimized->exits;
  // What is inlined has its frame above this one, whenever it calls something.
  uint32_t end = code->frame_size_;
  for (const Unit& unit : exits.units) {
    auto* inlined = Value::FromBits(static_cast<Value::Bits>(unit.code)).As<Code>();
    end = std::max(end, unit.frame_words + inlined->frame_size_);
  }
  if (!frame::HasRoom(isolate, fp, end)) end = code->frame_size_;
  std::vector<bool> is_used(end + kWordsAboveTop);
  for (uint32_t word : exits.words_in_use.at(exit)) {
    if (word < is_used.size()) is_used[word] = true;
  }
  // Who has called a constructor reads its `this` there.
  is_used[frame::kThis] = true;
  for (size_t word = 0; word < is_used.size(); word++) {
    if (!is_used[word]) fp[word] = Value::Smi(0);
  }
}

Leaving LeaveOptimized(Isolate& isolate, Value* fp, const void* from, uint32_t exit) {
  IsolateCode& all = CodeOf(NativeStateOf(isolate));
  Code* code = frame::CodeOf(fp);
  auto [function, way, optimized] = OptimizedAt(isolate, code, from);
  const Exits& exits = *optimized->exits;
  Leaving leaving{.record = exits.records.At(exit), .offset = 0, .target = nullptr};
  // Where the code of a frame goes on: the baseline code there, if it has any.
  auto target_at = [&](Code* of, uint32_t offset) -> const void* {
    const IsolateCode::Function* its = RowOf(isolate, of);
    if (its == nullptr || its->compiled == nullptr) return nullptr;
    return its->compiled->FindAny(of, PcAt(of, offset));
  };
  auto value_of = [](uint64_t bits) { return Value::FromBits(static_cast<Value::Bits>(bits)); };
  uint32_t words = 0;
  for (size_t n = 0; n < leaving.record.frames.size(); n++) {
    const ExitRecords::Frame& record = leaving.record.frames[n];
    const Unit& unit = exits.units.at(record.unit);
    if (n > 0) {
      // The frame outside of it goes on behind the call.
      const void* target = target_at(code, leaving.offset);
      code = value_of(unit.code).As<Code>();
      leaving.inlined.push_back({.distance = unit.frame_words - words,
                                 .code = code,
                                 .function = value_of(unit.function),
                                 .feedback = value_of(unit.feedback),
                                 .environment = value_of(unit.environment),
                                 .new_target = value_of(unit.new_target),
                                 .return_pc = unit.return_pc,
                                 .argument_count = unit.argument_count,
                                 .return_code = target == nullptr
                                                    ? Value::Smi(0)
                                                    : ReturnCode(NativeStateOf(isolate).machine, target)});
    }
    words = unit.frame_words;
    leaving.offset =
        record.is_behind ? Instruction(code->bytecode(), record.offset).next().offset() : record.offset;
    CHECK(leaving.offset < code->bytecode_size_);
  }
  leaving.target = target_at(code, leaving.offset);
  const NodeKind kind = exits.kinds[exit];
  if (exits.is_by_count[exit]) {
    isolate.exchange_.checks_to_exit = isolate.exchange_.exit_every;
    all.Optimizer().exits_by_count++;
    return leaving;
  }
  all.Optimizer().exits++;
  if (!traced_name.empty()) {
    std::string where =
        std::to_string(function->entry) + " at " + std::to_string(leaving.offset) + " " + InfoOf(kind).name;
    all.Optimizer().exits_at[where]++;
  }
  // Where fuel ends, or other code goes on, nothing is wrong with the code.
  leaving.enters_loop = kind == NodeKind::kEnterLoop;
  const bool is_for_fuel = std::exchange(all.is_left_for_fuel, false) || kind == NodeKind::kSpendFuel;
  if (is_for_fuel || leaving.enters_loop) return leaving;
  uint8_t& count = optimized->counts[exit];
  if (count < UINT8_MAX) count++;
  optimized->exit_count++;
  const bool is_outdated = kind == NodeKind::kCheckEpoch;
  if (way != nullptr &&
      (count >= (is_outdated ? kFewExits : kMostExitsOfOne) || optimized->exit_count >= kMostExits))
    GiveUp(isolate, *function, *way, is_outdated);
  return leaving;
}

const void* EnterLoopFrom(Isolate& isolate, Code* code, uint32_t offset) {
  IsolateCode::Function* row = RowOf(isolate, code);
  return row == nullptr ? nullptr : MakeLoopEntry(isolate, *row, code, PcAt(code, offset), true);
}

namespace {

FunctionCode CodeForImage(const IsolateCode::Function& function) {
  FunctionCode code{.baseline = function.compiled};
  auto add = [&](uint32_t entry, const IsolateCode::Way& way) {
    if (way.optimized != nullptr)
      code.optimized.push_back({entry, way.optimized->code, way.optimized->exits});
  };
  add(BuildOptions::kFromBeginning, function.from_beginning);
  for (const auto& [offset, loop] : function.loops) add(offset, loop);
  return code;
}

}  // namespace

void ForEachCodeForImage(const NativeState& native, const std::function<void(const ImageFunction&)>& body) {
  if (!native.compiled_code || !IsAutomatic(CodeOf(native).mode)) return;
  IsolateCode& all = CodeOf(native);
  // A debugger's client may have set a variable that optimized code takes for constant.
  auto give = [&](Code* code, uint32_t number, FunctionCode machine_code) {
    if (native.debug != nullptr) machine_code.optimized.clear();
    body({code, number, std::move(machine_code)});
  };
  std::unordered_set<uint32_t> with_rows;
  for (auto& [entry, function] : all.functions) {
    const bool has_own_entry = function.own_entry.count() != 0;
    if (!has_own_entry) all.Refresh(function);
    with_rows.insert(function.number);
    if (!IsEmbedded(function.compiled))
      give(has_own_entry ? function.code : nullptr, function.number, CodeForImage(function));
  }
  if (all.image == nullptr) return;
  all.image->ForEach([&](uint32_t number, const FunctionCode& code) {
    if (!with_rows.contains(number)) give(nullptr, number, code);
  });
}

void NoteLeftForFuel(Isolate& isolate) { CodeOf(NativeStateOf(isolate)).is_left_for_fuel = true; }

StoredRegisters*& InnermostStub(Isolate& isolate) { return CodeOf(NativeStateOf(isolate)).innermost_stub; }

void TraceCompiledCode(Isolate& isolate, gc::Visitor& visitor) {
  const NativeState& native = NativeStateOf(isolate);
  if (!native.compiled_code) return;
#if HALFWORD_T2
  for (StoredRegisters* stub = InnermostStub(isolate); stub != nullptr; stub = stub->around()) stub->Hide();
#endif
  if ((CodeOf(native).functions.empty() && CodeOf(native).regexps.empty())) return;
  visitor.RegisterWeakCallback(
      [](const gc::LivenessBroker& broker, const void* data) {
        RemoveDead(*static_cast<Isolate*>(const_cast<void*>(data)), broker);
      },
      &isolate);
}

#else

void SetTierMode(NativeState& native, const TierSettings&, std::shared_ptr<ImageCode>) {
  native.machine = &interpreter::PlainMachine();
}
bool CompileBaseline(Isolate&, Code*, const FeedbackVector*) { return false; }
void CompileSelfHosted(Isolate&) {}
void DropOptimized(Isolate&) {}
const regexp::MachineCode* RegExpCode(Isolate&, RegExpProgram*, bool, uint32_t) { return nullptr; }
const TierStatistics& StatisticsOf(const NativeState&) {
  static const TierStatistics none;
  return none;
}
void TraceOptimized(std::string) {}
void ForEachCodeForImage(const NativeState&, const std::function<void(const ImageFunction&)>&) {}
void TraceCompiledCode(Isolate&, gc::Visitor&) {}

#endif

}  // namespace halfword::jit
