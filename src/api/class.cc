// Classes of the host: C++ objects of the collector as JavaScript objects.
//
//   HostObject  class_    Smi: native index of the class's constructor
//               object_   the C++ object, as a tagged reference
//
// The C++ object refers back (hw::Scriptable), so the two live and die together. Constructors are made when
// they are first needed and kept in a list by native index: in the isolate's roots, so images have them too.
#include <algorithm>
#include <cstring>

#include "api/arguments.h"
#include "api/entry.h"
#include "api/hosts.h"
#include "api/misuse.h"
#include "api/records.h"
#include "api/values.h"
#include "builtins/builtins.h"
#include "objects/library/host_objects.h"
#include "runtime/operations/object_operations.h"

using namespace halfword;       // NOLINT
using namespace halfword::api;  // NOLINT

namespace {

const HostClass* ClassOf(const hw_isolate* isolate, Isolate& inside, Value value) {
  auto* object = value.TryAs<HostObject>();
  if (!object || !object->class_.get().IsSmi() || !isolate->host) return nullptr;
  // What is in the cage may have been corrupted: the index may be that of any row.
  const NativeRow& row = NativeStateOf(inside).native(static_cast<uint32_t>(object->class_.get().AsSmi()));
  auto index = static_cast<size_t>(&row - isolate->host->rows.data());
  if (index >= isolate->host->rows.size()) return nullptr;
  const HostClassRow* class_row = isolate->host->ClassRowAt(index);
  return class_row ? class_row->owner : nullptr;
}

void* Unwrap(const hw_isolate* isolate, Isolate& inside, Value value, uint32_t type) {
  for (const HostClass* c = ClassOf(isolate, inside, value); c; c = c->parent) {
    if (c->type == type) return value.As<HostObject>()->object_.get().AsPointer(kOtherTag);
  }
  return nullptr;
}

void DefineMember(Isolate& inside, JSObject* target, const HostClassRow& row, const NativeRow* native) {
  const char* name = row.function.name;
  bool is_accessor = row.kind == HW_MEMBER_GETTER || row.kind == HW_MEMBER_SETTER;
  std::string shown = row.kind == HW_MEMBER_GETTER ? "get " : row.kind == HW_MEMBER_SETTER ? "set " : "";
  NativeFunction* function = NewNativeFunction(inside, inside.realm(), native);
  function->name_.Set(function, Value(InternAscii(inside, shown + name)));
  PropertyKey key = PropertyKey::FromAscii(inside, name);
  if (!is_accessor) return target->DefineOwn(inside, key, Value(function), kMethodDefault);
  OwnProperty own = target->GetOwn(inside, key);
  AccessorPair* pair = own.found() && own.IsAccessor() ? own.value.As<AccessorPair>() : nullptr;
  if (!pair) {
    pair = NewAccessorPair(inside, Value::Undefined(), Value::Undefined());
    target->DefineOwn(inside, key, Value(pair), kConfigurable | kAccessor);
  }
  (row.kind == HW_MEMBER_GETTER ? pair->getter_ : pair->setter_).Set(pair, Value(function));
}

NativeFunction* ConstructorOf(hw_isolate* isolate, Isolate& inside, const HostClass& c);
JSObject* PrototypeOf(NativeFunction* constructor) { return constructor->data_[1].get().AsObject(); }

NativeFunction* NewConstructor(hw_isolate* isolate, Isolate& inside, const HostClass& c) {
  const hw_host& host = *isolate->host;
  Realm* realm = inside.realm();
  NativeFunction* parent = c.parent ? ConstructorOf(isolate, inside, *c.parent) : nullptr;
  JSObject* above = parent ? PrototypeOf(parent) : realm->intrinsic(Intrinsic::kObjectPrototype);
  JSObject* prototype = OrdinaryObjectCreate(inside, Value(above));
  NativeFunction* constructor =
      NewNativeFunction(inside, realm, &host.rows[c.first_row], Value::Undefined(), Value(prototype));
  if (parent) constructor->SetPrototypeInternal(inside, Value(parent));
  constructor->DefineOwn(inside, inside.key(Name::prototype), Value(prototype), kNone);
  prototype->DefineOwn(inside, inside.key(Name::constructor), Value(constructor), kMethodDefault);
  for (size_t i = 1; i < c.row_count; i++) {
    const HostClassRow& row = *host.ClassRowAt(c.first_row + i);
    JSObject* target = row.kind == HW_MEMBER_STATIC_METHOD ? constructor : prototype;
    DefineMember(inside, target, row, &host.rows[c.first_row + i]);
  }
  InstallToStringTag(inside, prototype, c.name.c_str());
  return constructor;
}

NativeFunction* ConstructorOf(hw_isolate* isolate, Isolate& inside, const HostClass& c) {
  uint32_t place =
      NativeIndexOf(&isolate->host->rows[c.first_row]) - static_cast<uint32_t>(AllNatives().size());
  auto list = [&] { return inside.host_root(HostRoot::kClasses).get().TryAs<ValueArray>(); };
  if (ValueArray* known = list(); known && place < known->length() && known->get(place).IsObject())
    return known->get(place).As<NativeFunction>();
  NativeFunction* made = NewConstructor(isolate, inside, c);
  ValueArray* known = list();
  if (!known || place >= known->length()) {
    ValueArray* longer = NewValueArray(inside, static_cast<uint32_t>(isolate->host->rows.size()));
    for (uint32_t i = 0; known && i < known->length(); i++) longer->slots()[i].Set(longer, known->get(i));
    inside.host_root(HostRoot::kClasses).Init(Value(longer));
    known = longer;
  }
  known->slots()[place].Set(known, Value(made));
  return made;
}

}  // namespace

