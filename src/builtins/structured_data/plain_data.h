// Plain data: trees of objects, arrays and primitives, which are built of parts that come one by one,
// or walked. Neither recurses on the native stack, and neither runs JavaScript unless it is asked to.
//
// A builder collects values on a list and makes a container when that ends, so its size is known. An object
// predicts its shape: what the last object at the same place (under the same property key) had. While keys
// agree they need neither be hashed nor interned, and the object is allocated with its final shape.
// JSON.parse is the other client of it.
#ifndef HALFWORD_BUILTINS_STRUCTURED_DATA_PLAIN_DATA_H_
#define HALFWORD_BUILTINS_STRUCTURED_DATA_PLAIN_DATA_H_

#include "objects/isolate.h"
#include "objects/memory/external_account.h"
#include "objects/memory/host_tables.h"
#include "objects/memory/value_list.h"
#include "runtime/operations/object_operations.h"
#include "unicode/characters.h"

namespace halfword {

// Lies on the native stack, which is scanned: its predictions are held weakly otherwise.
class PlainDataBuilder {
 public:
  explicit PlainDataBuilder(Isolate& isolate)
      : isolate_(isolate), realm_(CurrentRealm(isolate)), values_(isolate) {
    for (Value& v : predictions_) v = Value::Smi(0);
  }
  PlainDataBuilder(const PlainDataBuilder&) = delete;
  // Takes the predictions of another builder, if there was no collection since; and leaves them.
  void TakeShapes(const PlainDataShapes& from) {
    if (from.realm == realm_) std::copy_n(from.shapes, kPredictions, predictions_);
  }
  void LeaveShapes(PlainDataShapes& to) const {
    to.realm = realm_;
    std::copy_n(predictions_, kPredictions, to.shapes);
  }

  // Whether a container has begun and not ended, and which is the innermost one.
  bool is_open() const { return !containers_.empty(); }
  bool is_array() const { return containers_.back().is_array; }
  // Whether that is an object whose last key waits for a value. JSON's grammar says it by itself.
  bool needs_value() const {
    const Container& c = containers_.back();
    return !c.is_array && values_.size() - c.base - 1 < 2 * size_t{c.key_count};
  }
  // A number of the client's for the innermost container.
  uint32_t& mark() { return containers_.back().mark; }

  HW_INLINE void Begin(bool is_array) {
    uint32_t place = 0;
    if (!containers_.empty()) {
      const Container& outer = containers_.back();
      // An object's place is the property it is the value of; an element's is its array's.
      place = outer.is_array ? outer.place + 1 : static_cast<uint32_t>(values_[values_.size() - 1].bits());
    }
    if (HW_UNLIKELY(containers_.capacity() == 0)) containers_.reserve(kFewContainers);
    Value shape = is_array ? Value::Smi(0) : Prediction(place);
    Container& c = containers_.emplace_back();
    c.is_array = is_array;
    c.irregular = false;
    c.predicted = !shape.IsSmi();
    c.base = static_cast<uint32_t>(values_.size());
    c.key_count = 0;
    c.place = place;
    values_.Append(shape);
  }

  // Adds the key that is predicted, if any is and matches(String*) says that it is the one. Array indices
  // are never predicted.
  template <class F>
  HW_INLINE bool AddPredictedKey(F&& matches) {
    Container& c = containers_.back();
    if (!c.predicted) return false;
    Shape* shape = values_[c.base].As<Shape>();
    if (HW_LIKELY(c.key_count < shape->property_count())) {
      Value name = shape->table()->entry(c.key_count).name;
      if (HW_LIKELY(matches(name.AsString()))) {
        c.key_count++;
        values_.Append(name);
        return true;
      }
    }
    c.predicted = false;
    return false;
  }
  // Any other key. `has_escapes`: in JSON its text is not what stands there, so that it predicts nothing.
  // Returns the string.
  HW_INLINE String* AddKey(FlatChars chars, bool has_escapes = false) {
    Container& c = containers_.back();
    c.key_count++;
    if (has_escapes) c.irregular = true;
    uint32_t index;
    bool may_be_index = chars.length() > 0 && unicode::IsDecimalDigit(chars[0]);
    // Indices are never names.
    String* key = HW_UNLIKELY(may_be_index) && ParseArrayIndex(chars, &index) ? NewIndexKey(chars)
                                                                              : InternChars(isolate_, chars);
    values_.Append(Value(key));
    return key;
  }

