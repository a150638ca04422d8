// The builder itself: one of them builds a graph once. See builder.h.
//
//   graph_builder.cc     blocks and loops, merging, states, Generic, conversions
//   build_moves.cc       loads, moves, environments, globals, returns
//   build_numbers.cc     operators, comparisons and the jumps that go with them
//   build_properties.cc  named properties and elements
#ifndef HALFWORD_JIT_GRAPH_BUILDER_H_
#define HALFWORD_JIT_GRAPH_BUILDER_H_

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bytecode/flow.h"
#include "bytecode/sites/sites.h"
#include "jit/building/access.h"
#include "jit/building/builder.h"
#include "jit/masm/operands.h"
#include "ops/operators.h"

namespace halfword::jit {

// Which representation the phis of loops have, by the header's offset and the register, acc as kNone. A
// builder reads what the one before it has learned.
struct PhiRepresentation {
  Representation representation;
  bool is_widened = false;  // it was another before, which was not enough
};
using PhiRepresentations = std::map<std::pair<uint32_t, uint32_t>, PhiRepresentation>;

class GraphBuilder {
 public:
  GraphBuilder(Isolate&, platform::Arena&, Code*, FeedbackVector*, const flow::Flow&, const flow::Liveness&,
               const BuildOptions&, PhiRepresentations*);

  // False: *reason says why not. REQUIRES: it was not called before.
  bool Run(std::string* reason);
  // Some phis were to have other representations, which are learned: build again.
  bool is_to_be_built_again() const { return is_to_be_built_again_; }
  BuiltGraph Take() { return std::move(built_); }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr uint32_t kAccKey = UINT32_MAX;

  // What is known of a value besides its node: the same in other representations, and what checks have found.
  struct Known {
    Node* tagged = nullptr;
    Node* int32 = nullptr;
    Node* float64 = nullptr;
    Node* truncated = nullptr;  // ToInt32 of it
    TypeSet types = kAnyType;
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
  };
  struct Environment {
    std::vector<Node*> registers;  // null: dead
    Node* acc = nullptr;
    std::unordered_map<const Node*, Known> known;
    std::vector<Loaded> loaded;
  };

  // A block of bytecode where it is built. Copies of the way into a loop have the loop's number + 1.
  struct Vertex {
    uint32_t block;
    uint32_t copy;
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
  };

  // ---- Flow (graph_builder.cc) ----
  bool FindVertices(std::string* reason);
  uint32_t VertexOf(uint32_t block, uint32_t copy);
  // Where control comes from one vertex to a block; kNone: the loop can't be entered there.
  uint32_t SuccessorOf(const Vertex& from, uint32_t block);
  void BuildEntry();
  void BuildVertex(Vertex&);
  void BeginVertex(Vertex&);
  void MergeInto(Vertex&);
  void BeginLoop(Vertex&);
  void BuildOsrEntry(Vertex&);
  void FinishLoops();
  // Ends the block that is being built by a jump to the block of bytecode.
  void JumpTo(uint32_t block);
  void FallThrough();
  // The same by a branch. `spends`: where the jump is taken it is a back-edge.
  void BranchTo(Node* condition, bool sense, uint32_t target_block, bool spends);
  // The control that ends `from` leads to the block; what is in now_ comes there.
  void Arrive(Block* from, uint32_t block, bool spends);
  Representation RepresentationOfPhi(Vertex&, uint32_t key, const std::vector<Node*>& inputs);
  Node* Merge(Vertex&, uint32_t key, std::vector<Node*> inputs, bool is_loop);

  // ---- States ----
  const FrameState* State();
  // The same at another place: at the beginning of a block.
  const FrameState* StateAt(uint32_t offset, const flow::LiveSet& live, const Environment&);

  // ---- Nodes ----
  Node* Add(NodeKind kind, std::initializer_list<Node*> inputs, Payload payload = {});
  // The same of a kind that may exit.
  Node* AddExiting(NodeKind kind, std::initializer_list<Node*> inputs, Payload payload = {});
  // A load, unless the value is at hand.
  Node* Load(NodeKind kind, Node* object, Payload payload = {});
  Known& KnownOf(const Node* node) { return now_.known[node]; }
  TypeSet TypesOf(const Node* node);
  void Forget(NodeKind kind);  // loads that a store of that class may change
  void ForgetMemory();         // all of it: something was called

