# halfword_configuration_header(FILE [SHARED]): writes how the library is built (packaging/gc/build.h.in), for installation, so
# that a program can't be compiled for another width, base or cage, and follows the conventions of the library's compiler.
# SHARED: the collector is a shared library.
# halfword_pkg_config(FILE.pc.in … COMPONENT NAME): installs the files, which name the prefix that they are installed to.
include(CheckCXXSourceCompiles)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(HALFWORD_PACKAGING ${CMAKE_CURRENT_LIST_DIR})

# HALFWORD_CAGE as the number of bits that a reference is shifted by.
function(halfword_cage_shift result)
  if(HALFWORD_CAGE STREQUAL "4GiB")
    set(${result} 1 PARENT_SCOPE)
  elseif(HALFWORD_CAGE STREQUAL "16GiB")
    set(${result} 3 PARENT_SCOPE)
  elseif(NOT HALFWORD_CAGE STREQUAL "2GiB")
    message(FATAL_ERROR "HALFWORD_CAGE must be 4GiB, 16GiB or 2GiB, not '${HALFWORD_CAGE}'")
  elseif(NOT HALFWORD_COMPRESS)
    message(FATAL_ERROR "HALFWORD_CAGE=2GiB is for 32-bit references: without HALFWORD_COMPRESS nothing is shifted")
  else()
    set(${result} 0 PARENT_SCOPE)
  endif()
endfunction()

# Whether the compiler, with its flags, says so of itself.
function(halfword_compiler_has result condition)
  check_cxx_source_compiles("#include <cstddef>\n#if !(${condition})\n#error\n#endif\nint main() {}" HALFWORD_HAS_${result})
  if(HALFWORD_HAS_${result})
    set(${result} 1 PARENT_SCOPE)
  else()
    set(${result} 0 PARENT_SCOPE)
  endif()
endfunction()

function(halfword_configuration_header file)
  foreach(option COMPRESS ASSERTS)
    if(HALFWORD_${option})
      set(${option} 1)
    else()
      set(${option} 0)
    endif()
  endforeach()
  foreach(base THREAD_LOCAL GLOBAL FROM_ADDRESS)
    set(BASE_${base} 0)
  endforeach()
  set(SHARED_CAGE 0)
  if(HALFWORD_BASE STREQUAL "shared")
    set(SHARED_CAGE 1)
    set(HALFWORD_BASE global)
  endif()
  string(TOUPPER "BASE_${HALFWORD_BASE}" base)
  string(REPLACE "-" "_" base ${base})
  if(NOT DEFINED ${base})
    message(FATAL_ERROR "HALFWORD_BASE must be thread-local, global, shared or from-address, not '${HALFWORD_BASE}'")
  endif()
  set(${base} 1)
  halfword_cage_shift(CAGE_SHIFT)
  set(CMAKE_REQUIRED_QUIET ON)
  halfword_compiler_has(PRESERVE_MOST "__has_attribute(preserve_most)")
  halfword_compiler_has(TRIVIAL_ABI "__has_cpp_attribute(clang::trivial_abi)")
  halfword_compiler_has(LIBCXX "defined(_LIBCPP_VERSION)")
  halfword_compiler_has(GLIBCXX_DEBUG "defined(_GLIBCXX_DEBUG)")
  set(SHARED_LIBRARY 0)
  if("SHARED" IN_LIST ARGN)
    set(SHARED_LIBRARY 1)
    set(PRESERVE_MOST 0)  # the dynamic linker that binds a call at its first use doesn't keep r10
  endif()
  set(HALFWORD_PRESERVE_MOST ${PRESERVE_MOST} PARENT_SCOPE)
  configure_file(${HALFWORD_PACKAGING}/gc/build.h.in ${file} @ONLY)
endfunction()

