#include "builtins/structured_data/json_writer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gc/heap.h"
#include "objects/isolate.h"
#include "objects/library/fundamental_objects.h"
#include "objects/memory/external_account.h"
#include "objects/memory/external_memory.h"
#include "objects/memory/value_list.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/numbers/numbers.h"
#include "runtime/operations/arithmetic.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/object_operations.h"
#include "unicode/text.h"

namespace halfword {

namespace {

// The growing text: Latin-1 until the first wider character. Running out of memory or of length is
// remembered; what is appended afterwards is dropped.
class Output {
 public:
  explicit Output(Isolate& isolate) : isolate_(isolate) {}
  ~Output() {
    if (HW_LIKELY(!block_.is_mapped())) return;
    if (isolate_.IsTerminating()) {
      Dispose(isolate_, std::move(block_), 0);
    } else {
      SpareBlockOf(isolate_).Give(isolate_, std::move(block_));
    }
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  bool failed() const { return failed_; }
  HW_INLINE void Append(char c) {
    if (HW_UNLIKELY(!Reserve(1))) return;
    Put(static_cast<uint8_t>(c));
  }
  HW_INLINE void AppendAscii(std::string_view s) {
    AppendLatin1({reinterpret_cast<const uint8_t*>(s.data()), s.size()});
  }
  HW_INLINE void AppendLatin1(std::span<const uint8_t> s) {
    if (HW_UNLIKELY(!Reserve(s.size()))) return;
    if (HW_LIKELY(!wide_)) {
      std::copy(s.begin(), s.end(), data_ + size_);
      size_ += s.size();
    } else {
      for (uint8_t c : s) Put(c);
    }
  }
  void AppendInt32(int32_t value) {
    if (HW_LIKELY(!wide_ && Reserve(kMaxNumberChars))) {
      size_ += WriteInt32(value, reinterpret_cast<char*>(data_ + size_));
      return;
    }
    char buffer[kMaxNumberChars];
    AppendAscii({buffer, WriteInt32(value, buffer)});
  }
  // The same as AppendLatin1; as many bytes as kSlack may be read behind the text.
  static constexpr size_t kSlack = 16;
  HW_INLINE void AppendPadded(std::span<const uint8_t> s) {
    if (HW_UNLIKELY(wide_ || !Reserve(s.size() + kSlack))) return AppendLatin1(s);
    uint8_t* out = data_ + size_;
    for (size_t i = 0; i < s.size(); i += kSlack) std::memcpy(out + i, s.data() + i, kSlack);
    size_ += s.size();
  }
  void AppendUnit(char16_t c) {
    if (c > 0xFF && !wide_) Widen();
    if (!Reserve(1)) return;
    Put(c);
  }
  void Append(FlatChars chars) {
    if (chars.is_one_byte()) return AppendLatin1(chars.one_byte());
    for (char16_t c : chars.two_byte()) AppendUnit(c);
  }

  // "…" with the escapes of QuoteJSONString: https://tc39.es/ecma262/#sec-quotejsonstring
  void Quote(FlatChars chars) {
    // FAST: text that needs no escapes is copied as it is looked at.
    if (chars.is_one_byte() && HW_LIKELY(QuotePlain(chars.one_byte()))) return;
    Append('"');
    if (chars.is_one_byte()) {
      std::span<const uint8_t> s = chars.one_byte();
      size_t from = 0;
      for (size_t piece = 0; piece < s.size(); piece += kPollCharacters) {
        if (piece != 0 && !Poll()) return;
        for (size_t i = piece, end = std::min(s.size(), piece + kPollCharacters); i < end; i++) {
          if (HW_LIKELY(!NeedsEscape(s[i]))) continue;
          AppendLatin1(s.subspan(from, i - from));
          Escape(s[i]);
          from = i + 1;
        }
      }
      AppendLatin1(s.subspan(from));
    } else {
      std::span<const char16_t> s = chars.two_byte();
      for (size_t i = 0, next_poll = kPollCharacters; i < s.size(); i++) {
        if (HW_UNLIKELY(i >= next_poll)) {
          if (!Poll()) return;
          next_poll = i + kPollCharacters;
        }
        char16_t c = s[i];
        if (c < 0x20 || c == '"' || c == '\\') {
          Escape(c);
        } else if (HW_UNLIKELY(unicode::IsSurrogate(c))) {
          if (unicode::IsLeadSurrogate(c) && i + 1 < s.size() && unicode::IsTrailSurrogate(s[i + 1])) {
            AppendUnit(c);
            AppendUnit(s[++i]);
          } else {
            UnicodeEscape(c);
          }
        } else {
          AppendUnit(c);
        }
      }
    }
    Append('"');
  }

  Completion<String*> Finish() {
    if (failed_) {
      if (isolate_.IsTerminating()) return kThrow;
      if (too_long_) return isolate_.ThrowRangeError("Invalid string length");
      return isolate_.Terminate(Termination::kOutOfMemory);
    }
    if (wide_) return NewStringFromUtf16(isolate_, {reinterpret_cast<const char16_t*>(data_), size_});
    return NewStringFromLatin1(isolate_, {data_, size_});
  }

  static bool NeedsEscapes(std::span<const uint8_t> s) { return std::ranges::any_of(s, NeedsEscape); }

  size_t size() const { return size_; }
  // Takes back what was appended since size() was this.
  void Truncate(size_t size) {
    if (size < size_) size_ = size;
  }

 private:
  static constexpr size_t kPollCharacters = 4096;

  static bool NeedsEscape(uint8_t c) { return c < 0x20 || c == '"' || c == '\\'; }
  // Whether any of sixteen or of eight characters does.
  using Sixteen = uint8_t __attribute__((vector_size(16)));
  static bool AnyNeedsEscape(Sixteen text) {
    auto any = (text < 0x20) | (text == '"') | (text == '\\');
    uint64_t halves[2];
    std::memcpy(halves, &any, 16);
    return (halves[0] | halves[1]) != 0;
  }
  static bool AnyNeedsEscape(uint64_t text) {
    constexpr uint64_t kOnes = 0x0101010101010101, kHighBits = kOnes << 7;
    // The high bit of each byte below n of a word; above one that is, of others too.
    auto below = [](uint64_t word, uint64_t n) { return (word - kOnes * n) & ~word; };
    return ((below(text, 0x20) | below(text ^ kOnes * '"', 1) | below(text ^ kOnes * '\\', 1)) & kHighBits) !=
           0;
  }
  // False, with nothing appended: some character needs an escape, or the text is long or the output wide.
  bool QuotePlain(std::span<const uint8_t> s) {
    if (HW_UNLIKELY(wide_ || s.size() > kPollCharacters || !Reserve(s.size() + 2))) return false;
    uint8_t* out = data_ + size_;
    *out++ = '"';
    // False: some of the characters at i need an escape.
    auto take = [&](auto text, size_t i) {
      std::memcpy(&text, s.data() + i, sizeof text);
      if (AnyNeedsEscape(text)) return false;
      std::memcpy(out + i, &text, sizeof text);
      return true;
    };
    // The last word again reads and writes some of what was there before.
    if (s.size() >= 16) {
      for (size_t i = 0; i + 16 < s.size(); i += 16) {
        if (!take(Sixteen{}, i)) return false;
      }
      if (!take(Sixteen{}, s.size() - 16)) return false;
    } else if (s.size() >= 8) {
      if (!take(uint64_t{}, 0) || !take(uint64_t{}, s.size() - 8)) return false;
    } else if (s.size() >= 4) {
      uint32_t first, last;
      std::memcpy(&first, s.data(), 4);
      std::memcpy(&last, s.data() + s.size() - 4, 4);
      if (AnyNeedsEscape(uint64_t{last} << 32 | first)) return false;
      std::memcpy(out, &first, 4);
      std::memcpy(out + s.size() - 4, &last, 4);
    } else {
      for (size_t i = 0; i < s.size(); i++) {
        if (NeedsEscape(s[i])) return false;
        out[i] = s[i];
      }
    }
    out[s.size()] = '"';
    size_ += s.size() + 2;
    return true;
  }

  // In the middle of a long string; false: the guest is ended.
  HW_NOINLINE bool Poll() {
    if (!isolate_.Poll(kPollCharacters / kCharactersPerUnit).IsThrow()) return true;
    failed_ = true;
    capacity_ = size_ = 0;
    return false;
  }
  HW_INLINE bool Reserve(size_t n) { return HW_LIKELY(size_ + n <= capacity_) || Grow(n); }
  HW_INLINE void Put(char16_t c) {
    if (wide_) {
      reinterpret_cast<char16_t*>(data_)[size_++] = c;
    } else {
      data_[size_++] = static_cast<uint8_t>(c);
    }
  }
  HW_NOINLINE bool Grow(size_t n) {
    if (failed_) return false;
    if (size_ + n > String::kMaxLength) {
      failed_ = too_long_ = true;
      capacity_ = size_ = 0;
      return false;
    }
    size_t capacity = std::max<size_t>(size_ + n, capacity_ * 2);
    return SetCapacity(std::max<size_t>(capacity, 512), wide_);
  }
  bool SetCapacity(size_t capacity, bool wide) {
    size_t bytes = capacity << (wide ? 1 : 0);
    // The buffer and the string made of it.
    bool allowed = bytes < (1 << 20) || isolate_.heap().CanGrowExternal(2 * bytes);
    if (allowed && bytes >= platform::GrowingBlock::kLeastMapped && !block_.is_mapped()) {
      platform::GrowingBlock spare = SpareBlockOf(isolate_).Take(bytes);
      if (spare.data() != nullptr) {
        std::memcpy(spare.data(), data_, size_ << (wide_ ? 1 : 0));
        std::destroy_at(&block_);
        std::construct_at(&block_, std::move(spare));
        data_ = static_cast<uint8_t*>(block_.data());
        bytes = block_.size();
        capacity = bytes >> (wide ? 1 : 0);
      }
    }
    if (!allowed || (block_.size() != bytes && !block_.Resize(bytes))) {
      failed_ = true;
      capacity_ = size_ = 0;
      return false;
    }
    if (data_ == short_) std::memcpy(block_.data(), short_, size_);
    data_ = static_cast<uint8_t*>(block_.data());
    capacity_ = capacity;
    return true;
  }
  HW_NOINLINE void Widen() {
    if (failed_ || !SetCapacity(std::max<size_t>(capacity_, 512), true)) return;
    char16_t* wide = reinterpret_cast<char16_t*>(data_);
    for (size_t i = size_; i-- > 0;) wide[i] = data_[i];
    wide_ = true;
  }
  void Escape(char16_t c) {
    switch (c) {
      case '"': return AppendAscii("\\\"");
      case '\\': return AppendAscii("\\\\");
      case '\b': return AppendAscii("\\b");
      case '\f': return AppendAscii("\\f");
      case '\n': return AppendAscii("\\n");
      case '\r': return AppendAscii("\\r");
      case '\t': return AppendAscii("\\t");
      default: return UnicodeEscape(c);
    }
  }
  void UnicodeEscape(char16_t c) {
    constexpr char kDigits[] = "0123456789abcdef";
    char text[6] = {'\\', 'u', kDigits[c >> 12], kDigits[c >> 8 & 15], kDigits[c >> 4 & 15], kDigits[c & 15]};
    AppendAscii({text, 6});
  }

  static constexpr size_t kShort = 256;

  Isolate& isolate_;
  platform::GrowingBlock block_;
  uint8_t short_[kShort];
  uint8_t* data_ = short_;               // or block_'s
  size_t size_ = 0, capacity_ = kShort;  // in units
  bool wide_ = false, failed_ = false, too_long_ = false;
};

class Writer {
 public:
  explicit Writer(Isolate& isolate)
      : isolate_(isolate),
        out_(isolate),
        property_list_(isolate),
        to_json_(isolate.key(Name::toJSON)),
        open_(isolate),
        open_keys_(isolate),
        account_(isolate),
        keys_(account_),
        key_texts_(account_) {}

