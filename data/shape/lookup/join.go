package lookup

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/internal/each"
)

// Join returns the table t with columns of other. A row gets the values of the first row of other with the same keys,
// and nulls if there is no such row. A right, full or anti join keeps other rows (see Joins). If t already has a column
// of the same name, the name of other's file is put in front: airports.city. The notes name keys that were not found,
// and keys that other has more than once.
func Join(ctx context.Context, t, other *data.Table, s Spec) (*data.Table, error) {
	m, err := Match(ctx, t, other, s.Keys)
	if err != nil {
		return nil, err
	}
	return m.join(ctx, t, other, s)
}

// JoinUnique does what Join does. It returns an error if other has a key more than once, because t does not have all
// columns of its file. A column that t lacks may make the key unique, and Join's note would have to name it.
func JoinUnique(ctx context.Context, t, other *data.Table, s Spec) (*data.Table, error) {
	m, err := Match(ctx, t, other, s.Keys)
	if err == nil && m.Twice > 0 {
		err = fmt.Errorf("%s: a column that was not read may tell the lines of a repeated key apart", s.Name())
	}
	if err != nil {
		return nil, err
	}
	return m.join(ctx, t, other, s)
}

// join returns t with columns of other, whose rows are matched.
func (m *Matched) join(ctx context.Context, t, other *data.Table, s Spec) (*data.Table, error) {
	columns, err := s.chosenColumns(other, m.equals)
	if err == nil && s.Join != "" {
		t, err = m.keep(ctx, t, s.Join)
	}
	if err != nil {
		return nil, err
	}
	out := make([]*data.Column, len(columns))
	taken := map[string]bool{}
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = freeName(t, taken, c.Name, s.Name())
		taken[names[i]] = true
	}
	err = parallel.Do(ctx, len(columns), func(ctx context.Context, i int) (err error) {
		out[i], err = gather(ctx, columns[i], names[i], m.rows)
		return err
	})
	if err != nil {
		return nil, err
	}
	joined := t.With(out...)
	joined.Size += other.Size // facts learned about the table hold for both files
	if other.Changed.After(joined.Changed) {
		joined.Changed = other.Changed
	}
	joined.Lookups = append(slices.Clone(t.Lookups), s.Title())
	joined.Notes = append(slices.Clone(t.Notes), m.notes(s)...)
	for i, c := range columns {
		if c.Note != "" {
			joined.Notes = append(joined.Notes, names[i]+": "+c.Note)
		}
	}
	return joined, nil
}

// keep returns the rows of the table that a join keeps, and a row of nulls for each added line of the second table. It
// changes m, which then matches the rows of this result.
func (m *Matched) keep(ctx context.Context, t *data.Table, join string) (*data.Table, error) {
	if t.Rows > math.MaxInt32 {
		return nil, fmt.Errorf("%s has too many rows for a %s join", t.Name, join)
	}
	var left, right []int32
	for i, row := range m.rows {
		if join == "full" || (row >= 0) == (join == "right") {
			left, right = append(left, int32(i)), append(right, row)
		}
	}
	if join != "anti" {
		for _, row := range m.unused {
			left, right = append(left, -1), append(right, row)
		}
	}
	kept := *t
	kept.Rows, kept.Columns = len(left), make([]*data.Column, len(t.Columns))
	err := parallel.Do(ctx, len(t.Columns), func(ctx context.Context, i int) (err error) {
		kept.Columns[i], err = gather(ctx, t.Columns[i], t.Columns[i].Name, left)
		return err
	})
	if err != nil {
		return nil, err
	}
	m.rows = right
	t = kept.With()
	t.SetRoles(t.Reading.Roles)
	return t, nil
}

// chosenColumns returns the columns of the second table that the spec names.
func (s Spec) chosenColumns(other *data.Table, keys []*data.Column) (columns []*data.Column, err error) {
	if s.Join == "anti" {
		return nil, nil
	}
	if s.Join != "" { // the keys of the added lines are shown, too
		columns = slices.Clone(keys)
	}
	for _, name := range s.Columns {
		c, err := other.Column(name)
		if err != nil {
			return nil, fmt.Errorf("in %s, %w", s.Name(), err)
		}
		columns = each.Add(columns, c)
	}
	if len(s.Columns) == 0 {
		for _, c := range other.Columns {
			if !slices.Contains(keys, c) {
				columns = append(columns, c)
			}
		}
	}
	if len(columns) == 0 {
		return nil, fmt.Errorf("%s has no column besides its key %s: there is nothing to look up", s.Name(),
			strings.Join(data.Names(keys), " and "))
	}
	return columns, nil
}

// freeName returns a name that neither the table nor another new column has.
func freeName(t *data.Table, taken map[string]bool, name, file string) string {
	has := func(name string) bool {
		_, err := t.Column(name)
		return err == nil || t.Has(name) || taken[name] ||
			slices.ContainsFunc(t.LeftOut, func(left string) bool { return strings.EqualFold(left, name) })
	}
	if !has(name) {
		return name
	}
	name = strings.TrimSuffix(file, filepath.Ext(file)) + "." + name
	for n, first := 2, name; has(name); n++ {
		name = fmt.Sprintf("%s %d", first, n)
	}
	return name
}

// gather does what Column.Gather does, with another name. The dictionary has only the texts that were found.
func gather(ctx context.Context, c *data.Column, name string, rows []int32) (*data.Column, error) {
	out, err := c.Gather(ctx, rows)
	if err != nil {
		return nil, err
	}
	if out.Type == data.Text {
		out = out.Used()
	}
	out.Name = name
	return out, nil
}
