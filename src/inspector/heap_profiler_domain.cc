// The domain HeapProfiler of a session.
#include "gc/heap.h"
#include "gc/heap_snapshot.h"
#include "inspector/session.h"
#include "isolates/heap_names.h"

namespace halfword::inspector {

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

}  // namespace halfword::inspector
