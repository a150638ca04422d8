#include "builtins/structured_data/json_parser.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "builtins/structured_data/plain_data.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/numbers/numbers.h"
#include "runtime/operations/object_operations.h"
#include "unicode/characters.h"
#include "unicode/utf8.h"

namespace halfword {

namespace {

// Whether any of eight Latin-1 characters is below 0x20, a quote or a backslash (the
// classic zero-byte trick, thrice).
HW_INLINE bool AnySpecial(uint64_t w) {
  constexpr uint64_t kOnes = 0x0101010101010101ull, kHighs = 0x8080808080808080ull;
  uint64_t quote = w ^ (kOnes * '"'), backslash = w ^ (kOnes * '\\');
  uint64_t hits = ((w - kOnes * 0x20) & ~w) | ((quote - kOnes) & ~quote) | ((backslash - kOnes) & ~backslash);
  return (hits & kHighs) != 0;
}

template <class C>
class Parser {
 public:
  Parser(Isolate& isolate, std::span<const C> text, bool with_records)
      : isolate_(isolate),
        realm_(CurrentRealm(isolate)),
        start_(text.data()),
        end_(text.data() + text.size()),
        p_(text.data()),
        builder_(isolate),
        records_(isolate),
        with_records_(with_records) {
    if (text.size() >= kLongText) recent_ = NewValueArray(isolate, kRecent);
  }

  Completion<Value> Parse(Value* record) {
    Value value = TRY(ParseValues());
    SkipSpace();
    if (p_ != end_) return Fail(p_, "Unexpected non-whitespace character after JSON");
    if (record) *record = records_.Pop();
    return value;
  }

 private:
  static constexpr size_t kLongText = 1 << 14;  // shorter ones don't look for equal strings
  static constexpr uint32_t kRecentBits = 11, kRecent = 1u << kRecentBits;
  static constexpr size_t kMaxRecentLength = 16;

  // ---- Errors ----

  HW_COLD Throwing Fail(const C* at, const char* message) {
    uint32_t line = 1;
    const C* line_start = start_;
    for (const C* p = start_; p < at; p++) {
      if (*p == '\n' || (*p == '\r' && !(p + 1 < at && p[1] == '\n'))) {
        line++;
        line_start = p + 1;
      }
    }
    return isolate_.ThrowSyntaxError("%s at position %zu (line %u column %zu)", message,
                                     static_cast<size_t>(at - start_), line,
                                     static_cast<size_t>(at - line_start) + 1);
  }
  std::string Utf8(const C* from, const C* to) {
    return unicode::ToUtf8(unicode::Text(std::span<const C>(from, static_cast<size_t>(to - from))));
  }
  HW_COLD Throwing FailToken(const C* at) {
    if (at >= end_) return isolate_.ThrowSyntaxError("Unexpected end of JSON input");
    if (*at == '"') return Fail(at, "Unexpected string in JSON");
    if (*at == '-' || unicode::IsDecimalDigit(*at)) return Fail(at, "Unexpected number in JSON");
    // What converting something else to a string gives.
    for (std::string_view special : {"NaN", "Infinity", "undefined", "[object Object]"}) {
      if (static_cast<size_t>(end_ - start_) == special.size() && Utf8(start_, end_) == special) {
        return isolate_.ThrowSyntaxError("\"%s\" is not valid JSON", std::string(special).c_str());
      }
    }
    constexpr ptrdiff_t kContext = 10;
    const C* token_end = at + 1;
    std::string token = Utf8(at, token_end);
    const char* before = "";
    const char* after = "";
    const C* from = start_;
    const C* to = end_;
    if (end_ - start_ > 2 * kContext) {
      if (at - start_ >= kContext) {
        from = at - kContext;
        before = "...";
      }
      if (end_ - at > kContext) {
        to = at + kContext;
        after = "...";
      }
    }
    return isolate_.ThrowSyntaxError("Unexpected token '%s', %s\"%s\"%s is not valid JSON", token.c_str(),
                                     before, Utf8(from, to).c_str(), after);
  }

  // ---- Tokens ----

  HW_INLINE void SkipSpace() {
    while (p_ < end_ && (*p_ == ' ' || *p_ == '\n' || *p_ == '\r' || *p_ == '\t')) p_++;
  }
  HW_INLINE C Peek() const { return p_ < end_ ? *p_ : 0; }

