# halfword_link_library(TARGET KIND NAME [NEEDS NAME ...]): links an outside library to a layer.
#
# Programs whose property HALFWORD_SELF_CONTAINED is on get the archives of these libraries inside, where there are any: the
# dynamic linker, ICU's pages and libstdc++'s are two thirds of the time that "hello world" takes (bench/startup).
# NEEDS are what the archive itself needs; a target halfword_NAME takes the place of such a one.
define_property(TARGET PROPERTY HALFWORD_SELF_CONTAINED)

function(halfword_link_library target kind name)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "NEEDS")
  string(TOUPPER HALFWORD_${name} variable)
  find_library(${variable}_LIBRARY ${name} REQUIRED)
  set(archives)
  foreach(part ${name} ${arg_NEEDS})
    if(TARGET halfword_${part})
      list(APPEND archives halfword_${part})
    else()
      find_library(HALFWORD_${part}_ARCHIVE lib${part}.a)
      list(APPEND archives ${HALFWORD_${part}_ARCHIVE})
    endif()
  endforeach()
  set(library ${${variable}_LIBRARY})
  if(archives MATCHES NOTFOUND)
    target_link_libraries(${target} ${kind} ${library})
  else()
    set(inside $<BOOL:$<TARGET_PROPERTY:HALFWORD_SELF_CONTAINED>>)
    target_link_libraries(${target} ${kind} "$<${inside}:${archives}>" "$<$<NOT:${inside}>:${library}>")
  endif()
endfunction()

function(halfword_self_contained target)
  if(NOT HALFWORD_SANITIZE)
    set_target_properties(${target} PROPERTIES HALFWORD_SELF_CONTAINED ON)
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc)
    get_property(functions GLOBAL PROPERTY HALFWORD_MATH_FUNCTIONS)
    foreach(function ${functions} sincos)  # src/math/wrap.cc
      target_link_options(${target} PRIVATE LINKER:--wrap=${function})
    endforeach()
  endif()
endfunction()

# halfword_crate(FOLDER NAME RESULT OTHERWISE): the folder with the sources of crate NAME, which cargo fetches as FOLDER/Cargo.lock
# says and checks. OTHERWISE is what to do without cargo. Sets CARGO.
function(halfword_crate folder name result otherwise)
  find_program(CARGO cargo DOC "cargo 1.86 or later")
  if(NOT CARGO)
    message(FATAL_ERROR "cargo 1.86 or later is needed to fetch ${name}; ${otherwise}")
  endif()
  string(TOUPPER HALFWORD_CRATE_${name} variable)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/Cargo.lock ${folder}/Cargo.toml)
  file(SHA256 ${folder}/Cargo.lock lock)
  if(NOT ${variable}_LOCK STREQUAL lock OR NOT EXISTS "${${variable}}")
    execute_process(COMMAND ${CARGO} metadata --locked --format-version 1 --manifest-path ${folder}/Cargo.toml
      OUTPUT_VARIABLE metadata ERROR_VARIABLE error RESULT_VARIABLE failed)
    string(REGEX MATCH "\"manifest_path\":\"([^\"]*/${name}-[^\"/]*)/Cargo.toml\"" _ "${metadata}")
    if(failed OR NOT CMAKE_MATCH_1)
      message(FATAL_ERROR "cargo can't fetch ${name}; ${otherwise}:\n${error}")
    endif()
    set(${variable} ${CMAKE_MATCH_1} CACHE INTERNAL "")
    set(${variable}_LOCK ${lock} CACHE INTERNAL "")
  endif()
  set(${result} ${${variable}} PARENT_SCOPE)
endfunction()
