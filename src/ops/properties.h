// clang-format off: handlers are read by a machine of macros (ops/machine.h).
// Property access through inline caches (runtime/inline_cache.h).

// The word that an entry of the stub cache names.
#define LOCATE_STUB(entry, receiver, key)                                                         \
  (HW_LIKELY(((entry).where & StubCache::kOverflow) == 0)                                         \
       ? &WordAt(((entry).where & StubCache::kReceiver) ? Decompress(base, (receiver).bits(), kObjectTag)  \
                                                        : reinterpret_cast<void*>(base),          \
                 (entry).where & ~uint32_t{StubCache::kPlaceMask})                                \
       : reinterpret_cast<Value*>(OverflowSlots(base, receiver, key)) + ((entry).where >> 2))

// ---- Named loads ----
// Word B of the cache: everything but an own property in the object. RECEIVER is REG(0) or acc.
#define NAMED_LOAD_TIERS(Name, RECEIVER, NAME, FEEDBACK, RESULT)                                  \
  TIER(Name, kSlow) {                                                                             \
    SYNC();                                                                                       \
    Value result = TRY_VALUE(LoadNamed(ISOLATE, RECEIVER, CONST(NAME), SITE(FEEDBACK)));            \
    RESULT;                                                                                       \
    NEXT();                                                                                       \
  }                                                                                               \
  /* The stub cache of megamorphic sites. */                                                      \
  TIER(Name, kThird) {                                                                            \
    Value receiver = RECEIVER, name = CONST(NAME);                                                \
    PropertyCache* cache = reinterpret_cast<PropertyCache*>(CACHE(FEEDBACK));                     \
    if (!receiver.IsObject() || cache->shape_b.get().bits() != PropertyCache::kMegamorphic) GOTO(kSlow); \
    Value::Bits key = HeaderOf(base, receiver);                                                   \
    const StubCache::Entry& entry = STUBS().LoadAt(key, name.bits());                          \
    if (HW_UNLIKELY(!StubCache::Matches(entry, key, name.bits(), ISOLATE.property_epoch_))) GOTO(kSlow); \
    Value result = *LOCATE_STUB(entry, receiver, key);                                            \
    RESULT;                                                                                       \
    NEXT();                                                                                       \
  }                                                                                               \
  TIER(Name, kSecond) {                                                                           \
    Value receiver = RECEIVER;                                                                      \
    PropertyCache* cache = reinterpret_cast<PropertyCache*>(CACHE(FEEDBACK));                            \
    Value::Bits key = receiver.IsObject() ? HeaderOf(base, receiver) : receiver.IsString() ? kStringReceiver : kNumberReceiver; \
    if (HW_UNLIKELY(!receiver.IsObject() && !receiver.IsString() && !receiver.IsNumber())) GOTO(kSlow); \
    if (HW_UNLIKELY(cache->shape_b.get().bits() != key)) GOTO(kThird);                            \
    uint32_t handler = static_cast<uint32_t>(cache->handler.get().bits()) >> 1;                   \
    uint32_t payload = handler >> 4;                                                              \
    Value result;                                                                                 \
    switch (static_cast<HandlerKind>(handler & 15)) {                                             \
      case HandlerKind::kHolder:                                                                  \
        if (HW_UNLIKELY(cache->epoch.get().bits() != EPOCH_BITS())) GOTO(kSlow);                  \
        result = WordAt(Decompress(base, cache->holder.get().bits()), payload);                   \
        break;                                                                                    \
      case HandlerKind::kInObject:                                                                \
        result = WordAt(Decompress(base, receiver.bits(), kObjectTag), payload);                  \
        break;                                                                                    \
      case HandlerKind::kOverflow:                                                                \
        result = OverflowSlots(base, receiver, key)[payload].get();                               \
        break;                                                                                    \
      case HandlerKind::kArrayLength:                                                             \
        result = static_cast<JSArray*>(Decompress(base, receiver.bits(), kObjectTag))->length_.get(); \
        break;                                                                                    \
      case HandlerKind::kTypedArrayLength: {                                                      \
        if (HW_UNLIKELY(cache->epoch.get().bits() != EPOCH_BITS())) GOTO(kSlow);                  \
        size_t length = ViewOf(ISOLATE, NATIVE(), Pointer<TypedArrayObject>(base, receiver)).length; \
        if (HW_UNLIKELY(length > Value::kSmiMax)) GOTO(kSlow);                                    \
        result = Value::Smi(static_cast<int32_t>(length));                                        \
        break;                                                                                    \
      }                                                                                           \
      case HandlerKind::kAbsent:                                                                  \
        if (HW_UNLIKELY(cache->epoch.get().bits() != EPOCH_BITS())) GOTO(kSlow);                  \
        result = Value::Undefined();                                                              \
        break;                                                                                    \
      default:                                                                                    \
        GOTO(kSlow);                                                                              \
    }                                                                                             \
    RESULT;                                                                                       \
    NEXT();                                                                                       \
  }
