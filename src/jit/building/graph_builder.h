// The builder itself: one of them builds one function into a graph, and those that it inlines have others.
// See builder.h.
//
//   graph_builder.cc     blocks, control, states
//   merging.cc           where ways meet: phis, headers of loops
//   known.cc             what is known of values and memory
//   conversions.cc       between representations
//   build_calls.cc       Generic, calls, what is inlined
//   build_natives.cc     builtins that become nodes
//   build_literals.cc    objects, arrays and closures that are made
//   build_moves.cc       constants, moves, variables, returns
//   build_numbers.cc     operators, comparisons and the jumps that go with them
//   build_properties.cc  named properties, private elements
//   build_elements.cc    elements of arrays and of other objects, lengths
//
// An instruction is a case of one of the functions Visit…, which GraphBuilder::Visit asks one by one.
#ifndef HALFWORD_JIT_GRAPH_BUILDER_H_
#define HALFWORD_JIT_GRAPH_BUILDER_H_

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "bytecode/flow.h"
#include "bytecode/sites/sites.h"
#include "jit/building/access.h"
#include "jit/building/builder.h"
#include "jit/masm/operands.h"
#include "ops/operators.h"

namespace halfword::jit {

// The Value that a graph names by its bits.
inline Value ValueFrom(uint64_t bits) { return Value::FromBits(static_cast<Value::Bits>(bits)); }
// Whether it gives the frame another environment.
constexpr bool ChangesEnvironment(Opcode opcode) {
  switch (opcode) {
    case Opcode::kPushEnv:
    case Opcode::kPopEnv:
    case Opcode::kCopyEnv:
    case Opcode::kPushWith:
    case Opcode::kStaEnvironment: return true;
    default: return false;
  }
}

// Which representation the phis of loops have. A builder reads what the one before it has learned.
struct PhiRepresentation {
  Representation representation;
  bool is_widened = false;  // it was another before, which was not enough
};
struct CodeFlow {
  explicit CodeFlow(Code&);
  CodeFlow(const CodeFlow&) = delete;

  flow::Flow flow;
  flow::Liveness liveness;
  // By the loop's number.
  struct LoopShape {
    flow::LiveSet assigned;  // what its instructions write
    uint32_t instruction_count = 0;
    bool is_innermost = true;
  };
  std::vector<LoopShape> loops;
};
// What a loop changes of what may be known before it.
struct LoopEffects {
  bool calls = false;    // something is called: nothing stays
  bool kinds = false;    // arrays may get another kind
  uint16_t classes = 0;  // of memory
  // Words that are stored to, by the kind and payload of their loads: in objects of these shapes, or in any.
  struct Stored {
    bool in_any = false;
    std::set<uint64_t> shapes = {};
  };
  std::map<std::pair<NodeKind, uint64_t>, Stored> words;
  std::set<uint64_t> shapes;     // objects of these shapes may get others
  std::set<uint32_t> registers;  // apart from those that its bytecode assigns
};
// What is learned while a graph is built, and holds when it is built again.
struct Learned {
  // By the way to the function, the header's offset and the word of the frame, acc as UINT32_MAX.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, PhiRepresentation> phis;
  // Numbers of ways from the outermost function, 0, to those that are inlined: the way to the caller, and the
  // offset of the call in it.
  std::map<std::tuple<uint32_t, uint32_t, const Code*>, uint32_t> ways;
  std::unordered_map<const Code*, std::unique_ptr<CodeFlow>> flows;
  // By the way to the function, and the header's offset.
  std::map<std::pair<uint32_t, uint32_t>, LoopEffects> loops;

