#include "inspector/remote_objects.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>

#include "builtins/numbers_and_dates/date_time.h"
#include "console/peek.h"
#include "objects/library/indexed_collections.h"
#include "objects/library/numbers_and_dates.h"
#include "objects/library/promises.h"
#include "objects/library/reflection.h"
#include "objects/library/structured_data.h"
#include "objects/library/text_processing.h"
#include "runtime/numbers/bigint.h"
#include "runtime/operations/arithmetic.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/stack_trace.h"

namespace halfword::inspector {

namespace {

constexpr uint32_t kLongestText = 1 << 20;  // characters of a string that is sent
constexpr uint32_t kShortText = 100;        // of one in a preview
constexpr uint32_t kPreviewedNames = 5, kPreviewedIndices = 100, kPreviewedEntries = 5;
constexpr uint32_t kMostIndices = 100'000;  // of elements that are listed
constexpr int kDeepestValue = 100;
constexpr size_t kMostOfValue = 1 << 20;  // parts of an object that is sent by value

// Of a longer text the middle is left out.
std::string AbbreviatedText(Isolate& isolate, String* text) {
  uint32_t length = text->length(), half = kShortText / 2;
  if (length <= kShortText) return text->ToUtf8(isolate);
  return Substring(isolate, text, 0, half)->ToUtf8(isolate) + "…" +
         Substring(isolate, text, length - half + 1, length)->ToUtf8(isolate);
}

std::string LongText(Isolate& isolate, String* text) {
  return console::ShownText(isolate, text, kLongestText);
}

std::string NumberText(Isolate& isolate, Value number) {
  double value = number.AsNumber();
  if (value == 0 && std::signbit(value)) return "-0";
  return NumberToString(isolate, number)->ToUtf8(isolate);
}

bool IsUnserializable(double value) { return !std::isfinite(value) || (value == 0 && std::signbit(value)); }

std::string BigIntText(Isolate& isolate, BigInt* number) {
  Completion<String*> text = BigIntToString(isolate, number, 10);
  if (!text.IsThrow()) return LongText(isolate, text.Take()) + "n";
  Value ignored;
  (void)isolate.Catch(&ignored);
  return "n";
}

std::string SymbolText(Isolate& isolate, Symbol* symbol) {
  std::string name = symbol->description().IsString()
                         ? ShortText(isolate, symbol->description().AsString(), kShortText)
                         : "";
  return "Symbol(" + name + ")";
}

// What a proxy stands for; of a revoked one itself.
JSObject* BehindProxies(JSObject* object) {
  for (int i = 0; object->object_type() == HeapType::kProxyObject && i < 1000; i++) {
    Value target = static_cast<ProxyObject*>(object)->target_;
    if (!target.IsObject()) break;
    object = target.AsObject();
  }
  return object;
}

std::string ClassName(Isolate& isolate, JSObject* object) {
  object = BehindProxies(object);
  if (object->object_type() == HeapType::kProxyObject) return "Object";
  if (object->object_type() == HeapType::kArgumentsObject) return "Arguments";
  std::string name = ConstructorNameOf(isolate, object);
  return name.empty() ? "Object" : name;
}

const char* StateName(const PromiseObject* promise) {
  switch (promise->state()) {
    case PromiseState::kPending: return "pending";
    case PromiseState::kFulfilled: return "fulfilled";
    case PromiseState::kRejected: return "rejected";
  }
  UNREACHABLE();
}

const char* SubtypeOf(JSObject* object) {
  switch (object->object_type()) {
    case HeapType::kJSArray:
    case HeapType::kArgumentsObject: return "array";
    case HeapType::kErrorObject: return "error";
    case HeapType::kDateObject: return "date";
    case HeapType::kRegExpObject: return "regexp";
    case HeapType::kMapObject: return "map";
    case HeapType::kSetObject: return "set";
    case HeapType::kWeakMapObject: return "weakmap";
    case HeapType::kWeakSetObject: return "weakset";
    case HeapType::kPromiseObject: return "promise";
    case HeapType::kGeneratorObject:
    case HeapType::kAsyncGeneratorObject: return "generator";
    case HeapType::kMapIterator:
    case HeapType::kSetIterator: return "iterator";
    case HeapType::kArrayBufferObject: return "arraybuffer";
    case HeapType::kDataViewObject: return "dataview";
    case HeapType::kTypedArrayObject: return "typedarray";
    case HeapType::kProxyObject: return "proxy";
    default: return nullptr;
  }
}

std::string FunctionText(Isolate& isolate, JSObject* function) {
  if (function->object_type() == HeapType::kJSFunction) {
    FunctionInfo* info = static_cast<JSFunction*>(function)->info();
    Value source = info->script_->source_;
    if (source.IsString() && info->source_start_ <= info->source_end_ &&
        info->source_end_ <= source.AsString()->length())
      return LongText(isolate, Substring(isolate, source.AsString(), info->source_start_, info->source_end_));
  }
  return "function " + console::PeekText(isolate, function, "name", kShortText) + "() { [native code] }";
}

std::string Sized(const std::string& name, uint64_t size) { return name + "(" + std::to_string(size) + ")"; }

std::string ObjectText(Isolate& isolate, JSObject* object, const std::string& class_name) {
  switch (object->object_type()) {
    case HeapType::kJSArray: return Sized(class_name, static_cast<JSArray*>(object)->length());
    case HeapType::kArgumentsObject: {
      Value length = console::Peek(isolate, object, "length");
      return Sized("Arguments", length.IsSmi() ? static_cast<uint64_t>(std::max(length.AsSmi(), 0)) : 0);
    }
    case HeapType::kTypedArrayObject:
      return Sized(class_name, static_cast<TypedArrayObject*>(object)->length(isolate));
    case HeapType::kArrayBufferObject:
      return Sized(class_name, static_cast<ArrayBufferObject*>(object)->byte_length(isolate));
    case HeapType::kDataViewObject:
      return Sized(class_name, static_cast<DataViewObject*>(object)->byte_length(isolate));
    case HeapType::kMapObject:
    case HeapType::kSetObject: return Sized(class_name, static_cast<HashCollection*>(object)->size());
    case HeapType::kDateObject:
      return ToDateString(isolate, static_cast<DateObject*>(object)->time_).AsString()->ToUtf8(isolate);
    case HeapType::kRegExpObject: {
      auto* regexp = static_cast<RegExpObject*>(object);
      return "/" + LongText(isolate, regexp->source_.get().AsString()) + "/" +
             regexp->flags_.get().AsString()->ToUtf8(isolate);
    }
    case HeapType::kErrorObject: {
      Value stack = PeekStack(isolate, object);
      return stack.IsString() ? LongText(isolate, stack.AsString()) : class_name;
    }
    case HeapType::kProxyObject: return "Proxy(" + class_name + ")";
    case HeapType::kModuleNamespace: return "Module";
    default: return class_name;
  }
}

// How many elements it has by index; 0 of what has none of its own.
uint64_t ElementCount(Isolate& isolate, JSObject* object) {
  if (auto* array = Value(object).TryAs<JSArray>()) return array->length();
  if (auto* array = Value(object).TryAs<TypedArrayObject>()) return array->length(isolate);
  return 0;
}

std::string KeyText(Isolate& isolate, Value key) {
  return key.IsSymbol() ? SymbolText(isolate, key.AsSymbol()) : LongText(isolate, key.AsString());
}

// The keys of an object's own properties, without running code; of too many elements the first.
void OwnKeys(Isolate& isolate, JSObject* object, ValueList& keys) {
  if (object->object_type() == HeapType::kProxyObject) return;
  if (ElementCount(isolate, object) > kMostIndices) {
    for (uint32_t i = 0; i < kMostIndices && !isolate.IsTerminating(); i++)
      keys.Append(Value(NumberToString(isolate, Value::Smi(static_cast<int32_t>(i)))));
    return;
  }
  if (internal_method::OwnPropertyKeys(isolate, object, keys).IsThrow()) {
    Value ignored;
    (void)isolate.Catch(&ignored);
  }
}

bool IsIndex(Isolate& isolate, Value key) {
  return key.IsString() && PropertyKey::FromString(isolate, key.AsString()).IsIndex();
}

PropertyKey KeyOf(Isolate& isolate, Value key) {
  return key.IsSymbol() ? PropertyKey::FromSymbol(key.AsSymbol())
                        : PropertyKey::FromString(isolate, key.AsString());
}

// JSON of a value, as Runtime.RemoteObject.value has it. Getters run.
class ByValue {
 public:
  explicit ByValue(Isolate& isolate) : isolate_(isolate) {}
  Completion<Json> Convert(Value value, int depth = 0) {
    if (depth > kDeepestValue || ++parts_ > kMostOfValue)
      return isolate_.ThrowError(ErrorType::kError, "Object reference chain is too long");
    if (value.IsNumber()) {
      if (!std::isfinite(value.AsNumber())) return Json(nullptr);
      return NumberJson(value.AsNumber());
    }
    if (value.IsString()) return Json(LongText(isolate_, value.AsString()));
    if (value.IsBoolean()) return Json(value.IsTrue());
    if (value.IsSymbol() || value.IsBigInt())
      return isolate_.ThrowError(ErrorType::kError, "Object couldn't be returned by value");
    if (!value.IsObject()) return Json(nullptr);
    JSObject* object = value.AsObject();
    if (auto* array = value.TryAs<JSArray>()) {
      Json elements = Json::array();
      for (uint32_t i = 0; i < array->length(); i++) {
        Value element = TRY(Get(isolate_, array, PropertyKey::FromIndex(i)));
        elements.push_back(TRY(Convert(element, depth + 1)));
      }
      return elements;
    }
    Json members = Json::object();
    ValueList keys(isolate_);
    TRY(internal_method::OwnPropertyKeys(isolate_, object, keys));
    for (size_t i = 0; i < keys.size(); i++) {
      if (!keys[i].IsString()) continue;
      PropertyKey key = KeyOf(isolate_, keys[i]);
      MaybeDescriptor own = TRY(internal_method::GetOwnProperty(isolate_, object, key));
      if (!own.found || !own.descriptor.enumerable) continue;
      Value member = TRY(Get(isolate_, object, key));
      if (member.IsUndefined()) continue;
      members[KeyText(isolate_, keys[i])] = TRY(Convert(member, depth + 1));
    }
    return members;
  }

