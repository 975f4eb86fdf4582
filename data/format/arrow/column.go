package arrow

import (
	"context"
	"errors"
	"iter"
	"sync"
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/text/intern"
	"cardinal/internal/memory"
)

// errFits says that a value does not fit the kind by which its column is read.
var errFits = errors.New("a value does not fit")

// Batches yields batches of rows in the order of the file. The iteration ends at the first error. A caller may iterate
// more than once.
type Batches = iter.Seq2[arrow.RecordBatch, error]

// batchesOf returns Batches of batches that are in memory.
func batchesOf(batches []arrow.RecordBatch) Batches {
	return func(yield func(arrow.RecordBatch, error) bool) {
		for _, b := range batches {
			if !yield(b, nil) {
				return
			}
		}
	}
}

const checked = 1 << 16 // rows between two checks of the context

// column makes the column of a leaf. If `of` is nil, each row of the batches is a row of the table. Otherwise `of` is a
// list, and each of its elements is a row of the table. If a value does not fit the leaf's kind, column reads the leaf
// again by the kind's fallback.
func (f leaf) column(ctx context.Context, name string, batches Batches, of *list,
	rows int) (c *data.Column, err error) {
	k := f.kind
	for {
		err = parallel.Guard(func() (err error) {
			c, err = f.columnAs(ctx, k, name, batches, of, rows)
			return err
		})
		if !errors.Is(err, errFits) || k.fallback == nil {
			break
		}
		k = k.fallback
	}
	if err == nil && c.Note == "" {
		c.Note = k.note
	}
	return c, err
}

// columnAs makes the column by kind k.
func (f leaf) columnAs(ctx context.Context, k *kind, name string, batches Batches, of *list,
	rows int) (*data.Column, error) {
	valid := data.NewBitmap(rows)
	switch {
	case k.ints != nil:
		if f.ends != nil && k.fillInts != nil && k.typ != data.Bool {
			c, err := f.offsets(k, name, batches, rows)
			if c != nil {
				c.UTC, c.Zone = k.utc, k.zone
			}
			if c != nil || err != nil {
				return c, err
			}
		}
		values := makeInts(rows)
		if k.fillInts != nil && f.isPlain(of) {
			if err := f.arrays(batches, valid, func(row int, a arrow.Array) {
				k.fillInts(values[row:row+a.Len()], a)
			}); err != nil {
				return nil, err
			}
		} else if err := f.each(ctx, batches, of, func(row int, a arrow.Array, i int) (ok bool) {
			valid.Set(row)
			values[row], ok = k.ints(a, i)
			return ok
		}); err != nil {
			return nil, err
		}
		if k.typ == data.Bool {
			bools := memory.Make[uint8](rows)
			for i, v := range values {
				bools[i] = uint8(v)
			}
			spare.Put(&values)
			return data.NewBools(name, bools, valid), nil
		}
		c := data.NewInts(name, k.typ, k.scale, values, valid)
		c.UTC, c.Zone = k.utc, k.zone
		if c.Wide == nil { // the values are codes now
			spare.Put(&values)
		}
		return c, nil
	case k.floats != nil:
		values := memory.Make[float64](rows)
		if k.fillFloats != nil && f.isPlain(of) {
			if err := f.arrays(batches, valid, func(row int, a arrow.Array) {
				k.fillFloats(values[row:row+a.Len()], a)
			}); err != nil {
				return nil, err
			}
		} else if err := f.each(ctx, batches, of, func(row int, a arrow.Array, i int) bool {
			valid.Set(row)
			values[row] = k.floats(a, i)
			return true
		}); err != nil {
			return nil, err
		}
		if k.single {
			return data.NewSingles(name, values, valid), nil
		}
		return data.NewFloats(name, values, valid), nil
	}
	return f.texts(ctx, k, name, batches, of, rows, valid)
}

// spare has buffers, as *[]int64, of integers that were converted to codes. The next column reuses them.
var spare sync.Pool

// makeInts returns a slice of integers with arbitrary content.
func makeInts(rows int) []int64 {
	if room, _ := spare.Get().(*[]int64); room != nil && cap(*room) >= rows {
		return (*room)[:rows]
	}
	return memory.Make[int64](rows)
}

