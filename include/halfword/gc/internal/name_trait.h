// The name of an object: its own if it is a NameProvider, else its class's.
#ifndef HALFWORD_GC_INTERNAL_NAME_TRAIT_H_
#define HALFWORD_GC_INTERNAL_NAME_TRAIT_H_

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "halfword/gc/internal/config.h"
#include "halfword/gc/name_provider.h"

namespace halfword::gc::internal {

// Both compilers end the signature of this function with "T = the type]", GCC perhaps with more aliases after
// a ';'.
template <typename T>
constexpr std::string_view TypeSignature() {
  return __PRETTY_FUNCTION__;
}
constexpr std::string_view TypeNameIn(std::string_view signature) {
  size_t begin = signature.find("T = ");
  if (begin == std::string_view::npos) return NameProvider::kNoNameDeducible;
  begin += 4;
  size_t end = signature.find(';', begin);
  if (end == std::string_view::npos) end = signature.rfind(']');
  return signature.substr(begin, end - begin);
}

// In a buffer of its own, so that the binary holds the name and not the signature around it.
template <typename T>
struct TypeName {
  static constexpr std::string_view kView = TypeNameIn(TypeSignature<T>());
  static constexpr auto kBuffer = [] {
    std::array<char, kView.size() + 1> buffer{};
    for (size_t i = 0; i < kView.size(); i++) buffer[i] = kView[i];
    return buffer;
  }();
};

struct HeapObjectName {
  const char* value;
  bool name_was_hidden;
};
enum class HeapObjectNameForUnnamedObject : uint8_t { kUseClassNameIfSupported, kUseHiddenName };
using NameCallback = HeapObjectName (*)(const void*, HeapObjectNameForUnnamedObject);

class HALFWORD_EXPORT NameTraitBase {
 protected:
  // "… [T = Foo]" is "Foo"; the result lives for ever.
  static HeapObjectName GetNameFromTypeSignature(const char* signature);
};

template <typename T>
class NameTrait final : public NameTraitBase {
 public:
  static constexpr bool HasNonHiddenName() { return true; }
  static HeapObjectName GetName(
      const void* object,
      HeapObjectNameForUnnamedObject mode = HeapObjectNameForUnnamedObject::kUseClassNameIfSupported) {
    if constexpr (std::is_base_of_v<NameProvider, T>) {
      return {static_cast<const NameProvider*>(static_cast<const T*>(object))->GetHumanReadableName(), false};
    } else if (mode == HeapObjectNameForUnnamedObject::kUseHiddenName) {
      return {NameProvider::kHiddenName, true};
    } else {
      return {TypeName<T>::kBuffer.data(), false};
    }
  }
};

}  // namespace halfword::gc::internal

#endif  // HALFWORD_GC_INTERNAL_NAME_TRAIT_H_
