// The machine code of an image's functions: made once in a process for all clones of the image on all
// threads, and mapped from the image where it came with code.
//
// An image numbers its Code objects from 1: their entry_index_ is that number in every clone, and is never
// written. The entries of an image lie together, behind one that is never set, and a clone's entry_bias_ says
// where they begin. So nothing of a clone is written when a function of its image is compiled.
//
// What is compiled depends on what one clone has seen, and the others may run it: its speed says something
// about them (docs/threat_model.md).
//
// Optimized code refers to objects and relies on what its isolate was like, so clones make theirs for
// themselves (jit/isolate_code.h). But what an isolate had when it became the image is right in its clones
// too, which begin where that isolate was: they run it from their first call. Where it is wrong for one
// of them, that clone gives the function an entry of its own, and the others go on.
//
// Threads: any.
#ifndef HALFWORD_JIT_IMAGE_CODE_H_
#define HALFWORD_JIT_IMAGE_CODE_H_

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "jit/code/entries.h"
#include "jit/compilers/baseline.h"
#include "jit/exits/exits.h"
#include "platform/files.h"

namespace halfword::jit {

// One function's code now, and what it was before, to which frames may return.
struct CompiledFunction {
  const CompiledCode* compiled = nullptr;
  std::vector<const CompiledCode*> former = {};
  size_t removed = 0;        // of those
  uint32_t stale_polls = 0;  // since it was compiled

  // Gets new code if it has none, or such as is stale and due. `make` gets what there is, or null, and
  // returns a copy in the code space, or null. The new code, or null.
  const CompiledCode* Update(uint32_t entry,
                             const std::function<const CompiledCode*(const CompiledCode*)>& make);

 private:
  // Whether it is worth to be compiled again, for it was found hot and stale once more. It takes the longer,
  // the larger it is and the more often that was done.
  bool IsDue();
};

// The code of one function of an image.
struct FunctionCode {
  struct Optimized {
    uint32_t entry;  // where it is entered, as BuildOptions::entry
    const CompiledCode* code;
    std::shared_ptr<const Exits> exits;
  };
  const CompiledCode* baseline = nullptr;  // null: it has none, and no optimized code either
  std::vector<Optimized> optimized = {};
};

// What an image file says of the code it has.
struct CodeSection {
  // Of the function with this number: a CompiledCode, `offset` from the section's beginning.
  struct Row {
    uint32_t number, offset;
  };
  // The same of its optimized code. `entry`: as FunctionCode's. Its exits are so many encoded bytes, from the
  // beginning of all exits on.
  struct OptimizedRow {
    uint32_t number, entry, offset, exits_offset, exits_bytes;
  };
  uint64_t file_offset = 0, bytes = 0;
  uint64_t exits_file_offset = 0, exits_bytes = 0;
  std::vector<Row> rows;
  std::vector<OptimizedRow> optimized_rows;  // by number
};

class ImageCode {
 public:
  // For an image with so many Code objects. Null: the table of entries is full. `with_embedded`: its
  // self-hosted builtins have the code of the binary (jit/code/embedded_code.h).
  static std::shared_ptr<ImageCode> New(uint32_t count, bool with_embedded);
  // With that, and the code of an image file where it can be mapped. REQUIRES: the rows lie in the section.
  static std::shared_ptr<ImageCode> New(uint32_t count, const platform::File&, const CodeSection&);
  ~ImageCode();
  ImageCode(const ImageCode&) = delete;

  // For Isolate::entry_bias_.
  uint32_t bias() const { return entries_.first(); }
  // Whether it is the entry of one of its functions.
  bool Has(uint32_t entry) const { return entry - bias() - 1 < count_; }
  // Whether any of its functions came with optimized code.
  bool has_optimized() const { return !optimized_rows_.empty(); }

  // Whether the function with this entry did.
  bool HasOptimized(uint32_t entry) const { return Has(entry) && !OptimizedRowsOf(entry - bias()).empty(); }

  // The function's baseline code now; null: it has none. REQUIRES: Has(entry).
  const CompiledCode* BaselineOf(uint32_t entry);
  // What the function has now. REQUIRES: Has(entry).
  FunctionCode CodeOf(uint32_t entry);
  // CompiledFunction::Update. What `make` returns is this object's from then on. False: there is nothing new.
  bool CompileHot(uint32_t entry, const std::function<const CompiledCode*(const CompiledCode*)>& make);
  // Each function that has code which is not the binary's.
  void ForEach(const std::function<void(uint32_t number, const FunctionCode&)>& body);
  size_t bytes() const { return bytes_; }
  // Of native memory for what the functions were before, which stays as long as this object.
  size_t bytes_of_former();

 private:
  ImageCode(uint32_t count, Entries entries)
      : count_(count), entries_(std::move(entries)), functions_(count) {}
  void Set(uint32_t number, const CompiledCode*);
  // With what the section says; takes no more of the file than can be read.
  void SetOptimized(const platform::File&, const CodeSection&);
  const CompiledCode* OptimizedAt(const CodeSection::OptimizedRow&) const;
  std::span<const CodeSection::OptimizedRow> OptimizedRowsOf(uint32_t number) const;
  // The entry is that of the optimized code, if the function has such that is entered at its beginning.
  void EnterOptimized(uint32_t number);
  // REQUIRES: the mutex is held.
  FunctionCode CodeOfNumber(uint32_t number);
  void Remove(const CompiledCode*);

  const uint32_t count_;
  const Entries entries_;  // one more
  const uint8_t* mapped_ = nullptr;
  size_t mapped_bytes_ = 0;
  std::vector<CodeSection::OptimizedRow> optimized_rows_;  // by number; never changed
  std::vector<uint8_t> exits_;                             // encoded; never changed
  std::mutex mutex_;
  std::vector<CompiledFunction> functions_;                         // by number - 1
  std::map<uint32_t, std::shared_ptr<const Exits>> decoded_exits_;  // by row, when first asked for
  std::atomic<size_t> bytes_ = 0;                                   // that were made in this process
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_IMAGE_CODE_H_
