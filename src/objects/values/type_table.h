// The engine's heap types as the collector knows them: one row a HeapType, made from the tables of types.h.
#ifndef HALFWORD_OBJECTS_VALUES_TYPE_TABLE_H_
#define HALFWORD_OBJECTS_VALUES_TYPE_TABLE_H_

#include "gc/type_table.h"

namespace halfword {

namespace gc {
// For HeapOptions::types. The rows are constant and shared by all heaps.
TypeTable EngineTypes();
}  // namespace gc

// The name of a heap type, for statistics and error texts of the engine's developers.
const char* HeapTypeName(uint32_t type);

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_VALUES_TYPE_TABLE_H_
