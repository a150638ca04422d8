// The heap of a small Lisp: pairs, numbers, symbols, closures and environments are collected objects, the
// interpreter is plain C++ with plain pointers in its local variables, and closures make circles.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/hash_map.h"
#include "halfword/gc/persistent.h"

namespace gc = halfword::gc;

enum class Kind : uint8_t { kNumber, kSymbol, kPair, kClosure };

// All values begin with this. There are no virtual functions: a pair is 16 bytes, header included.
class Value : public gc::GarbageCollected<Value> {
 public:
  void Trace(gc::Visitor* visitor) const {
    visitor->Trace(first);
    visitor->Trace(second);
    visitor->Trace(third);
  }
  explicit Value(Kind k) : kind(k) {}
  Kind kind;
  gc::Member<Value> first, second;      // pair: head, tail; closure: parameters, body
  gc::Member<class Environment> third;  // closure: where it was made
};

class Number final : public Value {
 public:
  explicit Number(double v) : Value(Kind::kNumber), value(v) {}
  double value;
};

class Environment : public gc::GarbageCollected<Environment> {
 public:
  explicit Environment(Environment* outer) : outer_(outer) {}
  void Trace(gc::Visitor* visitor) const {
    visitor->Trace(outer_);
    visitor->Trace(variables_);
  }
  void Define(Value* symbol, Value* value) { variables_.insert_or_assign(symbol, value); }
  Value* Find(Value* symbol) const {
    for (const Environment* e = this; e != nullptr; e = e->outer_) {
      if (Value* value = e->variables_.get(symbol)) return value;
    }
    return nullptr;
  }

 private:
  gc::Member<Environment> outer_;
  gc::HashMap<gc::Member<Value>, gc::Member<Value>> variables_;
};

class Interpreter : public gc::GarbageCollected<Interpreter> {
 public:
  explicit Interpreter(gc::Heap& heap) : heap_(heap) {
    global_ = gc::MakeGarbageCollected<Environment>(heap, nullptr);
  }
  void Trace(gc::Visitor* visitor) const {
    visitor->Trace(symbols_);
    visitor->Trace(global_);
  }

  double Run(std::string_view source) {
    text_ = source;
    Value* result = nullptr;
    while (Skip(), !text_.empty()) result = Evaluate(Read(), global_);
    return result != nullptr && result->kind == Kind::kNumber ? static_cast<Number*>(result)->value : 0;
  }

 private:
  // ---- Reading
  void Skip() {
    while (!text_.empty() && std::isspace(static_cast<unsigned char>(text_[0]))) text_.remove_prefix(1);
  }
  Value* Read() {
    Skip();
    if (text_[0] == '(') {
      text_.remove_prefix(1);
      return ReadTail();
    }
    size_t length = 0;
    while (length < text_.size() && !std::isspace(static_cast<unsigned char>(text_[length])) &&
           text_[length] != '(' && text_[length] != ')') {
      length++;
    }
    std::string token(text_.substr(0, length));
    text_.remove_prefix(length);
    char* end;
    double number = std::strtod(token.c_str(), &end);
    return *end == 0 ? NewNumber(number) : Symbol(token);
  }
  Value* ReadTail() {
    Skip();
    if (text_[0] == ')') {
      text_.remove_prefix(1);
      return nullptr;
    }
    Value* head = Read();
    Value* tail = ReadTail();
    return Make(Kind::kPair, head, tail);
  }

  // ---- Making
  Value* Make(Kind kind, Value* first, Value* second, Environment* third = nullptr) {
    Value* value = gc::MakeGarbageCollected<Value>(heap_, kind);
    value->first = first;
    value->second = second;
    value->third = third;
    return value;
  }
  Value* NewNumber(double v) { return gc::MakeGarbageCollected<Number>(heap_, v); }
  Value* Symbol(const std::string& name) {
    if (Value* symbol = symbols_.get(name)) return symbol;
    Value* symbol = Make(Kind::kSymbol, nullptr, nullptr);
    symbols_.insert(name, symbol);
    return symbol;
  }

  // ---- Evaluating
  Value* Evaluate(Value* code, Environment* environment) {
    if (code == nullptr || code->kind == Kind::kNumber) return code;
    if (code->kind == Kind::kSymbol) return environment->Find(code);
    Value* head = code->first;
    Value* rest = code->second;
    if (head == Symbol("define")) {
      Value* value = Evaluate(rest->second->first, environment);
      environment->Define(rest->first, value);
      return value;
    }
    if (head == Symbol("lambda")) return Make(Kind::kClosure, rest->first, rest->second->first, environment);
    if (head == Symbol("if")) {
      bool yes = static_cast<Number*>(Evaluate(rest->first, environment))->value != 0;
      return Evaluate(yes ? rest->second->first : rest->second->second->first, environment);
    }
    for (char op : {'+', '-', '<'}) {
      if (head != Symbol(std::string(1, op))) continue;
      double a = static_cast<Number*>(Evaluate(rest->first, environment))->value;
      double b = static_cast<Number*>(Evaluate(rest->second->first, environment))->value;
      return NewNumber(op == '+' ? a + b : op == '-' ? a - b : a < b);
    }
    Value* closure = Evaluate(head, environment);
    Environment* inner = gc::MakeGarbageCollected<Environment>(heap_, closure->third.Get());
    for (Value* names = closure->first; names != nullptr; names = names->second) {
      inner->Define(names->first, Evaluate(rest->first, environment));
      rest = rest->second;
    }
    return Evaluate(closure->second, inner);
  }

  gc::Heap& heap_;
  std::string_view text_;
  gc::HashMap<std::string, gc::Member<Value>> symbols_;
  gc::Member<Environment> global_;
};

int main() {
  gc::HeapOptions options;
  options.initial_threshold = 1 << 20;  // a small heap that is collected often
  std::unique_ptr<gc::Heap> heap = gc::Heap::Create(options, nullptr);
  if (heap == nullptr) return 1;
  double result = 0;
  heap->Enter([&] {
    gc::Persistent<Interpreter> lisp = gc::MakeGarbageCollected<Interpreter>(*heap, *heap);
    result = lisp->Run(
        "(define fib (lambda (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))"
        "(define counter (lambda (n) (lambda (m) (+ n m))))"
        "(+ (fib 20) ((counter 1) 2))");
  });
  std::printf("%g, %llu collections\n", result,
              static_cast<unsigned long long>(heap->CollectStatistics().collections));
  return result == 6768 ? 0 : 1;
}
