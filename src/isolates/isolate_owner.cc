#include "isolates/isolate_owner.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>

#include "base/bits.h"
#include "builtins/builtins.h"
#include "builtins/text_processing/regexp.h"
#include "bytecode/sites/sites.h"
#include "compiler/compiler.h"
#include "gc/visitor.h"
#include "interpreter/interpreter.h"
#include "isolates/collector_threads.h"
#include "isolates/heap_names.h"
#include "objects/isolate_objects.h"
#include "objects/memory/waiter_list.h"
#include "objects/poll_observer.h"
#include "objects/primitives/intern_table.h"
#include "objects/values/type_table.h"
#include "platform/clock.h"
#include "platform/exhaustion.h"
#include "platform/memory.h"
#include "platform/stack.h"
#include "runtime/caches/verify_lookup.h"
#include "runtime/control_abstraction/generators.h"
#include "runtime/evaluation/module_evaluation.h"
#include "runtime/execution/debug_hooks.h"
#include "runtime/execution/frames.h"
#include "runtime/execution/instruction_observer.h"
#include "runtime/functions/closures.h"
#include "runtime/operations/object_operations.h"
#include "runtime/operations/stack_trace.h"

namespace halfword {

namespace {

constexpr size_t kStackWords = 256 * 1024;
// gc::HeapOptions::busy_factor: 32 MiB between collections instead of 8.
constexpr double kBusyFactor = 4;
// Native stack kept free for C++ that does not check: library calls, the collector.
constexpr size_t kNativeReserve = 192 * 1024;
// Guests need some to run at all.
constexpr size_t kLeastNativeStack = 64 * 1024;
// Words of the shared cold feedback vector: as many as an F operand can name.
constexpr uint32_t kColdWords = 65536 + 16;
// Bytes of native state and stack that stay resident over a reset.
constexpr size_t kKeptAtReset = 64 * 1024;
// Of a heap whose slot is kept when it is destroyed: a reset leaves the page tables, of a 512th part.
constexpr size_t kMostSpareExtent = 32 * MiB;
// The annex begins with the native state, then comes the JavaScript stack: its first frames are on the page
// of the fields that every entry writes.
constexpr size_t kNativeStateBytes = RoundUp(sizeof(NativeState), 64);
static_assert((sizeof(StubCache::loads) + sizeof(StubCache::stores)) % 4096 == 0);

// What a zero and a null stand for, written out: nobody below asks again. REQUIRES: IsValid.
void Normalize(IsolateConfig& config) {
  if (config.memory_limit == 0) config.memory_limit = config.cage_bytes;
  if (config.stack_bytes == 0) config.stack_bytes = kStackWords * sizeof(Value);
  config.stack_bytes = RoundUp(config.stack_bytes, 4096);
  if (config.native_stack_bytes == 0) config.native_stack_bytes = SIZE_MAX;
  if (config.bootstrap) {
    config.image = nullptr;
    config.tiers.mode = jit::TierMode::kInterpreter;
  } else if (config.image == nullptr) {
    config.image = Image::Embedded();
  }
}

// False and a sentence in *error, which may be null: a member has a value that can't be had.
bool IsValid(const IsolateConfig& config, std::string* error) {
  if (config.memory_limit > config.cage_bytes) {
    if (error) {
      *error = "the memory limit of " + std::to_string(config.memory_limit) +
               " bytes is more than the cage of " + std::to_string(config.cage_bytes) + " bytes holds";
    }
    return false;
  }
  if (config.stack_bytes > frame::kMostStackBytes) {
    if (error) *error = "the JavaScript stack can have at most 1 GiB";
    return false;
  }
  return true;
}

// The native state, the stack, and room behind it for more than any one frame.
size_t ClientAnnexBytes(size_t stack_bytes) {
  return RoundUp(kNativeStateBytes + stack_bytes + frame::kGapWords * sizeof(Value), 4096);
}

void SetStack(Isolate& isolate, void* annex, size_t bytes) {
  isolate.stack_start_ = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(annex) + kNativeStateBytes);
  isolate.stack_limit_ =
      isolate.stack_start_ + static_cast<uint32_t>(bytes - frame::kSlackWords * sizeof(Value));
}

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

constexpr CompileHooks kCompileHooks = {
    .script =
        [](Isolate& isolate, Script* script, bool lazy) {
          return WithDetails(isolate,
                             [&](SyntaxErrorDetails* d) { return CompileScript(isolate, script, lazy, d); });
        },
    .eval = [](Isolate& isolate, const EvalSource& eval) { return CompileEval(isolate, eval); },
    .dynamic_function = [](Isolate& isolate,
                           const DynamicFunctionSource& f) { return CompileDynamicFunction(isolate, f); },
    .module =
        [](Isolate& isolate, Script* script) {
          return WithDetails(isolate,
                             [&](SyntaxErrorDetails* d) { return CompileModule(isolate, script, d); });
        },
    .function_body =
        [](Isolate& isolate, Script* script, std::span<const std::string_view> parameters, bool lazy) {
          return WithDetails(isolate, [&](SyntaxErrorDetails* d) {
            return CompileFunctionBody(isolate, script, parameters, lazy, d);
          });
        },
    .lazy = [](Isolate& isolate, FunctionInfo* info) { return CompileLazy(isolate, info); },
    .self_hosted = [](Isolate& isolate, Script* script) { return CompileSelfHosted(isolate, script); },
};

// The end of the registers that may be read again: up to the top of the running frame, and a little,
// for a handler may be laying out the next one. And up to the top of all frames that can be saved: it
// may be further up, and SaveFrame makes all registers the fields of an object, also temporaries that
// are in no use now.
Value* EndOfRegisters(Isolate& isolate) {
  Value* fp = frame::At(isolate.frame_);
  Value* end = FrameTop(fp) + kWordsAboveTop;
  for (; fp != nullptr; fp = frame::Caller(fp)) {
    Code* code = frame::CodeOf(fp);
    if (code && (code->flags_ & Code::kResumable)) end = std::max(end, FrameTop(fp));
  }
  return std::min(end, frame::At(isolate.stack_limit_));
}

void TraceRoots(void* data, gc::Visitor& visitor) {
  Isolate& isolate = IsolateOf(data);
  TraceIsolateRoots(isolate, visitor);
  jit::TraceCompiledCode(isolate, visitor);
  if (DebugHooks* debug = NativeStateOf(isolate).debug) debug->Trace(visitor);
  for (InstructionObserver* o = NativeStateOf(isolate).instruction_observer; o != nullptr; o = o->next)
    o->Trace(visitor);
  for (PollObserver* o = StateOf(isolate).poll_observer; o != nullptr; o = o->next()) o->Trace(visitor);
  if (isolate.frame_ == 0) return;
  Value* begin = frame::At(isolate.stack_start_);
  Value* end = EndOfRegisters(isolate);
  // Temporaries keep what they last held, which may be dead by now: so the stack is read as suspicions, not
  // as references.
  visitor.TraceTaggedConservatively(reinterpret_cast<TaggedBits*>(begin), reinterpret_cast<TaggedBits*>(end));
}

void BeforeCollection(void* data) {
  Isolate& isolate = IsolateOf(data);
  // What was thrown once is not to live on for what might be said of it.
  for (ValueField* field : {&isolate.thrown_, &isolate.thrown_script_, &isolate.thrown_position_})
    field->Init(Value::Smi(0));
  NativeState& native = NativeStateOf(isolate);
  native.stub_cache.Clear();
  native.clears_frames_at_poll = true;
}

size_t AdjustLimit(void* data, size_t needed) {
  return NativeStateOf(IsolateOf(data)).budget.AdjustMemory(needed);
}

bool ShouldStop(void* data) {
  const Isolate& isolate = IsolateOf(data);
  return isolate.IsTerminating() || isolate.DueTermination() != Termination::kNone;
}

const char* VerifyObject(void* data, void* object) {
  return VerifyEngineObject(IsolateOf(data), static_cast<HeapObject*>(object));
}

void OutOfMemory(void* data) { IsolateOf(data).NoteTermination(Termination::kOutOfMemory); }

std::shared_ptr<const Natives> BindNatives(const IsolateConfig& config, const Image* image,
                                           std::string* error) {
  std::vector<std::string> order = image ? image->host_natives() : std::vector<std::string>();
  if (!config.host_natives.empty() || !order.empty()) return Natives::Bind(config.host_natives, order, error);
  static const std::shared_ptr<const Natives> library = Natives::Bind({}, {}, nullptr);
  return library;
}

// Where the guest stood before an entry; one that is left half-way puts it back there.
struct StateBeforeEntry {
  ValueList* value_lists = nullptr;
  uint32_t frame = 0, pc = 0;
};

void EndNativeState(NativeState& native) {
  if (native.mailbox) native.mailbox->Close();
  native.~NativeState();
}

// Finalizers free their entries in the native state, which lies in the annex: so it goes between the two.
void BeforeRelease(void* data) {
  uintptr_t base = static_cast<gc::Heap*>(data)->cage_base();
  if (gc::AnnexFrontOf(base)->client != nullptr) EndNativeState(NativeStateAt(base));
}

}  // namespace