  const CodeFlow& FlowOf(Code* code) {
    std::unique_ptr<CodeFlow>& flow = flows[code];
    if (flow == nullptr) flow = std::make_unique<CodeFlow>(*code);
    return *flow;
  }
};
// What the builders of one graph share.
struct Building {
  Isolate& isolate;
  const BuildOptions& options;
  Learned& learned;
  BuiltGraph built;
  uint32_t frame_size;                // of the outermost function
  bool is_to_be_built_again = false;  // more has been learned of phis or loops
  bool is_over = false;               // the guest is to end, so nobody will run it
  // What loops do in this graph. As Learned::loops.
  std::map<std::pair<uint32_t, uint32_t>, LoopEffects> effects = {};
  uint32_t inlined_bytes = 0;  // of bytecode
  // Asks once, where the graph is entered, for as many words as all that is inlined needs. Null: it did so in
  // vain before, and each call asks for itself.
  Node* stack_check = nullptr;
  uint32_t words_needed = 0;
  // What values were when the graph was built. That is no promise: it is to be checked.
  std::unordered_map<const Node*, std::vector<Value>> hints = {};
  // Registers behind a Generic that were int32s in front of it.
  std::unordered_set<const Node*> int32_before = {};
  // Of properties that objects of several shapes have: what each shape led to then.
  struct ByShape {
    const Node* receiver;
    std::vector<std::pair<Shape*, Value>> values;
  };
  std::unordered_map<const Node*, ByShape> by_shape = {};
};

class GraphBuilder {
 public:
  // `outer`: what it is inlined into, or null. REQUIRES: the builders of outer functions live longer.
  GraphBuilder(Building&, Code*, FeedbackVector*, GraphBuilder* outer, Unit*, uint32_t way);

  // False: *reason says why not, and nothing has been built. REQUIRES: it was not called before.
  bool FindVertices(std::string* reason);
  // REQUIRES: FindVertices.
  void Run();

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  // Code is made for one property epoch. After so many that were in vain, nothing there depends on one.
  static constexpr uint32_t kMostEpochs = 4;
  static constexpr uint32_t kAccKey = UINT32_MAX;

  // What is known of a value besides its node: the same in other representations, and what checks have found.
  struct Known {
    Node* tagged = nullptr;
    Node* int32 = nullptr;
    Node* float64 = nullptr;
    Node* truncated = nullptr;  // ToInt32 of it
    TypeSet types = kAnyType;
    std::optional<bool> is_true;  // ToBoolean of it
    // What a check has found holds until the next call. The result of the check:
    Node* checked = nullptr;
    const ShapeSet* shapes = nullptr;
    std::optional<int32_t> elements;  // the payload of CheckElements
  };
  // A load that would give the same again.
  struct Loaded {
    NodeKind kind;
    const Node* object;
    uint64_t payload;
    Node* value;
    friend bool operator==(const Loaded&, const Loaded&) = default;
  };
  struct Environment {
    std::vector<Node*> registers;  // by the word from the outermost frame on; null: dead
    Node* acc = nullptr;
    std::unordered_map<const Node*, Known> known;
    std::vector<Loaded> loaded;
    uint32_t stack_words = 0;  // so many are known to fit on the stack
    int32_t views = 0;         // of typed arrays: places that are taken
  };

  // A block of bytecode where it is built.
  struct Vertex {
    uint32_t block;
    uint32_t copy;  // kItself, WayInto, FirstTurn, kElsewhere
    Block* graph_block = nullptr;
    bool is_done = false;
    bool is_header = false;  // a back-edge leads here
    std::vector<uint32_t> successors = {};
    struct Incoming {
      Block* from;
      Node* place;              // before which conversions stand; it is behind what the state says
      const FrameState* state;  // for conversions that may exit; null: there are none
      Environment environment;
    };
    std::vector<Incoming> incoming = {}, back_edges = {};
    struct Phi {
      uint32_t reg;
      Node* node;
    };
    std::vector<Phi> phis = {};
    // Of a loop's header: what the loop is assumed to leave as it is.
    std::vector<std::pair<Loaded, const ShapeSet*>> kept_loads = {};  // with the shapes of their objects
    std::vector<const ShapeSet*> kept_shapes = {};
    bool keeps_kinds = false;
    std::vector<std::pair<uint32_t, Node*>> kept_registers = {};
  };
  // Copies of blocks are in front of the loop with this number: the way from where it is entered to its
  // header, and its first turn. kElsewhere: other code goes on there.
  static constexpr uint32_t kItself = 0, kElsewhere = UINT32_MAX;
  static constexpr uint32_t WayInto(uint32_t loop) { return 2 * loop + 1; }
  static constexpr uint32_t FirstTurn(uint32_t loop) { return 2 * loop + 2; }
  static constexpr bool IsWayInto(uint32_t copy) { return copy != kElsewhere && copy % 2 != 0; }
  static constexpr bool IsFirstTurn(uint32_t copy) { return copy != kItself && copy % 2 == 0; }

