# Cross-compiles to AArch64 with clang, with the C++ library of Debian's cross compiler, and runs what it builds under
# qemu-user: the build's own programs (mkimage) and the tests. tools/setup.sh --aarch64 installs what this needs.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_ASM_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
# Python and such are the host's.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
