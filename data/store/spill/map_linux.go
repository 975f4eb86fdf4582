package spill

import (
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"cardinal/internal/separators"
)

// Possible is whether the system can map temporary files.
const Possible = true

// left is the bytes of a disk that are never taken: other programs need some.
const left = 1 << 30

// mapNew gives a new file its size and all its blocks, and maps it.
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
		return m, separators.Errorf("%d MB are free, of which %d are left to other programs: %w", int64(disk.Bavail)*disk.Bsize>>20, left>>20, unix.ENOSPC)
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

// cool takes pages out of the process. The file keeps what was written.
func cool(b []byte) { _ = unix.Madvise(b, unix.MADV_DONTNEED) }

// discard gives the blocks of a part of a file back. A file system that cannot keeps them until the file is unmapped.
func discard(b []byte) { _ = unix.Madvise(b, unix.MADV_REMOVE) }

// pause is the time between two looks at the resident pages.
const pause = 10 * time.Millisecond

var watching sync.Once

// watch has pages given back, from the first space on, whenever more than so many bytes are resident. The pages
// stay in the system's cache as long as nobody wants the memory.
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

// resident is the bytes of the process that lie in files.
func resident() int64 {
	b, _ := os.ReadFile("/proc/self/statm")
	var total, rss, shared int64
	_, _ = fmt.Sscan(string(b), &total, &rss, &shared) // shared stays 0 where the system does not say
	return shared * int64(os.Getpagesize())
}
