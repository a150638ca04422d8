#include "file_system.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

namespace halfword::packages {

namespace {

bool HasNul(const std::string& path) { return path.find('\0') != path.npos; }

FileKind KindOfStatus(const struct stat& status) {
  if (S_ISREG(status.st_mode)) return FileKind::kFile;
  return S_ISDIR(status.st_mode) ? FileKind::kFolder : FileKind::kNone;
}

}  // namespace

FileKind Disk::KindOf(const std::string& path) {
  struct stat status;
  if (HasNul(path) || stat(path.c_str(), &status) != 0) return FileKind::kNone;
  return KindOfStatus(status);
}

bool Disk::Read(const std::string& path, size_t most, std::string* bytes) {
  bytes->clear();
  if (HasNul(path)) return false;
  // A pipe is not waited for.
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  struct stat status;
  bool is_good = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size >= 0 &&
                 static_cast<uint64_t>(status.st_size) <= most;
  // Some files say that they are empty and are not.
  constexpr size_t kPiece = 1 << 16;
  if (is_good) bytes->reserve(static_cast<size_t>(status.st_size) + 1);
  for (bool goes_on = is_good; goes_on;) {
    size_t begin = bytes->size();
    size_t want = std::max<size_t>(bytes->capacity() - begin, begin == 0 ? 1 : kPiece);
    bytes->resize(begin + want);
    ssize_t count = read(file, bytes->data() + begin, want);
    bytes->resize(begin + static_cast<size_t>(std::max<ssize_t>(count, 0)));
    is_good = count >= 0 && bytes->size() <= most;
    goes_on = is_good && count > 0;
  }
  close(file);
  return is_good;
}

std::optional<std::string> Disk::RealPath(const std::string& path) {
  if (HasNul(path)) return std::nullopt;
  std::unique_ptr<char, void (*)(void*)> real(realpath(path.c_str(), nullptr), free);
  if (!real) return std::nullopt;
  return std::string(real.get());
}

}  // namespace halfword::packages
