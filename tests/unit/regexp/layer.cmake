target_compile_definitions(${layer}_tests PRIVATE REGEXP_TEST_DATA="${CMAKE_CURRENT_SOURCE_DIR}/unit/${layer}")
# Not a test: replays the regexps of Octane (see benchmark/record.js).
add_executable(regexp_benchmark EXCLUDE_FROM_ALL ${CMAKE_CURRENT_SOURCE_DIR}/unit/${layer}/benchmark/benchmark.cc)
target_link_libraries(regexp_benchmark PRIVATE halfword_regexp)
