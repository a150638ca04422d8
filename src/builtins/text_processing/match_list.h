// All matches of a global regular expression in a string, which are found before the first of them is used.
//
// Those in a long string of the program's text (an interned one) are remembered per program and string, with
// the texts of the groups that were asked for: a literal that is searched again and again is searched once.
// What is remembered is bounded, and dropped by the collection before which nobody has used it.
#ifndef HALFWORD_BUILTINS_TEXT_PROCESSING_MATCH_LIST_H_
#define HALFWORD_BUILTINS_TEXT_PROCESSING_MATCH_LIST_H_

#include "builtins/text_processing/regexp_internal.h"
#include "objects/memory/external_account.h"

namespace halfword {

// On the native stack only.
class MatchList {
 public:
  explicit MatchList(Isolate& isolate) : isolate_(isolate), account_(isolate), found_(account_) {}

  // Finds the matches as a loop of exec would, leaves lastIndex 0 and remembers the last match for RegExp.$1
  // …; of a RegExp that is not global the first match from lastIndex. Runs no JavaScript; charges what the
  // search costs, also where it is remembered. REQUIRES: an unmodified RegExp; called once.
  Completion<void> Find(RegExpObject* regexp, String* string);

  size_t size() const { return size_; }
  // Begin and end of each group of match i, as in Captures.
  const int32_t* captures(size_t i) const { return positions_ + i * 2 * groups_; }
  // The text of a group of match i: a string or undefined.
  HW_INLINE Value Text(size_t i, uint32_t group) {
    if (texts_ == nullptr) return CaptureValue(isolate_, string_, captures(i), group);
    ValueField& text = texts_->slots()[i * groups_ + group];
    // As it was made, or what its equal interned string replaced since.
    if (HW_LIKELY(text.get().IsString() && text.get().AsString()->typed_type() != HeapType::kThinString))
      return text.get();
    return MakeText(i, group);
  }

 private:
  Completion<void> FindGlobal(RegExpObject* regexp);
  void Remember(RegExpProgram*, ByteArray* positions, ValueArray* texts, int32_t cost);
  Value MakeText(size_t i, uint32_t group);

  Isolate& isolate_;
  String* string_ = nullptr;
  uint32_t groups_ = 0;
  size_t size_ = 0;
  const int32_t* positions_ = nullptr;  // in found_ or remembered_
  ByteArray* remembered_ = nullptr;     // keeps the positions alive
  ValueArray* texts_ = nullptr;         // Smi 0: not made yet; null: not remembered
  ExternalAccount account_;
  CountedVector<int32_t> found_;
};

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_TEXT_PROCESSING_MATCH_LIST_H_
