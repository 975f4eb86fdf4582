package view

import (
	"testing"

	"cardinal/data"
)

func TestLabelText(t *testing.T) {
	for want, v := range map[string]data.Value{"EU": data.TextValue("EU"), "(blank)": {}, "2023-01-05": day.IntValue(day.Min), "−5": data.IntValue(-5), `"Total"`: data.TextValue("Total")} {
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
