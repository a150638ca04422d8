// The domain Profiler of a session.
#include <algorithm>

#include "inspector/session.h"
#include "platform/clock.h"
#include "runtime/native_state.h"

namespace halfword::inspector {

namespace {

constexpr double kLongestInterval = 1e9;  // microseconds

double Seconds() { return static_cast<double>(platform::MonotonicNanoseconds()) / 1e9; }

Answer NotCovered() { return {kServerError, "Precise coverage has not been started."}; }
Answer NotEnabled() { return {kServerError, "Profiler is not enabled"}; }

}  // namespace

Answer Session::ProfilerEnable(Isolate&, const Json&) {
  profiler_enabled_ = true;
  return {};
}

Answer Session::ProfilerDisable(Isolate& isolate, const Json&) {
  if (!profile_.expired()) (void)StopProfile(isolate, {});
  (void)StopPreciseCoverage(isolate, {});
  profiler_enabled_ = false;
  return {};
}

Answer Session::SetSamplingInterval(Isolate&, const Json& params) {
  if (!profile_.expired()) return {kServerError, "Cannot change sampling interval when profiling."};
  const Json* interval = MemberOf(params, "interval");
  if (interval == nullptr || !interval->is_number())
    return {kInvalidParams, "Invalid parameters: interval is missing"};
  double microseconds = std::clamp(interval->get<double>(), 0.0, kLongestInterval);
  sampling_interval_ = static_cast<uint64_t>(microseconds * 1000);
  return {};
}

Answer Session::StartProfile(Isolate& isolate, const Json&) {
  if (!profiler_enabled_) return NotEnabled();
  if (!profile_.expired()) return {};
  if (!CpuProfile::Start(isolate, sampling_interval_))
    return {kServerError, "Somebody else is recording a profile."};
  profile_ = NativeStateOf(isolate).profiler;
  return {};
}

// An isolate that was reset has lost its profile.
Answer Session::StopProfile(Isolate& isolate, const Json&) {
  if (profile_.expired()) return {kServerError, "No recording profiles found"};
  profile_.reset();
  return Json{{"profile", CpuProfile::Stop(isolate)}};
}

// ---- Coverage ----

Answer Session::StartPreciseCoverage(Isolate& isolate, const Json& params) {
  if (!profiler_enabled_) return NotEnabled();
  if (coverage_.expired() && Coverage::Of(isolate) != nullptr)
    return {kServerError, "Somebody else is measuring coverage."};
  coverage_form_ = {IsSet(params, "callCount"), IsSet(params, "detailed")};
  if (coverage_.expired()) Coverage::Start(isolate);
  coverage_ = NativeStateOf(isolate).coverage;
  return Json{{"timestamp", Seconds()}};
}

Answer Session::StopPreciseCoverage(Isolate& isolate, const Json&) {
  if (!coverage_.expired()) Coverage::Stop(isolate);
  coverage_.reset();
  return {};
}

Answer Session::TakePreciseCoverage(Isolate& isolate, const Json&) {
  if (coverage_.expired()) return NotCovered();
  return Json{{"result", Coverage::Take(isolate, coverage_form_)}, {"timestamp", Seconds()}};
}

Answer Session::GetBestEffortCoverage(Isolate& isolate, const Json&) {
  if (!profiler_enabled_) return NotEnabled();
  return Json{{"result", Coverage::Guess(isolate)}};
}

}  // namespace halfword::inspector
