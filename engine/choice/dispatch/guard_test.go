package dispatch

import (
	"math"
	"testing"
)

func TestGuard(t *testing.T) {
	const limit = 1_000_000
	for name, c := range map[string]struct {
		extent     Extent
		limit      int
		cells, top int // zero: it fits
	}{
		"fits":                   {Extent{Rows: 1000, Cols: 100, Values: 2}, limit, 0, 0},
		"just fits":              {Extent{Rows: 1000, Cols: 1000, Values: 1}, limit, 0, 0},
		"nothing on a shelf":     {Extent{}, limit, 0, 0},
		"no limit":               {Extent{Rows: math.MaxInt, Cols: 9, Values: 1}, 0, 0, 0},
		"too many":               {Extent{Rows: 40_000, Cols: 100, Values: 1}, limit, 4_000_000, 10_000},
		"a round offer":          {Extent{Rows: 40_000, Cols: 130, Values: 1}, limit, 5_200_000, 5000},
		"ten rows a first label": {Extent{Rows: 40_000, Cols: 100, Values: 1, First: 4000}, limit, 4_000_000, 1000},
		"one row is too wide":    {Extent{Rows: 10, Cols: 2_000_000, Values: 1}, limit, 20_000_000, 0},
		"beyond 64 bits":         {Extent{Rows: math.MaxInt, Cols: 1000, Values: 1}, limit, math.MaxInt, 1000},
	} {
		cells, top := 0, 0
		if large := Guard(c.extent, c.limit); large != nil {
			cells, top = large.Cells(), large.Top
		}
		if cells != c.cells || top != c.top {
			t.Errorf("%s: %d cells, top %d; want %d, top %d", name, cells, top, c.cells, c.top)
		}
		if top > 0 && Guard(c.extent.Keep(top), c.limit) != nil {
			t.Errorf("%s: the top %d do not fit either", name, top)
		}
	}
}

func TestKeep(t *testing.T) {
	e := Extent{Rows: 40_000, Cols: 100, Values: 1, First: 4000}
	if got := e.Keep(50); got.Rows != 500 || got.First != 50 {
		t.Errorf("the first 50 leave %+v", got)
	}
	if got := e.Keep(5000); got != e {
		t.Errorf("more than there are leave %+v", got)
	}
}

func TestGuardSpeaks(t *testing.T) {
	for want, e := range map[string]*TooLarge{
		"about 4,000,000 cells are expected and 1,000,000 can be shown: keep the top 10,000": {Extent: Extent{Rows: 40_000, Cols: 100}, Limit: 1_000_000, Top: 10_000},
		"more than 1,000,000 cells are expected, and no more can be shown: keep the top 900": {Extent: Extent{Rows: 1001, Cols: 1000}, Limit: 1_000_000, Top: 900},
		"about 980 cells are expected and 100 can be shown: keep fewer fields":               {Extent: Extent{Rows: 987}, Limit: 100},
	} {
		if e.Error() != want {
			t.Errorf("%s\nwant %s", e, want)
		}
	}
}
