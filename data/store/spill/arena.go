package spill

import (
	"sync"
	"unsafe"
)

// Arena puts small arrays into the files of a space, one after the other. Many goroutines may use it at once.
type Arena struct {
	Space Space

	mu    sync.Mutex
	rest  []byte // of the latest file
	bytes int64  // of all arrays
}

// Bytes returns the size of all arrays in bytes.
func (a *Arena) Bytes() int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.bytes
}

const (
	arenaFile = 64 << 20 // the size of a file in bytes; the last file stays partly empty
	align     = 8        // of the beginning of an array, in bytes
)

// Copy puts a copy of an array into an arena.
func Copy[T Number](a *Arena, values []T) ([]T, error) {
	if len(values) == 0 {
		return nil, nil
	}
	at, err := a.take(len(values) * int(unsafe.Sizeof(values[0])))
	if err != nil {
		return nil, err
	}
	out := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(at))), len(values))
	Write(out, values)
	return out, nil
}

// Reserve makes room for size bytes in one file. It returns an error at once if the disk has no room for them.
func (a *Arena) Reserve(size int64) (err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.reserve((size + align - 1) / align * align)
}

// reserve does what Reserve does while the arena is locked.
func (a *Arena) reserve(size int64) (err error) {
	a.rest, err = a.Space.take(size)
	return err
}

// take returns the bytes for an array of the given size.
func (a *Arena) take(size int) (place []byte, err error) {
	size = (size + align - 1) / align * align
	a.mu.Lock()
	defer a.mu.Unlock()
	if size > len(a.rest) {
		if err := a.reserve(int64(max(size, arenaFile))); err != nil {
			return nil, err
		}
	}
	place, a.rest = a.rest[:size], a.rest[size:]
	a.bytes += int64(size)
	return place, nil
}
