// JSON: any text is a value or a SyntaxError, and what a value is written as is read as the same text again.
#include <cstring>

#include "guest.h"

using namespace halfword::fuzzing;  // NOLINT

namespace {

constexpr std::string_view kWords[] = {"{",
                                       "}",
                                       "[",
                                       "]",
                                       ",",
                                       ":",
                                       "null",
                                       "true",
                                       "false",
                                       "0",
                                       "-0",
                                       "1",
                                       "-1",
                                       "1.5",
                                       "1e5",
                                       "1E-400",
                                       "1e400",
                                       "123456789012345678901",
                                       "2147483648",
                                       "1073741824",
                                       "-1073741825",
                                       "01",
                                       "+1",
                                       ".5",
                                       "1.",
                                       "\"\"",
                                       "\"a\"",
                                       "\"0\"",
                                       "\"4294967295\"",
                                       "\"4294967294\"",
                                       "\"length\"",
                                       "\"__proto__\"",
                                       "\"toJSON\"",
                                       "\"\\u0061\"",
                                       "\"\\ud83d\\ude00\"",
                                       "\"\\ud800\"",
                                       "\"\\n\\\\\\/\"",
                                       "\"\xc3\xa9\"",
                                       "\"\xf0\x9f\x98\x80\"",
                                       "\"\x01\"",
                                       " ",
                                       "\n",
                                       "\t",
                                       "\xc2\xa0",
                                       "{\"a\":1,\"b\":2}",
                                       "[1,2.5,\"x\",null]",
                                       "{\"a\":{\"a\":{\"a\":[]}}}",
                                       "[[[[[[[[",
                                       "\\",
                                       "\"",
                                       "NaN",
                                       "undefined",
                                       "//"};

}  // namespace

const Language halfword::fuzzing::kLanguage = {0, kWords};

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  hw_isolate* guest = Guest();
  auto* text = reinterpret_cast<const char*>(data);
  hw_value value, string, again;
  hw_status status = hw_json_parse(guest, text, size, &value);
  if (status == HW_TERMINATED) return 0;
  if (status != HW_OK) {
    char reason[200];
    hw_describe(guest, hw_exception(guest), reason, sizeof reason);
    Require(status == HW_EXCEPTION && !std::strncmp(reason, "SyntaxError", 11),
            "what is no JSON is a SyntaxError");
    return 0;
  }
  status = hw_json_stringify(guest, value, &string);
  if (status != HW_OK) {
    // Texts may be nested more deeply than writing them, which recurses, can follow.
    Require(status == HW_TERMINATED || status == HW_EXCEPTION, "writing ends");
    return 0;
  }
  std::string first = TextOf(guest, string);
  status = hw_json_parse(guest, first.data(), first.size(), &value);
  if (status == HW_TERMINATED) return 0;
  Require(status == HW_OK, "what was written can be read");
  status = hw_json_stringify(guest, value, &again);
  if (status == HW_TERMINATED) return 0;
  Require(status == HW_OK && TextOf(guest, again) == first, "what was read is written alike");
  return 0;
}