  // https://tc39.es/ecma262/#sec-json.stringify
  Completion<Value> Stringify(Value value, Value replacer, Value space) {
    // 4. If replacer is an Object, then
    if (replacer.IsObject()) {
      if (replacer.IsCallable()) {
        replacer_.emplace(isolate_, replacer, Value::Undefined(), 2);
      } else if (TRY(IsArray(isolate_, replacer))) {
        TRY(ReadPropertyList(replacer.AsObject()));
      }
    }
    // 5. – 8. The gap.
    TRY(ReadGap(space));
    // 9. – 12.
    JSObject* holder = nullptr;
    if (replacer_) {
      holder = NewPlainObject(isolate_);
      holder->DefineOwn(isolate_, isolate_.key(Name::empty), value, kDataDefault);
    }
    bool written = TRY(WriteProperty(holder, isolate_.key(Name::empty), value));
    if (!written) return Value::Undefined();
    return out_.Finish();
  }

 private:
  // What is known about a shape: that its objects have no toJSON, in this epoch; and its keys.
  struct KnownShape {
    enum State : uint8_t { kNew, kSeen, kHasKeys, kOther };
    Shape* shape = nullptr;
    uint32_t epoch = 0;
    uint32_t keys = 0, key_count = 0;  // kHasKeys: in keys_
    State state = kNew;
  };
  struct KnownKey {
    String* name;         // the table's of the shape
    uint32_t text, size;  // in key_texts_: comma, quoted name, colon
    uint32_t slot;
  };
  // Direct-mapped; what maps to the same place replaces. There are more places once that has happened often.
  static constexpr uint32_t kFewShapes = 16, kManyShapes = 256, kMostReplaced = 32;
  HW_INLINE KnownShape& EntryOf(Shape* shape) {
    uint32_t hash = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(shape) >> 3) * 0x9E3779B1u;
    return known_[hash >> 16 & known_mask_];
  }
  HW_NOINLINE KnownShape& Replace(Shape* shape) {
    if (EntryOf(shape).shape != nullptr && ++replaced_ == kMostReplaced) {
      std::uninitialized_default_construct_n(many_known_, kManyShapes);
      known_ = many_known_;
      known_mask_ = kManyShapes - 1;
    }
    KnownShape& known = EntryOf(shape);
    known = {shape};
    return known;
  }