  Completion<Value> Literal(std::string_view text, Value value) {
    for (size_t i = 0; i < text.size(); i++, p_++) {
      if (p_ >= end_ || *p_ != static_cast<C>(text[i])) return FailToken(p_);
    }
    return value;
  }

  Completion<Value> Number() {
    const C* from = p_;
    bool negative = *p_ == '-';
    if (negative) {
      p_++;
      if (!unicode::IsDecimalDigit(Peek())) return Fail(p_, "No number after minus sign in JSON");
    }
    uint32_t integer = 0;
    const C* digits = p_;
    if (*p_ == '0') {
      p_++;
      if (unicode::IsDecimalDigit(Peek())) return Fail(p_, "Unexpected number in JSON");
    } else {
      while (p_ < end_ && unicode::IsDecimalDigit(*p_)) integer = integer * 10 + (*p_++ - '0');
    }
    C c = Peek();
    if (c != '.' && (c | 0x20) != 'e' && p_ - digits <= 9) {
      if (integer == 0 && negative) return NewHeapNumber(isolate_, -0.0);
      return NumberValue(isolate_, negative ? -static_cast<int32_t>(integer) : static_cast<int32_t>(integer));
    }
    if (c == '.') {
      p_++;
      if (!unicode::IsDecimalDigit(Peek())) return Fail(p_, "Unterminated fractional number in JSON");
      while (unicode::IsDecimalDigit(Peek())) p_++;
      c = Peek();
    }
    if (c == 'e' || c == 'E') {
      p_++;
      if (Peek() == '+' || Peek() == '-') p_++;
      if (!unicode::IsDecimalDigit(Peek())) return Fail(p_, "Exponent part is missing a number in JSON");
      while (unicode::IsDecimalDigit(Peek())) p_++;
    }
    size_t length = static_cast<size_t>(p_ - from);
    if (HW_UNLIKELY(length > kPlacesPerUnit)) TRY(isolate_.Poll(CostOf(length * kPlacesOfDigit)));
    return NumberValue(isolate_, ParseDecimal(std::span<const C>(from, length)));
  }

  // p_ is behind the opening quote. Advances to the first quote, backslash or control character.
  HW_INLINE void ScanPlain() {
    if constexpr (sizeof(C) == 1) {
      while (end_ - p_ >= 8) {
        uint64_t w;
        memcpy(&w, p_, 8);
        if (AnySpecial(w)) break;
        p_ += 8;
      }
    }
    while (p_ < end_ && *p_ != '"' && *p_ != '\\' && *p_ >= 0x20) p_++;
  }

  // A string literal; p_ is behind its opening quote. Keys go to the builder.
  template <bool is_key>
  Completion<String*> StringLiteral() {
    const C* from = p_;
    ScanPlain();
    if (HW_LIKELY(p_ < end_ && *p_ == '"')) {
      std::span<const C> chars(from, static_cast<size_t>(p_ - from));
      p_++;
      if constexpr (is_key) return builder_.AddKey(FlatChars(chars));
      if (recent_ && chars.size() <= kMaxRecentLength) return RecentString(chars);
      return NewString(chars);
    }
    return EscapedString<is_key>(from);
  }

  String* NewString(std::span<const C> chars) {
    if constexpr (sizeof(C) == 1) {
      return NewStringFromLatin1(isolate_, chars);
    } else {
      return NewStringFromUtf16(isolate_, chars);
    }
  }

  // Short values often repeat: a small two-way cache lets equal ones share a string.
  String* RecentString(std::span<const C> chars) {
    uint32_t place = RecentHash(chars);
    ValueField* first = &recent_->slots()[place];
    ValueField* second = &recent_->slots()[place ^ 1];
    if (IsText(first->get(), chars)) return first->get().AsString();
    if (IsText(second->get(), chars)) return second->get().AsString();
    String* string = NewString(chars);
    second->Set(recent_, first->get());
    first->Set(recent_, string);
    return string;
  }
  HW_INLINE static uint32_t RecentHash(std::span<const C> chars) {
    constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15ull, kOther = 0xC2B2AE3D27D4EB4Full;
    size_t size = chars.size_bytes();
    uint64_t first = 0, middle = 0, last = 0;
    if (size >= 8) {
      const char* bytes = reinterpret_cast<const char*>(chars.data());
      memcpy(&first, bytes, 8);
      memcpy(&last, bytes + size - 8, 8);
      if (size > 16) memcpy(&middle, bytes + size / 2 - 4, 8);
    } else {
      for (C c : chars) first = first << (8 * sizeof(C)) | c;
    }
    uint64_t hash = (first ^ size) * kMultiplier + (middle * 2 ^ last) * kOther;
    return static_cast<uint32_t>(hash >> (64 - kRecentBits));
  }
  HW_INLINE static bool IsText(Value cached, std::span<const C> chars) {
    if (!cached.IsString() || cached.AsString()->length() != chars.size()) return false;
    String* string = cached.AsString();
    if (HW_LIKELY(string->typed_type() == HeapType::kOneByteString))
      return std::equal(chars.begin(), chars.end(), static_cast<OneByteString*>(string)->chars());
    return string->flat().Equals(FlatChars(chars));
  }

