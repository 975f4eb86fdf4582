package duckdb

import (
	"encoding/binary"
)

// statistics are what is known of the values of a segment.
type statistics struct {
	hasNull, hasAny bool
	least           []byte // as it is stored
}

// tableStatistics reads those of a table, which nothing here needs but their end.
func (s *stream) tableStatistics(columns []column) {
	s.must(100)
	if s.count() != len(columns) {
		panic(errDamaged)
	}
	for _, c := range columns {
		if !s.bool() {
			continue
		}
		s.must(100)
		s.statistics(c.typ)
		if s.has(101) {
			s.value("*Distinct", 0)
		}
		s.end()
	}
	if s.has(101) {
		s.value("*Sample", 0)
	}
	s.end()
}

// statistics reads those of values of a type.
func (s *stream) statistics(t *logical) (out statistics) {
	s.must(100)
	out.hasNull = s.bool()
	s.must(101)
	out.hasAny = s.bool()
	s.must(102)
	s.unsigned()
	s.must(103)
	switch {
	case t == nil || t.id == typeNull: // of a mask
	case t.id == typeVariant:
		s.ofVariants()
	case t.id == typeGeometry && s.has(300):
		s.object("GeometryExtent", 0)
		s.must(301)
		s.object("GeometryKinds", 0)
		if s.has(302) {
			s.unsigned()
		}
	case t.shape() == structure:
		s.must(200)
		if s.count() != len(t.children) {
			panic(errDamaged)
		}
		for _, child := range t.children {
			s.statistics(child)
		}
	case t.shape() != flat:
		s.must(200)
		s.statistics(t.children[0])
	default:
		out.least = s.ofValues(t)
	}
	s.end()
	s.end()
	return out
}

// unshredded is how values of type VARIANT are stored whose types differ: their keys, their children by key and by value, their types and places, and their bytes.
var unshredded = structOf(
	listOf(&logical{id: typeText}),
	listOf(structOf(&logical{id: typeUint32}, &logical{id: typeUint32})),
	listOf(structOf(&logical{id: typeUint8}, &logical{id: typeUint32})),
	&logical{id: typeBytes},
)

func structOf(parts ...*logical) *logical { return &logical{id: typeStruct, children: parts} }

func listOf(t *logical) *logical { return &logical{id: typeList, children: []*logical{t}} }

// ofVariants reads those of values of type VARIANT: of the ones whose types differ, and of the ones that have a type in common.
func (s *stream) ofVariants() {
	s.must(200)
	s.unsigned()
	s.must(225)
	s.statistics(unshredded)
	if !s.has(230) {
		return
	}
	t := typeOf(s.object("LogicalType", 0))
	s.must(235)
	s.statistics(t)
}

// ofValues reads the least and the greatest value, and returns the least one.
func (s *stream) ofValues(t *logical) []byte {
	k, known := t.physical()
	switch {
	case !known:
		panic(errUnknown{t.name(), 103})
	case k == intervals:
		return nil
	case k == texts:
		for field := 200; field <= 204; field++ { // of which none is needed
			if s.has(field) {
				s.value(typeStatistics.fields[field], 0)
			}
		}
		return nil
	}
	s.must(200)
	s.bound(t, k)
	s.must(201)
	return s.bound(t, k)
}

var typeStatistics = plain(200, "s", 201, "s", 202, "b", 203, "b", 204, "u")

// bound reads the least or the greatest value, nil where it is unknown.
func (s *stream) bound(t *logical, k physical) (value []byte) {
	s.must(100)
	if s.bool() {
		s.must(101)
		value = s.stored(t, k)
	}
	s.end()
	return value
}

// stored reads a number of a physical type as it is stored in a segment.
func (s *stream) stored(t *logical, k physical) []byte {
	b := make([]byte, 16)
	switch k {
	case float32s, float64s:
		return s.bytes(uint64(k.width()))
	case int128s:
		binary.LittleEndian.PutUint64(b[8:], uint64(s.signed()))
		binary.LittleEndian.PutUint64(b, s.unsigned())
	case uint128s:
		binary.LittleEndian.PutUint64(b[8:], s.unsigned())
		binary.LittleEndian.PutUint64(b, s.unsigned())
	case uint8s, uint16s, uint32s, uint64s:
		binary.LittleEndian.PutUint64(b, s.unsigned())
	default:
		if t.id == typeBool {
			b[0] = s.byte()
		} else {
			binary.LittleEndian.PutUint64(b, uint64(s.signed()))
		}
	}
	return b[:k.width()]
}
