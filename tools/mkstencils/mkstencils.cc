// mkstencils OBJECT TABLES: cuts the stencils out of the object file of src/jit/stencils/stencils.cc and
// writes them as tables for src/jit/stencils/stencil_table.h to include. With a third argument, "regexp",
// those of src/jit/stencils/regexp_stencils.cc. Part of the build. The object file says for which machine.
//
// A stencil may have the relocations that are listed here, against the symbols that its source has for holes
// and ways out. Anything else ends the build: it would be code that can't be copied.
#include <elf.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bytecode/opcodes.h"
#include "jit/stencils/holes.h"
#include "jit/stencils/stencil_table.h"
#include "regexp/bytecode.h"

namespace halfword::jit {
namespace {

[[noreturn]] __attribute__((format(printf, 1, 2))) void Fail(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::fprintf(stderr, "mkstencils: ");
  std::vfprintf(stderr, format, arguments);
  std::fprintf(stderr, "\n");
  std::exit(1);
}

std::string ReadFile(const char* path) {
  std::string bytes;
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) Fail("cannot read %s", path);
  char buffer[1 << 16];
  while (size_t n = std::fread(buffer, 1, sizeof buffer, file)) bytes.append(buffer, n);
  std::fclose(file);
  return bytes;
}

// A relocation as the object file has it. Against a block (below) or a symbol.
struct Relocation {
  uint32_t offset;
  uint32_t type;
  std::string symbol;
  int64_t addend;
  uint32_t block;  // 0: it is against the symbol
};
// A basic block: a section of its own, whose jumps are the last instructions and have relocations.
struct Block {
  std::string code;
  std::vector<Relocation> relocations;
};

// What is to be known of a machine. A relocation is of four bytes.
struct Target {
  uint16_t elf_machine;
  int64_t jump_addend;  // of a relocation that leads to its symbol itself
  size_t jump_size;     // of an unconditional jump, at whose end the relocation is
  bool (*is_jump)(const Block&, const Relocation&);
  bool (*is_conditional)(const Block&, const Relocation&);
  void (*invert)(Block*, const Relocation& conditional);
  bool (*is_place)(uint32_t type);   // the relocation makes a distance to a place in the code
  bool (*is_number)(uint32_t type);  // it makes a number
  // Makes all jumps of a block have relocations.
  void (*simplify)(Block*, uint32_t section);
  // Gives the jumps of a block that lead out of its part what they need to get there.
  void (*extend)(Block*, const std::set<uint32_t>& part);
  void (*clear)(const Relocation&, uint8_t* place);  // makes it a hole that is not filled
  bool (*fill)(uint8_t* place, uint32_t filling);
};

struct Object {
  const Target* target = nullptr;
  std::map<uint32_t, Block> blocks;           // by section
  std::map<std::string, uint32_t> functions;  // the first block
};

// ---- x86-64 ----
const Target kX86_64 = {
    x86_64::kElfMachine,
    -4,
    5,
    [](const Block& block, const Relocation& r) {
      return r.offset >= 1 && static_cast<uint8_t>(block.code[r.offset - 1]) == 0xe9;
    },
    [](const Block& block, const Relocation& r) {
      return r.offset >= 2 && static_cast<uint8_t>(block.code[r.offset - 2]) == 0x0f &&
             (static_cast<uint8_t>(block.code[r.offset - 1]) & 0xf0) == 0x80;
    },
    [](Block* block, const Relocation& conditional) { block->code[conditional.offset - 1] ^= 1; },
    [](uint32_t type) { return type == R_X86_64_PLT32 || type == R_X86_64_PC32; },
    [](uint32_t type) { return type == R_X86_64_32 || type == R_X86_64_32S; },
    [](Block*, uint32_t) {},
    [](Block*, const std::set<uint32_t>&) {},
    [](const Relocation&, uint8_t* place) { std::memset(place, 0, 4); },
    &x86_64::FillHole};

// ---- AArch64 ----
uint32_t WordAt(const Block& block, uint32_t offset) {
  uint32_t word;
  std::memcpy(&word, &block.code[offset], sizeof word);
  return word;
}
void SetWord(Block* block, uint32_t offset, uint32_t word) {
  std::memcpy(&block->code[offset], &word, sizeof word);
}
bool IsConditional(uint32_t word) {
  auto instruction = aarch64::InstructionOf(word);
  return instruction == aarch64::Instruction::kConditional || instruction == aarch64::Instruction::kTest;
}
// Of a block that is a loop the assembler knows the distance.
void SimplifyAArch64(Block* block, uint32_t section) {
  for (uint32_t at = 0; at + 4 <= block->code.size(); at += 4) {
    uint32_t word = WordAt(*block, at);
    auto behind =
        std::ranges::find_if(block->relocations, [&](const Relocation& r) { return r.offset >= at; });
    if (!IsConditional(word) || (behind != block->relocations.end() && behind->offset == at)) continue;
    bool is_test = aarch64::InstructionOf(word) == aarch64::Instruction::kTest;
    uint32_t bits = is_test ? 0x3fff : 0x7ffff;
    if ((word >> 5 & bits) != (-(at / 4) & bits)) Fail("a block has a jump into itself");
    SetWord(block, at, word & ~(bits << 5));
    block->relocations.insert(
        behind, {at, is_test ? uint32_t{R_AARCH64_TSTBR14} : uint32_t{R_AARCH64_CONDBR19}, "", 0, section});
  }
}
void ExtendAArch64(Block* block, const std::set<uint32_t>& part) {
  for (Relocation& r : block->relocations) {
    if (r.type != R_AARCH64_TSTBR14 || part.contains(r.block)) continue;
    block->code.insert(r.offset + 4, 4, '\0');
    SetWord(block, r.offset + 4, aarch64::kNop);
    for (Relocation& other : block->relocations) {
      if (other.offset > r.offset) other.offset += 4;
    }
  }
}
const Target kAArch64 = {aarch64::kElfMachine,
                         0,
                         4,
                         [](const Block&, const Relocation& r) { return r.type == R_AARCH64_JUMP26; },
                         [](const Block&, const Relocation& r) {
                           return r.type == R_AARCH64_CONDBR19 || r.type == R_AARCH64_TSTBR14;
                         },
                         [](Block* block, const Relocation& conditional) {
                           SetWord(block, conditional.offset,
                                   aarch64::Inverted(WordAt(*block, conditional.offset)));
                         },
                         [](uint32_t type) {
                           return type == R_AARCH64_JUMP26 || type == R_AARCH64_CONDBR19 ||
                                  type == R_AARCH64_TSTBR14 || type == R_AARCH64_ADR_PREL_LO21;
                         },
                         [](uint32_t type) {
                           return type == R_AARCH64_MOVW_UABS_G0 || type == R_AARCH64_MOVW_UABS_G0_NC ||
                                  type == R_AARCH64_MOVW_UABS_G1 || type == R_AARCH64_MOVW_SABS_G0;
                         },
                         &SimplifyAArch64,
                         &ExtendAArch64,
                         [](const Relocation& r, uint8_t* place) {
                           if (r.type == R_AARCH64_MOVW_SABS_G0) place[3] &= ~0x40;  // movn
                         },
                         &aarch64::FillHole};

// An object file that was compiled with -fbasic-block-sections=all.
Object ReadObject(const std::string& bytes) {
  auto at = [&](uint64_t offset, uint64_t size) {
    if (offset > bytes.size() || size > bytes.size() - offset) Fail("the object file is cut off");
    return bytes.data() + offset;
  };
  Elf64_Ehdr header;
  std::memcpy(&header, at(0, sizeof header), sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_type != ET_REL)
    Fail("the file is no object file of 64 bits");
  Object object;
  for (const Target* target : {&kX86_64, &kAArch64}) {
    if (header.e_machine == target->elf_machine) object.target = target;
  }
  if (object.target == nullptr)
    Fail("the object file is for machine %d, which is not known here", header.e_machine);
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  for (size_t i = 0; i < sections.size(); i++) {
    std::memcpy(&sections[i], at(header.e_shoff + i * sizeof(Elf64_Shdr), sizeof(Elf64_Shdr)),
                sizeof(Elf64_Shdr));
  }
  auto entries = [&]<class T>(const Elf64_Shdr& section, T) {
    const char* begin = at(section.sh_offset, section.sh_size);
    std::vector<T> all(section.sh_size / sizeof(T));
    std::memcpy(static_cast<void*>(all.data()), begin, all.size() * sizeof(T));
    return all;
  };
  std::vector<Elf64_Sym> symbols;
  std::string names;
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_SYMTAB) continue;
    symbols = entries(section, Elf64_Sym());
    if (section.sh_link >= sections.size())
      Fail("the symbols' names are in section %u, which is not there", section.sh_link);
    const Elf64_Shdr& strings = sections[section.sh_link];
    names.assign(at(strings.sh_offset, strings.sh_size), strings.sh_size);
  }
  if (symbols.empty()) Fail("the object file has no symbols");
  auto name_of = [&](const Elf64_Sym& symbol) {
    if (ELF64_ST_TYPE(symbol.st_info) == STT_SECTION) return "section " + std::to_string(symbol.st_shndx);
    if (symbol.st_name >= names.size()) Fail("a symbol's name is not among the names");
    return std::string(names.c_str() + symbol.st_name);
  };
  for (uint32_t i = 0; i < sections.size(); i++) {
    if ((sections[i].sh_flags & SHF_EXECINSTR) != 0 && sections[i].sh_type == SHT_PROGBITS)
      object.blocks[i].code.assign(at(sections[i].sh_offset, sections[i].sh_size), sections[i].sh_size);
  }
  for (const Elf64_Sym& symbol : symbols) {
    std::string name = name_of(symbol);
    if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || !object.blocks.contains(symbol.st_shndx) ||
        name.find(".__part.") != std::string::npos)
      continue;
    if (symbol.st_value != 0) Fail("%s is not alone in its section", name.c_str());
    object.functions[name] = symbol.st_shndx;
  }
  for (const Elf64_Shdr& section : sections) {
    auto block = object.blocks.find(section.sh_info);
    if (block == object.blocks.end()) continue;
    if (section.sh_type == SHT_REL) Fail("the object file has relocations without addends");
    if (section.sh_type != SHT_RELA) continue;
    for (const Elf64_Rela& r : entries(section, Elf64_Rela())) {
      if (ELF64_R_SYM(r.r_info) >= symbols.size())
        Fail("a relocation is against symbol %u, which is not there",
             static_cast<uint32_t>(ELF64_R_SYM(r.r_info)));
      size_t size = block->second.code.size();
      if (r.r_offset > size || size - r.r_offset < 4) Fail("a relocation lies behind its section's end");
      const Elf64_Sym& symbol = symbols[ELF64_R_SYM(r.r_info)];
      bool is_block = symbol.st_shndx != SHN_UNDEF && object.blocks.contains(symbol.st_shndx);
      if (is_block && static_cast<int64_t>(symbol.st_value) + r.r_addend != object.target->jump_addend)
        Fail("a jump leads into the middle of a block");
      block->second.relocations.push_back({static_cast<uint32_t>(r.r_offset),
                                           static_cast<uint32_t>(ELF64_R_TYPE(r.r_info)), name_of(symbol),
                                           r.r_addend, is_block ? symbol.st_shndx : 0u});
    }
  }
  for (auto& [section, block] : object.blocks) object.target->simplify(&block, section);
  return object;
}

