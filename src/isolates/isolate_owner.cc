#include "isolates/isolate_owner.h"

#include <algorithm>

#include "builtins/builtins.h"
#include "bytecode/feedback.h"
#include "compiler/compiler.h"
#include "gc/visitor.h"
#include "interpreter/interpreter.h"
#include "objects/isolate_objects.h"
#include "objects/type_table.h"
#include "platform/clock.h"
#include "platform/stack.h"
#include "runtime/frames.h"

namespace halfword {

namespace {

constexpr size_t kStackWords = 256 * 1024;
// Native stack kept free for C++ that does not check: library calls, the collector.
constexpr size_t kNativeReserve = 192 * 1024;
// Words of the shared cold feedback vector: as many as an F operand can name.
constexpr uint32_t kColdWords = 65536 + 16;

// From the isolate's own memory: the front matter has no addresses, the callbacks get it as their data.
Isolate& IsolateOf(void* heap) {
  return *static_cast<Isolate*>(static_cast<gc::Heap*>(heap)->client_front());
}

uint64_t RandomSeed() {
  uint64_t seed;
  platform::FillRandom(&seed, sizeof seed);
  return seed;
}

// Remembers where a syntax error was, for hosts that show it.
template <class F>
auto WithDetails(Isolate& isolate, F&& compile) {
  SyntaxErrorDetails details;
  auto result = compile(&details);
  if (result.IsThrow()) {
    NativeStateOf(isolate).syntax_error = {details.rendered, details.name, details.line, details.column};
  }
  return result;
}

void TraceRoots(void* data, gc::Visitor& visitor) {
  Isolate& isolate = IsolateOf(data);
  TraceIsolateRoots(isolate, visitor);
  if (isolate.frame_ == 0) return;
  Value* begin = frame::At(isolate.stack_start_);
  Value* fp = frame::At(isolate.frame_);
  // Up to the top of the running frame, and a little: a handler may be laying out the next one.
  Value* end = std::min(FrameTop(fp) + frame::kHeaderWords * 2, frame::At(isolate.stack_limit_));
  // Temporaries keep what they last held, which may be dead by now: so the stack is read as suspicions, not
  // as references.
  visitor.TraceConservatively(begin, end);
}

void BeforeCollection(void* data) { NativeStateOf(IsolateOf(data)).stub_cache.Clear(); }

void OutOfMemory(void* data) {
  Isolate& isolate = IsolateOf(data);
  if (isolate.termination_ == Termination::kNone) isolate.termination_ = Termination::kOutOfMemory;
  isolate.budget_ = -1;
}

}  // namespace

std::unique_ptr<IsolateOwner> IsolateOwner::Create(const IsolateConfig& config, std::string* error) {
  std::unique_ptr<IsolateOwner> owner(new IsolateOwner);
  owner->native_ = std::make_unique<NativeState>();
  gc::HeapOptions options;
  options.cage_size = config.cage_bytes;
  options.client_front_bytes = sizeof(Isolate);
  size_t stack_bytes = config.stack_bytes ? config.stack_bytes : kStackWords * sizeof(Value);
  options.client_annex_bytes = stack_bytes;
  options.heap_limit = config.memory_limit;
  options.types = gc::EngineTypes();
  options.callbacks.trace_roots = TraceRoots;
  options.callbacks.before_collection = BeforeCollection;
  options.callbacks.out_of_memory = OutOfMemory;
  owner->heap_ = gc::Heap::Create(options, error);
  if (!owner->heap_) return nullptr;
  options.callbacks.data = owner->heap_.get();
  owner->heap_->SetCallbacks(options.callbacks);
  owner->timeout_ns_ = config.timeout_ns;
  owner->native_stack_bytes_ = config.native_stack_bytes;

  NativeState& native = *owner->native_;
  native.heap = owner->heap_.get();
  native.isolate = static_cast<Isolate*>(owner->heap_->client_front());
  gc::AnnexFrontOf(owner->heap_->cage_base())->client = &native;
  for (const NativeRow* row : AllNatives()) owner->natives_.push_back(row);
  for (const NativeRow& row : config.host_natives) owner->natives_.push_back(&row);
  native.natives = owner->natives_.data();
  native.native_count = static_cast<uint32_t>(owner->natives_.size());
  for (const NativeRange& range : AllNativeRanges()) owner->native_ranges_.push_back(range);
  if (!config.host_natives.empty()) {
    owner->native_ranges_.push_back({config.host_natives.data(),
                                     static_cast<uint32_t>(config.host_natives.size()),
                                     static_cast<uint32_t>(AllNatives().size())});
    std::sort(owner->native_ranges_.begin(), owner->native_ranges_.end(),
              [](const NativeRange& a, const NativeRange& b) { return a.begin < b.begin; });
  }
  native.native_ranges = owner->native_ranges_;
  native.compile.script = [](Isolate& isolate, Script* script, bool lazy) {
    return WithDetails(isolate,
                       [&](SyntaxErrorDetails* d) { return CompileScript(isolate, script, lazy, d); });
  };
  native.compile.eval = [](Isolate& isolate, Script* script, bool direct, bool strict, ScopeInfo* outer) {
    return CompileEval(isolate, script, direct, strict, outer);
  };
  native.compile.dynamic_function = [](Isolate& isolate, Realm* realm, FunctionKind kind, String* parameters,
                                       String* body) {
    return CompileDynamicFunction(isolate, realm, kind, parameters, body);
  };
  native.compile.module = [](Isolate& isolate, Script* script) {
    return WithDetails(isolate, [&](SyntaxErrorDetails* d) { return CompileModule(isolate, script, d); });
  };
  native.compile.lazy = [](Isolate& isolate, FunctionInfo* info) { return CompileLazy(isolate, info); };
  native.interpreter.call = interpreter::Call;
  native.interpreter.resume = interpreter::Resume;
  native.host = config.hooks;
  uint64_t seed = config.hooks.random_seed ? config.hooks.random_seed() : RandomSeed();
  native.random_state[0] = seed | 1;
  native.random_state[1] = seed * 0x9E3779B97F4A7C15ull + 0x7F4A7C15;

  Isolate& isolate = *native.isolate;
  isolate.stack_start_ = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(owner->heap_->client_annex()));
  isolate.stack_limit_ =
      isolate.stack_start_ + static_cast<uint32_t>(stack_bytes - frame::kSlackWords * sizeof(Value));
  isolate.fuel_ = -1;
  owner->heap_->Enter([&] { owner->Bootstrap(config); });
  isolate.fuel_ = config.fuel;
  isolate.budget_ = 0;
  if (config.gc_stress) owner->heap_->SetStressInterval(config.gc_stress);
  return owner;
}

