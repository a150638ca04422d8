// mkstencils OBJECT TABLES: cuts the stencils out of the object file of src/jit/stencils.cc and writes them
// as tables for src/jit/stencil_table.h to include. Part of the build.
//
// A stencil may have the relocations that are listed here, against the symbols that stencils.cc has for
// holes and ways out. Anything else ends the build: it would be code that can't be copied.
#include <elf.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "bytecode/opcodes.h"
#include "jit/stencil_table.h"

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

// A relocation as the object file has it.
struct Relocation {
  uint32_t offset;
  uint32_t type;
  std::string symbol;
  int64_t addend;
};
struct Function {
  std::string code;
  std::vector<Relocation> relocations;
};

// The functions of an object file that was compiled with -ffunction-sections, by name.
std::map<std::string, Function> ReadObject(const std::string& bytes) {
  auto at = [&](uint64_t offset, uint64_t size) {
    if (offset > bytes.size() || size > bytes.size() - offset) Fail("the object file is cut off");
    return bytes.data() + offset;
  };
  Elf64_Ehdr header;
  std::memcpy(&header, at(0, sizeof header), sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_type != ET_REL) Fail("no object file");
  if (header.e_machine != EM_X86_64)
    Fail("an object file for machine %d, which is not known here", header.e_machine);
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  for (size_t i = 0; i < sections.size(); i++)
    std::memcpy(&sections[i], at(header.e_shoff + i * sizeof(Elf64_Shdr), sizeof(Elf64_Shdr)),
                sizeof(Elf64_Shdr));
  auto entries = [&]<class T>(const Elf64_Shdr& section, T) {
    std::vector<T> all(section.sh_size / sizeof(T));
    std::memcpy(static_cast<void*>(all.data()), at(section.sh_offset, section.sh_size),
                all.size() * sizeof(T));
    return all;
  };
  std::vector<Elf64_Sym> symbols;
  const char* names = nullptr;
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_SYMTAB) continue;
    symbols = entries(section, Elf64_Sym());
    names = at(sections[section.sh_link].sh_offset, sections[section.sh_link].sh_size);
  }
  if (names == nullptr) Fail("the object file has no symbols");
  std::map<uint32_t, std::string> function_of_section;
  std::map<std::string, Function> functions;
  for (const Elf64_Sym& symbol : symbols) {
    if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF) continue;
    std::string name = names + symbol.st_name;
    if (symbol.st_value != 0) Fail("%s is not alone in its section", name.c_str());
    const Elf64_Shdr& section = sections[symbol.st_shndx];
    function_of_section[symbol.st_shndx] = name;
    functions[name].code.assign(at(section.sh_offset, symbol.st_size), symbol.st_size);
  }
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_RELA || !function_of_section.contains(section.sh_info)) continue;
    Function& function = functions[function_of_section[section.sh_info]];
    for (const Elf64_Rela& r : entries(section, Elf64_Rela())) {
      const Elf64_Sym& symbol = symbols[ELF64_R_SYM(r.r_info)];
      function.relocations.push_back({static_cast<uint32_t>(r.r_offset),
                                      static_cast<uint32_t>(ELF64_R_TYPE(r.r_info)), names + symbol.st_name,
                                      r.r_addend});
    }
  }
  return functions;
}

// The number that follows `prefix` in `name`; -1: it isn't there.
int NumberBehind(const std::string& name, const char* prefix, size_t from = 0) {
  size_t at = name.find(prefix, from);
  return at == std::string::npos ? -1 : std::atoi(name.c_str() + at + std::strlen(prefix));
}
// Opcode and variant, from the mangled name of Stencil<opcode, variant>; -1: it is none.
std::pair<int, int> StencilNamed(const std::string& name) {
  int opcode = NumberBehind(name, "7StencilILNS_6OpcodeE");
  return {opcode, opcode < 0 ? -1 : NumberBehind(name, "ELi", name.find("7StencilILNS_6OpcodeE"))};
}

class Tables {
 public:
  // It needs a way out that stencils can't have.
  static bool IsRefused(const Function& function) {
    for (const Relocation& r : function.relocations) {
      if (r.symbol == "hw_jump_by" || r.symbol == "hw_throw") return true;
    }
    return false;
  }