// What is to be known of the source of an object file.
struct Dialect {
  const char* space;    // the namespace of the tables
  const char* stencil;  // how the mangled names of its stencils go on in front of the opcode's number
  int opcode_count;
  // By symbol, without the number of an operand behind it.
  std::map<std::string, HoleKind> places, numbers;
  std::vector<std::pair<const char*, const char*>> exits;  // name in the tables, symbol
  bool has_cold_tiers;
};
const Dialect kJavaScript = {
    "halfword::jit",
    "7StencilILNS_6OpcodeE",
    kOpcodeCount,
    {{"hw_next", HoleKind::kNext}, {"hw_next_number", HoleKind::kNextNumber}, {"hw_jump", HoleKind::kJump}},
    {{"hw_register", HoleKind::kBytes},
     {"hw_count", HoleKind::kNumber},
     {"hw_immediate", HoleKind::kNumber},
     {"hw_smi", HoleKind::kSmi},
     {"hw_parameters", HoleKind::kParameters},
     {"hw_locals", HoleKind::kLocals},
     {"hw_locals_end", HoleKind::kLocalsEnd},
     {"hw_constant", HoleKind::kBytes},
     {"hw_feedback", HoleKind::kBytes},
     {"hw_return_pc", HoleKind::kReturnPc},
     {"hw_pc", HoleKind::kPc},
     {"hw_cold", HoleKind::kColdSlot}},
    {{"kToCold", "hw_to_cold"},
     {"kToColdOfJump", "hw_to_cold_of_jump"},
     {"kToInterpreter", "hw_to_interpreter"},
     {"kGoOn", "hw_go_on"}},
    true};
