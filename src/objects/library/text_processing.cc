#include "objects/library/text_processing.h"

#include <cstring>

#include "gc/visitor.h"
#include "objects/shapes/tracing.h"
#include "objects/values/allocate.h"

namespace halfword {

void RegExpProgram::Trace(gc::Visitor& visitor) { visitor.TraceTagged(Bits(groups_)); }

RegExpProgram* NewRegExpProgram(Isolate&, std::span<const uint8_t> code) {
  auto* program = AllocateAny<RegExpProgram>(sizeof(RegExpProgram) + code.size());
  program->code_size_ = static_cast<uint32_t>(code.size());
  std::memcpy(program->code(), code.data(), code.size());
  return program;
}

}  // namespace halfword
