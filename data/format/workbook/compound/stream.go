package compound

import (
	"errors"
	"io"
)

// Stream is a stream of a compound file.
type Stream struct {
	Size    int64 // in bytes
	file    *File
	mini    bool     // the stream is in mini sectors
	sectors []uint32 // in the order of the stream
}

// stream returns the stream of a directory entry, with as many sectors as its size needs.
func (f *File) stream(e entry, mini bool) (*Stream, error) {
	s := &Stream{Size: e.size, file: f, mini: mini}
	next := f.next
	if mini {
		next = f.small
	}
	want := (e.size + s.unit() - 1) / s.unit()
	if want > int64(len(next)) {
		return nil, ErrDamaged
	}
	var err error
	s.sectors, err = chain(next, e.start, int(want))
	if err == nil && int64(len(s.sectors)) < want {
		err = ErrDamaged
	}
	return s, err
}

// unit returns the size in bytes of a sector of the stream.
func (s *Stream) unit() int64 {
	if s.mini {
		return miniSector
	}
	return s.file.sector
}

// ReadAt implements io.ReaderAt. It reads adjacent sectors at once.
func (s *Stream) ReadAt(b []byte, at int64) (n int, err error) {
	if at < 0 || at >= s.Size {
		return 0, io.EOF
	}
	short := int64(len(b)) > s.Size-at
	if short {
		b = b[:s.Size-at]
	}
	unit := s.unit()
	for n < len(b) {
		i := (at + int64(n)) / unit
		from := (at + int64(n)) % unit
		run := int64(1)
		for i+run < int64(len(s.sectors)) && s.sectors[i+run] == s.sectors[i]+uint32(run) &&
			run*unit-from < int64(len(b)-n) {
			run++
		}
		piece := b[n:min(int64(len(b)), int64(n)+run*unit-from)]
		var got int
		if s.mini {
			got, err = s.file.mini.ReadAt(piece, int64(s.sectors[i])*unit+from)
		} else {
			got, err = s.file.r.ReadAt(piece, (int64(s.sectors[i])+1)*unit+from)
		}
		n += got
		switch {
		case got == len(piece): // io.EOF after all bytes is no error
		case err == nil || errors.Is(err, io.EOF):
			return n, ErrDamaged
		default:
			return n, err
		}
	}
	if short {
		return n, io.EOF
	}
	return n, nil
}
