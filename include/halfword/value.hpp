// Values, references and results of halfword.hpp, which programs include.
#ifndef HALFWORD_VALUE_HPP_
#define HALFWORD_VALUE_HPP_

#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "halfword/halfword.h"

namespace hw {

// The reason why a call failed: an exception of the guest, its termination, or a sentence about something
// outside of JavaScript.
struct Error {
  hw_status status = HW_INVALID;
  hw_reason reason = HW_REASON_NONE;
  std::string text;
  // The place of an exception, where it is known (hw_locate).
  std::string file = {};
  uint32_t line = 0, column = 0;
  std::string source = {};
};

namespace internal {

// Ends the process with a sentence: the program broke a rule where no result could say so.
[[noreturn]] inline void Misuse(const std::string& sentence) {
  std::fprintf(stderr, "halfword: %s\n", sentence.c_str());
  std::abort();
}

}  // namespace internal

// A T or an Error.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) {}
  explicit operator bool() const { return value_.has_value(); }
  bool has_value() const { return value_.has_value(); }
  // Dereferencing an Error ends the process with its text.
  T& operator*() & { return Need(), *value_; }
  T&& operator*() && { return Need(), std::move(*value_); }
  const T& operator*() const& { return Need(), *value_; }
  T* operator->() { return Need(), &*value_; }
  const T* operator->() const { return Need(), &*value_; }
  T ValueOr(T other) const { return value_.value_or(std::move(other)); }
  // Returns the Error. If this holds a value, that is an Error with empty text.
  const Error& error() const { return error_; }

 private:
  void Need() const {
    if (!value_) internal::Misuse("the value of a failed hw::Result was used: " + error_.text);
  }

  std::optional<T> value_;
  Error error_;
};
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}
  explicit operator bool() const { return !error_; }
  bool has_value() const { return !error_; }
  const Error& error() const {
    static const Error kNone;
    return error_ ? *error_ : kNone;
  }

 private:
  std::optional<Error> error_;
};

// Makes the Error of a call of the C interface that did not return HW_OK.
inline Error ErrorOf(hw_isolate* isolate, hw_status status) {
  Error error{status, hw_isolate_reason(isolate), {}};
  if (status == HW_EXCEPTION) {
    hw_value exception = hw_exception(isolate);
    error.text.resize(hw_describe(isolate, exception, nullptr, 0));
    hw_describe(isolate, exception, error.text.data(), error.text.size() + 1);
    hw_location location;
    location.size = sizeof location;
    if (hw_locate(isolate, exception, &location)) {
      error.file = location.file;
      error.line = location.line;
      error.column = location.column;
      error.source = location.source;
    }
  } else if (status == HW_TERMINATED) {
    constexpr const char* kReasons[] = {"not terminated",  "out of memory", "out of fuel",    "interrupted",
                                        "deadline passed", "stopped",       "no native stack"};
    error.text = kReasons[error.reason];
  } else if (status == HW_SUSPENDED) {
    error.text = "suspended";
  } else if (status == HW_LATER) {
    error.text = "it comes later";
  } else {
    const char* waiting;
    hw_suspended_call(isolate, &waiting, nullptr, 0);
    const char* mistake = hw_mistake(isolate);
    error.text = waiting    ? "the isolate waits for the answer of " + std::string(waiting)
                 : *mistake ? mistake
                            : "the arguments do not allow it";
  }
  return error;
}

// Items of plain data, for Isolate::Build. Texts stay the caller's.
namespace item {

inline hw_item Of(hw_item_kind kind, uint32_t flags = 0) {
  hw_item item = {};
  item.size = sizeof item;
  item.kind = kind;
  item.flags = flags;
  return item;
}
inline hw_item Undefined() { return Of(HW_ITEM_UNDEFINED); }
inline hw_item Null() { return Of(HW_ITEM_NULL); }
inline hw_item Boolean(bool boolean) {
  hw_item item = Of(HW_ITEM_BOOLEAN);
  item.u.boolean = boolean;
  return item;
}
inline hw_item Integer(int64_t integer) {
  hw_item item = Of(HW_ITEM_INTEGER);
  item.u.integer = integer;
  return item;
}
inline hw_item Number(double number) {
  hw_item item = Of(HW_ITEM_NUMBER);
  item.u.number = number;
  return item;
}
inline hw_item Date(double milliseconds) {
  hw_item item = Of(HW_ITEM_DATE);
  item.u.number = milliseconds;
  return item;
}
// UTF-8.
inline hw_item String(std::string_view text) {
  hw_item item = Of(HW_ITEM_UTF8);
  item.u.text = {text.data(), text.size()};
  return item;
}
inline hw_item Key(std::string_view text) {
  hw_item item = Of(HW_ITEM_KEY);
  item.u.text = {text.data(), text.size()};
  return item;
}
inline hw_item Bytes(std::span<const uint8_t> bytes) {
  hw_item item = Of(HW_ITEM_BYTES);
  item.u.text = {bytes.data(), bytes.size()};
  return item;
}
inline hw_item BeginArray() { return Of(HW_ITEM_BEGIN_ARRAY); }
inline hw_item BeginObject() { return Of(HW_ITEM_BEGIN_OBJECT); }
inline hw_item End() { return Of(HW_ITEM_END); }
inline hw_item Any(hw_value value) {
  hw_item item = Of(HW_ITEM_VALUE);
  item.u.value = value;
  return item;
}

}  // namespace item

