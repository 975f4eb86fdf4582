package chart

import (
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/wording"
)

// TestWords draws a chart in a language: its title, legend and notes are in it, and the labels of the table are not.
func TestWords(t *testing.T) {
	w, err := wording.Read("de", []byte(`{"Sum": "Summe",
		"{{.Aggregate}} of {{.Field}}": "{{.Aggregate}} von {{.Field}}",
		"{{.Values}} by {{.Fields}}": "{{.Values}} nach {{.Fields}}", "(blank)": "(Leer)", "Others": "Sonstige",
		"Total": "Gesamt", "{{.List}} and {{.Last}}": "{{.List}} und {{.Last}}", "Increase": "Zunahme"}`))
	if err != nil {
		t.Fatal(err)
	}
	table := data.NewTable("t", []*data.Column{
		data.FromValues("k", []data.Value{data.TextValue("Total"), {}, data.TextValue("Increase")}),
		data.NewInts("n", data.Int, 0, []int64{3, 2, 1}, nil)})
	q := query.Query{Rows: []query.Field{{Column: "k"}}, Values: []query.Measure{{Func: query.Sum, Column: "n"}},
		Tops: []query.TopN{{N: 2, By: query.Measure{Func: query.Sum, Column: "n"}, Others: true}}}
	g := answered(t, table, q).In(w)
	s, err := Draw(t.Context(), g, Style{Kind: waterfall}, 800, 500, Look{})
	if err != nil {
		t.Fatal(err)
	}
	var svg strings.Builder
	if err := s.SVG(&svg); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Summe von n nach k", "(Leer)", "Sonstige", "Gesamt", "Zunahme"} {
		if !strings.Contains(svg.String(), ">"+want+"<") {
			t.Errorf("%q is not in %s", want, svg.String())
		}
	}
	if english, err := Draw(t.Context(), g.In(nil), Style{Kind: waterfall}, 800, 500, Look{}); err != nil ||
		english.Title != "Sum of n by k" {
		t.Errorf("%v, %v", english, err)
	}
}
