// The collector's type_table for the engine; defined in the public header.
#ifndef HALFWORD_GC_FORWARD_TYPE_TABLE_H_
#define HALFWORD_GC_FORWARD_TYPE_TABLE_H_

#include "halfword/gc/type_table.h"

#endif  // HALFWORD_GC_FORWARD_TYPE_TABLE_H_
