package duckdb

import (
	"errors"
	"fmt"
	"slices"
)

// mostAttempts is how often a catalog may be read from another place behind an entry of an unknown kind.
const mostAttempts = 1000

// entries are the entries of the catalog. unknown names those that Cardinal does not know.
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

// entries reads the last n entries of the catalog, and its end. An entry that has something that Cardinal does
// not know is left out. Its length stands nowhere: the next entry begins where all the others follow that the
// catalog counts, and then its end. Where there is no such place, the error is about what is unknown.
func (s *stream) entries(n int, attempts *int) (entries []object, unknown []string, err error) {
	for i := range n {
		begin := *s
		err := guard(func() error {
			entries = append(entries, s.object("Entry", 0))
			return nil
		})
		if errors.As(err, new(errUnknown)) {
			kind := begin.kindOfEntry()
			rest, more, found := begin.behindUnknown(n-i-1, attempts)
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

// behindUnknown reads the last n entries of the catalog. The stream stands where the entry before them begins.
func (s *stream) behindUnknown(n int, attempts *int) (entries []object, unknown []string, found bool) {
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

// isEntry reports whether an entry begins here: its kind stands in it twice.
func (s *stream) isEntry() (is bool) {
	err := guard(func() error {
		s.must(99)
		kind := s.unsigned()
		s.must(100)
		is = s.bool() && s.has(100) && s.unsigned() == kind
		return nil
	})
	return is && err == nil
}

// kindOfEntry names the entry that begins here.
func (s stream) kindOfEntry() string {
	s.must(99)
	switch kind := s.unsigned(); kind {
	case entryTable:
		return "a table"
	case entryView:
		return "a view"
	default:
		return fmt.Sprintf("one of kind %d", kind)
	}
}
