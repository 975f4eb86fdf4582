package duckdb

import (
	"encoding/binary"
	"math"
)

// stream reads metadata, which lie in parts of blocks. Each part begins with the position of the next part. A read of
// invalid content or beyond the last part panics with errDamaged, which Open returns.
type stream struct {
	file *file
	part []byte // unread bytes of the part
	next uint64 // the next part; noBlock: this part is the last
	left int    // number of parts that may follow; ends a cycle of parts

	field int // field number that was read in advance; -1: none
}

// mostParts is the greatest number of parts that one stream may read. It allows metadata of 16 GB.
const mostParts = 4 << 20

func (f *file) stream(at metaPointer) *stream {
	s := &stream{file: f, next: at.block, left: mostParts, field: -1}
	s.nextPart()
	if skip := int(at.offset) - 8; skip > 0 {
		if skip > len(s.part) {
			panic(errDamaged)
		}
		s.part = s.part[skip:]
	}
	return s
}

// nextPart moves to the next part.
func (s *stream) nextPart() {
	if s.next == noBlock || s.left == 0 {
		panic(errDamaged)
	}
	s.left--
	block, part := metaPointer{block: s.next}.place()
	content, err := s.file.metadata(block)
	if err != nil {
		panic(err)
	}
	size := (s.file.block - checksumBytes) / partsOfBlock &^ 7
	if part >= partsOfBlock {
		panic(errDamaged)
	}
	p := content[part*size : (part+1)*size]
	s.next, s.part = binary.LittleEndian.Uint64(p), p[8:]
}

func (s *stream) byte() byte {
	for len(s.part) == 0 {
		s.nextPart()
	}
	b := s.part[0]
	s.part = s.part[1:]
	return b
}

// bytes returns the next n bytes.
func (s *stream) bytes(n uint64) []byte {
	if n > uint64(s.file.size) {
		panic(errDamaged)
	}
	out := make([]byte, 0, min(n, 64<<10))
	for uint64(len(out)) < n {
		if len(s.part) == 0 {
			s.nextPart()
		}
		k := min(n-uint64(len(out)), uint64(len(s.part)))
		out = append(out, s.part[:k]...)
		s.part = s.part[k:]
	}
	return out
}

func (s *stream) u64() uint64 { return binary.LittleEndian.Uint64(s.bytes(8)) }

// unsigned reads a number in LEB128: seven bits a byte, the lowest bits first.
func (s *stream) unsigned() (v uint64) {
	for shift := 0; shift < 70; shift += 7 {
		b := s.byte()
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v
		}
	}
	panic(errDamaged)
}

// signed reads a signed LEB128 number.
func (s *stream) signed() int64 {
	v := uint64(0)
	for shift := 0; shift < 70; shift += 7 {
		b := s.byte()
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			if b&0x40 != 0 && shift+7 < 64 {
				v |= math.MaxUint64 << (shift + 7)
			}
			return int64(v)
		}
	}
	panic(errDamaged)
}

func (s *stream) bool() bool { return s.byte() != 0 }

func (s *stream) text() string { return string(s.bytes(s.unsigned())) }

// count reads the length of a list. Each element takes at least one byte.
func (s *stream) count() int {
	n := s.unsigned()
	if n > uint64(s.file.size) {
		panic(errDamaged)
	}
	return int(n)
}

// endOfObject ends an object. It is stored where the number of the next field would be.
const endOfObject = 0xFFFF

// has reports whether the next field of the object has the given number. If so, the caller reads its value next. Fields
// are stored in the order of their numbers.
func (s *stream) has(field int) bool {
	if s.field < 0 {
		low := int(s.byte())
		s.field = low | int(s.byte())<<8
	}
	if s.field != field {
		return false
	}
	s.field = -1
	return true
}

// expect reads the number of a field that every object of the class has.
func (s *stream) expect(field int) {
	if !s.has(field) {
		panic(errDamaged)
	}
}

// end reads the end of an object.
func (s *stream) end() { s.expect(endOfObject) }

func (s *stream) u32() uint32 { return binary.LittleEndian.Uint32(s.bytes(4)) }
func (s *stream) u16() uint16 { return binary.LittleEndian.Uint16(s.bytes(2)) }