#define IN_OBJECT_HIT(receiver, operand)                                                          \
  (receiver.IsObject() && CACHE(operand)[0].IsHeader(HeaderOf(base, receiver)))

NAMED_LOAD_TIERS(GetNamed, REG(0), 1, 2, acc = result)
OP(GetNamed) {
  Value receiver = REG(0);
  if (HW_UNLIKELY(!IN_OBJECT_HIT(receiver, 2))) GOTO(kSecond);
  acc = WordAt(Decompress(base, receiver.bits(), kObjectTag), CACHE(2)[1].offset());
  NEXT();
}
NAMED_LOAD_TIERS(GetNamedAcc, acc, 0, 1, acc = result)
OP(GetNamedAcc) {
  Value receiver = acc;
  if (HW_UNLIKELY(!IN_OBJECT_HIT(receiver, 1))) GOTO(kSecond);
  acc = WordAt(Decompress(base, receiver.bits(), kObjectTag), CACHE(1)[1].offset());
  NEXT();
}
// Lengths of strings are always Smis.
#define LOAD_LENGTH(FEEDBACK)                                                                     \
  if (receiver.IsString()) {                                                                      \
    acc = Value::Smi(static_cast<int32_t>(Pointer<String>(base, receiver)->length()));            \
    NEXT();                                                                                       \
  }                                                                                               \
  if (HW_LIKELY(receiver.IsObject())) {                                                           \
    Shape* shape = ShapeFromHeader(base, HeaderOf(base, receiver));                               \
    if (shape->layout_.type_index == static_cast<uint16_t>(HeapType::kJSArray)) {                 \
      acc = static_cast<JSArray*>(Decompress(base, receiver.bits(), kObjectTag))->length_.get();  \
      NEXT();                                                                                     \
    }                                                                                             \
  }                                                                                               \
  if (IN_OBJECT_HIT(receiver, FEEDBACK)) {                                                        \
    acc = WordAt(Decompress(base, receiver.bits(), kObjectTag), CACHE(FEEDBACK)[1].offset());       \
    NEXT();                                                                                       \
  }                                                                                               \
  GOTO(kSecond);
NAMED_LOAD_TIERS(GetLength, REG(0), 1, 2, acc = result)
OP(GetLength) {
  Value receiver = REG(0);
  LOAD_LENGTH(2)
}
NAMED_LOAD_TIERS(GetLengthAcc, acc, 0, 1, acc = result)
OP(GetLengthAcc) {
  Value receiver = acc;
  LOAD_LENGTH(1)
}
#undef LOAD_LENGTH
// Most methods are in an object slot of a prototype.
#define LOAD_METHOD(FEEDBACK)                                                                     \
  PropertyCache* cache = reinterpret_cast<PropertyCache*>(CACHE(FEEDBACK));                       \
  if (HW_LIKELY(receiver.IsObject() && HeaderOf(base, receiver) == cache->shape_b.get().bits() && \
                cache->epoch.get().bits() == EPOCH_BITS() &&                                      \
                (cache->handler.get().bits() & 31) == static_cast<uint32_t>(HandlerKind::kHolder) << 1)) { \
    Value method = WordAt(Decompress(base, cache->holder.get().bits()), static_cast<uint32_t>(cache->handler.get().bits()) >> 5); \
    (&REG(0))[frame::kFunction] = acc = method;                                                   \
    NEXT();                                                                                       \
  }                                                                                               \
  if (IN_OBJECT_HIT(receiver, FEEDBACK)) {                                                        \
    (&REG(0))[frame::kFunction] = acc = WordAt(Decompress(base, receiver.bits(), kObjectTag), CACHE(FEEDBACK)[1].offset()); \
    NEXT();                                                                                       \
  }                                                                                               \
  if (cache->shape_b.get().bits() == PropertyCache::kMegamorphic) GOTO(kThird);                   \
  GOTO(kSecond);
