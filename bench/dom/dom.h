// A document object model as a browser's: what matters here is which references a node has, not
// what it can do. The fields are those of Blink's classes of the time: a Node there is a virtual
// table, a reference to its wrapper in the JavaScript heap (a word that Oilpan does not compress),
// flags, and members; see SameSizeAsNode.
//
// DOM_PACKED=1 orders the fields of each class so that none are wasted on padding; 0 leaves them in the order
// in which such classes grow, with references, words and flags mixed.
//
// DOM_CAGED_ATOMS=1 has atoms in the cage of reference-counted objects, with references of 32 bits.
#ifndef BENCH_DOM_DOM_H_
#define BENCH_DOM_DOM_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>

#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/hash_map.h"
#include "halfword/gc/containers/hash_set.h"
#include "halfword/gc/containers/vector.h"
#include "halfword/gc/persistent.h"
#include "halfword/gc/ref_counted.h"

#ifndef DOM_PACKED
#define DOM_PACKED 1
#endif
#ifndef DOM_CAGED_ATOMS
#define DOM_CAGED_ATOMS 0
#endif

namespace dom {

namespace gc = halfword::gc;
using gc::Member;

// Interned names and texts are outside of the heap, as reference-counted strings are in browsers; nodes hold
// whole pointers to them, or references of 32 bits. The table of atoms keeps them all.
#if DOM_CAGED_ATOMS
struct Atom : gc::RefCounted<Atom> {
  explicit Atom(std::string_view text) : text(text) {}
  std::string text;
};
using AtomRef = gc::UncountedPtr<const Atom>;
using KeptAtom = gc::RefPtr<const Atom>;
inline KeptAtom NewAtom(std::string_view text) { return gc::MakeRefCounted<Atom>(text); }
inline AtomRef RefTo(const KeptAtom& atom) { return atom; }
#else
struct Atom {
  std::string text;
};
using AtomRef = const Atom*;
using KeptAtom = Atom;
inline KeptAtom NewAtom(std::string_view text) { return {std::string(text)}; }
inline AtomRef RefTo(const KeptAtom& atom) { return &atom; }
#endif
class Atoms {
 public:
  AtomRef Intern(std::string_view text) {
    auto [it, added] = atoms_.try_emplace(std::string(text));
    if (added) it->second = NewAtom(text);
    return RefTo(it->second);
  }

 private:
  std::unordered_map<std::string, KeptAtom> atoms_;
};

class Document;
class Element;
class LayoutObject;

// What only few nodes have.
class NodeRareData : public gc::GarbageCollected<NodeRareData> {
 public:
  void Trace(gc::Visitor* visitor) const {
    visitor->Trace(lists_);
    visitor->Trace(observers_);
  }
  gc::HashMap<AtomRef, Member<Element>> lists_;
  gc::Vector<Member<Element>> observers_;
};

class Node : public gc::GarbageCollected<Node> {
 public:
  enum Kind : uint16_t { kDocument, kElement, kText, kComment };
  Node(Kind kind, Document* document) : document_(document), kind_(kind) {}
  virtual void Trace(gc::Visitor* visitor) const {
    visitor->Trace(document_);
    visitor->Trace(parent_);
    visitor->Trace(previous_);
    visitor->Trace(next_);
    visitor->Trace(layout_);
    visitor->Trace(rare_data_);
  }

