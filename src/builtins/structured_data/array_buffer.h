// Making and moving array buffers, for the files that build on them (typed arrays, data views, Atomics,
// hosts). https://tc39.es/ecma262/#sec-abstract-operations-for-arraybuffer-objects
#ifndef HALFWORD_BUILTINS_STRUCTURED_DATA_ARRAY_BUFFER_H_
#define HALFWORD_BUILTINS_STRUCTURED_DATA_ARRAY_BUFFER_H_

#include <optional>

#include "objects/library/structured_data.h"

namespace halfword {

// AllocateArrayBuffer (https://tc39.es/ecma262/#sec-allocatearraybuffer). With a maximum the buffer is
// resizable. RangeError "Array buffer allocation failed" if there is not enough memory.
Completion<ArrayBufferObject*> AllocateArrayBuffer(Isolate&, JSObject* constructor, uint64_t byte_length,
                                                   std::optional<uint64_t> max_byte_length = std::nullopt);
// The same for %ArrayBuffer% of the current realm and a fixed length.
Completion<ArrayBufferObject*> NewArrayBuffer(Isolate&, uint64_t byte_length);
// To be given its memory (ArrayBufferObject::Attach) before anybody sees it.
Completion<ArrayBufferObject*> NewArrayBufferWithoutMemory(Isolate&);
// https://tc39.es/ecma262/#sec-allocatesharedarraybuffer
Completion<ArrayBufferObject*> AllocateSharedArrayBuffer(
    Isolate&, JSObject* constructor, uint64_t byte_length,
    std::optional<uint64_t> max_byte_length = std::nullopt);
// A SharedArrayBuffer of memory that another isolate may have too. `growable`: as that one's is.
Completion<ArrayBufferObject*> NewSharedArrayBuffer(Isolate&, SharedMemory* memory, bool growable);

// TypeError "Cannot perform `method` on a detached ArrayBuffer".
Throwing ThrowDetached(Isolate&, const char* method);
// TypeError "Cannot perform `method` on an ArrayBuffer whose bytes are pinned".
Throwing ThrowPinned(Isolate&, const char* method);
// TypeError "Cannot perform `method` on an immutable ArrayBuffer".
Throwing ThrowImmutable(Isolate&, const char* method);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_STRUCTURED_DATA_ARRAY_BUFFER_H_
