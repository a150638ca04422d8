// mkimage CODE [IMAGE]: builds the initial heap of an isolate, and writes the machine code of its self-hosted
// builtins, and the heap as an image. The build embeds both.
#include <cstdio>
#include <string>

#include "isolates/isolate_owner.h"
#include "jit/embedded_code.h"

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    std::fputs("usage: mkimage CODE [IMAGE]\n", stderr);
    return 2;
  }
  halfword::IsolateConfig config;
  config.bootstrap = true;
  std::string error;
  auto owner = halfword::IsolateOwner::Create(config, &error);
  if (owner) {
    std::vector<uint8_t> code;
    owner->heap().Enter([&] { code = halfword::jit::MakeEmbeddedCode(halfword::Isolate::Current()); });
    std::FILE* file = std::fopen(argv[1], "wb");
    bool written = file != nullptr && std::fwrite(code.data(), code.size(), 1, file) == 1;
    if (file == nullptr || std::fclose(file) != 0 || !written) {
      error = "cannot write the code";
    } else if (argc == 2) {
      return 0;
    } else if (std::shared_ptr<const halfword::Image> image = owner->Freeze(&error)) {
      if (image->Save(argv[2], &error)) return 0;
    }
  }
  std::fprintf(stderr, "mkimage: %s\n", error.c_str());
  return 1;
}