const Dialect kRegExp = {
    "halfword::jit::regexp_tables",
    "13RegExpStencilILNS_6regexp6OpcodeE",
    regexp::kOpcodeCount,
    {{"hw_next", HoleKind::kNext},
     {"hw_jump", HoleKind::kJump},
     {"hw_fail", HoleKind::kFail},
     {"hw_interpret", HoleKind::kInterpret}},
    {{"hw_word", HoleKind::kWord},
     {"hw_low", HoleKind::kLow},
     {"hw_high", HoleKind::kHigh},
     {"hw_excluded", HoleKind::kExcluded},
     {"hw_arg", HoleKind::kArg},
     {"hw_arg_low", HoleKind::kArgLow},
     {"hw_arg_high", HoleKind::kArgHigh},
     {"hw_here", HoleKind::kHere}},
    {{"kFail", "hw_regexp_fail"}, {"kInterpret", "hw_regexp_interpret"}, {"kGoOn", "hw_regexp_go_on"}},
    false};

// ---- Layout ----
// The jump that a block ends with; null: there is none.
const Relocation* LastJump(const Target& target, const Block& block) {
  for (const Relocation& r : block.relocations) {
    if (r.offset + 4 == block.code.size() && target.is_jump(block, r)) return &r;
  }
  return nullptr;
}

