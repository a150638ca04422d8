// IsolateOwner::Freeze: an isolate as the bytes of an image. isolates/image.h has the order of the parts.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/bits.h"
#include "bytecode/self_hosted.h"
#include "isolates/isolate_owner.h"
#include "objects/isolate_objects.h"
#include "objects/primitives/intern_table.h"
#include "objects/slack_list.h"
#include "runtime/execution/frames.h"

namespace halfword {

namespace {

// What of a suspended isolate's JavaScript stack is in use.
std::span<Value> SuspendedStack(const Isolate& isolate) {
  Value* begin = frame::At(isolate.stack_start_);
  return {begin, FrameTop(frame::At(isolate.suspended_frame_))};
}

// Appends the parts of an image to its file, one after the other, and remembers whether all could be written.
class ImageWriter {
 public:
  ImageWriter(const platform::File& file, Isolate& isolate, gc::Heap& heap, NativeState& native)
      : file_(file), isolate_(isolate), heap_(heap), native_(native) {}

  // Why the isolate can't be in an image, where a part could not be written for that.
  const std::string& refusal() const { return refusal_; }

  // The cage. Collects: all that is left afterwards belongs to the image.
  bool WriteHeap(gc::ImageObjects objects, std::string* error) {
    gc::HeapImage heap;
    isolate_.keeps_learned_shapes_ = true;
    bool ok = heap_.WriteImage(file_.fd(), ImageHeader::kPage, &heap, error, objects);
    isolate_.keeps_learned_shapes_ = false;
    if (!ok) return false;
    header_.cage_end = heap.end;
    header_.immortal_end = heap.immortal_end;
    header_.remembered = heap.remembered;
    end_ = ImageHeader::kPage + heap.size();
    WriteFront();
    heap_.Enter([&] {
      SlackListOf(isolate_).ForEachStorage([&](HeapObject* storage) {
        WriteWord(storage->header_bits() & ~SlackList::kListedFlag, &gc::HeaderOf(storage));
      });
      for (HostRoot root : kHostRootsOutsideImages)
        WriteWord(Value::Smi(0).bits(), &isolate_.host_root(root));
    });
    return true;
  }

