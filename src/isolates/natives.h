// The table of natives of an isolate: the library's rows, then the host's rows. It is made once for all
// isolates of a host.
#ifndef HALFWORD_ISOLATES_NATIVES_H_
#define HALFWORD_ISOLATES_NATIVES_H_

#include <memory>
#include <string>
#include <vector>

#include "runtime/functions/native.h"

namespace halfword {

class Natives {
 public:
  // `order`: the names of host rows as an image numbers them (rows of one name in the order they have in
  // `host`). Null and a sentence in *error, which names them, if the host lacks some; rows that the image
  // does not know follow.
  static std::shared_ptr<const Natives> Bind(NativeTable host, const std::vector<std::string>& order,
                                             std::string* error);

  const NativeRow* const* rows() const { return rows_.data(); }
  uint32_t count() const { return static_cast<uint32_t>(rows_.size()); }
  std::span<const NativeRange> ranges() const { return ranges_; }
  // The host's rows in index order.
  std::span<const NativeRow* const> host() const;

 private:
  std::vector<const NativeRow*> rows_;
  std::vector<NativeRange> ranges_;
};

}  // namespace halfword

#endif  // HALFWORD_ISOLATES_NATIVES_H_
