#include "jit/code/perf_dump.h"

#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <string>

#include "base/macros.h"
#include "bytecode/opcodes.h"
#include "jit/stencils/holes.h"
#include "platform/clock.h"

namespace halfword::jit {

namespace {

struct FileHeader {
  uint32_t magic = 0x4A695444, version = 1, bytes = sizeof(FileHeader);
  uint32_t machine = target::kElfMachine, unused = 0, process = static_cast<uint32_t>(getpid());
  uint64_t time = platform::SystemMonotonicNanoseconds(), flags = 0;
};
struct CodeRecord {  // the name with its zero and the code follow
  uint32_t kind = 0, bytes;
  uint64_t time = platform::SystemMonotonicNanoseconds();
  uint32_t process = static_cast<uint32_t>(getpid()), thread = static_cast<uint32_t>(gettid());
  uint64_t address, address_again, size, index;
};

std::mutex mutex;
std::FILE* file = nullptr;
std::atomic<bool> is_open = false;
PerfDetail detail;
uint64_t count = 0;

void AddRecord(const uint8_t* code, uint32_t size, const std::string& name) {
  CodeRecord record{.bytes = static_cast<uint32_t>(sizeof record + name.size() + 1 + size),
                    .address = reinterpret_cast<uintptr_t>(code),
                    .address_again = reinterpret_cast<uintptr_t>(code),
                    .size = size,
                    .index = count++};
  std::fwrite(&record, sizeof record, 1, file);
  std::fwrite(name.c_str(), name.size() + 1, 1, file);
  std::fwrite(code, size, 1, file);
}

}  // namespace

bool OpenPerfDump(PerfDetail wanted) {
  std::lock_guard<std::mutex> lock(mutex);
  CHECK(file == nullptr);
  file = std::fopen(("jit-" + std::to_string(getpid()) + ".dump").c_str(), "w+e");
  if (file == nullptr) return false;
  FileHeader header;
  std::fwrite(&header, sizeof header, 1, file);
  if (std::fflush(file) != 0) return false;
  // perf finds the file by this mapping.
  if (mmap(nullptr, sizeof header, PROT_READ | PROT_EXEC, MAP_PRIVATE, fileno(file), 0) == MAP_FAILED)
    return false;
  detail = wanted;
  is_open = true;
  return true;
}

bool PerfDumpIsOpen() { return is_open; }

void AddToPerfDump(const CompiledCode* compiled, std::string_view function,
                   const std::vector<PlacedPart>& parts) {
  std::lock_guard<std::mutex> lock(mutex);
  std::string name(function);
  if (detail == PerfDetail::kFunctions) {
    AddRecord(compiled->entry(), compiled->code_bytes, name);
  } else {
    for (const PlacedPart& part : parts) {
      std::string variant = part.variant == 0 ? "" : "." + std::to_string(part.variant);
      AddRecord(compiled->entry() + part.offset, part.size,
                (part.is_cold ? "~" : "") + std::string(InfoOf(part.opcode).name()) + variant + " " + name);
    }
  }
  std::fflush(file);
}

}  // namespace halfword::jit
