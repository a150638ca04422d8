// Named properties, private elements, and what functions hide.
#include <algorithm>

#include "jit/building/graph_builder.h"
#include "runtime/caches/site.h"
#include "runtime/operations/call.h"
#include "runtime/operations/object_operations.h"

namespace halfword::jit {

namespace {

// Displacement of a word `offset` bytes from the object.
Payload Field(uint32_t offset) { return Payload::Offset(static_cast<int32_t>(offset) - kObjectTag); }
Payload Other(uint32_t offset) { return Payload::Offset(static_cast<int32_t>(offset) - kOtherTag); }

// Each receiver of another shape teaches a site of private elements one more, as far as it has room.
constexpr uint32_t kMostShapesFailed = 2;

}  // namespace

std::vector<Shape*> GraphBuilder::ShapesIn(const ShapeSet& set) {
  std::vector<Shape*> shapes;
  for (uint32_t n = 0; n < set.count; n++) shapes.push_back(ValueFrom(set.shapes[n]).As<Shape>());
  return shapes;
}
const ShapeSet* GraphBuilder::SetOf(const std::vector<Shape*>& shapes) {
  std::vector<uint64_t> bits;
  for (Shape* shape : shapes) bits.push_back(Value(shape).bits());
  return graph_.NewShapes(bits);
}
Block* GraphBuilder::BranchByShape(Node* object, const std::vector<Shape*>& shapes) {
  Node* shape = Load(NodeKind::kLoadShape, object);
  Block* has_one = graph_.NewBlock();
  Block* to_it[] = {has_one};
  for (Shape* one : shapes) {
    Block *here = graph_.NewBlock(), *other = graph_.NewBlock();
    Node* is_it = Add(NodeKind::kSameBits, {shape, TaggedConstant(Value(one))});
    Block* blocks[] = {here, other};
    graph_.End(block_, NodeKind::kBranch, {is_it}, blocks);
    graph_.End(here, NodeKind::kGoto, {}, to_it);
    block_ = other;
  }
  return std::exchange(block_, has_one);
}

// The shapes that the receiver is known to have one of, or that the site has seen. False: they are too many,
// or receivers were no objects.
bool GraphBuilder::ShapesOf(const Node* receiver, const PropertySite& site, std::vector<Shape*>* shapes) {
  if (const ShapeSet* known = SoFar(receiver).shapes; known != nullptr) {
    *shapes = ShapesIn(*known);
    return true;
  }
  auto add = [&](const SiteWord& word) {
    Value v = word.value();
    if (v.IsSmi()) return word.empty();
    shapes->push_back(v.As<Shape>());
    return true;
  };
  if (site.is_megamorphic()) return false;
  if (!add(site.shape_a)) return false;
  if (site.is_polymorphic()) {
    const CachedHandler* handlers = site.handlers(CageBase());
    for (uint32_t n = 0; n < PropertySite::kMostHandlers; n++) {
      if (!add(handlers[n].key)) return false;
    }
  } else if (!add(site.b.key)) {
    return false;
  }
  // What is made no more is not expected, unless that was wrong here.
  auto is_outdated = [](const Shape* shape) { return IsOutdated(shape); };
  if (Failed(NodeKind::kCheckShape) == 0 && !std::all_of(shapes->begin(), shapes->end(), is_outdated))
    std::erase_if(*shapes, is_outdated);
  std::sort(shapes->begin(), shapes->end());
  shapes->erase(std::unique(shapes->begin(), shapes->end()), shapes->end());
  return shapes->size() <= ShapeSet::kMost;
}

Node* GraphBuilder::CheckShapes(Node* receiver, const std::vector<Shape*>& shapes, bool* is_left) {
  const ShapeSet* wanted = SetOf(shapes);
  Known& known = KnownOf(receiver);
  if (known.shapes != nullptr) {
    bool is_known = true;
    for (uint32_t n = 0; n < known.shapes->count; n++) is_known &= wanted->Has(known.shapes->shapes[n]);
    if (is_known) return known.checked;
  }
  for (Shape* shape : shapes) NoteLiteral(Value(shape));
  Node* checked = is_left != nullptr ? AddExiting(NodeKind::kCheckObject, {receiver})
                                     : AddExiting(NodeKind::kCheckShape, {receiver}, Payload::Shapes(wanted));
  if (is_left != nullptr) *is_left = true;
  checked->set_types(kObjectType);
  CopyHints(receiver, checked);
  Known& now = KnownOf(receiver);
  now.types &= kObjectType;
  now.shapes = wanted;
  now.checked = checked;
  now.elements.reset();
  return checked;
}

// ---- Named properties ----

void GraphBuilder::CheckEpoch() {
  const Payload epoch = Payload::Number(static_cast<int32_t>(isolate_.property_epoch_));
  const Loaded check{NodeKind::kCheckEpoch, nullptr, epoch.raw, nullptr};
  if (std::find(now_.loaded.begin(), now_.loaded.end(), check) != now_.loaded.end()) return;
  AddExiting(NodeKind::kCheckEpoch, {}, epoch);
  now_.loaded.push_back(check);
}

// If the object is likely to be a known one: what it has there now.
void GraphBuilder::HintFromObject(const Node* object, const Access& access, const Node* value) {
  const std::vector<Value> likely = LikelyValues(object);
  if (likely.size() != 1 || !likely[0].IsObject()) return;
  // The access is one to objects of the shape that was checked. Each of several shapes may have its own.
  const ShapeSet* shapes = object->Is(NodeKind::kCheckShape) ? object->payload().shapes : nullptr;
  JSObject* known = likely[0].AsObject();
  if (shapes == nullptr || shapes->count != 1 || !shapes->Has(Value(known->shape()).bits())) return;
  Value holder = access.kind == Access::kField ? Value(known) : Value(known->properties());
  building_.hints[value] = {ValueIn({Access::kHolder, access.offset, holder, nullptr})};
}

// Whether what the access leads to is a constant in this epoch.
bool GraphBuilder::IsRelied(const Access& access) const {
  return access.kind == Access::kHolder && access.owner != nullptr &&
         access.owner->shape()->RelyOnSlots(isolate_);
}

// The PropertyArray. Whoever gives an object another one is called.
Node* GraphBuilder::PropertiesOf(const Access& access, Node* object) {
  Node* extension = Load(NodeKind::kLoadExtension, object);
  return access.kind == Access::kPair
             ? Load(NodeKind::kLoadOverflow, extension, Other(offsetof(ExtensionPair, properties_)))
             : extension;
}

// The property of an object whose shape is known to be one that this access is for, in this epoch.
Node* GraphBuilder::LoadBy(const Access& access, Node* object) {
  switch (access.kind) {
    case Access::kField:
    case Access::kOverflow:
    case Access::kPair: {
      Node* value = access.kind == Access::kField
                        ? Load(NodeKind::kLoadField, object, Field(access.offset))
                        : Load(NodeKind::kLoadOverflow, PropertiesOf(access, object), Other(access.offset));
      HintFromObject(object, access, value);
      return value;
    }
    case Access::kHolder: {
      const Value now = ValueIn(access);
      if (IsRelied(access)) return TaggedConstant(now);
      Node* holder = TaggedConstant(access.holder);
      Node* value = access.holder.IsObject() ? Load(NodeKind::kLoadField, holder, Field(access.offset))
                                             : Load(NodeKind::kLoadOverflow, holder, Other(access.offset));
      building_.hints[value] = {now};
      return value;
    }
    case Access::kNone: UNREACHABLE();
  }
}

// Of whatever objects. Getters are left to the first tier.
bool GraphBuilder::LoadByStub(Node* receiver, Value name, const PropertySite& site, Node** value) {
  auto is_getter = [](const CachedHandler& handler) { return handler.how().Is(HandlerKind::kGetter); };
  bool calls_getter = site.has_b() && is_getter(site.b);
  if (site.is_polymorphic()) {
    const CachedHandler* handlers = site.handlers(CageBase());
    calls_getter |= std::any_of(handlers, handlers + PropertySite::kMostHandlers, is_getter);
  }
  if (calls_getter || Failed(NodeKind::kLoadNamed) > 0) return false;
  NoteLiteral(name);
  *value = AddExiting(NodeKind::kLoadNamed, {receiver}, Payload::Bits(name.bits()));
  return true;
}

void GraphBuilder::CheckString(Node* value) {
  if ((TypesOf(value) & ~kStringTypes) == 0) return;
  AddExiting(NodeKind::kCheckString, {value});
  KnownOf(value).types &= kStringTypes;
}

// What the prototype of strings has.
bool GraphBuilder::LoadOfString(Node* receiver, const PropertySite& site, Node** value) {
  const CachedHandler& cached = site.b;
  if (!site.shape_a.empty() || cached.key.bits() != kStringReceiver ||
      !cached.how().Is(HandlerKind::kHolder) || cached.how().payload() > Access::kMostOffset ||
      !IsOfThisEpoch(isolate_, cached.epoch) || Failed(NodeKind::kCheckString) > 0 ||
      Failed(NodeKind::kCheckEpoch) > kMostEpochs)
    return false;
  // Sloppy functions coerce their `this` first.
  const bool may_be_raw = receiver == Reg(frame::kThis) && (code_->flags_ & Code::kSloppyThis) != 0;
  if (may_be_raw) return false;
  CheckString(receiver);
  CheckEpoch();
  *value = LoadBy({Access::kHolder, cached.how().payload(), cached.holder.value(), nullptr}, receiver);
  return true;
}

// From an object that is a constant itself. False: it is as any other.
bool GraphBuilder::LoadFromKnown(Node* receiver, JSObject* object, Value name, Node** value) {
  if (Failed(NodeKind::kCheckEpoch) > kMostEpochs) return false;
  bool is_shared;
  const Access access = AccessForLoadFrom(isolate_, object, name, &is_shared);
  if (access.kind == Access::kNone) return false;
  if (is_shared) {
    if (Failed(NodeKind::kCheckShape) > 0 || !IsRelied(access)) return false;
    CheckShapes(receiver, {object->shape()});
  }
  CheckEpoch();
  *value = LoadBy(access, nullptr);
  return true;
}

bool GraphBuilder::LoadNamed(Node* receiver, Value name, const PropertySite* site, Node** value) {
  std::vector<Shape*> shapes;
  if (site == nullptr || receiver->representation() != Representation::kTagged) return false;
  const Value known = ConstantValue(receiver);
  if (known.IsObject() && LoadFromKnown(receiver, known.AsObject(), name, value)) return true;
  if (!ShapesOf(receiver, *site, &shapes))
    return LoadOfString(receiver, *site, value) || LoadByStub(receiver, name, *site, value);
  if (shapes.empty()) return ExitUnlearned();
  std::vector<Access> accesses;
  bool is_one = true, needs_epoch = false;
  for (Shape* shape : shapes) {
    accesses.push_back(AccessForLoad(isolate_, shape, name));
    if (accesses.back().kind == Access::kNone) return LoadByStub(receiver, name, *site, value);
    needs_epoch |= accesses.back().kind == Access::kHolder;
    is_one &= accesses.back() == accesses[0];
  }
  if (needs_epoch && Failed(NodeKind::kCheckEpoch) > kMostEpochs)
    return LoadByStub(receiver, name, *site, value);
  if (!is_one &&
      std::all_of(accesses.begin(), accesses.end(), [&](const Access& a) { return IsRelied(a); })) {
    *value = SelectByShape(receiver, shapes, accesses);
    return true;
  }
  if (needs_epoch) CheckEpoch();
  *value = LoadByShape(receiver, shapes, accesses);
  return true;
}

// As it is got at in objects of each of the shapes, which it checks.
Node* GraphBuilder::LoadByShape(Node* receiver, const std::vector<Shape*>& shapes,
                                const std::vector<Access>& accesses) {
  const bool is_one =
      std::all_of(accesses.begin(), accesses.end(), [&](const Access& a) { return a == accesses[0]; });
  bool is_left = false;
  Node* object = CheckShapes(receiver, shapes, is_one ? nullptr : &is_left);
  if (is_one) return LoadBy(accesses[0], object);
  // A way for each access.
  std::vector<Node*> loaded;
  ForEachWay(object, shapes, accesses, is_left,
             [&](const Access& access) { loaded.push_back(LoadBy(access, object)); });
  Node* value = graph_.NewPhi(block_, Representation::kTagged, kAccKey, loaded);
  std::vector<Value> hints;
  for (const Node* way : loaded) {
    for (Value hint : LikelyValues(way)) {
      if (std::find(hints.begin(), hints.end(), hint) == hints.end()) hints.push_back(hint);
    }
  }
  building_.hints[value] = std::move(hints);
  NoteByShape(value, receiver, shapes, accesses);
  return value;
}

void GraphBuilder::NoteByShape(const Node* value, const Node* receiver, const std::vector<Shape*>& shapes,
                               const std::vector<Access>& accesses) {
  Building::ByShape& by_shape = building_.by_shape[value];
  by_shape.receiver = receiver;
  for (size_t n = 0; n < shapes.size(); n++) {
    if (accesses[n].kind == Access::kHolder) by_shape.values.push_back({shapes[n], ValueIn(accesses[n])});
  }
}

// Each shape leads to a constant.
Node* GraphBuilder::SelectByShape(Node* receiver, const std::vector<Shape*>& shapes,
                                  const std::vector<Access>& accesses) {
  Node* object = CheckShapes(receiver, shapes);
  CheckEpoch();
  const ShapeSet* set = SetOf(shapes);
  std::vector<Node*> inputs = {Load(NodeKind::kLoadShape, object)};
  std::vector<Value> hints;
  TypeSet types = 0;
  for (Shape* shape : ShapesIn(*set)) {
    const auto n = std::find(shapes.begin(), shapes.end(), shape) - shapes.begin();
    const Value constant = ValueIn(accesses[static_cast<size_t>(n)]);
    inputs.push_back(TaggedConstant(constant));
    types |= inputs.back()->types();
    if (std::find(hints.begin(), hints.end(), constant) == hints.end()) hints.push_back(constant);
  }
  Node* value = graph_.Append(block_, NodeKind::kSelectByShape, inputs, Payload::Shapes(set));
  value->set_types(types);
  building_.hints[value] = std::move(hints);
  NoteByShape(value, receiver, shapes, accesses);
  return value;
}

// Branches by the shape of the object: calls f(what) on a way for each that differs, and goes on where all
// ways meet, with what was known before. `is_left`: the last way checks that it has one of the shapes.
template <class What, class F>
void GraphBuilder::ForEachWay(Node* object, const std::vector<Shape*>& shapes, const std::vector<What>& whats,
                              bool is_left, F f) {
  Load(NodeKind::kLoadShape, object);  // once for all ways
  const Environment before = now_;
  const FrameState* state = is_left ? State() : nullptr;
  Block* join = graph_.NewBlock();
  Block* target[] = {join};
  std::vector<bool> is_done(shapes.size());
  for (size_t n = 0; n < shapes.size(); n++) {
    if (is_done[n]) continue;
    std::vector<Shape*> same;
    bool is_last = true;
    for (size_t k = n; k < shapes.size(); k++) {
      if (is_done[k]) continue;
      if (whats[k] == whats[n]) {
        same.push_back(shapes[k]);
        is_done[k] = true;
      } else {
        is_last = false;
      }
    }
    now_ = before;
    Block* rest = is_last ? join : BranchByShape(object, same);
    if (is_last && is_left)
      graph_.Append(block_, NodeKind::kCheckShape, {object}, Payload::Shapes(SetOf(same)), state);
    f(whats[n]);
    graph_.End(block_, NodeKind::kGoto, {}, target);
    block_ = rest;
  }
  now_ = before;
  block_ = join;
}

// Where objects of this shape have the property, or get it: then others of them got it before.
GraphBuilder::Storing GraphBuilder::StoringFor(Shape* shape, Value name) const {
  Access access = AccessForStore(isolate_, shape, name);
  if (access.kind != Access::kNone || Failed(NodeKind::kCheckEpoch) > kMostEpochs) return {access};
  Shape* added = shape->is_unique() ? nullptr : shape->FindAddition(name, kDataDefault);
  if (added == nullptr) return {};
  return {AccessForAddition(isolate_, shape, added, name), added};
}

void GraphBuilder::StoreBy(const Storing& storing, Node* object, Node* value) {
  if (storing.added != nullptr) {
    NoteLiteral(Value(storing.added));
    Add(NodeKind::kStoreShape, {object}, Payload::Bits(Value(storing.added).bits()));
  }
  if (storing.access.kind == Access::kField) {
    Store(NodeKind::kStoreField, NodeKind::kLoadField, object, value, Field(storing.access.offset));
  } else {
    Node* owner = PropertiesOf(storing.access, object);
    Store(NodeKind::kStoreOverflow, NodeKind::kLoadOverflow, owner, value, Other(storing.access.offset));
  }
}

bool GraphBuilder::StoreNamed(Node* receiver, Value name, const PropertySite* site, Node* value,
                              bool defines) {
  std::vector<Shape*> shapes;
  if (site == nullptr || receiver->representation() != Representation::kTagged ||
      !ShapesOf(receiver, *site, &shapes))
    return false;
  if (shapes.empty()) return ExitUnlearned();
  std::vector<Storing> storings;
  bool are_added = false;
  for (Shape* shape : shapes) {
    storings.push_back(StoringFor(shape, name));
    const Storing& storing = storings.back();
    if (storing.access.kind == Access::kNone) return false;
    PropertyLocation location;
    if (storing.added == nullptr) {
      // A definition makes it what assignments would have made it, or it is left to the first tier.
      if (defines && !(shape->Lookup(name, &location) && location.attributes == kDataDefault)) return false;
      // What is stored to again is no constant from now on. Where code has taken it for one, the first tier
      // is to say so.
      if (shape->Has(Shape::kSlotsAreRelied)) return false;
      shape->NoteStored(isolate_);
    }
    are_added |= storing.added != nullptr;
  }
  if (are_added) CheckEpoch();
  StoreByShape(receiver, shapes, storings, value);
  return true;
}

// As it is stored in objects of each of the shapes, which it checks. They become what the stores say.
void GraphBuilder::StoreByShape(Node* receiver, std::vector<Shape*> shapes,
                                const std::vector<Storing>& storings, Node* value) {
  const bool is_one =
      std::all_of(storings.begin(), storings.end(), [&](const Storing& s) { return s == storings[0]; });
  bool is_left = false;
  Node* object = CheckShapes(receiver, shapes, is_one ? nullptr : &is_left);
  Node* stored = Tagged(value);
  if (is_one) {
    StoreBy(storings[0], object, stored);
  } else {
    ForEachWay(object, shapes, storings, is_left,
               [&](const Storing& storing) { StoreBy(storing, object, stored); });
    Forget(NodeKind::kStoreField);
    Forget(NodeKind::kStoreOverflow);
  }
  state_ = nullptr;
  const bool are_added = std::any_of(storings.begin(), storings.end(),
                                     [](const Storing& storing) { return storing.added != nullptr; });
  if (!are_added) return;
  ForgetShapes(shapes);
  // Each of them became another one.
  for (size_t n = 0; n < shapes.size(); n++) {
    if (storings[n].added != nullptr) shapes[n] = storings[n].added;
  }
  Known& known = KnownOf(receiver);
  known.shapes = SetOf(shapes);
  known.checked = object;
  known.elements.reset();
}

// ---- Private elements, and what functions hide ----

// The private name that the node is: a constant, or the one that the site has seen. Code that several
// evaluations of a class share sees several. False: it is not known.
bool GraphBuilder::PrivateName(Node* node, const SiteWord& seen, Value* name) {
  const bool is_constant = node->Is(NodeKind::kConstant);
  *name = is_constant ? ConstantValue(node) : seen.value();
  return name->IsSymbol() && (is_constant || Failed(NodeKind::kCheckValue) == 0);
}

// The shapes that the receiver is known to have one of, or those that the site has seen. False: none.
bool GraphBuilder::ShapesOrSeen(const Node* receiver, std::initializer_list<Value> seen,
                                std::vector<Shape*>* shapes) {
  if (receiver->representation() != Representation::kTagged ||
      Failed(NodeKind::kCheckShape) > kMostShapesFailed)
    return false;
  if (const ShapeSet* known = SoFar(receiver).shapes; known != nullptr) {
    *shapes = ShapesIn(*known);
    return true;
  }
  for (Value shape : seen) {
    if (shape.Is<Shape>()) shapes->push_back(shape.As<Shape>());
  }
  return !shapes->empty();
}
bool GraphBuilder::ShapesOfPrivate(const Node* receiver, const PrivateSite& site,
                                   std::vector<Shape*>* shapes) {
  static_assert(PrivateSite::kMostOthers == 3);
  return ShapesOrSeen(
      receiver, {site.shape.value(), site.others[0].value(), site.others[1].value(), site.others[2].value()},
      shapes);
}

// Accessors teach the site nothing.
bool GraphBuilder::LoadPrivate(Node* receiver, Node* node, const PrivateSite* site, Node** value) {
  Value name;
  std::vector<Shape*> shapes;
  if (site == nullptr) return false;
  if (!PrivateName(node, site->name, &name) || !ShapesOfPrivate(receiver, *site, &shapes))
    return site->shape.empty() && ExitUnlearned();
  std::vector<Access> accesses;
  for (Shape* shape : shapes) {
    accesses.push_back(AccessForPrivate(shape, name, false));
    if (accesses.back().kind == Access::kNone) return false;
  }
  CheckIs(node, name);
  *value = LoadByShape(receiver, shapes, accesses);
  return true;
}

bool GraphBuilder::StorePrivate(Node* receiver, Node* node, const PrivateSite* site, Node* value) {
  Value name;
  std::vector<Shape*> shapes;
  if (site == nullptr) return false;
  if (!PrivateName(node, site->name, &name) || !ShapesOfPrivate(receiver, *site, &shapes))
    return site->shape.empty() && ExitUnlearned();
  std::vector<Storing> storings;
  for (Shape* shape : shapes) {
    storings.push_back({AccessForPrivate(shape, name, true)});
    if (storings.back().access.kind == Access::kNone) return false;
  }
  CheckIs(node, name);
  StoreByShape(receiver, shapes, storings, value);
  return true;
}

bool GraphBuilder::AddPrivate(Node* receiver, Node* node, uint8_t attributes, const AddPrivateSite* site,
                              Node* value) {
  Value name;
  std::vector<Shape*> shapes;
  if (site == nullptr) return false;
  if (!PrivateName(node, site->name, &name) || !ShapesOrSeen(receiver, {site->shape.value()}, &shapes))
    return site->shape.empty() && ExitUnlearned();
  std::vector<Storing> storings;
  for (Shape* shape : shapes) {
    Shape* added = shape->FindAddition(name, attributes);
    if (added == nullptr) return false;
    storings.push_back({AccessForPrivateAddition(shape, added, name), added});
    if (storings.back().access.kind == Access::kNone) return false;
  }
  CheckIs(node, name);
  StoreByShape(receiver, shapes, storings, value);
  return true;
}

// The own property of a symbol that no program has. Its value never changes: a class has it before anybody
// has the class, a method from its beginning. It may lie in the object, its PropertyArray or behind a pair.
bool GraphBuilder::LoadHidden(Node* function, Value name, const HiddenSite* site, Node** value) {
  if (function->Is(NodeKind::kConstant)) {
    JSObject* object = ConstantValue(function).AsObject();
    PropertyLocation location;
    if (!object->shape()->Lookup(name, &location)) return false;
    *value = TaggedConstant(object->GetSlot(location.slot));
    return true;
  }
  if (site == nullptr || Failed(NodeKind::kCheckShape) > 0) return false;
  if (!site->shape.value().Is<Shape>()) return ExitUnlearned();
  auto* shape = site->shape.value().As<Shape>();
  const Access access = AccessForPrivate(shape, name, false);
  if (access.kind == Access::kNone) return false;
  *value = LoadByShape(function, {shape}, {access});
  return true;
}

// The prototype of the active function, which is no proxy.
bool GraphBuilder::LoadSuperConstructor(Node* function, Node** value) {
  const bool is_function = function->Is(NodeKind::kFunction);
  const Value known = ConstantValue(function);
  if (!is_function && !known.Is<JSFunction>()) return false;
  Node* shape = Load(NodeKind::kLoadShape, function);
  *value = Load(NodeKind::kLoadField, shape, Other(offsetof(Shape, prototype_)));
  if (!is_function) building_.hints[*value] = {known.As<JSFunction>()->shape()->prototype()};
  return true;
}

// ---- Instructions ----

// Into acc. A getter may give it.
bool GraphBuilder::GetNamed(const Instruction& i, Node* receiver, Value name) {
  const auto* site = SiteOf<PropertySite>(i);
  if (CallGetter(i, receiver, name, site)) return true;
  Node* value = nullptr;
  if (!LoadNamed(receiver, name, site, &value)) return false;
  if (block_ != nullptr) SetAcc(value);
  return true;
}

bool GraphBuilder::VisitProperty(const Instruction& i) {
  Node* value = nullptr;
  // Where the graph has ended in an exit there is no value.
  auto finish = [&](bool is_loaded) {
    if (is_loaded && block_ != nullptr) SetAcc(value);
    return is_loaded;
  };
  switch (i.opcode()) {
    case Opcode::kGetNamed: return GetNamed(i, Reg(i.operand(0)), ConstantOf(i, 1));
    case Opcode::kGetNamedAcc: return GetNamed(i, now_.acc, ConstantOf(i, 0));
    case Opcode::kGetMethod:
    case Opcode::kGetMethodFrom: {
      bool is_from = i.opcode() == Opcode::kGetMethodFrom;
      Node* receiver = is_from ? Reg(i.operand(1)) : now_.acc;
      if (!LoadNamed(receiver, ConstantOf(i, is_from ? 2 : 1), SiteOf<PropertySite>(i), &value)) return false;
      if (block_ == nullptr) return true;
      SetReg(i.operand(0), receiver);
      SetReg(i.operand(0) + frame::kFunction, value);
      SetAcc(value);
      return true;
    }
    case Opcode::kSetNamed:
    case Opcode::kSetNamedStrict:
    case Opcode::kDefineNamed:
      return StoreNamed(Reg(i.operand(0)), ConstantOf(i, 1), SiteOf<PropertySite>(i), now_.acc,
                        i.opcode() == Opcode::kDefineNamed);
    case Opcode::kGetPrivate:
      return finish(LoadPrivate(Reg(i.operand(0)), now_.acc, SiteOf<PrivateSite>(i), &value));
    case Opcode::kSetPrivate:
      return StorePrivate(Reg(i.operand(0)), Reg(i.operand(1)), SiteOf<PrivateSite>(i), now_.acc);
    case Opcode::kAddPrivate: {
      const auto kind = static_cast<PrivateKind>(i.operand(2));
      if (kind != PrivateKind::kField && kind != PrivateKind::kMethod) return false;
      const uint8_t attributes = kind == PrivateKind::kField ? kWritable : halfword::kNone;
      return AddPrivate(Reg(i.operand(0)), Reg(i.operand(1)), attributes, SiteOf<AddPrivateSite>(i),
                        now_.acc);
    }
    case Opcode::kGetClassFields:
      return finish(
          LoadHidden(Reg(i.operand(0)), isolate_.class_fields_symbol_.get(), SiteOf<HiddenSite>(i), &value));
    case Opcode::kLdaHomeObject:
      return finish(
          LoadHidden(ActiveFunction(), isolate_.home_object_symbol_.get(), SiteOf<HiddenSite>(i), &value));
    case Opcode::kGetSuperConstructor: return finish(LoadSuperConstructor(Reg(i.operand(0)), &value));
    default: return false;
  }
}

}  // namespace halfword::jit
