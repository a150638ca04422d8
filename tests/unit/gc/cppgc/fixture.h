// What a program written for cppgc does to have a heap; and ways to collect.
#ifndef HALFWORD_TESTS_UNIT_GC_CPPGC_FIXTURE_H_
#define HALFWORD_TESTS_UNIT_GC_CPPGC_FIXTURE_H_

#include <gtest/gtest.h>

#include <memory>

#include "cppgc/allocation.h"
#include "cppgc/default-platform.h"
#include "cppgc/garbage-collected.h"
#include "cppgc/heap-consistency.h"
#include "cppgc/heap.h"
#include "cppgc/member.h"
#include "cppgc/persistent.h"
#include "cppgc/visitor.h"

class CppgcTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    platform_ = std::make_shared<cppgc::DefaultPlatform>(1);
    cppgc::InitializeProcess(platform_->GetPageAllocator());
  }
  static void TearDownTestSuite() {
    cppgc::ShutdownProcess();
    platform_.reset();
  }
  void SetUp() override { heap_ = cppgc::Heap::Create(platform_); }
  void TearDown() override { heap_.reset(); }

  cppgc::Heap& heap() { return *heap_; }
  cppgc::AllocationHandle& allocation() { return heap_->GetAllocationHandle(); }
  cppgc::HeapHandle& handle() { return heap_->GetHeapHandle(); }

  template <typename T, typename... Args>
  T* Make(Args&&... args) {
    return cppgc::MakeGarbageCollected<T>(allocation(), std::forward<Args>(args)...);
  }
  // Objects that only the native stack refers to die.
  void Precise() {
    heap_->ForceGarbageCollectionSlow("CppgcTest", "precise", cppgc::Heap::StackState::kNoHeapPointers);
  }
  // They survive.
  __attribute__((noinline)) void Conservative() {
    heap_->ForceGarbageCollectionSlow("CppgcTest", "conservative",
                                      cppgc::Heap::StackState::kMayContainHeapPointers);
  }

  static inline std::shared_ptr<cppgc::DefaultPlatform> platform_;
  std::unique_ptr<cppgc::Heap> heap_;
};

// Counts its deaths.
template <typename Tag = void>
class Counted : public cppgc::GarbageCollected<Counted<Tag>> {
 public:
  static inline int deaths = 0;
  int value = 7;
  ~Counted() { deaths++; }
  void Trace(cppgc::Visitor*) const {}
};

#endif  // HALFWORD_TESTS_UNIT_GC_CPPGC_FIXTURE_H_
