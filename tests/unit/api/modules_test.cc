// Modules that come later, and the attributes of imports.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "api/records.h"
#include "halfword/halfword.hpp"

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Every module comes later, when the test says so; "now:…" comes at once.
struct Later {
  hw::Host host;
  std::vector<std::string> asked;
  std::map<std::string, std::string> sources;

  Later() {
    host.hooks().data = this;
    host.hooks().resolve_module = [](void*, const hw_module_request* request, char* name, size_t capacity) {
      EXPECT_EQ(request->size, sizeof *request);
      EXPECT_EQ(request->name, nullptr);
      std::string text = request->specifier;
      for (size_t i = 0; i < request->attribute_count; i++) {
        text += std::string("?") + request->attributes[i].key + "=" + request->attributes[i].value;
      }
      std::snprintf(name, capacity, "%s", text.c_str());
      return true;
    };
    host.hooks().load_module = [](void* data, hw_isolate* isolate, const hw_module_request* request,
                                  hw_value* module) {
      auto* self = static_cast<Later*>(data);
      std::string name = request->name;
      self->asked.push_back(name);
      EXPECT_EQ(hw_module_loaded(isolate, request->name, hw_undefined()), HW_INVALID);
      if (!name.starts_with("now:")) return HW_LATER;
      const std::string& source = self->sources[name];
      if (name.ends_with("?type=json"))
        return hw_module_new_json(isolate, source.data(), source.size(), module);
      return hw_module_new(isolate, source.data(), source.size(), request->name, module);
    };
  }
};

hw_status Load(hw::Isolate& isolate, const char* name, const char* source) {
  hw_value module;
  hw_status status = hw_module_new(isolate.raw(), source, HW_ZERO_TERMINATED, name, &module);
  return status == HW_OK ? hw_module_loaded(isolate.raw(), name, module) : status;
}

hw_value Start(hw::Isolate& isolate, const char* source, hw_value* promise) {
  hw_value module = hw_undefined();
  EXPECT_EQ(hw_module_new(isolate.raw(), source, HW_ZERO_TERMINATED, "main", &module), HW_OK);
  hw_status status = hw_module_evaluate(isolate.raw(), module, promise);
  EXPECT_EQ(status, HW_OK) << isolate.Wrap(hw_exception(isolate.raw())).ToString().ValueOr("?");
  return module;
}

std::string Show(hw::Isolate& isolate, hw_value promise) {
  EXPECT_TRUE(isolate.RunJobs());
  hw_value result;
  switch (hw_promise_inspect(isolate.raw(), promise, &result)) {
    case HW_PROMISE_PENDING: return "pending";
    case HW_PROMISE_FULFILLED: return "fulfilled " + isolate.Wrap(result).ToString().ValueOr("?");
    case HW_PROMISE_REJECTED: return "rejected " + isolate.Wrap(result).ToString().ValueOr("?");
    default: return "no promise";
  }
}

TEST(ModulesTest, AModuleThatWasEndedHasFailed) {
  Later later;
  later.sources["now:endless"] = "export const a = 1; for (;;);";
  later.sources["now:around"] = "import 'now:endless'; export const b = 2";
  later.sources["now:whole"] = "export const c = 3";
  hw::Isolate isolate({.host = later.host});
  isolate.SetTimeout(20'000'000);
  for (const char* source : {"import {b} from 'now:around'", "import {a} from 'now:endless'"}) {
    hw_value module, promise;
    EXPECT_EQ(hw_module_new(isolate.raw(), source, HW_ZERO_TERMINATED, "main", &module), HW_OK);
    hw_status status = hw_module_evaluate(isolate.raw(), module, &promise);
    if (status == HW_TERMINATED) {
      EXPECT_TRUE(isolate.Revive());
    } else {
      EXPECT_EQ(Show(isolate, promise), "rejected undefined");
    }
    Start(isolate, "import {c} from 'now:whole'; if (c !== 3) throw c", &promise);
    EXPECT_EQ(Show(isolate, promise), "fulfilled undefined");
  }
  ASSERT_TRUE(isolate.Evaluate("import('now:around').catch(e => { globalThis.reason = String(e) })"));
  EXPECT_TRUE(isolate.RunJobs());
  EXPECT_EQ(isolate.Evaluate("reason")->AsString(), "undefined");
}

