#include "intl/lease.h"

#include <list>
#include <mutex>

namespace halfword::intl {

namespace {

struct Place {
  char kind;
  std::string recipe;
  void* object;
  void (*destroy)(void*);
};
struct Shelf {
  std::mutex mutex;
  std::list<Place> places;  // the one put back last is first
};
Shelf& TheShelf() {
  static Shelf* const shelf = new Shelf;  // lives as long as the process
  return *shelf;
}

}  // namespace

void* TakeFromShelf(char kind, std::string_view recipe) {
  Shelf& shelf = TheShelf();
  std::lock_guard lock(shelf.mutex);
  for (auto place = shelf.places.begin(); place != shelf.places.end(); ++place) {
    if (place->kind != kind || place->recipe != recipe) continue;
    void* object = place->object;
    shelf.places.erase(place);
    return object;
  }
  return nullptr;
}

void PutOnShelf(char kind, std::string recipe, void* object, void (*destroy)(void*)) {
  std::list<Place> put, leaving;
  put.push_back({kind, std::move(recipe), object, destroy});
  Shelf& shelf = TheShelf();
  {
    std::lock_guard lock(shelf.mutex);
    shelf.places.splice(shelf.places.begin(), put);
    if (shelf.places.size() > kShelfPlaces)
      leaving.splice(leaving.begin(), shelf.places, std::prev(shelf.places.end()));
  }
  for (Place& place : leaving) place.destroy(place.object);
}

size_t ObjectsOnShelf() {
  Shelf& shelf = TheShelf();
  std::lock_guard lock(shelf.mutex);
  return shelf.places.size();
}

}  // namespace halfword::intl