// The answer of a host's function that can't answer yet: the guest waits for Isolate::Resume.
inline Error Suspend() { return {HW_SUSPENDED, HW_REASON_NONE, "suspended"}; }
// The answer of a host's function that throws.
inline Error Throw(hw_isolate* isolate, hw_error_type type, const std::string& message) {
  return ErrorOf(isolate, hw_throw_error(isolate, type, message.c_str()));
}

// These members of hw_external go with data of the program's in an object.
struct External {
  const char* label = nullptr;
  size_t bytes = 0;       // outside memory that the data stands for
  bool detaches = false;  // an image may hold the object
};

namespace internal {

// The object becomes the isolate's with the call, or stays the caller's.
template <class T>
hw_external ExternalOf(T* object, const External& with) {
  hw_external external = {};
  external.size = sizeof external;
  external.label = with.label;
  external.data = object;
  external.finalize = [](void* data, void*) { delete static_cast<T*>(data); };
  external.bytes = with.bytes;
  external.detaches = with.detaches;
  return external;
}

}  // namespace internal

// A value of an isolate, for local variables and arguments. Using a value that outlived its isolate, or a
// reset, is an error; where no error can be reported it reads as undefined.
class Value {
 public:
  Value(hw_isolate* isolate, hw_value raw) : isolate_(isolate), raw_(raw) {}
  hw_value raw() const { return raw_; }
  hw_isolate* isolate() const { return isolate_; }

  hw_type Type() const { return hw_type_of(isolate_, raw_); }
  bool IsUndefined() const { return Type() == HW_TYPE_UNDEFINED; }
  bool IsNull() const { return Type() == HW_TYPE_NULL; }
  bool IsBoolean() const { return Type() == HW_TYPE_BOOLEAN; }
  bool IsNumber() const { return Type() == HW_TYPE_NUMBER; }
  bool IsString() const { return Type() == HW_TYPE_STRING; }
  bool IsSymbol() const { return Type() == HW_TYPE_SYMBOL; }
  bool IsBigInt() const { return Type() == HW_TYPE_BIGINT; }
  bool IsObject() const { return Type() == HW_TYPE_OBJECT || IsFunction(); }
  bool IsFunction() const { return Type() == HW_TYPE_FUNCTION; }
  bool IsArray() const { return hw_is_array(isolate_, raw_); }
  bool IsTrue() const { return hw_is_true(isolate_, raw_); }
  double AsNumber() const { return hw_as_number(isolate_, raw_); }
  // Converts the value as for an argument of a host's function (Host::Function). Returns nothing if the value
  // is something else.
  template <class T>
  std::optional<T> As() const;
  // Returns the text of a string, or an empty text if the value is none.
  std::string AsString() const {
    std::string text(hw_utf8(isolate_, raw_, nullptr, 0), 0);
    hw_utf8(isolate_, raw_, text.data(), text.size() + 1);
    return text;
  }
  // Converts the value as String(value) does.
  Result<std::string> ToString() const {
    hw_value string;
    hw_status status = hw_to_string(isolate_, raw_, &string);
    if (status != HW_OK) return ErrorOf(isolate_, status);
    return Value(isolate_, string).AsString();
  }
  // Returns the text that JSON.stringify makes.
  Result<std::string> ToJson() const {
    hw_value string;
    hw_status status = hw_json_stringify(isolate_, raw_, &string);
    if (status != HW_OK) return ErrorOf(isolate_, status);
    return Value(isolate_, string).AsString();
  }
  // Calls item(const hw_item&) for all that is in the value, until it returns false (hw_read). `flags` are
  // HW_READ_GETTERS and HW_READ_UNDEFINED.
  template <class F>
  Result<void> Read(F&& item, uint32_t flags = 0, uint32_t depth = UINT32_MAX) const {
    auto call = [](void* data, const hw_item* next) -> bool {
      return (*static_cast<std::remove_reference_t<F>*>(data))(*next);
    };
    void* data = const_cast<void*>(static_cast<const void*>(&item));
    return Done(hw_read(isolate_, raw_, flags, depth, call, data));
  }
  // Returns the bytes of an ArrayBuffer or of a view of one. They stay where they are until JavaScript runs.
  std::optional<std::span<uint8_t>> Bytes() const {
    uint8_t* data;
    size_t size;
    if (!hw_bytes(isolate_, raw_, &data, &size)) return std::nullopt;
    return std::span(data, size);
  }