TEST(ModulesTest, AGraphArrivesPieceByPiece) {
  Later later;
  hw::Isolate isolate({.host = later.host});
  hw_value promise, space;
  hw_value module =
      Start(isolate,
            "import {b} from 'b'; import {c} from 'c'; globalThis.order = (globalThis.order ?? '') + 'm';"
            "export const sum = b + c;",
            &promise);
  EXPECT_THAT(later.asked, ElementsAre("b", "c"));
  EXPECT_EQ(Show(isolate, promise), "pending");
  EXPECT_EQ(hw_module_namespace(isolate.raw(), module, &space), HW_EXCEPTION);
  // c needs d, and b in a circle.
  EXPECT_EQ(
      Load(isolate, "c", "import {d} from 'd'; import {b} from 'b'; order += 'c'; export const c = d + 1;"),
      HW_OK);
  EXPECT_THAT(later.asked, ElementsAre("b", "c", "d"));
  EXPECT_EQ(Load(isolate, "d", "globalThis.order = 'd'; export const d = 10;"), HW_OK);
  EXPECT_EQ(Show(isolate, promise), "pending");
  EXPECT_EQ(Load(isolate, "b",
                 "import {c} from 'c'; order += 'b'; export const b = 100; export const later = () => c;"),
            HW_OK);
  EXPECT_EQ(Show(isolate, promise), "fulfilled undefined");
  EXPECT_EQ(isolate.Evaluate("order")->AsString(), "dcbm");
  ASSERT_EQ(hw_module_namespace(isolate.raw(), module, &space), HW_OK);
  EXPECT_EQ(isolate.Wrap(space).Get("sum")->AsNumber(), 111);
  EXPECT_THAT(later.asked, ElementsAre("b", "c", "d")) << "each once";
}

// A host whose load_module evaluates another module, which imports what is being loaded.
TEST(ModulesTest, AHostMayRunModulesWhileItLoads) {
  struct Nested {
    hw::Host host;
    std::vector<std::string> asked;
    int depth = 0;
  } nested;
  nested.host.hooks().data = &nested;
  nested.host.hooks().load_module = [](void* data, hw_isolate* isolate, const hw_module_request* request,
                                       hw_value* module) {
    auto* self = static_cast<Nested*>(data);
    std::string name = request->name;
    self->asked.push_back(name);
    if (name == "b" && self->depth == 0) {
      self->depth++;
      hw_value inner, promise;
      EXPECT_EQ(hw_module_new(isolate, "import {a} from 'a'; globalThis.inner = a;", HW_ZERO_TERMINATED,
                              "inner", &inner),
                HW_OK);
      EXPECT_EQ(hw_module_evaluate(isolate, inner, &promise), HW_OK);
      EXPECT_EQ(hw_run_jobs(isolate), HW_OK);
      self->depth--;
    }
    std::string source = name == "a"   ? "import {b} from 'b'; import {c} from 'c'; export const a = b + c;"
                         : name == "b" ? "globalThis.runs = (globalThis.runs ?? 0) + 1; export const b = 1;"
                                       : "export const c = 2;";
    return hw_module_new(isolate, source.data(), source.size(), request->name, module);
  };
  hw::Isolate isolate({.host = nested.host});
  hw_value promise;
  Start(isolate, "import {a} from 'a'; import {b} from 'b'; globalThis.outer = a + b;", &promise);
  EXPECT_EQ(Show(isolate, promise), "fulfilled undefined");
  EXPECT_EQ(isolate.Evaluate("[inner, outer, runs].join()")->AsString(), "3,4,1");
  EXPECT_THAT(nested.asked, ElementsAre("a", "b", "b", "c"));
}

