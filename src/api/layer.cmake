# Whoever links the interface starts isolates from the embedded image.
target_link_libraries(halfword_${layer} INTERFACE $<$<TARGET_EXISTS:halfword_image>:$<TARGET_OBJECTS:halfword_image>>)
