package dispatch

import (
	"errors"
	"math"
	"testing"
)

func TestGuard(t *testing.T) {
	limits := Limits{Shown: 1_000_000, Held: 50_000_000}
	for name, c := range map[string]struct {
		extent Extent
		limits Limits
		want   TooLarge // zero: it fits
	}{
		"fits":                     {Extent{Rows: 1000, Cols: 100, Values: 2}, limits, TooLarge{}},
		"just fits":                {Extent{Rows: 1000, Cols: 1000, Values: 1}, limits, TooLarge{}},
		"nothing on a shelf":       {Extent{}, limits, TooLarge{}},
		"no limit":                 {Extent{Rows: math.MaxInt, Cols: 9, Values: 1}, Limits{}, TooLarge{}},
		"too many to show":         {Extent{Rows: 40_000, Cols: 100, Values: 1}, limits, TooLarge{Cells: 4_000_000, Limit: 1_000_000, Top: 10_000}},
		"a round offer":            {Extent{Rows: 40_000, Cols: 130, Values: 1}, limits, TooLarge{Cells: 5_200_000, Limit: 1_000_000, Top: 5000}},
		"too many to hold":         {Extent{Rows: 1_000_000, Cols: 30, Values: 2}, limits, TooLarge{Cells: 60_000_000, Limit: 50_000_000, Held: true, Top: 10_000}},
		"ten rows a first label":   {Extent{Rows: 40_000, Cols: 100, Values: 1, First: 4000}, limits, TooLarge{Cells: 4_000_000, Limit: 1_000_000, Top: 1000}},
		"one row is too wide":      {Extent{Rows: 10, Cols: 2_000_000, Values: 1}, limits, TooLarge{Cells: 20_000_000, Limit: 1_000_000}},
		"beyond 64 bits":           {Extent{Rows: math.MaxInt, Cols: 1000, Values: 1}, limits, TooLarge{Cells: math.MaxInt, Limit: 50_000_000, Held: true, Top: 1000}},
		"memory is the only limit": {Extent{Rows: 100, Cols: 100, Values: 1}, Limits{Held: 5000}, TooLarge{Cells: 10_000, Limit: 5000, Held: true, Top: 50}},
	} {
		var got TooLarge
		var large *TooLarge
		if errors.As(Guard(c.extent, c.limits), &large) {
			got = *large
		}
		if got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
		if got.Top > 0 {
			kept := c.extent
			first := max(1, kept.First)
			if kept.First == 0 {
				first = max(1, kept.Rows)
			}
			kept.Rows = got.Top * ((max(1, kept.Rows) + first - 1) / first)
			if Guard(kept, c.limits) != nil {
				t.Errorf("%s: the top %d do not fit either", name, got.Top)
			}
		}
	}
}

func TestGuardSpeaks(t *testing.T) {
	for want, e := range map[string]*TooLarge{
		"about 4,000,000 cells are expected and 1,000,000 can be shown: keep the top 10,000":       {Cells: 4_000_000, Limit: 1_000_000, Top: 10_000},
		"about 900 cells are expected and 100 can be held in memory: keep fewer fields":            {Cells: 900, Limit: 100, Held: true},
		"about 60,000,000 cells are expected and 50,000,000 can be held in memory: keep the top 1": {Cells: 60_000_000, Limit: 50_000_000, Held: true, Top: 1},
	} {
		if e.Error() != want {
			t.Errorf("%s\nwant %s", e, want)
		}
	}
}