// One that does so without end.
TEST(ModulesTest, AHostThatLoadsForeverOverflowsTheStack) {
  hw::Host host;
  host.hooks().load_module = [](void*, hw_isolate* isolate, const hw_module_request*, hw_value* module) {
    hw_value inner, promise;
    hw_status status = hw_module_new(isolate, "import 'a';", HW_ZERO_TERMINATED, "inner", &inner);
    if (status == HW_OK) status = hw_module_evaluate(isolate, inner, &promise);
    return status == HW_OK ? hw_module_new(isolate, "", 0, "a", module) : status;
  };
  hw::Isolate isolate({.host = host});
  hw_value module, promise;
  EXPECT_EQ(hw_module_new(isolate.raw(), "import 'a';", HW_ZERO_TERMINATED, "main", &module), HW_OK);
  EXPECT_EQ(hw_module_evaluate(isolate.raw(), module, &promise), HW_EXCEPTION);
}

TEST(ModulesTest, AShadowRealmHasNoneOfTheHosts) {
  Later later;
  later.sources["now:a"] = "export const n = 1; globalThis.made = 1;";
  hw::Isolate isolate({.host = later.host, .harmony = true});
  ASSERT_TRUE(isolate.Evaluate(
      "globalThis.out = []; const tell = (n) => { out.push(n) }, no = (e) => { out.push(e.message) };"
      "const realm = new ShadowRealm(); realm.importValue('now:a', 'n').then(tell, no);"
      "realm.evaluate('(no) => { import(\"now:a\").then(() => no(1), (e) => no(e.message)) }')(tell); 0"));
  EXPECT_TRUE(isolate.RunJobs());
  EXPECT_THAT(later.asked, IsEmpty());
  EXPECT_EQ(isolate.Evaluate("typeof made")->AsString(), "undefined");
  EXPECT_EQ(
      isolate.Evaluate("out.sort().join('; ')")->AsString(),
      "Cannot load module 'now:a': a ShadowRealm has no modules here; "
      "a module threw in another realm: TypeError: Cannot load module 'now:a': a ShadowRealm has no modules "
      "here");
}

TEST(ModulesTest, ManyWaitForOne) {
  Later later;
  hw::Isolate isolate({.host = later.host});
  ASSERT_TRUE(isolate.Evaluate(
      "globalThis.out = []; for (let i = 0; i < 3; i++) import('x').then(m => out.push(m.n += i), "
      "e => out.push('' + e)); import('x').then(m => { globalThis.x = m }); 0"));
  hw_value promise;
  Start(isolate, "import {n} from 'x'; out.push('main' + n)", &promise);
  EXPECT_TRUE(isolate.RunJobs());
  EXPECT_THAT(later.asked, ElementsAre("x"));
  EXPECT_EQ(Load(isolate, "x", "export let n = 1"), HW_OK);
  EXPECT_EQ(isolate.Evaluate("out.length")->AsNumber(), 0) << "guest code runs in jobs only";
  EXPECT_EQ(Show(isolate, promise), "fulfilled undefined");
  EXPECT_THAT(isolate.Evaluate("out.join()")->AsString(), HasSubstr("main1"));
  EXPECT_EQ(isolate.Evaluate("x.n")->AsNumber(), 1);
  EXPECT_EQ(Load(isolate, "x", "export let n = 2"), HW_INVALID) << "nobody waits any more";
  EXPECT_EQ(Load(isolate, "y", "export let n = 2"), HW_INVALID);
}

TEST(ModulesTest, FailuresReachThoseThatWaitAndAreForgotten) {
  Later later;
  later.sources["now:a"] = "import {n} from 'far'; export {n}";
  hw::Isolate isolate({.host = later.host});
  ASSERT_TRUE(
      isolate.Evaluate("globalThis.out = []; const tell = m => out.push(m.n), no = e => out.push(String(e));"
                       "globalThis.go = name => { import(name).then(tell, no) }; go('far'); go('now:a'); 0"));
  hw_value promise;
  Start(isolate, "import 'now:a'", &promise);
  EXPECT_EQ(hw_module_failed(isolate.raw(), "far", isolate.String("offline").raw()), HW_OK);
  EXPECT_EQ(Show(isolate, promise), "rejected offline");
  EXPECT_EQ(isolate.Evaluate("out.join()")->AsString(), "offline,offline");
  EXPECT_EQ(hw_module_failed(isolate.raw(), "far", isolate.String("offline").raw()), HW_INVALID);
  // The next import asks again, and now:a, which is there, gets what it lacked.
  ASSERT_TRUE(isolate.Evaluate("out = []; go('now:a'); 0"));
  EXPECT_THAT(later.asked, ElementsAre("far", "now:a", "far"));
  EXPECT_EQ(Load(isolate, "far", "export let n = 7"), HW_OK);
  EXPECT_TRUE(isolate.RunJobs());
  EXPECT_EQ(isolate.Evaluate("out.join()")->AsString(), "7");
}