NAMED_LOAD_TIERS(GetMethod, REG(0), 1, 2, (&REG(0))[frame::kFunction] = acc = result)
OP(GetMethod) {
  Value receiver = acc;
  REG(0) = receiver;
  LOAD_METHOD(2)
}
NAMED_LOAD_TIERS(GetMethodFrom, REG(0), 2, 3, (&REG(0))[frame::kFunction] = acc = result)
OP(GetMethodFrom) {
  Value receiver = REG(1);
  REG(0) = receiver;
  LOAD_METHOD(3)
}
#undef LOAD_METHOD
#undef NAMED_LOAD_TIERS

// ---- Named stores ----
#define NAMED_STORE(Name, MEGAMORPHIC, slow)                                                                   \
  TIER(Name, kSlow) { SYNC(); TRY_VOID(slow); NEXT(); }                                           \
  TIER(Name, kThird) {                                                                            \
    Value receiver = REG(0), name = CONST(1);                                                     \
    Value::Bits key = HeaderOf(base, receiver);                                                   \
    const StubCache::StoreEntry& entry = STUBS().StoreAt(key, name.bits());                    \
    if (HW_UNLIKELY(!StubCache::Matches(entry, key, name.bits(), ISOLATE.property_epoch_))) GOTO(kSlow); \
    void* owner = Decompress(base, receiver.bits(), kObjectTag);                                  \
    if (entry.added) {                                                                            \
      gc::HeaderOf(owner) = entry.added;                                                          \
      WordAt(owner, entry.where & ~uint32_t{StubCache::kPlaceMask}) = acc;                        \
      RANGE_BARRIER(owner);                                                                       \
      NEXT();                                                                                     \
    }                                                                                             \
    *LOCATE_STUB(entry, receiver, key) = acc;                                                     \
    if (entry.where & StubCache::kOverflow) owner = OverflowSlots(base, receiver, key);           \
    BARRIER(owner, acc);                                                                          \
    NEXT();                                                                                       \
  }                                                                                               \
  TIER(Name, kSecond) {                                                                           \
    Value receiver = REG(0);                                                                      \
    PropertyCache* cache = reinterpret_cast<PropertyCache*>(CACHE(2));                            \
    if (HW_UNLIKELY(!receiver.IsObject())) GOTO(kSlow);                                           \
    Value::Bits key = HeaderOf(base, receiver);                                                   \
    if (HW_UNLIKELY(cache->shape_b.get().bits() != key)) {                                        \
      if (MEGAMORPHIC && cache->shape_b.get().bits() == PropertyCache::kMegamorphic) GOTO(kThird);               \
      GOTO(kSlow);                                                                                \
    }                                                                                             \
    uint32_t handler = static_cast<uint32_t>(cache->handler.get().bits()) >> 1;                   \
    uint32_t payload = handler >> 4;                                                              \
    void* object = Decompress(base, receiver.bits(), kObjectTag);                                 \
    switch (static_cast<HandlerKind>(handler & 15)) {                                             \
      case HandlerKind::kTransition:                                                              \
        if (HW_UNLIKELY(cache->epoch.get().bits() != EPOCH_BITS())) GOTO(kSlow);                  \
        gc::HeaderOf(object) = cache->holder.get().bits();                                        \
        WordAt(object, payload) = acc;                                                            \
        RANGE_BARRIER(object);                                                                    \
        NEXT();                                                                                   \
      case HandlerKind::kInObject:                                                                \
        WordAt(object, payload) = acc;                                                            \
        BARRIER(object, acc);                                                                     \
        NEXT();                                                                                   \
      case HandlerKind::kOverflow: {                                                              \
        ValueField* slots = OverflowSlots(base, receiver, key);                                   \
        slots[payload].Init(acc);                                                                 \
        BARRIER(slots, acc);                                                                      \
        NEXT();                                                                                   \
      }                                                                                           \
      case HandlerKind::kTransitionOverflow: {                                                    \
        ValueField* slots = OverflowSlots(base, receiver, key);                                   \
        if (HW_UNLIKELY(cache->epoch.get().bits() != EPOCH_BITS()) ||                             \
            HW_UNLIKELY(payload >= reinterpret_cast<PropertyArray*>(slots)->capacity()))          \
          GOTO(kSlow);                                                                            \
        gc::HeaderOf(object) = cache->holder.get().bits();                                        \
        slots[payload].Init(acc);                                                                 \
        RANGE_BARRIER(object);                                                                    \
        BARRIER(slots, acc);                                                                      \
        NEXT();                                                                                   \
      }                                                                                           \
      default:                                                                                    \
        GOTO(kSlow);                                                                              \
    }                                                                                             \
  }                                                                                               \
  OP(Name) {                                                                                      \
    Value receiver = REG(0);                                                                      \
    if (HW_UNLIKELY(!IN_OBJECT_HIT(receiver, 2))) GOTO(kSecond);                                  \
    void* object = Decompress(base, receiver.bits(), kObjectTag);                                 \
    WordAt(object, CACHE(2)[1].offset()) = acc;                                                     \
    BARRIER(object, acc);                                                                         \
    NEXT();                                                                                       \
  }
