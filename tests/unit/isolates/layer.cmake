# Clones of the embedded image; and the program that makes it, to be run again.
target_link_libraries(isolates_tests PRIVATE halfword_image)
if(TARGET mkimage)
  add_dependencies(isolates_tests mkimage)
  target_compile_definitions(isolates_tests PRIVATE MKIMAGE="$<TARGET_FILE:mkimage>")
endif()
