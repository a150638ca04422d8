# Whoever links the interface starts isolates from the embedded image; builds with full pointers have none.
if(HALFWORD_COMPRESS)
  target_link_libraries(halfword_${layer} INTERFACE $<TARGET_OBJECTS:halfword_image>)
endif()
# hw_version is compared with the one version of the build.
target_compile_definitions(halfword_${layer} PRIVATE HALFWORD_VERSION="${PROJECT_VERSION}")