NAMED_STORE(SetNamed, true, StoreNamed(ISOLATE, REG(0), CONST(1), acc, false, SITE(2)))
NAMED_STORE(SetNamedStrict, true, StoreNamed(ISOLATE, REG(0), CONST(1), acc, true, SITE(2)))
NAMED_STORE(DefineNamed, false, DefineNamed(ISOLATE, REG(0), CONST(1), acc, SITE(2)))
#undef NAMED_STORE

// ---- Keyed loads: arrays of Values here; doubles, typed arrays, strings, plain objects and names next ----
// The fast path found an array with elements, but not of Values, and a Smi: an element of an array of doubles;
// `otherwise`: it is none.
#define LOAD_DOUBLE_ELEMENT(receiver, key, otherwise)                                             \
  Shape* shape = ShapeFromHeader(base, HeaderOf(base, receiver));                                 \
  if (HW_UNLIKELY(!IsDoubleKind(shape->elements_kind_))) GOTO(otherwise);                         \
  JSArray* array = Pointer<JSArray>(base, receiver);                                              \
  if (HW_UNLIKELY(static_cast<uint32_t>(key.bits()) >= static_cast<uint32_t>(array->length_.get().bits()))) GOTO(otherwise); \
  DoubleElements* doubles = Pointer<DoubleElements>(base, array->extension_.get());               \
  uint32_t index = static_cast<uint32_t>(key.bits()) >> 1;                                        \
  if (HW_UNLIKELY(doubles->IsHole(index))) GOTO(otherwise);                                       \
  double number = doubles->values()[index];                                                       \
  FINISH_DOUBLE(number)
