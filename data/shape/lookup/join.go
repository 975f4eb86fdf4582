package lookup

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/internal/each"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// Join returns the table t with columns of other. A row gets the values of the first row of other with the same keys,
// and nulls if there is no such row. A right, full or anti join keeps other rows (see Joins). If s asks for every line,
// a row is repeated for each row of other with the same keys, and its columns are marked (data.Column.Repeated). If t
// already has a column of the same name, the name of other's file is put in front: airports.city. The notes name keys
// that were not found, and keys that other has more than once.
func Join(ctx context.Context, t, other *data.Table, s Spec) (*data.Table, error) {
	m, err := Match(ctx, t, other, s.Keys)
	if err != nil {
		return nil, err
	}
	return m.join(ctx, t, other, s)
}

// JoinUnique does what Join does. It returns an error if only the first line of a repeated key is asked for, because t
// does not have all columns of its file. A column that t lacks may make the key unique, and Join's note would have to
// name it.
func JoinUnique(ctx context.Context, t, other *data.Table, s Spec) (*data.Table, error) {
	m, err := Match(ctx, t, other, s.Keys)
	if err == nil && m.Twice > 0 && !s.Every {
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
	if err == nil {
		err = m.room(t, columns, s)
	}
	if err == nil && (s.Join != "" || m.repeats(s)) {
		t, err = m.keep(ctx, t, s)
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
		if out[i], err = gather(ctx, columns[i], names[i], m.rows); err == nil {
			out[i].Repeated = m.repeats(s) && m.all-m.Rows > m.Found // rows share a line
		}
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

// room returns an error if the result of a look-up has too many rows, or takes too much memory.
func (m *Matched) room(t *data.Table, columns []*data.Column, s Spec) error {
	n := m.size(s)
	if t.Rows > math.MaxInt32 && s.Join != "" || n > math.MaxInt32 && n != int64(t.Rows) {
		return separators.Errorf("the %d rows would become %d, which are too many: take the first line of each key, "+
			"or add a key", m.all, n)
	}
	if !m.repeats(s) {
		return nil
	}
	width := int64(8 * (1 + runtime.GOMAXPROCS(0))) // the numbers of the rows, and the columns that are being written
	for _, c := range slices.Concat(t.Columns, columns) {
		if c.Codes.Len() > 0 {
			width += c.Codes.Width()
		} else {
			width += 8
		}
	}
	if free, known := memory.Free(); known && n > free/5*4/width {
		return separators.Errorf("the %d rows would become %d, which take about %s, and %s of memory are free: take "+
			"the first line of each key, add a key, or %s", m.all, n, memory.Format(n*width), memory.Format(free),
			memory.Advice())
	}
	return nil
}

// keep returns the rows of the table that a join keeps, repeats them for every line if the spec asks for it, and adds a
// row of nulls for each added line of the second table. It changes m, which then matches the rows of this result.
func (m *Matched) keep(ctx context.Context, t *data.Table, s Spec) (*data.Table, error) {
	left, right, every := make([]int32, 0, m.size(s)), make([]int32, 0, m.size(s)), m.repeats(s)
	for i, row := range m.rows {
		if i%batch == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if s.Join != "" && s.Join != "full" && (row >= 0) != (s.Join == "right") {
			continue
		}
		left, right = append(left, int32(i)), append(right, row)
		for every && row >= 0 && m.next[row] > 0 {
			row = m.next[row]
			left, right = append(left, int32(i)), append(right, row)
		}
	}
	if s.Join == "right" || s.Join == "full" {
		for _, row := range m.unused {
			left, right = append(left, -1), append(right, row)
		}
	}
	kept := *t
	kept.Rows, kept.Columns = len(left), make([]*data.Column, len(t.Columns))
	err := parallel.Do(ctx, len(t.Columns), func(ctx context.Context, i int) (err error) {
		if kept.Columns[i], err = gather(ctx, t.Columns[i], t.Columns[i].Name, left); err == nil {
			kept.Columns[i].Repeated = t.Columns[i].Repeated || every
		}
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
