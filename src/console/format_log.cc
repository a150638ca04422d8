#include "console/format_log.h"

#include <algorithm>
#include <string_view>

#include "console/peek.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/numbers/bigint.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/object_operations.h"

namespace halfword::console {

namespace {

// Has the object (or its class) a toString of the program's?
bool HasOwnToString(Isolate& isolate, Value v) {
  Value method = Peek(isolate, v.AsObject(), isolate.key(Name::toString));
  return method.IsObject() && method.AsObject()->object_type() == HeapType::kJSFunction;
}

void AppendJson(Isolate& isolate, LineWriter& out, Value v) {
  JSObject* json = isolate.realm()->intrinsic(Intrinsic::kJSON);
  Completion<Value> text = Invoke(isolate, Value(json), PropertyKey::FromAscii(isolate, "stringify"), {v});
  if (text.IsThrow()) {
    Value error;
    if (isolate.Catch(&error)) out.Append("[Circular]");
  } else if (text.Take().IsString()) {
    out.Append(text.Take().AsString());
  } else {
    out.Append("undefined");
  }
}

// Strings and large numbers whole: they need not be in memory as text.
void AppendShown(Isolate& isolate, LineWriter& out, Value v, const InspectOptions& options) {
  if (v.IsString()) return out.Append(v.AsString());
  if (v.IsBigInt()) {
    Completion<String*> digits = BigIntToString(isolate, v.AsBigInt(), 10);
    if (!digits.IsThrow()) {
      out.Append(digits.Take());
      return out.Append("n");
    }
    Value ignored;
    if (!isolate.Catch(&ignored)) return;
  }
  out.Append(Inspect(isolate, v, options));
}

// Expands the directives of `format`. Returns how many arguments are used up.
Completion<size_t> ExpandFormat(Isolate& isolate, LineWriter& out, String* format,
                                std::span<const Value> arguments, const InspectOptions& plain) {
  size_t next = 0;
  uint32_t literal = 0;  // begins what is to be appended as it is
  LoopPoll poll(isolate);
  for (uint32_t i = 0; i + 1 < format->length() && !out.full(); i++) {
    TRY(poll.At(i));
    FlatChars chars = format->Flatten(isolate);
    if (chars[i] != '%') continue;
    char16_t directive = chars[i + 1];
    bool takes = directive < 0x80 &&
                 std::string_view("sdifjoOc").find(static_cast<char>(directive)) != std::string_view::npos;
    if (directive != '%' && (!takes || next >= arguments.size())) continue;
    out.Append(chars.Slice(literal, directive == '%' ? i + 1 : i));
    literal = i + 2;
    i++;
    if (directive == '%') continue;
    Value v = arguments[next++];
    auto number = [&](auto&& convert) -> Completion<void> {
      if (v.IsSymbol() || (v.IsObject() && directive == 'd')) {
        out.Append("NaN");
      } else {
        AppendShown(isolate, out, v.IsBigInt() && directive != 'f' ? v : TRY(convert()), plain);
      }
      return {};
    };
    switch (directive) {
      case 's': {
        InspectOptions shallow = plain;
        shallow.depth = 0;
        if (v.IsObject() && (v.IsCallable() || HasOwnToString(isolate, v))) {
          out.Append(TRY(ToString(isolate, v)));
        } else {
          AppendShown(isolate, out, v, shallow);
        }
        break;
      }
      case 'd':
        TRY(number([&]() -> Completion<Value> { return NumberValue(isolate, TRY(ToNumber(isolate, v))); }));
        break;
      case 'i':
      case 'f':
        TRY(number([&]() -> Completion<Value> {
          String* text = TRY(ToString(isolate, v));
          const char* name = directive == 'i' ? "parseInt" : "parseFloat";
          Value parse = Peek(isolate, isolate.realm()->intrinsic(Intrinsic::kNumber), name);
          return parse.IsCallable() ? Invoke(isolate, Value(isolate.realm()->intrinsic(Intrinsic::kNumber)),
                                             PropertyKey::FromAscii(isolate, name), {Value(text)})
                                    : Completion<Value>(Value::Undefined());
        }));
        break;
      case 'j': AppendJson(isolate, out, v); break;
      case 'o': {
        InspectOptions deep = plain;
        deep.show_hidden = true;
        deep.depth = 4;
        out.Append(Inspect(isolate, v, deep));
        break;
      }
      case 'O': out.Append(Inspect(isolate, v, plain)); break;
      default:  // 'c': styles have no place here
        break;
    }
  }
  FlatChars chars = format->Flatten(isolate);
  out.Append(chars.Slice(std::min(literal, chars.length()), chars.length()));
  return next;
}

}  // namespace

Completion<void> FormatLog(Isolate& isolate, LineWriter& out, std::span<const Value> arguments,
                           size_t max_total) {
  InspectOptions plain;
  plain.max_total = max_total;
  size_t next = 0;
  if (arguments.size() > 1 && arguments[0].IsString()) {
    next = 1 + TRY(ExpandFormat(isolate, out, arguments[0].AsString(), arguments.subspan(1), plain));
  }
  for (; next < arguments.size() && !out.full(); next++) {
    if (next > 0) out.Append(" ");
    AppendShown(isolate, out, arguments[next], plain);
    TRY(isolate.Poll());
  }
  return {};
}

}  // namespace halfword::console