namespace halfword::api {

Completion<void> PrepareClassCall(Isolate& inside, const HostClassRow& row, Arguments& args, hw_call* call) {
  const char* name = row.owner->name.c_str();
  if (row.is_constructor) {
    if (!args.IsConstructCall())
      return inside.ThrowTypeError("Class constructor %s cannot be invoked without 'new'", name);
    if (!row.function.callback) return inside.ThrowTypeError("Illegal constructor");
  } else if (row.kind != HW_MEMBER_STATIC_METHOD) {
    call->object = Unwrap(IsolateOf(inside), inside, args.this_value(), row.owner->type);
    if (!call->object)
      return inside.ThrowTypeError("%s.prototype.%s was called on what is not of class %s", name,
                                   row.function.name, name);
  }
  return {};
}

void InstallClasses(hw_isolate* isolate, Isolate& inside, JSObject* target) {
  for (const HostClass& c : isolate->host->classes) {
    InstallValue(inside, target, c.name.c_str(), Value(ConstructorOf(isolate, inside, c)), kMethodDefault);
  }
}

}  // namespace halfword::api

const HostClass* hw_host::FindClass(uint32_t type) const {
  auto found =
      std::find_if(classes.begin(), classes.end(), [&](const HostClass& c) { return c.type == type; });
  return found == classes.end() ? nullptr : &*found;
}

namespace {

std::string MistakeIn(const hw_class& definition) {
  auto is_ascii = [](const char* name) {
    return std::all_of(name, name + std::strlen(name),
                       [](char c) { return static_cast<unsigned char>(c) < 128; });
  };
  if (!definition.name || !*definition.name || !is_ascii(definition.name))
    return "a class needs a name in ASCII";
  std::string name = std::string("class ") + definition.name + ": ";
  if (definition.type == 0) return name + "its type is not set";
  if (!definition.members && definition.member_count != 0) return name + "its members are null";
  for (size_t i = 0; i < definition.member_count; i++) {
    const hw_class_member& member = definition.members[i];
    if (NumberOf(member.kind) > HW_MEMBER_STATIC_METHOD) return name + "a member is of no kind";
    if (!member.function.name || !*member.function.name || !is_ascii(member.function.name))
      return name + "a member needs a name in ASCII";
    std::string quoted = "'" + std::string(member.function.name) + "'";
    if (!member.function.callback) return name + "its member " + quoted + " has no callback";
    for (size_t j = 0; j < i; j++) {
      const hw_class_member& other = definition.members[j];
      if (member.kind == other.kind && std::strcmp(member.function.name, other.function.name) == 0)
        return name + "two members are named " + quoted;
    }
  }
  return "";
}

}  // namespace