  template <bool is_key>
  Completion<String*> EscapedString(const C* from) {
    StringBuilder out(isolate_);
    while (true) {
      if (p_ > from) out.Append(FlatChars(std::span<const C>(from, static_cast<size_t>(p_ - from))));
      if (p_ >= end_) return Fail(p_, "Unterminated string in JSON");
      if (*p_ == '"') break;
      if (*p_ < 0x20) return Fail(p_, "Bad control character in string literal in JSON");
      p_++;  // the backslash
      if (p_ >= end_) return FailToken(p_);
      switch (*p_) {
        case '"':
        case '\\':
        case '/': out.Append(static_cast<char16_t>(*p_)); break;
        case 'b': out.Append(u'\b'); break;
        case 'f': out.Append(u'\f'); break;
        case 'n': out.Append(u'\n'); break;
        case 'r': out.Append(u'\r'); break;
        case 't': out.Append(u'\t'); break;
        case 'u': {
          uint32_t unit = 0;
          for (int i = 1; i <= 4; i++) {
            if (end_ - p_ <= i || !unicode::IsHexDigit(p_[i]))
              return Fail(p_ + i, "Bad Unicode escape in JSON");
            unit = unit << 4 | unicode::HexValue(p_[i]);
          }
          p_ += 4;
          out.Append(static_cast<char16_t>(unit));
          break;
        }
        default: return Fail(p_, "Bad escaped character in JSON");
      }
      from = ++p_;
      ScanPlain();
    }
    p_++;
    String* string = TRY(out.Finish());
    if constexpr (is_key) return builder_.AddKey(string->Flatten(isolate_), true);
    return string;
  }

  // ---- Containers ----

  void Begin(bool is_array) {
    builder_.Begin(is_array);
    if (with_records_) builder_.mark() = static_cast<uint32_t>(records_.size());
  }

  // A property name and the colon. p_ is behind the opening quote.
  Completion<void> Key() {
    bool is_predicted = builder_.AddPredictedKey([&](String* key) {
      FlatChars chars = key->flat();
      size_t n = chars.length();
      // Names in predictions have no escapes, so equal text is the equal name.
      bool matches = static_cast<size_t>(end_ - p_) > n && p_[n] == '"' &&
                     FlatChars(std::span<const C>(p_, n)).Equals(chars);
      if (matches) p_ += n + 1;
      return matches;
    });
    if (is_predicted) return Colon();
    (void)TRY(StringLiteral<true>());
    return Colon();
  }

  HW_INLINE Completion<void> Colon() {
    if (HW_UNLIKELY(Peek() != ':')) SkipSpace();
    if (Peek() != ':') return Fail(p_, "Expected ':' after property name in JSON");
    p_++;
    return {};
  }

  Completion<Value> EndObject() {
    Value object = TRY(builder_.MakeObject());
    if (with_records_) {
      JSObject* properties = OrdinaryObjectCreate(isolate_, Value::Null());
      std::span<const Value> pairs = builder_.pairs();
      for (uint32_t i = 0; 2 * i < pairs.size(); i++) {
        PropertyKey key = PropertyKey::FromString(isolate_, pairs[2 * i].AsString());
        properties->DefineOwn(isolate_, key, records_[builder_.mark() + i], kDataDefault);
      }
      FinishRecord(object, properties);
    }
    builder_.Leave();
    return object;
  }

  Completion<Value> EndArray() {
    Value array = TRY(builder_.MakeArray());
    if (with_records_) {
      uint32_t first = builder_.mark(), count = static_cast<uint32_t>(records_.size()) - first;
      ValueArray* elements = NewValueArray(isolate_, count);
      for (uint32_t i = 0; i < count; i++) elements->slots()[i].Set(elements, records_[first + i]);
      FinishRecord(array, elements);
    }
    builder_.Leave();
    return array;
  }

