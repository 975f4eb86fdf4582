package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/data/shape/changes"
	"cardinal/data/shape/union"
	"cardinal/data/web"
	"cardinal/engine"
	"cardinal/engine/expression/formula"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/separators"
	"cardinal/profiler"
)

// compareCommand shows the pivots of two files, or under two filters, side by side. Without fields it lists the rows
// that changed from the first file to the second one.
func compareCommand(f *pflag.FlagSet) action {
	o := options{tier: "auto"}
	var keys, a, b string
	f.StringVar(&keys, "key", "",
		"list the rows that were added, removed and changed; the `COLUMNS` tell which rows are "+
			"the same; without --key and fields, equal rows are the same")
	f.StringVar(&a, "a", "", "compare, in one file, the rows that meet this `CONDITION` with those that meet --b")
	f.StringVar(&b, "b", "", "`CONDITION` of the other rows: --a 'year(date) = 2023' --b 'year(date) = 2024'")
	limit := f.Int("limit", 0, "write the first `N` rows alone; 0 is all")
	o.shelves.addFlags(f)
	o.order.addFlags(f)
	o.measures.addFlags(f)
	o.layout.addFlags(f)
	o.groups.addFlags(f)
	o.output.addFlags(f)
	return func(ctx context.Context, operands []string, s Streams) error {
		fields := len(o.rows)+len(o.cols)+len(o.values) > 0
		switch filtered := a != "" || b != ""; {
		case filtered && (a == "" || b == ""):
			return usagef("compare: --a and --b stand together: each says which rows are a side")
		case filtered && keys != "":
			return usagef("compare: --key lists the rows that changed between two files, without --a and --b")
		case filtered && len(operands) != 1:
			return usagef("compare: --a and --b compare rows of one file: cardinal compare FILE --a CONDITION --b " +
				"CONDITION")
		case !filtered && len(operands) != 2:
			return usagef("compare: name two files: cardinal compare old.csv new.csv")
		case keys != "" && fields:
			return usagef("compare: --key lists rows, and --rows, --cols and --values make a pivot: give one of them")
		case !filtered && !fields && len(o.filters)+len(o.lets.texts) > 0:
			return usagef("compare: --filter and --let go with a pivot: add --rows, --cols or --values")
		case *limit < 0:
			return usagef("--limit: %d is below 0", *limit)
		case *limit > 0 && (filtered || fields):
			return usagef("compare: --limit goes with rows that changed, without --rows, --cols, --values, --a and --b")
		case !filtered && !fields:
			return o.compareRows(ctx, operands, keys, *limit, s)
		}
		q, err := o.query()
		if err != nil {
			return err
		}
		if err := o.check(load.Join(operands...), s); err != nil {
			return err
		}
		if err := o.lock(ctx, s); err != nil {
			return err
		}
		e, done := newEngine(engine.Options{Calibrations: engine.CalibrationFile()})
		defer done()
		var t *data.Table
		var sides [2]query.Side
		if a != "" {
			sides, err = sidesOfFilters(a, b)
			if err == nil {
				t, err = loadAndProbe(ctx, e, operands[0], o.reading, o.tier, s)
			}
			either := &query.Expr{Op: query.Or, Args: []*query.Expr{sides[0].Where, sides[1].Where}}
			q.Filter = query.AllOf(q.Filter, either)
		} else {
			var v *versions
			if v, err = o.openVersions(ctx, e, operands, s); err == nil {
				t, err = v.table(ctx, operands)
			}
			if err == nil {
				sides, err = sidesOfFiles(v)
			}
		}
		if err != nil {
			return err
		}
		return o.compareFigures(ctx, e, load.Join(operands...), t, q, sides, s)
	}
}

// sidesOfFilters returns the sides of two conditions.
func sidesOfFilters(a, b string) (sides [2]query.Side, err error) {
	for i, text := range []string{a, b} {
		if sides[i].Where, err = query.ParseFilter(text); err == nil && sides[i].Where == nil {
			err = errors.New("the condition is empty")
		}
		if err != nil {
			return sides, usagef("--%c: %w", 'a'+i, err)
		}
		sides[i].Name = sides[i].Where.Title()
	}
	return sides, nil
}

// sidesOfFiles returns the sides of two files of one table.
func sidesOfFiles(v *versions) (sides [2]query.Side, err error) {
	for i, name := range v.names {
		sides[i].Name = name
		if sides[i].Where, err = query.Equals(query.Field{Column: v.column}, name); err != nil {
			return sides, err
		}
	}
	return sides, nil
}

// versions is two files whose figures, or whose rows, are compared.
type versions struct {
	column string // of the files, in a table of both
	names  [2]string
	path   string // of both; "": no path has a table of both
	parts  [2]union.Part
}

// openVersions reads two files.
func (o *options) openVersions(ctx context.Context, e *engine.Engine, operands []string, s Streams) (*versions, error) {
	v := &versions{column: load.FileColumn, names: [2]string{load.Title(operands[0]), load.Title(operands[1])}}
	files := each.Count(operands, func(operand string) bool {
		return !load.IsAddress(operand) && !load.IsSeveral(operand)
	})
	if files == 2 {
		v.path = load.Join(load.Absolute(operands[0]), load.Absolute(operands[1]))
		copy(v.names[:], load.ShortNames(strings.Split(v.path, "\n")))
	}
	if v.names[0] == v.names[1] {
		v.names = [2]string{web.Clean(operands[0]), web.Clean(operands[1])}
	}
	if v.names[0] == v.names[1] {
		return nil, usagef("compare: both files are %s", v.names[0])
	}
	for i, operand := range operands {
		t, err := loadAndProbe(ctx, e, operand, o.reading, o.tier, s)
		if err != nil {
			return nil, err
		}
		v.parts[i] = union.Part{Table: t, Name: v.names[i]}
	}
	return v, nil
}

