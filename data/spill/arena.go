package spill

import "unsafe"

// Arena puts small arrays into the files of a space, one behind the other. One goroutine uses it.
type Arena struct {
	Space *Space
	rest  []byte
}

const (
	arenaFile = 64 << 20 // the size of a file in bytes, of which the last one stays empty in part
	align     = 8        // of the begin of an array, in bytes
)

// Copy puts a copy of an array into an arena.
func Copy[T Number](a *Arena, values []T) ([]T, error) {
	if len(values) == 0 {
		return nil, nil
	}
	size := len(values) * int(unsafe.Sizeof(values[0]))
	if taken := (size + align - 1) / align * align; taken > len(a.rest) {
		var err error
		if a.rest, err = a.Space.take(int64(max(taken, arenaFile))); err != nil {
			return nil, err
		}
	}
	out := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(a.rest))), len(values))
	a.rest = a.rest[(size+align-1)/align*align:]
	copy(out, values)
	return out, nil
}
