#include "console/inspect.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "builtins/numbers_and_dates/date_time.h"
#include "builtins/temporal/formattable.h"
#include "console/columns.h"
#include "console/peek.h"
#include "console/quote.h"
#include "console/text_width.h"
#include "objects/isolate.h"
#include "objects/library/fundamental_objects.h"
#include "objects/library/host_objects.h"
#include "objects/library/indexed_collections.h"
#include "objects/library/keyed_collections.h"
#include "objects/library/managing_memory.h"
#include "objects/library/numbers_and_dates.h"
#include "objects/library/promises.h"
#include "objects/library/reflection.h"
#include "objects/library/structured_data.h"
#include "objects/library/temporal.h"
#include "objects/library/text_processing.h"
#include "objects/long_work.h"
#include "objects/memory/external_account.h"
#include "objects/memory/value_list.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/numbers/bigint.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/stack_trace.h"

namespace halfword::console {

namespace {

enum class Extras {
  kObject,
  kArray,
  kArrayExtras
};  // how a property is written; where extra properties stand

std::string Plural(uint64_t n, const char* what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}
std::string Count(uint64_t n) { return "(" + std::to_string(n) + ")"; }
std::string MoreItems(uint64_t n) { return "... " + std::to_string(n) + " more item" + (n == 1 ? "" : "s"); }

// Cuts a text to what is shown of it. Returns what is to stand after it.
std::string CutText(Isolate& isolate, String** text, uint32_t most = kShownCharacters) {
  uint32_t length = (*text)->length();
  if (length <= most) return {};
  *text = Substring(isolate, *text, 0, most);
  return MoreCharacters(length - most);
}

std::string SymbolText(Isolate& isolate, Symbol* symbol) {
  std::string out = "Symbol(";
  if (symbol->description().IsString()) {
    String* text = symbol->description().AsString();
    std::string more = CutText(isolate, &text);
    out += Escape(text->Flatten(isolate), 0) + more;
  }
  return out + ")";
}

std::string ExternalText(Isolate& isolate, ExternalObject* object) {
  auto* cell = object->cell_.get().TryAs<ExternalCell>();
  bool is_named = cell != nullptr && cell->label_.get().IsString();
  return is_named ? "[External: " + cell->label_.get().AsString()->ToUtf8(isolate) + "]" : "[External]";
}

std::string RegExpText(Isolate& isolate, RegExpObject* regexp) {
  return "/" + regexp->source_.get().AsString()->ToUtf8(isolate) + "/" +
         regexp->flags_.get().AsString()->ToUtf8(isolate);
}

class Inspector {
 public:
  Inspector(Isolate& isolate, const InspectOptions& options)
      : isolate_(isolate), options_(options), account_(isolate) {}
  std::string Format(Value v, int level);

 private:
  // Counts bytes while it lives.
  class Share {
   public:
    explicit Share(ExternalAccount& account) : account_(account) {}
    ~Share() { account_.Return(bytes_); }
    Share(const Share&) = delete;
    void Take(size_t bytes) {
      bytes_ += bytes;
      account_.Take(bytes);
    }

   private:
    ExternalAccount& account_;
    size_t bytes_ = 0;
  };

  // Kind and parts of an object while it is laid out.
  struct Layout {
    explicit Layout(ExternalAccount& account) : share(account) {}
    // An element or a property, written.
    void Add(std::string text) {
      share.Take(sizeof text + text.capacity());
      output.push_back(std::move(text));
    }
    Share share;       // of what is in the strings
    std::string base;  // in front of the braces
    std::string open = "{", close = "}";
    Extras extras = Extras::kObject;
    bool all_numbers = false;  // array elements: right-aligned
    std::vector<std::string> output;
  };

