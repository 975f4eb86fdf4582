package parquet

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/shape/unnest"
	"cardinal/data/store/spill"
	"cardinal/internal/memory"
	"cardinal/internal/separators"

	"github.com/apache/arrow-go/v18/parquet/metadata"
)

// Options configures Open. The zero Options is valid.
type Options struct {
	Limit int64 // the memory in bytes that the columns may take; 0: no limit
	// the columns to read, in any case; all are read if it is nil or names an unknown column
	Columns []string
	// takes the columns if they need more than half of the limit; nil: they are refused if they need all of it
	Spill *spill.Space
	// the name, in any case, of the list whose elements become rows; "" for none, or for the first list of a file
	// that has only lists
	Unnest string
	Groups int // number of row groups to read; 0: all

	// Within returns the least and the greatest integer that wanted rows have in a column. The given column has no
	// rows. ok is false if the column may have any value. Row groups and pages without wanted rows are skipped. nil:
	// all rows are wanted.
	Within func(*data.Column) (least, most int64, ok bool)

	// Named returns the name of a field of the file: of a column, of a list or of a member of a struct, given the name
	// of what is around it and the field's number, or -1. If ok is false, the field is left out. A table whose columns
	// are all left out has rows alone. nil: the names are those of the file, and lists alone are unnested.
	Named func(around, name string, id int32) (named string, ok bool)
	// Deleted returns a bitmap of the rows of the file that are not in the table, given the number of rows. Nothing is
	// skipped by Within then. nil: all rows are in the table.
	Deleted func(rows int) (data.Bitmap, error)

	whole bool // pages are not skipped
}

// Open reads a Parquet file of the given size in bytes into a table. progress may be nil; it is called with the share
// that is done, from 0 to 1, by one goroutine at a time. The error is a sentence for a person; it can be
// ErrEncrypted.
func Open(ctx context.Context, r io.ReaderAt, size int64, o Options,
	progress func(float64)) (t *data.Table, err error) {
	o.whole = announcer(r) != nil // the indexes of pages would be many small requests
	t, err = openOnce(ctx, r, size, o, progress)
	if errors.Is(err, errPageIndex) {
		o.whole = true
		t, err = openOnce(ctx, r, size, o, progress)
	}
	return t, err
}

func openOnce(ctx context.Context, r io.ReaderAt, size int64, o Options,
	progress func(float64)) (t *data.Table, err error) {
	var l *loader
	if err := parallel.Guard(func() (err error) { l, err = prepare(ctx, r, size, o); return err }); err != nil {
		if errors.Is(err, parallel.ErrPanic) {
			return nil, errSchema
		}
		return nil, err
	}
	l.progress = progress
	return l.table(ctx)
}

