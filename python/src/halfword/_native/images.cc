// Images, pools and budgets: capsules, around which Python has its classes.
#include "common.h"

namespace hwpy {

namespace {

hw_image* ImageOf(nb::handle capsule) {
  void* image = PyCapsule_GetPointer(capsule.ptr(), "hw_image");
  if (!image) throw nb::python_error();
  return static_cast<hw_image*>(image);
}

nb::object ImageCapsule(hw_image* image, const hw_error& error) {
  if (!image) {
    Raise("ImageError", "%s", error.text);
    throw nb::python_error();
  }
  return Made(PyCapsule_New(image, "hw_image", [](PyObject* capsule) {
    hw_image_release(static_cast<hw_image*>(PyCapsule_GetPointer(capsule, "hw_image")));
  }));
}

nb::object Freeze(Isolate& isolate, bool compact) {
  Entry entry(isolate, Entry::kAnything);
  hw_image_options options = {.size = sizeof options, .compact = compact};
  hw_error error = {};
  hw_image* image = hw_isolate_freeze_with(isolate.raw, &options, &error);
  return ImageCapsule(image, error);
}

// How an image is written or opened. Its bytes are those of the arguments, which live longer.
hw_image_options OptionsOf(nb::handle base, nb::bytes key, nb::bytes bound) {
  return {.size = sizeof(hw_image_options),
          .base = base.is_none() ? nullptr : ImageOf(base),
          .key = key.size() ? key.c_str() : nullptr,
          .key_size = key.size(),
          .bound = bound.size() ? bound.c_str() : nullptr,
          .bound_size = bound.size()};
}

nb::object BytesOf(nb::handle capsule, nb::handle base, nb::bytes key, nb::bytes bound) {
  hw_image* image = ImageOf(capsule);
  hw_image_options options = OptionsOf(base, key, bound);
  std::vector<char> data(1 << 20);  // most fit, so that the work is done once
  size_t size;
  {
    nb::gil_scoped_release release;
    size = hw_image_bytes_with(image, &options, data.data(), data.size());
    if (size > data.size()) {
      data.resize(size);
      hw_image_bytes_with(image, &options, data.data(), size);
    }
  }
  if (size == 0) {
    Raise("ImageError", "The image cannot be written: there is too little memory");
    throw nb::python_error();
  }
  return nb::bytes(data.data(), size);
}

nb::object OpenBytes(nb::bytes data, nb::list bases, nb::bytes key, nb::bytes bound) {
  std::vector<hw_image*> known;
  for (nb::handle base : bases) known.push_back(ImageOf(base));
  hw_image_options options = OptionsOf(nb::none(), key, bound);
  hw_error error = {};
  hw_image* image;
  {
    nb::gil_scoped_release release;
    image = hw_image_open_with(data.c_str(), data.size(), known.data(), known.size(), &options, &error);
  }
  return ImageCapsule(image, error);
}

nb::object NewPool(nb::handle image, nb::handle host, size_t size, size_t memory_limit, int64_t fuel,
                   double timeout, size_t stack, bool no_eval, bool no_jit, nb::handle budget) {
  hw_config config = {.size = sizeof config,
                      .image = image.is_none() ? nullptr : ImageOf(image),
                      .host = nb::inst_ptr<Host>(host)->Raw(),
                      .memory_limit = memory_limit,
                      .fuel = fuel,
                      .timeout_ns = static_cast<uint64_t>(timeout * 1e9),
                      .stack_bytes = stack,
                      .no_eval = no_eval,
                      .no_jit = no_jit};
  if (!budget.is_none())
    config.budget = static_cast<hw_budget*>(PyCapsule_GetPointer(budget.ptr(), "hw_budget"));
  hw_error error = {};
  hw_pool* pool = hw_pool_new(&config, size, &error);
  if (!pool) {
    Raise("HalfwordError", "The pool cannot be made: %s", error.text);
    throw nb::python_error();
  }
  return Made(PyCapsule_New(pool, "hw_pool", [](PyObject* capsule) {
    hw_pool_destroy(static_cast<hw_pool*>(PyCapsule_GetPointer(capsule, "hw_pool")));
  }));
}

hw_budget* BudgetOf(nb::handle capsule) {
  void* budget = PyCapsule_GetPointer(capsule.ptr(), "hw_budget");
  if (!budget) throw nb::python_error();
  return static_cast<hw_budget*>(budget);
}

}  // namespace

void DefineImages(nb::module_& m) {
  m.def("freeze", &Freeze);
  m.def("image_open", [](const std::string& path) {
    hw_error error = {};
    hw_image* image = hw_image_open(path.c_str(), &error);
    return ImageCapsule(image, error);
  });
  m.def("image_open_bytes", &OpenBytes);
  m.def("image_save", [](nb::handle image, const std::string& path, nb::bytes key, nb::bytes bound) {
    hw_image_options options = OptionsOf(nb::none(), key, bound);
    hw_error error = {};
    if (hw_image_save_with(ImageOf(image), path.c_str(), &options, &error)) return;
    Raise("ImageError", "%s", error.text);
    throw nb::python_error();
  });
  m.def("image_bytes", &BytesOf, nb::arg("image"), nb::arg("base").none(), nb::arg("key"), nb::arg("bound"));
  m.def("image_name", [](nb::handle image) {
    uint8_t name[32];
    hw_image_name(ImageOf(image), name);
    return nb::bytes(name, sizeof name);
  });
  m.def("new_pool", &NewPool, nb::arg("image").none(), nb::arg("host"), nb::arg("size"),
        nb::arg("memory_limit"), nb::arg("fuel"), nb::arg("timeout"), nb::arg("stack"), nb::arg("no_eval"),
        nb::arg("no_jit"), nb::arg("budget").none());
  m.def("new_budget", [](size_t memory, int64_t fuel) {
    hw_budget* budget = hw_budget_new(memory, fuel);
    if (!budget) throw std::bad_alloc();
    return Made(PyCapsule_New(budget, "hw_budget", [](PyObject* capsule) {
      hw_budget_release(static_cast<hw_budget*>(PyCapsule_GetPointer(capsule, "hw_budget")));
    }));
  });
  m.def("budget_add_fuel",
        [](nb::handle budget, int64_t fuel) { hw_budget_add_fuel(BudgetOf(budget), fuel); });
  m.def("budget_left", [](nb::handle budget) {
    auto number = [](int64_t left) { return left < 0 ? nb::none() : nb::object(nb::int_(left)); };
    return nb::make_tuple(number(hw_budget_memory_left(BudgetOf(budget))),
                          number(hw_budget_fuel_left(BudgetOf(budget))));
  });
}

}  // namespace hwpy
