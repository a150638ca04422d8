// bench/dom: what 32-bit references save, and cost, on real documents.
//
//   dom size FILE...    a line a file: nodes, bytes of live objects by a precise and by a conservative stack
//   dom types FILE      the bytes of each class in it
//   dom stack KEEP STEP SEED STATE FILE...
//                       documents one after the other in one heap, of which the first KEEP stay and the
//                       others are dropped, with collections at about every STEP-th node, inside the
//                       recursion that builds it, and one after each document. A line a collection: where it
//                       was, live bytes, dropped documents that are held. STATE: `scan`; `exact`, which
//                       leaves the stack out; `plant`, which scans and leaves a reference to a dropped
//                       document on the stack, half a word in the middle of its decompression
//   dom atom            bytes of a reference to an atom, and of an atom
//   dom time            nanoseconds per operation of each part of an editing loop
#include <gumbo.h>
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "dom.h"

namespace dom {
namespace {

class Builder {
 public:
  // `at_node`: called before each node, where all nodes so far are in the document.
  Builder(gc::Heap& heap, Atoms& atoms, std::function<void()> at_node = {})
      : heap_(heap), atoms_(atoms), at_node_(std::move(at_node)) {}

  Document* Parse(const std::string& html) {
    document_ = gc::MakeGarbageCollected<Document>(heap_, heap_);
    GumboOutput* output = gumbo_parse_with_options(&kGumboDefaultOptions, html.data(), html.size());
    for (unsigned i = 0; i < output->document->v.document.children.length; i++) {
      Convert(static_cast<GumboNode*>(output->document->v.document.children.data[i]), document_);
    }
    gumbo_destroy_output(&kGumboDefaultOptions, output);
    return document_;
  }
  size_t nodes() const { return nodes_; }

