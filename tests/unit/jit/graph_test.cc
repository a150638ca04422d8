// The optimizing compiler's graph: texts of graphs, what the verifier says of broken ones, and changes.
#include "jit/graph/graph.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <functional>
#include <random>

#include "jit/graph/dominators.h"

namespace halfword::jit {

// Breaks what no text can.
class GraphBreaker {
 public:
  static void AddUse(Node* node) { node->use_count_++; }
  static void SetBlock(Node* node, Block* block) { node->block_ = block; }
  static void SetPrevious(Node* node, Node* previous) { node->previous_ = previous; }
  static void SetId(Node* node, uint32_t id) { node->id_ = id; }
};

namespace {

class GraphTest : public testing::Test {
 protected:
  std::unique_ptr<Graph> Read(std::string_view text) {
    std::string error;
    std::unique_ptr<Graph> graph = Graph::FromText(arena_, text, &error);
    EXPECT_NE(graph, nullptr) << error << "\n" << text;
    return graph;
  }
  // What the reader says of a text that it can't read.
  std::string ErrorOf(std::string_view text) {
    std::string error;
    EXPECT_EQ(Graph::FromText(arena_, text, &error), nullptr) << text;
    return error;
  }
  std::string VerdictOn(std::string_view text) {
    std::unique_ptr<Graph> graph = Read(text);
    return graph == nullptr ? "" : graph->Verify();
  }
  static Node* NodeOf(const Graph& graph, uint32_t id) {
    Node* found = nullptr;
    graph.ForEachNode([&](Node* n) {
      if (n->id() == id) found = n;
    });
    return found;
  }
  static Block* BlockOf(const Graph& graph, uint32_t id) {
    for (Block* block : graph.blocks()) {
      if (block->id == id) return block;
    }
    return nullptr;
  }
  // "0 2 1": ids in their order.
  static std::string OrderOf(const Graph& graph) {
    std::string order;
    for (Block* block : graph.blocks()) order += (order.empty() ? "" : " ") + std::to_string(block->id);
    return order;
  }
  // Blocks of edges alone: a Return, a Goto, or a Switch.
  std::unique_ptr<Graph> Skeleton(const std::vector<std::vector<int>>& successors) {
    auto graph = std::make_unique<Graph>(arena_);
    graph->NewUnit(1, 3, nullptr, 0, 0);
    std::vector<Block*> blocks;
    for (size_t i = 0; i < successors.size(); i++) blocks.push_back(graph->NewBlock());
    Node* zero = graph->Int32(0);
    Node* value = graph->Constant(1, kObjectType);
    for (size_t i = 0; i < successors.size(); i++) {
      std::vector<Block*> targets;
      for (int s : successors[i]) targets.push_back(blocks[static_cast<size_t>(s)]);
      if (targets.empty()) {
        graph->End(blocks[i], NodeKind::kReturn, {value}, {});
      } else if (targets.size() == 1) {
        graph->End(blocks[i], NodeKind::kGoto, {}, targets);
      } else {
        graph->End(blocks[i], NodeKind::kSwitch, {zero}, targets, Payload::Number(0));
      }
    }
    return graph;
  }

  platform::Arena arena_;
};

// function f(a) { let s = 0; do { s += g(a) } while (--a >= 0); return s }, with an entry at its loop.
constexpr std::string_view kLoop = R"(unit 0: code 0x51 info 0x61

b0:
  n0 = Int32Constant[0] : smi|double
  n1 = Int32Constant[1] : smi|double
  n2 = Float64Constant[0] : smi|double
  n3 = Parameter[r1]
  n30 = FrameEnvironment
  s0: unit 0 at 0 {r1=n3}
  n4 = CheckSmi n3 @s0 : smi
  n5 = SmiToInt32 n4
  n6 = Goto -> b2

b1: entry 10
  n7 = OsrValue[r1]
  n8 = OsrValue[r2]
  s1: unit 0 at 10 {r1=n7 r2=n8}
  n9 = TaggedToInt32 n7 @s1
  n10 = TaggedToFloat64 n8 @s1
  n11 = Goto -> b2

b2: from b0 b1 b3 loop depth 1
  n12:int32 = Phi[r1] n5 n9 n19
  n13:float64 = Phi[r2] n2 n10 n18
  n14 = Int32ToTagged n12
  s2: unit 0 behind 10 {r1=n12 r2=n13 acc=n15}
  n15 = Generic[unit 0 at 10 r1 acc] n12 n14 @s2
  s3: unit 0 at 17 {r1=n12 r2=n13 acc=n15}
  n17 = TaggedToFloat64 n15 @s3
  n18 = AddFloat64 n13 n17
  s4: unit 0 at 22 {r1=n12 r2=n18}
  n19 = SubInt32Checked n12 n1 @s4
  n20 = CompareInt32[greater-equal] n19 n0
  n21 = Branch n20 -> b3 b4

b3: from b2 depth 1 of b2
  s5: unit 0 at 10 {r1=n19 r2=n18}
  n22 = SpendFuel[1] @s5
  n23 = Goto -> b2

b4: from b2
  n24 = Float64ToTagged n18
  n25 = Return n24
)";

// A getter, inlined: unit 1 is called at 12. One of two shapes; two elements of a typed array; a rare way.
constexpr std::string_view kInlined = R"(unit 0: code 0x51 info 0x61
unit 1: code 0x71 info 0x81 in 0 frame 12 call 12

b0:
  n0 = Constant[0x5ab1] : object
  n1 = Float64Constant[-0] : double
  n2 = Float64Constant[0x7ff8000000000000] : double
  n3 = Float64Constant[inf]
  n4 = Int32Constant[-7] : nothing
  n5 = Parameter[r1]
  s0: unit 0 at 12 {r1=n5}
  n6 = CheckShape[0x101 0x203] n5 @s0 : object
  s1: unit 0 behind 12 {r1=n6 env=n0}
  s2: unit 1 at 3 {} outer s1
  n7 = CheckFunctionInfo[0x81] n0 @s2
  n8 = LoadField[+8] n6
  s3: unit 1 behind 3 {acc=n8} outer s1
  n9 = CheckNotHole n8 @s3
  n10 = StoreField[-4] n6 n9
  n11 = CompareFloat64[not-less] n1 n2
  n12 = Branch n11 -> b1 b2

b1: from b0 cold
  s4: unit 0 at 19 {acc=n9}
  n13 = Exit @s4

b2: from b0
  s5: unit 0 at 30 {r2=n6}
  n22 = ViewTyped[19] n6 @s5
  n14 = LoadTyped[3] n6 n22 n4 @s5
  n15 = ShrInt32 n14 n4
  n16 = StoreTyped[3] n6 n22 n14 n15 @s5
  n17 = Switch[-1] n14 -> b3 b4 b5

b3: from b2
  n18 = Return n9

b4: from b2
  n19 = Return n9

b5: from b2
  n20 = LoadCell[0xf01]
  n21 = Return n20
)";

TEST_F(GraphTest, TextsAreReadAndWrittenExactly) {
  for (std::string_view text : {kLoop, kInlined}) {
    std::unique_ptr<Graph> graph = Read(text);
    ASSERT_NE(graph, nullptr);
    EXPECT_EQ(graph->Verify(), "");
    EXPECT_EQ(graph->ToText(), text);
  }
}