  // ---- Blocks and control (graph_builder.cc) ----
  uint32_t VertexOf(uint32_t block, uint32_t copy);
  // Where control comes from one vertex to a block; kNone: the loop can't be entered there.
  uint32_t SuccessorOf(const Vertex& from, uint32_t block);
  void BuildEntry();
  void BuildVertex(Vertex&);
  void BeginVertex(Vertex&);
  // REQUIRES: the block is the one that the graph is entered by.
  void AddStackCheck(Block*, const FrameState*);
  // The same. Code that reads variables of outer functions is made for the closure that runs, and checks it.
  void AddClosureCheck(Block*, const FrameState*);
  // Where code is entered in a running loop.
  void BuildOsrEntry(uint32_t header);
  // Whether its first turn is built apart.
  bool IsPeeled(uint32_t loop) const;
  bool IsInFirstTurn() const;
  static constexpr bool IsBranchByAcc(Opcode opcode) {
    return opcode == Opcode::kJumpIfTrue || opcode == Opcode::kJumpIfFalse;
  }
  // Whether it is built for each way to it.
  bool IsRepeated(const Vertex&) const;
  void Repeat(Block* from, Vertex&, bool is_last);
  // Whether so many ways from the call don't meet, because a branch by its result is next.
  bool IsSplit(size_t ways) const;
  // Ends the block that is being built by a jump to the block of bytecode.
  void JumpTo(uint32_t block);
  void FallThrough();
  // The same by a branch. `spends`: where the jump is taken it is a back-edge. `by_acc`: it is taken if acc
  // is true, or, without `sense`, false.
  void BranchTo(Node* condition, bool sense, uint32_t target_block, bool spends, bool by_acc = false);
  std::optional<bool> Outcome(const Node* condition);
  // The control that ends `from` leads to the block; what is in now_ comes there. `is_last`: nothing else
  // does, so now_ is lost.
  void Arrive(Block* from, uint32_t block, bool spends, bool is_last = false);
  // Both ways have the state of the instruction, and what they find out is forgotten where they meet.
  void Fork(Node* condition, const std::function<void()>& yes, const std::function<void()>& no);
  Node* Select(Node* condition, const std::function<Node*()>& yes, const std::function<Node*()>& no);
  // Calls f(word) for all that live: of outer functions behind their calls, then of this one.
  template <class F>
  void ForEachLiveWord(const flow::LiveSet& live, F f) const {
    for (uint32_t word : outer_words_) f(word);
    live.ForEachRegister([&](uint32_t reg) { f(frame_words_ + reg); });
  }
  Node* Add(NodeKind kind, std::initializer_list<Node*> inputs, Payload payload = {});
  // The same of a kind that may exit.
  Node* AddExiting(NodeKind kind, std::initializer_list<Node*> inputs, Payload payload = {});
  void Exit();
  // The instruction has never been executed, as it seems: exits there. False: it did so in vain before; some
  // sites never learn anything.
  bool ExitUnlearned();
  // How often code was given up that exited at this instruction: by nodes of the kind, or by any.
  uint32_t FailedAt(uint32_t offset, NodeKind) const;
  uint32_t Failed(NodeKind) const;
  uint32_t Failed() const;

