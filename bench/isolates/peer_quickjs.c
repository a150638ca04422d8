/* What isolates.cc measures, for a runtime with a full context of quickjs-ng: times of make, run, destroy,
 * and memory of COUNT that live at once. Built by run.py against --quickjs FOLDER. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "quickjs.h"

static double Now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int Compare(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return x < y ? -1 : x > y;
}

static double Rollup(const char* name) {
  char line[256];
  double value = 0;
  FILE* f = fopen("/proc/self/smaps_rollup", "r");
  while (f && fgets(line, sizeof line, f)) {
    if (!strncmp(line, name, strlen(name))) value = atof(line + strlen(name));
  }
  if (f) fclose(f);
  return value;
}

static JSContext* Make(void) {
  JSContext* context = JS_NewContext(JS_NewRuntime());
  JS_FreeValue(context, JS_Eval(context, "1 + 1", 5, "bench.js", JS_EVAL_TYPE_GLOBAL));
  return context;
}

static void Destroy(JSContext* context) {
  JSRuntime* runtime = JS_GetRuntime(context);
  JS_FreeContext(context);
  JS_FreeRuntime(runtime);
}

int main(int argc, char** argv) {
  int i, count = argc > 1 ? atoi(argv[1]) : 1000;
  double* times = malloc(sizeof *times * (size_t)count);
  JSContext** all = malloc(sizeof *all * (size_t)count);
  double before, during;
  for (i = 0; i < count; i++) {
    double start = Now();
    Destroy(Make());
    times[i] = Now() - start;
  }
  qsort(times, (size_t)count, sizeof *times, Compare);
  before = Rollup("Private_Dirty:");
  for (i = 0; i < count; i++) all[i] = Make();
  during = Rollup("Private_Dirty:");
  for (i = 0; i < count; i++) Destroy(all[i]);
  printf(
      "{\"cpu_us\": {\"p50\": %.1f, \"p99\": %.1f}, \"private_kib_each\": %.1f, \"rss_mib_after\": %.1f}\n",
      times[count / 2], times[count * 99 / 100], (during - before) / count, Rollup("Rss:") / 1024);
  return 0;
}
