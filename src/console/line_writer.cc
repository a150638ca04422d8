#include "console/line_writer.h"

#include <algorithm>

#include "objects/isolate.h"
#include "objects/long_work.h"
#include "runtime/execution/loop_poll.h"
#include "unicode/utf8.h"

namespace halfword::console {

namespace {

constexpr size_t kStep = unicode::kUtf8Piece;  // bytes between two looks at the isolate

}  // namespace

LineWriter::LineWriter(Isolate& isolate, Sink sink, Level level, const Limits& limits,
                       std::string_view indentation)
    : isolate_(isolate),
      sink_(sink),
      level_(level),
      line_(limits.line),
      piece_(limits.piece),
      indentation_(indentation) {
  AppendRaw(indentation_);
}

LineWriter::~LineWriter() {
  if (begun_ && !finished_) sink_(isolate_, level_, {}, true);
}

void LineWriter::AppendRaw(std::string_view utf8) {
  while (!utf8.empty() && !full_) {
    std::string_view step = utf8.substr(0, kStep);
    if (step.size() > line_ - written_) {
      size_t fits = line_ - written_;
      while (fits > 0 && (static_cast<unsigned char>(step[fits]) & 0xC0) == 0x80) fits--;
      buffer_ += step.substr(0, fits);
      buffer_ += "... cut after " + std::to_string(written_ + fits) + " bytes";
      full_ = true;
      return;
    }
    buffer_ += step;
    written_ += step.size();
    utf8.remove_prefix(step.size());
    if (buffer_.size() < piece_) continue;
    ChargeFor(isolate_, buffer_.size());
    Flush(false);
    if (IsTerminatedOrStopping(isolate_)) full_ = true;
  }
}

void LineWriter::Append(std::string_view utf8) {
  while (!indentation_.empty() && !full_) {
    size_t end = utf8.find('\n');
    if (end == utf8.npos) break;
    AppendRaw(utf8.substr(0, end + 1));
    AppendRaw(indentation_);
    utf8.remove_prefix(end + 1);
  }
  AppendRaw(utf8);
}

void LineWriter::Append(String* string) {
  ChargeFor(isolate_, string->length());
  Append(string->Flatten(isolate_));
}

void LineWriter::Append(FlatChars chars) {
  chars.Visit([&](auto span) {
    unicode::ForEachUtf8Piece(span, [&](std::string_view piece) {
      Append(piece);
      if (piece.size() > kStep / 2 && IsTerminatedOrStopping(isolate_)) full_ = true;
      return !full_;
    });
  });
}

void LineWriter::Flush(bool ends) {
  sink_(isolate_, level_, buffer_, ends);
  begun_ = true;
  buffer_.clear();
}

void LineWriter::Finish() {
  finished_ = true;
  Flush(true);
}

}  // namespace halfword::console