  // ---- States (graph_builder.cc) ----
  const FrameState* State();
  // The same at another place: at the beginning of a block.
  const FrameState* StateAt(uint32_t offset, const flow::LiveSet& live, const Environment&);
  // Behind the call that is being inlined.
  const FrameState* StateBehindCall(const Environment&);

  // ---- Where ways meet (merging.cc) ----
  // The representation that a phi has, unless it is at a loop's header.
  Representation RepresentationOf(const std::vector<Node*>& inputs,
                                  const std::vector<Vertex::Incoming>&) const;
  bool WasInt32(const Node* value, const FrameState*) const;
  // Converts the inputs, unless they are all the same.
  Node* Merge(Block*, uint32_t key, std::vector<Node*>& inputs, const std::vector<Vertex::Incoming>&);
  Node* MergeAtHeader(Vertex&, uint32_t key, std::vector<Node*> inputs);
  PhiRepresentation& LearnedOf(const Vertex&, uint32_t key);
  Environment Merged(Block*, const std::vector<Vertex::Incoming>&, const flow::LiveSet&);
  void BeginLoop(Vertex&);
  const LoopEffects& AssumedOf(const Vertex&) const;
  // Takes from what is known before the loop what it may change.
  void KeepThrough(Vertex&, Environment*);
  void LearnEffects(Vertex&);
  void FinishLoops();

  // ---- What is known (known.cc) ----
  // A load, unless the value is at hand.
  Node* Load(NodeKind kind, Node* object, Payload payload = {});
  // A store to a word of an object, which a load of the same word finds again.
  void Store(NodeKind store, NodeKind load, Node* object, Node* value, Payload place);
  Known& KnownOf(const Node* node) { return now_.known[node]; }
  // The same, to be read, and only until something else gets known.
  const Known& SoFar(const Node* node) const;
  // One of which the node has now, whether it is a check or what was checked. Null: it may have any.
  static const ShapeSet* ShapesNow(const Environment&, const Node* object);
  // Whether both may be the same object.
  bool MayAlias(const Node* object, const ShapeSet* shapes, const Node* other) const;
  TypeSet TypesOf(const Node* node);
  void Forget(NodeKind kind);  // loads that a store of that class may change
  static void ForgetKind(Known*);
  void ForgetKinds();   // what is known of arrays that may have changed their kind
  void ForgetMemory();  // all of it: something was called
  // An object has got a property, and had one of these shapes before. What its elements are stays.
  void ForgetShapes(std::span<Shape* const> changed);
  // Whether what is known of the object says which kind of array it is.
  static bool SaysKind(const Known&);
  // Exits unless the node is this value.
  void CheckIs(Node*, Value);
  void NoteLiteral(Value);
  void CopyHints(const Node* from, const Node* to);
  static bool IsConstantValue(const Node* node, Value v) {
    return node->Is(NodeKind::kConstant) && node->payload().bits == v.bits();
  }
  // Undefined: the node is no Constant, or it is that.
  static Value ConstantValue(const Node* node) {
    return node->Is(NodeKind::kConstant) ? ValueFrom(node->payload().bits) : Value::Undefined();
  }
  // What all of them know.
  void MergeKnown(const std::vector<Vertex::Incoming>&, Environment* merged);
  const ShapeSet* EitherOf(const ShapeSet*, const ShapeSet*);
  // The loops that what is being built lies in, of outer functions too: calls f(their effects).
  template <class F>
  void ForEachLoopAround(F f);
  // `shapes`: those of the object that was loaded from, which it keeps in the loop. Null: it may have any.
  static bool MayChange(const LoopEffects&, const Loaded&, const ShapeSet* shapes);
  static bool MayChange(const LoopEffects&, const ShapeSet&);