TEST(ModulesTest, WhatArrivesMayBeWrongInItself) {
  Later later;
  hw::Isolate isolate({.host = later.host});
  hw_value promise;
  Start(isolate, "import {missing} from 'x'", &promise);
  EXPECT_EQ(Load(isolate, "x", "export let = 1"), HW_EXCEPTION) << "a SyntaxError of its own";
  EXPECT_EQ(Show(isolate, promise), "pending");
  EXPECT_EQ(Load(isolate, "x", "export let n = 1"), HW_OK);
  EXPECT_EQ(Show(isolate, promise),
            "rejected SyntaxError: The requested module 'x' does not provide an export named 'missing', "
            "which main asks for");
  Start(isolate, "import 'y'; throw new Error('mine')", &promise);
  EXPECT_EQ(Load(isolate, "y", "await null"), HW_OK);
  EXPECT_EQ(Show(isolate, promise), "rejected Error: mine");
  // Modules that failed to load at once leave nothing half done.
  later.sources["now:half"] = "import 'now:broken'";
  later.sources["now:broken"] = "import {";
  for (int i = 0; i < 2; i++) {
    hw_value module;
    ASSERT_EQ(hw_module_new(isolate.raw(), "import 'now:half'", HW_ZERO_TERMINATED, "m", &module), HW_OK);
    EXPECT_EQ(hw_module_evaluate(isolate.raw(), module, &promise), HW_EXCEPTION);
  }
}

TEST(ModulesTest, AttributesReachTheHooks) {
  Later later;
  later.sources["now:data?type=code"] = "export default {answer: 42}";
  later.sources["now:data?a=1?b=2"] = "export default 3";
  hw::Isolate isolate({.host = later.host});
  hw_value promise;
  Start(isolate,
        "import data from 'now:data' with {type: 'code'}; globalThis.data = data;"
        "import('now:data', {with: {a: '1', b: '2'}}).then(m => { globalThis.other = m.default });",
        &promise);
  EXPECT_EQ(Show(isolate, promise), "fulfilled undefined");
  EXPECT_EQ(isolate.Evaluate("data.answer + other")->AsNumber(), 45);
}

TEST(ModulesTest, JsonIsAModule) {
  Later later;
  later.sources["now:config?type=json"] = R"({"retries": 3, "__proto__": {"a": [1]}})";
  later.sources["now:again"] =
      "export {default as again} from 'now:config' with {type: 'json'}; export * from 'now:config' with "
      "{type: 'json'}";
  later.sources["now:broken?type=json"] = "{'a': 1}";
  hw::Isolate isolate({.host = later.host});
  hw_value promise;
  Start(isolate,
        "import config, * as space from 'now:config' with {type: 'json'}; import * as m from 'now:again';"
        "JSON.parse = () => 'not this';"
        "globalThis.seen = [config.retries, Object.keys(config), config.__proto__.a, m.again === config, "
        "Object.keys(m),"
        "  space.default === config].join();"
        "try { space.default = 1 } catch (e) { seen += e.name }"
        "await import('now:broken', {with: {type: 'json'}}).catch(e => seen += e.name)",
        &promise);
  EXPECT_EQ(Show(isolate, promise), "fulfilled undefined");
  EXPECT_EQ(isolate.Evaluate("seen")->AsString(),
            "3,retries,__proto__,1,true,again,trueTypeErrorSyntaxError");
  hw_value module;
  EXPECT_EQ(hw_module_new_json(isolate.raw(), "[1,", HW_ZERO_TERMINATED, &module), HW_EXCEPTION);
  EXPECT_EQ(hw_module_new_json(isolate.raw(), "null", 4, &module), HW_OK);
  EXPECT_EQ(hw_module_evaluate(isolate.raw(), module, &promise), HW_OK);
  EXPECT_EQ(Show(isolate, promise), "fulfilled undefined");
}

