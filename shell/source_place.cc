#include "objects/primitives/string.h"
#include "objects/realm.h"
#include "probes.h"
#include "unicode/utf8.h"

namespace halfword::shell {
namespace {

std::string Utf8(FlatChars chars) {
  std::string out;
  chars.Visit([&](auto span) {
    unicode::ForEachUtf8Piece(span, [&](std::string_view piece) {
      out += piece;
      return true;
    });
  });
  return out;
}

}  // namespace

SourcePlace PlaceOf(FunctionInfo& info, uint32_t position) {
  SourcePlace place;
  Script* script = info.script_.get();
  if (script == nullptr) return place;
  Value name = script->name_, source = script->source_;
  if (name.IsString() && name.AsString()->IsFlat()) place.file = Utf8(name.AsString()->flat());
  if (!source.IsString() || !source.AsString()->IsFlat()) return place;
  FlatChars text = source.AsString()->flat();
  uint32_t line = 1, start = 0, end = text.length();
  for (uint32_t i = 0; i < text.length(); i++) {
    char16_t c = text[i];
    bool ends = c == '\n' || c == 0x2028 || c == 0x2029 ||
                (c == '\r' && !(i + 1 < text.length() && text[i + 1] == '\n'));
    if (!ends) continue;
    if (i >= position) {
      end = i;
      break;
    }
    line++;
    start = i + 1;
  }
  if (end > start && text[end - 1] == '\r') end--;
  Value offset = script->line_offset_;
  place.line = line + static_cast<uint32_t>(offset.IsSmi() ? offset.AsSmi() : 0);
  place.column = position - start + 1;
  place.text = Utf8(text.Slice(start, end));
  return place;
}

SourcePlace PlaceOfInstruction(FunctionInfo& info, uint32_t offset) {
  auto positions = info.code_->positions();
  bool is_known = !positions.empty() && positions[0].offset <= offset;
  return PlaceOf(info, is_known ? info.code_->PositionAt(offset) : info.source_start_);
}

}  // namespace halfword::shell
