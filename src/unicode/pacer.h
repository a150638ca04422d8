// Long text is worked on in pieces. Between them the pacer asks whether to go on.
#ifndef HALFWORD_UNICODE_PACER_H_
#define HALFWORD_UNICODE_PACER_H_

#include <cstddef>
#include <string>

namespace halfword::unicode {

// The length of a piece, in code units: less than a millisecond's work of everything in this layer.
inline constexpr size_t kPieceUnits = 16 * 1024;

class Pacer {
 public:
  Pacer() = default;  // never stops
  // `goes_on` is asked with the number of units that have been worked on since it was asked last, and with
  // the bytes that the next step takes beyond a piece.
  using Question = bool (*)(void* data, size_t units, size_t bytes);
  Pacer(Question goes_on, void* data) : goes_on_(goes_on), data_(data) {}
  bool GoesOn(size_t units, size_t bytes = 0) const {
    return goes_on_ == nullptr || goes_on_(data_, units, bytes);
  }

 private:
  Question goes_on_ = nullptr;
  void* data_ = nullptr;
};

// Makes a text that is being written longer, if the pacer allows the memory: there are two at a time, as it
// was and as it will be, and later that and the caller's copy. Of what is freed between, malloc may keep as
// much. False: nothing is changed.
inline bool Grow(std::u16string* out, size_t units, const Pacer& pacer) {
  if (units > kPieceUnits && !pacer.GoesOn(0, 3 * units * sizeof(char16_t))) return false;
  out->resize(units);
  return true;
}

}  // namespace halfword::unicode

#endif  // HALFWORD_UNICODE_PACER_H_
