package export

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestTotalOfCSVIsLeftOut loads a pivot with a line of totals: the line is no row of the table, and a note says so.
func TestTotalOfCSVIsLeftOut(t *testing.T) {
	names := []string{"EU", "US", "Asia"}
	table := data.NewTable("t", []*data.Column{
		data.NewText("region", []uint32{0, 1, 2, 0}, names, nil), data.NewInts("n", data.Int, 0,
			[]int64{1, 2, 3, 4}, nil),
	})
	g := tabOf(t, table, query.Query{Rows: []query.Field{field("region")},
		Values: []query.Measure{measure(query.Sum, "n")}}).Grid(pivot.Folds{})
	for name, write := range map[string]func(io.Writer, Cells) error{"csv": CSV, "tsv": TSV} {
		var b bytes.Buffer
		if err := write(&b, g); err != nil {
			t.Fatal(err)
		}
		back, err := load.Bytes(t.Context(), "back."+name, b.Bytes(), load.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want := `1 line of totals of a pivot left out, the first is "Total 10": to read them, leave out no line at the end`; back.Rows != 3 || strings.Join(back.Notes, "|") != want {
			t.Errorf("%s: %d rows, notes %q, want 3, %q", name, back.Rows, back.Notes, want)
		}
	}
}

// reopened returns a pivot that was written in a format and opened again.
func reopened(t *testing.T, format string, g *pivot.Grid) *data.Table {
	t.Helper()
	var b bytes.Buffer
	if _, err := FormatNamed(format).Write(t.Context(), &b, Pivot{Grid: g}); err != nil {
		t.Fatal(err)
	}
	back, err := load.Bytes(t.Context(), "back", b.Bytes(), load.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// TestLabelsComeBack reads labels that look like Cardinal's own texts, and blanks, as the table has them,
// without the totals. In a text of aligned columns nothing but their quotes tells labels from totals.
func TestLabelsComeBack(t *testing.T) {
	valid := data.NewBitmap(7)
	valid.SetRange(0, 6)
	table := data.NewTable("names", []*data.Column{
		data.NewText("label", []uint32{0, 1, 2, 3, 4, 5, 0}, []string{"Total", "(blank)", "EU total", "Others",
			`"Total"`, "EU"}, valid),
		data.NewText("k", []uint32{0, 0, 0, 1, 0, 1, 1}, []string{"a", "3 more not shown"}, nil),
		data.NewInts("n", data.Int, 0, []int64{1, 2, 3, 4, 5, 6, 7}, nil),
	})
	q := query.Query{Rows: []query.Field{field("label"), field("k")}, Values: []query.Measure{measure(query.Sum, "n")}}
	g := tabOf(t, table, q).Grid(pivot.Folds{})
	const plain = `"Total"|a|5 (blank)|a|2 EU|3 more not shown|6 EU total|a|3 Others|3 more not shown|4 Total|a|1 null|3 more not shown|7`
	const quoted = `""Total""|a|5 (blank)|a|2 EU|"3 more not shown"|6 "EU total"|a|3 Others|"3 more not shown"|4 "Total"|a|1 null|"3 more not shown"|7`
	for name, want := range map[string]string{"xlsx": plain, "ods": plain, "html": plain, "paper": plain, "md": plain,
		"table": quoted} {
		back := reopened(t, name, g)
		if got := rowsShown(back); got != want {
			t.Errorf("%s: %s, want %s; notes %q", name, got, want, back.Notes)
		}
	}
}

// TestLabelOfOthersComesBack keeps the quotes of a label that reads like the label of left-out labels, if the pivot
// has left-out labels.
func TestLabelOfOthersComesBack(t *testing.T) {
	table := data.NewTable("names", []*data.Column{
		data.NewText("label", []uint32{0, 1, 2}, []string{"Others", "a", "b"}, nil), data.NewInts("n", data.Int, 0,
			[]int64{9, 2, 3}, nil),
	})
	q := query.Query{Rows: []query.Field{field("label")}, Values: []query.Measure{measure(query.Sum, "n")},
		Tops: []query.TopN{{Field: 0, N: 1, By: measure(query.Sum, "n"), Others: true}}}
	g := tabOf(t, table, q).Grid(pivot.Folds{})
	for _, name := range []string{"xlsx", "ods", "html", "md", "table"} {
		back := reopened(t, name, g)
		if got, want := rowsShown(back), `"Others"|9 Others|5`; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// rowsShown returns the rows of a table with bars between the values; a missing value is null.
func rowsShown(t *data.Table) string {
	var rows []string
	for row := range t.Rows {
		var values []string
		for _, c := range t.Columns {
			if v := c.Value(row); v.IsNull() {
				values = append(values, "null")
			} else {
				values = append(values, v.String())
			}
		}
		rows = append(rows, strings.Join(values, "|"))
	}
	return strings.Join(rows, " ")
}

// TestLongCellsReopen loads Markdown with a cell that has as many characters as a cell of a workbook can have.
func TestLongCellsReopen(t *testing.T) {
	long := strings.Repeat("x", 32_000)
	table := data.NewTable("t", []*data.Column{data.NewText("k", []uint32{0, 1}, []string{"a", "b"}, nil),
		data.NewText("note", []uint32{0, 1}, []string{long, "short"}, nil)})
	q := query.Query{Rows: []query.Field{field("k")}, Values: []query.Measure{measure(query.Labels, "note"),
		measure(query.First, "note")}, Layout: query.Layout{Totals: query.TotalsNone}}
	var b bytes.Buffer
	if err := Markdown(&b, tabOf(t, table, q).Grid(pivot.Folds{})); err != nil {
		t.Fatal(err)
	}
	back, err := load.Bytes(context.Background(), "back.md", b.Bytes(), load.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if back.Format != "md" || back.Rows != 2 || len(back.Columns) != 3 || back.Columns[1].Value(0).Text != long ||
		back.Columns[1].Value(1).Text != "short" {
		t.Errorf("read back as %s: %d rows of %d columns", back.Format, back.Rows, len(back.Columns))
	}
}
