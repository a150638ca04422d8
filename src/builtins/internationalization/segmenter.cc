// Segmenter Objects: https://tc39.es/ecma402/#segmenter-objects
#include "builtins/builtins.h"
#include "builtins/internationalization/intl.h"
#include "builtins/text_processing/text_conversion.h"
#include "intl/segmentation.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"

namespace halfword {

namespace {

using namespace intl_builtins;
using intl::Segmentation;

// https://tc39.es/ecma402/#table-intl-segmenter-resolvedoptions-properties
constexpr const char* kResolvedNames[] = {"locale", "granularity"};

// Slots of Segments objects and of their iterators. An iterator looks a window's worth of boundaries ahead.
enum Slot : uint32_t {
  kString,
  kIsWords,     // whether segments are told to be words
  kPosition,    // Smi: where the next segment begins
  kBoundaries,  // ValueArray of Smis: place and is_word_like, as Pack makes them; or Smi 0
  kCount,       // Smi: how many there are
  kNext,        // Smi: the next of them
  kSlots
};
Value Pack(intl::Boundary b) { return Value::Smi(static_cast<int32_t>(b.at * 2 + (b.is_word_like ? 1 : 0))); }
static_assert(String::kMaxLength * 2ull < (1u << 30));

void SetSlot(IntlObject* object, uint32_t index, Value value) {
  ValueArray* slots = object->slots_.get().As<ValueArray>();
  slots->slots()[index].Set(slots, value);
}

// Intl.Segmenter ( [ locales [ , options ] ] )  https://tc39.es/ecma402/#sec-intl.segmenter
Completion<Value> SegmenterConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "Intl.Segmenter");
  IntlObject* object = TRY(
      NewIntlObject(isolate, args.new_target(), Intrinsic::kIntlSegmenterPrototype, IntlKind::kSegmenter));
  std::vector<std::string> requested = TRY(CanonicalizeLocaleList(isolate, args[0]));
  Options options = TRY(Options::Require(isolate, args[1]));
  TRY(options.GetLocaleMatcher(isolate));
  intl::ResolvedLocale resolved = intl::ResolveLocale(intl::LocaleSet::kSegmentation, requested, {});
  constexpr const char* kGranularities[] = {"grapheme", "word", "sentence"};
  int granularity = TRY(options.GetChoice(isolate, "granularity", kGranularities, 0));
  SetRecipe(isolate, object, resolved.data_locale + "\n" + kGranularities[granularity]);
  Value slots[] = {TextValue(isolate, resolved.locale), TextValue(isolate, kGranularities[granularity])};
  SetSlots(isolate, object, slots);
  return object;
}

// A Segments object or an iterator of one.
IntlObject* NewSegments(Isolate& isolate, Intrinsic prototype, IntlKind kind, Value recipe, Value string,
                        Value is_words) {
  IntlObject* object = NewInstance<IntlObject>(isolate, Value(CurrentIntrinsic(isolate, prototype)));
  object->kind_.Init(Value::Smi(static_cast<int32_t>(kind)));
  object->recipe_.Set(object, recipe);
  Value slots[kSlots] = {string, is_words, Value::Smi(0), Value::Smi(0), Value::Smi(0), Value::Smi(0)};
  SetSlots(isolate, object, std::span<const Value>(slots, kind == IntlKind::kSegments ? 2 : kSlots));
  return object;
}

// Intl.Segmenter.prototype.segment ( string )  https://tc39.es/ecma402/#sec-intl.segmenter.prototype.segment
Completion<Value> SegmenterSegment(Isolate& isolate, Arguments& args) {
  IntlObject* segmenter =
      TRY(ThisIntl(isolate, args.this_value(), IntlKind::kSegmenter, "Intl.Segmenter.prototype.segment"));
  String* string = TRY(ToString(isolate, args[0]));
  Value granularity = SlotOf(segmenter, 1);
  bool is_words = granularity.IsString() && granularity.AsString()->EqualsAscii("word");
  return NewSegments(isolate, Intrinsic::kIntlSegmentsPrototype, IntlKind::kSegments,
                     segmenter->recipe_.get(), Value(string), Value::Boolean(is_words));
}

// https://tc39.es/ecma402/#sec-intl.segmenter.prototype.resolvedoptions
Completion<Value> SegmenterResolvedOptions(Isolate& isolate, Arguments& args) {
  IntlObject* segmenter = TRY(
      ThisIntl(isolate, args.this_value(), IntlKind::kSegmenter, "Intl.Segmenter.prototype.resolvedOptions"));
  return ResolvedOptions(isolate, segmenter, kResolvedNames);
}

// https://tc39.es/ecma402/#sec-createsegmentdataobject
JSObject* CreateSegmentDataObject(Isolate& isolate, IntlObject* of, const intl::Segment& segment) {
  Value string = SlotOf(of, kString);
  JSObject* result = NewPlainObject(isolate);
  DefineField(isolate, result, "segment", Substring(isolate, string.AsString(), segment.begin, segment.end));
  DefineField(isolate, result, "index", Value::Smi(static_cast<int32_t>(segment.begin)));
  DefineField(isolate, result, "input", string);
  if (SlotOf(of, kIsWords).IsTrue())
    DefineField(isolate, result, "isWordLike", Value::Boolean(segment.is_word_like));
  return result;
}

