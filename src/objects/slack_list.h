// Storage that grew by more than was needed, to be cut to size once its owner stops growing.
//
// Arrays, maps and sets grow in steps and add themselves here. A collection asks each listed owner whether it
// has grown since the collection before. If not, the owner gives back its spare room (JSArray::Trim,
// HashCollection::Trim) and leaves the list.
#ifndef HALFWORD_OBJECTS_SLACK_LIST_H_
#define HALFWORD_OBJECTS_SLACK_LIST_H_

#include <functional>
#include <vector>

#include "objects/shapes/js_object.h"

namespace halfword {

namespace gc {
class LivenessBroker;
class Visitor;
}  // namespace gc

class SlackList {
 public:
  // Less room is left alone: a collector's run for new objects is larger.
  static constexpr size_t kLeastSlack = 128;
  // Marks storage whose owner is listed.
  static constexpr gc::Header kListedFlag = gc::kClientFlag0;

  // `owner`, a JSArray or a HashCollection, has `storage` now, in place of `old` or none. Called where there
  // is slack.
  void Add(JSObject* owner, HeapObject* storage, const HeapObject* old);
  // A root callback: the list does not keep its owners alive.
  void Trace(Isolate&, gc::Visitor&);
  void Clear() { entries_.clear(); }
  // Calls body(storage) for the marked storage of the owners. REQUIRES: all owners are alive, so soon after
  // a collection.
  void ForEachStorage(const std::function<void(HeapObject*)>& body) const;
  size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    Value owner;
    uint32_t size;  // elements in use at the last collection; kNew
  };
  static constexpr uint32_t kNew = ~0u;
  void AfterMarking(Isolate&, const gc::LivenessBroker&);

  std::vector<Entry> entries_;
  uint64_t collections_ = 0;  // as of the last AfterMarking
};

// In IsolateState.
SlackList& SlackListOf(Isolate&);

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_SLACK_LIST_H_
