// Elements of arrays, of other objects and of typed arrays; and lengths.
#include "jit/building/graph_builder.h"
#include "runtime/operations/object_operations.h"

namespace halfword::jit {

namespace {

// Code that was given up so often is built for less than its sites say.
constexpr uint32_t kDoubtful = 2;

// As payloads of CheckElements: an ElementAccess, or ~ the last of those that will do.
constexpr int32_t PayloadOf(ElementAccess access) { return static_cast<int32_t>(access); }
constexpr int32_t UpTo(ElementAccess access) { return ~static_cast<int32_t>(access); }

constexpr ElementAccess AccessOf(TypedElement kind) {
  return static_cast<ElementAccess>(static_cast<int>(ElementAccess::kFirstTypedArray) +
                                    static_cast<int>(kind));
}

constexpr int32_t kValuesSeen =
    SeenAccess(ElementAccess::kArrayOfValues) | SeenAccess(ElementAccess::kArrayOfSmis);

// Whether elements of which one is known are among those that are wanted.
constexpr bool Covers(int32_t wanted, int32_t known) {
  return wanted == known || (wanted < 0 && (known < 0 ? ~known : known) <= ~wanted);
}

// The payload of nodes that ask whether no prototype has elements.
Payload ArrayPrototype(Isolate& isolate) {
  return Payload::Bits(Value(CurrentIntrinsic(isolate, Intrinsic::kArrayPrototype)).bits());
}

}  // namespace

Node* GraphBuilder::HasElements(Node* object, ElementAccess access) {
  return Add(NodeKind::kHasElements, {object}, Payload::Number(PayloadOf(access)));
}

Node* GraphBuilder::CheckElements(Node* receiver, int32_t payload) {
  Known& known = KnownOf(receiver);
  if (known.elements.has_value() && Covers(payload, *known.elements)) return known.checked;
  Node* checked = AddExiting(NodeKind::kCheckElements, {receiver}, Payload::Number(payload));
  checked->set_types(kObjectType);
  Known& now = KnownOf(receiver);
  now.types &= kObjectType;
  now.shapes = nullptr;
  now.checked = checked;
  now.elements = payload;
  return checked;
}

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

Node* GraphBuilder::LoadElement(Node* elements, Node* index) {
  Node* element = AddExiting(NodeKind::kCheckNotHole, {Add(NodeKind::kLoadElement, {elements, index})});
  element->set_types(kAnyType & ~kHoleType);
  return element;
}

// Of an array of Values that may lack the element.
Node* GraphBuilder::ElementOrUndefined(Node* array, Node* key) {
  Node *length = Int32(LengthOfArray(array)), *index = Int32(key);
  Node* element =
      AddExiting(NodeKind::kElementOrUndefined, {array, Load(NodeKind::kLoadExtension, array), index, length},
                 ArrayPrototype(isolate_));
  element->set_types(kAnyType & ~kHoleType);
  return element;
}

// ---- Typed arrays ----

// The typed array that the site has seen alone, by its kind. Those that no node has: none.
std::optional<TypedElement> GraphBuilder::TypedSeen(int32_t seen) const {
  for (int kind = 0; kind <= static_cast<int>(TypedElement::kFloat64); kind++) {
    const auto element = static_cast<TypedElement>(kind);
    if (seen == SeenAccess(AccessOf(element)) && element != TypedElement::kFloat16) return element;
  }
  return {};
}

Node* GraphBuilder::CheckTyped(Node* receiver, TypedElement kind) {
  // A typed array is one for good, whatever happens to its shape.
  const Value known = ConstantValue(receiver);
  const bool is_known = known.IsObject() && known.AsObject()->shape()->element_access() == AccessOf(kind);
  return is_known ? receiver : CheckElements(receiver, PayloadOf(AccessOf(kind)));
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

// ---- Arrays of several kinds ----

bool GraphBuilder::AreOfSeveralKinds(int32_t seen) const {
  constexpr int32_t kDoubles = SeenAccess(ElementAccess::kArrayOfDoubles);
  if ((seen & ~(kDoubles | kValuesSeen)) != 0) return false;
  // A site that has seen one kind does not note the other where the fast path knows it.
  const bool is_doubtful = seen != 0 && options_.attempt >= kDoubtful;
  return Failed(NodeKind::kCheckElements) > 0 || is_doubtful ||
         ((seen & kDoubles) != 0 && (seen & kValuesSeen) != 0);
}

// As numbers, as long as they are some.
Node* GraphBuilder::LoadOfSeveralKinds(Node* receiver, Node* key) {
  Node* array = CheckElements(receiver, UpTo(ElementAccess::kArrayOfDoubles));
  Node* index = CheckIndex(array, key);
  Node* elements = Load(NodeKind::kLoadExtension, array);
  const bool are_numbers = Failed(NodeKind::kTaggedToFloat64) == 0;
  return Select(
      HasElements(array, ElementAccess::kArrayOfDoubles),
      [&] {
        Node* number = AddExiting(NodeKind::kLoadDouble, {elements, index});
        return are_numbers ? number : Tagged(number);
      },
      [&] {
        Node* element = LoadElement(elements, index);
        return are_numbers ? Float64(element) : element;
      });
}

// The kind of typed array that comes here besides arrays of Values or doubles. The site need not have noted
// these (AreOfSeveralKinds).
std::optional<TypedElement> GraphBuilder::TypedBesides(int32_t seen) const {
  constexpr int32_t kArrays = kValuesSeen | SeenAccess(ElementAccess::kArrayOfDoubles);
  std::optional<TypedElement> kind = TypedSeen(seen & ~kArrays);
  const bool are_arrays_seen = (seen & kArrays) != 0 || Failed(NodeKind::kCheckElements) > 0;
  return are_arrays_seen ? kind : std::nullopt;
}

// ---- Instructions ----

bool GraphBuilder::LoadKeyed(Node* receiver, Node* key, const KeyedSite* site, Node** value) {
  if (!MayBeElement(receiver, key, site)) return false;
  int32_t seen = site->seen.value().AsSmi();
  if (auto kind = TypedBesides(seen); kind.has_value()) {
    Node* object = CheckIsObject(receiver);
    const bool are_numbers = Failed(NodeKind::kTaggedToFloat64) == 0;
    *value = Select(
        HasElements(object, AccessOf(*kind)),
        [&] {
          Node* number = LoadTyped(object, *kind, key);
          return are_numbers ? Float64(number) : Tagged(number);
        },
        [&] { return LoadOfSeveralKinds(object, key); });
    return true;
  }
  if (auto kind = TypedSeen(seen); kind.has_value()) {
    *value = LoadTyped(CheckTyped(receiver, *kind), *kind, key);
    return true;
  }
  if (AreOfSeveralKinds(seen)) return *value = LoadOfSeveralKinds(receiver, key), true;
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

// To an array of Values or doubles, as the store says, which it checks.
void GraphBuilder::StoreElement(Node* receiver, const StoreToArray& store) {
  Node* value = store.value;
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
    Node* has_smis = HasElements(array, ElementAccess::kArrayOfSmis);
    Fork(has_smis, [&] { AddExiting(NodeKind::kTakeElement, {array, canonical()}); }, [] {});
    Forget(NodeKind::kTakeElement);
    ForgetKinds();
  }
  auto store_double = [&] {
    Node* number = Add(NodeKind::kCanonicalNaN, {Float64(value)});
    if (store.may_append) {
      AddExiting(NodeKind::kStoreDoubleOrAppend, {array, index, number}, ArrayPrototype(isolate_));
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
      AddExiting(NodeKind::kStoreOrAppend, {array, index, stored}, ArrayPrototype(isolate_));
      return;
    }
    Node* elements = Load(NodeKind::kLoadExtension, array);
    AddExiting(NodeKind::kCheckElementNotHole, {elements, index});
    Add(NodeKind::kStoreElement, {elements, index, stored});
  };
  if (store.to_doubles && store.to_values) {
    Fork(HasElements(array, ElementAccess::kArrayOfDoubles), store_double, store_value);
  } else {
    store.to_doubles ? store_double() : store_value();
  }
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
        HasElements(object, AccessOf(*kind)), [&] { StoreTyped(object, *kind, key, value); },
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

// Arrays and strings don't teach the site.
bool GraphBuilder::GetLength(const Instruction& i, Node* receiver, Value name) {
  const auto* site = SiteOf<PropertySite>(i);
  if (site == nullptr || receiver->representation() != Representation::kTagged) return false;
  const bool is_empty = site->shape_a.empty() && site->b.key.empty();
  if (!is_empty) return GetNamed(i, receiver, name);
  if (Failed(NodeKind::kLengthOf) > 0) return false;
  const Known& known = KnownOf(receiver);
  const bool is_array =
      known.elements.has_value() && Covers(UpTo(ElementAccess::kArrayOfDoubles), *known.elements);
  Node* length =
      is_array ? Load(NodeKind::kLoadLength, known.checked) : AddExiting(NodeKind::kLengthOf, {receiver});
  length->set_types(kSmiType);
  SetAcc(length);
  return true;
}

bool GraphBuilder::VisitElement(const Instruction& i) {
  Node* value = nullptr;
  auto load = [&](Node* key) {
    if (!LoadKeyed(Reg(i.operand(0)), key, SiteOf<KeyedSite>(i), &value)) return false;
    SetAcc(value);
    return true;
  };
  switch (i.opcode()) {
    case Opcode::kGetLength: return GetLength(i, Reg(i.operand(0)), ConstantOf(i, 1));
    case Opcode::kGetLengthAcc: return GetLength(i, now_.acc, ConstantOf(i, 0));
    case Opcode::kGetKeyed: return load(now_.acc);
    case Opcode::kGetKeyedUpdate: return load(Reg(i.operand(1)));
    case Opcode::kSetKeyed:
    case Opcode::kSetKeyedStrict:
    case Opcode::kPutKeyed:
    case Opcode::kPutKeyedStrict:
      return StoreKeyed(Reg(i.operand(0)), Reg(i.operand(1)), SiteOf<KeyedSite>(i), now_.acc);
    default: return false;
  }
}

}  // namespace halfword::jit
