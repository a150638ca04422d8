// Abstract operations in the source of self-hosted builtins.
#include "bytecode/self_hosted.h"

#include <algorithm>
#include <iterator>

#include "compiler/function_compiler.h"

namespace halfword::compiler {

using namespace syntax;

namespace {

struct OperationRow {
  const char* name;
  size_t arguments;
};
constexpr OperationRow kOperations[] = {
#define V(name, arguments) {#name, arguments},
    HW_SELF_HOSTED_OPERATIONS(V)
#undef V
};

// The function that only others call of this name; kSelfHostedCount: there is none.
int HelperNamed(Atom* name) {
  int n = kFirstSelfHostedHelper;
  while (n < kSelfHostedCount && !name->Is(kSelfHostedNames[static_cast<size_t>(n)])) n++;
  return n;
}
// The name of the operation; null: the callee is a variable.
Atom* OperationOf(const CallExpression* e) {
  if (!e->callee->Is<Identifier>()) return nullptr;
  Variable* v = e->callee->As<Identifier>()->variable();
  return v->location == VariableLocation::kGlobal ? v->name : nullptr;
}

}  // namespace

// The argument of an IsAbsent(…), or null.
Expression* FunctionCompiler::TestedForAbsence(Expression* e) const {
  if (!c_.is_self_hosted()) return nullptr;
  auto* call = e->As<CallExpression>();
  Atom* name = OperationOf(call);
  return name != nullptr && name->Is("IsAbsent") ? call->arguments[0] : nullptr;
}

void FunctionCompiler::LoadSelfHosted(SelfHostedFunction helper, Register scratch) {
  b_.LoadSmi(helper);
  b_.Emit(Opcode::kStar, {scratch});
  b_.Emit(Opcode::kAbstractOperation,
          {scratch, 1, static_cast<int64_t>(SelfHostedOperation::kSelfHostedFunction)});
}

bool FunctionCompiler::AbstractOperation(CallExpression* e) {
  Atom* name = OperationOf(e);
  if (name == nullptr) return false;
  std::span<Expression*> arguments = e->arguments;
  Register mark = regs_.mark();
  b_.SetPosition(e->start);
  if (name->Is("Call")) {
    Register base = AllocateFrame();
    Into(arguments[0], base + frame::kFunction);
    Into(arguments[1], base + frame::kThis);
    EmitCall(base, Arguments(arguments.subspan(2), false, base), false, e->start);
  } else if (name->Is("ToObject")) {
    Accumulate(arguments[0]);
    b_.Emit(Opcode::kToObject);
  } else if (name->Is("GetIfPresent") || name->Is("Append")) {
    Register object = LocalRegister(arguments[0]);
    CHECK(object != kNoRegister);
    Accumulate(arguments[1]);
    b_.Emit(name->Is("Append") ? Opcode::kArrayPush : Opcode::kGetIfPresent, {object});
  } else if (int helper = HelperNamed(name); helper < kSelfHostedCount) {
    Register base = AllocateFrame();
    LoadSelfHosted(static_cast<SelfHostedFunction>(helper), base);
    b_.Emit(Opcode::kStar, {base + frame::kFunction});
    EmitCall(base, Arguments(arguments, false, base), true, e->start);
  } else {
    const OperationRow* row = std::find_if(std::begin(kOperations), std::end(kOperations),
                                           [&](const OperationRow& each) { return name->Is(each.name); });
    CHECK(row != std::end(kOperations) && row->arguments == arguments.size());
    Register first = regs_.Allocate(std::max<uint32_t>(1, static_cast<uint32_t>(arguments.size())));
    for (size_t i = 0; i < arguments.size(); i++) Into(arguments[i], first + static_cast<Register>(i));
    b_.Emit(Opcode::kAbstractOperation,
            {first, static_cast<int64_t>(arguments.size()), row - std::begin(kOperations)});
  }
  regs_.Release(mark);
  return true;
}

}  // namespace halfword::compiler