std::unique_ptr<IsolateOwner> IsolateOwner::Create(IsolateConfig config, std::string* error) {
  if (!IsValid(config, error)) return nullptr;
  Normalize(config);
  if (!config.natives) config.natives = BindNatives(config, config.image.get(), error);
  if (!config.natives) return nullptr;
  std::unique_ptr<IsolateOwner> owner;
  if (config.image && !config.copy_image) owner = config.image->spares().Take(config);
  if (!owner) owner = NewSlot(config, error);
  if (!owner) return nullptr;
  owner->Configure(std::move(config));
  if (!owner->image()) owner->heap_->Enter([&] { owner->Bootstrap(); });
  if (!owner->Prepare(error)) return nullptr;
  if (!owner->TurnOnFeatures()) {
    if (error) *error = "no memory for proposals";
    return nullptr;
  }
  const IsolateSettings& set = owner->config_;
  gc::Heap& heap = owner->heap();
  heap.SetVerification(set.verify_heap);
  if (set.gc_stress) heap.SetStressInterval(set.gc_stress);
  if (set.gc_step_stress) heap.SetStressInterval(set.gc_step_stress, gc::StressKind::kStep);
  return owner;
}

std::unique_ptr<IsolateOwner> IsolateOwner::NewSlot(const IsolateConfig& config, std::string* error) {
  std::unique_ptr<IsolateOwner> owner(new IsolateOwner);
  const Image* image = config.image.get();
  gc::HeapOptions options;
  options.cage_size = config.cage_bytes;
  options.client_front_bytes = sizeof(Isolate);
  options.client_annex_bytes = ClientAnnexBytes(config.stack_bytes);
  options.types = gc::EngineTypes();
  options.reserve = SIZE_MAX;  // the rest of the cage: a script that is terminated ends by itself
  options.busy_factor = kBusyFactor;
  if (config.gc_threads != 0) {
    options.platform = CollectorThreads(config.gc_threads);
    options.marking = gc::MarkingType::kIncrementalAndConcurrent;
    options.sweeping = gc::SweepingType::kIncrementalAndConcurrent;
  }
  if (image) options.image = image->heap();
  owner->heap_ = gc::Heap::Create(options, error);
  if (!owner->heap_) return nullptr;
  if (image && config.copy_image) {
    platform::Populate(reinterpret_cast<char*>(owner->heap_->cage_base()) + kNullPageSize,
                       image->header().cage_end - kNullPageSize);
  }
  return owner;
}

