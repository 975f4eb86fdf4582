package engine

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"cardinal/data"
)

// doubts returns the findings of a table, one a line: the column, the doubt and the number of rows.
func doubts(t *testing.T, e *Engine, table *data.Table) (lines []string) {
	t.Helper()
	found, err := e.Quality(context.Background(), table, nil, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		lines = append(lines, fmt.Sprintf("%s %s %d", f.Columns[0], f.Doubt, f.Rows))
		l, n, err := e.Passing(context.Background(), table, nil, f.Where, table.Rows)
		if err != nil || n != f.Rows || l.Len() != n {
			t.Errorf("%s: %d rows pass its filter, want %d: %v", lines[len(lines)-1], n, f.Rows, err)
		}
	}
	return lines
}

// TestQuality compares the findings of random tables with what a look at every row says.
func TestQuality(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	rng := rand.New(rand.NewPCG(8, 8))
	changed := time.Date(2026, 3, 1, 23, 30, 0, 0, time.Local)
	last := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC).Unix() / 86400
	kinds := map[string]int{}
	for range 100 {
		rows := 1 + rng.IntN(60)
		texts := []string{"a", " a", "b\u00a0", "b", "c\u200b", "d", "\te", "e\u0085"}
		codes, dates, prices := make([]uint32, rows), make([]int64, rows), make([]float64, rows)
		valid := data.NewBitmap(rows)
		for i := range rows {
			codes[i] = uint32(rng.IntN(len(texts)))
			dates[i] = last - 5 + rng.Int64N(7)
			prices[i] = []float64{1, 2, 3, 4, math.NaN(), 1000, -1000}[rng.IntN(7)]
			if rng.IntN(10) == 0 {
				valid.Set(i)
			}
		}
		used := map[uint32]bool{}
		for _, c := range codes {
			used[c] = true
		}
		nullable := make([]int64, rows)
		table := data.NewTable("t", []*data.Column{
			data.NewText("label", slices.Clone(codes), texts, nil).Used(),
			data.NewInts("day", data.Date, 0, slices.Clone(dates), nil),
			data.NewFloats("price", slices.Clone(prices), nil),
			data.NewInts("rare", data.Int, 0, nullable, valid),
		})
		table.Changed = changed
		var want []string
		add := func(column string, doubt Doubt, is func(i int) bool) {
			n := 0
			for i := range rows {
				if is(i) {
					n++
				}
			}
			if n > 0 {
				want = append(want, fmt.Sprintf("%s %s %d", column, doubt, n))
				kinds[string(doubt)]++
			}
		}
		label := func(i int) string { return texts[codes[i]] }
		look := func(s string) string { return strings.Trim(s, " \u00a0\u200b\t\u0085") }
		add("label", Alike, func(i int) bool {
			others := 0
			for c := range used {
				if look(texts[c]) == look(label(i)) {
					others++
				}
			}
			return others > 1 && look(label(i)) != label(i)
		})
		add("label", Blanks, func(i int) bool {
			s := strings.ReplaceAll(label(i), "\u0085", "x") // a filter's blanks lack this sign
			return strings.TrimFunc(s, unicode.IsSpace) != s
		})
		add("day", Future, func(i int) bool { return dates[i] > last })
		add("price", Unusual, func(i int) bool { return beyond(prices, prices[i]) })
		rare := valid.Count()
		add("rare", Empty, func(i int) bool { return !valid.Get(i) && rows-rare >= rows-rows/10 })
		got := doubts(t, e, table)
		got = slices.DeleteFunc(got, func(line string) bool { return strings.HasPrefix(line, "day unusual") })
		if !slices.Equal(got, want) {
			t.Fatalf("%d rows: %q, want %q", rows, got, want)
		}
	}
	for _, doubt := range []Doubt{Alike, Blanks, Future, Unusual, Empty} {
		if kinds[string(doubt)] == 0 {
			t.Errorf("no random table has %s rows", doubt)
		}
	}
}

// beyond reports whether a value lies beyond the fences of some values.
func beyond(values []float64, v float64) bool {
	sorted := slices.DeleteFunc(slices.Sorted(slices.Values(values)), func(v float64) bool { return math.IsNaN(v) })
	if len(sorted) == 0 || math.IsNaN(v) {
		return false
	}
	quartile := func(i int) float64 { // exact for the small numbers of the test
		at := i * (len(sorted) - 1)
		x, y := sorted[at/4], sorted[min(at/4+1, len(sorted)-1)]
		return x + (y-x)*float64(at%4)/4
	}
	low, high := quartile(1), quartile(3)
	return low < high && (v < low-3*(high-low) || v > high+3*(high-low))
}

func TestQualityOfOddTables(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	none := data.NewBitmap(3)
	for name, tc := range map[string]struct {
		column *data.Column
		want   string
	}{
		"no row":   {data.NewInts("x", data.Int, 0, []int64{}, nil), "[]"},
		"one row":  {data.NewInts("x", data.Int, 0, []int64{7}, nil), "[]"},
		"all null": {data.NewInts("x", data.Int, 0, []int64{1, 2, 3}, none), "[x empty 3]"},
		"no text":  {data.NewText("x", []uint32{0, 0, 0}, nil, data.NewBitmap(3)), "[x empty 3]"},
		"the ends of 64 bits": {data.NewInts("x", data.Int, 0, []int64{math.MinInt64, 1, 2, 3, 4, 5, math.MaxInt64},
			nil), "[x unusual 2]"},
		"years that no filter names": {data.NewInts("day", data.Date, 0,
			[]int64{-1e9, 0, 1, 2, 3, 4, 5, 1e9}, nil), "[day future 1 day unusual 2]"},
		"dates beyond the year 9999": {data.NewInts("day", data.Date, 0, []int64{4e6, 4e6 + 1, 4e6 + 2, 4e6 + 3, 9e6},
			nil), "[day future 5]"},
		"a quote": {data.NewText("it's", []uint32{0, 1, 2}, []string{"o'k", "o'k ", "x"}, nil),
			"[it's alike 1 it's blanks 1]"},
	} {
		if got := fmt.Sprint(doubts(t, e, data.NewTable("t", []*data.Column{tc.column}))); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
	table := data.NewTable("t", []*data.Column{data.NewInts("x", data.Int, 0, []int64{1, 2, 1}, nil)})
	if f, err := e.Duplicates(context.Background(), table, []string{"X"}); err != nil || f.Rows != 2 || f.Sets != 1 {
		t.Errorf("%v %v", f, err)
	}
	if _, err := e.Duplicates(context.Background(), table, []string{"y"}); err == nil {
		t.Error("a column that is not there has duplicates")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Quality(ctx, table, nil, func(float64) {}); err == nil {
		t.Error("a table is checked in spite of its context")
	}
	if _, err := e.Duplicates(ctx, table, nil); err == nil {
		t.Error("rows are compared in spite of their context")
	}
}

func TestQualityOfManyLabels(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	const rows = 100_000
	codes, texts := make([]uint32, rows), make([]string, rows)
	for i := range codes {
		codes[i], texts[i] = uint32(i), fmt.Sprint("label ", i, " ")
	}
	table := data.NewTable("t", []*data.Column{data.NewText("x", codes, texts, nil)})
	found, err := e.Quality(context.Background(), table, nil, func(float64) {})
	if err != nil || len(found) != 1 || found[0].Rows != rows || !strings.Contains(found[0].Words, "100,000 labels") {
		t.Errorf("%v %v", found, err)
	}
}
