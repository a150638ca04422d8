# The tables are made of the Unicode Character Database.
set_property(GLOBAL APPEND PROPERTY HALFWORD_NOTICES
  --work "Unicode Character Database 17=${CMAKE_CURRENT_SOURCE_DIR}/${layer}/UNICODE_LICENSE")

# Collation and time zones are ICU's where there is Intl; its headers stay inside the .cc files of this layer.
if(HALFWORD_INTL)
  find_package(ICU 70 REQUIRED COMPONENTS uc i18n)
  target_include_directories(halfword_${layer} SYSTEM PRIVATE ${ICU_INCLUDE_DIRS})
  if(NOT HALFWORD_ICU_DATA STREQUAL "all")
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    find_library(HALFWORD_icudata_ARCHIVE libicudata.a)
    if(NOT HALFWORD_icudata_ARCHIVE)
      message(FATAL_ERROR "HALFWORD_ICU_DATA=${HALFWORD_ICU_DATA} takes the place of libicudata.a, and there is none; say all")
    endif()
    string(REPLACE ";" "," locales "${HALFWORD_ICU_DATA}")
    set(tool ${CMAKE_SOURCE_DIR}/tools/icu_data.py)
    set(data ${CMAKE_CURRENT_BINARY_DIR}/icu_data)
    add_custom_command(OUTPUT ${data}.S ${data}.dat
      COMMAND ${Python3_EXECUTABLE} ${tool} --locales ${locales} --library ${HALFWORD_icudata_ARCHIVE} --assembler ${data}.S
      DEPENDS ${tool} ${HALFWORD_icudata_ARCHIVE} COMMENT "ICU's data for ${locales}" VERBATIM)
    set_source_files_properties(${data}.S PROPERTIES OBJECT_DEPENDS ${data}.dat)
    add_library(halfword_icudata STATIC ${data}.S)
  endif()
  halfword_link_library(halfword_${layer} ${kind} icui18n NEEDS icuuc icudata)
  halfword_link_library(halfword_${layer} ${kind} icuuc NEEDS icudata)
endif()