bool hw_host_define(hw_host* host, const hw_class* given, hw_error* error) {
  hw_class definition;
  std::string name, mistake;
  auto fail = [&](const std::string& sentence) {
    SetError(error, name.empty() ? sentence : "class " + name + ": " + sentence);
    return false;
  };
  if (!ReadStruct(given, "hw_class", &definition, &mistake)) return fail(mistake);
  if (!host) return fail("there is no host");
  if (!given) return fail("there is no definition");
  if (std::string why = MistakeIn(definition); !why.empty()) return fail(why);
  name = definition.name;
  if (host->is_bound()) return fail("an isolate was made with the host already");
  if (host->FindClass(definition.type)) return fail("its C++ class is defined already");
  for (const NativeRow& row : host->rows) {
    if (name == row.name()) return fail("the name is taken");
  }
  const HostClass* parent = definition.parent ? host->FindClass(definition.parent) : nullptr;
  if (definition.parent && !parent) return fail("its parent must be defined before");

  HostClass& c = host->classes.emplace_back(
      HostClass{name, definition.type, parent, host->rows.size(), 1 + definition.member_count});
  auto add = [&](bool is_constructor, hw_member_kind kind, hw_function function, std::string known_as) {
    function.name = host->class_names.emplace_back(function.name).c_str();
    const char* row_name = host->class_names.emplace_back(std::move(known_as)).c_str();
    host->class_rows.push_back({&c, is_constructor, kind, function});
    host->rows.push_back({row_name, Trampoline, static_cast<uint8_t>(std::clamp(function.length, 0, 255)),
                          static_cast<uint8_t>(is_constructor ? kNativeConstructor : kNativePlain)});
  };
  add(true, HW_MEMBER_STATIC_METHOD,
      {definition.name, definition.constructor, definition.length, definition.data}, name);
  constexpr const char* kBetween[] = {".prototype.", ".prototype.get ", ".prototype.set ", "."};
  for (size_t i = 0; i < definition.member_count; i++) {
    const hw_class_member& member = definition.members[i];
    add(false, member.kind, member.function, name + kBetween[member.kind] + member.function.name);
  }
  return true;
}

hw_value hw_class_constructor(hw_isolate* isolate, const char* name) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    if (!name) return ResultOfMisuse<hw_value>(isolate, mistake::kNullName);
    if (isolate->host) {
      for (const HostClass& c : isolate->host->classes) {
        if (c.name == name) return ToHost(isolate, Value(ConstructorOf(isolate, inside, c)));
      }
    }
    return hw_undefined();
  });
}

hw_status hw_object_wrap(hw_isolate* isolate, void* object, uint32_t type, hw_value new_target,
                         hw_value* result) {
  if (!object) return RefuseResult(isolate, result, "the object is null");
  return RunGuest(isolate, result, {new_target}, [&](Isolate& inside) -> Completion<Value> {
    if (!IsInCage(CageBase(), object))
      return inside.ThrowTypeError("the C++ object is not in the heap of the isolate");
    const HostClass* c = nullptr;
    if (isolate->host) {
      c = isolate->host->FindClass(gc::TypeIndexOf(CageBase(), object));
      if (!c) c = isolate->host->FindClass(type);
    }
    if (!c)
      return inside.ThrowTypeError("the host defines no class for %s", inside.heap().TypeOf(object).name);
    NativeFunction* constructor = ConstructorOf(isolate, inside, *c);
    Value prototype(PrototypeOf(constructor));
    if (FromHost(new_target).IsObject() && FromHost(new_target) != Value(constructor)) {
      Value own = TRY(Get(inside, FromHost(new_target).AsObject(), Name::prototype));
      if (own.IsObject()) prototype = own;
    }
    auto* wrapper = NewInstance<HostObject>(inside, prototype);
    wrapper->class_.Init(Value::Smi(static_cast<int32_t>(constructor->native_index_)));
    wrapper->object_.Init(Value::FromPointer(object, kOtherTag));
    return Value(wrapper);
  });
}

void* hw_object_unwrap(const hw_isolate* isolate, hw_value value, uint32_t type) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    NoteForeign(isolate, value);
    return Unwrap(isolate, inside, FromHost(value), type);
  });
}
