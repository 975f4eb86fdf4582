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
	// the columns to read, in any case; nil, or with an unknown name: all columns
	Columns []string
	// stores the columns if they need more than half of the limit; nil: Open fails if they need more than the limit
	Spill *spill.Space
	// reports whether the dictionary of a column may have a text several times, if most of its texts differ; nil: none
	Repeats func(column string) bool
	// the name, in any case, of the list whose elements become rows; "": none, or the first list of a file that has
	// only lists
	Unnest string
	Groups int // number of row groups to read; 0: all

	// Within returns the least and the greatest integer that wanted rows have in a column. The column that it gets has
	// no rows. ok is false if wanted rows may have any value. Open skips row groups and pages without wanted rows. nil:
	// all rows are wanted.
	Within func(*data.Column) (least, most int64, ok bool)

	// Named returns the table's name for a field of the file, which is a column, a list or a field of a struct. around
	// is the name of what contains the field, and id its number in the file, or -1. If ok is false, the field is left
	// out. A table may have rows and no columns. nil: the names are those of the file, and only lists are unnested.
	Named func(around, name string, id int32) (named string, ok bool)
	// Deleted returns a bitmap of the rows of the file that are not in the table. It gets the number of rows in the
	// file. If it is set, Within is ignored. nil: all rows are in the table.
	Deleted func(rows int) (data.Bitmap, error)

	whole bool // no pages are skipped
}

// Open reads a Parquet file of the given size in bytes into a table. It calls progress, which may be nil, with the
// share of the work that is done, from 0 to 1; only one goroutine calls it at a time. The error is a sentence for a
// person; it can be ErrEncrypted.
func Open(ctx context.Context, r io.ReaderAt, size int64, o Options,
	progress func(float64)) (t *data.Table, err error) {
	o.whole = announcer(r) != nil // reading the page indexes would take many small requests
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
	var asked atomic.Int64 // number of chunks that were announced to the system
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
	starts  []int    // the first row of each row group in the table, and finally the number of all rows
	inFile  []int    // the same for the rows of the file, which are fewer if a list is unnested
	wanted  []string // names of columns; nil: all
	columns []*column
	leftOut []string // names of the columns that are not read
	notes   []string
	numbers []int             // index in the file of each row group that is read; nil: all are
	parts   []part            // for each row group, the rows that are read; nil: all are
	most    int               // no page is read after this number of rows, a multiple of 64; 0: all pages are read
	spill   *spill.Space      // stores the numbers; nil: they are in memory
	offered *spill.Space      // stores numbers that need more memory than expected; nil: none
	codes   codes             // of texts
	limit   int64             // memory in bytes that texts may take; 0: no limit
	held    atomic.Int64      // memory of texts in bytes
	repeats func(string) bool // as in Options

	named   func(around, name string, id int32) (named string, ok bool) // nil: names are those of the file
	deleted func(rows int) (data.Bitmap, error)                         // nil: no rows are deleted

	lists unnest.Lists
	asked string // the list that a person named; "": none
	list  string // the list whose elements are the rows; "": none
	extra int    // number of last columns that only serve to count rows or elements; the table lacks them
	// for each row group, the elements that begin a row of the file; nil until a column of the list was read
	begins []data.Bitmap

	mu       sync.Mutex
	done     int // number of chunks that were read
	progress func(float64)
}

// prepare reads the footer and decides which columns are read. It checks all declared sizes before it allocates memory.
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
		offered: o.Spill, named: o.Named, deleted: o.Deleted, repeats: o.Repeats}
	if o.Deleted != nil {
		o.Within = nil
	}
	return l, l.prepare(ctx, newer, o.Within, o.whole)
}

// prepare decides which columns and row groups are read. newer names the columns of unknown types. It passes `within`
// and `whole` to prune.
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
	for _, c := range l.columns {
		c.repeats = l.repeats != nil && l.repeats(c.name)
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
		// The count of a row group is checked against its chunks. Nothing else depends on the total, which some writers
		// get wrong.
		l.notes = append(l.notes, separators.Sprintf("the footer says %d rows, the row groups hold %d: those were read",
			said, total))
	}
	return nil
}

// provide decides whether the columns are in memory or spilled. need is the greatest number of bytes that they take,
// without their texts.
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
