#include "same_heap.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include "bytecode/flow.h"
#include "bytecode/frame.h"
#include "objects/library/generators.h"
#include "objects/library/host_objects.h"
#include "objects/library/indexed_collections.h"
#include "objects/library/keyed_collections.h"
#include "objects/library/managing_memory.h"
#include "objects/library/numbers_and_dates.h"
#include "objects/library/text_processing.h"
#include "objects/primitives/primitives.h"
#include "objects/values/type_table.h"
#include "unicode/utf8.h"

namespace halfword::testing {
namespace {

constexpr size_t kNoWord = std::numeric_limits<size_t>::max();
constexpr uint32_t kNone = UINT32_MAX;
constexpr size_t kLongestText = 80;  // bytes of a string that is told

// Numbers of objects by their addresses.
class NumberTable {
 public:
  NumberTable() : entries_(1 << 13) {}
  // The number of the object. It gets `next` if it has none.
  uint32_t FindOrAdd(const void* object, uint32_t next) {
    Entry& entry = EntryOf(object);
    if (entry.object != nullptr) return entry.number;
    entry = {object, next};
    if (++used_ * 2 > entries_.size()) Grow();
    return next;
  }
  // kNone: it has none.
  uint32_t Find(const void* object) {
    const Entry& entry = EntryOf(object);
    return entry.object != nullptr ? entry.number : kNone;
  }

 private:
  struct Entry {
    const void* object = nullptr;
    uint32_t number = 0;
  };
  Entry& EntryOf(const void* object) {
    size_t mask = entries_.size() - 1;
    size_t at = (reinterpret_cast<uintptr_t>(object) >> 3) * 0x9E3779B97F4A7C15ull >> 20 & mask;
    while (entries_[at].object != nullptr && entries_[at].object != object) at = (at + 1) & mask;
    return entries_[at];
  }
  void Grow() {
    std::vector<Entry> old(entries_.size() * 2);
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.object != nullptr) EntryOf(entry.object) = entry;
    }
  }

  std::vector<Entry> entries_;
  size_t used_ = 0;
};

// Where a word is, beginning at the object that has it: a slot of the engine's, a property, an element.
struct Label {
  Label(const char* slot, uint32_t number = kNone) : slot(slot), index(number) {}  // NOLINT: as one writes it
  static Label Property(Value name, const char* of = "") {
    Label label(of);
    label.name = name;
    return label;
  }
  static Label Element(uint32_t index) { return {"", index}; }

  const char* slot;
  Value name;
  uint32_t index;
};

enum class WordKind : uint8_t { kNumber, kImmediate, kString, kBigInt, kObject, kUnseen, kFact, kHole };

uint64_t MixedWord(WordKind kind, uint64_t content) {
  uint64_t x = (content ^ (static_cast<uint64_t>(kind) + 1) * 0xC2B2AE3D27D4EB4Full) * 0x9E3779B97F4A7C15ull;
  return x ^ x >> 29;
}
uint64_t MixedWords(uint64_t sum, uint64_t next) {
  return MixedWord(WordKind::kFact, std::rotl(sum, 7) ^ next);
}

// The characters of a rope, which may not be flattened here.
std::u16string UnitsOf(const String* string) {
  std::u16string units;
  std::vector<const String*> rest = {string};
  while (!rest.empty()) {
    const String* part = rest.back();
    rest.pop_back();
    if (part->IsFlat()) {
      part->flat().Visit([&](auto span) { units.append(span.begin(), span.end()); });
      continue;
    }
    auto* cons = static_cast<const ConsString*>(part);
    rest.push_back(cons->right_.get());
    rest.push_back(cons->left_.get());
  }
  return units;
}
uint64_t WordOf(const String* string) {
  uint64_t length = uint64_t{string->length()} << 32;
  if (string->IsFlat()) return length | string->flat().Hash();
  return length | FlatChars(std::span<const char16_t>(UnitsOf(string))).Hash();
}
std::string Utf8Of(const String* string) {
  std::string text = unicode::ToUtf8(std::span<const char16_t>(UnitsOf(string)));
  return text.size() <= kLongestText ? text : text.substr(0, kLongestText) + "…";
}
std::string TextOfNumber(double number) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", number);
  return text;
}
std::string NameOf(Value name) {
  if (name.IsString()) return Utf8Of(name.AsString());
  Value description = name.AsSymbol()->description();
  return "Symbol(" + (description.IsString() ? Utf8Of(description.AsString()) : "") + ")";
}