  // Returns what a function of the host was made with, or undefined if this is none.
  Value Captured() const { return {isolate_, hw_function_captured(isolate_, raw_)}; }
  // Returns what kind of object this is, whatever its prototype says.
  hw_kind Kind() const { return hw_kind_of(isolate_, raw_); }
  // Returns the milliseconds of a Date, or nothing if the value is none.
  std::optional<double> AsDate() const {
    double milliseconds;
    if (!hw_as_date(isolate_, raw_, &milliseconds)) return std::nullopt;
    return milliseconds;
  }
  // Returns the words of a BigInt, the least significant first, and sets *negative.
  std::vector<uint64_t> Words(bool* negative = nullptr) const {
    std::vector<uint64_t> words(hw_as_words(isolate_, raw_, negative, nullptr, 0));
    hw_as_words(isolate_, raw_, nullptr, words.data(), words.size());
    return words;
  }
  // Describes a view, or a buffer as a view of kind HW_VIEW_NONE. Returns nothing if the value is neither.
  std::optional<hw_view> View() const {
    hw_view view = {};
    view.size = sizeof view;
    if (!hw_view_describe(isolate_, raw_, &view)) return std::nullopt;
    return view;
  }

  // Gives the object a C++ object, which is deleted some time after the object was collected (hw_attach).
  template <class T>
  Result<void> Attach(std::unique_ptr<T> object, const External& with = {}) const {
    hw_external external = internal::ExternalOf(object.get(), with);
    Result<void> attached = Done(hw_attach(isolate_, raw_, &external));
    if (attached) (void)object.release();
    return attached;
  }
  // Returns the C++ object that was attached, or that Isolate::NewExternal was given; null if there is none.
  // It must be of this type.
  template <class T>
  T* Data() const {
    return static_cast<T*>(hw_external_data(isolate_, raw_));
  }
  // Has finalize() called some time after the object was collected (hw_finalizer_add).
  template <class F>
  Result<void> OnCollected(F finalize) const {
    auto kept = std::make_unique<F>(std::move(finalize));
    auto call = [](void* data, void*) { (*std::unique_ptr<F>(static_cast<F*>(data)))(); };
    Result<void> added = Done(hw_finalizer_add(isolate_, raw_, call, kept.get(), nullptr));
    if (added) (void)kept.release();
    return added;
  }

