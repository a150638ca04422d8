// Exceptions both ways.
#include <cstdarg>
#include <cstring>

#include "common.h"

namespace hwpy {

PyObject* ErrorClass(const char* name) {
  PyObject* found = PyObject_GetAttrString(types.errors, name);
  if (!found) return PyExc_RuntimeError;
  Py_DECREF(found);  // the module keeps it
  return found;
}

void Raise(const char* class_name, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  PyErr_FormatV(ErrorClass(class_name), format, arguments);
  va_end(arguments);
}

void RaiseStatus(Isolate& isolate, hw_status status) {
  if (status == HW_EXCEPTION) return RaiseThrown(isolate, hw_exception(isolate.raw));
  if (status == HW_SUSPENDED) {
    const char* name = nullptr;
    hw_suspended_call(isolate.raw, &name, nullptr, 0);
    return Raise("SuspendedError",
                 "The guest waits for the answer of %s(): see suspended, resume() and resume_error()",
                 name ? name : "a function");
  }
  if (status != HW_TERMINATED) {
    const char* mistake = hw_mistake(isolate.raw);
    return Raise("HalfwordError", "%s", *mistake ? mistake : "The call is not possible now");
  }
  if (PyErr_Occurred()) return;  // a signal has come
  if (isolate.fatal) {
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(isolate.fatal)), isolate.fatal);
    return;
  }
  switch (hw_isolate_reason(isolate.raw)) {
    case HW_REASON_MEMORY:
      return Raise("MemoryLimitError", "The guest has reached its memory limit; reset() starts it anew");
    case HW_REASON_FUEL: return Raise("FuelError", "The guest has no fuel left; reset() starts it anew");
    case HW_REASON_DEADLINE:
      return Raise("TimeoutError", "The guest has run for too long; reset() starts it anew");
    case HW_REASON_STACK:
      return Raise("StackOverflowError", "The thread has too little stack left to run a guest");
    case HW_REASON_INTERRUPT:
      if (PyErr_CheckSignals()) return;  // KeyboardInterrupt
      return Raise("InterruptError", "The guest was interrupted; reset() starts it anew");
    default:
      return Raise("TerminatedError", "An exception of Python has ended the guest; reset() starts it anew");
  }
}

