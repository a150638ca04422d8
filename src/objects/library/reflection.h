// Proxies and what programs see of modules.
#ifndef HALFWORD_OBJECTS_LIBRARY_REFLECTION_H_
#define HALFWORD_OBJECTS_LIBRARY_REFLECTION_H_

#include "objects/shapes/js_object.h"

namespace halfword {

class ProxyObject : public JSObject {  // revoked: both null. The shape's flags say callable and constructor.
 public:
  static constexpr HeapType kType = HeapType::kProxyObject;
  ValueField target_;
  ValueField handler_;
};

class ModuleNamespace : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kModuleNamespace;
  ValueField module_;   // ModuleRecord
  ValueField exports_;  // ValueArray {name, PropertyCell or, for a namespace export, the namespace object},
                        // sorted by name
  ValueField count_;    // Smi: pairs
  // True: of `import defer`. Asking for a string key but "then" evaluates the module first.
  bool IsDeferred() const { return is_deferred_.get().IsTrue(); }
  ValueField is_deferred_;
};

class ModuleSourceObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kModuleSourceObject;
  ValueField class_name_;  // [[ModuleSourceClassName]]: String
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_LIBRARY_REFLECTION_H_