// It found another object and a Smi: an element of a typed array.
#define LOAD_TYPED_ELEMENT(receiver, key, otherwise)                                              \
  Shape* shape = ShapeFromHeader(base, HeaderOf(base, receiver));                                 \
  if (HW_UNLIKELY(shape->layout_.type_index != static_cast<uint16_t>(HeapType::kTypedArrayObject))) GOTO(otherwise); \
  int32_t integer;                                                                                \
  double number;                                                                                  \
  switch (LoadTypedElement(ISOLATE, NATIVE(), Pointer<TypedArrayObject>(base, receiver), static_cast<uint32_t>(key.AsSmi()), &integer, &number)) { \
    case TypedElement::kInteger:                                                                  \
      acc = Value::Smi(integer);                                                                  \
      NEXT();                                                                                     \
    case TypedElement::kDouble:                                                                   \
      break;                                                                                      \
    case TypedElement::kOther:                                                                    \
      GOTO(kSlow);                                                                                \
  }                                                                                               \
  FINISH_DOUBLE(number)
TIER(GetKeyed, kSlow) { SYNC(); acc = TRY_VALUE(LoadKeyed(ISOLATE, REG(0), acc, SITE(1))); NEXT(); }
// Characters of other strings.
TIER(GetKeyed, kThird) {
  String* string = Pointer<String>(base, REG(0));
  uint32_t index = static_cast<uint32_t>(acc.AsSmi());
  if (HW_UNLIKELY(index >= string->length() || !string->IsFlat())) GOTO(kSlow);
  char16_t c = string->flat()[index];
  if (HW_UNLIKELY(c > 255)) GOTO(kSlow);
  acc = Value(ISOLATE.single_chars_[c].GetNonNull());
  NEXT();
}
TIER(GetKeyed, kSecond) {
  Value receiver = REG(0);
  if (HW_LIKELY(acc.IsSmi())) {
    uint32_t index = static_cast<uint32_t>(acc.AsSmi());
    if (HW_LIKELY(receiver.IsObject())) {
      Shape* shape = ShapeFromHeader(base, HeaderOf(base, receiver));
      JSObject* object = Pointer<JSObject>(base, receiver);
      ElementsKind kind = shape->elements_kind_;
      if (HW_UNLIKELY(kind == ElementsKind::kNone || kind == ElementsKind::kDictionary || shape->Has(Shape::kIsExotic))) GOTO(kSlow);
      Value elements = object->extension_.get();
      if (HW_UNLIKELY(shape->extension_kind_ == ExtensionKind::kBoth)) elements = Pointer<ExtensionPair>(base, elements)->elements_.get();
      if (HW_UNLIKELY(IsDoubleKind(kind))) GOTO(kSlow);
      ValueElements* values = Pointer<ValueElements>(base, elements);
      uint32_t limit = shape->layout_.type_index == static_cast<uint16_t>(HeapType::kJSArray)
                           ? static_cast<uint32_t>(static_cast<JSArray*>(object)->length_.get().AsSmi())
                           : gc::SmallCellSizeOf(base, values) != 0 ? values->capacity() : 0;
      if (HW_UNLIKELY(index >= limit)) GOTO(kSlow);
      Value value = values->slots()[index].get();
      if (HW_UNLIKELY(value.IsHole())) GOTO(kSlow);
      acc = value;
      NEXT();
    }
    if (receiver.IsString()) {
      String* string = Pointer<String>(base, receiver);
      if (HW_LIKELY(string->typed_type() == HeapType::kOneByteString && index < string->length())) {
        acc = Value(ISOLATE.single_chars_[static_cast<OneByteString*>(string)->chars()[index]].GetNonNull());
        NEXT();
      }
      GOTO(kThird);
    }
    GOTO(kSlow);
  }
  // A name: the stub cache. An interned string that is no index is its own property key; so is a symbol.
  if (HW_LIKELY(receiver.IsObject() && (acc.IsString() ? Pointer<String>(base, acc)->IsInterned() : acc.IsSymbol()))) {
    Value::Bits key = HeaderOf(base, receiver);
    const StubCache::Entry& entry = STUBS().LoadAt(key, acc.bits());
    if (HW_UNLIKELY(!StubCache::Matches(entry, key, acc.bits(), ISOLATE.property_epoch_))) GOTO(kSlow);
    acc = *LOCATE_STUB(entry, receiver, key);
    NEXT();
  }
  GOTO(kSlow);
}
TIER(GetKeyed, kTyped) {
  Value receiver = REG(0);
  LOAD_TYPED_ELEMENT(receiver, acc, kSecond)
}
TIER(GetKeyed, kNumber) {
  Value receiver = REG(0);
  LOAD_DOUBLE_ELEMENT(receiver, acc, kSecond)
}
OP(GetKeyed) {
  Value receiver = REG(0);
  if (HW_UNLIKELY(!receiver.IsObject() || !acc.IsSmi())) GOTO(kSecond);
  Shape* shape = ShapeFromHeader(base, HeaderOf(base, receiver));
  if (HW_UNLIKELY(!IsArrayWithElements(shape))) GOTO(kTyped);
  if (HW_UNLIKELY(!IsValueKind(shape->elements_kind_))) GOTO(kNumber);
  JSArray* array = Pointer<JSArray>(base, receiver);
  // Both are Smis; a negative index is a large unsigned number.
  if (HW_UNLIKELY(static_cast<uint32_t>(acc.bits()) >= static_cast<uint32_t>(array->length_.get().bits()))) GOTO(kSecond);
  Value value = Pointer<ValueElements>(base, array->extension_.get())->slots()[static_cast<uint32_t>(acc.bits()) >> 1].get();
  if (HW_UNLIKELY(value.IsHole())) GOTO(kSecond);
  acc = value;
  NEXT();
}