namespace {

// A property of an error as text, or null if it has none; no exception stays.
PyObject* Part(Isolate& isolate, hw_value error, const char* name) {
  hw_value value = hw_undefined();
  hw_status status;
  {
    Guest guest(isolate);
    status = hw_get_named(isolate.raw, error, name, &value);
  }
  if (status != HW_OK || hw_type_of(isolate.raw, value) != HW_TYPE_STRING) return Py_NewRef(Py_None);
  PyObject* text = TextOf(isolate, value);
  if (text) return text;
  PyErr_Clear();
  return Py_NewRef(Py_None);
}

PyObject* Described(Isolate& isolate, hw_value value) {
  char text[2000];
  hw_describe(isolate.raw, value, text, sizeof text);
  return PyUnicode_DecodeUTF8(text, static_cast<Py_ssize_t>(strlen(text)), "replace");
}

PyObject* Exception(Isolate& isolate, hw_value thrown, int depth) {
  hw_isolate* raw = isolate.raw;
  bool is_object = hw_type_of(raw, thrown) == HW_TYPE_OBJECT || hw_type_of(raw, thrown) == HW_TYPE_FUNCTION;
  if (is_object) {
    // One that has come from Python comes back as itself.
    if (void* data = hw_external_data(raw, thrown)) {
      PyObject* object = static_cast<Held*>(data)->object;
      if (PyExceptionInstance_Check(object)) return Py_NewRef(object);
    }
  }
  bool is_error = is_object && hw_kind_of(raw, thrown) == HW_KIND_ERROR;
  PyObject* name = nullptr;
  PyObject* message = nullptr;
  PyObject* stack = nullptr;
  PyObject* cause = Py_NewRef(Py_None);
  PyObject* value = is_object ? NewValue(isolate, thrown) : ToPython(isolate, thrown, Mode::kLive);
  if (is_error) {
    name = Part(isolate, thrown, "name");
    message = Part(isolate, thrown, "message");
    stack = Part(isolate, thrown, "stack");
    hw_property property = {.size = sizeof property};
    bool found = false;
    hw_value key = hw_string(raw, "cause", 5);
    if (depth < 10 && hw_get_own(raw, thrown, key, &property, &found) == HW_OK && found &&
        property.has_value) {
      hw_type type = hw_type_of(raw, property.value);
      bool is_cause = type == HW_TYPE_OBJECT && hw_kind_of(raw, property.value) == HW_KIND_ERROR;
      PyObject* made = is_cause ? Exception(isolate, property.value, depth + 1)
                                : ToPython(isolate, property.value, Mode::kLive);
      if (made) {
        Py_SETREF(cause, made);
      } else {
        PyErr_Clear();
      }
    }
  } else {
    name = Py_NewRef(Py_None);
    message = Described(isolate, thrown);
    stack = Py_NewRef(Py_None);
  }
  PyObject* made = nullptr;
  if (name && message && stack && value) {
    made = PyObject_CallMethod(types.errors, "_make", "OOOOOi", name, message, stack, cause, value, is_error);
  }
  Py_XDECREF(name);
  Py_XDECREF(message);
  Py_XDECREF(stack);
  Py_XDECREF(cause);
  Py_XDECREF(value);
  return made;
}

bool SetHidden(Isolate& isolate, hw_value object, const char* name, PyObject* text) {
  hw_property property = {.size = sizeof property,
                          .attributes = HW_PROPERTY_WRITABLE | HW_PROPERTY_CONFIGURABLE,
                          .given = HW_PROPERTY_WRITABLE | HW_PROPERTY_ENUMERABLE | HW_PROPERTY_CONFIGURABLE,
                          .has_value = true};
  if (!ToGuest(isolate, text, &property.value)) return false;
  hw_value key = hw_string(isolate.raw, name, strlen(name));
  return hw_define(isolate.raw, object, key, &property, nullptr) == HW_OK;
}

hw_error_type TypeFor(PyObject* exception) {
  PyObject* const ranges[] = {PyExc_ValueError, PyExc_IndexError, PyExc_OverflowError, PyExc_RecursionError};
  if (PyObject_IsInstance(exception, PyExc_TypeError) == 1) return HW_ERROR_TYPE;
  for (PyObject* range : ranges) {
    if (PyObject_IsInstance(exception, range) == 1) return HW_ERROR_RANGE;
  }
  if (PyObject_IsInstance(exception, PyExc_NameError) == 1) return HW_ERROR_REFERENCE;
  if (PyObject_IsInstance(exception, PyExc_SyntaxError) == 1) return HW_ERROR_SYNTAX;
  return HW_ERROR_PLAIN;
}

bool MakeError(Isolate& isolate, PyObject* exception, int depth, hw_value* error) {
  // An error of this guest goes back as what it was.
  PyObject* js_error = ErrorClass("JSError");
  if (PyObject_IsInstance(exception, js_error) == 1) {
    PyObject* value = PyObject_GetAttrString(exception, "value");
    if (!value) return false;
    bool is_handle = PyObject_TypeCheck(value, reinterpret_cast<PyTypeObject*>(types.value));
    Value* handle = is_handle ? nb::inst_ptr<Value>(value) : nullptr;
    PyObject* thrown = PyObject_GetAttrString(exception, "_is_thrown");
    bool is_ours = handle ? &handle->Owner() == &isolate && handle->epoch == isolate.epoch && handle->ref
                          : thrown == Py_True;
    Py_XDECREF(thrown);
    PyErr_Clear();
    bool good = is_ours && ToGuest(isolate, value, error);
    Py_DECREF(value);
    if (is_ours) return good;
  }
  PyObject* parts =
      PyObject_CallMethod(types.errors, "_parts", "O", exception);  // name, message, lines of the stack
  if (!parts) return false;
  hw_value message = hw_undefined();
  bool good = ToGuest(isolate, PyTuple_GET_ITEM(parts, 1), &message) &&
              hw_error_new(isolate.raw, TypeFor(exception), message, error) == HW_OK;
  if (good) {
    char text[4000];
    hw_describe(isolate.raw, *error, text, sizeof text);
    PyObject* guest = PyUnicode_DecodeUTF8(text, static_cast<Py_ssize_t>(strlen(text)), "replace");
    PyObject* stack = guest ? PyObject_CallMethod(types.errors, "_stack", "OO", parts, guest) : nullptr;
    good = stack && SetHidden(isolate, *error, "name", PyTuple_GET_ITEM(parts, 0)) &&
           SetHidden(isolate, *error, "stack", stack);
    Py_XDECREF(guest);
    Py_XDECREF(stack);
  }
  Py_DECREF(parts);
  if (!good) return false;
  PyObject* cause = PyException_GetCause(exception);
  if (cause && depth < 10) {
    hw_value made = hw_undefined();
    if (MakeError(isolate, cause, depth + 1, &made)) {
      hw_property property = {
          .size = sizeof property,
          .attributes = HW_PROPERTY_WRITABLE | HW_PROPERTY_CONFIGURABLE,
          .given = HW_PROPERTY_WRITABLE | HW_PROPERTY_ENUMERABLE | HW_PROPERTY_CONFIGURABLE,
          .has_value = true,
          .value = made};
      (void)hw_define(isolate.raw, *error, hw_string(isolate.raw, "cause", 5), &property, nullptr);
    } else {
      PyErr_Clear();
    }
  }
  Py_XDECREF(cause);
  Held* held = Hold(isolate, exception);
  hw_external external = {
      .size = sizeof external, .data = held, .finalize = &ReleaseFinal, .hint = nullptr, .detaches = true};
  if (hw_attach(isolate.raw, *error, &external) != HW_OK) Release(held);
  return true;
}

}  // namespace

