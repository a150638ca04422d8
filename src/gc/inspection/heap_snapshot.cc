// Heap snapshots and retaining paths, from a HeapGraph.
//
// The file is JSON: nodes and edges are flat arrays of numbers, whose columns the head of the file names, and
// strings are in a table. Node 0 is the root; the edges of a node follow those of the node before it; an edge
// names its target by the target's place in the array.
#include "halfword/gc/heap_snapshot.h"

#include <cinttypes>
#include <cstdio>
#include <unordered_map>

#include "gc/heap_impl.h"
#include "gc/inspection/heap_graph.h"
#include "platform/files.h"

namespace halfword::gc {
namespace {

constexpr const char* kRootNames[HeapGraph::kRootKinds] = {
    "Persistent", "CrossThreadPersistent", "Client root", "Native stack", "Written object of the image"};
constexpr const char* kRootGroups[HeapGraph::kRootKinds] = {"(Persistents)", "(Cross-thread persistents)",
                                                            "(Client roots)", "(Native stack)", "(Image)"};

constexpr uint32_t kNodeColumns = 7;
constexpr char kHead[] =
    R"({"snapshot":{"meta":{)"
    R"("node_fields":["type","name","id","self_size","edge_count","trace_node_id","detachedness"],)"
    R"("node_types":[["hidden","array","string","object","code","closure","regexp","number","native",)"
    R"("synthetic","concatenated string","sliced string","symbol","bigint","object shape"],)"
    R"("string","number","number","number","number","number"],)"
    R"("edge_fields":["type","name_or_index","to_node"],)"
    R"("edge_types":[["context","element","property","internal","hidden","shortcut","weak"],)"
    R"("string_or_number","node"],)"
    R"("trace_function_info_fields":["function_id","name","script_name","script_id","line","column"],)"
    R"("trace_node_fields":["id","function_info_index","count","size","children"],)"
    R"("sample_fields":["timestamp_us","last_assigned_id"],)"
    R"("location_fields":["object_index","script_id","line","column"]},)";

// An object's number, for life: objects do not move. Odd and above those of the synthetic nodes.
uint64_t IdOf(CageOffset offset) { return uint64_t{offset / kGranule} * 2 + 1; }

class Describer {
 public:
  Describer(HeapImpl& heap, const SnapshotNames& names) : heap_(heap), names_(names) {}

  SnapshotNodeInfo Object(CageOffset offset) const {
    SnapshotNodeInfo info;
    const void* object = heap_.ObjectAt(offset);
    if (names_.object != nullptr) names_.object(names_.data, object, &info);
    if (info.name.empty()) info.name = internal::NameOfObject(heap_.base(), heap_.TypeAt(offset), object);
    return info;
  }
  SnapshotEdgeInfo Reference(const HeapGraph& graph, const HeapGraph::Edge& edge, uint32_t index) const {
    SnapshotEdgeInfo info;
    if (edge.is_tagged && names_.reference != nullptr) {
      const char* object = static_cast<const char*>(heap_.ObjectAt(graph.nodes()[edge.from].offset));
      names_.reference(names_.data, object, reinterpret_cast<const TaggedBits*>(object + edge.place), &info);
    } else if (edge.place == HeapGraph::kUnknownPlace) {
      info.type = SnapshotEdgeType::kHidden;
      info.index = index;
    } else if (edge.place < 0) {
      info.name = "shape";
    } else {
      info.name = "+" + std::to_string(edge.place);
    }
    return info;
  }

 private:
  HeapImpl& heap_;
  const SnapshotNames& names_;
};

// ---- The file

class Writer {
 public:
  explicit Writer(const SnapshotSink& sink) : sink_(sink) {}

  void Text(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() >= kBuffer) Flush();
  }
  void Number(uint64_t number) {
    char digits[24];
    int n = std::snprintf(digits, sizeof digits, "%" PRIu64, number);
    Text({digits, static_cast<size_t>(n)});
  }
  void Quoted(std::string_view text) {
    std::string out = "\"";
    for (char c : text) {
      if (c == '"' || c == '\\') out += '\\';
      if (static_cast<unsigned char>(c) >= 0x20) {
        out += c;
      } else {
        char escape[8];
        std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned char>(c));
        out += escape;
      }
    }
    Text(out += '"');
  }
  // True if everything was written.
  bool Flush() {
    good_ = good_ && sink_.write(sink_.data, buffer_);
    buffer_.clear();
    return good_;
  }

