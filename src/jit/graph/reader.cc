#include <bit>
#include <charconv>
#include <unordered_map>

#include "jit/graph/graph.h"
#include "jit/graph/text.h"

namespace halfword::jit {
namespace {

// Passes have tables by ids, and walk states of outer frames by recursion: texts must not make either large.
constexpr uint32_t kMostId = 1 << 20;
constexpr int kMostFrames = 64;

NodeKind KindOf(std::string_view name, bool* found) {
  static const auto kinds = [] {
    std::unordered_map<std::string_view, NodeKind> all;
    for (int i = 0; i < kNodeKindCount; i++) all.emplace(kNodeKinds[i].name, static_cast<NodeKind>(i));
    return all;
  }();
  auto at = kinds.find(name);
  *found = at != kinds.end();
  return *found ? at->second : NodeKind{};
}

// What is left of a line. All functions skip blanks first.
class Cursor {
 public:
  explicit Cursor(std::string_view line) : rest_(line) {}

  bool AtEnd() {
    Skip();
    return rest_.empty();
  }
  // Punctuation, or the beginning of a word.
  bool Take(std::string_view what) {
    Skip();
    if (!rest_.starts_with(what)) return false;
    rest_.remove_prefix(what.size());
    return true;
  }
  // A whole word.
  bool TakeWord(std::string_view what) {
    Skip();
    if (Peek() != what) return false;
    rest_.remove_prefix(what.size());
    return true;
  }
  // Letters, digits and hyphens; empty if there is something else.
  std::string_view Word() {
    Skip();
    std::string_view word = Peek();
    rest_.remove_prefix(word.size());
    return word;
  }
  // Unlike words, numbers may have a sign, a dot, an exponent.
  template <class T>
  bool Number(T* n) {
    Skip();
    auto end = std::from_chars(rest_.data(), rest_.data() + rest_.size(), *n);
    if (end.ec != std::errc()) return false;
    rest_.remove_prefix(static_cast<size_t>(end.ptr - rest_.data()));
    return true;
  }
  bool Hex(uint64_t* n) {
    if (!Take("0x")) return false;
    auto end = std::from_chars(rest_.data(), rest_.data() + rest_.size(), *n, 16);
    if (end.ec != std::errc()) return false;
    rest_.remove_prefix(static_cast<size_t>(end.ptr - rest_.data()));
    return true;
  }
  // A letter and a number, such as n7.
  bool Numbered(std::string_view letter, uint32_t* n) {
    Skip();
    if (!rest_.starts_with(letter)) return false;
    if (rest_.size() <= letter.size() || rest_[letter.size()] < '0' || rest_[letter.size()] > '9')
      return false;
    rest_.remove_prefix(letter.size());
    return Number(n);
  }

 private:
  static bool IsOfWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
  }
  std::string_view Peek() const {
    size_t n = 0;
    while (n < rest_.size() && IsOfWord(rest_[n])) n++;
    return rest_.substr(0, n);
  }
  void Skip() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t' || rest_.front() == '\r')) {
      rest_.remove_prefix(1);
    }
  }
  std::string_view rest_;
};

}  // namespace

// Reads all lines, then makes what they refer to: nodes, blocks and units may be named before they are there.
class GraphReader {
 public:
  GraphReader(platform::Arena& arena, std::string* error)
      : graph_(std::make_unique<Graph>(arena)), error_(error) {}

