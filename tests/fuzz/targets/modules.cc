// Module graphs: a few modules that import each other and themselves, names that are missing, ambiguous or
// indirect, top-level await, errors, JSON, values of the host; some come at once, some later, in any order,
// some never. Every promise is settled or waits for a module that has not come, and what is evaluated twice
// has run once.
#include <string>
#include <vector>

#include "guest.h"

using namespace halfword::fuzzing;  // NOLINT

namespace {

constexpr size_t kModules = 6;

// Statements of a module. $ is another module's specifier.
constexpr const char* kStatements[] = {
    "import '$';",
    "import d$ from '$';",
    "import {x as x$, y as y$} from '$';",
    "import * as n$ from '$';",
    "export * from '$';",
    "export * as all from '$';",
    "export {x} from '$';",
    "export {default} from '$';",
    "export {y as x} from '$';",
    "export let x = 1;",
    "export function y() { return typeof x; }",
    "export default class {}",
    "export default function () { return 1; }",
    "let z = 2; export {z as y, z as 'a b'};",
    "export let x;",
    "export const {q, r} = globalThis;",
    "export async function f() { await 0; }",
    "await 0;",
    "await import('$').catch(() => {});",
    "import('$');",
    "await Promise.reject(new Error('no'));",
    "throw new TypeError('no');",
    "for await (let v of [1, Promise.resolve(2)]) v;",
    "await new Promise(() => {});",
    "try { n$.x; } catch {}",
    "try { x$ = 1; } catch {}",
    "typeof d$;",
    "globalThis.log.push(import.meta);",
    "globalThis.log.push('$');",
    "import j from '$' with {type: 'json'};",
    "import {x} from '$'; export {x};",
    "export {nowhere};",
    "import {nowhere} from '$';",
    "}",
    "try { Object.keys(n$); Object.defineProperty(n$, 'x', {value: 1}); } catch {}",
    "export default await 5;",
    "import.meta.x = import.meta;",
    "let x; var x;",
    "setTimeout;",
    "eval('var e = 1');",
    "arguments;",
    "await using;",
    "label: { break label; }",
    "export var v1 = (async () => { for (;;) await 0; });",
    "gather();"};

struct Graph {
  std::vector<std::string> sources;
  std::vector<uint8_t> loads;  // how each is loaded
  std::vector<std::string> waiting;
};
Graph* graph = nullptr;

size_t IndexOf(std::string_view name) {
  return name.size() == 2 && name[0] == 'm' ? static_cast<size_t>(name[1] - '0') : kModules;
}

hw_status Make(hw_isolate* isolate, const char* name, hw_value* module) {
  size_t index = IndexOf(name);
  if (index >= graph->sources.size()) return hw_throw_error(isolate, HW_ERROR_TYPE, "there is none");
  switch (graph->loads[index] % 8) {
    case 0: return hw_module_new_json(isolate, "{\"x\": [1]}", HW_ZERO_TERMINATED, module);
    case 1: {
      const char* names[] = {"x", "y", "default"};
      hw_value values[] = {hw_object(isolate), hw_number(isolate, 2), hw_undefined()};
      return hw_module_new_values(isolate, names, values, graph->loads[index] / 8 % 4, module);
    }
    default:
      return hw_module_new(isolate, graph->sources[index].data(), graph->sources[index].size(), name, module);
  }
}

hw_status Load(void*, hw_isolate* isolate, const hw_module_request* request, hw_value* module) {
  size_t index = IndexOf(request->name);
  if (index < graph->loads.size() && graph->loads[index] & 64) {
    graph->waiting.push_back(request->name);
    return HW_LATER;
  }
  return Make(isolate, request->name, module);
}

hw_host* Host() {
  static hw_host* host = [] {
    hw_hooks hooks = {};
    hooks.size = sizeof hooks;
    hooks.load_module = Load;
    hooks.import_meta = [](void*, hw_isolate* isolate, const char*, hw_value meta) {
      (void)hw_set_named(isolate, meta, "url", hw_null());
    };
    static constexpr hw_function kFunctions[] = {{"gather",
                                                  [](hw_isolate* isolate, const hw_call*, hw_value*) {
                                                    hw_isolate_collect(isolate);
                                                    return HW_OK;
                                                  },
                                                  0, nullptr}};
    return hw_host_new(kFunctions, 1, &hooks);
  }();
  return host;
}

std::string Source(Choices& choices) {
  std::string source;
  for (size_t n = choices.Below(8); n-- > 0;) {
    std::string statement = choices.Of(kStatements);
    std::string name = "m" + std::to_string(choices.Below(kModules));
    for (size_t at; (at = statement.find('$')) != statement.npos;) statement.replace(at, 1, name);
    source += statement + "\n";
  }
  return source;
}

}  // namespace

