# The bare isolate of the objects tests.
target_sources(bytecode_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/unit/objects/fixture.cc)
target_include_directories(bytecode_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/unit/objects)
