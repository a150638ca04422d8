#include "jit/exits/exits.h"

#include "base/macros.h"
#include "jit/exits/numbers.h"

namespace halfword::jit {

namespace {

// Calls f(field) for all numbers of a unit but its own.
template <class U, class F>
void ForEachField(U& unit, F f) {
  f(unit.code);
  f(unit.info);
  f(unit.function);
  f(unit.feedback);
  f(unit.environment);
  f(unit.new_target);
  f(unit.frame_words);
  f(unit.call_offset);
  f(unit.return_pc);
  f(unit.argument_count);
}

}  // namespace

std::vector<uint8_t> Exits::Encode() const {
  std::vector<uint8_t> bytes;
  PutNumber(bytes, kinds.size());
  for (size_t exit = 0; exit < kinds.size(); exit++) {
    PutNumber(bytes, static_cast<uint64_t>(kinds[exit]) * 2 + (is_by_count[exit] ? 1 : 0));
    PutNumber(bytes, words_in_use[exit].size());
    for (uint32_t word : words_in_use[exit]) PutNumber(bytes, word);
  }
  PutNumber(bytes, units.size());
  for (const Unit& unit : units) ForEachField(unit, [&](uint64_t field) { PutNumber(bytes, field); });
  records.Encode(bytes);
  return bytes;
}

bool Exits::Decode(std::span<const uint8_t> bytes, Exits* exits) {
  NumberReader reader(bytes);
  const size_t count = reader.NextCount();
  for (size_t exit = 0; exit < count; exit++) {
    uint64_t kind = reader.Next();
    if (kind / 2 >= kNodeKindCount) return false;
    exits->kinds.push_back(static_cast<NodeKind>(kind / 2));
    exits->is_by_count.push_back((kind & 1) != 0);
    std::vector<uint32_t>& words = exits->words_in_use.emplace_back(reader.NextCount());
    for (uint32_t& word : words) word = reader.Next32();
  }
  const size_t unit_count = reader.NextCount();
  for (size_t number = 0; number < unit_count; number++) {
    Unit& unit =
        exits->units.emplace_back(Unit{.number = static_cast<uint32_t>(number), .code = 0, .info = 0});
    ForEachField(unit, [&]<class T>(T& field) {
      if constexpr (sizeof(T) == sizeof(uint32_t)) {
        field = reader.Next32();
      } else {
        field = reader.Next();
      }
    });
  }
  return exits->records.Decode(reader) && exits->records.count() == count && reader.is_at_end();
}

}  // namespace halfword::jit