  // ---- Conversions: of a value to what an instruction wants. Those that may exit have the state. ----
  Node* Tagged(Node*);
  Node* Int32(Node*);      // exits unless it is an int32 that is not −0
  Node* Truncated(Node*);  // ToInt32 of a number; exits where it is none
  Node* TruncatedSum(Node*, int depth);
  Node* Float64(Node*);
  Node* Boolean(Node*);  // ToBoolean
  Node* ConstantAs(Node*, Representation);
  Node* Convert(Node*, Representation);
  Node* ConvertAt(Node*, Representation, Node* place, const FrameState*);
  Node* Smi(Node*);  // a Value that is a Smi
  Node* TaggedConstant(Value);

  // ---- Instructions ----
  void Visit(const Instruction&);
  bool VisitMove(const Instruction&);      // build_moves.cc
  bool VisitNumbers(const Instruction&);   // build_numbers.cc
  bool VisitJump(const Instruction&);      // build_numbers.cc
  bool VisitProperty(const Instruction&);  // build_properties.cc
  void Generic(const Instruction&);
  void NoteCallee(const Instruction&, CallInfo*);
  void Exit();
  // The instruction has never been executed, as it seems: exits there. False: it did so in vain before; some
  // sites never learn anything.
  bool ExitUnlearned();
  void NoteLiteral(Value);
  // build_moves.cc
  // The cell of the global's site, unless the graph ends there. False: it is left to the first tier.
  bool CellOf(const Instruction&, Value* cell);
  Node* CheckNotHole(Node*);

  Node* Reg(int32_t reg) const { return now_.registers[static_cast<size_t>(reg)]; }
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
  bool IsNumeric(const Node*) const;
  bool MayBeNumber(const Node*);
  NumberKind OperandKind(Node* left, Node* right, int32_t seen) const;
  bool Arithmetic(BinaryOp, Node* left, Node* right, int32_t seen, Node** result);
  bool Increment(Node* operand, int32_t delta, int32_t seen, Node** result);
  bool Relate(ops::Relation, Node* left, Node* right, int32_t seen, Node** result);
  bool AreEqual(bool is_strict, Node* left, Node* right, int32_t seen, Node** result);
  void FinishComparison(const Instruction&, const ops::Comparison&, Node* outcome);
  // build_properties.cc
  bool LoadNamed(Node* receiver, Value name, const PropertySite*, Node** value);
  bool StoreNamed(Node* receiver, Value name, const PropertySite*, Node* value);
  bool LoadKeyed(Node* receiver, Node* key, const KeyedSite*, Node** value);
  bool StoreKeyed(Node* receiver, Node* key, const KeyedSite*, Node* value);
  void CheckEpoch();
  Node* LoadBy(const Access&, Node* object);
  bool AddNamed(Node* receiver, Shape*, Shape* added, Value name, Node* value);
  void ForgetShapes();  // of all values: one of them has another now
  bool ShapesOf(const PropertySite&, std::vector<Shape*>*) const;
  Node* CheckShapes(Node* receiver, const std::vector<Shape*>&);
  Node* CheckElements(Node* receiver, int32_t payload);
  bool MayBeElement(Node* receiver, Node* key, const KeyedSite*);
  Node* CheckIndex(Node* array, Node* key);

  Isolate& isolate_;
  Code* const code_;
  FeedbackVector* const feedback_;
  const flow::Flow& flow_;
  const flow::Liveness& liveness_;
  const BuildOptions& options_;
  PhiRepresentations& representations_;
  BuiltGraph built_;
  Graph& graph_;
  Unit* unit_ = nullptr;
  std::vector<Vertex> vertices_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> vertex_of_;
  std::vector<uint32_t> order_;
  std::unordered_map<const Node*, std::vector<Node*>> phi_inputs_;  // of loops: those from outside
  bool is_to_be_built_again_ = false;

  // Where it is.
  Vertex* vertex_ = nullptr;
  Block* block_ = nullptr;  // null: nothing comes here
  uint32_t offset_ = 0;
  const flow::LiveSet* live_ = nullptr;         // before the instruction
  const flow::LiveSet* live_behind_ = nullptr;  // behind it
  Environment now_;
  const FrameState* state_ = nullptr;  // null: none has been made since something changed
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_GRAPH_BUILDER_H_
