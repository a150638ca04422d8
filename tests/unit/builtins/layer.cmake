# Whole isolates: the layers above take part.
target_sources(builtins_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/unit/isolates/fixture.cc)
target_include_directories(builtins_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/unit/isolates)
target_link_libraries(builtins_tests PRIVATE halfword_isolates halfword_image)