const Language halfword::fuzzing::kLanguage = {};

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static hw_isolate* guest = [] {
    hw_isolate* isolate = NewIsolate(Host());
    (void)hw_install_host(isolate, hw_global(isolate));
    hw_image* image = hw_isolate_freeze(isolate, nullptr);
    hw_isolate_destroy(isolate);
    return NewIsolate(Host(), image);
  }();
  if (!hw_isolate_reset(guest)) return 0;
  Choices choices(data, size);
  Graph all;
  graph = &all;
  for (size_t i = 0; i < kModules; i++) {
    all.loads.push_back(choices.Byte());
    all.sources.push_back(Source(choices));
  }
  hw_value root, promise, result, ignored;
  (void)hw_evaluate(guest, "var log = []", HW_ZERO_TERMINATED, nullptr, &ignored);
  hw_status status = hw_module_new(guest, all.sources[0].data(), all.sources[0].size(),
                                   choices.Flag() ? "m0" : "root", &root);
  if (status != HW_OK) return 0;
  hw_ref kept = hw_ref_new(guest, root);
  hw_status evaluated = hw_module_evaluate(guest, root, &promise);
  hw_ref outcome = evaluated == HW_OK ? hw_ref_new(guest, promise) : 0;
  for (int turn = 0; turn < 40 && status != HW_TERMINATED; turn++) {
    uint8_t what = choices.Byte();
    status = what & 16 ? hw_run_some_jobs(guest, what & 3) : hw_run_jobs(guest);
    if (what & 32) (void)hw_module_namespace(guest, hw_ref_get(guest, kept), &ignored);
    if (what & 64) (void)hw_module_evaluate(guest, hw_ref_get(guest, kept), &ignored);
    if (what & 128) hw_isolate_collect(guest);
    if (all.waiting.empty()) continue;
    size_t at = what % all.waiting.size();
    std::string name = all.waiting[at];
    if ((what & 7) == 7) continue;
    hw_value module = hw_undefined();
    hw_status made = (what & 7) == 6 ? HW_EXCEPTION : Make(guest, name.c_str(), &module);
    hw_status told = made == HW_OK ? hw_module_loaded(guest, name.c_str(), module)
                                   : hw_module_failed(guest, name.c_str(), hw_exception(guest));
    if (told == HW_TERMINATED) break;
    Require(told == HW_OK || told == HW_EXCEPTION, "somebody waits for a module that was to come later");
    all.waiting.erase(all.waiting.begin() + static_cast<long>(at));
  }
  status = hw_run_jobs(guest);
  if (outcome && status == HW_OK) {
    hw_promise_state state = hw_promise_inspect(guest, hw_ref_get(guest, outcome), &result);
    Require(state != HW_PROMISE_NONE, "evaluation gives a promise");
    char text[100];
    if (state == HW_PROMISE_REJECTED) hw_describe(guest, result, text, sizeof text);
    if (state == HW_PROMISE_FULFILLED) {
      status = hw_module_namespace(guest, hw_ref_get(guest, kept), &result);
      Require(status != HW_EXCEPTION, "an evaluated module has a namespace");
      if (status == HW_OK) (void)hw_keys(guest, result, &ignored);
    }
  }
  return 0;
}
