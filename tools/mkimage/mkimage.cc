// mkimage CODE SYMBOLS [IMAGE]: builds the initial heap of an isolate, and writes the machine code of its
// self-hosted builtins, their symbols for the assembler, and the heap as an image. The build embeds all.
#include <cstdio>
#include <string>

#include "bytecode/self_hosted.h"
#include "isolates/isolate_owner.h"
#include "jit/code/embedded_code.h"

namespace {

bool Write(const char* path, const void* data, size_t size) {
  std::FILE* file = std::fopen(path, "wb");
  if (file == nullptr) return false;
  bool written = size == 0 || std::fwrite(data, size, 1, file) == 1;
  return std::fclose(file) == 0 && written;
}

// For profilers and debuggers.
std::string SymbolsOf(const std::vector<uint8_t>& code) {
  const auto* offsets = reinterpret_cast<const uint32_t*>(code.data());
  std::string text;
  for (uint32_t number = 1; number <= offsets[0]; number++) {
    if (offsets[number] == 0) continue;
    const auto* compiled = reinterpret_cast<const halfword::jit::CompiledCode*>(&code[offsets[number]]);
    std::string name = std::string("self_hosted.") + halfword::kSelfHostedNames[number - 1];
    size_t entry = static_cast<size_t>(compiled->entry() - code.data());
    text += "  .type " + name + ", @function\n  .set " + name + ", halfword_embedded_code + " +
            std::to_string(entry) + "\n  .size " + name + ", " + std::to_string(compiled->code_bytes) + "\n";
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) {
    std::fputs("usage: mkimage CODE SYMBOLS [IMAGE]\n", stderr);
    return 2;
  }
  halfword::IsolateConfig config;
  config.bootstrap = true;
  std::string error;
  auto owner = halfword::IsolateOwner::Create(config, &error);
  if (owner) {
    std::vector<uint8_t> code;
    owner->heap().Enter([&] { code = halfword::jit::MakeEmbeddedCode(halfword::Isolate::Current()); });
    std::string symbols = SymbolsOf(code);
    if (!Write(argv[1], code.data(), code.size()) || !Write(argv[2], symbols.data(), symbols.size())) {
      error = "cannot write the code";
    } else if (argc == 3) {
      return 0;
    } else if (std::shared_ptr<const halfword::Image> image = owner->Freeze(&error)) {
      if (image->Save(argv[3], &error)) return 0;
    }
  }
  std::fprintf(stderr, "mkimage: %s\n", error.c_str());
  return 1;
}