  // ---- Preparation ----

  Completion<void> ReadPropertyList(JSObject* replacer) {
    has_property_list_ = true;
    double length = TRY(LengthOfArrayLike(isolate_, replacer));
    for (double i = 0; i < length; i++) {
      TRY(isolate_.Poll());
      Value item = TRY(Get(isolate_, replacer, KeyFromNumber(isolate_, i)));
      if (JSObject* object = item.IsObject() ? item.AsObject() : nullptr) {
        bool boxed = object->object_type() == HeapType::kStringWrapper ||
                     (object->object_type() == HeapType::kPrimitiveWrapper &&
                      static_cast<PrimitiveWrapper*>(object)->value_.get().IsNumber());
        if (!boxed) continue;
      } else if (!item.IsString() && !item.IsNumber()) {
        continue;
      }
      Value name = Value(Intern(isolate_, TRY(ToString(isolate_, item))));
      bool present = false;
      ChargeFor(isolate_, property_list_.size());
      for (size_t k = 0; k < property_list_.size() && !present; k++) present = property_list_[k] == name;
      if (!present) property_list_.Append(name);
    }
    return {};
  }

  Completion<void> ReadGap(Value space) {
    if (JSObject* object = space.IsObject() ? space.AsObject() : nullptr) {
      if (object->object_type() == HeapType::kStringWrapper) {
        space = TRY(ToString(isolate_, space));
      } else if (object->object_type() == HeapType::kPrimitiveWrapper &&
                 static_cast<PrimitiveWrapper*>(object)->value_.get().IsNumber()) {
        space = NumberValue(isolate_, TRY(ToNumber(isolate_, space)));
      }
    }
    if (space.IsNumber()) {
      double n = TRY(ToIntegerOrInfinity(isolate_, space));
      gap_.assign(n < 1 ? 0 : static_cast<size_t>(std::min(n, 10.0)), u' ');
    } else if (space.IsString()) {
      FlatChars chars = space.AsString()->Flatten(isolate_);
      for (uint32_t i = 0; i < std::min(chars.length(), 10u); i++) gap_ += chars[i];
    }
    has_gap_ = !gap_.empty();
    return {};
  }

