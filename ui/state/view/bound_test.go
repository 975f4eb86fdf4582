package view

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/expression/filter"
	"cardinal/engine/pivot"
)

// TestBoundsReadWhatIsPrinted types every value of random columns as both bounds of a range: as a cell, a label and a
// chip show the value. Only rows with that value pass.
func TestBoundsReadWhatIsPrinted(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 3))
	whole := func(most int64) []int64 {
		v := []int64{0, 1, -1, 999, 1000, -1000, most, -most}
		for range 200 {
			v = append(v, (r.Int64N(most)-most/2)>>r.IntN(40))
		}
		return v
	}
	floats := []float64{0, math.Copysign(0, -1), 1, -266.1, 1.0 / 3, 1e15, -2e15, 1e21, 1e-7, math.MaxFloat64,
		-math.SmallestNonzeroFloat64}
	for range 400 {
		floats = append(floats, r.NormFloat64()*math.Pow10(r.IntN(40)-20))
	}
	const years = 2_900_000 // days
	days := make([]int64, 300)
	for i := range days {
		days[i] = r.Int64N(years) - 700_000
	}
	written := func(name string, c *data.Column, f data.NumberFormat) *data.Column {
		c.Name, c.Format = name, f
		return c
	}
	for _, c := range []*data.Column{
		written("share", data.NewInts("", data.Decimal, 3, whole(1<<40), nil), data.NumberFormat{Percent: true}),
		written("shares", data.NewInts("", data.Decimal, 1, whole(1<<40), nil), data.NumberFormat{Percent: true}),
		written("rate", data.NewFloats("", slices.Clone(floats), nil), data.NumberFormat{Percent: true, Plus: true}),
		written("dollars", data.NewInts("", data.Decimal, 2, whole(1<<40), nil), data.NumberFormat{Currency: "$",
			Parens: true, Grouped: true}),
		written("euros", data.NewInts("", data.Decimal, 2, whole(1<<40), nil), data.NumberFormat{Currency: "€",
			After: true, Spaced: true}),
		written("change", data.NewInts("", data.Int, 0, whole(1<<40), nil), data.NumberFormat{Currency: "CHF",
			Spaced: true, Plus: true}),
		data.NewInts("int", data.Int, 0, whole(math.MaxInt64), nil),
		data.NewInts("price", data.Decimal, 2, whole(1<<50), nil),
		data.NewInts("tiny", data.Decimal, 9, whole(1<<60), nil),
		data.NewFloats("float", floats, nil),
		data.NewInts("day", data.Date, 0, days, nil),
		data.NewInts("second", data.Timestamp, 0, whole(1<<34), nil),
		data.NewInts("micro", data.Timestamp, 6, whole(1<<54), nil),
	} {
		table := data.NewTable("t", []*data.Column{c})
		listing := pivot.Listing{Table: table}
		for row := range table.Rows {
			v := c.Value(row)
			cell := listing.Cell(row+1, 0)
			texts := []string{cell.Format.Text(v), cell.Format.Label(v), LabelText(v, c.Format)}
			if !c.Format.Percent { // whose sign is part of the number
				texts = append(texts, pivot.Label(v))
			}
			if digits, negative := strings.CutPrefix(texts[0], "-"); negative && c.Type.Numeric() {
				texts = append(texts, "−"+digits, "–"+digits) // the grid has the sign that its font has
			}
			for _, text := range texts {
				f := NewFilter(c)
				f.Low, f.High = text, text
				if err := f.CheckBound(text); err != nil {
					t.Fatalf("%s prints %q: %v", c.Name, text, err)
				}
				if err := f.CheckRange(text, text); err != nil {
					t.Fatalf("%s prints %q: %v", c.Name, text, err)
				}
				passed, err := filter.Select(context.Background(), table, f.Expr(), filter.Options{Threads: 1})
				if err != nil {
					t.Fatalf("%s from and to %q: %v", c.Name, text, err)
				}
				for other := range table.Rows {
					o := c.Value(other)
					same := v.Int == o.Int && v.Float == o.Float
					if passed.Rows.Get(other) != same {
						t.Fatalf("%s from and to %q, which is %s: the row of %s passes: %v", c.Name, text, v, o,
							passed.Rows.Get(other))
					}
				}
			}
		}
	}
}

