// Derive from NameProvider to name an object in statistics and heap snapshots; otherwise its
// C++ class names it.
#ifndef HALFWORD_GC_NAME_PROVIDER_H_
#define HALFWORD_GC_NAME_PROVIDER_H_

namespace halfword::gc {

class NameProvider {
 public:
  // For objects whose name is to stay hidden.
  static constexpr const char kHiddenName[] = "InternalNode";
  // Where the compiler gives no name.
  static constexpr const char kNoNameDeducible[] = "<No name>";
  static constexpr bool SupportsCppClassNamesAsObjectNames() { return true; }

  virtual ~NameProvider() = default;
  // Owned by the object, or static.
  virtual const char* GetHumanReadableName() const = 0;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_NAME_PROVIDER_H_
