// Address space and pages. Every size and address is a multiple of the page size. Functions that can fail
// return false or null and leave errno set.
#ifndef HALFWORD_PLATFORM_MEMORY_H_
#define HALFWORD_PLATFORM_MEMORY_H_

#include <cstddef>
#include <cstdint>

namespace halfword::platform {

enum class Access { kNone, kRead, kReadWrite, kReadExecute };

size_t PageSize();

// Reserves address space without committing memory; kReadWrite ranges are committed page by page when
// touched. `hint` 0 lets the kernel choose.
void* Reserve(size_t size, Access access);
// At exactly `address`, or null if anything is mapped there.
void* ReserveAt(uintptr_t address, size_t size, Access access);
void Release(void* address, size_t size);

bool Protect(void* address, size_t size, Access access);
// Makes any access to the pages, which hold nothing, a fault, if possible without splitting the mapping they
// are in (a process may have 65,530 mappings).
bool Guard(void* address, size_t size);
// Makes the pages resident and writable ahead of use, in one call instead of a fault each. A hint.
void Populate(void* address, size_t size);
// Gives the memory back; the pages read as zero (or as the file they map) afterwards.
void Decommit(void* address, size_t size);
// Undoes all writes to a private mapping: of the open file from `file_offset` on, or of nothing (fd -1). Up
// to `keep` bytes of written pages are restored in place; they, and pages that were only read, stay resident,
// so that the next user faults on none of them. What is beyond, and everything where the system can't tell
// (it is Linux from 6.7 on that can), is given back as by Decommit.
void UndoWrites(void* address, size_t size, int fd, uint64_t file_offset, size_t keep);
// Asks for, or forbids, huge pages in the range. A hint.
void AdviseHugePages(void* address, size_t size, bool wanted);

// True if the system gives huge pages to memory that did not ask for them. Small heaps
// must then decline them.
bool HugePagesAreDefault();

// Maps `size` bytes of an open file at exactly `address`, replacing what is mapped
// there. Writes stay private.
bool MapFilePrivate(void* address, size_t size, int fd, uint64_t file_offset, Access access);

// Maps the first `size` bytes of an open file; writes go to the file. At exactly `address`, where nothing is
// mapped yet (errno EEXIST: something is), or anywhere if it is null.
void* MapFileShared(void* address, size_t size, int fd, Access access);

// The same, from `file_offset` on, at an address where something is mapped, which it replaces. False: what
// was there still is.
bool RemapFileShared(void* address, size_t size, int fd, uint64_t file_offset, Access access);

// Reserved address space again, whatever is mapped there. False: it still is.
bool ReplaceByNothing(void* address, size_t size);

// Bytes of address space that this process may still map (RLIMIT_AS less what it has mapped); SIZE_MAX
// without a limit.
size_t AvailableAddressSpace();
// Bytes of the range that are resident.
size_t ResidentBytes(const void* address, size_t size);

}  // namespace halfword::platform

#endif  // HALFWORD_PLATFORM_MEMORY_H_