  // ---- Conversions (conversions.cc) ----
  // A value becomes what an instruction wants. Those that may exit have the state.
  Node* Tagged(Node*);
  Node* Int32(Node*);      // exits unless it is an int32 that is not −0
  Node* Truncated(Node*);  // ToInt32 of a number; exits where it is none
  Node* TruncatedSum(Node*, int depth);
  Node* Wrapped(Node*, int depth);
  Node* Float64(Node*);
  Node* Boolean(Node*);  // ToBoolean
  Node* ConstantAs(Node*, Representation);
  Node* Convert(Node*, Representation);
  Node* ConvertAt(Node*, Representation, Node* place, const FrameState*);
  Node* Smi(Node*);  // a Value that is a Smi
  static bool IsTagged(const Node* node) { return jit::IsTagged(node->representation()); }
  static bool IsNumeric(const Node* node) { return IsNumber(node->representation()); }
  Node* TaggedConstant(Value);

  // ---- Instructions ----
  void Visit(const Instruction&);
  bool VisitMove(const Instruction&);        // build_moves.cc
  bool VisitVariable(const Instruction&);    // build_moves.cc
  bool VisitLiteral(const Instruction&);     // build_literals.cc
  bool VisitNumbers(const Instruction&);     // build_numbers.cc
  bool VisitComparison(const Instruction&);  // build_numbers.cc
  bool VisitJump(const Instruction&);        // build_numbers.cc
  bool VisitProperty(const Instruction&);    // build_properties.cc
  bool VisitElement(const Instruction&);     // build_elements.cc
  bool VisitCall(const Instruction&);        // build_calls.cc

  // build_calls.cc
  void Generic(const Instruction&);
  const ConstructSite* LearnedConstruct(const Instruction&) const;
  Node* ReceiverOf(const Instruction&);
  void NoteCallee(const Instruction&, bool constructs, CallInfo*);
  struct Call {
    Node* function;
    Node* receiver;
    std::vector<Node*> arguments;
    Shape* made;    // the shape of the object that a constructor gets; null: it gets none
    int32_t units;  // of fuel
    Value new_target = Value::Undefined();  // undefined: the function is called, and constructs nothing
    std::optional<uint32_t> frame = {};     // where the callee's is, from this one; else its call says so

    bool constructs() const { return !new_target.IsUndefined(); }
  };
  // With what lies in the frame that the instruction has laid out.
  Call CallOf(const Instruction&, bool passes_undefined);
  Node* ArgumentOf(const Instruction& call, int32_t n) {
    return Reg(call.operand(0) + frame::kFirstArgument + n);
  }
  // A way from a call that is built in line to what is behind it.
  using Way = Vertex::Incoming;
  // `are_all`: the function is nothing else as a rule. False: none of them is inlined.
  bool CallOneOf(const Instruction&, Call, std::vector<JSFunction*> candidates, bool are_all);
  // The same by the shapes of the receiver, which its method came from, if they are known.
  bool CallByShape(const Instruction&, const Call&);
  template <class F>
  void CallEach(const Instruction&, const Call&, const std::vector<JSFunction*>& callees, bool are_all,
                JSFunction* other, F begin);
  void CallIs(const Instruction&, JSFunction*);
  // REQUIRES: IsWorthInlining.
  void Inline(const Instruction&, const Call&, JSFunction* callee, std::vector<Way>*);
  bool IsWorthInlining(JSFunction* callee, const Call&);
  void JoinWays(std::vector<Way>);
  void FillLost(Environment*);
  bool CallFunction(const Instruction&);
  bool CallForward(const Instruction&);
  bool Construct(const Instruction&);
  bool ConstructSuper(const Instruction&, Call);
  bool ConstructSuperForward(const Instruction&);
  bool ConstructResult(const Instruction&);
  // A load of a property that has the same getter for all receivers.
  bool CallGetter(const Instruction&, Node* receiver, Value name, const PropertySite*);
  std::optional<std::vector<Node*>> ForwardedArguments() const;
  bool CallCall(const Instruction&, Value native);
  void Return(Node* value);
  // What the node was when the graph was built, as far as that is known. A constant is itself.
  std::vector<Value> LikelyValues(const Node*) const;
  std::vector<JSFunction*> LikelyFunctions(const Node*) const;

