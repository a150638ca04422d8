// SpareIsolates: what destroyed clones of an image leave for its next clones. A spare isolate is a mapped
// slot whose few written pages were restored in place to what the image says.
//
// The mappings of a process are under one lock of the kernel, and unmapping interrupts every processor that
// runs one of its threads. So several threads that make and destroy isolates without spares are slower
// together than one thread alone (docs/isolates.md, "Threads"). There is one place for each processor: as
// many clones as can come and go at the same time.
//
// Threads: any, at once; no lock, so that a fork finds none held.
#ifndef HALFWORD_ISOLATES_SPARE_ISOLATES_H_
#define HALFWORD_ISOLATES_SPARE_ISOLATES_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace halfword {

class IsolateOwner;
struct IsolateConfig;

class SpareIsolates {
 public:
  SpareIsolates() = default;
  ~SpareIsolates() { Release(); }
  SpareIsolates(const SpareIsolates&) = delete;
  SpareIsolates& operator=(const SpareIsolates&) = delete;

  // One whose slot has the sizes and the collector of `config`; null: there is none.
  std::unique_ptr<IsolateOwner> Take(const IsolateConfig& config);
  // `spare` has been cleared (IsolateOwner::Retire). If all places are taken, another spare is destroyed for
  // it, so that sizes that are no longer asked for make way.
  void Keep(std::unique_ptr<IsolateOwner> spare);
  // Destroys them all.
  void Release();

 private:
  static constexpr size_t kMost = 64;
  // Places that are used: one for each processor this process may run on, kMost at most.
  static size_t Count();

  std::atomic<IsolateOwner*> places_[kMost] = {};
  std::atomic<uint32_t> replaced_ = 0;
};

}  // namespace halfword

#endif  // HALFWORD_ISOLATES_SPARE_ISOLATES_H_
