// What the library writes its texts into. It would call back for more room, and nothing may be thrown through
// Rust. So there is room for the longest text that it writes, and no more.
#ifndef HALFWORD_TEMPORAL_TEXT_H_
#define HALFWORD_TEMPORAL_TEXT_H_

#include <string_view>
#include <type_traits>

#include "temporal/library.h"

namespace halfword::temporal {

class Text {
 public:
  std::string_view view() const { return {characters_, size_}; }

 private:
  friend rs::diplomat::WriteTrait<Text>;
  char characters_[512];
  size_t size_ = 0;
};

// Calls write(text), which is a function of the library that ends in _write.
template <class F>
Result<Text> Written(F&& write) {
  Text text;
  if constexpr (std::is_void_v<decltype(write(text))>) {
    write(text);
  } else {
    auto result = write(text);
    if (!result.is_ok()) return Result<Text>(rs::diplomat::Err<rs::TemporalError>(*std::move(result).err()));
  }
  return Result<Text>(rs::diplomat::Ok<Text>(std::move(text)));
}

}  // namespace halfword::temporal

template <>
struct temporal_rs::diplomat::WriteTrait<halfword::temporal::Text> {
  static capi::DiplomatWrite Construct(halfword::temporal::Text& text) {
    capi::DiplomatWrite write{};
    write.context = &text;
    write.buf = text.characters_;
    write.cap = sizeof text.characters_;
    write.flush = [](capi::DiplomatWrite* w) {
      static_cast<halfword::temporal::Text*>(w->context)->size_ = w->len;
    };
    write.grow = [](capi::DiplomatWrite*, size_t) { return false; };
    return write;
  }
};

#endif  // HALFWORD_TEMPORAL_TEXT_H_
