// Sequences of calls of the C interface: bytes are a program over tables of isolates, values, refs, images
// and messages. Values go to isolates that they are not of, and outlive resets; callbacks make calls in turn,
// suspend, throw, terminate, destroy what they are inside of. What the header forbids (handles of what is
// gone, two threads at once) does not occur.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "guest.h"

using namespace halfword::fuzzing;  // NOLINT

const Language halfword::fuzzing::kLanguage = {};

namespace {

constexpr size_t kIsolates = 3, kValues = 12, kRefs = 6, kImages = 2, kScopes = 4, kPins = 4;
constexpr int kNesting = 4;

constexpr const char* kSources[] = {
    "1",
    "({x: 1, y: [1, 2]})",
    "[1, 'a', {}]",
    "'text' + Math.random()",
    "(function f(a) { return call(a, this); })",
    "call(1, {})",
    "suspend(2)",
    "call(suspend(1), suspend(2))",
    "throw new TypeError('t')",
    "throw {x: 1}",
    "class K { constructor(a) { this.a = call(a); } m() { return suspend(this); } }; K",
    "new Promise(f => f(call(1)))",
    "Promise.reject(call(2))",
    "(async () => { for (let i = 0; i < 3; i++) await call(i); })()",
    "(async () => { await 0; suspend(); })()",
    "(function* () { yield call(1); yield suspend(2); })()",
    "[...(function* () { yield suspend(2); })()]",
    "[3, 1, 2].sort((a, b) => call(a) || a - b)",
    "[1].map(suspend)",
    "({get x() { return call(this); }, set x(v) { suspend(v); }})",
    "new Proxy({}, {get: (o, k) => call(k), set: () => suspend(), ownKeys: () => [call('a')]})",
    "({toString() { return call('s'); }, valueOf() { throw call(1); }})",
    "new ArrayBuffer(64, {maxByteLength: 128})",
    "new Uint8Array(1000)",
    "new SharedArrayBuffer(8)",
    "new Map([[1, {}]])",
    "/a+/g",
    "new Date(0)",
    "10n ** 30n",
    "Symbol('s')",
    "Symbol.iterator",
    "globalThis",
    "while (true);",
    "(function f() { f(); })()",
    "new Array(1e6).fill(0)",
    "'x'.repeat(1e6)",
    "terminate()",
    "globalThis.kept ?\?= [{}]",
    "globalThis.kept",
    "call",
    "import('m').then(call, call)",
    "new (class { #p = call(1); })",
    "structured",
    "eval('call(1)')",
    "with ({a: 1}) call(a)",
    "let x = 1",
    "x",
    "new WeakRef({})",
    "new FinalizationRegistry(call).register({}, 1)",
    "console?.log({a: [1]})",
    "({then(f) { f(call(1)); }})",
    "Object.defineProperty(globalThis, 'g', {get: () => call(1), configurable: true}); g",
    "delete globalThis.call",
    "Error.prototype.toString = call",
    "(",
    ""};
constexpr const char* kNames[] = {"x",    "y",           "length",    "0", "1", "call", "suspend",
                                  "then", "constructor", "__proto__", "a", "m", "none", "toString"};

class World;
World* world = nullptr;
hw_host* Host();

class World {
 public:
  World(const uint8_t* data, size_t size) : choices_(data, size) {
    outlives_ = choices_.Flag();
    for (hw_value& v : values_) v = hw_undefined();
  }

  void Run() {
    isolates_[0] = New(nullptr);
    for (int i = 0; i < 120 && !choices_.done(); i++) Step();
    is_over_ = true;
    for (hw_image* image : images_) hw_image_release(image);
    for (Pin& pin : pins_) Unpin(pin);
    for (size_t i = 0; i < kIsolates; i++) {
      if (pooled_[i])
        hw_pool_give(pool_, isolates_[i]);
      else
        hw_isolate_destroy(isolates_[i]);
    }
    hw_pool_destroy(pool_);
    hw_memory_free(message_);
    for (const auto& finalizer : finalizers_) {
      if (finalizer->run != 1) std::abort();  // each that was taken over runs once
    }
  }