  std::string FormatPrimitive(Value v);
  std::string FormatString(String* s);
  std::string FormatObject(JSObject* object, int level);
  std::string Property(JSObject* object, Value key, int level, Extras type);
  std::string PropertyOf(const PropertyDescriptor& d, Value key, int level, Extras type);
  std::string Indented(Value v, int level);
  void Keys(JSObject* object, bool indices, ValueList& keys);
  // "Name ", "Name [Tag] ", "[Name: null prototype] "
  std::string Prefix(const char* fallback, const std::string& size = "") const;
  std::string PrefixUnless(const char* name) const;  // nothing, if the name is all that it would say
  std::string FunctionBase(JSObject* function);
  std::string WrapperBase(Value wrapped);
  std::string ErrorBase(JSObject* error, ValueList& keys);
  void Elements(JSObject* object, uint32_t length, int level, Layout& layout);
  void TypedElements(TypedArrayObject* array, int level, Layout& layout);
  void Entries(HashCursor cursor, uint32_t size, bool map, int level, Layout& layout);
  void RemainingEntries(HashIterator* iterator, bool map, int level, Layout& layout);
  void BufferContents(ArrayBufferObject* buffer, Layout& layout);
  void ViewContents(DataViewObject* view, int level, Layout& layout);
  void PromiseContents(PromiseObject* promise, int level, Layout& layout);
  // What an object holds besides its properties.
  void Contents(JSObject* object, int level, Layout& layout);
  // Writes what stands around contents and properties. False: there are neither. ErrorBase changes the keys.
  bool Surround(JSObject* object, ValueList& keys, Layout& layout);
  std::string Reduce(Layout& layout, int level);

  // Of the object being laid out; saved around recursion.
  struct Identity {
    bool has_constructor = false;  // false: null prototype
    std::string constructor, tag;
  };
  Identity IdentityOf(JSObject* object);
  // Nothing more is to be written: it would not be read, or there is no room for it.
  bool IsDone() const {
    return isolate_.IsTerminating() || IsTerminatedOrStopping(isolate_) || total_ > options_.max_total;
  }

