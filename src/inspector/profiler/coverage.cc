#include "inspector/profiler/coverage.h"

#include <algorithm>
#include <map>

#include "bytecode/decoder.h"
#include "bytecode/frame.h"
#include "compiler/debug_info.h"
#include "gc/heap.h"
#include "inspector/debugger/debugger.h"
#include "objects/memory/value_list.h"
#include "runtime/native_state.h"

namespace halfword::inspector {

namespace {

struct Range {
  uint32_t begin, end, count;
};

Json JsonOf(const Range& range) {
  return {{"startOffset", range.begin}, {"endOffset", range.end}, {"count", range.count}};
}

std::string TextOf(Isolate& isolate, Value value) {
  return value.IsString() ? value.AsString()->ToUtf8(isolate) : std::string();
}

struct Listed {
  FunctionInfo* info;
  SourceRange text;
};
// All functions of the heap that have a text of their own, by script and in the order of the source. There is
// one for a text, though those that were described have left garbage: of several, `is_better` says which. The
// list keeps them.
using Functions = std::map<Script*, std::vector<Listed>>;
template <class F>
Functions AllFunctions(Isolate& isolate, ValueList& kept, F&& is_better) {
  {
    gc::NoGarbageCollectionScope no_gc(isolate.heap());
    std::vector<FunctionInfo*> found;
    isolate.heap().ForEachObject([&](void* object) {
      if (static_cast<HeapObject*>(object)->type() != HeapType::kFunctionInfo) return;
      auto* info = static_cast<FunctionInfo*>(object);
      Script* script = info->script_.get();
      if (script != nullptr && !script->is_self_hosted() && script->source_.get().IsString())
        found.push_back(info);
    });
    for (FunctionInfo* info : found) kept.Append(Value(info));
  }
  Functions all;
  for (Value value : kept.span()) {
    auto* info = value.As<FunctionInfo>();
    if (std::optional<SourceRange> text = OwnTextOf(isolate, info))
      all[info->script_.get()].push_back({info, *text});
  }
  for (auto& [script, functions] : all) {
    std::sort(functions.begin(), functions.end(), [](const Listed& a, const Listed& b) {
      if (a.text.begin != b.text.begin) return a.text.begin < b.text.begin;
      return a.text.end != b.text.end ? a.text.end > b.text.end : a.info->kind_ < b.info->kind_;
    });
    size_t kept_count = 0;
    for (const Listed& listed : functions) {
      Listed* last = kept_count == 0 ? nullptr : &functions[kept_count - 1];
      bool is_same = last != nullptr && last->text.begin == listed.text.begin &&
                     last->text.end == listed.text.end && last->info->kind_ == listed.info->kind_;
      if (!is_same) {
        functions[kept_count++] = listed;
      } else if (is_better(listed.info, last->info)) {
        *last = listed;
      }
    }
    functions.resize(kept_count);
  }
  return all;
}

Json ScriptCoverage(Isolate& isolate, Script* script, Json functions) {
  Debugger* debugger = Debugger::Of(isolate);
  Scripts::Record* record = debugger == nullptr ? nullptr : debugger->scripts().Find(script);
  return {{"scriptId", std::to_string(record == nullptr ? 0 : record->number)},
          {"url", TextOf(isolate, script->name_)},
          {"functions", std::move(functions)}};
}

std::string NameOf(Isolate& isolate, FunctionInfo* info) {
  bool is_program = info->kind() == FunctionKind::kScript || info->kind() == FunctionKind::kModule;
  return is_program ? std::string() : TextOf(isolate, info->name_);
}

// The blocks of a function that ran `count` times, without those that ran as often as what is around them.
class BlockRanges {
 public:
  BlockRanges(uint32_t begin, uint32_t end, uint32_t count) : ranges_{{begin, end, count}}, open_{0} {}

  // REQUIRES: in the order of the source, outer ones first.
  void Add(const Range& range, bool is_rest) {
    while (open_.size() > 1 && ranges_[open_.back()].end <= range.begin) open_.pop_back();
    const uint32_t around = ranges_[open_.back()].count;
    // What follows a statement runs no more often than the list. A loop that it begins with may.
    if (range.begin >= range.end || range.count == around || (is_rest && range.count > around)) return;
    open_.push_back(ranges_.size());
    ranges_.push_back(range);
  }
  const std::vector<Range>& ranges() const { return ranges_; }

