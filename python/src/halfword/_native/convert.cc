// Values of the guest as objects of Python, and back. A tree of plain data is read and built in one call of the engine.
#include <cmath>
#include <cstring>

#include "common.h"

namespace hwpy {

Types types;

namespace {

constexpr double kLargestInteger = 9007199254740991;  // 2^53 - 1
constexpr uint32_t kDepth = 1000;                     // of nested containers
constexpr int64_t kLongestArray = int64_t{1} << 25;   // that is copied

// Names of members come again and again: the last ones are kept, each at the place that its bytes say.
PyObject* KeyOf(const uint8_t* text, size_t size) {
  static PyObject* cache[256];
  if (size == 0 || size > 32)
    return PyUnicode_FromKindAndData(PyUnicode_1BYTE_KIND, text, static_cast<Py_ssize_t>(size));
  size_t hash = size;
  for (size_t i = 0; i < size; i++) hash = hash * 31 + text[i];
  PyObject*& kept = cache[(hash ^ (hash >> 8)) & 255];
  if (kept && static_cast<size_t>(PyUnicode_GET_LENGTH(kept)) == size &&
      PyUnicode_KIND(kept) == PyUnicode_1BYTE_KIND && !memcmp(PyUnicode_1BYTE_DATA(kept), text, size)) {
    return Py_NewRef(kept);
  }
  PyObject* made = PyUnicode_FromKindAndData(PyUnicode_1BYTE_KIND, text, static_cast<Py_ssize_t>(size));
  if (made) Py_XSETREF(kept, Py_NewRef(made));
  return made;
}

PyObject* Utf16(const void* units, size_t count) {
  int order = -1;  // little-endian, as the machine
  return PyUnicode_DecodeUTF16(static_cast<const char*>(units), static_cast<Py_ssize_t>(count * 2),
                               "surrogatepass", &order);
}

PyObject* NumberOf(double number) {
  bool is_integer = std::fabs(number) <= kLargestInteger && number == std::trunc(number) &&
                    !(number == 0 && std::signbit(number));
  return is_integer ? PyLong_FromLongLong(static_cast<long long>(number)) : PyFloat_FromDouble(number);
}

// Python has had functions for the bytes of an int since 3.13; before, others that it does not document.
#if PY_VERSION_HEX >= 0x030D0000
constexpr int kUnsignedWords = Py_ASNATIVEBYTES_LITTLE_ENDIAN | Py_ASNATIVEBYTES_UNSIGNED_BUFFER;

PyObject* IntOf(const uint64_t* words, size_t count) {
  return PyLong_FromUnsignedNativeBytes(words, count * 8, kUnsignedWords);
}

bool WordsOf(PyObject* magnitude, std::vector<uint64_t>* words) {
  Py_ssize_t size = PyLong_AsNativeBytes(magnitude, nullptr, 0, kUnsignedWords);
  if (size < 0) return false;
  words->assign((static_cast<size_t>(size) + 7) / 8, 0);
  Py_ssize_t room = static_cast<Py_ssize_t>(words->size() * 8);
  return PyLong_AsNativeBytes(magnitude, words->data(), room, kUnsignedWords) >= 0;
}
#else
PyObject* IntOf(const uint64_t* words, size_t count) {
  return _PyLong_FromByteArray(reinterpret_cast<const unsigned char*>(words), count * 8, 1, 0);
}

bool WordsOf(PyObject* magnitude, std::vector<uint64_t>* words) {
  words->assign((_PyLong_NumBits(magnitude) + 63) / 64, 0);
  return _PyLong_AsByteArray(reinterpret_cast<PyLongObject*>(magnitude),
                             reinterpret_cast<unsigned char*>(words->data()), words->size() * 8, 1, 0) == 0;
}
#endif

PyObject* BigIntOf(const uint64_t* words, size_t count, bool negative) {
  PyObject* number = IntOf(words, count);
  if (number && negative) Py_SETREF(number, PyNumber_Negative(number));
  if (!number) return nullptr;
  PyObject* made = PyObject_CallOneArg(types.bigint, number);
  Py_DECREF(number);
  return made;
}

PyObject* DateOf(double milliseconds) {
  return PyObject_CallMethod(types.helpers, "datetime_of", "d", milliseconds);
}

// Makes Python objects of the items that hw_read tells.
class Reader {
 public:
  Reader(Isolate& isolate, Mode mode) : isolate_(isolate), mode_(mode) {}
  ~Reader() {
    Py_XDECREF(result_);
    for (Level& level : levels_) {
      Py_DECREF(level.container);
      Py_XDECREF(level.key);
    }
  }
  Reader(const Reader&) = delete;

