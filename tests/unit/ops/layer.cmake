# Functions are compiled and run, so all layers below an isolate take part.
target_sources(ops_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/unit/isolates/fixture.cc)
target_include_directories(ops_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/unit/isolates)
target_link_libraries(ops_tests PRIVATE halfword_isolates halfword_image)
