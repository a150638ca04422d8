#include "console/peek.h"

namespace halfword::console {

namespace {

constexpr int kMaxChain = 1000;

bool IsProxy(JSObject* object) { return object->object_type() == HeapType::kProxyObject; }

}  // namespace

bool PeekOwn(Isolate& isolate, JSObject* object, PropertyKey key, PropertyDescriptor* out) {
  if (IsProxy(object) || isolate.IsTerminating()) return false;
  Completion<MaybeDescriptor> found = internal_method::GetOwnProperty(isolate, object, key);
  if (found.IsThrow()) {
    Value ignored;
    (void)isolate.Catch(&ignored);
    return false;
  }
  MaybeDescriptor maybe = found.Take();
  *out = maybe.descriptor;
  return maybe.found;
}

Value Peek(Isolate& isolate, JSObject* object, PropertyKey key) {
  for (int i = 0; i < kMaxChain && !IsProxy(object); i++) {
    PropertyDescriptor d;
    if (PeekOwn(isolate, object, key, &d)) return d.IsAccessor() ? Value::NotFound() : d.value;
    Value prototype = object->prototype();
    if (!prototype.IsObject()) break;
    object = prototype.AsObject();
  }
  return Value::NotFound();
}

Value Peek(Isolate& isolate, JSObject* object, std::string_view name) {
  return Peek(isolate, object, PropertyKey::FromAscii(isolate, name));
}

std::string MoreCharacters(uint32_t n) {
  if (n == 0) return {};
  return "... " + std::to_string(n) + " more character" + (n == 1 ? "" : "s");
}

std::string ShownText(Isolate& isolate, String* string, uint32_t most) {
  if (string->length() <= most) return string->ToUtf8(isolate);
  return Substring(isolate, string, 0, most)->ToUtf8(isolate) + MoreCharacters(string->length() - most);
}

std::string PeekText(Isolate& isolate, JSObject* object, std::string_view name, uint32_t most) {
  Value v = Peek(isolate, object, name);
  return v.IsString() ? ShownText(isolate, v.AsString(), most) : "";
}

bool PeekConstructorName(Isolate& isolate, JSObject* object, std::string* out) {
  out->clear();
  PropertyKey key = isolate.key(Name::constructor);
  JSObject* holder = object;
  for (int i = 0; i < kMaxChain && !IsProxy(holder); i++) {
    PropertyDescriptor d;
    if (PeekOwn(isolate, holder, key, &d) && !d.IsAccessor() && d.value.IsCallable() &&
        !IsProxy(d.value.AsObject())) {
      JSObject* constructor = d.value.AsObject();
      std::string name = PeekText(isolate, constructor, "name");
      Value prototype = Peek(isolate, constructor, isolate.key(Name::prototype));
      if (!name.empty() && prototype.IsObject()) {
        // An instance of it?
        JSObject* o = object;
        for (int j = 0; j < kMaxChain && !IsProxy(o); j++) {
          Value up = o->prototype();
          if (!up.IsObject()) break;
          if (up == prototype) {
            *out = std::move(name);
            return true;
          }
          o = up.AsObject();
        }
      }
    }
    Value up = holder->prototype();
    if (!up.IsObject()) break;
    holder = up.AsObject();
  }
  return false;
}

}  // namespace halfword::console
