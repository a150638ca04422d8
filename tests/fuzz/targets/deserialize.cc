// hw_deserialize: any bytes are a value or an error, and a value's bytes make a value with the same bytes.
// Mutations know bytes of real values.
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "guest.h"

using namespace halfword::fuzzing;  // NOLINT

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

constexpr const char* kExpressions[] = {
    "undefined",
    "null",
    "true",
    "1073741824",
    "-2147483649",
    "0.5",
    "-0",
    "NaN",
    "'abc'",
    "'\\u65e5x'",
    "12345678901234567890n",
    "-1n",
    "({x: 1, y: {z: 'a'}})",
    "[1, , 'a', [2]]",
    "Object.assign([1], {x: 2})",
    "new Array(100)",
    "new Map([[1, {a: 1}], ['x', new Map]])",
    "new Set([1, new Set, 'x'])",
    "new Date(5)",
    "/a(b)/gi",
    "Object('s')",
    "Object(1n)",
    "Object(true)",
    "new TypeError('t', {cause: 1})",
    "new ArrayBuffer(5)",
    "new ArrayBuffer(8, {maxByteLength: 64})",
    "new Uint8Array([1, 2, 3])",
    "new Float64Array(2).subarray(1)",
    "new Int32Array(new ArrayBuffer(8, {maxByteLength: 64}))",
    "new DataView(new ArrayBuffer(8), 2, 3)",
    "new DataView(new ArrayBuffer(8, {maxByteLength: 16}))",
    "new BigUint64Array([5n])",
    "(() => { let o = {}; o.o = o; o.l = [o, o]; return o; })()",
    "(() => { let b = new ArrayBuffer(8); return [b, new Uint8Array(b), new Float64Array(b)]; })()",
    "Array.from({length: 300}, (_, i) => 'k' + i)",
    "Object.fromEntries(Array.from({length: 80}, (_, i) => ['k' + i, i]))"};

const std::vector<std::string>& Samples() {
  static const std::vector<std::string> samples = [] {
    std::vector<std::string> made;
    hw_isolate* guest = NewIsolate();
    for (const char* expression : kExpressions) {
      hw_value value;
      uint8_t* data = nullptr;
      size_t size = 0;
      Require(hw_evaluate(guest, expression, HW_ZERO_TERMINATED, nullptr, &value) == HW_OK &&
                  hw_serialize(guest, value, &data, &size) == HW_OK,
              "the samples are values");
      made.emplace_back(reinterpret_cast<char*>(data), size);
      hw_memory_free(data);
    }
    hw_isolate_destroy(guest);
    return made;
  }();
  return samples;
}

}  // namespace

const Language halfword::fuzzing::kLanguage = {};

// In front of mutator.cc's: see `PutSample` there.
std::string halfword::fuzzing::Sample(unsigned choice) { return Samples()[choice % Samples().size()]; }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  hw_isolate* guest = Guest();
  hw_value value, again;
  if (hw_deserialize(guest, data, size, &value) != HW_OK) return 0;
  uint8_t *first, *second;
  size_t first_size, second_size;
  hw_status status = hw_serialize(guest, value, &first, &first_size);
  if (status == HW_TERMINATED) return 0;
  Require(status == HW_OK, "what was read can be written");
  status = hw_deserialize(guest, first, first_size, &again);
  if (status == HW_OK) {
    status = hw_serialize(guest, again, &second, &second_size);
    if (status == HW_OK) {
      Require(first_size == second_size && !std::memcmp(first, second, first_size),
              "a copy has the bytes of the original");
      hw_memory_free(second);
    }
  }
  Require(status == HW_OK || status == HW_TERMINATED, "what was written can be read");
  hw_memory_free(first);
  return 0;
}
