// Structured clone: values as bytes. One byte says what follows. Numbers of things are LEB128. An object that
// occurs again is written as its number. Reading checks everything, because the bytes may come from anywhere.
//
//   u  n  t  f                          undefined, null, true, false
//   i  zigzag                           an integer
//   d  8 bytes                          a number
//   s  size, bytes                      a string in Latin-1
//   S  size, bytes                      a string in UTF-16
//   b  sign, size, digits               a BigInt
//   =  number                           an earlier object; they are numbered in the order in which they began
//   O  {key, value} pairs               an object
//   A  length, pairs                    an array with other properties, or with more holes than elements
//   L  length, values                   another array; in it _ is a hole
//   D  double                           a Date
//   W  primitive                        a wrapper
//   R  source, flags                    a RegExp
//   M  pairs                            a Map
//   E  values                           a Set
//   X  type, message, stack             an Error
//   B  size, bytes                      an ArrayBuffer
//   Z  size, maximum, bytes             a resizable ArrayBuffer
//   V  kind, offset, length, buffer     a view; kind 255 is a DataView
//   T  kind, offset, buffer             a view that tracks the length of its buffer
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

#include "api/arguments.h"
#include "api/entry.h"
#include "api/misuse.h"
#include "api/values.h"
#include "builtins/indexed_collections/typed_array.h"
#include "builtins/numbers_and_dates/date_time.h"
#include "builtins/structured_data/array_buffer.h"
#include "builtins/text_processing/regexp.h"
#include "objects/library/keyed_collections.h"
#include "objects/library/numbers_and_dates.h"
#include "objects/memory/external_account.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/numbers/bigint.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/stack_trace.h"

using namespace halfword;       // NOLINT
using namespace halfword::api;  // NOLINT

namespace {

constexpr uint8_t kDataViewKind = 255;
constexpr size_t kUncounted = 64 << 10;  // bytes that are taken without asking whether there is room
constexpr ErrorType kErrorTypes[] = {
    ErrorType::kError,       ErrorType::kEvalError, ErrorType::kRangeError, ErrorType::kReferenceError,
    ErrorType::kSyntaxError, ErrorType::kTypeError, ErrorType::kURIError};

// A data property of the object or of what it inherits from, else undefined; runs no JavaScript.
Value PlainProperty(Isolate& isolate, JSObject* object, PropertyKey key) {
  ChainWalk walk;
  for (JSObject* o = object; o != nullptr && !o->IsExotic(); o = o->shape()->prototype_object()) {
    walk.Step(isolate);
    OwnProperty own = o->GetOwn(isolate, key);
    if (own.found()) return own.IsAccessor() ? Value::Undefined() : own.value;
  }
  return Value::Undefined();
}

// Bytes that are the host's in the end, so of malloc. Until then they count as the guest's.
class Bytes {
 public:
  explicit Bytes(ExternalAccount& account) : account_(account) {}
  Bytes(const Bytes&) = delete;
  ~Bytes() { std::free(data_); }
  // What has to be allocated for n more, while the present bytes are still there; 0: there is room.
  size_t NeedsFor(size_t n) const {
    return capacity_ - size_ >= n ? 0 : std::max(size_ + n, capacity_ + capacity_ / 2);
  }
  void Reserve(size_t n) {
    if (size_t capacity = NeedsFor(n)) Reallocate(capacity);
  }
  void push_back(char byte) { append(&byte, 1); }
  void append(const char* from, size_t n) { std::memcpy(Extend(n), from, n); }
  // Where n more bytes go. REQUIRES: they are written.
  char* Extend(size_t n) {
    Reserve(n);
    size_ += n;
    return data_ + size_ - n;
  }
  size_t size() const { return size_; }
  // Not null, and nobody's but the caller's.
  uint8_t* Release() {
    if (!data_) Reserve(1);
    return reinterpret_cast<uint8_t*>(std::exchange(data_, nullptr));
  }

 private:
  void Reallocate(size_t capacity) {
    void* data = std::realloc(data_, capacity);
    if (!data) platform::ThrowExhaustion();
    account_.Take(capacity);
    account_.Return(capacity_);
    data_ = static_cast<char*>(data);
    capacity_ = capacity;
  }

  ExternalAccount& account_;
  char* data_ = nullptr;
  size_t size_ = 0, capacity_ = 0;
};

class Writer {
 public:
  explicit Writer(Isolate& isolate) : isolate_(isolate), objects_(isolate) {}
  Bytes& bytes() { return bytes_; }

