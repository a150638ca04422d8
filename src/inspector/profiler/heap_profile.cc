#include "inspector/profiler/heap_profile.h"

#include <algorithm>
#include <memory>

#include "gc/heap.h"
#include "math/functions.h"
#include "runtime/native_state.h"

namespace halfword::inspector {

HeapProfile* HeapProfile::Of(Isolate& isolate) {
  return static_cast<HeapProfile*>(NativeStateOf(isolate).heap_profile.get());
}

bool HeapProfile::Start(Isolate& isolate, uint64_t interval) {
  NativeState& native = NativeStateOf(isolate);
  if (native.heap_profile != nullptr) return false;
  std::shared_ptr<HeapProfile> profile(new HeapProfile(isolate, interval));
  gc::subtle::SetAllocationListener(isolate.heap(), profile.get());
  native.heap_profile = std::move(profile);
  return true;
}

void HeapProfile::Stop(Isolate& isolate) { NativeStateOf(isolate).heap_profile = nullptr; }

HeapProfile::HeapProfile(Isolate& isolate, uint64_t interval)
    : isolate_(isolate),
      heap_(isolate.heap()),
      interval_(interval),
      last_(isolate.heap().CollectStatistics().allocated_bytes),
      next_(last_ + NextDistance()) {}

HeapProfile::~HeapProfile() { gc::subtle::SetAllocationListener(heap_, nullptr); }

// Of a Poisson process: no pattern of allocations is in step with it.
uint64_t HeapProfile::NextDistance() {
  random_ = random_ * 6364136223846793005u + 1442695040888963407u;
  const double uniform = (static_cast<double>(random_ >> 11) + 1) / static_cast<double>(uint64_t{1} << 53);
  return 1 + static_cast<uint64_t>(-math::Log(uniform) * static_cast<double>(interval_));
}

void HeapProfile::Allocated(const void* object, size_t bytes, size_t allocated) {
  if (allocated < next_) return;
  FunctionInfo* top;
  uint32_t position;
  const uint32_t node = tree_.NodeOfStack(isolate_, &top, &position);
  samples_.push_back({object, node, std::max<uint64_t>(bytes, allocated - last_), ++ordinal_});
  last_ = allocated;
  next_ = allocated + NextDistance();
}

void HeapProfile::Trace(gc::Visitor& visitor) {
  tree_.Trace(visitor);
  visitor.RegisterWeakCallback(
      [](const gc::LivenessBroker& broker, const void* data) {
        auto* profile = static_cast<HeapProfile*>(const_cast<void*>(data));
        std::erase_if(profile->samples_, [&](const Sample& s) { return !broker.IsAlive(s.object); });
      },
      this);
}

Json HeapProfile::Take(Isolate& isolate) {
  const HeapProfile& profile = *Of(isolate);
  const std::vector<CallTree::Node>& nodes = profile.tree_.nodes();
  std::vector<uint64_t> sizes(nodes.size());
  Json samples = Json::array();
  for (const Sample& sample : profile.samples_) {
    sizes[sample.node] += sample.bytes;
    samples.push_back({{"size", sample.bytes}, {"nodeId", sample.node + 1}, {"ordinal", sample.ordinal}});
  }
  std::vector<Json> made(nodes.size());
  // Children have greater numbers than their parents.
  for (size_t number = nodes.size(); number-- > 0;) {
    Json children = Json::array();
    for (uint32_t child : nodes[number].children) children.push_back(std::move(made[child]));
    made[number] = {{"callFrame", profile.tree_.CallFrameOf(isolate, nodes[number].function)},
                    {"selfSize", sizes[number]},
                    {"id", number + 1},
                    {"children", std::move(children)}};
  }
  return {{"head", std::move(made[0])}, {"samples", std::move(samples)}};
}

}  // namespace halfword::inspector
