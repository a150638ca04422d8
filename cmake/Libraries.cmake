# halfword_link_library(TARGET KIND NAME [NEEDS NAME ...]): links an outside library to a layer.
#
# Programs whose property HALFWORD_SELF_CONTAINED is on get the archives of these libraries inside, where there are any: the
# dynamic linker, ICU's pages and libstdc++'s are two thirds of the time that "hello world" takes (bench/startup).
# NEEDS are what the archive itself needs.
define_property(TARGET PROPERTY HALFWORD_SELF_CONTAINED)

function(halfword_link_library target kind name)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "NEEDS")
  string(TOUPPER HALFWORD_${name} variable)
  find_library(${variable}_LIBRARY ${name} REQUIRED)
  set(archives)
  foreach(part ${name} ${arg_NEEDS})
    find_library(HALFWORD_${part}_ARCHIVE lib${part}.a)
    list(APPEND archives ${HALFWORD_${part}_ARCHIVE})
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
  endif()
endfunction()
