package parquet

import (
	"context"
	"unicode/utf8"
	"unsafe"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/internal/memory"
)

// rareTexts returns the text of each row, or nil if the texts are numbered.
func (c *column) rareTexts() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rare
}

// stopNumbering lets the row groups that follow keep a text for each row, because the texts of a row group seldom
// repeat. It does so if all rows of the file become rows of the table, and if the texts fit into memory.
func (l *loader) stopNumbering(c *column) error {
	if l.list != "" || l.parts != nil || l.most > 0 || l.codes.space != nil || c.as.format != nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.rare != nil {
		return nil
	}
	c.rare = memory.Make[string](l.rows())
	return l.hold(len(c.rare) * int(unsafe.Sizeof("")))
}

// readRare reads a row group of texts that seldom repeat.
func (l *loader) readRare(ctx context.Context, c *column, g int, out []string) error {
	s := &unnumbered{next: c.as.next, out: out}
	if err := l.decode(ctx, c, g, &column{as: c.as}, 0, s); err != nil {
		return err
	}
	return l.hold(s.bytes)
}

// joinRare makes the column of a text for each row. Row groups that were read first have their texts numbered.
func (l *loader) joinRare(ctx context.Context, c *column, valid data.Bitmap) (*data.Column, error) {
	codes := memory.Uninitialized[uint32](l.rows())
	err := parallel.InOrder(ctx, len(c.groups), func(_ context.Context, g int) error {
		from, p := l.starts[g], &c.groups[g]
		for row := range codes[from:l.starts[g+1]] {
			codes[from+row] = uint32(from + row)
			if texts := c.dicts; !p.rare && (p.valid == nil || p.valid.Get(row)) {
				c.rare[from+row] = texts[p.dict].Values[p.codes.At(row)]
			}
		}
		p.codes = data.Codes{}
		return nil
	})
	return data.NewText(c.name, codes, c.rare, valid), err
}

// unnumbered is a sink of texts that seldom repeat: each row has a text of its own.
type unnumbered struct {
	next  func(src []byte) (value, rest []byte, err error) // as in texts
	dict  []string
	out   []string
	bytes int
}

func (s *unnumbered) dictionary(src []byte, n int) error {
	if n > len(src) {
		return errShort
	}
	s.dict = make([]string, n)
	return s.read(s.dict, src)
}

func (s *unnumbered) plain(src []byte, at, n int) error { return s.read(s.out[at:at+n], src) }

// read reads plain-encoded values. They share a copy of the page.
func (s *unnumbered) read(to []string, src []byte) error {
	rest := memory.Uninitialized[byte](len(src))
	s.bytes += copy(rest, src)
	for i := range to {
		var value []byte
		var err error
		if value, rest, err = s.next(rest); err != nil {
			return err
		}
		if !utf8.Valid(value) {
			return errTooWide
		}
		to[i] = unsafe.String(unsafe.SliceData(value), len(value))
	}
	return nil
}

func (s *unnumbered) index(idx []uint32, at int) error { return look(s, idx, at) }

func (s *unnumbered) indexBytes(idx []uint8, at int) error { return look(s, idx, at) }

// look sets rows to the texts of the file's dictionary.
func look[T uint8 | uint32](s *unnumbered, idx []T, at int) error {
	for i, c := range idx {
		if int(c) >= len(s.dict) {
			return badIndex(uint32(c), len(s.dict))
		}
		s.out[at+i] = s.dict[c]
	}
	return nil
}

func (s *unnumbered) expand(valid data.Bitmap, at, rows, values int) {
	expand(s.out, valid, at, rows, values)
}
