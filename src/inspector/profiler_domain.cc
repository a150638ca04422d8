// The domain Profiler of a session.
#include "inspector/session.h"
#include "runtime/native_state.h"

namespace halfword::inspector {

namespace {

constexpr double kLongestInterval = 1e9;  // microseconds

Answer NotEnabled() { return {kServerError, "Profiler is not enabled"}; }

}  // namespace

Answer Session::ProfilerEnable(Isolate&, const Json&) {
  profiler_enabled_ = true;
  return {};
}

Answer Session::ProfilerDisable(Isolate& isolate, const Json&) {
  if (!profile_.expired()) (void)StopProfile(isolate, {});
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

}  // namespace halfword::inspector
