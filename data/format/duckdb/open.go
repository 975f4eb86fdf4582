package duckdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"cardinal/data"
	tables "cardinal/data/format/arrow"
	"cardinal/data/parallel"
	"cardinal/data/text/header"
	"cardinal/internal/each"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// Options configures Open. The zero Options is valid.
type Options struct {
	// the name of the table in any case, with its schema unless that is main; "": the readable table with the most rows
	Table  string
	Wanted []string // the wanted columns, in any case; nil, or with an unknown name: all columns
	Unnest string   // the name, in any case, of the list whose elements become rows; "": none
	Limit  int64    // memory in bytes that may be used; 0: no limit
	Groups int      // number of first row groups to read; 0: all
}

// Open reads a table of a database of the given size in bytes. It calls progress with the share of the work that is
// done. The error is a sentence for a person.
func Open(ctx context.Context, r io.ReaderAt, size int64, o Options,
	progress func(float64)) (t *data.Table, err error) {
	err = guard(func() error {
		f, err := openFile(r, size)
		if err != nil {
			return err
		}
		t, err = f.table(ctx, o, progress)
		return err
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// guard calls `do`. If `do` panics with an error, as the readers of metadata do, guard returns the error.
func guard(do func() error) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case error:
			var bug runtime.Error
			if err = p; errors.As(p, &bug) {
				err = errDamaged
			}
		default:
			err = errDamaged
		}
	}()
	return do()
}

func (f *file) table(ctx context.Context, o Options, progress func(float64)) (*data.Table, error) {
	c, err := f.catalog()
	if err != nil {
		return nil, err
	}
	chosen, err := c.choose(o.Table)
	if err != nil {
		return nil, err
	}
	fields, of, notes := readableColumns(chosen, o)
	if len(fields) == 0 {
		return nil, fmt.Errorf("%s has no column that can be read: %s", chosen.name, strings.Join(notes, "; "))
	}
	groups, known := f.groups(chosen)
	var part *data.Part
	if n := o.Groups; n > 0 && n < len(groups) {
		all := chosen.rows
		groups = groups[:n]
		chosen.rows, known = rowsOf(groups), make([]statistics, len(known))
		part = &data.Part{Share: float64(chosen.rows) / float64(all), Rows: int(all), About: true}
	}
	for i, g := range groups {
		groups[i].keep = f.keptRows(g)
	}
	if need := rowsOf(groups) * 16 * uint64(len(fields)); o.Limit > 0 && need > uint64(o.Limit) {
		return nil, separators.Errorf("%s has %d rows, %d MB of memory are needed to read them, and %d MB are free; "+
			"%s or choose fewer columns", chosen.name, chosen.rows, need>>20, o.Limit>>20, memory.Advice())
	}
	var t *data.Table
	// If a column is a list, its elements can be the rows of all columns.
	if slices.ContainsFunc(of, func(i int) bool { return chosen.columns[i].typ.shape() != flat }) {
		t, err = f.arrays(ctx, chosen, fields, of, groups, o, progress)
	} else {
		t, err = f.readFlat(ctx, chosen, fields, of, groups, known, progress)
	}
	if err != nil {
		return nil, err
	}
	t.Notes, t.LeftOut = slices.Concat(notes, t.Notes), append(t.LeftOut, leftOut(chosen, of)...)
	t.Part = part
	if n := f.infinite.Load(); n > 0 {
		t.Notes = append(t.Notes, separators.Sprintf("infinite dates and times: null, %d of them", n))
	}
	if readable, _ := split(c.tables); len(readable) > 1 {
		t.Sheet, t.Sheets = chosen.name, names(readable)
	}
	t.Notes = append(t.Notes, c.notes()...)
	return t, nil
}

// what names the file in errors.
const what = "the DuckDB database"

// arrays reads columns as Arrow arrays, with a batch for each row group, and makes a table of them.
func (f *file) arrays(ctx context.Context, t table, fields []arrow.Field, of []int, groups []rowGroup, o Options,
	progress func(float64)) (*data.Table, error) {
	schema, batches := arrow.NewSchema(fields, nil), make([]arrow.RecordBatch, len(groups))
	var done atomic.Int64
	err := parallel.Do(ctx, len(groups), func(ctx context.Context, i int) error {
		return guard(func() (err error) {
			batches[i], err = f.batch(ctx, schema, t, groups[i], of)
			progress(float64(done.Add(1)) / float64(len(groups)) / 2)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return tables.Table(ctx, what, schema, batches, f.size, o.Limit, o.Wanted, o.Unnest, progress)
}

// readableColumns returns the wanted columns that can be read, and their indices in the table. The notes name the
// columns that cannot be read.
func readableColumns(t table, o Options) (fields []arrow.Field, of []int, notes []string) {
	all := each.Of(t.columns, func(c column) string { return c.name })
	all, renamed := header.Repair(all)
	if renamed != "" {
		notes = append(notes, renamed)
	}
	var chosen map[string]bool
	if o.Unnest == "" {
		chosen = header.Wanted(all, o.Wanted)
	}
	var odd []string
	for i, c := range t.columns {
		if chosen != nil && !chosen[all[i]] {
			continue
		}
		typ := c.typ.arrow()
		if typ == nil {
			odd = append(odd, fmt.Sprintf("%s (%s)", all[i], c.typ.name()))
			continue
		}
		fields, of = append(fields, arrow.Field{Name: all[i], Type: typ, Nullable: true}), append(of, i)
	}
	if odd != nil {
		notes = append(notes, "left out, of a type that Cardinal does not read: "+strings.Join(odd, ", "))
	}
	if t.made != nil {
		notes = append(notes, "left out, since DuckDB works them out from others and stores no values (GENERATED): "+
			strings.Join(t.made, ", "))
	}
	return fields, of, notes
}

// leftOut returns the names of the readable columns that are not read. `of` has the indices of the columns that are
// read.
func leftOut(t table, of []int) (names []string) {
	for i, c := range t.columns {
		if !slices.Contains(of, i) && c.typ.arrow() != nil {
			names = append(names, c.name)
		}
	}
	return names
}

// batch reads a row group.
func (f *file) batch(ctx context.Context, schema *arrow.Schema, t table, g rowGroup,
	of []int) (arrow.RecordBatch, error) {
	rows, r := g.rows, f.groupReader()
	defer r.release()
	var arrays []arrow.Array
	for _, i := range of {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v, err := r.column(t, g, i)
		if err != nil {
			return nil, err
		}
		rows = v.rows
		arrays = append(arrays, v.array(&f.infinite))
	}
	return array.NewRecordBatch(schema, arrays, int64(rows)), nil
}
