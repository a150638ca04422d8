// Plain data: trees of values in one call.
//
// A C++ exception of the host's function goes through the frames of the builder or the walk, as the one that
// says that memory is at an end does: they only destroy what they have.
#include <cmath>
#include <cstring>

#include "api/arguments.h"
#include "api/entry.h"
#include "api/misuse.h"
#include "api/records.h"
#include "api/tables.h"
#include "api/values.h"
#include "builtins/numbers_and_dates/date_time.h"
#include "builtins/structured_data/plain_data.h"
#include "objects/library/indexed_collections.h"
#include "objects/library/numbers_and_dates.h"
#include "runtime/execution/loop_poll.h"
#include "unicode/utf8.h"

using namespace halfword;       // NOLINT
using namespace halfword::api;  // NOLINT

namespace {

constexpr double kLargestInteger = 9007199254740991;  // 2^53 - 1

FlatChars Latin1(const void* data, size_t count) {
  return FlatChars(std::span(static_cast<const uint8_t*>(data), count));
}
FlatChars Utf16(const void* data, size_t count) {
  return FlatChars(std::span(static_cast<const char16_t*>(data), count));
}

// A value of the items that a host gives.
class Assembler {
 public:
  Assembler(hw_isolate* isolate, Isolate& inside, bool (*next)(void*, hw_item*), void* data)
      : isolate_(isolate), inside_(inside), next_(next), data_(data), builder_(inside) {
    builder_.TakeShapes(TablesOf(isolate, inside).plain_data_shapes);
  }
  ~Assembler() { builder_.LeaveShapes(isolate_->tables->plain_data_shapes); }

  // What is wrong with the items; null: nothing.
  const char* mistake() const { return mistake_; }

  // What `next` throws goes through this.
  Completion<Value> Run() {
    for (uint32_t count = 1;; count++) {
      if (count % kItemsPerPoll == 0) TRY(inside_.Poll());
      TRY(Fetch());
      Value value;
      bool is_value = TRY(Take(&value));
      if (HW_UNLIKELY(inside_.IsTerminating())) return kThrow;
      if (!is_value) continue;
      if (!builder_.is_open()) return value;
      if (HW_UNLIKELY(!builder_.is_array() && !builder_.needs_value()))
        return Mistake("a value in an object has no key");
      builder_.Append(value);
    }
  }

 private:
  static constexpr uint32_t kItemsPerPoll = 256;

  Throwing Mistake(const char* sentence) {
    mistake_ = sentence;
    return kThrow;
  }

  Completion<void> Fetch() {
    item_.size = sizeof item_;
    item_.kind = HW_ITEM_UNDEFINED;
    item_.flags = 0;
    bool is_more = next_(data_, &item_);
    if (HW_UNLIKELY(inside_.IsTerminating())) return kThrow;
    if (HW_UNLIKELY(!is_more)) return inside_.ThrowTypeError("hw_build: the value is not whole");
    return {};
  }

