#include "builtins/structured_data/plain_data.h"

#include "objects/library/indexed_collections.h"
#include "objects/library/structured_data.h"
#include "runtime/execution/loop_poll.h"

namespace halfword {

// ---- Building ----

namespace {

// Which keys an object has: most of those that it has not need no lookup.
class KeyFilter {
 public:
  // True: the key was not added before. False: it may have been.
  bool Add(String* key) {
    uint32_t hash = static_cast<uint32_t>(Value(key).bits()) * 0x9E3779B1u >> (32 - kBits);
    uint64_t bit = uint64_t{1} << hash % 64;
    uint64_t& word = words_[hash / 64];
    bool is_new = (word & bit) == 0;
    word |= bit;
    return is_new;
  }

 private:
  static constexpr int kBits = 10;
  uint64_t words_[(1 << kBits) / 64] = {};
};

}  // namespace

String* PlainDataBuilder::NewIndexKey(FlatChars chars) {
  containers_.back().irregular = true;
  return chars.is_one_byte() ? NewStringFromLatin1(isolate_, chars.one_byte())
                             : NewStringFromUtf16(isolate_, chars.two_byte());
}

void PlainDataBuilder::FillOverflow(JSObject* object, const Value* pairs, uint32_t from, uint32_t count) {
  // The last one makes room for all.
  object->SetSlot(isolate_, count - 1, pairs[2 * count - 1]);
  PropertyArray* overflow = object->properties();
  for (uint32_t i = from; i < count - 1; i++) overflow->slots()[i - from].Set(overflow, pairs[2 * i + 1]);
}

Completion<Value> PlainDataBuilder::MakeOfKeys(const Container& c, const Value* pairs) {
  uint32_t count = c.key_count;
  if (count == 0) return Value(NewObject(isolate_, realm_->shape(RealmShape::kEmptyObject)));
  // As many in-object slots as an object literal of this many properties gets.
  uint32_t in_object = std::min<uint32_t>((count + 1) & ~1u, 64);
  JSObject* object =
      NewObject(isolate_, RootShapeFor(isolate_, HeapType::kPlainObject,
                                       realm_->intrinsic(Intrinsic::kObjectPrototype), 1, in_object));
  KeyFilter seen;
  for (uint32_t i = 0; i < count; i++) {
    if (i % 256 == 255) TRY(isolate_.Poll(8));
    String* name = pairs[2 * i].AsString();
    if (c.irregular) {
      PropertyKey key = PropertyKey::FromString(isolate_, name);
      object->DefineOwn(isolate_, key, pairs[2 * i + 1], kDataDefault);
    } else if (seen.Add(name)) {
      object->AddOwn(isolate_, Value(name), pairs[2 * i + 1]);
    } else {
      object->DefineOwn(isolate_, PropertyKey::FromInterned(name), pairs[2 * i + 1], kDataDefault);
    }
  }
  Shape* shape = object->shape();
  // Only where slot i is property i.
  if (!c.irregular && !shape->is_unique() && shape->property_count() == count &&
      shape->slot_count_ == count &&
      shape->extension_kind() ==
          (count > shape->in_object_slots() ? ExtensionKind::kProperties : ExtensionKind::kNone)) {
    Prediction(c.place) = Value(shape);
  }
  return Value(object);
}

// ---- Walking ----

namespace {

class Walker {
 public:
  Walker(Isolate& isolate, const PlainWalk& walk, PlainDataSink& sink)
      : isolate_(isolate), walk_(walk), sink_(sink), open_objects_(isolate), keys_(isolate) {}

  Completion<void> Walk(Value root) {
    if (!TRY(TellValue(root))) return {};
    while (!open_.empty()) {
      TRY(isolate_.Poll());
      Step step = open_.back().members == kElements ? TRY(NextElement()) : TRY(NextMember());
      if (step == Step::kStop) return {};
      if (step == Step::kGoOn) continue;
      Leave();
      if (!TRY(Tell(PlainItem::kEnd, Value::Undefined()))) return {};
    }
    return {};
  }

 private:
  enum class Step { kGoOn, kEnd, kStop };
  // How the members of an open container are found.
  enum Members : uint8_t {
    kElements,  // of an array
    kOfShape,   // in the table of a shape that is shared
    kListed     // by keys_, from `first_key` on
  };
  struct Open {
    Members members;
    uint32_t next;
    uint32_t count;      // kOfShape
    uint32_t first_key;  // kListed
  };

  // False: the sink has had enough.
  HW_INLINE Completion<bool> Tell(PlainItem::Kind kind, Value value) {
    bool goes_on = sink_.Take({kind, value});
    if (HW_UNLIKELY(isolate_.IsTerminating())) return kThrow;
    return goes_on;
  }

  HW_INLINE Completion<bool> TellValue(Value value) {
    if (HW_LIKELY(!value.IsObject()))
      return Tell(value.IsSymbol() ? PlainItem::kOther : PlainItem::kPrimitive, value);
    return TellObject(value.AsObject());
  }

  Completion<bool> TellObject(JSObject* object) {
    switch (object->object_type()) {
      case HeapType::kJSArray:
      case HeapType::kPlainObject: break;
      case HeapType::kDateObject: return Tell(PlainItem::kDate, Value(object));
      case HeapType::kTypedArrayObject: {
        auto* array = static_cast<TypedArrayObject*>(object);
        bool is_bytes = array->kind_ == TypedArrayKind::kUint8 && !array->buffer()->IsShared();
        return Tell(is_bytes ? PlainItem::kBytes : PlainItem::kOther, Value(object));
      }
      default: return Tell(PlainItem::kOther, Value(object));
    }
    if (object->IsExotic() || open_.size() >= walk_.depth || IsOpen(object))
      return Tell(PlainItem::kOther, Value(object));
    bool is_array = object->object_type() == HeapType::kJSArray;
    TRY(Enter(object, is_array));
    return Tell(is_array ? PlainItem::kBeginArray : PlainItem::kBeginObject, Value(object));
  }

