package kept

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"unsafe"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/internal/memory"
)

var errDamaged = errors.New("the kept table is damaged")

// unpack makes the table of a source from the bytes of a kept table, and returns the fingerprint of the source's
// file. It checks all bytes.
func unpack(ctx context.Context, mapped []byte, from source) (t *data.Table, fingerprint string, err error) {
	err = parallel.Guard(func() error {
		h, ok := parseHead(mapped, int64(len(mapped)))
		if !ok {
			return errDamaged
		}
		f, ok := parseForm(mapped[h.formAt:], h)
		if !ok || !f.Source.equals(from) {
			return errDamaged
		}
		if err := check(ctx, mapped, h.formAt, f.Sums); err != nil {
			return err
		}
		if t, err = table(ctx, mapped, f); err != nil {
			return err
		}
		t.Kept, fingerprint = f.At, f.Fingerprint
		return nil
	})
	return t, fingerprint, err
}

// describe reads the description of a kept table.
func describe(f *os.File, size int64) (form, error) {
	b := make([]byte, min(size, headSize))
	if _, err := f.ReadAt(b, 0); err != nil {
		return form{}, err
	}
	h, ok := parseHead(b, size)
	if !ok {
		return form{}, errDamaged
	}
	b = make([]byte, h.formLen)
	if _, err := f.ReadAt(b, h.formAt); err != nil {
		return form{}, err
	}
	d, ok := parseForm(b, h)
	if !ok {
		return form{}, errDamaged
	}
	return d, nil
}

// check compares the checksum of every block of arrays. mapped is the whole file.
func check(ctx context.Context, mapped []byte, end int64, sums []uint32) error {
	return parallel.Do(ctx, len(sums), func(_ context.Context, i int) error {
		from := headSize + int64(i)*blockSize
		if checksum(mapped[from:min(from+blockSize, end)]) != sums[i] {
			return errDamaged
		}
		return nil
	})
}

// table makes the table of a checked file. Its arrays are parts of mapped.
func table(ctx context.Context, mapped []byte, d form) (*data.Table, error) {
	columns := make([]*data.Column, len(d.Columns))
	err := parallel.Do(ctx, len(columns), func(_ context.Context, i int) error {
		columns[i] = column(mapped, d.Columns[i])
		if columns[i] == nil || columns[i].Rows != d.Table.Rows {
			return errDamaged
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return d.Table.With(columns...), nil
}

// column makes a column; nil if the sizes of its arrays are wrong.
func column(mapped []byte, k columnForm) *data.Column {
	c, ok := k.Column, true
	n := c.Rows
	switch k.Width {
	case 1:
		c.Codes.U8 = part[uint8](mapped, k.Codes, n, &ok)
	case 2:
		c.Codes.U16 = part[uint16](mapped, k.Codes, n, &ok)
	case 4:
		c.Codes.U32 = part[uint32](mapped, k.Codes, n, &ok)
	}
	if k.Wide != (array{}) {
		c.Wide = part[int64](mapped, k.Wide, n, &ok)
	}
	if k.Floats != (array{}) || c.Type == data.Float {
		c.Floats = part[float64](mapped, k.Floats, n, &ok)
	}
	if k.Valid != (array{}) {
		c.Valid = part[uint64](mapped, k.Valid, (n+63)/64, &ok)
	}
	if k.Dict {
		lengths := part[uint32](mapped, k.Lengths, k.Texts, &ok)
		text := part[uint8](mapped, k.Text, int(k.Text.Len), &ok)
		values := make([]string, len(lengths))
		at := 0
		for i, length := range lengths {
			end := at + int(length)
			if end > len(text) {
				return nil
			}
			values[i] = unsafe.String(unsafe.SliceData(text[at:]), length)
			at = end
		}
		c.Dict = data.NewDictionary(values)
		c.Dict.Order = k.Order
	}
	if !ok {
		return nil
	}
	return &c
}

// part returns an array of n values in the mapped file. It sets ok to false if the array has another size or lies
// outside the file.
func part[T uint8 | uint16 | uint32 | uint64 | int64 | float64](mapped []byte, a array, n int, ok *bool) []T {
	width := int64(unsafe.Sizeof(*new(T)))
	if n == 0 && a == (array{}) {
		return []T{}
	}
	if n <= 0 || a.Len != int64(n)*width || a.At < headSize || a.At%alignment != 0 || a.At > int64(len(mapped))-a.Len {
		*ok = false
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&mapped[a.At])), n)
}

// readWhole reads a file into memory if it cannot be mapped.
func readWhole(f *os.File, size int64) ([]byte, error) {
	words := make([]uint64, (size+7)/8) // so that arrays are aligned
	b := memory.Bytes(slices.Clip(words))[:size]
	_, err := io.ReadFull(io.NewSectionReader(f, 0, size), b)
	return b, err
}
