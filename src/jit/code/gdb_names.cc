#include "jit/code/gdb_names.h"

#include <elf.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "base/macros.h"
#include "jit/stencils/holes.h"

// What gdb looks for by name.
extern "C" {
struct jit_code_entry {
  jit_code_entry *next_entry, *prev_entry;
  const char* symfile_addr;
  uint64_t symfile_size;
};
enum jit_actions_t : uint32_t { JIT_NOACTION, JIT_REGISTER_FN, JIT_UNREGISTER_FN };
struct jit_descriptor {
  uint32_t version;
  uint32_t action_flag;
  jit_code_entry *relevant_entry, *first_entry;
};
HW_PROCESS_STATE(
    "The lock of GdbNames is taken around all changes; gdb reads it while the process stands still.");
__attribute__((visibility("default"), used)) jit_descriptor __jit_debug_descriptor = {1, JIT_NOACTION,
                                                                                      nullptr, nullptr};
// gdb has a breakpoint here.
__attribute__((visibility("default"), used, noinline)) void __jit_debug_register_code() { asm volatile(""); }
}

namespace halfword::jit {

namespace {

// A relocatable object file with one section of code, which lies elsewhere, and one symbol.
struct File {
  Elf64_Ehdr header;
  enum Section { kNone, kText, kSymbols, kStrings, kSectionCount };
  Elf64_Shdr sections[kSectionCount];
  Elf64_Sym symbols[2];
  // "", ".text", ".symtab", ".strtab", then the name of the symbol behind this struct.
  static constexpr char kStringsBegin[] = "\0.text\0.symtab\0.strtab";
  char strings[sizeof kStringsBegin];
};

struct Entry {
  jit_code_entry entry;
  std::unique_ptr<char[]> file;
};

struct GdbNames {
  std::atomic<bool> is_on = false;
  std::mutex mutex;  // of the entries
  std::unordered_map<const void*, Entry> entries;
};
GdbNames& TheNames() {
  HW_PROCESS_STATE(
      "Any thread that makes or frees code adds or removes names, under the lock; gdb asks to the end.");
  static auto* const names = new GdbNames;

  return *names;
}

std::unique_ptr<char[]> MakeFile(const void* code, size_t bytes, std::string_view name, size_t* file_bytes) {
  *file_bytes = sizeof(File) + name.size() + 1;
  auto memory = std::make_unique<char[]>(*file_bytes);
  auto* file = new (memory.get()) File();
  std::memcpy(file->strings, File::kStringsBegin, sizeof file->strings);
  std::memcpy(memory.get() + sizeof(File), name.data(), name.size());
  std::memcpy(file->header.e_ident, ELFMAG, SELFMAG);
  file->header.e_ident[EI_CLASS] = ELFCLASS64;
  file->header.e_ident[EI_DATA] = ELFDATA2LSB;
  file->header.e_ident[EI_VERSION] = EV_CURRENT;
  file->header.e_type = ET_REL;
  file->header.e_machine = target::kElfMachine;
  file->header.e_version = EV_CURRENT;
  file->header.e_shoff = offsetof(File, sections);
  file->header.e_ehsize = sizeof(Elf64_Ehdr);
  file->header.e_shentsize = sizeof(Elf64_Shdr);
  file->header.e_shnum = File::kSectionCount;
  file->header.e_shstrndx = File::kStrings;
  Elf64_Shdr& text = file->sections[File::kText];
  text.sh_name = 1;
  text.sh_type = SHT_NOBITS;
  text.sh_flags = SHF_ALLOC | SHF_EXECINSTR;
  text.sh_addr = reinterpret_cast<uintptr_t>(code);
  text.sh_size = bytes;
  text.sh_addralign = 16;
  Elf64_Shdr& symbols = file->sections[File::kSymbols];
  symbols.sh_name = 7;
  symbols.sh_type = SHT_SYMTAB;
  symbols.sh_offset = offsetof(File, symbols);
  symbols.sh_size = sizeof file->symbols;
  symbols.sh_link = File::kStrings;
  symbols.sh_info = 1;
  symbols.sh_addralign = alignof(Elf64_Sym);
  symbols.sh_entsize = sizeof(Elf64_Sym);
  Elf64_Shdr& strings = file->sections[File::kStrings];
  strings.sh_name = 15;
  strings.sh_type = SHT_STRTAB;
  strings.sh_offset = offsetof(File, strings);
  strings.sh_size = *file_bytes - offsetof(File, strings);
  strings.sh_addralign = 1;
  Elf64_Sym& symbol = file->symbols[1];
  symbol.st_name = sizeof(File) - offsetof(File, strings);
  symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
  symbol.st_shndx = File::kText;
  symbol.st_size = bytes;
  return memory;
}

void Tell(jit_actions_t action, jit_code_entry* entry) {
  __jit_debug_descriptor.action_flag = action;
  __jit_debug_descriptor.relevant_entry = entry;
  __jit_debug_register_code();
}

}  // namespace

void NameCodeForGdb() { TheNames().is_on = true; }
bool IsCodeNamedForGdb() { return TheNames().is_on; }

void AddGdbName(const void* code, size_t bytes, std::string_view name) {
  GdbNames& names = TheNames();
  std::lock_guard<std::mutex> lock(names.mutex);
  Entry& entry = names.entries[code];
  size_t file_bytes;
  entry.file = MakeFile(code, bytes, name, &file_bytes);
  entry.entry = {__jit_debug_descriptor.first_entry, nullptr, entry.file.get(), file_bytes};
  if (entry.entry.next_entry != nullptr) entry.entry.next_entry->prev_entry = &entry.entry;
  __jit_debug_descriptor.first_entry = &entry.entry;
  Tell(JIT_REGISTER_FN, &entry.entry);
}

void RemoveGdbName(const void* code) {
  GdbNames& names = TheNames();
  std::lock_guard<std::mutex> lock(names.mutex);
  auto found = names.entries.find(code);
  if (found == names.entries.end()) return;
  jit_code_entry& entry = found->second.entry;
  if (entry.next_entry != nullptr) entry.next_entry->prev_entry = entry.prev_entry;
  (entry.prev_entry != nullptr ? entry.prev_entry->next_entry : __jit_debug_descriptor.first_entry) =
      entry.next_entry;
  Tell(JIT_UNREGISTER_FN, &entry);
  names.entries.erase(found);
}

}  // namespace halfword::jit
