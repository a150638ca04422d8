// Modules that are written in the URL that imports them: data:text/javascript,export%20default%201
#ifndef HALFWORD_SHELL_PACKAGES_DATA_URL_H_
#define HALFWORD_SHELL_PACKAGES_DATA_URL_H_

#include <optional>
#include <string>
#include <string_view>

#include "resolver.h"

namespace halfword::packages {

struct DataUrl {
  Format format = Format::kUnknown;  // or kModule, kJson: by the media type
  std::string text;
};
// Takes a URL that begins with "data:", as Node.js does: without what follows '?' or '#', and decoded from
// base64 if it says so. Returns nothing if there is no comma, or no media type before it.
std::optional<DataUrl> ReadDataUrl(std::string_view url);

}  // namespace halfword::packages

#endif  // HALFWORD_SHELL_PACKAGES_DATA_URL_H_
