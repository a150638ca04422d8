# Clients come through the C interface.
target_include_directories(inspector_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/unit/api)
target_link_libraries(inspector_tests PRIVATE halfword_api)