  PyObject* Read(hw_value value) {
    hw_status status = hw_read(isolate_.raw, value, HW_READ_UNDEFINED, kDepth, &Reader::OnItem, this);
    if (PyErr_Occurred()) return nullptr;
    if (status != HW_OK) {
      RaiseStatus(isolate_, status);
      return nullptr;
    }
    if (!result_) PyErr_SetString(PyExc_SystemError, "A value ended too early");
    return std::exchange(result_, nullptr);
  }

 private:
  struct Level {
    PyObject* container;
    PyObject* key;
  };

  static bool OnItem(void* data, const hw_item* item) { return static_cast<Reader*>(data)->Take(*item); }

  bool Take(const hw_item& item) {
    PyObject* made = nullptr;
    switch (item.kind) {
      case HW_ITEM_UNDEFINED: made = Py_NewRef(isolate_.undefined); break;
      case HW_ITEM_NULL: made = Py_NewRef(Py_None); break;
      case HW_ITEM_BOOLEAN: made = PyBool_FromLong(item.u.boolean); break;
      case HW_ITEM_INTEGER: made = PyLong_FromLongLong(item.u.integer); break;
      case HW_ITEM_NUMBER: made = PyFloat_FromDouble(item.u.number); break;
      case HW_ITEM_LATIN1:
        made = PyUnicode_FromKindAndData(PyUnicode_1BYTE_KIND, item.u.text.data,
                                         static_cast<Py_ssize_t>(item.u.text.count));
        break;
      case HW_ITEM_UTF8:
        made = PyUnicode_FromStringAndSize(static_cast<const char*>(item.u.text.data),
                                           static_cast<Py_ssize_t>(item.u.text.count));
        break;
      case HW_ITEM_UTF16: made = Utf16(item.u.text.data, item.u.text.count); break;
      case HW_ITEM_BIGINT:
        made = BigIntOf(static_cast<const uint64_t*>(item.u.text.data), item.u.text.count,
                        item.flags & HW_ITEM_NEGATIVE);
        break;
      case HW_ITEM_DATE: made = DateOf(item.u.number); break;
      case HW_ITEM_BYTES:
        made = PyBytes_FromStringAndSize(static_cast<const char*>(item.u.text.data),
                                         static_cast<Py_ssize_t>(item.u.text.count));
        break;
      case HW_ITEM_BEGIN_ARRAY:
        if (item.u.integer > kLongestArray) {
          Raise("MarshalError", "An array of %lld elements is too long to be copied",
                static_cast<long long>(item.u.integer));
          return false;
        }
        made = PyList_New(0);
        if (!made) return false;
        levels_.push_back({made, nullptr});
        return true;
      case HW_ITEM_BEGIN_OBJECT:
        made = PyDict_New();
        if (!made) return false;
        levels_.push_back({made, nullptr});
        return true;
      case HW_ITEM_KEY: {
        Level& level = levels_.back();
        const uint8_t* text = static_cast<const uint8_t*>(item.u.text.data);
        PyObject* key = item.flags == HW_ITEM_KEY_LATIN1 ? KeyOf(text, item.u.text.count)
                        : item.flags == HW_ITEM_KEY_UTF16
                            ? Utf16(text, item.u.text.count)
                            : PyUnicode_FromStringAndSize(reinterpret_cast<const char*>(text),
                                                          static_cast<Py_ssize_t>(item.u.text.count));
        Py_XSETREF(level.key, key);
        return key != nullptr;
      }
      case HW_ITEM_END:
        made = levels_.back().container;
        Py_XDECREF(levels_.back().key);
        levels_.pop_back();
        break;
      case HW_ITEM_VALUE: {
        hw_kind kind = hw_kind_of(isolate_.raw, item.u.value);
        if (kind == HW_KIND_PLAIN || kind == HW_KIND_ARRAY) {
          Raise("MarshalError",
                "The value contains itself, or is nested more than %u deep, and cannot be copied", kDepth);
          return false;
        }
        made = ToPython(isolate_, item.u.value, mode_);
        break;
      }
    }
    return made && Add(made);
  }

  // Takes the reference.
  bool Add(PyObject* made) {
    if (levels_.empty()) {
      Py_XSETREF(result_, made);
      return true;
    }
    Level& level = levels_.back();
    int failed = PyList_CheckExact(level.container) ? PyList_Append(level.container, made)
                                                    : PyDict_SetItem(level.container, level.key, made);
    Py_DECREF(made);
    return !failed;
  }

