// Differential tests of the opcodes: what a small function of JavaScript computes is held against what the
// runtime's functions compute from the same Values, without any bytecode.
//
// A Site is such a function. It is asked in every state that decides how far its opcodes go: cold (no
// feedback), warm with operands of the same kinds, and warm with operands of other kinds.
#ifndef HALFWORD_TESTS_UNIT_OPS_DIFFERENTIAL_H_
#define HALFWORD_TESTS_UNIT_OPS_DIFFERENTIAL_H_

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "../isolates/fixture.h"
#include "objects/memory/value_list.h"
#include "runtime/operations/arithmetic.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/object_operations.h"

namespace halfword::testing {

// How something ended: a value, or what was thrown.
struct Outcome {
  bool threw = false;
  Value value;
};
// Takes the exception away from the isolate.
Outcome OutcomeOf(Isolate&, Completion<Value>);
// Numbers are shown by all their digits and minus zero as such, objects and symbols by their place in memory,
// thrown errors by their name alone. What is shown alike is the same.
std::string Show(Isolate&, Outcome);
std::string Show(Isolate&, Value);
// The same, faster. Of thrown errors the names are compared.
bool SameOutcome(Isolate&, Outcome, Outcome);

// The completion value of a script that must not throw.
Value RunScript(Isolate&, std::string_view source);

struct Operand {
  // The expression; "boxed 1" for a number that lies in a HeapNumber although it fits a Smi.
  std::string text;
  Value value;
};
// The values of expressions. Keeps them alive; on the native stack only.
class Operands {
 public:
  Operands(Isolate&, std::initializer_list<const char*> expressions);
  operator std::span<const Operand>() const { return operands_; }
  const Operand* begin() const { return operands_.data(); }
  const Operand* end() const { return operands_.data() + operands_.size(); }

 protected:
  void Add(std::string text, Value value) {
    kept_.Append(value);
    operands_.push_back({std::move(text), value});
  }

 private:
  ValueList kept_;  // the vector's memory is no root
  std::vector<Operand> operands_;
};
// The edges of every kind of value, some of the numbers that fit a Smi also boxed.
class EdgeValues : public Operands {
 public:
  explicit EdgeValues(Isolate&);
};

class Site {
 public:
  // A function with the parameters a, b and c, and this body.
  Site(Isolate&, std::string body);

  void MakeCold();  // as if it had never run
  void MakeWarm();  // as if it had just been given its feedback, which is empty
  Outcome Call(std::span<const Value> arguments);
  Outcome Call(std::initializer_list<Value> arguments) {
    return Call(std::span<const Value>(arguments.begin(), arguments.size()));
  }
  // Calls it with operands of many kinds; the results do not matter.
  void MeetOthers();
  const std::string& body() const { return body_; }

 private:
  Isolate& isolate_;
  std::string body_;
  Value function_;
  // Optimized code relies on these: what it refers to lives as long as they do.
  ValueList former_feedback_;
};

using Oracle = std::function<Completion<Value>(Isolate&, Value, Value)>;
// Asks the site in every state, about all pairs of operands. The oracle is asked once for each pair.
void ExpectAsOracle(Isolate&, const std::string& body, std::span<const Operand> left,
                    std::span<const Operand> right, const Oracle& oracle);

// `text` with each occurrence of `what` replaced.
std::string Replaced(std::string text, std::string_view what, std::string_view with);

}  // namespace halfword::testing

#endif  // HALFWORD_TESTS_UNIT_OPS_DIFFERENTIAL_H_
