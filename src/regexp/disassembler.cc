#include <cinttypes>
#include <cstdio>

#include "base/macros.h"
#include "base/packed_tables.h"
#include "regexp/ast.h"
#include "regexp/bytecode.h"
#include "regexp/regexp.h"

namespace halfword::regexp {

int OperandCount(Opcode op) {
  static constexpr int kCounts[] = {
#define ENTRY(name, operands) operands,
      HALFWORD_REGEXP_OPCODES(ENTRY)
#undef ENTRY
  };
  return kCounts[op];
}

const char* OpcodeName(Opcode op) {
  static constexpr auto kNames = TextsOf<kOpcodeCount>(
#define ENTRY(name, operands) #name "\0"
      HALFWORD_REGEXP_OPCODES(ENTRY)
#undef ENTRY
  );
  return kNames[op];
}

uint32_t InstructionWords(const uint8_t* pc) {
  auto op = static_cast<Opcode>(*pc);
  uint32_t arg = Load32(pc) >> 8;
  switch (op) {
    case kOpDispatch: return 4 + arg;
    case kOpStr: return 1 + (arg + 3) / 4;
    case kOpStrMask: return 1 + 2 * ((arg + 3) / 4);
    case kOpStr16: return 1 + (arg + 1) / 2;
    case kOpBackref: return 2 + Load32(pc + 4);
    default: return 1 + static_cast<uint32_t>(OperandCount(op));
  }
}

namespace {

void AppendCharacter(std::string& out, uint32_t c) {
  char buffer[16];
  if (c > ' ' && c < 127) {
    std::snprintf(buffer, sizeof buffer, "%c", static_cast<char>(c));
  } else {
    std::snprintf(buffer, sizeof buffer, "\\u%04X", c);
  }
  out += buffer;
}

void AppendBitmap(std::string& out, const uint8_t* bitmap) {
  out += "[";
  for (uint32_t c = 0; c < 256; c++) {
    auto has = [&](uint32_t x) { return x < 256 && ((bitmap[x >> 3] >> (x & 7)) & 1); };
    if (!has(c)) continue;
    uint32_t last = c;
    while (has(last + 1)) last++;
    AppendCharacter(out, c);
    if (last > c) {
      if (last > c + 1) out += "-";
      AppendCharacter(out, last);
    }
    c = last;
  }
  out += "]";
}

}  // namespace

std::string Disassemble(std::span<const uint8_t> program) {
  std::string out;
  char buffer[128];
  const uint8_t* code = program.data();
  auto header = [code](uint32_t w) { return Load32(code + 4 * w); };
  std::snprintf(
      buffer, sizeof buffer, "%u bytes, flags %s%s%s%s, %u captures, %u registers, at least %u units\n",
      header(kHeaderSize), FlagsToString(static_cast<Flags>(header(kHeaderFlags))).c_str(),
      header(kHeaderFlags) & kAnchoredFlag ? " anchored" : "",
      header(kHeaderFlags) & kNeedsTwoByteFlag ? " two-byte" : "", header(kHeaderFirst) != 0 ? " first" : "",
      header(kHeaderCaptures), header(kHeaderRegisters), header(kHeaderMinLength));
  out += buffer;
  if (uint32_t reach = header(kHeaderReach); reach != kInfinity)
    out += "begins at most " + std::to_string(reach) + " units before the end\n";
  uint32_t end = header(kHeaderDataOffset);
  for (uint32_t at = kNoMatchPc; at < end;) {
    const uint8_t* pc = code + at;
    auto op = static_cast<Opcode>(*pc);
    uint32_t words = InstructionWords(pc), arg = Load32(pc) >> 8;
    std::snprintf(buffer, sizeof buffer, "%5u  %-18s %u", at, OpcodeName(op), arg);
    out += buffer;
    switch (op) {
      case kOpChar:
      case kOpCharMask:
      case kOpBranchChar:
      case kOpSplitIfChar:
      case kOpCharBack:
        out += " '";
        AppendCharacter(out, arg);
        out += "'";
        break;
      case kOpStr:
      case kOpStrMask:
        out += " \"";
        for (uint32_t k = 0; k < arg; k++) AppendCharacter(out, pc[4 + k]);
        out += "\"";
        break;
      default: break;
    }
    if (op != kOpStr && op != kOpStrMask && op != kOpStr16) {
      for (uint32_t k = 1; k < words; k++) {
        std::snprintf(buffer, sizeof buffer, Load32(pc + 4 * k) > 0xFFFFFF ? " %#" PRIx32 : " %" PRIu32,
                      Load32(pc + 4 * k));
        out += buffer;
      }
    }
    switch (op) {
      case kOpClass:
      case kOpClassU:
      case kOpClassBack:
      case kOpClassUBack:
      case kOpPeekIn:
      case kOpPeekNotIn:
      case kOpBranchSet:
      case kOpSplitIfSet:
      case kOpSplitPeek:
      case kOpLoopClass:
      case kOpLoopClassU:
      case kOpGreedyClass:
      case kOpGreedyClassU:
      case kOpLazyClass:
      case kOpLazyClassU:
        out += " ";
        AppendBitmap(out, code + Load32(pc + 4));
        break;
      case kOpSearchSet:
        out += " ";
        AppendBitmap(out, code + Load32(pc + 8));
        break;
      default: break;
    }
    out += "\n";
    at += words * 4;
  }
  return out;
}

}  // namespace halfword::regexp