TEST_F(GraphTest, GraphsThatAreBuiltAreWrittenAndRead) {
  Graph graph(arena_);
  const Unit* unit = graph.NewUnit(0x51, 0x61, nullptr, 0, 0);
  Block* entry = graph.NewBlock();
  Block* yes = graph.NewBlock();
  Block* no = graph.NewBlock();
  Block* join = graph.NewBlock();
  Node* a = graph.Append(entry, NodeKind::kParameter, {}, Payload::Register(1));
  FrameState::Register registers[] = {{1, a}};
  const FrameState* state = graph.NewState({unit, nullptr, 4, false, nullptr, nullptr, {}}, registers);
  Node* smi = graph.Append(entry, NodeKind::kCheckSmi, {a}, {}, state);
  Node* n = graph.Append(entry, NodeKind::kSmiToInt32, {smi});
  EXPECT_EQ(graph.Int32(5), graph.Int32(5));
  EXPECT_NE(graph.Float64(0.0), graph.Float64(-0.0));
  Node* less = graph.Append(entry, NodeKind::kCompareInt32, {n, graph.Int32(5)}, Payload::Condition(2));
  graph.End(entry, NodeKind::kBranch, {less}, {yes, no});
  graph.End(yes, NodeKind::kGoto, {}, {join});
  graph.End(no, NodeKind::kGoto, {}, {join});
  Node* phi = graph.NewPhi(join, Representation::kInt32, 3, {});
  Node* inputs[] = {n, graph.Int32(-1)};
  graph.SetPhiInputs(phi, inputs);
  Node* sum = graph.Append(join, NodeKind::kAddInt32, {phi, phi});
  Node* boxed = graph.Append(join, NodeKind::kInt32ToTagged, {sum});
  graph.End(join, NodeKind::kReturn, {boxed}, {});
  graph.OrderBlocks();
  EXPECT_EQ(graph.Verify(), "");
  EXPECT_EQ(phi->use_count(), 2u);
  EXPECT_EQ(n->use_count(), 2u);
  std::string text = graph.ToText();
  EXPECT_EQ(text, R"(unit 0: code 0x51 info 0x61

b0:
  n3 = Int32Constant[5] : smi|double
  n4 = Float64Constant[0] : smi|double
  n5 = Float64Constant[-0] : smi|double
  n11 = Int32Constant[-1] : smi|double
  n0 = Parameter[r1]
  s0: unit 0 at 4 {r1=n0}
  n1 = CheckSmi n0 @s0
  n2 = SmiToInt32 n1
  n6 = CompareInt32[less] n2 n3
  n7 = Branch n6 -> b1 b2

b1: from b0
  n8 = Goto -> b3

b2: from b0
  n9 = Goto -> b3

b3: from b1 b2
  n10:int32 = Phi[r3] n2 n11
  n12 = AddInt32 n10 n10
  n13 = Int32ToTagged n12
  n14 = Return n13
)");
  std::unique_ptr<Graph> again = Read(text);
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(again->ToText(), text);
  EXPECT_EQ(again->Int32(5)->id(), 3u);  // it is known
  EXPECT_EQ(again->node_count(), 15u);
}

TEST_F(GraphTest, AnyDoubleIsWrittenExactly) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; i++) {
    uint64_t bits =
        i < 4 ? std::array<uint64_t, 4>{0, 1, 0x7ff0000000000000, 0xfff8000000000001}[i] : random();
    Graph graph(arena_);
    Block* block = graph.NewBlock();
    graph.End(block, NodeKind::kReturn, {graph.Float64(std::bit_cast<double>(bits))}, {});
    std::unique_ptr<Graph> again = Read(graph.ToText());
    ASSERT_NE(again, nullptr);
    EXPECT_EQ(again->entry()->first->payload().bits, bits);
  }
}

TEST_F(GraphTest, TheReaderSaysWhatIsWrongAndWhere) {
  EXPECT_EQ(ErrorOf(""), "line 0: there is no block");
  EXPECT_EQ(ErrorOf("b0:\nn0 = Goto -> b1"), "line 1: there is no block b1");
  EXPECT_EQ(ErrorOf("b0: from b7"), "line 1: there is no block b7");
  EXPECT_EQ(ErrorOf("n0 = Goto"), "line 1: a node is in a block");
  EXPECT_EQ(ErrorOf("b0:\nb0:"), "line 2: there is another block of that number");
  EXPECT_EQ(ErrorOf("b0:\nn0 = Exit\nn0 = Exit"), "line 3: there is another node of that number");
  EXPECT_EQ(ErrorOf("b0:\nn0 = Walk"), "line 2: there is no such kind of nodes");
  EXPECT_EQ(ErrorOf("b0:\nn0 = Not n1"), "line 2: there is no node n1");
  EXPECT_EQ(ErrorOf("b0:\nn0 = Exit @s0"), "line 2: there is no state s0");
  EXPECT_EQ(ErrorOf("b0:\n  s0: unit 0 at 1 {}"), "line 2: there is no unit 0");
  EXPECT_EQ(ErrorOf("b0:\n  s0: unit 0 at 1 {} outer s0"), "line 2: the outer state stands before the state");
  EXPECT_EQ(ErrorOf("b0:\n  s0: unit 0 at 1 {r1=5}"), "line 2: a state's values are nodes");
  EXPECT_EQ(ErrorOf("b0:\n  s0: unit 0 at 1 {r1=n0"), "line 2: a state has registers, acc and env");
  EXPECT_EQ(ErrorOf("unit 1: code 0x1 info 0x1"), "line 1: units are numbered from 0 on");
  EXPECT_EQ(ErrorOf("unit 0: code 0x1 info 0x1 in 0"), "line 1: the outer unit stands before the unit");
  EXPECT_EQ(ErrorOf("b0:\nn0 = Int32Constant"), "line 2: the payload is missing");
  EXPECT_EQ(ErrorOf("b0:\nn0 = Int32Constant[0x1]"), "line 2: the payload has no end");
  EXPECT_EQ(ErrorOf("b0:\nn0 = Int32Constant[x]"), "line 2: the payload is not of the node's kind");
  EXPECT_EQ(ErrorOf("b0:\nn0 = Int32Constant[99999999999]"), "line 2: the payload is not of the node's kind");
  EXPECT_EQ(ErrorOf("b0:\nn0 = Generic[unit 1 at 5]"), "line 2: there is no unit 1");
  EXPECT_EQ(ErrorOf("b0:\nn0 = CheckShape[0x1 0x2 0x3 0x4 0x5] n0"),
            "line 2: the payload is not of the node's kind");
  EXPECT_EQ(ErrorOf("b0:\nn0:int33 = Exit"), "line 2: there is no such representation");
  EXPECT_EQ(ErrorOf("b0:\nn0 = Exit : smi|int"), "line 2: there is no such type");
  EXPECT_EQ(ErrorOf("b0:\nn0 = Exit 7"), "line 2: the line goes on where it should end");
  EXPECT_EQ(ErrorOf("b0:\nn9999999 = Exit"), "line 2: the number is too large");
  EXPECT_EQ(ErrorOf("b0:\nn0 = Goto -> b0\nn1 = Exit"), "line 1: successors stand behind the last node");
  EXPECT_EQ(ErrorOf("what"), "line 1: this is no unit, block, state or node");
  std::string nested = "unit 0: code 0x1 info 0x1\nb0:\ns0: unit 0 at 1 {}\n";
  for (int i = 1; i < 70; i++) {
    nested += "s" + std::to_string(i) + ": unit 0 at 1 {} outer s" + std::to_string(i - 1) + "\n";
  }
  EXPECT_EQ(ErrorOf(nested), "line 67: there are too many outer states");
}

// What the reader takes is written, read and written alike, and the verifier and, if it has nothing to say,
// the phases that change graphs can take it.
TEST_F(GraphTest, NoTextIsTooBroken) {
  std::mt19937 random(7);
  auto below = [&](size_t n) { return random() % n; };
  const std::string_view words[] = {
      " n1", " n12", " b2",  " @s0",   "-> b3",    " loop",    " outer s1", "{",  "}",       "[",
      "]",   "=",    ":",    "\n",     " at 4",    " cold",    "9",         "0",  " acc=n3", "|",
      "Phi", "Goto", "Exit", " of b2", " depth 2", " entry 4", "Generic",   "b4:"};
  int read = 0, valid = 0;
  for (int i = 0; i < 30000; i++) {
    std::string text(i % 2 == 0 ? kLoop : kInlined);
    for (size_t changes = 1 + below(3); changes > 0; changes--) {
      size_t at = below(text.size());
      switch (below(6)) {
        case 0: text.erase(at, 1 + below(4)); break;
        case 1: text.insert(at, words[below(std::size(words))]); break;
        case 2: text[at] = static_cast<char>(' ' + below(95)); break;
        case 3: {  // another digit
          size_t digit = text.find_first_of("0123456789", at);
          if (digit != std::string::npos) text[digit] = static_cast<char>('0' + below(10));
          break;
        }
        default: {  // a line goes elsewhere, or goes
          size_t begin = text.rfind('\n', at);
          if (begin == std::string::npos) break;
          std::string line = text.substr(begin, text.find('\n', begin + 1) - begin);
          text.erase(begin, line.size());
          if (below(3) == 0) break;
          size_t to = text.find('\n', below(text.size()));
          if (to != std::string::npos) text.insert(to, line);
        }
      }
    }
    std::string error;
    platform::Arena arena;
    std::unique_ptr<Graph> graph = Graph::FromText(arena, text, &error);
    if (graph == nullptr) {
      ASSERT_TRUE(error.starts_with("line ")) << error;
      continue;
    }
    read++;
    std::string written = graph->ToText();
    std::unique_ptr<Graph> again = Graph::FromText(arena, written, &error);
    ASSERT_NE(again, nullptr) << error << "\n" << text << "\n" << written;
    ASSERT_EQ(again->ToText(), written) << text;
    std::string verdict = graph->Verify();
    ASSERT_EQ(again->Verify(), verdict) << text;
    if (!verdict.empty()) continue;
    valid++;
    graph->RemoveDead();
    ASSERT_EQ(graph->Verify(), "") << text << "\n" << graph->ToText();
  }
  EXPECT_GT(read, 3000);
  EXPECT_GT(valid, 500);
}