  Isolate& isolate_;
  Mode mode_;
  PyObject* result_ = nullptr;
  std::vector<Level> levels_;
};

// Collections within collections are converted by functions within functions, so they cannot be as deep as plain data.
class Nesting {
 public:
  explicit Nesting(Isolate& isolate) : isolate_(isolate) { isolate.conversions++; }
  ~Nesting() { isolate_.conversions--; }
  Nesting(const Nesting&) = delete;
  bool IsTooDeep() const {
    constexpr unsigned kMost = 60;
    if (isolate_.conversions <= kMost) return false;
    Raise("MarshalError",
          "Maps and Sets contain themselves, or are nested more than %u deep, and cannot be copied", kMost);
    return true;
  }

 private:
  Isolate& isolate_;
};

PyObject* ReadEntries(Isolate& isolate, hw_value collection, bool is_map, Mode mode) {
  Nesting nesting(isolate);
  if (nesting.IsTooDeep()) return nullptr;
  hw_value entries = hw_undefined(), size = hw_undefined(), part = hw_undefined();
  hw_status status = hw_entries(isolate.raw, collection, &entries);
  if (status == HW_OK) status = hw_get_named(isolate.raw, entries, "length", &size);
  if (status != HW_OK) {
    RaiseStatus(isolate, status);
    return nullptr;
  }
  uint32_t count = static_cast<uint32_t>(hw_as_number(isolate.raw, size));
  PyObject* made = is_map ? PyDict_New() : PySet_New(nullptr);
  for (uint32_t i = 0; made && i < count; i += is_map ? 2 : 1) {
    (void)hw_get_index(isolate.raw, entries, i, &part);
    PyObject* key = ToPython(isolate, part, mode);
    PyObject* value = nullptr;
    if (key && is_map) {
      (void)hw_get_index(isolate.raw, entries, i + 1, &part);
      value = ToPython(isolate, part, mode);
    }
    bool is_whole = key && (!is_map || value);
    bool good = is_whole;
    if (good) good = (is_map ? PyDict_SetItem(made, key, value) : PySet_Add(made, key)) == 0;
    if (is_whole && !good && PyErr_ExceptionMatches(PyExc_TypeError)) {
      PyErr_Clear();
      Raise("MarshalError", "A %s has a %s, which cannot be %s in Python", is_map ? "Map" : "Set",
            Py_TYPE(key)->tp_name, is_map ? "the key of a dict" : "in a set");
    }
    Py_XDECREF(key);
    Py_XDECREF(value);
    if (!good) Py_CLEAR(made);
  }
  return made;
}

PyObject* ObjectToPython(Isolate& isolate, hw_value value, Mode mode) {
  hw_isolate* raw = isolate.raw;
  hw_kind kind = hw_kind_of(raw, value);
  if (mode == Mode::kHandle && kind != HW_KIND_PROMISE) return NewValue(isolate, value);
  switch (kind) {
    case HW_KIND_PLAIN:
    case HW_KIND_ARRAY:
      if (mode == Mode::kLive) return NewValue(isolate, value);
      return Reader(isolate, mode).Read(value);
    case HW_KIND_DATE: {
      double milliseconds = NAN;
      (void)hw_as_date(raw, value, &milliseconds);
      return DateOf(milliseconds);
    }
    case HW_KIND_MAP: return ReadEntries(isolate, value, true, mode);
    case HW_KIND_SET: return ReadEntries(isolate, value, false, mode);
    case HW_KIND_ERROR: return NewException(isolate, value);
    case HW_KIND_BUFFER:
    case HW_KIND_VIEW: return mode == Mode::kPlain ? NewBytes(isolate, value) : NewMemoryView(isolate, value);
    case HW_KIND_TEMPORAL: {
      PyObject* handle = NewValue(isolate, value);
      PyObject* made = handle ? PyObject_CallMethod(types.helpers, "temporal_of", "O", handle) : nullptr;
      Py_XDECREF(handle);
      return made;
    }
    case HW_KIND_PROMISE: {
      PyObject* promise = NewValue(isolate, value);
      if (!promise) return nullptr;
      PyObject* callback = PyObject_GetAttrString(promise, "_settle");
      if (!callback || !Watch(isolate, value, callback)) Py_CLEAR(promise);
      Py_XDECREF(callback);
      return promise;
    }
    default: return NewValue(isolate, value);
  }
}

// The class whose handle a value gets.
PyObject* ClassFor(Isolate& isolate, hw_value value) {
  hw_type type = hw_type_of(isolate.raw, value);
  if (type == HW_TYPE_FUNCTION) return types.function;
  if (type != HW_TYPE_OBJECT) return types.value;
  switch (hw_kind_of(isolate.raw, value)) {
    case HW_KIND_ARRAY: return types.array;
    case HW_KIND_PROMISE: return types.promise;
    default: return types.object;
  }
}

// Tells hw_build the items of a tree of Python objects.
class Builder {
 public:
  explicit Builder(Isolate& isolate) : isolate_(isolate) {}
  ~Builder() {
    Py_XDECREF(kept_);
    Py_XDECREF(member_);
    for (Level& level : levels_) Py_DECREF(level.container);
  }
  Builder(const Builder&) = delete;

