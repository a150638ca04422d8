#include "inspector/profiler/cpu_profile.h"

#include <algorithm>
#include <array>
#include <utility>

#include "gc/heap.h"
#include "gc/pauses.h"
#include "inspector/debugger/debugger.h"
#include "jit/tiers.h"
#include "platform/clock.h"
#include "runtime/execution/frames.h"
#include "runtime/native_state.h"
#include "runtime/operations/errors.h"

namespace halfword::inspector {

namespace {

constexpr size_t kMostFrames = 256;        // of a stack, the innermost ones
constexpr size_t kMostNodes = 1 << 20;     // what comes then is charged to (program)
constexpr size_t kMostSamples = 16 << 20;  // as far as the line of time goes; the tree counts on
constexpr uint64_t kLeastShare = 1000;     // nanoseconds of collector and compiler that make a sample

uint64_t NanosecondsOfCompiler(Isolate& isolate) {
  const jit::TierStatistics& statistics = jit::StatisticsOf(NativeStateOf(isolate));
  return statistics.nanoseconds + (statistics.optimizer == nullptr ? 0 : statistics.optimizer->nanoseconds);
}
uint64_t NanosecondsOfCollector(Isolate& isolate) { return gc::subtle::NanosecondsInPauses(isolate.heap()); }

// A part of a builtin, whose time is the builtin's.
bool IsHidden(FunctionInfo* info) {
  Value name = info->name_;
  return info->script_.get()->is_self_hosted() && !(name.IsString() && name.AsString()->length() > 0);
}

std::string TextOf(Isolate& isolate, Value value) {
  return value.IsString() ? value.AsString()->ToUtf8(isolate) : std::string();
}

}  // namespace

// ---- Recording ----

CpuProfile* CpuProfile::Of(Isolate& isolate) {
  return static_cast<CpuProfile*>(NativeStateOf(isolate).profiler.get());
}

bool CpuProfile::Start(Isolate& isolate, uint64_t interval_ns) {
  NativeState& native = NativeStateOf(isolate);
  if (native.profiler != nullptr) return false;
  std::shared_ptr<CpuProfile> profile(new CpuProfile(isolate, interval_ns));
  native.poll_observer = profile.get();
  native.profiler = std::move(profile);
  return true;
}

Json CpuProfile::Stop(Isolate& isolate) {
  Json profile = Of(isolate)->Finish(isolate);
  NativeState& native = NativeStateOf(isolate);
  native.poll_observer = nullptr;
  native.profiler = nullptr;
  return profile;
}

CpuProfile::CpuProfile(Isolate& isolate, uint64_t interval_ns)
    : interval_(interval_ns),
      start_(platform::MonotonicNanoseconds()),
      last_(start_),
      due_(start_ + interval_ns),
      collecting_(NanosecondsOfCollector(isolate)),
      compiling_(NanosecondsOfCompiler(isolate)),
      functions_(kSpecials, Value::Smi(0)) {
  nodes_.push_back({kRoot, kRoot});
}

void CpuProfile::BeginIdle() { idle_since_ = platform::MonotonicNanoseconds(); }

// What ran before is charged at the next poll.
void CpuProfile::EndIdle() {
  if (idle_since_ == 0) return;
  idle_ += platform::MonotonicNanoseconds() - std::exchange(idle_since_, 0);
}

bool CpuProfile::IsDue() { return platform::MonotonicNanoseconds() >= due_ + idle_; }

void CpuProfile::Polled(Isolate& isolate) {
  is_fresh_ = false;
  EndIdle();  // a message of a client has come in between
  const uint64_t now = platform::MonotonicNanoseconds();
  if (now < due_ + idle_) return;
  auto charge = [&](uint64_t spent, Special to) {
    if (spent < kLeastShare) return false;
    Add(NodeOf(kRoot, to), kNowhere, std::min(last_ + spent, now));
    return true;
  };
  if (charge(idle_, kIdle)) idle_ = 0;
  const uint64_t collecting = NanosecondsOfCollector(isolate), compiling = NanosecondsOfCompiler(isolate);
  if (charge(collecting - collecting_, kCollector)) collecting_ = collecting;
  if (charge(compiling - compiling_, kCompiler)) compiling_ = compiling;
  const uint32_t node = NodeOfStack(isolate, &fresh_position_);
  Add(node, fresh_position_, now);
  due_ = now + interval_;
  is_fresh_ = true;
}

void CpuProfile::FoundRunning(Isolate&, FunctionInfo* info) {
  if (!std::exchange(is_fresh_, false) || info == fresh_top_ || samples_.size() == kMostSamples) return;
  if (IsHidden(info)) return;
  // The poll was at a call: the time is the callee's.
  Node& caller = nodes_[samples_.back().node];
  caller.hits--;
  if (fresh_position_ != kNowhere && --caller.ticks[fresh_position_] == 0)
    caller.ticks.erase(fresh_position_);
  const uint64_t until = samples_.back().until;
  const uint32_t callee = NodeOf(samples_.back().node, FunctionOf(Value(info)));
  samples_.pop_back();
  Add(callee, info->source_start_, until);
}

void CpuProfile::Add(uint32_t node, uint32_t position, uint64_t until) {
  nodes_[node].hits++;
  if (position != kNowhere) nodes_[node].ticks[position]++;
  if (samples_.size() < kMostSamples) samples_.push_back({node, until});
  last_ = until;
}

uint32_t CpuProfile::FunctionOf(Value function) {
  uint64_t key = function.bits();
  // Closures of one builtin are one function.
  if (function.Is<NativeFunction>()) {
    auto* native = static_cast<NativeFunction*>(function.AsObject());
    key = uint64_t{1} << 63 | uint64_t{native->native_index_} << 16 | native->magic_;
  }
  auto [found, is_new] = function_numbers_.try_emplace(key, static_cast<uint32_t>(functions_.size()));
  if (is_new) functions_.push_back(function);
  return found->second;
}

uint32_t CpuProfile::NodeOf(uint32_t parent, uint32_t function) {
  const uint64_t key = uint64_t{parent} << 32 | function;
  if (auto found = node_numbers_.find(key); found != node_numbers_.end()) return found->second;
  if (nodes_.size() >= kMostNodes && function >= kSpecials) return NodeOf(kRoot, kProgram);
  const auto number = static_cast<uint32_t>(nodes_.size());
  node_numbers_[key] = number;
  nodes_.push_back({parent, function});
  nodes_[parent].children.push_back(number);
  return number;
}

// `*position`: in the source of the innermost function.
uint32_t CpuProfile::NodeOfStack(Isolate& isolate, uint32_t* position) {
  *position = kNowhere;
  fresh_top_ = nullptr;
  std::array<uint32_t, kMostFrames> functions;
  size_t count = 0;
  for (FrameWalker walker(isolate); !walker.done() && count < kMostFrames; walker.Next()) {
    Value function = walker.function();
    if (function.Is<JSFunction>() && walker.code() != nullptr) {
      FunctionInfo* info = static_cast<JSFunction*>(function.AsObject())->info();
      if (IsHidden(info)) continue;
      if (count == 0) {
        *position = walker.position();
        fresh_top_ = info;
      }
      functions[count++] = FunctionOf(Value(info));
    } else if (function.Is<NativeFunction>()) {
      functions[count++] = FunctionOf(function);
    }
  }
  if (count == 0) return NodeOf(kRoot, kProgram);
  uint32_t node = kRoot;
  while (count > 0) node = NodeOf(node, functions[--count]);
  return node;
}

void CpuProfile::Trace(gc::Visitor& visitor) {
  visitor.TraceTaggedRange(reinterpret_cast<const TaggedBits*>(functions_.data()),
                           reinterpret_cast<const TaggedBits*>(functions_.data() + functions_.size()));
}

// ---- The profile ----

Json CpuProfile::CallFrameOf(Isolate& isolate, uint32_t number) {
  auto frame = [](std::string name, uint32_t script = 0, std::string url = {}, int64_t line = -1,
                  int64_t column = -1) {
    return Json{{"functionName", std::move(name)},
                {"scriptId", std::to_string(script)},
                {"url", std::move(url)},
                {"lineNumber", line},
                {"columnNumber", column}};
  };
  switch (number) {
    case kRoot: return frame("(root)");
    case kProgram: return frame("(program)");
    case kIdle: return frame("(idle)");
    case kCollector: return frame("(garbage collector)");
    case kCompiler: return frame("(compiler)");
  }
  Value function = functions_[number];
  if (function.Is<NativeFunction>())
    return frame(TextOf(isolate, static_cast<NativeFunction*>(function.AsObject())->name_));
  auto* info = function.As<FunctionInfo>();
  Script* script = info->script_.get();
  const bool is_program = info->kind() == FunctionKind::kScript || info->kind() == FunctionKind::kModule;
  std::string name = is_program ? std::string() : TextOf(isolate, info->name_);
  if (script->is_self_hosted()) return frame(std::move(name));
  SourceLocation place = LocationOf(isolate, script, info->source_start_);
  Debugger* debugger = Debugger::Of(isolate);
  Scripts::Record* record = debugger == nullptr ? nullptr : debugger->scripts().Find(script);
  return frame(std::move(name), record == nullptr ? 0 : record->number, TextOf(isolate, script->name_),
               int64_t{place.line} - 1, int64_t{place.column} - 1);
}

Json CpuProfile::Finish(Isolate& isolate) {
  const uint64_t end = platform::MonotonicNanoseconds();
  is_fresh_ = false;
  std::vector<Json> frames(functions_.size());
  Json nodes = Json::array();
  for (size_t number = 0; number < nodes_.size(); number++) {
    const Node& node = nodes_[number];
    if (frames[node.function].is_null()) frames[node.function] = CallFrameOf(isolate, node.function);
    Json made = {{"id", number + 1}, {"callFrame", frames[node.function]}, {"hitCount", node.hits}};
    if (!node.children.empty()) {
      Json& children = made["children"] = Json::array();
      for (uint32_t child : node.children) children.push_back(child + 1);
    }
    const bool has_lines = !node.ticks.empty() && frames[node.function]["lineNumber"] != -1;
    if (has_lines) {
      std::map<uint32_t, uint32_t> lines;
      Script* script = functions_[node.function].As<FunctionInfo>()->script_.get();
      for (auto [position, ticks] : node.ticks) lines[LocationOf(isolate, script, position).line] += ticks;
      Json& ticks = made["positionTicks"] = Json::array();
      for (auto [line, count] : lines) ticks.push_back({{"line", line}, {"ticks", count}});
    }
    nodes.push_back(std::move(made));
  }
  Json samples = Json::array(), deltas = Json::array();
  uint64_t last = start_ / 1000;
  for (const Sample& sample : samples_) {
    samples.push_back(sample.node + 1);
    deltas.push_back(sample.until / 1000 - last);
    last = sample.until / 1000;
  }
  return {{"nodes", std::move(nodes)},
          {"startTime", start_ / 1000},
          {"endTime", end / 1000},
          {"samples", std::move(samples)},
          {"timeDeltas", std::move(deltas)}};
}

}  // namespace halfword::inspector
