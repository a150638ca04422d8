// Everything of this layer, and the inline functions that need complete classes.
#ifndef HALFWORD_OBJECTS_ALL_H_
#define HALFWORD_OBJECTS_ALL_H_

#include "objects/builtin_objects.h"
#include "objects/collections.h"
#include "objects/functions/eval_cache.h"
#include "objects/functions/function.h"
#include "objects/functions/module.h"
#include "objects/isolate.h"
#include "objects/isolate_objects.h"
#include "objects/memory/backing_store.h"
#include "objects/memory/value_list.h"
#include "objects/primitives/intern_table.h"
#include "objects/primitives/primitives.h"
#include "objects/primitives/string.h"
#include "objects/realm.h"
#include "objects/shapes/js_object.h"
#include "objects/shapes/property_key.h"
#include "objects/shapes/shape.h"
#include "objects/values/type_table.h"

#endif  // HALFWORD_OBJECTS_ALL_H_