// ---- Rules ----

// A graph of one block around `nodes`, whose numbers begin at 10.
std::string Straight(std::string_view nodes) {
  return R"(unit 0: code 0x51 info 0x61
unit 1: code 0x71 info 0x81 in 0 frame 12 call 12
b0:
  n0 = Constant[0x5ab1]
  n1 = Int32Constant[1]
  n2 = Float64Constant[1.5]
  n3 = Parameter[r1]
  s0: unit 0 at 4 {r1=n3}
  n4 = CheckSmi n3 @s0
  n5 = SmiToInt32 n4
)" + std::string(nodes) +
         "\n  n9 = Return n3\n";
}

TEST_F(GraphTest, InputsAreThoseOfTheKind) {
  EXPECT_EQ(VerdictOn(Straight("n10 = AddInt32 n1")), "n10 AddInt32 in b0: it does not have 1 input");
  EXPECT_EQ(VerdictOn(Straight("n10 = AddInt32 n1 n1 n1")), "n10 AddInt32 in b0: it does not have 3 inputs");
  EXPECT_EQ(VerdictOn(Straight("n10 = AddInt32 n1 n2")),
            "n10 AddInt32 in b0: input 1, n2 Float64Constant, is float64 and not int32 or uint32");
  EXPECT_EQ(VerdictOn(Straight("n10 = StoreLength n3 n3")),
            "n10 StoreLength in b0: input 1, n3 Parameter, is tagged and not smi");
  EXPECT_EQ(VerdictOn(Straight("n10 = CompareUint32[below] n3 n1")),
            "n10 CompareUint32 in b0: input 0, n3 Parameter, is tagged and not int32 or uint32");
  EXPECT_EQ(VerdictOn(Straight("n10 = AddFloat64 n2 n1")),
            "n10 AddFloat64 in b0: input 1, n1 Int32Constant, is int32 and not float64");
  EXPECT_EQ(VerdictOn(Straight("n10 = Not n1")),
            "n10 Not in b0: input 0, n1 Int32Constant, is int32 and not bool");
  EXPECT_EQ(VerdictOn(Straight("n10 = LoadTyped[1] n1 n1 n1 @s0")),
            "n10 LoadTyped in b0: input 0, n1 Int32Constant, is int32 and not tagged");
  EXPECT_EQ(VerdictOn(Straight("n10 = LoadTyped[1] n3 n1 n1 @s0")),
            "n10 LoadTyped in b0: input 1, n1 Int32Constant, is int32 and not a view");
  EXPECT_EQ(VerdictOn(Straight("n10 = StoreShape[0x1] n3\n s1: unit 0 behind 8 {}\n"
                               "n11 = Generic[unit 0 at 8 r1] n10 @s1")),
            "n11 Generic in b0: input 0, n10 StoreShape, is none and not a value");
  EXPECT_EQ(VerdictOn(Straight("n10 = SameBits n4 n3")), "");                          // a Smi is a Value
  EXPECT_EQ(VerdictOn(Straight("n10 = ShrInt32 n1 n1\n n11 = AddInt32 n10 n1")), "");  // 32 bits are 32 bits
  EXPECT_EQ(VerdictOn(Straight("s1: unit 0 behind 8 {}\n n10 = Generic[unit 0 at 8] @s1")), "");
  EXPECT_EQ(VerdictOn(Straight("n10 = RegisterBehind[r3] n3")),
            "n10 RegisterBehind in b0: its input is no call");
}

TEST_F(GraphTest, RepresentationsAndPayloadsAreThoseOfTheKind) {
  EXPECT_EQ(VerdictOn(Straight("n10:smi = Int32ToTagged n1")),
            "n10 Int32ToTagged in b0: its representation is not that of its kind");
  EXPECT_EQ(VerdictOn(Straight("n10 = CheckShape[] n3 @s0")), "n10 CheckShape in b0: there is no shape");
  EXPECT_EQ(VerdictOn(Straight("n10 = CheckShape[0x3 0x1] n3 @s0")),
            "n10 CheckShape in b0: the shapes are not in ascending order");
  EXPECT_EQ(VerdictOn(Straight("n10 = CompareInt32[12] n1 n1")),
            "n10 CompareInt32 in b0: there is no such condition");
  EXPECT_EQ(VerdictOn(Straight("n10 = CompareFloat64[10] n2 n2")),
            "n10 CompareFloat64 in b0: there is no such condition");
  EXPECT_EQ(VerdictOn(Straight("s1: unit 0 behind 8 {}\n n10 = Generic[unit 0 at 8 r1 acc] n3 @s1")),
            "n10 Generic in b0: it has 1 input for 2 words");
}

TEST_F(GraphTest, UnitsAreInOneAnother) {
  EXPECT_EQ(VerdictOn("unit 0: code 0x1 info 0x1\nunit 1: code 0x1 info 0x1\nb0:\n"),
            "unit 1 has no outer unit");
}

TEST_F(GraphTest, StatesAreWhereTheyAreNeeded) {
  EXPECT_EQ(VerdictOn(Straight("n10 = CheckSmi n3")), "n10 CheckSmi in b0: it has no state");
  EXPECT_EQ(VerdictOn(Straight("n10 = Generic[unit 0 at 8]")), "");
  EXPECT_EQ(VerdictOn(Straight("n10 = AddInt32 n1 n1 @s0")),
            "n10 AddInt32 in b0: it has a state and neither exits nor calls");
  EXPECT_EQ(VerdictOn(Straight("s1: unit 0 at 8 {}\n n10 = Generic[unit 0 at 8] @s1")),
            "n10 Generic in b0: a call's state is behind the instruction");
  EXPECT_EQ(VerdictOn(Straight("s1: unit 0 behind 9 {}\n n10 = Generic[unit 0 at 8] @s1")),
            "n10 Generic in b0: its state is that of another instruction");
}

TEST_F(GraphTest, StatesAreWhole) {
  auto with = [&](std::string_view states) {
    return VerdictOn(Straight(std::string(states) + "\n n10 = CheckSmi n3 @s9"));
  };
  EXPECT_EQ(with("s8: unit 0 behind 12 {}\n s9: unit 1 at 3 {r1=n3 r4=n1 acc=n2 env=n0} outer s8"), "");
  EXPECT_EQ(with("s9: unit 1 at 3 {}"), "n10 CheckSmi in b0: its state lacks that of the outer frame");
  EXPECT_EQ(with("s8: unit 0 behind 12 {}\n s9: unit 0 at 3 {} outer s8"),
            "n10 CheckSmi in b0: its state has an outer one, and its unit has none");
  EXPECT_EQ(with("s7: unit 0 behind 12 {}\n s8: unit 1 behind 12 {} outer s7\n s9: unit 1 at 3 {} outer s8"),
            "n10 CheckSmi in b0: its outer state is of another unit");
  EXPECT_EQ(with("s8: unit 0 at 12 {}\n s9: unit 1 at 3 {} outer s8"),
            "n10 CheckSmi in b0: its outer state is not behind the call");
  EXPECT_EQ(with("s8: unit 0 behind 13 {}\n s9: unit 1 at 3 {} outer s8"),
            "n10 CheckSmi in b0: its outer state is not behind the call");
  EXPECT_EQ(with("s9: unit 0 at 3 {r3=n3 r3=n4}"),
            "n10 CheckSmi in b0: the registers of its state are not in ascending order");
  EXPECT_EQ(with("n11 = StoreShape[0x1] n3\n s9: unit 0 at 6 {r1=n11}"),
            "n10 CheckSmi in b0: its state has n11 StoreShape, which is no value");
}