  // True, with the value, if the item is a whole one or the end of it.
  Completion<bool> Take(Value* value) {
    const auto& u = item_.u;
    unsigned kind = NumberOf(item_.kind);
    if (HW_UNLIKELY((item_.flags & ~FlagsOf(kind)) != 0))
      return Mistake("an item has a flag that means nothing for its kind");
    switch (kind) {
      case HW_ITEM_UNDEFINED: *value = Value::Undefined(); return true;
      case HW_ITEM_NULL: *value = Value::Null(); return true;
      case HW_ITEM_BOOLEAN: *value = Value::Boolean(IsTrue(u.boolean)); return true;
      case HW_ITEM_INTEGER: {
        constexpr int64_t kMost = int64_t{1} << 53;
        if (HW_UNLIKELY(u.integer > kMost || u.integer < -kMost))
          return inside_.ThrowRangeError("hw_build: the integer does not fit into a Number");
        *value = NumberValue(inside_, static_cast<double>(u.integer));
        return true;
      }
      case HW_ITEM_NUMBER: *value = NumberValue(inside_, u.number); return true;
      case HW_ITEM_LATIN1:
      case HW_ITEM_UTF8:
      case HW_ITEM_UTF16: *value = Value(TRY(Text(kind))); return true;
      case HW_ITEM_BIGINT: *value = TRY(BigIntOfWords()); return true;
      case HW_ITEM_DATE: {
        Value prototype(inside_.realm()->intrinsic(Intrinsic::kDatePrototype));
        auto* date = NewInstance<DateObject>(inside_, prototype);
        date->time_ = TimeClip(u.number);
        *value = Value(date);
        return true;
      }
      case HW_ITEM_BYTES: *value = TRY(Bytes()); return true;
      case HW_ITEM_BEGIN_ARRAY:
      case HW_ITEM_BEGIN_OBJECT:
        if (builder_.is_open() && !builder_.is_array() && !builder_.needs_value())
          return Mistake("a value in an object has no key");
        builder_.Begin(kind == HW_ITEM_BEGIN_ARRAY);
        return false;
      case HW_ITEM_KEY: TRY(Key()); return false;
      case HW_ITEM_END:
        if (!builder_.is_open()) return Mistake("an item ends what has not begun");
        if (!builder_.is_array() && builder_.needs_value()) return Mistake("a key has no value");
        *value = TRY(builder_.Make());
        builder_.Leave();
        return true;
      case HW_ITEM_VALUE:
        if (const char* why = WhyNotForJavaScript(isolate_, u.value)) return Mistake(why);
        *value = FromHost(u.value);
        return true;
      default: return Mistake("an item is of no kind");
    }
  }

  static uint32_t FlagsOf(unsigned kind) {
    if (kind == HW_ITEM_BIGINT) return HW_ITEM_NEGATIVE;
    return kind == HW_ITEM_KEY ? HW_ITEM_KEY_LATIN1 | HW_ITEM_KEY_UTF16 : 0;
  }

  // The length of the item's text. Charges for it.
  Completion<size_t> TextSize(unsigned encoding) {
    const auto& text = item_.u.text;
    if (!text.data && text.count != 0) return Mistake(mistake::kNullText);
    size_t count = text.count;
    if (encoding == HW_ITEM_UTF8 && count == HW_ZERO_TERMINATED)
      count = std::strlen(static_cast<const char*>(text.data));
    if (HW_UNLIKELY(count > String::kMaxLength)) return inside_.ThrowRangeError("Invalid string length");
    if (HW_UNLIKELY(count > kPlacesPerUnit)) ChargeFor(inside_, count);
    return count;
  }

  // Text of the item that is UTF-8 and has other characters than ASCII.
  Completion<String*> DecodedUtf8(size_t size) {
    std::string_view text(static_cast<const char*>(item_.u.text.data), size);
    unicode::Utf8Analysis analysis = unicode::AnalyzeUtf8(text);
    if (!analysis.is_valid) {
      return inside_.ThrowTypeError("hw_build: the text is not UTF-8 from byte %zu on",
                                    analysis.error_offset);
    }
    return NewStringFromUtf8(inside_, text);
  }
  bool IsAscii(size_t size) const {
    return unicode::IsAscii(std::span(static_cast<const uint8_t*>(item_.u.text.data), size));
  }

  Completion<String*> Text(unsigned encoding) {
    size_t size = TRY(TextSize(encoding));
    const void* data = item_.u.text.data;
    if (encoding == HW_ITEM_UTF16) return NewStringFromUtf16(inside_, Utf16(data, size).two_byte());
    if (encoding == HW_ITEM_UTF8 && HW_UNLIKELY(!IsAscii(size))) return DecodedUtf8(size);
    return NewStringFromLatin1(inside_, Latin1(data, size).one_byte());
  }

