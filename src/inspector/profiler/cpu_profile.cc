#include "inspector/profiler/cpu_profile.h"

#include <algorithm>
#include <utility>

#include "gc/heap.h"
#include "gc/pauses.h"
#include "jit/tiers.h"
#include "platform/clock.h"
#include "runtime/native_state.h"
#include "runtime/operations/errors.h"

namespace halfword::inspector {

namespace {

constexpr size_t kMostSamples = 16 << 20;  // as far as the line of time goes; the tree counts on
constexpr uint64_t kLeastShare = 1000;     // nanoseconds of collector and compiler that make a sample

uint64_t NanosecondsOfCompiler(Isolate& isolate) {
  const jit::TierStatistics& statistics = jit::StatisticsOf(NativeStateOf(isolate));
  return statistics.nanoseconds + (statistics.optimizer == nullptr ? 0 : statistics.optimizer->nanoseconds);
}
uint64_t NanosecondsOfCollector(Isolate& isolate) { return gc::subtle::NanosecondsInPauses(isolate.heap()); }

}  // namespace

// ---- Recording ----

CpuProfile* CpuProfile::Of(Isolate& isolate) {
  return static_cast<CpuProfile*>(NativeStateOf(isolate).profiler.get());
}

bool CpuProfile::Start(Isolate& isolate, uint64_t interval_ns) {
  NativeState& native = NativeStateOf(isolate);
  if (native.profiler != nullptr) return false;
  std::shared_ptr<CpuProfile> profile(new CpuProfile(isolate, interval_ns));
  profile->AddTo(isolate);
  native.profiler = std::move(profile);
  return true;
}

Json CpuProfile::Stop(Isolate& isolate) {
  Json profile = Of(isolate)->Finish(isolate);
  Of(isolate)->RemoveFrom(isolate);
  NativeStateOf(isolate).profiler = nullptr;
  return profile;
}

CpuProfile::CpuProfile(Isolate& isolate, uint64_t interval_ns)
    : interval_(interval_ns),
      start_(platform::MonotonicNanoseconds()),
      last_(start_),
      due_(start_ + interval_ns),
      collecting_(NanosecondsOfCollector(isolate)),
      compiling_(NanosecondsOfCompiler(isolate)) {}

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
  auto charge = [&](uint64_t spent, CallTree::Special to) {
    if (spent < kLeastShare) return false;
    Add(tree_.NodeOf(CallTree::kRoot, to), CallTree::kNowhere, std::min(last_ + spent, now));
    return true;
  };
  if (charge(idle_, CallTree::kIdle)) idle_ = 0;
  const uint64_t collecting = NanosecondsOfCollector(isolate), compiling = NanosecondsOfCompiler(isolate);
  if (charge(collecting - collecting_, CallTree::kCollector)) collecting_ = collecting;
  if (charge(compiling - compiling_, CallTree::kCompiler)) compiling_ = compiling;
  const uint32_t node = tree_.NodeOfStack(isolate, &fresh_top_, &fresh_position_);
  Add(node, fresh_position_, now);
  due_ = now + interval_;
  is_fresh_ = true;
}

void CpuProfile::FoundRunning(Isolate&, FunctionInfo* info) {
  if (!std::exchange(is_fresh_, false) || info == fresh_top_ || samples_.size() == kMostSamples) return;
  // The poll was at a call: the time is the callee's.
  const Sample sample = samples_.back();
  const uint32_t callee = tree_.NodeOf(sample.node, info);
  if (callee == sample.node) return;
  Hits& caller = hits_[sample.node];
  caller.count--;
  if (fresh_position_ != CallTree::kNowhere && --caller.ticks[fresh_position_] == 0)
    caller.ticks.erase(fresh_position_);
  samples_.pop_back();
  Add(callee, info->source_start_, sample.until);
}

void CpuProfile::Add(uint32_t node, uint32_t position, uint64_t until) {
  if (node >= hits_.size()) hits_.resize(tree_.nodes().size());
  hits_[node].count++;
  if (position != CallTree::kNowhere) hits_[node].ticks[position]++;
  if (samples_.size() < kMostSamples) samples_.push_back({node, until});
  last_ = until;
}

void CpuProfile::Trace(gc::Visitor& visitor) { tree_.Trace(visitor); }

// ---- The profile ----

Json CpuProfile::Finish(Isolate& isolate) {
  const uint64_t end = platform::MonotonicNanoseconds();
  is_fresh_ = false;
  hits_.resize(tree_.nodes().size());
  Json nodes = Json::array();
  for (size_t number = 0; number < tree_.nodes().size(); number++) {
    const CallTree::Node& node = tree_.nodes()[number];
    const Hits& hits = hits_[number];
    Json made = {{"id", number + 1},
                 {"callFrame", tree_.CallFrameOf(isolate, node.function)},
                 {"hitCount", hits.count}};
    if (!node.children.empty()) {
      Json& children = made["children"] = Json::array();
      for (uint32_t child : node.children) children.push_back(child + 1);
    }
    Script* script = tree_.ScriptOf(node.function);
    if (script != nullptr && !hits.ticks.empty()) {
      std::map<uint32_t, uint32_t> lines;
      for (auto [position, count] : hits.ticks) lines[LocationOf(isolate, script, position).line] += count;
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