  bool Build(PyObject* object, hw_value* value) {
    root_ = object;
    hw_status status = hw_build(isolate_.raw, &Builder::OnNext, this, value);
    if (PyErr_Occurred()) return false;
    if (status != HW_OK) RaiseStatus(isolate_, status);
    return status == HW_OK;
  }

 private:
  struct Level {
    PyObject* container;
    Py_ssize_t position;
    Py_ssize_t size;
  };

  static bool OnNext(void* data, hw_item* item) { return static_cast<Builder*>(data)->Next(item); }

  bool Next(hw_item* item) {
    Py_CLEAR(kept_);
    if (root_) return Emit(std::exchange(root_, nullptr), item);
    if (member_) {
      PyObject* member = std::exchange(member_, nullptr);
      bool good = Emit(member, item);
      KeepAlive(member);
      return good;
    }
    if (levels_.empty()) return false;
    Level& level = levels_.back();
    if (PyDict_Check(level.container)) {
      PyObject *key, *member;
      if (PyDict_GET_SIZE(level.container) != level.size) {
        PyErr_SetString(PyExc_RuntimeError, "A dict has changed its size while it was converted");
        return false;
      }
      if (!PyDict_Next(level.container, &level.position, &key, &member)) return End(item);
      member_ = Py_NewRef(member);
      return EmitKey(key, item);
    }
    // Lists may shrink meanwhile.
    if (level.position >= PySequence_Fast_GET_SIZE(level.container)) return End(item);
    PyObject* element = Py_NewRef(PySequence_Fast_GET_ITEM(level.container, level.position++));
    bool good = Emit(element, item);
    KeepAlive(element);
    return good;
  }

  // What the item points into must live until the next one.
  void KeepAlive(PyObject* object) {
    if (kept_) {
      PyObject* both = PyTuple_Pack(2, kept_, object);
      Py_DECREF(object);
      if (both) Py_SETREF(kept_, both);
    } else {
      kept_ = object;
    }
  }

  bool End(hw_item* item) {
    Py_DECREF(levels_.back().container);
    levels_.pop_back();
    item->kind = HW_ITEM_END;
    return true;
  }

  bool Begin(PyObject* container, hw_item_kind kind, hw_item* item) {
    bool contains_itself = levels_.size() >= kDepth;
    for (Level& level : levels_) contains_itself = contains_itself || level.container == container;
    if (contains_itself) {
      Raise("MarshalError", "The %s contains itself, or is nested more than %u deep",
            Py_TYPE(container)->tp_name, kDepth);
      return false;
    }
    levels_.push_back({Py_NewRef(container), 0, PyDict_Check(container) ? PyDict_GET_SIZE(container) : 0});
    item->kind = kind;
    return true;
  }

  bool EmitKey(PyObject* key, hw_item* item) {
    if (!PyUnicode_Check(key)) {
      if (!PyLong_Check(key) || PyBool_Check(key)) {
        Raise("MarshalError", "A key of a dict is a %s: an object's are str or int (see halfword.Map)",
              Py_TYPE(key)->tp_name);
        return false;
      }
      key = kept_ = PyObject_Str(key);
      if (!key) return false;
    }
    item->kind = HW_ITEM_KEY;
    if (!Text(key, item)) return false;
    item->flags = item->kind == HW_ITEM_UTF16 ? HW_ITEM_KEY_UTF16 : HW_ITEM_KEY_LATIN1;
    item->kind = HW_ITEM_KEY;
    return true;
  }

  bool Text(PyObject* text, hw_item* item) {
    size_t length = static_cast<size_t>(PyUnicode_GET_LENGTH(text));
    item->u.text = {PyUnicode_DATA(text), length};
    item->kind = HW_ITEM_LATIN1;
    if (PyUnicode_KIND(text) == PyUnicode_1BYTE_KIND) return true;
    item->kind = HW_ITEM_UTF16;
    if (PyUnicode_KIND(text) == PyUnicode_2BYTE_KIND) return true;
    PyObject* encoded = PyUnicode_AsEncodedString(text, "utf-16-le", "surrogatepass");
    if (!encoded) return false;
    KeepAlive(encoded);
    item->u.text = {PyBytes_AS_STRING(encoded), static_cast<size_t>(PyBytes_GET_SIZE(encoded)) / 2};
    return true;
  }

