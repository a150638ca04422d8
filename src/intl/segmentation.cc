#include "intl/segmentation.h"

#include <unicode/brkiter.h>
#include <unicode/ubrk.h>

#include <algorithm>

#include "intl/icu_text.h"

namespace halfword::intl {

namespace {

constexpr uint32_t kWindow = 4096;  // code units
constexpr uint32_t kMargin = 512;   // at the window's ends; boundaries in it are not trusted

// What an iterator is left with, because it keeps no copy of a text.
const icu::UnicodeString& Nothing() {
  static const auto* const nothing = new icu::UnicodeString;
  return *nothing;
}

// What a window takes: two copies.
constexpr size_t kBytesPerUnit = 2 * sizeof(char16_t);

bool IsWordLike(int32_t status) { return status >= UBRK_WORD_NONE_LIMIT; }

}  // namespace

struct Segmentation::Icu {
  std::unique_ptr<icu::BreakIterator> breaks;
};
Segmentation::Segmentation(std::unique_ptr<Icu> icu) : icu_(std::move(icu)) {}
Segmentation::~Segmentation() = default;

Segmentation* Segmentation::Make(std::string_view recipe) {
  std::vector<std::string> lines = Lines(recipe);
  if (lines.size() != 2) return nullptr;
  icu::Locale locale = IcuLocale(lines[0]);
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::BreakIterator> breaks(
      lines[1] == "word"       ? icu::BreakIterator::createWordInstance(locale, status)
      : lines[1] == "sentence" ? icu::BreakIterator::createSentenceInstance(locale, status)
                               : icu::BreakIterator::createCharacterInstance(locale, status));
  if (U_FAILURE(status) || breaks == nullptr) return nullptr;
  return new Segmentation(std::make_unique<Icu>(Icu{std::move(breaks)}));
}

std::vector<Boundary> Segmentation::Next(unicode::Text text, uint32_t from, const unicode::Pacer& pacer) {
  auto size = static_cast<uint32_t>(text.size());
  std::vector<Boundary> out;
  for (uint32_t window = kWindow;; window *= 2) {
    if (!pacer.GoesOn(window, window * kBytesPerUnit)) return {};
    uint32_t end = size - from > window ? from + window : size;
    std::u16string units = text.substr(from, end - from).ToUtf16();
    icu::UnicodeString borrowed = Borrowed(units);
    icu_->breaks->setText(borrowed);
    uint32_t trusted = end == size ? size : end - kMargin;
    for (int32_t at = icu_->breaks->next(); at != icu::BreakIterator::DONE; at = icu_->breaks->next()) {
      uint32_t boundary = from + static_cast<uint32_t>(at);
      if (boundary > trusted) break;
      out.push_back({boundary, IsWordLike(icu_->breaks->getRuleStatus())});
    }
    icu_->breaks->setText(Nothing());
    if (!out.empty()) return out;
    if (end == size || window >= kLongestSegment) return {{trusted, false}};
  }
}

Segment Segmentation::Containing(unicode::Text text, uint32_t index, const unicode::Pacer& pacer) {
  auto size = static_cast<uint32_t>(text.size());
  auto is_in_pair = [&](uint32_t at) {
    return at > 0 && at < size && unicode::IsTrailSurrogate(text[at]) &&
           unicode::IsLeadSurrogate(text[at - 1]);
  };
  if (is_in_pair(index)) index--;
  for (uint32_t reach = kWindow / 4;; reach *= 2) {
    if (!pacer.GoesOn(2 * reach, 2 * reach * kBytesPerUnit)) return {};
    uint32_t begin = index > reach ? index - reach : 0, end = size - index > reach ? index + reach : size;
    if (is_in_pair(begin)) begin--;
    std::u16string units = text.substr(begin, end - begin).ToUtf16();
    icu::UnicodeString borrowed = Borrowed(units);
    icu_->breaks->setText(borrowed);
    auto at = static_cast<int32_t>(index - begin);
    int32_t last = icu_->breaks->isBoundary(at) ? at : icu_->breaks->preceding(at);
    int32_t next = icu_->breaks->following(at);
    Segment segment{begin + static_cast<uint32_t>(std::max(last, 0)),
                    next == icu::BreakIterator::DONE ? end : begin + static_cast<uint32_t>(next),
                    IsWordLike(icu_->breaks->getRuleStatus())};
    icu_->breaks->setText(Nothing());
    bool begin_trusted = begin == 0 || segment.begin >= begin + reach / 4;
    bool end_trusted = end == size || segment.end + reach / 4 <= end;
    if ((begin_trusted && end_trusted) || reach >= kLongestSegment) return segment;
  }
}

}  // namespace halfword::intl
