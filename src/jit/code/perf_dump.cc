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

struct PerfDump {
  std::mutex mutex;  // of all but is_open
  std::FILE* file = nullptr;
  std::atomic<bool> is_open = false;
  PerfDetail detail{};
  uint64_t count = 0;
};
HW_PROCESS_STATE("Opened once; any thread that has made code adds to it, under the lock.");
PerfDump dump;

void AddRecord(const uint8_t* code, uint32_t size, const std::string& name) {
  CodeRecord record{.bytes = static_cast<uint32_t>(sizeof record + name.size() + 1 + size),
                    .address = reinterpret_cast<uintptr_t>(code),
                    .address_again = reinterpret_cast<uintptr_t>(code),
                    .size = size,
                    .index = dump.count++};
  std::fwrite(&record, sizeof record, 1, dump.file);
  std::fwrite(name.c_str(), name.size() + 1, 1, dump.file);
  std::fwrite(code, size, 1, dump.file);
}

}  // namespace

bool OpenPerfDump(PerfDetail wanted) {
  std::lock_guard<std::mutex> lock(dump.mutex);
  CHECK(dump.file == nullptr);
  dump.file = std::fopen(("jit-" + std::to_string(getpid()) + ".dump").c_str(), "w+e");
  if (dump.file == nullptr) return false;
  FileHeader header;
  std::fwrite(&header, sizeof header, 1, dump.file);
  if (std::fflush(dump.file) != 0) return false;
  // perf finds the file by this mapping.
  if (mmap(nullptr, sizeof header, PROT_READ | PROT_EXEC, MAP_PRIVATE, fileno(dump.file), 0) == MAP_FAILED)
    return false;
  dump.detail = wanted;
  dump.is_open = true;
  return true;
}

bool PerfDumpIsOpen() { return dump.is_open; }

void AddToPerfDump(const CompiledCode* compiled, std::string_view function,
                   const std::vector<PlacedPart>& parts) {
  std::lock_guard<std::mutex> lock(dump.mutex);
  std::string name(function);
  if (dump.detail == PerfDetail::kFunctions) {
    AddRecord(compiled->entry(), compiled->code_bytes, name);
  } else {
    for (const PlacedPart& part : parts) {
      std::string variant = part.variant == 0 ? "" : "." + std::to_string(part.variant);
      AddRecord(compiled->entry() + part.offset, part.size,
                (part.is_cold ? "~" : "") + std::string(InfoOf(part.opcode).name()) + variant + " " + name);
    }
  }
  std::fflush(dump.file);
}

}  // namespace halfword::jit
