package estimate

import (
	"testing"
	"time"

	"cardinal/data"
	"cardinal/engine/key"
)

// hashedPairs returns a key of n values and a second column that follows from them. Both lie far apart, so that no pass
// can count slots.
func hashedPairs(rows, n int) *key.Composite {
	return keyOf(rows, func(i int) int { return scatter(i, n) << 10 }, func(i int) int {
		return scatter(i, n) % 7 << 20
	})
}

// A wide range is narrowed even if nothing depends on the number, as far as the time of the pivot pays for it.
func TestWideRangesAreNarrowed(t *testing.T) {
	const rows = 1_000_000
	last := Estimate{SampleRows: 300, Low: 1, High: rows}
	for _, c := range []struct {
		time     time.Duration
		from, to int
	}{{time.Millisecond, 350, 450}, {10 * time.Millisecond, 1500, 3000}, {time.Second, 6000, rows}} {
		e := Request{Key: hashedPairs(rows, 60_000), Rows: rows, Stakes: &Stakes{Crossovers: between(0),
			Time: taking(c.time)}}.Estimate()
		if e.SampleRows < c.from || e.SampleRows > c.to || e.Low > 60_000 || e.High < 60_000 {
			t.Errorf("%v: %+v, want %d to %d rows", c.time, e, c.from, c.to)
		}
		if e.High*last.Low > last.High*e.Low {
			t.Errorf("%v: %d to %d is wider than %d to %d of fewer rows", c.time, e.Low, e.High, last.Low, last.High)
		}
		if most := time.Duration(spendable * float64(c.time)); e.Spent > max(most, 20*time.Microsecond) {
			t.Errorf("%v: %v were spent, more than %v", c.time, e.Spent, most)
		}
		last = e
	}
}

// The numbers of the columns' values bound the groups: values that the sample lacks are in further groups, and there
// are no more combinations than the product.
func TestColumnsBoundTheGroups(t *testing.T) {
	const rows = 1_000_000
	rare := func(i int) int { // 10 frequent values, and 290 of a row each
		if i%3000 == 17 && i/3000 < 290 {
			return 1000 + i/3000
		}
		return scatter(i, 10)
	}
	k := keyOf(rows, rare, func(i int) int { return rare(i) % 7 })
	truth := Count(k, nil)
	q := Request{Key: k, Rows: rows, Stakes: stakesAt()}
	if e := q.Estimate(); e.Groups > 40 || e.High < truth {
		t.Errorf("without the columns' values: %+v, want about 10 groups, and up to %d", e, truth)
	}
	q.Values = []int{300, 7}
	if e := q.Estimate(); e.Low != truth || e.Groups != truth || e.High <= truth || e.High > 2100 {
		t.Errorf("with the columns' values: %+v, want %d groups, and up to 2,100", e, truth)
	}
	q.Values = []int{300, 0}
	if e := q.Estimate(); e.Low != truth {
		t.Errorf("with the values of one column: %+v, want at least %d", e, truth)
	}
	columns := make([]*key.Column, 8)
	for i := range columns {
		columns[i] = coded(rows, func(r int) int { return scatter(r, 50) * 20_000 })
	}
	wide := Request{Key: key.Compose(rows, columns), Rows: rows, Stakes: stakesAt(), Values: []int{7: 61}}
	if e := wide.Estimate(); e.Low != 61 {
		t.Errorf("a wide key: %+v, want at least 61 groups", e)
	}
}

// An estimate near the limit of a device is taken again, for any number of rows and even if nothing else depends on it.
func TestNearLimitIsEstimatedAgain(t *testing.T) {
	limit := func(low, high int) bool { return low <= 1024 && 1024 <= high }
	for _, rows := range []int{12_000, 60_000, 600_000} {
		for name, stakes := range map[string]*Stakes{"nothing": Near(limit), "the tier": {
			Crossovers: between(1, 5000), Time: taking(time.Millisecond), Limit: limit}} {
			fired := 0
			for _, groups := range []int{400, 700, 850, 1010, 1150, 1400, 4000} {
				k := hashedPairs(rows, groups)
				first := Request{Key: k, Rows: rows, Stakes: NoStakes}.Estimate()
				want := first.Groups >= 820 && first.Groups <= 1228
				e := Request{Key: k, Rows: rows, Stakes: stakes}.Estimate()
				again := e.Method == NearLimit && e.SampleRows > rows/25
				if again != want {
					t.Errorf("%d groups in %d rows, on which depends %s: %+v, first %d", groups, rows, name, e,
						first.Groups)
				}
				if again {
					fired++
				}
			}
			if fired == 0 {
				t.Errorf("of %d rows, no first estimate is near the limit", rows)
			}
		}
	}
	k := keyOf(600_000, func(i int) int { return scatter(i, 1010) }, one)
	if e := (Request{Key: k, Rows: 600_000, Stakes: Near(limit)}).Estimate(); e.Method != Bitmap || e.SampleRows == 0 ||
		e.Groups != 1010 {
		t.Errorf("a pass costs less than a second sample: %+v", e)
	}
	some := data.NewBitmap(600_000)
	for i := range 200_000 {
		some.Set(3 * i)
	}
	if e := (Request{Key: hashedPairs(600_000, 1010), Selected: some, Rows: 200_000,
		Stakes: Near(limit)}).Estimate(); e.Method != NearLimit {
		t.Errorf("with a filter: %+v", e)
	}
}