 private:
  void Convert(const GumboNode* from, Node* to) {
    if (at_node_) at_node_();
    switch (from->type) {
      case GUMBO_NODE_ELEMENT:
      case GUMBO_NODE_TEMPLATE: {
        Element* element = gc::MakeGarbageCollected<Element>(
            heap_, document_, atoms_.Intern(gumbo_normalized_tagname(from->v.element.tag)));
        to->Append(element);
        nodes_++;
        AddAttributes(element, from->v.element.attributes);
        AddLayout(element, to);
        for (unsigned i = 0; i < from->v.element.children.length; i++) {
          Convert(static_cast<GumboNode*>(from->v.element.children.data[i]), element);
        }
        break;
      }
      case GUMBO_NODE_DOCUMENT: break;
      default: {
        auto kind = from->type == GUMBO_NODE_COMMENT ? Node::kComment : Node::kText;
        auto* text = gc::MakeGarbageCollected<Text>(heap_, kind, document_, atoms_.Intern(from->v.text.text));
        to->Append(text);
        nodes_++;
        if (kind == Node::kText && from->type == GUMBO_NODE_TEXT) AddLayout(text, to);
      }
    }
  }
  void AddAttributes(Element* element, const GumboVector& attributes) {
    if (attributes.length == 0) return;
    ElementData* data = DataFor(attributes);
    element->data_ = data;
    if (data->id_ != nullptr) document_->by_id.insert_or_assign(data->id_, element);
    if (data->class_names_) {
      for (AtomRef name : data->class_names_->names_) {
        Elements* elements = document_->by_class.get(name);
        if (elements == nullptr) {
          elements = gc::MakeGarbageCollected<Elements>(heap_);
          document_->by_class.insert(name, elements);
        }
        elements->set.insert(element);
      }
    }
    for (const Attribute& attribute : data->attributes_) {
      const std::string& name = attribute.name->text;
      if (name != "href" && name != "onclick" && name != "name") continue;
      document_->connected.insert(element);
      document_->listeners[element].push_back(
          gc::MakeGarbageCollected<EventListener>(heap_, atoms_.Intern("click"), element));
    }
  }
  ElementData* DataFor(const GumboVector& attributes) {
    std::vector<AtomRef> key;
    for (unsigned i = 0; i < attributes.length; i++) {
      auto* a = static_cast<GumboAttribute*>(attributes.data[i]);
      key.push_back(atoms_.Intern(a->name));
      key.push_back(atoms_.Intern(a->value));
    }
    ElementData*& known = data_[key];
    if (known != nullptr) return known;
    auto* data = gc::MakeGarbageCollected<ElementData>(heap_);
    data->attributes_.reserve(attributes.length);
    for (size_t i = 0; i < key.size(); i += 2) {
      data->attributes_.push_back({key[i], key[i + 1]});
      if (key[i]->text == "id") data->id_ = key[i + 1];
      if (key[i]->text == "class") data->class_names_ = ClassNamesFor(key[i + 1]);
    }
    return known = data;
  }
  ClassNames* ClassNamesFor(AtomRef value) {
    ClassNames*& known = class_names_[value];
    if (known != nullptr) return known;
    auto* names = gc::MakeGarbageCollected<ClassNames>(heap_);
    std::string_view rest = value->text;
    while (!rest.empty()) {
      size_t end = std::min(rest.find(' '), rest.size());
      if (end != 0) names->names_.push_back(atoms_.Intern(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return known = names;
  }
  void AddLayout(Node* node, Node* parent) {
    auto* layout = gc::MakeGarbageCollected<LayoutObject>(heap_, node);
    node->layout_ = layout;
    layout->parent_ = parent->layout_;
    if (parent->layout_) {
      layout->next_ = parent->layout_->first_child_;
      if (layout->next_) layout->next_->previous_ = layout;
      parent->layout_->first_child_ = layout;
      layout->style_ = parent->layout_->style_;
    }
    // One element in four has a style that is its own.
    if (!layout->style_ || nodes_ % 4 == 0) {
      auto* style = gc::MakeGarbageCollected<ComputedStyle>(heap_);
      for (auto& group : style->groups_) group = layout->style_ ? layout->style_->groups_[0].Get() : style;
      layout->style_ = style;
    }
  }

  gc::Heap& heap_;
  Atoms& atoms_;
  std::function<void()> at_node_;
  gc::Persistent<Document> document_;
  // What can be shared; an element of the document has it, so it is alive while the document is parsed.
  std::map<std::vector<AtomRef>, ElementData*> data_;
  std::unordered_map<AtomRef, ClassNames*> class_names_;
  size_t nodes_ = 0;
};

std::string ReadFile(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::unique_ptr<gc::Heap> NewHeap() {
  std::string error;
  std::unique_ptr<gc::Heap> heap = gc::Heap::Create(gc::HeapOptions(), &error);
  if (heap == nullptr) {
    std::fprintf(stderr, "%s\n", error.c_str());
    std::exit(1);
  }
  return heap;
}

int Sizes(int count, char** files) {
  Atoms atoms;
  for (int i = 0; i < count; i++) {
    std::unique_ptr<gc::Heap> heap = NewHeap();
    gc::Persistent<Document> document;
    size_t nodes = 0;
    heap->Enter([&] {
      Builder builder(*heap, atoms);
      document = builder.Parse(ReadFile(files[i]));
      nodes = builder.nodes();
    });
    heap->Enter([&] { heap->CollectGarbage(); });
    size_t conservative = heap->CollectStatistics().live_bytes;
    heap->CollectGarbage(gc::StackState::kNoHeapPointers);
    std::printf("%zu %zu %zu %s\n", nodes, heap->CollectStatistics().live_bytes, conservative, files[i]);
  }
  return 0;
}

int Types(const char* file) {
  Atoms atoms;
  std::unique_ptr<gc::Heap> heap = NewHeap();
  gc::Persistent<Document> document;
  heap->Enter([&] { document = Builder(*heap, atoms).Parse(ReadFile(file)); });
  heap->CollectGarbage(gc::StackState::kNoHeapPointers);
  for (const auto& type : heap->CollectStatistics(true).types) {
    std::printf("%10zu %8zu %s\n", type.bytes, type.objects, type.name);
  }
  return 0;
}

// ---- What the stack holds

// Collects in the middle of work, and says what lives then.
class Session {
 public:
  Session(gc::Heap& heap, uint64_t step, uint64_t seed, gc::StackState state)
      : heap_(heap), step_(step), random_(seed * 0x9e3779b97f4a7c15 + 1), state_(state) {
    DrawNext();
  }
  void AtNode() {
    if (++nodes_ >= next_) Collect("recursion");
  }
  HALFWORD_NOINLINE void Collect(const char* where) {
    heap_.CollectGarbage(state_);
    size_t held = 0;
    for (const auto& document : dropped_) held += document.Get() != nullptr;
    auto [any, alone] = Offsets();
    std::printf("%s %zu %zu %zu %zu\n", where, heap_.CollectStatistics().live_bytes, held, any, alone);
    DrawNext();
  }
  void Drop(Document* document) { dropped_.push_back(document); }

 private:
  // How many different halves of the stack's words could be offsets into an object in a heap of any size; and
  // how many of those have above them what is there in the middle of decompression.
  HALFWORD_NOINLINE std::pair<size_t, size_t> Offsets() const {
    constexpr uint32_t kLowest = 1 << 20;
    std::set<uint32_t> any, alone;
    for (auto* p = static_cast<const uintptr_t*>(__builtin_frame_address(0)); p < start_; p++) {
      auto low = static_cast<uint32_t>(*p), above = static_cast<uint32_t>(*p >> 32);
      for (uint32_t half : {low, above}) {
        if (half % 8 == 0 && half >= kLowest) any.insert(half);
      }
      if (low >= kLowest && (above == UINT32_MAX || (above == 1 && low % 8 == 0))) alone.insert(low);
    }
    return {any.size(), alone.size()};
  }
  void DrawNext() {
    random_ ^= random_ << 13, random_ ^= random_ >> 7, random_ ^= random_ << 17;
    nodes_ = 0;
    next_ = step_ + random_ % (2 * step_);
  }

  gc::Heap& heap_;
  uint64_t step_, random_, nodes_ = 0, next_ = 0;
  gc::StackState state_;
  const uintptr_t* start_ = static_cast<const uintptr_t*>(__builtin_frame_address(0));
  std::vector<gc::WeakPersistent<Document>> dropped_;
};

int Stack(int argc, char** argv) {
  size_t keep = std::strtoull(argv[0], nullptr, 10), step = std::strtoull(argv[1], nullptr, 10);
  uint64_t seed = std::strtoull(argv[2], nullptr, 10);
  bool is_exact = std::strcmp(argv[3], "exact") == 0, plants_beside = std::strcmp(argv[3], "beside") == 0;
  bool plants = plants_beside || std::strcmp(argv[3], "plant") == 0;
  Atoms atoms;
  std::unique_ptr<gc::Heap> heap = NewHeap();
  Session session(*heap, step, seed,
                  is_exact ? gc::StackState::kNoHeapPointers : gc::StackState::kMayContainHeapPointers);
  std::vector<gc::Persistent<Document>> kept;
  uint32_t first_dropped = 0;  // complemented: the whole stack is scanned
  // A function of its own, so that its locals are gone at the collection behind it.
  auto build = [&](const char* file) HALFWORD_NOINLINE {
    Document* document = Builder(*heap, atoms, [&] { session.AtNode(); }).Parse(ReadFile(file));
    if (kept.size() < keep) {
      kept.push_back(document);
    } else {
      session.Drop(document);
      if (first_dropped == 0) first_dropped = ~static_cast<uint32_t>(reinterpret_cast<uintptr_t>(document));
    }
  };
  heap->Enter([&] {
    // With ones above it, as in the middle of decompression; or with what an address of other memory has.
    alignas(8) volatile uint32_t planted[2] = {0, plants_beside ? 0x7ffcu : plants ? UINT32_MAX : 0};
    for (int i = 4; i < argc; i++) {
      build(argv[i]);
      if (plants && first_dropped != 0) planted[0] = ~first_dropped;
      session.Collect("loop");
    }
  });
  return 0;
}

// ---- Times

// Of this thread only: whatever else the machine does is not counted.
double ThreadNanoseconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

template <typename F>
void Measure(const char* name, size_t operations, F&& body) {
  double best = 1e99;
  for (int round = 0; round < 9; round++) {
    double start = ThreadNanoseconds();
    body();
    best = std::min(best, (ThreadNanoseconds() - start) / static_cast<double>(operations));
  }
  std::printf("%s %.4f\n", name, best);
}

uint64_t sink;

int Times() {
  Atoms atoms;
  std::unique_ptr<gc::Heap> heap = NewHeap();
  // A list of items as such programs have: a box, a label, a link and a button each.
  std::string html = "<!doctype html><title>Items</title><section id=app class='app main'><ul id=list>";
  for (int i = 0; i < 20'000; i++) {
    std::string n = std::to_string(i);
    html += "<li class='item row" + n + "'><div class=view><input name=i" + n + "><label>Item " + n +
            "</label><a href=#" + n + ">go</a><button class=destroy>x</button></div></li>";
  }
  gc::Persistent<Document> document;
  heap->Enter([&] {
    document = Builder(*heap, atoms).Parse(html);
    gc::Persistent<Element> list = document->by_id.get(atoms.Intern("list"));
    size_t nodes = 0;
    for (Node* n = document->first_child(); n != nullptr; n = NextInTree(n, document)) nodes++;

    Measure("traversal", nodes, [&] {
      uint64_t sum = 0;
      for (Node* n = document->first_child(); n != nullptr; n = NextInTree(n, document)) sum += n->kind();
      sink += sum;
    });
    Measure("ancestors", nodes * 8, [&] {
      uint64_t depth = 0;
      for (int round = 0; round < 8; round++) {
        for (Node* n = list->first_child(); n != nullptr; n = n->next()) {
          for (Node* p = n->first_child(); p != nullptr; p = p->parent()) depth++;
        }
      }
      sink += depth;
    });
    AtomRef li = atoms.Intern("li");
    Measure("editing", 20'000, [&] {
      // Moves every item to the front, one after the other: a reversal.
      Node* next = nullptr;
      for (Node* n = list->first_child(); n != nullptr; n = next) {
        next = n->next();
        if (static_cast<Element*>(n)->tag_ == li)
          list->InsertBefore(n, list->first_child() == n ? n->next() : list->first_child());
      }
    });
    Measure("hashing", nodes * 3, [&] {
      gc::HashSet<Member<Node>> seen;
      uint64_t found = 0;
      for (Node* n = document->first_child(); n != nullptr; n = NextInTree(n, document)) seen.insert(n);
      for (Node* n = document->first_child(); n != nullptr; n = NextInTree(n, document))
        found += seen.contains(n);
      for (Node* n = document->first_child(); n != nullptr; n = NextInTree(n, document)) {
        found += document->listeners.contains(n);
      }
      sink += found;
    });
    Measure("allocation", 50'000, [&] {
      Node* box = gc::MakeGarbageCollected<Element>(*heap, document.Get(), li);
      for (int i = 0; i < 50'000; i++)
        box->Append(gc::MakeGarbageCollected<Element>(*heap, document.Get(), li));
      sink += reinterpret_cast<uintptr_t>(box);
    });
    Measure("collection", nodes, [&] { heap->CollectGarbage(); });
  });
  return static_cast<int>(sink == 1);
}

}  // namespace
}  // namespace dom

int main(int argc, char** argv) {
  std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "size") return dom::Sizes(argc - 2, argv + 2);
  if (mode == "types" && argc == 3) return dom::Types(argv[2]);
  if (mode == "stack" && argc > 6) return dom::Stack(argc - 2, argv + 2);
  if (mode == "atom") return std::printf("%zu %zu\n", sizeof(dom::AtomRef), sizeof(dom::Atom)) < 0;
  if (mode == "time") return dom::Times();
  std::fprintf(
      stderr,
      "dom size FILE... | types FILE | stack KEEP STEP SEED scan|exact|plant|beside FILE... | atom | time\n");
  return 2;
}
