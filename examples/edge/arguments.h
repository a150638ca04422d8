// The arguments of the programs here: an option is a name and what takes its value.
//
//   Arguments arguments("edge", "application.js [option ...]", 1);
//   arguments.Add("--port", "N", "the port; 8080", Number(&port, 0, 65535));
//   if (std::optional<int> code = arguments.Parse(argc, argv)) return *code;
#ifndef HALFWORD_EXAMPLES_EDGE_ARGUMENTS_H_
#define HALFWORD_EXAMPLES_EDGE_ARGUMENTS_H_

#include <charconv>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

class Arguments {
 public:
  // Says what a value must be where it isn't that; else nothing.
  using Take = std::function<std::string(std::string_view value)>;

  Arguments(std::string program, std::string usage, size_t positions)
      : program_(std::move(program)), usage_(std::move(usage)), positions_(positions) {}
  void Add(std::string name, std::string value, std::string what, Take take) {
    options_.push_back({std::move(name), std::move(value), std::move(what), std::move(take)});
  }
  // The code to end with: 0 after --help, 2 and a sentence where something is wrong.
  std::optional<int> Parse(int argc, char** argv) {
    for (int i = 1; i < argc; i++) {
      std::string_view argument = argv[i];
      if (argument == "--help" || argument == "-h") return Help();
      if (!argument.starts_with("-")) {
        given_.emplace_back(argument);
        continue;
      }
      size_t equals = argument.find('=');
      std::string name(argument.substr(0, equals));
      const Option* option = nullptr;
      for (const Option& o : options_) {
        if (o.name == name) option = &o;
      }
      if (!option) return Fail("there is no option " + name + "; --help lists them");
      if (equals == argument.npos && i + 1 == argc) return Fail(name + " needs a value: " + option->value);
      std::string_view value = equals == argument.npos ? argv[++i] : argument.substr(equals + 1);
      std::string wrong = option->take(value);
      if (!wrong.empty()) return Fail(name + " must be " + wrong + ", not '" + std::string(value) + "'");
    }
    if (given_.size() < positions_) return Fail("usage: " + program_ + " " + usage_ + "; --help says more");
    if (given_.size() > positions_) return Fail("what is '" + given_[positions_] + "'? --help says more");
    return std::nullopt;
  }
  // The arguments that belong to no option.
  const std::string& operator[](size_t i) const { return given_[i]; }

 private:
  struct Option {
    std::string name, value, what;
    Take take;
  };
  int Help() const {
    std::printf("usage: %s %s\n\n", program_.c_str(), usage_.c_str());
    for (const Option& o : options_)
      std::printf("  %-18s %s\n", (o.name + " " + o.value).c_str(), o.what.c_str());
    std::printf("  %-18s %s\n", "--help", "this");
    return 0;
  }
  int Fail(const std::string& sentence) const {
    std::fprintf(stderr, "%s: %s\n", program_.c_str(), sentence.c_str());
    return 2;
  }

  std::string program_, usage_;
  size_t positions_;
  std::vector<Option> options_;
  std::vector<std::string> given_;
};

inline Arguments::Take Text(std::string* to) {
  return [to](std::string_view value) { return *to = value, value.empty() ? "a text" : ""; };
}
// A number from `least` to `most`; a whole one where T is.
template <class T>
Arguments::Take Number(T* to, T least, T most) {
  return [=](std::string_view value) -> std::string {
    T n{};
    auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), n);
    bool ok = error == std::errc() && end == value.data() + value.size() && n >= least && n <= most;
    if (ok) return *to = n, "";
    auto shown = [](T bound) {
      char text[40];
      std::snprintf(text, sizeof text, "%g", static_cast<double>(bound));
      return std::string(text);
    };
    return std::string(std::is_integral_v<T> ? "a whole number" : "a number") + " from " + shown(least) +
           " to " + shown(most);
  };
}

#endif  // HALFWORD_EXAMPLES_EDGE_ARGUMENTS_H_