uint64_t WordOfBytes(const uint8_t* bytes, size_t size) {
  uint64_t sum = size;
  for (; size >= 8; bytes += 8, size -= 8) {
    uint64_t eight;
    std::memcpy(&eight, bytes, 8);
    sum = MixedWords(sum, eight);
  }
  for (; size > 0; bytes++, size--) sum = MixedWords(sum, *bytes);
  return sum;
}

// Caches set the others.
constexpr uint16_t kTellingFlags =
    Shape::kIsUnique | Shape::kIsDictionary | Shape::kIsPrototype | Shape::kNotExtensible |
    Shape::kIsCallable | Shape::kIsConstructor | Shape::kIsExotic | Shape::kIsClassConstructor |
    Shape::kHasReadOnlyElements | Shape::kLengthNotWritable | Shape::kImmutablePrototype;

template <class F>
void ForEachProperty(const Shape* shape, F f) {
  const PropertyTable* table = shape->table();
  for (uint32_t i = 0; table != nullptr && i < shape->property_count(); i++) {
    if (!table->entry(i).name.get().IsHole()) f(table->entry(i));
  }
}

uint64_t WordOf(const Shape* shape) {
  uint64_t sum =
      MixedWords(static_cast<uint64_t>(shape->object_type()), uint64_t{shape->flags_} & kTellingFlags);
  ForEachProperty(shape, [&](const PropertyTable::Entry& entry) {
    Value name = entry.name;
    sum = MixedWords(sum, name.IsString() ? WordOf(name.AsString()) : name.AsSymbol()->hash_);
    sum = MixedWords(sum, entry.attributes);
  });
  return sum;
}
std::string TextOf(const Shape* shape) {
  std::string text = HeapTypeName(static_cast<uint32_t>(shape->object_type()));
  text += " with flags " + std::to_string(shape->flags_ & kTellingFlags) + " {";
  ForEachProperty(shape, [&](const PropertyTable::Entry& entry) {
    text += (text.ends_with('{') ? "" : ", ") + NameOf(entry.name);
    if (entry.attributes != kDataDefault) text += "(" + std::to_string(entry.attributes) + ")";
  });
  return text + "}";
}

// Registers that a frame may still read when it goes on at `offset`, or in the handler of what is before.
flow::LiveSet LiveRegisters(Code* code, uint32_t offset) {
  flow::Flow flow(*code);
  flow::Liveness liveness(flow);
  flow::LiveSet live(code->frame_size_);
  liveness.ForEachBackwards(flow.BlockAt(offset), [&](const Instruction& i, const flow::LiveSet& before) {
    if (i.offset() == offset) live = before;
  });
  for (const flow::Block& block : flow.blocks()) {
    const bool suspends = block.begin < offset && offset <= block.end;
    if (suspends && block.handler != flow::kNone) live.AddAll(liveness.at(block.handler));
  }
  return live;
}

// Entries that a cursor at `next` of the storage has before it, as HashCursor finds them.
uint32_t EntriesBefore(HashTableStorage* storage, uint32_t next) {
  for (; storage->flags_ & HashTableStorage::kReplaced; storage = storage->next_.GetNonNull()) {
    uint32_t holes = 0;
    for (uint32_t i = 0; i < next; i++) holes += storage->key(i).IsHole();
    next = storage->flags_ & HashTableStorage::kCleared ? 0 : next - holes;
  }
  uint32_t count = 0;
  for (uint32_t i = next; i < storage->used_; i++) count += !storage->key(i).IsHole();
  return count;
}

