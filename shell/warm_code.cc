#include <algorithm>

#include "bytecode/disassembler.h"
#include "gc/heap.h"
#include "objects/isolate.h"
#include "probes.h"
#include "runtime/caches/feedback_text.h"

namespace halfword::shell {
namespace {

std::string DisassembleWarm(Isolate& isolate, FunctionInfo& info) {
  SourcePlace begin = PlaceOf(info, info.source_start_);
  std::string out = FunctionHeading(info);
  out.insert(out.size() - 1, " " + begin.file + ":" + std::to_string(begin.line));
  if (!info.code_) return out + "  never called, so not compiled\n";
  FeedbackVector* feedback = info.feedback_.get();
  if (feedback == nullptr || feedback == isolate.cold_feedback_.get()) {
    feedback = nullptr;
    out += "  cold: nothing has been learned after " + std::to_string(info.warmup_) + " misses\n";
  }
  uint32_t line = 0;
  Annotations annotations;
  annotations.above = [&](Instruction instruction) -> std::string {
    SourcePlace place = PlaceOfInstruction(info, instruction.opcode_offset());
    if (place.line == line) return "";
    line = place.line;
    return "; " + std::to_string(line) + ": " + place.text + "\n";
  };
  annotations.below = [&](Instruction instruction) -> std::string {
    uint32_t index = instruction.site_index();
    if (feedback == nullptr || index == 0 || index >= feedback->size()) return "";
    auto* words = reinterpret_cast<const Value*>(feedback->words() + index);
    return "          ^ " + DescribeFeedback(isolate, instruction, words) + "\n";
  };
  return out + Disassemble(*info.code_.GetNonNull(), annotations);
}

}  // namespace

std::string DisassembleNamed(Isolate& isolate, const std::string& name) {
  gc::NoGarbageCollectionScope no_gc(isolate.heap());
  std::vector<FunctionInfo*> found;
  isolate.heap().ForEachObject([&](void* object) {
    auto* heap_object = static_cast<HeapObject*>(object);
    if (heap_object->type() != HeapType::kFunctionInfo) return;
    auto* info = static_cast<FunctionInfo*>(heap_object);
    Value text = info->name_;
    if (text.IsString() && text.AsString()->EqualsAscii(name.c_str())) found.push_back(info);
  });
  if (found.empty()) return "halfword: there is no function named '" + name + "'\n";
  std::sort(found.begin(), found.end(),
            [](FunctionInfo* a, FunctionInfo* b) { return a->source_start_ < b->source_start_; });
  std::string out;
  for (FunctionInfo* info : found) out += DisassembleWarm(isolate, *info);
  return out;
}

}  // namespace halfword::shell
