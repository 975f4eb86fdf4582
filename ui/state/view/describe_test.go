package view

import (
	"testing"

	"cardinal/data"
)

func TestLabelText(t *testing.T) {
	for want, v := range map[string]data.Value{"EU": data.TextValue("EU"), "(blank)": {},
		"2023-01-05": day.IntValue(day.Min), "−5": data.IntValue(-5), `"Total"`: data.TextValue("Total")} {
		if got := LabelText(v, data.NumberFormat{}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestBounds writes the range of a column as the table itself writes its values.
func TestBounds(t *testing.T) {
	for want, c := range map[string]*data.Column{
		"−1,565,354 to 0":          data.NewInts("cost", data.Int, 0, []int64{0, -1565354}, nil),
		"48213 to 1000000":         data.NewInts("order_id", data.Int, 0, []int64{48213, 1000000}, nil),
		"1999 to 2024":             data.NewInts("n", data.Int, 0, []int64{1999, 2024}, nil),
		"0.50 to 12,345.00":        data.NewInts("price", data.Decimal, 2, []int64{50, 1234500}, nil),
		"2024-01-01 to 2024-12-31": dates("day", "2024-01-01", "2024-12-31"),
	} {
		if low, high, _ := Bounds(c); low+" to "+high != want {
			t.Errorf("%s: %s to %s, want %s", c.Name, low, high, want)
		}
	}
}

// TestEnds leaves out of times what both have, or what the dates say already.
func TestEnds(t *testing.T) {
	at := func(seconds ...int64) *data.Column { return data.NewInts("at", data.Timestamp, 0, seconds, nil) }
	zoned := at(0, 59)
	zoned.UTC = true
	for want, c := range map[string]*data.Column{
		"00:00:01 to 23:59:59": at(1, 86399), "1970-01-01 to 1970-01-02": at(86399, 86400),
		"1970-01-01 to 1970-04-26": at(0, 1e7), "00:00:00Z to 00:00:59Z": zoned,
		"2024-01-01 to 2024-12-31": dates("day", "2024-01-01", "2024-12-31"), "5 to 7": data.NewInts("n", data.Int, 0,
			[]int64{5, 7}, nil),
		" to ": data.NewInts("at", data.Timestamp, 0, []int64{0}, data.NewBitmap(1)),
	} {
		if low, high := Ends(c); low+" to "+high != want {
			t.Errorf("%s: %s to %s, want %s", c.Name, low, high, want)
		}
	}
}
