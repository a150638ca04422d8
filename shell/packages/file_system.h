// Packages are looked for in the files of the disk, or of anything else that has folders. Paths are
// absolute, with '/' between names.
#ifndef HALFWORD_SHELL_PACKAGES_FILE_SYSTEM_H_
#define HALFWORD_SHELL_PACKAGES_FILE_SYSTEM_H_

#include <cstddef>
#include <optional>
#include <string>

namespace halfword::packages {

enum class FileKind { kNone, kFile, kFolder };

class FileSystem {
 public:
  virtual ~FileSystem() = default;
  // Tells what the path leads to, behind symbolic links. It is kNone also for paths that can be none, and
  // for what is neither a file nor a folder.
  virtual FileKind KindOf(const std::string& path) = 0;
  // Returns false if it is no file, if it can't be read, or if it has more than `most` bytes.
  virtual bool Read(const std::string& path, size_t most, std::string* bytes) = 0;
  // Returns the path without symbolic links, or nothing if it leads nowhere.
  virtual std::optional<std::string> RealPath(const std::string& path) = 0;
};

class Disk final : public FileSystem {
 public:
  FileKind KindOf(const std::string& path) override;
  bool Read(const std::string& path, size_t most, std::string* bytes) override;
  std::optional<std::string> RealPath(const std::string& path) override;
};

}  // namespace halfword::packages

#endif  // HALFWORD_SHELL_PACKAGES_FILE_SYSTEM_H_
