package spill

import (
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"cardinal/internal/separators"
)

// Possible says whether the system can map temporary files.
const Possible = true

// left is the number of bytes of a disk that are left to other programs.
const left = 1 << 30

// mapNew allocates all blocks of a new file of the given size, and maps it.
func mapNew(path string, size int64) (m mapping, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return m, err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
		}
	}()
	var disk unix.Statfs_t
	if err := unix.Fstatfs(int(f.Fd()), &disk); err == nil && size > int64(disk.Bavail)*disk.Bsize-left {
		return m, separators.Errorf("%d MB are free, of which %d are left to other programs: %w",
			int64(disk.Bavail)*disk.Bsize>>20, left>>20, unix.ENOSPC)
	}
	if err := unix.Fallocate(int(f.Fd()), 0, 0, size); err != nil {
		return m, separators.Errorf("cannot take %d MB: %w", size>>20, err)
	}
	b, err := unix.Mmap(int(f.Fd()), 0, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return m, separators.Errorf("cannot map %d MB: %w", size>>20, err)
	}
	return mapping{b, f}, nil
}

func unmap(b []byte) error { return unix.Munmap(b) }

// cool takes pages out of the process. The file keeps their content.
func cool(b []byte) { _ = unix.Madvise(b, unix.MADV_DONTNEED) }

// discard frees the blocks of a part of a file. If the file system cannot, the file keeps them until it is unmapped.
func discard(b []byte) { _ = unix.Madvise(b, unix.MADV_REMOVE) }

// pause is the time between two checks of the resident pages.
const pause = 10 * time.Millisecond

var watching sync.Once

// watch returns pages to the system whenever more than Most bytes are resident. It starts with the first space. The
// pages stay in the system's cache until the memory is needed.
func (s *Space) watch() {
	if s.Most == 0 {
		return
	}
	watching.Do(func() {
		go func() {
			for range time.Tick(pause) {
				if resident() <= s.Most {
					continue
				}
				all.RLock()
				for _, b := range all.mapped {
					cool(b.bytes)
				}
				all.RUnlock()
			}
		}()
	})
}

// resident returns the number of resident bytes of the process that lie in files.
func resident() int64 {
	b, _ := os.ReadFile("/proc/self/statm")
	var total, rss, shared int64
	_, _ = fmt.Sscan(string(b), &total, &rss, &shared) // shared stays 0 if the system does not tell
	return shared * int64(os.Getpagesize())
}
