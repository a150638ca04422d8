#include "regexp/regexp.h"

#include "regexp/ast.h"
#include "regexp/bytecode.h"
#include "regexp/compiler.h"
#include "regexp/parser.h"

namespace halfword::regexp {

namespace {

constexpr char kFlagLetters[] = "dgimsuvy";

// Without a limit from the caller, the parser and the compiler take at most this much of the C stack below
// the call.
constexpr uintptr_t kDefaultStackBytes = 192 * 1024;

uintptr_t StackLimit(const CompileOptions& options) {
  if (options.stack_limit != nullptr) return reinterpret_cast<uintptr_t>(options.stack_limit);
  return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) - kDefaultStackBytes;
}

}  // namespace

std::optional<Flags> ParseFlags(Text flags) {
  Flags result = 0;
  for (size_t i = 0; i < flags.size(); i++) {
    char16_t c = flags[i];
    Flags flag = 0;
    for (int k = 0; k < 8; k++) {
      if (c == static_cast<unsigned char>(kFlagLetters[k])) flag = static_cast<Flags>(1 << k);
    }
    if (flag == 0 || (result & flag)) return std::nullopt;
    result |= flag;
  }
  if ((result & kUnicode) && (result & kUnicodeSets)) return std::nullopt;
  return result;
}

std::string FlagsToString(Flags flags) {
  std::string s;
  for (int k = 0; k < 8; k++) {
    if (flags & (1 << k)) s.push_back(kFlagLetters[k]);
  }
  return s;
}

std::u16string ErrorMessage(Text pattern, Flags flags, const Error& error) {
  std::u16string message = u"Invalid regular expression: /";
  constexpr size_t kLongest = 200;
  bool is_long = pattern.size() > kLongest;
  message += (is_long ? pattern.substr(0, kLongest) : pattern).ToUtf16();
  if (is_long) message += u"...";
  message += u"/";
  for (char c : FlagsToString(flags)) message.push_back(static_cast<char16_t>(c));
  message += u": ";
  for (const char* p = error.reason; p != nullptr && *p != 0; p++)
    message.push_back(static_cast<unsigned char>(*p));
  return message;
}

CompileResult Compile(Text pattern, Flags flags, const CompileOptions& options) {
  uintptr_t stack_limit = StackLimit(options);
  CompileResult result;
  Tree tree;
  tree.account.Open(options);
  result.error = Parse(pattern, flags, stack_limit, options.max_pattern_length, tree);
  if (result.error.reason != nullptr) return result;
  auto program = std::make_unique<Program>();
  result.error = GenerateCode(tree, stack_limit, options.max_code_bytes, program->code);
  if (result.error.reason != nullptr) return result;
  program->capture_count = tree.capture_count;
  program->flags = flags;
  program->groups = std::move(tree.groups);
  result.program = std::move(program);
  return result;
}

Error Validate(Text pattern, Flags flags, const CompileOptions& options) {
  Tree tree;
  tree.account.Open(options);
  return Parse(pattern, flags, StackLimit(options), options.max_pattern_length, tree);
}

uint32_t CaptureCount(std::span<const uint8_t> program) {
  return Load32(program.data() + 4 * kHeaderCaptures);
}
Flags ProgramFlags(std::span<const uint8_t> program) {
  return static_cast<Flags>(Load32(program.data() + 4 * kHeaderFlags));
}

}  // namespace halfword::regexp
