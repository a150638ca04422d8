// The one file with a throw and a catch in it.
#include "platform/exhaustion.h"

#include <new>
#include <stdexcept>

namespace halfword::platform {

void ThrowExhaustion() { throw std::bad_alloc(); }

bool CatchExhaustion(void (*body)(void*), void* data) {
  try {
    body(data);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  } catch (const std::length_error&) {  // of a container: more than could ever be had
    return false;
  }
}

}  // namespace halfword::platform