  HW_INLINE void NewLine() {
    if (HW_UNLIKELY(has_gap_)) NewLineAndIndent();
  }
  HW_NOINLINE void NewLineAndIndent() {
    out_.Append('\n');
    for (char16_t c : indent_) out_.AppendUnit(c);
  }

  // ---- toJSON ----

  // Whether neither `object` nor its prototypes have a toJSON, asked of shapes only; the answer
  // is kept by shape.
  bool HasNoToJson(JSObject* object) {
    Shape* shape = object->shape();
    KnownShape& known = EntryOf(shape);
    if (known.shape == shape && known.epoch == isolate_.property_epoch_) return true;
    bool cacheable = true;
    ChainWalk walk;
    for (JSObject* o = object; o; o = o->shape()->prototype_object()) {
      walk.Step(isolate_);
      Shape* s = o->shape();
      if (s->Has(Shape::kIsExotic)) return false;
      if (s->is_dictionary()) cacheable = false;
      PropertyLocation location;
      if (s->Lookup(to_json_.name(), &location)) return false;
    }
    if (!cacheable) return true;
    for (JSObject* o = object; o; o = o->shape()->prototype_object()) o->shape()->NoteDependent();
    (known.shape == shape ? known : Replace(shape)).epoch = isolate_.epoch_to_note();
    return true;
  }

