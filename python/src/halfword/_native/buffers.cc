// Bytes without copies: memoryviews of the guest's buffers, and typed arrays over buffers of Python.
#include <cstring>

#include "common.h"

namespace hwpy {

namespace {

PyObject* bytes_class;

struct Element {
  hw_view_kind kind;
  const char* format;
  Py_ssize_t size;
};
constexpr Element kElements[] = {
    {HW_VIEW_INT8, "b", 1},    {HW_VIEW_UINT8, "B", 1},    {HW_VIEW_UINT8_CLAMPED, "B", 1},
    {HW_VIEW_INT16, "h", 2},   {HW_VIEW_UINT16, "H", 2},   {HW_VIEW_INT32, "i", 4},
    {HW_VIEW_UINT32, "I", 4},  {HW_VIEW_FLOAT16, "e", 2},  {HW_VIEW_FLOAT32, "f", 4},
    {HW_VIEW_FLOAT64, "d", 8}, {HW_VIEW_BIGINT64, "q", 8}, {HW_VIEW_BIGUINT64, "Q", 8}};
constexpr Element kByte = {HW_VIEW_UINT8, "B", 1};

const Element& ElementOf(hw_view_kind kind) {
  for (const Element& element : kElements) {
    if (element.kind == kind) return element;
  }
  return kByte;
}

// The kind of typed array for a format of the struct module, in the machine's order.
hw_view_kind KindOf(const char* format, Py_ssize_t size) {
  if (!format) return HW_VIEW_UINT8;
  if (*format == '@' || *format == '=' || *format == '<') format++;
  if (strlen(format) != 1) return HW_VIEW_NONE;
  if (strchr("bhilqn", *format)) {
    return size == 1   ? HW_VIEW_INT8
           : size == 2 ? HW_VIEW_INT16
           : size == 4 ? HW_VIEW_INT32
           : size == 8 ? HW_VIEW_BIGINT64
                       : HW_VIEW_NONE;
  }
  if (strchr("BHILQNc?", *format)) {
    return size == 1   ? HW_VIEW_UINT8
           : size == 2 ? HW_VIEW_UINT16
           : size == 4 ? HW_VIEW_UINT32
           : size == 8 ? HW_VIEW_BIGUINT64
                       : HW_VIEW_NONE;
  }
  return *format == 'e'   ? HW_VIEW_FLOAT16
         : *format == 'f' ? HW_VIEW_FLOAT32
         : *format == 'd' ? HW_VIEW_FLOAT64
                          : HW_VIEW_NONE;
}

int GetBuffer(PyObject* self, Py_buffer* view, int flags) {
  Bytes* bytes = nb::inst_ptr<Bytes>(self);
  if ((flags & PyBUF_WRITABLE) && bytes->read_only) {
    view->obj = nullptr;
    PyErr_SetString(PyExc_BufferError, "The guest's buffer is immutable");
    return -1;
  }
  *view = {};
  view->buf = bytes->data;
  view->obj = Py_NewRef(self);
  view->len = bytes->size;
  view->readonly = bytes->read_only;
  view->itemsize = bytes->item_size;
  view->format = (flags & PyBUF_FORMAT) ? const_cast<char*>(bytes->format) : nullptr;
  view->ndim = 1;
  view->shape = (flags & PyBUF_ND) ? &bytes->length : nullptr;
  view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? &bytes->item_size : nullptr;
  return 0;
}

int Traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (nb::inst_ready(self)) Py_VISIT(nb::inst_ptr<Bytes>(self)->isolate);
  return 0;
}

PyType_Slot bytes_slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(&GetBuffer)},
                             {Py_tp_traverse, reinterpret_cast<void*>(&Traverse)},
                             {0, nullptr}};

}  // namespace

Bytes::~Bytes() {
  Isolate& owner = *nb::inst_ptr<Isolate>(isolate);
  owner.unpins.push_back(ref);
  if (owner.closed) {  // it has waited for this
    DrainPins(owner);
    owner.Close();
  }
  Py_DECREF(isolate);
}

