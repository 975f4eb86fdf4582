package kept

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"io"

	"cardinal/data"
	"cardinal/internal/memory"
)

// layOut describes a table and lists its arrays in the order of the file. end is the offset behind the last array.
func layOut(t *data.Table) (f form, arrays [][]byte, end int64) {
	end = headSize
	add := func(b []byte) array {
		if len(b) == 0 {
			return array{}
		}
		at := (end + alignment - 1) / alignment * alignment
		if at > end {
			arrays = append(arrays, make([]byte, at-end))
		}
		arrays = append(arrays, b)
		end = at + int64(len(b))
		return array{at, int64(len(b))}
	}
	f.Table = *t
	f.Table.Columns = nil
	for _, c := range t.Columns {
		k := columnForm{Column: *c}
		k.Column.Codes, k.Column.Wide, k.Column.Floats, k.Column.Dict, k.Column.Valid = data.Codes{}, nil, nil, nil, nil
		switch {
		case c.Codes.U8 != nil:
			k.Width, k.Codes = 1, add(c.Codes.U8)
		case c.Codes.U16 != nil:
			k.Width, k.Codes = 2, add(memory.Bytes(c.Codes.U16))
		case c.Codes.U32 != nil:
			k.Width, k.Codes = 4, add(memory.Bytes(c.Codes.U32))
		}
		k.Wide, k.Floats, k.Valid = add(memory.Bytes(c.Wide)), add(memory.Bytes(c.Floats)), add(memory.Bytes(c.Valid))
		if c.Dict != nil {
			lengths, text := flatten(c.Dict.Values)
			k.Dict, k.Texts, k.Lengths, k.Text = true, len(lengths), add(memory.Bytes(lengths)), add(text)
			k.Order = c.Dict.Order
		}
		f.Columns = append(f.Columns, k)
	}
	return f, arrays, end
}

// flatten lists the lengths of texts, and joins the texts.
func flatten(values []string) (lengths []uint32, text []byte) {
	n := 0
	lengths = make([]uint32, len(values))
	for i, v := range values {
		lengths[i] = uint32(len(v))
		n += len(v)
	}
	text = make([]byte, 0, n)
	for _, v := range values {
		text = append(text, v...)
	}
	return lengths, text
}

// summed writes to w and computes the checksum of every block.
type summed struct {
	w    io.Writer
	sums []uint32
	now  uint32 // the checksum of the current block
	used int    // number of bytes of the current block
}

func (s *summed) write(ctx context.Context, b []byte) error {
	for len(b) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		part := b[:min(len(b), blockSize-s.used)]
		if _, err := s.w.Write(part); err != nil {
			return err
		}
		s.now = Extend(s.now, part)
		if s.used += len(part); s.used == blockSize {
			s.end()
		}
		b = b[len(part):]
	}
	return nil
}

// end ends the current block.
func (s *summed) end() {
	if s.used > 0 {
		s.sums, s.now, s.used = append(s.sums, s.now), 0, 0
	}
}

// file is the target of a kept table.
type file interface {
	io.Writer
	io.WriterAt
}

// write writes a table that was laid out. It writes the head last, so that a file that was cut off has no head.
func write(ctx context.Context, w file, f form, arrays [][]byte, end int64) error {
	if _, err := w.Write(make([]byte, headSize)); err != nil {
		return err
	}
	s := summed{w: w}
	for _, b := range arrays {
		if err := s.write(ctx, b); err != nil {
			return err
		}
	}
	s.end()
	f.Sums = s.sums
	var text bytes.Buffer
	if err := gob.NewEncoder(&text).Encode(f); err != nil {
		return fmt.Errorf("cannot describe the table: %w", err)
	}
	if _, err := w.Write(text.Bytes()); err != nil {
		return err
	}
	_, err := w.WriteAt(head{end, int64(text.Len()), checksum(text.Bytes())}.bytes(), 0)
	return err
}
