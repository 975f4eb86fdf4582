package chart

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"

	"cardinal/data"
)

// TestBadInput draws every kind over figures that are hard to draw: of one point, of parts below zero, of
// nulls, all equal, beyond all measure. A kind draws marks within the picture, or says in one sentence why
// there can be no such chart.
func TestBadInput(t *testing.T) {
	none := data.NewBitmap(4)
	some := data.NewBitmap(4)
	some.Set(1)
	some.Set(2)
	label := func(valid data.Bitmap) *data.Column {
		return data.NewText("label", []uint32{0, 1, 2, 3}, []string{"a", "b", "c", "d"}, valid)
	}
	half := func(valid data.Bitmap) *data.Column {
		return data.NewText("half", []uint32{0, 0, 1, 1}, []string{"x", "y"}, valid)
	}
	day := func(valid data.Bitmap) *data.Column {
		return data.NewInts("day", data.Date, 0, []int64{19000, 19001, 19040, 19400}, valid)
	}
	table := func(valid, labelled data.Bitmap, n ...float64) *data.Table {
		return data.NewTable("bad", []*data.Column{label(labelled), half(labelled), day(labelled),
			data.NewFloats("n", n, valid), data.NewFloats("m", []float64{1, 2, 3, 4}, valid)})
	}
	for name, table := range map[string]*data.Table{
		"one point": data.NewTable("bad", []*data.Column{
			data.NewText("label", []uint32{0}, []string{"a"}, nil), data.NewText("half", []uint32{0}, []string{"x"},
				nil), data.NewInts("day", data.Date, 0, []int64{19000}, nil),
			data.NewFloats("n", []float64{5}, nil), data.NewFloats("m", []float64{7}, nil)}),
		"negative parts": table(nil, nil, 5, -3, -1, 2),
		"all below zero": table(nil, nil, -5, -3, -1, -2),
		"all zero":       table(nil, nil, 0, 0, 0, 0),
		"all equal":      table(nil, nil, 7, 7, 7, 7),
		"no figures":     table(none, nil, 1, 2, 3, 4),
		"few figures":    table(some, nil, 1, 2, 3, 4),
		"no labels":      table(nil, none, 1, 2, 3, 4),
		"null labels":    table(nil, some, 1, 2, 3, 4),
		"huge":           table(nil, nil, math.MaxFloat64, math.MaxFloat64, -math.MaxFloat64, 1),
		"tiny":           table(nil, nil, 5e-324, 1e-320, 2e-320, 1e-322),
		"close":          table(nil, nil, 1e15, 1e15+1, 1e15+2, 1e15+1),
		"no numbers":     table(nil, nil, math.NaN(), math.Inf(1), math.Inf(-1), math.NaN()),
	} {
		for _, shelves := range [][3]string{
			{"label", "", "sum(n)"}, {"label", "half", "sum(n)"}, {"day", "half", "sum(n)"}, {"day", "", "sum(n)"},
			{"label", "", "sum(n), sum(m)"}, {"", "label", "sum(n)"},
			{"n", "", "count()"}, {"n", "half", "sum(m)"},
			{"half", "", "min(n), p(n, 0.25), median(n), p(n, 0.75), max(n)"},
		} {
			g := gridOf(t, table, shelves[0], shelves[1], shelves[2])
			for _, k := range Kinds {
				s, err := Draw(context.Background(), g, Style{Kind: k}, 640, 400, Look{})
				where := fmt.Sprintf("%s, %q as %s", name, shelves, k.Name)
				if err != nil {
					if text := err.Error(); len(text) < 15 || strings.Contains(text, "%!") ||
						strings.ContainsFunc(text, unicode.IsControl) {
						t.Errorf("%s: %q", where, text)
					}
					continue
				}
				if len(s.Marks) == 0 {
					t.Errorf("%s: nothing is drawn", where)
				}
				for i, note := range s.Notes {
					if slices.Contains(s.Notes[:i], note) {
						t.Errorf("%s: twice the note %q", where, note)
					}
				}
				for _, m := range s.Marks {
					if !(m.X0 >= -4 && m.Y0 >= -4 && m.X1 <= 644 && m.Y1 <= 404) {
						t.Errorf("%s: a mark at %+v", where, m)
					}
				}
				if _, err := s.Image(context.Background()); err != nil {
					t.Errorf("%s: %v", where, err)
				}
			}
		}
	}
}