// The blocks of a function in two chains: from the entry on along what is likely, and the others.
class Layout {
 public:
  Layout(Object& object, uint32_t entry) : object_(object), target_(*object.target) {
    Chain(entry, &hot_);
    // What they jump to and has no place yet.
    for (size_t i = 0; i < hot_.size(); i++) Reach(hot_[i]);
    for (size_t i = 0; i < cold_.size(); i++) Reach(cold_[i]);
  }
  const std::vector<uint32_t>& hot() const { return hot_; }
  const std::vector<uint32_t>& cold() const { return cold_; }

 private:
  // A block that is nothing but a jump stands for where that goes.
  void Shorten(Relocation* r) {
    while (r->block != 0) {
      const Block& target = object_.blocks[r->block];
      if (target.code.size() != target_.jump_size || target.relocations.size() != 1 ||
          !target_.is_jump(target, target.relocations[0]))
        return;
      r->symbol = target.relocations[0].symbol;
      r->block = target.relocations[0].block;
    }
  }
  static bool IsUnlikely(const Relocation& r) {
    return r.block == 0 && r.symbol != "hw_next" && r.symbol != "hw_next_number" &&
           !r.symbol.starts_with("hw_jump");
  }
  void Chain(uint32_t first, std::vector<uint32_t>* chain) {
    for (uint32_t next = first; next != 0 && placed_.insert(next).second;) {
      chain->push_back(next);
      Block& block = object_.blocks[next];
      for (Relocation& r : block.relocations) {
        if (target_.is_jump(block, r) || target_.is_conditional(block, r)) Shorten(&r);
      }
      Prefer(block);
      const Relocation* last = LastJump(target_, block);
      next = last != nullptr ? last->block : 0;
    }
  }
  // A block that ends in "jcc likely; jmp unlikely" is turned round.
  void Prefer(Block& block) {
    if (block.relocations.size() < 2 || LastJump(target_, block) != &block.relocations.back()) return;
    Relocation &jump = block.relocations.back(),
               &conditional = block.relocations[block.relocations.size() - 2];
    if (!target_.is_conditional(block, conditional) ||
        conditional.offset + 4 + target_.jump_size != block.code.size() || !IsUnlikely(jump) ||
        IsUnlikely(conditional))
      return;
    target_.invert(&block, conditional);
    std::swap(jump.symbol, conditional.symbol);
    std::swap(jump.block, conditional.block);
  }
  void Reach(uint32_t from) {
    // A copy: chains add to what it refers to.
    for (const Relocation& r : std::vector<Relocation>(object_.blocks[from].relocations)) {
      if (r.block != 0 && !placed_.contains(r.block)) Chain(r.block, &cold_);
    }
  }

