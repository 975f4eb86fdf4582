package changes

import (
	"context"
	"fmt"
	"slices"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/shape/union"
	"cardinal/data/text/intern"
)

// makeTable makes the table of the rows that changed, and counts them.
func (f *finder) makeTable(ctx context.Context, pairs []pair, found *Found) error {
	var rows [2][]int32 // by version; below 0: none
	for _, p := range pairs {
		rows[0], rows[1] = append(rows[0], p.before), append(rows[1], max(-1, p.after-int32(f.split)))
	}
	differs := make([][]bool, len(f.rest))
	gathered := make([]*data.Column, 2*len(f.rest))
	var keys []*data.Column
	err := parallel.Do(ctx, 1+len(gathered), func(ctx context.Context, i int) (err error) {
		if i == 0 {
			keys, err = f.gatherKeys(ctx, rows)
			return err
		}
		column, version := (i-1)/2, (i-1)%2
		c := &f.rest[column]
		if version == 0 {
			differs[column] = c.differences(pairs)
		}
		gathered[i-1], err = gather(ctx, c.versions[version].Column, rows[version])
		return err
	})
	if err != nil {
		return err
	}
	change, where := f.describe(pairs, differs, found)
	t := tableMaker{taken: map[string]bool{}}
	t.add("Change", change)
	if len(f.rest) > 0 {
		t.add("Changed columns", where)
	}
	for _, c := range keys {
		t.add(c.Name, c)
	}
	for i := range f.rest {
		name := f.rest[i].versions[0].Name
		t.add(name+" before", gathered[2*i])
		t.add(name+" after", gathered[2*i+1])
	}
	found.Table = data.NewTable("Changes", t.columns)
	found.Table.Rows = len(pairs)
	return nil
}

// describe counts the pairs, and returns the word for each and the names of the columns that differ.
func (f *finder) describe(pairs []pair, differs [][]bool, found *Found) (change, where *data.Column) {
	var word, columns words
	counts := make([]int, len(f.rest))
	for i, p := range pairs {
		switch {
		case p.before < 0:
			word.add(added)
			found.Added++
		case p.after < 0:
			word.add(removed)
			found.Removed++
		default:
			word.add(changed)
			found.Changed++
		}
		names := ""
		for j := range f.rest {
			if differs[j][i] {
				if counts[j]++; names != "" {
					names += ", "
				}
				names += f.rest[j].versions[0].Name
			}
		}
		if names == "" {
			columns.addNull()
		} else {
			columns.add(names)
		}
	}
	for j, n := range counts {
		if n > 0 {
			found.Columns = append(found.Columns, Count{f.rest[j].versions[0].Name, n})
		}
	}
	return word.column(), columns.column()
}

// differences reports for each pair of two rows whether their values differ.
func (c *column) differences(pairs []pair) []bool {
	differs := make([]bool, len(pairs))
	for i, p := range pairs {
		differs[i] = p.before >= 0 && p.after >= 0 && !c.equal(int(p.before), int(p.after))
	}
	return differs
}

// tableMaker collects the columns of a table, and gives them distinct names.
type tableMaker struct {
	columns []*data.Column
	taken   map[string]bool
}

func (t *tableMaker) add(name string, c *data.Column) {
	c.Name = name
	for n := 2; t.taken[c.Name]; n++ {
		c.Name = fmt.Sprintf("%s %d", name, n)
	}
	t.taken[c.Name] = true
	t.columns = append(t.columns, c)
}

// gatherKeys returns the keys of rows before, which come first, and then of rows after that have no row before.
func (f *finder) gatherKeys(ctx context.Context, rows [2][]int32) ([]*data.Column, error) {
	added := slices.Index(rows[0], -1)
	if added < 0 {
		added = len(rows[0])
	}
	parts := make([]union.Part, 2)
	for version, some := range [][]int32{rows[0][:added], rows[1][added:]} {
		columns := make([]*data.Column, len(f.keys))
		for i := range columns {
			var err error
			if columns[i], err = gather(ctx, f.keys[i].versions[version].Column, some); err != nil {
				return nil, err
			}
		}
		parts[version].Table = data.NewTable("", columns)
	}
	both, err := union.Tables(ctx, "", "file", parts, 0, nil)
	if err != nil {
		return nil, err
	}
	for _, c := range both.Columns {
		c.Note = ""
	}
	return both.Columns, nil
}

// gather makes a column of some rows of c; below 0: null. A dictionary has the texts of these rows alone, once each.
func gather(ctx context.Context, c *data.Column, rows []int32) (*data.Column, error) {
	if c.Type != data.Text {
		return c.Gather(ctx, rows)
	}
	var w words
	for i, row := range rows {
		if i%stretch == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if row >= 0 && c.Valid.Get(int(row)) {
			w.add(c.Dict.Values[c.Codes.At(int(row))])
		} else {
			w.addNull()
		}
	}
	out := w.column()
	out.Name, out.Dict.Order, out.Format = c.Name, c.Dict.Order, c.Format
	return out, nil
}

// words collects a column of texts.
type words struct {
	codes []uint32
	texts intern.Table
	valid []bool
}

func (w *words) add(text string) {
	w.codes, w.valid = append(w.codes, w.texts.Text(text)), append(w.valid, true)
}

func (w *words) addNull() { w.codes, w.valid = append(w.codes, 0), append(w.valid, false) }

func (w *words) column() *data.Column {
	valid := data.NewBitmap(len(w.codes))
	for i, ok := range w.valid {
		if ok {
			valid.Set(i)
		}
	}
	return data.NewText("", w.codes, w.texts.Values, valid)
}
