// How C++ finds the base for references that it loads: V8's question, whose answer was to round the isolate's
// address instead of each object's. A getter of a getter of a getter.
#include <stdint.h>

namespace {

constexpr uint64_t kCage = uint64_t{1} << 32;
struct Object {
  uint64_t header;
  uint32_t next;
};
Object* Decode(uint64_t base, uint32_t word) { return reinterpret_cast<Object*>(base + word - 1); }
uint64_t Rounded(const void* address) { return reinterpret_cast<uint64_t>(address) & ~(kCage - 1); }
Object* NextByRounding(Object* object) { return Decode(Rounded(object), object->next); }
Object* NextInIsolate(uint64_t isolate, Object* object) { return Decode(isolate, object->next); }

}  // namespace

extern "C" __attribute__((used)) void* rounding(Object* object) {
  return NextByRounding(NextByRounding(NextByRounding(object)));
}
extern "C" __attribute__((used)) void* isolate(uint64_t isolate, Object* object) {
  return NextInIsolate(isolate, NextInIsolate(isolate, NextInIsolate(isolate, object)));
}
