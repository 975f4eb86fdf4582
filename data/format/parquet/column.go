package parquet

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/store/spill"
	"cardinal/data/text/intern"
	"cardinal/internal/memory"

	"github.com/apache/arrow-go/v18/parquet"
)

// column is one column that is being read. The chunks of its row groups fill disjoint ranges of the same slices.
type column struct {
	name   string
	index  int // index of the leaf in the file's schema
	maxDef int
	listed bool // the values are elements of the list that is unnested
	as     *conversion

	physical parquet.Type
	width    int // as plainWidth

	// whether a value did not fit; the column is then read again without the frame, or by the conversion's fallback
	tooWide atomic.Bool
	frame   *frame     // of the integers or decimals; nil: values are read with 64 bits
	offsets data.Codes // codes of the values in the frame
	ints    []int64
	floats  []float64
	bools   []uint8
	codes   []uint32   // codes of texts in one row group that is being read
	direct  data.Codes // codes of texts in all rows; empty: row groups keep their codes until all are read
	groups  []rowGroup
	spilled bool      // whether the numbers of all rows are in a spill space
	free    sync.Pool // columns for one row group, if the column is spilled

	mu    sync.Mutex
	dicts []*dictionary // as many as workers read chunks of the column at the same time
	seed  *intern.Table // the beginning of each dictionary; nil: empty
	rare  []string      // the text of each row, without a dictionary, if texts seldom repeat; else nil

	repeats bool // as in Options
}

type rowGroup struct {
	valid    data.Bitmap
	codes    data.Codes
	direct   bool // the codes lie in the codes of the column
	rare     bool // the texts lie in those of the column
	dict     int  // index of the dictionary of these codes
	from, to int  // range of the codes that were new
}

// dictionary gives codes to the texts of row groups. It reads the row groups in ascending order.
type dictionary struct {
	intern.Table
	busy bool
	next int // the first row group that may use the dictionary
	held int // bytes of its memory that are already part of loader.held
}

// take returns a dictionary for a row group, and its index in c.dicts. It makes a new one if all are busy. room has the
// codes of all rows if they are allocated.
func (c *column) take(group int) (number int, d *dictionary, room data.Codes) {
	c.mu.Lock()
	defer c.mu.Unlock()
	number = slices.IndexFunc(c.dicts, func(d *dictionary) bool { return !d.busy && d.next <= group })
	if number < 0 {
		number = len(c.dicts)
		d := &dictionary{Table: intern.Table{Joins: true, Repeats: c.repeats}}
		if c.seed != nil {
			d.Table = c.seed.Clone()
		}
		c.dicts = append(c.dicts, d)
	}
	d = c.dicts[number]
	d.busy, d.next = true, group+1
	return number, d, c.direct
}

func (c *column) release(d *dictionary) {
	c.mu.Lock()
	defer c.mu.Unlock()
	d.busy = false
}

