package infer

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/store/spill"
	"cardinal/data/text/intern"
	"cardinal/internal/each"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// ErrOthers is the error for a pass over some columns if other columns decide about their values.
var ErrOthers = errors.New("other columns are needed")

// Mismatch is the error for a further pass that finds other values or rows than the first pass. The reader is wrong, or
// the file has changed.
type Mismatch struct{ text string }

// Error returns what the further pass found.
func (e Mismatch) Error() string { return e.text }

// Options says how cells are read. If a field is zero, the cells decide.
type Options struct {
	Decimal byte // the decimal separator of all numbers: a point or a comma
	// the order of day and month in dates with the year last: d (day first) or m (month first); y: a two-digit year is
	// first
	Dates     byte
	Delimiter byte         // between the fields, if the cells are from a text; a semicolon suggests decimal commas
	Chosen    []*Choice    // for each column, a person's choice of a type; nil: no choice, for one column or for all
	Wanted    []bool       // for each column, whether it is read; nil: all columns are
	Typed     bool         // a cell in quotes is a text, even if it looks like a number
	Unread    bool         // if no value has the chosen type, the column becomes text, with a note
	Spill     *spill.Space // stores columns if they need more than half of the limit; nil: that is an error
	Repeats   []bool       // for each column, whether its dictionary may have a text several times; nil: none may
	Aside     *spill.Arena // stores converted values for which memory lacks; nil: they are converted in a second pass
}

// chosen returns the type that a person chose for a column, or nil.
func (o *Options) chosen(column int) *Choice {
	if column >= len(o.Chosen) {
		return nil
	}
	return o.Chosen[column]
}

// wants reports whether a column is read.
func (o *Options) wants(column int) bool {
	return o.Wanted == nil || column < len(o.Wanted) && o.Wanted[column]
}

// Cells makes columns of the cells of a document. Several workers add blocks of rows at the same time. A new column can
// begin in any row. It is null in earlier rows.
type Cells struct {
	options Options
	hints   hints
	spare   int64 // bytes of memory for the values that the first pass converts; 0: no limit

	mu     sync.Mutex
	chunks [][]chunk         // by block and column; nil if the block is not converted
	tables [][]*intern.Table // by worker and column
	rows   []int             // number of rows of each block
	stats  []stats
	odd    []bool       // for each column, conversion.odd
	spill  *spill.Space // stores the columns; nil: they are in memory
	held   atomic.Int64 // bytes of memory of converted values
	texts  atomic.Int64 // bytes of texts, a part of `held`

	first    *Cells        // in a further pass: the Cells of the first pass
	as       []*conversion // in a second pass, for each column: its conversion; nil: it is not converted
	most     int64         // in a second pass: bytes that all texts may take; 0: no limit
	compared *spellings    // in a third pass
}

// New returns an empty collection for at most `most` columns. The first pass over it converts no cells.
func New(o Options, most int) *Cells {
	c := &Cells{options: o, hints: make(hints, most)}
	c.hints.giveUpAll()
	return c
}

// Converting returns an empty collection, over which the first pass also converts cells. c is a sample whose cells
// suggest the conversions. asText reports whether a column of c has only texts. spare limits the bytes of converted
// cells; 0: no limit.
func (c *Cells) Converting(asText func(column int) bool, spare int64) *Cells {
	out := New(c.options, len(c.hints))
	out.spare = spare
	for i := range out.hints {
		how := unseen
		switch {
		case !out.options.wants(i):
			continue
		case i >= len(c.stats):
		case asText(i):
			how = plainTexts
		default:
			how = likelyOf(&c.stats[i])
		}
		out.hints[i].Store(uint32(how))
	}
	return out
}

// Want says which columns c reads; nil: all columns.
func (c *Cells) Want(wanted []bool) { c.options.Wanted = wanted }

// Place is a row of a block. The first row is 1. The zero Place means none.
type Place struct{ Block, Row int }

// Before reports whether p is a row before q. Every row is before the zero Place.
func (p Place) Before(q Place) bool {
	return p.Row > 0 && (q.Row == 0 || p.Block < q.Block || p.Block == q.Block && p.Row < q.Row)
}

// Row returns the row of the table. The first row is 1.
func (c *Cells) Row(p Place) int {
	row := p.Row
	for _, n := range c.rows[:p.Block] {
		row += n
	}
	return row
}

// Rows returns the number of rows.
func (c *Cells) Rows() int {
	return each.Sum(c.rows, func(rows int) int { return rows })
}

// Blocks returns the number of rows of each block.
func (c *Cells) Blocks() []int { return c.rows }

// Width returns the number of columns so far.
func (c *Cells) Width() int { return len(c.stats) }

// starts returns the first row of each block, and finally the number of all rows.
func (c *Cells) starts() []int {
	out := make([]int, len(c.rows)+1)
	for i, n := range c.rows {
		out[i+1] = out[i] + n
	}
	return out
}

// pad extends all blocks and workers to the given number of columns. New columns are null.
func (c *Cells) pad(columns int) {
	for len(c.stats) < columns {
		c.stats = append(c.stats, stats{})
	}
	for i := range c.tables {
		for len(c.tables[i]) < columns {
			c.tables[i] = append(c.tables[i], &intern.Table{})
		}
	}
	for b, chunks := range c.chunks {
		if chunks == nil || len(chunks) == columns {
			continue
		}
		nulls := data.NewBitmap(c.rows[b])
		nulls.SetRange(0, c.rows[b])
		for len(chunks) < columns {
			chunks = append(chunks, chunk{how: unseen, nulls: nulls})
		}
		c.chunks[b] = chunks
	}
}

