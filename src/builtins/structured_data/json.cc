// The JSON Object: https://tc39.es/ecma262/#sec-json-object, with the source text access of
// https://tc39.es/proposal-json-parse-with-source/.
#include "builtins/builtins.h"
#include "builtins/structured_data/json_parser.h"
#include "builtins/structured_data/json_writer.h"
#include "objects/isolate.h"
#include "objects/library/structured_data.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

class Reviver {
 public:
  Reviver(Isolate& isolate, Value function)
      : isolate_(isolate), call_(isolate, function, Value::Undefined(), 3) {}

  // InternalizeJSONProperty: https://tc39.es/ecma262/#sec-internalizejsonproperty. The record is undefined
  // where the value is not what the text said.
  Completion<Value> Internalize(JSObject* holder, PropertyKey key, Value record) {
    if (isolate_.NativeStackExhausted()) return isolate_.ThrowStackOverflow();
    TRY(isolate_.Poll());
    Value value = TRY(Get(isolate_, holder, key));
    Value parts = Value::Undefined();
    if (record.Is<ValueArray>() && SameValue(isolate_, record.As<ValueArray>()->get(0), value)) {
      parts = record.As<ValueArray>()->get(1);
    }
    JSObject* context = NewPlainObject(isolate_);
    if (value.IsObject()) {
      JSObject* object = value.AsObject();
      if (TRY(IsArray(isolate_, value))) {
        double length = TRY(LengthOfArrayLike(isolate_, object));
        for (double i = 0; i < length; i++) {
          Value element = Value::Undefined();
          if (parts.Is<ValueArray>() && i < parts.As<ValueArray>()->length()) {
            element = parts.As<ValueArray>()->get(static_cast<uint32_t>(i));
          }
          TRY(Replace(object, KeyFromNumber(isolate_, i), element));
        }
      } else {
        JSArray* keys = TRY(EnumerableOwnProperties(isolate_, object, EnumerationKind::kKeys));
        uint32_t count = keys->length();
        for (uint32_t i = 0; i < count; i++) {
          PropertyKey name = PropertyKey::FromString(isolate_, keys->GetElement(isolate_, i).AsString());
          Value member = Value::Undefined();
          if (parts.IsObject()) {
            OwnProperty own = parts.AsObject()->GetOwn(isolate_, name);
            if (own.found()) member = own.value;
          }
          TRY(Replace(object, name, member));
        }
      }
    } else if (parts.IsString()) {
      context->DefineOwn(isolate_, isolate_.key(Name::source), parts, kDataDefault);
    }
    call_.set_this(holder);
    return call_({key.ToValue(isolate_), value, Value(context)});
  }

 private:
  Completion<void> Replace(JSObject* object, PropertyKey key, Value record) {
    Value element = TRY(Internalize(object, key, record));
    if (element.IsUndefined()) {
      TRY(internal_method::Delete(isolate_, object, key));
    } else {
      TRY(CreateDataProperty(isolate_, object, key, element));
    }
    return {};
  }

  Isolate& isolate_;
  RepeatedCall call_;
};

// JSON.parse ( text [ , reviver ] )  https://tc39.es/ecma262/#sec-json.parse
Completion<Value> JsonParse(Isolate& isolate, Arguments& args) {
  String* text = TRY(ToString(isolate, args[0]));
  if (!args[1].IsCallable()) return ParseJson(isolate, text);
  Value record;
  Value value = TRY(ParseJson(isolate, text, &record));
  JSObject* root = NewPlainObject(isolate);
  root->DefineOwn(isolate, isolate.key(Name::empty), value, kDataDefault);
  return Reviver(isolate, args[1]).Internalize(root, isolate.key(Name::empty), record);
}

// JSON.stringify ( value [ , replacer [ , space ] ] )  https://tc39.es/ecma262/#sec-json.stringify
Completion<Value> JsonStringify(Isolate& isolate, Arguments& args) {
  return StringifyJson(isolate, args[0], args[1], args[2]);
}

// JSON.rawJSON ( text )  https://tc39.es/proposal-json-parse-with-source/#sec-json.rawjson
Completion<Value> JsonRawJson(Isolate& isolate, Arguments& args) {
  String* text = TRY(ToString(isolate, args[0]));
  FlatChars chars = text->Flatten(isolate);
  auto is_space = [](char16_t c) { return c == '\t' || c == '\n' || c == '\r' || c == ' '; };
  if (chars.length() == 0 || is_space(chars[0]) || is_space(chars[chars.length() - 1]) || chars[0] == '{' ||
      chars[0] == '[') {
    return isolate.ThrowSyntaxError("Invalid value for JSON.rawJSON");
  }
  TRY(ParseJson(isolate, text));
  RawJsonObject* object = NewInstance<RawJsonObject>(isolate, Value::Null(), 1);
  object->DefineOwn(isolate, PropertyKey::FromAscii(isolate, "rawJSON"), text, kDataDefault);
  TRY(SetIntegrityLevel(isolate, object, IntegrityLevel::kFrozen));
  return object;
}

// JSON.isRawJSON ( O )  https://tc39.es/proposal-json-parse-with-source/#sec-json.israwjson
Completion<Value> JsonIsRawJson(Isolate&, Arguments& args) {
  return Value::Boolean(args[0].Is<RawJsonObject>());
}

constexpr NativeRow kRowsSource[] = {
    {"isRawJSON", JsonIsRawJson, 1},
    {"parse", JsonParse, 2},
    {"rawJSON", JsonRawJson, 1},
    {"stringify", JsonStringify, 3},
};
HW_NATIVE_ROWS(kRows);
constexpr NativeTable kTables[] = {kRows};

}  // namespace

constinit const std::span<const NativeTable> kJSONTables(kTables);

void InstallJSON(Isolate& isolate, Realm* realm) {
  JSObject* json = OrdinaryObjectCreate(isolate, realm->intrinsic(Intrinsic::kObjectPrototype));
  realm->set_intrinsic(Intrinsic::kJSON, json);
  InstallFunctions(isolate, realm, json, kRows);
  InstallToStringTag(isolate, json, "JSON");
  InstallValue(isolate, realm->global_object(), "JSON", json, kMethodDefault);
}

}  // namespace halfword
