// What an image must have in common with the program that maps it: a hash of all sources and the options that
// change what is in a heap. The build makes its definition (cmake/BuildIdentity.cmake).
#ifndef HALFWORD_ISOLATES_BUILD_IDENTITY_H_
#define HALFWORD_ISOLATES_BUILD_IDENTITY_H_

namespace halfword {

extern const unsigned char kBuildIdentity[32];

}  // namespace halfword

#endif  // HALFWORD_ISOLATES_BUILD_IDENTITY_H_
