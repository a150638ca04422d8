# Clients come through the C interface; profiles are of whole isolates in every tier.
target_sources(inspector_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/unit/isolates/fixture.cc)
target_include_directories(inspector_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/unit/api ${CMAKE_CURRENT_SOURCE_DIR}/unit)
target_link_libraries(inspector_tests PRIVATE halfword_api)
