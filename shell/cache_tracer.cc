#include <algorithm>
#include <cstring>

#include "bytecode/disassembler.h"
#include "bytecode/frame.h"
#include "probes.h"
#include "runtime/caches/feedback_text.h"
#include "shell.h"

namespace halfword::shell {

// A frame that is still there holds its function, and that the feedback.
void CacheTracer::Compare(Site& site) {
  Value feedback = site.fp[frame::kFeedback];
  if (site.fp[frame::kFunction] != site.function || site.fp[frame::kCode] != Value(site.code) ||
      !feedback.Is<FeedbackVector>()) {
    return;
  }
  auto* vector = feedback.As<FeedbackVector>();
  if (site.index + site.count > vector->size()) return;
  auto* words = reinterpret_cast<const Value*>(vector->words() + site.index);
  if (std::memcmp(static_cast<const void*>(words), static_cast<const void*>(site.words),
                  site.count * sizeof(Value)) == 0) {
    return;
  }
  Instruction instruction(site.code->bytecode(), site.offset);
  std::string before = FeedbackState(instruction, site.words), after = FeedbackState(instruction, words);
  std::copy(words, words + site.count, site.words);
  if (before == after) return;
  FunctionInfo& info = *static_cast<JSFunction*>(site.function.AsObject())->info();
  SourcePlace place = PlaceOfInstruction(info, instruction.opcode_offset());
  WriteError("ic: " + FunctionName(info) + " " + place.file + ":" + std::to_string(place.line) + ":" +
             std::to_string(place.column) + " " + instruction.info().name() + ": " + before + " -> " +
             DescribeFeedback(Isolate::Current(), instruction, words) + "\n");
}

void CacheTracer::Before(Value* fp, Code* code, const uint8_t* pc, Value*) {
  // What has been left by an exception is not looked at any more: its frame may be something else by now.
  while (!sites_.empty() && sites_.back().fp > fp) sites_.pop_back();
  if (!sites_.empty()) {
    Compare(sites_.back());
    if (sites_.back().fp == fp) sites_.pop_back();
  }
  Instruction instruction(code->bytecode(), static_cast<uint32_t>(pc - code->bytecode()));
  uint32_t index = instruction.site_index(), count = static_cast<uint32_t>(WordsOf(instruction.info().site));
  if (index == 0) return;
  Site site{fp, fp[frame::kFunction], code, instruction.offset(), index, count, {}};
  auto* vector = fp[frame::kFeedback].As<FeedbackVector>();
  if (index + count <= vector->size()) {
    auto* words = reinterpret_cast<const Value*>(vector->words() + index);
    std::copy(words, words + count, site.words);
  }
  sites_.push_back(site);
}

}  // namespace halfword::shell