  // build_natives.cc
  // A call of a builtin that the site knows. Each function that takes one leaves the call to the first tier
  // where it returns false, and then has added nothing.
  struct NativeCall {
    const Instruction& instruction;
    KnownNative native;
    Value function;

    int32_t count() const { return instruction.operand(1); }  // of arguments
  };
  bool CallNative(const Instruction&, const CallSite&);
  bool Push(const NativeCall&);
  bool Pop(const NativeCall&);
  bool ReadCharacter(const NativeCall&);
  bool FromCharCode(const NativeCall&);
  bool Round(const NativeCall&, Rounding);
  bool Absolute(const NativeCall&);
  bool Extreme(const NativeCall&);
  bool SquareRoot(const NativeCall&);
  bool EvaluateMath(const NativeCall&);
  bool ParseInt(const NativeCall&);
  bool MultiplyInt32(const NativeCall&);
  // Whether there are so many arguments that may be numbers.
  bool HasNumbers(const NativeCall&, int needed);
  void CheckNative(const NativeCall&);
  void PayForCall();
  bool IsInt32(const Node*);
  // A number as an int32 where it is one, else as a double.
  Node* IntegerOrDouble(Node*);
  Node* IsLess(Node*, Node*);  // of int32
  // Of a string, which it checks, and of an index.
  // `pays`: for a call, as soon as that is sure to be one of a string.
  Node* CharacterAt(Node* string, Node* index, bool pays = false);
  Node* SingleCharacter(Node* character);
  // Of an array whose shapes were checked, and that only grows and shrinks where its end moves; else none.
  std::vector<Shape*> AppendableShapes(Node* array);
  Value BecomesOfValues(std::span<Shape* const>);

  // build_literals.cc
  Node* NewObject(Shape*);
  // `offset`: bytes from the object.
  void StoreNew(Node* object, size_t offset, Node* value);
  bool NewArray(const Instruction& construct);

  // build_moves.cc
  // The environment so many steps outwards.
  Node* EnvironmentAt(int32_t depth);
  Node* ActiveFunction();
  // The cell of the global's site, unless the graph ends there. False: it is left to the first tier.
  bool CellOf(const Instruction&, Value* cell);
  // Whether the global's value may be taken for a constant.
  bool RelyOn(PropertyCell*, Value*);
  PropertyCell* KnownCell(const Instruction&);
  Node* LoadFrom(PropertyCell*);
  void StoreCell(PropertyCell*);
  bool LoadCell(const Instruction&);
  bool LoadGlobal(const Instruction&);
  Node* SlotAt(int32_t depth, int32_t slot);
  bool LoadSlot(int32_t depth, int32_t slot);
  bool StoreSlot(int32_t depth, int32_t slot);
  Node* CheckNotHole(Node*);
  Node* CheckIsObject(Node*);
  // What was loaded has been checked: who loads it again gets the result.
  void LoadAs(const Node* value, Node* checked);

  Node*& Reg(int32_t reg) {
    return now_.registers[static_cast<size_t>(static_cast<int32_t>(frame_words_) + reg)];
  }
  void SetReg(int32_t reg, Node*);
  void SetAcc(Node*);
  // Null: the instruction has no words.
  template <class T>
  const T* SiteOf(const Instruction& i) const {
    uint32_t index = i.site_index();
    if (index == 0 || index + sizeof(T) / sizeof(SiteWord) > feedback_->size()) return nullptr;
    return &SiteIn<T>(feedback_, index);
  }
  int32_t SeenBy(const Instruction& i) const;  // of a TypesSite; -1: it has no words
  Value ConstantOf(const Instruction& i, int operand) const;

