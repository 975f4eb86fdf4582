package filter

import (
	"math"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestWithin holds the ranges to the filters that they stand for. A range may be wider than what passes, and
// never narrower.
func TestWithin(t *testing.T) {
	n, d := &data.Column{Name: "n", Type: data.Decimal, Scale: 1}, &data.Column{Name: "d", Type: data.Date}
	for text, want := range map[string]struct {
		c           *data.Column
		least, most int64
		ok          bool
	}{
		"n > 3":                           {n, 31, math.MaxInt64, true},
		"n >= 3 and n < 4.25 and t = 'x'": {n, 30, 42, true},
		// which no value with one place is: any range may stand for it
		"n = 3.05":                             {n, math.MinInt64, math.MaxInt64, false},
		"n <> 3":                               {n, math.MinInt64, math.MaxInt64, false},
		"n > 3 or n < 1":                       {n, math.MinInt64, math.MaxInt64, false},
		"not n > 3":                            {n, math.MinInt64, math.MaxInt64, false},
		"n > 3 and not n > 5":                  {n, 31, math.MaxInt64, true},
		"n > 3 and (n > 5 or n < 4)":           {n, 31, math.MaxInt64, true},
		"n in (1, 2)":                          {n, math.MinInt64, math.MaxInt64, false},
		"n is null":                            {n, math.MinInt64, math.MaxInt64, false},
		"n > m":                                {n, math.MinInt64, math.MaxInt64, false},
		"n * 2 > 3":                            {n, math.MinInt64, math.MaxInt64, false},
		"d >= '1970-01-11' and d < 1970-02-01": {d, 10, 30, true},
		"month(d) = 2":                         {d, math.MinInt64, math.MaxInt64, false},
		"d > 'never'":                          {d, math.MinInt64, math.MaxInt64, false},
		"m > 3":                                {n, math.MinInt64, math.MaxInt64, false},
	} {
		e, err := query.ParseFilter(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		least, most, ok := Within(e)(want.c)
		if least != want.least || most != want.most || ok != want.ok {
			t.Errorf("%s: %d to %d, %v; not %d to %d, %v", text, least, most, ok, want.least, want.most, want.ok)
		}
	}
}

// The latest date of a column may stand in a row that another condition does not let pass.
func TestWithinOfLatest(t *testing.T) {
	for text, none := range map[string]bool{
		"n > 3 and d in last 30 days":               true,
		"n > 3 and (d in this month or n < 9)":      true,
		"n > 3 and not d in previous year":          true,
		"n > 3 and d in last 30 days of today":      false,
		"n > 3 and d in last 30 days of 2024-02-01": false,
	} {
		e, err := query.ParseFilter(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := Within(e) == nil; got != none {
			t.Errorf("%s: no ranges: %v", text, got)
		}
	}
}
