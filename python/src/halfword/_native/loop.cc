// Promises and waiting guests: what an event loop needs.
#include <random>

#include "common.h"

namespace hwpy {

namespace {

void Tell(Isolate& isolate, PyObject* callback, hw_promise_state state, hw_value result) {
  KeepException keep;
  bool is_good = state == HW_PROMISE_FULFILLED;
  PyObject* value = is_good ? ToPython(isolate, result, Mode::kCopy) : NewException(isolate, result);
  if (!value) {  // it cannot be copied: whoever awaits the promise learns why
    PyObject *type, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    Py_XDECREF(type);
    Py_XDECREF(traceback);
    is_good = false;
  }
  PyObject* done = PyObject_CallFunction(callback, "OO", is_good ? Py_True : Py_False, value);
  if (!done) PyErr_WriteUnraisable(callback);
  Py_XDECREF(done);
  Py_XDECREF(value);
}

}  // namespace

bool Watch(Isolate& isolate, hw_value promise, PyObject* callback) {
  // Images have the tokens of their promises, too: those of two processes should not meet.
  static uint64_t last_token = uint64_t{std::random_device()()} << 32;
  uint64_t token = ++last_token;
  hw_status status = hw_promise_watch(isolate.raw, promise, token);
  if (status != HW_OK) {
    RaiseStatus(isolate, status);
    return false;
  }
  hw_value result = hw_undefined();
  hw_promise_state state = hw_promise_inspect(isolate.raw, promise, &result);
  if (state == HW_PROMISE_PENDING) {
    isolate.watchers[token] = Py_NewRef(callback);
  } else {
    Tell(isolate, callback, state, result);  // nobody needs to run a job for that
  }
  return true;
}

void PromiseSettled(void*, hw_isolate* raw, uint64_t token, hw_promise_state state, hw_value result) {
  Reentry reentry;
  Isolate& isolate = *static_cast<Isolate*>(hw_isolate_data(raw));
  auto found = isolate.watchers.find(token);
  if (found == isolate.watchers.end()) return;
  PyObject* callback = found->second;
  isolate.watchers.erase(found);
  Tell(isolate, callback, state, result);
  Py_DECREF(callback);
}

namespace {

nb::object Suspended(Isolate& isolate) {
  Entry entry(isolate, Entry::kAnything);
  const char* name = nullptr;
  hw_value few[16];
  hw_scope scope = hw_scope_open(isolate.raw);
  size_t count = hw_suspended_call(isolate.raw, &name, few, std::size(few));
  std::vector<hw_value> many;
  hw_value* arguments = few;
  if (count > std::size(few)) {
    many.resize(count);
    hw_suspended_call(isolate.raw, &name, many.data(), count);
    arguments = many.data();
  }
  nb::object made = nb::none();
  if (name) {
    nb::list list;
    std::string text = name;
    for (size_t i = 0; i < count; i++) {
      PyObject* object = ToPython(isolate, arguments[i], Mode::kCopy);
      if (!object) {
        if (scope) hw_scope_close(isolate.raw, scope);
        throw nb::python_error();
      }
      list.append(nb::steal(object));
    }
    made = nb::make_tuple(text, list);
  }
  if (scope) hw_scope_close(isolate.raw, scope);
  return made;
}

nb::object Resume(Isolate& isolate, nb::handle answer, bool is_error, int mode) {
  Entry entry(isolate, Entry::kAnything);
  hw_value value = hw_undefined();
  bool good = is_error ? ErrorValue(isolate, answer.ptr(), &value) : ToGuest(isolate, answer.ptr(), &value);
  if (!good) throw nb::python_error();
  return Made(Perform(isolate, static_cast<Mode>(mode), [&](hw_value* result) {
    return is_error ? hw_resume_throw(isolate.raw, value, result) : hw_resume(isolate.raw, value, result);
  }));
}

void Settle(Isolate& isolate, const Value& promise, nb::handle answer, bool is_error) {
  Entry entry(isolate, Entry::kAnything);
  hw_value target = hw_undefined(), value = hw_undefined();
  bool good = ValueOf(isolate, promise, &target) &&
              (is_error ? ErrorValue(isolate, answer.ptr(), &value) : ToGuest(isolate, answer.ptr(), &value));
  if (!good) throw nb::python_error();
  hw_status status;
  {
    Guest guest(isolate);
    status = is_error ? hw_promise_reject(isolate.raw, target, value)
                      : hw_promise_resolve(isolate.raw, target, value);
  }
  if (status != HW_OK) {
    RaiseStatus(isolate, status);
    throw nb::python_error();
  }
}

// The value of a promise that is settled; raises the reason of a rejected one.
nb::object ResultOf(Isolate& isolate, const Value& promise, int mode) {
  Entry entry(isolate, Entry::kAnything);
  hw_value target = hw_undefined(), result = hw_undefined();
  if (!ValueOf(isolate, promise, &target)) throw nb::python_error();
  hw_promise_state state = hw_promise_inspect(isolate.raw, target, &result);
  if (state == HW_PROMISE_REJECTED) {
    RaiseThrown(isolate, result);
    throw nb::python_error();
  }
  return Made(ToPython(isolate, result, static_cast<Mode>(mode)));
}

}  // namespace

void DefineLoop(nb::module_& m) {
  m.def("promise_result", &ResultOf);
  m.def("suspended", &Suspended);
  m.def("resume", &Resume);
  m.def("settle", &Settle);
  m.def("new_promise", [](Isolate& isolate) {
    Entry entry(isolate, Entry::kAnything);
    hw_value promise = hw_undefined();
    hw_status status = hw_promise_new(isolate.raw, &promise);
    if (status != HW_OK) {
      RaiseStatus(isolate, status);
      throw nb::python_error();
    }
    return Made(NewValue(isolate, promise));
  });
}

}  // namespace hwpy
