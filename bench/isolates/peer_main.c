/* PROGRAM COUNT [FILE] */
#include <stdlib.h>

#include "peer.h"

int main(int argc, char** argv) {
  PeerMeasure(argc > 1 ? atoi(argv[1]) : 100, argc > 2 ? argv[2] : NULL);
  return 0;
}