  Object& object_;
  const Target& target_;
  std::vector<uint32_t> hot_, cold_;
  std::set<uint32_t> placed_;
};

// The number that follows `prefix` in `name`; -1: it isn't there.
int NumberBehind(const std::string& name, const char* prefix, size_t from = 0) {
  size_t at = name.find(prefix, from);
  return at == std::string::npos ? -1 : std::atoi(name.c_str() + at + std::strlen(prefix));
}
// Opcode and variant, from the mangled name of a stencil; -1: it is none.
std::pair<int, int> StencilNamed(const std::string& name, const Dialect& dialect) {
  int opcode = NumberBehind(name, dialect.stencil);
  if (opcode < 0) return {-1, -1};
  if (opcode >= dialect.opcode_count) Fail("%s: there is no opcode %d", name.c_str(), opcode);
  int variant = NumberBehind(name, "ELi", name.find(dialect.stencil));
  if (variant < 0) Fail("%s: the name has no variant", name.c_str());
  return {opcode, variant};
}

class Tables {
 public:
  explicit Tables(const Dialect& dialect) : dialect_(dialect) {}

  // It needs a way out that stencils can't have.
  static bool IsRefused(const std::string& name, Object& object) {
    Layout layout(object, object.functions.at(name));
    for (const auto* chain : {&layout.hot(), &layout.cold()}) {
      for (uint32_t block : *chain) {
        for (const Relocation& r : object.blocks[block].relocations) {
          if (r.symbol == "hw_jump_by" || r.symbol == "hw_throw") return true;
        }
      }
    }
    return false;
  }