  bool Integer(PyObject* number, hw_item* item) {
    int overflow = 0;
    bool is_bigint = Py_TYPE(number) != &PyLong_Type &&
                     PyObject_TypeCheck(number, reinterpret_cast<PyTypeObject*>(types.bigint));
    long long small = PyLong_AsLongLongAndOverflow(number, &overflow);
    if (!overflow && !is_bigint && std::llabs(small) <= static_cast<long long>(kLargestInteger)) {
      item->kind = HW_ITEM_INTEGER;
      item->u.integer = small;
      return true;
    }
    PyObject* magnitude = PyNumber_Absolute(number);
    if (!magnitude) return false;
    bool is_whole = WordsOf(magnitude, &words_);
    Py_DECREF(magnitude);
    if (!is_whole) return false;
    while (!words_.empty() && words_.back() == 0) words_.pop_back();
    bool is_negative = overflow ? overflow < 0 : small < 0;
    item->kind = HW_ITEM_BIGINT;
    item->flags = is_negative ? uint32_t{HW_ITEM_NEGATIVE} : 0;
    item->u.text = {words_.data(), words_.size()};
    return true;
  }

  bool Emit(PyObject* object, hw_item* item) {
    if (PyUnicode_Check(object)) return Text(object, item);
    if (object == Py_None) return item->kind = HW_ITEM_NULL, true;
    if (PyBool_Check(object)) {
      item->kind = HW_ITEM_BOOLEAN;
      item->u.boolean = object == Py_True;
      return true;
    }
    if (PyLong_Check(object)) return Integer(object, item);
    if (PyFloat_Check(object)) {
      item->kind = HW_ITEM_NUMBER;
      item->u.number = PyFloat_AS_DOUBLE(object);
      return true;
    }
    if (PyDict_CheckExact(object)) return Begin(object, HW_ITEM_BEGIN_OBJECT, item);
    if (PyList_CheckExact(object) || PyTuple_CheckExact(object))
      return Begin(object, HW_ITEM_BEGIN_ARRAY, item);
    return EmitOther(object, item);
  }

  bool EmitOther(PyObject* object, hw_item* item) {
    PyTypeObject* type = Py_TYPE(object);
    item->kind = HW_ITEM_VALUE;
    if (PyObject_TypeCheck(object, reinterpret_cast<PyTypeObject*>(types.value)))
      return ValueOf(isolate_, *nb::inst_ptr<Value>(object), &item->u.value);
    if (object == types.undefined) return item->u.value = hw_undefined(), true;
    if (PyExceptionInstance_Check(object)) return ErrorValue(isolate_, object, &item->u.value);
    if (PyObject_TypeCheck(object, reinterpret_cast<PyTypeObject*>(types.map)) || PyAnySet_Check(object))
      return Helped("collection_to_guest", object, item);
    if (PyDict_Check(object)) return Begin(object, HW_ITEM_BEGIN_OBJECT, item);
    if (PyList_Check(object) || PyTuple_Check(object)) return Begin(object, HW_ITEM_BEGIN_ARRAY, item);
    if (PyObject_CheckBuffer(object)) return BufferToGuest(isolate_, object, &item->u.value);
    // An awaitable, a date, a dataclass and the like: Python says what stands for it.
    if (!PyCallable_Check(object) || PyType_Check(object) == 0) {
      PyObject* other = PyObject_CallMethod(types.helpers, "to_guest", "OO", isolate_.self, object);
      if (!other) return false;
      if (other != Py_NotImplemented) {
        bool good = other != object && Emit(other, item);
        if (other == object) PyErr_SetString(PyExc_SystemError, "to_guest gave its argument back");
        KeepAlive(other);
        return good;
      }
      Py_DECREF(other);
    }
    if (PyCallable_Check(object)) return NewFunction(isolate_, object, false, &item->u.value);
    Raise("MarshalError", "A %s is nothing that a guest can have", type->tp_name);
    return false;
  }

  bool Helped(const char* function, PyObject* object, hw_item* item) {
    Nesting nesting(isolate_);
    if (nesting.IsTooDeep()) return false;
    PyObject* other = PyObject_CallMethod(types.helpers, function, "OO", isolate_.self, object);
    if (!other) return false;
    bool good = ValueOf(isolate_, *nb::inst_ptr<Value>(other), &item->u.value);
    KeepAlive(other);
    return good;
  }