// Of references to other types it only matters that they are there: code, caches, what the compiler keeps.
bool IsWalked(HeapType type) {
  if (type >= HeapType::kFirstObject) return type <= HeapType::kLastObject;
  switch (type) {
    case HeapType::kSymbol:
    case HeapType::kAccessorPair:
    case HeapType::kPropertyCell:
    case HeapType::kEnvironment:
    case HeapType::kFunctionInfo:
    case HeapType::kValueArray:
    case HeapType::kRealm:
    case HeapType::kScript:
    case HeapType::kModuleRecord:
    case HeapType::kPromiseCapabilityRecord:
    case HeapType::kJob:
    case HeapType::kSuspendedFrame:
    case HeapType::kAsyncGeneratorRequest:
    case HeapType::kForInState: return true;
    default: return false;
  }
}

class Walker {
 public:
  // `told`: the word that is to be told, or kNoWord.
  Walker(Isolate& isolate, size_t told) : isolate_(isolate), told_(told) {
    // A realm alone has nearly as many.
    words_.reserve(size_t{1} << 16);
    nodes_.reserve(size_t{1} << 13);
    nodes_.push_back({nullptr, kNone, ""});
    PutRoots();
    VisitNodes();
    while (PutWeak()) VisitNodes();
  }
  std::vector<uint64_t>& words() { return words_; }
  // Of the word to be told: empty if there is none.
  const std::string& place() const { return place_; }
  const std::string& content() const { return content_; }

 private:
  struct Node {
    HeapObject* object;
    uint32_t parent;
    Label label;
  };
  // A weak entry of the node, which is there if its key is.
  struct WeakEntry {
    uint32_t key;
    uint32_t node;
    Value held, token;
  };

  // ---- Words ----

  template <class F>
  void Put(WordKind kind, uint64_t content, const Label& label, F describe) {
    if (words_.size() == told_) {
      place_ = Joined(PathOf(current_), label);
      content_ = describe();
    }
    words_.push_back(MixedWord(kind, content));
  }
  void PutFact(const Label& label, uint64_t fact) {
    Put(WordKind::kFact, fact, label, [&] { return std::to_string(fact); });
  }
  void PutNumber(const Label& label, double number) {
    if (number != number) number = std::numeric_limits<double>::quiet_NaN();
    Put(WordKind::kNumber, std::bit_cast<uint64_t>(number), label, [&] { return TextOfNumber(number); });
  }
  void PutHole(const Label& label) {
    Put(WordKind::kHole, 0, label, [] { return "a hole"; });
  }
  void PutValue(const Label& label, Value value) {
    if (value.IsNumber()) return PutNumber(label, value.AsNumber());
    if (value.IsHole()) return PutHole(label);
    if (value.IsImmediate()) {
      return Put(WordKind::kImmediate, value.bits(), label, [&] { return TextOfImmediate(value); });
    }
    if (value.IsString()) {
      return Put(WordKind::kString, WordOf(value.AsString()), label,
                 [&] { return "'" + Utf8Of(value.AsString()) + "'"; });
    }
    if (value.IsBigInt()) {
      const BigInt* big = value.AsBigInt();
      const auto* bytes = reinterpret_cast<const uint8_t*>(&big->sign_and_count_);
      return Put(WordKind::kBigInt, WordOfBytes(bytes, (big->digit_count() + 1) * sizeof(uint32_t)), label,
                 [&] { return "another BigInt of " + std::to_string(big->digit_count()) + " digits"; });
    }
    PutReference(label, static_cast<HeapObject*>(value.AsPointer(static_cast<Tag>(value.bits() & 7))));
  }
  void PutReference(const Label& label, HeapObject* object) {
    if (object == nullptr) return PutFact(label, 0);
    HeapType type = object->type();
    auto name = [&] { return std::string(HeapTypeName(static_cast<uint32_t>(type))); };
    if (!IsWalked(type)) return Put(WordKind::kUnseen, static_cast<uint64_t>(type), label, name);
    auto next = static_cast<uint32_t>(nodes_.size());
    uint32_t number = numbers_.FindOrAdd(object, next);
    if (number == next) nodes_.push_back({object, current_, label});
    Put(WordKind::kObject, number, label,
        [&] { return number == next ? "a new " + name() : name() + " " + PathOf(number); });
  }
  // Words of a class of which all are Values.
  void PutValues(const char* slot, const void* first, size_t count) {
    auto* values = static_cast<const Value*>(first);
    for (uint32_t i = 0; i < count; i++) PutValue({slot, i}, values[i]);
  }

