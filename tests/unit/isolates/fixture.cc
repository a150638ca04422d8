#include "fixture.h"

#include "runtime/conversions.h"
#include "runtime/evaluation.h"
#include "runtime/promises.h"

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

}  // namespace halfword::testing