// table reads all chunks.
func (l *loader) table(ctx context.Context) (t *data.Table, err error) {
	defer func() { err = errors.Join(err, l.codes.aside.Space.Release()) }()
	if err := l.readElements(ctx); err != nil {
		return nil, err
	}
	if err := l.readFirstTexts(ctx); err != nil {
		return nil, err
	}
	if err := l.readColumns(ctx, l.columnsOf(false)); err != nil {
		return nil, err
	}
	l.cutRows()
	shown := l.columns[:len(l.columns)-l.extra]
	columns := make([]*data.Column, len(shown))
	err = parallel.InOrder(ctx, len(columns), func(ctx context.Context, i int) (err error) {
		columns[i], err = l.finish(ctx, shown[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	rows := l.rows()
	if l.deleted != nil {
		if rows, err = l.dropDeleted(ctx, columns); err != nil {
			return nil, err
		}
	}
	t = data.NewTable("", columns)
	t.Rows, t.Lists, t.Unnest, t.LeftOut = rows, l.lists.Names, l.list, l.leftOut
	t.Notes = append(l.notes, t.Notes...)
	return t, nil
}

// readColumns reads all chunks of some columns.
func (l *loader) readColumns(ctx context.Context, columns []*column) error {
	n := len(l.meta.RowGroups) * len(columns)
	var asked atomic.Int64 // chunks that the system was told of
	return parallel.InOrder(ctx, n, func(ctx context.Context, i int) error {
		for ahead := min(n, i+readAhead); int(asked.Load()) < ahead; {
			if next := int(asked.Add(1)) - 1; next < ahead {
				l.willNeed(columns[next%len(columns)], next/len(columns))
			}
		}
		c, g := columns[i%len(columns)], i/len(columns)
		if g == 0 && c.seed != nil {
			return nil
		}
		return l.readChunk(ctx, c, g)
	})
}

var errSchema = errors.New("the Parquet file's schema is damaged, or newer than Cardinal knows; copy or download the " +
	"file again")

// loader reads one file.
type loader struct {
	in      io.ReaderAt
	size    int64
	meta    *metadata.FileMetaData
	starts  []int    // the first row of each row group in the table, and at the end the number of all rows
	inFile  []int    // the same for the file, whose rows hold whole lists
	wanted  []string // names of columns; nil: all
	columns []*column
	leftOut []string // names of the other columns
	notes   []string
	numbers []int        // numbers of the row groups in the file if not all are read; else nil
	parts   []part       // parts of the row groups if not all rows are read; else nil
	most    int          // number of rows after which no page is read, a multiple of 64; 0: all pages are read
	spill   *spill.Space // takes numbers; nil: they lie in memory
	offered *spill.Space // takes numbers that need more memory than expected; nil: nothing does
	codes   codes        // of texts
	limit   int64        // memory in bytes that texts may take; 0: no limit
	held    atomic.Int64 // memory of texts in bytes

	named   func(around, name string, id int32) (named string, ok bool) // nil: by the file
	deleted func(rows int) (data.Bitmap, error)                         // nil: none

	lists unnest.Lists
	asked string // the list that a person named; "": none
	list  string // the list whose elements are the rows; "": none
	extra int    // number of last columns that are read only to count rows or elements and are not in the table
	// by row group: the elements that begin a row of the file; nil until a column of the list is read
	begins []data.Bitmap

	mu       sync.Mutex
	done     int // chunks
	progress func(float64)
}

// prepare reads the footer and decides which columns are read. It checks every declared size before memory is
// allocated.
func prepare(ctx context.Context, r io.ReaderAt, size int64, o Options) (*loader, error) {
	meta, newer, err := readFooter(r, size)
	if err != nil {
		return nil, err
	}
	if o.Groups > 0 && o.Groups < len(meta.RowGroups) {
		meta.RowGroups, meta.NumRows = meta.RowGroups[:o.Groups], 0
		for _, g := range meta.RowGroups {
			meta.NumRows += g.NumRows
		}
	}
	l := &loader{in: r, size: size, meta: meta, wanted: o.Columns, asked: o.Unnest, limit: o.Limit, spill: o.Spill,
		offered: o.Spill, named: o.Named, deleted: o.Deleted}
	if o.Deleted != nil {
		o.Within = nil
	}
	return l, l.prepare(ctx, newer, o.Within, o.whole)
}

// prepare decides which columns of which row groups are read. newer names the columns of unknown types. within and
// whole are passed to prune.
func (l *loader) prepare(ctx context.Context, newer []string, within func(*data.Column) (least, most int64, ok bool),
	whole bool) error {
	if newer != nil {
		l.notes = append(l.notes, "of a type that Cardinal does not know, read as it is stored: "+
			strings.Join(newer, ", "))
	}
	if err := l.addGroups(); err != nil {
		return err
	}
	if err := l.chooseColumns(l.meta.Schema); err != nil {
		return err
	}
	l.inFile = l.starts
	l.prune(within, whole)
	if err := l.countElements(); err != nil {
		return err
	}
	err := parallel.InOrder(ctx, len(l.columns), func(_ context.Context, i int) error {
		l.columns[i].frame = l.frameOf(l.columns[i])
		return nil
	})
	if err != nil {
		return err
	}
	need, err := l.provide()
	if err != nil {
		return err
	}
	if err := l.announce(); err != nil {
		return err
	}
	groups := len(l.meta.RowGroups)
	for _, c := range l.columns {
		for g := range groups {
			if _, err := l.byteRange(c, g); err != nil {
				return err
			}
		}
		switch {
		case need <= max(smallTable, outOfProportion*l.size):
		case l.most > 0:
			return errDeclared
		default:
			if err := l.countRows(ctx, c); err != nil {
				return err
			}
		}
	}
	for _, c := range l.columns {
		if l.spill == nil && c.as.next == nil {
			most, _ := c.bytesPerRow()
			l.codes.taken.Add(int64(l.rows()) * most)
		}
		if err := c.allocate(l.spill, l.rows(), groups); err != nil {
			return err
		}
	}
	return nil
}

// addGroups sums the rows of the row groups.
func (l *loader) addGroups() error {
	groups := len(l.meta.RowGroups)
	l.starts = make([]int, 1, groups+1)
	total := int64(0)
	for g := range groups {
		group := l.meta.RowGroup(g)
		if group.NumRows() < 0 || group.NumColumns() != l.meta.NumColumns() {
			return separators.Errorf("%w: row group %d does not match the schema", errCutOff, g)
		}
		if total += group.NumRows(); total > 1<<32-2 {
			return separators.Errorf("the Parquet file declares more than %d rows, more than Cardinal reads",
				uint32(1<<32-2))
		}
		l.starts = append(l.starts, int(total))
	}
	if said := l.meta.GetNumRows(); total != said {
		// Every chunk is held to its row group's count; the total stands alone and some writers get it wrong.
		l.notes = append(l.notes, separators.Sprintf("the footer says %d rows, the row groups hold %d: those were read",
			said, total))
	}
	return nil
}

// provide decides whether the columns lie in memory or are spilled. need is the greatest number of bytes that they
// take, without their texts.
func (l *loader) provide() (need int64, err error) {
	rows, limit, least := int64(l.rows()), l.limit, int64(0)
	for _, c := range l.columns {
		most, atLeast := c.bytesPerRow()
		need, least = need+rows*most, least+rows*atLeast
	}
	space := l.spill
	if limit == 0 || need <= limit/2 || need > max(smallTable, outOfProportion*l.size) {
		space = nil
	}
	if l.spill = space; least <= limit/2 {
		l.spill = nil
	}
	switch {
	case space != nil:
		l.limit = max(1, limit/2)
		l.codes.offer(space, limit/2)
	case limit > 0 && need > limit:
		return 0, separators.Errorf("the table needs %d MB of memory%s and %d MB are free; %s or open a smaller file",
			need>>20, l.rowsReason(), limit>>20, memory.Advice())
	case limit > 0:
		l.limit = max(1, limit-need)
	}
	return need, nil
}

// rows returns the number of rows of the table.
func (l *loader) rows() int { return l.starts[len(l.starts)-1] }
