// Abstract operations in the source of self-hosted builtins.
#include "bytecode/self_hosted.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <string_view>

#include "base/packed_tables.h"
#include "compiler/function_compiler.h"

namespace halfword::compiler {

using namespace syntax;

namespace {

// What a call of a name that nothing declares stands for.
enum class Meaning : uint8_t { kAppend, kCall, kGetIfPresent, kToObject, kOperation, kFunction };
struct Row {
  Meaning meaning;
  uint8_t number = 0;  // SelfHostedOperation or SelfHostedFunction
  uint8_t arguments = 0;
};
constexpr Row kRows[] = {{Meaning::kAppend},
                         {Meaning::kCall},
                         {Meaning::kGetIfPresent},
                         {Meaning::kToObject},
#define V(name, arguments) \
  {Meaning::kOperation, static_cast<uint8_t>(SelfHostedOperation::k##name), arguments},
                         HW_SELF_HOSTED_OPERATIONS(V)
#undef V
#define V(name) {Meaning::kFunction, SelfHostedFunction::k##name},
                             HW_SELF_HOSTED_FUNCTIONS(V)
#undef V
};
constexpr size_t kRowCount = std::size(kRows);
constexpr auto kRowNames = TextsOf<kRowCount>("Append\0Call\0GetIfPresent\0ToObject\0"
#define V(name, arguments) #name "\0"
                                              HW_SELF_HOSTED_OPERATIONS(V)
#undef V
#define V(name) #name "\0"
                                                  HW_SELF_HOSTED_FUNCTIONS(V)
#undef V
);
// The rows in the order of their names.
constexpr auto kSortedRows = [] {
  std::array<uint8_t, kRowCount> sorted{};
  std::iota(sorted.begin(), sorted.end(), uint8_t{0});
  std::sort(sorted.begin(), sorted.end(), [](uint8_t a, uint8_t b) {
    return std::string_view(kRowNames[a]) < std::string_view(kRowNames[b]);
  });
  return sorted;
}();
static_assert(kRowCount < 256);

Row RowNamed(Atom* name) {
  CHECK(name->is_latin1);
  std::string_view text(reinterpret_cast<const char*>(name->latin1()), name->length);
  const auto* found = std::lower_bound(kSortedRows.begin(), kSortedRows.end(), text,
                                       [](uint8_t row, std::string_view t) { return kRowNames[row] < t; });
  CHECK(found != kSortedRows.end() && kRowNames[*found] == text);
  return kRows[*found];
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
  Row row = RowNamed(name);
  switch (row.meaning) {
    case Meaning::kCall: {
      Register base = AllocateFrame();
      Into(arguments[0], base + frame::kFunction);
      Into(arguments[1], base + frame::kThis);
      EmitCall(base, Arguments(arguments.subspan(2), base), false, e->start);
      break;
    }
    case Meaning::kToObject:
      Accumulate(arguments[0]);
      b_.Emit(Opcode::kToObject);
      break;
    case Meaning::kAppend:
    case Meaning::kGetIfPresent: {
      Register object = LocalRegister(arguments[0]);
      CHECK(object != kNoRegister);
      Accumulate(arguments[1]);
      b_.Emit(row.meaning == Meaning::kAppend ? Opcode::kArrayPush : Opcode::kGetIfPresent, {object});
      break;
    }
    case Meaning::kFunction: {
      Register base = AllocateFrame();
      LoadSelfHosted(static_cast<SelfHostedFunction>(row.number), base);
      b_.Emit(Opcode::kStar, {base + frame::kFunction});
      EmitCall(base, Arguments(arguments, base), true, e->start);
      break;
    }
    case Meaning::kOperation: {
      CHECK(row.arguments == arguments.size());
      Register first = regs_.Allocate(std::max<uint32_t>(1, row.arguments));
      for (size_t i = 0; i < arguments.size(); i++) Into(arguments[i], first + static_cast<Register>(i));
      b_.Emit(Opcode::kAbstractOperation, {first, row.arguments, row.number});
      break;
    }
  }
  regs_.Release(mark);
  return true;
}

// Whether the subject of a for-of is an operation that makes an iterator record of its arguments, in place.
bool FunctionCompiler::IteratorRecordOperation(Expression* subject, Register record) {
  if (!subject->Is<CallExpression>()) return false;
  auto* e = subject->As<CallExpression>();
  Atom* name = OperationOf(e);
  if (name == nullptr) return false;
  Row row = RowNamed(name);
  CHECK(row.meaning == Meaning::kOperation && row.arguments == 3 && e->arguments.size() <= 3);
  for (size_t i = 0; i < e->arguments.size(); i++) Into(e->arguments[i], record + static_cast<Register>(i));
  b_.SetPosition(e->start);
  b_.Emit(Opcode::kAbstractOperation, {record, row.arguments, row.number});
  return true;
}

}  // namespace halfword::compiler
