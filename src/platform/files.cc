#include "platform/files.h"

#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace halfword::platform {

File& File::operator=(File&& other) noexcept {
  if (this != &other) {
    Close();
    fd_ = other.fd_;
    other.fd_ = -1;
  }
  return *this;
}

bool File::Resize(uint64_t size) const { return ftruncate(fd_, static_cast<off_t>(size)) == 0; }

void File::Close() {
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
}

File File::OpenForReading(const char* path) { return File(open(path, O_RDONLY | O_CLOEXEC)); }
File File::Create(const char* path) { return File(open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)); }
File File::InMemory(const char* label) { return File(memfd_create(label, MFD_CLOEXEC)); }

uint64_t File::size() const {
  struct stat status;
  return fstat(fd_, &status) == 0 && status.st_size > 0 ? static_cast<uint64_t>(status.st_size) : 0;
}

bool ReadAt(int fd, void* data, size_t size, uint64_t offset) {
  char* p = static_cast<char*>(data);
  while (size != 0) {
    ssize_t n = pread(fd, p, std::min(size, size_t{1} << 30), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    p += n;
    size -= static_cast<size_t>(n);
    offset += static_cast<uint64_t>(n);
  }
  return true;
}

bool WriteAt(int fd, const void* data, size_t size, uint64_t offset) {
  const char* p = static_cast<const char*>(data);
  while (size != 0) {
    ssize_t n = pwrite(fd, p, std::min(size, size_t{1} << 30), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    p += n;
    size -= static_cast<size_t>(n);
    offset += static_cast<uint64_t>(n);
  }
  return true;
}

bool FindLoadedFile(const void* address, std::string* path, uint64_t* offset) {
  struct Search {
    uintptr_t address;
    std::string* path;
    uint64_t* offset;
  } search{reinterpret_cast<uintptr_t>(address), path, offset};
  return dl_iterate_phdr(
             [](dl_phdr_info* info, size_t, void* data) {
               auto* s = static_cast<Search*>(data);
               for (int i = 0; i < info->dlpi_phnum; i++) {
                 const ElfW(Phdr)& segment = info->dlpi_phdr[i];
                 uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
                 if (segment.p_type != PT_LOAD || s->address < begin ||
                     s->address - begin >= segment.p_filesz)
                   continue;
                 // The program itself has no name here.
                 *s->path =
                     info->dlpi_name == nullptr || *info->dlpi_name == 0 ? "/proc/self/exe" : info->dlpi_name;
                 *s->offset = segment.p_offset + (s->address - begin);
                 return 1;
               }
               return 0;
             },
             &search) == 1;
}

}  // namespace halfword::platform
