package duckdb

import (
	"encoding/binary"
	"errors"

	tables "cardinal/data/format/arrow"
)

// statistics describes the values of a segment.
type statistics struct {
	hasNull, hasAny bool
	least, most     []byte // in their stored form; nil: unknown
}

// tableStatistics reads the statistics of the columns of a table.
func (s *stream) tableStatistics(columns []column) []statistics {
	out := make([]statistics, len(columns))
	s.expect(100)
	if s.count() != len(columns) {
		panic(errDamaged)
	}
	for i, c := range columns {
		if !s.bool() {
			continue
		}
		s.expect(100)
		out[i] = s.statistics(c.typ)
		if s.has(101) {
			s.value("*Distinct", 0)
		}
		s.end()
	}
	if s.has(101) {
		s.value("*Sample", 0)
	}
	s.end()
	return out
}

// statistics reads the statistics of values of a type.
func (s *stream) statistics(t *logical) (out statistics) {
	s.expect(100)
	out.hasNull = s.bool()
	s.expect(101)
	out.hasAny = s.bool()
	s.expect(102)
	s.unsigned()
	s.expect(103)
	switch {
	case t == nil || t.id == typeNull: // of validity bits
	case t.id == typeVariant:
		s.skipVariantStatistics()
	case t.id == typeGeometry && s.has(300):
		s.object("GeometryExtent", 0)
		s.expect(301)
		s.object("GeometryKinds", 0)
		if s.has(302) {
			s.unsigned()
		}
	case t.shape() == structure:
		s.expect(200)
		if s.count() != len(t.children) {
			panic(errDamaged)
		}
		for _, child := range t.children {
			s.statistics(child)
		}
	case t.shape() != flat:
		s.expect(200)
		s.statistics(t.children[0])
	default:
		out.least, out.most = s.valueRange(t)
	}
	s.end()
	s.end()
	return out
}

// unshredded is the stored form of VARIANT values without a common type. It has their keys, their children as pairs of
// a key and a value, their types and offsets, and their bytes.
var unshredded = structOf(
	listOf(&logical{id: typeText}),
	listOf(structOf(&logical{id: typeUint32}, &logical{id: typeUint32})),
	listOf(structOf(&logical{id: typeUint8}, &logical{id: typeUint32})),
	&logical{id: typeBytes},
)

func structOf(parts ...*logical) *logical { return &logical{id: typeStruct, children: parts} }

func listOf(t *logical) *logical { return &logical{id: typeList, children: []*logical{t}} }

// skipVariantStatistics skips the statistics of VARIANT values: first of the values without a common type, then of the
// values with one.
func (s *stream) skipVariantStatistics() {
	s.expect(200)
	s.unsigned()
	s.expect(225)
	s.statistics(unshredded)
	if !s.has(230) {
		return
	}
	t := typeOf(s.object("LogicalType", 0))
	s.expect(235)
	s.statistics(t)
}

// valueRange reads the least and the greatest value, or returns nil if the type has none.
func (s *stream) valueRange(t *logical) (least, most []byte) {
	k, known := t.physical()
	switch {
	case !known:
		s.skipUnknownStatistics(t)
		return nil, nil
	case k == intervals:
		return nil, nil
	case k == texts:
		s.skipTextStatistics()
		return nil, nil
	}
	return s.bounds(t, k)
}

var typeStatistics = plain(200, "s", 201, "s", 202, "b", 203, "b", 204, "u")

// skipTextStatistics skips the statistics of texts, because they are not used.
func (s *stream) skipTextStatistics() {
	for field := 200; field <= 204; field++ {
		if s.has(field) {
			s.value(typeStatistics.fields[field], 0)
		}
	}
}

// skipUnknownStatistics skips the statistics of an unknown type. It tries every form in which DuckDB writes statistics.
// If several forms lead to an end of the object, they must lead to the same one.
func (s *stream) skipUnknownStatistics(t *logical) {
	type place struct{ left, rest int }
	begin, ends := *s, map[place]stream{}
	for _, k := range []physical{bits, texts, int64s, int128s, float32s, float64s} {
		*s = begin
		err := guard(func() error {
			switch k {
			case bits: // no statistics
			case texts:
				s.skipTextStatistics()
			default:
				s.bounds(t, k)
			}
			behind := *s
			behind.end()
			behind.end()
			ends[place{behind.left, len(behind.part)}] = *s
			return nil
		})
		if err != nil && !errors.Is(err, errDamaged) {
			panic(err)
		}
	}
	if len(ends) != 1 {
		panic(errUnknown{t.name(), 103})
	}
	for _, end := range ends {
		*s = end
	}
}

// bounds reads the least and the greatest value.
func (s *stream) bounds(t *logical, k physical) (least, most []byte) {
	s.expect(200)
	least = s.bound(t, k)
	s.expect(201)
	return least, s.bound(t, k)
}

// bound reads the least or the greatest value, or returns nil if the value is unknown.
func (s *stream) bound(t *logical, k physical) (value []byte) {
	s.expect(100)
	if s.bool() {
		s.expect(101)
		value = s.stored(t, k)
	}
	s.end()
	return value
}

// stored reads a value in the form of metadata, and returns it in the form of a segment.
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

// ends returns the least and the greatest value. It returns nil if they are unknown, or if the values are not integers
// that fit into 64 signed bits.
func (s statistics) ends(t *logical) *tables.Ends {
	k, _ := t.physical()
	if s.least == nil || s.most == nil || k > int64s && (k < uint8s || k > uint32s) {
		return nil
	}
	integer := func(b []byte) int64 {
		v := number(b)
		if unused := 64 - 8*len(b); k <= int64s {
			return int64(v<<unused) >> unused
		}
		return int64(v)
	}
	return &tables.Ends{Least: integer(s.least), Most: integer(s.most), Nulls: s.hasNull}
}