  Stencil Add(const std::string& name, const Function& function) {
    Stencil stencil{
        static_cast<uint32_t>(bytes_.size()), static_cast<uint32_t>(holes_.size()), 0, 0, 0, End::kNowhere};
    std::string code = function.code;
    std::vector<Hole> holes;
    for (const Relocation& r : function.relocations) holes.push_back(HoleOf(name, r));
    // The next instruction follows.
    if (code.size() >= 5 && static_cast<uint8_t>(code[code.size() - 5]) == 0xe9 && !holes.empty() &&
        (holes.back().kind == HoleKind::kNext || holes.back().kind == HoleKind::kNextNumber) &&
        holes.back().offset == code.size() - 4) {
      stencil.end = holes.back().kind == HoleKind::kNext ? End::kNext : End::kNextNumber;
      code.resize(code.size() - 5);
      holes.pop_back();
    }
    for (const Hole& hole : holes) {
      if (hole.offset + 4u > code.size()) Fail("%s: a hole beyond its end", name.c_str());
      std::memset(&code[hole.offset], 0, 4);
    }
    stencil.size = static_cast<uint16_t>(code.size());
    stencil.hole_count = static_cast<uint16_t>(holes.size());
    bytes_ += code;
    holes_.insert(holes_.end(), holes.begin(), holes.end());
    return stencil;
  }

  uint16_t ColdTier(int opcode, int tier) {
    auto [at, is_new] = cold_.try_emplace({opcode, tier}, static_cast<uint16_t>(cold_.size() + 2));
    if (is_new) cold_order_.push_back({opcode, tier});
    return at->second;
  }

  void Write(std::FILE* file, const std::vector<Stencil>& stencils, const std::vector<uint32_t>& first,
             const std::map<std::string, Stencil>& exits) const {
    std::fprintf(file, "// Made by tools/mkstencils.\nnamespace halfword::jit {\n");
    std::fprintf(file, "inline constexpr uint8_t kStencilBytes[] = {");
    for (size_t i = 0; i < bytes_.size(); i++)
      std::fprintf(file, "%s%d,", i % 32 == 0 ? "\n" : "", static_cast<uint8_t>(bytes_[i]));
    std::fprintf(file, "};\ninline constexpr Hole kStencilHoles[] = {\n");
    for (const Hole& h : holes_)
      std::fprintf(file, "{%d, static_cast<HoleKind>(%d), %d, %d, %d},\n", h.offset, static_cast<int>(h.kind),
                   h.operand, h.cold, h.addend);
    std::fprintf(file, "};\ninline constexpr Stencil kStencils[] = {\n");
    for (const Stencil& s : stencils) WriteStencil(file, s);
    std::fprintf(file, "};\ninline constexpr uint16_t kFirstStencil[] = {");
    for (uint32_t index : first) std::fprintf(file, "%u,", index);
    std::fprintf(file, "};\n");
    for (const auto& [name, stencil] : exits) {
      std::fprintf(file, "inline constexpr Stencil %s = \n", name.c_str());
      WriteStencil(file, stencil, ";");
    }
    std::fprintf(file, "inline constexpr int kColdTierCount = %zu;\n", cold_order_.size() + 2);
    std::fprintf(file, "}  // namespace halfword::jit\n#define HW_COLD_TIERS(V)");
    for (auto [opcode, tier] : cold_order_) std::fprintf(file, " V(%d, %d)", opcode, tier);
    std::fprintf(file, "\n");
  }

 private:
  static void WriteStencil(std::FILE* file, const Stencil& s, const char* end = ",") {
    std::fprintf(file, "{%u, %u, %d, %d, %d, static_cast<End>(%d)}%s\n", s.bytes, s.holes, s.size,
                 s.hole_count, s.variant, static_cast<int>(s.end), end);
  }

