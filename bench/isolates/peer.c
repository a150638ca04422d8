#include "peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double Now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int Compare(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return x < y ? -1 : x > y;
}

/* In KiB. */
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

static char* ReadAll(const char* path, size_t* size) {
  FILE* f = fopen(path, "rb");
  char* text;
  if (!f) exit(2);
  fseek(f, 0, SEEK_END);
  *size = (size_t)ftell(f);
  rewind(f);
  text = malloc(*size + 1);
  if (fread(text, 1, *size, f) != *size) exit(2);
  text[*size] = 0;
  fclose(f);
  return text;
}

void PeerMeasure(int count, const char* path) {
  int i;
  size_t size = 0;
  char* source = path ? ReadAll(path, &size) : NULL;
  double* times = malloc(sizeof *times * (size_t)count);
  void** all = malloc(sizeof *all * (size_t)count);
  double before, resident, during;
  for (i = 0; i < count; i++) {
    double start = Now();
    PeerDelete(PeerNew(source, size));
    times[i] = Now() - start;
  }
  qsort(times, (size_t)count, sizeof *times, Compare);
  before = Rollup("Private_Dirty:");
  resident = Rollup("Rss:");
  for (i = 0; i < count; i++) all[i] = PeerNew(source, size);
  during = Rollup("Private_Dirty:");
  for (i = 0; i < count; i++) PeerDelete(all[i]);
  printf("{\"cpu_us\": {\"p50\": %.1f, \"p99\": %.1f}, \"private_kib_each\": %.1f, \"rss_mib_kept\": %.1f}\n",
         times[count / 2], times[count * 99 / 100], (during - before) / count,
         (Rollup("Rss:") - resident) / 1024);
  fflush(stdout);
  free(all);
  free(times);
  free(source);
}