  void FinishRecord(Value value, Value parts) {
    records_.Truncate(builder_.mark());
    AppendRecord(value, parts);
  }
  void AppendRecord(Value value, Value parts) {
    ValueArray* record = NewValueArray(isolate_, 2);
    record->slots()[0].Set(record, value);
    record->slots()[1].Set(record, parts);
    records_.Append(record);
  }

  // ---- The driver ----

  // A value has ended; so may its containers. False: *value is the outermost one; else another value begins.
  HW_INLINE Completion<bool> EndContainers(Value* value) {
    while (builder_.is_open()) {
      builder_.Append(*value);
      if (HW_UNLIKELY(isolate_.IsTerminating())) return kThrow;  // the lists have no room
      SkipSpace();
      C c = Peek();
      if (builder_.is_array()) {
        if (c == ',') {
          p_++;
          return true;
        }
        if (c != ']') return Fail(p_, "Expected ',' or ']' after array element in JSON");
        p_++;
        *value = TRY(EndArray());
      } else {
        if (c == ',') {
          p_++;
          SkipSpace();
          if (Peek() != '"') return Fail(p_, "Expected double-quoted property name in JSON");
          p_++;
          TRY(Key());
          return true;
        }
        if (c != '}') return Fail(p_, "Expected ',' or '}' after property value in JSON");
        p_++;
        *value = TRY(EndObject());
      }
    }
    return false;
  }

  Completion<Value> ParseValues() {
    while (true) {
      // A value begins here.
      if (HW_UNLIKELY(Peek() <= ' ')) SkipSpace();
      if (p_ >= end_) return FailToken(p_);
      const C* token = p_;
      Value value;
      switch (*p_) {
        case '{':
          p_++;
          Begin(false);
          if (HW_UNLIKELY(isolate_.IsTerminating())) return kThrow;  // the lists have no room
          SkipSpace();
          if (Peek() == '"') {
            p_++;
            TRY(Key());
            continue;
          }
          if (Peek() != '}' || p_ >= end_) return Fail(p_, "Expected property name or '}' in JSON");
          p_++;
          value = TRY(EndObject());
          break;
        case '[':
          p_++;
          Begin(true);
          if (HW_UNLIKELY(isolate_.IsTerminating())) return kThrow;  // the lists have no room
          SkipSpace();
          if (p_ < end_ && *p_ == ']') {
            p_++;
            value = TRY(EndArray());
            break;
          }
          continue;
        case '"':
          p_++;
          value = TRY(StringLiteral<false>());
          if (with_records_) AppendRecord(value, NewString({token, static_cast<size_t>(p_ - token)}));
          break;
        case 't':
          value = TRY(Literal("true", Value::True()));
          if (with_records_) AppendRecord(value, NewString({token, static_cast<size_t>(p_ - token)}));
          break;
        case 'f':
          value = TRY(Literal("false", Value::False()));
          if (with_records_) AppendRecord(value, NewString({token, static_cast<size_t>(p_ - token)}));
          break;
        case 'n':
          value = TRY(Literal("null", Value::Null()));
          if (with_records_) AppendRecord(value, NewString({token, static_cast<size_t>(p_ - token)}));
          break;
        case '-':
        case '0':
        case '1':
        case '2':
        case '3':
        case '4':
        case '5':
        case '6':
        case '7':
        case '8':
        case '9':
          value = TRY(Number());
          if (with_records_) AppendRecord(value, NewString({token, static_cast<size_t>(p_ - token)}));
          break;
        default: return FailToken(p_);
      }
      if (!TRY(EndContainers(&value))) return value;
    }
  }

  Isolate& isolate_;
  Realm* realm_;
  const C* start_;
  const C* end_;
  const C* p_;
  PlainDataBuilder builder_;
  ValueList records_;
  bool with_records_;
  ValueArray* recent_ = nullptr;  // strings by hash
};

}  // namespace

Completion<Value> ParseJson(Isolate& isolate, String* text, Value* record) {
  return text->Flatten(isolate).Visit([&](auto chars) -> Completion<Value> {
    Parser<std::remove_cvref_t<decltype(chars[0])>> parser(isolate, chars, record != nullptr);
    return parser.Parse(record);
  });
}

}  // namespace halfword
