// Named properties and elements.
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

// Code that was given up so often is built for less than its sites say.
constexpr uint32_t kDoubtful = 2;
// Each receiver of another shape teaches a site of private elements one more, as far as it has room.
constexpr uint32_t kMostShapesFailed = 2;

// As payloads of CheckElements: an ElementAccess, or ~ the last of those that will do.
constexpr int32_t PayloadOf(ElementAccess access) { return static_cast<int32_t>(access); }
constexpr int32_t UpTo(ElementAccess access) { return ~static_cast<int32_t>(access); }

}  // namespace

std::vector<Shape*> GraphBuilder::ShapesIn(const ShapeSet& set) {
  std::vector<Shape*> shapes;
  for (uint32_t n = 0; n < set.count; n++)
    shapes.push_back(Value::FromBits(static_cast<Value::Bits>(set.shapes[n])).As<Shape>());
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

Node* GraphBuilder::CheckElements(Node* receiver, int32_t payload) {
  Known& known = KnownOf(receiver);
  auto covers = [](int32_t wanted, int32_t has) {
    return wanted == has || (wanted < 0 && (has < 0 ? ~has : has) <= ~wanted);
  };
  if (known.elements.has_value() && covers(payload, *known.elements)) return known.checked;
  Node* checked = AddExiting(NodeKind::kCheckElements, {receiver}, Payload::Number(payload));
  checked->set_types(kObjectType);
  Known& now = KnownOf(receiver);
  now.types &= kObjectType;
  now.shapes = nullptr;
  now.checked = checked;
  now.elements = payload;
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
  if (receiver->Is(NodeKind::kConstant)) {
    const Value known = Value::FromBits(static_cast<Value::Bits>(receiver->payload().bits));
    if (known.IsObject() && LoadFromKnown(receiver, known.AsObject(), name, value)) return true;
  }
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
  *name = is_constant ? Value::FromBits(static_cast<Value::Bits>(node->payload().bits)) : seen.value();
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
bool GraphBuilder::LoadHidden(Node* function, Symbol* name, const HiddenSite* site, Node** value) {
  if (function->Is(NodeKind::kConstant)) {
    JSObject* object = Value::FromBits(static_cast<Value::Bits>(function->payload().bits)).AsObject();
    PropertyLocation location;
    if (!object->shape()->Lookup(Value(name), &location)) return false;
    *value = TaggedConstant(object->GetSlot(location.slot));
    return true;
  }
  if (site == nullptr || Failed(NodeKind::kCheckShape) > 0) return false;
  if (!site->shape.value().Is<Shape>()) return ExitUnlearned();
  auto* shape = site->shape.value().As<Shape>();
  const Access access = AccessForPrivate(shape, Value(name), false);
  if (access.kind == Access::kNone) return false;
  *value = LoadByShape(function, {shape}, {access});
  return true;
}

// The prototype of the active function, which is no proxy.
bool GraphBuilder::LoadSuperConstructor(Node* function, Node** value) {
  const bool is_function = function->Is(NodeKind::kFunction);
  Value known = function->Is(NodeKind::kConstant)
                    ? Value::FromBits(static_cast<Value::Bits>(function->payload().bits))
                    : Value::Undefined();
  if (!is_function && !known.Is<JSFunction>()) return false;
  Node* shape = Load(NodeKind::kLoadShape, function);
  *value = Load(NodeKind::kLoadField, shape, Other(offsetof(Shape, prototype_)));
  if (!is_function) building_.hints[*value] = {known.As<JSFunction>()->shape()->prototype()};
  return true;
}

// ---- Elements ----

constexpr int32_t kValuesSeen =
    SeenAccess(ElementAccess::kArrayOfValues) | SeenAccess(ElementAccess::kArrayOfSmis);

bool GraphBuilder::MayBeElement(Node* receiver, Node* key, const KeyedSite* site) {
  return site != nullptr && receiver->representation() == Representation::kTagged && MayBeNumber(key);
}

// Of an array with fast elements, as CheckIndex.
Node* GraphBuilder::LengthOfArray(Node* array) {
  Node* length = Load(NodeKind::kLoadLength, array);
  length->set_types(kSmiType);
  return length;
}
Node* GraphBuilder::CheckIndex(Node* array, Node* key) {
  Node *index = Int32(key), *limit = Int32(LengthOfArray(array));
  return AddExiting(NodeKind::kCheckIndex, {index, limit});
}

// The typed array that the site has seen alone, by its kind. Those that no node has: none.
std::optional<TypedElement> GraphBuilder::TypedSeen(int32_t seen) const {
  for (int kind = 0; kind <= static_cast<int>(TypedElement::kFloat64); kind++) {
    auto access = static_cast<ElementAccess>(static_cast<int>(ElementAccess::kFirstTypedArray) + kind);
    if (seen == SeenAccess(access) && static_cast<TypedElement>(kind) != TypedElement::kFloat16)
      return static_cast<TypedElement>(kind);
  }
  return {};
}
Node* GraphBuilder::CheckTyped(Node* receiver, TypedElement kind) {
  int32_t access = static_cast<int32_t>(ElementAccess::kFirstTypedArray) + static_cast<int32_t>(kind);
  // A typed array is one for good, whatever happens to its shape.
  const Value known = receiver->Is(NodeKind::kConstant)
                          ? Value::FromBits(static_cast<Value::Bits>(receiver->payload().bits))
                          : Value::Undefined();
  if (known.IsObject() && static_cast<int32_t>(known.AsObject()->shape()->element_access()) == access)
    return receiver;
  return CheckElements(receiver, access);
}

// The last place is for views that are used once.
Node* GraphBuilder::View(Node* array, TypedElement kind) {
  for (const Loaded& l : now_.loaded) {
    bool is_it = l.kind == NodeKind::kViewTyped && l.object == array &&
                 ViewOf::From(static_cast<int32_t>(l.payload)).kind == kind;
    if (is_it) return l.value;
  }
  const bool is_kept = now_.views < kTypedViews - 1;
  const Payload payload = Payload::Number(ViewOf{kind, is_kept ? now_.views++ : kTypedViews - 1}.payload());
  Node* view = AddExiting(NodeKind::kViewTyped, {array}, payload);
  if (is_kept) now_.loaded.push_back({NodeKind::kViewTyped, array, payload.raw, view});
  return view;
}

bool GraphBuilder::AreOfSeveralKinds(int32_t seen) const {
  constexpr int32_t kDoubles = SeenAccess(ElementAccess::kArrayOfDoubles);
  if ((seen & ~(kDoubles | kValuesSeen)) != 0) return false;
  // A site that has seen one kind does not note the other where the fast path knows it.
  const bool is_doubtful = seen != 0 && options_.attempt >= kDoubtful;
  return Failed(NodeKind::kCheckElements) > 0 || is_doubtful ||
         ((seen & kDoubles) != 0 && (seen & kValuesSeen) != 0);
}

// As numbers, as long as they are some.
void GraphBuilder::LoadOfSeveralKinds(Node* receiver, Node* key, Node** value) {
  Node* array = CheckElements(receiver, UpTo(ElementAccess::kArrayOfDoubles));
  Node* index = CheckIndex(array, key);
  Node* elements = Load(NodeKind::kLoadExtension, array);
  const bool are_numbers = Failed(NodeKind::kTaggedToFloat64) == 0;
  *value = Select(
      Add(NodeKind::kHasElements, {array}, Payload::Number(PayloadOf(ElementAccess::kArrayOfDoubles))),
      [&] {
        Node* number = AddExiting(NodeKind::kLoadDouble, {elements, index});
        return are_numbers ? number : Tagged(number);
      },
      [&] {
        Node* element = LoadElement(elements, index);
        return are_numbers ? Float64(element) : element;
      });
}

// Of an array of Values that may lack the element.
Node* GraphBuilder::ElementOrUndefined(Node* array, Node* key) {
  Node *length = Int32(LengthOfArray(array)), *index = Int32(key);
  const Payload prototype =
      Payload::Bits(Value(CurrentIntrinsic(isolate_, Intrinsic::kArrayPrototype)).bits());
  Node* element = AddExiting(NodeKind::kElementOrUndefined,
                             {array, Load(NodeKind::kLoadExtension, array), index, length}, prototype);
  element->set_types(kAnyType & ~kHoleType);
  return element;
}

Node* GraphBuilder::LoadElement(Node* elements, Node* index) {
  Node* element = AddExiting(NodeKind::kCheckNotHole, {Add(NodeKind::kLoadElement, {elements, index})});
  element->set_types(kAnyType & ~kHoleType);
  return element;
}

// The kind of typed array that comes here besides arrays of Values or doubles. The site need not have noted
// these (AreOfSeveralKinds).
std::optional<TypedElement> GraphBuilder::TypedBesides(int32_t seen) const {
  constexpr int32_t kArrays = kValuesSeen | SeenAccess(ElementAccess::kArrayOfDoubles);
  std::optional<TypedElement> kind = TypedSeen(seen & ~kArrays);
  const bool are_arrays_seen = (seen & kArrays) != 0 || Failed(NodeKind::kCheckElements) > 0;
  return are_arrays_seen ? kind : std::nullopt;
}
Node* GraphBuilder::IsTyped(Node* object, TypedElement kind) {
  return Add(
      NodeKind::kHasElements, {object},
      Payload::Number(static_cast<int32_t>(ElementAccess::kFirstTypedArray) + static_cast<int32_t>(kind)));
}

// REQUIRES: a check or a branch has found that the array is of this kind.
Node* GraphBuilder::LoadTyped(Node* array, TypedElement kind, Node* key) {
  NodeKind load = kind >= TypedElement::kFloat32  ? NodeKind::kLoadTypedFloat
                  : kind == TypedElement::kUint32 ? NodeKind::kLoadTypedUint32
                                                  : NodeKind::kLoadTyped;
  Node* index = Int32(key);
  return AddExiting(load, {array, View(array, kind), index}, Payload::Number(static_cast<int32_t>(kind)));
}
void GraphBuilder::StoreTyped(Node* array, TypedElement kind, Node* key, Node* value) {
  bool is_float = kind >= TypedElement::kFloat32;
  Node* stored = is_float ? Add(NodeKind::kCanonicalNaN, {Float64(value)}) : Truncated(value);
  Node* index = Int32(key);
  AddExiting(is_float ? NodeKind::kStoreTypedFloat : NodeKind::kStoreTyped,
             {array, View(array, kind), index, stored}, Payload::Number(static_cast<int32_t>(kind)));
}

bool GraphBuilder::LoadKeyed(Node* receiver, Node* key, const KeyedSite* site, Node** value) {
  if (!MayBeElement(receiver, key, site)) return false;
  int32_t seen = site->seen.value().AsSmi();
  if (auto kind = TypedBesides(seen); kind.has_value()) {
    Node* object = CheckIsObject(receiver);
    const bool are_numbers = Failed(NodeKind::kTaggedToFloat64) == 0;
    *value = Select(
        IsTyped(object, *kind),
        [&] {
          Node* number = LoadTyped(object, *kind, key);
          return are_numbers ? Float64(number) : Tagged(number);
        },
        [&] {
          Node* other = nullptr;
          LoadOfSeveralKinds(object, key, &other);
          return other;
        });
    return true;
  }
  if (auto kind = TypedSeen(seen); kind.has_value()) {
    *value = LoadTyped(CheckTyped(receiver, *kind), *kind, key);
    return true;
  }
  if (AreOfSeveralKinds(seen)) return LoadOfSeveralKinds(receiver, key, value), true;
  // A site notes that an element was absent, and arrays of Values only then.
  const bool may_be_absent = (seen & kHoleOrEndSeen) != 0 || Failed(NodeKind::kCheckNotHole) > 0 ||
                             Failed(NodeKind::kCheckIndex) > 0;
  if ((seen & ~(kValuesSeen | kHoleOrEndSeen)) == 0 && may_be_absent) {
    if (Failed(NodeKind::kElementOrUndefined) > 0 || Failed(NodeKind::kCheckElements) > 0) return false;
    *value = ElementOrUndefined(CheckElements(receiver, UpTo(ElementAccess::kArrayOfSmis)), key);
    return true;
  }
  if ((seen & ~kValuesSeen) == 0) {
    Node* array = CheckElements(receiver, UpTo(ElementAccess::kArrayOfSmis));
    Node* index = CheckIndex(array, key);
    *value = LoadElement(Load(NodeKind::kLoadExtension, array), index);
    return true;
  }
  if (seen == SeenAccess(ElementAccess::kArrayOfDoubles)) {
    Node* array = CheckElements(receiver, PayloadOf(ElementAccess::kArrayOfDoubles));
    Node* index = CheckIndex(array, key);
    *value = AddExiting(NodeKind::kLoadDouble, {Load(NodeKind::kLoadExtension, array), index});
    return true;
  }
  if (seen == SeenAccess(ElementAccess::kObjectWithValues)) {
    Node* object = CheckElements(receiver, PayloadOf(ElementAccess::kObjectWithValues));
    Node* elements = Load(NodeKind::kElementsOf, object);
    Node* index =
        AddExiting(NodeKind::kCheckIndex, {Int32(key), Add(NodeKind::kLimitOf, {object, elements})});
    *value = LoadElement(elements, index);
    return true;
  }
  if (seen == kStringReceiverSeen && Failed(NodeKind::kCharacterAt) == 0) {
    *value = SingleCharacter(CharacterAt(receiver, key));
    return true;
  }
  return false;
}

bool GraphBuilder::StoreKeyed(Node* receiver, Node* key, const KeyedSite* site, Node* value) {
  if (!MayBeElement(receiver, key, site)) return false;
  const int32_t seen = site->seen.value().AsSmi();
  const bool may_be_number = MayBeNumber(value);
  auto kind = TypedSeen(seen);
  const bool takes_number = kind.has_value() && *kind != TypedElement::kUint8Clamped && may_be_number;
  if (takes_number && !TypedBesides(seen).has_value()) {
    StoreTyped(CheckTyped(receiver, *kind), *kind, key, value);
    state_ = nullptr;
    return true;
  }
  // Where arrays of Values grow, the runtime has taught the site more than kHoleOrEndSeen. It is left to the
  // first tier, which knows how much room large arrays have.
  const int32_t kinds = seen & ~kHoleOrEndSeen;
  kind = TypedBesides(kinds);
  if (kind.has_value() && (*kind == TypedElement::kUint8Clamped || !may_be_number)) return false;
  StoreToArray store{.key = key, .value = value};
  // Holes were filled here, or elements appended.
  store.may_append = (seen & kHoleOrEndSeen) != 0 || Failed(NodeKind::kCheckIndex) > 0 ||
                     Failed(NodeKind::kCheckElementNotHole) > 0 || Failed(NodeKind::kCheckDoubleNotHole) > 0;
  if (store.may_append &&
      (Failed(NodeKind::kStoreOrAppend) > 0 || Failed(NodeKind::kStoreDoubleOrAppend) > 0))
    return false;
  // Arrays of Smis become others here.
  store.may_change = Failed(NodeKind::kCheckTakes) > 0;
  const bool is_several = AreOfSeveralKinds(kinds) || store.may_change || kind.has_value();
  const bool are_doubles = kinds == SeenAccess(ElementAccess::kArrayOfDoubles);
  if (!is_several && !are_doubles && kinds != 0) return false;
  if ((is_several || are_doubles) && !may_be_number) return false;
  store.to_doubles = is_several || are_doubles;
  store.to_values = is_several || !are_doubles;
  if (kind.has_value()) {
    Node* object = CheckIsObject(receiver);
    Fork(
        IsTyped(object, *kind), [&] { StoreTyped(object, *kind, key, value); },
        [&] { StoreElement(object, store); });
  } else {
    StoreElement(receiver, store);
  }
  // Where ways have met, what they have changed is forgotten once more.
  if (store.may_change) ForgetKinds();
  if (store.to_doubles) Forget(store.may_append ? NodeKind::kStoreDoubleOrAppend : NodeKind::kStoreDouble);
  if (store.to_values) Forget(store.may_append ? NodeKind::kStoreOrAppend : NodeKind::kStoreElement);
  if (store.may_change) Forget(NodeKind::kTakeElement);
  state_ = nullptr;
  return true;
}

// To an array of Values or doubles, as the store says, which it checks.
void GraphBuilder::StoreElement(Node* receiver, const StoreToArray& store) {
  Node* value = store.value;
  const Payload prototype =
      Payload::Bits(Value(CurrentIntrinsic(isolate_, Intrinsic::kArrayPrototype)).bits());
  const ElementAccess last = store.to_doubles ? ElementAccess::kArrayOfDoubles : ElementAccess::kArrayOfSmis;
  Node* array = CheckElements(receiver, store.to_values ? UpTo(last) : PayloadOf(last));
  Node* index = store.may_append ? Int32(store.key) : CheckIndex(array, store.key);
  // An array keeps an integral number as a Smi. A box may have one.
  auto canonical = [&] {
    const bool may_be_box =
        value->representation() == Representation::kFloat64 ||
        (value->representation() == Representation::kTagged && TypesOf(value) != kSmiType);
    return may_be_box ? Add(NodeKind::kFloat64ToTagged, {Float64(value)}) : Tagged(value);
  };
  if (store.may_change) {
    Node* has_smis =
        Add(NodeKind::kHasElements, {array}, Payload::Number(PayloadOf(ElementAccess::kArrayOfSmis)));
    Fork(has_smis, [&] { AddExiting(NodeKind::kTakeElement, {array, canonical()}); }, [] {});
    Forget(NodeKind::kTakeElement);
    ForgetKinds();
  }
  auto store_double = [&] {
    Node* number = Add(NodeKind::kCanonicalNaN, {Float64(value)});
    if (store.may_append) {
      AddExiting(NodeKind::kStoreDoubleOrAppend, {array, index, number}, prototype);
      return;
    }
    Node* elements = Load(NodeKind::kLoadExtension, array);
    AddExiting(NodeKind::kCheckDoubleNotHole, {elements, index});
    Add(NodeKind::kStoreDouble, {elements, index, number});
  };
  auto store_value = [&] {
    // Arrays of Smis take Smis only, others take all.
    bool is_smi =
        (value->representation() == Representation::kInt32 && Failed(NodeKind::kInt32ToSmiChecked) == 0) ||
        value->representation() == Representation::kSmi ||
        (value->representation() == Representation::kTagged && TypesOf(value) == kSmiType);
    Node* stored = store.may_change ? canonical() : is_smi ? Smi(value) : Tagged(value);
    if (!is_smi && !store.may_change) AddExiting(NodeKind::kCheckTakes, {array, stored});
    if (store.may_append) {
      AddExiting(NodeKind::kStoreOrAppend, {array, index, stored}, prototype);
      return;
    }
    Node* elements = Load(NodeKind::kLoadExtension, array);
    AddExiting(NodeKind::kCheckElementNotHole, {elements, index});
    Add(NodeKind::kStoreElement, {elements, index, stored});
  };
  if (store.to_doubles && store.to_values) {
    Node* has_doubles =
        Add(NodeKind::kHasElements, {array}, Payload::Number(PayloadOf(ElementAccess::kArrayOfDoubles)));
    Fork(has_doubles, store_double, store_value);
  } else {
    store.to_doubles ? store_double() : store_value();
  }
}

bool GraphBuilder::VisitProperty(const Instruction& i) {
  Node* value = nullptr;
  auto load = [&](Node* receiver, Value name) {
    if (CallGetter(i, receiver, name, SiteOf<PropertySite>(i))) return true;
    if (!LoadNamed(receiver, name, SiteOf<PropertySite>(i), &value)) return false;
    if (block_ != nullptr) SetAcc(value);
    return true;
  };
  auto load_length = [&](Node* receiver, Value name) {
    const auto* site = SiteOf<PropertySite>(i);
    if (site == nullptr || receiver->representation() != Representation::kTagged) return false;
    bool is_empty = site->shape_a.empty() && site->b.key.empty();
    if (!is_empty) return load(receiver, name);
    // Arrays and strings don't teach the site.
    if (Failed(NodeKind::kLengthOf) > 0) return false;
    Node* length = nullptr;
    const Known& known = KnownOf(receiver);
    if (known.elements.has_value() && (*known.elements < 0 ? ~*known.elements : *known.elements) <=
                                          static_cast<int32_t>(ElementAccess::kArrayOfDoubles)) {
      length = Load(NodeKind::kLoadLength, known.checked);
    } else {
      length = AddExiting(NodeKind::kLengthOf, {receiver});
    }
    length->set_types(kSmiType);
    SetAcc(length);
    return true;
  };
  const auto private_load = [&] {
    if (!LoadPrivate(Reg(i.operand(0)), now_.acc, SiteOf<PrivateSite>(i), &value)) return false;
    if (block_ != nullptr) SetAcc(value);
    return true;
  };
  const auto hidden_load = [&](Node* function, Value name) {
    if (!LoadHidden(function, name.AsSymbol(), SiteOf<HiddenSite>(i), &value)) return false;
    if (block_ != nullptr) SetAcc(value);
    return true;
  };
  switch (i.opcode()) {
    case Opcode::kGetNamed: return load(Reg(i.operand(0)), ConstantOf(i, 1));
    case Opcode::kGetNamedAcc: return load(now_.acc, ConstantOf(i, 0));
    case Opcode::kGetLength: return load_length(Reg(i.operand(0)), ConstantOf(i, 1));
    case Opcode::kGetLengthAcc: return load_length(now_.acc, ConstantOf(i, 0));
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
    case Opcode::kGetPrivate: return private_load();
    case Opcode::kSetPrivate:
      return StorePrivate(Reg(i.operand(0)), Reg(i.operand(1)), SiteOf<PrivateSite>(i), now_.acc);
    case Opcode::kAddPrivate: {
      const auto kind = static_cast<PrivateKind>(i.operand(2));
      if (kind != PrivateKind::kField && kind != PrivateKind::kMethod) return false;
      const uint8_t attributes = kind == PrivateKind::kField ? kWritable : kNone;
      return AddPrivate(Reg(i.operand(0)), Reg(i.operand(1)), attributes, SiteOf<AddPrivateSite>(i),
                        now_.acc);
    }
    case Opcode::kGetClassFields: return hidden_load(Reg(i.operand(0)), isolate_.class_fields_symbol_.get());
    case Opcode::kLdaHomeObject: return hidden_load(ActiveFunction(), isolate_.home_object_symbol_.get());
    case Opcode::kGetSuperConstructor:
      if (!LoadSuperConstructor(Reg(i.operand(0)), &value)) return false;
      SetAcc(value);
      return true;
    case Opcode::kGetKeyed:
      if (!LoadKeyed(Reg(i.operand(0)), now_.acc, SiteOf<KeyedSite>(i), &value)) return false;
      SetAcc(value);
      return true;
    case Opcode::kGetKeyedUpdate:
      if (!LoadKeyed(Reg(i.operand(0)), Reg(i.operand(1)), SiteOf<KeyedSite>(i), &value)) return false;
      SetAcc(value);
      return true;
    case Opcode::kSetKeyed:
    case Opcode::kSetKeyedStrict:
    case Opcode::kPutKeyed:
    case Opcode::kPutKeyedStrict:
      return StoreKeyed(Reg(i.operand(0)), Reg(i.operand(1)), SiteOf<KeyedSite>(i), now_.acc);
    default: return false;
  }
}

}  // namespace halfword::jit