TEST(ModulesTest, WaitingGoesAlongIntoImages) {
#if !HALFWORD_COMPRESS
  GTEST_SKIP();
#endif
  Later later;
  hw::Isolate isolate({.host = later.host});
  ASSERT_TRUE(isolate.Evaluate("import('x').then(m => { globalThis.got = m.n }); 0"));
  hw::Result<hw::Image> image = isolate.Freeze();
  ASSERT_TRUE(image) << image.error().text;
  for (const char* n : {"1", "2"}) {
    hw::Isolate clone({.image = *image, .host = later.host});
    EXPECT_EQ(Load(clone, "x", (std::string("export let n = ") + n).c_str()), HW_OK);
    EXPECT_TRUE(clone.RunJobs());
    EXPECT_EQ(clone.Evaluate("got")->ToString().ValueOr(""), n);
  }
}

TEST(ModulesTest, ALongChainUnderCollections) {
  Later later;
  hw::Isolate isolate({.host = later.host});
  isolate.raw()->owner->heap().SetStressInterval(5, halfword::gc::StressKind::kStep);
  hw_value promise;
  Start(isolate, "import {n} from '1'; globalThis.n = n", &promise);
  hw_ref kept = hw_ref_new(isolate.raw(), promise);
  for (int i = 1; i <= 60; i++) {
    std::string source = i < 60 ? "import {n as m} from '" + std::to_string(i + 1) + "'; export let n = m + 1"
                                : std::string("export let n = 0");
    ASSERT_EQ(Load(isolate, std::to_string(i).c_str(), source.c_str()), HW_OK);
  }
  EXPECT_EQ(Show(isolate, hw_ref_get(isolate.raw(), kept)), "fulfilled undefined");
  EXPECT_EQ(isolate.Evaluate("n")->AsNumber(), 59);
}

TEST(ModulesTest, ImportMetaIsTheHosts) {
  hw::Host host;
  int asked = 0;
  host.ImportMeta([&](hw::Value meta, std::string_view name) {
    asked++;
    EXPECT_TRUE(
        meta.Set("url", hw::Value(meta.isolate(), hw_string(meta.isolate(), name.data(), name.size()))));
  });
  host.LoadModule([](hw_isolate* isolate, const hw_module_request& request) {
    return hw::CompileModule(isolate, "export const url = import.meta.url", request.name);
  });
  hw::Isolate isolate({.host = host});
  hw::Result<hw::Value> space = isolate.EvaluateModule(
      "import {url} from 'mem:other'; export const all = [import.meta.url, url, import.meta === import.meta]",
      "mem:main");
  ASSERT_TRUE(space) << space.error().text;
  EXPECT_EQ(space->Get("all")->ToString().ValueOr(""), "mem:main,mem:other,true");
  EXPECT_EQ(asked, 2);
  // Not asked by modules that don't look.
  ASSERT_TRUE(isolate.EvaluateModule("export default 1"));
  EXPECT_EQ(asked, 2);
}

