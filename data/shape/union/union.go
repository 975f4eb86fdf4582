package union

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/text/intern"
	"cardinal/internal/each"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// Part is a table with texts that all its rows share.
type Part struct {
	Table *data.Table
	Name  string // of its source, for notes
	Marks []Mark // columns to add to the table, unless a part has a column with the same name
}

// Mark is a column with one text in all rows of a part. If all marks of a column are integers, or all are dates, the
// column has that type. 01 does not count as an integer, because 1 may be a different mark.
type Mark struct {
	Column, Text string
	Null         bool
}

// piece has the rows of a part in a column.
type piece struct {
	column *data.Column // nil: the part lacks the column
	rows   int
	name   string // of the part
}

// column is a column of all parts.
type column struct {
	name   string
	word   string  // the word for a part: file
	pieces []piece // one for each part
}

// Tables makes one table of at least one part. A column has the type that all parts share, or else the narrowest type
// that holds the values of all parts. It is null in the rows of parts that lack the column. Notes report both. limit
// is the number of bytes that the table may take; 0 is any number. The parts' tables are dropped as their columns are
// read. word is the word for a part in sentences: file.
func Tables(ctx context.Context, name, word string, parts []Part, limit int64,
	progress func(float64)) (*data.Table, error) {
	need := each.Sum(parts, func(p Part) int64 { return int64(p.Table.Bytes()) })
	if limit > 0 && need > limit {
		return nil, fmt.Errorf("the %[1]ss together need %[2]d MB of memory, and %[3]d MB are free; %[4]s or take "+
			"fewer %[1]ss", word, need>>20, limit>>20, memory.Advice())
	}
	rows := each.Sum(parts, func(p Part) int { return p.Table.Rows })
	columns, err := match(parts, word)
	if err != nil {
		return nil, err
	}
	notes := tableNotes(parts, word)
	marks := marksOf(parts, columns)
	counts := make([]int, len(parts))
	for i := range parts {
		counts[i] = parts[i].Table.Rows
		parts[i].Table = nil
	}
	out := make([]*data.Column, len(columns), len(columns)+len(marks))
	var done progressOf
	err = parallel.Do(ctx, len(columns), func(ctx context.Context, i int) (err error) {
		out[i], err = columns[i].join(ctx, rows)
		columns[i].pieces = nil
		done.add(1/float64(len(columns)), progress)
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, m := range marks {
		out = append(out, m.column(counts, rows))
	}
	t := data.NewTable(name, out)
	t.Rows = rows
	t.Notes = append(notes, t.Notes...)
	return t, nil
}

// match finds the columns of all parts, in order of first appearance. A name is matched exactly, or else in any case.
func match(parts []Part, word string) ([]*column, error) {
	var columns []*column
	exact, folded := map[string]*column{}, map[string]*column{}
	for i, p := range parts {
		shared := 0
		rest := make([]*data.Column, 0, len(p.Table.Columns))
		put := func(to *column, c *data.Column) {
			to.pieces[i].column = c
			shared++
		}
		for _, c := range p.Table.Columns {
			if to := exact[c.Name]; to != nil {
				put(to, c)
			} else {
				rest = append(rest, c)
			}
		}
		for _, c := range rest {
			if to := folded[strings.ToLower(c.Name)]; to != nil && to.pieces[i].column == nil {
				put(to, c)
				continue
			}
			to := &column{name: c.Name, word: word, pieces: make([]piece, len(parts))}
			to.pieces[i].column = c
			columns = append(columns, to)
			exact[c.Name] = to
			if low := strings.ToLower(c.Name); folded[low] == nil {
				folded[low] = to
			}
		}
		if i > 0 && shared == 0 {
			return nil, fmt.Errorf("%s has no column in common with %s, so they are not parts of one table: its "+
				"columns are %s", p.Name, parts[0].Name, listNames(data.Names(p.Table.Columns)))
		}
	}
	for i, p := range parts {
		for _, c := range columns {
			c.pieces[i].rows, c.pieces[i].name = p.Table.Rows, p.Name
		}
	}
	return columns, nil
}

// listNames writes the first three names, and the number of all if there are more.
func listNames(names []string) string {
	const most = 3
	if len(names) > most {
		return separators.Sprintf("%s, … (%d)", strings.Join(names[:most], ", "), len(names))
	}
	return strings.Join(names, ", ")
}

// tableNotes returns the notes of the parts that do not belong to a column. It returns a note of several parts once.
func tableNotes(parts []Part, word string) []string {
	said := grouped{word: word}
	for _, p := range parts {
		of := map[string]bool{}
		for _, c := range p.Table.Columns {
			of[c.Name+": "+c.Note] = true
		}
		for _, n := range p.Table.Notes {
			if !of[n] {
				said.add(n, p.Name)
			}
		}
	}
	return said.sentences()
}

// grouped has notes, each with the names of its parts.
type grouped struct {
	word  string
	notes []string
	names map[string][]string
}

func (g *grouped) add(note, name string) {
	if g.names == nil {
		g.names = map[string][]string{}
	}
	if g.names[note] == nil {
		g.notes = append(g.notes, note)
	}
	g.names[note] = append(g.names[note], name)
}

func (g *grouped) sentences() []string {
	return each.Of(g.notes, func(n string) string {
		word := separators.Plural(len(g.names[n]), g.word, g.word+"s")
		return "in the " + word + " " + listNames(g.names[n]) + ": " + n
	})
}

// markColumn is a column of marks.
type markColumn struct {
	name  string
	marks []Mark // one for each part
}

// marksOf returns the columns of the parts' marks.
func marksOf(parts []Part, columns []*column) []markColumn {
	var out []markColumn
	for i, p := range parts {
		for _, m := range p.Marks {
			at := slices.IndexFunc(out, func(c markColumn) bool { return c.name == m.Column })
			if at < 0 {
				at = len(out)
				none := slices.Repeat([]Mark{{Null: true}}, len(parts))
				out = append(out, markColumn{m.Column, none})
			}
			out[at].marks[i] = m
		}
	}
	return slices.DeleteFunc(out, func(m markColumn) bool {
		return slices.ContainsFunc(columns, func(c *column) bool { return strings.EqualFold(c.name, m.name) })
	})
}

func (m markColumn) column(counts []int, rows int) *data.Column {
	numbers, isNumber := m.readAll(func(s string) (int64, bool) {
		n, err := strconv.ParseInt(s, 10, 64)
		return n, err == nil && strconv.FormatInt(n, 10) == s
	})
	days, isDate := m.readAll(func(s string) (int64, bool) {
		d, err := time.Parse(time.DateOnly, s)
		return d.Unix() / 86400, err == nil
	})
	valid := data.NewBitmap(rows)
	values := make([]int64, 0, rows)
	codes, texts := make([]uint32, 0, rows), intern.Table{}
	for i, mark := range m.marks {
		if counts[i] == 0 { // only texts that a row has
			continue
		}
		at, code := len(codes), uint32(0)
		if !mark.Null {
			valid.SetRange(at, at+counts[i])
			code = texts.Text(mark.Text)
		}
		for range counts[i] {
			codes = append(codes, code)
			switch {
			case isNumber:
				values = append(values, numbers[i])
			case isDate:
				values = append(values, days[i])
			}
		}
	}
	switch {
	case isNumber:
		return data.NewInts(m.name, data.Int, 0, values, valid)
	case isDate:
		return data.NewInts(m.name, data.Date, 0, values, valid)
	}
	return data.NewText(m.name, codes, texts.Values, valid)
}

// readAll reads every mark that is not null. The bool is true if at least one mark is not null, and all such marks can
// be read.
func (m markColumn) readAll(read func(string) (int64, bool)) ([]int64, bool) {
	out, some := make([]int64, len(m.marks)), false
	for i, mark := range m.marks {
		if mark.Null {
			continue
		}
		ok := false
		if out[i], ok = read(mark.Text); !ok {
			return nil, false
		}
		some = true
	}
	return out, some
}
