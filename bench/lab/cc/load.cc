// Loads a library and runs the program in it (its main, compiled as lab_main), as a host that finds its parts
// at run time does.
//
//   load LIBRARY ARGUMENTS...
#include <dlfcn.h>

#include <cstdio>

int main(int argc, char** argv) {
  void* library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : nullptr;
  void* program = library != nullptr ? dlsym(library, "_Z8lab_mainiPPc") : nullptr;
  if (program == nullptr) return std::fprintf(stderr, "%s\n", dlerror()), 1;
  return reinterpret_cast<int (*)(int, char**)>(program)(argc - 1, argv + 1);
}
