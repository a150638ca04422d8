// Paths and file URLs, and the references that modules write, as text: nothing here looks at a file. Paths
// are absolute and normal: no "." and "..", no empty names, no '/' at the end but that of the root.
#ifndef HALFWORD_SHELL_PACKAGES_LOCATIONS_H_
#define HALFWORD_SHELL_PACKAGES_LOCATIONS_H_

#include <string>
#include <string_view>

namespace halfword::packages {

// Returns the absolute, normal form of a path. A relative one begins in `folder`.
std::string NormalPath(std::string_view folder, std::string_view path);
// Returns the folder of a path; the root's is the root.
std::string_view FolderOf(std::string_view path);
std::string_view NameOf(std::string_view path);

// Returns "file:///a%20b.js" for "/a b.js".
std::string FileUrlOf(std::string_view path);

// Returns the text with what '%' and two digits encode.
std::string DecodedText(std::string_view text);

// Returns the scheme of an absolute URL, in lower case, or "".
std::string SchemeOf(std::string_view text);

// A Location says where a URL leads, or a reference that is relative to the file `base`.
struct Location {
  enum Error { kNone, kHost, kEncoding, kSeparator } error = kNone;
  std::string path;    // may end in '/'
  std::string suffix;  // "?query#fragment", or one of them, as it was written
};
// Takes a "file:" URL, or a reference that begins with '/' or '.'. The error is kHost if the URL is of
// another machine, kSeparator if it encodes a '/' or a '\', kEncoding if what it encodes is no UTF-8.
Location Locate(std::string_view reference, std::string_view base);

}  // namespace halfword::packages

#endif  // HALFWORD_SHELL_PACKAGES_LOCATIONS_H_
