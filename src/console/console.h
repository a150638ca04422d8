// console (https://console.spec.whatwg.org/), with node's wording. Each isolate has one Console, whose lines
// go to the owner of the isolate.
//
//   Console& ConsoleOf(Isolate&);                                      // its owner's
//   constexpr std::array<NativeRow, kRows> rows = RowsOf<ConsoleOf>();  // among the natives of the host
//   Install(isolate, realm, rows);                                     // globalThis.console
#ifndef HALFWORD_CONSOLE_CONSOLE_H_
#define HALFWORD_CONSOLE_CONSOLE_H_

#include <array>
#include <map>
#include <string>
#include <string_view>

#include "console/line_writer.h"
#include "runtime/functions/native.h"

namespace halfword::console {

enum class Function : uint16_t;

class Console {
 public:
  explicit Console(Sink sink, const Limits& limits = {}) : sink_(sink), limits_(limits) {}

  // A call of one of its functions.
  Completion<Value> Run(Isolate&, Arguments&);
  // Hears of each call before it is run; null: nobody. It may allocate, but runs no JavaScript.
  using Observer = void (*)(void* data, Isolate&, Function, std::span<const Value> arguments);
  void SetObserver(Observer observer, void* data) {
    observer_ = observer;
    observer_data_ = data;
  }

 private:
  LineWriter Line(Isolate& isolate, Level level) const {
    return LineWriter(isolate, sink_, level, limits_, indentation_);
  }
  void WriteLine(Isolate&, Level, std::string_view text) const;
  Completion<void> Format(Isolate&, LineWriter&, std::span<const Value> arguments) const;
  Completion<Value> Log(Isolate&, Level, std::span<const Value> arguments) const;
  Completion<Value> Trace(Isolate&, Arguments&);
  Completion<Value> Assert(Isolate&, Arguments&);
  Completion<Value> Dir(Isolate&, Arguments&);
  Completion<Value> Table(Isolate&, Arguments&);
  Completion<Value> Group(Isolate&, Arguments&);
  Completion<Value> Count(Isolate&, Arguments&, bool reset);
  enum class Watch { kStart, kLog, kEnd };
  void WarnOfLabels(Isolate&, const char* function);
  Completion<Value> Time(Isolate&, Arguments&, Watch);

  Sink sink_;
  Limits limits_;
  Observer observer_ = nullptr;
  void* observer_data_ = nullptr;
  std::string indentation_;  // of the open groups
  std::map<std::string, uint32_t> counts_;
  std::map<std::string, double> stopwatches_;  // milliseconds
  bool warned_of_labels_ = false;
};

// The functions of console: name, and what they are to Run.
#define HW_CONSOLE_FUNCTIONS(V)       \
  V(Log, "log")                       \
  V(Info, "info")                     \
  V(Debug, "debug")                   \
  V(Dirxml, "dirxml")                 \
  V(Warn, "warn")                     \
  V(Error, "error")                   \
  V(Trace, "trace")                   \
  V(Assert, "assert")                 \
  V(Dir, "dir")                       \
  V(Table, "table")                   \
  V(Group, "group")                   \
  V(GroupCollapsed, "groupCollapsed") \
  V(GroupEnd, "groupEnd")             \
  V(Count, "count")                   \
  V(CountReset, "countReset")         \
  V(Time, "time")                     \
  V(TimeLog, "timeLog")               \
  V(TimeEnd, "timeEnd")

enum class Function : uint16_t {
#define V(id, name) k##id,
  HW_CONSOLE_FUNCTIONS(V)
#undef V
};
constexpr const char* kNames[] = {
#define V(id, name) "console." name,
    HW_CONSOLE_FUNCTIONS(V)
#undef V
};
constexpr size_t kRows = std::size(kNames);

template <Console& (*of)(Isolate&)>
Completion<Value> RunConsole(Isolate& isolate, Arguments& args) {
  return of(isolate).Run(isolate, args);
}
template <Console& (*of)(Isolate&)>
constexpr std::array<NativeRow, kRows> RowsOf() {
  std::array<NativeRow, kRows> rows = {};
  for (uint16_t i = 0; i < kRows; i++) rows[i] = {kNames[i], RunConsole<of>, 0, 0, i};
  return rows;
}

void Install(Isolate&, Realm*, NativeTable rows);

}  // namespace halfword::console

#endif  // HALFWORD_CONSOLE_CONSOLE_H_