  Stencil Add(const std::string& name, Object& object) {
    Stencil stencil{static_cast<uint32_t>(bytes_.size()),
                    static_cast<uint32_t>(holes_.size()),
                    static_cast<uint16_t>(ways_.size()),
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    End::kNowhere};
    if (!object.functions.contains(name)) Fail("there is no %s", name.c_str());
    const Target& target = *object.target;
    Layout layout(object, object.functions.at(name));
    std::string code;
    std::map<uint32_t, size_t> places;
    std::vector<std::pair<size_t, Relocation>> relocations;
    auto append = [&](const std::vector<uint32_t>& chain) {
      std::set<uint32_t> part(chain.begin(), chain.end());
      for (size_t i = 0; i < chain.size(); i++) {
        Block& block = object.blocks[chain[i]];
        target.extend(&block, part);
        places[chain[i]] = code.size();
        bool falls = false;
        const Relocation* last = LastJump(target, block);
        if (last != nullptr) {
          bool is_last = i + 1 == chain.size();
          falls = !is_last && last->block == chain[i + 1];
          if (is_last && &chain == &layout.hot() && last->block == 0) {
            // The next instruction follows.
            if (last->symbol == "hw_next") stencil.end = End::kNext;
            if (last->symbol == "hw_next_number") stencil.end = End::kNextNumber;
            falls = stencil.end != End::kNowhere;
          }
        }
        for (const Relocation& r : block.relocations) {
          if (!falls || &r != last) relocations.push_back({code.size() + r.offset, r});
        }
        code.append(block.code, 0, block.code.size() - (falls ? target.jump_size : 0));
      }
    };
    append(layout.hot());
    stencil.size = static_cast<uint16_t>(code.size());
    append(layout.cold());
    if (code.size() >= kNoStencil) Fail("%s is too long: it has %zu bytes", name.c_str(), code.size());
    stencil.cold_size = static_cast<uint16_t>(code.size() - stencil.size);
    for (const auto& [offset, r] : relocations) {
      bool is_hole = AddHole(target, name, r, offset, stencil, places, &code);
      if (is_hole) (offset < stencil.size ? stencil.hole_count : stencil.cold_hole_count)++;
    }
    if (ways_.size() - stencil.ways > kMostWays) Fail("%s has too many ways out", name.c_str());
    stencil.way_count = static_cast<uint8_t>(ways_.size() - stencil.ways);
    bytes_ += code;
    return stencil;
  }

  uint16_t ColdTier(int opcode, int tier) {
    auto [at, is_new] = cold_.try_emplace({opcode, tier}, static_cast<uint16_t>(cold_.size() + 2));
    if (is_new) cold_order_.push_back({opcode, tier});
    return at->second;
  }

  void Write(std::FILE* file, const std::vector<Stencil>& stencils, const std::vector<uint32_t>& first,
             const std::map<std::string, Stencil>& exits, const std::vector<Stencil>& fills) const {
    std::fprintf(file, "// Made by tools/mkstencils.\nnamespace %s {\n", dialect_.space);
    std::fprintf(file, "inline constexpr uint8_t kStencilBytes[] = {");
    for (size_t i = 0; i < bytes_.size(); i++)
      std::fprintf(file, "%s%d,", i % 32 == 0 ? "\n" : "", static_cast<uint8_t>(bytes_[i]));
    std::fprintf(file, "};\ninline constexpr Hole kStencilHoles[] = {\n");
    for (const Hole& h : holes_)
      std::fprintf(file, "{%d, static_cast<HoleKind>(%d), %d, %d},\n", h.offset, static_cast<int>(h.kind),
                   h.operand, h.addend);
    std::fprintf(file, "};\ninline constexpr uint16_t kStencilWays[] = {");
    for (uint16_t tier : ways_) std::fprintf(file, "%d,", tier);
    std::fprintf(file, "0};\n");
    std::fprintf(file, "inline constexpr Stencil kStencils[] = {\n");
    for (const Stencil& s : stencils) WriteStencil(file, s);
    std::fprintf(file, "};\ninline constexpr uint16_t kFirstStencil[] = {");
    for (uint32_t index : first) std::fprintf(file, "%u,", index);
    std::fprintf(file, "};\n");
    for (const auto& [name, stencil] : exits) {
      std::fprintf(file, "inline constexpr Stencil %s = \n", name.c_str());
      WriteStencil(file, stencil, ";");
    }
    if (dialect_.has_cold_tiers) {
      std::fprintf(file, "inline constexpr Stencil kFills[2][%zu] = {\n", fills.size() / 2);
      for (size_t i = 0; i < fills.size(); i++) {
        if (i % (fills.size() / 2) == 0) std::fprintf(file, "%s{", i == 0 ? "" : "}, ");
        WriteStencil(file, fills[i]);
      }
      std::fprintf(file, "}};\n");
      std::fprintf(file, "inline constexpr int kColdTierCount = %zu;\n", cold_order_.size() + 2);
    }
    std::fprintf(file, "}  // namespace %s\n", dialect_.space);
    if (!dialect_.has_cold_tiers) return;
    std::fprintf(file, "#define HW_COLD_TIERS(V)");
    for (auto [opcode, tier] : cold_order_) std::fprintf(file, " V(%d, %d)", opcode, tier);
    std::fprintf(file, "\n");
  }

