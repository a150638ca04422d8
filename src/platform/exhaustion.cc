// The one file with a throw and with catches in it.
#include "platform/exhaustion.h"

#include <cxxabi.h>

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

bool CatchForeign(void (*body)(void*), void* data, std::string* what) {
  try {
    body(data);
    return true;
  } catch (const std::bad_alloc&) {  // the library's way out, perhaps
    throw;
  } catch (const abi::__forced_unwind&) {  // the thread's end, not an exception
    throw;
  } catch (const std::exception& exception) {
    *what = exception.what();
  } catch (...) {
    *what = "of a type that is no std::exception";
  }
  return false;
}

}  // namespace halfword::platform
