package union

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// Aligned is two versions of a table, whose columns have the same names, types and order.
type Aligned struct {
	Tables [2]*data.Table
	Lone   []string // the columns that only one of the versions has; they are in neither table
	Notes  []string // on the versions, and on columns that have another type in one of them
}

// Align makes two versions of a table comparable. Columns are matched by their names. A column has the type that Tables
// would give it. Columns that have this type already are not copied.
func Align(ctx context.Context, word string, versions [2]Part) (a *Aligned, err error) {
	ctx, done := memory.Watch(ctx)
	defer func() { err = done(err) }()
	columns, err := match(versions[:], word)
	if err != nil {
		return nil, err
	}
	a = &Aligned{Notes: tableNotes(versions[:], word)}
	columns = slices.DeleteFunc(columns, func(c *column) bool {
		lone := c.pieces[0].column == nil || c.pieces[1].column == nil
		if lone {
			a.Lone = append(a.Lone, c.name)
		}
		return lone
	})
	pairs, notes := make([][2]*data.Column, len(columns)), make([]string, len(columns))
	err = parallel.Do(ctx, len(columns), func(ctx context.Context, i int) (err error) {
		pairs[i], notes[i], err = columns[i].align(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	for version, part := range versions {
		of := each.Of(pairs, func(pair [2]*data.Column) *data.Column { return pair[version] })
		a.Tables[version] = data.NewTable(part.Name, of)
		a.Tables[version].Rows = part.Table.Rows
	}
	for i, note := range notes {
		if note != "" {
			a.Notes = append(a.Notes, columns[i].name+": "+note)
		}
	}
	return a, nil
}

// align returns the column of both versions in one form, and a note on what that changed.
func (c *column) align(ctx context.Context) (out [2]*data.Column, note string, err error) {
	f, rounded := c.form(), 0
	for version, p := range c.pieces {
		same := *p.column
		if same.Name, same.Note = c.name, ""; (form{same.Type, same.Scale, same.UTC}) == f {
			out[version] = &same
			continue
		}
		one, n := column{name: c.name, word: c.word, pieces: []piece{p}}, 0
		if out[version], n, err = one.joinAs(ctx, f, p.rows); err != nil {
			return out, "", err
		}
		if rounded += n; f.Numeric() {
			out[version].Format = p.column.Format
		}
	}
	return out, c.note(f, &data.Column{}, rounded), nil
}

// CheckColumns returns an error if a column is missing in one of the versions.
func (a *Aligned) CheckColumns(names []string) error {
	for _, name := range names {
		if slices.ContainsFunc(a.Lone, func(lone string) bool { return strings.EqualFold(lone, name) }) {
			return fmt.Errorf("one of the files has no column %s", name)
		}
	}
	return nil
}