TEST_F(GraphTest, ConstantsStandInTheFirstBlock) {
  std::string text(kLoop);
  text.replace(text.find("  n23 = Goto"), 0, "  n40 = Int32Constant[7]\n");
  EXPECT_EQ(VerdictOn(text), "n40 Int32Constant in b3: a constant stands in the first block");
  EXPECT_EQ(VerdictOn(Straight("n10 = Int32Constant[1]")),
            "n10 Int32Constant in b0: it is the same constant as n1 Int32Constant");
}

TEST_F(GraphTest, EntriesHaveWhatTheyAreEnteredWith) {
  std::string text(kLoop);
  text.replace(text.find("OsrValue"), 8, "Parameter");
  EXPECT_EQ(VerdictOn(text), "n7 Parameter in b1: it stands in the first block alone");
  EXPECT_EQ(VerdictOn(Straight("n10 = OsrValue[r1]")), "n10 OsrValue in b0: its block has no entry's offset");
}

TEST_F(GraphTest, ListsAndCountsAreRight) {
  auto broken = [&](auto f) {
    std::unique_ptr<Graph> graph = Read(kLoop);
    f(*graph);
    return graph->Verify();
  };
  EXPECT_EQ(broken([](Graph& g) { GraphBreaker::AddUse(NodeOf(g, 12)); }),
            "n12 Phi in b2: it counts 4 uses and has 3");
  EXPECT_EQ(broken([](Graph& g) { GraphBreaker::SetBlock(NodeOf(g, 14), BlockOf(g, 3)); }),
            "b2: n14 Int32ToTagged is listed and names another block");
  EXPECT_EQ(broken([](Graph& g) { GraphBreaker::SetPrevious(NodeOf(g, 14), NodeOf(g, 12)); }),
            "n14 Int32ToTagged in b2: the link to the previous node leads elsewhere");
  EXPECT_EQ(broken([](Graph& g) { GraphBreaker::SetId(NodeOf(g, 14), 12); }),
            "n12 Int32ToTagged in b2: the id is not the node's own");
  EXPECT_EQ(broken([](Graph& g) { BlockOf(g, 2)->last = NodeOf(g, 20); }),
            "b2: the last node is another one");
  EXPECT_EQ(broken([](Graph& g) { BlockOf(g, 2)->last_phi = nullptr; }), "b2: the last phi is another one");
  EXPECT_EQ(broken([](Graph& g) { BlockOf(g, 2)->order = 3; }), "b2: its order is not its place");
  EXPECT_EQ(broken([](Graph& g) { BlockOf(g, 2)->id = 3; }), "b3: its id is not its own");
  // A node that was taken out, and is still used.
  EXPECT_EQ(broken([](Graph& g) {
              Node* n = NodeOf(g, 20);
              NodeOf(g, 21)->SetInput(0, NodeOf(g, 19));
              g.Remove(n);
              NodeOf(g, 21)->SetInput(0, n);
            }),
            "n21 Branch in b2: n20 CompareInt32 is in no block");
}

TEST_F(GraphTest, BlocksEndInOneControlNode) {
  EXPECT_EQ(VerdictOn("b0:\n"), "b0: there is no node");
  EXPECT_EQ(VerdictOn("b0:\n n0 = Int32Constant[1]"), "b0: it does not end in a control node");
  EXPECT_EQ(VerdictOn("b0:\n n0 = Exit\n n1 = Exit"), "n0 Exit in b0: it does not end its block");
  EXPECT_EQ(VerdictOn("b0:\n n0 = Goto"), "n0 Goto in b0: it does not have 0 successors");
  EXPECT_EQ(VerdictOn("b0:\n n0 = Branch n0 -> b1\nb1: from b0\n n1 = Exit"),
            "n0 Branch in b0: it does not have 1 successor");
  EXPECT_EQ(VerdictOn("b0:\n n0 = Switch[0] n0"), "n0 Switch in b0: it does not have 0 successors");
  EXPECT_EQ(VerdictOn("b0:\n n0 = Exit -> b1\nb1: from b0\n n1 = Exit"),
            "n0 Exit in b0: it does not have 1 successor");
}

TEST_F(GraphTest, EdgesAreSeenFromBothEnds) {
  EXPECT_EQ(VerdictOn("b0:\n n0 = Goto -> b1\nb1:\n n1 = Exit"),
            "b0: b1 does not have it as a predecessor so often");
  EXPECT_EQ(VerdictOn("b0:\n n0 = Exit\nb1: from b0\n n1 = Exit"), "b1: b0 does not lead to it");
  EXPECT_EQ(VerdictOn("b0:\n n0 = Exit\nb1:\n n1 = Exit"), "b1: nothing leads to it");
  EXPECT_EQ(VerdictOn("b0:\n n0 = Goto -> b1\nb1: from b0 entry 4\n n1 = Exit"),
            "b1: an entry has predecessors");
  EXPECT_EQ(VerdictOn("b0: entry 4\n n0 = Exit"), "b0: the first block has an entry's offset");
  EXPECT_EQ(VerdictOn("b0: from b0\n n0 = Goto -> b0"), "b0: an entry has predecessors");
}

TEST_F(GraphTest, NoEdgeIsCritical) {
  EXPECT_EQ(
      VerdictOn("b0:\n n0 = Branch n0 -> b1 b2\nb1: from b0\n n1 = Goto -> b2\nb2: from b0 b1\n n2 = Exit"),
      "b0: the edge to b2 is critical");
  EXPECT_EQ(VerdictOn("b0:\n n0 = Branch n0 -> b1 b1\nb1: from b0 b0\n n1 = Exit"),
            "b0: the edge to b1 is critical");
}

TEST_F(GraphTest, BlocksAreInReversePostorder) {
  EXPECT_EQ(VerdictOn("b0:\n n0 = Goto -> b1\nb2: from b1\n n2 = Exit\nb1: from b0\n n1 = Goto -> b2"),
            "b2: it stands before b1, which leads to it, and begins no loop");
  std::string text(kLoop);
  text.replace(text.find("from b0 b1 b3"), 13, "from b0 b3 b1");
  EXPECT_EQ(VerdictOn(text), "b2: the back-edge from b3 is not the last predecessor");
  text = kLoop;
  text.replace(text.find("b4: from b2"), 11, "b4: from b2 loop");
  EXPECT_EQ(VerdictOn(text), "b4: no back-edge leads to this loop");
  EXPECT_EQ(VerdictOn("b0:\n n0 = Exit\nb1: from b1 loop depth 1\n n1 = Goto -> b1"),
            "b1: only the loop itself leads to it");
  // Two loops that lead to each other.
  EXPECT_EQ(VerdictOn("b0:\n n0 = Exit\n"
                      "b1: from b2 b3 loop depth 1\n n1 = Goto -> b4\n"
                      "b4: from b1\n n4 = Branch n4 -> b2 b3\n"
                      "b2: from b4\n n2 = Goto -> b1\n"
                      "b3: from b4\n n3 = Goto -> b1\n"),
            "b1: the back-edge from b2 is not the last predecessor");
}

TEST_F(GraphTest, LoopsAreSaidAndAreTogether) {
  std::string text(kLoop);
  text.replace(text.find("loop depth 1"), 12, "loop depth 2");
  EXPECT_EQ(VerdictOn(text), "b2: it is in 1 loop");
  text = kLoop;
  text.replace(text.find(" of b2"), 6, "");
  EXPECT_EQ(VerdictOn(text), "b3: it is in another loop");
  text = kLoop;
  std::string end = text.substr(text.find("b4:"));
  text.erase(text.find("b4:"));
  text.insert(text.find("b3: from"), end);
  EXPECT_EQ(VerdictOn(text), "b2: the blocks of this loop are not together");
  // Both b1 and b2 are entered from outside. Which is the header depends on the order of successors.
  const std::string rest =
      "b4: from b0\n n4 = Goto -> b1\n"
      "b5: from b0\n n5 = Goto -> b2\n"
      "b1: from b4 b2 loop depth 1\n n1 = Goto -> b2\n"
      "b2: from b5 b1 depth 1 of b1\n n2 = Goto -> b1\n";
  EXPECT_EQ(VerdictOn("b0:\n n0 = Branch n0 -> b5 b4\n" + rest), "b2: b5 enters the loop of b1 here");
  EXPECT_EQ(VerdictOn("b0:\n n0 = Branch n0 -> b4 b5\n" + rest), "b1: the loop can be entered elsewhere");
}

