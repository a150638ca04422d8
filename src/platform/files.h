// Files that memory is mapped from.
#ifndef HALFWORD_PLATFORM_FILES_H_
#define HALFWORD_PLATFORM_FILES_H_

#include <cstddef>
#include <cstdint>
#include <string>

namespace halfword::platform {

// All of it, or false.
bool ReadAt(int fd, void* data, size_t size, uint64_t offset);
bool WriteAt(int fd, const void* data, size_t size, uint64_t offset);

// An open file descriptor; -1: none.
class File {
 public:
  File() = default;
  explicit File(int fd) : fd_(fd) {}
  File(File&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  File& operator=(File&& other) noexcept;
  ~File() { Close(); }

  static File OpenForReading(const char* path);
  // Creates or empties it.
  static File Create(const char* path);
  // A file without a name that lives in memory.
  static File InMemory(const char* label);

  bool is_open() const { return fd_ >= 0; }
  int fd() const { return fd_; }
  uint64_t size() const;  // 0 also where it can't be known
  bool ReadAt(void* data, size_t size, uint64_t offset) const {
    return platform::ReadAt(fd_, data, size, offset);
  }
  bool WriteAt(const void* data, size_t size, uint64_t offset) const {
    return platform::WriteAt(fd_, data, size, offset);
  }
  // Makes it so many bytes long; new ones are zero and take no memory.
  bool Resize(uint64_t size) const;
  void Close();

 private:
  int fd_ = -1;
};

// The file that `address`, which belongs to the program or to one of its shared objects, was loaded from, and
// where in it. False: it is not known.
bool FindLoadedFile(const void* address, std::string* path, uint64_t* offset);

}  // namespace halfword::platform

#endif  // HALFWORD_PLATFORM_FILES_H_