  // These functions run getters, setters and proxies, as JavaScript's operators do.
  Result<Value> Get(Value key) const {
    hw_value result;
    return Done(hw_get(isolate_, raw_, key.raw_, &result), result);
  }
  Result<void> Set(Value key, Value value) const {
    return Done(hw_set(isolate_, raw_, key.raw_, value.raw_));
  }
  Result<bool> Has(Value key) const {
    bool has = false;
    hw_status status = hw_has(isolate_, raw_, key.raw_, &has);
    if (status != HW_OK) return ErrorOf(isolate_, status);
    return has;
  }
  Result<void> Delete(Value key) const { return Done(hw_delete(isolate_, raw_, key.raw_, nullptr)); }
  // Does what Reflect.defineProperty does. Returns false where that does.
  Result<bool> Define(Value key, const hw_property& property) const {
    bool defined = false;
    hw_status status = hw_define(isolate_, raw_, key.raw_, &property, &defined);
    if (status != HW_OK) return ErrorOf(isolate_, status);
    return defined;
  }
  // Returns an own property, or nothing if there is none.
  Result<std::optional<hw_property>> GetOwn(Value key) const {
    hw_property property = {};
    property.size = sizeof property;
    bool found = false;
    hw_status status = hw_get_own(isolate_, raw_, key.raw_, &property, &found);
    if (status != HW_OK) return ErrorOf(isolate_, status);
    return found ? std::optional(property) : std::nullopt;
  }
  // Returns an array of keys; `which` is of HW_KEYS_ constants.
  Result<Value> OwnKeys(uint32_t which) const {
    hw_value result;
    return Done(hw_own_keys(isolate_, raw_, which, &result), result);
  }
  Result<Value> Prototype() const {
    hw_value result;
    return Done(hw_prototype(isolate_, raw_, &result), result);
  }
  Result<void> SetPrototype(Value prototype) const {
    return Done(hw_set_prototype(isolate_, raw_, prototype.raw_));
  }
  Result<void> SetIntegrity(hw_integrity level) const {
    return Done(hw_set_integrity(isolate_, raw_, level));
  }
  Result<bool> InstanceOf(Value constructor) const {
    bool is = false;
    hw_status status = hw_instance_of(isolate_, raw_, constructor.raw_, &is);
    if (status != HW_OK) return ErrorOf(isolate_, status);
    return is;
  }
  // Returns an array of the keys and values of a Map in turn, or of the values of a Set.
  Result<Value> Entries() const {
    hw_value result;
    return Done(hw_entries(isolate_, raw_, &result), result);
  }
  // Returns an array, as Object.keys does.
  Result<Value> Keys() const {
    hw_value result;
    return Done(hw_keys(isolate_, raw_, &result), result);
  }
  Result<Value> Get(const char* name) const {
    hw_value result;
    return Done(hw_get_named(isolate_, raw_, name, &result), result);
  }
  Result<Value> Get(uint32_t index) const {
    hw_value result;
    return Done(hw_get_index(isolate_, raw_, index, &result), result);
  }
  Result<void> Set(const char* name, Value value) const {
    return Done(hw_set_named(isolate_, raw_, name, value.raw_));
  }
  Result<void> Set(uint32_t index, Value value) const {
    return Done(hw_set_index(isolate_, raw_, index, value.raw_));
  }
  Result<Value> Call(std::initializer_list<Value> arguments = {}) const {
    return CallOn({isolate_, hw_undefined()}, arguments);
  }
  Result<Value> CallOn(Value receiver, std::initializer_list<Value> arguments = {}) const {
    hw_value result;
    List list(arguments);
    return Done(hw_call_function(isolate_, raw_, receiver.raw_, list.all, list.count, &result), result);
  }
  Result<Value> Construct(std::initializer_list<Value> arguments = {}) const {
    hw_value result;
    List list(arguments);
    return Done(hw_construct(isolate_, raw_, list.all, list.count, &result), result);
  }
  // Calls the function with C++ values of types that functions of the host may return: f(1, "two").
  template <class... A>
  Result<Value> operator()(const A&... arguments) const;

  // Returns a structured clone as bytes, which Isolate::Deserialize of any isolate reads.
  Result<std::vector<uint8_t>> Serialize() const {
    uint8_t* data;
    size_t size;
    hw_status status = hw_serialize(isolate_, raw_, &data, &size);
    if (status != HW_OK) return ErrorOf(isolate_, status);
    std::vector<uint8_t> bytes(data, data + size);
    hw_memory_free(data);
    return bytes;
  }
  // Returns the value of a promise, or its reason as an Error. HW_LATER if the promise is pending.
  Result<Value> Settled() const {
    hw_value result;
    switch (hw_promise_inspect(isolate_, raw_, &result)) {
      case HW_PROMISE_FULFILLED: return Value(isolate_, result);
      case HW_PROMISE_REJECTED: return ErrorOf(isolate_, hw_throw(isolate_, result));
      case HW_PROMISE_PENDING: return ErrorOf(isolate_, HW_LATER);
      case HW_PROMISE_NONE: break;
    }
    return ErrorOf(isolate_, HW_INVALID);
  }

 private:
  // On the stack, where the collector looks; the rest is what it finds in the initializer list.
  struct List {
    explicit List(std::initializer_list<Value> from) : count(from.size()) {
      if (count > std::size(few)) {
        many.resize(count);
        all = many.data();
      }
      size_t i = 0;
      for (const Value& value : from) all[i++] = value.raw_;
    }
    List(const List&) = delete;
    size_t count;
    hw_value few[16];
    std::vector<hw_value> many;
    hw_value* all = few;
  };
  Result<Value> Done(hw_status status, const hw_value& result) const {
    if (status != HW_OK) return ErrorOf(isolate_, status);
    return Value(isolate_, result);
  }
  Result<void> Done(hw_status status) const {
    if (status != HW_OK) return ErrorOf(isolate_, status);
    return {};
  }

