package ui

import (
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
)

// TestWordsOfTheGrid shows a pivot in German: names of measures, totals and blanks are translated, and neither a column
// nor a label that is called like them.
func TestWordsOfTheGrid(t *testing.T) {
	if err := lang.Use("de"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lang.Use("en") })
	table := data.NewTable("words", []*data.Column{
		data.NewText("Total", []uint32{0, 1, 0}, []string{"Others", "EU"}, nil),
		data.NewText("Sum of x", []uint32{0, 1, 1}, []string{"a", "b"}, nil),
		data.NewInts("x", data.Int, 0, []int64{1, 2, 3}, nil),
		data.FromValues("leer", []data.Value{{}, data.TextValue("(Leer)"), data.TextValue("EU gesamt")})})
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	for _, c := range []struct {
		rows  string
		texts []string
	}{
		{"Total", []string{"Total", "Summe von x", "EU", "2", `"Others"`, "4", "Gesamt", "6"}},
		{"Total,x", []string{"Total", "x", "Summe von x", "EU", "2", "2", "EU gesamt", "", "2"}},
		{"leer", []string{"leer", "Summe von x", `"(Leer)"`, "2", `"EU gesamt"`, "3", "(Leer)", "1", "Gesamt", "6"}},
		{`"Sum of x"`, []string{"Sum of x", "Summe von x", "a", "1", "b", "5", "Gesamt", "6"}},
	} {
		q := query.Query{Values: []query.Measure{{Func: query.Sum, Column: "x"}}}
		var err error
		if q.Rows, err = query.ParseFields(c.rows); err != nil {
			t.Fatal(err)
		}
		a, err := e.Pivot(t.Context(), table, q, engine.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		src, got := a.Tab.In(lang.Words()).Grid(pivot.Folds{}), []string{}
		rows, cols, _, _ := src.Size()
		for i := range rows * cols {
			cell := src.Cell(i/cols, i%cols)
			got = append(got, cell.Text())
		}
		if len(got) < len(c.texts) || !slices.Equal(got[:len(c.texts)], c.texts) {
			t.Errorf("%s: %q", c.rows, got)
		}
	}
}

// TestFieldsInGerman names parts of dates, bins and groups in the language of the window, and columns by themselves.
func TestFieldsInGerman(t *testing.T) {
	if err := lang.Use("de"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lang.Use("en") })
	for text, want := range map[string][2]string{
		"day":                {"day", "day"},
		"trunc(day, month)":  {"day nach Monat", "day (Monat)"},
		"year(day)":          {"Jahr von day", "Jahr von day"},
		"monthname(day)":     {"Monatsname von day", "Monatsname von day"},
		"bin(price, 2.5)":    {"Klassen von price (Breite 2.5)", "Klassen von price (Breite 2.5)"},
		"bins(price, 4)":     {"Quantile von price (4)", "Quantile von price (4)"},
		"fiscalyear(day, 4)": {"Geschäftsjahr von day (ab April)", "Geschäftsjahr von day (ab April)"},
	} {
		fields, err := query.ParseFields(text)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := [2]string{view.FieldTitle(fields[0]), fields[0].ByIn(lang.Words())}; got != want {
			t.Errorf("%s is %q, want %q", text, got, want)
		}
	}
}
