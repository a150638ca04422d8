// [[Call]] and [[Construct]] from C++. Arguments are copied to the JavaScript stack; bytecode functions
// run in the interpreter through NativeState::interpreter, natives directly. Checks both stacks:
// overflow is a RangeError.
#ifndef HALFWORD_RUNTIME_OPERATIONS_CALL_H_
#define HALFWORD_RUNTIME_OPERATIONS_CALL_H_

#include <initializer_list>

#include "objects/functions/function.h"

namespace halfword {

// What the C++ code that makes a call will do with the result, if that can be said in advance. Such a call
// may be suspended in the middle and finished without that code on the native stack;
// runtime/evaluation/suspension.h does what the kinds say. bytecode/frame.h says where in the
// entry frame it is.
struct Continuation {
  enum Kind : int32_t {
    kNone,  // something else: it can't be left
    // The call was made for the host, with nothing below it on the JavaScript stack.
    kHost,            // and the result is the outcome
    kJob,             // by RunJobs, which ignores it
    kReaction,        // by RunJobs, which settles the capability a
    kAwaiter,         // by RunJobs: the resumed async function a
    kAsyncGenerator,  // by RunJobs, or by a native that then returns b (if it is not Smi 0): the generator a
    kModuleBody,  // of the evaluation a, for the host, or for a native b that has more to do with its promise
    // The result is for the native below, which returns what this says, or for the instruction below.
    kResult,         // nothing else
    kGenerator,      // of the generator a
    kAncestorBody,   // a is the list of modules that are ready, b the index of this one
    kIteratorStep,   // of the iterator record of the instruction
    kGeneratorStep,  // the same, where it is that of the generator a
    // Of both kNone and kGeneratorStep: if a is a generator, b is its next method, for stack traces.
  };
  Kind kind = kNone;
  Value a = Value::Smi(0), b = Value::Smi(0);
};

// Arguments that are copied from elsewhere for one unit of fuel.
inline constexpr uint32_t kArgumentsPerUnit = 8;

// TypeError "x is not a function" if `function` is not callable.
Completion<Value> Call(Isolate&, Value function, Value this_value, std::span<const Value> arguments,
                       const Continuation& = {});
inline Completion<Value> Call(Isolate& isolate, Value function, Value this_value,
                              std::initializer_list<Value> arguments = {}, const Continuation& then = {}) {
  return Call(isolate, function, this_value, std::span<const Value>(arguments.begin(), arguments.size()),
              then);
}
// REQUIRES: IsConstructor(constructor), IsConstructor(new_target). Always an object.
Completion<JSObject*> Construct(Isolate&, JSObject* constructor, std::span<const Value> arguments,
                                JSObject* new_target = nullptr);
inline Completion<JSObject*> Construct(Isolate& isolate, JSObject* constructor,
                                       std::initializer_list<Value> arguments = {}) {
  return Construct(isolate, constructor, std::span<const Value>(arguments.begin(), arguments.size()));
}
// Reserves a frame for a callee above the running frame: returns the register for `this`, or null on overflow
// (exception pending). For callers that write arguments in place; see Call.
Value* PushFrame(Isolate&, Value function, Value this_value, uint32_t argument_count, Value new_target,
                 const Continuation& = {});
// For a frame that the caller makes itself: reserves the entry frame below it, and returns the first place
// there is for it. Whether it has room is the caller's to see. Its kReturnPc is EntryReturnPc.
Value* PushEntry(Isolate&, const Continuation&);
int32_t EntryReturnPc(const Isolate&);
// Calls what PushFrame laid out; pops it.
Completion<Value> CallFrame(Isolate&, Value* registers, uint32_t argument_count);

// A function that C++ code calls again and again with the same number of arguments, as replace and sort do:
// what a call asks about the callee, and its frame but for the arguments, are prepared once.
// On the native stack only, in a function that does not change the running frame.
//
//   RepeatedCall compare(isolate, comparator, Value::Undefined(), 2);
//   … TRY(compare({a, b})) …
class RepeatedCall {
 public:
  RepeatedCall(Isolate&, Value function, Value this_value, uint32_t argument_count);
  // For the calls from now on; an object.
  void set_this(JSObject* object) { this_ = words_[kWords - 1] = Value(object); }
  // REQUIRES: as many arguments as promised.
  Completion<Value> operator()(std::span<const Value> arguments);
  Completion<Value> operator()(std::initializer_list<Value> arguments) {
    return (*this)(std::span<const Value>(arguments.begin(), arguments.size()));
  }

 private:
  void Prepare();

  static constexpr uint32_t kWords = 2 * 9 + 1;  // headers of the entry frame and of the callee's, `this`
  Isolate& isolate_;
  uint32_t running_, pc_;  // frame and pc to return to
  uint32_t argument_count_;
  uint32_t present_ = 0;  // arguments that the callee has parameters for
  Code* code_ = nullptr;  // null: not prepared, the general way
  FunctionInfo* info_ = nullptr;
  Value* registers_ = nullptr;
  Value function_, this_;
  Value words_[kWords];
};

// The shape of the object that `new new_target` makes for a base constructor, and such an object. Objects
// that `new` makes for a prototype start with room for as many properties as earlier ones got. The
// prototype's unique shape keeps that number in place of transitions, which it doesn't have. NoteOverflow:
// `object` has just outgrown its slots.
uint32_t SlotHint(JSObject* prototype);
// Constructors make no objects of the shape's tree any more, because they turned out to need more slots.
bool IsOutdated(const Shape*);
void NoteOverflow(Isolate&, JSObject* object);
Completion<Shape*> InitialShape(Isolate&, JSFunction* constructor, JSObject* new_target);
Completion<JSObject*> CreateReceiver(Isolate&, JSFunction* constructor, JSObject* new_target);
// [[Call]] and [[Construct]] of proxies (runtime/operations/exotic_proxy.cc).
Completion<Value> ProxyCall(Isolate&, JSObject* proxy, Value this_value, std::span<const Value> arguments);
Completion<JSObject*> ProxyConstruct(Isolate&, JSObject* proxy, std::span<const Value> arguments,
                                     JSObject* new_target);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_OPERATIONS_CALL_H_
