// Object, array and template literals.
#include <algorithm>
#include <cmath>

#include "compiler/function_compiler.h"
#include "objects/shapes/js_object.h"

namespace halfword::compiler {

using namespace syntax;

namespace {

// Values of one CreateObjectFrom or CreateArrayFrom wait in registers.
constexpr size_t kMostObjectValues = 64;
constexpr size_t kMostArrayValues = 16;

bool UsesHomeObject(Expression* value) {
  return value->Is<FunctionLiteral>() && value->As<FunctionLiteral>()->uses_super_property;
}

}  // namespace

// A literal without side effects whose value is known now.
bool FunctionCompiler::ConstantValue(Expression* e, Value* value) {
  double number;
  if (ConstantNumber(e, &number)) {
    *value = NumberValue(isolate_, number);
    return true;
  }
  switch (e->kind()) {
    case NodeKind::kStringLiteral: *value = Value(c_.StringOf(e->As<StringLiteral>()->value)); return true;
    case NodeKind::kNullLiteral: *value = Value::Null(); return true;
    case NodeKind::kBooleanLiteral: *value = Value::Boolean(e->As<BooleanLiteral>()->value); return true;
    default: return false;
  }
}

// The elements to copy if all are constants: doubles if all are numbers and not all Smis.
// Undefined if not constant.
Value FunctionCompiler::ConstantElements(syntax::ArrayLiteral* e) {
  uint32_t count = static_cast<uint32_t>(e->elements.size());
  if (count == 0 || e->has_spread) return Value::Undefined();
  bool all_numbers = true, all_smis = true;
  for (Expression* element : e->elements) {
    if (element == nullptr) return Value::Undefined();
    double number;
    if (ConstantNumber(element, &number)) {
      all_smis &= number == std::trunc(number) && number >= Value::kSmiMin && number <= Value::kSmiMax &&
                  !(number == 0 && std::signbit(number));
    } else if (element->Is<StringLiteral>() || element->Is<NullLiteral>() || element->Is<BooleanLiteral>()) {
      all_numbers = false;
    } else {
      return Value::Undefined();
    }
  }
  if (all_numbers && !all_smis) {
    DoubleElements* elements = NewDoubleElements(isolate_, count);
    if (elements == nullptr) return Value::Undefined();
    for (uint32_t i = 0; i < count; i++) {
      double number = 0;
      ConstantNumber(e->elements[i], &number);
      elements->Set(i, number);
    }
    return Value::FromPointer(elements, DoubleElements::kTag);
  }
  ValueElements* elements = NewValueElements(isolate_, count);
  if (elements == nullptr) return Value::Undefined();
  for (uint32_t i = 0; i < count; i++) {
    Value value;
    ConstantValue(e->elements[i], &value);
    elements->slots()[i].Init(value);
  }
  return Value::FromPointer(elements, ValueElements::kTag);
}

void FunctionCompiler::ArrayLiteral(syntax::ArrayLiteral* e) {
  size_t count = e->elements.size();
  b_.SetPosition(e->start);
  if (count == 0) {
    b_.Emit(Opcode::kCreateArray, {0});
    return;
  }
  Value constant = ConstantElements(e);
  if (!constant.IsUndefined()) {
    b_.Emit(Opcode::kCreateArrayConst, {b_.UniqueConstant(constant)});
    return;
  }
  Register mark = regs_.mark();
  size_t made = BeginArray(e->elements);
  if (made != count) {
    Register array = Spill();
    AppendToArray(std::span(e->elements).subspan(made), array);
    b_.Emit(Opcode::kLdar, {array});
  }
  regs_.Release(mark);
}

size_t FunctionCompiler::BeginArray(std::span<Expression*> elements) {
  if (elements[0] != nullptr && elements[0]->Is<SpreadElement>()) {
    Accumulate(elements[0]->As<SpreadElement>()->argument);
    b_.SetPosition(elements[0]->start);
    b_.Emit(Opcode::kCopySpread);
    return 1;
  }
  auto is_spread = [](const Expression* e) { return e != nullptr && e->Is<SpreadElement>(); };
  size_t single =
      static_cast<size_t>(std::find_if(elements.begin(), elements.end(), is_spread) - elements.begin());
  if (single > kMostArrayValues) {
    b_.Emit(Opcode::kCreateArray, {static_cast<int64_t>(std::min<size_t>(elements.size(), 65535))});
    return 0;
  }
  Register mark = regs_.mark(), first = regs_.Allocate(static_cast<uint32_t>(single));
  for (size_t i = 0; i < single; i++) {
    if (elements[i] == nullptr) {
      b_.Emit(Opcode::kLdaHole);
      b_.Emit(Opcode::kStar, {static_cast<int64_t>(first + i)});
    } else {
      Into(elements[i], first + static_cast<Register>(i));
    }
  }
  b_.Emit(Opcode::kCreateArrayFrom, {first, static_cast<int64_t>(single)});
  regs_.Release(mark);
  return single;
}

void FunctionCompiler::AppendToArray(std::span<Expression*> elements, Register array) {
  for (Expression* element : elements) {
    if (element == nullptr) {
      b_.Emit(Opcode::kLdaHole);
      b_.Emit(Opcode::kArrayPush, {array});
    } else if (element->Is<SpreadElement>()) {
      Accumulate(element->As<SpreadElement>()->argument);
      b_.SetPosition(element->start);
      b_.Emit(Opcode::kArrayAppend, {array});
    } else {
      Accumulate(element);
      b_.Emit(Opcode::kArrayPush, {array});
    }
  }
}

void FunctionCompiler::ObjectLiteral(syntax::ObjectLiteral* e) {
  b_.SetPosition(e->start);
  // The leading properties with plain names make the object in one step.
  std::vector<Atom*> names;
  std::unordered_set<Atom*> seen;
  for (Property& p : e->properties) {
    if (p.kind != PropertyKind::kValue || p.is_computed || names.size() == kMostObjectValues) break;
    Atom* name = ConstantName(p.key);
    if (name == nullptr || UsesHomeObject(p.value) || !seen.insert(name).second) break;
    names.push_back(name);
  }
  Register mark = regs_.mark();
  size_t plain = names.size();
  if (plain == 0) {
    b_.Emit(Opcode::kCreateObject, {static_cast<int64_t>(std::min<size_t>(e->properties.size(), 100))});
  } else {
    ValueArray* keys = NewValueArray(isolate_, static_cast<uint32_t>(plain));
    for (size_t i = 0; i < plain; i++) keys->slots()[i].Init(c_.KeyOf(names[i]));
    Register first = regs_.Allocate(static_cast<uint32_t>(plain));
    for (size_t i = 0; i < plain; i++) Into(e->properties[i].value, first + static_cast<Register>(i));
    b_.Emit(Opcode::kCreateObjectFrom, {b_.UniqueConstant(Value(keys)), first, static_cast<int64_t>(plain)});
  }
  if (plain == e->properties.size()) {
    regs_.Release(mark);
    return;
  }
  regs_.Release(mark);
  Register object = Spill();
  for (size_t i = plain; i < e->properties.size(); i++) DefineProperty(object, e->properties[i]);
  b_.Emit(Opcode::kLdar, {object});
  regs_.Release(mark);
}

void FunctionCompiler::DefineProperty(Register object, Property& p) {
  Register mark = regs_.mark();
  switch (p.kind) {
    case PropertyKind::kSpread:
      Accumulate(p.value);
      b_.SetPosition(p.start);
      b_.Emit(Opcode::kCopyDataProperties, {object, object, 0});
      break;
    case PropertyKind::kPrototype:
      Accumulate(p.value);
      b_.Emit(Opcode::kSetProto, {object});
      break;
    case PropertyKind::kValue: {
      Atom* name = p.is_computed ? nullptr : ConstantName(p.key);
      Register key = kNoRegister;
      if (name == nullptr) {
        LoadKey(p.key, p.is_computed);
        key = Spill();
      }
      if (p.value->Is<FunctionLiteral>()) {
        CreateClosure(p.value->As<FunctionLiteral>(), p.is_method ? object : kNoRegister);
        if (p.needs_name_at_run_time) b_.Emit(Opcode::kSetFunctionName, {key, 0});
      } else {
        NamedValue(p.value, p.needs_name_at_run_time ? key : kNoRegister);
      }
      b_.SetPosition(p.start);
      if (name != nullptr) {
        b_.Emit(Opcode::kDefineNamed, {object, b_.Constant(c_.KeyOf(name))});
      } else {
        b_.Emit(Opcode::kDefineKeyed,
                {object, key, (p.is_method ? kDefineMethod : kDefineValue) | kDefineEnumerable});
      }
      break;
    }
    case PropertyKind::kGetter:
    case PropertyKind::kSetter: {
      LoadKey(p.key, p.is_computed);
      Register key = Spill();
      CreateClosure(p.value->As<FunctionLiteral>(), object);
      b_.SetPosition(p.start);
      int flags = (p.kind == PropertyKind::kGetter ? kDefineGetter : kDefineSetter) | kDefineEnumerable;
      b_.Emit(Opcode::kDefineKeyed, {object, key, flags | (p.is_computed ? kDefineSetName : 0)});
      break;
    }
  }
  regs_.Release(mark);
}

void FunctionCompiler::NamedValue(Expression* value, Register key) {
  if (key == kNoRegister) {
    Accumulate(value);
  } else if (value->Is<ClassLiteral>()) {
    Class(value->As<ClassLiteral>(), key);
  } else {
    Accumulate(value);
    b_.Emit(Opcode::kSetFunctionName, {key, 0});
  }
}

// https://tc39.es/ecma262/#sec-template-literals-runtime-semantics-evaluation
void FunctionCompiler::TemplateLiteral(syntax::TemplateLiteral* e) {
  Register mark = regs_.mark();
  Register left = kNoRegister;
  bool has_left = false;  // in acc
  auto before = [&] {
    if (!has_left) return;
    if (left == kNoRegister) left = regs_.Allocate();
    b_.Emit(Opcode::kStar, {left});
  };
  auto after = [&] {
    if (has_left) b_.Emit(Opcode::kAdd, {left});
    has_left = true;
  };
  for (size_t i = 0; i < e->parts.size(); i++) {
    Atom* text = e->parts[i].cooked;
    if (text->length != 0 || e->parts.size() == 1) {
      before();
      LoadString(text);
      after();
    }
    if (i == e->expressions.size()) break;
    before();
    Accumulate(e->expressions[i]);
    b_.SetPosition(e->expressions[i]->start);
    b_.Emit(Opcode::kToString);
    after();
  }
  regs_.Release(mark);
}

}  // namespace halfword::compiler