  // build_numbers.cc
  enum class NumberKind : uint8_t { kInt32, kFloat64, kOther };
  bool MayBeNumber(const Node*);
  NumberKind OperandKind(Node* left, Node* right, int32_t seen) const;
  Node* NumberOfBoolean(Node*, int32_t* seen);
  bool WithoutCheck(BinaryOp, Node* a, Node* b, Node** result);
  bool Concatenate(Node* left, Node* right, int32_t seen, Node** result);
  bool Arithmetic(BinaryOp, Node* left, Node* right, int32_t seen, Node** result);
  bool Increment(Node* operand, int32_t delta, int32_t seen, Node** result);
  bool VisitBinary(const Instruction&, Node* left, Node* right);
  bool VisitIncrement(const Instruction&);
  bool Negate(int32_t seen);
  bool ToNumber(int32_t seen);
  bool CompareAsSmis(Node* left, Node* right, int32_t seen, Payload condition, Node** result);
  Node* AreSame(Node* a, Node* b, Condition);
  bool Relate(ops::Relation, Node* left, Node* right, int32_t seen, Node** result);
  std::optional<TypeOfKind> TypeOf(Node*);
  Node* IsTypeOf(Node*, TypeOfKind);
  Node* NameOfType(Node*);
  bool SwitchString(const Instruction&);
  bool AreEqual(bool is_strict, Node* left, Node* right, int32_t seen, Node** result);
  bool InstanceOf(Node* object, const InstanceOfSite*, Node** result);
  Node* Negated(Node* outcome);
  void FinishComparison(const Instruction&, const ops::Comparison&, Node* outcome);

  // build_properties.cc
  bool GetNamed(const Instruction&, Node* receiver, Value name);
  bool LoadNamed(Node* receiver, Value name, const PropertySite*, Node** value);
  bool LoadFromKnown(Node* receiver, JSObject*, Value name, Node** value);
  bool LoadByStub(Node* receiver, Value name, const PropertySite&, Node** value);
  void CheckString(Node*);
  bool LoadOfString(Node* receiver, const PropertySite&, Node** value);
  // `defines`: CreateDataProperty, not an assignment.
  bool StoreNamed(Node* receiver, Value name, const PropertySite*, Node* value, bool defines);
  bool PrivateName(Node*, const SiteWord& seen, Value* name);
  bool ShapesOrSeen(const Node* receiver, std::initializer_list<Value> seen, std::vector<Shape*>*);
  bool ShapesOfPrivate(const Node* receiver, const PrivateSite&, std::vector<Shape*>*);
  bool LoadPrivate(Node* receiver, Node* name, const PrivateSite*, Node** value);
  bool StorePrivate(Node* receiver, Node* name, const PrivateSite*, Node* value);
  bool AddPrivate(Node* receiver, Node* name, uint8_t attributes, const AddPrivateSite*, Node* value);
  bool LoadHidden(Node* function, Value name, const HiddenSite*, Node** value);
  bool LoadSuperConstructor(Node* function, Node** value);
  void CheckEpoch();
  bool IsRelied(const Access&) const;
  Node* PropertiesOf(const Access&, Node* object);
  Node* LoadBy(const Access&, Node* object);
  Node* LoadByShape(Node* receiver, const std::vector<Shape*>&, const std::vector<Access>&);
  Node* SelectByShape(Node* receiver, const std::vector<Shape*>&, const std::vector<Access>&);
  void NoteByShape(const Node* value, const Node* receiver, const std::vector<Shape*>&,
                   const std::vector<Access>&);
  void HintFromObject(const Node* object, const Access&, const Node* value);
  template <class What, class F>
  void ForEachWay(Node* object, const std::vector<Shape*>&, const std::vector<What>&, bool is_left, F f);
  // What happens where the receiver has the shape.
  struct Storing {
    Access access;
    Shape* added = nullptr;  // the object becomes one of this shape