  // ---- SerializeJSONProperty (https://tc39.es/ecma262/#sec-serializejsonproperty): false if it is
  // undefined. ----

  HW_INLINE Completion<bool> WriteProperty(JSObject* holder, PropertyKey key, Value value) {
    // FAST: primitives need neither toJSON nor a holder, unless there is a replacer.
    if (!value.IsObject() && !replacer_ && !value.IsBigInt()) return WritePrimitive(value);
    return WriteValue(holder, key, value);
  }

  Completion<bool> WriteValue(JSObject* holder, PropertyKey key, Value value) {
    if (value.IsObject() ? !HasNoToJson(value.AsObject()) : value.IsBigInt()) {
      Value to_json = TRY(GetV(isolate_, value, to_json_));
      if (to_json.IsCallable()) value = TRY(Call(isolate_, to_json, value, {key.ToValue(isolate_)}));
    }
    if (replacer_) {
      replacer_->set_this(holder);
      value = TRY((*replacer_)({key.ToValue(isolate_), value}));
    }
    if (!value.IsObject()) return WritePrimitive(value);
    JSObject* object = value.AsObject();
    switch (object->object_type()) {
      case HeapType::kPlainObject:
      case HeapType::kJSArray: break;
      case HeapType::kRawJsonObject: {
        Value raw = TRY(Get(isolate_, object, PropertyKey::FromAscii(isolate_, "rawJSON")));
        out_.Append(raw.AsString()->Flatten(isolate_));
        return true;
      }
      case HeapType::kStringWrapper: return WritePrimitive(TRY(ToString(isolate_, value)));
      case HeapType::kPrimitiveWrapper: {
        Value wrapped = static_cast<PrimitiveWrapper*>(object)->value_;
        if (wrapped.IsNumber()) return WritePrimitive(NumberValue(isolate_, TRY(ToNumber(isolate_, value))));
        if (wrapped.IsBoolean() || wrapped.IsBigInt()) return WritePrimitive(wrapped);
        break;
      }
      default:
        if (object->IsCallable()) return false;
    }
    if (isolate_.NativeStackExhausted() || IsTooDeep()) return isolate_.ThrowStackOverflow();
    TRY(Enter(object, key));
    bool is_array = object->object_type() == HeapType::kJSArray ||
                    (object->object_type() != HeapType::kPlainObject && TRY(IsArray(isolate_, value)));
    if (is_array) {
      TRY(WriteArray(object));
    } else {
      TRY(WriteObject(object));
    }
    open_.Truncate(open_.size() - 1);
    open_keys_.Truncate(open_keys_.size() - 1);
    if (out_.failed()) TRY(out_.Finish());
    return true;
  }

  HW_INLINE FlatChars CharactersOf(String* string) {
    if (HW_LIKELY(string->typed_type() == HeapType::kOneByteString))
      return std::span<const uint8_t>(static_cast<OneByteString*>(string)->chars(), string->length());
    return HW_LIKELY(string->IsFlat()) ? string->flat() : string->Flatten(isolate_);
  }