  // Few open objects are compared, many are found by their addresses, which don't change.
  static constexpr size_t kFewOpen = 16;
  bool IsOpen(JSObject* object) {
    if (open_.size() > kFewOpen) return open_set_.contains(object);
    for (size_t i = 0; i < open_objects_.size(); i += 2) {
      if (open_objects_[i] == Value(object)) return true;
    }
    return false;
  }

  Completion<void> Enter(JSObject* object, bool is_array) {
    TRY(isolate_.Poll());
    Shape* shape = object->shape();
    Open open = {kElements, 0, 0, 0};
    if (!is_array) {
      open.members = kOfShape;
      open.count = shape->property_count();
      open.first_key = static_cast<uint32_t>(keys_.size());
      if (shape->is_unique() || !object->elements().IsSmi()) {
        open.members = kListed;
        object->AppendOwnKeys(isolate_, keys_, true, false);
      }
    }
    open_objects_.Append(Value(object));
    open_objects_.Append(Value(shape));
    if (isolate_.IsTerminating()) return kThrow;
    open_.push_back(open);
    if (open_.size() > kFewOpen) {
      if (open_.size() == kFewOpen + 1) {
        for (size_t i = 0; i < open_objects_.size(); i += 2) open_set_.insert(ObjectAt(i));
      } else {
        open_set_.insert(object);
      }
    }
    return {};
  }
  JSObject* ObjectAt(size_t i) const { return open_objects_[i].AsObject(); }
  JSObject* object() const { return ObjectAt(open_objects_.size() - 2); }

  void Leave() {
    const Open& open = open_.back();
    if (open_.size() > kFewOpen + 1) {
      open_set_.erase(object());
    } else if (open_.size() == kFewOpen + 1) {
      open_set_.clear();
    }
    if (open.members != kElements) keys_.Truncate(open.first_key);
    open_.pop_back();
    open_objects_.Truncate(open_objects_.size() - 2);
  }

  Completion<Step> NextElement() {
    Open& open = open_.back();
    auto* array = static_cast<JSArray*>(object());
    uint32_t index = open.next;
    if (index >= array->length()) return Step::kEnd;
    open.next++;
    Value value = array->GetElement(isolate_, index);
    if (HW_UNLIKELY(value.IsHole())) {
      PropertyKey key = PropertyKey::FromIndex(index);
      value = TRY(ValueOf(array, key, array->GetOwn(isolate_, key)));
    }
    return TRY(TellValue(value)) ? Step::kGoOn : Step::kStop;
  }

  Completion<Step> NextMember() {
    Open& open = open_.back();
    JSObject* holder = object();
    Value name, value;
    if (HW_LIKELY(open.members == kOfShape)) {
      if (open.next >= open.count) return Step::kEnd;
      Shape* shape = open_objects_[open_objects_.size() - 1].As<Shape>();
      const PropertyTable::Entry entry = shape->table()->entry(open.next++);
      name = entry.name;
      if (!name.IsString() || !(entry.attributes & kEnumerable)) return Step::kGoOn;
      // The sink may have changed the object.
      bool is_plain = holder->shape() == shape && !(entry.attributes & (kAccessor | kCell | kVirtual));
      value = HW_LIKELY(is_plain) ? holder->GetSlot(entry.slot)
                                  : TRY(OwnValue(holder, PropertyKey::FromInterned(name.AsString())));
    } else {
      if (open.first_key + open.next >= keys_.size()) return Step::kEnd;
      name = keys_[open.first_key + open.next++];
      value = TRY(OwnValue(holder, PropertyKey::FromString(isolate_, name.AsString())));
    }
    if (value.IsHole() || (value.IsUndefined() && !walk_.with_undefined)) return Step::kGoOn;
    if (!TRY(Tell(PlainItem::kKey, name))) return Step::kStop;
    return TRY(TellValue(value)) ? Step::kGoOn : Step::kStop;
  }

  // Hole: there is no such property, or none that is enumerable.
  Completion<Value> OwnValue(JSObject* holder, PropertyKey key) {
    OwnProperty own = holder->GetOwn(isolate_, key);
    if (!own.found() || !(own.attributes & kEnumerable)) return Value::Hole();
    return ValueOf(holder, key, own);
  }
  Completion<Value> ValueOf(JSObject* holder, PropertyKey key, const OwnProperty& own) {
    if (!own.found()) return Value::Undefined();
    if (HW_LIKELY(!own.IsAccessor())) return own.value;
    if (!walk_.runs_getters) return Value::Undefined();
    return Get(isolate_, holder, key);
  }

  Isolate& isolate_;
  const PlainWalk& walk_;
  PlainDataSink& sink_;
  ValueList open_objects_;  // of each open container: the object, and its shape when it was met
  ValueList keys_;          // strings
  ExternalAccount account_{isolate_};
  CountedVector<Open> open_{account_};
  CountedSet<JSObject*> open_set_{CountedAllocator<JSObject*>(account_)};  // all, where they are many
};

}  // namespace

Completion<void> WalkPlainData(Isolate& isolate, Value value, const PlainWalk& walk, PlainDataSink& sink) {
  Walker walker(isolate, walk, sink);
  return walker.Walk(value);
}

}  // namespace halfword
