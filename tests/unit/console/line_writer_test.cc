#include "console/line_writer.h"

#include "console/table.h"
#include "fixture.h"
#include "objects/memory/value_list.h"
#include "runtime/evaluation/evaluation.h"

namespace halfword::console {
namespace {

using ::testing::ElementsAre;

struct Piece {
  std::string text;
  bool ends;
  bool operator==(const Piece&) const = default;
};
std::vector<Piece> pieces;
Level level_seen;

void Record(Isolate&, Level level, std::string_view text, bool ends) {
  level_seen = level;
  pieces.push_back({std::string(text), ends});
}
void PrintTo(const Piece& piece, std::ostream* out) {
  *out << "'" << piece.text << "'" << (piece.ends ? ", ends" : "");
}

// All that was written, if it was one text.
std::string Whole() {
  std::string all;
  for (size_t i = 0; i < pieces.size(); i++) {
    all += pieces[i].text;
    EXPECT_EQ(pieces[i].ends, i + 1 == pieces.size());
  }
  return all;
}

class LineWriterTest : public ::testing::Test {
 protected:
  void SetUp() override { pieces.clear(); }
  template <class F>
  void Write(const Limits& limits, std::string_view indentation, F&& body) {
    pieces.clear();
    EXPECT_TRUE(halfword::testing::MakeIsolate()->Enter([&](Isolate& isolate) {
      LineWriter line(isolate, Record, Level::kWarn, limits, indentation);
      body(isolate, line);
    }));
  }
};

TEST_F(LineWriterTest, AShortTextIsOnePieceOfItsLevel) {
  Write({}, "", [](Isolate& isolate, LineWriter& line) {
    line.Append("one ");
    line.Append(NewStringFromUtf8(isolate, "zw\u00f6lf \U0001F600"));
    line.Finish();
  });
  EXPECT_THAT(pieces, ElementsAre(Piece{"one zw\u00f6lf \U0001F600", true}));
  EXPECT_EQ(level_seen, Level::kWarn);
}

TEST_F(LineWriterTest, IndentationBeginsEachLine) {
  Write({}, "  ", [](Isolate&, LineWriter& line) {
    line.Append("a\nb");
    line.Append("c\n\nd");
    line.Finish();
  });
  EXPECT_THAT(pieces, ElementsAre(Piece{"  a\n  bc\n  \n  d", true}));
}

TEST_F(LineWriterTest, ALongTextComesInPiecesOfTheSizeAskedFor) {
  Limits limits;
  limits.piece = 1000;
  std::string text;
  for (int i = 0; i < 20000; i++) text += static_cast<char>('a' + i % 26);
  Write(limits, "", [&](Isolate&, LineWriter& line) {
    for (size_t at = 0; at < text.size(); at += 100) line.Append(std::string_view(text).substr(at, 100));
    line.Finish();
  });
  EXPECT_EQ(Whole(), text);
  EXPECT_EQ(pieces.size(), 21u);
  for (const Piece& piece : pieces) EXPECT_LE(piece.text.size(), 1100u);
}

TEST_F(LineWriterTest, WhatIsTooLongIsCutBetweenCharactersAndSaysSo) {
  Limits limits;
  limits.line = 10;
  Write(limits, "", [](Isolate&, LineWriter& line) {
    line.Append("123456789\u00e4tail");
    EXPECT_TRUE(line.full());
    line.Append("more");
    line.Finish();
  });
  EXPECT_EQ(Whole(), "123456789... cut after 9 bytes");
  Write(limits, "", [](Isolate&, LineWriter& line) {
    line.Append("1234567890");
    EXPECT_FALSE(line.full());
    line.Finish();
  });
  EXPECT_EQ(Whole(), "1234567890");
}

TEST_F(LineWriterTest, ATextThatIsNotFinishedIsDroppedOrEnded) {
  Write({}, "", [](Isolate&, LineWriter& line) { line.Append("never seen"); });
  EXPECT_TRUE(pieces.empty());
  Limits limits;
  limits.piece = 4;
  Write(limits, "", [](Isolate&, LineWriter& line) { line.Append("seen"); });
  EXPECT_THAT(pieces, ElementsAre(Piece{"seen", false}, Piece{"", true}));
}

class TableTest : public LineWriterTest {
 protected:
  std::string Table(const char* expression, const Limits& limits = {}) {
    Write(limits, "", [&](Isolate& isolate, LineWriter& line) {
      Script* script =
          NewScript(isolate, isolate.realm(), NewStringFromUtf8(isolate, std::string("(") + expression + ")"),
                    NewStringFromAscii(isolate, "test.js"));
      WriteTable(isolate, line, MUST(EvaluateScript(isolate, script)).AsObject(), nullptr, limits);
      line.Finish();
    });
    return Whole();
  }
  // Columns of the lines, of which a table has all alike; else 0.
  static size_t WidthOf(const std::string& table) {
    size_t width = 0;
    for (size_t at = 0; at < table.size();) {
      size_t end = std::min(table.find('\n', at), table.size());
      size_t n = 0;
      for (size_t i = at; i < end; i++) n += (table[i] & 0xC0) != 0x80;
      if (width != 0 && n != width) return 0;
      width = n;
      at = end + 1;
    }
    return width;
  }
};

TEST_F(TableTest, IsDrawnAsWideAsItsCellsAre) {
  std::string table = Table("[{a: 1, b: 'text'}, {a: 22, c: true}]");
  EXPECT_GT(WidthOf(table), 0u) << table;
  for (const char* part : {"(index)", " a ", " b ", " c ", " 22 ", "'text'", " true ", "\u250c", "\u2518"}) {
    EXPECT_NE(table.find(part), std::string::npos) << part << "\n" << table;
  }
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n') + !table.ends_with('\n'), 6) << table;
}

TEST_F(TableTest, PrimitivesHaveAColumnOfValues) {
  std::string table = Table("['x', 5]");
  EXPECT_NE(table.find("Values"), std::string::npos) << table;
  EXPECT_GT(WidthOf(table), 0u) << table;
}

TEST_F(TableTest, CellsStandBelowTheirColumnWhateverTheirOrderInARow) {
  EXPECT_EQ(Table("[{a: 1, b: 2}, 'v', {c: 3, a: 4}, {b: 5}]"),
            "┌─────────┬───┬───┬───┬────────┐\n"
            "│ (index) │ a │ b │ c │ Values │\n"
            "├─────────┼───┼───┼───┼────────┤\n"
            "│ 0       │ 1 │ 2 │   │        │\n"
            "│ 1       │   │   │   │ 'v'    │\n"
            "│ 2       │ 4 │   │ 3 │        │\n"
            "│ 3       │   │ 5 │   │        │\n"
            "└─────────┴───┴───┴───┴────────┘");
}

size_t external_seen;  // memory outside of the heap when a piece was handed over
void SeeExternal(Isolate& isolate, Level, std::string_view, bool) {
  external_seen = isolate.heap().CollectStatistics().external_bytes;
}

TEST_F(TableTest, TextsOfCellsAreMemoryOfTheGuestAndNoMoreThanTheLineHolds) {
  halfword::testing::MakeIsolate()->Enter([](Isolate& isolate) {
    Script* script =
        NewScript(isolate, isolate.realm(),
                  NewStringFromAscii(isolate, "Array.from({length: 2000}, (_, i) => 'x'.repeat(1000) + i)"),
                  NewStringFromAscii(isolate, "test.js"));
    JSObject* rows = MUST(EvaluateScript(isolate, script)).AsObject();
    auto kept = [&](size_t line_limit) {
      Limits limits;
      limits.line = line_limit;
      limits.piece = 1000;
      size_t before = isolate.heap().CollectStatistics().external_bytes;
      LineWriter line(isolate, SeeExternal, Level::kLog, limits, "");
      WriteTable(isolate, line, rows, nullptr, limits);
      return external_seen - before;
    };
    EXPECT_GE(kept(SIZE_MAX), 2000u * 1000u);
    EXPECT_LT(kept(10000), 200'000u);
  });
}

TEST_F(TableTest, MoreRowsThanAllowedAreNotDrawn) {
  Limits limits;
  limits.rows = 3;
  std::string table = Table("Array.from({length: 1000}, (_, i) => ({v: 'row' + i}))", limits);
  EXPECT_NE(table.find("row2"), std::string::npos);
  EXPECT_EQ(table.find("row3"), std::string::npos);
}

}  // namespace
}  // namespace halfword::console