 private:
  static void WriteStencil(std::FILE* file, const Stencil& s, const char* end = ",") {
    std::fprintf(file, "{%u, %u, %d, %d, %d, %d, %d, %d, %d, static_cast<End>(%d)}%s\n", s.bytes, s.holes,
                 s.ways, s.size, s.cold_size, s.hole_count, s.cold_hole_count, s.variant, s.way_count,
                 static_cast<int>(s.end), end);
  }

  // `offset`: of the relocation in the code. False: it was filled at once.
  bool AddHole(const Target& target, const std::string& name, const Relocation& r, size_t offset,
               const Stencil& stencil, const std::map<uint32_t, size_t>& places, std::string* code) {
    auto* at = reinterpret_cast<uint8_t*>(&(*code)[offset]);
    auto in_part = [&](size_t place) {
      return static_cast<int32_t>(place < stencil.size ? place : place - stencil.size);
    };
    Hole hole{static_cast<uint16_t>(in_part(offset)), HoleKind::kOtherPart, 0, 0};
    if (r.block == 0) {
      target.clear(r, at);
      SetFilling(target, name, r, stencil, &hole);
      if (IsPlace(hole.kind)) hole.addend -= in_part(offset);
      holes_.push_back(hole);
      return true;
    }
    if (!target.is_place(r.type)) Fail("%s: relocation %u of a block can't be copied", name.c_str(), r.type);
    size_t to = places.at(r.block);
    auto distance = [&](int64_t from, int64_t to_) {
      return static_cast<int32_t>(to_ - from + target.jump_addend);
    };
    if ((offset < stencil.size) != (to < stencil.size)) {
      target.clear(r, at);
      hole.addend = distance(in_part(offset), in_part(to));
      holes_.push_back(hole);
      return true;
    }
    if (!target.fill(at,
                     static_cast<uint32_t>(distance(static_cast<int64_t>(offset), static_cast<int64_t>(to)))))
      Fail("%s has a jump to a block that is too far away", name.c_str());
    return false;
  }

  // Of a relocation against a symbol.
  void SetFilling(const Target& target, const std::string& name, const Relocation& r, const Stencil& stencil,
                  Hole* hole) {
    bool is_place = target.is_place(r.type);
    if (!is_place && !target.is_number(r.type))
      Fail("%s: relocation %u of %s can't be copied", name.c_str(), r.type, r.symbol.c_str());
    if (r.addend != static_cast<int16_t>(r.addend))
      Fail("%s: the addend of %s does not fit into 16 bits", name.c_str(), r.symbol.c_str());
    hole->addend = static_cast<int32_t>(r.addend);
    std::string symbol = r.symbol;
    size_t end = symbol.find_last_not_of("0123456789") + 1;
    if (end < symbol.size() && symbol[end - 1] == '_') {
      int operand = std::atoi(symbol.c_str() + end);
      if (operand >= (dialect_.has_cold_tiers ? kMostOperands : 256))
        Fail("%s has a hole for operand %d", name.c_str(), operand);
      hole->operand = static_cast<uint8_t>(operand);
      symbol.resize(end - 1);
    }
    const auto& known = is_place ? dialect_.places : dialect_.numbers;
    if (auto found = known.find(symbol); found != known.end()) {
      hole->kind = found->second;
      if (!dialect_.has_cold_tiers) return;
      AddNumber(hole, hole->operand);
      return;
    }
    if (!is_place || !dialect_.has_cold_tiers)
      Fail("%s needs %s %s, which is no hole", name.c_str(), is_place ? "a jump to" : "the address of",
           r.symbol.c_str());
    hole->kind = HoleKind::kWay;
    AddNumber(hole, Way(stencil, ColdTierNamed(name, r.symbol)));
  }
  static void AddNumber(Hole* hole, uint8_t number) {
    hole->kind = static_cast<HoleKind>(static_cast<uint8_t>(hole->kind) + number);
    hole->operand = 0;
  }
  uint16_t ColdTierNamed(const std::string& name, const std::string& symbol) {
    if (symbol == "hw_record_store") return 0;
    if (symbol == "hw_box") return 1;
    int opcode = NumberBehind(symbol, "4ColdILNS_6OpcodeE"), tier = NumberBehind(symbol, "ELNS_3ops4TierE");
    if (opcode < 0 || tier < 0) Fail("%s needs a jump to %s, which is no hole", name.c_str(), symbol.c_str());
    return ColdTier(opcode, tier);
  }
  // The index among the stencil's, which are the last in the table.
  uint8_t Way(const Stencil& stencil, uint16_t tier) {
    auto found = std::find(ways_.begin() + stencil.ways, ways_.end(), tier);
    if (found == ways_.end()) found = ways_.insert(found, tier);
    return static_cast<uint8_t>(found - ways_.begin() - stencil.ways);
  }

