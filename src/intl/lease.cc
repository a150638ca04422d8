#include "intl/lease.h"

#include <algorithm>
#include <mutex>

namespace halfword::intl {

namespace {

struct Place {
  char kind;
  std::string recipe;
  void* object;
  void (*destroy)(void*);
};
// Of a fixed size: to put something back must not allocate, because destructors do it.
struct Shelf {
  std::mutex mutex;
  Place places[kShelfPlaces];
  size_t count = 0;  // the one put back last is last
};
Shelf& TheShelf() {
  static Shelf* const shelf = new Shelf;  // lives as long as the process
  return *shelf;
}

}  // namespace

void* TakeFromShelf(char kind, std::string_view recipe) {
  Shelf& shelf = TheShelf();
  std::lock_guard lock(shelf.mutex);
  for (Place* place = shelf.places + shelf.count; place-- > shelf.places;) {
    if (place->kind != kind || place->recipe != recipe) continue;
    void* object = place->object;
    std::move(place + 1, shelf.places + shelf.count, place);
    shelf.count--;
    return object;
  }
  return nullptr;
}

void PutOnShelf(char kind, std::string recipe, void* object, void (*destroy)(void*)) {
  Place put{kind, std::move(recipe), object, destroy}, leaving{};
  Shelf& shelf = TheShelf();
  {
    std::lock_guard lock(shelf.mutex);
    if (shelf.count == kShelfPlaces) {
      leaving = std::move(shelf.places[0]);
      std::move(shelf.places + 1, shelf.places + shelf.count, shelf.places);
      shelf.count--;
    }
    shelf.places[shelf.count++] = std::move(put);
  }
  if (leaving.object != nullptr) leaving.destroy(leaving.object);
}

size_t ObjectsOnShelf() {
  Shelf& shelf = TheShelf();
  std::lock_guard lock(shelf.mutex);
  return shelf.count;
}

}  // namespace halfword::intl
