# Whole isolates: the layers above take part.
target_sources(jit_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/unit/isolates/fixture.cc)
target_include_directories(jit_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/unit/isolates)
target_link_libraries(jit_tests PRIVATE halfword_isolates halfword_image)
