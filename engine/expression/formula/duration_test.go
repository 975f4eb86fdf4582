package formula

import (
	"testing"

	"cardinal/data"
)

// TestDurations tells durations from numbers of days, hours and amounts.
func TestDurations(t *testing.T) {
	exact := data.NewInts("exact", data.Decimal, 1, []int64{5, 15}, nil) // half a day, as a workbook has it
	exact.Format = data.NumberFormat{Duration: true}
	tab := data.NewTable("t", []*data.Column{
		data.NewInts("from", data.Timestamp, 0, []int64{0, 100}, nil), data.NewInts("to", data.Timestamp, 0,
			[]int64{7200, 90_000}, nil),
		data.NewInts("n", data.Int, 0, []int64{2, 3}, nil), data.NewFloatColumn("f", []float64{0.5, 1.25}, nil), exact,
	})
	for text, want := range map[string]bool{
		"to - from": true, "(to - from) / 2": true, "(to - from) * 2": true, "0.5 * (to - from)": true,
		"(to - from) / n": true, "(to - from) / f": true, "-(to - from) * 2": true,
		"(to - from) * 2 / 3 + (to - from)": true, "abs(to - from) / 2": true, "if(n > 2, (to - from) / 2, 0)": true,
		"exact": true, "exact * 2": true, "exact / 2": true, "exact + exact": true, "exact - 1": true,
		"coalesce(exact, 0)": true, "exact * 1e18 * 10": true,
		"(to - from) * 24": false, "(to - from) * 24.0": false, "1440.00 * exact": false, "(to - from) * 2.40": true,
		"24 * 60 * (to - from)": false, "(to - from) * 24 * 60": false, "(to - from) * 86400": false,
		"exact * 24": false, "exact * 24 / 24": false, "(to - from) / (to - from)": false,
		"(to - from) * (to - from)": false, "(to - from) * f": false, "n * (to - from)": false,
		"n / (to - from)": false, "2 / exact": false, "exact * exact": false, "exact ^ 2": false, "n * 2": false,
	} {
		c, err := compute(tab, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if c.Format.Duration != want {
			t.Errorf("%s: a duration is %v, want %v", text, c.Format.Duration, want)
		}
	}
}
