// ICU's objects, made when they are first needed and kept by the process for whoever needs the same again.
//
// An Intl object holds no ICU object, only a recipe: a text that says everything an ICU object is made from.
// A lease takes an object of that recipe off a shelf, or makes one, and puts it back in the end. So nobody
// else uses the object meanwhile, whatever ICU says about its classes and threads, and a guest that makes a
// million formatters has no more of them than the shelf has places. Objects never hold what was formatted, so
// nothing can be seen by another guest but how long a first use takes.
#ifndef HALFWORD_INTL_LEASE_H_
#define HALFWORD_INTL_LEASE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace halfword::intl {

// How many objects wait on the shelf at most. The one that was put back first leaves first.
inline constexpr size_t kShelfPlaces = 64;

// Thread-safe. `kind` tells recipes of different classes apart. Taking gives back the text that lay there.
void* TakeFromShelf(char kind, std::string_view recipe, std::string* text);  // null: there is none
void PutOnShelf(char kind, std::string recipe, void* object, void (*destroy)(void*));
size_t ObjectsOnShelf();
void ClearShelf();

// T has `static constexpr char kKind` and `static T* Make(std::string_view recipe)`, which returns null where
// the recipe makes no sense: recipes lie in guests' heaps.
template <class T>
class Lease {
 public:
  explicit Lease(std::string_view recipe) {
    object_ = static_cast<T*>(TakeFromShelf(T::kKind, recipe, &recipe_));
    is_new_ = object_ == nullptr;
    if (!is_new_) return;
    recipe_ = recipe;
    object_ = T::Make(recipe_);
  }
  ~Lease() {
    if (object_ != nullptr)
      PutOnShelf(T::kKind, std::move(recipe_), object_, [](void* object) { delete static_cast<T*>(object); });
  }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  explicit operator bool() const { return object_ != nullptr; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  bool is_new() const { return is_new_; }  // it was made just now, which takes long

 private:
  std::string recipe_;
  T* object_;
  bool is_new_;
};

}  // namespace halfword::intl

#endif  // HALFWORD_INTL_LEASE_H_
