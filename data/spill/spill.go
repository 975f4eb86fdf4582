package spill

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"unsafe"

	"cardinal/localfile"
	"cardinal/memory"
)

// Number is what arrays are made of.
type Number interface {
	~uint8 | ~uint16 | ~uint32 | ~uint64 | ~int8 | ~int16 | ~int32 | ~int64 | ~float64
}

// Space is the spilled arrays of a table that is being read, or of a pivot. Many goroutines may use it at once.
type Space struct {
	// Most is the bytes of memory that pages of spilled arrays may take before they are given back to the system; 0: the system decides alone.
	Most int64
	Of   string // whose arrays they are, for messages; "": the table

	mu     sync.Mutex
	mapped [][]byte
	bytes  int64
}

// all is the mappings of all spaces.
var all struct {
	sync.RWMutex
	mapped [][]byte
}

// Make makes an array of n zeros: in the space, or in memory where the space is nil.
func Make[T Number](s *Space, n int) ([]T, error) {
	if s == nil || n == 0 {
		return memory.Make[T](n), nil
	}
	b, err := s.take(int64(n) * int64(unsafe.Sizeof(*new(T))))
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n), nil
}

// take maps a new file of a size.
func (s *Space) take(size int64) ([]byte, error) {
	path, err := localfile.CachePath("spill")
	if err != nil {
		return nil, fmt.Errorf("%s, and there is no folder for a temporary file: %w", s.trouble(), err)
	}
	path, release, err := localfile.Claim(path, ".spill")
	if err != nil {
		return nil, fmt.Errorf("%s, and no temporary file can be made: %w", s.trouble(), err)
	}
	defer release()
	defer func() { _ = os.Remove(path) }()
	b, err := mapNew(path, size)
	if err != nil {
		return nil, fmt.Errorf("%s, and the disk of %s has no room for %d MB of it; make room there, or use a machine with more memory: %w", s.trouble(), filepath.Dir(path), size>>20, err)
	}
	s.mu.Lock()
	s.mapped = append(s.mapped, b)
	s.bytes += size
	s.mu.Unlock()
	all.Lock()
	all.mapped = append(all.mapped, b)
	all.Unlock()
	s.watch()
	return b, nil
}

func (s *Space) trouble() string {
	return cmp.Or(s.Of, "the table") + " does not fit the memory"
}

// Bytes is the size of all arrays of the space.
func (s *Space) Bytes() int64 {
	if s == nil {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes
}

// Release gives the arrays of the space back. Nothing may use them any more.
func (s *Space) Release() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	all.Lock()
	all.mapped = slices.DeleteFunc(all.mapped, func(b []byte) bool {
		return slices.ContainsFunc(s.mapped, func(own []byte) bool { return unsafe.SliceData(own) == unsafe.SliceData(b) })
	})
	all.Unlock()
	var err error
	for _, b := range s.mapped {
		err = errors.Join(err, unmap(b))
	}
	s.mapped, s.bytes = nil, 0
	return err
}

// Held reports whether an array lies in a space.
func Held[T Number](values []T) bool { return rest(values) != nil }

// rest is the part of the mapping that lies behind an array, and not nil where the array lies in a mapping.
func rest[T Number](values []T) []byte {
	b, _, to := mappingOf(values)
	if b == nil {
		return nil
	}
	return b[to:]
}

// mappingOf is the mapping that an array lies in, nil where it lies in none, and the bytes of the array in it.
func mappingOf[T Number](values []T) (mapping []byte, from, to int) {
	if len(values) == 0 {
		return nil, 0, 0
	}
	at := uintptr(unsafe.Pointer(unsafe.SliceData(values)))
	end := at + uintptr(len(values))*unsafe.Sizeof(values[0])
	all.RLock()
	defer all.RUnlock()
	for _, b := range all.mapped {
		first := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
		if at >= first && end <= first+uintptr(len(b)) {
			return b, int(at - first), int(end - first)
		}
	}
	return nil, 0, 0
}

// Reuse makes an array for results of values, one each, that are computed in ascending order and take the place of the values: an array in memory for
// values in memory or of a narrower type, and the place of the values themselves for spilled ones. Done is called when all are computed.
func Reuse[D, S Number](values []S) []D {
	if unsafe.Sizeof(*new(D)) > unsafe.Sizeof(*new(S)) || !Held(values) {
		return memory.Uninitialized[D](len(values))
	}
	return unsafe.Slice((*D)(unsafe.Pointer(unsafe.SliceData(values))), len(values))
}

// around is the bytes that the system maps at once around a page that is used, and a multiple of the page size of all systems.
const around = 1 << 16

// Cool gives the memory of an array that lies in a space back to the system, until it is used again, and that of what was mapped around it. An array in
// memory stays there.
func Cool[T Number](values []T) {
	if b, from, to := mappingOf(values); b != nil {
		cool(b[from/around*around : min((to+around-1)/around*around, len(b))])
	}
}

// Done gives the disk behind an array of Reuse back, as far as the system can.
func Done[D Number](values []D) {
	if behind := rest(values); len(behind) > 2*around {
		at := uintptr(unsafe.Pointer(unsafe.SliceData(behind)))
		discard(behind[(around-at%around)%around:])
	}
}