// joinTexts joins all dictionaries into one, and makes the column with its codes.
func (l *loader) joinTexts(ctx context.Context, c *column, valid data.Bitmap) (*data.Column, error) {
	if c.rare != nil {
		return l.joinRare(ctx, c, valid)
	}
	tables, pieces := make([]*intern.Table, len(c.dicts)), make([]intern.Piece, 0, len(c.groups)+len(c.dicts))
	for i, d := range c.dicts {
		tables[i] = &d.Table
	}
	for g, p := range c.groups {
		pieces = append(pieces, intern.Piece{Table: p.dict, From: p.from, To: p.to})
		for i := 1; g == 0 && c.seed != nil && i < len(c.dicts); i++ {
			pieces = append(pieces, intern.Piece{Table: i, To: len(c.seed.Values)})
		}
	}
	values, mapping := intern.Join(tables, pieces)
	// Memory is scarce. Without this copy, one text would keep all texts of its row group in memory.
	if l.codes.space != nil && len(tables) > 1 {
		intern.Together(values)
	}
	codes, inPlace, err := c.direct, c.direct.Len() > 0 && c.direct.Width() == data.WidthOf(len(values)+1), error(nil)
	if !inPlace {
		if codes, err = l.codes.column(l.rows(), len(values)+1); err != nil {
			return nil, err
		}
	}
	same := make([]int, len(mapping)) // number of first codes of each dictionary that stay the same
	for i, m := range mapping {
		for same[i] < len(m) && int(m[same[i]]) == same[i] {
			same[i]++
		}
	}
	err = parallel.InOrder(ctx, len(c.groups), func(_ context.Context, g int) error {
		p := &c.groups[g]
		if !inPlace || !p.direct || p.to > same[p.dict] {
			codes.Fill(l.starts[g], p.codes, mapping[p.dict])
		}
		p.codes = data.Codes{}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return data.NewCoded(c.name, codes, values, valid), nil
}

// bytesPerRow returns the memory in bytes that a row takes while the column is read. For texts, it depends on the
// number of distinct texts, and lies between `least` and `most`.
func (c *column) bytesPerRow() (most, least int64) {
	switch {
	case c.as.next != nil:
		return 2 * data.WidthOf(math.MaxUint32), data.WidthOf(1)
	case c.frame != nil:
		most = data.WidthOf(c.frame.codes())
	default:
		most = c.as.bytesPerRow()
	}
	return most, most
}

// allocate allocates memory for all rows, except for texts. If s is not nil, the memory is in s.
func (c *column) allocate(s *spill.Space, rows, groups int) (err error) {
	c.offsets, c.ints, c.floats, c.bools, c.codes = data.Codes{}, nil, nil, nil, nil
	switch {
	case c.frame != nil:
		c.offsets, err = data.MakeCodes(s, rows, c.frame.codes())
	case c.as.ints != nil:
		c.ints, err = spill.Make[int64](s, rows)
	case c.as.floats != nil:
		c.floats, err = spill.Make[float64](s, rows)
	case c.as.bools != nil:
		c.bools, err = spill.Make[uint8](s, rows)
	}
	c.spilled = s != nil && c.as.next == nil
	c.groups, c.dicts, c.seed, c.direct, c.rare = make([]rowGroup, groups), nil, nil, data.Codes{}, nil
	return err
}

// sink returns the sink for the rows in [from, to) of a column without texts.
func (c *column) sink(from, to int) sink {
	k := c.as
	switch {
	case c.frame != nil:
		return c.frameSink(from, to)
	case k.ints != nil:
		return &numbers[int64]{decode: k.ints, out: c.ints[from:to]}
	case k.floats != nil:
		return &numbers[float64]{decode: k.floats, out: c.floats[from:to]}
	}
	return &numbers[uint8]{decode: k.bools, out: c.bools[from:to]}
}

// textsInto returns the sink for the texts of a row group.
func textsInto[T uint8 | uint32](out []T, l *loader, c *column, d *dictionary, s *lookUps) sink {
	return &texts[T]{next: c.as.next, format: c.as.format, limit: l.limit, table: &d.Table, lookUps: s, out: out}
}

var (
	errTooLarge = tooLarge{}
	errPages    = errors.New("its pages contradict each other")
)

// tooLarge is the error for texts that do not fit into memory.
type tooLarge struct{}

func (tooLarge) Error() string {
	return "its texts need more memory than is free; " + memory.Advice() + " or open a smaller file"
}

// settle reads the column again as long as a value does not fit.
func (l *loader) settle(ctx context.Context, c *column) error {
	for c.tooWide.Load() {
		c.tooWide.Store(false)
		if c.frame != nil {
			c.frame = nil
		} else {
			c.as = c.as.fallback
		}
		space := l.spill
		if most, _ := c.bytesPerRow(); space == nil && l.limit > 0 && int64(l.rows())*most > l.limit {
			space = l.offered
		}
		if err := c.allocate(space, l.rows(), len(c.groups)); err != nil {
			return err
		}
		err := parallel.InOrder(ctx, len(c.groups), func(ctx context.Context, g int) error {
			return l.readChunk(ctx, c, g)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// finish makes the column of the table.
func (l *loader) finish(ctx context.Context, c *column) (*data.Column, error) {
	if err := l.settle(ctx, c); err != nil {
		return nil, err
	}
	valid := l.validity(c)
	var out *data.Column
	switch {
	case c.frame != nil:
		if f := c.frame; l.isTight(c) {
			out = data.NewOffsetsBetween(int64(f.first()), int64(f.most()), c.name, f.typ, f.scale, f.base(),
				c.offsets, valid)
		} else {
			out = data.NewOffsets(c.name, f.typ, f.scale, f.base(), c.offsets, valid)
		}
		if out == nil {
			c.tooWide.Store(true)
			return l.finish(ctx, c)
		}
		out.UTC = c.as.utc
	case c.ints != nil:
		out = data.NewInts(c.name, c.as.typ, c.as.scale, c.ints, valid)
		out.UTC = c.as.utc
	case c.floats != nil && c.as.single:
		out = data.NewSingles(c.name, c.floats, valid)
	case c.floats != nil:
		out = data.NewFloats(c.name, c.floats, valid)
	case c.bools != nil:
		out = data.NewBools(c.name, c.bools, valid)
	default:
		var err error
		if out, err = l.joinTexts(ctx, c, valid); err != nil {
			return nil, err
		}
	}
	if out.Note == "" {
		out.Note = c.as.note
	}
	return out, nil
}

// validity joins the bitmaps of the row groups. It returns nil if no row is null.
func (l *loader) validity(c *column) data.Bitmap {
	var valid data.Bitmap
	for g, p := range c.groups {
		from, to := l.starts[g], l.starts[g+1]
		if p.valid == nil {
			if valid != nil {
				valid.SetRange(from, to)
			}
			continue
		}
		if valid == nil {
			valid = data.NewBitmap(l.rows())
			valid.SetRange(0, from)
		}
		valid.Or(p.valid, from)
	}
	return valid
}
