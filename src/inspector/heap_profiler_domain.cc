// The domain HeapProfiler of a session.
#include <algorithm>

#include "gc/heap.h"
#include "gc/heap_snapshot.h"
#include "inspector/profiler/heap_profile.h"
#include "inspector/session.h"
#include "isolates/heap_names.h"
#include "runtime/native_state.h"

namespace halfword::inspector {

namespace {

constexpr double kLongestInterval = 1 << 30;  // bytes

// As V8 words it, for clients that compare.
Answer NotStarted() { return {kServerError, "V8 sampling heap profiler was not started."}; }

}  // namespace

Answer Session::CollectGarbage(Isolate& isolate, const Json&) {
  isolate.heap().CollectGarbage();
  return {};
}

Answer Session::TakeHeapSnapshot(Isolate& isolate, const Json& params) {
  // How far it is, is known when it is done: there is one pass.
  if (IsSet(params, "reportProgress")) {
    Send(EventText("HeapProfiler.reportHeapSnapshotProgress",
                   {{"done", 1}, {"total", 1}, {"finished", true}}));
  }
  gc::SnapshotSink sink;
  sink.data = this;
  sink.write = [](void* session, std::string_view piece) {
    static_cast<Session*>(session)->Send(
        EventText("HeapProfiler.addHeapSnapshotChunk", {{"chunk", std::string(piece)}}));
    return true;
  };
  gc::WriteHeapSnapshot(isolate.heap(), sink, HeapNamesOf(isolate));
  return {};
}

// ---- Sampling ----

Answer Session::HeapProfilerDisable(Isolate& isolate, const Json&) {
  if (!heap_profile_.expired()) HeapProfile::Stop(isolate);
  return {};
}

Answer Session::StartSampling(Isolate& isolate, const Json& params) {
  if (!heap_profile_.expired()) return {};
  double interval = HeapProfile::kInterval;
  if (const Json* given = MemberOf(params, "samplingInterval"); given != nullptr && given->is_number())
    interval = std::clamp(given->get<double>(), 1.0, kLongestInterval);
  if (!HeapProfile::Start(isolate, static_cast<uint64_t>(interval)))
    return {kServerError, "Somebody else is sampling the heap."};
  heap_profile_ = NativeStateOf(isolate).heap_profile;
  return {};
}

Answer Session::StopSampling(Isolate& isolate, const Json&) {
  Answer answer = GetSamplingProfile(isolate, {});
  if (answer.code == 0) HeapProfile::Stop(isolate);
  return answer;
}

// What is garbage already is not to be counted.
Answer Session::GetSamplingProfile(Isolate& isolate, const Json&) {
  if (heap_profile_.expired()) return NotStarted();
  isolate.heap().CollectGarbage();
  return Json{{"profile", HeapProfile::Take(isolate)}};
}

}  // namespace halfword::inspector
