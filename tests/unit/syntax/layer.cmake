# parse_check: parses files, for tools/parse_test262.py and for timing.
add_executable(parse_check ${CMAKE_SOURCE_DIR}/tools/parse_check.cc ${CMAKE_CURRENT_LIST_DIR}/tree_printer.cc)
target_include_directories(parse_check PRIVATE ${CMAKE_CURRENT_LIST_DIR})
target_link_libraries(parse_check PRIVATE halfword_syntax)