  // Code objects that did not come with the isolate's image, which may be null, get numbers that are free.
  // False: refusal().
  bool NumberCode(const ImageHeader* image) {
    const uint32_t before = image ? image->code_count : uint32_t{kSelfHostedCount};
    const bool is_adopted = image && header_.immortal_end < image->immortal_end;
    const uint32_t immortal = image && !is_adopted ? image->immortal_code : uint32_t{kSelfHostedCount};
    std::vector<bool> is_taken(before + 1);
    std::fill_n(is_taken.begin(), immortal + 1, true);
    std::vector<jit::ImageFunction> compiled;
    std::unordered_map<const Code*, const jit::ImageFunction*> own;  // those with entries of their own
    jit::ForEachCodeForImage(native_,
                             [&](const jit::ImageFunction& function) { compiled.push_back(function); });
    for (const jit::ImageFunction& function : compiled) {
      if (function.code != nullptr) own.emplace(function.code, &function);
    }
    auto found_own = [&](const Code* code) {
      auto found = own.find(code);
      return found == own.end() ? nullptr : found->second;
    };
    std::vector<Code*> unnumbered;
    auto last_taken = [&] {
      uint32_t number = before;
      while (number > immortal && !is_taken[number]) number--;
      return number;
    };
    heap_.Enter([&] {
      heap_.ForEachObject([&](void* object) {
        uint32_t type = gc::TypeIndexOf(CageBase(), object);
        if (type == static_cast<uint32_t>(HeapType::kExternalCell))
          WriteExternalCell(static_cast<ExternalCell*>(object));
        if (type >= gc::kFirstCppType)
          refusal_ = std::string("an object of the C++ class ") + heap_.TypeOf(object).name +
                     " can't be in an image";
        if (type != static_cast<uint32_t>(HeapType::kCode)) return;
        auto* code = static_cast<Code*>(object);
        if (code->flags_ & Code::kSelfHosted) return;  // these have numbers, too
        const jit::ImageFunction* function = found_own(code);
        if (function != nullptr && function->number != 0) return;
        if (image != nullptr && code->entry_index_ - 1 < before) {
          is_taken[code->entry_index_] = true;
        } else {
          unnumbered.push_back(code);
        }
      });
      // Functions of the image that have left its entries have their numbers again.
      for (const auto& [code, function] : own) {
        if (function->number == 0) continue;
        is_taken[function->number] = true;
        WriteWord(function->number, &code->entry_index_);
      }
      uint32_t number = 0;
      for (Code* code : unnumbered) {
        do number++;
        while (number <= before && is_taken[number]);
        WriteWord(number, &code->entry_index_);
        if (const jit::ImageFunction* function = found_own(code)) NoteCode(number, function->machine_code);
      }
      header_.code_count = std::max(number, last_taken());
    });
    for (const jit::ImageFunction& function : compiled) {
      if (function.number != 0 && is_taken[function.number]) NoteCode(function.number, function.machine_code);
    }
    std::sort(compiled_.begin(), compiled_.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    header_.is_of_clone = image != nullptr;
    header_.immortal_code = header_.immortal_end == header_.cage_end ? header_.code_count : immortal;
    return refusal_.empty();
  }

  void AppendNames(const Natives& natives) {
    std::string names;
    for (const NativeRow* row : natives.host()) names.append(row->name()).push_back(0);
    header_.names_bytes = names.size();
    header_.names_offset = Append(names.data(), names.size());
  }

  void AppendStack() {
    if (isolate_.suspended_frame_ == 0) return;
    std::span<Value> stack;
    heap_.Enter([&] {
      for (Value* fp = frame::At(isolate_.suspended_frame_); fp != nullptr; fp = frame::Caller(fp))
        fp[frame::kReturnCode] = Value::Smi(0);  // images have no machine code
      stack = SuspendedStack(isolate_);
    });
    header_.stack_bytes = stack.size_bytes();
    header_.stack_offset = Append(stack.data(), stack.size_bytes());
  }

  // False: refusal().
  bool AppendStores() {
    std::span<const BackingStoreTable::Entry> entries = native_.backing_stores.entries();
    std::vector<ImageHeader::Store> stores;
    for (uint32_t handle = 1; handle < entries.size(); handle++) {
      const BackingStoreTable::Entry& entry = entries[handle];
      if (!entry.in_use) continue;
      if (entry.shared) {
        refusal_ = "a SharedArrayBuffer can't be in an image";
        return false;
      }
      stores.push_back(
          {Append(entry.data, entry.byte_length), entry.byte_length, entry.max_byte_length, handle, 0});
    }
    header_.store_count = static_cast<uint32_t>(stores.size());
    header_.store_handles = static_cast<uint32_t>(entries.size());
    header_.stores_offset = Append(stores.data(), stores.size() * sizeof stores[0]);
    return true;
  }

  void AppendCode() {
    std::vector<jit::CodeSection::Row> rows;
    std::vector<jit::CodeSection::OptimizedRow> optimized_rows;
    std::vector<uint8_t> exits;
    std::vector<const jit::CompiledCode*> section;  // in the order of their offsets
    uint64_t bytes = 0;
    auto add = [&](const jit::CompiledCode* code) {
      const auto offset = static_cast<uint32_t>(RoundUp(bytes, jit::CompiledCode::kAlignment));
      section.push_back(code);
      bytes = offset + code->size();
      return offset;
    };
    for (const auto& [number, code] : compiled_) {
      rows.push_back({number, add(code.baseline)});
      for (const jit::FunctionCode::Optimized& optimized : code.optimized) {
        std::vector<uint8_t> encoded = optimized.exits->Encode();
        optimized_rows.push_back({number, optimized.entry, add(optimized.code),
                                  static_cast<uint32_t>(exits.size()),
                                  static_cast<uint32_t>(encoded.size())});
        exits.insert(exits.end(), encoded.begin(), encoded.end());
      }
    }
    header_.code_row_count = static_cast<uint32_t>(rows.size());
    header_.code_rows_offset = Append(rows.data(), rows.size() * sizeof rows[0]);
    header_.optimized_row_count = static_cast<uint32_t>(optimized_rows.size());
    header_.optimized_rows_offset =
        Append(optimized_rows.data(), optimized_rows.size() * sizeof optimized_rows[0]);
    header_.exits_bytes = exits.size();
    header_.exits_offset = Append(exits.data(), exits.size());
    FillPage();
    header_.code_offset = end_;
    header_.code_bytes = bytes;
    uint64_t at = 0;
    for (const jit::CompiledCode* code : section) {
      at = RoundUp(at, jit::CompiledCode::kAlignment);
      WriteAt(code, code->size(), end_ + at);
      at += code->size();
    }
    end_ += bytes;
  }

  // False: something could not be written.
  bool Finish() {
    FillPage();
    header_.file_bytes = end_;
    written_ = written_ &&
               Image::Checksum(file_, ImageHeader::kPage, end_ - ImageHeader::kPage, &header_.parts_checksum);
    header_.checksum = Image::HeaderChecksum(header_);
    WriteAt(kPadding, sizeof kPadding, 0);
    WriteAt(&header_, sizeof header_, 0);
    return written_;
  }

 private:
  static constexpr char kPadding[ImageHeader::kPage] = {};

  void NoteCode(uint32_t number, const jit::FunctionCode& code) { compiled_.push_back({number, code}); }

  void WriteAt(const void* data, size_t size, uint64_t offset) {
    written_ = written_ && file_.WriteAt(data, size, offset);
  }
  uint64_t Append(const void* data, size_t size) {
    // So that what is alike in two images is so piece by piece.
    uint64_t offset = RoundUp(end_, size < PieceRun::kPiece ? 8 : PieceRun::kPiece);
    end_ = offset + size;
    WriteAt(data, size, offset);
    return offset;
  }
  // Up to a page's boundary.
  void FillPage() {
    WriteAt(kPadding, RoundUp(end_, ImageHeader::kPage) - end_, end_);
    end_ = RoundUp(end_, ImageHeader::kPage);
  }
  // In an image the host's data is gone, and what is to be called with it.
  void WriteExternalCell(ExternalCell* cell) {
    const ExternalTable::Entry* entry = FindExternal(isolate_, cell->handle_);
    if (entry != nullptr && entry->kind == ExternalTable::Kind::kData && !entry->detaches) {
      std::string label =
          cell->label_.get().IsString() ? cell->label_.get().AsString()->ToUtf8(isolate_) : "";
      refusal_ = "data of the host's that does not detach can't be in an image" +
                 (label.empty() ? label : ": " + label);
    }
    WriteWord(0, &cell->handle_);
  }
  // A word of the cage, as the image has it. REQUIRES: the heap is entered.
  void WriteWord(uint32_t word, const void* place) {
    uint64_t offset = reinterpret_cast<uintptr_t>(place) - CageBase();
    WriteAt(&word, sizeof word, ImageHeader::kPage + offset - kNullPageSize);
  }

  // The scalars of the front matter as images have them: nothing of this isolate's place, limits, entropy or
  // tenant. Offsets of frames count from the beginning of the stack.
  void WriteFront() {
    constexpr size_t kSize = offsetof(Isolate, roots_begin_);
    alignas(Isolate) char bytes[sizeof(Isolate)];  // as large as what the reference says
    std::memcpy(bytes, &isolate_, kSize);
    Isolate& front = *reinterpret_cast<Isolate*>(bytes);
    if (front.suspended_frame_ != 0) front.suspended_frame_ -= front.stack_start_;
    front.frame_ = front.pc_ = front.stack_start_ = front.stack_limit_ = 0;
    front.budget_ = 0;
    front.entry_bias_ = 0;
    front.fuel_ = 0;
    front.hash_secret_ = 0;
    front.interrupt_ = 0;
    front.transient_number_ = 0;
    front.clean_functions_end_ = front.clean_misses_ = 0;
    WriteAt(bytes, kSize, ImageHeader::kPage + gc::kClientFrontOffset - kNullPageSize);
  }

  const platform::File& file_;
  Isolate& isolate_;
  gc::Heap& heap_;
  NativeState& native_;
  ImageHeader header_ = Image::NewHeader();
  uint64_t end_ = 0;  // of what is written
  bool written_ = true;
  std::string refusal_;
  std::vector<std::pair<uint32_t, jit::FunctionCode>> compiled_;  // by number
};

}  // namespace

std::shared_ptr<const Image> IsolateOwner::Freeze(std::string* error, Compaction compaction) {
  auto fail = [&](const std::string& sentence) {
    if (error) *error = sentence;
    return nullptr;
  };
  Isolate& isolate = *isolate_;
  CHECK(entered_ == 0);
  if (isolate.IsTerminating()) return fail("a terminated isolate can't be frozen");
  CHECK(isolate.frame_ == isolate.suspended_frame_);
  platform::File file = platform::File::InMemory("halfword image");
  if (!file.is_open()) return fail("cannot make a file in memory");

  // Many clones may be made of the image of an isolate that was set up. If that is one itself, it is in
  // a chain.
  auto objects = config_.image && config_.image->header().is_of_clone ? gc::ImageObjects::kChained
                                                                      : gc::ImageObjects::kImmortal;
  if (compaction == Compaction::kWhole) objects = gc::ImageObjects::kOwn;
  heap_->Enter([&] {
    // In a chain, that of immortal objects stays below.
    if (objects != gc::ImageObjects::kChained) MergeInternTables(isolate);
    // So that the caches of clones need not write to shapes of the image.
    heap_->ForEachObject([](void* object) {
      if (gc::TypeIndexOf(CageBase(), object) == static_cast<uint32_t>(HeapType::kShape))
        static_cast<Shape*>(object)->NoteDependent();
    });
    heap_->FinalizeMarking();  // what is marked already would not be asked for the shapes it has learned
  });
  ImageWriter writer(file, isolate, *heap_, *native_);
  if (!writer.WriteHeap(objects, error)) return nullptr;
  // Its objects are as good as the isolate's own now, and what is new may lie between them.
  if (objects == gc::ImageObjects::kOwn) isolate.clean_functions_end_ = 0;
  if (!writer.NumberCode(config_.image ? &config_.image->header() : nullptr)) return fail(writer.refusal());
  writer.AppendNames(*config_.natives);
  writer.AppendStack();
  if (!writer.AppendStores()) return fail(writer.refusal());
  writer.AppendCode();
  if (!writer.Finish()) return fail("cannot write the image to memory");
  return Image::Open(std::move(file), 0, error);
}

}  // namespace halfword