  HW_INLINE Completion<bool> WritePrimitive(Value value) {
    if (value.IsString()) {
      out_.Quote(CharactersOf(value.AsString()));
    } else if (value.IsSmi()) {
      out_.AppendInt32(value.AsSmi());
    } else if (value.IsHeapNumber()) {
      double number = value.AsNumber();
      char buffer[kMaxNumberChars];
      if (std::isfinite(number)) {
        out_.AppendAscii({buffer, WriteDouble(number, buffer)});
      } else {
        out_.AppendAscii("null");
      }
    } else if (value.IsNull()) {
      out_.AppendAscii("null");
    } else if (value.IsTrue()) {
      out_.AppendAscii("true");
    } else if (value.IsFalse()) {
      out_.AppendAscii("false");
    } else if (value.IsBigInt()) {
      return isolate_.ThrowTypeError("Do not know how to serialize a BigInt");
    } else {
      return false;
    }
    return true;
  }

  // ---- Containers ----

  // To return through more of the native stack than that would take a guest that is ended too long.
  bool IsTooDeep() const {
    constexpr uintptr_t kLargestStack = 2 << 20;
    return stack_start_ - reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) > kLargestStack;
  }

  Completion<void> Enter(JSObject* object, PropertyKey key) {
    TRY(isolate_.Poll(CostOf(open_.size())));
    for (Value open : open_) {
      if (open == Value(object)) return ThrowCircular(object, key);
    }
    open_.Append(object);
    open_keys_.Append(key.IsIndex() ? NumberValue(isolate_, key.index()) : key.name());
    return {};
  }

  std::string ConstructorName(JSObject* object) {
    ChainWalk walk;
    for (JSObject* o = object; o; o = o->shape()->prototype_object()) {
      walk.Step(isolate_);
      if (o->IsExotic()) break;
      OwnProperty constructor = o->GetOwn(isolate_, isolate_.key(Name::constructor));
      if (!constructor.found()) continue;
      if (constructor.IsAccessor() || !constructor.value.IsObject()) break;
      JSObject* function = constructor.value.AsObject();
      if (!function->IsCallable() || function->IsExotic()) break;
      OwnProperty name = function->GetOwn(isolate_, isolate_.key(Name::name));
      if (name.found() && !name.IsAccessor() && name.value.IsString())
        return ShortText(isolate_, name.value.AsString());
      break;
    }
    return "Object";
  }
  std::string KeyText(Value key) {
    if (key.IsNumber()) return "index " + std::to_string(static_cast<uint32_t>(key.AsNumber()));
    return "property '" + ShortText(isolate_, key.AsString()) + "'";
  }

  HW_COLD Throwing ThrowCircular(JSObject* object, PropertyKey key) {
    size_t start = 0;
    while (open_[start] != Value(object)) start++;
    std::string text =
        "Converting circular structure to JSON\n    --> starting at object with constructor '" +
        ConstructorName(object) + "'";
    size_t between = open_.size() - start - 1;
    for (size_t i = 1; i <= between; i++) {
      if (between > 3 && i == 3) {  // the first two and the last one are enough
        text += "\n    |     ...";
        i = between;
      }
      text += "\n    |     " + KeyText(open_keys_[start + i]) + " -> object with constructor '" +
              ConstructorName(open_[start + i].AsObject()) + "'";
    }
    text += "\n    --- " + KeyText(key.IsIndex() ? NumberValue(isolate_, key.index()) : key.name()) +
            " closes the circle";
    return isolate_.ThrowTypeError("%s", text.c_str());
  }

  // Writes one member; nothing at all if its value is undefined.
  HW_INLINE Completion<void> WriteMember(JSObject* object, PropertyKey key, Value value, bool* first) {
    TRY(isolate_.Poll());
    size_t mark = out_.size();
    if (!*first) out_.Append(',');
    NewLine();
    if (key.IsIndex()) {
      char buffer[kMaxNumberChars];
      out_.Append('"');
      out_.AppendAscii({buffer, WriteDouble(key.index(), buffer)});
      out_.Append('"');
    } else {
      out_.Quote(CharactersOf(key.name().AsString()));
    }
    out_.Append(':');
    if (has_gap_) out_.Append(' ');
    if (TRY(WriteProperty(object, key, value))) {
      *first = false;
    } else {
      out_.Truncate(mark);
    }
    return {};
  }

