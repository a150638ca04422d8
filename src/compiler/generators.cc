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

// https://tc39.es/ecma262/#sec-generator-function-definitions-runtime-semantics-evaluation, yield*
//
//   next:      result = iterator.next(received)
//   got:       [await]; if done: finished
//              yield result; resumed by next: next; by return: on_return; by throw: on_throw (a handler)
//   on_throw:  result = iterator.throw(received); got; without such a method: close it, throw a TypeError
//   on_return: result = iterator.return(received); if done: return its value, else got
void FunctionCompiler::YieldDelegate(YieldExpression* e) {
  bool is_async = is_async_generator();
  Register mark = regs_.mark();
  Register iterator = regs_.Allocate(3);
  Register received = regs_.Allocate();
  Register result = regs_.Allocate();
  uint32_t not_object = b_.Constant(AsciiConstant("Iterator result is not an object"));
  uint32_t done_name = b_.Constant(Value(isolate_.name(Name::done)));
  uint32_t value_name = b_.Constant(Value(isolate_.name(Name::value)));
  Label next, got, yield_it, finished, on_return, returned, no_throw, no_return;
  Region region;

  Accumulate(e->argument);
  b_.SetPosition(e->start);
  b_.Emit(Opcode::kGetIterator, {iterator, is_async ? 1 : 2});
  BeginRegion(region);
  b_.Emit(Opcode::kLdaUndefined);
  b_.Emit(Opcode::kStar, {received});

  BindLoopHeader(next, b_.reachable());
  b_.Emit(Opcode::kLdar, {received});
  b_.Emit(Opcode::kIteratorCall, {iterator, 0});
  b_.Emit(Opcode::kStar, {result});

  BindLoopHeader(got, b_.reachable());
  b_.Emit(Opcode::kLdar, {result});
  if (is_async) EmitAwait(e->start);
  b_.Emit(Opcode::kThrowIfNotObject, {not_object});
  b_.Emit(Opcode::kStar, {result});
  b_.Emit(Opcode::kGetNamed, {result, done_name});
  b_.EmitJump(Opcode::kJumpIfTrue, finished);

  BindLoopHeader(yield_it, b_.reachable());
  if (is_async) {
    b_.Emit(Opcode::kGetNamed, {result, value_name});
    region.start = b_.MarkOffset();
    b_.Emit(Opcode::kAsyncGeneratorYield, {mode_});
    Label resumed;
    b_.EmitJump(Opcode::kJumpIfNextMode, resumed, {mode_});
    EmitAwait(e->start);
    b_.Bind(resumed);
  } else {
    b_.Emit(Opcode::kLdar, {result});
    region.start = b_.MarkOffset();
    b_.Emit(Opcode::kYieldResult, {mode_});
  }
  EndRegion(region);
  b_.Emit(Opcode::kStar, {received});
  b_.EmitJump(Opcode::kJumpIfReturnMode, on_return, {mode_});
  b_.EmitJump(Opcode::kJumpLoop, next);

  b_.BindReachable(region.handler);
  FinishRegion(region);
  b_.Emit(Opcode::kIteratorCall, {iterator, 2});
  b_.EmitJump(Opcode::kJumpIfHole, no_throw);
  b_.Emit(Opcode::kStar, {result});
  b_.EmitJump(Opcode::kJumpLoop, got);

  b_.Bind(no_throw);
  if (is_async) {
    CloseAsyncIterator(iterator);
  } else {
    b_.Emit(Opcode::kIteratorClose, {iterator, 0});
  }
  b_.Emit(Opcode::kThrowError,
          {static_cast<int>(ErrorType::kTypeError),
           b_.Constant(AsciiConstant("The iterator does not provide a 'throw' method"))});

  b_.Bind(on_return);
  b_.Emit(Opcode::kLdar, {received});
  b_.Emit(Opcode::kIteratorCall, {iterator, 1});
  b_.EmitJump(Opcode::kJumpIfHole, no_return);
  if (is_async) EmitAwait(e->start);
  b_.Emit(Opcode::kThrowIfNotObject, {not_object});
  b_.Emit(Opcode::kStar, {result});
  b_.Emit(Opcode::kGetNamed, {result, done_name});
  b_.EmitJump(Opcode::kJumpIfTrue, returned);
  b_.EmitJump(Opcode::kJumpLoop, yield_it);
  b_.Bind(returned);
  b_.Emit(Opcode::kGetNamed, {result, value_name});
  JumpOut(JumpKind::kReturn, nullptr);
  b_.Bind(no_return);
  b_.Emit(Opcode::kLdar, {received});
  if (is_async) EmitAwait(e->start);
  JumpOut(JumpKind::kReturn, nullptr);

  b_.Bind(finished);
  b_.Emit(Opcode::kGetNamed, {result, value_name});
  regs_.Release(mark);
}

}  // namespace halfword::compiler