// %IntlSegmentsPrototype%.containing ( index )
// https://tc39.es/ecma402/#sec-%intlsegmentsprototype%.containing
Completion<Value> SegmentsContaining(Isolate& isolate, Arguments& args) {
  IntlObject* segments =
      TRY(ThisIntl(isolate, args.this_value(), IntlKind::kSegments, "%SegmentsPrototype%.containing"));
  double n = TRY(ToIntegerOrInfinity(isolate, args[0]));
  String* string = SlotOf(segments, kString).AsString();
  if (n < 0 || n >= string->length()) return Value::Undefined();
  intl::Lease<Segmentation> segmentation(RecipeOf(segments));
  TRY(ChargeLease(isolate, segmentation));
  isolate.Charge(10 * kUsingCost);
  intl::Segment segment =
      segmentation->Containing(TextOf(string->Flatten(isolate)), static_cast<uint32_t>(n), PacerOf(isolate));
  if (segment.begin == segment.end) return kThrow;
  return CreateSegmentDataObject(isolate, segments, segment);
}

// %IntlSegmentsPrototype% [ %Symbol.iterator% ] ( )
// https://tc39.es/ecma402/#sec-%intlsegmentsprototype%-%symbol.iterator%
Completion<Value> SegmentsIterator(Isolate& isolate, Arguments& args) {
  IntlObject* segments =
      TRY(ThisIntl(isolate, args.this_value(), IntlKind::kSegments, "%SegmentsPrototype%[Symbol.iterator]"));
  return NewSegments(isolate, Intrinsic::kIntlSegmentIteratorPrototype, IntlKind::kSegmentIterator,
                     segments->recipe_.get(), SlotOf(segments, kString), SlotOf(segments, kIsWords));
}

// %IntlSegmentIteratorPrototype%.next ( )
// https://tc39.es/ecma402/#sec-%intlsegmentiteratorprototype%.next
Completion<Value> SegmentIteratorNext(Isolate& isolate, Arguments& args) {
  IntlObject* iterator = TRY(
      ThisIntl(isolate, args.this_value(), IntlKind::kSegmentIterator, "%SegmentIterator.prototype%.next"));
  String* string = SlotOf(iterator, kString).AsString();
  auto position = static_cast<uint32_t>(SlotOf(iterator, kPosition).AsSmi());
  if (position >= string->length()) return CreateIterResultObject(isolate, Value::Undefined(), true);
  auto next = static_cast<uint32_t>(SlotOf(iterator, kNext).AsSmi());
  if (next >= static_cast<uint32_t>(SlotOf(iterator, kCount).AsSmi())) {
    intl::Lease<Segmentation> segmentation(RecipeOf(iterator));
    TRY(ChargeLease(isolate, segmentation));
    std::vector<intl::Boundary> boundaries =
        segmentation->Next(TextOf(string->Flatten(isolate)), position, PacerOf(isolate));
    if (boundaries.empty()) return kThrow;
    auto count = static_cast<uint32_t>(boundaries.size());
    ValueArray* array = NewValueArray(isolate, count);
    for (uint32_t i = 0; i < count; i++) array->slots()[i].Set(array, Pack(boundaries[i]));
    SetSlot(iterator, kBoundaries, Value(array));
    SetSlot(iterator, kCount, Value::Smi(static_cast<int32_t>(count)));
    next = 0;
  }
  auto packed = static_cast<uint32_t>(SlotOf(iterator, kBoundaries).As<ValueArray>()->get(next).AsSmi());
  intl::Segment segment{position, packed / 2, packed % 2 != 0};
  SetSlot(iterator, kNext, Value::Smi(static_cast<int32_t>(next + 1)));
  SetSlot(iterator, kPosition, Value::Smi(static_cast<int32_t>(segment.end)));
  return CreateIterResultObject(isolate, Value(CreateSegmentDataObject(isolate, iterator, segment)), false);
}

constexpr NativeRow kConstructorRowSource[] = {{"Segmenter", SegmenterConstructor, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {
    {"supportedLocalesOf", SupportedLocalesOf, 1, 0, static_cast<uint16_t>(intl::LocaleSet::kSegmentation)}};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"resolvedOptions", SegmenterResolvedOptions, 0},
    {"segment", SegmenterSegment, 1},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeRow kSegmentsRowsSource[] = {
    {"containing", SegmentsContaining, 1},
    {"Symbol.iterator", SegmentsIterator, 0, kNativeSymbol},
};
HW_NATIVE_ROWS(kSegmentsRows);
constexpr NativeRow kIteratorRowsSource[] = {{"next", SegmentIteratorNext, 0}};
HW_NATIVE_ROWS(kIteratorRows);
constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows, kSegmentsRows,
                                   kIteratorRows};

}  // namespace

constinit const std::span<const NativeTable> kIntlSegmenterTables = kTables;

void InstallIntlSegmenter(Isolate& isolate, Realm* realm) {
  InstallIntlConstructor(isolate, realm, kConstructorRow, Intrinsic::kIntlSegmenter,
                         Intrinsic::kIntlSegmenterPrototype, "Intl.Segmenter", kConstructorRows,
                         kPrototypeRows);
  JSObject* segments = OrdinaryObjectCreate(isolate, realm->intrinsic(Intrinsic::kObjectPrototype));
  realm->set_intrinsic(Intrinsic::kIntlSegmentsPrototype, segments);
  InstallFunctions(isolate, realm, segments, kSegmentsRows);
  JSObject* iterator = OrdinaryObjectCreate(isolate, realm->intrinsic(Intrinsic::kIteratorPrototype));
  realm->set_intrinsic(Intrinsic::kIntlSegmentIteratorPrototype, iterator);
  InstallFunctions(isolate, realm, iterator, kIteratorRows);
  InstallToStringTag(isolate, iterator, "Segmenter String Iterator");
}

}  // namespace halfword
