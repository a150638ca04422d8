/* The header is C99, and enough of it works from there. Called from c99_test.cc. */
#include <stdio.h>
#include <string.h>

#include "halfword/halfword.h"

static hw_status Add(hw_isolate* isolate, const hw_call* call, hw_value* result) {
  if (call->argument_count != 2) return hw_throw_error(isolate, HW_ERROR_TYPE, "two numbers, please");
  *result = hw_number(isolate,
                      hw_as_number(isolate, call->arguments[0]) + hw_as_number(isolate, call->arguments[1]));
  *(int*)call->data += 1;
  return HW_OK;
}

/* 0, or the number of the line that went wrong. */
int C99Test(void) {
#define EXPECT(condition) \
  if (!(condition)) return __LINE__
  int calls = 0;
  char text[100];
  hw_error error;
  hw_value value;
  const hw_function functions[] = {{"add", Add, 2, &calls}};
  hw_host* host = hw_host_new(functions, 1, NULL);
  hw_config config;
  hw_isolate* isolate;
  memset(&config, 0, sizeof config);
  config.size = sizeof config;
  config.host = host;
  EXPECT(hw_api_version() == HW_API_VERSION);
  EXPECT(strcmp(hw_version(), HW_VERSION_STRING) == 0);
  sprintf(text, "%d.%d.%d", HW_VERSION_MAJOR, HW_VERSION_MINOR, HW_VERSION_PATCH);
  EXPECT(strcmp(text, HW_VERSION_STRING) == 0);
  isolate = hw_isolate_new(&config, &error);
  EXPECT(isolate != NULL);
  EXPECT(hw_install_host(isolate, hw_global(isolate)) == HW_OK);
  EXPECT(hw_evaluate(isolate, "add(40, 2)", HW_ZERO_TERMINATED, "c99.js", &value) == HW_OK);
  EXPECT(hw_type_of(isolate, value) == HW_TYPE_NUMBER && hw_as_number(isolate, value) == 42 && calls == 1);
  EXPECT(hw_evaluate(isolate, "add()", HW_ZERO_TERMINATED, "c99.js", &value) == HW_EXCEPTION);
  EXPECT(hw_describe(isolate, hw_exception(isolate), text, sizeof text) > 20);
  EXPECT(strncmp(text, "TypeError: two numbers, please", 30) == 0);
  hw_isolate_destroy(isolate);
  hw_host_release(host);
  return 0;
}
