// The encodings of tagged words and member words; defined where the public headers can reach them.
#ifndef HALFWORD_CAGE_ENCODING_H_
#define HALFWORD_CAGE_ENCODING_H_

#include "halfword/gc/internal/encoding.h"

#endif  // HALFWORD_CAGE_ENCODING_H_
