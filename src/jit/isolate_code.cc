#include "jit/isolate_code.h"

#include <algorithm>
#include <unordered_set>

#include "bytecode/frame.h"
#include "gc/heap.h"
#include "gc/limits.h"
#include "jit/code/code_space.h"
#include "jit/code/gdb_names.h"
#include "jit/code/perf_dump.h"
#include "jit/compilers/baseline.h"
#include "jit/compilers/regexp_compiler.h"
#include "objects/library/text_processing.h"
#include "objects/memory/value_list.h"
#include "platform/clock.h"
#include "runtime/execution/frames.h"
#include "runtime/operations/errors.h"

namespace halfword::jit {

#if HALFWORD_JIT

namespace {

// No tenant takes all of the process's code space, and no image does.
constexpr uint64_t kMostOfOneIsolate = CodeSpace::kBytes / 4;
// What compiling takes for a while, and what it makes at least, for each byte of bytecode.
constexpr size_t kBytesToCompile = 80, kLeastCode = 8;
// Values that one code refers to.
constexpr size_t kMostLiterals = 1024;

struct RemovesCode {
  void operator()(const CompiledCode* code) const {
    CodeSpace::Get().Remove(reinterpret_cast<const uint8_t*>(code), code->size());
  }
};
using OwnedCode = std::unique_ptr<const CompiledCode, RemovesCode>;

// Forgets what code has referred to that is gone: the list of the function's vector goes on without it. What
// is there of code of the image is not told apart, and stays as long as any such code does.
void PruneLiterals(const gc::LivenessBroker& broker, const IsolateCode::Function& function) {
  if (function.feedback == nullptr || !broker.IsAlive(Value(function.feedback).bits())) return;
  std::unordered_set<const ValueArray*> own;
  bool has_of_image = false;
  function.ForEachOptimized([&](const IsolateCode::Optimized& optimized) {
    has_of_image |= optimized.is_of_image();
    own.insert(optimized.literals);
  });
  ValueField* link = &function.feedback->literals();
  while (auto* array = link->get().TryAs<ValueArray>()) {
    // Older ones follow, and what has referred to the newer one is known to refer to such objects.
    if (has_of_image || own.contains(array)) {
      link = &array->slots()[0];
    } else {
      link->Init(array->slots()[0].get());
    }
  }
}

// Frames may return to the former code of functions on the stack only.
void RemoveFormer(Isolate& isolate, const gc::LivenessBroker& broker, IsolateCode& all) {
  bool is_any = std::any_of(all.functions.begin(), all.functions.end(), [](const auto& row) {
    return !row.second.former.empty() || !row.second.formerly_optimized.empty();
  });
  if (!is_any) return;
  std::unordered_set<uint32_t> running;
  for (Value* fp = frame::At(isolate.frame_); fp != nullptr; fp = frame::Caller(fp)) {
    if (Code* code = frame::CodeOf(fp)) running.insert(EntryOf(isolate, code));
  }
  for (auto& [entry, function] : all.functions) {
    if (running.contains(entry)) continue;
    for (const CompiledCode* former : function.former) all.RemoveBaseline(function, former);
    function.removed += function.former.size();
    function.former.clear();
    if (function.formerly_optimized.empty()) continue;
    for (const auto& former : function.formerly_optimized) all.Remove(*former);
    function.formerly_optimized.clear();
    PruneLiterals(broker, function);
  }
}

}  // namespace

// ---- Which code there is ----

std::string NameOf(Isolate& isolate, const Subject& subject) {
  if (subject.info == nullptr) return "anonymous";
  Value name = subject.info->name_;
  std::string text =
      name.IsString() && name.AsString()->length() > 0 ? name.AsString()->ToUtf8(isolate) : "anonymous";
  Script* script = subject.info->script_.get();
  if (script == nullptr) return text;
  std::string file = script->name_.get().IsString() ? script->name_.get().AsString()->ToUtf8(isolate) : "";
  return text + " " + file + ":" +
         std::to_string(LocationOf(isolate, script, subject.info->source_start_).line);
}

IsolateCode& CodeOf(const NativeState& native) {
  return *static_cast<IsolateCode*>(native.compiled_code.get());
}
uint32_t PcAt(const Code* code, uint32_t offset) {
  const uint8_t* bytecode = const_cast<Code*>(code)->bytecode();
  return static_cast<uint32_t>(bytecode - reinterpret_cast<const uint8_t*>(code)) + offset;
}
uint32_t OffsetOf(const Code* code, uint32_t pc) { return pc - PcAt(code, 0); }
uint32_t EntryOf(const Isolate& isolate, const Code* code) {
  return (code->entry_index_ + isolate.entry_bias_) & (kEntryCount - 1);
}
IsolateCode::Function* RowOf(Isolate& isolate, Code* code) {
  IsolateCode& all = CodeOf(NativeStateOf(isolate));
  const uint32_t entry = EntryOf(isolate, code);
  auto row = all.functions.find(entry);
  if (row != all.functions.end()) return row->second.code == code ? &row->second : nullptr;
  return all.image != nullptr && all.image->Has(entry) ? all.AddRowOfImage(code, entry) : nullptr;
}

FoundCode OptimizedAt(Isolate& isolate, Code* code, const void* from) {
  IsolateCode::Function* function = RowOf(isolate, code);
  CHECK(function != nullptr);
  IsolateCode::Way* its = nullptr;
  function->ForEachWay([&](IsolateCode::Way& way) {
    if (way.optimized != nullptr && way.optimized->Has(from)) its = &way;
  });
  if (its != nullptr) return {.function = function, .way = its, .optimized = its->optimized.get()};
  auto former = std::find_if(function->formerly_optimized.begin(), function->formerly_optimized.end(),
                             [&](const auto& f) { return f->Has(from); });
  CHECK(former != function->formerly_optimized.end());
  return {.function = function, .way = nullptr, .optimized = former->get()};
}

// ---- Functions of the image ----

IsolateCode::Function* IsolateCode::AddRowOfImage(Code* code, uint32_t entry) {
  FunctionCode its = image->CodeOf(entry);
  if (its.baseline == nullptr) return nullptr;
  // It is whole before it is a row: memory may end meanwhile.
  Function function;
  function.entry = entry;
  function.number = entry - image->bias();
  function.code = code;
  function.compiled = function.of_image = its.baseline;
  for (FunctionCode::Optimized& optimized : its.optimized) {
    const bool is_loop = optimized.entry != BuildOptions::kFromBeginning;
    Way& way = is_loop ? function.loops[optimized.entry] : function.from_beginning;
    way.optimized = std::make_unique<Optimized>(optimized.code, nullptr, std::move(optimized.exits));
  }
  return &functions.try_emplace(entry, std::move(function)).first->second;
}

void IsolateCode::Refresh(Function& function) {
  if (function.own_entry.count() == 0)
    function.compiled = function.of_image = image->BaselineOf(function.entry);
}

bool IsolateCode::TakeOwnEntry(const Isolate& isolate, Function& function) {
  if (function.own_entry.count() != 0) return true;
  Entries taken = Entries::Take(1);
  if (taken.count() == 0) return false;
  auto row = functions.extract(function.entry);
  row.key() = function.entry = taken.first();
  function.own_entry = std::move(taken);
  functions.insert(std::move(row));
  SetEntry(function.entry, EntryDistance(function.compiled));
  function.code->entry_index_ = function.entry - isolate.entry_bias_;
  return true;
}

// ---- How it is made ----

const regexp::MachineCode* IsolateCode::MakeRegExp(Isolate& isolate, std::span<const uint8_t> program,
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

const uint8_t* IsolateCode::Keep(Isolate& isolate, std::span<const uint8_t> bytes) {
  if (statistics.live_bytes + bytes.size() > kMostOfOneIsolate) return nullptr;
  const uint8_t* code = CodeSpace::Get().Add(bytes);
  if (code == nullptr) return nullptr;
  isolate.heap().AdjustExternalBytes(static_cast<int64_t>(bytes.size()));
  statistics.live_bytes += bytes.size();
  return code;
}

const CompiledCode* IsolateCode::Make(Isolate& isolate, const Subject& subject, const CompiledCode* former,
                                      bool is_own) {
  Code* code = subject.code;
  uint64_t begin = platform::MonotonicNanoseconds();
  // Nothing is collected for it, and nobody is told: the function goes on interpreted.
  uint64_t live = is_own ? statistics.live_bytes : image->bytes();
  if (size_t{code->bytecode_size_} * kBytesToCompile > gc::subtle::RoomUnderLimit(isolate.heap()) ||
      live + code->bytecode_size_ * kLeastCode > kMostOfOneIsolate)
    return nullptr;
  Sites sites;
  if (IsAutomatic(mode)) {
    sites.feedback = subject.feedback;
  } else {
    Next();
    sites.random = random_state | 1;
    sites.are_generic = mode == TierMode::kGeneric;
  }
  std::vector<PlacedPart> parts;
  bool is_dumped = PerfDumpIsOpen();
  std::string name = is_dumped || IsCodeNamedForGdb() ? NameOf(isolate, subject) : "";
  Boundaries boundaries = mode == TierMode::kRandom ? Boundaries::kAll : Boundaries::kLoops;
  CodeBytes bytes = Compile(code, sites, boundaries, former, is_dumped ? &parts : nullptr);
  if (bytes.empty() || live + bytes.size() > kMostOfOneIsolate) return nullptr;
  OwnedCode owned(reinterpret_cast<const CompiledCode*>(CodeSpace::Get().Add(bytes)));
  const CompiledCode* compiled = owned.get();
  if (compiled == nullptr) return nullptr;
  DCHECK(compiled->size() == bytes.size());
  if (is_dumped) AddToPerfDump(compiled, name, parts);
  if (IsCodeNamedForGdb()) AddGdbName(compiled, bytes.size(), name);
  former == nullptr ? statistics.functions++ : statistics.again++;
  statistics.instructions += compiled->instruction_count;
  statistics.bytecode_bytes += compiled->bytecode_bytes;
  statistics.code_bytes += compiled->code_bytes;
  statistics.nanoseconds += platform::MonotonicNanoseconds() - begin;
  if (is_own) {
    isolate.heap().AdjustExternalBytes(static_cast<int64_t>(bytes.size()));
    statistics.live_bytes += bytes.size();
  }
  return owned.release();
}

ValueArray* KeepLiterals(Isolate& isolate, FeedbackVector* feedback, std::span<const Value> literals) {
  if (literals.size() > kMostLiterals) return nullptr;
  ValueList kept(isolate);  // while the array is made
  for (Value literal : literals) kept.Append(literal);
  ValueArray* array = NewValueArray(isolate, static_cast<uint32_t>(kept.size()) + 1);
  array->slots()[0].Set(array, feedback->literals());
  for (uint32_t n = 0; n < kept.size(); n++) array->slots()[n + 1].Set(array, kept[n]);
  feedback->literals().Set(feedback, Value(array));
  return array;
}

// ---- How it goes ----

IsolateCode::~IsolateCode() {
  for (auto& [entry, function] : functions) Remove(function);
  regexps.ForEach([&](const RegExpHeat::Entry& entry) { Remove(entry); });
}

void IsolateCode::Remove(const Function& function) {
  function.ForEachOptimized([&](const Optimized& optimized) { Remove(optimized); });
  for (const auto& former : function.formerly_optimized) Remove(*former);
  if (function.compiled != nullptr) RemoveBaseline(function, function.compiled);
  for (const CompiledCode* former : function.former) RemoveBaseline(function, former);
}

void IsolateCode::Remove(const Optimized& optimized) {
  if (!optimized.is_of_image()) RemoveBytes(optimized.code, optimized.code->size());
}

void IsolateCode::RemoveBaseline(const Function& function, const CompiledCode* compiled) {
  if (compiled != function.of_image) RemoveBytes(compiled, compiled->size());
}

void IsolateCode::Remove(const RegExpHeat::Entry& entry) {
  for (const regexp::MachineCode* code : entry.code) {
    if (code != nullptr) RemoveBytes(code, code->size);
  }
}

void IsolateCode::RemoveBytes(const void* code, size_t size) {
  statistics.live_bytes -= size;
  CodeSpace::Get().Remove(static_cast<const uint8_t*>(code), size);
}

void RemoveDead(Isolate& isolate, const gc::LivenessBroker& broker) {
  IsolateCode& all = CodeOf(NativeStateOf(isolate));
  size_t before = all.statistics.live_bytes;
  std::erase_if(all.functions, [&](const auto& row) {
    if (broker.IsAlive(Value(row.second.code).bits())) return false;
    all.Remove(row.second);
    return true;
  });
  all.regexps.KeepIf([&](const RegExpHeat::Entry& entry) {
    if (broker.IsAlive(Value(entry.program).bits())) return true;
    all.Remove(entry);
    return false;
  });
  RemoveFormer(isolate, broker, all);
  isolate.heap().AdjustExternalBytes(static_cast<int64_t>(all.statistics.live_bytes) -
                                     static_cast<int64_t>(before));
}

#endif

}  // namespace halfword::jit