  Isolate& isolate_;
  PyObject* root_ = nullptr;
  PyObject* member_ = nullptr;  // the value of the key that was told
  PyObject* kept_ = nullptr;
  std::vector<Level> levels_;
  std::vector<uint64_t> words_;
};

int TraverseValue(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;
  Value* value = nb::inst_ptr<Value>(self);
  Py_VISIT(value->isolate);
  Py_VISIT(value->receiver);
  return 0;
}

int ClearValue(PyObject* self) {
  if (!nb::inst_ready(self)) return 0;
  // The isolate is needed to free the reference: whoever owns it clears the rest of the cycle.
  Py_CLEAR(nb::inst_ptr<Value>(self)->receiver);
  return 0;
}

PyType_Slot value_slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&TraverseValue)},
                             {Py_tp_clear, reinterpret_cast<void*>(&ClearValue)},
                             {0, nullptr}};

// The value of a handle and its isolate's entry: for functions of handles.
struct Use {
  explicit Use(const Value& handle, Entry::Needs needs = Entry::kRunnable)
      : isolate(handle.Owner()), entry(isolate, needs) {
    if (!ValueOf(isolate, handle, &value)) throw nb::python_error();
  }
  Isolate& isolate;
  Entry entry;
  hw_value value = hw_undefined();
};

void Check(Isolate& isolate, hw_status status) {
  if (status == HW_OK) return;
  RaiseStatus(isolate, status);
  throw nb::python_error();
}

// Does what may run guest code, without the GIL. Throws if it fails.
template <class Run>
void RunGuest(Use& use, Run&& run) {
  hw_status status;
  {
    Guest guest(use.isolate);
    status = run();
  }
  Check(use.isolate, status);
}

hw_value KeyToGuest(Isolate& isolate, nb::handle key) {
  hw_value value = hw_undefined();
  if (!ToGuest(isolate, key.ptr(), &value)) throw nb::python_error();
  return value;
}

nb::object CallValue(const Value& handle, nb::handle receiver, nb::args arguments, int mode) {
  Use use(handle);
  Arguments given(use.isolate, PySequence_Fast_ITEMS(arguments.ptr()), nb::len(arguments));
  hw_value this_value = hw_undefined();
  if (!receiver.is_none() && !ToGuest(use.isolate, receiver.ptr(), &this_value)) throw nb::python_error();
  if (receiver.is_none() && handle.receiver && !ToGuest(use.isolate, handle.receiver, &this_value))
    throw nb::python_error();
  return Made(Perform(use.isolate, static_cast<Mode>(mode), [&](hw_value* value) {
    return hw_call_function(use.isolate.raw, use.value, this_value, given.data(), given.size(), value);
  }));
}

}  // namespace

Arguments::Arguments(Isolate& isolate, PyObject* const* objects, size_t count)
    : isolate_(isolate), size_(count) {
  if (count > std::size(few_)) {
    scope_ = hw_scope_open(isolate.raw);
    if (!scope_) {
      Raise("HalfwordError", "There is no place for the arguments: %s", hw_mistake(isolate.raw));
      throw nb::python_error();
    }
    many_.resize(count);
    data_ = many_.data();
  }
  for (size_t i = 0; i < count; i++) {
    if (ToGuest(isolate, objects[i], &data_[i])) continue;
    if (scope_) hw_scope_close(isolate.raw, scope_);
    throw nb::python_error();
  }
}

Arguments::~Arguments() {
  if (scope_) hw_scope_close(isolate_.raw, scope_);
}

PyObject* TextOf(Isolate& isolate, hw_value string) {
  if (hw_type_of(isolate.raw, string) != HW_TYPE_STRING) return PyUnicode_FromString("");
  return Reader(isolate, Mode::kCopy).Read(string);
}

PyObject* ToPython(Isolate& isolate, hw_value value, Mode mode) {
  switch (hw_type_of(isolate.raw, value)) {
    case HW_TYPE_UNDEFINED: return Py_NewRef(isolate.undefined);
    case HW_TYPE_NULL: return Py_NewRef(Py_None);
    case HW_TYPE_BOOLEAN: return PyBool_FromLong(hw_is_true(isolate.raw, value));
    case HW_TYPE_NUMBER: return NumberOf(hw_as_number(isolate.raw, value));
    case HW_TYPE_STRING:
    case HW_TYPE_BIGINT: return Reader(isolate, mode).Read(value);
    case HW_TYPE_SYMBOL: return NewValue(isolate, value);
    default: return ObjectToPython(isolate, value, mode);
  }
}

