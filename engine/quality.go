package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/data/inspect"
	"cardinal/data/parallel"
	"cardinal/data/shape/changes"
	"cardinal/data/text/lookalike"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/ellipsis"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
	"cardinal/profiler"
)

// Doubt is a kind of doubtful rows.
type Doubt string

// The kinds of doubtful rows.
const (
	Empty      Doubt = "empty"      // rows without a value, in a column that is empty or nearly empty
	Alike      Doubt = "alike"      // labels that look the same as another label
	Blanks     Doubt = "blanks"     // texts with a blank at an end
	Unusual    Doubt = "unusual"    // values outside the usual range of their column
	Future     Doubt = "future"     // dates after the day when the file was last changed
	Duplicates Doubt = "duplicates" // rows that equal another row in some columns
)

// Finding is a kind of doubt about a table, and the rows in doubt.
type Finding struct {
	Doubt   Doubt
	Columns []string // for Duplicates: the columns that are compared; else one column
	Rows    int
	Words   string
	Where   *query.Expr // selects the rows; nil for Duplicates
	Groups  []lookalike.Group
	Listed  []uint32
	Sets    int // for Duplicates: the number of sets of equal rows
}

// Quality lists what is doubtful in some columns of a table; nil: all columns. The table has calculated fields as
// columns. It calls progress with the finished share of the columns, from any goroutine.
func (e *Engine) Quality(ctx context.Context, t *data.Table, columns []string,
	progress func(done float64)) (all []Finding, err error) {
	if err := e.requireLocal(t); err != nil {
		return nil, err
	}
	of, err := columnsOf(t, columns)
	if err != nil {
		return nil, err
	}
	ctx, done := memory.Watch(ctx)
	defer func() { err = adviseFewer(done(err)) }()
	found := make([][]Finding, len(of))
	var finished atomic.Int64
	err = parallel.Do(ctx, len(of), func(ctx context.Context, i int) error {
		x := doubter{state: e.state(t), table: t, column: of[i]}
		err := x.look(ctx)
		found[i] = x.found
		progress(float64(finished.Add(1)) / float64(len(of)))
		return err
	})
	for _, some := range found {
		all = append(all, some...)
	}
	return all, err
}

// Duplicates finds the rows of a table that equal another row in some columns; nil: in all columns.
func (e *Engine) Duplicates(ctx context.Context, t *data.Table, columns []string) (f Finding, err error) {
	if err := e.requireLocal(t); err != nil {
		return f, err
	}
	of, err := columnsOf(t, columns)
	if err != nil {
		return f, err
	}
	ctx, done := memory.Watch(ctx)
	defer func() { err = adviseFewer(done(err)) }()
	r, err := changes.Duplicates(ctx, t, of)
	if err != nil {
		return f, err
	}
	f = Finding{Doubt: Duplicates, Columns: data.Names(of), Rows: len(r.Rows), Listed: r.Rows, Sets: r.Sets}
	in := "all columns"
	if columns != nil {
		in = strings.Join(f.Columns, ", ")
	}
	f.Words = fmt.Sprintf("equal to another row in %s: %s, %s more than needed", in,
		profiler.Counted(r.Sets, "different row"), profiler.Counted(len(r.Rows)-r.Sets, "row"))
	if r.Sets == 0 {
		f.Words = "equal to another row in " + in
	}
	return f, nil
}

// adviseFewer says what a person can do about a check that was stopped for its memory.
func adviseFewer(err error) error {
	if errors.As(err, new(memory.Exceeded)) {
		return fmt.Errorf("the check was stopped, because %w: check fewer columns, or allow more", err)
	}
	return err
}

// columnsOf returns the named columns of a table; nil: all of them.
func columnsOf(t *data.Table, names []string) ([]*data.Column, error) {
	if names == nil {
		return t.Columns, nil
	}
	return each.Try(names, t.Column)
}

// doubter looks for doubtful rows of a table in one column.
type doubter struct {
	state  *tableState
	table  *data.Table
	column *data.Column
	found  []Finding
}

// add adds the rows that a condition selects, if there are any.
func (x *doubter) add(ctx context.Context, f Finding) error {
	f.Columns = []string{x.column.Name}
	rows, err := x.state.rowsWhere(ctx, x.table, f.Where, RunOptions{}.complete().Threads)
	if f.Rows = rows.n; err == nil && f.Rows > 0 {
		x.found = append(x.found, f)
	}
	return err
}

// compare returns a comparison of the column with a constant.
func (x *doubter) compare(op query.Op, with query.Literal) *query.Expr {
	return &query.Expr{Op: op, Field: query.Field{Column: x.column.Name}, Values: []query.Literal{with}}
}