  // Those of a shape that is shared.
  Completion<void> WriteMembers(JSObject* object, Shape* shape, bool* first) {
    uint32_t count = shape->property_count();
    for (uint32_t i = 0; i < count; i++) {
      const PropertyTable::Entry entry = shape->table()->entry(i);
      Value name = entry.name;
      if (!name.IsString() || !(entry.attributes & kEnumerable)) continue;
      PropertyKey key = PropertyKey::FromInterned(name.AsString());
      bool plain = object->shape() == shape && IsPlain(entry);
      Value value = plain ? object->GetSlot(entry.slot) : TRY(Get(isolate_, object, key));
      TRY(WriteMember(object, key, value, first));
    }
    return {};
  }
  static bool IsPlain(const PropertyTable::Entry& entry) {
    return !(entry.attributes & (kAccessor | kCell | kVirtual));
  }

  // The same, with the texts of the keys as they were written before.
  Completion<void> WriteKnownMembers(JSObject* object, const KnownShape& known, bool* first) {
    // The entry may be another shape's before the end, but keys stay where they are.
    Shape* shape = known.shape;
    uint32_t in_object_slots = shape->in_object_slots();
    for (uint32_t i = known.keys, end = known.keys + known.key_count; i < end; i++) {
      TRY(isolate_.Poll());
      const KnownKey key = keys_[i];
      PropertyKey name = PropertyKey::FromInterned(key.name);
      Value value;
      if (HW_LIKELY(object->shape() == shape)) {
        value = HW_LIKELY(key.slot < in_object_slots) ? object->InObjectSlot(key.slot)->get()
                                                      : object->GetSlot(key.slot);
      } else {
        value = TRY(Get(isolate_, object, name));
      }
      size_t mark = out_.size();
      out_.AppendPadded(std::span(key_texts_).subspan(key.text + *first, key.size - *first));
      if (HW_LIKELY(TRY(WriteProperty(object, name, value)))) {
        *first = false;
      } else {
        out_.Truncate(mark);
      }
    }
    return {};
  }

  // What was found out about the keys of a shape that is shared; null: nothing, or they are of another kind.
  HW_INLINE const KnownShape* KnownKeys(Shape* shape) {
    KnownShape& known = EntryOf(shape);
    if (HW_UNLIKELY(known.shape != shape)) return nullptr;
    if (HW_UNLIKELY(known.state <= KnownShape::kSeen)) NoteKeys(known);
    return known.state == KnownShape::kHasKeys ? &known : nullptr;
  }
  // Of a shape that is met again: most are met once.
  HW_NOINLINE void NoteKeys(KnownShape& known) {
    constexpr size_t kMostKeys = 8192, kMostText = 128 << 10;
    if (known.state == KnownShape::kNew) {
      known.state = KnownShape::kSeen;
      return;
    }
    known.state = KnownShape::kOther;
    PropertyTable* table = known.shape->table();
    uint32_t count = known.shape->property_count();
    size_t first_key = keys_.size(), first_text = key_texts_.size();
    if (first_key + count > kMostKeys) return;
    for (uint32_t i = 0; i < count; i++) {
      const PropertyTable::Entry& entry = table->entry(i);
      if (!entry.name.get().IsString() || !(entry.attributes & kEnumerable)) continue;
      String* name = entry.name.get().AsString();
      FlatChars chars = CharactersOf(name);
      bool fits = key_texts_.size() + chars.length() < kMostText;
      if (!IsPlain(entry) || !fits || !chars.is_one_byte() || Output::NeedsEscapes(chars.one_byte())) {
        keys_.resize(first_key, KnownKey{});
        key_texts_.resize(first_text);
        return;
      }
      uint32_t text = static_cast<uint32_t>(key_texts_.size());
      for (char c : {',', '"'}) key_texts_.push_back(static_cast<uint8_t>(c));
      key_texts_.insert(key_texts_.end(), chars.one_byte().begin(), chars.one_byte().end());
      for (char c : {'"', ':'}) key_texts_.push_back(static_cast<uint8_t>(c));
      keys_.push_back({name, text, chars.length() + 4, entry.slot});
    }
    known.keys = static_cast<uint32_t>(first_key);
    known.key_count = static_cast<uint32_t>(keys_.size() - first_key);
    // AppendPadded reads on.
    key_texts_.insert(key_texts_.end(), Output::kSlack, 0);
    known.state = KnownShape::kHasKeys;
  }

