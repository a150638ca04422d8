target_compile_definitions(compiler_tests PRIVATE HALFWORD_JS_TESTS="${CMAKE_CURRENT_SOURCE_DIR}/js")
