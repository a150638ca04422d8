// Carries one text of one or more lines from console to its receiver. It adds the indentation of open groups,
// cuts what is longer than allowed, and works in pieces, so that a long string is never in memory twice.
#ifndef HALFWORD_CONSOLE_LINE_WRITER_H_
#define HALFWORD_CONSOLE_LINE_WRITER_H_

#include <string>
#include <string_view>

#include "objects/primitives/string.h"

namespace halfword::console {

enum class Level : uint8_t { kLog, kInfo, kWarn, kError, kDebug };

// How much of its host's memory a guest may use.
struct Limits {
  size_t text = size_t{1} << 27;  // bytes of an object that is shown, about
  size_t line = SIZE_MAX;   // bytes that a call writes; of a longer text the end is cut, and a mark says so
  size_t piece = 64 << 10;  // bytes that the sink gets at once, about; at least `line`: a text is one piece
  size_t rows = SIZE_MAX;   // of a table
  size_t labels = 1000;     // of counters and stopwatches, each
};

// Gets a text in one piece or several, without the last newline. `ends`: this is the last piece.
using Sink = void (*)(Isolate&, Level, std::string_view piece, bool ends);

class LineWriter {
 public:
  // `indentation` begins each line and must outlive the writer.
  LineWriter(Isolate&, Sink, Level, const Limits&, std::string_view indentation);
  // A text that was not finished is dropped, but for the pieces that are gone.
  ~LineWriter();
  LineWriter(const LineWriter&) = delete;

  void Append(std::string_view utf8);
  // All of it; charges for its length.
  void Append(String*);
  // The same of a part. `chars` must stay as they are: nothing is allocated.
  void Append(FlatChars chars);
  // True if it takes no more: the text is as long as allowed, or the guest is terminated.
  bool full() const { return full_; }
  void Finish();

 private:
  void AppendRaw(std::string_view utf8);
  void Flush(bool ends);

  Isolate& isolate_;
  Sink sink_;
  Level level_;
  const size_t line_, piece_;
  std::string_view indentation_;
  std::string buffer_;  // at most piece_ bytes and what one step appends
  size_t written_ = 0;  // bytes, those in buffer_ too
  bool full_ = false, begun_ = false, finished_ = false;
};

}  // namespace halfword::console

#endif  // HALFWORD_CONSOLE_LINE_WRITER_H_