  hw_isolate* isolate_;
  hw_value raw_;
};

// Keeps a value alive and findable, wherever the Ref itself is. After the isolate's reset or end it gives a
// value whose every use is an error.
class Ref {
 public:
  Ref() = default;
  explicit Ref(Value value) : isolate_(value.isolate()), ref_(hw_ref_new(value.isolate(), value.raw())) {}
  Ref(Ref&& other) noexcept : isolate_(other.isolate_), ref_(std::exchange(other.ref_, 0)) {}
  Ref& operator=(Ref&& other) noexcept {
    std::swap(isolate_, other.isolate_);
    std::swap(ref_, other.ref_);
    return *this;
  }
  ~Ref() {
    if (ref_) hw_ref_free(isolate_, ref_);
  }
  Value get() const { return {isolate_, hw_ref_get(isolate_, ref_)}; }
  hw_isolate* isolate() const { return isolate_; }
  // Returns the number under which clones of an image of the isolate have the value, too. The Ref no longer
  // owns it.
  hw_ref Release() { return std::exchange(ref_, 0); }
  // Frees the value from any thread, when the isolate is next entered or left.
  void FreeLater() {
    if (ref_) hw_ref_free_later(isolate_, std::exchange(ref_, 0));
  }

 protected:
  Ref(Value value, hw_ref_kind kind)
      : isolate_(value.isolate()), ref_(hw_ref_create(value.isolate(), value.raw(), kind)) {}

 private:
  hw_isolate* isolate_ = nullptr;
  hw_ref ref_ = 0;
};

// A Ref that does not keep the value alive: get() returns undefined once it was collected. The value must be
// an object, a function or a symbol that isn't registered.
class WeakRef : public Ref {
 public:
  WeakRef() = default;
  explicit WeakRef(Value value) : Ref(value, HW_REF_WEAK) {}
};

// A Ref that images don't contain.
class TransientRef : public Ref {
 public:
  TransientRef() = default;
  explicit TransientRef(Value value) : Ref(value, HW_REF_TRANSIENT) {}
};

// While it exists, values may be kept where the collector does not look: in containers and objects of the C++
// heap. Scopes nest.
class Scope {
 public:
  explicit Scope(hw_isolate* isolate) : isolate_(isolate), scope_(hw_scope_open(isolate)) {}
  Scope(const Scope&) = delete;
  ~Scope() { (void)hw_scope_close(isolate_, scope_); }
  // Keeps the value alive until the scope around this one ends.
  Result<void> Escape(Value value) const {
    hw_status status = hw_scope_escape(isolate_, scope_, value.raw());
    if (status != HW_OK) return ErrorOf(isolate_, status);
    return {};
  }

 private:
  hw_isolate* isolate_;
  hw_scope scope_;
};

// Pins the bytes of an ArrayBuffer or of a view, for as long as it exists: they stay where they are while
// JavaScript runs. It must not outlive the isolate's use by this thread.
class PinnedBytes {
 public:
  // Returns nothing if there are no bytes.
  static std::optional<PinnedBytes> Pin(Value value) {
    uint8_t* data;
    size_t size;
    if (hw_bytes_pin(value.isolate(), value.raw(), &data, &size) != HW_OK) return std::nullopt;
    return PinnedBytes(TransientRef(value), {data, size});
  }
  PinnedBytes(PinnedBytes&& other) noexcept
      : buffer_(std::move(other.buffer_)), bytes_(std::exchange(other.bytes_, {})) {}
  PinnedBytes& operator=(PinnedBytes&& other) noexcept {
    std::swap(buffer_, other.buffer_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~PinnedBytes() {
    if (bytes_.data()) hw_bytes_unpin(buffer_.isolate(), buffer_.get().raw());
  }
  std::span<uint8_t> bytes() const { return bytes_; }

 private:
  PinnedBytes(TransientRef buffer, std::span<uint8_t> bytes) : buffer_(std::move(buffer)), bytes_(bytes) {}

  TransientRef buffer_;
  std::span<uint8_t> bytes_;
};

}  // namespace hw

#endif  // HALFWORD_VALUE_HPP_