  // ---- Texts ----

  static std::string Joined(std::string path, const Label& label) {
    auto add = [&](const std::string& name) { path += (path.empty() ? "" : ".") + name; };
    if (*label.slot != 0) add(label.slot);
    if (label.name.IsString()) add(NameOf(label.name));
    if (label.name.IsSymbol()) path += "[" + NameOf(label.name) + "]";
    if (label.index != kNone) path += "[" + std::to_string(label.index) + "]";
    return path;
  }
  std::string PathOf(uint32_t number) const {
    std::vector<uint32_t> way;
    for (uint32_t n = number; n != 0; n = nodes_[n].parent) way.push_back(n);
    std::string path;
    for (size_t i = way.size(); i-- > 0;) path = Joined(path, nodes_[way[i]].label);
    return path;
  }
  static std::string TextOfImmediate(Value value) {
    if (value.IsUndefined()) return "undefined";
    if (value.IsNull()) return "null";
    if (value.IsBoolean()) return value.AsBoolean() ? "true" : "false";
    return "an immediate " + std::to_string(value.bits());
  }

  // ---- Objects ----

  void PutRoots() {
    Realm* realm = isolate_.realm();
    numbers_.FindOrAdd(realm, 0);  // it is the root
    VisitRealm(realm);
    PutFact("(termination)", static_cast<uint64_t>(isolate_.termination_));
    PutValue("(exception)", isolate_.has_exception_ ? isolate_.exception_.get() : Value::Undefined());
    PutFact("(identity hashes)", isolate_.next_hash_);
    for (uint32_t intact :
         {isolate_.array_species_intact_, isolate_.array_iteration_intact_, isolate_.no_indexed_prototypes_,
          isolate_.promise_then_intact_, isolate_.regexp_intact_, isolate_.map_set_iteration_intact_}) {
      PutFact("(intact intrinsics)", intact);
    }
    PutValue("(jobs)", isolate_.first_job_);
    PutValue("(unhandled rejections)", isolate_.unhandled_rejections_);
    PutValue("(symbol registry)", isolate_.symbol_registry_);
    PutValue("(asynchronous context)", isolate_.async_context_);
    PutValue("(order of modules)", isolate_.module_async_order_);
    PutValue("(last match)", isolate_.regexp_last_match_);
    PutValues("(host)", isolate_.host_roots_, kHostRootCount);
  }

  void VisitNodes() {
    for (; visited_ < nodes_.size(); visited_++) {
      current_ = visited_;
      if (HeapObject* object = nodes_[current_].object) Visit(object);
    }
    current_ = 0;
  }

  void Visit(HeapObject* object) {
    HeapType type = object->type();
    if (type >= HeapType::kFirstObject) return VisitObject(static_cast<JSObject*>(object));
    switch (type) {
      case HeapType::kSymbol: {
        auto* symbol = static_cast<Symbol*>(object);
        PutFact("[[Hash]]", symbol->hash_);
        PutFact("[[Flags]]", symbol->flags_);
        return PutValue("[[Description]]", symbol->description());
      }
      case HeapType::kPropertyCell: return PutCell("[[Cell]]", static_cast<PropertyCell*>(object));
      case HeapType::kEnvironment: {
        auto* environment = static_cast<Environment*>(object);
        PutValue("[[OuterEnv]]", environment->parent_);
        size_t slots = (environment->payload_size() - sizeof(Environment)) / sizeof(Value);
        return PutValues("[[Slots]]", environment->slots(), slots);
      }
      case HeapType::kFunctionInfo: return VisitFunctionInfo(static_cast<FunctionInfo*>(object));
      case HeapType::kRealm: return VisitRealm(static_cast<Realm*>(object));
      case HeapType::kScript: {
        auto* script = static_cast<Script*>(object);
        PutReference("[[Realm]]", script->realm_.get());
        PutValue("[[Source]]", script->source_);
        PutValue("[[Name]]", script->name_);
        return PutValue("[[HostDefined]]", script->host_data_);
      }
      case HeapType::kSuspendedFrame: return VisitFrame(static_cast<SuspendedFrame*>(object));
      case HeapType::kForInState: {
        auto* loop = static_cast<ForInState*>(object);
        PutValue("[[Object]]", loop->object_);
        return PutFact("[[KeysLeft]]", loop->count_ - loop->index_);
      }
      default: return PutValues("[[Fields]]", object, object->payload_size() / sizeof(Value));
    }
  }

