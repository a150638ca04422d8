// IsolateOwner: one isolate and everything it needs: heap, native state, library, compiler, interpreter. This
// is where the layers are wired together.
//
//   std::string error;
//   std::unique_ptr<IsolateOwner> owner = IsolateOwner::Create({}, &error);
//   owner->Enter([&](Isolate& isolate) { … });
//
// Isolates start as copy-on-write clones of an image (isolates/image.h). Without another image in the
// configuration it is the embedded one.
//
// Threads: enter from any thread, one at a time. Interrupt() may be called from any thread or signal handler.
#ifndef HALFWORD_ISOLATES_ISOLATE_OWNER_H_
#define HALFWORD_ISOLATES_ISOLATE_OWNER_H_

#include <memory>
#include <string>

#include "gc/heap.h"
#include "isolates/image.h"
#include "isolates/natives.h"
#include "jit/tiers.h"
#include "runtime/native_state.h"

namespace halfword {

// What an isolate keeps of its configuration. A zero that stands for something else gets its meaning in
// IsolateOwner::Create; nobody below sees one.
struct IsolateSettings {
  size_t cage_bytes = size_t{4} << 30;  // address space; less is taken where it is limited
  size_t memory_limit = 0;              // of heap and external memory together; at most, and 0: cage_bytes
  int64_t fuel = -1;                    // calls and loop iterations; negative: unlimited
  std::shared_ptr<Budget> budget;       // further limits, shared with other isolates; null: none
  uint64_t timeout_ns = 0;              // of each entry; 0: none
  size_t stack_bytes = 0;               // JavaScript stack; 0: 256 Ki words
  size_t native_stack_bytes = 0;        // how much of the thread's stack guests may use; 0: most of it
  uint32_t gc_threads = 0;              // that mark and sweep beside it (collector_threads.h); 0: none
  uint32_t gc_stress = 0;               // collect at every n-th allocation
  uint32_t gc_step_stress = 0;          // or take a step of an incremental collection there
  bool verify_heap = HALFWORD_ASSERTS;  // after each collection: the collector's and the engine's invariants
  // Natives of the host, bound to `image` already (Natives::Bind): for many isolates.
  std::shared_ptr<const Natives> natives;
  std::shared_ptr<const Image> image;  // what to start from; null: the embedded image
  bool harmony = false;                // with proposals below stage 4
  bool tail_calls = false;             // strict functions have proper tail calls
  bool bootstrap = false;              // build the initial heap instead
  bool copy_image = false;             // copy the whole image at once instead of each page when it is written
  jit::TierSettings tiers;
};

// The same with what goes elsewhere: into the table of natives, and into the native state.
struct IsolateConfig : IsolateSettings {
  NativeTable host_natives;  // further natives; their indices follow the library's
  HostHooks hooks;
  void* host_data = nullptr;  // NativeState::host_data
};

// What a freeze does about garbage among the objects of the image that the isolate has started from.
enum class Compaction : uint8_t {
  kNone,
  kWhole,  // it is collected, too; see gc::ImageObjects::kOwn
};

class IsolateOwner {
 public:
  // Null and a sentence in *error if memory can't be had.
  static std::unique_ptr<IsolateOwner> Create(IsolateConfig, std::string* error);
  // Destroys it, or leaves its slot to the next clone of its image. REQUIRES: it isn't entered.
  static void Retire(std::unique_ptr<IsolateOwner> owner);
  // False: memory ran out to the last, and the body was left half-way; the isolate is terminated.
  template <class F>
  bool Enter(F&& body) {
    return Enter([](void* f, Isolate& isolate) { (*static_cast<std::remove_reference_t<F>*>(f))(isolate); },
                 const_cast<void*>(static_cast<const void*>(&body)));
  }
  bool Enter(void (*body)(void*, Isolate&), void* data);
  void Interrupt();
  gc::Heap& heap() { return *heap_; }
  bool is_entered() const { return entered_ != 0; }
  // False where the guest, called from outside, would have next to no native stack.
  bool HasNativeStack() const;

  // ---- Limits. Once terminated, always terminated, until Reset. ----
  Termination termination() const { return isolate_->termination_; }
  void SetFuel(int64_t fuel);
  int64_t fuel_left() const;  // negative: unlimited
  int64_t fuel_debt() const;  // what a guest that ran out of it took beyond it
  void SetTimeout(uint64_t nanoseconds) { config_.timeout_ns = nanoseconds; }  // of entries from now on
  // Null: it built its heap anew.
  const Image* image() const { return config_.image.get(); }

  // An image of the isolate as it is. It includes waiting jobs, a waiting call and host roots, but not
  // persistents nor what the host keeps in C++. Collects first. The isolate lives on. REQUIRES: it isn't
  // entered. Null and a sentence in *error if it was terminated or holds what can't be in an image
  // (shared memory, C++ objects).
  std::shared_ptr<const Image> Freeze(std::string* error, Compaction = Compaction::kNone);
  // A .heapsnapshot for the memory panel of Chrome's tools. False and a sentence if it can't be written.
  bool WriteHeapSnapshot(const char* path, std::string* error);
  // Back to the image it started from, with fresh limits and entropy. REQUIRES: image(), and it isn't
  // entered. False: there is no memory for the image's ArrayBuffers or for proposals, and the isolate can
  // only be destroyed.
  bool Reset();
  // Other than the configuration says. REQUIRES: it has not run anything yet.
  void SetTierMode(const jit::TierSettings&);
  // Of a spare one (isolates/spare_isolates.h): it can become what `config` asks for.
  // REQUIRES: normalized.
  bool Fits(const IsolateConfig& config) const;

 private:
  IsolateOwner() = default;
  // Both take a normalized configuration.
  static std::unique_ptr<IsolateOwner> NewSlot(const IsolateConfig& config, std::string* error);
  void Configure(IsolateConfig config);
  void MakeNativeState(HostHooks hooks, void* host_data);
  void ClearNativeState();
  void Bootstrap();
  void SetEntryLimits(uintptr_t here);
  void Leave();
  // What a clone doesn't take from its image: stack, limits, entropy, the memory of ArrayBuffers.
  bool Prepare(std::string* error);
  // Turns the proposals on that the configuration asks for and the image hasn't. False: no memory for them.
  bool TurnOnFeatures();
  bool RestoreStack(std::string* error);
  bool RestoreStores(std::string* error);

  // What entering takes comes first.
  std::unique_ptr<gc::Heap> heap_;
  Isolate* isolate_ = nullptr;     // in the cage
  NativeState* native_ = nullptr;  // in the annex
  EntryLimits limits_;
  int entered_ = 0;
  IsolateSettings config_;  // normalized (isolate_owner.cc)
};

// A further realm of an entered isolate.
Realm* NewRealmOf(Isolate&);

}  // namespace halfword

#endif  // HALFWORD_ISOLATES_ISOLATE_OWNER_H_
