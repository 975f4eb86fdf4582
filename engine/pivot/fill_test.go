package pivot_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestShowEmpty compares both axes of answers with empty labels with the product of the fields' labels. It compares
// the figures with the answer without empty labels.
func TestShowEmpty(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	for trial := range 60 {
		rows := []int{0, 1, 5, 40, 300}[rng.IntN(5)]
		table := random(rng, rows)
		fields := []query.Field{{Column: "text"}, {Column: "day"}, {Column: "day", Part: query.Month},
			{Column: "price", Part: query.Bin, BinWidth: 5, BinScale: 1}, {Column: "n"}}
		rng.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
		onRows, onCols := rng.IntN(3), rng.IntN(3)
		q := query.Query{Rows: fields[:onRows], Cols: fields[onRows : onRows+onCols],
			Values: []query.Measure{{Func: query.Count}, {Func: query.Sum, Column: "n"}}}
		plain, err := e.Pivot(context.Background(), table, q, engine.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		q.Layout.ShowEmpty = true
		a, err := e.Pivot(context.Background(), table, q, engine.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, side := range []struct{ got, from *pivot.Axis }{{&a.Tab.Rows, &plain.Tab.Rows},
			{&a.Tab.Cols, &plain.Tab.Cols}} {
			var got []string
			for _, leaf := range side.got.Leaves() {
				got = append(got, texts(side.got.Path(leaf)))
			}
			if want := product(side.from); !slices.Equal(got, want) {
				t.Fatalf("trial %d, %v: %d combinations %v, want %d %v", trial, side.got.Fields, len(got), got,
					len(want), want)
			}
		}
		figures := map[string]string{}
		each(plain.Tab, func(path, figure string) { figures[path] = figure })
		met := 0
		each(a.Tab, func(path, figure string) {
			want, there := figures[path]
			if figure != want {
				t.Fatalf("trial %d: %s is %q, want %q", trial, path, figure, want)
			}
			if there {
				met++
			}
		})
		if met != len(figures) {
			t.Errorf("trial %d: %d of %d figures", trial, met, len(figures))
		}
	}
}

// random makes a table of a text, a date, a decimal and an integer column with nulls.
func random(rng *rand.Rand, rows int) *data.Table {
	text, day, price, n := make([]uint32, rows), make([]int64, rows), make([]int64, rows), make([]int64, rows)
	valid := make([]data.Bitmap, 4)
	for i := range valid {
		valid[i] = data.NewBitmap(rows)
	}
	for i := range rows {
		text[i], day[i], price[i], n[i] = rng.Uint32N(4), 19000+rng.Int64N(90), rng.Int64N(400)-200,
			rng.Int64N(3)*1_000_000
		for _, v := range valid {
			if rng.IntN(8) > 0 {
				v.Set(i)
			}
		}
	}
	return data.NewTable("random", []*data.Column{
		data.NewText("text", text, []string{"d", "b", "a", "c"}, valid[0]), data.NewInts("day", data.Date,
			0, day, valid[1]),
		data.NewInts("price", data.Decimal, 1, price, valid[2]), data.NewInts("n", data.Int, 0, n, valid[3]),
	})
}

func texts(path []data.Value) string {
	var parts []string
	for _, v := range path {
		parts = append(parts, pivot.Label(v))
	}
	return strings.Join(parts, "/")
}

// product lists all combinations of the labels that an axis has in each field. Dates, months and bins of a half have
// no gaps. A day stands only under its own month.
func product(a *pivot.Axis) []string {
	paths := [][]data.Value{nil}
	for f, field := range a.Fields {
		var labels []data.Value
		for n := range a.Len() {
			if a.Depth(n) == f+1 && !slices.Contains(labels, lower(field, a.Label(n))) {
				labels = append(labels, lower(field, a.Label(n)))
			}
		}
		slices.SortFunc(labels, func(x, y data.Value) int {
			switch {
			case x.IsNull():
				return 1
			case y.IsNull():
				return -1
			}
			return data.Compare(x, y)
		})
		step := int64(1)
		switch {
		case field.Column == "text" || field.Column == "n":
			step = 0
		case field.Part == query.Bin:
			step = 5
		}
		for i := 1; step > 0 && i < len(labels) && !labels[i].IsNull(); i++ {
			before, _ := labels[i-1].Int.Int64()
			if now, _ := labels[i].Int.Int64(); now > before+step {
				missing := labels[i-1]
				missing.Int = int128.From(before + step)
				labels = slices.Insert(labels, i, missing)
			}
		}
		var next [][]data.Value
		for _, path := range paths {
			for _, l := range labels {
				if longer := append(slices.Clone(path), l); consistent(a.Fields[:f+1], longer) {
					next = append(next, longer)
				}
			}
		}
		paths = next
	}
	var out []string
	for _, path := range paths {
		var parts []string
		for f, v := range path {
			parts = append(parts, whole(a.Fields[f], v))
		}
		out = append(out, strings.Join(parts, "/"))
	}
	return out
}

// consistent reports whether the day and the month of a path belong to one date.
func consistent(fields []query.Field, path []data.Value) bool {
	var day, month *data.Value
	for f := range fields {
		switch {
		case fields[f].Part == query.Month:
			month = &path[f]
		case fields[f].Column == "day":
			day = &path[f]
		}
	}
	if day == nil || month == nil || day.IsNull() || month.IsNull() {
		return day == nil || month == nil || day.IsNull() && month.IsNull()
	}
	n, _ := month.Int.Int64()
	return int64(day.Time().Month()) == n
}

// lower returns a label, or the lower edge of a bin.
func lower(f query.Field, v data.Value) data.Value {
	if f.Part != query.Bin || v.IsNull() {
		return v
	}
	edge, _, _ := strings.Cut(v.Text, " - ")
	n, _ := strconv.ParseInt(strings.Replace(edge, ".", "", 1), 10, 64)
	return data.Value{Type: data.Decimal, Int: int128.From(n), Scale: 1}
}

// whole returns the label whose edge lower returned.
func whole(f query.Field, v data.Value) string {
	if f.Part != query.Bin || v.IsNull() {
		return pivot.Label(v)
	}
	next := v
	next.Int = next.Int.Add(int128.From(5))
	return v.String() + " - " + next.String()
}

// each calls do with the labels of every cell that some row belongs to, and its figures.
func each(tab *pivot.Crosstab, do func(path, figure string)) {
	for r := range tab.Rows.Len() {
		for c := range tab.Cols.Len() {
			if tab.Empty(r, c) {
				continue
			}
			do(texts(tab.Rows.Path(r))+" x "+texts(tab.Cols.Path(c)), tab.Cell(r, c, 0).String()+", "+
				tab.Cell(r, c, 1).String())
		}
	}
}
