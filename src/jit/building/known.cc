// Knowledge of values and of memory, and when it ends: at stores and calls, where ways meet, and in loops,
// which note what they change.
#include <algorithm>

#include "jit/building/graph_builder.h"

namespace halfword::jit {

namespace {

bool HasOneOf(const ShapeSet& set, const std::set<uint64_t>& shapes) {
  return std::any_of(set.shapes, set.shapes + set.count,
                     [&](uint64_t shape) { return shapes.contains(shape); });
}

bool HasArrays(const ShapeSet& set) {
  return std::any_of(set.shapes, set.shapes + set.count, [](uint64_t shape) {
    return ValueFrom(shape).As<Shape>()->object_type() == HeapType::kJSArray;
  });
}

}  // namespace

// ---- Values ----

const GraphBuilder::Known& GraphBuilder::SoFar(const Node* node) const {
  static constexpr Known kNothing;
  auto found = now_.known.find(node);
  return found == now_.known.end() ? kNothing : found->second;
}
TypeSet GraphBuilder::TypesOf(const Node* node) { return node->types() & SoFar(node).types; }
void GraphBuilder::CheckIs(Node* node, Value value) {
  NoteLiteral(value);
  if (!IsConstantValue(node, value)) AddExiting(NodeKind::kCheckValue, {node}, Payload::Bits(value.bits()));
}
void GraphBuilder::CopyHints(const Node* from, const Node* to) {
  auto found = building_.hints.find(from);
  if (found != building_.hints.end()) building_.hints[to] = found->second;
}
void GraphBuilder::NoteLiteral(Value v) {
  std::vector<Value>& literals = building_.built.literals;
  if (std::find(literals.begin(), literals.end(), v) == literals.end()) literals.push_back(v);
}

// ---- Loops ----

template <class F>
void GraphBuilder::ForEachLoopAround(F f) {
  for (GraphBuilder* b = this; b != nullptr; b = b->outer_) {
    if (b->vertex_ == nullptr) continue;
    const uint32_t copy = b->vertex_->copy;
    bool is_inside = copy == kItself;
    for (uint32_t l = b->flow_.blocks()[b->vertex_->block].loop; l != flow::kNone;
         l = b->flow_.loops()[l].parent) {
      if (is_inside) f(building_.effects[{b->way_, b->flow_.blocks()[b->flow_.loops()[l].header].begin}]);
      is_inside |= copy == WayInto(l) || copy == FirstTurn(l);
    }
  }
}
bool GraphBuilder::MayChange(const LoopEffects& effects, const Loaded& l, const ShapeSet* shapes) {
  const uint16_t reads = InfoOf(l.kind).reads;
  if (effects.calls || (reads & effects.classes) != 0 || ((reads & kShapes) != 0 && !effects.shapes.empty()))
    return true;
  auto stored = effects.words.find({l.kind, l.payload});
  if (stored == effects.words.end()) return false;
  return stored->second.in_any || shapes == nullptr || HasOneOf(*shapes, stored->second.shapes);
}
bool GraphBuilder::MayChange(const LoopEffects& effects, const ShapeSet& shapes) {
  return effects.calls || HasOneOf(shapes, effects.shapes) || (effects.kinds && HasArrays(shapes));
}

// ---- Memory ----

Node* GraphBuilder::Load(NodeKind kind, Node* object, Payload payload) {
  for (const Loaded& l : now_.loaded) {
    if (l.kind == kind && l.object == object && l.payload == payload.raw) return l.value;
  }
  Node* value = object == nullptr ? Add(kind, {}, payload) : Add(kind, {object}, payload);
  now_.loaded.push_back({kind, object, payload.raw, value});
  return value;
}
void GraphBuilder::Store(NodeKind store, NodeKind load, Node* object, Node* value, Payload place) {
  Add(store, {object, value}, place);
  const ShapeSet* shapes = ShapesNow(now_, object);
  ForEachLoopAround([&](LoopEffects& effects) {
    LoopEffects::Stored& stored = effects.words[{load, place.raw}];
    if (shapes == nullptr) {
      stored.in_any = true;
    } else {
      stored.shapes.insert(shapes->shapes, shapes->shapes + shapes->count);
    }
  });
  // Another word of whatever object stays what it is, and so does this word of another object.
  std::erase_if(now_.loaded, [&](const Loaded& l) {
    return l.kind == load && l.payload == place.raw && MayAlias(object, shapes, l.object);
  });
  now_.loaded.push_back({load, object, place.raw, value});
}
const ShapeSet* GraphBuilder::ShapesNow(const Environment& environment, const Node* object) {
  for (const Node* node = object; node != nullptr; node = node->Has(kIsCheck) ? node->input(0) : nullptr) {
    auto found = environment.known.find(node);
    if (found != environment.known.end() && found->second.shapes != nullptr) return found->second.shapes;
  }
  return nullptr;
}
bool GraphBuilder::MayAlias(const Node* object, const ShapeSet* shapes, const Node* other) const {
  const Node &one = Unchecked(*object), &two = Unchecked(*other);
  if (&one == &two) return true;
  if (one.Is(NodeKind::kConstant) && two.Is(NodeKind::kConstant))
    return one.payload().bits == two.payload().bits;
  const ShapeSet* others = ShapesNow(now_, other);
  if (shapes == nullptr || others == nullptr) return true;
  return std::any_of(shapes->shapes, shapes->shapes + shapes->count,
                     [&](uint64_t shape) { return others->Has(shape); });
}

void GraphBuilder::Forget(NodeKind store) {
  ForEachLoopAround([&](LoopEffects& effects) { effects.classes |= InfoOf(store).writes; });
  std::erase_if(now_.loaded,
                [&](const Loaded& l) { return (InfoOf(l.kind).reads & InfoOf(store).writes) != 0; });
}
void GraphBuilder::ForgetShapes(std::span<Shape* const> changed) {
  ForEachLoopAround([&](LoopEffects& effects) {
    for (Shape* shape : changed) effects.shapes.insert(Value(shape).bits());
  });
  for (auto& [node, known] : now_.known) {
    if (known.shapes == nullptr) continue;
    bool may_be_it = std::any_of(changed.begin(), changed.end(),
                                 [&](Shape* shape) { return known.shapes->Has(Value(shape).bits()); });
    if (may_be_it) known.shapes = nullptr;
  }
  std::erase_if(now_.loaded, [](const Loaded& l) { return (InfoOf(l.kind).reads & kShapes) != 0; });
}
bool GraphBuilder::SaysKind(const Known& known) {
  constexpr int32_t kLast = static_cast<int32_t>(ElementAccess::kArrayOfDoubles);
  // All kinds of arrays with fast elements are one of each other after a change.
  if (known.elements.has_value() && *known.elements <= kLast && *known.elements > ~kLast) return true;
  return known.shapes != nullptr && HasArrays(*known.shapes);
}
void GraphBuilder::ForgetKinds() {
  ForEachLoopAround([](LoopEffects& effects) { effects.kinds = true; });
  for (auto& [node, known] : now_.known) ForgetKind(&known);
}
void GraphBuilder::ForgetKind(Known* known) {
  if (!SaysKind(*known)) return;
  known->shapes = nullptr;
  known->elements.reset();
}
void GraphBuilder::ForgetMemory() {
  ForEachLoopAround([](LoopEffects& effects) { effects.calls = true; });
  now_.loaded.clear();
  now_.known.clear();
  now_.views = 0;
}

// ---- Where ways meet ----

// Shapes that an object has which has one of either.
const ShapeSet* GraphBuilder::EitherOf(const ShapeSet* one, const ShapeSet* other) {
  if (one == other || one == nullptr || other == nullptr) return one == other ? one : nullptr;
  std::vector<uint64_t> shapes(one->shapes, one->shapes + one->count);
  for (uint32_t n = 0; n < other->count; n++) {
    if (!one->Has(other->shapes[n])) shapes.push_back(other->shapes[n]);
  }
  if (shapes.size() == one->count) return one;
  return shapes.size() <= ShapeSet::kMost ? graph_.NewShapes(shapes) : nullptr;
}

// What is known on all ways. A node that all of them know dominates the place where they meet.
void GraphBuilder::MergeKnown(const std::vector<Vertex::Incoming>& incoming, Environment* merged) {
  const Environment& first = incoming[0].environment;
  merged->stack_words = first.stack_words;
  merged->views = first.views;
  for (size_t n = 1; n < incoming.size(); n++) {
    merged->stack_words = std::min(merged->stack_words, incoming[n].environment.stack_words);
    merged->views = std::max(merged->views, incoming[n].environment.views);
  }
  for (const auto& [node, known] : first.known) {
    Known common = known;
    bool all_know = true;
    for (size_t n = 1; n < incoming.size() && all_know; n++) {
      auto found = incoming[n].environment.known.find(node);
      all_know = found != incoming[n].environment.known.end();
      if (!all_know) break;
      const Known& other = found->second;
      if (common.tagged != other.tagged) common.tagged = nullptr;
      if (common.int32 != other.int32) common.int32 = nullptr;
      if (common.float64 != other.float64) common.float64 = nullptr;
      if (common.truncated != other.truncated) common.truncated = nullptr;
      common.types |= other.types;
      if (common.is_true != other.is_true) common.is_true.reset();
      if (common.checked != other.checked) {
        common.checked = nullptr;
        common.shapes = nullptr;
        common.elements.reset();
      }
      common.shapes = EitherOf(common.shapes, other.shapes);
      if (common.elements != other.elements) common.elements.reset();
    }
    if (all_know) merged->known.emplace(node, common);
  }
  for (const Loaded& loaded : first.loaded) {
    bool all_have = true;
    for (size_t n = 1; n < incoming.size(); n++) {
      const std::vector<Loaded>& other = incoming[n].environment.loaded;
      all_have &= std::find(other.begin(), other.end(), loaded) != other.end();
    }
    if (all_have) merged->loaded.push_back(loaded);
  }
}

}  // namespace halfword::jit
