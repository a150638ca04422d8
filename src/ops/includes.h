// What the text of ops/*.inc refers to, for its readers.
#ifndef HALFWORD_OPS_INCLUDES_H_
#define HALFWORD_OPS_INCLUDES_H_

#include "bytecode/opcodes.h"
#include "ops/machine.h"
#include "ops/machine/known_natives.h"
#include "ops/named_access.h"
#include "ops/operators.h"
#include "ops/support.h"
#include "platform/stack.h"
#include "runtime/control_abstraction/generators.h"
#include "runtime/control_abstraction/iteration_records.h"
#include "runtime/control_abstraction/resources.h"
#include "runtime/evaluation/evaluation.h"
#include "runtime/evaluation/modules.h"
#include "runtime/execution/frames.h"
#include "runtime/functions/closures.h"
#include "runtime/functions/environments.h"
#include "runtime/native_state.h"
#include "runtime/operations/arithmetic.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/iterators.h"
#include "runtime/operations/object_operations.h"
#include "runtime/typed_elements.h"

#endif  // HALFWORD_OPS_INCLUDES_H_
