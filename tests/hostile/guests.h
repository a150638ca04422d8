// The hostile guests: programs in the files of guests/, each with the outcomes that are right.
//
//   //// name: timeout | memory | ok | throws RangeError | peak 200
//   source up to the next such line
#ifndef HALFWORD_TESTS_HOSTILE_GUESTS_H_
#define HALFWORD_TESTS_HOSTILE_GUESTS_H_

#include <string>
#include <vector>

#include "halfword/halfword.h"

namespace hostile {

struct Guest {
  std::string family;  // the file
  std::string name;
  std::vector<std::string> outcomes;
  std::string source;
  double peak_mib = 0;  // what it may have at its peak; 0: as the host says

  // `throws any` stands for every exception.
  bool Expects(const std::string& outcome) const;
};

// All guests of the folder whose "family/name" contains `filter`. Ends the program where a file is not as it
// should be.
std::vector<Guest> ReadGuests(const std::string& folder, const std::string& filter);

// Evaluates the guest, then its jobs. "ok", "throws Name", "memory", "timeout", "fuel", "interrupt",
// "stopped" or "stack".
std::string Run(hw_isolate* isolate, const std::string& source);

}  // namespace hostile

#endif  // HALFWORD_TESTS_HOSTILE_GUESTS_H_