// What differs between two isolates of the same image and size.
void IsolateOwner::Configure(IsolateConfig config) {
  DCHECK(config.memory_limit != 0 && config.memory_limit <= config.cage_bytes);
  DCHECK(config.stack_bytes != 0 && config.native_stack_bytes != 0);
  gc::HeapCallbacks callbacks;
  callbacks.data = heap_.get();
  callbacks.trace_roots = TraceRoots;
  callbacks.before_collection = BeforeCollection;
  callbacks.should_stop = ShouldStop;
  callbacks.out_of_memory = OutOfMemory;
  callbacks.verify_object = VerifyObject;
  callbacks.before_release = BeforeRelease;
  if (config.budget) callbacks.adjust_limit = AdjustLimit;
  heap_->SetCallbacks(callbacks);
  // A limit that is all of the cage is the heap's own, which is less where address space is limited.
  heap_->SetLimit(config.memory_limit < config.cage_bytes ? config.memory_limit : 0);
  config_ = std::move(static_cast<IsolateSettings&>(config));
  MakeNativeState(std::move(config.hooks), config.host_data);
}

bool IsolateOwner::Fits(const IsolateConfig& config) const {
  return config.cage_bytes == config_.cage_bytes && config.stack_bytes == config_.stack_bytes &&
         config.gc_threads == config_.gc_threads;
}

