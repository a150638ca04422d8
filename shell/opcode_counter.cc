#include <algorithm>
#include <cstdio>
#include <tuple>

#include "bytecode/opcodes.h"
#include "probes.h"

namespace halfword::shell {
namespace {

constexpr uint32_t kNone = 256, kColumns = 256;

std::string Line(uint64_t count, uint64_t all, const std::string& what) {
  char number[64];
  std::snprintf(number, sizeof number, "%15llu %6.2f %%  ", static_cast<unsigned long long>(count),
                100 * static_cast<double>(count) / static_cast<double>(all));
  return number + what + "\n";
}

const char* NameOf(size_t opcode) { return InfoOf(static_cast<Opcode>(opcode)).name(); }

}  // namespace

OpcodeCounter::OpcodeCounter() : counts_((kNone + 1) * kColumns), previous_(kNone) {}

void OpcodeCounter::Before(Value*, Code*, const uint8_t* pc, Value*) {
  uint32_t opcode = *pc == static_cast<uint8_t>(Opcode::kWide) ? pc[1] : pc[0];
  counts_[previous_ * kColumns + opcode]++;
  previous_ = opcode;
}

std::string OpcodeCounter::Report(uint32_t pairs) const {
  struct Row {
    uint64_t count;
    size_t first, second;
  };
  std::vector<Row> opcodes, both;
  uint64_t all = 0;
  for (size_t second = 0; second < kOpcodeCount; second++) {
    uint64_t sum = 0;
    for (size_t first = 0; first <= kNone; first++) {
      uint64_t count = counts_[first * kColumns + second];
      sum += count;
      if (count != 0 && first != kNone) both.push_back({count, first, second});
    }
    if (sum != 0) opcodes.push_back({sum, second, 0});
    all += sum;
  }
  auto more = [](const Row& a, const Row& b) {
    return std::tie(b.count, a.first, a.second) < std::tie(a.count, b.first, b.second);
  };
  std::sort(opcodes.begin(), opcodes.end(), more);
  std::sort(both.begin(), both.end(), more);
  std::string out = "opcodes: " + std::to_string(all) + " instructions\n";
  for (const Row& row : opcodes) out += Line(row.count, all, NameOf(row.first));
  if (pairs == 0) return out;
  out += "pairs: " + std::to_string(both.size()) + "\n";
  if (both.size() > pairs) both.resize(pairs);
  for (const Row& row : both) {
    out += Line(row.count, all, std::string(NameOf(row.first)) + " " + NameOf(row.second));
  }
  return out;
}

}  // namespace halfword::shell
