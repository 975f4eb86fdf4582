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

	"cardinal/internal/localfile"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// Number lists the types that an array's values may have.
type Number interface {
	~uint8 | ~uint16 | ~uint32 | ~uint64 | ~int8 | ~int16 | ~int32 | ~int64 | ~float64
}

// Space has the spilled arrays of a table that is being read, or of a pivot. Many goroutines may use it at once.
type Space struct {
	// Most is the number of bytes of memory for pages of spilled arrays; beyond it, pages are returned to the system.
	// 0: only the system returns pages.
	Most int64
	Of   string // the owner of the arrays, for messages; "": the table

	mu     sync.Mutex
	mapped []mapping
	bytes  int64
}

// mapping is a file without a name, and its bytes.
type mapping struct {
	bytes []byte
	file  *os.File // nil if mostOpen files were open already
}

// all has the mappings of all spaces.
var all struct {
	sync.RWMutex
	mapped []mapping
	open   int // of their files
}

// mostOpen is the number of files that stay open for Write. Systems allow a process a thousand and more.
const mostOpen = 256

// Make makes an array of n zeros, in the space, or in memory if the space is nil.
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

// take maps a new file of the given size.
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
	m, err := mapNew(path, size)
	if err != nil {
		return nil, separators.Errorf("%s, and the disk of %s has no room for %d MB of it; make room there, or use a "+
			"machine with more memory: %w", s.trouble(), filepath.Dir(path), size>>20, err)
	}
	all.Lock()
	if all.open < mostOpen {
		all.open++
	} else {
		_ = m.file.Close() // the mapping stays
		m.file = nil
	}
	all.mapped = append(all.mapped, m)
	all.Unlock()
	s.mu.Lock()
	s.mapped = append(s.mapped, m)
	s.bytes += size
	s.mu.Unlock()
	s.watch()
	return m.bytes, nil
}

func (s *Space) trouble() string {
	return cmp.Or(s.Of, "the table") + " does not fit the memory"
}

// Bytes returns the size of all arrays of the space in bytes.
func (s *Space) Bytes() int64 {
	if s == nil {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes
}

// Release frees the arrays of the space. Nothing may use them any more.
func (s *Space) Release() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	all.Lock()
	all.mapped = slices.DeleteFunc(all.mapped, func(m mapping) bool {
		return slices.ContainsFunc(s.mapped, func(own mapping) bool {
			return unsafe.SliceData(own.bytes) == unsafe.SliceData(m.bytes)
		})
	})
	var err error
	for _, m := range s.mapped {
		if m.file != nil {
			err = errors.Join(err, m.file.Close())
			all.open--
		}
	}
	all.Unlock()
	for _, m := range s.mapped {
		err = errors.Join(err, unmap(m.bytes))
	}
	s.mapped, s.bytes = nil, 0
	return err
}

// Held reports whether an array lies in a space.
func Held[T Number](values []T) bool { return rest(values) != nil }

// rest returns the bytes of the mapping after an array. It returns nil if and only if the array lies in no mapping.
func rest[T Number](values []T) []byte {
	m, _, to := mappingOf(values)
	if m.bytes == nil {
		return nil
	}
	return m.bytes[to:]
}

// mappingOf returns the mapping of an array, and the range of the array's bytes in it. The mapping has no bytes if
// the array lies in memory.
func mappingOf[T Number](values []T) (in mapping, from, to int) {
	if len(values) == 0 {
		return in, 0, 0
	}
	at := uintptr(unsafe.Pointer(unsafe.SliceData(values)))
	end := at + uintptr(len(values))*unsafe.Sizeof(values[0])
	all.RLock()
	defer all.RUnlock()
	for _, m := range all.mapped {
		first := uintptr(unsafe.Pointer(unsafe.SliceData(m.bytes)))
		if at >= first && end <= first+uintptr(len(m.bytes)) {
			return m, int(at - first), int(end - first)
		}
	}
	return in, 0, 0
}

// Write fills an array with the first len(to) of the values. For a spilled array, it writes them to the file. A write
// to the mapping would be slower, because the system clears each page of a mapping before the first write to it. If the
// file cannot be written, Write uses the mapping.
func Write[T Number](to, values []T) {
	values = values[:len(to)]
	if m, from, _ := mappingOf(to); m.file != nil {
		if _, err := m.file.WriteAt(memory.Bytes(values), int64(from)); err == nil {
			return
		}
	}
	copy(to, values)
	Cool(to)
}

// Reuse makes an array for one result of each value. If the values are spilled and the results are not wider, the array
// takes the values' own bytes, so results must be computed in ascending order. Otherwise it is an array in memory. Done
// must be called after all results are computed.
func Reuse[D, S Number](values []S) []D {
	if unsafe.Sizeof(*new(D)) > unsafe.Sizeof(*new(S)) || !Held(values) {
		return memory.Uninitialized[D](len(values))
	}
	return unsafe.Slice((*D)(unsafe.Pointer(unsafe.SliceData(values))), len(values))
}

// around is the number of bytes that the system maps at once around a used page. It is a multiple of the page size of
// all systems.
const around = 1 << 16

// Cool returns the memory of an array in a space, and the memory that was mapped around it, to the system until the
// array is used again. An array in memory stays there.
func Cool[T Number](values []T) {
	if m, from, to := mappingOf(values); m.bytes != nil {
		cool(m.bytes[from/around*around : min((to+around-1)/around*around, len(m.bytes))])
	}
}

// Done frees the disk blocks after the end of an array of Reuse, if the system can.
func Done[D Number](values []D) {
	if behind := rest(values); len(behind) > 2*around {
		at := uintptr(unsafe.Pointer(unsafe.SliceData(behind)))
		discard(behind[(around-at%around)%around:])
	}
}

// pieceBytes is the size of the pieces of Fill, which stay in a core's cache.
const pieceBytes = 128 << 10

var pieces = sync.Pool{New: func() any { return new([pieceBytes / 8]uint64) }}

// Fill fills an array with f. It calls f for one piece after the other; f writes all values of the piece that begins at
// index at. Pieces of a spilled array are written to its file, as in Write.
func Fill[T Number](to []T, f func(at int, piece []T)) {
	if !Held(to) {
		f(0, to)
		return
	}
	buffer := pieces.Get().(*[pieceBytes / 8]uint64)
	defer pieces.Put(buffer)
	whole := unsafe.Slice((*T)(unsafe.Pointer(buffer)), pieceBytes/unsafe.Sizeof(to[0]))
	for at := 0; at < len(to); {
		piece := whole[:min(len(whole), len(to)-at)]
		f(at, piece)
		Write(to[at:at+len(piece)], piece)
		at += len(piece)
	}
}
