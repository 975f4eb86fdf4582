package compound

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf16"

	"cardinal/internal/each"
)

// Signature has the first bytes of every compound file.
const Signature = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"

const (
	headerSize  = 512
	entrySize   = 128
	miniSector  = 64
	cutoff      = 4096 // least size of a stream with its own sectors; shorter streams are in mini sectors
	lastSector  = 0xFFFFFFFA
	noEntry     = 0xFFFFFFFF
	maxEntries  = 1 << 16
	kindStream  = 2
	headerTable = 109 // sectors of the allocation table that the header lists
)

// ErrDamaged is the error for a damaged file.
var ErrDamaged = errors.New("the file is damaged or cut off; copy or download it again")

// File is a compound file.
type File struct {
	r       io.ReaderAt
	sector  int64    // size of a sector in bytes
	sectors int      // number of sectors of the file, without the header
	next    []uint32 // by sector: the next sector of the stream
	small   []uint32 // by mini sector: the next mini sector of the stream
	mini    *Stream  // the stream that contains the mini sectors
	streams []entry
}

// entry is a stream in the directory.
type entry struct {
	name  string
	start uint32
	size  int64
}

// Open reads the directory of a compound file of the given size in bytes. The error is a sentence for a person.
func Open(r io.ReaderAt, size int64) (*File, error) {
	var header [headerSize]byte
	if _, err := r.ReadAt(header[:], 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	shift := binary.LittleEndian.Uint16(header[30:])
	if string(header[:8]) != Signature || shift != 9 && shift != 12 {
		return nil, ErrDamaged
	}
	f := &File{r: r, sector: 1 << shift}
	count := (size + f.sector - 1) / f.sector
	if count < 2 || count > math.MaxInt32 {
		return nil, ErrDamaged
	}
	f.sectors = int(count) - 1
	if err := f.readTable(header[:]); err != nil {
		return nil, err
	}
	if err := f.readDirectory(binary.LittleEndian.Uint32(header[48:]),
		binary.LittleEndian.Uint32(header[60:])); err != nil {
		return nil, err
	}
	return f, nil
}

// readTable reads the allocation table. The header lists the first sectors of the table, and a chain of sectors lists
// the others.
func (f *File) readTable(header []byte) error {
	parts := each.Times(headerTable, func(i int) uint32 { return binary.LittleEndian.Uint32(header[76+4*i:]) })
	b := make([]byte, f.sector)
	further := binary.LittleEndian.Uint32(header[68:])
	for n := 0; further < lastSector; n++ {
		if n > f.sectors || f.readSector(b, further) != nil {
			return ErrDamaged
		}
		for i := 0; i < len(b)-4; i += 4 {
			parts = append(parts, binary.LittleEndian.Uint32(b[i:]))
		}
		further = binary.LittleEndian.Uint32(b[len(b)-4:])
	}
	for _, part := range parts {
		if part >= lastSector || len(f.next) >= f.sectors {
			continue
		}
		if err := f.readSector(b, part); err != nil {
			return err
		}
		f.next = appendWords(f.next, b)
	}
	return nil
}

func appendWords(to []uint32, b []byte) []uint32 {
	for i := 0; i+4 <= len(b); i += 4 {
		to = append(to, binary.LittleEndian.Uint32(b[i:]))
	}
	return to
}

// readSector reads a complete sector.
func (f *File) readSector(b []byte, n uint32) error {
	if int64(n) >= int64(f.sectors) {
		return ErrDamaged
	}
	if _, err := f.r.ReadAt(b, (int64(n)+1)*f.sector); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// chain returns the sectors of the chain that begins with sector `start`, at most `most` of them. It returns an error
// if the chain leaves the table or has a cycle.
func chain(next []uint32, start uint32, most int) (all []uint32, err error) {
	for n := start; n < lastSector && len(all) < most; n = next[n] {
		if int64(n) >= int64(len(next)) || len(all) >= len(next) {
			return nil, ErrDamaged
		}
		all = append(all, n)
	}
	return all, nil
}

// readDirectory reads the streams of the root, and the table of mini sectors.
func (f *File) readDirectory(start, small uint32) error {
	sectors, err := chain(f.next, start, maxEntries*entrySize/int(f.sector))
	if err != nil {
		return err
	}
	directory := make([]byte, int64(len(sectors))*f.sector)
	for i, n := range sectors {
		if err := f.readSector(directory[int64(i)*f.sector:int64(i+1)*f.sector], n); err != nil {
			return err
		}
	}
	if len(directory) < entrySize {
		return ErrDamaged
	}
	if sectors, err = chain(f.next, small, f.sectors); err != nil {
		return err
	}
	b := make([]byte, f.sector)
	for _, n := range sectors {
		if err := f.readSector(b, n); err != nil {
			return err
		}
		f.small = appendWords(f.small, b)
	}
	root := directory[:entrySize]
	if f.mini, err = f.stream(entryOf(root), false); err != nil {
		f.mini = &Stream{file: f} // streams with their own sectors can still be read
	}
	f.walk(directory, binary.LittleEndian.Uint32(root[76:]))
	return nil
}

// walk lists the streams of a storage, which form a binary tree. It ignores inner storages, whose streams belong to
// other documents.
func (f *File) walk(directory []byte, child uint32) {
	seen := make([]bool, len(directory)/entrySize)
	for todo := []uint32{child}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if n == noEntry || int64(n) >= int64(len(seen)) || seen[n] {
			continue
		}
		seen[n] = true
		b := directory[int(n)*entrySize : (int(n)+1)*entrySize]
		if b[66] == kindStream {
			f.streams = append(f.streams, entryOf(b))
		}
		todo = append(todo, binary.LittleEndian.Uint32(b[68:]), binary.LittleEndian.Uint32(b[72:]))
	}
}

func entryOf(b []byte) entry {
	var units []uint16
	for i := 0; i < 64; i += 2 {
		u := binary.LittleEndian.Uint16(b[i:])
		if u == 0 {
			break
		}
		units = append(units, u)
	}
	return entry{string(utf16.Decode(units)), binary.LittleEndian.Uint32(b[116:]),
		int64(binary.LittleEndian.Uint32(b[120:]))}
}

// Has reports whether the root has a stream with a name, in any case.
func (f *File) Has(name string) bool { return f.find(name) >= 0 }

func (f *File) find(name string) int {
	return slices.IndexFunc(f.streams, func(e entry) bool { return strings.EqualFold(e.name, name) })
}

// Stream opens a stream of the root by its name, in any case. The stream cannot be larger than the file.
func (f *File) Stream(name string) (*Stream, error) {
	i := f.find(name)
	if i < 0 {
		return nil, ErrDamaged
	}
	return f.stream(f.streams[i], f.streams[i].size < cutoff)
}