  // A function of the host is called.
  hw_status Callback(hw_isolate* isolate, const hw_call* call, hw_value* result) {
    if (call->argument_count) Value() = call->arguments[choices_.Byte() % call->argument_count];
    if (depth_ >= kNesting) return HW_OK;
    // Where it is in the table; one that was called from elsewhere is not.
    depth_++;
    inside_.push_back(isolate);
    hw_status status = HW_OK;
    for (size_t n = choices_.Below(4); n-- > 0;) status = Step();
    inside_.pop_back();
    depth_--;
    *result = Value();
    switch (choices_.Below(8)) {
      case 0: return hw_throw(isolate, Value());
      case 1: return hw_throw_error(isolate, static_cast<hw_error_type>(choices_.Below(5)), "thrown");
      case 2: return hw_terminate(isolate);
      case 3: return HW_SUSPENDED;
      case 4: return status;
      default: return HW_OK;
    }
  }

  void Settled(hw_value result) {
    Value() = result;
    if (depth_ >= kNesting || choices_.Flag()) return;
    depth_++;
    (void)Step();
    depth_--;
  }

  hw_status Module(hw_isolate* isolate, const hw_module_request* request, hw_value* module) {
    switch (choices_.Below(4)) {
      case 0: return HW_LATER;
      case 1: return hw_module_new_json(isolate, "[1]", HW_ZERO_TERMINATED, module);
      case 2: *module = Value(); return HW_OK;
      default:
        return hw_module_new(isolate, "export let x = call(1); await 0;", HW_ZERO_TERMINATED, request->name,
                             module);
    }
  }

 private:
  struct Finalizer {
    World* world;
    int run = 0;
  };
  // Calls take(finalizer), which says whether it was taken over. Then it will run once, perhaps at once.
  template <class F>
  void Finalizable(F&& take) {
    auto finalizer = std::make_unique<Finalizer>(Finalizer{this});
    Finalizer* raw = finalizer.get();
    finalizers_.push_back(std::move(finalizer));
    if (take(raw)) return;
    if (raw->run != 0) std::abort();
    raw->run = 1;
  }
  static void Finalize(void* data, void*) {
    auto* finalizer = static_cast<Finalizer*>(data);
    if (finalizer->run++ != 0) std::abort();
    World* world = finalizer->world;
    if (world->is_over_ || world->depth_ >= kNesting || world->choices_.Flag()) return;
    world->depth_++;
    (void)world->Step();
    world->depth_--;
  }
  static void Release(void* data) { Finalize(data, nullptr); }

  // The isolate is not reset or destroyed meanwhile.
  struct Pin {
    hw_isolate* isolate = nullptr;
    hw_value buffer = hw_undefined();
  };
  void Unpin(Pin& pin) {
    Pin former = std::exchange(pin, Pin());  // finalizers may pin
    if (former.isolate) hw_bytes_unpin(former.isolate, former.buffer);
  }
  // Whether hw_isolate_destroy or hw_pool_give did it.
  static bool IsGone(hw_isolate* isolate) {
    return std::strcmp(hw_mistake(isolate), "the isolate was destroyed") == 0 ||
           std::strcmp(hw_mistake(isolate), "the isolate was given back to its pool") == 0;
  }

  hw_value& Value() { return values_[choices_.Below(kValues)]; }
  hw_ref& Ref() { return refs_[choices_.Below(kRefs)]; }
  const char* Name() { return choices_.Of(kNames); }
  size_t Slot() { return choices_.Below(kIsolates); }