void IsolateOwner::Bootstrap(const IsolateConfig& config) {
  gc::NoGarbageCollectionScope no_gc(*heap_);
  Isolate& isolate = *native_->isolate;
  native_->native_stack_limit = 0;
  isolate.budget_ = INT32_MAX;
  gc::HeaderOf(&isolate.transient_number_) =
      gc::TypedHeader(static_cast<uint32_t>(HeapType::kHeapNumber), gc::CellSize(sizeof(double)));
  isolate.exception_.Init(Value::Undefined());
  isolate.undefined_.Init(Value::Undefined());
  isolate.property_epoch_ = 1;
  isolate.entry_code_.Init(interpreter::NewEntryCode(isolate));
  isolate.cold_feedback_.Init(AllocateFeedback(isolate, nullptr, kColdWords));
  InitializeObjectRoots(isolate);
  isolate.home_object_symbol_.Init(
      Value(NewSymbol(isolate, Value(isolate.name(Name::this_)), Symbol::kPrivateName)));
  isolate.class_fields_symbol_.Init(
      Value(NewSymbol(isolate, Value(isolate.name(Name::private_fields)), Symbol::kPrivateName)));
  Realm* realm = NewRealm(isolate);
  isolate.realm_.Init(realm);
  WatchIntrinsics(isolate);
}

IsolateOwner::~IsolateOwner() {
  // Finalizers free their entries in the native state, so the heap goes first.
  if (heap_) heap_->Enter([&] { heap_.get(); });
  heap_.reset();
}

void IsolateOwner::Enter(void (*body)(void*, Isolate&), void* data) {
  struct Context {
    IsolateOwner* owner;
    void (*body)(void*, Isolate&);
    void* data;
  } context{this, body, data};
  auto& c = context;
  heap_->Enter([&c] {
    NativeState& native = *c.owner->native_;
    uintptr_t saved_limit = native.native_stack_limit;
    platform::StackBounds bounds = platform::NativeStackBounds();
    uintptr_t here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
    uintptr_t limit = bounds.end + kNativeReserve;
    if (c.owner->native_stack_bytes_) limit = std::max(limit, here - c.owner->native_stack_bytes_);
    native.native_stack_limit = limit;
    if (c.owner->entered_++ == 0 && c.owner->timeout_ns_) {
      native.deadline_ns = platform::MonotonicNanoseconds() + c.owner->timeout_ns_;
    }
    c.body(c.data, *native.isolate);
    c.owner->entered_--;
    native.native_stack_limit = saved_limit;
  });
}

void IsolateOwner::Interrupt() { native_->isolate->interrupt_.store(1, std::memory_order_relaxed); }

Realm* NewRealmOf(Isolate& isolate) {
  Realm* realm = NewRealm(isolate);
  return realm;
}

}  // namespace halfword