  Completion<void> Write(Value v) {
    TRY(isolate_.Poll());
    TRY(Room(kFew));
    if (v.IsUndefined() || v.IsHole()) return Tag('u');
    if (v.IsNull()) return Tag('n');
    if (v.IsBoolean()) return Tag(v.IsTrue() ? 't' : 'f');
    if (v.IsSmi()) {
      Tag('i').Take();
      int32_t n = v.AsSmi();
      return Count(static_cast<uint32_t>(n) << 1 ^ static_cast<uint32_t>(n >> 31));
    }
    if (v.IsHeapNumber()) return Double('d', v.AsNumber());
    if (v.IsString()) return String_(v.AsString());
    if (v.IsBigInt()) return BigInt_(v.AsBigInt());
    if (!v.IsObject() || v.IsCallable()) return Refuse(v);
    return Object(v.AsObject());
  }

 private:
  static constexpr size_t kFew = 64;  // more than any tag with its numbers takes

  // A string that is there a thousand times is written as often: a guest's limit holds for its clones too.
  Completion<void> Room(size_t more) {
    size_t needs = bytes_.NeedsFor(more);
    if (needs > kUncounted && !isolate_.heap().CanGrowExternal(needs))
      return isolate_.ThrowRangeError("the clone takes more memory than is left");
    bytes_.Reserve(more);
    return {};
  }
  // Bytes of a thing that may be long.
  Completion<void> Append(const void* from, size_t size) {
    TRY(Room(size));
    ChargeFor(isolate_, size);
    return MoveInPieces(isolate_, bytes_.Extend(size), from, size);
  }
  Completion<void> Tag(char tag) {
    bytes_.push_back(tag);
    return {};
  }
  Completion<void> Count(uint64_t n) {
    for (; n >= 128; n >>= 7) bytes_.push_back(static_cast<char>(n | 128));
    bytes_.push_back(static_cast<char>(n));
    return {};
  }
  Completion<void> Double(char tag, double d) {
    bytes_.push_back(tag);
    uint64_t bits = VisibleBits(d);
    bytes_.append(reinterpret_cast<const char*>(&bits), sizeof bits);
    return {};
  }
  Completion<void> String_(String* string) {
    FlatChars chars = string->Flatten(isolate_);
    bytes_.push_back(chars.is_one_byte() ? 's' : 'S');
    Count(chars.length()).Take();
    return chars.Visit([&](auto units) { return Append(units.data(), units.size_bytes()); });
  }
  Completion<void> BigInt_(BigInt* n) {
    bytes_.push_back('b');
    bytes_.push_back(n->is_negative());
    Count(n->digit_count()).Take();
    return Append(n->digits(), n->digit_count() * sizeof(uint32_t));
  }
  Throwing Refuse(Value v) {
    return isolate_.ThrowTypeError("%s could not be cloned", DescribeForError(isolate_, v).c_str());
  }

  Completion<void> Object(JSObject* object) {
    auto [known, fresh] = numbers_.emplace(Value(object).bits(), static_cast<uint32_t>(objects_.size()));
    if (!fresh) {
      bytes_.push_back('=');
      return Count(known->second);
    }
    if (isolate_.NativeStackExhausted()) return isolate_.ThrowStackOverflow();
    objects_.Append(Value(object));
    Value v(object);
    switch (object->object_type()) {
      case HeapType::kJSArray: return Array(static_cast<JSArray*>(object));
      case HeapType::kPlainObject:
      case HeapType::kArgumentsObject: bytes_.push_back('O'); return Properties(object);
      case HeapType::kDateObject: return Double('D', v.As<DateObject>()->time_);
      case HeapType::kPrimitiveWrapper: {
        Value primitive = v.As<PrimitiveWrapper>()->value_;
        if (primitive.IsSymbol()) return Refuse(v);
        bytes_.push_back('W');
        return Write(primitive);
      }
      case HeapType::kStringWrapper: bytes_.push_back('W'); return Write(v.As<StringWrapper>()->value_);
      case HeapType::kRegExpObject:
        bytes_.push_back('R');
        TRY(Write(v.As<RegExpObject>()->source_));
        return Write(v.As<RegExpObject>()->flags_);
      case HeapType::kMapObject:
      case HeapType::kSetObject: return Collection(static_cast<HashCollection*>(object));
      case HeapType::kErrorObject: return Error(object);
      case HeapType::kArrayBufferObject: return Buffer(v.As<ArrayBufferObject>());
      case HeapType::kTypedArrayObject: {
        auto* array = v.As<TypedArrayObject>();
        if (array->IsOutOfBounds(isolate_)) return Refuse(v);
        return View(static_cast<uint8_t>(array->kind_), array, array->length(isolate_));
      }
      case HeapType::kDataViewObject: {
        auto* view = v.As<DataViewObject>();
        if (view->IsOutOfBounds(isolate_)) return Refuse(v);
        return View(kDataViewKind, view, view->byte_length(isolate_));
      }
      default: return Refuse(v);
    }
  }

