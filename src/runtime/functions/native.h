// Native functions: builtins and host functions.
//
// A NativeFunction object holds an index, never an address. The table of natives is the concatenation of the
// row tables of HW_BUILTIN_FILES (builtins/builtins.h), so an index means the same in every process.
//
// A builtin file:
//   namespace {
//   // Array.prototype.at ( index )  https://tc39.es/ecma262/#sec-array.prototype.at
//   Completion<Value> ArrayPrototypeAt(Isolate& isolate, Arguments& args) { … }
//   constexpr NativeRow kPrototypeRowsSource[] = {{"at", ArrayPrototypeAt, 1}, …};
//   HW_NATIVE_ROWS(kPrototypeRows);  // the table kPrototypeRows, without relocations
//   }  // namespace
//   constexpr NativeTable kArrayTables[] = {kPrototypeRows, kConstructorRows};   // exported to the registry
//   void InstallArray(Isolate& isolate, Realm* realm) {
//     …
//     InstallFunctions(isolate, realm, prototype, kPrototypeRows);
//   }
#ifndef HALFWORD_RUNTIME_FUNCTIONS_NATIVE_H_
#define HALFWORD_RUNTIME_FUNCTIONS_NATIVE_H_

#include <iterator>
#include <span>
#include <string>
#include <utility>

#include "base/packed_tables.h"
#include "bytecode/frame.h"
#include "objects/realm.h"

namespace halfword {

// The arguments of one native call: a view of its frame on the JavaScript stack, valid
// until the native returns.
class Arguments {
 public:
  Arguments(Value* registers, uint32_t count) : registers_(registers), count_(count) {}
  Value this_value() const { return registers_[frame::kThis]; }
  uint32_t count() const { return count_; }
  // Undefined where absent.
  Value operator[](uint32_t i) const {
    return i < count_ ? registers_[frame::kFirstArgument + i] : Value::Undefined();
  }
  Value new_target() const { return registers_[frame::kNewTarget]; }  // undefined: a [[Call]]
  bool IsConstructCall() const { return !new_target().IsUndefined(); }
  NativeFunction* callee() const {
    return static_cast<NativeFunction*>(registers_[frame::kFunction].AsObject());
  }
  Realm* realm() const { return callee()->realm_.get(); }
  std::span<Value> all() const { return {registers_ + frame::kFirstArgument, count_}; }
  std::span<Value> from(uint32_t i) const { return i < count_ ? all().subspan(i) : std::span<Value>(); }

 private:
  Value* registers_;
  uint32_t count_;
};

using NativeCode = Completion<Value> (*)(Isolate&, Arguments&);

enum NativeFlags : uint8_t {
  kNativePlain = 0,
  kNativeConstructor = 1,  // has [[Construct]]
  // InstallFunctions: the getter of an accessor property "name" (function name "get name").
  kNativeGetter = 2,
  kNativeSetter = 4,
  // Name is "Symbol.xxx": the key is that well-known symbol, the function's name "[Symbol.xxx]".
  kNativeSymbol = 8,
  // InstallFunctions skips it: made by NewNativeFunction where the steps ask for it.
  kNativeNotInstalled = 16,
  // Function.prototype.call and apply: calls go through to their target without a frame between.
  kNativeIsCall = 64,
  kNativeIsApply = 128,
  kNativeReadOnly = 32,  // installed { writable: false, enumerable: false, configurable: true }
};

// NativeFunction::magic_ of Function.prototype[@@hasInstance], which `instanceof` recognises by it.
inline constexpr uint16_t kOrdinaryHasInstanceMagic = 0xFFFE;
// … and of the getter of %TypedArray%.prototype.length, which inline caches recognise.
inline constexpr uint16_t kTypedArrayLengthMagic = 0xFFFD;

struct NativeRow {
  const char* name() const { return reinterpret_cast<const char*>(AddressOf(name_)); }
  NativeCode code() const { return reinterpret_cast<NativeCode>(AddressOf(code_)); }

  const char* name_;
  NativeCode code_;
  uint8_t length = 0;
  uint8_t flags = 0;
  uint16_t magic = 0;  // NativeFunction::magic_
  KnownNative known = KnownNative::kNone;
  // Of HW_NATIVE_ROWS: name_ and code_ are distances from where they are. Such rows are not copied.
  bool is_relative = false;