TIER(GetKeyedUpdate, kSlow) {
  SYNC();
  if (!REG(0).IsNullOrUndefined() && !REG(1).IsNumber() && !REG(1).IsString() && !REG(1).IsSymbol()) {
    REG(1) = TRY_RESULT(ToPropertyKey(ISOLATE, REG(1))).ToValue(ISOLATE);
  }
  acc = TRY_VALUE(LoadKeyed(ISOLATE, REG(0), REG(1), SITE(2)));
  NEXT();
}
TIER(GetKeyedUpdate, kTyped) {
  Value receiver = REG(0), key = REG(1);
  LOAD_TYPED_ELEMENT(receiver, key, kSlow)
}
TIER(GetKeyedUpdate, kNumber) {
  Value receiver = REG(0), key = REG(1);
  LOAD_DOUBLE_ELEMENT(receiver, key, kSlow)
}
OP(GetKeyedUpdate) {
  Value receiver = REG(0), key = REG(1);
  if (HW_UNLIKELY(!receiver.IsObject() || !key.IsSmi())) GOTO(kSlow);
  Shape* shape = ShapeFromHeader(base, HeaderOf(base, receiver));
  if (HW_UNLIKELY(!IsArrayWithElements(shape))) GOTO(kTyped);
  if (HW_UNLIKELY(!IsValueKind(shape->elements_kind_))) GOTO(kNumber);
  JSArray* array = Pointer<JSArray>(base, receiver);
  if (HW_UNLIKELY(static_cast<uint32_t>(key.bits()) >= static_cast<uint32_t>(array->length_.get().bits()))) GOTO(kSlow);
  Value value = Pointer<ValueElements>(base, array->extension_.get())->slots()[static_cast<uint32_t>(key.bits()) >> 1].get();
  if (HW_UNLIKELY(value.IsHole())) GOTO(kSlow);
  acc = value;
  NEXT();
}

