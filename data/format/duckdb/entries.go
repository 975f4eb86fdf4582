package duckdb

import (
	"errors"
	"fmt"
	"slices"
)

// mostAttempts limits how often the catalog is read again from another offset, after an entry of an unknown kind.
const mostAttempts = 1000

// entries returns the entries of the catalog. unknown names the kinds of entries that Cardinal does not know.
func (f *file) entries() (entries []object, unknown []string) {
	s := f.stream(f.root)
	if !s.has(100) {
		s.end()
		return nil, nil
	}
	attempts := mostAttempts
	entries, unknown, err := s.entries(s.count(), &attempts)
	if err != nil {
		panic(err)
	}
	return entries, unknown
}

// entries reads the last n entries of the catalog, and its end. It leaves out entries with unknown fields. The length
// of such an entry is not stored. Therefore entries searches for the next offset from which the remaining entries and
// the end of the catalog can be read. If it finds none, the error names the unknown field.
func (s *stream) entries(n int, attempts *int) (entries []object, unknown []string, err error) {
	for i := range n {
		begin := *s
		err := guard(func() error {
			entries = append(entries, s.object("Entry", 0))
			return nil
		})
		if errors.As(err, new(errUnknown)) {
			kind := begin.kindOfEntry()
			rest, more, found := begin.skipUnknown(n-i-1, attempts)
			if !found {
				return nil, nil, err
			}
			return slices.Concat(entries, rest), append([]string{kind}, more...), nil
		}
		if err != nil {
			return nil, nil, err
		}
	}
	err = guard(func() error {
		s.end()
		return nil
	})
	return entries, nil, err
}

// skipUnknown searches for the last n entries of the catalog and reads them. The stream is at the beginning of the
// unknown entry that precedes them.
func (s *stream) skipUnknown(n int, attempts *int) (entries []object, unknown []string, found bool) {
	if n == 0 {
		return nil, nil, true
	}
	err := guard(func() error {
		for {
			s.byte()
			next := *s
			if !next.isEntry() {
				continue
			}
			if *attempts--; *attempts < 0 {
				return nil
			}
			var err error
			next = *s
			if entries, unknown, err = next.entries(n, attempts); err == nil {
				found = true
				return nil
			}
		}
	})
	if err != nil && !errors.Is(err, errDamaged) {
		panic(err)
	}
	return entries, unknown, found
}

// isEntry reports whether an entry begins here. It relies on the kind, which an entry stores twice.
func (s *stream) isEntry() (is bool) {
	err := guard(func() error {
		s.expect(99)
		kind := s.unsigned()
		s.expect(100)
		is = s.bool() && s.has(100) && s.unsigned() == kind
		return nil
	})
	return is && err == nil
}

// kindOfEntry returns a name for the kind of the entry that begins here.
func (s stream) kindOfEntry() string {
	s.expect(99)
	switch kind := s.unsigned(); kind {
	case entryTable:
		return "a table"
	case entryView:
		return "a view"
	default:
		return fmt.Sprintf("one of kind %d", kind)
	}
}