 private:
  std::vector<Range> ranges_;
  std::vector<size_t> open_;  // that the next one may be in, the innermost last
};

}  // namespace

// ---- Counting ----

Coverage* Coverage::Of(Isolate& isolate) {
  return static_cast<Coverage*>(NativeStateOf(isolate).coverage.get());
}

void Coverage::Start(Isolate& isolate) {
  NativeState& native = NativeStateOf(isolate);
  auto coverage = std::make_shared<Coverage>();
  coverage->next = native.instruction_observer;
  native.instruction_observer = coverage.get();
  native.coverage = std::move(coverage);
}

void Coverage::Stop(Isolate& isolate) {
  NativeState& native = NativeStateOf(isolate);
  InstructionObserver** link = &native.instruction_observer;
  while (*link != Of(isolate)) link = &(*link)->next;
  *link = (*link)->next;
  native.coverage = nullptr;
}

Coverage::Counts* Coverage::CountsOf(Value* fp, Code* code) {
  if (!fp[frame::kFunction].Is<JSFunction>()) return nullptr;
  std::unique_ptr<Counts>& counts = counts_[code];
  if (counts == nullptr) {
    auto* function = static_cast<JSFunction*>(fp[frame::kFunction].AsObject());
    counts = std::make_unique<Counts>(Counts{function->info(), code, {}});
    counts->by_offset.resize(code->bytecode_size_);
    kept_.push_back(Value(counts->info));
    kept_.push_back(Value(code));
  }
  return counts.get();
}

void Coverage::Before(Value* fp, Code* code, const uint8_t* pc, Value*) {
  const bool is_same = last_ != nullptr && last_->code == code;
  Counts* counts = is_same ? last_ : CountsOf(fp, code);
  if (counts == nullptr) return;
  Count& count = counts->by_offset[static_cast<size_t>(pc - code->bytecode())];
  count.all++;
  if (pc <= last_pc_ && fp == last_frame_ && is_same) {
    Instruction last(code->bytecode(), static_cast<uint32_t>(last_pc_ - code->bytecode()));
    if (last.Is(kBackEdge)) count.repeated++;
  }
  last_ = counts;
  last_frame_ = fp;
  last_pc_ = pc;
}

void Coverage::Trace(gc::Visitor& visitor) {
  visitor.TraceTaggedRange(reinterpret_cast<const TaggedBits*>(kept_.data()),
                           reinterpret_cast<const TaggedBits*>(kept_.data() + kept_.size()));
}

uint32_t Coverage::Counts::CountAt(uint32_t offset, bool with_repeated) const {
  if (offset >= by_offset.size()) return 0;
  return by_offset[offset].all - (with_repeated ? 0 : by_offset[offset].repeated);
}

// ---- What is told ----

Json Coverage::FunctionCoverage(Isolate& isolate, FunctionInfo* info, SourceRange text, const Counts* counts,
                                Form form) {
  uint32_t calls = counts == nullptr ? 0 : counts->CountAt(0, false);
  auto told = [&](uint32_t count) { return form.counts ? count : std::min(count, 1u); };
  BlockRanges blocks(text.begin, text.end, told(calls));
  std::optional<DebugInfo> described;
  if (form.blocks && calls != 0 && info->code_.get() == counts->code)
    described = DescribeFunction(isolate, info);
  if (described) {
    std::vector<DebugInfo::Block>& all = described->blocks;
    std::stable_sort(all.begin(), all.end(), [](const DebugInfo::Block& a, const DebugInfo::Block& b) {
      if (a.source_begin != b.source_begin) return a.source_begin < b.source_begin;
      return a.source_end > b.source_end;
    });
    for (const DebugInfo::Block& block : all) {
      if (block.source_begin <= text.begin && block.source_end >= text.end) continue;
      uint32_t count = counts->CountAt(block.first_offset, block.kind == DebugInfo::Block::kLoop);
      blocks.Add({block.source_begin, block.source_end, told(count)}, block.kind == DebugInfo::Block::kRest);
    }
  }
  Json ranges = Json::array();
  for (const Range& range : blocks.ranges()) ranges.push_back(JsonOf(range));
  return {{"functionName", NameOf(isolate, info)},
          {"ranges", std::move(ranges)},
          {"isBlockCoverage", described.has_value()}};
}

Json Coverage::Take(Isolate& isolate, Form form) {
  Coverage& coverage = *Of(isolate);
  std::unordered_map<const FunctionInfo*, const Counts*> by_function;
  for (const auto& [code, counts] : coverage.counts_) by_function[counts->info] = counts.get();
  auto has_more = [&](FunctionInfo* a, FunctionInfo* b) {
    return by_function.contains(a) && !by_function.contains(b);
  };
  ValueList kept(isolate);
  Json scripts = Json::array();
  for (auto& [script, functions] : AllFunctions(isolate, kept, has_more)) {
    Json all = Json::array();
    for (const Listed& listed : functions) {
      auto found = by_function.find(listed.info);
      const Counts* counts = found == by_function.end() ? nullptr : found->second;
      all.push_back(FunctionCoverage(isolate, listed.info, listed.text, counts, form));
    }
    scripts.push_back(ScriptCoverage(isolate, script, std::move(all)));
  }
  for (auto& [code, counts] : coverage.counts_) {
    std::fill(counts->by_offset.begin(), counts->by_offset.end(), Count());
  }
  return scripts;
}

Json Coverage::Guess(Isolate& isolate) {
  isolate.heap().CollectGarbage();
  auto is_compiled = [](FunctionInfo* a, FunctionInfo*) { return a->code_.get() != nullptr; };
  ValueList kept(isolate);
  Json scripts = Json::array();
  for (auto& [script, functions] : AllFunctions(isolate, kept, is_compiled)) {
    Json all = Json::array();
    for (const auto& [info, text] : functions) {
      Range whole{text.begin, text.end, info->code_.get() != nullptr ? 1u : 0u};
      all.push_back({{"functionName", NameOf(isolate, info)},
                     {"ranges", Json::array({JsonOf(whole)})},
                     {"isBlockCoverage", false}});
    }
    scripts.push_back(ScriptCoverage(isolate, script, std::move(all)));
  }
  return scripts;
}

}  // namespace halfword::inspector
