// Images and their reference counts.
#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "api/arguments.h"
#include "api/entry.h"
#include "api/misuse.h"
#include "api/records.h"
#include "api/tables.h"
#include "intl/lease.h"
#include "isolates/image_file.h"

using namespace halfword;       // NOLINT
using namespace halfword::api;  // NOLINT

namespace {

hw_image* Wrap(std::shared_ptr<const Image> image) {
  if (!image) return nullptr;
  auto* wrapped = new hw_image;
  wrapped->image = std::move(image);
  return wrapped;
}

struct ImageOptions {
  std::shared_ptr<const Image> base;
  ImageKey key;
  Compaction compaction = Compaction::kNone;
};

// None and a sentence if they are mistaken. Null says nothing.
std::optional<ImageOptions> OptionsOf(const hw_image_options* given, std::string* sentence) {
  hw_image_options all = {};
  if (given && !ReadStruct(given, "hw_image_options", &all, sentence)) return std::nullopt;
  auto bytes = [](const void* data, size_t size) {
    return std::span(static_cast<const uint8_t*>(data), size);
  };
  const char* mistake = !all.key && all.key_size != 0       ? "the key is null"
                        : all.key && all.key_size == 0      ? "the key of an image has 16 to 64 bytes"
                        : !all.bound && all.bound_size != 0 ? "what the image is bound to is null"
                                                            : nullptr;
  if (mistake) {
    *sentence = mistake;
    return std::nullopt;
  }
  return ImageOptions{all.base ? all.base->image : nullptr,
                      {bytes(all.key, all.key_size), bytes(all.bound, all.bound_size)},
                      all.compact ? Compaction::kWhole : Compaction::kNone};
}

std::vector<char> FileOf(const hw_image* image, const hw_image_options* options, std::string* sentence) {
  if (!image) *sentence = "there is no image";
  std::optional<ImageOptions> read = OptionsOf(options, sentence);
  if (!image || !read) return {};
  return WriteImageFile(*image->image, read->base.get(), read->key, sentence);
}

hw_image* Freeze(hw_isolate* isolate, const hw_image_options* options, hw_error* error) {
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
    std::optional<ImageOptions> read = OptionsOf(options, &sentence);
    hw_image* image = read ? Wrap(isolate->owner->Freeze(&sentence, read->compaction)) : nullptr;
    if (!image) SetError(error, sentence);
    return image;
  });
  AfterLeaving(isolate);
  return made;
}

}  // namespace

// The build has one version, that of project() in CMakeLists.txt; the header says the same.
static_assert(std::string_view(HW_VERSION_STRING) == HALFWORD_VERSION);

const char* hw_version(void) { return HW_VERSION_STRING; }
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
  return WithMemory(error, [&] {
    std::string sentence;
    hw_image* image = Wrap(ReadImageFile({static_cast<const char*>(data), size}, {}, {}, &sentence));
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
    bool ok = IsSparse(*image->image)
                  ? Image::Write(path, WriteImageFile(*image->image, nullptr, {}, &sentence), &sentence)
                  : image->image->Save(path, &sentence);
    if (!ok) SetError(error, sentence);
    return ok;
  });
}

size_t hw_image_bytes(const hw_image* image, void* data, size_t capacity) {
  if (!image) return 0;
  if (IsSparse(*image->image)) return hw_image_bytes_with(image, nullptr, data, capacity);
  size_t size = image->image->size();
  if (data && !image->image->ReadAt(data, size < capacity ? size : capacity, 0)) return 0;
  return size;
}

bool hw_image_save_with(const hw_image* image, const char* path, const hw_image_options* options,
                        hw_error* error) {
  if (!path) {
    SetError(error, "the path is null");
    return false;
  }
  return WithMemory(error, [&] {
    std::string sentence;
    std::vector<char> file = FileOf(image, options, &sentence);
    bool ok = !file.empty() && Image::Write(path, file, &sentence);
    if (!ok) SetError(error, sentence);
    return ok;
  });
}

size_t hw_image_bytes_with(const hw_image* image, const hw_image_options* options, void* data,
                           size_t capacity) {
  return WithMemory(nullptr, [&] {
    std::string unused;
    std::vector<char> file = FileOf(image, options, &unused);
    if (data) std::copy_n(file.data(), std::min(file.size(), capacity), static_cast<char*>(data));
    return file.size();
  });
}

hw_image* hw_image_open_with(const void* data, size_t size, hw_image* const* bases, size_t base_count,
                             const hw_image_options* options, hw_error* error) {
  if ((!data && size != 0) || (!bases && base_count != 0)) {
    SetError(error, data || size == 0 ? "the bases are null" : "the bytes are null");
    return nullptr;
  }
  return WithMemory(error, [&] {
    std::string sentence;
    hw_image* image = nullptr;
    if (std::optional<ImageOptions> read = OptionsOf(options, &sentence)) {
      std::vector<std::shared_ptr<const Image>> known;
      for (hw_image* base : std::span(bases, base_count)) known.push_back(base ? base->image : nullptr);
      image = Wrap(ReadImageFile({static_cast<const char*>(data), size}, known, read->key, &sentence));
    }
    if (!image) SetError(error, sentence);
    return image;
  });
}

void hw_image_name(const hw_image* image, uint8_t name[32]) {
  if (!name) return;
  Digest digest = image ? WithMemory(nullptr, [&] { return image->image->name(); }) : Digest{};
  std::copy(digest.begin(), digest.end(), name);
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

hw_image* hw_isolate_freeze(hw_isolate* isolate, hw_error* error) { return Freeze(isolate, nullptr, error); }

hw_image* hw_isolate_freeze_with(hw_isolate* isolate, const hw_image_options* options, hw_error* error) {
  return Freeze(isolate, options, error);
}