  void VisitFunctionInfo(FunctionInfo* info) {
    PutReference("[[Script]]", info->script_.get());
    PutValue("[[InitialName]]", info->name_);
    PutFact("[[SourceStart]]", info->source_start_);
    PutFact("[[SourceEnd]]", info->source_end_);
    PutFact("[[Kind]]", info->kind_);
    PutFact("[[Length]]", info->length_);
  }

  void VisitRealm(Realm* realm) {
    static constexpr const char* kNames[] = {
#define V(name) "%" #name "%",
        HW_INTRINSICS(V)
#undef V
    };
    PutValue("globalThis", realm->global_this_);
    PutValue("", realm->script_scope_);
    for (size_t i = 0; i < std::size(kNames); i++) PutValue(kNames[i], realm->intrinsics_[i]);
    PutValue("(global object)", realm->global_object_);
    PutValue("(host's data of the realm)", realm->host_data_);
    PutValue("(modules)", realm->loaded_modules_);
    PutValue("(templates)", realm->template_map_);
  }

  void VisitFrame(SuspendedFrame* frame) {
    PutValue("[[Function]]", frame->function_);
    PutValue("[[LexicalEnvironment]]", frame->environment_);
    PutValue("[[NewTarget]]", frame->new_target_);
    PutFact("[[Offset]]", frame->pc_);
    PutFact("[[ArgumentCount]]", frame->argument_count_);
    PutValues("[[Arguments]]", frame->extra_arguments(), frame->extra_count_);
    Code* code = frame->code_.get().As<Code>();
    LiveRegisters(code, frame::BytecodeOffset(code, frame->pc_)).ForEachRegister([&](uint32_t reg) {
      if (reg != 0 && reg == frame->resume_register_) return;
      if (reg < frame->register_count_) PutValue({"[[Registers]]", reg}, frame->registers()[reg]);
    });
  }

  void PutCell(const Label& label, PropertyCell* cell) {
    PutFact(label, static_cast<uint64_t>(cell->flags_.get().AsSmi()) &
                       (PropertyCell::kLexical | PropertyCell::kReadOnly));
    PutValue(label, cell->value_);
  }

  void VisitObject(JSObject* object) {
    const Shape* shape = object->shape();
    auto [known, is_new] = shapes_.try_emplace(shape, 0);
    if (is_new) known->second = WordOf(shape);
    Put(WordKind::kFact, known->second, "[[Shape]]", [&] { return testing::TextOf(shape); });
    PutValue("[[Prototype]]", shape->prototype());
    PropertyArray* overflow = object->properties();
    const uint32_t slots = shape->in_object_slots() + (overflow != nullptr ? overflow->capacity() : 0);
    ForEachProperty(shape, [&](const PropertyTable::Entry& entry) {
      // The one that was being added when the guest was ended has no place.
      if ((entry.attributes & kVirtual) || entry.slot >= slots) return;
      PutProperty(Label::Property(entry.name), object->GetSlot(entry.slot), entry.attributes);
    });
    PutElements(object);
    PutInternalSlots(object, shape);
  }
  void PutProperty(const Label& label, Value value, uint8_t attributes) {
    if (attributes & kAccessor) {
      auto* pair = value.As<AccessorPair>();
      PutValue(Label::Property(label.name, "get"), pair->getter_);
      PutValue(Label::Property(label.name, "set"), pair->setter_);
    } else if (attributes & kCell) {
      PutCell(label, value.As<PropertyCell>());
    } else {
      PutValue(label, value);
    }
  }

