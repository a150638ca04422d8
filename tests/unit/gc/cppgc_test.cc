// A program written for cppgc, unchanged but for its includes' folder.
#include <gtest/gtest.h>

#include <string>

#include "halfword/gc/cppgc/allocation.h"
#include "halfword/gc/cppgc/default-platform.h"
#include "halfword/gc/cppgc/garbage-collected.h"
#include "halfword/gc/cppgc/heap.h"
#include "halfword/gc/cppgc/member.h"
#include "halfword/gc/cppgc/persistent.h"
#include "halfword/gc/cppgc/visitor.h"

namespace {

class Rope final : public cppgc::GarbageCollected<Rope> {
 public:
  explicit Rope(std::string part, Rope* next = nullptr) : part_(std::move(part)), next_(next) {}
  void Trace(cppgc::Visitor* visitor) const { visitor->Trace(next_); }
  std::string Text() const { return part_ + (next_ ? next_->Text() : ""); }

 private:
  const std::string part_;
  const cppgc::Member<Rope> next_;
};

__attribute__((noinline)) std::string RunProgram(cppgc::Heap& heap) {
  Rope* greeting = cppgc::MakeGarbageCollected<Rope>(
      heap.GetAllocationHandle(), "Hello ",
      cppgc::MakeGarbageCollected<Rope>(heap.GetAllocationHandle(), "World!"));
  heap.ForceGarbageCollectionSlow("test", "stack");
  cppgc::Persistent<Rope> root(greeting);
  heap.ForceGarbageCollectionSlow("test", "persistent", cppgc::Heap::StackState::kNoHeapPointers);
  return root->Text();
}

TEST(CppgcTest, AProgramForCppgcRuns) {
  auto platform = std::make_shared<cppgc::DefaultPlatform>();
  cppgc::InitializeProcess();
  auto heap = cppgc::Heap::Create(platform);
  EXPECT_EQ(RunProgram(*heap), "Hello World!");
  heap.reset();
  cppgc::ShutdownProcess();
}

}  // namespace