TEST_F(GraphTest, PhisFitTheirBlock) {
  auto with = [&](std::string_view old, std::string_view now) {
    std::string text(kLoop);
    text.replace(text.find(old), old.size(), now);
    return VerdictOn(text);
  };
  EXPECT_EQ(with("Phi[r1] n5 n9 n19", "Phi[r1] n5 n9"), "n12 Phi in b2: it has 2 inputs for 3 predecessors");
  EXPECT_EQ(with("n13:float64 = Phi[r2] n2 n10 n18", "n13:float64 = Phi[r2] n2 n10 n19"),
            "n13 Phi in b2: input 2, n19 SubInt32Checked, is int32 and not float64");
  EXPECT_EQ(
      with("  n14 = Int32ToTagged n12\n", "  n14 = Int32ToTagged n12\n  n40:int32 = Phi[r5] n1 n1 n1\n"),
      "n40 Phi in b2: a phi stands at the head of its block");
  EXPECT_EQ(with("n12:int32 = Phi", "n12:none = Phi"), "n12 Phi in b2: it has no representation");
  // A tagged phi takes Smis.
  EXPECT_EQ(
      with("  n14 = Int32ToTagged n12\n", "  n40:tagged = Phi[r5] n4 n7 n3\n  n14 = Int32ToTagged n12\n"),
      "n40 Phi in b2: n3 Parameter does not dominate this use");
  EXPECT_EQ(
      with("  n14 = Int32ToTagged n12\n", "  n40:tagged = Phi[r5] n4 n7 n40\n  n14 = Int32ToTagged n12\n"),
      "");
}

TEST_F(GraphTest, DefinitionsDominateUses) {
  auto with = [&](std::string_view old, std::string_view now) {
    std::string text(kLoop);
    text.replace(text.find(old), old.size(), now);
    return VerdictOn(text);
  };
  EXPECT_EQ(with("n20 = CompareInt32[greater-equal] n19 n0", "n20 = CompareInt32[greater-equal] n5 n0"),
            "n20 CompareInt32 in b2: n5 SmiToInt32 does not dominate this use");
  EXPECT_EQ(with("n14 = Int32ToTagged n12", "n14 = Int32ToTagged n19"),
            "n14 Int32ToTagged in b2: n19 SubInt32Checked does not dominate this use");
  EXPECT_EQ(with("n14 = Int32ToTagged n12", "n14 = BoolToTagged n20"),
            "n14 BoolToTagged in b2: n20 CompareInt32 does not dominate this use");
  EXPECT_EQ(with("Phi[r1] n5 n9 n19", "Phi[r1] n9 n5 n19"),
            "n12 Phi in b2: n9 TaggedToInt32 does not dominate this use");
  EXPECT_EQ(with("s3: unit 0 at 17 {r1=n12", "s3: unit 0 at 17 {r1=n5"),
            "n17 TaggedToFloat64 in b2: n5 SmiToInt32 does not dominate the use in its state");
  EXPECT_EQ(with("s3: unit 0 at 17 {r1=n12 r2=n13 acc=n15}", "s3: unit 0 at 17 {r1=n12 r2=n13 acc=n17}"),
            "n17 TaggedToFloat64 in b2: n17 TaggedToFloat64 does not dominate the use in its state");
  EXPECT_EQ(with("s5: unit 0 at 10 {r1=n19 r2=n18}", "s5: unit 0 at 10 {r1=n19 env=n30}"),
            "n22 SpendFuel in b3: n30 FrameEnvironment does not dominate the use in its state");
  // A state of an outer frame.
  std::string text(kInlined);
  text.replace(text.find("s1: unit 0 behind 12 {r1=n6 env=n0}"), 35, "s1: unit 0 behind 12 {r1=n9 env=n0}");
  EXPECT_EQ(VerdictOn(text),
            "n7 CheckFunctionInfo in b0: n9 CheckNotHole does not dominate the use in its state");
  // Good at its first node, and not at its second one, in another block.
  text = kLoop;
  text.replace(text.find("  n24 ="), 0, "  n40 = Uint32ToInt32 n41 @s1\n");
  text.replace(text.find("  n12:int32"), 0, "  n41:uint32 = Phi[r6] n42 n42 n42\n");
  text.replace(text.find("  n3 = Param"), 0, "  n42 = ShrInt32 n1 n1\n");
  EXPECT_EQ(VerdictOn(text).substr(0, 45), "n41 Phi in b2: n42 ShrInt32 does not dominate");
  text = kLoop;
  text.replace(text.find("  n24 ="), 0, "  n40 = AddInt32Checked n1 n1 @s1\n");
  EXPECT_EQ(VerdictOn(text), "n40 AddInt32Checked in b4: n7 OsrValue does not dominate the use in its state");
}

TEST_F(GraphTest, NothingIsBegunAgainBehindItsEffect) {
  const std::string states =
      "s1: unit 0 at 8 {r1=n3}\n s2: unit 0 behind 8 {r1=n3}\n s3: unit 0 at 12 {r1=n3}\n n10 = CheckObject "
      "n3 @s1\n";
  EXPECT_EQ(VerdictOn(Straight(states + "n11 = StoreField[+4] n10 n3\n n12 = CheckSmi n3 @s1")),
            "n12 CheckSmi in b0: its state is before the instruction at 8, which has had an effect already");
  EXPECT_EQ(VerdictOn(Straight(states + "n11 = StoreField[+4] n10 n3\n n12 = CheckSmi n3 @s0")),
            "n12 CheckSmi in b0: its state is before the instruction at 4, which has had an effect already");
  EXPECT_EQ(VerdictOn(Straight(states + "n11 = StoreField[+4] n10 n3\n n12 = CheckSmi n3 @s2")), "");
  EXPECT_EQ(VerdictOn(Straight(states + "n11 = StoreField[+4] n10 n3\n n12 = CheckSmi n3 @s3")), "");
  // What needs no state may follow, fuel may be spent, and a load is no effect.
  EXPECT_EQ(VerdictOn(Straight(states + "n11 = LoadField[+4] n10\n n12 = CheckSmi n3 @s1")), "");
  // A call has an effect of its own, be it the first node of its instruction.
  EXPECT_EQ(
      VerdictOn(Straight("s1: unit 0 at 8 {}\n s2: unit 0 behind 8 {}\n n10 = Generic[unit 0 at 8] @s2\n"
                         "n11 = CheckSmi n3 @s1")),
      "n11 CheckSmi in b0: its state is before the instruction at 8, which has had an effect already");
  // A store that exits does so before it stores.
  EXPECT_EQ(VerdictOn(Straight("n10 = StoreCell[0x1] n3 @s0\n n11 = CheckSmi n3 @s0")),
            "n11 CheckSmi in b0: its state is before the instruction at 4, which has had an effect already");
  // On one of two ways.
  const std::string split = R"(unit 0: code 0x51 info 0x61
b0:
  n3 = Parameter[r1]
  s0: unit 0 at 4 {r1=n3}
  n4 = CheckSmi n3 @s0
  n5 = ToBoolean n3
  n6 = Branch n5 -> b1 b2
b1: from b0
  n7 = StoreField[+4] n3 n3
  n8 = Goto -> b3
b2: from b0
  n9 = Goto -> b3
b3: from b1 b2
)";
  EXPECT_EQ(VerdictOn(split + "n10 = CheckSmi n3 @s0\n n11 = Return n3"),
            "n10 CheckSmi in b3: its state is before the instruction at 4, which has had an effect already");
  EXPECT_EQ(VerdictOn(split + "n10 = SpendFuel[1] @s0\n n11 = CheckSmi n3 @s0\n n12 = Return n3"), "");
}

