// An HTML document as a tree of collected nodes: parsed by gumbo, edited, and counted.
//
//   html_document [FILE.html]
#include <gumbo.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/hash_map.h"
#include "halfword/gc/containers/vector.h"
#include "halfword/gc/persistent.h"

namespace gc = halfword::gc;

class Node : public gc::GarbageCollected<Node> {
 public:
  virtual ~Node() = default;
  virtual void Trace(gc::Visitor* visitor) const {
    visitor->Trace(parent_);
    visitor->Trace(first_child_);
    visitor->Trace(last_child_);
    visitor->Trace(previous_);
    visitor->Trace(next_);
  }
  virtual void Print(int depth) const = 0;

  Node* parent() const { return parent_; }
  Node* first_child() const { return first_child_; }
  Node* next() const { return next_; }
  void Append(Node* child) {
    child->Remove();
    child->parent_ = this;
    child->previous_ = last_child_;
    (last_child_ ? last_child_->next_ : first_child_) = child;
    last_child_ = child;
  }
  void Remove() {
    if (!parent_) return;
    (previous_ ? previous_->next_ : parent_->first_child_) = next_;
    (next_ ? next_->previous_ : parent_->last_child_) = previous_;
    parent_ = previous_ = next_ = nullptr;
  }

 private:
  gc::Member<Node> parent_, first_child_, last_child_, previous_, next_;
};

class Text final : public Node {
 public:
  explicit Text(std::string text) : text_(std::move(text)) {}
  void Print(int depth) const override { std::printf("%*s\"%.40s\"\n", depth * 2, "", text_.c_str()); }

 private:
  std::string text_;
};

struct Attribute {
  std::string name, value;
};

class Element final : public Node {
 public:
  explicit Element(std::string name) : name_(std::move(name)) {}
  void Trace(gc::Visitor* visitor) const override {
    Node::Trace(visitor);
    visitor->Trace(attributes_);
  }
  void Print(int depth) const override {
    std::printf("%*s<%s", depth * 2, "", name_.c_str());
    for (const Attribute& a : attributes_) std::printf(" %s", a.name.c_str());
    std::printf(">\n");
  }
  void AddAttribute(const char* name, const char* value) { attributes_.push_back({name, value}); }

 private:
  gc::Vector<Attribute> attributes_;  // first, because the base class ends with half a word
  std::string name_;
};

static void Convert(gc::Heap& heap, const GumboNode* from, Node* to) {
  if (from->type == GUMBO_NODE_ELEMENT) {
    auto* element = gc::MakeGarbageCollected<Element>(heap, gumbo_normalized_tagname(from->v.element.tag));
    to->Append(element);
    for (unsigned i = 0; i < from->v.element.attributes.length; i++) {
      auto* a = static_cast<GumboAttribute*>(from->v.element.attributes.data[i]);
      element->AddAttribute(a->name, a->value);
    }
    for (unsigned i = 0; i < from->v.element.children.length; i++) {
      Convert(heap, static_cast<GumboNode*>(from->v.element.children.data[i]), element);
    }
  } else if (from->type == GUMBO_NODE_TEXT) {
    to->Append(gc::MakeGarbageCollected<Text>(heap, from->v.text.text));
  }
}

int main(int argc, char** argv) {
  std::string html = "<title>Example</title><p class=a id=b>One <em>document</em><ul><li>1<li>2</ul>";
  if (argc > 1) {
    std::ifstream file(argv[1], std::ios::binary);
    html.assign(std::istreambuf_iterator<char>(file), {});
  }
  std::unique_ptr<gc::Heap> heap = gc::Heap::Create(gc::HeapOptions(), nullptr);
  if (heap == nullptr) return 1;
  heap->Enter([&] {
    gc::Persistent<Element> root = gc::MakeGarbageCollected<Element>(*heap, "document");
    GumboOutput* output = gumbo_parse_with_options(&kGumboDefaultOptions, html.data(), html.size());
    Convert(*heap, output->root, root);
    gumbo_destroy_output(&kGumboDefaultOptions, output);
    size_t nodes = 0;
    int depth = 1;
    for (Node* node = root->first_child(); node != nullptr && node != root;) {
      if (nodes++ < 20) node->Print(depth);
      if (node->first_child() != nullptr) {
        node = node->first_child();
        depth++;
        continue;
      }
      while (node != nullptr && node != root && node->next() == nullptr) {
        node = node->parent();
        depth--;
      }
      if (node != nullptr && node != root) node = node->next();
    }
    heap->CollectGarbage();
    std::printf("%zu nodes, %zu bytes\n", nodes, heap->CollectStatistics().live_bytes);
    if (root->first_child() != nullptr) root->first_child()->Remove();
  });
  heap->CollectGarbage(gc::StackState::kNoHeapPointers);
  std::printf("after the document was cut from its root: %zu bytes\n", heap->CollectStatistics().live_bytes);
  return 0;
}