bool ToGuest(Isolate& isolate, PyObject* object, hw_value* value) {
  if (PyLong_CheckExact(object)) {
    int overflow = 0;
    long long number = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (!overflow && std::llabs(number) <= static_cast<long long>(kLargestInteger)) {
      *value = hw_number(isolate.raw, static_cast<double>(number));
      return true;
    }
  } else if (PyFloat_CheckExact(object)) {
    *value = hw_number(isolate.raw, PyFloat_AS_DOUBLE(object));
    return true;
  } else if (PyUnicode_CheckExact(object) && PyUnicode_IS_COMPACT_ASCII(object)) {
    *value = hw_string(isolate.raw, static_cast<const char*>(PyUnicode_DATA(object)),
                       static_cast<size_t>(PyUnicode_GET_LENGTH(object)));
    return true;
  } else if (object == Py_None) {
    *value = hw_null();
    return true;
  } else if (PyBool_Check(object)) {
    *value = hw_boolean(object == Py_True);
    return true;
  } else if (PyObject_TypeCheck(object, reinterpret_cast<PyTypeObject*>(types.value))) {
    return ValueOf(isolate, *nb::inst_ptr<Value>(object), value);
  }
  return Builder(isolate).Build(object, value);
}

PyObject* NewValue(Isolate& isolate, hw_value value, PyObject* receiver) {
  hw_ref ref = hw_ref_create(isolate.raw, value, HW_REF_TRANSIENT);
  if (!ref) {
    Raise("HalfwordError", "There is no further reference to a value: %s", hw_mistake(isolate.raw));
    return nullptr;
  }
  try {
    nb::object made = nb::inst_alloc(ClassFor(isolate, value));
    new (nb::inst_ptr<Value>(made)) Value{Py_NewRef(isolate.self), ref, isolate.epoch, Py_XNewRef(receiver)};
    nb::inst_mark_ready(made);
    return made.release().ptr();
  } catch (nb::python_error& error) {
    error.restore();
    hw_ref_free(isolate.raw, ref);
    return nullptr;
  }
}

Value::~Value() {
  Isolate& owner = Owner();
  if (ref && !owner.closed && epoch == owner.epoch) hw_ref_free_later(owner.raw, ref);
  Py_XDECREF(receiver);
  Py_DECREF(isolate);
}

bool ValueOf(Isolate& isolate, const Value& handle, hw_value* value) {
  Isolate& owner = handle.Owner();
  if (&owner != &isolate) {
    Raise("MarshalError", "The object belongs to another isolate: copy it with to_python()");
    return false;
  }
  if (!handle.ref || handle.epoch != owner.epoch) {
    Raise("InvalidHandleError",
          handle.ref ? "The handle is of the time before the isolate was reset" : "The handle was released");
    return false;
  }
  *value = hw_ref_get(isolate.raw, handle.ref);
  return true;
}

