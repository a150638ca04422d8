// Starts a program a number of times and prints, for each, wall time in microseconds and peak resident KiB.
//   launch COUNT PROGRAM ARGS...
// A process inherits its parent's peak through vfork and exec, so the parent must be small: hence C.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  int quiet = open("/dev/null", O_RDWR);
  for (int left = atoi(argv[1]); left > 0; left--) {
    struct timespec begin, end;
    struct rusage usage;
    int status;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    pid_t child = vfork();
    if (child == 0) {
      dup2(quiet, 0);
      dup2(quiet, 1);
      dup2(quiet, 2);
      execvp(argv[2], argv + 2);
      _exit(127);
    }
    if (wait4(child, &status, 0, &usage) != child || status != 0) return 1;
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%ld %ld\n", (end.tv_sec - begin.tv_sec) * 1000000 + (end.tv_nsec - begin.tv_nsec) / 1000,
           usage.ru_maxrss);
  }
  return 0;
}
