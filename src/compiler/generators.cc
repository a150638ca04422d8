// yield, yield* and await.
#include "compiler/function_compiler.h"

namespace halfword::compiler {

using namespace syntax;

// Suspends until acc is settled; acc becomes its value, or it throws.
void FunctionCompiler::EmitAwait(uint32_t position) {
  b_.SetPosition(position);
  b_.Emit(Opcode::kAwait, {async_state_});
}

void FunctionCompiler::Await(AwaitExpression* e) {
  Accumulate(e->argument);
  EmitAwait(e->start);
}

// https://tc39.es/ecma262/#sec-yield
void FunctionCompiler::Yield(YieldExpression* e) {
  if (e->is_delegate) {
    YieldDelegate(e);
    return;
  }
  if (e->argument != nullptr) {
    Accumulate(e->argument);
  } else {
    b_.Emit(Opcode::kLdaUndefined);
  }
  Label next;
  b_.SetPosition(e->start);
  if (is_async_generator()) {
    EmitAwait(e->start);
    b_.Emit(Opcode::kAsyncGeneratorYield, {mode_});
    b_.EmitJump(Opcode::kJumpIfNextMode, next, {mode_});
    EmitAwait(e->start);
  } else {
    b_.Emit(Opcode::kYield, {mode_});
    b_.EmitJump(Opcode::kJumpIfNextMode, next, {mode_});
  }
  // Resumed by return: as `return acc` here.
  JumpOut(JumpKind::kReturn, nullptr);
  b_.Bind(next);
}

// yield*, https://tc39.es/ecma262/#sec-generator-function-definitions-runtime-semantics-evaluation
//
//   next:      result = iterator.next(received)
//   got:       [await]; if done: finished
//              yield result; resumed by next: next; by return: on_return; by throw: on_throw (a handler)
//   on_throw:  result = iterator.throw(received); got; without such a method: close it, throw a TypeError
//   on_return: result = iterator.return(received); if done: return its value, else got
struct FunctionCompiler::Delegation {
  bool is_async;
  uint32_t position;
  Register iterator, received, result;
  uint32_t not_object, done_name, value_name;  // constants
  Label next, got, yield_it, finished, on_return;
  Region region;  // the yield: on_throw is its handler
};

void FunctionCompiler::YieldDelegate(YieldExpression* e) {
  Register mark = regs_.mark();
  Delegation d;
  d.is_async = is_async_generator();
  d.position = e->start;
  d.iterator = regs_.Allocate(3);
  d.received = regs_.Allocate();
  d.result = regs_.Allocate();
  d.not_object = b_.Constant(AsciiConstant("Iterator result is not an object"));
  d.done_name = b_.Constant(Value(isolate_.name(Name::done)));
  d.value_name = b_.Constant(Value(isolate_.name(Name::value)));

  Accumulate(e->argument);
  b_.SetPosition(e->start);
  b_.Emit(Opcode::kGetIterator, {d.iterator, d.is_async ? 1 : 2});
  BeginRegion(d.region);
  b_.Emit(Opcode::kLdaUndefined);
  b_.Emit(Opcode::kStar, {d.received});

  BindLoopHeader(d.next, b_.reachable());
  b_.Emit(Opcode::kLdar, {d.received});
  b_.Emit(Opcode::kIteratorCall, {d.iterator, 0});
  b_.Emit(Opcode::kStar, {d.result});

  BindLoopHeader(d.got, b_.reachable());
  b_.Emit(Opcode::kLdar, {d.result});
  TestDelegateResult(d, d.finished);
  YieldDelegateResult(d);
  ThrowIntoDelegate(d);
  ReturnFromDelegate(d);

  b_.Bind(d.finished);
  b_.Emit(Opcode::kGetNamed, {d.result, d.value_name});
  regs_.Release(mark);
}

// acc is what a method of the iterator has returned.
void FunctionCompiler::TestDelegateResult(const Delegation& d, Label& if_done) {
  if (d.is_async) EmitAwait(d.position);
  b_.Emit(Opcode::kThrowIfNotObject, {d.not_object});
  b_.Emit(Opcode::kStar, {d.result});
  b_.Emit(Opcode::kGetNamed, {d.result, d.done_name});
  b_.EmitJump(Opcode::kJumpIfTrue, if_done);
}

void FunctionCompiler::YieldDelegateResult(Delegation& d) {
  BindLoopHeader(d.yield_it, b_.reachable());
  if (d.is_async) {
    b_.Emit(Opcode::kGetNamed, {d.result, d.value_name});
    d.region.start = b_.MarkOffset();
    b_.Emit(Opcode::kAsyncGeneratorYield, {mode_});
    Label resumed;
    b_.EmitJump(Opcode::kJumpIfNextMode, resumed, {mode_});
    EmitAwait(d.position);
    b_.Bind(resumed);
  } else {
    b_.Emit(Opcode::kLdar, {d.result});
    d.region.start = b_.MarkOffset();
    b_.Emit(Opcode::kYieldResult, {mode_});
  }
  EndRegion(d.region);
  b_.Emit(Opcode::kStar, {d.received});
  b_.EmitJump(Opcode::kJumpIfReturnMode, d.on_return, {mode_});
  b_.EmitJump(Opcode::kJumpLoop, d.next);
}

void FunctionCompiler::ThrowIntoDelegate(Delegation& d) {
  Label no_throw;
  b_.BindReachable(d.region.handler);
  FinishRegion(d.region);
  b_.Emit(Opcode::kIteratorCall, {d.iterator, 2});
  b_.EmitJump(Opcode::kJumpIfHole, no_throw);
  b_.Emit(Opcode::kStar, {d.result});
  b_.EmitJump(Opcode::kJumpLoop, d.got);

  b_.Bind(no_throw);
  if (d.is_async) {
    CloseAsyncIterator(d.iterator);
  } else {
    b_.Emit(Opcode::kIteratorClose, {d.iterator, 0});
  }
  b_.Emit(Opcode::kThrowError,
          {static_cast<int>(ErrorType::kTypeError),
           b_.Constant(AsciiConstant("The iterator does not provide a 'throw' method"))});
}

void FunctionCompiler::ReturnFromDelegate(Delegation& d) {
  Label returned, no_return;
  b_.Bind(d.on_return);
  b_.Emit(Opcode::kLdar, {d.received});
  b_.Emit(Opcode::kIteratorCall, {d.iterator, 1});
  b_.EmitJump(Opcode::kJumpIfHole, no_return);
  TestDelegateResult(d, returned);
  b_.EmitJump(Opcode::kJumpLoop, d.yield_it);
  b_.Bind(returned);
  b_.Emit(Opcode::kGetNamed, {d.result, d.value_name});
  JumpOut(JumpKind::kReturn, nullptr);
  b_.Bind(no_return);
  b_.Emit(Opcode::kLdar, {d.received});
  if (d.is_async) EmitAwait(d.position);
  JumpOut(JumpKind::kReturn, nullptr);
}

}  // namespace halfword::compiler
