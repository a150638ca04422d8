// Everything of this layer, and the inline functions that need complete classes.
#ifndef HALFWORD_OBJECTS_ALL_H_
#define HALFWORD_OBJECTS_ALL_H_

#include "objects/backing_store.h"
#include "objects/builtin_objects.h"
#include "objects/collections.h"
#include "objects/function.h"
#include "objects/intern_table.h"
#include "objects/isolate.h"
#include "objects/isolate_objects.h"
#include "objects/js_object.h"
#include "objects/module.h"
#include "objects/primitives.h"
#include "objects/property_key.h"
#include "objects/realm.h"
#include "objects/shape.h"
#include "objects/string.h"
#include "objects/type_table.h"
#include "objects/value_list.h"

#endif  // HALFWORD_OBJECTS_ALL_H_
