// Fuel that polls add to Isolate::budget_.
#ifndef HALFWORD_OBJECTS_MEMORY_FUEL_H_
#define HALFWORD_OBJECTS_MEMORY_FUEL_H_

namespace halfword {

class Isolate;

// Adds quanta to a negative budget, as far as there is fuel. It is still negative where there is too little.
// The part of Isolate::PollSlow that looks neither at interrupts nor at the deadline, and ends nobody.
void GrantFuel(Isolate&);

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_MEMORY_FUEL_H_