    friend bool operator==(const Storing&, const Storing&) = default;
  };
  Storing StoringFor(Shape*, Value name) const;
  void StoreBy(const Storing&, Node* object, Node* value);
  void StoreByShape(Node* receiver, std::vector<Shape*>, const std::vector<Storing>&, Node* value);
  static std::vector<Shape*> ShapesIn(const ShapeSet&);
  const ShapeSet* SetOf(const std::vector<Shape*>&);
  // Goes on where the object has one of the shapes; returns the block where it has none of them.
  Block* BranchByShape(Node* object, const std::vector<Shape*>&);
  bool ShapesOf(const Node* receiver, const PropertySite&, std::vector<Shape*>*);
  // `is_left`, if not null: shapes that are not known yet are left to branches by them, and it becomes true.
  Node* CheckShapes(Node* receiver, const std::vector<Shape*>&, bool* is_left = nullptr);

  // build_elements.cc
  bool GetLength(const Instruction&, Node* receiver, Value name);
  bool LoadKeyed(Node* receiver, Node* key, const KeyedSite*, Node** value);
  bool StoreKeyed(Node* receiver, Node* key, const KeyedSite*, Node* value);
  Node* HasElements(Node* object, ElementAccess);
  Node* CheckElements(Node* receiver, int32_t payload);
  std::optional<TypedElement> TypedSeen(int32_t seen) const;
  Node* CheckTyped(Node* receiver, TypedElement);
  Node* View(Node* array, TypedElement);
  bool MayBeElement(Node* receiver, Node* key, const KeyedSite*);
  // Whether arrays of doubles and others come here.
  bool AreOfSeveralKinds(int32_t seen) const;
  Node* LoadOfSeveralKinds(Node* receiver, Node* key);
  std::optional<TypedElement> TypedBesides(int32_t seen) const;
  Node* LoadTyped(Node* array, TypedElement, Node* key);
  void StoreTyped(Node* array, TypedElement, Node* key, Node* value);
  // A store to arrays of doubles, of Values, or of either.
  struct StoreToArray {
    Node *key, *value;
    bool to_doubles = false, to_values = false;
    bool may_append = false;
    bool may_change = false;  // arrays of Smis may become others
  };
  void StoreElement(Node* array, const StoreToArray&);
  Node* LoadElement(Node* elements, Node* index);
  Node* ElementOrUndefined(Node* array, Node* key);
  Node* LengthOfArray(Node* array);
  Node* CheckIndex(Node* array, Node* key);

  Building& building_;
  Isolate& isolate_;
  Code* const code_;
  FeedbackVector* const feedback_;
  const flow::Flow& flow_;
  const flow::Liveness& liveness_;
  const BuildOptions& options_;
  Graph& graph_;
  GraphBuilder* const outer_;
  Unit* const unit_;
  const uint32_t frame_words_;                     // of the unit
  const uint32_t way_;                             // Learned::ways
  const uint32_t entered_;                         // the block of BuildOptions::entry, or kNone
  JSFunction* closure_ = nullptr;                  // of the outermost function, if it has been checked
  std::vector<uint32_t> outer_words_;              // what lives in outer frames, ascending
  std::vector<uint32_t> words_behind_call_;        // of this frame, while something is inlined; registers
  const FrameState* state_behind_call_ = nullptr;  // the last one
  // Of what is inlined: what it is called with, until it begins, and its ways out.
  Node* receiver_ = nullptr;
  std::vector<Node*> arguments_;
  std::vector<Vertex::Incoming> returns_;
  std::vector<Vertex> vertices_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> vertex_of_;
  std::vector<uint32_t> order_;
  std::unordered_map<const Node*, std::vector<Node*>> phi_inputs_;  // of loops: those from outside

  std::vector<Vertex::Incoming> split_;  // ways from the last call that have not met

  uint32_t repeated_ = 0;  // so many repeated blocks are being built

  // Where it is.
  Vertex* vertex_ = nullptr;
  Block* block_ = nullptr;  // null: nothing comes here
  uint32_t offset_ = 0;
  const flow::LiveSet* live_ = nullptr;         // before the instruction
  const flow::LiveSet* live_behind_ = nullptr;  // behind it
  Environment now_;
  const FrameState* state_ = nullptr;                  // null: none has been made since something changed
  std::vector<FrameState::Register> state_registers_;  // room for one that is made
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_GRAPH_BUILDER_H_
