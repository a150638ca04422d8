// Classes for the tests of tools/structure_packing.py and tools/trace_check.py. run.py says
// what must be found.
#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/vector.h"

using namespace halfword::gc;

struct Part {
  void Trace(Visitor* visitor) const { visitor->Trace(inner); }
  Member<class Complete> inner;
};

class Complete : public GarbageCollected<Complete> {
 public:
  void Trace(Visitor* visitor) const {
    visitor->Trace(one);
    TraceOthers(visitor);
  }
  Member<Complete> one;
  WeakMember<Complete> two;
  Member<Complete> three[3];
  UntracedMember<Complete> untraced;
  Vector<Member<Complete>> silenced;  // trace_check: ignore

 private:
  void TraceOthers(Visitor* visitor) const {
    visitor->Trace(two);
    visitor->TraceMultiple(three, 3);
  }
};

class Forgets : public GarbageCollected<Forgets> {
 public:
  void Trace(Visitor* visitor) const { visitor->Trace(kept); }
  Member<Forgets> kept;
  Member<Forgets> lost_member;
  Part lost_part;
  Vector<Member<Forgets>> lost_vector;
};

class NoTrace : public GarbageCollected<NoTrace> {
 public:
  Member<NoTrace> lost;
};

class Packed : public GarbageCollected<Packed> {
 public:
  void Trace(Visitor* visitor) const { visitor->Trace(a); }
  void* p = nullptr;
  Member<Packed> a;
  bool f = false;
  bool g = false;
};

class Wasteful : public GarbageCollected<Wasteful> {
 public:
  void Trace(Visitor* visitor) const {
    visitor->Trace(a);
    visitor->Trace(b);
  }
  bool f = false;
  void* p = nullptr;
  bool g = false;
  Member<Wasteful> a;
  void* q = nullptr;
  Member<Wasteful> b;
};

class DerivedFromWasteful : public Wasteful {
 public:
  double more[2];
};

void Use(Heap& heap) {
  MakeGarbageCollected<DerivedFromWasteful>(heap);
  MakeGarbageCollected<Packed>(heap);
  MakeGarbageCollected<Wasteful>(heap);
}
