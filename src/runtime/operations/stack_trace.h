// What stack traces are made of: the header "Name: message" and frames, as V8 writes them.
// runtime/functions/captured_stack.h captures them.
#ifndef HALFWORD_RUNTIME_OPERATIONS_STACK_TRACE_H_
#define HALFWORD_RUNTIME_OPERATIONS_STACK_TRACE_H_

#include "objects/library/fundamental_objects.h"
#include "objects/realm.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

// "Name: message" of what can be read of an error without running JavaScript.
void AppendErrorHeader(Isolate&, JSObject* error, StringBuilder&);
// The stack that begins with the header of `object` as it is now.
String* StackText(Isolate&, JSObject* object, String* frames);
// The "stack" of an ErrorObject, whose text is made when it is first asked for.
Value ErrorStack(Isolate&, JSObject* error);
// A data property found along the prototype chain without running JavaScript; NotFound otherwise.
Value PeekProperty(Isolate&, JSObject*, PropertyKey);
// The text of the object's "stack" without running JavaScript; NotFound: there is none.
Value PeekStack(Isolate&, JSObject*);

struct TraceFrame {
  enum class Async : uint8_t { kNone, kAwait, kAll, kAllSettled, kAny };
  JSObject* function;
  Value receiver;
  Value position;  // Smi: offset in the function's script; undefined: a native function
  bool is_construct;
  Async async = Async::kNone;  // not running, but waiting: at an await, or as a combinator of promises
  int32_t promise_index = 0;   // of a combinator: which of its promises it waits for
  bool is_combinator() const { return async > Async::kAwait; }
};
// "all", "allSettled" or "any". REQUIRES: a combinator.
const char* CombinatorName(TraceFrame::Async);
TraceFrame FrameOf(CallSiteObject*);
// "f (file:line:column)"
void AppendFrame(Isolate&, const TraceFrame&, StringBuilder&);
// Null: it has none.
String* FunctionNameOf(Isolate&, const TraceFrame&);
// "Array" of a method call on an array; empty for plain calls.
std::string ReceiverTypeOf(Isolate&, Value receiver);
// Null: a native function.
Script* ScriptOf(const TraceFrame&);

// Of a "stack" that is an accessor: NativeFunction::magic_ of its getter, and what getter and setter share, a
// ValueArray in data_[0].
inline constexpr uint16_t kStackGetterMagic = 0xFFFC;
enum class StackSlot : uint32_t {
  kObject,
  kSites,  // ValueArray of CallSiteObjects, up to its end or a Smi
  kFrames,
  kValue,  // hole: not asked for yet
  kCount
};

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_OPERATIONS_STACK_TRACE_H_
