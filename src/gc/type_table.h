// The engine includes the collector by this name, so that tools/check_layers.py sees which layers use it.
#ifndef HALFWORD_GC_FORWARD_TYPE_TABLE_H_
#define HALFWORD_GC_FORWARD_TYPE_TABLE_H_

#include "halfword/gc/type_table.h"

#endif  // HALFWORD_GC_FORWARD_TYPE_TABLE_H_