TEST(ModulesTest, ValuesOfTheHostAreAModule) {
  hw::Host host;
  host.Function("read", [](std::string name) { return "<" + name + ">"; });
  host.LoadModule([](hw_isolate* isolate, const hw_module_request& request) -> hw::Result<hw::Value> {
    if (std::string_view(request.name) != "host:fs")
      return hw::Throw(isolate, HW_ERROR_RANGE, "no such module");
    hw::Value read(isolate, hw_function_new(isolate, "read", hw_undefined()));
    return hw::ValuesModule(
        isolate, {{"read", read}, {"sep", {isolate, hw_string(isolate, "/", 1)}}, {"default", read}});
  });
  hw::Isolate isolate({.host = host});
  hw::Result<hw::Value> space = isolate.EvaluateModule(
      "import fs, {read, sep as s} from 'host:fs'; import * as all from 'host:fs';"
      "export {sep} from 'host:fs';"
      "export const text = [read('a') + s, fs === read, Object.keys(all)].join(' ')");
  ASSERT_TRUE(space) << space.error().text;
  EXPECT_EQ(space->Get("text")->AsString(), "<a>/ true default,read,sep");
  EXPECT_EQ(space->Get("sep")->AsString(), "/");
  space = isolate.EvaluateModule("import {write} from 'host:fs'");
  ASSERT_FALSE(space);
  EXPECT_THAT(space.error().text, HasSubstr("does not provide an export named 'write'"));
  EXPECT_THAT(isolate.EvaluateModule("import 'host:net'").error().text,
              HasSubstr("RangeError: no such module"));

  hw::Result<hw::Value> twice =
      hw::ValuesModule(isolate.raw(), {{"a", isolate.Null()}, {"a", isolate.Null()}});
  ASSERT_FALSE(twice);
  EXPECT_THAT(twice.error().text, HasSubstr("SyntaxError: Duplicate export of 'a'"));
  hw::Result<hw::Value> none = hw::ValuesModule(isolate.raw(), {});
  ASSERT_TRUE(none);
  hw_value promise;
  ASSERT_EQ(hw_module_evaluate(isolate.raw(), none->raw(), &promise), HW_OK);
  EXPECT_EQ(Show(isolate, promise), "fulfilled undefined");
}

// Tables of modules have room for as many entries as fit their cells, which may be more than there are.
TEST(ModulesTest, ValuesOfTheHostMayBeAnyNumber) {
  for (size_t count = 0; count < 10; count++) {
    hw::Isolate isolate;
    std::vector<std::string> names;
    for (size_t i = 0; i < count; i++) names.push_back("v" + std::to_string(i));
    std::vector<const char*> keys;
    std::vector<hw_value> values;
    for (size_t i = 0; i < count; i++) {
      keys.push_back(names[i].c_str());
      values.push_back(hw_number(isolate.raw(), static_cast<double>(i)));
    }
    hw_value module, promise, space;
    ASSERT_EQ(hw_module_new_values(isolate.raw(), keys.data(), values.data(), count, &module), HW_OK);
    ASSERT_EQ(hw_module_evaluate(isolate.raw(), module, &promise), HW_OK);
    EXPECT_EQ(Show(isolate, promise), "fulfilled undefined");
    ASSERT_EQ(hw_module_namespace(isolate.raw(), module, &space), HW_OK);
    for (size_t i = 0; i < count; i++)
      EXPECT_EQ(isolate.Wrap(space).Get(names[i].c_str())->AsNumber(), static_cast<double>(i));
    hw_isolate_collect(isolate.raw());
    EXPECT_EQ(isolate.Evaluate("Object.keys([1, 2]).join()")->AsString(), "0,1");
  }
}

TEST(ModulesTest, WhatWaitsIsNotTakenForDone) {
  hw::Host host;
  host.LoadModule([](hw_isolate*, const hw_module_request&) -> hw::Result<hw::Value> { return hw::Later(); });
  host.ResolveModule([](const hw_module_request& request) -> std::optional<std::string> {
    if (std::string_view(request.specifier) == "none") return std::nullopt;
    return std::string(request.specifier) + ".js";
  });
  hw::Isolate isolate({.host = host});
  EXPECT_EQ(isolate.EvaluateModule("export const a = 1; await new Promise(() => {})").error().status,
            HW_LATER);
  EXPECT_EQ(isolate.EvaluateModule("import 'far'").error().status, HW_LATER);
  EXPECT_EQ(hw_module_loaded(isolate.raw(), "far.js", isolate.Null().raw()), HW_INVALID);
  EXPECT_EQ(Load(isolate, "far.js", ""), HW_OK);
  EXPECT_TRUE(isolate.EvaluateModule("import 'far'"));
  EXPECT_THAT(isolate.EvaluateModule("import 'none'").error().text, HasSubstr("Cannot find module 'none'"));
}

}  // namespace
