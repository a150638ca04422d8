/* C99 against the installed library: runs a script in an isolate, and in a clone of an image of it. */
#include <halfword/halfword.h>
#include <stdio.h>
#include <string.h>

static hw_status Twice(hw_isolate* isolate, const hw_call* call, hw_value* result) {
  double n;
  hw_status status = hw_to_number(isolate, call->argument_count ? call->arguments[0] : hw_undefined(), &n);
  if (status == HW_OK) *result = hw_number(isolate, 2 * n);
  return status;
}

/* Mappings of the file whose name contains `name`. */
static int Mappings(const char* name) {
  char line[1000];
  int count = 0;
  FILE* maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps)) count += strstr(line, name) != NULL;
  if (maps) fclose(maps);
  return count;
}

int main(int argc, char** argv) {
  hw_function function = {"twice", Twice, 1, NULL};
  hw_host* host = hw_host_new(&function, 1, NULL);
  hw_config config;
  hw_error error;
  hw_isolate* isolate;
  hw_value value;
  double n = 0;
  const char* file = argc > 1 ? argv[1] : "hello";
  int before = Mappings(file);
  memset(&config, 0, sizeof config);
  config.size = sizeof config;
  config.host = host;
  config.memory_limit = 32 << 20;
  isolate = hw_isolate_new(&config, &error);
  if (!isolate) return fprintf(stderr, "%s\n", error.text), 1;
  if (hw_install_host(isolate, hw_global(isolate)) != HW_OK ||
      hw_evaluate(isolate, "[1, 2, 3].map(x => twice(x)).reduce((a, b) => a + b)", HW_ZERO_TERMINATED,
                  "hello.js", &value) != HW_OK ||
      hw_to_number(isolate, value, &n) != HW_OK) {
    return fprintf(stderr, "the script failed\n"), 1;
  }
  /* The initial heap is a private mapping of the very file that the library lies in. */
  printf("%g, api %u, image %s\n", n, hw_api_version(), Mappings(file) > before ? "mapped" : "not mapped");
  hw_isolate_destroy(isolate);
  hw_host_release(host);
  return n == 12 ? 0 : 1;
}
