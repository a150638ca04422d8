#include "intl/lease.h"

#include <algorithm>
#include <mutex>

#include "base/macros.h"

namespace halfword::intl {

namespace {

struct Place {
  char kind;
  std::string recipe;
  void* object;
  void (*destroy)(void*);
  uint64_t turn;  // when it was put there
};
// Of a fixed size: to put something back must not allocate, because destructors do it.
struct Shelf {
  std::mutex mutex;
  Place places[kShelfPlaces];
  size_t count = 0;
  uint64_t turns = 0;

  // The last of the others fills the gap.
  Place Take(Place* place) {
    Place taken = std::move(*place);
    if (place != &places[--count]) *place = std::move(places[count]);
    return taken;
  }
};
Shelf& TheShelf() {
  HW_PROCESS_STATE(
      "Any thread takes and leaves objects, under the shelf's lock; it lives as long as the process.");
  static Shelf* const shelf = new Shelf;

  return *shelf;
}

}  // namespace

void* TakeFromShelf(char kind, std::string_view recipe, std::string* text) {
  Shelf& shelf = TheShelf();
  std::lock_guard lock(shelf.mutex);
  for (Place* place = shelf.places + shelf.count; place-- > shelf.places;) {
    if (place->kind != kind || place->recipe != recipe) continue;
    Place taken = shelf.Take(place);
    *text = std::move(taken.recipe);
    return taken.object;
  }
  return nullptr;
}

void PutOnShelf(char kind, std::string recipe, void* object, void (*destroy)(void*)) {
  Place leaving{};
  Shelf& shelf = TheShelf();
  {
    std::lock_guard lock(shelf.mutex);
    if (shelf.count == kShelfPlaces)
      leaving = shelf.Take(std::ranges::min_element(shelf.places, {}, &Place::turn));
    shelf.places[shelf.count++] = {kind, std::move(recipe), object, destroy, shelf.turns++};
  }
  if (leaving.object != nullptr) leaving.destroy(leaving.object);
}

void ClearShelf() {
  Shelf& shelf = TheShelf();
  for (;;) {
    Place taken{};
    {
      std::lock_guard lock(shelf.mutex);
      if (shelf.count == 0) return;
      taken = shelf.Take(shelf.places);
    }
    taken.destroy(taken.object);
  }
}

size_t ObjectsOnShelf() {
  Shelf& shelf = TheShelf();
  std::lock_guard lock(shelf.mutex);
  return shelf.count;
}

}  // namespace halfword::intl
