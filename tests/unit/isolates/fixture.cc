#include "fixture.h"

#include <sys/mman.h>

#include <cstdio>
#include <cstring>
#include <fstream>

#include "runtime/control_abstraction/promises.h"
#include "runtime/evaluation/evaluation.h"
#include "runtime/operations/conversions.h"

namespace halfword::testing {

std::string Evaluate(IsolateOwner& owner, std::string_view source) {
  std::string result = "terminated";
  owner.Enter([&](Isolate& isolate) {
    auto text = [&](Completion<Value> completion) -> std::string {
      if (completion.IsThrow()) {
        Value exception;
        if (!isolate.Catch(&exception)) return "terminated";
        Completion<String*> s = ToString(isolate, exception);
        return "throws " + (s.IsThrow() ? std::string("?") : s.Take()->ToUtf8(isolate));
      }
      Completion<String*> s = ToString(isolate, completion.Take());
      return s.IsThrow() ? "throws" : s.Take()->ToUtf8(isolate);
    };
    Script* script = NewScript(isolate, isolate.realm(), NewStringFromUtf8(isolate, source),
                               NewStringFromAscii(isolate, "test.js"));
    result = text(EvaluateScript(isolate, script));
    if (!isolate.IsTerminating()) {
      if (RunJobs(isolate).IsThrow()) result = text(Completion<Value>(kThrow));
    }
  });
  return result;
}

std::string BytesOf(const Image& image) {
  std::string bytes(image.size(), 0);
  EXPECT_TRUE(image.ReadAt(bytes.data(), bytes.size(), 0));
  return bytes;
}

size_t CountInSlot(uintptr_t cage_base, std::string_view text) {
  std::ifstream maps("/proc/self/maps");
  size_t searched = 0, found = 0;
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin, end;
    if (std::sscanf(line.c_str(), "%lx-%lx", &begin, &end) != 2) continue;
    if (end <= cage_base - (16 << 20) || begin >= cage_base + (64 << 20)) continue;
    // All but the null page.
    for (uintptr_t page = begin < cage_base + 4096 && end > cage_base ? cage_base + 4096 : begin; page < end;
         page += 4096) {
      unsigned char present = 0;
      void* bytes = reinterpret_cast<void*>(page);
      if (mincore(bytes, 4096, &present) != 0 || !(present & 1)) continue;
      searched += 4096;
      found += memmem(bytes, 4096, text.data(), text.size()) != nullptr;
    }
  }
  EXPECT_GT(searched, 4096u);
  return found;
}

}  // namespace halfword::testing