// Columns returns the columns of the cells, or nil for a column that is not wanted. names has the names of the columns.
// chosen has their types; nil: the cells decide. limit is the memory in bytes that may be used, 0 for no limit.
//
// If the first pass has not converted a column, or not to its final type, Columns calls `read`. `read` adds all rows
// again, in the same blocks, to the Cells that it gets.
func (c *Cells) Columns(ctx context.Context, names []string, chosen []*Choice, limit int64,
	read func(*Cells) error) ([]*data.Column, error) {
	late := false // chosen after the first pass, which skipped values or read them in another way
	for i := range chosen {
		late = late || c.options.wants(i) && chosen[i] != nil && chosen[i].Type != data.Text && i < len(c.stats) &&
			!c.stats[i].chosen && c.stats[i].shapes&^(numeric|shapeNull) != 0
	}
	c.options.Chosen = chosen
	if late {
		c.chunks, c.tables, c.rows, c.stats = nil, nil, nil, nil
		c.hints.giveUpAll()
		if err := read(c); err != nil {
			return nil, err
		}
	}
	c.pad(len(names))
	conversions, err := c.conversions(names, &limit)
	if err != nil {
		return nil, err
	}
	columns := make([]*data.Column, len(names))
	if err := c.join(ctx, conversions, columns); err != nil {
		return nil, err
	}
	again := &Cells{options: c.options, hints: make(hints, len(c.hints)), spare: limit, spill: c.spill, first: c,
		as: make([]*conversion, len(names)), most: limit}
	missing := false
	for i := range columns {
		if columns[i] == nil && c.options.wants(i) {
			again.as[i], missing = &conversions[i], true
			if i < len(again.hints) {
				again.hints[i].Store(uint32(conversions[i].chunkType()))
			}
		}
	}
	if missing {
		if err := again.reread(read); err != nil {
			return nil, err
		}
		again.pad(len(names))
		if err := again.join(ctx, conversions, columns); err != nil {
			return nil, err
		}
	}
	c.settle(columns)
	if w := c.spellings(columns); w != nil {
		if err := (&Cells{options: c.options, first: c, compared: w}).reread(read); err != nil &&
			!errors.Is(err, errCompared) {
			return nil, err
		}
	}
	return columns, nil
}

// reread makes a further pass: it calls `read`, which adds all rows again.
func (c *Cells) reread(read func(*Cells) error) error {
	if err := read(c); err != nil {
		return err
	}
	if len(c.rows) < len(c.first.rows) {
		return errFewer
	}
	return nil
}

var (
	errMore  = Mismatch{"it has more rows at the second reading than at the first"}
	errFewer = Mismatch{"it has fewer rows at the second reading than at the first"}
)

// Workers returns how many of `some` workers may add rows at the same time.
func (c *Cells) Workers(some int) int {
	if c.compared != nil {
		return 1
	}
	return some
}

// conversions chooses the conversions of the columns, and subtracts the memory that the columns need from the limit.
func (c *Cells) conversions(names []string, limit *int64) ([]conversion, error) {
	rows := c.Rows()
	if rows > 1<<32-2 {
		return nil, separators.Errorf("the text has %d rows, more than Cardinal reads", rows)
	}
	e := newEvidence(c.stats, &c.options)
	conversions := make([]conversion, len(names))
	c.odd = make([]bool, len(names))
	need := int64(0)
	for i, name := range names {
		if !c.options.wants(i) {
			continue
		}
		if chosen := c.options.chosen(i); chosen != nil {
			var err error
			conversions[i], err = chooseAs(chosen, name, &c.stats[i], e)
			if err != nil && !c.options.Unread {
				return nil, err
			}
			if err != nil { // the statistics cannot decide: for a chosen type, 007 counts as a number
				conversions[i] = conversion{name: name, typ: data.Text, sign: '.', chosen: true, title: "text"}
				conversions[i].addNote(fmt.Sprintf("read as text, since %v", err))
			}
			if c.options.Typed && chosen.Type != data.Text {
				conversions[i].addNote(c.stats[i].typedNote(name))
			}
		} else {
			conversions[i] = choose(name, &c.stats[i], e, c.Row)
		}
		if conversions[i].others && c.options.Wanted != nil {
			return nil, ErrOthers
		}
		c.odd[i] = conversions[i].odd
		need += conversions[i].width() * int64(rows)
	}
	if c.spill = c.options.Spill; *limit == 0 || need <= *limit/2 {
		c.spill = nil
	}
	if c.spill != nil {
		*limit /= 2
		return conversions, nil
	}
	if *limit > 0 && need > *limit {
		return nil, separators.Errorf("the table is too large: it needs about %d MB of memory, and %d MB are free; "+
			"%s or open a smaller file", need>>20, *limit>>20, memory.Advice())
	}
	if *limit > 0 {
		if need+c.held.Load() > *limit {
			c.hints.giveUpAll() // the columns and the converted values together would not fit into memory
		}
		*limit -= need
	}
	return conversions, nil
}

// IsOdd reports whether a column is text only because of a few values.
func (c *Cells) IsOdd(column int) bool { return c.odd[column] }

// join makes those columns that are nil in `columns`, if their chunks have the form that the conversion needs.
func (c *Cells) join(ctx context.Context, conversions []conversion, columns []*data.Column) error {
	starts := c.starts()
	err := parallel.Do(ctx, len(columns), func(ctx context.Context, i int) error {
		if columns[i] == nil && c.holds(i, &conversions[i]) {
			var err error
			if columns[i], err = c.joined(ctx, i, conversions[i], starts); err != nil {
				return err
			}
		}
		for _, chunks := range c.chunks {
			if chunks != nil {
				chunks[i] = chunk{}
			}
		}
		return nil
	})
	c.chunks, c.tables = nil, nil
	return err
}
