// The module _halfword, which halfword's Python part stands on. It is not for users.
#include "common.h"

NB_MODULE(_halfword, m) {
  using namespace hwpy;
  nb::set_leak_warnings(false);
  InstallForkHandler();
  DefineIsolate(m);
  DefineValues(m);
  DefineBuffers(m);
  DefineLoop(m);
  DefineImages(m);
  m.attr("SOURCE_TYPESCRIPT") = static_cast<int>(HW_SOURCE_TRANSFORM);
  m.attr("FEATURE_HARMONY") = static_cast<int>(HW_FEATURE_HARMONY);
  m.attr("API_VERSION") = hw_api_version();
  m.attr("VERSION") = hw_version();
  m.def("setup", [](nb::dict classes) {
    auto take = [&](const char* name) { return nb::object(classes[name]).release().ptr(); };
    types = {.errors = take("errors"),
             .value = take("value"),
             .object = take("object"),
             .array = take("array"),
             .function = take("function"),
             .promise = take("promise"),
             .bigint = take("bigint"),
             .map = take("map"),
             .undefined = take("undefined"),
             .helpers = take("helpers")};
  });
}
