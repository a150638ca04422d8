// The heap verifier. Its sentences are the invariants of block.h, header.h and encoding.h:
//   every reference of a live object is the start of a live object with a valid header and the tag that its
//   type asks for; every bit of the bitmaps is what block.h says it is; a heap number holds no references;
//   an object of the image that refers to one of the heap's own is logged.
// A client adds its own (HeapCallbacks::verify_object), of the engine those of objects/verify.h.
//
// What finds a fault says where and ends the process.
#ifndef HALFWORD_GC_INSPECTION_VERIFIER_H_
#define HALFWORD_GC_INSPECTION_VERIFIER_H_

#include "gc/blocks/block_table.h"

namespace halfword::gc {

class HeapImpl;

class Verifier {
 public:
  explicit Verifier(HeapImpl& heap);

  // Everything. Sound right after a collection only, because later new objects have no mark bits: so there is
  // one where anything was allocated since.
  void VerifyHeap();
  // The invariant of marker.h: every marked object but those that are still to be traced refers to marked
  // objects only. When marking is done that says: what is alive refers to what is alive.
  void VerifyMarking();
  // That, before the sweep; and no reference led to the middle of a new object, where the sweeper would look
  // for a header; and no prefinalizer made a root of a dead object.
  void VerifyEndOfMarking();
  // After its sweep: every object survived and ends where the next bit begins.
  void VerifyBlock(uint32_t block);

 private:
  void VerifyMarksOfNewRuns();
  void VerifyPersistents();
  void VerifyByClient(CageOffset offset);
  template <class F>
  void ForEachImageObject(F&& body);

  HeapImpl& heap_;
  BlockTable& blocks_;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_INSPECTION_VERIFIER_H_
