// Data of the host's in objects, and finalizers.
//
// An ExternalObject has its ExternalCells in a field. Other objects have them under a private symbol, which
// is in the isolate's roots from its first use on: so it goes along into images, and no guest knows of it.
#include "api/arguments.h"
#include "api/entry.h"
#include "api/misuse.h"
#include "api/records.h"
#include "api/tables.h"
#include "api/values.h"
#include "objects/library/host_objects.h"
#include "runtime/operations/object_operations.h"

using namespace halfword;       // NOLINT
using namespace halfword::api;  // NOLINT

namespace {

using Kind = ExternalTable::Kind;

void Finalize(const ExternalTable::Entry& entry) {
  auto call = [&] {
    if (entry.kind == Kind::kMemory) {
      if (entry.release) entry.release(entry.data);
    } else if (entry.finalize) {
      entry.finalize(entry.data, entry.hint);
    }
  };
  // One that finds no memory has run all the same: nobody would know how far it came.
  (void)platform::CatchExhaustion([&] { CallHook("finalizer", call); });
}

// Runs what is due as long as `goes_on` says so. False: nothing was due.
template <class F>
bool RunDue(HostTables& tables, gc::Heap& heap, F&& goes_on) {
  ExternalTable::Entry entry;
  bool any = false;
  while (tables.externals.TakeDue(&entry)) {
    heap.AdjustExternalBytes(-entry.counted_bytes());
    Finalize(entry);
    any = true;
    if (!goes_on()) break;
  }
  return any;
}

}  // namespace

namespace halfword::api {

HostTables& TablesOf(hw_isolate* isolate, Isolate& inside) {
  if (!isolate->tables) {
    isolate->tables = std::make_unique<HostTables>();
    isolate->has_extras.store(true, std::memory_order_relaxed);
  }
  StateOf(inside).host_tables = isolate->tables.get();
  return *isolate->tables;
}

HW_NOINLINE void AfterLeaving(hw_isolate* isolate) {
  if (isolate->freed.load(std::memory_order_relaxed) != nullptr) FreeReferences(isolate);
  if (!isolate->tables || !isolate->tables->externals.has_due() || isolate->is_finalizing) return;
  isolate->is_finalizing = true;
  uint64_t stamp = isolate->stamp;
  // One of them may have reset or destroyed the isolate, and so run the others.
  auto is_the_same = [&] { return isolate->state == hw_isolate::kAlive && isolate->stamp == stamp; };
  RunDue(*isolate->tables, isolate->owner->heap(), is_the_same);
  if (is_the_same()) isolate->is_finalizing = false;
}

bool RunFinalizersInside(hw_isolate* isolate, Isolate& inside) {
  bool is_guest_running = inside.frame_ != inside.suspended_frame_;
  if (!isolate->tables || isolate->is_finalizing || is_guest_running) return false;
  HookScope hook(isolate, ScopesOfCallback::kOwn);
  isolate->is_finalizing = true;
  bool any = RunDue(*isolate->tables, inside.heap(), [&] { return !inside.IsTerminating(); });
  isolate->is_finalizing = false;
  return any;
}

void EndTables(hw_isolate* isolate) {
  ForgetFreedReferences(isolate);
  isolate->scope_depth = isolate->scope_floor = 0;
  if (std::unique_ptr<HostTables> tables = std::move(isolate->tables)) {
    tables->externals.DropAll();
    ExternalTable::Entry entry;
    while (tables->externals.TakeDue(&entry)) Finalize(entry);
  }
  isolate->is_finalizing = false;
}

}  // namespace halfword::api