// errApart says that two files have no columns to compare.
func errApart(operands []string, err error) error {
	return fmt.Errorf("cannot compare %s with %s: %w", operands[0], operands[1], err)
}

// table makes one table of both files, the second below the first, with a column of their names.
func (v *versions) table(ctx context.Context, operands []string) (*data.Table, error) {
	for _, p := range v.parts {
		for p.Table.Has(v.column) {
			v.column, v.path = v.column+" compared", ""
		}
	}
	first := *v.parts[0].Table
	for i := range v.parts {
		v.parts[i].Marks = []union.Mark{{Column: v.column, Text: v.names[i]}}
	}
	t, err := union.Tables(ctx, load.Title(load.Join(operands...)), "file", v.parts[:], 0, nil)
	if err != nil {
		return nil, errApart(operands, err)
	}
	t.Path, t.Sheet, t.Reading = v.path, first.Sheet, first.Reading
	return t, nil
}

// compareFigures writes the figures of two sides, and ends with errDiffers if one differs.
func (o *options) compareFigures(ctx context.Context, e *engine.Engine, path string, t *data.Table, q query.Query,
	sides [2]query.Side, s Streams) error {
	values := q.Values
	q.Layout.Title = q.SidesTitle(sides[0], sides[1])
	var err error
	q.Values, err = query.SideBySide(values, sides[0], sides[1], func(m query.Measure) query.ColumnTypes {
		return formula.FiguresOf(t, m)
	})
	if err != nil {
		return usageError{err}
	}
	first := make([]int, len(values)) // by value, the index of its measure on the first side
	for i, v := range values {
		first[i] = slices.IndexFunc(q.Values, func(m query.Measure) bool {
			return m.Name == v.Title()+", "+sides[0].Name
		})
	}
	for i, sort := range q.Sorts {
		if sort.Value >= 0 {
			q.Sorts[i].Value = first[sort.Value] + 1
		}
	}
	if t.Path == "" && load.IsSeveral(path) {
		path = "-" // no file has this table
	}
	a, err := o.writeAnswer(ctx, e, path, t, q, s)
	if err != nil {
		return err
	}
	for row := range a.Tab.Rows.Len() {
		for col := range a.Tab.Cols.Len() {
			for _, at := range first {
				x, y := a.Tab.Cell(row, col, at), a.Tab.Cell(row, col, at+1)
				if x.Type != y.Type || x.String() != y.String() {
					return errDiffers
				}
			}
		}
	}
	return ctx.Err()
}

// compareRows writes the rows that changed between two files, and ends with errDiffers if there are any.
func (o *options) compareRows(ctx context.Context, operands []string, keys string, limit int, s Streams) error {
	fields, err := query.ParseFields(keys)
	if err != nil {
		return usagef("--key: %w", err)
	}
	var names []string
	for _, f := range fields {
		if f != (query.Field{Column: f.Column}) {
			return usagef("--key: %s is no column", f)
		}
		names = append(names, f.Column)
	}
	if err := o.checkRows(load.Join(operands...), s); err != nil {
		return err
	}
	if err := o.lock(ctx, s); err != nil {
		return err
	}
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	o.reading.repeats = func(string) bool { return true }
	v, err := o.openVersions(ctx, e, operands, s)
	if err != nil {
		return err
	}
	both, err := union.Align(ctx, "file", v.parts)
	if err != nil {
		return errApart(operands, err)
	}
	printNotes(s, both.Notes)
	if err := both.CheckColumns(names); err != nil {
		return usagef("--key: %w", err)
	}
	if len(both.Lone) > 0 {
		printNotes(s, []string{"not compared, since one of the files lacks them: " + separators.Join(both.Lone, "and")})
	}
	found, err := changes.Find(ctx, both.Tables, names)
	if err != nil {
		return err
	}
	listed := pivot.Listing{Table: found.Table}
	if limit > 0 && limit < found.Table.Rows {
		for row := range limit {
			listed.Rows = append(listed.Rows, uint32(row))
		}
		printNotes(s, []string{separators.Sprintf("the first %d of %d rows", limit, found.Table.Rows)})
	}
	if found.Table.Rows > 0 || o.out != "" {
		if err := o.writeRows(ctx, listed, s); err != nil {
			return err
		}
	}
	printNotes(s, changeNotes(found))
	if found.Table.Rows > 0 {
		return errDiffers
	}
	return nil
}

// changeNotes says how many rows changed, and in which columns.
func changeNotes(f *changes.Found) []string {
	rows := func(n int, what string) string { return profiler.Counted(n, "row") + " " + what }
	notes := []string{strings.Join([]string{rows(f.Added, "added"), rows(f.Removed, "removed"),
		rows(f.Changed, "changed"), rows(f.Same, "the same")}, ", ")}
	var columns []string
	for _, c := range f.Columns {
		columns = append(columns, c.Column+" in "+profiler.Counted(c.Rows, "row"))
	}
	if len(columns) > 0 {
		notes = append(notes, "changed: "+separators.Join(columns, "and"))
	}
	if f.Repeated > 0 && f.Table.Has("Changed columns") {
		notes = append(notes, profiler.Counted(f.Repeated, "key")+" with several rows in a file: equal rows are "+
			"matched first, and the others in their order")
	}
	return notes
}
