target_compile_definitions(${layer}_tests PRIVATE REGEXP_TEST_DATA="${CMAKE_CURRENT_SOURCE_DIR}/unit/${layer}")
