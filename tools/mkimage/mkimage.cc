// mkimage FILE: builds the initial heap of an isolate and writes it as an image, which the build then embeds.
#include <cstdio>
#include <string>

#include "isolates/isolate_owner.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: mkimage FILE\n", stderr);
    return 2;
  }
  halfword::IsolateConfig config;
  config.bootstrap = true;
  std::string error;
  auto owner = halfword::IsolateOwner::Create(config, &error);
  std::shared_ptr<const halfword::Image> image = owner ? owner->Freeze(&error) : nullptr;
  if (!image || !image->Save(argv[1], &error)) {
    std::fprintf(stderr, "mkimage: %s\n", error.c_str());
    return 1;
  }
  return 0;
}
