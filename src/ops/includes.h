// What the text of ops/*.inc refers to, for its readers.
#ifndef HALFWORD_OPS_INCLUDES_H_
#define HALFWORD_OPS_INCLUDES_H_

#include "bytecode/opcodes.h"
#include "ops/machine.h"
#include "ops/operators.h"
#include "ops/support.h"
#include "runtime/arithmetic.h"
#include "runtime/call.h"
#include "runtime/closures.h"
#include "runtime/conversions.h"
#include "runtime/environments.h"
#include "runtime/errors.h"
#include "runtime/evaluation.h"
#include "runtime/frames.h"
#include "runtime/generators.h"
#include "runtime/iteration_records.h"
#include "runtime/iterators.h"
#include "runtime/modules.h"
#include "runtime/native_state.h"
#include "runtime/object_operations.h"
#include "runtime/typed_elements.h"

#endif  // HALFWORD_OPS_INCLUDES_H_