// ---- Changes ----

TEST_F(GraphTest, ViewsAreThoseThatWereMadeLast) {
  const std::string view = "n10 = ViewTyped[5] n3 @s0\n", use = "n11 = LoadTyped[5] n3 n10 n1 ";
  EXPECT_EQ(VerdictOn(Straight(view + use + "@s0")), "");
  EXPECT_EQ(VerdictOn(Straight(view + "n12 = ViewTyped[21] n4 @s0\n" + use + "@s0")), "");
  EXPECT_EQ(VerdictOn(Straight(view + "n12 = ViewTyped[3] n4 @s0\n" + use + "@s0")),
            "n11 LoadTyped in b0: n10 ViewTyped may be another view by then");
  EXPECT_EQ(VerdictOn(Straight(view +
                               "s1: unit 0 behind 8 {}\n n12 = Generic[unit 0 at 8] @s1\n"
                               "s2: unit 0 at 12 {r1=n3}\n" +
                               use + "@s2")),
            "n11 LoadTyped in b0: n10 ViewTyped may be another view by then");
  // In a loop: a call at its end is before what begins the next turn.
  auto loop = [&](const std::string& in_loop) {
    return "unit 0: code 0x51 info 0x61\nb0:\n n0 = Int32Constant[0]\n n3 = Parameter[r1]\n"
           " s0: unit 0 at 4 {r1=n3}\n n10 = ViewTyped[5] n3 @s0\n n4 = Goto -> b1\n"
           "b1: from b0 b2 loop depth 1\n s1: unit 0 at 8 {r1=n3}\n n11 = LoadTyped[5] n3 n10 n0 @s1\n"
           " n5 = CompareInt32[less] n11 n0\n n6 = Branch n5 -> b2 b3\n"
           "b2: from b1 depth 1 of b1\n" +
           in_loop + " s3: unit 0 at 20 {r1=n3}\n n7 = SpendFuel[1] @s3\n n8 = Goto -> b1\n" +
           "b3: from b1\n n9 = Return n3\n";
  };
  EXPECT_EQ(VerdictOn(loop("")), "");
  EXPECT_EQ(VerdictOn(loop(" s2: unit 0 behind 12 {}\n n12 = Generic[unit 0 at 12] @s2\n")),
            "n11 LoadTyped in b1: n10 ViewTyped may be another view by then");
}

TEST_F(GraphTest, ReplacementsReachInputsPhisAndStates) {
  std::unique_ptr<Graph> graph = Read(kLoop);
  Node *sum = NodeOf(*graph, 18), *minus = NodeOf(*graph, 19), *call = NodeOf(*graph, 15);
  Node* one = NodeOf(*graph, 1);
  // By one that is replaced in turn.
  Node* first =
      graph->InsertBefore(sum->next(), NodeKind::kMulFloat64, {NodeOf(*graph, 13), NodeOf(*graph, 13)});
  Node* second =
      graph->InsertBefore(sum->next(), NodeKind::kSubFloat64, {NodeOf(*graph, 13), NodeOf(*graph, 17)});
  const FrameState* shared = NodeOf(*graph, 22)->state();
  graph->ReplaceBy(sum, first);
  graph->ReplaceBy(first, second);
  Node* wrapped = graph->InsertBefore(minus, NodeKind::kSubInt32, {NodeOf(*graph, 12), one});
  graph->ReplaceBy(minus, wrapped);
  graph->ApplyReplacements();
  EXPECT_EQ(graph->Verify(), "");
  EXPECT_EQ(NodeOf(*graph, 18), nullptr);  // pure nodes go
  EXPECT_EQ(NodeOf(*graph, 19), nullptr);
  EXPECT_EQ(first->block(), nullptr);
  EXPECT_EQ(NodeOf(*graph, 13)->input(2), second);
  EXPECT_EQ(NodeOf(*graph, 12)->input(2), wrapped);
  EXPECT_EQ(NodeOf(*graph, 24)->input(0), second);
  EXPECT_EQ(second->use_count(), 2u);
  const FrameState* now = NodeOf(*graph, 22)->state();
  EXPECT_NE(now, shared);  // states stay what they are
  EXPECT_EQ(shared->registers[0].node, minus);
  EXPECT_EQ(now->registers[0].node, wrapped);
  EXPECT_EQ(now->registers[1].node, second);
  EXPECT_EQ(call->state()->acc, call);
  // Calls and stores stay where they are.
  const FrameState* before = call->state();
  graph->ReplaceBy(call, NodeOf(*graph, 14));
  graph->ApplyReplacements();
  EXPECT_EQ(NodeOf(*graph, 15), call);
  EXPECT_NE(call->state(), before);
  EXPECT_EQ(call->use_count(), 0u);
}

TEST_F(GraphTest, ReplacedStatesAreStillShared) {
  std::unique_ptr<Graph> graph = Read(kInlined);
  Node *a = NodeOf(*graph, 7), *b = NodeOf(*graph, 9), *untouched = NodeOf(*graph, 13);
  const FrameState* state = untouched->state();
  ASSERT_EQ(a->state()->outer, b->state()->outer);
  graph->ReplaceBy(NodeOf(*graph, 6), NodeOf(*graph, 5));
  graph->ApplyReplacements();
  EXPECT_EQ(graph->Verify(), "");
  EXPECT_EQ(a->state()->outer, b->state()->outer);
  EXPECT_EQ(a->state()->outer->registers[0].node, NodeOf(*graph, 5));
  EXPECT_EQ(untouched->state(), state);
}

TEST_F(GraphTest, WhatStandsBehindANodeMayTakeItsPlace) {
  std::unique_ptr<Graph> graph = Read(kLoop);
  Node* sum = NodeOf(*graph, 18);
  Node* quiet = graph->InsertBefore(sum->next(), NodeKind::kCanonicalNaN, {sum});
  graph->ReplaceBy(sum, quiet);
  graph->ApplyReplacements();
  EXPECT_EQ(graph->Verify(), "");
  EXPECT_EQ(quiet->input(0), sum);
  EXPECT_EQ(NodeOf(*graph, 13)->input(2), quiet);
}

TEST_F(GraphTest, ManyReplacementsTakeLinearTime) {
  Graph graph(arena_);
  graph.NewUnit(1, 1, nullptr, 0, 0);
  Block* block = graph.NewBlock();
  std::vector<Node*> nodes = {graph.Append(block, NodeKind::kParameter, {}, Payload::Register(1))};
  constexpr size_t kMany = 200000;
  for (size_t i = 0; i < kMany; i++)
    nodes.push_back(graph.Append(block, NodeKind::kLoadExtension, {nodes.back()}));
  graph.End(block, NodeKind::kReturn, {nodes.back()}, {});
  for (size_t i = 1; i <= kMany; i++) graph.ReplaceBy(nodes[i], nodes[i - 1]);
  graph.ApplyReplacements();
  EXPECT_EQ(block->first, nodes[0]);
  EXPECT_EQ(block->last->input(0), nodes[0]);
  EXPECT_EQ(block->last->previous(), nodes[0]);
  // The other way round, so that what takes a node's place is replaced later.
  block = graph.NewBlock();
  Node* end = graph.Append(block, NodeKind::kNewTarget, {});
  nodes.clear();
  for (size_t i = 0; i < kMany; i++) nodes.push_back(graph.Append(block, NodeKind::kFunction, {}));
  std::vector<Node*> users;
  for (Node* n : nodes) users.push_back(graph.Append(block, NodeKind::kLoadExtension, {n}));
  graph.End(block, NodeKind::kReturn, {nodes[0]}, {});
  for (size_t i = 0; i + 1 < kMany; i++) graph.ReplaceBy(nodes[i], nodes[i + 1]);
  graph.ReplaceBy(nodes.back(), end);
  graph.ApplyReplacements();
  EXPECT_EQ(block->last->input(0), end);
  for (Node* user : users) ASSERT_EQ(user->input(0), end);
  EXPECT_EQ(users[0]->previous(), end);
}

