# Shortest and exact decimal conversion of doubles; multiplication of large BigInts. Both stay inside numbers.cc, bigint.cc.
find_library(DOUBLE_CONVERSION_LIBRARY double-conversion REQUIRED)
find_library(TOMMATH_LIBRARY tommath REQUIRED)
target_link_libraries(halfword_${layer} ${kind} ${DOUBLE_CONVERSION_LIBRARY} ${TOMMATH_LIBRARY})
