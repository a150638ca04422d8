# Shortest and exact decimal conversion of doubles; multiplication of large BigInts. Both stay inside numbers.cc, bigint.cc.
halfword_link_library(halfword_${layer} ${kind} double-conversion)
halfword_link_library(halfword_${layer} ${kind} tommath)
