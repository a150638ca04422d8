// Symbol Objects: https://tc39.es/ecma262/#sec-symbol-objects
#include "builtins/fundamental_objects/symbol.h"

#include "builtins/builtins.h"
#include "objects/isolate.h"
#include "objects/library/fundamental_objects.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

// Symbol ( [ description ] )  https://tc39.es/ecma262/#sec-symbol-description
Completion<Value> SymbolConstructor(Isolate& isolate, Arguments& args) {
  if (args.IsConstructCall()) return isolate.ThrowTypeError("Symbol is not a constructor");
  Value description;
  if (!args[0].IsUndefined()) description = Value(TRY(ToString(isolate, args[0])));
  return NewSymbol(isolate, description);
}

// The GlobalSymbolRegistry: an object without prototype, from key to symbol.
JSObject* Registry(Isolate& isolate) {
  if (!isolate.symbol_registry_.get().IsObject()) {
    JSObject* registry = OrdinaryObjectCreate(isolate, Value::Null());
    registry->ToDictionary(isolate);
    isolate.symbol_registry_.Init(Value(registry));
  }
  return isolate.symbol_registry_.get().AsObject();
}

// Symbol.for ( key )  https://tc39.es/ecma262/#sec-symbol.for
Completion<Value> SymbolFor(Isolate& isolate, Arguments& args) {
  String* text = TRY(ToString(isolate, args[0]));
  return Value(RegisteredSymbol(isolate, text));
}

// Symbol.keyFor ( sym )  https://tc39.es/ecma262/#sec-symbol.keyfor
Completion<Value> SymbolKeyFor(Isolate& isolate, Arguments& args) {
  if (!args[0].IsSymbol())
    return isolate.ThrowTypeError("%s is not a symbol", DescribeForError(isolate, args[0]).c_str());
  Symbol* symbol = args[0].AsSymbol();
  return symbol->flags_ & Symbol::kRegistered ? symbol->description() : Value::Undefined();
}

// https://tc39.es/ecma262/#sec-thissymbolvalue
Completion<Symbol*> ThisSymbolValue(Isolate& isolate, Value v, const char* method) {
  if (v.IsSymbol()) return v.AsSymbol();
  if (PrimitiveWrapper* wrapper = v.TryAs<PrimitiveWrapper>()) {
    if (wrapper->value_.get().IsSymbol()) return wrapper->value_.get().AsSymbol();
  }
  return isolate.ThrowTypeError("%s requires that 'this' be a Symbol", method);
}

// get Symbol.prototype.description  https://tc39.es/ecma262/#sec-symbol.prototype.description
Completion<Value> SymbolDescription(Isolate& isolate, Arguments& args) {
  Symbol* symbol = TRY(ThisSymbolValue(isolate, args.this_value(), "Symbol.prototype.description"));
  return symbol->description();
}

// Symbol.prototype.toString ( )  https://tc39.es/ecma262/#sec-symbol.prototype.tostring
Completion<Value> SymbolToString(Isolate& isolate, Arguments& args) {
  Symbol* symbol = TRY(ThisSymbolValue(isolate, args.this_value(), "Symbol.prototype.toString"));
  StringBuilder out(isolate);
  out.AppendAscii("Symbol(");
  if (symbol->description().IsString()) out.Append(symbol->description().AsString());
  out.AppendAscii(")");
  return out.Finish();
}

// Symbol.prototype.valueOf ( )  https://tc39.es/ecma262/#sec-symbol.prototype.valueof
Completion<Value> SymbolValueOf(Isolate& isolate, Arguments& args) {
  return Completion<Value>(ThisSymbolValue(isolate, args.this_value(), "Symbol.prototype.valueOf"));
}

// Symbol.prototype [ @@toPrimitive ] ( hint )
// https://tc39.es/ecma262/#sec-symbol.prototype-%symbol.toprimitive%
Completion<Value> SymbolToPrimitive(Isolate& isolate, Arguments& args) {
  return Completion<Value>(ThisSymbolValue(isolate, args.this_value(), "Symbol.prototype [ @@toPrimitive ]"));
}

constexpr NativeRow kConstructorRowSource[] = {{"Symbol", SymbolConstructor, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {{"for", SymbolFor, 1}, {"keyFor", SymbolKeyFor, 1}};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"toString", SymbolToString, 0},
    {"valueOf", SymbolValueOf, 0},
    {"description", SymbolDescription, 0, kNativeGetter},
    {"Symbol.toPrimitive", SymbolToPrimitive, 1, kNativeSymbol | kNativeReadOnly},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows};

}  // namespace

Symbol* RegisteredSymbol(Isolate& isolate, String* text) {
  PropertyKey key = PropertyKey::FromString(isolate, text);
  JSObject* registry = Registry(isolate);
  OwnProperty own = registry->GetOwn(isolate, key);
  if (own.found()) return own.value.AsSymbol();
  Symbol* symbol = NewSymbol(isolate, Value(text), Symbol::kRegistered);
  registry->DefineOwn(isolate, key, Value(symbol), kDataDefault);
  return symbol;
}

const std::span<const NativeTable> kSymbolTables = kTables;

void InstallSymbol(Isolate& isolate, Realm* realm) {
  JSObject* prototype = OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype)));
  NativeFunction* constructor = InstallConstructor(isolate, realm, kConstructorRow, prototype,
                                                   Intrinsic::kSymbol, Intrinsic::kSymbolPrototype);
#define V(id, text) \
  InstallValue(isolate, constructor, #id, Value(isolate.symbol(WellKnownSymbol::id)), kNone);
  HW_STANDARD_SYMBOLS(V)
#undef V
  InstallFunctions(isolate, realm, constructor, kConstructorRows);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  InstallToStringTag(isolate, prototype, "Symbol");
}

}  // namespace halfword