// ---- Keyed stores ----
// SET: acc is used afterwards, so it is no transient number. PUT: a transient number gets a box before it is stored as
// a Value.
#define SET_SETTLED() DCHECK(!IsTransient(base, acc))
#define PUT_SETTLED() if (HW_UNLIKELY(IsTransient(base, acc))) GOTO(kThird)
#define KEYED_STORE(Name, strict, SETTLED)                                                        \
  TIER(Name, kSlow) { SYNC(); SETTLE(); TRY_VOID(StoreKeyed(ISOLATE, REG(0), REG(1), acc, strict, SITE(2))); NEXT(); } \
  TIER(Name, kSecond) {                                                                           \
    Value receiver = REG(0), key = REG(1);                                                        \
    if (HW_UNLIKELY(!receiver.IsObject() || !key.IsSmi())) GOTO(kSlow);                           \
    Shape* shape = ShapeFromHeader(base, HeaderOf(base, receiver));                               \
    uint32_t index = static_cast<uint32_t>(key.AsSmi());                                          \
    if (shape->layout_.type_index == static_cast<uint16_t>(HeapType::kTypedArrayObject)) {        \
      double number;                                                                              \
      if (HW_UNLIKELY(!ToDouble(base, acc, &number))) GOTO(kSlow);                                \
      if (StoreTypedElement(ISOLATE, NATIVE(), Pointer<TypedArrayObject>(base, receiver), index, acc, number)) NEXT(); \
      GOTO(kSlow);                                                                                \
    }                                                                                             \
    if (shape->layout_.type_index == static_cast<uint16_t>(HeapType::kJSArray) &&                 \
        shape->extension_kind_ == ExtensionKind::kElements) {                                     \
      JSArray* array = Pointer<JSArray>(base, receiver);                                          \
      /* Only fast elements are asked about it, and with those it is a Smi. */                    \
      uint32_t length = static_cast<uint32_t>(DecodeSmi(array->length_.get().bits()));            \
      Value elements = array->extension_.get();                                                   \
      if (IsDoubleKind(shape->elements_kind_) && acc.IsNumber()) {                                \
        DoubleElements* doubles = Pointer<DoubleElements>(base, elements);                        \
        double number = acc.IsSmi() ? acc.AsSmi() : HeapNumberValue(base, acc);                   \
        if (HW_LIKELY(index < length && !doubles->IsHole(index))) {                               \
          doubles->Set(index, number);                                                            \
          NEXT();                                                                                 \
        }                                                                                         \
        /* Appending, or filling a hole; see below. */                                            \
        if (index <= length && !elements.IsSmi() && index < doubles->capacity() && APPENDABLE(shape)) { \
          doubles->Set(index, number);                                                            \
          if (index == length) array->length_.Init(Value::Smi(static_cast<int32_t>(index + 1)));  \
          NEXT();                                                                                 \
        }                                                                                         \
      }                                                                                           \
      SETTLED();                                                                                  \
      /* Appending to a plain array with room, or filling a hole, while no prototype has elements. */ \
      if (index <= length && !elements.IsSmi() && ArrayTakes(shape, acc) && APPENDABLE(shape)) {                 \
        ValueElements* values = Pointer<ValueElements>(base, elements);                           \
        if (HW_LIKELY(index < values->capacity())) {                                              \
          values->slots()[index].Init(acc);                                                       \
          if (index == length) array->length_.Init(Value::Smi(static_cast<int32_t>(index + 1)));  \
          BARRIER(values, acc);                                                                   \
          NEXT();                                                                                 \
        }                                                                                         \
      }                                                                                           \
    }                                                                                             \
    GOTO(kSlow);                                                                                  \
  }                                                                                               \
  OP(Name) {                                                                                      \
    Value receiver = REG(0), key = REG(1);                                                        \
    if (HW_UNLIKELY(!receiver.IsObject() || !key.IsSmi())) GOTO(kSecond);                         \
    Shape* shape = ShapeFromHeader(base, HeaderOf(base, receiver));                               \
    if (HW_UNLIKELY(!ArrayTakes(shape, acc))) GOTO(kSecond);                                      \
    JSArray* array = Pointer<JSArray>(base, receiver);                                            \
    if (HW_UNLIKELY(static_cast<uint32_t>(key.bits()) >= static_cast<uint32_t>(array->length_.get().bits()))) GOTO(kSecond); \
    ValueElements* values = Pointer<ValueElements>(base, array->extension_.get());                \
    ValueField& slot = values->slots()[static_cast<uint32_t>(key.bits()) >> 1];                   \
    if (HW_UNLIKELY(slot.get().IsHole())) GOTO(kSecond);                                          \
    SETTLED();                                                                                    \
    slot.Init(acc);                                                                               \
    BARRIER(values, acc);                                                                         \
    NEXT();                                                                                       \
  }