  Completion<void> Key() {
    if (!builder_.is_open() || builder_.is_array()) return Mistake("a key is not in an object");
    if (builder_.needs_value()) return Mistake("a key has no value");
    uint32_t flags = item_.flags;
    if (flags == (HW_ITEM_KEY_LATIN1 | HW_ITEM_KEY_UTF16)) return Mistake("a key has two encodings");
    unsigned encoding = flags == HW_ITEM_KEY_LATIN1  ? HW_ITEM_LATIN1
                        : flags == HW_ITEM_KEY_UTF16 ? HW_ITEM_UTF16
                                                     : HW_ITEM_UTF8;
    size_t size = TRY(TextSize(encoding));
    if (encoding == HW_ITEM_UTF8 && HW_UNLIKELY(!IsAscii(size))) {
      String* key = TRY(DecodedUtf8(size));
      AddKey(key->flat());
    } else {
      const void* data = item_.u.text.data;
      AddKey(encoding == HW_ITEM_UTF16 ? Utf16(data, size) : Latin1(data, size));
    }
    return {};
  }
  void AddKey(FlatChars chars) {
    if (!builder_.AddPredictedKey([&](String* key) { return key->flat().Equals(chars); }))
      (void)builder_.AddKey(chars);
  }

  Completion<Value> BigIntOfWords() {
    const auto& text = item_.u.text;
    if (!text.data && text.count != 0) return Mistake(mistake::kNullList);
    return NewBigIntOfWords(inside_, item_.flags & HW_ITEM_NEGATIVE,
                            {static_cast<const uint64_t*>(text.data), text.count});
  }

  Completion<Value> Bytes() {
    const auto& text = item_.u.text;
    if (!text.data && text.count != 0) return Mistake(mistake::kNullText);
    return NewUint8Array(inside_, text.data, text.count);
  }

  hw_isolate* isolate_;
  Isolate& inside_;
  bool (*next_)(void*, hw_item*);
  void* data_;
  hw_item item_ = {};
  const char* mistake_ = nullptr;
  PlainDataBuilder builder_;
};

// Tells a host the items of a value.
class Teller : public PlainDataSink {
 public:
  Teller(hw_isolate* isolate, Isolate& inside, bool (*take)(void*, const hw_item*), void* data)
      : isolate_(isolate), inside_(inside), take_(take), data_(data) {}

  bool Take(const PlainItem& item) override {
    hw_item told = {};
    told.size = sizeof told;
    switch (item.kind) {
      case PlainItem::kPrimitive: Fill(item.value, &told); break;
      case PlainItem::kDate:
        told.kind = HW_ITEM_DATE;
        told.u.number = static_cast<DateObject*>(item.value.AsObject())->time_;
        break;
      case PlainItem::kBytes: {
        TypedArrayObject::View view = static_cast<TypedArrayObject*>(item.value.AsObject())->view(inside_);
        told.kind = HW_ITEM_BYTES;
        told.u.text = {view.data, view.length};
        break;
      }
      case PlainItem::kOther:
        told.kind = HW_ITEM_VALUE;
        told.u.value = ToHost(isolate_, item.value);
        break;
      case PlainItem::kBeginArray:
        told.kind = HW_ITEM_BEGIN_ARRAY;
        told.u.integer = static_cast<JSArray*>(item.value.AsObject())->length();
        break;
      case PlainItem::kBeginObject: told.kind = HW_ITEM_BEGIN_OBJECT; break;
      case PlainItem::kKey:
        FillText(item.value.AsString(), &told);
        told.flags = told.kind == HW_ITEM_LATIN1 ? HW_ITEM_KEY_LATIN1 : HW_ITEM_KEY_UTF16;
        told.kind = HW_ITEM_KEY;
        break;
      case PlainItem::kEnd: told.kind = HW_ITEM_END; break;
    }
    if (HW_UNLIKELY(inside_.IsTerminating())) return false;
    return take_(data_, &told);
  }

