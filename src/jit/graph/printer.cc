#include <bit>
#include <charconv>
#include <cmath>
#include <unordered_map>

#include "jit/graph/graph.h"
#include "jit/graph/text.h"

namespace halfword::jit {
namespace {

class Printer {
 public:
  std::string Print(const Graph& graph) {
    for (const Unit* unit : graph.units()) PrintUnit(*unit);
    for (const Block* block : graph.blocks()) PrintBlock(*block);
    return std::move(text_);
  }

 private:
  template <class... Parts>
  void Put(Parts... parts) {
    (PutOne(parts), ...);
  }
  void PutOne(std::string_view part) { text_ += part; }
  void PutOne(const char* part) { text_ += part; }
  void PutOne(uint32_t n) { text_ += std::to_string(n); }
  void PutOne(int32_t n) { text_ += std::to_string(n); }
  void PutHex(uint64_t n) {
    char digits[16];
    auto end = std::to_chars(digits, digits + sizeof digits, n, 16);
    Put("0x", std::string_view(digits, static_cast<size_t>(end.ptr - digits)));
  }
  void PutDouble(double d) {
    if (std::isnan(d)) return PutHex(std::bit_cast<uint64_t>(d));  // one of many
    char digits[32];
    auto end = std::to_chars(digits, digits + sizeof digits, d);
    Put(std::string_view(digits, static_cast<size_t>(end.ptr - digits)));
  }

  void PrintUnit(const Unit& unit) {
    Put("unit ", unit.number, ": code ");
    PutHex(unit.code);
    Put(" info ");
    PutHex(unit.info);
    if (unit.outer != nullptr) Put(" in ", unit.outer->number);
    if (unit.outer != nullptr || unit.frame_words != 0 || unit.call_offset != 0) {
      Put(" frame ", unit.frame_words, " call ", unit.call_offset);
    }
    Put("\n");
  }

  void PrintBlock(const Block& block) {
    Put("\nb", block.id, ":");
    if (!block.predecessors.empty()) Put(" from");
    for (const Block* p : block.predecessors) Put(" b", p->id);
    if (block.is_loop_header) Put(" loop");
    if (block.loop_depth != 0) Put(" depth ", block.loop_depth);
    if (block.loop != nullptr && block.loop != &block) Put(" of b", block.loop->id);
    if (block.is_cold) Put(" cold");
    if (block.entry_offset != Block::kNone) Put(" entry ", block.entry_offset);
    Put("\n");
    block.ForEachNode([&](const Node* node) { PrintNode(*node); });
  }

  void PrintNode(const Node& node) {
    if (node.state() != nullptr) PrintState(*node.state());
    Put("  n", node.id());
    if (node.Is(NodeKind::kPhi) || node.representation() != node.info().representation) {
      Put(":", NameOf(node.representation()));
    }
    Put(" = ", node.info().name);
    PrintPayload(node);
    for (const Node* input : node.inputs()) Put(" n", input->id());
    if (node.state() != nullptr) Put(" @s", states_.at(node.state()));
    const Block& block = *node.block();
    if (&node == block.last && !block.successors.empty()) {
      Put(" ->");
      for (const Block* s : block.successors) Put(" b", s->id);
    }
    PrintTypes(node.types());
    Put("\n");
  }

  void PrintTypes(TypeSet types) {
    if (types == kAnyType) return;
    if (types == kNothingType) return Put(" : ", kNothingName);
    std::string_view between = " : ";
    for (size_t i = 0; i < std::size(kTypeNames); i++) {
      if ((types >> i & 1) == 0) continue;
      Put(between, kTypeNames[i]);
      between = "|";
    }
  }

  void PrintPayload(const Node& node) {
    const Payload& p = node.payload();
    PayloadKind kind = node.info().payload;
    if (kind == PayloadKind::kNone) return;
    Put("[");
    switch (kind) {
      case PayloadKind::kNone: break;
      case PayloadKind::kNumber: Put(p.number); break;
      case PayloadKind::kDouble: PutDouble(p.value); break;
      case PayloadKind::kBits: PutHex(p.bits); break;
      case PayloadKind::kOffset: Put(p.offset < 0 ? "" : "+", p.offset); break;
      case PayloadKind::kRegister: Put("r", p.reg); break;
      case PayloadKind::kCondition: PrintName(kConditionNames, p.condition); break;
      case PayloadKind::kDoubleCondition: PrintName(kDoubleConditionNames, p.condition); break;
      case PayloadKind::kShapes:
        for (uint32_t i = 0; i < p.shapes->count; i++) {
          if (i > 0) Put(" ");
          PutHex(p.shapes->shapes[i]);
        }
        break;
      case PayloadKind::kCall:
        Put("unit ", p.call->unit->number, " at ", p.call->offset);
        for (uint32_t reg : p.call->words) {
          if (reg == CallInfo::kAccInput) {
            Put(" acc");
          } else if (reg == CallInfo::kEnvironmentInput) {
            Put(" env");
          } else {
            Put(" r", reg);
          }
        }
        if (p.call->first_lost != CallInfo::kNothingLost) Put(" lost ", p.call->first_lost);
        break;
    }
    Put("]");
  }
  template <size_t n>
  void PrintName(const std::string_view (&names)[n], uint8_t number) {
    if (number < n) {
      Put(names[number]);
    } else {
      Put(uint32_t{number});
    }
  }

  // If it is new, and those of outer frames before it.
  void PrintState(const FrameState& state) {
    if (states_.contains(&state)) return;
    if (state.outer != nullptr) PrintState(*state.outer);
    uint32_t number = static_cast<uint32_t>(states_.size());
    states_.emplace(&state, number);
    Put("  s", number, ": unit ", state.unit->number, state.is_behind ? " behind " : " at ", state.offset,
        " {");
    std::string_view between = "";
    auto put = [&](const Node* node) {
      Put("=n", node->id());
      between = " ";
    };
    for (const FrameState::Register& r : state.registers) {
      Put(between, "r", r.number);
      put(r.node);
    }
    if (state.acc != nullptr) {
      Put(between, "acc");
      put(state.acc);
    }
    if (state.environment != nullptr) {
      Put(between, "env");
      put(state.environment);
    }
    Put("}");
    if (state.outer != nullptr) Put(" outer s", states_.at(state.outer));
    Put("\n");
  }

  std::string text_;
  std::unordered_map<const FrameState*, uint32_t> states_;
};

}  // namespace

std::string Graph::ToText() const { return Printer().Print(*this); }

}  // namespace halfword::jit