namespace {

// More is a mistake; sums of less don't overflow.
constexpr uint64_t kMostBytes = uint64_t{1} << 50;

PropertyKey KeyOfCells(Isolate& inside) {
  ValueField& symbol = inside.host_root(HostRoot::kDataSymbol);
  if (!symbol.get().IsSymbol()) {
    Value description(NewStringFromAscii(inside, "data of the host"));
    symbol.Init(Value(NewSymbol(inside, description, Symbol::kPrivateName)));
  }
  return PropertyKey::FromSymbol(symbol.get().AsSymbol());
}

// The first one; null: it has none.
ExternalCell* CellsOf(Isolate& inside, JSObject* object) {
  if (object->object_type() == HeapType::kExternalObject)
    return static_cast<ExternalObject*>(object)->cell_.get().TryAs<ExternalCell>();
  if (!inside.host_root(HostRoot::kDataSymbol).get().IsSymbol()) return nullptr;
  OwnProperty own = object->GetOwn(inside, KeyOfCells(inside));
  return own.found() ? own.value.TryAs<ExternalCell>() : nullptr;
}

const ExternalTable::Entry* DataOf(Isolate& inside, JSObject* object) {
  for (ExternalCell* cell = CellsOf(inside, object); cell; cell = cell->next_.get().TryAs<ExternalCell>()) {
    const ExternalTable::Entry* entry = FindExternal(inside, cell->handle_);
    if (entry && entry->kind == Kind::kData) return entry;
  }
  return nullptr;
}

ExternalCell* AddCell(Isolate& inside, JSObject* object, Value label) {
  ExternalCell* cell = NewExternalCell();
  if (ExternalCell* first = CellsOf(inside, object)) cell->next_.Set(cell, Value(first));
  cell->label_.Set(cell, label);
  if (object->object_type() == HeapType::kExternalObject) {
    static_cast<ExternalObject*>(object)->cell_.Set(object, Value(cell));
  } else {
    object->DefineOwn(inside, KeyOfCells(inside), Value(cell), kNone);
  }
  return cell;
}

// Whatever fails has failed when `entry` is taken over: from then on it will be finalized.
void Commit(Isolate& inside, ExternalCell* cell, const ExternalTable::Entry& entry) {
  cell->handle_ = Externals(inside).Take(inside, entry);
}

// Room for an entry. Null: there is some.
const char* WhyNoRoom(hw_isolate* isolate, Isolate& inside) {
  bool has_room = TablesOf(isolate, inside).externals.EnsureFreeEntry();
  return has_room ? nullptr : "there are too many finalizers";
}

// Null: it can be used.
const char* ReadExternal(const hw_external* from, hw_external* to) {
  std::string unused;
  if (!from) return "hw_external is null";
  if (!ReadStruct(from, "hw_external", to, &unused))
    return "hw_external.size is not set, or it asks for what only a newer version of the library has";
  return to->bytes > kMostBytes ? "hw_external.bytes is more than there can be" : nullptr;
}

ExternalTable::Entry EntryOf(const hw_external& external) {
  ExternalTable::Entry entry;
  entry.kind = Kind::kData;
  entry.data = external.data;
  entry.hint = external.hint;
  entry.finalize = external.finalize;
  entry.bytes = external.bytes;
  entry.detaches = external.detaches;
  return entry;
}

Value LabelOf(Isolate& inside, const hw_external& external) {
  constexpr size_t kLongest = 200;
  if (!external.label) return Value::Smi(0);
  return Value(NewStringFromUtf8(inside, std::string_view(external.label).substr(0, kLongest)));
}

// The memory is there whether or not it fits.
void MakeRoomFor(Isolate& inside, uint64_t bytes) {
  if (bytes != 0 && !inside.heap().CanGrowExternal(bytes)) inside.NoteTermination(Termination::kOutOfMemory);
}

}  // namespace

hw_value hw_external_new(hw_isolate* isolate, const hw_external* given) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    hw_external external;
    const char* why = ReadExternal(given, &external);
    if (!why) why = WhyNoRoom(isolate, inside);
    if (why) return ResultOfMisuse<hw_value>(isolate, why);
    MakeRoomFor(inside, external.bytes);
    Value label = LabelOf(inside, external);
    auto* object = NewInstance<ExternalObject>(inside, Value::Null());
    ExternalCell* cell = AddCell(inside, object, label);
    hw_value made = ToHost(isolate, Value(object));
    Commit(inside, cell, EntryOf(external));
    return made;
  });
}

void* hw_external_data(const hw_isolate* isolate, hw_value object) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) -> void* {
    NoteForeign(isolate, object);
    if (!FromHost(object).IsObject()) return nullptr;
    const ExternalTable::Entry* entry = DataOf(inside, FromHost(object).AsObject());
    return entry ? entry->data : nullptr;
  });
}

namespace {

// Null: it may have cells.
const char* WhyNoCells(hw_isolate* isolate, Isolate& inside, hw_value object) {
  const char* why = WhyNotForJavaScript(isolate, object);
  if (!why && !FromHost(object).IsObject()) why = mistake::kNoObject;
  return why ? why : WhyNoRoom(isolate, inside);
}

}  // namespace

hw_status hw_attach(hw_isolate* isolate, hw_value object, const hw_external* given) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    if (inside.IsTerminating()) return HW_TERMINATED;
    hw_external external;
    const char* why = ReadExternal(given, &external);
    if (!why) why = WhyNoCells(isolate, inside, object);
    if (!why && DataOf(inside, FromHost(object).AsObject()))
      why = "the object has data of the host's already";
    if (why) return Refuse(isolate, why);
    MakeRoomFor(inside, external.bytes);
    Value label = LabelOf(inside, external);
    ExternalCell* cell = AddCell(inside, FromHost(object).AsObject(), label);
    Commit(inside, cell, EntryOf(external));
    return HW_OK;
  });
}

hw_status hw_finalizer_add(hw_isolate* isolate, hw_value object, hw_finalizer finalize, void* data,
                           void* hint) {
  if (!finalize) return Refuse(isolate, mistake::kNullFunction);
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    if (inside.IsTerminating()) return HW_TERMINATED;
    if (const char* why = WhyNoCells(isolate, inside, object)) return Refuse(isolate, why);
    ExternalTable::Entry entry;
    entry.kind = Kind::kFinalizer;
    entry.data = data;
    entry.hint = hint;
    entry.finalize = finalize;
    Commit(inside, AddCell(inside, FromHost(object).AsObject(), Value::Smi(0)), entry);
    return HW_OK;
  });
}

hw_status hw_adjust_external_bytes(hw_isolate* isolate, int64_t change) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    int64_t& bytes = TablesOf(isolate, inside).external_bytes;
    if (change < -bytes) return Refuse(isolate, "the host has not stated so many bytes");
    if (change > static_cast<int64_t>(kMostBytes) - bytes)
      return Refuse(isolate, "these are more bytes than there can be");
    if (change > 0) MakeRoomFor(inside, static_cast<uint64_t>(change));
    bytes += change;
    inside.heap().AdjustExternalBytes(change);
    return inside.IsTerminating() ? HW_TERMINATED : HW_OK;
  });
}
