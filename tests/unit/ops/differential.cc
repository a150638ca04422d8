#include "differential.h"

#include <cstdio>
#include <cstring>

#include "runtime/caches/inline_cache.h"
#include "runtime/evaluation/evaluation.h"
#include "runtime/operations/call.h"

namespace halfword::testing {

Outcome OutcomeOf(Isolate& isolate, Completion<Value> completion) {
  if (!completion.IsThrow()) return {false, completion.Take()};
  Outcome outcome{true, Value::Undefined()};
  CHECK(isolate.Catch(&outcome.value));  // else it was terminated
  return outcome;
}

namespace {

// The name of an error object that is thrown; empty for other things.
std::string NameOfError(Isolate& isolate, Outcome outcome) {
  if (!outcome.threw || !outcome.value.IsObject()) return {};
  Outcome name =
      OutcomeOf(isolate, Get(isolate, outcome.value.AsObject(), PropertyKey::FromAscii(isolate, "name")));
  return !name.threw && name.value.IsString() ? name.value.AsString()->ToUtf8(isolate) : std::string();
}

}  // namespace

std::string Show(Isolate& isolate, Value value) {
  char buffer[64];
  if (value.IsNumber()) {
    std::snprintf(buffer, sizeof buffer, "%.17g", value.AsNumber());
    return value.AsNumber() != value.AsNumber() ? "nan" : buffer;
  }
  if (value.IsString()) return "'" + value.AsString()->ToUtf8(isolate) + "'";
  if (value.IsBoolean() || value.IsNullOrUndefined()) {
    return value.IsTrue() ? "true" : value.IsFalse() ? "false" : value.IsNull() ? "null" : "undefined";
  }
  if (value.IsBigInt()) return MUST(BigIntToString(isolate, value.AsBigInt(), 10))->ToUtf8(isolate) + "n";
  std::snprintf(buffer, sizeof buffer, "%s at %llx", value.IsObject() ? "object" : "symbol",
                static_cast<unsigned long long>(value.bits()));
  return buffer;
}

std::string Show(Isolate& isolate, Outcome outcome) {
  if (!outcome.threw) return Show(isolate, outcome.value);
  std::string name = NameOfError(isolate, outcome);
  return "throws " + (name.empty() ? Show(isolate, outcome.value) : name);
}

bool SameOutcome(Isolate& isolate, Outcome x, Outcome y) {
  if (x.threw != y.threw) return false;
  if (x.value == y.value) return true;
  if (!x.threw && x.value.IsNumber() && y.value.IsNumber()) {
    double a = x.value.AsNumber(), b = y.value.AsNumber();
    return (a != a && b != b) || std::memcmp(&a, &b, sizeof a) == 0;
  }
  return Show(isolate, x) == Show(isolate, y);
}

Value RunScript(Isolate& isolate, std::string_view source) {
  Script* script = NewScript(isolate, isolate.realm(), NewStringFromUtf8(isolate, source),
                             NewStringFromAscii(isolate, "test.js"));
  Outcome outcome = OutcomeOf(isolate, EvaluateScript(isolate, script));
  CHECK(!outcome.threw);
  return outcome.value;
}

Operands::Operands(Isolate& isolate, std::initializer_list<const char*> expressions) : kept_(isolate) {
  for (const char* text : expressions) Add(text, RunScript(isolate, std::string("(") + text + ")"));
}

EdgeValues::EdgeValues(Isolate& isolate)
    : Operands(isolate, {"0",
                         "1",
                         "-1",
                         "2**30",
                         "2**30 - 1",
                         "2**30 + 1",
                         "-(2**30)",
                         "-(2**30) - 1",
                         "-(2**30) + 1",
                         "2**31",
                         "-(2**31)",
                         "2**32",
                         "-0",
                         "0.5",
                         "-0.5",
                         "NaN",
                         "Infinity",
                         "-Infinity",
                         "1e300",
                         "''",
                         "'1'",
                         "'a'",
                         "true",
                         "false",
                         "null",
                         "undefined",
                         "1n",
                         "-1n",
                         "2n ** 64n",
                         "({ valueOf() { return 3; } })",
                         "({ valueOf() { return 0.25; }, toString() { return 'no'; } })",
                         "({ toString() { return '4'; } })",
                         "({ valueOf() { throw new RangeError('left'); } })",
                         "({ valueOf() { throw 'thrown'; } })",
                         "Object.create(null)",
                         "Symbol('s')"}) {
  for (double d : {0.0, 1.0, -1.0, 1073741823.0}) {
    Add("boxed " + std::to_string(static_cast<int>(d)), NewHeapNumber(isolate, d));
  }
}

Site::Site(Isolate& isolate, std::string body)
    : isolate_(isolate), body_(std::move(body)), former_feedback_(isolate) {
  function_ = RunScript(isolate, "(function (a, b, c) { " + body_ + " })");
}

void Site::MakeCold() {
  FunctionInfo* info = static_cast<JSFunction*>(function_.AsObject())->info();
  former_feedback_.Append(Value(info->feedback_.get()));
  info->feedback_.Set(info, isolate_.cold_feedback_.get());
  info->warmup_ = 0;
}

void Site::MakeWarm() {
  FunctionInfo* info = static_cast<JSFunction*>(function_.AsObject())->info();
  (void)MUST(EnsureCompiled(isolate_, info));
  AllocateFeedback(isolate_, info);
}

Outcome Site::Call(std::span<const Value> arguments) {
  return OutcomeOf(isolate_, halfword::Call(isolate_, function_, Value::Undefined(), arguments));
}

void Site::MeetOthers() {
  Value integer = Value::Smi(7), number = NewHeapNumber(isolate_, 2.5);
  Value text = NewStringFromAscii(isolate_, "text"), object = OrdinaryObjectCreate(isolate_, Value::Null());
  Value big = BigIntFromInt64(isolate_, 9), array = CreateArrayFromList(isolate_, {&integer, 1});
  for (Value other : {integer, number, text, object, big, Value::Undefined(), array}) {
    Call({other, other, other});
    Call({other, integer, number});
  }
}

void ExpectAsOracle(Isolate& isolate, const std::string& body, std::span<const Operand> left,
                    std::span<const Operand> right, const Oracle& oracle) {
  Site site(isolate, body), all(isolate, body);
  all.MakeWarm();
  for (const Operand& a : left) {
    for (const Operand& b : right) {
      Outcome expected = OutcomeOf(isolate, oracle(isolate, a.value, b.value));
      auto expect = [&](Outcome outcome, const char* state) {
        if (SameOutcome(isolate, outcome, expected)) return;
        ADD_FAILURE() << body << ", a = " << a.text << ", b = " << b.text << ", " << state << ": "
                      << Show(isolate, outcome) << " instead of " << Show(isolate, expected);
      };
      site.MakeCold();
      expect(site.Call({a.value, b.value}), "cold");
      site.MakeWarm();
      for (int i = 0; i < 2; i++) expect(site.Call({a.value, b.value}), "warm");
      site.MeetOthers();
      expect(site.Call({a.value, b.value}), "after other kinds");
      expect(all.Call({a.value, b.value}), "after all pairs before");
    }
  }
}

std::string Replaced(std::string text, std::string_view what, std::string_view with) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
  return text;
}

}  // namespace halfword::testing
