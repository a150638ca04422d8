# Whole isolates: the layers above take part.
target_sources(interpreter_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/unit/isolates/fixture.cc)
target_include_directories(interpreter_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/unit/isolates)
target_link_libraries(interpreter_tests PRIVATE halfword_isolates halfword_image)