TEST_F(GraphTest, WhatNobodyUsesGoes) {
  std::unique_ptr<Graph> graph = Read(R"(unit 0: code 0x51 info 0x61
b0:
  n0 = Int32Constant[1]
  n1 = Int32Constant[2]
  n2 = Parameter[r1]
  n3 = Parameter[r2]
  n4 = Parameter[r3]
  s0: unit 0 at 4 {r1=n2}
  n5 = CheckSmi n3 @s0
  n6 = AddInt32 n1 n1
  n7 = AddInt32Checked n6 n6 @s0
  n8 = Int32ToTagged n7
  n9 = AddInt32Checked n0 n0 @s0
  n40 = CheckIndex n0 n1 @s0
  n41 = TaggedToFloat64 n3 @s0
  n10 = LoadField[+4] n3
  n11 = StoreField[+4] n3 n3
  n12 = Goto -> b1
b1: from b0 b2 loop depth 1
  n13:int32 = Phi[r4] n0 n16
  n14:tagged = Phi[r5] n3 n17
  n15:tagged = Phi[r6] n4 n15
  n16 = AddInt32 n13 n0
  n17 = LoadField[+8] n14
  s1: unit 0 at 9 {r6=n15}
  n18 = SpendFuel[1] @s1
  n19 = ToBoolean n4
  n20 = Branch n19 -> b2 b3
b2: from b1 depth 1 of b1
  n21 = Goto -> b1
b3: from b1
  n22 = Return n14
)");
  EXPECT_EQ(graph->Verify(), "");
  graph->RemoveDead();
  EXPECT_EQ(graph->Verify(), "");
  // A parameter stays that only a state has, and so do checks, and a conversion that may call valueOf. What
  // goes is an addition, an exit of which is nobody's loss, a phi that goes round with an addition, and one
  // that is n4 always.
  EXPECT_EQ(graph->ToText(), R"(unit 0: code 0x51 info 0x61

b0:
  n0 = Int32Constant[1]
  n1 = Int32Constant[2]
  n2 = Parameter[r1]
  n3 = Parameter[r2]
  n4 = Parameter[r3]
  s0: unit 0 at 4 {r1=n2}
  n5 = CheckSmi n3 @s0
  n40 = CheckIndex n0 n1 @s0
  n41 = TaggedToFloat64 n3 @s0
  n11 = StoreField[+4] n3 n3
  n12 = Goto -> b1

b1: from b0 b2 loop depth 1
  n14:tagged = Phi[r5] n3 n17
  n17 = LoadField[+8] n14
  s1: unit 0 at 9 {r6=n4}
  n18 = SpendFuel[1] @s1
  n19 = ToBoolean n4
  n20 = Branch n19 -> b2 b3

b2: from b1 depth 1 of b1
  n21 = Goto -> b1

b3: from b1
  n22 = Return n14
)");
  // A constant that goes is forgotten.
  graph->Remove(NodeOf(*graph, 40));
  graph->RemoveDead();
  EXPECT_EQ(NodeOf(*graph, 0), nullptr);
  EXPECT_NE(graph->Int32(1)->id(), 0u);
  EXPECT_EQ(graph->Int32(1), graph->entry()->first);
}

TEST_F(GraphTest, WhatIsNotReachedGoes) {
  std::unique_ptr<Graph> graph = Read(kLoop);
  // The loop ends after its first turn, and has one entry less.
  Node* branch = NodeOf(*graph, 21);
  Block *body = BlockOf(*graph, 2), *exit = BlockOf(*graph, 4), *entry = BlockOf(*graph, 1);
  graph->Remove(branch);
  EXPECT_FALSE(body->is_ended());
  EXPECT_TRUE(exit->predecessors.empty());
  graph->End(body, NodeKind::kGoto, {}, {exit});
  entry->entry_offset = Block::kNone;
  graph->RemoveDead();
  EXPECT_EQ(graph->Verify(), "");
  EXPECT_EQ(OrderOf(*graph), "0 2 4");
  EXPECT_FALSE(body->is_loop_header);
  EXPECT_EQ(body->loop_depth, 0u);
  EXPECT_EQ(body->last_phi, nullptr);  // phis with one input go
  EXPECT_EQ(NodeOf(*graph, 14)->input(0)->id(), 5u);
}

TEST_F(GraphTest, PhisOfPhisGo) {
  // n3 is n2, which is n1 or n3, and n20 is n1 or n2: all are n1.
  std::unique_ptr<Graph> graph = Read(R"(
b0:
  n1 = Parameter[r1]
  n6 = Goto -> b1
b1: from b0 b3 loop depth 1
  n2:tagged = Phi[r2] n1 n3
  n8 = ToBoolean n1
  n9 = Branch n8 -> b2 b4
b2: from b1 depth 1 of b1
  n10 = Goto -> b3
b4: from b1 depth 1 of b1
  n11 = Goto -> b3
b3: from b2 b4 depth 1 of b1
  n3:tagged = Phi[r2] n2 n2
  n20:tagged = Phi[r3] n1 n2
  n4 = SameBits n3 n20
  n12 = BoolToTagged n4
  n13 = StoreField[+4] n12 n3
  n14 = Goto -> b1
)");
  EXPECT_EQ(graph->Verify(), "");
  graph->RemoveDead();
  EXPECT_EQ(graph->Verify(), "");
  EXPECT_EQ(NodeOf(*graph, 2), nullptr);
  EXPECT_EQ(NodeOf(*graph, 3), nullptr);
  EXPECT_EQ(NodeOf(*graph, 20), nullptr);
  EXPECT_EQ(NodeOf(*graph, 13)->input(1)->id(), 1u);
}

// ---- Order ----

TEST_F(GraphTest, LoopsAreOrderedTogether) {
  // Each header is left, and the inner loop in its middle.
  auto graph = Skeleton({{1}, {2, 9}, {3}, {4, 10}, {5, 8}, {3}, {7}, {1}, {6}, {}, {6}});
  graph->OrderBlocks();
  EXPECT_EQ(graph->Verify(), "");
  EXPECT_EQ(OrderOf(*graph), "0 1 2 3 4 5 8 10 6 7 9");
  EXPECT_EQ(BlockOf(*graph, 1)->loop_depth, 1u);
  EXPECT_EQ(BlockOf(*graph, 3)->loop_depth, 2u);
  EXPECT_EQ(BlockOf(*graph, 5)->loop, BlockOf(*graph, 3));
  EXPECT_EQ(BlockOf(*graph, 8)->loop, BlockOf(*graph, 1));
  EXPECT_EQ(BlockOf(*graph, 9)->loop, nullptr);
  EXPECT_TRUE(BlockOf(*graph, 3)->is_loop_header);
  EXPECT_FALSE(BlockOf(*graph, 2)->is_loop_header);
}

TEST_F(GraphTest, ColdBlocksComeLateWhereTheyMay) {
  // 2 and 5 are cold; 2 leads back, 5 and 7 do not.
  auto graph = Skeleton({{1}, {2, 3}, {4}, {4}, {5, 6}, {}, {7, 8}, {}, {}});
  for (uint32_t cold : {2, 5}) BlockOf(*graph, cold)->is_cold = true;
  graph->OrderBlocks();
  EXPECT_EQ(graph->Verify(), "");
  EXPECT_EQ(OrderOf(*graph), "0 1 3 2 4 6 7 8 5");
  // In a loop they stay, unless they leave it.
  graph = Skeleton({{1}, {2, 3}, {5, 6}, {4}, {1}, {4}, {}});
  for (uint32_t cold : {2, 5, 6}) BlockOf(*graph, cold)->is_cold = true;
  graph->OrderBlocks();
  EXPECT_EQ(graph->Verify(), "");
  EXPECT_EQ(OrderOf(*graph), "0 1 3 2 5 4 6");
}

