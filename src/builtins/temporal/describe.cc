#include "builtins/temporal/methods.h"

namespace halfword::temporal_builtins {

namespace {

template <class T>
std::string Describe(const Slots& slots) {
  std::optional<Owned<T>> object = temporal::Make<T>(slots).ok();
  std::optional<Text> text;
  if (object) text = PlainText(**object).ok();
  return std::string(ClassOf<T>::kFullName) + (text ? " " : "") + std::string(text ? text->view() : "");
}

}  // namespace

std::string DescribeTemporal(Isolate& isolate, TemporalObject* object) {
  Slots slots = SlotsOf(isolate, object);
  switch (KindOf(object)) {
    case Kind::kDuration: return Describe<rs::Duration>(slots);
    case Kind::kInstant: return Describe<rs::Instant>(slots);
    case Kind::kPlainDate: return Describe<rs::PlainDate>(slots);
    case Kind::kPlainDateTime: return Describe<rs::PlainDateTime>(slots);
    case Kind::kPlainMonthDay: return Describe<rs::PlainMonthDay>(slots);
    case Kind::kPlainTime: return Describe<rs::PlainTime>(slots);
    case Kind::kPlainYearMonth: return Describe<rs::PlainYearMonth>(slots);
    case Kind::kZonedDateTime: return Describe<rs::ZonedDateTime>(slots);
  }
  return "Temporal";
}

}  // namespace halfword::temporal_builtins
