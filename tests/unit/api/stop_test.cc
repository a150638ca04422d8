// A guest that is told to stop while something large is in the works: it is left half done.
#include "fixture.h"

namespace api_testing {
namespace {

hw_status InterruptSelf(hw_isolate* isolate, const hw_call*, hw_value*) {
  hw_isolate_interrupt(isolate);
  return HW_OK;
}
constexpr hw_function kFunctions[] = {{"interrupt", InterruptSelf, 0, nullptr}};

struct Case {
  const char* name;
  const char* prepare;  // makes what is full, or nearly so
  const char* last;     // makes it anew
};

constexpr Case kCases[] = {
    {"names", "const o = {}; for (let i = 0; i < 50000; i++) o['k' + i] = i;",
     "for (let i = 0; i < 200000; i++) o['l' + i] = i; o.l199999"},
    {"Map", "const m = new Map; for (let i = 0; i < 30000; i++) m.set(i, {});",
     "for (let i = 0; i < 90000; i++) m.set('s' + i, i); m.get('s89999')"},
    {"Set that is walked",
     "const s = new Set; for (let i = 0; i < 30000; i++) s.add(i); const w = s.values();",
     "w.next(); for (let i = 0; i < 90000; i++) s.add({}); w.next().value"},
    {"WeakMap", "const m = new WeakMap, k = []; for (let i = 0; i < 30000; i++) m.set(k[i] = {}, i);",
     "for (let i = 0; i < 90000; i++) m.set(k[i] = {}, i); m.get(k[89999])"},
    {"FinalizationRegistry",
     "const r = new FinalizationRegistry(() => {}), k = [];"
     "for (let i = 0; i < 30000; i++) r.register(k[i] = {}, i, k[i]);",
     "for (let i = 0; i < 90000; i++) r.register(k[i] = {}, i, k[i]); r.unregister(k[89999])"},
    {"numbers become doubles", "const a = new Array(100000).fill(1);", "a[0] = 1.5; a[99999]"},
    {"doubles become values", "const a = new Array(100000).fill(1.5);", "a[0] = {}; a[99999]"},
    {"elements", "const a = []; for (let i = 0; i < 500000; i++) a.push({});",
     "for (let i = 0; i < 1000000; i++) a.push(i); a.at(-1)"},
    {"text", "const a = new Array(100000).fill('abcdefghij');", "a.join('\\u1234').length"},
    {"rope", "let s = '0123456789abcdef'; for (let i = 0; i < 16; i++) s = s + 'x' + s;", "s.charCodeAt(5)"},
    {"sort", "const a = Array.from({length: 300000}, (_, i) => -i);", "a.toSorted()[0]"},
    {"JSON", "const a = new Array(300000).fill('abcdefghij');", "JSON.stringify(a).length"},
};

TEST(StopTest, WhatIsHalfDoneIsSafeToLeave) {
  hw_host* host = hw_host_new(kFunctions, std::size(kFunctions), nullptr);
  hw_config config = Config();
  config.host = host;
  config.memory_limit = 256 << 20;
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    std::string prepare = std::string(c.prepare) + "\n", last = c.last;
    hw_isolate* isolate = New(config);
    std::string whole = RunIn(isolate, prepare + last);
    EXPECT_THAT(whole, testing::Not(testing::StartsWith("terminated")));
    hw_isolate_destroy(isolate);
    isolate = New(config);
    hw_install_host(isolate, hw_global(isolate));
    EXPECT_EQ(RunIn(isolate, prepare + "interrupt(); " + last),
              "terminated " + std::to_string(HW_REASON_INTERRUPT));
    if (hw_isolate_reset(isolate)) {
      EXPECT_EQ(RunIn(isolate, prepare + last), whole);
    }
    hw_isolate_destroy(isolate);
  }
  hw_host_release(host);
}

// The host looks at nothing that was left, but collections do.
TEST(StopTest, TheHostMayCollectAfterwards) {
  hw_host* host = hw_host_new(kFunctions, std::size(kFunctions), nullptr);
  hw_config config = Config();
  config.host = host;
  config.memory_limit = 256 << 20;
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    hw_isolate* isolate = New(config);
    hw_install_host(isolate, hw_global(isolate));
    EXPECT_EQ(RunIn(isolate, c.prepare + std::string("\ninterrupt(); ") + c.last),
              "terminated " + std::to_string(HW_REASON_INTERRUPT));
    hw_isolate_collect(isolate);
    hw_isolate_destroy(isolate);
  }
  hw_host_release(host);
}

}  // namespace
}  // namespace api_testing
