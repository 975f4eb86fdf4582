package estimate

import (
	"sync"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/engine/key"
)

// scatter returns a fixed pseudo-random number below n.
func scatter(i, n int) int {
	h := uint64(i) * 0x9e3779b97f4a7c15
	return int((h ^ h>>29) % uint64(n))
}

func one(int) int { return 0 }

// groups estimates the groups of key k among the selected rows, which are rows many; crossovers at borders are
// worth any step.
func groups(k *key.Composite, selected data.Bitmap, rows int, borders ...int) Estimate {
	return Request{Key: k, Selected: selected, Rows: rows, Stakes: stakesAt(borders...)}.Estimate()
}

func stakesAt(borders ...int) *Stakes { return &Stakes{Crossovers: between(0, borders...)} }

// between gives the borders inside a range, with a regret.
func between(regret time.Duration, borders ...int) func(low, high int) []Crossover {
	return func(low, high int) (out []Crossover) {
		for _, n := range borders {
			if low <= n && n < high {
				out = append(out, Crossover{n, regret})
			}
		}
		return out
	}
}

// taking returns the time of a pivot that takes equally long for any number of groups.
func taking(t time.Duration) func(groups, low, high int) time.Duration {
	return func(int, int, int) time.Duration { return t }
}

func TestGroups(t *testing.T) {
	const rows = 500_000
	region := func(i int) int { return scatter(i, 20) }
	// 20 regions by 8 quarters, a pair present only when their sum is even: 80 of the 160
	quarter := func(i int) int { return (scatter(i*7+1, 4)*2 + scatter(i, 20)) % 8 }
	dictionary := coded(rows, func(i int) int { return scatter(i, 700) })
	dictionary.Exact = true
	wide := make([]*key.Column, 8)
	for i := range wide {
		wide[i] = coded(rows, func(r int) int { return scatter(r, 50) * 20_000 })
	}
	cases := map[string]struct {
		key       *key.Composite
		low, high int
		method    string
	}{
		"half of the pairs": {keyOf(rows, region, quarter), 80, 80, NoSingletons},
		"every pair": {keyOf(rows, region, func(i int) int { return scatter(i*7+1, 8) }), 160, 160,
			FullOccupancy},
		"sorted":           {keyOf(rows, func(i int) int { return i / 5000 }, region), 1950, 2000, Sample},
		"periodic":         {keyOf(rows, func(i int) int { return i % 100 }, one), 100, 100, FullOccupancy},
		"few rows":         {keyOf(3000, region, one), 20, 20, Bitmap},
		"few rows, hashed": {keyOf(3000, region, func(i int) int { return scatter(i, 20) << 24 }), 20, 20, FullCount},
		"not many rows":    {keyOf(40_000, region, quarter), 80, 80, Bitmap},
		"no rows":          {keyOf(0, region), 0, 0, NoRows},
		"one slot":         {keyOf(rows, one, one), 1, 1, OneSlot},
		"one column":       {key.Compose(rows, []*key.Column{dictionary}), 700, 700, Dictionary},
		"too wide":         {key.Compose(rows, wide), 50, 50, NoSingletons},
	}
	for name, c := range cases {
		e := groups(c.key, nil, c.key.Rows)
		if e.Groups < c.low || e.Groups > c.high || e.Method != c.method || e.Low > e.Groups || e.High < e.Groups {
			t.Errorf("%s: %+v, want %d..%d by %s", name, e, c.low, c.high, c.method)
		}
	}
}

// A second step is taken where a border lies in the first sample's range, and only there. Which of the two
// it is depends on the number of cores.
func TestSecondStep(t *testing.T) {
	const rows = 600_000
	near := keyOf(rows, func(i int) int { return scatter(i, 1020) * 3 }, one)
	for name, c := range map[string]struct {
		borders []int
		stake   time.Duration
		taken   bool
	}{
		"straddled":                    {[]int{1024}, 0, true},
		"the second of two borders":    {[]int{512, 1024}, 0, true},
		"no border":                    {nil, 0, false},
		"far from the border":          {[]int{8192}, 0, false},
		"a stake not worth a step":     {[]int{1024}, time.Microsecond, false},
		"a stake that is worth a step": {[]int{1024}, time.Second, true},
	} {
		e := Request{Key: near, Rows: rows, Stakes: &Stakes{Crossovers: between(c.stake, c.borders...)}}.Estimate()
		second := e.Method == Bitmap || e.Method == LargerSample && e.SampleRows > 13_000
		if second != c.taken || e.Low > 1020 || e.High < 1020 || e.D == 0 || e.Estimators.Chao1 < e.D {
			t.Errorf("%s: %+v, want 1020 groups in the range, by a second step: %v", name, e, c.taken)
		}
	}
}

