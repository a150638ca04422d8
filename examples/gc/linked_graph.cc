// A road map: towns refer to towns, in circles, and nobody owns anybody. What can't be reached from the
// capital any more is collected, however it hangs together.
#include <cstdio>
#include <string>
#include <vector>

#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/deque.h"
#include "halfword/gc/containers/hash_map.h"
#include "halfword/gc/containers/vector.h"
#include "halfword/gc/persistent.h"

namespace gc = halfword::gc;

class Town : public gc::GarbageCollected<Town> {
 public:
  explicit Town(int number) : number_(number) {}
  void Trace(gc::Visitor* visitor) const { visitor->Trace(roads_); }

  void BuildRoadTo(Town* other) {
    roads_.push_back(other);
    other->roads_.push_back(this);
  }
  void CloseRoads() { roads_.clear(); }
  const gc::Vector<gc::Member<Town>>& roads() const { return roads_; }
  int number() const { return number_; }

 private:
  gc::Vector<gc::Member<Town>> roads_;  // four bytes
  int number_;
};

// How many roads there are between `from` and each town that can be reached.
static gc::HashMap<gc::Member<Town>, int> Distances(Town* from) {
  gc::HashMap<gc::Member<Town>, int> distances;
  gc::Deque<gc::Member<Town>> waiting;
  distances.insert(from, 0);
  waiting.push_back(from);
  while (!waiting.empty()) {
    Town* town = waiting.front();
    waiting.pop_front();
    int next = distances.get(town) + 1;
    for (Town* other : town->roads()) {
      if (distances.insert(other, next).second) waiting.push_back(other);
    }
  }
  return distances;
}

static void Travel(gc::Heap& heap) {
  constexpr int kSide = 100;
  gc::Persistent<Town> capital;
  {
    std::vector<Town*> grid;  // plain pointers on the stack's side: the vector is not scanned …
    gc::NoGarbageCollectionScope all_are_needed(heap);  // … so nothing is collected while it is in use
    for (int i = 0; i < kSide * kSide; i++) {
      Town* town = gc::MakeGarbageCollected<Town>(heap, i);
      if (i % kSide != 0) town->BuildRoadTo(grid[i - 1]);
      if (i >= kSide) town->BuildRoadTo(grid[i - kSide]);
      grid.push_back(town);
    }
    capital = grid[0];
  }
  int farthest = 0;
  for (auto [town, distance] : Distances(capital)) farthest = std::max(farthest, distance);
  std::printf("%zu towns, the farthest is %d roads away\n", Distances(capital).size(), farthest);
  capital->CloseRoads();
}

int main() {
  std::string error;
  std::unique_ptr<gc::Heap> heap = gc::Heap::Create(gc::HeapOptions(), &error);
  if (heap == nullptr) {
    std::fprintf(stderr, "%s\n", error.c_str());
    return 1;
  }
  heap->Enter([&] { Travel(*heap); });
  heap->CollectGarbage(gc::StackState::kNoHeapPointers);
  std::printf("after the roads were closed: %zu bytes\n", heap->CollectStatistics().live_bytes);
  return heap->CollectStatistics().live_bytes < 1000 ? 0 : 1;
}
