// A walk along a prototype chain by [[GetPrototypeOf]]. Without proxies a chain has an end. With proxies it
// may be a cycle, which the specification follows for ever. So after many proxies the walk ends with the
// error of a recursion that is too deep.
#ifndef HALFWORD_RUNTIME_OPERATIONS_PROTOTYPE_WALK_H_
#define HALFWORD_RUNTIME_OPERATIONS_PROTOTYPE_WALK_H_

#include "objects/builtin_objects.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

class PrototypeWalk {
 public:
  // The prototype of `object`: an object or null. May run JavaScript.
  Completion<Value> Next(Isolate& isolate, JSObject* object) {
    walk_.Step(isolate);
    if (HW_UNLIKELY(object->object_type() == HeapType::kProxyObject)) {
      TRY(isolate.Poll());
      if (++proxies_ > kMostProxies) return isolate.ThrowStackOverflow();
    }
    return internal_method::GetPrototypeOf(isolate, object);
  }

 private:
  static constexpr uint32_t kMostProxies = 100'000;
  ChainWalk walk_;
  uint32_t proxies_ = 0;
};

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_OPERATIONS_PROTOTYPE_WALK_H_
