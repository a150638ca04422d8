// The isolate's interned strings: open-addressed, weak. A slot holds the content hash and the string, so
// strings need no hash field. A collection takes dead strings out. `base_` is the immutable table of the
// image the isolate was cloned from (null otherwise); it is asked first and never written.
#ifndef HALFWORD_OBJECTS_PRIMITIVES_INTERN_TABLE_H_
#define HALFWORD_OBJECTS_PRIMITIVES_INTERN_TABLE_H_

#include "objects/primitives/string.h"

namespace halfword {

namespace gc {
class LivenessBroker;
}

class InternTable : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kInternTable;
  void Trace(gc::Visitor&);
  void ClearDead(const gc::LivenessBroker&);
  struct Slot {
    TaggedBits string;  // weak; 0: empty; hole: deleted
    uint32_t hash;
#if !HALFWORD_COMPRESS
    uint32_t padding;
#endif
  };
  Slot* slots() { return reinterpret_cast<Slot*>(this + 1); }
  // `hash`: chars.Hash(), whatever this table goes by.
  String* Find(FlatChars chars, uint32_t hash);
  uint32_t live_count() const { return used_ - deleted_; }
  // The hash that the table uses: the content hash, or a hash with a secret of this table once a guest has
  // chosen names whose content hashes collide.
  bool is_keyed() const { return (secret_[0] | secret_[1]) != 0; }
  uint32_t HashFor(FlatChars chars, uint32_t content_hash) const {
    return HW_LIKELY(!is_keyed()) ? content_hash : KeyedHash(chars);
  }
  uint32_t KeyedHash(FlatChars chars) const;

  Field<InternTable> base_;
  uint32_t capacity_;  // power of two
  uint32_t used_;      // live and deleted
  uint32_t deleted_;
  uint32_t secret_[2];  // zero: none
};

// Makes one table of the isolate's own and those below it, for an image.
void MergeInternTables(Isolate&);

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_PRIMITIVES_INTERN_TABLE_H_