// look adds all findings about the column.
func (x *doubter) look(ctx context.Context) error {
	c := x.column
	isNull := &query.Expr{Op: query.IsNull, Field: query.Field{Column: c.Name}}
	switch {
	case c.Rows == 0:
		return nil
	case c.Nulls == c.Rows:
		return x.add(ctx, Finding{Doubt: Empty, Words: "without a value: the column is empty", Where: isNull})
	case c.Nulls >= c.Rows-c.Rows/10:
		f := Finding{Doubt: Empty, Words: "without a value: the column is nearly empty", Where: isNull}
		if err := x.add(ctx, f); err != nil {
			return err
		}
	}
	switch {
	case c.Type == data.Text:
		if err := x.alike(ctx); err != nil {
			return err
		}
		return x.blanks(ctx)
	case c.Type.Temporal():
		if err := x.future(ctx); err != nil {
			return err
		}
	}
	return x.unusual(ctx)
}

// alike adds the labels that look the same as another.
func (x *doubter) alike(ctx context.Context) error {
	labels := x.column.Dict.Values
	groups := lookalike.Find(labels)
	if len(groups) == 0 {
		return nil
	}
	in := &query.Expr{Op: query.In, Field: query.Field{Column: x.column.Name}}
	for _, g := range groups {
		for _, label := range g.Others {
			in.Values = append(in.Values, query.Literal{Text: label, Quoted: true})
		}
	}
	_, words, _ := strings.Cut(lookalike.Note(groups), ": ")
	f := Finding{Doubt: Alike, Words: "with a label that looks the same as another: " + words, Where: in,
		Groups: groups}
	if len(labels) > lookalike.MostLabels {
		f.Words += separators.Sprintf("; only the first %d labels are compared", lookalike.MostLabels)
	}
	return x.add(ctx, f)
}

// blankEnds matches texts that begin or end with a blank, as hasBlankEnd does.
const blankEnds = `^[\s\p{Z}]|[\s\p{Z}]$`

// blanks adds the texts with a blank at an end.
func (x *doubter) blanks(ctx context.Context) error {
	n, example := 0, ""
	for i, label := range x.column.Dict.Values {
		if hasBlankEnd(label) {
			if n++; n == 1 {
				example = ellipsis.Cut(label, 40)
			}
		}
		if i%(1<<16) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if n == 0 {
		return nil
	}
	return x.add(ctx, Finding{Doubt: Blanks,
		Words: fmt.Sprintf("with a blank at an end: %s, such as %q", profiler.Counted(n, "label"), example),
		Where: x.compare(query.Matches, query.Literal{Text: blankEnds, Quoted: true})})
}

// future adds the dates after the day when the file was last changed, or after today if that day is not known. For
// instants, this is the day in UTC. For wall times of a zone, it is the day in this zone.
func (x *doubter) future(ctx context.Context) error {
	day, why := x.table.Changed, "the day when the file was last changed"
	if day.IsZero() {
		day, why = time.Now(), "today"
	}
	day = day.In(x.column.Location())
	next := query.Literal{Text: day.AddDate(0, 0, 1).Format(time.DateOnly), Quoted: true}
	return x.add(ctx, Finding{Doubt: Future, Words: "after " + day.Format(time.DateOnly) + ", " + why,
		Where: x.compare(query.Ge, next)})
}

// unusual adds the values outside the usual range of the column (inspect.Fences).
func (x *doubter) unusual(ctx context.Context) error {
	fences, err := inspect.Usual(ctx, x.column)
	if err != nil {
		return err
	}
	var sides []*query.Expr
	var words []string
	for _, side := range []struct {
		op    query.Op
		word  string
		fence data.Value
	}{{query.Lt, "below ", fences.Low}, {query.Gt, "above ", fences.High}} {
		side.fence.Unit = 0
		literal := pivot.LabelLiteral(side.fence)
		_, unnamed := literal.Time() // the year 10000 cannot be written in a filter
		if side.fence.IsNull() || x.column.Type.Temporal() && unnamed != nil {
			continue
		}
		beyond := x.compare(side.op, literal)
		if x.column.Type == data.Float && side.op == query.Gt { // in a filter, NaN is above every number
			number := x.compare(query.Lt, query.Literal{Text: "NaN", Quoted: true})
			numbers, err := x.state.rowsWhere(ctx, x.table, number, RunOptions{}.complete().Threads)
			if err != nil {
				return err
			}
			if numbers.n < x.column.Rows-x.column.Nulls {
				beyond = query.AllOf(beyond, number)
			}
		}
		sides = append(sides, beyond)
		words = append(words, side.word+separators.Show(literal.Text))
	}
	switch len(sides) {
	case 0:
		return nil
	case 1:
		return x.add(ctx, Finding{Doubt: Unusual, Words: "far from the others: " + words[0], Where: sides[0]})
	}
	return x.add(ctx, Finding{Doubt: Unusual, Words: "far from the others: " + words[0] + " or " + words[1],
		Where: &query.Expr{Op: query.Or, Args: sides}})
}

// hasBlankEnd reports whether a text begins or ends with a blank.
func hasBlankEnd(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	is := func(r rune) bool { return strings.ContainsRune("\t\n\f\r", r) || unicode.Is(unicode.Z, r) }
	return is(first) || is(last)
}
