package parquet

import "encoding/binary"

// thrift reads Thrift's compact protocol. It never allocates memory because of a size that the bytes declare.
type thrift struct {
	rest []byte
	bad  bool // the bytes end early or are no valid message
}

const (
	thriftTrue, thriftFalse, thriftByte          = 1, 2, 3
	thriftI16, thriftI32, thriftI64              = 4, 5, 6
	thriftDouble, thriftBinary, thriftList       = 7, 8, 9
	thriftSet, thriftMap, thriftStruct, thriftID = 10, 11, 12, 13
)

// fields reads the fields of a struct. known reports whether it has read the value of a field; fields skips the other
// values.
func (t *thrift) fields(depth int, known func(id int, kind byte) bool) {
	id := 0
	for !t.bad {
		head := t.byte()
		if head == 0 {
			return
		}
		if delta := int(head >> 4); delta != 0 {
			id += delta
		} else {
			id = int(t.int())
		}
		if !known(id, head&15) {
			if kind := head & 15; kind != thriftTrue && kind != thriftFalse {
				t.skip(kind, depth+1)
			}
		}
	}
}

func ignoreField(int, byte) bool { return false }

// numbers reads the fields of a struct. It stores the 32-bit number of field i in into[i], and calls `known` for other
// fields.
func (t *thrift) numbers(depth int, known func(id int, kind byte) bool, into ...*int) {
	t.fields(depth, func(id int, kind byte) bool {
		if kind != thriftI32 || id < 0 || id >= len(into) || into[id] == nil {
			return known(id, kind)
		}
		*into[id] = int(t.int())
		return true
	})
}

func (t *thrift) skip(kind byte, depth int) {
	if depth > 64 {
		t.bad = true
	}
	if t.bad {
		return
	}
	switch kind {
	case thriftTrue, thriftFalse, thriftByte:
		t.byte()
	case thriftI16, thriftI32, thriftI64:
		t.varint()
	case thriftDouble:
		t.drop(8)
	case thriftBinary:
		t.drop(t.varint())
	case thriftList, thriftSet:
		n, elem := t.listHeader()
		for i := 0; i < n && !t.bad; i++ {
			t.skip(elem, depth+1)
		}
	case thriftMap:
		n := t.varint()
		if n == 0 {
			return
		}
		kinds := t.byte()
		for i := uint64(0); i < n && !t.bad; i++ {
			t.skip(kinds>>4, depth+1)
			t.skip(kinds&15, depth+1)
		}
	case thriftStruct:
		t.fields(depth, ignoreField)
	case thriftID:
		t.drop(16)
	default:
		t.bad = true
	}
}

// listHeader returns the length and the element type of a list. Every element takes at least one byte.
func (t *thrift) listHeader() (int, byte) {
	head := t.byte()
	n := uint64(head >> 4)
	if n == 15 {
		n = t.varint()
	}
	if n > uint64(len(t.rest)) {
		t.bad = true
		return 0, 0
	}
	return int(n), head & 15
}

func (t *thrift) byte() byte {
	if len(t.rest) == 0 {
		t.bad = true
		return 0
	}
	b := t.rest[0]
	t.rest = t.rest[1:]
	return b
}

func (t *thrift) varint() uint64 {
	v, n := binary.Uvarint(t.rest)
	if n <= 0 {
		t.bad = true
		return 0
	}
	t.rest = t.rest[n:]
	return v
}

// int reads an integer of any width.
func (t *thrift) int() int64 {
	v := t.varint()
	return int64(v>>1) ^ -int64(v&1)
}

func (t *thrift) drop(n uint64) {
	if n > uint64(len(t.rest)) {
		t.bad = true
		return
	}
	t.rest = t.rest[n:]
}
