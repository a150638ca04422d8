// Functions of Python that guests call.
#include "common.h"

namespace hwpy {

namespace {

constexpr size_t kFewArguments = 8;

hw_status Call(Isolate& isolate, PyObject* function, bool copies, const hw_call* call, hw_value* result) {
  PyObject* few[kFewArguments + 1];
  size_t count = call->argument_count;
  std::vector<PyObject*> many;
  PyObject** given = few + 1;  // vectorcall may use the place before
  if (count > kFewArguments) {
    many.resize(count + 1);
    given = many.data() + 1;
  }
  size_t made = 0;
  PyObject* answer = nullptr;
  while (made < count) {
    given[made] = ToPython(isolate, call->arguments[made], copies ? Mode::kCopy : Mode::kLive);
    if (!given[made]) break;
    made++;
  }
  if (made == count)
    answer = PyObject_Vectorcall(function, given, count | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
  for (size_t i = 0; i < made; i++) Py_DECREF(given[i]);
  if (!answer) return ThrowToGuest(isolate);
  bool good = ToGuest(isolate, answer, result);
  Py_DECREF(answer);
  return good ? HW_OK : ThrowToGuest(isolate);
}

}  // namespace

hw_status CallNamed(hw_isolate* raw, const hw_call* call, hw_value* result) {
  const NamedFunction* function = static_cast<const NamedFunction*>(call->data);
  if (function->waits) return HW_SUSPENDED;
  Reentry reentry;
  if (!function->function) return hw_throw_error(raw, HW_ERROR_PLAIN, "The function's host is gone");
  Isolate& isolate = *static_cast<Isolate*>(hw_isolate_data(raw));
  hw_status status = Call(isolate, function->function, function->copies, call, result);
  return status == HW_OK && reentry.SignalsRaise() ? ThrowToGuest(isolate) : status;
}

hw_status CallHeld(hw_isolate* raw, const hw_call* call, hw_value* result) {
  Held* held = static_cast<Held*>(hw_external_data(raw, call->captured));
  if (!held) {
    return hw_throw_error(
        raw, HW_ERROR_PLAIN,
        "The function was one of Python's in another isolate: only those of a host are in images");
  }
  Reentry reentry;
  Isolate& isolate = *held->isolate;
  PyObject* function = Py_NewRef(held->object);  // its cell may be collected meanwhile
  hw_status status = Call(isolate, function, held->copies, call, result);
  Py_DECREF(function);
  return status == HW_OK && reentry.SignalsRaise() ? ThrowToGuest(isolate) : status;
}

bool NewFunction(Isolate& isolate, PyObject* callable, bool copies, hw_value* function) {
  Held* held = Hold(isolate, callable);
  held->copies = copies;
  hw_external external = {
      .size = sizeof external, .data = held, .finalize = &ReleaseFinal, .hint = nullptr, .detaches = true};
  hw_value captured = hw_external_new(isolate.raw, &external);
  if (hw_type_of(isolate.raw, captured) == HW_TYPE_UNDEFINED) {
    Release(held);
    Raise("HalfwordError", "The function cannot be made: %s", hw_mistake(isolate.raw));
    return false;
  }
  hw_function_options options = {
      .size = sizeof options, .shown_name = hw_undefined(), .prototype = hw_undefined()};
  PyObject* name = PyObject_GetAttrString(callable, "__name__");
  if (name && PyUnicode_Check(name)) {
    if (!ToGuest(isolate, name, &options.shown_name)) PyErr_Clear();
  } else {
    PyErr_Clear();
  }
  Py_XDECREF(name);
  hw_status status = hw_function_make(isolate.raw, kHeldFunction, captured, &options, function);
  if (status == HW_OK) return true;
  Raise("HalfwordError", "The function cannot be made: %s", hw_mistake(isolate.raw));
  return false;
}

}  // namespace hwpy
