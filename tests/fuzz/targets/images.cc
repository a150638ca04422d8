// Image files: a whole one starts isolates; one that has been changed, cut or made longer is refused with a
// sentence. Images whose checksums are right are trusted like programs (docs/threat_model.md), so the target
// makes none.
#include <cstring>
#include <vector>

#include "guest.h"

using namespace halfword::fuzzing;  // NOLINT

namespace {

// Of an isolate with some objects, buffers and a call that waits.
const std::vector<uint8_t>& Whole() {
  static const std::vector<uint8_t> bytes = [] {
    static constexpr hw_function kFunctions[] = {
        {"ask", [](hw_isolate*, const hw_call*, hw_value*) { return HW_SUSPENDED; }, 0, nullptr}};
    hw_host* host = hw_host_new(kFunctions, 1, nullptr);
    hw_isolate* isolate = NewIsolate(host);
    hw_value result;
    Require(hw_install_host(isolate, hw_global(isolate)) == HW_OK, "the host's function is there");
    Require(hw_evaluate(isolate,
                        "var o = {a: [1, 2.5], b: new ArrayBuffer(9000), m: new Map([[1, 2]])}; 40 + ask()",
                        HW_ZERO_TERMINATED, nullptr, &result) == HW_SUSPENDED,
            "the call waits");
    hw_image* image = hw_isolate_freeze(isolate, nullptr);
    Require(image != nullptr, "it can be frozen");
    std::vector<uint8_t> made(hw_image_bytes(image, nullptr, 0));
    hw_image_bytes(image, made.data(), made.size());
    hw_image_release(image);
    hw_isolate_destroy(isolate);
    hw_host_release(host);
    return made;
  }();
  return bytes;
}

}  // namespace

const Language halfword::fuzzing::kLanguage = {};

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Choices choices(data, size);
  std::vector<uint8_t> bytes = Whole();
  while (!choices.done()) {
    uint8_t what = choices.Byte();
    size_t number = choices.Byte() | choices.Byte() << 8;
    uint8_t value = choices.Byte();
    size_t in_page = number % 4096;
    switch (what % 6) {
      case 0:
        if (!bytes.empty()) bytes[in_page % 200 % bytes.size()] = value;
        break;  // a field of the header
      case 1:
        if (!bytes.empty()) bytes[number * 4096 % bytes.size()] ^= value;
        break;  // somewhere in a page
      case 2:
        if (!bytes.empty()) bytes[(bytes.size() - 1) - number % bytes.size()] += value;
        break;  // names, stack, buffers
      case 3: bytes.resize(bytes.size() - std::min(bytes.size(), what & 64 ? number * 16 : number)); break;
      case 4: bytes.insert(bytes.end(), number, value); break;
      case 5:
        if (bytes.size() > 8192 + in_page) std::memmove(&bytes[in_page], &bytes[4096 + in_page], 4096);
        break;
    }
  }
  bool is_whole = bytes == Whole();
  hw_error error = {};
  hw_image* image = hw_image_from_bytes(bytes.data(), bytes.size(), &error);
  // Bytes behind the file are nobody's; all before them count.
  if (!image) {
    Require(!is_whole, "a whole image is opened");
    Require(error.text[0] != 0, "a refusal is a sentence");
    return 0;
  }
  Require(bytes.size() >= Whole().size() && !std::memcmp(bytes.data(), Whole().data(), Whole().size()),
          "a changed image is refused");
  hw_image_release(image);
  return 0;
}