 private:
  template <typename T>
  uintptr_t AddressOf(const T& field) const {
    uintptr_t value = reinterpret_cast<uintptr_t>(field);
    return is_relative ? value + reinterpret_cast<uintptr_t>(&field) : value;
  }
};
using NativeTable = std::span<const NativeRow>;

namespace internal {

template <size_t kSize>
struct NativeName {
  char bytes[kSize];
};
template <const auto& kRows, size_t kIndex>
inline constexpr auto kNativeName = [] {
  NativeName<std::char_traits<char>::length(kRows[kIndex].name_) + 1> name{};
  for (size_t i = 0; i < sizeof(name); i++) name.bytes[i] = kRows[kIndex].name_[i];
  return name;
}();
template <const auto& kRows, size_t kIndex>
HW_INLINE void EmitNativeRow() {
  constexpr NativeCode code = kRows[kIndex].code_;
  static_assert(sizeof(NativeRow) == 24);
  __asm__ volatile(
      ".pushsection .rodata.halfword_natives,\"a\"\n\t"
      ".quad " HW_ADDRESS_AT(0) " - .\n\t.quad " HW_ADDRESS_AT(1) " - .\n\t"
      ".byte %c2, %c3\n\t.short %c4\n\t.byte %c5, 1\n\t.short 0\n\t.popsection"
      : : HW_ADDRESS(&kNativeName<kRows, kIndex>), HW_ADDRESS(code), "i"(kRows[kIndex].length),
        "i"(kRows[kIndex].flags), "i"(kRows[kIndex].magic), "i"(static_cast<int>(kRows[kIndex].known)));
}
template <const auto& kRows, size_t... kIndices>
HW_INLINE void EmitNativeRows(std::index_sequence<kIndices...>) {
  (EmitNativeRow<kRows, kIndices>(), ...);
}

}  // namespace internal

// Defines `name`, a constant array of NativeRows that needs no relocation (base/packed_tables.h), from the
// constexpr array `nameSource`, which is in no program then. `name` is unique in its source file.
#define HW_NATIVE_ROWS(name)                                                                             \
  _Pragma("clang diagnostic push")                                                                       \
      _Pragma("clang diagnostic ignored \"-Wundefined-internal\"") extern const NativeRow                \
          name[std::size(name##Source)] __asm__("halfword_natives_" #name)                               \
              __attribute__((visibility("hidden")));                                                     \
  _Pragma("clang diagnostic pop") __attribute__((used)) static void Emit_##name() {                      \
    __asm__ volatile(".pushsection .rodata.halfword_natives,\"a\"\n\t.balign 8\nhalfword_natives_" #name \
                     ":\n\t.popsection");                                                                \
    internal::EmitNativeRows<name##Source>(std::make_index_sequence<std::size(name##Source)>());         \
  }                                                                                                      \
  static_assert(true)

// The table of natives. Indices come from the cage: none leads outside of it.
class NativeRows {
 public:
  NativeRows() = default;
  // REQUIRES: count > 0. The rows outlive this.
  NativeRows(const NativeRow* const* rows, uint32_t count) : rows_(rows), count_(count) {}
  uint32_t size() const { return count_; }
  const NativeRow& operator[](uint32_t index) const { return *rows_[index < count_ ? index : 0]; }

 private:
  const NativeRow* const* rows_ = nullptr;
  uint32_t count_ = 0;
};

// Where a table's rows stand in the table of natives; sorted by `begin` in NativeState, for NativeIndexOf.
struct NativeRange {
  const NativeRow* begin;
  uint32_t count, first_index;
};

// Index of a row in the table of natives. REQUIRES: its NativeTable is in the registry.
uint32_t NativeIndexOf(const NativeRow* row);

// CreateBuiltinFunction (https://tc39.es/ecma262/#sec-createbuiltinfunction). `data` are the captured values.
NativeFunction* NewNativeFunction(Isolate&, Realm*, const NativeRow* row, Value data0 = Value::Undefined(),
                                  Value data1 = Value::Undefined(), const char* prefix = nullptr);
// The same with a name and other flags than the row's; kNativeConstructor makes it a constructor.
NativeFunction* NewNativeFunctionOf(Isolate&, Realm*, const NativeRow* row, String* name, uint8_t flags);
// Defines every row of the table on `target` in order, as a method or accessor with the standard attributes.
void InstallFunctions(Isolate&, Realm*, JSObject* target, NativeTable rows);
// A constructor and its prototype object, linked both ways; "prototype" is { false, false, false }.
// `prototype` may be null (Proxy). Stores both under the intrinsic ids given and binds `row->name` on
// `holder` { true, false, true }.
NativeFunction* InstallConstructor(Isolate&, Realm*, const NativeRow* row, JSObject* prototype,
                                   Intrinsic constructor_id, Intrinsic prototype_id,
                                   JSObject* parent = nullptr /* %Function.prototype% */,
                                   JSObject* holder = nullptr /* the global object */);
void InstallValue(Isolate&, JSObject* target, const char* name, Value value, uint8_t attributes);
void InstallToStringTag(Isolate&, JSObject* target, const char* tag);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_FUNCTIONS_NATIVE_H_