TEST_F(GraphTest, BackEdgesBecomeOneAndTheLast) {
  Graph graph(arena_);
  Block* blocks[6];
  for (Block*& block : blocks) block = graph.NewBlock();
  Node* a = graph.Append(blocks[0], NodeKind::kParameter, {}, Payload::Register(1));
  Node* b = graph.Append(blocks[2], NodeKind::kLoadField, {a}, Payload::Offset(4));
  Node* c = graph.Append(blocks[3], NodeKind::kLoadField, {a}, Payload::Offset(8));
  Node* zero = graph.Int32(0);
  graph.End(blocks[2], NodeKind::kGoto, {}, {blocks[1]});  // before the way in
  graph.End(blocks[0], NodeKind::kGoto, {}, {blocks[1]});
  graph.End(blocks[3], NodeKind::kGoto, {}, {blocks[1]});
  graph.End(blocks[1], NodeKind::kSwitch, {zero}, {blocks[2], blocks[3], blocks[4]}, Payload::Number(0));
  Node* differ[] = {b, a, c};
  Node* phi = graph.NewPhi(blocks[1], Representation::kTagged, 2, differ);
  Node* same[] = {zero, graph.Int32(1), zero};
  Node* phi_of_same = graph.NewPhi(blocks[1], Representation::kInt32, 3, same);
  graph.End(blocks[4], NodeKind::kReturn, {phi}, {});
  graph.End(blocks[5], NodeKind::kReturn, {a}, {});  // nothing leads there
  graph.OrderBlocks();
  EXPECT_EQ(graph.Verify(), "");
  ASSERT_EQ(OrderOf(graph), "0 1 2 3 6 4");
  EXPECT_EQ(blocks[1]->predecessors, (std::vector<Block*>{blocks[0], BlockOf(graph, 6)}));
  Node* join = BlockOf(graph, 6)->first;
  ASSERT_TRUE(join->Is(NodeKind::kPhi));
  EXPECT_EQ(phi->input(0), a);
  EXPECT_EQ(phi->input(1), join);
  EXPECT_EQ(join->input(0), b);
  EXPECT_EQ(join->input(1), c);
  EXPECT_EQ(phi_of_same->input(1), zero);
  EXPECT_EQ(BlockOf(graph, 6)->last_phi, join);
  // One back-edge, which is not the last.
  graph.Remove(blocks[0]->last);
  graph.End(blocks[0], NodeKind::kGoto, {}, {blocks[1]});
  Node* turned[] = {join, a};
  graph.SetPhiInputs(phi, turned);
  Node* also[] = {zero, zero};
  graph.SetPhiInputs(phi_of_same, also);
  graph.OrderBlocks();
  EXPECT_EQ(graph.Verify(), "");
  EXPECT_EQ(phi->input(0), a);
}

TEST_F(GraphTest, EntriesIntoInnerLoopsLeaveOuterOnesWhole) {
  // 1 is the outer header, 2 the inner one, 5 its entry by way of 6; 7 is the entry to the outer loop.
  auto graph = Skeleton({{1}, {2}, {3, 4}, {2}, {8, 9}, {6}, {2}, {1}, {1}, {}});
  BlockOf(*graph, 5)->entry_offset = 20;
  BlockOf(*graph, 7)->entry_offset = 10;
  graph->OrderBlocks();
  EXPECT_EQ(graph->Verify(), "");
  EXPECT_EQ(OrderOf(*graph), "0 5 6 7 1 2 3 4 8 9");
  EXPECT_EQ(BlockOf(*graph, 6)->loop_depth, 0u);
  EXPECT_EQ(BlockOf(*graph, 2)->loop_depth, 2u);
  for (uint32_t cold : {0, 5, 6}) BlockOf(*graph, cold)->is_cold = true;
  graph->OrderBlocks();
  EXPECT_EQ(graph->Verify(), "");
  EXPECT_EQ(OrderOf(*graph), "0 5 6 7 1 2 3 4 8 9");
  Dominators dominators(*graph);
  EXPECT_FALSE(dominators.Dominates(BlockOf(*graph, 1), BlockOf(*graph, 2)));
  EXPECT_TRUE(dominators.Dominates(BlockOf(*graph, 2), BlockOf(*graph, 4)));
  EXPECT_EQ(dominators.ImmediateDominator(BlockOf(*graph, 2)), nullptr);
  EXPECT_EQ(dominators.ImmediateDominator(BlockOf(*graph, 8)), BlockOf(*graph, 4));
  // Nothing but entries leads to the loops.
  graph = Skeleton({{}, {2}, {3, 4}, {2}, {8, 9}, {6}, {2}, {1}, {1}, {}});
  BlockOf(*graph, 5)->entry_offset = 20;
  BlockOf(*graph, 7)->entry_offset = 10;
  graph->OrderBlocks();
  EXPECT_EQ(graph->Verify(), "");
  EXPECT_TRUE(BlockOf(*graph, 1)->is_loop_header);
  EXPECT_EQ(BlockOf(*graph, 2)->loop_depth, 2u);
  // Nor to the outer loop: it is entered in the middle, and its header is another.
  graph = Skeleton({{}, {2}, {3, 4}, {2}, {8, 9}, {6}, {2}, {}, {1}, {}});
  BlockOf(*graph, 5)->entry_offset = 20;
  BlockOf(*graph, 7)->entry_offset = 10;
  graph->OrderBlocks();
  EXPECT_EQ(graph->Verify(), "");
  EXPECT_FALSE(BlockOf(*graph, 1)->is_loop_header);
  EXPECT_TRUE(BlockOf(*graph, 2)->is_loop_header);
}

// Programs of nested statements: if, do and break, with cold blocks anywhere.
TEST_F(GraphTest, AnyStructureCanBeOrdered) {
  std::mt19937 random(3);
  for (int i = 0; i < 1000; i++) {
    std::vector<std::vector<int>> successors(1);
    auto block = [&] {
      successors.emplace_back();
      return static_cast<int>(successors.size()) - 1;
    };
    auto link = [&](int from, int to) { successors[static_cast<size_t>(from)].push_back(to); };
    auto via = [&](int from, int to) {  // no edge is critical
      int between = block();
      link(from, between);
      link(between, to);
    };
    std::vector<std::pair<int, int>> loops;  // header, and where it is left to
    std::function<int(int, int)> statement = [&](int at, int depth) {
      switch (random() % (depth > 4 ? 1 : 4)) {
        case 1: {
          int join = block();
          for (size_t ways = 2 + random() % 2; ways > 0; ways--) {
            int way = block();
            link(at, way);
            link(statement(way, depth + 1), join);
          }
          return join;
        }
        case 2: {
          int header = block(), end = block();
          link(at, header);
          loops.emplace_back(header, end);
          int bottom = statement(statement(header, depth + 1), depth + 1);
          loops.pop_back();
          via(bottom, header);
          via(bottom, end);
          return end;
        }
        case 3: {
          int next = block();
          link(at, next);
          if (!loops.empty()) {
            auto [header, end] = loops[random() % loops.size()];
            via(at, random() % 2 == 0 ? header : end);
          }
          return next;
        }
        default: return at;
      }
    };
    int end = 0;
    for (int n = 0; n < 4; n++) end = statement(end, 0);
    auto graph = Skeleton(successors);
    for (Block* b : graph->blocks()) b->is_cold = random() % 3 == 0;
    graph->OrderBlocks();
    ASSERT_EQ(graph->Verify(), "") << graph->ToText();
    std::string text = graph->ToText();
    graph->OrderBlocks();
    ASSERT_EQ(graph->Verify(), "") << graph->ToText();
    std::unique_ptr<Graph> again = Read(text);
    ASSERT_EQ(again->Verify(), "");
    // A node is dominated if it can't be reached without the other one.
    Dominators dominators(*graph);
    if (graph->blocks().size() > 60) continue;
    for (const Block* without : graph->blocks()) {
      std::vector<const Block*> reached = {graph->entry()};
      std::vector<bool> is_reached(graph->blocks().size());
      for (size_t n = 0; n < reached.size(); n++) {
        if (reached[n] == without || is_reached[reached[n]->order]) continue;
        is_reached[reached[n]->order] = true;
        reached.insert(reached.end(), reached[n]->successors.begin(), reached[n]->successors.end());
      }
      for (const Block* b : graph->blocks()) {
        ASSERT_EQ(dominators.Dominates(without, b), !is_reached[b->order]) << text;
      }
    }
  }
}

TEST_F(GraphTest, LongGraphsTakeNoStack) {
  std::vector<std::vector<int>> successors;
  constexpr int kMany = 100000;
  for (int i = 0; i < kMany; i++) successors.push_back({i + 1});
  successors.emplace_back();
  auto graph = Skeleton(successors);
  graph->RemoveDead();
  EXPECT_EQ(graph->Verify(), "");
  std::string text = graph->ToText();
  EXPECT_EQ(Read(text)->ToText(), text);
}

}  // namespace
}  // namespace halfword::jit
