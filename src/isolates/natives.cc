#include "isolates/natives.h"

#include <algorithm>

#include "builtins/builtins.h"

namespace halfword {

std::shared_ptr<const Natives> Natives::Bind(NativeTable host, const std::vector<std::string>& order,
                                             std::string* error) {
  auto natives = std::make_shared<Natives>();
  natives->rows_.assign(AllNatives().begin(), AllNatives().end());
  natives->ranges_.assign(AllNativeRanges().begin(), AllNativeRanges().end());
  std::vector<bool> bound(host.size());
  bool as_given = true;
  std::string missing;
  for (size_t i = 0; i < order.size(); i++) {
    size_t at = 0;
    while (at < host.size() && (bound[at] || order[i] != host[at].name())) at++;
    if (at == host.size()) {
      missing += (missing.empty() ? "'" : ", '") + order[i] + "'";
      continue;
    }
    bound[at] = true;
    as_given &= at == i;
    natives->rows_.push_back(&host[at]);
  }
  if (!missing.empty()) {
    const char* plural = missing.find(',') == missing.npos ? "" : "s";
    if (error)
      *error = std::string("the image needs the native function") + plural + " " + missing +
               ", which the host does not provide";
    return nullptr;
  }
  for (size_t at = 0; at < host.size(); at++) {
    if (!bound[at]) natives->rows_.push_back(&host[at]);
  }
  // Without a range NativeIndexOf searches the rows.
  if (as_given && !host.empty()) {
    natives->ranges_.push_back(
        {host.data(), static_cast<uint32_t>(host.size()), static_cast<uint32_t>(AllNatives().size())});
    std::sort(natives->ranges_.begin(), natives->ranges_.end(),
              [](const NativeRange& a, const NativeRange& b) { return a.begin < b.begin; });
  }
  return natives;
}

std::span<const NativeRow* const> Natives::host() const {
  return std::span<const NativeRow* const>(rows_).subspan(AllNatives().size());
}

}  // namespace halfword
