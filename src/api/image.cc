// Images and their reference counts.
#include <cstring>

#include "api/internal.h"
#include "intl/lease.h"

using namespace halfword;       // NOLINT
using namespace halfword::api;  // NOLINT

namespace {

hw_image* Wrap(std::shared_ptr<const Image> image) {
  if (!image) return nullptr;
  auto* wrapped = new hw_image;
  wrapped->image = std::move(image);
  return wrapped;
}

}  // namespace

uint32_t hw_api_version(void) { return HW_API_VERSION; }

hw_image* hw_image_open(const char* path, hw_error* error) {
  if (!path) {
    SetError(error, "the path is null");
    return nullptr;
  }
  return WithMemory(error, [&] {
    std::string sentence;
    hw_image* image = Wrap(Image::Open(path, &sentence));
    if (!image) SetError(error, sentence);
    return image;
  });
}

hw_image* hw_image_from_bytes(const void* data, size_t size, hw_error* error) {
  if (!data && size != 0) {
    SetError(error, "the bytes are null");
    return nullptr;
  }
  platform::File file = platform::File::InMemory("halfword image");
  if (!file.is_open() || !file.WriteAt(data, size, 0)) {
    SetError(error, "cannot make a file in memory");
    return nullptr;
  }
  return WithMemory(error, [&] {
    std::string sentence;
    hw_image* image = Wrap(Image::Open(std::move(file), 0, &sentence));
    if (!image) SetError(error, sentence);
    return image;
  });
}

bool hw_image_save(const hw_image* image, const char* path, hw_error* error) {
  if (!image || !path) {
    SetError(error, image ? "the path is null" : "there is no image");
    return false;
  }
  return WithMemory(error, [&] {
    std::string sentence;
    bool ok = image->image->Save(path, &sentence);
    if (!ok) SetError(error, sentence);
    return ok;
  });
}

size_t hw_image_bytes(const hw_image* image, void* data, size_t capacity) {
  if (!image) return 0;
  size_t size = image->image->size();
  if (data && !image->image->ReadAt(data, size < capacity ? size : capacity, 0)) return 0;
  return size;
}

hw_image* hw_image_retain(hw_image* image) {
  if (image) image->references.fetch_add(1, std::memory_order_relaxed);
  return image;
}

void hw_image_release(hw_image* image) {
  if (image && image->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete image;
}

void hw_image_trim(hw_image* image) {
  const Image* trimmed = image ? image->image.get() : Image::Embedded().get();
  if (trimmed) trimmed->spares().Release();
#if HALFWORD_INTL
  if (!image) intl::ClearShelf();
#endif
}

bool hw_isolate_heap_snapshot(hw_isolate* isolate, const char* path, hw_error* error) {
  if (const char* why = path ? WhyNotEnter(isolate) : "the path is null") {
    SetError(error, why);
    return false;
  }
  bool is_outermost = !isolate->owner->is_entered();
  bool written = WithMemory(error, [&] {
    std::string sentence;
    bool ok = isolate->owner->WriteHeapSnapshot(path, &sentence);
    if (!ok) SetError(error, sentence);
    return ok;
  });
  if (is_outermost) AfterLeaving(isolate);
  return written;
}

hw_image* hw_isolate_freeze(hw_isolate* isolate, hw_error* error) {
  if (const char* why = WhyNotEnter(isolate)) {
    SetError(error, why);
    return nullptr;
  }
  if (isolate->owner->is_entered()) {
    SetError(error, "an isolate can't be frozen while it runs");
    return nullptr;
  }
  FreeReferences(isolate);
  hw_image* made = WithMemory(error, [&] {
    std::string sentence;
    hw_image* image = Wrap(isolate->owner->Freeze(&sentence));
    if (!image) SetError(error, sentence);
    return image;
  });
  AfterLeaving(isolate);
  return made;
}
