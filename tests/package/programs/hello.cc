// C++20 against the installed library.
#include <cstdio>
#include <halfword/halfword.hpp>

int main() {
  hw::Host host;
  host.Function("greet", [](std::string name) { return "hello " + name; });
  hw::Isolate original({.host = host, .memory_limit = 32 << 20});
  if (!original || !original.InstallHost() || !original.Evaluate("globalThis.n = 41")) return 1;
  hw::Result<hw::Image> image = original.Freeze();
  if (!image) return std::fprintf(stderr, "%s\n", image.error().text.c_str()), 1;
  hw::Isolate clone({.image = *image, .host = host});
  hw::Result<hw::Value> text = clone.Evaluate("greet('number ' + ++n)");
  if (!text) return std::fprintf(stderr, "%s\n", text.error().text.c_str()), 1;
  std::printf("%s\n", text->AsString().c_str());
  return text->AsString() == "hello number 42" ? 0 : 1;
}