  Kind kind() const { return static_cast<Kind>(kind_); }
  inline Node* first_child() const;
  Node* next() const { return next_; }
  Node* previous() const { return previous_; }
  Node* parent() const { return parent_; }
  inline void Append(Node* child);
  inline void InsertBefore(Node* child, Node* before);
  inline void Remove();

#if DOM_PACKED
  const void* wrapper_ = nullptr;
  Member<Document> document_;
  Member<Node> parent_;
  Member<Node> previous_;
  Member<Node> next_;
  Member<LayoutObject> layout_;
  Member<NodeRareData> rare_data_;
  uint32_t flags_ = 0;
  uint16_t kind_;
  uint16_t style_flags_ = 0;
#else
  uint32_t flags_ = 0;
  Member<Document> document_;
  Member<Node> parent_;
  Member<Node> previous_;
  const void* wrapper_ = nullptr;
  Member<Node> next_;
  Member<LayoutObject> layout_;
  uint16_t kind_;
  Member<NodeRareData> rare_data_;
  uint16_t style_flags_ = 0;
#endif
};

class ContainerNode : public Node {
 public:
  using Node::Node;
  void Trace(gc::Visitor* visitor) const override {
    Node::Trace(visitor);
    visitor->Trace(first_child_);
    visitor->Trace(last_child_);
  }
  Member<Node> first_child_;
  Member<Node> last_child_;
};

class Text final : public Node {
 public:
  Text(Kind kind, Document* document, AtomRef data) : Node(kind, document), data_(data) {}
  AtomRef data_;
};

struct Attribute {
  AtomRef name;
  AtomRef value;
};

// The parts of a class attribute, shared by all that have the same.
class ClassNames : public gc::GarbageCollected<ClassNames> {
 public:
  void Trace(gc::Visitor* visitor) const { visitor->Trace(names_); }
  gc::Vector<AtomRef> names_;
};

// Attributes, shared by elements that have the same.
class ElementData : public gc::GarbageCollected<ElementData> {
 public:
  void Trace(gc::Visitor* visitor) const {
    visitor->Trace(class_names_);
    visitor->Trace(attributes_);
  }
#if DOM_PACKED
  AtomRef id_ = nullptr;
  Member<ClassNames> class_names_;
  gc::Vector<Attribute> attributes_;
#else
  Member<ClassNames> class_names_;
  AtomRef id_ = nullptr;
  gc::Vector<Attribute> attributes_;
#endif
};

class ComputedStyle : public gc::GarbageCollected<ComputedStyle> {
 public:
  void Trace(gc::Visitor* visitor) const {
    for (const auto& group : groups_) visitor->Trace(group);
  }
  Member<ComputedStyle> groups_[6];  // inherited parts
  uint64_t bits_[2] = {};
};

class Element : public ContainerNode {
 public:
  Element(Document* document, AtomRef tag) : ContainerNode(kElement, document), tag_(tag) {}
  void Trace(gc::Visitor* visitor) const override {
    ContainerNode::Trace(visitor);
    visitor->Trace(data_);
    visitor->Trace(style_);
    visitor->Trace(shadow_root_);
  }
#if DOM_PACKED
  AtomRef tag_;
  Member<ElementData> data_;
  Member<ComputedStyle> style_;
  Member<Node> shadow_root_;
#else
  Member<ElementData> data_;
  AtomRef tag_;
  Member<ComputedStyle> style_;
  Member<Node> shadow_root_;
#endif
};

class LayoutObject : public gc::GarbageCollected<LayoutObject> {
 public:
  explicit LayoutObject(Node* node) : node_(node) {}
  void Trace(gc::Visitor* visitor) const {
    visitor->Trace(node_);
    visitor->Trace(parent_);
    visitor->Trace(previous_);
    visitor->Trace(next_);
    visitor->Trace(first_child_);
    visitor->Trace(style_);
    visitor->Trace(fragments_);
  }
  Member<Node> node_;
  Member<LayoutObject> parent_, previous_, next_, first_child_;
  Member<ComputedStyle> style_;
  gc::Vector<Member<LayoutObject>> fragments_;
  uint32_t bits_ = 0;
};

class EventListener : public gc::GarbageCollected<EventListener> {
 public:
  EventListener(AtomRef event, Element* target) : event_(event), target_(target) {}
  void Trace(gc::Visitor* visitor) const { visitor->Trace(target_); }
  AtomRef event_;
  Member<Element> target_;
  uint32_t flags_ = 0;
};

class Elements : public gc::GarbageCollected<Elements> {
 public:
  void Trace(gc::Visitor* visitor) const { visitor->Trace(set); }
  gc::HashSet<Member<Element>> set;
};

class Document final : public ContainerNode {
 public:
  explicit Document(gc::Heap& heap) : ContainerNode(kDocument, nullptr), heap(heap) {}
  void Trace(gc::Visitor* visitor) const override {
    ContainerNode::Trace(visitor);
    visitor->Trace(listeners);
    visitor->Trace(by_class);
    visitor->Trace(by_id);
    visitor->Trace(connected);
  }
  gc::Heap& heap;
  gc::WeakHashMap<Node, gc::Vector<Member<EventListener>>> listeners;
  gc::HashMap<AtomRef, Member<Elements>> by_class;
  gc::HashMap<AtomRef, gc::WeakMember<Element>> by_id;
  gc::HashSet<Member<Element>> connected;  // elements with behaviour of their own: links, forms, headings
};

inline Node* Node::first_child() const {
  return kind_ == kDocument || kind_ == kElement ? static_cast<const ContainerNode*>(this)->first_child_.Get()
                                                 : nullptr;
}
inline void Node::Append(Node* child) { InsertBefore(child, nullptr); }
inline void Node::InsertBefore(Node* child, Node* before) {
  child->Remove();
  auto* self = static_cast<ContainerNode*>(this);
  Node* previous = before != nullptr ? before->previous_.Get() : self->last_child_.Get();
  child->parent_ = this;
  child->previous_ = previous;
  child->next_ = before;
  (previous != nullptr ? previous->next_ : self->first_child_) = child;
  (before != nullptr ? before->previous_ : self->last_child_) = child;
}
inline void Node::Remove() {
  if (!parent_) return;
  auto* parent = static_cast<ContainerNode*>(parent_.Get());
  (previous_ ? previous_->next_ : parent->first_child_) = next_;
  (next_ ? next_->previous_ : parent->last_child_) = previous_;
  parent_ = nullptr;
  previous_ = nullptr;
  next_ = nullptr;
}
// Document order; null after the last node below `root`.
inline Node* NextInTree(Node* node, const Node* root) {
  if (Node* child = node->first_child()) return child;
  while (node != root && node->next() == nullptr) node = node->parent();
  return node == root ? nullptr : node->next();
}

}  // namespace dom

#endif  // BENCH_DOM_DOM_H_
