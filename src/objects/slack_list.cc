#include "objects/slack_list.h"

#include "gc/heap.h"
#include "gc/liveness_broker.h"
#include "gc/visitor.h"
#include "objects/isolate.h"
#include "objects/library/keyed_collections.h"

namespace halfword {

namespace {

// Elements in use and the storage; null if there is none that can be cut.
HeapObject* StorageOf(JSObject* owner, uint32_t* size) {
  if (owner->object_type() != HeapType::kJSArray) {
    HashTableStorage* table = static_cast<HashCollection*>(owner)->table_.get();
    if (table) *size = table->used_;
    return table;
  }
  if (owner->elements().IsSmi() || owner->elements_kind() == ElementsKind::kDictionary) return nullptr;
  *size = static_cast<JSArray*>(owner)->length();
  return static_cast<HeapObject*>(owner->elements().AsPointer(kOtherTag));
}

}  // namespace

void SlackList::Add(JSObject* owner, HeapObject* storage, const HeapObject* old) {
  // A flag in an image is that of another list. `old` may be `storage`.
  bool listed = old && (old->header_bits() & kListedFlag) && !IsInImage(old);
  gc::SetHeader(storage, storage->header_bits() | kListedFlag);
  if (!listed) entries_.push_back({Value(owner), kNew});
}

void SlackList::ForEachStorage(const std::function<void(HeapObject*)>& body) const {
  for (Entry entry : entries_) {
    uint32_t size;
    HeapObject* storage = StorageOf(entry.owner.AsObject(), &size);
    if (storage && (storage->header_bits() & kListedFlag)) body(storage);
  }
}

void SlackList::Trace(Isolate& isolate, gc::Visitor& visitor) {
  if (entries_.empty()) return;
  visitor.RegisterWeakCallback(
      [](const gc::LivenessBroker& broker, const void* data) {
        auto& isolate = *static_cast<Isolate*>(const_cast<void*>(data));
        SlackListOf(isolate).AfterMarking(isolate, broker);
      },
      &isolate);
}

void SlackList::AfterMarking(Isolate& isolate, const gc::LivenessBroker& broker) {
  // Roots may be traced more than once in one collection.
  uint64_t collections = isolate.heap().CollectStatistics().collections + 1;
  if (collections == collections_) return;
  collections_ = collections;
  size_t kept = 0;
  for (Entry entry : entries_) {
    if (!broker.IsAlive(entry.owner.bits())) continue;
    JSObject* owner = entry.owner.AsObject();
    uint32_t size = 0;
    HeapObject* storage = StorageOf(owner, &size);
    // Without the flag it is other storage than was listed, or an owner listed twice.
    if (!storage || !(storage->header_bits() & kListedFlag)) continue;
    if (size != entry.size) {
      entries_[kept++] = {entry.owner, size};
      continue;
    }
    gc::SetHeader(storage, storage->header_bits() & ~kListedFlag);
    if (owner->object_type() == HeapType::kJSArray) {
      static_cast<JSArray*>(owner)->Trim();
    } else {
      static_cast<HashCollection*>(owner)->Trim();
    }
  }
  entries_.resize(kept);
}

}  // namespace halfword
