package filter

import (
	"testing"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/query"
)

// TestStretch counts days from dates before Christ and after the year 9999, too.
func TestStretch(t *testing.T) {
	c := data.NewInts("d", data.Date, 0, []int64{0}, nil)
	for of, day := range map[string]int64{"2024-02-29": calendar.Day(2024, 2, 29), "-0044-03-15": calendar.Day(-44, 3,
		15), "12345-06-07": calendar.Day(12345, 6, 7)} {
		e := &query.Expr{Op: query.Within, Field: query.Field{Column: "d"},
			Period: query.Period{N: 10, Unit: "day", Of: of}}
		if from, to, err := Stretch(c, e); err != nil || from != day-9 || to != day {
			t.Errorf("10 days up to %s are %d to %d, not %d to %d: %v", of, from, to, day-9, day, err)
		}
	}
	for _, of := range []string{"2024-02", "2024-02-30", "2024-W01", "2024-02-29 12:00"} {
		e := &query.Expr{Op: query.Within, Field: query.Field{Column: "d"},
			Period: query.Period{N: 1, Unit: "day", Of: of}}
		if _, _, err := Stretch(c, e); err == nil {
			t.Errorf("%s is taken for a day", of)
		}
	}
}