  // Whether the elements are plain data and half of them at least are there. That is a property of what the
  // array holds, not of how it holds that, so a clone is written like its original.
  Completion<bool> IsList(JSArray* array) {
    uint32_t length = array->length(), present = 0;
    Shape* shape = array->shape();
    if (shape->property_count() != 0 || shape->Has(Shape::kHasReadOnlyElements) ||
        length > JSArray::kMaxFastLength)
      return false;
    ElementsKind kind = array->elements_kind();
    if (kind == ElementsKind::kDictionary) {
      present = array->dictionary_elements()->count_;
    } else if (IsHoley(kind)) {
      LoopPoll poll(isolate_);
      for (uint32_t i = 0; i < length; i++) {
        TRY(poll.At(i));
        present += IsDoubleKind(kind) ? !array->double_elements()->IsHole(i)
                                      : !array->value_elements()->slots()[i].get().IsHole();
      }
    } else {
      present = array->FastElementsLimit();
    }
    return present >= length - present;
  }

  Completion<void> Array(JSArray* array) {
    uint32_t length = array->length();
    if (TRY(IsList(array))) {
      bytes_.push_back('L');
      Count(length).Take();
      LoopPoll poll(isolate_);
      for (uint32_t i = 0; i < length; i++) {
        TRY(poll.At(i));
        // What is inside of an element may have run JavaScript that changed the array.
        PropertyKey key = PropertyKey::FromIndex(i);
        Value element = array->GetElement(isolate_, i);
        if (array->elements_kind() == ElementsKind::kDictionary && array->GetOwn(isolate_, key).found())
          element = TRY(Get(isolate_, array, key));
        if (element.IsHole()) {
          TRY(Room(kFew));
          bytes_.push_back('_');
        } else {
          TRY(Write(element));
        }
      }
      return {};
    }
    bytes_.push_back('A');
    Count(length).Take();
    return Properties(array);
  }

  Completion<void> Properties(JSObject* object) {
    JSArray* keys = TRY(EnumerableOwnProperties(isolate_, object, EnumerationKind::kKeys));
    Count(keys->length()).Take();
    for (uint32_t i = 0; i < keys->length(); i++) {
      Value key = keys->GetElement(isolate_, i);
      TRY(Write(key));
      TRY(Write(TRY(Get(isolate_, object, PropertyKey::FromString(isolate_, key.AsString())))));
    }
    return {};
  }

  Completion<void> Collection(HashCollection* collection) {
    bool is_map = collection->object_type() == HeapType::kMapObject;
    // What is in it now: cloning a member may run JavaScript.
    ValueList entries(isolate_);
    LoopPoll poll(isolate_);
    for (HashCursor cursor(collection); cursor.Next();) {
      TRY(poll.At(entries.size()));
      entries.Append(cursor.key());
      if (is_map) entries.Append(cursor.value());
    }
    bytes_.push_back(is_map ? 'M' : 'E');
    Count(is_map ? entries.size() / 2 : entries.size()).Take();
    for (size_t i = 0; i < entries.size(); i++) TRY(Write(entries[i]));
    return {};
  }

  Completion<void> Error(JSObject* error) {
    Value name = PlainProperty(isolate_, error, isolate_.key(Name::name));
    uint8_t type = 0;
    constexpr const char* kNames[] = {"Error",       "EvalError", "RangeError", "ReferenceError",
                                      "SyntaxError", "TypeError", "URIError"};
    for (uint8_t i = 0; name.IsString() && i < std::size(kNames); i++) {
      if (name.AsString()->EqualsAscii(kNames[i])) type = i;
    }
    Value message = PlainProperty(isolate_, error, isolate_.key(Name::message));
    Value stack = PeekStack(isolate_, error);
    bytes_.push_back('X');
    bytes_.push_back(static_cast<char>(type));
    TRY(Write(message.IsString() ? message : Value(isolate_.name(Name::empty))));
    return Write(stack.IsString() ? stack : Value::Undefined());
  }