  void PutElements(JSObject* object) {
    ElementsKind kind = object->elements_kind();
    if (kind == ElementsKind::kNone || object->elements() == Value::Smi(0)) return;
    next_index_ = 0;
    if (kind == ElementsKind::kDictionary) return PutDictionary(object->dictionary_elements());
    uint32_t limit = object->FastElementsLimit();
    if (IsDoubleKind(kind)) {
      DoubleElements* doubles = object->double_elements();
      for (uint32_t i = 0; i < std::min(limit, doubles->capacity()); i++) {
        if (!doubles->IsHole(i)) PutElement(i, [&](const Label& at) { PutNumber(at, doubles->values()[i]); });
      }
      return;
    }
    ValueElements* values = object->value_elements();
    for (uint32_t i = 0; i < std::min(limit, values->capacity()); i++) {
      Value value = values->slots()[i];
      if (!value.IsHole()) PutElement(i, [&](const Label& at) { PutValue(at, value); });
    }
  }
  // Where holes are follows from the indices of the others.
  template <class F>
  void PutElement(uint32_t index, F put) {
    if (index == next_index_) {
      next_index_++;
      return put(Label::Element(index));
    }
    const uint32_t expected = next_index_;
    next_index_ = index + 1;
    Put(WordKind::kHole, index, Label::Element(expected), [] { return "a hole"; });
    put(Label::Element(index));
  }
  void PutDictionary(DictionaryElements* dictionary) {
    std::vector<DictionaryElements::Entry*> entries;
    for (uint32_t i = 0; i < dictionary->capacity_; i++) {
      if (!dictionary->entries()[i].value.get().IsHole()) entries.push_back(&dictionary->entries()[i]);
    }
    std::ranges::sort(entries, {}, &DictionaryElements::Entry::index);
    for (DictionaryElements::Entry* entry : entries) {
      PutElement(entry->index, [&](const Label& at) {
        if (entry->attributes != kDataDefault) PutFact(at, entry->attributes);
        PutProperty(at, entry->value, static_cast<uint8_t>(entry->attributes));
      });
    }
  }

  void PutInternalSlots(JSObject* object, const Shape* shape) {
    switch (object->object_type()) {
      case HeapType::kJSFunction: {
        auto* function = static_cast<JSFunction*>(object);
        PutReference("[[Code]]", function->info());
        return PutValue("[[Environment]]", function->environment_);
      }
      case HeapType::kNativeFunction: {
        auto* native = static_cast<NativeFunction*>(object);
        PutFact("[[Native]]", native->native_index_);
        PutFact("[[Magic]]", native->magic_);
        PutReference("[[Realm]]", native->realm_.get());
        PutValue("[[InitialName]]", native->name_);
        PutValue("[[InitialLength]]", native->length_);
        return PutValues("[[Captured]]", native->data_, std::size(native->data_));
      }
      case HeapType::kJSArray: {
        // Instructions read it as a Smi.
        auto* array = static_cast<JSArray*>(object);
        PutFact("length", array->length());
        return PutFact("length is a Smi", array->length_.get().IsSmi());
      }
      case HeapType::kDateObject: return PutNumber("[[DateValue]]", static_cast<DateObject*>(object)->time_);
      case HeapType::kRegExpObject: {
        auto* regexp = static_cast<RegExpObject*>(object);
        PutValue("[[OriginalSource]]", regexp->source_);
        PutValue("[[OriginalFlags]]", regexp->flags_);
        return PutValue("[[Realm]]", regexp->legacy_realm_);
      }
      case HeapType::kArrayBufferObject:
      case HeapType::kDataViewObject:
      case HeapType::kTypedArrayObject: return PutMemory(object);
      case HeapType::kHostObject: return PutValue("[[Class]]", static_cast<HostObject*>(object)->class_);
      case HeapType::kExternalObject: return;
      case HeapType::kMapObject:
      case HeapType::kSetObject:
      case HeapType::kMapIterator:
      case HeapType::kSetIterator:
      case HeapType::kWeakMapObject:
      case HeapType::kWeakSetObject:
      case HeapType::kWeakRefObject:
      case HeapType::kFinalizationRegistryObject: return PutCollection(object);
      default:
        return PutValues("[[Slots]]", &object->extension_ + 1, shape->first_slot_ - FirstSlotOf<JSObject>());
    }
  }

