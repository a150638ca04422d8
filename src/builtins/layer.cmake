# The source of the self-hosted builtins as a string literal.
set(self_hosted ${CMAKE_SOURCE_DIR}/src/builtins/self_hosted.js)
set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${self_hosted})
file(READ ${self_hosted} text)
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/sources/builtins/self_hosted.inc CONTENT "R\"js(${text})js\"\n" @ONLY)
target_include_directories(halfword_builtins PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/sources)