  // https://tc39.es/ecma262/#sec-serializejsonobject
  Completion<void> WriteObject(JSObject* object) {
    out_.Append('{');
    size_t outer_indent = indent_.size();
    if (has_gap_) indent_ += gap_;
    bool first = true;
    Shape* shape = object->shape();
    if (has_property_list_) {
      for (size_t i = 0; i < property_list_.size(); i++) {
        PropertyKey key = PropertyKey::FromString(isolate_, property_list_[i].AsString());
        Value value = TRY(Get(isolate_, object, key));
        TRY(WriteMember(object, key, value, &first));
      }
    } else if (object->object_type() == HeapType::kPlainObject && !shape->is_unique() &&
               !shape->Has(Shape::kIsExotic) && object->elements().IsSmi()) {
      // FAST: the keys are the shape's, whose table does not change. Values are read one by one, for getters
      // and toJSON may change the object meanwhile.
      if (const KnownShape* known = KnownKeys(shape); known && !has_gap_) {
        TRY(WriteKnownMembers(object, *known, &first));
      } else {
        TRY(WriteMembers(object, shape, &first));
      }
    } else {
      JSArray* keys = TRY(EnumerableOwnProperties(isolate_, object, EnumerationKind::kKeys));
      uint32_t count = keys->length();
      for (uint32_t i = 0; i < count; i++) {
        PropertyKey key = PropertyKey::FromString(isolate_, keys->GetElement(isolate_, i).AsString());
        Value value = TRY(Get(isolate_, object, key));
        TRY(WriteMember(object, key, value, &first));
      }
    }
    indent_.resize(outer_indent);
    if (!first) NewLine();
    out_.Append('}');
    return {};
  }

  // https://tc39.es/ecma262/#sec-serializejsonarray
  Completion<void> WriteArray(JSObject* array) {
    out_.Append('[');
    size_t outer_indent = indent_.size();
    if (has_gap_) indent_ += gap_;
    bool plain = array->object_type() == HeapType::kJSArray;
    double length = plain ? static_cast<JSArray*>(array)->length() : TRY(LengthOfArrayLike(isolate_, array));
    for (double i = 0; i < length; i++) {
      TRY(isolate_.Poll());
      if (i > 0) out_.Append(',');
      NewLine();
      Value value = Value::Hole();
      PropertyKey key = plain ? PropertyKey::FromIndex(static_cast<uint32_t>(i)) : KeyFromNumber(isolate_, i);
      if (plain) value = array->GetElement(isolate_, static_cast<uint32_t>(i));
      if (value.IsHole()) value = TRY(Get(isolate_, array, key));
      if (!TRY(WriteProperty(array, key, value))) out_.AppendAscii("null");
      if (HW_UNLIKELY(out_.failed())) break;  // reported by the caller
    }
    indent_.resize(outer_indent);
    if (length > 0) NewLine();
    out_.Append(']');
    return {};
  }

  Isolate& isolate_;
  const uintptr_t stack_start_ = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  Output out_;
  std::u16string gap_, indent_;
  ValueList property_list_;
  std::optional<RepeatedCall> replacer_;
  bool has_property_list_ = false, has_gap_ = false;
  PropertyKey to_json_;
  ValueList open_, open_keys_;  // the containers being written, and the keys they were found under
  // On the native stack, where the collector sees what shapes they are. The many are made when need be.
  KnownShape few_known_[kFewShapes];
  union {
    KnownShape many_known_[kManyShapes];
  };
  KnownShape* known_ = few_known_;
  uint32_t known_mask_ = kFewShapes - 1, replaced_ = 0;
  ExternalAccount account_;
  CountedVector<KnownKey> keys_;
  CountedVector<uint8_t> key_texts_;
};

}  // namespace

Completion<Value> StringifyJson(Isolate& isolate, Value value, Value replacer, Value space) {
  Writer writer(isolate);
  return writer.Stringify(value, replacer, space);
}

}  // namespace halfword