 private:
  static constexpr size_t kBuffer = 64 * 1024;
  const SnapshotSink& sink_;
  std::string buffer_;
  bool good_ = true;
};

class Snapshot {
 public:
  Snapshot(HeapImpl& heap, const SnapshotNames& names, const SnapshotSink& sink)
      : heap_(heap), graph_(heap), describer_(heap, names), out_(sink) {
    for (const auto& root : graph_.roots()) roots_of_[static_cast<int>(root.kind)].push_back(root);
  }

  bool Write() {
    size_t edges = graph_.edges().size() + graph_.roots().size() + 1 + GroupCount();
    out_.Text(kHead);
    out_.Text("\"node_count\":");
    out_.Number(graph_.nodes().size() + FirstObject());
    out_.Text(",\"edge_count\":");
    out_.Number(edges);
    out_.Text(",\"trace_function_count\":0},\n\"nodes\":[");
    WriteNodes();
    out_.Text("],\n\"edges\":[");
    WriteEdges();
    out_.Text(
        "],\n\"trace_function_infos\":[],\n\"trace_tree\":[],\n\"samples\":[],\n\"locations\":[],"
        "\n\"strings\":[");
    for (size_t i = 0; i < strings_.size(); i++) {
      if (i != 0) out_.Text(",\n");
      out_.Quoted(*strings_[i]);
    }
    out_.Text("]}\n");
    return out_.Flush();
  }

 private:
  // Node 0 is the root, 1 is "(GC roots)", then a node for each kind of root that there is, then the objects.
  static constexpr uint32_t kFirstGroup = 2;
  uint32_t GroupCount() const {
    uint32_t count = 0;
    for (const auto& roots : roots_of_) count += !roots.empty();
    return count;
  }
  uint32_t FirstObject() const { return kFirstGroup + GroupCount(); }

  size_t String(const std::string& text) {
    auto [entry, is_new] = string_index_.try_emplace(text, strings_.size());
    if (is_new) strings_.push_back(&entry->first);
    return entry->second;
  }
  void Node(SnapshotNodeType type, const std::string& name, uint64_t id, uint64_t size, uint64_t edges) {
    if (any_node_) out_.Text(",\n");
    any_node_ = true;
    const uint64_t row[kNodeColumns] = {static_cast<uint64_t>(type), String(name), id, size, edges, 0, 0};
    Row(row, kNodeColumns);
  }
  void Edge(SnapshotEdgeType type, uint64_t name_or_index, uint64_t to) {
    if (any_edge_) out_.Text(",\n");
    any_edge_ = true;
    const uint64_t row[3] = {static_cast<uint64_t>(type), name_or_index, to * kNodeColumns};
    Row(row, 3);
  }
  void Row(const uint64_t* row, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
      if (i != 0) out_.Text(",");
      out_.Number(row[i]);
    }
  }

  void WriteNodes() {
    String("");
    Node(SnapshotNodeType::kSynthetic, "", 1, 0, 1);
    Node(SnapshotNodeType::kSynthetic, "(GC roots)", 3, 0, GroupCount());
    for (int kind = 0; kind < HeapGraph::kRootKinds; kind++) {
      if (roots_of_[kind].empty()) continue;
      Node(SnapshotNodeType::kSynthetic, kRootGroups[kind], 5 + 2 * static_cast<uint64_t>(kind), 0,
           roots_of_[kind].size());
    }
    for (const HeapGraph::Node& node : graph_.nodes()) {
      SnapshotNodeInfo info = describer_.Object(node.offset);
      Node(info.type, info.name, IdOf(node.offset), heap_.CellSizeAt(node.offset) + info.outside_bytes,
           node.edge_count);
    }
  }
  void WriteEdges() {
    Edge(SnapshotEdgeType::kElement, 1, 1);
    for (uint32_t group = 0; group < GroupCount(); group++) {
      Edge(SnapshotEdgeType::kElement, group + 1, kFirstGroup + group);
    }
    for (const auto& roots : roots_of_) {
      for (size_t i = 0; i < roots.size(); i++) {
        Edge(SnapshotEdgeType::kElement, i + 1, roots[i].node + FirstObject());
      }
    }
    uint32_t from = HeapGraph::kNone;
    uint32_t index = 0;
    for (const HeapGraph::Edge& edge : graph_.edges()) {
      index = edge.from == from ? index + 1 : 0;
      from = edge.from;
      SnapshotEdgeInfo info = describer_.Reference(graph_, edge, index);
      bool by_index = info.type == SnapshotEdgeType::kElement || info.type == SnapshotEdgeType::kHidden;
      Edge(info.type, by_index ? info.index : String(info.name), edge.to + FirstObject());
    }
  }

  HeapImpl& heap_;
  HeapGraph graph_;
  Describer describer_;
  Writer out_;
  std::vector<HeapGraph::Root> roots_of_[HeapGraph::kRootKinds];
  std::unordered_map<std::string, size_t> string_index_;
  std::vector<const std::string*> strings_;
  bool any_node_ = false;
  bool any_edge_ = false;
};

}  // namespace