 private:
  Isolate& isolate_;
  size_t parts_ = 0;
};

Completion<Value> ValueOf(Isolate& isolate, const Json& json, int depth = 0) {
  if (depth > kDeepestValue) return isolate.ThrowRangeError("the value is nested too deeply");
  switch (json.type()) {
    case Json::value_t::boolean: return Value::Boolean(*json.get_ptr<const bool*>());
    case Json::value_t::number_integer:
      return NumberValue(isolate, static_cast<double>(*json.get_ptr<const int64_t*>()));
    case Json::value_t::number_unsigned:
      return NumberValue(isolate, static_cast<double>(*json.get_ptr<const uint64_t*>()));
    case Json::value_t::number_float: return NumberValue(isolate, *json.get_ptr<const double*>());
    case Json::value_t::string: return Value(NewStringFromUtf8(isolate, *json.get_ptr<const std::string*>()));
    case Json::value_t::array: {
      ValueList elements(isolate);
      for (const Json& element : json) elements.Append(TRY(ValueOf(isolate, element, depth + 1)));
      return Value(CreateArrayFromList(isolate, elements.span()));
    }
    case Json::value_t::object: {
      JSObject* object =
          OrdinaryObjectCreate(isolate, Value(isolate.realm()->intrinsic(Intrinsic::kObjectPrototype)));
      for (const auto& [name, member] : json.items()) {
        Value value = TRY(ValueOf(isolate, member, depth + 1));
        PropertyKey key = PropertyKey::FromString(isolate, NewStringFromUtf8(isolate, name));
        TRY(CreateDataPropertyOrThrow(isolate, object, key, value));
      }
      return Value(object);
    }
    default: return Value::Null();
  }
}

HW_PROCESS_STATE("Any thread takes the next number, atomically.");
std::atomic<uint32_t> sessions{0};

}  // namespace

RemoteObjects::RemoteObjects() : session_(1 + sessions.fetch_add(1, std::memory_order_relaxed) % kSmiMax) {}

// ---- The table ----

MapObject* RemoteObjects::Table(Isolate& isolate) const {
  auto* tables = isolate.host_root(HostRoot::kInspectorSessions).get().TryAs<MapObject>();
  if (tables == nullptr) return nullptr;
  return tables->Get(isolate, Value::Smi(static_cast<int32_t>(session_))).TryAs<MapObject>();
}

std::string RemoteObjects::Add(Isolate& isolate, Value value, const std::string& group) {
  auto new_map = [&] {
    return NewInstance<MapObject>(isolate, Value(isolate.realm()->intrinsic(Intrinsic::kMapPrototype)));
  };
  MapObject* table = Table(isolate);
  if (table == nullptr) {
    ValueField& root = isolate.host_root(HostRoot::kInspectorSessions);
    if (!root.get().Is<MapObject>()) root.Init(Value(new_map()));
    table = new_map();
    CHECK(static_cast<MapObject*>(root.get().AsObject())
              ->Set(isolate, Value::Smi(static_cast<int32_t>(session_)), Value(table)));
  }
  if (next_ == kSmiMax || !table->Set(isolate, Value::Smi(static_cast<int32_t>(next_)), value)) return {};
  if (!group.empty()) groups_[group].push_back(next_);
  return std::to_string(session_) + ".1." + std::to_string(next_++);
}

bool RemoteObjects::NumberOf(const std::string& id, uint32_t* number) const {
  std::string prefix = std::to_string(session_) + ".1.";
  if (!id.starts_with(prefix)) return false;
  const char* end = id.data() + id.size();
  auto [stopped, error] = std::from_chars(id.data() + prefix.size(), end, *number);
  return error == std::errc() && stopped == end && *number <= kSmiMax;
}

Value RemoteObjects::Find(Isolate& isolate, const std::string& id) const {
  MapObject* table = Table(isolate);
  uint32_t number;
  if (table == nullptr || !NumberOf(id, &number)) return Value::NotFound();
  return table->Get(isolate, Value::Smi(static_cast<int32_t>(number)));
}

void RemoteObjects::Release(Isolate& isolate, const std::string& id) {
  MapObject* table = Table(isolate);
  uint32_t number;
  if (table != nullptr && NumberOf(id, &number))
    table->Delete(isolate, Value::Smi(static_cast<int32_t>(number)));
}

void RemoteObjects::ReleaseGroup(Isolate& isolate, const std::string& group) {
  ReleaseBefore(isolate, group, UINT32_MAX);
}

void RemoteObjects::ReleaseBefore(Isolate& isolate, const std::string& group, uint32_t end) {
  auto found = groups_.find(group);
  if (found == groups_.end()) return;
  MapObject* table = Table(isolate);
  std::vector<uint32_t>& numbers = found->second;
  auto kept = std::lower_bound(numbers.begin(), numbers.end(), end);
  for (auto number = numbers.begin(); number != kept && table != nullptr; ++number)
    table->Delete(isolate, Value::Smi(static_cast<int32_t>(*number)));
  numbers.erase(numbers.begin(), kept);
  if (numbers.empty()) groups_.erase(found);
}

void RemoteObjects::ReleaseAll(Isolate& isolate) {
  groups_.clear();
  if (auto* tables = isolate.host_root(HostRoot::kInspectorSessions).get().TryAs<MapObject>())
    tables->Delete(isolate, Value::Smi(static_cast<int32_t>(session_)));
}

// ---- Values ----

// type, subtype, className and description, and what primitives are.
Json RemoteObjects::Description(Isolate& isolate, Value value, bool is_short) {
  if (value.IsUndefined() || value.IsHole()) return {{"type", "undefined"}};
  if (value.IsNull()) return {{"type", "object"}, {"subtype", "null"}, {"value", nullptr}};
  if (value.IsBoolean()) return {{"type", "boolean"}, {"value", value.IsTrue()}};
  if (value.IsString()) {
    String* text = value.AsString();
    return {{"type", "string"},
            {"value", is_short ? AbbreviatedText(isolate, text) : LongText(isolate, text)}};
  }
  if (value.IsNumber()) {
    std::string text = NumberText(isolate, value);
    if (IsUnserializable(value.AsNumber()))
      return {{"type", "number"}, {"unserializableValue", text}, {"description", text}};
    return {{"type", "number"}, {"value", NumberJson(value.AsNumber())}, {"description", text}};
  }
  if (value.IsBigInt()) {
    std::string text = BigIntText(isolate, value.AsBigInt());
    return {{"type", "bigint"}, {"unserializableValue", text}, {"description", text}};
  }
  if (value.IsSymbol()) return {{"type", "symbol"}, {"description", SymbolText(isolate, value.AsSymbol())}};
  if (!value.IsObject()) return {{"type", "object"}, {"className", "Object"}, {"description", "Object"}};
  JSObject* object = value.AsObject();
  Json result = {{"type", "object"}};
  bool is_proxy = object->object_type() == HeapType::kProxyObject;
  if (const char* subtype = SubtypeOf(object)) result["subtype"] = subtype;
  std::string class_name = ClassName(isolate, object);
  if (value.IsCallable() && !is_proxy) {
    result["type"] = "function";
    result["className"] = class_name;
    result["description"] = is_short ? std::string() : FunctionText(isolate, object);
    return result;
  }
  result["className"] = class_name;
  result["description"] = ObjectText(isolate, object, class_name);
  return result;
}

Completion<Json> RemoteObjects::Wrap(Isolate& isolate, Value value, const Form& form) {
  Json result = Description(isolate, value, false);
  if (!value.IsObject() && !value.IsSymbol()) return result;
  if (form.by_value) {
    Json json = TRY(ByValue(isolate).Convert(value));
    return Json{{"type", result["type"]}, {"value", std::move(json)}};
  }
  result["objectId"] = Add(isolate, value, form.group);
  bool has_preview = form.preview && value.IsObject() && !value.IsCallable();
  if (has_preview) result["preview"] = Preview(isolate, value.AsObject(), 0);
  return result;
}

Completion<Value> RemoteObjects::ArgumentOf(Isolate& isolate, const Json& argument) {
  if (!argument.is_object()) return Value::Undefined();
  if (MemberOf(argument, "objectId") != nullptr) {
    Value found = Find(isolate, TextOf(argument, "objectId"));
    if (found.IsNotFound())
      return isolate.ThrowError(ErrorType::kError, "Could not find object with given id");
    return found;
  }
  if (std::string text = TextOf(argument, "unserializableValue"); !text.empty()) {
    if (text == "-0") return NumberValue(isolate, -0.0);
    if (text == "NaN") return NumberValue(isolate, std::nan(""));
    if (text == "Infinity") return NumberValue(isolate, HUGE_VAL);
    if (text == "-Infinity") return NumberValue(isolate, -HUGE_VAL);
    if (!text.ends_with('n')) return isolate.ThrowTypeError("'%s' is no value", text.c_str());
    text.pop_back();
    Value digits(NewStringFromUtf8(isolate, text));
    return Call(isolate, Value(isolate.realm()->intrinsic(Intrinsic::kBigInt)), Value::Undefined(), {digits});
  }
  const Json* value = MemberOf(argument, "value");
  return value == nullptr ? Completion<Value>(Value::Undefined()) : ValueOf(isolate, *value);
}

// ---- Previews ----

Json RemoteObjects::PropertyPreview(Isolate& isolate, const std::string& name,
                                    const PropertyDescriptor& own) {
  if (own.IsAccessor()) return {{"name", name}, {"type", "accessor"}};
  Json described = Description(isolate, own.value, true);
  Json result = {{"name", name}, {"type", described["type"]}};
  if (described.contains("subtype")) result["subtype"] = described["subtype"];
  if (own.value.IsNull()) {
    result["value"] = "null";
  } else if (own.value.IsUndefined()) {
    result["value"] = "undefined";
  } else if (own.value.IsBoolean()) {
    result["value"] = own.value.IsTrue() ? "true" : "false";
  } else if (own.value.IsString()) {
    result["value"] = described["value"];
  } else {
    result["value"] = described.value("description", std::string());
  }
  return result;
}

Json RemoteObjects::Entries(Isolate& isolate, JSObject* object) {
  Json entries = Json::array();
  bool is_map = object->object_type() == HeapType::kMapObject;
  HashCursor cursor(static_cast<HashCollection*>(object));
  while (entries.size() < kPreviewedEntries && cursor.Next()) {
    auto preview = [&](Value value) {
      if (value.IsObject() && !value.IsCallable()) return Preview(isolate, value.AsObject(), 1);
      Json described = Description(isolate, value, true);
      Json text = PropertyPreview(isolate, "", PropertyDescriptor::Data(value, 0));
      Json result = {{"type", described["type"]}};
      if (described.contains("subtype")) result["subtype"] = described["subtype"];
      result["description"] = text["value"];
      result["overflow"] = false;
      result["properties"] = Json::array();
      return result;
    };
    Json entry = Json::object();
    Value key = cursor.key(), value = is_map ? cursor.value() : key;
    if (is_map) entry["key"] = preview(key);
    entry["value"] = preview(value);
    entries.push_back(std::move(entry));
  }
  return entries;
}

Json RemoteObjects::Preview(Isolate& isolate, JSObject* object, int depth) {
  Json described = Description(isolate, Value(object), true);
  Json result = {{"type", described["type"]}};
  if (described.contains("subtype")) result["subtype"] = described["subtype"];
  result["description"] = described["description"];
  object = BehindProxies(object);
  bool has_entries =
      object->object_type() == HeapType::kMapObject || object->object_type() == HeapType::kSetObject;
  Json properties = Json::array();
  bool overflow = false;
  uint32_t names = 0, indices = 0;
  if (depth <= 1) {
    auto add_slot = [&](const char* name, Value value) {
      properties.push_back(PropertyPreview(isolate, name, PropertyDescriptor::Data(value, 0)));
    };
    if (has_entries) {
      uint32_t size = static_cast<HashCollection*>(object)->size();
      add_slot("size", Value::Smi(static_cast<int32_t>(size)));
    }
    if (auto* promise = Value(object).TryAs<PromiseObject>()) {
      add_slot("[[PromiseState]]", Value(NewStringFromAscii(isolate, StateName(promise))));
      add_slot("[[PromiseResult]]",
               promise->state() == PromiseState::kPending ? Value::Undefined() : promise->result_.get());
    }
    auto add = [&](Value key) {
      PropertyDescriptor own;
      if (!console::PeekOwn(isolate, object, KeyOf(isolate, key), &own) || !own.enumerable) return true;
      uint32_t& count = IsIndex(isolate, key) ? indices : names;
      if (++count > (&count == &indices ? kPreviewedIndices : kPreviewedNames)) {
        overflow = true;
        return false;
      }
      properties.push_back(PropertyPreview(isolate, KeyText(isolate, key), own));
      return true;
    };
    uint64_t elements = ElementCount(isolate, object);
    if (elements > kPreviewedIndices) {
      // The rest is not looked at.
      for (uint32_t i = 0; i <= kPreviewedIndices; i++)
        add(Value(NumberToString(isolate, Value::Smi(static_cast<int32_t>(i)))));
      overflow = true;
    } else {
      ValueList keys(isolate);
      OwnKeys(isolate, object, keys);
      for (size_t i = 0; i < keys.size() && add(keys[i]); i++) {
      }
    }
  }
  if (has_entries && static_cast<HashCollection*>(object)->size() > kPreviewedEntries) overflow = true;
  result["overflow"] = overflow;
  result["properties"] = std::move(properties);
  if (has_entries && depth == 0) result["entries"] = Entries(isolate, object);
  return result;
}

// ---- Properties ----

Completion<Json> RemoteObjects::Property(Isolate& isolate, Value key, const PropertyDescriptor& own,
                                         bool is_own, const Form& form) {
  Json result = {{"name", KeyText(isolate, key)}};
  if (own.IsAccessor()) {
    result["get"] = TRY(Wrap(isolate, own.getter, form));
    result["set"] = TRY(Wrap(isolate, own.setter, form));
  } else {
    result["value"] = TRY(Wrap(isolate, own.value, form));
    result["writable"] = own.writable;
  }
  result["configurable"] = own.configurable;
  result["enumerable"] = own.enumerable;
  result["isOwn"] = is_own;
  if (key.IsSymbol()) result["symbol"] = TRY(Wrap(isolate, key, form));
  return result;
}

Completion<Json> RemoteObjects::Properties(Isolate& isolate, JSObject* object, const Listing& listing) {
  Json properties = Json::array();
  std::vector<std::string> seen;
  JSObject* holder = object;
  constexpr int kMostHolders = 1000;
  for (int steps = 0; steps < kMostHolders && holder->object_type() != HeapType::kProxyObject; steps++) {
    ValueList keys(isolate);
    OwnKeys(isolate, holder, keys);
    size_t seen_further_in = seen.size();
    for (size_t i = 0; i < keys.size(); i++) {
      TRY(isolate.Poll());
      if (listing.without_indices && IsIndex(isolate, keys[i])) continue;
      PropertyDescriptor own;
      if (!console::PeekOwn(isolate, holder, KeyOf(isolate, keys[i]), &own)) continue;
      if (listing.accessors_only && !own.IsAccessor()) continue;
      if (!listing.own && keys[i].IsString()) {
        std::string name = KeyText(isolate, keys[i]);
        auto end = seen.begin() + static_cast<ptrdiff_t>(seen_further_in);
        if (std::find(seen.begin(), end, name) != end) continue;
        if (seen.size() < kMostIndices) seen.push_back(std::move(name));
      }
      properties.push_back(TRY(Property(isolate, keys[i], own, holder == object, listing.form)));
    }
    if (listing.own || !holder->prototype().IsObject()) break;
    holder = holder->prototype().AsObject();
  }
  Json result = {{"result", std::move(properties)}};
  if (!listing.accessors_only) {
    Json internal = TRY(Internal(isolate, object, listing.form));
    if (!internal.empty()) result["internalProperties"] = std::move(internal);
  }
  return result;
}

Completion<Json> RemoteObjects::Internal(Isolate& isolate, JSObject* object, const Form& form) {
  Json slots = Json::array();
  auto add = [&](const char* name, Value value) -> Completion<void> {
    slots.push_back({{"name", name}, {"value", TRY(Wrap(isolate, value, form))}});
    return {};
  };
  auto text = [&](const char* ascii) { return Value(NewStringFromAscii(isolate, ascii)); };
  if (object->object_type() != HeapType::kProxyObject) TRY(add("[[Prototype]]", object->prototype()));
  switch (object->object_type()) {
    case HeapType::kPromiseObject: {
      auto* promise = static_cast<PromiseObject*>(object);
      bool is_pending = promise->state() == PromiseState::kPending;
      TRY(add("[[PromiseState]]", text(StateName(promise))));
      TRY(add("[[PromiseResult]]", is_pending ? Value::Undefined() : promise->result_.get()));
      break;
    }
    case HeapType::kProxyObject: {
      auto* proxy = static_cast<ProxyObject*>(object);
      TRY(add("[[Handler]]", proxy->handler_));
      TRY(add("[[Target]]", proxy->target_));
      TRY(add("[[IsRevoked]]", Value::Boolean(!proxy->target_.get().IsObject())));
      break;
    }
    case HeapType::kBoundFunction: {
      auto* bound = static_cast<BoundFunction*>(object);
      TRY(add("[[TargetFunction]]", bound->target_));
      TRY(add("[[BoundThis]]", bound->bound_this_));
      ValueList arguments(isolate);
      for (int32_t i = 0; i < bound->bound_count_.get().AsSmi(); i++)
        arguments.Append(bound->bound_arguments_.get().As<ValueArray>()->get(static_cast<uint32_t>(i)));
      TRY(add("[[BoundArgs]]", Value(CreateArrayFromList(isolate, arguments.span()))));
      break;
    }
    case HeapType::kPrimitiveWrapper:
      TRY(add("[[PrimitiveValue]]", static_cast<PrimitiveWrapper*>(object)->value_));
      break;
    case HeapType::kStringWrapper:
      TRY(add("[[PrimitiveValue]]", static_cast<StringWrapper*>(object)->value_));
      break;
    case HeapType::kMapObject:
    case HeapType::kSetObject: {
      // An array of {key, value} or {value}, made for the client.
      bool is_map = object->object_type() == HeapType::kMapObject;
      ValueList entries(isolate);
      HashCursor cursor(static_cast<HashCollection*>(object));
      while (entries.size() < kMostIndices && cursor.Next()) {
        Value key = cursor.key(), value = is_map ? cursor.value() : key;
        JSObject* entry = OrdinaryObjectCreate(isolate, Value::Null());
        if (is_map) entry->DefineOwn(isolate, PropertyKey::FromAscii(isolate, "key"), key, kDataDefault);
        entry->DefineOwn(isolate, isolate.key(Name::value), value, kDataDefault);
        entries.Append(Value(entry));
        TRY(isolate.Poll());
      }
      TRY(add("[[Entries]]", Value(CreateArrayFromList(isolate, entries.span()))));
      break;
    }
    default: break;
  }
  return slots;
}

}  // namespace halfword::inspector
