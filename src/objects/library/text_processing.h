// String objects, regular expressions and their iterators.
#ifndef HALFWORD_OBJECTS_LIBRARY_TEXT_PROCESSING_H_
#define HALFWORD_OBJECTS_LIBRARY_TEXT_PROCESSING_H_

#include <span>

#include "objects/shapes/js_object.h"

namespace halfword {

class Isolate;

class StringWrapper : public JSObject {  // exotic: indices are the characters; "length" is an own slot
 public:
  static constexpr HeapType kType = HeapType::kStringWrapper;
  String* string() const { return value_.get().AsString(); }
  ValueField value_;
};

class RegExpProgram : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kRegExpProgram;
  void Trace(gc::Visitor&);
  uint8_t* code() { return reinterpret_cast<uint8_t*>(this + 1); }
  std::span<const uint8_t> code() const { return {reinterpret_cast<const uint8_t*>(this + 1), code_size_}; }
  ValueField groups_;  // Smi 0, or a ValueArray of group_count_ pairs {name, ValueArray of Smis: count,
                       // capture numbers}
  uint32_t group_count_;
  uint32_t capture_count_;
  uint32_t flags_;      // regexp::Flags
  uint32_t code_size_;  // bytes behind the fields
#if !HALFWORD_COMPRESS
  uint32_t padding_[2];
#endif
};

// Fields but code and code_size_ are zero.
RegExpProgram* NewRegExpProgram(Isolate&, std::span<const uint8_t> code);

class RegExpObject : public JSObject {  // "lastIndex" is in-object slot 0
 public:
  static constexpr HeapType kType = HeapType::kRegExpObject;
  RegExpProgram* program() const { return program_.get(); }
  ValueField* last_index() { return InObjectSlot(0); }
  ValueField source_;  // String
  ValueField flags_;   // String
  Field<RegExpProgram> program_;
  // [[LegacyFeaturesEnabled]] and [[Realm]]: the Realm, or Smi 0 where a subclass made it.
  ValueField legacy_realm_;
};

class StringIterator : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kStringIterator;
  ValueField string_;    // undefined: exhausted
  ValueField position_;  // Smi
};

class RegExpStringIterator : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kRegExpStringIterator;
  ValueField regexp_;
  ValueField string_;
  ValueField global_;   // boolean
  ValueField unicode_;  // boolean
  ValueField done_;     // boolean
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_LIBRARY_TEXT_PROCESSING_H_