  const Dialect& dialect_;
  std::string bytes_;
  std::vector<Hole> holes_;
  std::vector<uint16_t> ways_;  // cold tiers
  std::map<std::pair<int, int>, uint16_t> cold_;
  std::vector<std::pair<int, int>> cold_order_;
};

int Main(int argc, char** argv) {
  bool is_regexp = argc == 4 && std::strcmp(argv[3], "regexp") == 0;
  if (argc != 3 && !is_regexp) Fail("usage: mkstencils OBJECT TABLES [regexp]");
  const Dialect& dialect = is_regexp ? kRegExp : kJavaScript;
  Object object = ReadObject(ReadFile(argv[1]));
  Tables tables(dialect);
  std::map<std::pair<int, int>, std::string> by_opcode;
  for (const auto& [name, block] : object.functions) {
    auto [opcode, variant] = StencilNamed(name, dialect);
    if (opcode >= 0) by_opcode[{opcode, variant}] = name;
  }
  std::vector<Stencil> stencils;
  std::vector<uint32_t> first;
  for (int opcode = 0; opcode < dialect.opcode_count; opcode++) {
    first.push_back(static_cast<uint32_t>(stencils.size()));
    auto at = by_opcode.lower_bound({opcode, 0});
    bool has_plain = at != by_opcode.end() && at->first == std::pair(opcode, 0);
    if (dialect.has_cold_tiers && (!has_plain || tables.IsRefused(at->second, object))) {
      bool is_wide = static_cast<Opcode>(opcode) == Opcode::kWide;
      stencils.push_back(
          {0, is_wide ? 0u : tables.ColdTier(opcode, 0), 0, 0, 0, kNoStencil, 0, 0, 0, End::kNowhere});
      continue;
    }
    for (; at != by_opcode.end() && at->first.first == opcode; ++at) {
      stencils.push_back(tables.Add(at->second, object));
      stencils.back().variant = static_cast<uint16_t>(at->first.second);
    }
  }
  first.push_back(static_cast<uint32_t>(stencils.size()));
  std::map<std::string, Stencil> exits;
  for (auto [name, symbol] : dialect.exits) {
    exits[name] = tables.Add(symbol, object);
  }
  std::vector<Stencil> fills;
  for (const char* symbol : {"hw_fill_", "hw_check_and_fill_"}) {
    if (!dialect.has_cold_tiers) break;
    for (const char* blocks : {"0", "1", "2", "3", "4", "all"})
      fills.push_back(tables.Add(std::string(symbol) + blocks, object));
  }
  std::FILE* file = std::fopen(argv[2], "w");
  if (file == nullptr) Fail("cannot write %s", argv[2]);
  tables.Write(file, stencils, first, exits, fills);
  bool is_written = std::ferror(file) == 0;
  if (std::fclose(file) != 0 || !is_written) Fail("cannot write %s", argv[2]);
  return 0;
}

}  // namespace
}  // namespace halfword::jit

int main(int argc, char** argv) { return halfword::jit::Main(argc, argv); }
