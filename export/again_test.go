package export

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestEveryFormatReopens writes random pivots in every format that has cells, and opens the files again. The rows,
// the figures and the labels equal those of the grid. Web pages and Markdown have the digits of the screen.
func TestEveryFormatReopens(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	fields := []query.Field{field("city"), field("open"), {Column: "day", Part: query.Month},
		{Column: "at", Part: query.Year}}
	values := []query.Measure{measure(query.Sum, "amount"), {Func: query.Count}, measure(query.Min, "amount"),
		measure(query.Max, "big"), measure(query.Avg, "amount"), measure(query.Distinct, "city")}
	for n := range 60 {
		rnd.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
		rnd.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
		rows, cols := 1+rnd.IntN(2), rnd.IntN(3)
		q := query.Query{Rows: fields[:rows], Cols: fields[rows : rows+cols], Values: values[:1+rnd.IntN(3)],
			Layout: query.Layout{Totals: query.TotalsNone}}
		if n%2 == 0 {
			q.Layout.NoSubtotals = fields
		}
		g := tabOf(t, table(), q).Grid(pivot.Folds{})
		for _, f := range Formats {
			if f.Name == "pivottable" || f.Name == ToPrint || f.Name == "png" || f.Name == "svg" || f.Name == "table" {
				continue
			}
			if n%2 == 1 && slices.Contains([]string{"json", "jsonl", "parquet", "arrow"}, f.Name) {
				continue // these have no totals of any kind
			}
			var b bytes.Buffer
			if _, err := f.Write(t.Context(), &b, complete(g)); err != nil {
				t.Fatal(err)
			}
			back, err := load.Bytes(t.Context(), "back"+f.Extension, b.Bytes(), load.Options{})
			if err != nil {
				t.Errorf("pivot %d, %s, %s: %v", n, q.Title(), f.Name, err)
				continue
			}
			if what := differs(g, back, f); what != "" {
				t.Errorf("pivot %d, %s, %s: %s; notes %q", n, q.Title(), f.Name, what, back.Notes)
			}
		}
	}
}

// differs says at which place a table differs from a grid without totals. It returns "" if they are the same.
func differs(g *pivot.Grid, t *data.Table, f Format) string {
	rows := untotalled(g)
	if t.Rows != len(rows) || len(t.Columns) != g.Cols {
		return "it has " + strconv.Itoa(t.Rows) + " rows of " + strconv.Itoa(len(t.Columns)) + " columns"
	}
	shown := f.Name == "html" || f.Name == "md"
	repeats := f.Name == "md" // labels that are shown once are read on each row
	for col, c := range t.Columns {
		for row := range t.Rows {
			cell, got := g.Cell(rows[row], col), c.Value(row)
			cell.Blank = cell.Blank && !repeats
			same := got.IsNull() == cell.Value.IsNull() && (got.IsNull() || data.Compare(got, cell.Value) == 0)
			switch {
			case col < g.LabelCols:
				was, is := strings.Fields(strings.Trim(cellText(cell), `"`)),
					strings.Fields(strings.Trim(pivot.Label(got), `"`))
				same = same || strings.Join(was, " ") == strings.Join(is, " ") || cell.Blank
			case shown && cellText(cell) != "":
				want, err := strconv.ParseFloat(strings.ReplaceAll(cellText(cell), ",", ""), 64)
				same = err == nil && got.Type != data.Text && floatOf(got) == want
			case (f.Name == "xlsx" || f.Name == "ods") && !got.IsNull() && got.Type != data.Text:
				same = floatOf(got) == floatOf(cell.Value)
			case f.Name == "xlsx" || f.Name == "ods": // an integer beyond 15 digits is a text in a workbook
				same = same || got.Text == cell.Value.String()
			}
			if !same {
				return c.Name + ", row " + strconv.Itoa(row+1) + ": " + strconv.Quote(got.String()) + " of type " +
					c.Type.String() + ", want " + strconv.Quote(cell.Value.String()) + ", shown as " +
					strconv.Quote(cellText(cell))
			}
		}
	}
	return ""
}

func floatOf(v data.Value) float64 {
	f, _ := v.Number()
	return f
}

// TestTotalsAreNoted opens files of a pivot with totals again. The totals are no rows, and notes say so.
func TestTotalsAreNoted(t *testing.T) {
	g := tabOf(t, table(), query.Query{Rows: []query.Field{field("city"), field("open")},
		Values: []query.Measure{{Func: query.Count}}}).Grid(pivot.Folds{})
	for _, name := range []string{"csv", "tsv", "html", "md"} {
		f := Formats[slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name })]
		var b bytes.Buffer
		if _, err := f.Write(t.Context(), &b, complete(g)); err != nil {
			t.Fatal(err)
		}
		back, err := load.Bytes(t.Context(), "back"+f.Extension, b.Bytes(), load.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(back.Notes, func(n string) bool {
			return strings.Contains(n, "lines of totals of a pivot left out")
		}) {
			t.Errorf("%s: notes %q", name, back.Notes)
		}
	}
}

// TestEscapesReopen writes texts that look like the escaped characters of workbooks: they are the same texts
// again, as labels and in rows.
func TestEscapesReopen(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	pieces := []string{"_x0041_", "_xD83D_", "_xDE00_", "_x005F_", "x0042_", "_", "_x", "_x000d_", "_xZZZZ_", "é", "😀",
		"<&>", "x005F_"}
	var texts []string
	for range 200 {
		text := "t"
		for range 1 + rnd.IntN(5) {
			text += pieces[rnd.IntN(len(pieces))]
		}
		texts = append(texts, text)
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	codes := make([]uint32, len(texts))
	for i := range codes {
		codes[i] = uint32(i)
	}
	table := data.NewTable("t", []*data.Column{data.NewText("a_x0041_x0042_", codes, texts, nil)})
	g := tabOf(t, table, query.Query{Rows: []query.Field{field("a_x0041_x0042_")},
		Values: []query.Measure{{Func: query.Count}},
		Layout: query.Layout{Totals: query.TotalsNone}}).Grid(pivot.Folds{})
	for what, write := range map[string]func(*bytes.Buffer) (Report, error){
		"the pivot": func(b *bytes.Buffer) (Report, error) {
			return FormatNamed("xlsx").Write(t.Context(), b, Pivot{Grid: g})
		},
		"the spreadsheet": func(b *bytes.Buffer) (Report, error) {
			return FormatNamed("ods").Write(t.Context(), b, Pivot{Grid: g})
		},
		"the rows": func(b *bytes.Buffer) (Report, error) {
			return FormatNamed("xlsx").WriteRows(t.Context(), b, pivot.Listing{Table: table})
		},
	} {
		var b bytes.Buffer
		if _, err := write(&b); err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		back, err := load.Bytes(t.Context(), "back.xlsx", b.Bytes(), load.Options{})
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		var got []string
		for row := range back.Rows {
			got = append(got, back.Columns[0].Value(row).Text)
		}
		slices.Sort(got)
		if !slices.Equal(got, texts) || back.Columns[0].Name != "a_x0041_x0042_" {
			t.Errorf("%s: column %s has %q, want %q", what, back.Columns[0].Name, got, texts)
		}
	}
}

// TestEscapingInPieces writes an underscore in pieces of one byte.
func TestEscapingInPieces(t *testing.T) {
	var b bytes.Buffer
	e := &escaping{to: &b}
	for _, c := range []byte("a" + escapeUnderscores("_x0041_x0042_ _x00_ ﷏") + "</x>") {
		if _, err := e.Write([]byte{c}); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := b.String(), "a_x005F_x0041_x005F_x0042_ _x00_ ﷏</x>"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
