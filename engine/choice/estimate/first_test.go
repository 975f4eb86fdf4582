package estimate

import (
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine/key"
)

// The first sample has the rows that a sample of its share draws, of all rows and of those that pass a filter,
// whether its codes were kept before or not.
func TestFirstSampleIsTheOneDrawn(t *testing.T) {
	const rows = 1_000_000
	some := data.NewBitmap(rows)
	for i := range rows {
		if scatter(i, 10) < 7 {
			some.Set(i)
		}
	}
	columns := func() []*key.Column {
		return []*key.Column{
			coded(rows, func(i int) int {
				return scatter(i, 50)
			}), coded(rows, func(i int) int { return scatter(3*i+1, 3000) }),
			coded(rows, func(i int) int { return scatter(5*i+2, 900_000) }),
			coded(rows, func(i int) int { return scatter(7*i+3, 800_000) }),
		}
	}
	s := new(scratch)
	for n := 1; n <= 4; n++ {
		for name, selected := range map[string]data.Bitmap{"all rows": nil, "some": some} {
			cols := columns()[:n]
			k := key.Compose(rows, cols)
			want := slices.Clone(s.keysOf(k, s.draw(rows, selected, firstShare(rows))))
			Keep(cols[0])
			for range 2 {
				if got := s.first(Request{Key: k, Selected: selected, Rows: rows}); !slices.Equal(got, want) {
					t.Errorf("%d columns, %s: %d keys, want the %d of a sample that is drawn", n, name,
						len(got), len(want))
				}
			}
			if len(want) < leastSample {
				t.Errorf("%d columns, %s: %d rows", n, name, len(want))
			}
		}
	}
}

// A first sample grows with the table, from few rows to a few thousand.
func TestFirstShare(t *testing.T) {
	for rows, want := range map[int]float64{100: 100, 10_000: leastSample, 1_000_000: 400, 4_000_000: 1600,
		10_000_000: maxSample, 1_000_000_000: maxSample} {
		if got := firstShare(rows) * float64(rows); got < want-1e-6 || got > want+1e-6 {
			t.Errorf("%d rows: a sample of %v, want %v", rows, got, want)
		}
	}
}

// A filter that leaves few of the rows of the first sample has a sample of its own.
func TestFilteredSampleHasRowsEnough(t *testing.T) {
	const rows = 1_000_000
	k := keyOf(rows, func(i int) int { return scatter(i, 5000) << 8 }, func(i int) int { return scatter(7*i+1, 5000) })
	for _, one := range []int{1, 2, 10, 100, 1000} {
		passing := data.NewBitmap(rows)
		for i := range rows {
			if scatter(11*i+5, one) == 0 {
				passing.Set(i)
			}
		}
		e := Request{Key: k, Selected: passing, Rows: passing.Count(), Stakes: &Stakes{Crossovers: between(0),
			Time: taking(1)}}.Estimate()
		if e.SampleRows > 0 && (e.SampleRows < leastSample*3/4 || e.SampleRows > maxSample) {
			t.Errorf("one in %d rows: %+v", one, e)
		}
	}
}

// A filter may leave none of the rows of the first sample of a small table.
func TestFilterBesideTheFirstSample(t *testing.T) {
	for rows := 500; rows <= 530; rows++ {
		s, drawn := new(scratch), data.NewBitmap(rows)
		for _, row := range s.drawFirst(rows) {
			drawn.Set(int(row))
		}
		k := keyOf(rows, func(i int) int {
			return scatter(i, 900_000)
		}, func(i int) int { return scatter(7*i+3, 800_000) })
		for _, n := range []int{1, 2, 4, 8} {
			passing := data.NewBitmap(rows)
			for i, left := 0, n; left > 0; i++ {
				if !drawn.Get(i) {
					passing.Set(i)
					left--
				}
			}
			e := Request{Key: k, Selected: passing, Rows: n, Stakes: &Stakes{Crossovers: between(0),
				Time: taking(1)}}.Estimate()
			if e.Low < 1 || e.Low > e.Groups || e.Groups > e.High || e.High > n {
				t.Errorf("%d of %d rows: %+v", n, rows, e)
			}
		}
	}
}
