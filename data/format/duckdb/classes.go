package duckdb

import (
	"fmt"
	"maps"
	"strings"
)

// class lists the fields of an object: the number and the kind of each. The kinds are
//
//	b a byte, u a number of any size, d eight bytes, f four bytes, s a text or bytes
//	h a number of 128 bits: two numbers
//	X an object of class X, *X an object that may be missing
//	[K a list of K, {K,V a list of pairs of a K and a V
//
// The value of the selector, if a class has one, chooses further fields.
type class struct {
	fields   map[int]string
	selector int
	variants map[uint64]map[int]string
}

// object has the values of an object's fields: uint64, string, object, []any or nil.
type object map[int]any

func (o object) number(field int) uint64 { n, _ := o[field].(uint64); return n }
func (o object) text(field int) string   { t, _ := o[field].(string); return t }
func (o object) object(field int) object { x, _ := o[field].(object); return x }
func (o object) list(field int) []any    { l, _ := o[field].([]any); return l }

// errUnknown is the error for a field that its class lacks. A newer DuckDB wrote the field.
type errUnknown struct {
	class string
	field int
}

func (e errUnknown) Error() string {
	return fmt.Sprintf("the database has entries of a kind that Cardinal does not know (%s, field %d): write the "+
		"table as Parquet, by COPY … TO 'table.parquet'", e.class, e.field)
}

// mostDepth is the greatest depth of nested objects.
const mostDepth = 500

// object reads an object of a class.
func (s *stream) object(name string, depth int) object {
	c, known := classes[name]
	if !known || depth > mostDepth {
		panic(errDamaged)
	}
	o := object{}
	for {
		s.has(-1) // reads the field number
		field := s.field
		s.field = -1
		if field == endOfObject {
			return o
		}
		kind, is := c.fields[field]
		if !is && c.selector != 0 {
			kind, is = c.variants[o.number(c.selector)][field]
		}
		if !is {
			panic(errUnknown{name, field})
		}
		o[field] = s.value(kind, depth+1)
	}
}

// value reads a value of a kind.
func (s *stream) value(kind string, depth int) any {
	switch kind {
	case "b":
		return uint64(s.byte())
	case "u":
		return s.unsigned()
	case "h":
		s.unsigned()
		return s.unsigned()
	case "f":
		return string(s.bytes(4))
	case "d":
		return string(s.bytes(8))
	case "s":
		return s.text()
	case "Value":
		s.constant(nil, depth)
		return nil
	}
	switch kind[0] {
	case '*':
		if !s.bool() {
			return nil
		}
		return s.value(kind[1:], depth)
	case '[':
		return s.list(func() any { return s.value(kind[1:], depth) })
	case '{':
		key, value, _ := strings.Cut(kind[1:], ",")
		return s.list(func() any {
			s.expect(0)
			k := s.value(key, depth)
			s.expect(1)
			v := s.value(value, depth)
			s.end()
			return [2]any{k, v}
		})
	}
	return s.object(kind, depth)
}

func (s *stream) list(element func() any) []any {
	n := s.count()
	out := make([]any, 0, min(n, 1<<12))
	for range n {
		out = append(out, element())
	}
	return out
}

// constant reads a value within an expression or a comment. If the value does not state its own type, it has type `of`,
// the element type of the value around it.
func (s *stream) constant(of *logical, depth int) {
	if depth > mostDepth {
		panic(errDamaged)
	}
	if s.has(100) {
		of = typeOf(s.object("LogicalType", depth+1))
	}
	if of == nil {
		panic(errDamaged)
	}
	s.expect(101)
	if !s.bool() {
		s.expect(102)
		s.constantOfType(of, depth)
	}
	s.end()
}

// elements reads the elements of a constant that is a list or a struct.
func (s *stream) elements(t *logical, depth int) {
	if s.has(100) {
		for i := range s.count() {
			switch {
			case t.shape() != structure:
				i = 0
			case i >= len(t.children):
				panic(errDamaged)
			}
			s.constant(t.children[i], depth+1)
		}
	}
	s.end()
}

// constantOfType reads a constant of a known type.
func (s *stream) constantOfType(t *logical, depth int) {
	switch {
	case t.id == typeVariant:
		s.elements(unshredded, depth)
		return
	case t.shape() != flat:
		s.elements(t, depth)
		return
	}
	k, known := t.physical()
	if !known {
		panic(errUnknown{t.name(), 102})
	}
	switch k {
	case float32s:
		s.bytes(4)
	case float64s:
		s.bytes(8)
	case int128s, uint128s:
		s.value("h", depth)
	case texts:
		s.text()
	case intervals:
		s.object("Interval", depth+1)
	default:
		if t.id == typeBool {
			s.byte()
		} else {
			s.unsigned()
		}
	}
}

func fields(pairs ...any) map[int]string {
	m := map[int]string{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i].(int)] = pairs[i+1].(string) //nolint:forcetypeassert // of classes alone
	}
	return m
}

func plain(pairs ...any) class { return class{fields: fields(pairs...)} }

// classes has the classes of the catalog and of the tables' metadata, by DuckDB's names
// (src/include/duckdb/storage/serialization). init fills it, because classes refer to each other.
var classes map[string]class

func init() {
	classes = map[string]class{}
	for _, some := range []map[string]class{catalogClasses, queryClasses, typeClasses, storageClasses} {
		maps.Copy(classes, some)
	}
}
