// Where ways meet registers get phis. At the header of a loop that depends on what the loop is assumed to
// leave as it is.
#include <algorithm>

#include "jit/building/graph_builder.h"

namespace halfword::jit {

// Whether it is a Value only because a Generic is in front of it, and was an int32 before. Then it is one
// again where it meets other int32s.
bool GraphBuilder::WasInt32(const Node* value, const FrameState* state) const {
  return state != nullptr && building_.int32_before.contains(value);
}

// What all the inputs are, as seen from a place where they meet.
Representation GraphBuilder::RepresentationOf(const std::vector<Node*>& inputs,
                                              const std::vector<Vertex::Incoming>& incoming) const {
  bool any_int32 = false, any_double = false, all_bool = true, all_numbers = true;
  for (size_t n = 0; n < inputs.size(); n++) {
    const Node* input = inputs[n];
    Representation r = input->representation();
    all_bool &= r == Representation::kBool;
    any_int32 |= r == Representation::kInt32;
    any_double |= r == Representation::kFloat64 || r == Representation::kUint32;
    all_numbers &= IsNumber(r) || input->types() == kSmiType || WasInt32(input, incoming[n].state);
  }
  if (all_bool) return Representation::kBool;
  if (all_numbers && any_double) return Representation::kFloat64;
  if (all_numbers && any_int32) return Representation::kInt32;
  return Representation::kTagged;
}

// Inputs are in the order of the incoming edges, in which blocks were ended: so are predecessors.
Node* GraphBuilder::Merge(Block* block, uint32_t key, std::vector<Node*>& inputs,
                          const std::vector<Vertex::Incoming>& incoming) {
  if (std::all_of(inputs.begin(), inputs.end(), [&](Node* n) { return n == inputs[0]; })) return inputs[0];
  Representation r = RepresentationOf(inputs, incoming);
  TypeSet types = 0;
  for (size_t n = 0; n < inputs.size(); n++) {
    inputs[n] = ConvertAt(inputs[n], r, incoming[n].place, incoming[n].state);
    types |= inputs[n]->types();
  }
  Node* phi = graph_.NewPhi(block, r, key, inputs);
  phi->set_types(r == Representation::kTagged ? types : kNumberTypes);
  return phi;
}

// What lives where all the ways meet in the block.
GraphBuilder::Environment GraphBuilder::Merged(Block* block, const std::vector<Vertex::Incoming>& incoming,
                                               const flow::LiveSet& live) {
  Environment merged;
  merged.registers.resize(frame_words_ + code_->frame_size_);
  MergeKnown(incoming, &merged);
  std::vector<Node*> inputs;
  auto merge = [&](uint32_t key, auto value_in) {
    inputs.clear();
    for (const Vertex::Incoming& from : incoming) inputs.push_back(value_in(from.environment));
    return Merge(block, key, inputs, incoming);
  };
  ForEachLiveWord(live, [&](uint32_t word) {
    merged.registers[word] = merge(word, [&](const Environment& e) { return e.registers[word]; });
  });
  if (live.HasAcc()) merged.acc = merge(kAccKey, [](const Environment& e) { return e.acc; });
  return merged;
}

// ---- Headers of loops ----

PhiRepresentation& GraphBuilder::LearnedOf(const Vertex& vertex, uint32_t key) {
  return building_.learned.phis[{way_, flow_.blocks()[vertex.block].begin, key}];
}

Node* GraphBuilder::MergeAtHeader(Vertex& vertex, uint32_t key, std::vector<Node*> inputs) {
  Representation r = RepresentationOf(inputs, vertex.incoming);
  if (r == Representation::kBool) r = Representation::kTagged;
  auto [learned, is_new] = building_.learned.phis.try_emplace({way_, flow_.blocks()[vertex.block].begin, key},
                                                              PhiRepresentation{r});
  r = learned->second.representation;
  for (size_t n = 0; n < inputs.size(); n++) {
    Vertex::Incoming& from = vertex.incoming[n];
    inputs[n] = ConvertAt(inputs[n], r, from.place, from.state);
  }
  Node* phi = graph_.NewPhi(vertex.graph_block, r, key, {});
  phi->set_types(r == Representation::kTagged ? TypeSet{kAnyType} : TypeSet{kNumberTypes});
  vertex.phis.push_back({key, phi});
  phi_inputs_[phi] = std::move(inputs);
  return phi;
}

const LoopEffects& GraphBuilder::AssumedOf(const Vertex& vertex) const {
  static const LoopEffects none;
  auto found = building_.learned.loops.find({way_, flow_.blocks()[vertex.block].begin});
  return found == building_.learned.loops.end() ? none : found->second;
}

void GraphBuilder::BeginLoop(Vertex& vertex) {
  const flow::LiveSet& live = liveness_.at(vertex.block);
  const LoopEffects& assumed = AssumedOf(vertex);
  const flow::LiveSet& assigned =
      building_.learned.FlowOf(code_).loops[flow_.blocks()[vertex.block].loop].assigned;
  Environment begin;
  begin.registers.resize(frame_words_ + code_->frame_size_);
  MergeKnown(vertex.incoming, &begin);
  std::vector<Node*> inputs;
  auto merge = [&](uint32_t key, auto value_in) {
    inputs.clear();
    for (Vertex::Incoming& from : vertex.incoming) inputs.push_back(value_in(from.environment));
    bool is_kept = key != kAccKey && !assumed.calls && !assumed.registers.contains(key) &&
                   (key < frame_words_ || !assigned.Has(key - frame_words_));
    is_kept &= std::all_of(inputs.begin(), inputs.end(), [&](Node* n) { return n == inputs[0]; });
    if (!is_kept) return MergeAtHeader(vertex, key, inputs);
    vertex.kept_registers.push_back({key, inputs[0]});
    return inputs[0];
  };
  ForEachLiveWord(live, [&](uint32_t word) {
    begin.registers[word] = merge(word, [&](Environment& e) { return e.registers[word]; });
  });
  if (live.HasAcc()) begin.acc = merge(kAccKey, [](Environment& e) { return e.acc; });
  KeepThrough(vertex, &begin);
  for (Vertex::Incoming& from : vertex.incoming) from.environment = {};
  now_ = std::move(begin);
}

void GraphBuilder::KeepThrough(Vertex& vertex, Environment* environment) {
  const LoopEffects& assumed = AssumedOf(vertex);
  if (assumed.calls) {
    environment->known.clear();
    environment->loaded.clear();
    environment->views = 0;
    return;
  }
  for (auto& [node, known] : environment->known) {
    if (assumed.kinds) ForgetKind(&known);
    vertex.keeps_kinds |= SaysKind(known);
    if (known.shapes == nullptr) continue;
    if (MayChange(assumed, *known.shapes)) {
      known.shapes = nullptr;
    } else {
      vertex.kept_shapes.push_back(known.shapes);
    }
  }
  std::erase_if(environment->loaded, [&](const Loaded& l) {
    const ShapeSet* shapes = ShapesNow(*environment, l.object);
    if (MayChange(assumed, l, shapes)) return true;
    vertex.kept_loads.push_back({l, shapes});
    return false;
  });
}

// ---- When loops have been built ----

// After the loop has been built: whether it changes something that was assumed to stay.
void GraphBuilder::LearnEffects(Vertex& vertex) {
  const std::pair<uint32_t, uint32_t> key{way_, flow_.blocks()[vertex.block].begin};
  LoopEffects& effects = building_.effects[key];
  for (const auto& [word, node] : vertex.kept_registers) {
    for (const Vertex::Incoming& from : vertex.back_edges) {
      if (from.environment.registers[word] != node) effects.registers.insert(word);
    }
  }
  const bool is_more = !effects.registers.empty() || (effects.calls && !AssumedOf(vertex).calls) ||
                       (effects.kinds && vertex.keeps_kinds) ||
                       std::any_of(vertex.kept_loads.begin(), vertex.kept_loads.end(),
                                   [&](const auto& l) { return MayChange(effects, l.first, l.second); }) ||
                       std::any_of(vertex.kept_shapes.begin(), vertex.kept_shapes.end(),
                                   [&](const ShapeSet* shapes) { return MayChange(effects, *shapes); });
  if (!is_more) return;
  LoopEffects& learned = building_.learned.loops[key];
  // Without a first turn of its own, what comes into the loop is something else.
  if (effects.calls && !learned.calls) {
    auto& phis = building_.learned.phis;
    phis.erase(phis.lower_bound({key.first, key.second, 0}),
               phis.upper_bound({key.first, key.second, UINT32_MAX}));
  }
  learned.kinds |= effects.kinds;
  learned.calls |= effects.calls;
  learned.classes |= effects.classes;
  for (const auto& [word, stored] : effects.words) {
    LoopEffects::Stored& its = learned.words[word];
    its.in_any |= stored.in_any;
    its.shapes.insert(stored.shapes.begin(), stored.shapes.end());
  }
  learned.shapes.merge(effects.shapes);
  learned.registers.merge(effects.registers);
  building_.is_to_be_built_again = true;
}

// Phis get the values of back-edges, or learn that they should be something else.
void GraphBuilder::FinishLoops() {
  for (Vertex& vertex : vertices_) {
    if (!vertex.is_header || vertex.incoming.empty()) continue;
    const bool had_calls = AssumedOf(vertex).calls;
    LearnEffects(vertex);
    if (AssumedOf(vertex).calls != had_calls) continue;  // its phis will be others
    for (Vertex::Phi& phi : vertex.phis) {
      std::vector<Node*> values;
      for (Vertex::Incoming& from : vertex.back_edges) {
        values.push_back(phi.reg == kAccKey ? from.environment.acc : from.environment.registers[phi.reg]);
      }
      Representation r = phi.node->representation(), wanted = r;
      bool all_int32 = !values.empty(), all_numbers = !values.empty();
      for (size_t n = 0; n < values.size(); n++) {
        const Node* v = values[n];
        const bool was_int32 = WasInt32(v, vertex.back_edges[n].state);
        Representation has = was_int32 ? Representation::kInt32 : v->representation();
        all_int32 &= has == Representation::kInt32;
        all_numbers &= IsNumber(has);
        if (v == phi.node || has == r) continue;
        bool is_smi = v->types() == kSmiType && IsTagged(v);
        if (r == Representation::kInt32 && !is_smi)
          wanted = IsNumber(has) ? Representation::kFloat64 : Representation::kTagged;
        if (r == Representation::kFloat64 && !IsNumber(has) && !is_smi) wanted = Representation::kTagged;
        if (wanted == Representation::kTagged && r != wanted) break;
      }
      if (r == Representation::kTagged && all_numbers && options_.attempt == 0 &&
          !LearnedOf(vertex, phi.reg).is_widened) {
        // What comes in from outside may be anything: it is checked there, once.
        bool may_be_number = true;
        for (const Node* v : phi_inputs_[phi.node]) may_be_number &= (v->types() & kNumberTypes) != 0;
        if (may_be_number) wanted = all_int32 ? Representation::kInt32 : Representation::kFloat64;
      }
      if (wanted != r) {
        LearnedOf(vertex, phi.reg) = {wanted, r != Representation::kTagged};
        building_.is_to_be_built_again = true;
        continue;
      }
      for (size_t n = 0; n < values.size(); n++) {
        Vertex::Incoming& from = vertex.back_edges[n];
        values[n] = ConvertAt(values[n], r, from.place, from.state);
      }
      // In the order of the predecessors.
      std::vector<Node*> inputs;
      for (const Block* p : vertex.graph_block->predecessors) {
        auto value_from = [&](std::vector<Vertex::Incoming>& all, std::vector<Node*>& its) -> Node* {
          for (size_t n = 0; n < all.size(); n++) {
            if (all[n].from == p) return its[n];
          }
          return nullptr;
        };
        Node* value = value_from(vertex.incoming, phi_inputs_[phi.node]);
        if (value == nullptr) value = value_from(vertex.back_edges, values);
        CHECK(value != nullptr);
        inputs.push_back(value);
      }
      graph_.SetPhiInputs(phi.node, inputs);
    }
  }
}

}  // namespace halfword::jit