  void PutMemory(JSObject* object) {
    if (object->object_type() == HeapType::kArrayBufferObject) {
      auto* buffer = static_cast<ArrayBufferObject*>(object);
      constexpr int32_t kFlags = (1 << ArrayBufferObject::kHandleShift) - 1;
      PutFact("[[Flags]]", static_cast<uint64_t>(buffer->state_.get().AsSmi() & kFlags));
      PutFact("[[MaxByteLength]]", buffer->max_byte_length(isolate_));
      PutFact("[[ByteLength]]", buffer->byte_length(isolate_));
      PutFact("[[Bytes]]", WordOfBytes(buffer->data(isolate_), buffer->byte_length(isolate_)));
      return PutValue("[[HostData]]", buffer->data_);
    }
    auto* view = static_cast<ArrayBufferView*>(object);
    PutReference("[[ViewedArrayBuffer]]", view->buffer_.get());
    PutFact("[[TypedArrayKind]]", static_cast<uint64_t>(view->kind_));
    PutFact("[[Flags]]", view->flags_);
    PutFact("[[ByteOffset]]", view->byte_offset_);
    PutFact("[[ArrayLength]]", view->length_);
  }

  void PutCollection(JSObject* object) {
    switch (object->object_type()) {
      case HeapType::kMapObject:
      case HeapType::kSetObject: {
        auto* collection = static_cast<HashCollection*>(object);
        PutFact("size", collection->size());
        if (!collection->table_) return;
        HashTableStorage* table = collection->table_.get();
        for (uint32_t i = 0; i < table->used_; i++) {
          if (!table->key(i).IsHole()) PutValues("[[Entry]]", table->entry(i), table->stride());
        }
        return;
      }
      case HeapType::kMapIterator:
      case HeapType::kSetIterator: {
        auto* iterator = static_cast<HashIterator*>(object);
        PutValue("[[Iterated]]", iterator->collection_);
        PutValue("[[Kind]]", iterator->kind_);
        if (!iterator->storage_ || iterator->collection_ == Value::Smi(0)) return;
        auto index = static_cast<uint32_t>(iterator->index_.get().AsSmi());
        return PutFact("[[EntriesLeft]]", EntriesBefore(iterator->storage_.get(), index));
      }
      case HeapType::kFinalizationRegistryObject: {
        auto* registry = static_cast<FinalizationRegistryObject*>(object);
        PutValue("[[CleanupCallback]]", registry->cleanup_);
        PutValue("[[Realm]]", registry->realm_);
        break;
      }
      default: break;
    }
    weak_.push_back(current_);
  }

  // ---- What is there only because something else refers to it ----

  // False: nothing was found that had not been.
  bool PutWeak() {
    std::vector<WeakEntry> entries;
    for (uint32_t node : weak_) CollectWeak(node, &entries);
    std::erase_if(entries, [&](const WeakEntry& e) { return !weak_put_.emplace(OrderOf(e)).second; });
    std::ranges::sort(entries, {}, OrderOf);
    for (const WeakEntry& entry : entries) {
      current_ = entry.node;
      PutReference("[[WeakTarget]]", nodes_[entry.key].object);
      PutValue("[[HeldValue]]", entry.held);
      PutFact("[[HasToken]]", entry.token.IsUndefined());
    }
    current_ = 0;
    return !entries.empty();
  }
  static uint64_t OrderOf(const WeakEntry& entry) { return uint64_t{entry.node} << 32 | entry.key; }

