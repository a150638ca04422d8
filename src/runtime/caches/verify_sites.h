// Which words a site may have (bytecode/sites/sites.h), by kind.
#ifndef HALFWORD_RUNTIME_CACHES_VERIFY_SITES_H_
#define HALFWORD_RUNTIME_CACHES_VERIFY_SITES_H_

#include "bytecode/sites/sites.h"

namespace halfword {

// Null, or a sentence about words of the site that begins at word `index`: a reference to what a word of its
// kind never refers to, or a word without another that belongs to it. Allocates nothing.
const char* CheckWordsOfSite(SiteKind, FeedbackVector*, uint32_t index);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_CACHES_VERIFY_SITES_H_