  hw_isolate* New(hw_image* image) {
    hw_isolate* isolate = NewIsolate(Host(), image, {16 << 20, 20'000, choices_.Below(8) == 7});
    if (isolate && !image) (void)hw_install_host(isolate, hw_global(isolate));
    return isolate;
  }
  bool IsInside(hw_isolate* isolate) {
    for (hw_isolate* entered : inside_) {
      if (entered == isolate) return true;
    }
    return false;
  }
  // Values of an isolate that is no more what it was.
  void Outlived() {
    if (outlives_) return;
    for (hw_value& v : values_) v = hw_undefined();
  }

  // One call; what it returned.
  hw_status Step() {
    size_t slot = Slot();
    hw_isolate* isolate = isolates_[slot];
    uint8_t what = choices_.Byte();
    if (!isolate) {
      if (what & 1 && pool_) {
        isolates_[slot] = hw_pool_take(pool_, nullptr);
        pooled_[slot] = isolates_[slot] != nullptr;
      } else {
        isolates_[slot] = New(what & 2 ? images_[choices_.Below(kImages)] : nullptr);
      }
      return HW_OK;
    }
    hw_isolate_set_fuel(isolate, 20'000);
    hw_value &a = Value(), &b = Value(), &c = Value();
    hw_value list[] = {a, b, c};
    size_t count = choices_.Below(4);
    bool flag;
    double number;
    int64_t integer;
    char text[64];
    switch (what % 64) {
      default: {
        const char* source = choices_.Of(kSources);
        return hw_evaluate(isolate, source, HW_ZERO_TERMINATED, "s", &a);
      }
      case 0: return hw_run_jobs(isolate);
      case 1: return hw_run_some_jobs(isolate, count);
      case 2: a = hw_exception(isolate); break;
      case 3: (void)hw_describe(isolate, a, text, sizeof text); break;
      case 4: return hw_resume(isolate, b, &a);
      case 5: return hw_resume_throw(isolate, b, &a);
      case 6: {
        const char* name;
        hw_value arguments[2] = {hw_undefined(), hw_undefined()};
        (void)hw_suspended_call(isolate, &name, arguments, 2);
        a = arguments[0];
        break;
      }
      case 7: {
        static constexpr const char* kModuleSources[] = {"export let x = call(1)",
                                                         "import 'm'; await suspend(1)",
                                                         "import {x} from 'm'; export default x",
                                                         "await new Promise(() => {})",
                                                         "(",
                                                         "throw 1"};
        const char* source = choices_.Of(kModuleSources);
        return hw_module_new(isolate, source, HW_ZERO_TERMINATED, "n", &a);
      }
      case 8: return hw_module_evaluate(isolate, b, &a);
      case 9: return hw_module_namespace(isolate, b, &a);
      case 10: return hw_module_loaded(isolate, "m", b);
      case 11: return hw_module_failed(isolate, "m", b);
      case 12: {
        const char* names[] = {"x", Name(), "default"};
        return hw_module_new_values(isolate, names, list, count % 4, &a);
      }
      case 13: (void)hw_type_of(isolate, a); break;
      case 14: a = hw_number(isolate, choices_.Byte() * 1073741823.5); break;
      case 15: a = hw_string(isolate, Name(), HW_ZERO_TERMINATED); break;
      case 16: a = hw_bigint(isolate, int64_t{choices_.Byte()} << 55); break;
      case 17: a = hw_object(isolate); break;
      case 18: a = hw_array(isolate, list, count % 4); break;
      case 19: a = hw_global(isolate); break;
      case 20: a = hw_function_new(isolate, Name(), b); break;
      case 21: return hw_install_host(isolate, b);
      case 22:
        (void)hw_is_true(isolate, a), (void)hw_as_number(isolate, a), (void)hw_is_array(isolate, a),
            (void)hw_as_int64(isolate, a, &integer);
        break;
      case 23: return hw_to_number(isolate, a, &number);
      case 24: return hw_to_string(isolate, b, &a);
      case 25: (void)hw_utf8(isolate, a, text, sizeof text); break;
      case 26: {
        uint16_t units[16];
        size_t n = hw_utf16(isolate, a, units, 16);
        b = hw_string_utf16(isolate, units, std::min<size_t>(n, 16));
        break;
      }
      case 27: (void)hw_is_same(isolate, a, b); break;
      case 28: Ref() = hw_ref_new(isolate, a); break;
      case 29: a = hw_ref_get(isolate, Ref()); break;
      case 30: hw_ref_set(isolate, Ref(), a); break;
      case 31: hw_ref_free(isolate, Ref()); break;
      case 32: return hw_get(isolate, b, c, &a);
      case 33: return hw_set(isolate, a, b, c);
      case 34: return hw_get_named(isolate, b, Name(), &a);
      case 35: return hw_set_named(isolate, a, Name(), b);
      case 36: return hw_get_index(isolate, b, static_cast<uint32_t>(count - 1), &a);
      case 37: return hw_set_index(isolate, a, static_cast<uint32_t>(count - 1), b);
      case 38: return hw_has(isolate, a, b, &flag);
      case 39: return hw_delete(isolate, a, b, count ? &flag : nullptr);
      case 40: return hw_keys(isolate, b, &a);
      case 41: return hw_call_function(isolate, b, c, list, count % 4, &a);
      case 42: return hw_construct(isolate, b, list, count % 4, &a);
      case 43: return hw_json_parse(isolate, count & 1 ? "{\"x\": [1, 2]}" : "[", HW_ZERO_TERMINATED, &a);
      case 44: return hw_json_stringify(isolate, b, &a);
      case 45:
        return count & 1 ? hw_array_buffer(isolate, count & 2 ? "12345678" : nullptr, 8, &a)
                         : hw_uint8_array(isolate, "abc", 3, &a);
      case 46: {
        uint8_t* bytes;
        size_t size;
        if (hw_bytes(isolate, a, &bytes, &size) && size) bytes[0] = bytes[size - 1] = 7;
        break;
      }
      case 47: return hw_promise_new(isolate, &a);
      case 48: return hw_promise_resolve(isolate, a, b);
      case 49: return hw_promise_reject(isolate, a, b);
      case 50: (void)hw_promise_inspect(isolate, b, &a); break;
      case 51: {
        hw_memory_free(message_);
        message_ = nullptr;
        hw_status status = hw_serialize(isolate, a, &message_, &message_size_);
        if (status != HW_OK) message_ = nullptr;
        return status;
      }
      case 52: return message_ ? hw_deserialize(isolate, message_, message_size_, &a) : HW_OK;
      case 53: hw_isolate_collect(isolate); break;
      case 54: Outlived(), (void)hw_isolate_reset(isolate); break;
      case 55: {
        Outlived();
        // From inside nothing happens, and it lives on.
        if (pooled_[slot])
          hw_pool_give(pool_, isolate);
        else
          hw_isolate_destroy(isolate);
        if (IsGone(isolate)) isolates_[slot] = nullptr, pooled_[slot] = false;
        break;
      }
      case 56: {
        hw_image*& image = images_[choices_.Below(kImages)];
        if (hw_image* made = hw_isolate_freeze(isolate, nullptr)) {
          hw_image_release(image);
          image = made;
        }
        break;
      }
      case 57: hw_image_trim(images_[choices_.Below(kImages)]); break;
      case 58: {
        if (pool_) break;
        hw_config config = {};
        config.size = sizeof config;
        config.host = Host();
        config.image = images_[choices_.Below(kImages)];
        config.memory_limit = 16 << 20;
        config.fuel = 20'000;
        pool_ = hw_pool_new(&config, 1, nullptr);
        break;
      }
      case 59: hw_isolate_interrupt(isolate); break;
      case 60: {
        // It ends the process where a finalizer is called at the isolate's end.
        bool is_ending = std::strcmp(hw_mistake(isolate), "the isolate is being reset or destroyed") == 0;
        if (depth_ >= kNesting || is_ending || IsGone(isolate)) break;
        depth_++;
        inside_.push_back(isolate);
        hw_isolate_enter(isolate, [](void* self) { (void)static_cast<World*>(self)->Step(); }, this);
        inside_.pop_back();
        depth_--;
        break;
      }
      case 61: {
        hw_usage usage = {};
        usage.size = sizeof usage;
        hw_isolate_usage(isolate, &usage);
        (void)hw_has_jobs(isolate), (void)hw_next_timeout(isolate), (void)hw_isolate_reason(isolate);
        break;
      }
      case 62: return Ground(isolate, a, b, count);
    }
    return HW_OK;
  }

  // Scopes, references of all kinds, data and memory of the host's.
  hw_status Ground(hw_isolate* isolate, hw_value& a, hw_value& b, size_t count) {
    hw_scope& scope = scopes_[choices_.Below(kScopes)];
    hw_external external = {};
    external.size = sizeof external;
    external.label = count & 1 ? "external" : nullptr;
    external.finalize = Finalize;
    external.bytes = size_t{choices_.Byte()} << (count * 5);
    external.detaches = count & 2;
    switch (choices_.Below(34)) {
      case 18:
      case 19: {
        hw_property property = {};
        property.size = sizeof property;
        property.has_value = count & 1;
        property.value = b;
        property.attributes = choices_.Byte() & 7;
        property.given = choices_.Byte() & 7;
        if (!property.has_value) property.getter = b;
        bool defined;
        return hw_define(isolate, a, Value(), &property, count & 2 ? &defined : nullptr);
      }
      case 20: {
        hw_property property = {};
        property.size = sizeof property;
        bool found;
        hw_status status = hw_get_own(isolate, a, b, &property, &found);
        a = property.has_value ? property.value : property.getter;
        return status;
      }
      case 21: return hw_own_keys(isolate, b, choices_.Below(32), &a);
      case 22: return count & 1 ? hw_prototype(isolate, b, &a) : hw_set_prototype(isolate, a, b);
      case 23: return hw_set_integrity(isolate, a, static_cast<hw_integrity>(count % 3));
      case 24: a = count & 1 ? hw_symbol_for(isolate, a) : hw_private_key(isolate, Name()); break;
      case 25: return hw_entries(isolate, b, &a);
      case 26: {
        bool is;
        (void)hw_kind_of(isolate, a);
        return hw_instance_of(isolate, a, b, &is);
      }
      case 27: {
        const uint64_t words[] = {1, choices_.Byte(), uint64_t{1} << 63};
        uint64_t back[2];
        bool negative;
        (void)hw_as_words(isolate, a, &negative, back, 2);
        return hw_bigint_words(isolate, count & 1, words, count, &a);
      }
      case 28: {
        auto next = [](void* data, hw_item* item) {
          auto* world = static_cast<World*>(data);
          static constexpr uint16_t kText[] = {'a', 0x20AC, 0xD800, 'b', 0, 'c', 'd', 'e'};
          uint32_t kind = world->choices_.Below(20);
          item->kind = static_cast<hw_item_kind>(kind);
          if (kind == HW_ITEM_VALUE) {
            item->u.value = world->Value();
          } else if (kind == HW_ITEM_INTEGER || kind == HW_ITEM_DATE || kind == HW_ITEM_NUMBER) {
            item->u.integer = world->choices_.Byte();
          } else {
            item->u.text = {kText, world->choices_.Below(2)};
          }
          if (world->choices_.Below(16) == 0) item->flags = world->choices_.Below(8);
          return world->choices_.Below(64) != 0;
        };
        return hw_build(isolate, next, this, &a);
      }
      case 29: {
        auto take = [](void* data, const hw_item* item) {
          auto* world = static_cast<World*>(data);
          if (item->kind == HW_ITEM_VALUE) world->Value() = item->u.value;
          return world->choices_.Below(256) != 0;
        };
        return hw_read(isolate, b, choices_.Below(4), choices_.Below(8), take, this);
      }
      case 30: {
        hw_function_options options = {};
        options.size = count == 7 ? 0 : sizeof options;
        if (count & 1) options.shown_name = b;
        options.constructs = count & 2;
        if (count & 4) options.prototype = Value();
        options.length = static_cast<int>(choices_.Byte()) - 8;
        return hw_function_make(isolate, Name(), a, &options, &a);
      }
      case 31: return hw_promise_watch(isolate, a, count);
      case 32: return hw_queue_job(isolate, a, values_, count);
      case 33:
        if (count & 1) {
          hw_set_async_context(isolate, a);
        } else {
          a = count & 2 ? hw_async_context(isolate) : hw_function_captured(isolate, b);
        }
        break;
      case 0: scope = hw_scope_open(isolate); break;
      case 1: return hw_scope_close(isolate, scope);
      case 2: return hw_scope_escape(isolate, scope, a);
      case 3: Ref() = hw_ref_create(isolate, a, static_cast<hw_ref_kind>(count)); break;
      case 4: Ref() = hw_ref_keep(isolate, Ref()); break;
      case 5: hw_ref_free_later(isolate, Ref()); break;
      case 6:
      case 7:
        Finalizable([&](Finalizer* finalizer) {
          external.data = finalizer;
          hw_value made = hw_external_new(isolate, &external);
          bool is_made = made.bits != hw_undefined().bits;
          if (is_made) a = made;
          return is_made;
        });
        break;
      case 8:
      case 9:
        Finalizable([&](Finalizer* finalizer) {
          external.data = finalizer;
          return hw_attach(isolate, a, &external) == HW_OK;
        });
        break;
      case 10:
        Finalizable([&](Finalizer* finalizer) {
          return hw_finalizer_add(isolate, a, Finalize, finalizer, nullptr) == HW_OK;
        });
        break;
      case 11: (void)hw_external_data(isolate, a); break;
      case 12: return hw_adjust_external_bytes(isolate, (int64_t{choices_.Byte()} - 100) << (count * 6));
      case 13:
      case 14:
        Finalizable([&](Finalizer* finalizer) {
          return hw_array_buffer_external(isolate, memory_, sizeof memory_, static_cast<uint32_t>(count),
                                          Release, finalizer, &a) == HW_OK;
        });
        break;
      case 15: {
        if (count & 1) return hw_array_buffer_detach(isolate, a);
        void* data;
        size_t size;
        hw_status status = hw_array_buffer_take(isolate, a, &data, &size);
        hw_memory_free(data);
        return status;
      }
      case 16: {
        Pin& pin = pins_[choices_.Below(kPins)];
        Unpin(pin);
        hw_value buffer = a;
        uint8_t* data;
        size_t size;
        if (count == 0 || hw_bytes_pin(isolate, buffer, &data, &size) != HW_OK) break;
        if (size) data[0] = data[size - 1] = 7;
        if (pin.isolate)
          hw_bytes_unpin(isolate, buffer);
        else
          pin = {isolate, buffer};
        break;
      }
      case 17: {
        hw_view view = {};
        view.size = sizeof view;
        (void)hw_view_describe(isolate, a, &view);
        return hw_view_new(isolate, static_cast<hw_view_kind>(choices_.Below(15)), b, count * 2,
                           count & 1 ? SIZE_MAX : count, &a);
      }
    }
    return HW_OK;
  }

  Choices choices_;
  bool outlives_;
  bool is_over_ = false;
  int depth_ = 0;
  std::vector<hw_isolate*> inside_;
  hw_isolate* isolates_[kIsolates] = {};
  bool pooled_[kIsolates] = {};
  hw_value values_[kValues];
  hw_ref refs_[kRefs] = {};
  hw_image* images_[kImages] = {};
  hw_scope scopes_[kScopes] = {};
  Pin pins_[kPins];
  std::vector<std::unique_ptr<Finalizer>> finalizers_;
  alignas(8) uint8_t memory_[256] = {};
  hw_pool* pool_ = nullptr;
  uint8_t* message_ = nullptr;
  size_t message_size_ = 0;
};

hw_host* Host() {
  static hw_host* host = [] {
    static constexpr hw_function kFunctions[] = {
        {"call",
         [](hw_isolate* isolate, const hw_call* call, hw_value* result) {
           return world->Callback(isolate, call, result);
         },
         1, nullptr},
        {"suspend", [](hw_isolate*, const hw_call*, hw_value*) { return HW_SUSPENDED; }, 1, nullptr},
        {"terminate", [](hw_isolate* isolate, const hw_call*, hw_value*) { return hw_terminate(isolate); }, 0,
         nullptr}};
    hw_hooks hooks = {};
    hooks.size = sizeof hooks;
    hooks.load_module = [](void*, hw_isolate* isolate, const hw_module_request* request, hw_value* module) {
      return world->Module(isolate, request, module);
    };
    hooks.console = [](void*, hw_isolate*, hw_console_level, const char*, size_t) {};
    hooks.rejection = [](void*, hw_isolate* isolate, hw_value promise, bool) {
      (void)hw_promise_inspect(isolate, promise, &promise);
    };
    hooks.promise_settled = [](void*, hw_isolate*, uint64_t, hw_promise_state, hw_value result) {
      world->Settled(result);
    };
    hooks.wake = [](void*, hw_isolate*) {};
    return hw_host_new(kFunctions, std::size(kFunctions), &hooks);
  }();
  return host;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  World all(data, size);  // on the stack, where the collector finds its values
  world = &all;
  all.Run();
  return 0;
}
