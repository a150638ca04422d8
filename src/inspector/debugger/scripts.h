// Scripts: the texts of a debugged isolate, by the numbers that clients know them by, and the places in them
// where a program can stop.
//
// A number lasts as long as its script, which no number keeps alive. Lines and columns begin at 0 here.
#ifndef HALFWORD_INSPECTOR_DEBUGGER_SCRIPTS_H_
#define HALFWORD_INSPECTOR_DEBUGGER_SCRIPTS_H_

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/debug_info.h"
#include "gc/visitor.h"
#include "objects/realm.h"

namespace halfword::inspector {

struct Place {
  uint32_t line = 0, column = 0;
};

// A pattern of a client: a regular expression of JavaScript, found anywhere in a text.
class UrlPattern {
 public:
  // Null, and a sentence in *error, if it is none.
  static std::unique_ptr<UrlPattern> Compile(const std::string& pattern, std::string* error);
  bool IsIn(const std::string& url) const;

 private:
  std::vector<uint8_t> program_;
  uint32_t captures_ = 0;
};

class Scripts {
 public:
  struct Record {
    uint32_t number;
    Script* script;
    std::string url;
    bool is_blackboxed = false;
    bool has_places = false;                            // they have been asked for
    std::optional<std::vector<FunctionPlaces>> places;  // empty: nobody knows
  };

  // Gives the script a number, unless it has one. *is_new tells. REQUIRES: it has a text.
  Record& Add(Isolate&, Script*, bool* is_new);
  // Of what the heap holds now, in no particular order.
  void AddAll(Isolate&);
  // Null: there is no such script.
  Record* Find(uint32_t number);
  Record* Find(const std::string& id);
  Record* Find(const Script*);
  std::vector<uint32_t> numbers() const;  // ascending
  void RemoveDead(const gc::LivenessBroker&);

  // The places of its functions; null if nobody knows them.
  const std::vector<FunctionPlaces>* PlacesOf(Isolate&, Record&);
  // The first statement at or behind `from`, and before `end`, of any function. Empty: there is none.
  std::optional<uint32_t> StatementFrom(Isolate&, Record&, uint32_t from, uint32_t end = UINT32_MAX);

  // Positions in the text and places. A place behind the end of its line is the end of the line.
  static Place PlaceOf(Isolate&, Script*, uint32_t position);
  static uint32_t PositionOf(Isolate&, Script*, Place);
  static Place EndOf(Isolate& isolate, Script* script);
  // What `//# sourceMappingURL=` at the end of the text says; mostly empty.
  static std::string SourceMapUrl(Isolate&, Script*);
  static std::string HashOf(Isolate&, Script*);

 private:
  std::map<uint32_t, Record> records_;
  std::unordered_map<const Script*, uint32_t> numbers_;
  uint32_t next_ = 1;
};

}  // namespace halfword::inspector

#endif  // HALFWORD_INSPECTOR_DEBUGGER_SCRIPTS_H_
