package lookup

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/memory"
)

// Join is the table t with columns of other. A row gets the values of the first row of other that has the row's key, and no values where
// there is none. Names that t has already get the name of other's file in front: airports.city. The notes say which keys were not found and which stand
// in other more than once.
func Join(ctx context.Context, t, other *data.Table, s Spec) (*data.Table, error) {
	m, err := Match(ctx, t, other, s.On, s.Equals)
	if err != nil {
		return nil, err
	}
	columns, err := s.taken(other, m.equals)
	if err != nil {
		return nil, err
	}
	out := make([]*data.Column, len(columns))
	taken := map[string]bool{}
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = free(t, taken, c.Name, s.Name())
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
	joined.Size += other.Size // what is learnt of the table holds for both files
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

// taken are the columns of the second table that the spec names.
func (s Spec) taken(other *data.Table, equals *data.Column) (columns []*data.Column, err error) {
	for _, name := range s.Columns {
		c, err := other.Column(name)
		if err != nil {
			return nil, fmt.Errorf("in %s, %w", s.Name(), err)
		}
		if !slices.Contains(columns, c) {
			columns = append(columns, c)
		}
	}
	if len(s.Columns) == 0 {
		for _, c := range other.Columns {
			if c != equals {
				columns = append(columns, c)
			}
		}
	}
	if len(columns) == 0 {
		return nil, fmt.Errorf("%s has no column besides its key %s: there is nothing to look up", s.Name(), equals.Name)
	}
	return columns, nil
}

// free is a name that neither the table nor a column beside it has.
func free(t *data.Table, taken map[string]bool, name, file string) string {
	has := func(name string) bool {
		_, err := t.Column(name)
		return err == nil || t.Has(name) || taken[name]
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

// batch is the number of rows between two looks at the context.
const batch = 1 << 16

// gather is a column whose row i is row rows[i] of c, or null where that is below 0.
func gather(ctx context.Context, c *data.Column, name string, rows []int32) (*data.Column, error) {
	valid := data.NewBitmap(len(rows))
	each := func(do func(i int, from int)) error {
		for at := 0; at < len(rows); at += batch {
			if err := ctx.Err(); err != nil {
				return err
			}
			for i := at; i < min(at+batch, len(rows)); i++ {
				if from := int(rows[i]); from >= 0 && c.Valid.Get(from) {
					valid.Set(i)
					do(i, from)
				}
			}
		}
		return nil
	}
	var out *data.Column
	switch c.Type {
	case data.Text:
		codes, texts := make([]uint32, len(rows)), []string(nil)
		newCode := make([]uint32, len(c.Dict.Values)) // 1 more than the code; 0: not seen yet
		err := each(func(i, from int) {
			old := c.Codes.At(from)
			if newCode[old] == 0 {
				texts = append(texts, c.Dict.Values[old])
				newCode[old] = uint32(len(texts))
			}
			codes[i] = newCode[old] - 1
		})
		if err != nil {
			return nil, err
		}
		out = data.NewText(name, codes, texts, valid)
	case data.Float:
		values := memory.Make[float64](len(rows))
		if err := each(func(i, from int) { values[i] = c.Floats[from] }); err != nil {
			return nil, err
		}
		out = data.NewFloatColumn(name, values, valid)
	case data.Bool:
		values := memory.Make[uint8](len(rows))
		if err := each(func(i, from int) { values[i] = uint8(c.Int(from)) }); err != nil {
			return nil, err
		}
		out = data.NewBools(name, values, valid)
	default:
		values := memory.Make[int64](len(rows))
		if err := each(func(i, from int) { values[i] = c.Int(from) }); err != nil {
			return nil, err
		}
		out = data.NewInts(name, c.Type, c.Scale, values, valid)
	}
	out.UTC, out.Format = c.UTC, c.Format
	return out, nil
}
