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

std::string PeekText(Isolate& isolate, JSObject* object, std::string_view name) {
  Value v = Peek(isolate, object, name);
  return v.IsString() ? v.AsString()->ToUtf8(isolate) : "";
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
