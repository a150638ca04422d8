// Which parts of a script's text are types, for Function.prototype.toString: it shows JavaScript.
//
// A ByteArray in Script::is_typescript_: one byte that is the writer's, then for each part, as numbers of 7
// bits a byte, the distance from the part before times 4 plus what becomes of it, and its length.
#ifndef HALFWORD_OBJECTS_FUNCTIONS_ERASED_TYPES_H_
#define HALFWORD_OBJECTS_FUNCTIONS_ERASED_TYPES_H_

#include <cstdint>
#include <vector>

#include "objects/functions/function.h"
#include "objects/primitives/string.h"

namespace halfword {

class ErasedTypes {
 public:
  // The parts are overwritten with blanks, but for line ends and one character.
  enum As : uint8_t { kBlanks, kFirstIsSemicolon, kFirstIsOpenParenthesis, kLastIsClosingParenthesis };

  explicit ErasedTypes(uint8_t first) : bytes_{first} {}
  // REQUIRES: start is not below the end of the part before, and end not below start.
  void Add(uint32_t start, uint32_t end, As as);
  ByteArray* Finish(Isolate&) const;

  // The text from start to end, without types.
  static Completion<String*> Erase(Isolate&, String* text, uint32_t start, uint32_t end, ByteArray* erased);

 private:
  void Append(uint32_t number);

  std::vector<uint8_t> bytes_;
  uint32_t end_ = 0;
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_FUNCTIONS_ERASED_TYPES_H_
