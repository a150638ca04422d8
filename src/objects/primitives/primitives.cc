#include "objects/primitives/primitives.h"

#include "gc/visitor.h"
#include "objects/isolate.h"
#include "objects/values/allocate.h"

namespace halfword {

static_assert(sizeof(HeapNumber) == 8);

void Symbol::Trace(gc::Visitor& visitor) {
  visitor.TraceTagged(reinterpret_cast<const TaggedBits&>(description_));
}

Value NewHeapNumber(Isolate&, double value) {
  auto* number = AllocateSmall<HeapNumber>();
  number->value_ = value;
  return number;
}

Symbol* NewSymbol(Isolate& isolate, Value description, uint32_t flags) {
  auto* symbol = AllocateSmall<Symbol>();
  symbol->description_.Init(description);
  symbol->flags_ = flags;
  // A Weyl sequence through a multiplication: distinct for 2^32 symbols, and spread.
  uint32_t h = isolate.next_hash_ += 0x9E3779B9u;
  h = (h ^ h >> 16) * 0x85EBCA6Bu;
  symbol->hash_ = h ^ h >> 13;
  return symbol;
}

}  // namespace halfword