  std::unique_ptr<Graph> Read(std::string_view text) {
    while (!text.empty()) {
      line_++;
      size_t end = text.find('\n');
      if (!ReadLine(text.substr(0, end))) return nullptr;
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    if (blocks_.empty()) {
      Fail("there is no block");
      return nullptr;
    }
    if (!MakeEdges() || !MakeStates() || !MakeNodes()) return nullptr;
    return std::move(graph_);
  }

 private:
  // ids, until what they name is known
  using Ids = std::vector<uint32_t>;
  struct BlockLine {
    Block* block;
    Ids predecessors, successors;
    uint32_t loop = Block::kNone;
    uint32_t node_of_successors = 0;  // its place among nodes_
    int line;
  };
  struct StateLine {
    uint32_t unit, offset, outer = Block::kNone;
    bool is_behind;
    uint32_t acc = Block::kNone, environment = Block::kNone;
    std::vector<std::pair<uint32_t, uint32_t>> registers;  // number and node
    int line, frames = 1;
    const FrameState* state = nullptr;
  };
  struct NodeLine {
    Node* node;
    Block* block;
    Ids inputs;
    uint32_t state = Block::kNone;
    uint32_t unit = 0, offset = 0, first_lost = CallInfo::kNothingLost;  // of a call
    Ids registers;
    int line;
  };

  bool Fail(const std::string& what) {
    *error_ = "line " + std::to_string(line_) + ": " + what;
    return false;
  }
  bool FailAt(int line, const std::string& what) {
    line_ = line;
    return Fail(what);
  }

  bool ReadLine(std::string_view line) {
    Cursor c(line);
    if (c.AtEnd()) return true;
    uint32_t number;
    bool is_read;
    if (c.TakeWord("unit")) {
      is_read = ReadUnit(c);
    } else if (c.Numbered("b", &number)) {
      is_read = ReadBlock(c, number);
    } else if (c.Numbered("s", &number)) {
      is_read = ReadState(c, number);
    } else if (c.Numbered("n", &number)) {
      is_read = ReadNode(c, number);
    } else {
      return Fail("this is no unit, block, state or node");
    }
    if (!is_read) return false;
    return c.AtEnd() || Fail("the line goes on where it should end");
  }

  bool ReadUnit(Cursor& c) {
    uint32_t number, outer, frame_words = 0, call_offset = 0;
    uint64_t code, info;
    if (!c.Number(&number) || number != graph_->units_.size()) return Fail("units are numbered from 0 on");
    if (!c.Take(":") || !c.TakeWord("code") || !c.Hex(&code)) return Fail("a unit has a code");
    if (!c.TakeWord("info") || !c.Hex(&info)) return Fail("a unit has an info");
    const Unit* in = nullptr;
    if (c.TakeWord("in")) {
      if (!c.Number(&outer) || outer >= number) return Fail("the outer unit stands before the unit");
      in = graph_->units_[outer];
    }
    if (c.TakeWord("frame") && !c.Number(&frame_words)) return Fail("frame is followed by words");
    if (c.TakeWord("call") && !c.Number(&call_offset)) return Fail("call is followed by an offset");
    graph_->NewUnit(code, info, in, frame_words, call_offset);
    return true;
  }

  bool ReadBlock(Cursor& c, uint32_t number) {
    if (number >= kMostId) return Fail("the number is too large");
    Block* block = graph_->NewBlock();
    block->id = number;
    graph_->next_block_id_ = next_block_id_ = std::max(number + 1, next_block_id_);
    if (!block_of_id_.emplace(number, blocks_.size()).second)
      return Fail("there is another block of that number");
    BlockLine& b = blocks_.emplace_back();
    b.block = block;
    b.line = line_;
    if (!c.Take(":")) return Fail("a colon follows a block's number");
    uint32_t id;
    if (c.TakeWord("from")) {
      while (c.Numbered("b", &id)) b.predecessors.push_back(id);
    }
    block->is_loop_header = c.TakeWord("loop");
    if (c.TakeWord("depth") && !c.Number(&block->loop_depth)) return Fail("depth is followed by a number");
    if (c.TakeWord("of") && !c.Numbered("b", &b.loop)) return Fail("of is followed by a block");
    block->is_cold = c.TakeWord("cold");
    if (c.TakeWord("entry") && !c.Number(&block->entry_offset)) return Fail("entry is followed by an offset");
    return true;
  }

  bool ReadState(Cursor& c, uint32_t number) {
    StateLine s{};
    s.line = line_;
    if (!c.Take(":") || !c.TakeWord("unit") || !c.Number(&s.unit)) return Fail("a state has a unit");
    s.is_behind = c.TakeWord("behind");
    if (!s.is_behind && !c.TakeWord("at")) return Fail("a state is at an offset or behind one");
    if (!c.Number(&s.offset)) return Fail("a state has an offset");
    if (!c.Take("{")) return Fail("a state's values are in braces");
    while (!c.Take("}")) {
      uint32_t reg, node;
      uint32_t* place = nullptr;
      if (c.TakeWord("acc")) {
        place = &s.acc;
      } else if (c.TakeWord("env")) {
        place = &s.environment;
      } else if (!c.Numbered("r", &reg)) {
        return Fail("a state has registers, acc and env");
      }
      if (!c.Take("=") || !c.Numbered("n", &node)) return Fail("a state's values are nodes");
      if (place != nullptr) {
        *place = node;
      } else {
        s.registers.emplace_back(reg, node);
      }
    }
    if (c.TakeWord("outer")) {
      if (!c.Numbered("s", &s.outer)) return Fail("outer is followed by a state");
      auto outer = state_of_number_.find(s.outer);
      if (outer == state_of_number_.end()) return Fail("the outer state stands before the state");
      s.outer = outer->second;
      s.frames = states_[s.outer].frames + 1;
      if (s.frames > kMostFrames) return Fail("there are too many outer states");
    }
    if (!state_of_number_.emplace(number, states_.size()).second) {
      return Fail("there is another state of that number");
    }
    states_.push_back(std::move(s));
    return true;
  }

  bool ReadNode(Cursor& c, uint32_t number) {
    if (blocks_.empty()) return Fail("a node is in a block");
    if (number >= kMostId) return Fail("the number is too large");
    std::string_view representation;
    if (c.Take(":")) representation = c.Word();
    if (!c.Take("=")) return Fail("a node is followed by what it is equal to");
    bool is_known;
    NodeKind kind = KindOf(c.Word(), &is_known);
    if (!is_known) return Fail("there is no such kind of nodes");
    Node* node = graph_->MakeNode(kind, number);
    if (!node_of_id_.emplace(number, node).second) return Fail("there is another node of that number");
    graph_->next_id_ = std::max(number + 1, graph_->next_id_);
    if (representation.data() != nullptr) {
      size_t i = 0;
      while (i < std::size(kRepresentationNames) && kRepresentationNames[i] != representation) i++;
      if (i == std::size(kRepresentationNames)) return Fail("there is no such representation");
      node->set_representation(static_cast<Representation>(i));
    }
    NodeLine& n = nodes_.emplace_back();
    n.node = node;
    n.block = blocks_.back().block;
    n.line = line_;
    if (node->info().payload != PayloadKind::kNone) {
      if (!c.Take("[")) return Fail("the payload is missing");
      if (!ReadPayload(c, n)) return Fail("the payload is not of the node's kind");
      if (!c.Take("]")) return Fail("the payload has no end");
    }
    uint32_t id;
    while (c.Numbered("n", &id)) n.inputs.push_back(id);
    if (c.Take("@") && !c.Numbered("s", &n.state)) return Fail("@ is followed by a state");
    if (c.Take("->")) {
      BlockLine& b = blocks_.back();
      if (!b.successors.empty()) return Fail("there are successors already");
      while (c.Numbered("b", &id)) b.successors.push_back(id);
      b.node_of_successors = static_cast<uint32_t>(nodes_.size());
    }
    return !c.Take(":") || ReadTypes(c, node);
  }

  bool ReadTypes(Cursor& c, Node* node) {
    node->set_types(kNothingType);
    if (c.TakeWord(kNothingName)) return true;
    do {
      std::string_view name = c.Word();
      size_t i = 0;
      while (i < std::size(kTypeNames) && kTypeNames[i] != name) i++;
      if (i == std::size(kTypeNames)) return Fail("there is no such type");
      node->set_types(static_cast<TypeSet>(node->types() | 1 << i));
    } while (c.Take("|"));
    return true;
  }

  bool ReadPayload(Cursor& c, NodeLine& n) {
    Payload p;
    int32_t number;
    uint32_t reg;
    switch (n.node->info().payload) {
      case PayloadKind::kNone: break;
      case PayloadKind::kNumber:
        if (!c.Number(&number)) return false;
        p = Payload::Number(number);
        break;
      case PayloadKind::kDouble:
        if (!c.Hex(&p.raw) && !c.Number(&p.value)) return false;
        break;
      case PayloadKind::kBits:
        if (!c.Hex(&p.raw)) return false;
        break;
      case PayloadKind::kOffset:
        c.Take("+");
        if (!c.Number(&number)) return false;
        p = Payload::Offset(number);
        break;
      case PayloadKind::kRegister:
        if (!c.Numbered("r", &reg)) return false;
        p = Payload::Register(reg);
        break;
      case PayloadKind::kCondition: return ReadName(c, kConditionNames, n.node);
      case PayloadKind::kDoubleCondition: return ReadName(c, kDoubleConditionNames, n.node);
      case PayloadKind::kShapes: {
        // In the order that they are written in: whether they are sorted is the verifier's to say.
        ShapeSet* set = graph_->arena_.New<ShapeSet>();
        uint64_t bits;
        while (c.Hex(&bits)) {
          if (set->count == ShapeSet::kMost) return false;
          set->shapes[set->count++] = bits;
        }
        p = Payload::Shapes(set);
        break;
      }
      case PayloadKind::kCall:
        if (!c.TakeWord("unit") || !c.Number(&n.unit) || !c.TakeWord("at") || !c.Number(&n.offset))
          return false;
        while (true) {
          if (c.TakeWord("acc")) {
            n.registers.push_back(CallInfo::kAccInput);
          } else if (c.TakeWord("env")) {
            n.registers.push_back(CallInfo::kEnvironmentInput);
          } else if (c.Numbered("r", &reg)) {
            n.registers.push_back(reg);
          } else if (c.TakeWord("lost")) {
            return c.Number(&n.first_lost);  // stands last
          } else {
            return true;  // MakeNodes makes the payload
          }
        }
    }
    n.node->set_payload(p);
    return true;
  }
  // Conditions without a name are written as numbers.
  template <size_t count>
  bool ReadName(Cursor& c, const std::string_view (&names)[count], Node* node) {
    uint8_t number;
    if (!c.Number(&number)) {
      std::string_view name = c.Word();
      number = 0;
      while (number < count && names[number] != name) number++;
      if (number == count) return false;
    }
    node->set_payload(Payload::Condition(number));
    return true;
  }

  // ---- What lines refer to ----

  Block* BlockOf(uint32_t id) {
    auto found = block_of_id_.find(id);
    return found == block_of_id_.end() ? nullptr : blocks_[found->second].block;
  }
  // False: there is no such node, and Fail has said so.
  bool Find(uint32_t id, Node** node) {
    auto found = node_of_id_.find(id);
    if (found == node_of_id_.end()) return Fail("there is no node n" + std::to_string(id));
    *node = found->second;
    return true;
  }

  bool MakeEdges() {
    for (BlockLine& b : blocks_) {
      line_ = b.line;
      auto find = [&](const Ids& ids, std::vector<Block*>& blocks) {
        for (uint32_t id : ids) {
          blocks.push_back(BlockOf(id));
          if (blocks.back() == nullptr) return Fail("there is no block b" + std::to_string(id));
        }
        return true;
      };
      if (!find(b.predecessors, b.block->predecessors) || !find(b.successors, b.block->successors))
        return false;
      if (b.block->is_loop_header) b.block->loop = b.block;
      if (b.loop == Block::kNone) continue;
      b.block->loop = BlockOf(b.loop);
      if (b.block->loop == nullptr) return Fail("there is no block b" + std::to_string(b.loop));
    }
    return true;
  }

  bool MakeStates() {
    for (StateLine& s : states_) {
      line_ = s.line;
      if (s.unit >= graph_->units_.size()) return Fail("there is no unit " + std::to_string(s.unit));
      FrameState state{};
      state.unit = graph_->units_[s.unit];
      state.outer = s.outer == Block::kNone ? nullptr : states_[s.outer].state;
      state.offset = s.offset;
      state.is_behind = s.is_behind;
      if (s.acc != Block::kNone && !Find(s.acc, &state.acc)) return false;
      if (s.environment != Block::kNone && !Find(s.environment, &state.environment)) return false;
      std::vector<FrameState::Register> registers;
      for (auto [reg, id] : s.registers) {
        Node* node;
        if (!Find(id, &node)) return false;
        registers.push_back({reg, node});
      }
      s.state = graph_->NewState(state, registers);
    }
    return true;
  }

  bool MakeNodes() {
    std::vector<Node*> inputs;
    for (NodeLine& n : nodes_) {
      line_ = n.line;
      inputs.clear();
      for (uint32_t id : n.inputs) {
        Node* input;
        if (!Find(id, &input)) return false;
        inputs.push_back(input);
      }
      graph_->SetInputs(n.node, inputs);
      if (n.state != Block::kNone) {
        auto found = state_of_number_.find(n.state);
        if (found == state_of_number_.end()) return Fail("there is no state s" + std::to_string(n.state));
        n.node->set_state(states_[found->second].state);
      }
      if (n.node->info().payload == PayloadKind::kCall) {
        if (n.unit >= graph_->units_.size()) return Fail("there is no unit " + std::to_string(n.unit));
        n.node->set_payload(
            Payload::Call(graph_->NewCall(graph_->units_[n.unit], n.offset, n.registers, n.first_lost)));
      }
      graph_->LinkBefore(n.block, nullptr, n.node);
    }
    for (BlockLine& b : blocks_) {
      if (b.successors.empty() || nodes_[b.node_of_successors - 1].node == b.block->last) continue;
      return FailAt(b.line, "successors stand behind the last node");
    }
    graph_->FindHeads();
    return true;
  }

  std::unique_ptr<Graph> graph_;
  std::string* error_;
  int line_ = 0;
  uint32_t next_block_id_ = 0;
  std::vector<BlockLine> blocks_;
  std::vector<StateLine> states_;
  std::vector<NodeLine> nodes_;
  std::unordered_map<uint32_t, size_t> block_of_id_, state_of_number_;
  std::unordered_map<uint32_t, Node*> node_of_id_;
};

std::unique_ptr<Graph> Graph::FromText(platform::Arena& arena, std::string_view text, std::string* error) {
  return GraphReader(arena, error).Read(text);
}

}  // namespace halfword::jit