func TestUnreadableBounds(t *testing.T) {
	for kind, texts := range map[data.Type][]string{
		data.Int: {"abc", "1,00", "12,34", "1.", "-", "−", "1e", "1,000,00", "0x10", "1_000", "inf", "NaN",
			"1e999", "5 6", "1.5.2", "--5", "≈", "$5"},
		data.Float:     {"abc", "1,5", ",5", "1e+", "Infinity"},
		data.Decimal:   {"12,5", "1.2,3", "ten"},
		data.Date:      {"202", "2024-1", "2024-13", "2024-02-30", "2024-12-", "31.12.2024", "yesterday", "12"},
		data.Timestamp: {"2024-12-31 1", "2024-12-31 25:00", "18:30", "2024-12-31 18:30:61", "x"},
	} {
		for _, text := range texts {
			err := Filter{Type: kind}.CheckBound(text)
			if err == nil {
				t.Errorf("%s: %q is read", kind, text)
			} else if say := err.Error(); !strings.Contains(say, "“"+text+"”") || !strings.Contains(say, " is not a ") {
				t.Errorf("%s: %q: %s", kind, text, say)
			}
		}
	}
	for _, text := range []string{"", "  ", " 5 ", "+5", ".5", "1E3", "007"} {
		if err := (Filter{Type: data.Float}).CheckBound(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestReversedRange(t *testing.T) {
	for _, tc := range []struct {
		low, high string
		kind      data.Type
		reversed  bool
	}{
		{"1,000", "5,000", data.Int, false},
		{"5,000", "1,000", data.Int, true},
		{"9", "10", data.Int, false},
		{"−5", "-6", data.Decimal, true},
		{"1e3", "999.5", data.Float, true},
		{"", "5", data.Int, false},
		{"7", "", data.Int, false},
		{"abc", "5", data.Int, false}, // said of the bound itself
		{"2024-02-01", "2024-01-31", data.Date, true},
		{"2024-06-30", "2024", data.Date, false},
		{"2025-01-01", "2024", data.Date, true},
		{"2024-03-01 17:30", "2024-03-01", data.Timestamp, false},
		{"2024-03-01 17:31", "2024-03-01 17:30", data.Timestamp, true},
		{"2024-03-01T17:30:00Z", "2024-03-01 17:30", data.Timestamp, false},
	} {
		if err := (Filter{Type: tc.kind}).CheckRange(tc.low, tc.high); (err != nil) != tc.reversed {
			t.Errorf("from %q to %q: %v", tc.low, tc.high, fmt.Sprint(err))
		}
	}
}

// TestBoundsOfWrittenNumbers types what the file wrote around numbers, and what belongs to another column.
func TestBoundsOfWrittenNumbers(t *testing.T) {
	share := Filter{Type: data.Decimal, Format: data.NumberFormat{Percent: true}}
	money := Filter{Type: data.Decimal, Format: data.NumberFormat{Currency: "$", Parens: true}}
	for _, tc := range []struct {
		f    Filter
		text string
		want string // "": not a number
	}{
		{share, "30%", "30e-2"}, {share, "−1,250.5%", "-1250.5e-2"}, {share, "30", ""}, {share, "0.3", ""},
		{share, "%", ""}, {share, "1e3%", "1e1"},
		{money, "$420.10", "420.10"}, {money, "($1,420.10)", "-1420.10"}, {money, "-$5", "-5"},
		{money, "420.10 $", "420.10"},
		{money, "$", ""}, {money, "()", ""}, {money, "€5", ""}, {money, "(5", ""}, {money, "(-5)", ""},
		{money, "--5", ""},
	} {
		b, err := tc.f.readBound(tc.text)
		if (err == nil) != (tc.want != "") || b.from != tc.want {
			t.Errorf("%q is read as %q (%v), want %q", tc.text, b.from, err, tc.want)
		}
	}
	if err := share.CheckBound("30"); err == nil || err.Error() != "“30” is not a number like 12.5%" {
		t.Errorf("says %v", err)
	}
	took := Filter{Type: data.Float, Format: data.NumberFormat{Duration: true}}
	if b, err := took.readBound("−36:00:00"); err != nil || b.from != "-1.5" {
		t.Errorf("a duration: %v, %v", b, err)
	}
	if b, err := took.readBound("0.5"); err != nil || b.from != "0.5" {
		t.Errorf("a number of days: %v, %v", b, err)
	}
	if err := took.CheckBound("1:99"); err == nil || err.Error() != "“1:99” is not a number like 36:15:00, or 1.5 "+
		"for days" {
		t.Errorf("no duration: %v", err)
	}
	if err := money.CheckBound("x"); err == nil || err.Error() != "“x” is not a number like $1,234.5" {
		t.Errorf("says %v", err)
	}
}