  Completion<void> Buffer(ArrayBufferObject* buffer) {
    if (buffer->IsDetached() || buffer->IsShared()) return Refuse(Value(buffer));
    bytes_.push_back(buffer->IsResizable() ? 'Z' : 'B');
    size_t size = buffer->byte_length(isolate_);
    Count(size).Take();
    if (buffer->IsResizable()) Count(buffer->max_byte_length(isolate_)).Take();
    return Append(buffer->data(isolate_), size);
  }
  Completion<void> View(uint8_t kind, ArrayBufferView* view, size_t length) {
    bytes_.push_back(view->IsLengthTracking() ? 'T' : 'V');
    bytes_.push_back(static_cast<char>(kind));
    Count(view->byte_offset_).Take();
    if (!view->IsLengthTracking()) Count(length).Take();
    return Write(Value(view->buffer()));
  }

  Isolate& isolate_;
  ExternalAccount account_{isolate_};
  Bytes bytes_{account_};
  ValueList objects_;  // by number
  CountedMap<Value::Bits, uint32_t> numbers_{account_};
};

class Reader {
 public:
  Reader(Isolate& isolate, const uint8_t* data, size_t size)
      : isolate_(isolate), at_(data), end_(data + size), objects_(isolate) {}
  bool at_end() const { return at_ == end_; }
  Throwing Malformed() { return isolate_.ThrowTypeError("these bytes are no cloned value"); }

  Completion<Value> Read() {
    TRY(isolate_.Poll());
    if (isolate_.NativeStackExhausted()) return isolate_.ThrowStackOverflow();
    if (at_ == end_) return Malformed();
    switch (*at_++) {
      case 'u': return Value::Undefined();
      case 'n': return Value::Null();
      case 't': return Value::True();
      case 'f': return Value::False();
      case 'i': {
        uint64_t count = TRY(Count());
        if (count > UINT32_MAX) return Malformed();
        auto n = static_cast<uint32_t>(count);
        return NumberValue(isolate_, static_cast<int32_t>(n >> 1 ^ (0 - (n & 1))));
      }
      case 'd': return NumberValue(isolate_, TRY(Double()));
      case 's': return String_(1);
      case 'S': return String_(2);
      case 'b': return BigInt_();
      case '=': return Reference();
      case 'O': return Object();
      case 'A': return Array();
      case 'L': return List();
      case 'D': return Date();
      case 'W': return Wrapper();
      case 'R': return RegExp();
      case 'M': return Map();
      case 'E': return Set();
      case 'X': return Error();
      case 'B': return Buffer(false);
      case 'Z': return Buffer(true);
      case 'V': return View(false);
      case 'T': return View(true);
      default: return Malformed();
    }
  }

 private:
  Value Prototype(Intrinsic i) { return Value(isolate_.realm()->intrinsic(i)); }
  template <class T>
  T* New(Intrinsic prototype) {
    T* object;
    if constexpr (std::is_same_v<T, JSObject>) {
      object = OrdinaryObjectCreate(isolate_, Prototype(prototype));
    } else {
      object = NewInstance<T>(isolate_, Prototype(prototype));
    }
    objects_.Append(Value(object));
    return object;
  }
  // Objects that are made of their parts have their number before them.
  size_t Reserve() {
    objects_.Append(Value::Undefined());
    return objects_.size() - 1;
  }
  Value Number(size_t number, Value object) { return objects_[number] = object; }

