package csv

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/format/csv/cut"
	"cardinal/data/infer"
	"cardinal/data/number/datetime"
	"cardinal/internal/separators"
)

// list calls Options.Losses for everything that the table has in another form than the text, or not at all. These are
// lines outside the table, rows with too few or too many fields, values that became null or were rounded, and values
// that make their column text.
func (s *source) list(ctx context.Context, v *detection, t *data.Table) error {
	told := 0
	tell := func(l data.Loss) bool {
		s.options.Losses(l)
		told++
		return told < data.MaxLosses
	}
	for _, l := range slices.Concat(v.left, s.left) {
		if !tell(l) {
			return nil
		}
	}
	row := 0
	var buf []byte
	for _, sp := range v.blocks {
		if err := ctx.Err(); err != nil {
			return err
		}
		buf = append(buf[:0], make([]byte, sp.To-sp.From)...)
		if err := cut.ReadFull(s, buf, sp.From); err != nil {
			return err
		}
		sc := cut.Scanner{Src: buf, Dialect: s.Dialect}
		for sc.Next() {
			if sc.Blank && !v.single {
				continue
			}
			for _, l := range v.lossesOf(&sc, t, row) {
				if !tell(l) {
					return nil
				}
			}
			row++
		}
	}
	return nil
}

// lossesOf returns the losses of a row. The number of the first row is 0.
func (v *detection) lossesOf(sc *cut.Scanner, t *data.Table, row int) (out []data.Loss) {
	note := func(column, text, what string) {
		out = append(out, data.Loss{Row: row + 1, Column: column, Text: text, What: what})
	}
	if n := len(sc.Fields); n != v.columns && !(n == v.columns+1 && len(sc.Fields[n-1].Text) == 0 && v.all()) {
		var texts []string
		for i := range sc.Fields {
			texts = append(texts, string(sc.Value(&sc.Fields[i])))
		}
		note("", strings.Join(texts, string(v.split.Delim)), separators.Sprintf("%d fields, and the header has %d",
			n, v.columns))
	}
	for i, c := range t.Columns {
		if i >= len(sc.Fields) {
			break
		}
		fd := &sc.Fields[i]
		b := infer.Trim(sc.Value(fd))
		if len(b) == 0 {
			continue
		}
		switch value := c.Value(row); {
		case value.IsNull() && infer.IsNull(b):
			note(c.Name, string(b), "read as null")
		case value.IsNull():
			note(c.Name, string(b), "no "+wordOf(c.Type)+": left empty")
		case c.Type == data.Text && v.cells.IsOdd(i) && infer.IsText(b):
			note(c.Name, string(b), "keeps the column text")
		case c.Type == data.Text && !fd.Quoted && b[0] == v.split.Quote() && !v.split.Unquoted:
			note(c.Name, string(b), "kept with its quotes")
		case c.Type == data.Float && infer.Loses(value.Float, b):
			note(c.Name, string(b), "rounded to "+value.String())
		case c.Type == data.Date:
			if m, ok := datetime.Parse(b); ok && m.Clocked {
				note(c.Name, string(b), "the time of day was left out")
			}
		}
	}
	return out
}

// wordOf returns the word for a value of a type.
func wordOf(t data.Type) string {
	switch {
	case t.Numeric():
		return "number"
	case t == data.Timestamp:
		return "time"
	case t == data.Bool:
		return "truth value"
	}
	return fmt.Sprint(t)
}

// all reports whether every row has one extra delimiter at its end.
func (v *detection) all() bool {
	r := v.joined()
	return r.one == v.cells.Rows()
}
