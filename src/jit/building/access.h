// How a named property of objects of one shape is got at, by the tables of shapes alone: nothing here runs
// JavaScript or allocates. Feedback says which shapes were seen; where a property is, is looked up here.
#ifndef HALFWORD_JIT_ACCESS_H_
#define HALFWORD_JIT_ACCESS_H_

#include <cstdint>

#include "objects/isolate.h"
#include "objects/shapes/js_object.h"

namespace halfword::jit {

struct Access {
  enum Kind : uint8_t {
    kNone,      // not by the tables alone, or not for good
    kField,     // a word of the object: `offset` bytes from it
    kOverflow,  // a slot of the PropertyArray, which is the extension word: `offset` bytes from that
    kPair,      // the same where the extension word is an ExtensionPair, because there are elements too
    kHolder,    // a word of `holder`, an object or PropertyArray, as long as the property epoch lasts
  };
  // Displacements are below 64 KiB (jit/masm/operands.h).
  static constexpr uint32_t kMostOffset = 32 << 10;

  Kind kind = kNone;
  uint32_t offset = 0;
  Value holder = Value::Smi(0);
  JSObject* owner = nullptr;  // of kHolder: the prototype, which is the holder or has it as its PropertyArray

  friend bool operator==(const Access&, const Access&) = default;
};

// Reading `name` from objects of the shape. An access by a holder rests on the prototypes before it, which
// are told so (Shape::NoteDependent).
Access AccessForLoad(Isolate&, Shape*, Value name);
// Reading it from this object: by a holder, or not at all. `is_shared`: as long as it has its shape, which
// others may have, too. Else that rests on the epoch alone.
Access AccessForLoadFrom(Isolate&, JSObject*, Value name, bool* is_shared);
// Says where the AccessorPair of a property is that is an accessor of a prototype: by a holder. kNone: it is
// no such property, or not for good.
Access AccessForGetter(Isolate&, Shape*, Value name);
// What is there now, of an access by a holder.
Value ValueIn(const Access&);
// Storing to it where objects of the shape have it.
Access AccessForStore(Isolate&, Shape*, Value name);
// Reading a private element, or storing to it. Prototypes have no say. A method can't be stored to.
Access AccessForPrivate(Shape*, Value name, bool stores);
// Where objects of the shape `added` have the private field by which they differ from those of `shape`.
Access AccessForPrivateAddition(Shape*, Shape* added, Value name);
// Storing to it where they don't, and become objects of the shape `added`: a field, as long as the property
// epoch lasts.
Access AccessForAddition(Isolate&, Shape*, Shape* added, Value name);

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_ACCESS_H_
