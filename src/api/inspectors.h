// Inspectors and profiles of an isolate. Each of these functions does nothing where there is none.
#ifndef HALFWORD_API_INSPECTORS_H_
#define HALFWORD_API_INSPECTORS_H_

#include "console/console.h"
#include "halfword/halfword.h"
#include "objects/values/value.h"

namespace halfword {
class Isolate;
}

namespace halfword::api {

// Has the inspectors hear the console's calls from now on.
void ObserveConsole(hw_isolate* isolate, console::Console&);
// Tells them of an exception that goes to the host, and that nothing else can catch.
void TellInspectors(hw_isolate* isolate, Isolate& inside, Value exception, bool in_promise);
// Answers messages that have waited for promises which are settled now.
void SettlePromisesOfInspectors(hw_isolate* isolate, Isolate& inside);
// Sees whether a profile is being recorded, and has it hear from then on when the isolate is left.
void ObserveProfile(hw_isolate* isolate, Isolate& inside);
// Detaches them from an isolate that ends.
void OrphanInspectors(hw_isolate* isolate);

}  // namespace halfword::api

#endif  // HALFWORD_API_INSPECTORS_H_