PyObject* NewException(Isolate& isolate, hw_value thrown) { return Exception(isolate, thrown, 0); }

void RaiseThrown(Isolate& isolate, hw_value thrown) {
  PyObject* exception = NewException(isolate, thrown);
  if (!exception) return;
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception)), exception);
  Py_DECREF(exception);
}

bool ErrorValue(Isolate& isolate, PyObject* exception, hw_value* error) {
  if (MakeError(isolate, exception, 0, error)) return true;
  if (!PyErr_Occurred()) RaiseStatus(isolate, hw_isolate_reason(isolate.raw) ? HW_TERMINATED : HW_INVALID);
  return false;
}

hw_status ThrowToGuest(Isolate& isolate) {
  PyObject *type, *exception, *traceback;
  PyErr_Fetch(&type, &exception, &traceback);
  PyErr_NormalizeException(&type, &exception, &traceback);
  if (traceback) PyException_SetTraceback(exception, traceback);
  hw_status status;
  hw_value error = hw_undefined();
  if (!PyErr_GivenExceptionMatches(exception, PyExc_Exception)) {
    // KeyboardInterrupt, SystemExit and the like are not for guests to catch.
    Py_XSETREF(isolate.fatal, Py_NewRef(exception));
    status = hw_terminate(isolate.raw);
  } else if (MakeError(isolate, exception, 0, &error)) {
    status = hw_throw(isolate.raw, error);
  } else {
    PyErr_Clear();
    status = hw_throw_error(isolate.raw, HW_ERROR_PLAIN, "An exception of Python could not be converted");
  }
  Py_XDECREF(type);
  Py_XDECREF(exception);
  Py_XDECREF(traceback);
  return status;
}

}  // namespace hwpy
