// Classes for the tests of tools/structure_packing.py and tools/trace_check.py. run.py says
// what must be found.
#include <memory>
#include <string>
#include <vector>

#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/hash_map.h"
#include "halfword/gc/containers/vector.h"
#include "halfword/gc/macros.h"
#include "halfword/gc/persistent.h"

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

// ---- Bases

class Holds : public GarbageCollected<Holds> {
 public:
  virtual ~Holds() = default;
  virtual void Trace(Visitor* visitor) const { visitor->Trace(held); }
  Member<Holds> held;
};
class Between : public Holds {
 public:
  int number = 0;
};
class Listens : public GarbageCollectedMixin {
 public:
  void Trace(Visitor* visitor) const override { visitor->Trace(heard); }
  Member<Holds> heard;
};
class HoldsNothing : public GarbageCollectedMixin {};

class CallsBases : public Between, public Listens, public HoldsNothing {
 public:
  void Trace(Visitor* visitor) const override {
    visitor->Trace(own);
    TraceBases(visitor);
  }
  Member<Holds> own;

 private:
  void TraceBases(Visitor* visitor) const {
    Holds::Trace(visitor);
    Listens::Trace(visitor);
  }
};
class ForgetsBases : public Between, public Listens, public HoldsNothing {
 public:
  void Trace(Visitor* visitor) const override { visitor->Trace(own); }
  Member<Holds> own;
};
class HasReasons : public Holds {  // trace_check: ignore
 public:
  void Trace(Visitor* visitor) const override { visitor->Trace(held); }
};

// ---- Fields that no Trace method could help

class OnStack {
  HALFWORD_STACK_ALLOCATED();

 public:
  Holds* holds = nullptr;
};
struct PlainPart {  // its owners trace what it has
  Member<Holds> holds;
  int number = 0;
};
struct PointingPart {
  Holds* raw = nullptr;
};
class HiddenPart {  // not for the compiler to see
 public:
  HiddenPart() {}
  std::string text;

 private:
  Member<Holds> holds_;
};
class Unhelped : public GarbageCollected<Unhelped> {
 public:
  void Trace(Visitor* visitor) const {
    visitor->Trace(plain.holds);
    visitor->Trace(hidden_elements);
    visitor->Trace(pointing_elements);
    visitor->Trace(optional_elements);
  }
  Holds* raw_pointer = nullptr;
  const Holds* ignored = nullptr;  // trace_check: ignore
  std::unique_ptr<Holds> owner;
  std::vector<Holds*> raw_pointers;
  Persistent<Holds> root;
  WeakPersistent<Holds> weak_root;
  PlainPart plain;
  PlainPart forgotten_part;
  UntracedMember<Holds> untraced;
  int* number = nullptr;
  std::unique_ptr<int> owned_number;
  Vector<HiddenPart> hidden_elements;
  HashMap<std::string, PointingPart> pointing_elements;
  Vector<Vector<Member<Holds>>> optional_elements;
};
struct HasOnStack {
  OnStack on_stack;
};
class Whole : public GarbageCollected<Whole> {
 public:
  void Trace(Visitor* visitor) const { part.Trace(visitor); }
  Holds part;
};
struct NotCollected {  // nobody traces it, but it may know objects that something else keeps
  Holds* raw_pointer = nullptr;
  Persistent<Holds> root;
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
