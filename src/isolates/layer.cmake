# XXH3 for the checksums of images; a header only.
find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)
target_include_directories(halfword_isolates SYSTEM PRIVATE ${XXHASH_INCLUDE_DIR})
set_property(GLOBAL APPEND PROPERTY HALFWORD_NOTICES --file ${XXHASH_INCLUDE_DIR}/xxhash.h)

# BLAKE2b for the names of images and for files with a key; its header stays in blake2b.h.
halfword_link_library(halfword_${layer} ${kind} b2)

# What images of this build have in common with it.
file(GLOB_RECURSE identity_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/*.cc ${CMAKE_SOURCE_DIR}/src/*.h ${CMAKE_SOURCE_DIR}/src/*.inc
  ${CMAKE_SOURCE_DIR}/include/*.h)
set(identity ${CMAKE_CURRENT_BINARY_DIR}/build_identity.cc)
set(identity_options "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_SYSTEM_PROCESSOR} \
${HALFWORD_COMPRESS} ${HALFWORD_ASSERTS} ${HALFWORD_SANITIZE} ${HALFWORD_INTL} ${HALFWORD_ICU_DATA} ${HALFWORD_TEMPORAL} ${HALFWORD_DECODE} ${CMAKE_BUILD_TYPE}")
add_custom_command(OUTPUT ${identity}
  COMMAND ${CMAKE_COMMAND} -DOUT=${identity} -DROOT=${CMAKE_SOURCE_DIR} "-DOPTIONS=${identity_options}"
          -P ${CMAKE_SOURCE_DIR}/cmake/BuildIdentity.cmake
  DEPENDS ${identity_sources} ${CMAKE_SOURCE_DIR}/cmake/BuildIdentity.cmake
  COMMENT "Hashing the sources" VERBATIM)
target_sources(halfword_isolates PRIVATE ${identity})

# halfword_image: the initial heap and the machine code of the self-hosted builtins as object files, for programs and libraries
# to link besides halfword_isolates. Without them every isolate builds its heap anew, as mkimage itself does, and full-pointer
# builds.
add_executable(mkimage ${CMAKE_SOURCE_DIR}/tools/mkimage/mkimage.cc)
target_link_libraries(mkimage PRIVATE halfword_isolates)
set(code ${CMAKE_CURRENT_BINARY_DIR}/halfword.code)
set(image ${CMAKE_CURRENT_BINARY_DIR}/halfword.image)
set(symbols ${CMAKE_CURRENT_BINARY_DIR}/halfword.symbols)
set(made ${code} ${symbols} $<$<BOOL:${HALFWORD_COMPRESS}>:${image}>)
add_custom_command(OUTPUT ${made}
  COMMAND ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0 ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:mkimage> ${made}
  DEPENDS mkimage COMMENT "Making the initial heap" VERBATIM COMMAND_EXPAND_LISTS)
set(objects ${CMAKE_SOURCE_DIR}/src/isolates/embedded_code.S)
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/isolates/embedded_code.S PROPERTIES
  OBJECT_DEPENDS "${code};${symbols}" COMPILE_DEFINITIONS "HALFWORD_CODE_FILE=\"${code}\";HALFWORD_SYMBOLS_FILE=\"${symbols}\"")
if(HALFWORD_COMPRESS)
  list(APPEND objects ${CMAKE_SOURCE_DIR}/src/isolates/embedded_image.S)
  set_source_files_properties(${CMAKE_SOURCE_DIR}/src/isolates/embedded_image.S PROPERTIES
    OBJECT_DEPENDS ${image} COMPILE_DEFINITIONS "HALFWORD_IMAGE_FILE=\"${image}\"")
endif()
add_library(halfword_image OBJECT ${objects})