void IsolateOwner::Retire(std::unique_ptr<IsolateOwner> owner) {
  CHECK(owner->entered_ == 0);
  std::shared_ptr<const Image> image = owner->config_.image;
  if (!image || owner->heap_->extent() > image->header().cage_end + kMostSpareExtent) return;
  // Where address space is limited, a slot is worth more to what comes next, whatever that is.
  if (platform::AvailableAddressSpace() != SIZE_MAX) return;
  bool is_clear = platform::CatchExhaustion([&] {
    owner->heap_->ResetToImage();
    owner->ClearNativeState();
    owner->heap_->SetStressInterval(0);
  });
  if (!is_clear) return;
  owner->config_.image = nullptr;  // which has it, not the other way round
  owner->config_.natives = nullptr;
  owner->config_.budget = nullptr;
  image->spares().Keep(std::move(owner));
}

void IsolateOwner::MakeNativeState(HostHooks hooks, void* host_data) {
  native_ = new (heap_->client_annex()) NativeState;
  NativeState& native = *native_;
  native.heap = heap_.get();
  native.isolate = isolate_ = static_cast<Isolate*>(heap_->client_front());
  gc::AnnexFrontOf(heap_->cage_base())->client = static_cast<IsolateState*>(&native);
  native.entry = &limits_;
  native.natives = {config_.natives->rows(), config_.natives->count()};
  native.native_ranges = config_.natives->ranges();
  native.new_error = NewError;
  native.error_stack = ErrorStack;
  native.running_function_property = RunningFunctionProperty;
  native.compile = kCompileHooks;
  native.regexp_literal = RegExpCreateFromLiteral;
  native.self_hosted_operation = PerformSelfHostedOperation;
  native.evaluate_deferred = EvaluateSync;
  native.steps = {StepGenerator, StepIteratorHelper};
  native.interpreter.call = interpreter::Call;
  native.interpreter.run = interpreter::Run;
  native.interpreter.resume = interpreter::Resume;
  native.interpreter.go_on = interpreter::GoOn;
  SetTierMode(config_.tiers);
  native.host = std::move(hooks);
  native.host_data = host_data;
  if (config_.budget) {
    native.budget.Join(config_.budget, config_.memory_limit);
    heap_->SetLimit(1);  // nothing is drawn yet
  }
}

void IsolateOwner::SetTierMode(const jit::TierSettings& tiers) {
  config_.tiers = tiers;
  jit::TierSettings settings = tiers;
  jit::TierMode& mode = settings.mode;
  std::shared_ptr<jit::ImageCode> code;
  if (mode != jit::TierMode::kInterpreter) {
    // Tests compile everything in their own way.
    if (jit::CompilesAtOnce(mode)) {
      code = config_.image ? config_.image->NewCode() : jit::ImageCode::New(kSelfHostedCount, false);
    } else if (config_.image) {
      code = jit::Optimizes(mode)     ? config_.image->code()
             : jit::IsAutomatic(mode) ? config_.image->unoptimized_code()
                                      : config_.image->embedded_code();
    } else {
      HW_PROCESS_STATE(
          "Isolates of any thread share the code of builtins, as those of an image share its code.");
      static const std::shared_ptr<jit::ImageCode> self_hosted = jit::ImageCode::New(kSelfHostedCount, true);

      code = self_hosted;
    }
    if (!code) mode = jit::TierMode::kInterpreter;
  }
  jit::SetTierMode(*native_, settings, std::move(code));
}

// Everything of it and of the JavaScript stack: what is there next is to be made.
void IsolateOwner::ClearNativeState() {
  EndNativeState(*native_);
  native_ = nullptr;
  gc::AnnexFrontOf(heap_->cage_base())->client = nullptr;
  platform::UndoWrites(heap_->client_annex(), ClientAnnexBytes(config_.stack_bytes), -1, 0, kKeptAtReset);
}

