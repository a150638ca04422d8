// Paths and file URLs, and the references that modules write, as text: nothing here looks at a file. Paths
// are absolute and normal: no "." and "..", no empty names, no '/' at the end but that of the root.
#ifndef HALFWORD_SHELL_PACKAGES_LOCATIONS_H_
#define HALFWORD_SHELL_PACKAGES_LOCATIONS_H_

#include <string>
#include <string_view>

namespace halfword::packages {

// The absolute, normal form of a path; a relative one begins in `folder`.
std::string NormalPath(std::string_view folder, std::string_view path);
// The folder of a path; the root's is the root.
std::string_view FolderOf(std::string_view path);
std::string_view NameOf(std::string_view path);

// "file:///a%20b.js" of "/a b.js".
std::string FileUrlOf(std::string_view path);

// The text with what '%' and two digits encode.
std::string DecodedText(std::string_view text);

// The scheme of an absolute URL, in lower case, or "".
std::string SchemeOf(std::string_view text);

// Where a URL leads, or a reference that is relative to the file `base`.
struct Location {
  enum Error { kNone, kHost, kEncoding, kSeparator } error = kNone;
  std::string path;    // may end in '/'
  std::string suffix;  // "?query#fragment", or one of them, as it was written
};
// A "file:" URL, or a reference that begins with '/' or '.'. Errors: kHost: a file URL of another machine;
// kSeparator: it encodes a '/' or a '\'; kEncoding: what it encodes is no UTF-8.
Location Locate(std::string_view reference, std::string_view base);

}  // namespace halfword::packages

#endif  // HALFWORD_SHELL_PACKAGES_LOCATIONS_H_
