// DebugListener: hears from FunctionCompiler what DebugInfo is made of. A compilation has one only while a
// function is described.
#ifndef HALFWORD_COMPILER_DEBUG_LISTENER_H_
#define HALFWORD_COMPILER_DEBUG_LISTENER_H_

#include <cstdint>

#include "bytecode/bytecode_builder.h"
#include "compiler/compilation.h"
#include "compiler/debug_info.h"
#include "syntax/tree/scope.h"

namespace halfword::compiler {

class DebugListener : public CodeMoves {
 public:
  // Whether it wants to hear of this function.
  virtual bool Wants(const Compilation::Pending&) = 0;
  // The function is compiled from its first byte on, perhaps again.
  virtual void Begin() = 0;
  // `offset`: of the first instruction that has the scope's registers and environment.
  virtual void EnterScope(const syntax::Scope*, uint32_t offset) = 0;
  virtual void LeaveScope(uint32_t offset) = 0;
  virtual void BeginStatement(uint32_t offset, uint32_t position) = 0;
  // The handler of a catch clause.
  virtual void BeginCatch(uint32_t offset) = 0;
  // Its offset is kNever where it can't be reached.
  virtual void BeginBlock(DebugInfo::Block) = 0;
  static constexpr uint32_t kNever = 0xFFFFFFFF;
  // True: it has heard enough.
  virtual bool End(Code*) = 0;

 protected:
  ~DebugListener() = default;
};

}  // namespace halfword::compiler

#endif  // HALFWORD_COMPILER_DEBUG_LISTENER_H_
