# halfword_precompile(target header...): besides the standard headers that most files reach, these are parsed once for all
# C++ files of the target, which takes two fifths of the time that they take to compile. None is ours: so a change of ours
# parses nothing again. Every file still includes what it uses: the preset fuzz builds without
# (CMAKE_DISABLE_PRECOMPILE_HEADERS), and with it every run of the tests.
#
# The cache of compiled files takes the word of a file beside the precompiled header for what is in it, because its own
# bytes name folders of this machine.
set(HALFWORD_STANDARD_HEADERS algorithm array atomic bit cmath condition_variable cstdint cstdio cstdlib cstring functional
  limits memory mutex optional span string string_view thread type_traits unordered_map utility vector)
# CMake's own form names the header again, in a way that the cache takes for another command in each folder.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -include-pch <PCH_FILE>)
endif()

function(halfword_precompile target)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cc$")
  list(LENGTH sources count)
  if(count LESS 4 OR CMAKE_CROSSCOMPILING)
    return()
  endif()
  foreach(header ${HALFWORD_STANDARD_HEADERS} ${ARGN})
    target_precompile_headers(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:<${header}$<ANGLE-R>>")
  endforeach()
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-Xclang -fno-pch-timestamp>")
  get_target_property(folder ${target} BINARY_DIR)
  file(CONFIGURE OUTPUT ${folder}/CMakeFiles/${target}.dir/cmake_pch.hxx.pch.sum
    CONTENT "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${HALFWORD_STANDARD_HEADERS} ${ARGN}\n" @ONLY)
endfunction()
