#include "jit/code/image_code.h"

#include <algorithm>

#include "bytecode/self_hosted.h"
#include "jit/building/builder.h"
#include "jit/code/code_space.h"
#include "jit/code/embedded_code.h"
#include "jit/code/entries.h"

namespace halfword::jit {

namespace {

// How often sites that change make a function be compiled again.
constexpr size_t kMostFormer = 8;
// So many instructions are compiled in the time of one quantum, and a function may spend a part of its time
// on that.
constexpr uint32_t kInstructionsPerPoll = 32, kLeastPolls = 4;

}  // namespace

bool CompiledFunction::IsDue() {
  size_t times = former.size() + removed;
  if (times >= kMostFormer) return false;
  uint32_t polls = std::max(kLeastPolls, compiled->instruction_count / kInstructionsPerPoll);
  return ++stale_polls >= polls << times;
}

const CompiledCode* CompiledFunction::Update(
    uint32_t entry, const std::function<const CompiledCode*(const CompiledCode*)>& make) {
  if (compiled != nullptr) {
    if (__atomic_load_n(&entry_table.stale[entry], __ATOMIC_RELAXED) == 0 || !IsDue()) return nullptr;
    __atomic_store_n(&entry_table.stale[entry], 0, __ATOMIC_RELAXED);
    stale_polls = 0;
    former.reserve(former.size() + 1);  // what was made is kept, even where memory ends
  }
  const CompiledCode* made = make(compiled);
  if (made == nullptr) return nullptr;
  if (compiled != nullptr) former.push_back(compiled);
  compiled = made;
  SetEntry(entry, EntryDistance(compiled));
  return compiled;
}

std::shared_ptr<ImageCode> ImageCode::New(uint32_t count, bool with_embedded) {
  if (count >= kEntryCount / 2) return nullptr;
  Entries taken = Entries::Take(count + 1);
  if (taken.first() == 0) return nullptr;
  auto code = std::shared_ptr<ImageCode>(new ImageCode(count, std::move(taken)));
  for (uint32_t number = 1; with_embedded && number <= std::min<uint32_t>(count, kSelfHostedCount); number++)
    code->Set(number, EmbeddedCode(number));
  return code;
}

void ImageCode::Set(uint32_t number, const CompiledCode* compiled) {
  if (compiled == nullptr) return;
  functions_[number - 1].compiled = compiled;
  SetEntry(bias() + number, EntryDistance(compiled));
}

std::shared_ptr<ImageCode> ImageCode::New(uint32_t count, const platform::File& file,
                                          const CodeSection& section) {
  std::shared_ptr<ImageCode> code = New(count, true);
  if (code == nullptr || section.bytes == 0) return code;
  code->mapped_ = CodeSpace::Get().MapFile(file, section.file_offset, section.bytes);
  if (code->mapped_ == nullptr) return code;
  code->mapped_bytes_ = section.bytes;
  for (const CodeSection::Row& row : section.rows)
    code->Set(row.number, reinterpret_cast<const CompiledCode*>(code->mapped_ + row.offset));
  code->SetOptimized(file, section);
  return code;
}

void ImageCode::SetOptimized(const platform::File& file, const CodeSection& section) {
  exits_.resize(section.exits_bytes);
  if (!file.ReadAt(exits_.data(), exits_.size(), section.exits_file_offset)) return;
  optimized_rows_ = section.optimized_rows;
  for (const CodeSection::OptimizedRow& row : optimized_rows_) EnterOptimized(row.number);
}

const CompiledCode* ImageCode::OptimizedAt(const CodeSection::OptimizedRow& row) const {
  return reinterpret_cast<const CompiledCode*>(mapped_ + row.offset);
}

std::span<const CodeSection::OptimizedRow> ImageCode::OptimizedRowsOf(uint32_t number) const {
  auto [begin, end] = std::equal_range(optimized_rows_.begin(), optimized_rows_.end(),
                                       CodeSection::OptimizedRow{.number = number},
                                       [](const auto& a, const auto& b) { return a.number < b.number; });
  return {begin, end};
}

void ImageCode::EnterOptimized(uint32_t number) {
  for (const CodeSection::OptimizedRow& row : OptimizedRowsOf(number)) {
    if (row.entry == BuildOptions::kFromBeginning) SetEntry(bias() + number, EntryDistance(OptimizedAt(row)));
  }
}

const CompiledCode* ImageCode::BaselineOf(uint32_t entry) {
  std::lock_guard<std::mutex> lock(mutex_);
  return functions_[entry - bias() - 1].compiled;
}

FunctionCode ImageCode::CodeOf(uint32_t entry) {
  std::lock_guard<std::mutex> lock(mutex_);
  return CodeOfNumber(entry - bias());
}

FunctionCode ImageCode::CodeOfNumber(uint32_t number) {
  FunctionCode code{.baseline = functions_[number - 1].compiled};
  for (const CodeSection::OptimizedRow& row : OptimizedRowsOf(number)) {
    std::shared_ptr<const Exits>& exits =
        decoded_exits_[static_cast<uint32_t>(&row - optimized_rows_.data())];
    if (exits == nullptr) {
      auto decoded = std::make_shared<Exits>();
      CHECK(Exits::Decode(std::span(exits_).subspan(row.exits_offset, row.exits_bytes), decoded.get()));
      exits = std::move(decoded);
    }
    code.optimized.push_back({row.entry, OptimizedAt(row), exits});
  }
  return code;
}

ImageCode::~ImageCode() {
  for (CompiledFunction& function : functions_) {
    if (function.compiled != nullptr) Remove(function.compiled);
    for (const CompiledCode* former : function.former) Remove(former);
  }
  if (mapped_ != nullptr) CodeSpace::Get().UnmapFile(mapped_, mapped_bytes_);
}

void ImageCode::Remove(const CompiledCode* compiled) {
  if (IsEmbedded(compiled)) return;
  const auto* code = reinterpret_cast<const uint8_t*>(compiled);
  if (code >= mapped_ && code < mapped_ + mapped_bytes_) return;  // all at once
  CodeSpace::Get().Remove(code, compiled->size());
}

bool ImageCode::CompileHot(uint32_t entry,
                           const std::function<const CompiledCode*(const CompiledCode*)>& make) {
  // Whoever else finds something hot meanwhile will find it again.
  std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return false;
  const CompiledCode* compiled = functions_[entry - bias() - 1].Update(entry, make);
  if (compiled == nullptr) return false;
  bytes_ += compiled->size();
  EnterOptimized(entry - bias());
  return true;
}

size_t ImageCode::bytes_of_former() {
  std::lock_guard<std::mutex> lock(mutex_);
  size_t bytes = 0;
  for (const CompiledFunction& function : functions_) bytes += function.former.capacity() * sizeof(void*);
  return bytes;
}

void ImageCode::ForEach(const std::function<void(uint32_t number, const FunctionCode&)>& body) {
  std::lock_guard<std::mutex> lock(mutex_);
  for (uint32_t number = 1; number <= count_; number++) {
    const CompiledCode* compiled = functions_[number - 1].compiled;
    if (compiled != nullptr && !IsEmbedded(compiled)) body(number, CodeOfNumber(number));
  }
}

}  // namespace halfword::jit