  // An element, or the value of the last key.
  HW_INLINE void Append(Value value) { values_.Append(value); }

  // The innermost container as an object, which ends with Leave. Polls.
  Completion<Value> Make() { return is_array() ? MakeArray() : MakeObject(); }
  HW_INLINE Completion<Value> MakeObject() {
    TRY(isolate_.Poll());
    const Container& c = containers_.back();
    const Value* pairs = values_.begin() + c.base + 1;
    if (HW_LIKELY(c.predicted)) {
      Shape* shape = values_[c.base].As<Shape>();
      if (HW_LIKELY(shape->property_count() == c.key_count))
        return Value(NewOfShape(shape, pairs, c.key_count));
    }
    return MakeOfKeys(c, pairs);
  }
  HW_INLINE Completion<Value> MakeArray() {
    TRY(isolate_.Poll());
    return Value(NewArrayFrom(isolate_, values_.span().subspan(containers_.back().base + 1)));
  }
  // Of an object: keys and values in turn.
  std::span<const Value> pairs() const { return values_.span().subspan(containers_.back().base + 1); }
  HW_INLINE void Leave() {
    values_.Truncate(containers_.back().base);
    containers_.pop_back();
  }

 private:
  struct Container {
    bool is_array;
    bool irregular;  // object: index keys or escapes in keys, so its shape predicts nothing
    bool predicted;  // object: all keys so far are the predicted shape's
    uint32_t base;   // values_[base]: the predicted shape or Smi 0; then elements, or keys and values in turn
    uint32_t key_count;
    uint32_t place;
    uint32_t mark;
  };
  static constexpr uint32_t kPredictions = PlainDataShapes::kCount;
  static constexpr size_t kFewContainers = 8;

  Value& Prediction(uint32_t place) { return predictions_[place * 0x9E3779B1u >> 26]; }
  HW_INLINE JSObject* NewOfShape(Shape* shape, const Value* pairs, uint32_t count) {
    JSObject* object = NewObject(isolate_, shape);
    uint32_t in_object = std::min(count, shape->in_object_slots());
    ValueField* slots = object->InObjectSlot(0);
    for (uint32_t i = 0; i < in_object; i++) slots[i].Init(pairs[2 * i + 1]);
    if (HW_UNLIKELY(in_object < count)) FillOverflow(object, pairs, in_object, count);
    return object;
  }
  String* NewIndexKey(FlatChars chars);
  void FillOverflow(JSObject* object, const Value* pairs, uint32_t from, uint32_t count);
  Completion<Value> MakeOfKeys(const Container& c, const Value* pairs);

  Isolate& isolate_;
  Realm* realm_;
  ValueList values_;
  ExternalAccount account_{isolate_};
  CountedVector<Container> containers_{account_};
  Value predictions_[kPredictions];  // shapes by place
};

// What a walk meets.
struct PlainItem {
  enum Kind : uint8_t {
    kPrimitive,  // undefined to BigInt, but no symbol
    kDate,
    kBytes,  // a Uint8Array, not of shared memory
    kOther,  // what is no plain data, or too deep, or an object within itself
    kBeginArray,
    kBeginObject,
    kKey,  // `value` is a string
    kEnd
  };
  Kind kind;
  Value value;
};

class PlainDataSink {
 public:
  // False ends the walk. It may change what is walked, and end the guest.
  virtual bool Take(const PlainItem& item) = 0;

 protected:
  ~PlainDataSink() = default;
};

struct PlainWalk {
  bool runs_getters;    // otherwise a member with a getter counts as undefined
  bool with_undefined;  // members that are undefined, too
  uint32_t depth;       // containers within each other; deeper ones are kOther
};

// Tells the sink all that is in the value: own properties that are enumerable and named by strings, of plain
// objects, in the language's order, and the elements of arrays, where holes are undefined. Shared parts are
// told as often as they are met. Polls for each member and element. Throws what getters throw.
Completion<void> WalkPlainData(Isolate&, Value, const PlainWalk&, PlainDataSink&);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_STRUCTURED_DATA_PLAIN_DATA_H_