void IsolateOwner::Bootstrap() {
  gc::NoGarbageCollectionScope no_gc(*heap_);
  Isolate& isolate = *isolate_;
  SetStack(isolate, heap_->client_annex(), config_.stack_bytes);
  isolate.budget_ = INT32_MAX;
  gc::HeaderOf(&isolate.transient_number_) =
      gc::TypedHeader(static_cast<uint32_t>(HeapType::kHeapNumber), gc::CellSize(sizeof(double)));
  isolate.fuel_ = -1;
  isolate.exception_.Init(Value::Undefined());
  isolate.undefined_.Init(Value::Undefined());
  isolate.html_dda_.Init(Value::Undefined());
  isolate.async_context_.Init(Value::Undefined());
  isolate.suspended_context_.Init(Value::Undefined());
  isolate.property_epoch_ = 1;
  isolate.entry_code_.Init(interpreter::NewEntryCode(isolate));
  isolate.cold_feedback_.Init(NewFeedbackVector(isolate, kColdWords));
  InitializeObjectRoots(isolate);
  isolate.home_object_symbol_.Init(
      Value(NewSymbol(isolate, Value(isolate.name(Name::this_)), Symbol::kPrivateName)));
  isolate.class_fields_symbol_.Init(
      Value(NewSymbol(isolate, Value(isolate.name(Name::private_fields)), Symbol::kPrivateName)));
  Realm* realm = NewRealm(isolate);
  isolate.realm_.Init(realm);
  WatchIntrinsics(isolate);
}

bool IsolateOwner::Prepare(std::string* error) {
  NativeState& native = *native_;
  uint64_t seed = native.host.random_seed ? native.host.random_seed() : RandomSeed();
  native.random_state[0] = seed | 1;
  native.random_state[1] = seed * 0x9E3779B97F4A7C15ull + 0x7F4A7C15;
  Isolate& isolate = *native.isolate;
  SetStack(isolate, heap_->client_annex(), config_.stack_bytes);
  isolate.hash_secret_ = static_cast<uint32_t>(native.random_state[1] >> 32);
  isolate.fuel_ = config_.fuel;
  isolate.budget_ = 0;
  isolate.clean_functions_end_ = config_.image ? config_.image->header().immortal_end : 0;
  isolate.clean_misses_ = kCleanMisses;
  if (jit::CompilesAtOnce(config_.tiers.mode)) heap_->Enter([&] { jit::CompileSelfHosted(isolate); });
  if (!config_.image) return true;
  return RestoreStack(error) && RestoreStores(error);
}

// Of an isolate that was frozen while a call waited for its host.
bool IsolateOwner::RestoreStack(std::string* error) {
  const ImageHeader& header = config_.image->header();
  if (header.stack_bytes == 0) return true;
  Isolate& isolate = *isolate_;
  bool fits = header.stack_bytes <= isolate.stack_limit_ - isolate.stack_start_;
  char* stack = static_cast<char*>(heap_->client_annex()) + kNativeStateBytes;
  if (!fits || !config_.image->ReadAt(stack, header.stack_bytes, header.stack_offset)) {
    if (error) *error = fits ? "the image can't be read" : "the stack of the image needs a larger one";
    return false;
  }
  isolate.suspended_frame_ += isolate.stack_start_;
  isolate.frame_ = isolate.suspended_frame_;
  return true;
}

bool IsolateOwner::RestoreStores(std::string* error) {
  if (config_.image->stores().empty()) return true;
  NativeState& native = *native_;
  Isolate& isolate = *native.isolate;
  bool restored = true;
  heap_->Enter([&] {
    native.backing_stores.ReserveHandles(config_.image->header().store_handles);
    for (const ImageHeader::Store& store : config_.image->stores()) {
      uint8_t* data =
          native.backing_stores.RestoreEntry(isolate, store.handle, store.byte_length, store.max_byte_length);
      restored = restored && data && config_.image->ReadAt(data, store.byte_length, store.file_offset);
    }
    native.backing_stores.FinishRestoring();
  });
  if (!restored && error) *error = "no memory for the ArrayBuffers of the image";
  return restored;
}

bool IsolateOwner::Reset() {
  CHECK(config_.image && entered_ == 0);
  heap_->ResetToImage();
  // Everything in C++ is made anew but what is no guest's: the hooks and the time zone.
  HostHooks hooks = std::move(native_->host);
  void* host_data = native_->host_data;
  std::shared_ptr<void> local_time = std::move(native_->local_time);
  ClearNativeState();
  MakeNativeState(std::move(hooks), host_data);
  native_->local_time = std::move(local_time);
  return Prepare(nullptr) && TurnOnFeatures();
}