void DefineValues(nb::module_& m) {
  nb::class_<Value>(m, "ValueBase", nb::type_slots(value_slots), nb::is_weak_referenceable(),
                    nb::dynamic_attr())
      .def_prop_ro("isolate", [](const Value& handle) { return nb::borrow(handle.isolate); })
      .def("_get",
           [](const Value& handle, nb::handle key, int mode) {
             Use use(handle);
             hw_value name = KeyToGuest(use.isolate, key), value = hw_undefined();
             RunGuest(use, [&] { return hw_get(use.isolate.raw, use.value, name, &value); });
             return Made(ToPython(use.isolate, value, static_cast<Mode>(mode)));
           })
      .def("_get_method",  // as _get; a function remembers the object
           [](nb::handle self, nb::handle key) {
             const Value& handle = *nb::inst_ptr<Value>(self);
             Use use(handle);
             hw_value name = KeyToGuest(use.isolate, key), value = hw_undefined();
             RunGuest(use, [&] { return hw_get(use.isolate.raw, use.value, name, &value); });
             if (hw_type_of(use.isolate.raw, value) == HW_TYPE_FUNCTION)
               return Made(NewValue(use.isolate, value, self.ptr()));
             return Made(ToPython(use.isolate, value, Mode::kLive));
           })
      .def("_set",
           [](const Value& handle, nb::handle key, nb::handle object) {
             Use use(handle);
             hw_value name = KeyToGuest(use.isolate, key), value = hw_undefined();
             if (!ToGuest(use.isolate, object.ptr(), &value)) throw nb::python_error();
             RunGuest(use, [&] { return hw_set(use.isolate.raw, use.value, name, value); });
           })
      .def("_has",
           [](const Value& handle, nb::handle key) {
             Use use(handle);
             hw_value name = KeyToGuest(use.isolate, key);
             bool found = false;
             RunGuest(use, [&] { return hw_has(use.isolate.raw, use.value, name, &found); });
             return found;
           })
      .def("_has_own",
           [](const Value& handle, nb::handle key) {
             Use use(handle);
             hw_value name = KeyToGuest(use.isolate, key);
             hw_property property = {.size = sizeof property};
             bool found = false;
             RunGuest(use, [&] { return hw_get_own(use.isolate.raw, use.value, name, &property, &found); });
             return found;
           })
      .def("_delete",
           [](const Value& handle, nb::handle key) {
             Use use(handle);
             hw_value name = KeyToGuest(use.isolate, key);
             bool deleted = false;
             RunGuest(use, [&] { return hw_delete(use.isolate.raw, use.value, name, &deleted); });
             return deleted;
           })
      .def("_keys",
           [](const Value& handle) {
             Use use(handle);
             hw_value names = hw_undefined();
             RunGuest(use, [&] { return hw_keys(use.isolate.raw, use.value, &names); });
             return Made(ToPython(use.isolate, names, Mode::kCopy));
           })
      .def("_call", &CallValue, nb::arg("receiver").none(), nb::arg("arguments"), nb::arg("mode"))
      .def("__call__",
           [](const Value& handle, nb::args arguments) {
             return CallValue(handle, nb::none(), arguments, static_cast<int>(Mode::kCopy));
           })
      .def("_new",
           [](const Value& handle, nb::args arguments) {
             Use use(handle);
             Arguments given(use.isolate, PySequence_Fast_ITEMS(arguments.ptr()), nb::len(arguments));
             return Made(Perform(use.isolate, Mode::kHandle, [&](hw_value* value) {
               return hw_construct(use.isolate.raw, use.value, given.data(), given.size(), value);
             }));
           })
      .def(
          "to_python",
          [](const Value& handle) {
            Use use(handle, Entry::kAnything);
            return Made(ToPython(use.isolate, use.value, Mode::kPlain));
          },
          "Copies the value: plain data as dict, list and the like, bytes as bytes.")
      .def("_text",
           [](const Value& handle) {
             Use use(handle);
             hw_value text = hw_undefined();
             RunGuest(use, [&] { return hw_to_string(use.isolate.raw, use.value, &text); });
             return Made(TextOf(use.isolate, text));
           })
      .def("_describe",
           [](const Value& handle) {
             Use use(handle, Entry::kAnything);
             char text[400];
             hw_describe(use.isolate.raw, use.value, text, sizeof text);
             return Made(PyUnicode_DecodeUTF8(text, static_cast<Py_ssize_t>(strlen(text)), "replace"));
           })
      .def("_same",
           [](const Value& handle, const Value& other) {
             if (&handle.Owner() != &other.Owner()) return false;
             Use use(handle, Entry::kAnything);
             hw_value second = hw_undefined();
             if (!ValueOf(use.isolate, other, &second)) throw nb::python_error();
             return hw_is_same(use.isolate.raw, use.value, second);
           })
      .def("_kind",
           [](const Value& handle) -> int {
             Use use(handle, Entry::kAnything);
             return hw_kind_of(use.isolate.raw, use.value);
           })
      .def("_type",
           [](const Value& handle) -> int {
             Use use(handle, Entry::kAnything);
             return hw_type_of(use.isolate.raw, use.value);
           })
      .def("_is_valid",
           [](const Value& handle) {
             return handle.ref && !handle.Owner().closed && handle.epoch == handle.Owner().epoch;
           })
      .def("_bind",
           [](const Value& handle, nb::handle receiver) {
             Use use(handle, Entry::kAnything);
             return Made(NewValue(use.isolate, use.value, receiver.ptr()));
           })
      .def("_copy",
           [](const Value& handle) {
             Use use(handle, Entry::kAnything);
             return Made(NewValue(use.isolate, use.value, handle.receiver));
           })
      .def(
          "release",
          [](Value& handle) {
            Isolate& owner = handle.Owner();
            hw_ref ref = std::exchange(handle.ref, 0);
            if (ref && !owner.closed && handle.epoch == owner.epoch) hw_ref_free_later(owner.raw, ref);
          },
          "Lets the value go before Python collects the handle.");
}

}  // namespace hwpy
