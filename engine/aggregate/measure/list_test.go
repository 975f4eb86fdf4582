package measure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"cardinal/data"
	"cardinal/engine/query"
)

func textColumn(texts ...string) *data.Column {
	values := make([]data.Value, len(texts))
	for i, s := range texts {
		if s != "null" {
			values[i] = data.TextValue(s)
		}
	}
	return data.FromValues("x", values)
}

// TestList compares lists with the distinct values in the order of the labels of every type.
func TestList(t *testing.T) {
	for want, c := range map[string]*data.Column{
		"Bonn, Rome, Ulm":   textColumn("Ulm", "Rome", "null", "Bonn", "Rome"),
		"Jan, Feb, Mar":     textColumn("Mar", "Feb", "Jan", "Feb"),
		", a":               textColumn("a", "", "a"),
		"(null)":            textColumn("null", "null"),
		"-2, 3, 10":         data.NewInts("x", data.Int, 0, []int64{10, 3, 3, -2}, nil),
		"-2, 3, 1000000000": data.NewInts("x", data.Int, 0, []int64{1e9, 3, 3, -2}, nil),
		"0.05, 1.50":        data.NewInts("x", data.Decimal, 2, []int64{150, 5}, nil),
		"2024-01-02":        data.NewInts("x", data.Date, 0, []int64{19724, 19724}, nil),
		"false, true":       data.NewBools("x", []uint8{1, 0, 1}, nil),
		"-1.5, 0, 2, NaN": data.NewFloatColumn("x", []float64{2, math.NaN(), 0, math.Copysign(0, -1), -1.5,
			math.NaN()}, nil),
		"-9000000000000000000": data.NewInts("x", data.Int, 0, []int64{-9e18}, nil),
	} {
		r := rand.New(rand.NewPCG(1, 7))
		p, err := NewPlan(Source{Table: data.NewTable("t", []*data.Column{c})},
			[]query.Measure{{Func: query.Labels, Column: "x"}})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if got := figuresOfList(t, p, r, c.Rows); got != want {
				t.Errorf("%s, not %s", got, want)
			}
		}
	}
}

// figuresOfList returns the first measure over all rows, which are added in parts.
func figuresOfList(t *testing.T, p *Plan, r *rand.Rand, rows int) string {
	t.Helper()
	all := grown(p.New(), 1)
	for _, s := range pieces(r, rows) {
		part := grown(p.New(), 1)
		for i := range all {
			part[i].Update(p.batch(make([]uint32, rows), s[0], s[1]))
			all[i].Merge(part[i], nil, nil)
		}
	}
	totals := grown(p.Totals(t.Context(), 2), 1)
	for i := range totals {
		totals[i].Merge(all[i], nil, nil)
	}
	values, err := p.Values(totals, 2)
	if err != nil {
		t.Fatal(err)
	}
	if v := values.At(0, 0); !v.IsNull() {
		return v.Text
	}
	return "(null)"
}

// TestListed cuts a list before the first label that does not fit a cell of a workbook, and counts the labels that
// are left out.
func TestListed(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 7))
	for range 300 {
		n := 1 + r.IntN(40)
		labels := make([]string, n)
		for i := range labels {
			labels[i] = strings.Repeat([]string{"a", "é", "漢", "😀"}[r.IntN(4)], r.IntN(3000))
		}
		got := Listed(slices.Clone(labels), n, ", ")
		length := func(s string) int { return len(utf16.Encode([]rune(s))) }
		if all := strings.Join(labels, ", "); length(all) <= 32_767 {
			if got != all {
				t.Errorf("%d labels of %d units are cut to %d", n, length(all), length(got))
			}
			continue
		}
		fits := n - 1
		cut := func() string {
			return strings.Join(append(slices.Clone(labels[:fits]), fmt.Sprintf("… and %d more", n-fits)), ", ")
		}
		for length(cut()) > 32_767 {
			fits--
		}
		if got != cut() {
			t.Errorf("%d labels: %d units, not %d", n, length(got), length(cut()))
		}
	}
	if got := Listed([]string{strings.Repeat("x", 40_000), "y"}, 2, ", "); got != "… and 2 more" {
		t.Errorf("%.40s", got)
	}
}

// TestListOfMany keeps no more values than a cell has room for, and counts all.
func TestListOfMany(t *testing.T) {
	const n = 60_000
	values := make([]int64, n)
	for i := range values {
		values[i] = int64(n - 1 - i)
	}
	p, err := NewPlan(Source{Table: data.NewTable("t", []*data.Column{data.NewInts("x", data.Int, 0, values, nil)})},
		[]query.Measure{{Func: query.Labels, Column: "x"}})
	if err != nil {
		t.Fatal(err)
	}
	got := figuresOfList(t, p, rand.New(rand.NewPCG(3, 7)), n)
	shown := strings.Split(got, ", ")
	if last := len(shown) - 1; shown[0] != "0" || shown[last-1] != fmt.Sprint(last-1) ||
		shown[last] != fmt.Sprintf("… and %d more", n-last) || len(got)-2 > 32_767 || len(got)-2 < 32_760 {
		t.Errorf("%d units, %q", len(got)-2, shown[len(shown)-2:])
	}
}