bool WriteHeapSnapshot(Heap& heap, const SnapshotSink& sink, const SnapshotNames& names) {
  bool done = false;
  heap.Enter([&] { done = Snapshot(heap.impl(), names, sink).Write(); });
  return done;
}

bool WriteHeapSnapshot(Heap& heap, const char* path, const SnapshotNames& names, std::string* error) {
  struct Output {
    platform::File file;
    uint64_t size = 0;
  } output{platform::File::Create(path)};
  auto write = [](void* data, std::string_view piece) {
    auto* to = static_cast<Output*>(data);
    const uint64_t begin = to->size;
    to->size += piece.size();
    return to->file.WriteAt(piece.data(), piece.size(), begin);
  };
  const bool done = output.file.is_open() && WriteHeapSnapshot(heap, SnapshotSink{&output, write}, names);
  if (!done && error != nullptr) *error = std::string("cannot write ") + path;
  return done;
}

// ---- Retaining paths

std::vector<RetainingStep> FindRetainingPath(Heap& heap, const void* object, const SnapshotNames& names) {
  std::vector<RetainingStep> path;
  const void* start = heap.FindObject(object);
  // What lies below the collected part is immortal, and its address is the object's.
  CageOffset target = start != nullptr ? OffsetOf(start) : OffsetOf(object);
  if (CageBaseOf(object) != heap.cage_base()) return path;
  heap.Enter([&] {
    HeapImpl& impl = heap.impl();
    HeapGraph graph(impl, target);
    Describer describer(impl, names);
    uint32_t n = graph.NodeOf(target);
    if (n == HeapGraph::kNone) return;
    for (;;) {
      const HeapGraph::Node& node = graph.nodes()[n];
      RetainingStep step;
      step.object = impl.ObjectAt(node.offset);
      step.name = describer.Object(node.offset).name + " @" + std::to_string(IdOf(node.offset)) + " (" +
                  std::to_string(impl.CellSizeAt(node.offset)) + " bytes)";
      if (node.reached_by == HeapGraph::kNone) {
        path.insert(path.begin(), step);
        break;
      }
      const HeapGraph::Edge& edge = graph.edges()[node.reached_by];
      SnapshotEdgeInfo info =
          describer.Reference(graph, edge, node.reached_by - graph.nodes()[edge.from].first_edge);
      step.reference = !info.name.empty() ? info.name : "[" + std::to_string(info.index) + "]";
      path.insert(path.begin(), step);
      n = edge.from;
    }
    const HeapGraph::Root& root = graph.roots()[graph.nodes()[n].root];
    RetainingStep first{nullptr, kRootNames[static_cast<int>(root.kind)], ""};
    if (root.owner != nullptr) {
      char address[32];
      std::snprintf(address, sizeof address, " %p", root.owner);
      first.reference += address;
    }
    path.insert(path.begin(), first);
  });
  return path;
}

std::string DescribeRetainingPath(Heap& heap, const void* object, const SnapshotNames& names) {
  std::string text;
  for (const RetainingStep& step : FindRetainingPath(heap, object, names)) {
    if (step.object == nullptr) {
      text = step.reference + "\n";
    } else {
      text += "→ " + (step.reference.empty() ? "" : step.reference + " ") + step.name + "\n";
    }
  }
  return text.empty() ? "nothing keeps it\n" : text;
}

}  // namespace halfword::gc