 private:
  void Fill(Value value, hw_item* told) {
    if (value.IsString()) {
      FillText(value.AsString(), told);
    } else if (value.IsNumber()) {
      double number = value.AsNumber();
      bool is_integer = std::fabs(number) <= kLargestInteger && number == std::trunc(number) &&
                        !(number == 0 && std::signbit(number));
      told->kind = is_integer ? HW_ITEM_INTEGER : HW_ITEM_NUMBER;
      if (is_integer) {
        told->u.integer = static_cast<int64_t>(number);
      } else {
        told->u.number = number;
      }
    } else if (value.IsBoolean()) {
      told->kind = HW_ITEM_BOOLEAN;
      told->u.boolean = value.IsTrue();
    } else if (value.IsBigInt()) {
      const BigInt* bigint = value.AsBigInt();
      words_.resize((bigint->digits().size() + 1) / 2);
      CopyWords(bigint, words_);
      told->kind = HW_ITEM_BIGINT;
      told->flags = bigint->is_negative() ? uint32_t{HW_ITEM_NEGATIVE} : 0;
      told->u.text = {words_.data(), words_.size()};
    } else {
      told->kind = value.IsNull() ? HW_ITEM_NULL : HW_ITEM_UNDEFINED;
    }
  }
  void FillText(String* string, hw_item* told) {
    FlatChars chars = string->IsFlat() ? string->flat() : string->Flatten(inside_);
    told->kind = chars.is_one_byte() ? HW_ITEM_LATIN1 : HW_ITEM_UTF16;
    if (chars.is_one_byte()) {
      told->u.text = {chars.one_byte().data(), chars.length()};
    } else {
      told->u.text = {chars.two_byte().data(), chars.length()};
    }
  }

  hw_isolate* isolate_;
  Isolate& inside_;
  bool (*take_)(void*, const hw_item*);
  void* data_;
  std::vector<uint64_t> words_;  // of a BigInt
};

}  // namespace

hw_status hw_build(hw_isolate* isolate, bool (*next)(void*, hw_item*), void* data, hw_value* result) {
  if (!next) return RefuseResult(isolate, result, mistake::kNullFunction);
  hw_value made = hw_undefined();
  hw_status status = EnterOrRefuse(isolate, [&](Isolate& inside) {
    hw_status barred = HW_OK;
    if (IsBarred(isolate, inside, GuestState::kAny, &barred)) return barred;
    HookScope hook(isolate, ScopesOfCallback::kShared);
    Assembler assembler(isolate, inside, next, data);
    Completion<Value> whole = kThrow;
    std::string thrown;
    if (!platform::CatchForeign([&] { whole = assembler.Run(); }, &thrown))
      whole = inside.ThrowError(ErrorType::kError, "%s", thrown.c_str());
    if (assembler.mistake() && !inside.IsTerminating()) return Refuse(isolate, assembler.mistake());
    if (whole.IsThrow() || inside.IsTerminating()) return TakeFailure(isolate, inside);
    made = ToHost(isolate, whole.Take());
    return HW_OK;
  });
  if (result) *result = made;
  return status;
}

hw_status hw_read(hw_isolate* isolate, hw_value value, uint32_t flags, uint32_t depth,
                  bool (*item)(void*, const hw_item*), void* data) {
  if (!item) return Refuse(isolate, mistake::kNullFunction);
  if (flags & ~uint32_t{HW_READ_GETTERS | HW_READ_UNDEFINED})
    return Refuse(isolate, "hw_read has a flag that means nothing");
  PlainWalk walk = {(flags & HW_READ_GETTERS) != 0, (flags & HW_READ_UNDEFINED) != 0, depth};
  auto body = [&](Isolate& inside) -> Completion<void> {
    HookScope hook(isolate, ScopesOfCallback::kShared);
    Teller teller(isolate, inside, item, data);
    Completion<void> walked = kThrow;
    std::string thrown;
    if (!platform::CatchForeign([&] { walked = WalkPlainData(inside, FromHost(value), walk, teller); },
                                &thrown))
      return inside.ThrowError(ErrorType::kError, "%s", thrown.c_str());
    return walked;
  };
  return RunGuest(isolate, nullptr, {value}, body, walk.runs_getters ? GuestState::kIdle : GuestState::kAny);
}