  Completion<uint64_t> Count() {
    uint64_t n = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      if (at_ == end_) return Malformed();
      uint8_t byte = *at_++;
      n |= uint64_t{byte & 127u} << shift;
      if (byte < 128) return n;
    }
    return Malformed();
  }
  // Of things that take at least `bytes` each.
  Completion<uint64_t> CountOfThings(uint64_t bytes) {
    uint64_t n = TRY(Count());
    if (n > static_cast<uint64_t>(end_ - at_) / bytes) return Malformed();
    return n;
  }
  // Bytes need not be aligned. REQUIRES: they are there.
  template <class T>
  Completion<std::span<const T>> Copy(std::unique_ptr<T[]>& to, size_t count) {
    size_t bytes = count * sizeof(T);
    ChargeFor(isolate_, bytes);
    if (bytes > kUncounted) TRY(EnsureExternalRoom(isolate_, 2 * bytes));  // with what is made of them
    to = std::make_unique_for_overwrite<T[]>(count);
    TRY(MoveInPieces(isolate_, to.get(), at_, bytes));
    at_ += bytes;
    return std::span<const T>(to.get(), count);
  }
  Completion<double> Double() {
    double d;
    if (static_cast<size_t>(end_ - at_) < sizeof d) return Malformed();
    std::memcpy(&d, at_, sizeof d);
    at_ += sizeof d;
    return d == d ? d : __builtin_nan("");
  }
  Completion<Value> String_(size_t unit) {
    uint64_t length = TRY(CountOfThings(unit));
    if (length > String::kMaxLength) return Malformed();
    if (unit == 2) {
      std::unique_ptr<char16_t[]> copy;
      return Value(NewStringFromUtf16(isolate_, TRY(Copy(copy, length))));
    }
    TRY(isolate_.Poll(CostOf(length)));
    std::span<const uint8_t> chars(at_, length);
    at_ += length;
    return Value(NewStringFromLatin1(isolate_, chars));
  }
  Completion<Value> BigInt_() {
    if (at_ == end_ || *at_ > 1) return Malformed();
    bool negative = *at_++ != 0;
    uint64_t count = TRY(CountOfThings(sizeof(uint32_t)));
    std::unique_ptr<uint32_t[]> copy;
    return NewBigIntFromDigits(isolate_, negative, TRY(Copy(copy, count)));
  }
  Completion<Value> List() {
    uint64_t length = TRY(CountOfThings(1));
    if (length > JSArray::kMaxFastLength) return Malformed();
    JSArray* array = TRY(ArrayCreate(isolate_, 0, Prototype(Intrinsic::kArrayPrototype)));
    objects_.Append(Value(array));
    LoopPoll poll(isolate_);
    for (uint64_t i = 0; i < length; i++) {
      TRY(poll.At(i));
      if (at_ != end_ && *at_ == '_') {
        at_++;
        continue;
      }
      TRY(CreateDataPropertyOrThrow(isolate_, array, PropertyKey::FromIndex(static_cast<uint32_t>(i)),
                                    TRY(Read())));
    }
    if (array->length() < length) {
      TRY(::Set(isolate_, array, isolate_.key(Name::length),
                NumberValue(isolate_, static_cast<double>(length)), true));
    }
    return Value(array);
  }
  Completion<void> Properties(JSObject* object) {
    for (uint64_t n = TRY(CountOfThings(2)); n != 0; n--) {
      Value key = TRY(Read());
      if (!key.IsString()) return Malformed();
      Value value = TRY(Read());
      TRY(CreateDataPropertyOrThrow(isolate_, object, PropertyKey::FromString(isolate_, key.AsString()),
                                    value));
    }
    return {};
  }
  Completion<Value> Reference() {
    uint64_t number = TRY(Count());
    if (number >= objects_.size() || !objects_[number].IsObject()) return Malformed();
    return objects_[number];
  }
  Completion<Value> Object() {
    JSObject* object = New<JSObject>(Intrinsic::kObjectPrototype);
    TRY(Properties(object));
    return Value(object);
  }
  Completion<Value> Array() {
    uint64_t length = TRY(Count());
    if (length > UINT32_MAX) return Malformed();
    JSArray* array =
        TRY(ArrayCreate(isolate_, static_cast<double>(length), Prototype(Intrinsic::kArrayPrototype)));
    objects_.Append(Value(array));
    TRY(Properties(array));
    return Value(array);
  }
  Completion<Value> Date() {
    auto* date = NewInstance<DateObject>(isolate_, Prototype(Intrinsic::kDatePrototype));
    objects_.Append(Value(date));
    date->time_ = TimeClip(TRY(Double()));
    return Value(date);
  }
  Completion<Value> Wrapper() {
    size_t number = Reserve();
    Value primitive = TRY(Read());
    if (primitive.IsObject() || primitive.IsNullOrUndefined()) return Malformed();
    return Number(number, Value(TRY(ToObject(isolate_, primitive))));
  }
  Completion<Value> RegExp() {
    size_t number = Reserve();
    Value source = TRY(Read());
    Value flags = TRY(Read());
    if (!source.IsString() || !flags.IsString()) return Malformed();
    return Number(number, Value(TRY(RegExpCreate(isolate_, source, flags))));
  }
  Completion<Value> Map() {
    auto* map = New<MapObject>(Intrinsic::kMapPrototype);
    for (uint64_t n = TRY(CountOfThings(2)); n != 0; n--) {
      Value key = TRY(Read());
      if (!map->Set(isolate_, key, TRY(Read()))) return isolate_.ThrowRangeError("Map maximum size exceeded");
    }
    return Value(map);
  }
  Completion<Value> Set() {
    auto* set = New<SetObject>(Intrinsic::kSetPrototype);
    for (uint64_t n = TRY(CountOfThings(1)); n != 0; n--) {
      if (!set->Add(isolate_, TRY(Read()))) return isolate_.ThrowRangeError("Set maximum size exceeded");
    }
    return Value(set);
  }
  Completion<Value> Error() {
    size_t number = Reserve();
    if (at_ == end_ || *at_ >= std::size(kErrorTypes)) return Malformed();
    ErrorType type = kErrorTypes[*at_++];
    Value message = TRY(Read());
    Value stack = TRY(Read());
    if (!message.IsString() || !(stack.IsString() || stack.IsUndefined())) return Malformed();
    JSObject* error = NewError(isolate_, type, message.AsString());
    if (stack.IsString()) SetStack(isolate_, error, stack.AsString());
    return Number(number, Value(error));
  }
  Completion<Value> Buffer(bool is_resizable) {
    uint64_t size = TRY(CountOfThings(1));
    std::optional<uint64_t> maximum;
    if (is_resizable) maximum = TRY(Count());
    if (size > static_cast<uint64_t>(end_ - at_) || maximum.value_or(size) < size) return Malformed();
    size_t number = Reserve();
    JSObject* constructor = isolate_.realm()->intrinsic(Intrinsic::kArrayBuffer);
    ArrayBufferObject* buffer = TRY(AllocateArrayBuffer(isolate_, constructor, size, maximum));
    ChargeFor(isolate_, size);
    TRY(MoveInPieces(isolate_, buffer->data(isolate_), at_, size));
    at_ += size;
    return Number(number, Value(buffer));
  }
  Completion<Value> View(bool tracks_length) {
    size_t number = Reserve();
    if (at_ == end_) return Malformed();
    uint8_t kind = *at_++;
    double offset = static_cast<double>(TRY(Count()));
    double length = tracks_length ? 0 : static_cast<double>(TRY(Count()));
    Value buffer = TRY(Read());
    if ((kind >= kTypedArrayKinds && kind != kDataViewKind) || !buffer.Is<ArrayBufferObject>())
      return Malformed();
    JSObject* constructor = isolate_.realm()->intrinsic(
        kind == kDataViewKind ? Intrinsic::kDataView
                              : TypedArrayConstructorIntrinsic(static_cast<TypedArrayKind>(kind)));
    const Value arguments[] = {buffer, NumberValue(isolate_, offset), NumberValue(isolate_, length)};
    Value view =
        Value(TRY(Construct(isolate_, constructor, std::span(arguments).first(tracks_length ? 2 : 3))));
    return Number(number, view);
  }

  Isolate& isolate_;
  const uint8_t* at_;
  const uint8_t* end_;
  ValueList objects_;  // by number
};

}  // namespace

hw_status hw_serialize(hw_isolate* isolate, hw_value value, uint8_t** data, size_t* size) {
  if (data) *data = nullptr;
  if (size) *size = 0;
  if (!data || !size) return Refuse(isolate, mistake::kNullPlace);
  return RunGuest(isolate, nullptr, {value}, [&](Isolate& inside) -> Completion<void> {
    Writer writer(inside);
    TRY(writer.Write(FromHost(value)));
    *size = writer.bytes().size();
    *data = writer.bytes().Release();
    return {};
  });
}

hw_status hw_deserialize(hw_isolate* isolate, const uint8_t* data, size_t size, hw_value* result) {
  if (!data && size != 0) return RefuseResult(isolate, result, "the bytes are null");
  auto body = [&](Isolate& inside) -> Completion<Value> {
    Reader reader(inside, data, size);
    Value value = TRY(reader.Read());
    if (!reader.at_end()) return reader.Malformed();
    return value;
  };
  return RunGuest(isolate, result, {}, body, GuestState::kAny);
}