  Hole HoleOf(const std::string& name, const Relocation& r) {
    bool is_place = r.type == R_X86_64_PLT32 || r.type == R_X86_64_PC32;
    if (!is_place && r.type != R_X86_64_32 && r.type != R_X86_64_32S)
      Fail("%s: relocation %u of %s", name.c_str(), r.type, r.symbol.c_str());
    if (r.addend != static_cast<int16_t>(r.addend))
      Fail("%s: the addend of %s", name.c_str(), r.symbol.c_str());
    Hole hole{static_cast<uint16_t>(r.offset), HoleKind::kNext, 0, 0, static_cast<int16_t>(r.addend)};
    static const std::map<std::string, HoleKind> kPlaces = {{"hw_next", HoleKind::kNext},
                                                            {"hw_next_number", HoleKind::kNextNumber},
                                                            {"hw_jump", HoleKind::kJump}};
    static const std::map<std::string, HoleKind> kNumbers = {{"hw_register", HoleKind::kRegister},
                                                             {"hw_count", HoleKind::kCount},
                                                             {"hw_immediate", HoleKind::kImmediate},
                                                             {"hw_constant", HoleKind::kConstant},
                                                             {"hw_feedback", HoleKind::kFeedback},
                                                             {"hw_return_pc", HoleKind::kReturnPc},
                                                             {"hw_pc", HoleKind::kPc},
                                                             {"hw_cold", HoleKind::kColdSlot}};
    if (is_place) {
      if (auto place = kPlaces.find(r.symbol); place != kPlaces.end()) {
        hole.kind = place->second;
        return hole;
      }
      hole.kind = HoleKind::kCold;
      if (r.symbol == "hw_record_store") return hole;  // number 0
      if (r.symbol == "hw_box") return hole.cold = 1, hole;
      int opcode = NumberBehind(r.symbol, "4ColdILNS_6OpcodeE"),
          tier = NumberBehind(r.symbol, "ELNS_3ops4TierE");
      if (opcode < 0 || tier < 0) Fail("%s: a jump to %s", name.c_str(), r.symbol.c_str());
      hole.cold = ColdTier(opcode, tier);
      return hole;
    }
    size_t digit = r.symbol.size() - 1;
    bool has_operand =
        digit > 1 && r.symbol[digit] >= '0' && r.symbol[digit] <= '3' && r.symbol[digit - 1] == '_';
    auto number = kNumbers.find(has_operand ? r.symbol.substr(0, digit - 1) : r.symbol);
    if (number == kNumbers.end()) Fail("%s: the address of %s", name.c_str(), r.symbol.c_str());
    hole.kind = number->second;
    hole.operand = has_operand ? static_cast<uint8_t>(r.symbol[digit] - '0') : 0;
    return hole;
  }

  std::string bytes_;
  std::vector<Hole> holes_;
  std::map<std::pair<int, int>, uint16_t> cold_;
  std::vector<std::pair<int, int>> cold_order_;
};

int Main(int argc, char** argv) {
  if (argc != 3) Fail("usage: mkstencils OBJECT TABLES");
  std::map<std::string, Function> functions = ReadObject(ReadFile(argv[1]));
  Tables tables;
  std::map<std::pair<int, int>, std::string> by_opcode;
  for (const auto& [name, function] : functions) {
    auto [opcode, variant] = StencilNamed(name);
    if (opcode >= 0) by_opcode[{opcode, variant}] = name;
  }
  std::vector<Stencil> stencils;
  std::vector<uint32_t> first;
  for (int opcode = 0; opcode < kOpcodeCount; opcode++) {
    first.push_back(static_cast<uint32_t>(stencils.size()));
    auto at = by_opcode.lower_bound({opcode, 0});
    bool has_plain = at != by_opcode.end() && at->first == std::pair(opcode, 0);
    if (!has_plain || Tables::IsRefused(functions[at->second])) {
      bool is_wide = static_cast<Opcode>(opcode) == Opcode::kWide;
      stencils.push_back({0, is_wide ? 0u : tables.ColdTier(opcode, 0), 0, kNoStencil, 0, End::kNowhere});
      continue;
    }
    for (; at != by_opcode.end() && at->first.first == opcode; ++at) {
      stencils.push_back(tables.Add(at->second, functions[at->second]));
      stencils.back().variant = static_cast<uint16_t>(at->first.second);
    }
  }
  first.push_back(static_cast<uint32_t>(stencils.size()));
  std::map<std::string, Stencil> exits;
  for (auto [name, symbol] :
       {std::pair("kToCold", "hw_to_cold"), std::pair("kToColdOfJump", "hw_to_cold_of_jump"),
        std::pair("kToInterpreter", "hw_to_interpreter"), std::pair("kGoOn", "hw_go_on")}) {
    if (!functions.contains(symbol)) Fail("there is no %s", symbol);
    exits[name] = tables.Add(symbol, functions[symbol]);
  }
  std::FILE* file = std::fopen(argv[2], "w");
  if (file == nullptr) Fail("cannot write %s", argv[2]);
  tables.Write(file, stencils, first, exits);
  if (std::fclose(file) != 0) Fail("cannot write %s", argv[2]);
  return 0;
}

}  // namespace
}  // namespace halfword::jit

int main(int argc, char** argv) { return halfword::jit::Main(argc, argv); }
