package calendar

import (
	"testing"
	"time"
)

// TestDaysAgreeWithTime compares every day of 800 years around 1970, and days far away, with the package time.
func TestDaysAgreeWithTime(t *testing.T) {
	check := func(day int64) {
		at := time.Unix(day*DaySeconds, 0).UTC()
		year, month, dayOfMonth := Civil(day)
		if year != int64(at.Year()) || month != int(at.Month()) || dayOfMonth != at.Day() {
			t.Fatalf("day %d is %d-%d-%d, want %s", day, year, month, dayOfMonth, at)
		}
		if back := Day(year, month, dayOfMonth); back != day {
			t.Fatalf("%s is day %d, want %d", at, back, day)
		}
		if want := (int(at.Weekday())+6)%7 + 1; Weekday(day) != want {
			t.Fatalf("%s is weekday %d, want %d", at, Weekday(day), want)
		}
		isoYear, isoWeek := at.ISOWeek()
		if y, w := ISOWeek(day); y != int64(isoYear) || w != isoWeek {
			t.Fatalf("%s is in week %d of %d, want %d of %d", at, w, y, isoWeek, isoYear)
		}
		for u, want := range map[Unit]time.Time{
			Years:    time.Date(at.Year(), 1, 1, 0, 0, 0, 0, time.UTC),
			Quarters: time.Date(at.Year(), at.Month()-(at.Month()-1)%3, 1, 0, 0, 0, 0, time.UTC),
			Months:   time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC),
			Weeks:    at.AddDate(0, 0, -(int(at.Weekday())+6)%7),
			Days:     at,
		} {
			next := map[Unit]time.Time{Years: want.AddDate(1, 0, 0), Quarters: want.AddDate(0, 3, 0),
				Months: want.AddDate(0, 1, 0), Weeks: want.AddDate(0, 0, 7), Days: want.AddDate(0, 0, 1)}[u]
			if u.First(day) != want.Unix()/DaySeconds && want.Unix()%DaySeconds == 0 ||
				u.Next(day)*DaySeconds != next.Unix() {
				t.Fatalf("the %s of %s is %d to %d, want %s to %s", u, at, u.First(day), u.Next(day), want, next)
			}
		}
	}
	for day := int64(-146_097); day < 146_097; day++ {
		check(day)
	}
	for _, day := range []int64{-719_529, -719_528, 2_932_896, 2_932_897, 40_000_000, -40_000_000, 106_751_991,
		1 << 31, -1 << 31} {
		check(day)
	}
}

func TestPeriods(t *testing.T) {
	at := time.Date(2001, 3, 4, 17, 5, 9, 0, time.UTC).Unix()
	for u, want := range map[Unit]string{Years: "2001", Quarters: "2001-Q1", Months: "2001-03", Weeks: "2001-W09",
		Days:  "2001-03-04",
		Hours: "2001-03-04 17:00", Minutes: "2001-03-04 17:05", Seconds: "2001-03-04 17:05:09"} {
		p := PeriodOf(u, at)
		if p.String() != want || p.Compare(at) != 0 || p.Compare(p.Start-1) != -1 || p.Compare(p.End) != 1 {
			t.Errorf("the %s is %s from %d to %d, want %s", u, p, p.Start, p.End, want)
		}
		// An hour is written like its first minute.
		if back, ok := Parse(want); !ok || back.Start != p.Start || back.Unit != p.Unit && u != Hours {
			t.Errorf("%s reads as %+v, %v", want, back, ok)
		}
	}
	for text, second := range map[string]int64{"2020-W53": Day(2020, 12, 28) * DaySeconds,
		"2021-01-03": Day(2021, 1, 3) * DaySeconds, "-0044-03": Day(-44, 3, 1) * DaySeconds,
		"0000": Day(0, 1, 1) * DaySeconds, "12345-Q4": Day(12345, 10, 1) * DaySeconds, "2001-03-04T17": at - 309} {
		if p, ok := Parse(text); !ok || p.Start != second || (p.String() != text && text != "2001-03-04T17") {
			t.Errorf("%s reads as %v, %v", text, p, ok)
		}
	}
	for _, text := range []string{"", "201", "2001-", "2001-Q0", "2001-Q5", "2001-W00", "2001-W53", "2001-13", "2001-3",
		"2001-02-29", "2001-03-04 24:00", "2001-03-04 17:60", "2001-03-04x", "x", "2001-03-04 17:05:09:00", "2001-Q",
		"2001-W", "+2001"} {
		if p, ok := Parse(text); ok {
			t.Errorf("%q reads as %s", text, p)
		}
	}
}

func TestClock(t *testing.T) {
	for want, units := range map[string][2]int64{"00:00:00": {0, 0}, "23:59:59": {86399, 0},
		"17:05:09.25": {61509250, 3}, "00:00:00.000001": {1, 6}} {
		if got := Clock(units[0], int(units[1])); got != want {
			t.Errorf("%v is %s, want %s", units, got, want)
		}
	}
}

func TestParseClock(t *testing.T) {
	for text, want := range map[string][2]int64{"17:05": {61500_000, 61560_000}, "17": {61200_000, 64800_000},
		"00:00:00": {0, 1000}, "17:05:09.25": {61509_250, 61509_251}, "17:05:09.2500": {61509_250, 61509_251}} {
		if from, to, ok := ParseClock(text, 3); from != want[0] || to != want[1] || !ok {
			t.Errorf("%s is %d to %d, want %v", text, from, to, want)
		}
	}
	for _, text := range []string{"", "24:00", "17:05.5", "17:05:09.1234", "x", "17:05:"} {
		if _, _, ok := ParseClock(text, 3); ok {
			t.Errorf("%q is a time of day", text)
		}
	}
}

func TestFiscalYears(t *testing.T) {
	for _, tc := range []struct {
		day     int64
		first   int
		year    int64
		quarter int
	}{
		{Day(2024, 3, 31), 4, 2024, 4}, {Day(2024, 4, 1), 4, 2025, 1}, {Day(2024, 12, 31), 1, 2024, 4},
		{Day(2024, 1, 1), 1, 2024, 1},
		{Day(2024, 9, 30), 10, 2024, 4}, {Day(2024, 10, 1), 10, 2025, 1}, {Day(1969, 12, 31), 12, 1970, 1},
		{Day(2024, 2, 29), 7, 2024, 3},
	} {
		if y, q := FiscalYear(tc.day, tc.first), FiscalQuarter(tc.day, tc.first); y != tc.year || q != tc.quarter {
			t.Errorf("day %d is in quarter %d of %d where years begin in month %d, want %d of %d", tc.day, q, y,
				tc.first, tc.quarter, tc.year)
		}
	}
}

func TestNames(t *testing.T) {
	for text, want := range map[string]int{"January": 1, "jan": 1, " MAY": 5, "Decem": 12, "Ju": 0, "Januaryy": 0,
		"": 0, "jul": 7} {
		if got := ParseName(MonthNames[:], text); got != want {
			t.Errorf("%q is month %d, want %d", text, got, want)
		}
	}
}
