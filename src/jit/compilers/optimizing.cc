#include "jit/compilers/optimizing.h"

#include <algorithm>
#include <cstring>

#include "bytecode/frame.h"
#include "jit/graph/text.h"
#include "jit/machine.h"
#include "jit/masm/masm.h"
#include "jit/optimizations/fuel.h"
#include "jit/optimizations/sinking.h"
#include "jit/optimizations/value_numbers.h"
#include "jit/passes/emission.h"
#include "jit/passes/value_bits.h"
#include "objects/isolate_state.h"
#include "objects/library/indexed_collections.h"
#include "objects/library/structured_data.h"
#include "ops/machine.h"
#include "runtime/execution/frames.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/native_state.h"
#include "runtime/operations/call.h"

namespace halfword::jit {

#if HALFWORD_T2

using namespace target_registers;  // NOLINT: what is emitted is for the target

namespace {

// A reference's tag is subtracted from what lies so many bytes from the object.
constexpr int32_t At(size_t offset, Tag tag) {
  return static_cast<int32_t>(offset) - static_cast<int32_t>(tag);
}
// What phases know of Values, and of the assembler's conditions, without their headers.
static_assert(value_bits::kObjectTag == kObjectTag && value_bits::kStringTag == kStringTag &&
              value_bits::kNumberTag == kNumberTag && value_bits::kOtherTag == kOtherTag);
static_assert(value_bits::kUndefined == Value::kUndefinedBits && value_bits::kNull == Value::kNullBits &&
              value_bits::kFalse == Value::kFalseBits && value_bits::kTrue == Value::kTrueBits &&
              value_bits::kHole == Value::kHoleBits);
constexpr bool IsNamed(Condition c, std::string_view name) {
  return kConditionNames[static_cast<int>(c)] == name;
}
constexpr bool IsNamed(DoubleCondition c, std::string_view name) {
  return kDoubleConditionNames[static_cast<int>(c)] == name;
}
static_assert(IsNamed(Condition::kEqual, "equal") && IsNamed(Condition::kLess, "less") &&
              IsNamed(Condition::kGreaterEqual, "greater-equal") && IsNamed(Condition::kGreater, "greater") &&
              IsNamed(Condition::kLessEqual, "less-equal") && IsNamed(Condition::kBelow, "below") &&
              IsNamed(Condition::kNotNegative, "not-negative"));
static_assert(IsNamed(DoubleCondition::kEqual, "equal") && IsNamed(DoubleCondition::kLess, "less") &&
              IsNamed(DoubleCondition::kLessEqual, "less-equal") &&
              IsNamed(DoubleCondition::kGreater, "greater") &&
              IsNamed(DoubleCondition::kNotGreaterEqual, "not-greater-equal"));
constexpr int32_t InFront(size_t offset_in_isolate) {
  return static_cast<int32_t>(gc::kClientFrontOffset + offset_in_isolate);
}
constexpr int32_t kHeader = -static_cast<int32_t>(gc::kHeaderSize);
constexpr int32_t kWord = sizeof(Value);

// The shape's byte lies behind 24 bits of a count.
constexpr size_t kElementAccessOffset = offsetof(Shape, property_count_) + sizeof(uint32_t) + 3;

// From the cage's base to a place of the annex's front. As AnnexFrontOf.
constexpr int32_t InAnnexFront(size_t offset) {
  return static_cast<int32_t>(offset) - static_cast<int32_t>(gc::kAnnexFrontSize);
}
// To the word that refers to the state.
constexpr int32_t kNativeState = InAnnexFront(offsetof(gc::AnnexFront, client));
// That word refers to the IsolateState, which begins so many bytes after the NativeState.
constexpr int32_t kIsolateState =
    offsetof(NativeState, backing_stores) - offsetof(IsolateState, backing_stores);
constexpr int32_t InStubCache(size_t offset) {
  return static_cast<int32_t>(offsetof(NativeState, stub_cache) + offset) - kIsolateState;
}
constexpr int32_t kBuffers = offsetof(IsolateState, backing_stores);
// Phases may not include the heap's headers, so they have kinds of their own.
constexpr bool AreAsArrays() {
  for (int kind = 0; kind <= static_cast<int>(TypedElement::kFloat64); kind++) {
    if (SizeLog2(static_cast<TypedElement>(kind)) !=
        static_cast<int>(ElementSizeShift(static_cast<TypedArrayKind>(kind))))
      return false;
  }
  return static_cast<int>(TypedElement::kUint8Clamped) == static_cast<int>(TypedArrayKind::kUint8Clamped) &&
         static_cast<int>(TypedElement::kUint16) == static_cast<int>(TypedArrayKind::kUint16) &&
         static_cast<int>(TypedElement::kUint32) == static_cast<int>(TypedArrayKind::kUint32) &&
         static_cast<int>(TypedElement::kFloat16) == static_cast<int>(TypedArrayKind::kFloat16) &&
         static_cast<int>(TypedElement::kFloat64) == static_cast<int>(TypedArrayKind::kFloat64);
}
static_assert(AreAsArrays());
static_assert(sizeof(gc::AnnexFront::client_words) == kTypedViews * 16);

constexpr int32_t TypeInHeader(HeapType type) { return static_cast<int32_t>(type) << gc::kHeaderTypeShift; }

constexpr int32_t kRopeBytes = gc::CellSize(sizeof(ConsString));

constexpr bool HashesAsStubs(Value::Bits key, Value::Bits name) {
  return StubCache::Hash(key, name) == (static_cast<uint32_t>(key >> HeapLayout::kStubKeyShift) ^
                                        static_cast<uint32_t>(key >> HeapLayout::kSecondStubKeyShift) ^
                                        static_cast<uint32_t>(name >> HeapLayout::kStubNameShift));
}
static_assert(HashesAsStubs(0xfedcba98, 0x12345678) && HashesAsStubs(0x0f0f0f0f, 0x3c5a9600));
static_assert(!HALFWORD_COMPRESS || sizeof(StubCache::Entry) == 1 << HeapLayout::kStubEntryLog2);
static_assert(StubCache::kCage == 0 && StubCache::kReceiver == HeapLayout::kStubReceiver &&
              StubCache::kOverflow == HeapLayout::kStubOverflow);

const HeapLayout kLayout = {
    .header_of_object = kHeader + At(0, kObjectTag),
    .header_of_string = kHeader + At(0, kStringTag),
    .extension_kind = At(offsetof(Shape, extension_kind_), kOtherTag),
    .element_access = At(kElementAccessOffset, kOtherTag),
    .extension = At(offsetof(JSObject, extension_), kObjectTag),
    .pair_elements = At(offsetof(ExtensionPair, elements_), kOtherTag),
    .length = At(offsetof(JSArray, length_), kObjectTag),
    .string_length = At(0, kStringTag),
    .first_character = At(sizeof(uint32_t), kStringTag),
    .slice_offset = At(offsetof(SlicedString, offset_), kStringTag),
    .slice_parent = At(offsetof(SlicedString, parent_), kStringTag),
    .rope_left = At(offsetof(ConsString, left_), kStringTag),
    .rope_right = At(offsetof(ConsString, right_), kStringTag),
    .first_value = At(0, kOtherTag),
    .first_double = At(0, kOtherTag),
    .first_slot = At(sizeof(Environment), kOtherTag),
    .parent = At(offsetof(Environment, parent_), kOtherTag),
    .environment = At(offsetof(JSFunction, environment_), kObjectTag),
    .function_info = At(offsetof(JSFunction, info_), kObjectTag),
    .info_code = At(offsetof(FunctionInfo, code_), kOtherTag),
    .info_feedback = At(offsetof(FunctionInfo, feedback_), kOtherTag),
    .code_flags = At(offsetof(Code, flags_), kOtherTag),
    .code_frame_size = At(offsetof(Code, frame_size_), kOtherTag),
    .code_entry = At(offsetof(Code, entry_index_), kOtherTag),
    .type_of_shape = At(offsetof(Shape, layout_) + offsetof(gc::ShapeLayout, type_index), kOtherTag),
    .prototype_of_shape = At(offsetof(Shape, prototype_), kOtherTag),
    .shape_flags = At(offsetof(Shape, flags_), kOtherTag),
    .cell_value = At(offsetof(PropertyCell, value_), kOtherTag),
    .cell_flags = At(offsetof(PropertyCell, flags_), kOtherTag),
    .number = At(offsetof(HeapNumber, value_), kNumberTag),
    .header_of_number = kHeader + At(0, kNumberTag),
    .header_of_elements = kHeader + At(0, kOtherTag),
    .typed_buffer = At(offsetof(TypedArrayObject, buffer_), kObjectTag),
    .typed_offset = At(offsetof(TypedArrayObject, byte_offset_), kObjectTag),
    .typed_length = At(offsetof(TypedArrayObject, length_), kObjectTag),
    .buffer_state = At(offsetof(ArrayBufferObject, state_), kObjectTag),
    .bump_top = gc::kTopOffset,
    .bump_limit = gc::kLimitOffset,
    .barrier_limit = gc::kBarrierLimitOffset,
    .first_elements_header =
        static_cast<uint32_t>(gc::TypedHeader(static_cast<uint32_t>(HeapType::kValueElements),
                                              gc::CellSize(JSArray::kFirstCapacity * sizeof(Value)))),
    .first_capacity = JSArray::kFirstCapacity,
    .cleared_at_once = gc::kClearedAtOnce,
    .budget = InFront(offsetof(Isolate, budget_)),
    .epoch = InFront(offsetof(Isolate, property_epoch_)),
    .stack_limit = InFront(offsetof(Isolate, stack_limit_)),
    .entry_bias = InFront(offsetof(Isolate, entry_bias_)),
    .no_indexed_prototypes = InFront(offsetof(Isolate, no_indexed_prototypes_)),
    .single_characters = InFront(offsetof(Isolate, single_chars_)),
    .names = InFront(offsetof(Isolate, names_)),
    .html_dda = InFront(offsetof(Isolate, html_dda_)),
    .transient = InFront(offsetof(Isolate, transient_number_)),
    .exit_number = InFront(offsetof(Isolate, exchange_) + offsetof(Isolate::Exchange, exit_number)),
    .checks_to_exit = InFront(offsetof(Isolate, exchange_) + offsetof(Isolate::Exchange, checks_to_exit)),
    .references = InFront(offsetof(Isolate, exchange_) + offsetof(Isolate::Exchange, references)),
    .parking = InFront(offsetof(Isolate, exchange_) + offsetof(Isolate::Exchange, parking)),
    .arguments = InFront(offsetof(Isolate, exchange_) + offsetof(Isolate::Exchange, arguments)),
    .native_state = kNativeState,
    .stub_loads = InStubCache(offsetof(StubCache, loads)),
    .stub_load_mask = InStubCache(offsetof(StubCache, load_mask)),
    .stub_name = offsetof(StubCache::Entry, name),
    .stub_epoch = offsetof(StubCache::Entry, epoch),
    .stub_where = offsetof(StubCache::Entry, where),
    .first_view = InAnnexFront(offsetof(gc::AnnexFront, client_words)),
    .first_buffer = kBuffers + static_cast<int32_t>(BackingStoreLayout::kBegin),
    .buffers_end = kBuffers + static_cast<int32_t>(BackingStoreLayout::kEnd),
    .buffer_data = offsetof(BackingStoreTable::Entry, data),
    .buffer_limit = offsetof(BackingStoreTable::Entry, max_byte_length),
    .handle_shift = ArrayBufferObject::kHandleShift + 1,
    .buffer_entry_log2 = std::countr_zero(sizeof(BackingStoreTable::Entry)),
    .stubs = offsetof(CompiledMachine, stubs),
    .first_tiers = static_cast<int32_t>(ColdSlot(FirstTier(static_cast<Opcode>(0)))),
    .leave = offsetof(CompiledMachine, leave),
    .return_to_interpreter = offsetof(CompiledMachine, machine) + offsetof(Machine, return_to_interpreter),
    .interpret = offsetof(CompiledMachine, machine) + offsetof(Machine, interpret),
    .entries = offsetof(CompiledMachine, machine) + offsetof(Machine, entries),
    .cell_size_shift = gc::kHeaderSizeShift,
    .proxy_type = static_cast<int32_t>(HeapType::kProxyObject),
    .longest_chain = ChainWalk::kFree,
    .has_properties = static_cast<int32_t>(ExtensionKind::kProperties),
    .has_both = static_cast<int32_t>(ExtensionKind::kBoth),
    .array_type = static_cast<int32_t>(HeapType::kJSArray),
    .array_of_smis = static_cast<int32_t>(ElementAccess::kArrayOfSmis),
    .last_array_access = static_cast<int32_t>(ElementAccess::kArrayOfDoubles),
    .callable = Shape::kIsCallable,
    .unappendable = Shape::kNotExtensible | Shape::kLengthNotWritable | Shape::kIsUnique,
    .function_type = static_cast<int32_t>(HeapType::kJSFunction),
    .called_slowly = Code::kCallSlowly,
    .entry_mask = kEntryMask,
    .cell_is_assigned_slowly = PropertyCell::kAssignedSlowly << 1,
    .interned = static_cast<uint32_t>(gc::kClientFlag0),
    .type_bits = static_cast<int32_t>((gc::kTypeIndexLimit - 1) << gc::kHeaderTypeShift),
    .one_byte_string = TypeInHeader(HeapType::kOneByteString),
    .two_byte_string = TypeInHeader(HeapType::kTwoByteString),
    .slice = TypeInHeader(HeapType::kSlicedString),
    .rope = TypeInHeader(HeapType::kConsString),
    .big_int = TypeInHeader(HeapType::kBigInt),
    .wide_rope = static_cast<int32_t>(String::kTwoByteRopeFlag),
    .rope_header =
        static_cast<int32_t>(gc::TypedHeader(static_cast<uint32_t>(HeapType::kConsString), kRopeBytes)),
    .rope_bytes = kRopeBytes,
    .shortest_rope = String::kMinConsLength,
    .rope_limit = String::kLongLength,
    .number_header = static_cast<uint32_t>(ops::kHeapNumberHeader),
    .number_bytes = ops::kHeapNumberCell,
    .transient_bits = ops::kTransientNumber,  // from the base
    .hole_of_doubles = DoubleElement::kHoleBits,
    .visible_nan = VisibleBits(__builtin_nan("")),
    .environment_word = frame::kEnvironment,
    .function_word = frame::kFunction,
    .new_target_word = frame::kNewTarget,
    .argument_count_word = frame::kArgumentCount,
    .return_code_word = frame::kReturnCode,
    .code_word = frame::kCode,
    .feedback_word = frame::kFeedback,
    .caller_delta_word = frame::kCallerDelta,
    .return_pc_word = frame::kReturnPc,
    .first_argument_word = frame::kFirstArgument,
    .header_words = frame::kHeaderWords,
    .arguments_per_unit = kArgumentsPerUnit,
    .other_tag = kOtherTag,
};

// Parameters that have no argument are undefined. Locals are not filled: an exit writes what is live.
void EmitFill(Masm& masm, uint32_t parameters) {
  if (parameters == 0) return;
  Gpr count = kNextCode;
  Label filled;
  auto word = [](int32_t w) { return Memory::At(kFrame, w * kWord); };
  masm.Load32(count, word(frame::kArgumentCount));
  masm.Compare32(count, static_cast<int32_t>(parameters * 2));
  masm.JumpIf(Condition::kGreaterEqual, &filled);
  for (uint32_t n = 0; n < parameters; n++) {
    Label has;
    masm.Compare32(count, static_cast<int32_t>(n * 2));
    masm.JumpIf(Condition::kGreater, &has);
    masm.StoreTagged(word(frame::kFirstArgument + static_cast<int32_t>(n)),
                     static_cast<int32_t>(Value::kUndefinedBits));
    masm.Bind(&has);
  }
  masm.Bind(&filled);
}

// Instructions that are left to their first tier take longer than in baseline code, and a call takes about as
// long. What is in loops counts more. Empty: the rest makes up for them.
std::string WhyNotWorthIt(const Graph& graph) {
  constexpr uint64_t kInLoop = 8, kMostDepth = 4, kNodesForGeneric = 10, kNodesForCall = 5;
  uint64_t nodes = 0, needed = 0, most = 0;
  const Node* worst = nullptr;
  graph.ForEachNode([&](const Node* node) {
    uint64_t weight = 1;
    for (uint64_t depth = std::min<uint64_t>(node->block()->loop_depth, kMostDepth); depth > 0; depth--)
      weight *= kInLoop;
    nodes += weight;
    if (!node->Is(NodeKind::kGeneric)) return;
    bool is_call = node->payload().call->callee != CallInfo::kNotCalled;
    weight *= is_call ? kNodesForCall : kNodesForGeneric;
    needed += weight;
    if (weight > most) worst = node, most = weight;
  });
  if (needed <= nodes) return {};
  return std::string("too much of it is ") +
         InfoOf(static_cast<Opcode>(worst->payload().call->opcode)).name();
}

// The layout is a constant, so what it says of memory outside of the cage is as the compiler of C++ made it.
void CheckLayout(const NativeState& native) {
  CHECK(BackingStoreLayout::IsTrue(native.backing_stores));
  CHECK(reinterpret_cast<uint64_t>(&gc::AnnexFrontOf(CageBase())->client) ==
        CageBase() + static_cast<uint64_t>(int64_t{kNativeState}));
  const char* state = static_cast<const char*>(gc::AnnexFrontOf(CageBase())->client);
  CHECK(state + kLayout.stub_loads == reinterpret_cast<const char*>(native.stub_cache.loads));
  CHECK(state + kLayout.stub_load_mask == reinterpret_cast<const char*>(&native.stub_cache.load_mask));
}

// Each of the long phases asks, whoever waits for the end.
bool IsOver(Isolate& isolate, std::string* reason) {
  if (isolate.DueTermination() == Termination::kNone) return false;
  *reason = kGuestIsToEnd;
  return true;
}

// The graph as it is emitted. `refunds`: as Emission takes them. Null: *reason says why not.
std::unique_ptr<BuiltGraph> MakeGraph(Isolate& isolate, platform::Arena& arena, Code* code,
                                      FeedbackVector* feedback, const BuildOptions& options,
                                      std::vector<uint32_t>* refunds, std::string* reason,
                                      std::string* trace) {
  auto built = BuildGraph(isolate, arena, code, feedback, options, reason);
  if (built == nullptr) return nullptr;
  Graph& graph = *built->graph;
  constexpr uint32_t kMostNodes = 100000;
  if (graph.node_count() > kMostNodes) return *reason = "its graph is too large", nullptr;
  if (NumberValues(graph) != 0) graph.RemoveDead();
  // An object of an object is named where the other one is gone.
  constexpr int kMostDepth = 4;
  for (int n = 0; n < kMostDepth && SinkObjects(graph) != 0; n++) graph.RemoveDead();
  *refunds = MergeFuel(graph);
  if (trace != nullptr) *trace = graph.ToText();
#if HALFWORD_ASSERTS
  if (std::string wrong = graph.Verify(); !wrong.empty()) {
    std::fprintf(stderr, "%s\n%s\n", graph.ToText().c_str(), wrong.c_str());
    CHECK(false);
  }
#endif
  if (!options.builds_all) {
    if (*reason = WhyNotWorthIt(graph); !reason->empty()) return nullptr;
  }
  return IsOver(isolate, reason) ? nullptr : std::move(built);
}

// Null: *reason says why not.
std::unique_ptr<Allocation> Allocate(Isolate& isolate, Graph& graph, const Code& code, std::string* reason) {
  FrameRoom room{.frame_size = code.frame_size_,
                 .first_free = frame::kFirstArgument + uint32_t{code.parameter_count_},
                 .tagged_words = kWordsAboveTop,
                 .slack_words = frame::kSlackWords};
  auto allocation = Allocation::Run(graph, room, reason);
  if (allocation == nullptr || IsOver(isolate, reason)) return nullptr;
#if HALFWORD_ASSERTS
  if (std::string wrong = allocation->Check(); !wrong.empty()) {
    std::fprintf(stderr, "%s\n%s\n%s\n", graph.ToText().c_str(), allocation->ToText().c_str(), wrong.c_str());
    CHECK(false);
  }
  if (const Node* across = allocation->FindAcrossCall(); across != nullptr) {
    std::fprintf(stderr, "%s\nn%u lives across a call\n", graph.ToText().c_str(), across->id());
    CHECK(false);
  }
#endif
  return allocation;
}

std::shared_ptr<const Exits> ExitsOf(const Graph& graph, const Allocation& allocation,
                                     const Emission& emission) {
  auto made = std::make_shared<Exits>();
  Exits& exits = *made;
  std::vector<const Node*> polls;
  for (const Node* node : emission.exits()) {
    exits.records.Add(*node, allocation);
    exits.kinds.push_back(node->kind());
    exits.is_by_count.push_back(emission.IsByCount(exits.is_by_count.size()));
    if (node->Is(NodeKind::kSpendFuel)) polls.push_back(node);
  }
  std::vector<std::vector<uint32_t>> words = allocation.WordsBehind(polls);
  auto next = words.begin();
  for (NodeKind kind : exits.kinds)
    exits.words_in_use.push_back(kind == NodeKind::kSpendFuel ? std::move(*next++) : std::vector<uint32_t>());
  for (const Unit* unit : graph.units()) {
    exits.units.push_back(*unit);
    exits.units.back().outer = nullptr;
  }
  return made;
}

// By the instructions where they are.
std::vector<EntryPoint> EntryPointsOf(const Graph& graph, Code* code, const Masm& masm, Emission& emission) {
  const auto first_pc = static_cast<uint32_t>(code->bytecode() - reinterpret_cast<const uint8_t*>(code));
  std::vector<EntryPoint> entries;
  for (const Block* block : graph.blocks()) {
    if (block->entry_offset != Block::kNone)
      entries.push_back({first_pc + block->entry_offset, masm.PositionOf(*emission.BeginOf(*block))});
  }
  std::sort(entries.begin(), entries.end(), [](EntryPoint a, EntryPoint b) { return a.pc < b.pc; });
  return entries;
}

// A CompiledCode: its header, the machine code, and where that is entered.
CodeBytes Pack(const CodeBytes& machine_code, const std::vector<EntryPoint>& entries, const Code& code,
               uint32_t instruction_count) {
  const auto code_bytes = static_cast<uint32_t>((machine_code.size() + 3) & ~size_t{3});
  CompiledCode header{.code_bytes = code_bytes,
                      .entry_point_count = static_cast<uint32_t>(entries.size()),
                      .bytecode_bytes = code.bytecode_size_,
                      .instruction_count = instruction_count,
                      .choices = 0,
                      .place_count = 0,
                      .in_line_offset = CompiledCode::kOptimized,
                      .apart_offset = 0};
  const size_t size = sizeof header + code_bytes + entries.size() * sizeof(EntryPoint);
  CodeBytes bytes(size);
  uint8_t* to = bytes.data();
  std::memset(to, 0xcc, sizeof header + code_bytes);
  std::memcpy(to, &header, sizeof header);
  std::memcpy(to + sizeof header, machine_code.data(), machine_code.size());
  if (!entries.empty())
    std::memcpy(to + sizeof header + code_bytes, entries.data(), entries.size() * sizeof(EntryPoint));
  bytes.set_size(size);
  return bytes;
}

}  // namespace

std::unique_ptr<OptimizedCode> Optimize(Isolate& isolate, Code* code, FeedbackVector* feedback,
                                        const BuildOptions& options, std::string* reason,
                                        std::string* trace) {
  CheckLayout(NativeStateOf(isolate));
  platform::Arena arena;
  std::vector<uint32_t> refunds;
  auto built = MakeGraph(isolate, arena, code, feedback, options, &refunds, reason, trace);
  if (built == nullptr) return nullptr;
  Graph& graph = *built->graph;
  auto allocation = Allocate(isolate, graph, *code, reason);
  if (allocation == nullptr) {
    if (options.inlines_little || *reason == kGuestIsToEnd) return nullptr;
    BuildOptions with_room = options;
    with_room.inlines_little = true;
    return Optimize(isolate, code, feedback, with_room, reason, trace);
  }
  Masm masm;
  HeapLayout layout = kLayout;
  if (!HALFWORD_COMPRESS) layout.transient_bits += CageBase();
  if (!options.exits_by_count) layout.checks_to_exit = 0;
  Emission emission(graph, *allocation, layout, std::move(refunds), masm);
  // A frame that is entered in a loop has been filled.
  if (options.entry == BuildOptions::kFromBeginning) EmitFill(masm, code->parameter_count_);
  *reason = emission.Run();
  if (!reason->empty()) return nullptr;
  masm.Bind(emission.common_exit());
  masm.CallNative(Memory::At(kMachine, kLayout.leave));
  masm.Trap();
  masm.Bind(emission.leave());
  emission.EmitReturn();
  CodeBytes machine_code = masm.Finish();
  if (machine_code.empty()) return *reason = "it is too large", nullptr;

  auto optimized = std::make_unique<OptimizedCode>();
  optimized->bytes =
      Pack(machine_code, EntryPointsOf(graph, code, masm, emission), *code, built->instruction_count);
  optimized->exits = ExitsOf(graph, *allocation, emission);
  optimized->literals = std::move(built->literals);
  optimized->instruction_count = built->instruction_count;
  optimized->heap_accesses = masm.heap_accesses();
  optimized->base_additions = masm.base_additions();
  return optimized;
}

#else

std::unique_ptr<OptimizedCode> Optimize(Isolate&, Code*, FeedbackVector*, const BuildOptions&,
                                        std::string* reason, std::string*) {
  return *reason = "there is no optimizing compiler for this target", nullptr;
}

#endif

}  // namespace halfword::jit