void DrainPins(Isolate& isolate) {
  std::vector<hw_ref> list;
  list.swap(isolate.unpins);
  for (hw_ref ref : list) {
    hw_bytes_unpin(isolate.raw, hw_ref_get(isolate.raw, ref));
    hw_ref_free(isolate.raw, ref);
    isolate.pins--;
  }
}

PyObject* NewBytes(Isolate& isolate, hw_value buffer_or_view) {
  uint8_t* data = nullptr;
  size_t size = 0;
  if (!hw_bytes(isolate.raw, buffer_or_view, &data, &size)) size = 0;
  return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(data), static_cast<Py_ssize_t>(size));
}

PyObject* NewMemoryView(Isolate& isolate, hw_value buffer_or_view) {
  hw_view view = {.size = sizeof view};
  uint8_t* data = nullptr;
  size_t size = 0;
  hw_ref ref = 0;
  if (hw_view_describe(isolate.raw, buffer_or_view, &view) && !(view.flags & HW_BUFFER_DETACHED) &&
      hw_bytes_pin(isolate.raw, buffer_or_view, &data, &size) == HW_OK) {
    ref = hw_ref_create(isolate.raw, buffer_or_view, HW_REF_TRANSIENT);
  }
  if (!ref) {  // there are no bytes
    PyObject* empty = PyBytes_FromStringAndSize("", 0);
    PyObject* made = empty ? PyMemoryView_FromObject(empty) : nullptr;
    Py_XDECREF(empty);
    return made;
  }
  isolate.pins++;
  const Element& element = ElementOf(view.kind);
  Py_ssize_t length = static_cast<Py_ssize_t>(size) / element.size;
  static uint8_t nothing;
  nb::object made = nb::inst_alloc(bytes_class);
  new (nb::inst_ptr<Bytes>(made)) Bytes{Py_NewRef(isolate.self),
                                        ref,
                                        data ? data : &nothing,
                                        length * element.size,
                                        length,
                                        element.size,
                                        element.format,
                                        (view.flags & HW_BUFFER_READ_ONLY) != 0};
  nb::inst_mark_ready(made);
  return PyMemoryView_FromObject(made.ptr());
}

bool BufferToGuest(Isolate& isolate, PyObject* object, hw_value* view) {
  Py_buffer buffer;
  if (PyObject_GetBuffer(object, &buffer, PyBUF_FULL_RO)) return false;
  hw_view_kind kind = KindOf(buffer.format, buffer.itemsize);
  if (kind == HW_VIEW_NONE) {
    Raise("MarshalError", "No typed array has elements of the format '%s'", buffer.format);
    PyBuffer_Release(&buffer);
    return false;
  }
  hw_value made = hw_undefined();
  hw_status status;
  size_t size = static_cast<size_t>(buffer.len);
  if (size == 0) {
    status = hw_array_buffer(isolate.raw, nullptr, 0, &made);
    PyBuffer_Release(&buffer);
  } else if (!PyBuffer_IsContiguous(&buffer, 'C')) {
    std::vector<char> copy(size);
    int failed = PyBuffer_ToContiguous(copy.data(), &buffer, buffer.len, 'C');
    PyBuffer_Release(&buffer);
    if (failed) return false;
    status = hw_array_buffer(isolate.raw, copy.data(), size, &made);
  } else {
    Held* held = Hold(isolate, object);
    held->buffer = buffer;
    held->has_buffer = true;
    status = hw_array_buffer_external(isolate.raw, buffer.buf, size,
                                      buffer.readonly ? HW_BUFFER_READ_ONLY : 0, &Release, held, &made);
    if (status != HW_OK) Release(held);
  }
  if (status == HW_OK) status = hw_view_new(isolate.raw, kind, made, 0, SIZE_MAX, view);
  if (status != HW_OK) RaiseStatus(isolate, status);
  return status == HW_OK;
}

void DefineBuffers(nb::module_& m) {
  bytes_class = nb::class_<Bytes>(m, "Bytes", nb::type_slots(bytes_slots)).release().ptr();
}

}  // namespace hwpy