// texts makes a column of texts. It looks up each text of a dictionary only once per batch.
func (f leaf) texts(ctx context.Context, k *kind, name string, batches Batches, of *list, rows int,
	valid data.Bitmap) (*data.Column, error) {
	codes := memory.Make[uint32](rows)
	var table intern.Table
	var buf []byte
	var known []uint32 // for each index of a dictionary: the code plus 1, or 0 if it is unknown
	var last arrow.Array
	declared := newOrder(f.typ)
	if f.isPlain(of) && f.typ.ID() == arrow.STRING {
		var spans []intern.Span
		fits := true
		err := f.arrays(batches, valid, func(row int, a arrow.Array) {
			before := len(table.Values)
			texts := a.(*array.String) //nolint:forcetypeassert // by its type
			spans = number(&table, codes[row:row+a.Len()], texts, spans)
			for _, text := range table.Values[before:] {
				fits = fits && utf8.ValidString(text)
			}
		})
		if !fits {
			err = errFits
		}
		if err != nil {
			return nil, err
		}
		return data.NewText(name, codes, table.Values, valid), nil
	}
	err := f.each(ctx, batches, of, func(row int, a arrow.Array, i int) bool {
		valid.Set(row)
		if a != last {
			last, known = a, nil
			if f.typ.ID() == arrow.DICTIONARY {
				known = make([]uint32, a.Len())
			}
			declared.add(k, a)
		}
		if known != nil && known[i] > 0 {
			codes[row] = known[i] - 1
			return true
		}
		var fits bool
		if buf, fits = k.text(buf[:0], a, i); !fits {
			return false
		}
		codes[row] = table.Code(buf)
		if known != nil {
			known[i] = codes[row] + 1
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	c := data.NewText(name, codes, table.Values, valid)
	c.Dict.Order = declared.values
	return c, nil
}

// number sets the codes of the texts of an array. It returns spans, so that the next call reuses its memory.
func number(table *intern.Table, codes []uint32, a *array.String, spans []intern.Span) []intern.Span {
	src, offsets := a.ValueBytes(), a.ValueOffsets()
	if a.NullN() > 0 || len(src) < intern.Padding {
		for i := range codes {
			if a.IsValid(i) {
				codes[i] = table.Text(a.Value(i))
			}
		}
		return spans
	}
	spans = spans[:0]
	base, most := offsets[0], len(src)-intern.Padding
	for i := range codes {
		from, to := offsets[i]-base, offsets[i+1]-base
		if int(to) > most {
			break
		}
		spans = append(spans, intern.Span{From: uint32(from), Len: uint32(to - from)})
	}
	table.Codes(codes[:len(spans)], src, spans)
	for i := len(spans); i < len(codes); i++ {
		codes[i] = table.Text(a.Value(i))
	}
	return spans
}

// order is the order of the values of an ordered dictionary.
type order struct {
	values  []string
	unknown bool // no order, or two batches have different orders
}

func newOrder(t arrow.DataType) *order {
	d, is := t.(*arrow.DictionaryType)
	return &order{unknown: !is || !d.Ordered}
}

// add adds the dictionary of a batch. A later batch may repeat the dictionary with more values at its end.
func (o *order) add(k *kind, dictionary arrow.Array) {
	if o.unknown {
		return
	}
	at := 0
	for i := range dictionary.Len() {
		if dictionary.IsNull(i) {
			continue
		}
		switch b, _ := k.text(nil, dictionary, i); {
		case at == len(o.values):
			o.values = append(o.values, string(b))
		case o.values[at] != string(b):
			o.values, o.unknown = nil, true
			return
		}
		at++
	}
}

// isPlain reports whether the leaf is a top-level column without a dictionary. Then each batch has one array with a
// value for each row.
func (f leaf) isPlain(of *list) bool {
	return of == nil && f.list == nil && len(f.path) == 1 && f.typ.ID() != arrow.DICTIONARY
}

// arrays calls `do` for each batch, with the leaf's array and the row number of the array's first value. It sets the
// bits in `valid` of the rows that have a value.
func (f leaf) arrays(batches Batches, valid data.Bitmap, do func(row int, a arrow.Array)) error {
	row := 0
	for b, err := range batches {
		if err != nil {
			return err
		}
		a := f.chunk(b).values
		do(row, a)
		if a.NullN() == 0 {
			valid.SetRange(row, row+a.Len())
		} else {
			for i := range a.Len() {
				if a.IsValid(i) {
					valid.Set(row + i)
				}
			}
		}
		row += a.Len()
	}
	return nil
}

// each calls `do` for each row of the table that has a value. `do` gets the row number, the array, and the index of the
// value in the array.
func (f leaf) each(ctx context.Context, batches Batches, of *list, do func(row int, a arrow.Array, i int) bool) error {
	row := 0
	for b, err := range batches {
		if err != nil {
			return err
		}
		c, spans := f.chunk(b), of.spans(b)
		for inFile := range int(b.NumRows()) {
			from, n := spans(inFile)
			for e := range max(n, 1) {
				if row%checked == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				at := inFile
				if f.list != nil {
					at = from + e
				}
				if f.list == nil || n > 0 {
					if i, ok := c.valueIndex(at); ok && !do(row, c.values, i) {
						return errFits
					}
				}
				row++
			}
		}
	}
	return nil
}
