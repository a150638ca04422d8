// SpareIsolates: what destroyed clones of an image leave for its next ones, as the image says it: a mapped
// slot and the few written pages of it that were restored in place.
//
// Mappings are a process's own, under one lock of the kernel, and whoever unmaps interrupts every processor
// that runs one of its threads. So threads that make and destroy isolates without sparing anything are slower
// than one of them alone (docs/isolates.md, "Threads"). There is one place for each processor: as many clones
// as can come and go at the same time.
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

  // One whose slot has the sizes of `config`; null: there is none.
  std::unique_ptr<IsolateOwner> Take(const IsolateConfig& config);
  // `spare` has been cleared (IsolateOwner::Retire). Where all places are taken another one is destroyed for
  // it: sizes that nobody asks for any more make way.
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
