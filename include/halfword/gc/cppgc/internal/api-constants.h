// cppgc/internal/api-constants.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_INTERNAL_API_CONSTANTS_H_
#define HALFWORD_GC_CPPGC_INTERNAL_API_CONSTANTS_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/header.h"

namespace halfword::gc::internal::api_constants {

constexpr size_t kKB = 1024;
constexpr size_t kMB = kKB * 1024;
constexpr size_t kGB = kMB * 1024;
constexpr size_t kLargeObjectSizeThreshold = kMaxSmallCell;
constexpr size_t kDefaultAlignment = kGranule;
constexpr size_t kMaxSupportedAlignment = 2 * kDefaultAlignment;
constexpr size_t kCagedHeapReservationSize = kCageSpan;

}  // namespace halfword::gc::internal::api_constants

#endif  // HALFWORD_GC_CPPGC_INTERNAL_API_CONSTANTS_H_