  Isolate& isolate_;
  const InspectOptions& options_;
  Identity id_;
  uint32_t indentation_ = 0;
  int current_level_ = 0;
  ExternalAccount account_;
  std::vector<JSObject*> seen_;  // one a level
  CountedVector<JSObject*> circular_{account_};
  size_t total_ = 0;  // bytes made so far: a bound for graphs that are wide at every level
};

constexpr int kMaxLevel = 400;                // every level copies the text of those below
constexpr uint32_t kShownOfStack = 64 << 10;  // characters of an error's stack, with its message

std::string Inspector::FormatString(String* s) {
  std::string trailer = CutText(isolate_, &s, options_.max_string_length);
  FlatChars text = s->Flatten(isolate_);
  int64_t room = static_cast<int64_t>(options_.break_length) - indentation_ - 4;
  if (text.length() > 16 && text.length() > room) {
    // One literal a line of the text.
    std::vector<std::string> lines;
    uint32_t begin = 0;
    for (uint32_t i = 0; i < text.length(); i++) {
      if (text[i] != '\n') continue;
      lines.push_back(Quote(text.Slice(begin, i + 1)));
      begin = i + 1;
    }
    if (begin < text.length()) lines.push_back(Quote(text.Slice(begin, text.length())));
    std::string out;
    for (size_t i = 0; i < lines.size(); i++) {
      if (i) out += " +\n" + std::string(indentation_ + 2, ' ');
      out += lines[i];
    }
    return out + trailer;
  }
  return Quote(text) + trailer;
}

std::string Inspector::FormatPrimitive(Value v) {
  if (v.IsString()) return FormatString(v.AsString());
  if (v.IsNumber()) {
    double n = v.AsNumber();
    if (n == 0 && std::signbit(n)) return "-0";
    return NumberToString(isolate_, v)->ToUtf8(isolate_);
  }
  if (v.IsSymbol()) return SymbolText(isolate_, v.AsSymbol());
  if (v.IsBigInt()) {
    Completion<String*> text = BigIntToString(isolate_, v.AsBigInt(), 10);
    if (!text.IsThrow()) {
      String* digits = text.Take();
      std::string more = CutText(isolate_, &digits);
      return digits->ToUtf8(isolate_) + (more.empty() ? "n" : more);
    }
    Value ignored;
    (void)isolate_.Catch(&ignored);
    return "[BigInt]";
  }
  return DescribeForError(isolate_, v);
}

std::string Inspector::Format(Value v, int level) {
  if (!v.IsObject()) return FormatPrimitive(v);
  JSObject* object = v.AsObject();
  for (int i = 0; object->object_type() == HeapType::kProxyObject; i++) {
    Value target = static_cast<ProxyObject*>(object)->target_;
    if (!target.IsObject()) return "<Revoked Proxy>";
    if (i > 1000) return "[Proxy]";
    object = target.AsObject();
  }
  if (std::find(seen_.begin(), seen_.end(), object) != seen_.end()) {
    auto known = std::find(circular_.begin(), circular_.end(), object);
    size_t index = static_cast<size_t>(known - circular_.begin()) + 1;
    if (known == circular_.end()) circular_.push_back(object);
    return "[Circular *" + std::to_string(index) + "]";
  }
  if (isolate_.NativeStackExhausted() || level > kMaxLevel || IsDone()) return "[...]";
  Identity saved = std::move(id_);
  std::string out = FormatObject(object, level);
  id_ = std::move(saved);
  total_ += out.size();
  return out;
}

// ---- What an object is called ----

Inspector::Identity Inspector::IdentityOf(JSObject* object) {
  Identity id;
  if (PeekConstructorName(isolate_, object, &id.constructor)) {
    id.has_constructor = true;
  } else {
    // Nothing on the chain tells a name: the chain itself is shown.
    std::string tail;
    JSObject* o = object;
    int steps = 0;
    for (; o->prototype().IsObject() && steps < 5; steps++) o = o->prototype().AsObject();
    if (steps > 0) {
      id.has_constructor = true;
      std::string text = steps < 5 ? "[Object: null prototype] {}" : "Complex prototype";
      for (int i = 0; i < steps; i++) text = "Object <" + text + ">";
      id.constructor = text;
    }
  }
  PropertyDescriptor own;
  PropertyKey key = isolate_.key(WellKnownSymbol::toStringTag);
  Value tag = Peek(isolate_, object, key);
  if (tag.IsString()) {
    // An own one is shown among the properties.
    bool shown = PeekOwn(isolate_, object, key, &own) && (options_.show_hidden || own.enumerable);
    if (!shown) id.tag = ShownText(isolate_, tag.AsString());
  }
  if (id.tag == id.constructor && id.has_constructor) id.tag.clear();
  return id;
}

std::string Inspector::Prefix(const char* fallback, const std::string& size) const {
  if (!id_.has_constructor) {
    std::string out = "[" + std::string(fallback) + size + ": null prototype] ";
    if (!id_.tag.empty() && id_.tag != fallback) out += "[" + id_.tag + "] ";
    return out;
  }
  return id_.constructor + size + (id_.tag.empty() ? " " : " [" + id_.tag + "] ");
}

std::string Inspector::PrefixUnless(const char* name) const {
  std::string prefix = Prefix(name);
  return prefix == std::string(name) + " " ? "" : prefix;
}

std::string Inspector::WrapperBase(Value wrapped) {
  const char* name = wrapped.IsString()   ? "String"
                     : wrapped.IsNumber() ? "Number"
                     : wrapped.IsSymbol() ? "Symbol"
                     : wrapped.IsBigInt() ? "BigInt"
                                          : "Boolean";
  std::string base = "[" + std::string(name);
  if (!id_.has_constructor) {
    base += " (null prototype)";
  } else if (id_.constructor != name) {
    base += " (" + id_.constructor + ")";
  }
  base += ": " + FormatPrimitive(wrapped) + "]";
  return id_.tag.empty() ? base : base + " [" + id_.tag + "]";
}

std::string Inspector::FunctionBase(JSObject* function) {
  std::string name = PeekText(isolate_, function, "name");
  std::string base;
  const std::string tag = id_.tag.empty() ? "" : " [" + id_.tag + "]";
  if (function->shape()->Has(Shape::kIsClassConstructor)) {
    PropertyDescriptor own;
    if (!PeekOwn(isolate_, function, isolate_.key(Name::name), &own)) name.clear();
    base = "class " + (name.empty() ? "(anonymous)" : name);
    if (id_.has_constructor && id_.constructor != "Function") base += " [" + id_.constructor + "]";
    base += tag;
    if (!id_.has_constructor) {
      base += " extends [null prototype]";
    } else if (function->prototype().IsObject()) {
      std::string parent = PeekText(isolate_, function->prototype().AsObject(), "name");
      if (!parent.empty()) base += " extends " + parent;
    }
    return "[" + base + "]";
  }
  std::string type = "Function";
  if (function->object_type() == HeapType::kJSFunction) {
    FunctionKind kind = static_cast<JSFunction*>(function)->info()->kind();
    if (IsGeneratorKind(kind)) type = "GeneratorFunction";
    if (IsAsyncKind(kind)) type = "AsyncFunction";
    if (IsAsyncGeneratorKind(kind)) type = "AsyncGeneratorFunction";
  }
  base = "[" + type + (id_.has_constructor ? "" : " (null prototype)") +
         (name.empty() ? " (anonymous)" : ": " + name) + "]";
  if (id_.has_constructor && id_.constructor != type && id_.constructor != "Function")
    base += " " + id_.constructor;
  return base + tag;
}

std::string Inspector::ErrorBase(JSObject* error, ValueList& keys) {
  std::string name = PeekText(isolate_, error, "name"), message = PeekText(isolate_, error, "message");
  if (name.empty()) name = "Error";
  Value captured = PeekStack(isolate_, error);
  std::string stack = captured.IsString() ? ShownText(isolate_, captured.AsString(), kShownOfStack) : "";
  if (stack.empty()) stack = message.empty() ? name : name + ": " + message;
  // Keys that only repeat what the stack says.
  size_t kept = 0;
  bool has_cause = false, has_errors = false;
  for (Value key : keys) {
    std::string k = key.IsString() && key.AsString()->length() < 10 ? key.AsString()->ToUtf8(isolate_) : "";
    if (k == "name" || k == "message" || k == "stack") {
      std::string text = PeekText(isolate_, error, k);
      if (stack.find(text) != stack.npos) continue;
    }
    has_cause |= k == "cause";
    has_errors |= k == "errors";
    keys[kept++] = key;
  }
  (void)keys.Resize(kept);
  PropertyDescriptor own;
  if (!has_cause && PeekOwn(isolate_, error, isolate_.key(Name::cause), &own))
    keys.Append(Value(isolate_.name(Name::cause)));
  if (!has_errors && PeekOwn(isolate_, error, PropertyKey::FromAscii(isolate_, "errors"), &own) &&
      own.value.Is<JSArray>()) {
    keys.Append(Value(InternAscii(isolate_, "errors")));
  }
  // A subclass that did not name itself is named here, and so is an error without a prototype.
  std::string first = stack.substr(0, stack.find_first_of(":\n"));
  bool is_class = first.ends_with("Error");
  if (!id_.has_constructor || (is_class && first == name)) {
    std::string prefix = Prefix(is_class ? first.c_str() : "Error");
    prefix.pop_back();
    std::string rest = is_class ? stack.substr(first.size()) : ": " + stack;
    if (name != prefix) stack = prefix + (prefix.find(name) != prefix.npos ? "" : " [" + name + "]") + rest;
  }
  size_t after = message.empty() ? stack.npos : stack.find(message);
  after = after == stack.npos ? 0 : after + message.size();
  if (stack.find("\n    at", after) == stack.npos) stack = "[" + stack + "]";
  if (indentation_ != 0) {
    std::string out;
    for (char c : stack) {
      out += c;
      if (c == '\n') out.append(indentation_, ' ');
    }
    return out;
  }
  return stack;
}

// ---- Properties ----

// Keys to show, in order: strings, then symbols. Without `indices`, array indices are left out.
void Inspector::Keys(JSObject* object, bool indices, ValueList& keys) {
  ValueList all(isolate_);
  if (indices) {
    if (internal_method::OwnPropertyKeys(isolate_, object, all).IsThrow()) {
      Value ignored;
      (void)isolate_.Catch(&ignored);
      return;
    }
  } else {
    // Only what the shape names: listing a million indices to drop them would take too long.
    Shape* shape = object->shape();
    PropertyTable* table = shape->table();
    for (int pass = 0; pass < 2; pass++) {
      for (uint32_t i = 0; table && i < shape->property_count_; i++) {
        Value name = table->entry(i).name;
        if (pass == 0 ? name.IsString() : name.IsSymbol()) all.Append(name);
      }
      if (pass == 0 && options_.show_hidden && object->object_type() == HeapType::kJSArray) {
        all.Append(Value(isolate_.name(Name::length)));
      }
    }
  }
  for (Value key : all) {
    if (isolate_.IsTerminating()) return;
    if (key.IsSymbol() && key.AsSymbol()->IsPrivateName()) continue;
    if (!options_.show_hidden) {
      PropertyKey k = key.IsSymbol() ? PropertyKey::FromSymbol(key.AsSymbol())
                                     : PropertyKey::FromString(isolate_, key.AsString());
      PropertyDescriptor d;
      bool found = PeekOwn(isolate_, object, k, &d);
      // Exports in their dead zone can't be read but are shown.
      if (!found && object->object_type() != HeapType::kModuleNamespace) continue;
      if (found && !d.enumerable) continue;
    }
    keys.Append(key);
  }
}

std::string Inspector::Indented(Value v, int level) {
  indentation_ += 2;
  std::string out = Format(v, level);
  indentation_ -= 2;
  return out;
}

std::string Inspector::PropertyOf(const PropertyDescriptor& d, Value key, int level, Extras type) {
  std::string text;
  if (!d.IsAccessor()) {
    text = Indented(d.value, level);
  } else if (!d.getter.IsUndefined()) {
    text = d.setter.IsUndefined() ? "[Getter]" : "[Getter/Setter]";
  } else {
    text = d.setter.IsUndefined() ? "undefined" : "[Setter]";
  }
  if (type == Extras::kArray) return text;
  std::string name;
  if (key.IsSymbol()) {
    name = "[" + SymbolText(isolate_, key.AsSymbol()) + "]";
  } else {
    String* shown = key.AsString();
    std::string more = CutText(isolate_, &shown);
    FlatChars chars = shown->Flatten(isolate_);
    if (shown->EqualsAscii("__proto__")) {
      name = "['__proto__']";
    } else if (!d.enumerable) {
      name = "[" + Escape(chars, 0) + more + "]";
    } else {
      name = (IsIdentifier(chars) ? Escape(chars, 0) : Quote(chars)) + more;
    }
  }
  return name + ": " + text;
}

std::string Inspector::Property(JSObject* object, Value key, int level, Extras type) {
  PropertyKey k = key.IsSymbol() ? PropertyKey::FromSymbol(key.AsSymbol())
                  : key.IsSmi()  ? PropertyKey::FromIndex(static_cast<uint32_t>(key.AsSmi()))
                                 : PropertyKey::FromString(isolate_, key.AsString());
  PropertyDescriptor d;
  if (!PeekOwn(isolate_, object, k, &d)) {
    std::string name = key.IsString() ? ShownText(isolate_, key.AsString()) : "?";
    return name + ": <uninitialized>";
  }
  return PropertyOf(d, key, level, type);
}

// ---- Contents ----

void Inspector::Elements(JSObject* object, uint32_t length, int level, Layout& layout) {
  uint32_t limit = options_.max_array_length;
  layout.all_numbers = true;
  // Of a sparse array only the present indices are looked at.
  CountedVector<uint32_t> present(account_);
  bool sparse = object->elements_kind() == ElementsKind::kDictionary;
  if (sparse) present = object->dictionary_elements()->SortedIndices(account_);
  uint32_t index = 0;
  for (size_t next = 0; index < length && layout.output.size() < limit;) {
    uint32_t at = index;
    PropertyDescriptor d;
    if (sparse) {
      while (next < present.size() && present[next] < index) next++;
      at = next < present.size() ? std::min(present[next], length) : length;
    } else {
      while (at < length && object->GetElement(isolate_, at).IsHole()) at++;
    }
    if (at > index) {
      layout.Add("<" + Plural(at - index, "empty item") + ">");
      layout.all_numbers = false;
      index = at;
      continue;
    }
    if (PeekOwn(isolate_, object, PropertyKey::FromIndex(at), &d)) {
      if (d.IsAccessor() || !(d.value.IsNumber() || d.value.IsBigInt())) layout.all_numbers = false;
      layout.Add(PropertyOf(d, Value::Smi(0), level, Extras::kArray));
    } else {
      layout.Add("undefined");
    }
    index++;
  }
  if (index < length) layout.Add(MoreItems(length - index));
}

void Inspector::TypedElements(TypedArrayObject* array, int level, Layout& layout) {
  size_t length = array->length(isolate_);
  uint32_t shown = static_cast<uint32_t>(std::min<size_t>(length, options_.max_array_length));
  layout.all_numbers = true;
  for (uint32_t i = 0; i < shown; i++) {
    PropertyDescriptor d;
    if (PeekOwn(isolate_, array, PropertyKey::FromIndex(i), &d)) layout.Add(FormatPrimitive(d.value));
  }
  if (length > shown) layout.Add(MoreItems(length - shown));
}

void Inspector::Entries(HashCursor cursor, uint32_t size, bool map, int level, Layout& layout) {
  indentation_ += 2;
  uint32_t count = 0;
  while (cursor.Next()) {
    if (count == options_.max_array_length) {
      layout.Add(MoreItems(size - count));
      break;
    }
    count++;
    std::string text = Format(cursor.key(), level);
    if (map) text += " => " + Format(cursor.value(), level);
    layout.Add(std::move(text));
  }
  indentation_ -= 2;
}

void Inspector::BufferContents(ArrayBufferObject* buffer, Layout& layout) {
  size_t length = buffer->byte_length(isolate_);
  size_t shown = std::min<size_t>(length, options_.max_array_length);
  std::string bytes;
  char hex[4];
  for (size_t i = 0; i < shown; i++) {
    std::snprintf(hex, sizeof hex, "%s%02x", i ? " " : "", buffer->data(isolate_)[i]);
    bytes += hex;
  }
  if (length > shown) {
    bytes += " ... " + std::to_string(length - shown) + " more byte" + (length - shown == 1 ? "" : "s");
  }
  layout.Add(buffer->IsDetached() ? "(detached)" : "[Uint8Contents]: <" + bytes + ">");
  layout.Add("byteLength: " + std::to_string(length));
}

void Inspector::RemainingEntries(HashIterator* iterator, bool map, int level, Layout& layout) {
  if (!iterator->collection_.get().IsObject()) return;
  indentation_ += 2;
  HashCursor cursor =
      iterator->storage_
          ? HashCursor(iterator->storage_.GetNonNull(), static_cast<uint32_t>(iterator->index_.get().AsSmi()))
          : HashCursor(static_cast<HashCollection*>(iterator->collection_.get().AsObject()));
  IterationKind kind = iterator->kind();
  while (layout.output.size() < options_.max_array_length && cursor.Next()) {
    std::string key = map && kind == IterationKind::kValues ? "" : Format(cursor.key(), level);
    std::string value = kind == IterationKind::kKeys ? "" : map ? Format(cursor.value(), level) : key;
    layout.Add(kind == IterationKind::kEntries         ? "[ " + key + ", " + value + " ]"
               : map && kind == IterationKind::kValues ? value
                                                       : key);
  }
  indentation_ -= 2;
}

void Inspector::ViewContents(DataViewObject* view, int level, Layout& layout) {
  layout.Add("byteLength: " + std::to_string(view->byte_length(isolate_)));
  layout.Add("byteOffset: " + std::to_string(view->byte_offset_));
  layout.Add("buffer: " + Indented(Value(view->buffer()), level));
}

void Inspector::PromiseContents(PromiseObject* promise, int level, Layout& layout) {
  if (promise->state() == PromiseState::kPending) {
    layout.Add("<pending>");
    return;
  }
  std::string text = Indented(promise->result_, level);
  layout.Add(promise->state() == PromiseState::kRejected ? "<rejected> " + text : text);
}

void Inspector::Contents(JSObject* object, int level, Layout& layout) {
  HeapType type = object->object_type();
  switch (type) {
    case HeapType::kJSArray: Elements(object, static_cast<JSArray*>(object)->length(), level, layout); return;
    case HeapType::kTypedArrayObject:
      TypedElements(static_cast<TypedArrayObject*>(object), level, layout);
      return;
    case HeapType::kMapObject:
    case HeapType::kSetObject: {
      auto* collection = static_cast<HashCollection*>(object);
      Entries(HashCursor(collection), collection->size(), type == HeapType::kMapObject, level, layout);
      return;
    }
    case HeapType::kMapIterator:
    case HeapType::kSetIterator:
      RemainingEntries(static_cast<HashIterator*>(object), type == HeapType::kMapIterator, level, layout);
      return;
    case HeapType::kArrayBufferObject:
      BufferContents(static_cast<ArrayBufferObject*>(object), layout);
      return;
    case HeapType::kDataViewObject: ViewContents(static_cast<DataViewObject*>(object), level, layout); return;
    case HeapType::kPromiseObject:
      PromiseContents(static_cast<PromiseObject*>(object), level, layout);
      return;
    case HeapType::kWeakSetObject:
    case HeapType::kWeakMapObject: layout.Add("<items unknown>"); return;
    case HeapType::kWeakRefObject:
      layout.Add(Indented(static_cast<WeakRefObject*>(object)->target(), level));
      return;
    default: return;
  }
}

// ---- Objects ----

bool Inspector::Surround(JSObject* object, ValueList& keys, Layout& layout) {
  HeapType type = object->object_type();
  const bool has_properties = !keys.empty();
  switch (type) {
    case HeapType::kJSArray: {
      uint32_t length = static_cast<JSArray*>(object)->length();
      bool is_named = id_.constructor != "Array" || !id_.tag.empty();
      layout.open = (is_named ? Prefix("Array", Count(length)) : "") + "[";
      layout.close = "]";
      layout.extras = Extras::kArrayExtras;
      return length > 0 || has_properties;
    }
    case HeapType::kTypedArrayObject: {
      size_t length = static_cast<TypedArrayObject*>(object)->length(isolate_);
      layout.open = Prefix("TypedArray", Count(length)) + "[";
      layout.close = "]";
      layout.extras = Extras::kArrayExtras;
      return length > 0 || has_properties;
    }
    case HeapType::kMapObject:
    case HeapType::kSetObject: {
      uint32_t size = static_cast<HashCollection*>(object)->size();
      layout.open = Prefix(type == HeapType::kMapObject ? "Map" : "Set", Count(size)) + "{";
      return size > 0 || has_properties;
    }
    case HeapType::kMapIterator:
    case HeapType::kSetIterator: {
      bool entries = static_cast<HashIterator*>(object)->kind() == IterationKind::kEntries;
      std::string name = type == HeapType::kMapIterator ? "Map" : "Set";
      layout.open = "[" + name + (entries ? " Entries] {" : " Iterator] {");
      return true;
    }
    case HeapType::kArgumentsObject: layout.open = "[Arguments] {"; return has_properties;
    case HeapType::kRegExpObject:
      layout.base = PrefixUnless("RegExp") + RegExpText(isolate_, static_cast<RegExpObject*>(object));
      return has_properties;
    case HeapType::kDateObject: {
      double time = static_cast<DateObject*>(object)->time_;
      layout.base = PrefixUnless("Date") + (std::isnan(time) ? "Invalid Date" : DateTimeString(time));
      return has_properties;
    }
    case HeapType::kTemporalObject:
      layout.base = temporal_builtins::DescribeTemporal(isolate_, static_cast<TemporalObject*>(object));
      return has_properties;
    case HeapType::kErrorObject: layout.base = ErrorBase(object, keys); return !keys.empty();
    case HeapType::kPrimitiveWrapper:
      layout.base = WrapperBase(static_cast<PrimitiveWrapper*>(object)->value_.get());
      return has_properties;
    case HeapType::kStringWrapper:
      layout.base = WrapperBase(static_cast<StringWrapper*>(object)->value_.get());
      return has_properties;
    case HeapType::kArrayBufferObject: {
      bool is_shared = static_cast<ArrayBufferObject*>(object)->IsShared();
      layout.open = Prefix(is_shared ? "SharedArrayBuffer" : "ArrayBuffer") + "{";
      return true;
    }
    case HeapType::kDataViewObject: layout.open = Prefix("DataView") + "{"; return true;
    case HeapType::kPromiseObject: layout.open = Prefix("Promise") + "{"; return true;
    case HeapType::kWeakSetObject: layout.open = Prefix("WeakSet") + "{"; return true;
    case HeapType::kWeakMapObject: layout.open = Prefix("WeakMap") + "{"; return true;
    case HeapType::kWeakRefObject: layout.open = Prefix("WeakRef") + "{"; return true;
    case HeapType::kModuleNamespace: layout.open = "[Module: null prototype] {"; return has_properties;
    case HeapType::kExternalObject:
      layout.base = ExternalText(isolate_, static_cast<ExternalObject*>(object));
      return has_properties;
    default: break;
  }
  if (object->IsCallable()) {
    layout.base = FunctionBase(object);
  } else {
    bool is_named = !id_.has_constructor || id_.constructor != "Object" || !id_.tag.empty();
    layout.open = (is_named ? Prefix("Object") : "") + "{";
  }
  return has_properties;
}

std::string Inspector::FormatObject(JSObject* object, int level) {
  id_ = IdentityOf(object);
  HeapType type = object->object_type();
  bool is_array = type == HeapType::kJSArray, is_typed = type == HeapType::kTypedArrayObject;
  ValueList keys(isolate_);
  Keys(object, !(is_array || is_typed || type == HeapType::kStringWrapper), keys);
  Layout layout(account_);
  if (!Surround(object, keys, layout)) return layout.base.empty() ? layout.open + layout.close : layout.base;
  if (level > options_.depth) {
    std::string name = type == HeapType::kArgumentsObject ? "Arguments" : Prefix("Object");
    if (name.ends_with(' ')) name.pop_back();
    return "[" + name + "]";
  }
  level++;
  seen_.push_back(object);
  current_level_ = level;
  Contents(object, level, layout);
  for (Value key : keys) {
    if (IsDone()) {
      layout.Add("[...]");
      break;
    }
    layout.Add(Property(object, key, level, layout.extras));
  }
  seen_.pop_back();
  auto reference = std::find(circular_.begin(), circular_.end(), object);
  if (reference != circular_.end()) {
    std::string mark = "<ref *" + std::to_string(reference - circular_.begin() + 1) + ">";
    layout.base = layout.base.empty() ? mark : mark + " " + layout.base;
  }
  return Reduce(layout, level);
}

// ---- Layout ----

std::string Inspector::Reduce(Layout& layout, int level) {
  std::vector<std::string>& output = layout.output;
  const std::string base = layout.base.empty() ? "" : layout.base + " ";
  const size_t entries = output.size();
  if (layout.extras == Extras::kArrayExtras && entries > 6) {
    ArrangeInColumns(&output, {.width = options_.break_length - std::min(indentation_, options_.break_length),
                               .columns = static_cast<size_t>(options_.compact) * 4,
                               .has_more = entries > options_.max_array_length,
                               .are_numbers = layout.all_numbers});
  }
  if (current_level_ - level < options_.compact && entries == output.size()) {
    // On one line, if it is short and holds no line break.
    size_t total =
        output.size() * 2 + indentation_ + Utf16Length(layout.open) + Utf16Length(layout.base) + 10;
    bool fits = layout.base.find('\n') == std::string::npos;
    for (const std::string& entry : output) {
      total += Utf16Length(entry);
      if (total > options_.break_length || entry.find('\n') != std::string::npos) fits = false;
      if (!fits) break;
    }
    if (fits && total <= options_.break_length) {
      std::string out = base + layout.open + " ";
      for (size_t i = 0; i < output.size(); i++) {
        if (i) out += ", ";
        out += output[i];
      }
      return out + (output.empty() ? "" : " ") + layout.close;
    }
  }
  const std::string newline = "\n" + std::string(indentation_, ' ');
  size_t size = base.size() + layout.open.size() + newline.size() + layout.close.size();
  for (const std::string& entry : output) size += newline.size() + 3 + entry.size();
  // Until it is part of another text, or written.
  Share share(account_);
  share.Take(2 * size);
  if (isolate_.IsTerminating()) return "[...]";
  std::string out = base + layout.open;
  out.reserve(size);
  for (size_t i = 0; i < output.size(); i++) {
    out += newline + "  " + output[i];
    if (i + 1 < output.size()) out += ',';
  }
  return out + newline + layout.close;
}

}  // namespace

std::string Inspect(Isolate& isolate, Value v, const InspectOptions& options) {
  return Inspector(isolate, options).Format(v, 0);
}

}  // namespace halfword::console
