// Image files: an image as bytes outside of the process, without what is zero and without what another image,
// its base, has too. A file with a base is a delta.
//
//   ImageFileHeader   which build, which base, the name of the image, the checksums
//   PieceRun[]        the image's pieces in order: zero, those of the base, or those of the file
//   pieces            those of the file
//
// XXH3 finds damage. A key finds malice, too: with it goes BLAKE2b, keyed, of all that the file says, of the
// name of its base, and of bytes that the file lacks.
#ifndef HALFWORD_ISOLATES_IMAGE_FILE_H_
#define HALFWORD_ISOLATES_IMAGE_FILE_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "isolates/image.h"

namespace halfword {

struct ImageFileHeader {
  static constexpr char kMagic[8] = {'h', 'w', 'p', 'i', 'e', 'c', 'e', 's'};

  char magic[8];
  uint32_t format;  // ImageHeader::kFormat
  uint32_t header_bytes;
  uint8_t build[32];
  uint8_t base[32];  // its name; zero: there is none
  uint8_t name[32];  // of the image
  uint64_t file_bytes, image_bytes;
  uint32_t run_count;
  uint32_t has_key;
  uint8_t keyed[32];  // BLAKE2b with the key, of `bound` and of the file, without this and what follows
  uint64_t checksum;  // XXH3 of the file, without this and what is above
};

// What a file is checked with besides its checksum.
struct ImageKey {
  static constexpr size_t kLeast = 16, kMost = 64;
  std::span<const uint8_t> key;    // empty: there is none
  std::span<const uint8_t> bound;  // not in the file: whose it is, for example
};

// Most of it is zero: a file of it is worth while even if it is not to be mapped then.
bool IsSparse(const Image&);
// The bytes of a file of the image. `base`: null for all that is not zero. Empty and a sentence if the image
// can't be read or the key has a length that is none.
std::vector<char> WriteImageFile(const Image&, const Image* base, const ImageKey&, std::string* error);
// Null and a sentence, before anything of it is used: it is damaged or of another build, its key is missing
// or another one, or its base is neither the embedded image nor one of `bases`.
std::shared_ptr<const Image> ReadImageFile(std::span<const char> bytes,
                                           std::span<const std::shared_ptr<const Image>> bases,
                                           const ImageKey&, std::string* error);

}  // namespace halfword

#endif  // HALFWORD_ISOLATES_IMAGE_FILE_H_