# At the time of installation, because `cmake --install --prefix` and packages choose another prefix than was configured.
function(halfword_pkg_config)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "COMPONENT" "")
  set(PREFIX "@PREFIX@")  # stays as it is
  foreach(file ${arg_UNPARSED_ARGUMENTS})
    string(REPLACE ".pc.in" ".pc" made ${CMAKE_CURRENT_BINARY_DIR}/${file})
    configure_file(${file} ${made}.in @ONLY)
    install(CODE "set(PREFIX \"\${CMAKE_INSTALL_PREFIX}\")
      configure_file(\"${made}.in\" \"${made}\" @ONLY)
      file(INSTALL \"${made}\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/pkgconfig\")"
      COMPONENT ${arg_COMPONENT})
  endforeach()
endfunction()

# halfword_notices(NAME ARGUMENT…): makes notices/NAME/copyright and notices/NAME/THIRD_PARTY by notices.py with these arguments.
# Layers put what others wrote of them into the global property HALFWORD_NOTICES, in the form of such arguments, and what only
# programs with archives inside have into HALFWORD_NOTICES_SELF_CONTAINED.
function(halfword_notices name)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/notices/${name})
  file(MAKE_DIRECTORY ${folder})
  set(own ${HALFWORD_PACKAGING}/../LICENSE)
  set(inputs ${ARGN})
  list(FILTER inputs EXCLUDE REGEX "^--|=")
  foreach(input ${inputs})
    if(IS_DIRECTORY ${input})
      list(REMOVE_ITEM inputs ${input})
      list(APPEND inputs ${input}/Cargo.lock)
    endif()
  endforeach()
  add_custom_command(OUTPUT ${folder}/copyright ${folder}/THIRD_PARTY VERBATIM
    COMMAND ${Python3_EXECUTABLE} ${HALFWORD_PACKAGING}/notices.py ${folder}/copyright ${folder}/THIRD_PARTY --own ${own} ${ARGN}
    DEPENDS ${HALFWORD_PACKAGING}/notices.py ${own} ${inputs})
  add_custom_target(${name}-notices ALL DEPENDS ${folder}/copyright ${folder}/THIRD_PARTY)
endfunction()

# halfword_debian(PACKAGE COMPONENT [NOTICES]): what each package must have besides its files. NOTICES: of halfword_notices, where
# the package has anything inside that others wrote.
function(halfword_debian package component)
  set(folder ${CMAKE_INSTALL_DATADIR}/doc/${package})
  if(ARGN)
    set(notices ${CMAKE_CURRENT_BINARY_DIR}/notices/${ARGN})
    install(FILES ${notices}/copyright ${notices}/THIRD_PARTY DESTINATION ${folder} COMPONENT ${component})
  else()
    install(FILES ${HALFWORD_PACKAGING}/../LICENSE DESTINATION ${folder} RENAME copyright COMPONENT ${component})
  endif()
  set(changelog ${CMAKE_CURRENT_BINARY_DIR}/changelog)
  configure_file(${HALFWORD_PACKAGING}/changelog.in ${changelog} @ONLY)
  halfword_gzip(${changelog})
  install(FILES ${changelog}.gz DESTINATION ${folder} COMPONENT ${component})
endfunction()

# FILE.gz, the same each time.
function(halfword_gzip file)
  execute_process(COMMAND gzip -9nfk ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# halfword_manual(PROGRAM COMPONENT SUMMARY COMMAND…): installs the manual page of /usr/bin/PROGRAM, made of what COMMAND --help prints.
function(halfword_manual program component summary)
  set(page ${CMAKE_CURRENT_BINARY_DIR}/${program}.1)
  add_custom_command(OUTPUT ${page}.gz VERBATIM
    COMMAND ${Python3_EXECUTABLE} ${HALFWORD_PACKAGING}/manual.py ${program} ${PROJECT_VERSION} ${summary} ${page} ${ARGN}
    COMMAND gzip -9nfk ${page}
    DEPENDS ${HALFWORD_PACKAGING}/manual.py ${ARGN})
  add_custom_target(${program}-manual ALL DEPENDS ${page}.gz)
  install(FILES ${page}.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component})
endfunction()