  void CollectWeak(uint32_t node, std::vector<WeakEntry>* entries) {
    HeapObject* object = nodes_[node].object;
    auto add = [&](TaggedBits target, Value held, Value token) {
      Value key = Value::FromBits(target);
      if (!key.IsHeapPointer()) return;
      uint32_t number = numbers_.Find(key.AsPointer(static_cast<Tag>(target & 7)));
      if (number != kNone) entries->push_back({number, node, held, token});
    };
    switch (object->type()) {
      case HeapType::kWeakRefObject:
        return add(static_cast<WeakRefObject*>(object)->target_, Value::Undefined(), Value::Undefined());
      case HeapType::kFinalizationRegistryObject: {
        auto* registry = static_cast<FinalizationRegistryObject*>(object);
        if (!registry->cells_) return;
        FinalizationCells* cells = registry->cells_.get();
        for (uint32_t i = 0; i < cells->used_; i++) {
          const FinalizationCells::Cell& cell = cells->cells()[i];
          if (cell.target != 0) add(cell.target, cell.held, Value::FromBits(cell.token));
        }
        return;
      }
      default: {
        auto* collection = static_cast<WeakCollection*>(object);
        if (!collection->table_) return;
        WeakTableStorage* table = collection->table_.get();
        for (uint32_t i = 0; i < table->capacity_; i++) {
          const WeakTableStorage::Entry& entry = table->entries()[i];
          if (entry.key != 0) add(entry.key, entry.value, Value::Undefined());
        }
      }
    }
  }

  Isolate& isolate_;
  const size_t told_;
  std::vector<uint64_t> words_;
  std::string place_, content_;
  NumberTable numbers_;
  std::vector<Node> nodes_;  // the first one is the realm
  uint32_t visited_ = 0;
  uint32_t current_ = 0;     // the node whose words are put
  uint32_t next_index_ = 0;  // of its elements
  std::unordered_map<const Shape*, uint64_t> shapes_;
  std::vector<uint32_t> weak_;             // nodes with weak entries
  std::unordered_set<uint64_t> weak_put_;  // the entries among them that were put
};

// Calls f(Walker&) with the isolate as it is, however it has ended.
template <class F>
void WalkHeap(IsolateOwner& owner, size_t told, F f) {
  CallWithCageBase(owner.heap().cage_base(), [&] {
    Walker walker(Isolate::Current(), told);
    f(walker);
  });
}

// Two long texts begin shortly before they differ.
void LeaveOutCommon(std::string (&texts)[2]) {
  constexpr size_t kKept = 40;
  size_t common = 0;
  while (common < std::min(texts[0].size(), texts[1].size()) && texts[0][common] == texts[1][common])
    common++;
  for (std::string& text : texts) {
    if (common > kKept * 2) text = "…" + text.substr(common - kKept);
    if (text.size() > kKept * 4) text = text.substr(0, kKept * 4) + "…";
  }
}

}  // namespace

HeapOutline::HeapOutline(IsolateOwner& owner) : owner_(owner) {
  WalkHeap(owner, kNoWord, [&](Walker& walker) { words_.swap(walker.words()); });
}

std::string HeapOutline::DifferenceTo(const HeapOutline& other) const {
  if (*this == other) return {};
  auto [mine, theirs] = std::ranges::mismatch(words_, other.words_);
  const auto at = static_cast<size_t>(mine - words_.begin());
  std::string places[2], contents[2];
  int which = 0;
  for (IsolateOwner* owner : {&owner_, &other.owner_}) {
    WalkHeap(*owner, at, [&](Walker& walker) {
      places[which] = walker.place();
      contents[which++] = walker.content();
    });
  }
  for (std::string& content : contents) {
    if (content.empty()) content = "nothing";
  }
  LeaveOutCommon(contents);
  if (places[0] == places[1]) return places[0] + ": " + contents[0] + ", " + contents[1];
  return places[0] + ": " + contents[0] + ", but " + places[1] + ": " + contents[1];
}

std::string DifferenceOfHeaps(IsolateOwner& first, IsolateOwner& second) {
  return HeapOutline(first).DifferenceTo(HeapOutline(second));
}

}  // namespace halfword::testing
