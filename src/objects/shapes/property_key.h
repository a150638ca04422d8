// PropertyKey: ECMA-262's property key, in the normal form that tables and elements use: an array index (0 …
// 2^32-2) as a number, else an interned string or a symbol (private names are symbols). Two keys are equal
// iff their bits are.
#ifndef HALFWORD_OBJECTS_SHAPES_PROPERTY_KEY_H_
#define HALFWORD_OBJECTS_SHAPES_PROPERTY_KEY_H_

#include "objects/primitives/primitives.h"
#include "objects/primitives/string.h"

namespace halfword {

class PropertyKey {
 public:
  static constexpr uint32_t kMaxIndex = 0xFFFFFFFE;
  PropertyKey() : name_(Value::Undefined()), index_(0) {}
  static PropertyKey FromIndex(uint32_t index) {
    PropertyKey k;
    k.index_ = index;
    return k;
  }
  // `name` is interned and no array index.
  static PropertyKey FromInterned(String* name) {
    PropertyKey k;
    k.name_ = Value(name);
    return k;
  }
  static PropertyKey FromSymbol(Symbol* symbol) {
    PropertyKey k;
    k.name_ = Value(symbol);
    return k;
  }
  // The key of any string: index or interned.
  static PropertyKey FromString(Isolate&, String* string);
  static PropertyKey FromAscii(Isolate&, std::string_view text);
  // A value that is already a name in normal form (from a constant pool or property table).
  static PropertyKey FromName(Value name) {
    PropertyKey k;
    k.name_ = name;
    return k;
  }

  bool IsIndex() const { return name_.IsUndefined(); }
  bool IsString() const { return name_.IsString(); }
  bool IsSymbol() const { return !IsIndex() && !IsString(); }
  uint32_t index() const { return index_; }
  Value name() const { return name_; }  // not for indices
  // The key as a JavaScript value: string or symbol.
  Value ToValue(Isolate&) const;
  bool operator==(const PropertyKey& o) const { return name_ == o.name_ && index_ == o.index_; }

 private:
  Value name_;
  uint32_t index_;
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_SHAPES_PROPERTY_KEY_H_
