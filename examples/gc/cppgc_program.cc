// A program as it was written for cppgc. It compiles unchanged with halfword::cppgc.
#include <cppgc/allocation.h>
#include <cppgc/default-platform.h>
#include <cppgc/garbage-collected.h>
#include <cppgc/heap.h>
#include <cppgc/member.h>
#include <cppgc/persistent.h>
#include <cppgc/prefinalizer.h>
#include <cppgc/visitor.h>

#include <cstdio>
#include <memory>
#include <string>

class Page final : public cppgc::GarbageCollected<Page> {
  CPPGC_USING_PRE_FINALIZER(Page, Tear);

 public:
  Page(std::string text, Page* next) : text_(std::move(text)), next_(next) {}
  void Trace(cppgc::Visitor* visitor) const { visitor->Trace(next_); }
  void Tear() { torn++; }
  std::string Read() const { return text_ + (next_ ? next_->Read() : ""); }
  static inline int torn = 0;

 private:
  std::string text_;
  cppgc::Member<Page> next_;
};

int main() {
  auto platform = std::make_shared<cppgc::DefaultPlatform>();
  cppgc::InitializeProcess(platform->GetPageAllocator());
  std::string text;
  {
    std::unique_ptr<cppgc::Heap> heap = cppgc::Heap::Create(platform);
    cppgc::Persistent<Page> book;
    for (const char* word : {"book.\n", "short ", "a ", "of ", "pages "}) {
      book = cppgc::MakeGarbageCollected<Page>(heap->GetAllocationHandle(), word, book.Get());
    }
    heap->ForceGarbageCollectionSlow("example", "to show that it stays");
    text = book->Read();
    book.Clear();
    heap->ForceGarbageCollectionSlow("example", "to show that it goes",
                                     cppgc::Heap::StackState::kNoHeapPointers);
  }
  cppgc::ShutdownProcess();
  std::printf("%s%d pages torn\n", text.c_str(), Page::torn);
  return Page::torn == 5 ? 0 : 1;
}
