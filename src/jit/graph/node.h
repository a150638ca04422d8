// Nodes of the optimizing compiler's graph: values and effects.
//
// A graph lives in an arena and dies with it. Nothing in it is an address of the heap: constants are Values
// as bits, which stay what they are because objects do not move. So phases other than building may run on
// any thread.
#ifndef HALFWORD_JIT_GRAPH_NODE_H_
#define HALFWORD_JIT_GRAPH_NODE_H_

#include <bit>
#include <cstdint>
#include <span>

#include "base/macros.h"
#include "jit/graph/node_kinds.h"

namespace halfword::jit {

struct Block;
struct FrameState;
struct CallInfo;

// What a tagged value may be, a bit each.
enum ValueTypes : uint16_t {
  kNothingType = 0,
  kSmiType = 1,
  kDoubleType = 2,  // a number in a box
  kInternedType = 4,
  kStringType = 8,  // one that is not interned
  kObjectType = 16,
  kUndefinedType = 32,
  kNullType = 64,
  kBooleanType = 128,
  kHoleType = 256,
  kSymbolType = 512,
  kBigIntType = 1024,
  kInternalType = 2048,  // what no program sees: environments, cells, elements
  kNumberTypes = kSmiType | kDoubleType,
  kStringTypes = kInternedType | kStringType,
  kAnyType = 4095,
};
using TypeSet = uint16_t;

// Shapes, by their bits as Values; sorted.
struct ShapeSet {
  static constexpr uint32_t kMost = 4;
  uint32_t count = 0;
  uint64_t shapes[kMost] = {};

  bool Has(uint64_t shape) const {
    for (uint32_t n = 0; n < count; n++) {
      if (shapes[n] == shape) return true;
    }
    return false;
  }
};

union Payload {
  uint64_t raw = 0;
  int32_t number;
  double value;
  uint64_t bits;  // of a Value
  int32_t offset;
  uint32_t reg;       // of the interpreter's frame
  uint8_t condition;  // of integers or of doubles, by its number
  const ShapeSet* shapes;
  const CallInfo* call;

  // These set all bytes, so `raw` tells payloads of one kind apart; but shapes and calls may be equal where
  // their addresses are not.
  static Payload Number(int32_t n) { return {.raw = static_cast<uint32_t>(n)}; }
  static Payload Double(double d) { return {.raw = std::bit_cast<uint64_t>(d)}; }
  static Payload Bits(uint64_t bits) { return {.raw = bits}; }
  static Payload Offset(int32_t offset) { return Number(offset); }
  static Payload Register(uint32_t reg) { return {.raw = reg}; }
  static Payload Condition(uint8_t condition) { return {.raw = condition}; }
  static Payload Shapes(const ShapeSet* shapes) { return {.raw = std::bit_cast<uint64_t>(shapes)}; }
  static Payload Call(const CallInfo* call) { return {.raw = std::bit_cast<uint64_t>(call)}; }
};
static_assert(sizeof(Payload) == 8 && std::endian::native == std::endian::little);

class Node {
 public:
  NodeKind kind() const { return kind_; }
  bool Is(NodeKind kind) const { return kind_ == kind; }
  const NodeKindInfo& info() const { return InfoOf(kind_); }
  bool Has(NodeFlags flag) const { return (info().flags & flag) != 0; }
  bool is_control() const { return Has(kControl); }

  // Of the value; phis have one of their own.
  Representation representation() const { return representation_; }
  void set_representation(Representation r) { representation_ = r; }
  // What it may be, whatever the way it came.
  TypeSet types() const { return types_; }
  void set_types(TypeSet types) { types_ = types; }

  uint32_t id() const { return id_; }
  Block* block() const { return block_; }
  Node* next() const { return next_; }  // in the block; null: it is the last
  Node* previous() const { return previous_; }

  std::span<Node* const> inputs() const { return {inputs_, input_count_}; }
  uint32_t input_count() const { return input_count_; }
  Node* input(uint32_t i) const {
    DCHECK(i < input_count_);
    return inputs_[i];
  }
  void SetInput(uint32_t i, Node* node) {
    DCHECK(i < input_count_);
    node->use_count_++;
    inputs_[i]->use_count_--;
    inputs_[i] = node;
  }
  // How often it is an input, states apart.
  uint32_t use_count() const { return use_count_; }

  // Where the baseline tier goes on if the node exits; of kCalls, where it does behind the node. Null: it
  // does neither.
  const FrameState* state() const { return state_; }
  void set_state(const FrameState* state) { state_ = state; }

  const Payload& payload() const { return payload_; }
  void set_payload(Payload payload) { payload_ = payload; }

 private:
  friend class Graph;
  friend class GraphBreaker;  // of the verifier's tests: what no text can break
  Node(NodeKind kind, uint32_t id, Node** inputs, uint32_t count)
      : kind_(kind),
        representation_(InfoOf(kind).representation),
        id_(id),
        input_count_(count),
        inputs_(inputs) {}

  NodeKind kind_;
  Representation representation_;
  TypeSet types_ = kAnyType;
  uint32_t id_, use_count_ = 0, input_count_;
  Node** inputs_;
  Block* block_ = nullptr;
  Node *next_ = nullptr, *previous_ = nullptr;
  const FrameState* state_ = nullptr;
  Payload payload_;
};

// What a check has checked: the same value, so both are in one place. Any other node is itself.
inline const Node& Unchecked(const Node& node) {
  const Node* value = &node;
  while (value->Has(kIsCheck)) value = value->input(0);
  return *value;
}

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_GRAPH_NODE_H_