bool IsolateOwner::TurnOnFeatures() {
  if (config_.tail_calls && !isolate_->tail_calls_) isolate_->tail_calls_ = 1;
  if (!config_.harmony || isolate_->harmony_) return true;
  bool finished = Enter([](Isolate& isolate) {
    isolate.harmony_ = 1;
    InstallHarmony(isolate, isolate.realm());
  });
  return finished && !isolate_->IsTerminating();
}

// None of the isolate's own pages is touched, unless it is inside already.
bool IsolateOwner::Enter(void (*body)(void*, Isolate&), void* data) {
  struct Context {
    IsolateOwner* owner;
    void (*body)(void*, Isolate&);
    void* data;
    bool finished;
  } context{this, body, data, false};
  auto& c = context;
  StateBeforeEntry former;
  if (entered_ != 0) former = {native_->value_lists, isolate_->frame_, isolate_->pc_};
  EntryLimits former_limits = limits_;
  heap_->Enter([&c] {
    IsolateOwner& owner = *c.owner;
    owner.SetEntryLimits(reinterpret_cast<uintptr_t>(__builtin_frame_address(0)));
    owner.entered_++;
    c.body(c.data, *owner.isolate_);
    c.finished = true;
    owner.Leave();
  });
  if (!c.finished) {
    // Memory ran out, reserve included, and the body was left: back to where it began.
    Leave();
    if (entered_ == 0) former.frame = isolate_->suspended_frame_;
    native_->value_lists = former.value_lists;
    isolate_->frame_ = former.frame;
    isolate_->pc_ = former.pc;
  }
  // A debugger's pause, in there, has put off the deadline of those around it, too.
  if (entered_ != 0) former_limits.deadline_ns = limits_.deadline_ns;
  limits_ = former_limits;
  if (!c.finished) heap_->Enter([&] { (void)isolate_->Terminate(Termination::kOutOfMemory); });
  return c.finished;
}

void IsolateOwner::SetEntryLimits(uintptr_t here) {
  uintptr_t limit = platform::NativeStackBounds().end + kNativeReserve;
  limit = std::max(limit, here - std::min(here, config_.native_stack_bytes));
  if (entered_ == 0) {
    uint64_t now = config_.timeout_ns != 0 ? platform::MonotonicNanoseconds() : 0;
    limits_.deadline_ns = now + std::min(config_.timeout_ns, UINT64_MAX - now);
  } else if (limits_.native_stack_limit < here) {
    limit = std::max(limit, limits_.native_stack_limit);
  }
  limits_.native_stack_limit = limit;
}

void IsolateOwner::Leave() {
  if (--entered_ == 0 && config_.budget != nullptr) native_->budget.ReturnFuel();
}

bool IsolateOwner::HasNativeStack() const {
  uintptr_t here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  return entered_ > 1 || isolate_->frame_ != isolate_->suspended_frame_ ||
         here > platform::NativeStackBounds().end + kNativeReserve + kLeastNativeStack;
}

void IsolateOwner::SetFuel(int64_t fuel) {
  isolate_->fuel_ = config_.fuel = fuel;
  isolate_->budget_ = 0;
}

int64_t IsolateOwner::fuel_debt() const {
  const Isolate& isolate = *isolate_;
  return isolate.termination_ == Termination::kOutOfFuel ? -int64_t{isolate.budget_} : 0;
}

int64_t IsolateOwner::fuel_left() const {
  const Isolate& isolate = *isolate_;
  return isolate.fuel_ < 0 ? -1 : isolate.fuel_ + std::max(isolate.budget_, 0);
}

void IsolateOwner::Interrupt() { isolate_->interrupt_.store(1, std::memory_order_relaxed); }

bool IsolateOwner::WriteHeapSnapshot(const char* path, std::string* error) {
  return gc::WriteHeapSnapshot(*heap_, path, HeapNamesOf(*isolate_), error);
}

Realm* NewRealmOf(Isolate& isolate) {
  Realm* realm = NewRealm(isolate);
  return realm;
}

}  // namespace halfword