// Samples grow while a border lies in the range and a hundredth of the pivot's time pays for them.
func TestSampleGrowsWithTheStakes(t *testing.T) {
	const rows = 4_000_000
	k := keyOf(rows, func(i int) int { return scatter(i, 1000) << 20 }, func(i int) int { return scatter(7*i+1, 300) })
	for name, c := range map[string]struct {
		borders  []int
		sized    bool
		time     time.Duration
		from, to int
	}{
		"an instant":         {[]int{500_000}, true, 100 * time.Microsecond, 1450, 1750},
		"a short pivot":      {[]int{500_000}, true, 30 * time.Millisecond, 6000, 6800},
		"nothing to decide":  {nil, false, time.Second, 24_000, 27_000},
		"tables to be sized": {nil, true, time.Second, 12_000, rows},
		"a longer pivot":     {[]int{500_000}, false, 200 * time.Millisecond, 24_000, 27_000},
		"a pivot of seconds": {[]int{500_000}, false, 3 * time.Second, 60_000, rows},
	} {
		e := Request{Key: k, Rows: rows, Stakes: &Stakes{Crossovers: between(1, c.borders...), Time: taking(c.time),
			Sized: c.sized}}.Estimate()
		if e.SampleRows < c.from || e.SampleRows > c.to {
			t.Errorf("%s: %d rows were sampled, want %d to %d: %+v", name, e.SampleRows, c.from, c.to, e)
		}
	}
}

// An estimate makes no memory of its own once there was one of its kind: beside a pivot of a tenth of a
// millisecond, making it would count.
func TestEstimateMakesNoMemory(t *testing.T) {
	const rows = 1_000_000
	for name, k := range map[string]*key.Composite{
		"few": keyOf(rows, func(i int) int { return scatter(i, 50) }, func(i int) int { return scatter(7*i+1, 3) }),
		"hashed": keyOf(rows, func(i int) int {
			return scatter(i, 5000) << 20
		}, func(i int) int { return scatter(7*i+1, 300) }),
	} {
		q := Request{Key: k, Rows: rows, Stakes: &Stakes{Crossovers: between(1), Time: taking(10 * time.Millisecond)}}
		if n := testing.AllocsPerRun(20, func() { q.Estimate() }); n > 2 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// Estimates beside each other do not share their memory.
func TestEstimatesAtOnce(t *testing.T) {
	const rows = 300_000
	var all sync.WaitGroup
	for n := 10; n <= 100_000; n *= 10 {
		k := keyOf(rows, func(i int) int { return scatter(i, n) }, func(i int) int { return scatter(7*i+1, 300) << 12 })
		want := groups(k, nil, rows)
		for range 2 {
			all.Go(func() {
				for range 20 {
					if got := groups(k, nil, rows); got != want {
						t.Errorf("%d values: %+v, alone it was %+v", n, got, want)
						return
					}
				}
			})
		}
	}
	all.Wait()
}

// Where the first sample was as large as a second would be, every row is looked at: exactly where the domain is small,
// else hashed.
func TestSecondStepOverEveryRow(t *testing.T) {
	const rows = 600_000
	of := func(spread int) *key.Composite {
		return keyOf(rows, func(i int) int {
			return scatter(i, 20_000) * spread
		}, func(i int) int { return scatter(i, 20_000) % 3 })
	}
	for method, k := range map[string]*key.Composite{Bitmap: of(1), LinearCount: of(1 << 10)} {
		truth := Count(k, nil)
		e := Request{Key: k, Rows: rows, Stakes: stakesAt(truth - 5), Share: 0.05}.Estimate()
		if e.Method != method || e.Low > truth || e.High < truth || (e.Low == e.High) != (method == Bitmap) ||
			e.Groups < truth*99/100 || e.Groups > truth*101/100 {
			t.Errorf("%+v, want %d by %s", e, truth, method)
		}
	}
}

func TestSelection(t *testing.T) {
	const rows = 100_000
	k := keyOf(rows, func(i int) int { return i % 1000 }, func(i int) int { return i % 3 })
	few, most, sparse := data.NewBitmap(rows), data.NewBitmap(rows), data.NewBitmap(rows)
	for i := range rows {
		if i%1000 == 7 {
			few.Set(i)
		}
		if i%1000 < 500 {
			most.Set(i)
		}
		if i%20 == 3 {
			sparse.Set(i)
		}
	}
	for name, c := range map[string]struct {
		rows  data.Bitmap
		truth int
	}{"few": {few, 3}, "most": {most, 1500}, "sparse": {sparse, 150}} {
		for _, borders := range [][]int{nil, {c.truth}} {
			e := groups(k, c.rows, c.rows.Count(), borders...)
			if e.Low > c.truth || e.High < c.truth || e.Groups < c.truth*95/100 || e.Groups > c.truth*105/100 {
				t.Errorf("%s: %d groups pass the filter, estimated %+v", name, c.truth, e)
			}
		}
	}
}