KEYED_STORE(SetKeyed, false, SET_SETTLED)
KEYED_STORE(SetKeyedStrict, true, SET_SETTLED)
TIER(PutKeyed, kThird) { SYNC(); SETTLE(); JUMP(0); }
TIER(PutKeyedStrict, kThird) { SYNC(); SETTLE(); JUMP(0); }
KEYED_STORE(PutKeyed, false, PUT_SETTLED)
KEYED_STORE(PutKeyedStrict, true, PUT_SETTLED)
#undef KEYED_STORE

OP(DefineKeyed) { SYNC(); TRY_VOID(DefineKeyed(ISOLATE, REG(0), REG(1), acc, FLAGS(2))); NEXT(); }
OP(SetFunctionName) { SYNC(); TRY_VOID(SetAnonymousFunctionName(ISOLATE, acc, REG(0), FLAGS(1))); NEXT(); }
OP(SetProto) { SYNC(); TRY_VOID(SetLiteralPrototype(ISOLATE, REG(0), acc)); NEXT(); }
OP(CopyDataProperties) {
  SYNC();
  std::span<const Value> excluded(&REG(1), COUNT(2));
  TRY_VOID(CopyDataProperties(ISOLATE, REG(0).AsObject(), acc, excluded));
  acc = REG(0);
  NEXT();
}
OP(DeleteKeyed) { SYNC(); acc = TRY_VALUE(DeleteKeyed(ISOLATE, REG(0), acc, FLAGS(1) != 0)); NEXT(); }
OP(HasProperty) { SYNC(); acc = TRY_VALUE(HasPropertyIn(ISOLATE, REG(0), acc)); NEXT(); }
OP(GetSuper) { SYNC(); acc = TRY_VALUE(GetSuper(ISOLATE, REG(0), REG(1), acc)); NEXT(); }
OP(SetSuper) { SYNC(); TRY_VOID(SetSuper(ISOLATE, REG(0), REG(1), REG(2), acc, FLAGS(3) != 0)); NEXT(); }
TIER(GetPrivate, kSlow) { SYNC(); acc = TRY_VALUE(PrivateGet(ISOLATE, REG(0), acc.AsSymbol(), SITE(1))); NEXT(); }
OP(GetPrivate) {
  Value receiver = REG(0);
  // The cached name must be this name: sites in code shared by several evaluations of a class see several.
  NotSmi name;
  if (HW_UNLIKELY(!IN_OBJECT_HIT(receiver, 1) || !NotSmi::From(acc, &name) || !CACHE(1)[2].Is(name))) GOTO(kSlow);
  acc = WordAt(Decompress(base, receiver.bits(), kObjectTag), CACHE(1)[1].offset());
  NEXT();
}
TIER(SetPrivate, kSlow) { SYNC(); TRY_VOID(PrivateSet(ISOLATE, REG(0), REG(1).AsSymbol(), acc, SITE(2))); NEXT(); }
OP(SetPrivate) {
  Value receiver = REG(0);
  NotSmi name;
  if (HW_UNLIKELY(!IN_OBJECT_HIT(receiver, 2) || !NotSmi::From(REG(1), &name) || !CACHE(2)[2].Is(name))) GOTO(kSlow);
  void* object = Decompress(base, receiver.bits(), kObjectTag);
  WordAt(object, CACHE(2)[1].offset()) = acc;
  BARRIER(object, acc);
  NEXT();
}
OP(AddPrivate) { SYNC(); TRY_VOID(PrivateAdd(ISOLATE, REG(0), REG(1).AsSymbol(), acc, static_cast<PrivateKind>(FLAGS(2)))); NEXT(); }
OP(HasPrivate) { SYNC(); acc = Value::Boolean(TRY_RESULT(PrivateHas(ISOLATE, acc, REG(0).AsSymbol()))); NEXT(); }
OP(CreatePrivateName) { SYNC(); acc = Value(NewSymbol(ISOLATE, CONST(0), Symbol::kPrivateName)); NEXT(); }
