package filter

import (
	"context"
	"math"
	"math/rand/v2"
	"regexp"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// TestTexts holds the comparisons of texts against regular expressions, over texts of letters that are hard to fold.
func TestTexts(t *testing.T) {
	letters := []rune("aAkK\u212asSſßẞéÉİıiIσςΣ%_.*(\\ \n日")
	rng := rand.New(rand.NewPCG(1, 2))
	text := func(most int) string {
		out := make([]rune, rng.IntN(most+1))
		for i := range out {
			out[i] = letters[rng.IntN(len(letters))]
		}
		return string(out)
	}
	ops := map[query.Op][2]string{query.Contains: {"", ""}, query.Begins: {"^", ""}, query.Ends: {"", "$"},
		query.Eq: {"^", "$"}}
	for range 20_000 {
		for op, around := range ops {
			e := &query.Expr{Op: op, AnyCase: rng.IntN(2) == 0, Values: []query.Literal{{Text: text(2)}}}
			test, err := textTest(e)
			if err != nil {
				t.Fatal(err)
			}
			flags := "(?s)"
			if e.AnyCase {
				flags = "(?si)"
			}
			s := text(5)
			want := regexp.MustCompile(flags + around[0] + regexp.QuoteMeta(e.Values[0].Text) +
				around[1]).MatchString(s)
			if got := test(s); got != want {
				t.Fatalf("%q %s: %v", s, e, got)
			}
		}
	}
}

// TestStretches walks the days from 1990 to 2030 and holds a stretch of days against what a person would say.
func TestStretches(t *testing.T) {
	for _, c := range []struct{ text, of, first, last string }{
		{"last 30 days", "2024-12-31", "2024-12-02", "2024-12-31"},
		{"last 1 day", "2024-12-31", "2024-12-31", "2024-12-31"},
		{"last 2 weeks", "2024-01-03", "2023-12-21", "2024-01-03"},
		{"last 12 months", "2023-12-31", "2023-01-01", "2023-12-31"},
		{"last 1 month", "2024-02-29", "2024-02-01", "2024-02-29"},
		{"last 1 month", "2024-03-30", "2024-03-01", "2024-03-30"},
		{"last 3 months", "2024-05-15", "2024-02-16", "2024-05-15"},
		{"last 1 quarter", "2024-03-31", "2024-01-01", "2024-03-31"},
		{"last 1 year", "2024-02-29", "2023-03-01", "2024-02-29"},
		{"last 100000 years", "2024-02-29", "-97976-03-01", "2024-02-29"},
		{"next 7 days", "1969-12-30", "1969-12-31", "1970-01-06"},
		{"next 1 month", "2024-01-31", "2024-02-01", "2024-02-29"},
		{"this week", "2021-01-01", "2020-12-28", "2021-01-03"},
		{"this week", "1969-12-29", "1969-12-29", "1970-01-04"},
		{"previous week", "2021-01-04", "2020-12-28", "2021-01-03"},
		{"this month", "1969-02-05", "1969-02-01", "1969-02-28"},
		{"previous month", "2024-03-31", "2024-02-01", "2024-02-29"},
		{"this quarter", "2024-12-31", "2024-10-01", "2024-12-31"},
		{"previous quarter", "2024-01-01", "2023-10-01", "2023-12-31"},
		{"previous year", "2024-01-01", "2023-01-01", "2023-12-31"},
		{"this day", "2024-01-01", "2024-01-01", "2024-01-01"},
	} {
		e, err := query.ParseFilter("d in " + c.text)
		if err != nil {
			t.Fatal(err)
		}
		of, _ := time.Parse(time.DateOnly, c.of)
		first, last := e.Period.Days(of.Unix() / daySeconds)
		got := [2]string{data.DateValue(first).String(), data.DateValue(last).String()}
		if got != [2]string{c.first, c.last} {
			t.Errorf("%s of %s are %s, want %s to %s", c.text, c.of, got, c.first, c.last)
		}
	}
}

// TestStretchOfTimestamps counts back from the latest row, in columns of every precision, with days that no
// timestamp can hold.
func TestStretchOfTimestamps(t *testing.T) {
	for scale, unit := range map[int]int64{0: 1, 3: 1_000, 9: 1_000_000_000} {
		at := func(day, second int64) int64 { return (day*daySeconds + second) * unit }
		values := []int64{at(-1, daySeconds-1), at(0, 0), at(1, 1), at(2, daySeconds-1), 0}
		valid := data.NewBitmap(5)
		valid.SetRange(0, 4)
		table := data.NewTable("t", []*data.Column{data.NewInts("at", data.Timestamp, scale, values, valid)})
		for text, want := range map[string]uint64{
			"at in last 1 day": 0b01000, "at in last 2 days": 0b01100, "at in last 100000 years": 0b01111,
			"not at in last 3 days":                 0b00001,
			"at in next 100000 years of 1970-01-01": 0b01100, "at in this year": 0b01110,
			"at in previous year":            0b00001,
			"at in this month of 0001-01-01": 0, "not at in this month of 9999-01-01": 0b01111,
		} {
			if got := passing(t, table, text); got[0] != want {
				t.Errorf("scale %d, %s: %05b, want %05b", scale, text, got[0], want)
			}
		}
	}
}

// TestToday counts from the day on which a query runs.
func TestToday(t *testing.T) {
	e, err := query.ParseFilter("not d in last 7 days of today and x = 1")
	if err != nil {
		t.Fatal(err)
	}
	on := e.On(time.Date(2024, 5, 6, 23, 59, 0, 0, time.Local))
	if got, want := on.String(), "(not d in last 7 days of '2024-05-06' and x = 1)"; got != want ||
		e.String() != "(not d in last 7 days of today and x = 1)" {
		t.Errorf("%s, of %s", got, e)
	}
	if same := e.Args[1]; same.On(time.Now()) != same {
		t.Error("an expression without today is copied")
	}
}

// TestNoNumbers chooses NaN and the infinities, which a list of values names.
func TestNoNumbers(t *testing.T) {
	table := data.NewTable("t", []*data.Column{data.NewFloatColumn("f", []float64{math.NaN(), math.Inf(1), math.Inf(-1),
		0, math.Copysign(0, -1)}, nil)})
	for text, want := range map[string]uint64{
		"f in ('NaN', 0)": 0b11001, "f = 'NaN'": 0b00001, "f not in ('Infinity', '-Infinity')": 0b11001,
		"f < 'Infinity'": 0b11100, "f contains 'N'": 0b00001,
	} {
		if got := passing(t, table, text); got[0] != want {
			t.Errorf("%s: %05b, want %05b", text, got[0], want)
		}
	}
}

// TestDeclaredOrder compares the texts of a column by the order that its file declares, also with one that no row has.
func TestDeclaredOrder(t *testing.T) {
	sizes := data.NewText("size", []uint32{0, 1, 2, 0}, []string{"L", "S", "M"}, data.Bitmap{0b0111})
	sizes.Dict.Order = []string{"S", "M", "L", "XL"}
	table := data.NewTable("t", []*data.Column{sizes})
	for text, want := range map[string]uint64{
		"size > 'S'": 0b0101, "size <= 'M'": 0b0110, "size between 'M' and 'XL'": 0b0101, "size < 'XL'": 0b0111,
		"not size >= 'M'": 0b0010, "size = 'S'": 0b0010, "size begins 'L'": 0b0001,
	} {
		if got := passing(t, table, text); got[0] != want {
			t.Errorf("%s: %04b, want %04b", text, got[0], want)
		}
	}
	e, err := query.ParseFilter("size > 'A'")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Select(t.Context(), table, e, Options{Threads: 1, Encode: encoder(t.Context(), table)}); err == nil ||
		err.Error() != `size has no label "A": its labels in their order are S, M, L, XL` {
		t.Error(err)
	}
}

// TestManyValues chooses among a million different texts; a test that compares each with all takes minutes.
func TestManyValues(t *testing.T) {
	const n = 1_000_000
	codes, values, chosen := make([]uint32, n), make([]string, n), []query.Literal(nil)
	for i := range n {
		codes[i], values[i] = uint32(i), string([]byte{byte(i), byte(i >> 8), byte(i >> 16), 'x'})
		if i%3 == 0 {
			chosen = append(chosen, query.Literal{Text: values[i], Quoted: true})
		}
	}
	table := data.NewTable("t", []*data.Column{data.NewText("a", codes, values, nil)})
	found, err := Select(t.Context(), table, &query.Expr{Op: query.In, Field: query.Field{Column: "a"}, Values: chosen},
		Options{Threads: 2, Encode: encoder(t.Context(), table)})
	if err != nil || found.N != len(chosen) {
		t.Errorf("%d of %d rows, %v", found.N, len(chosen), err)
	}
}

func encoder(ctx context.Context, table *data.Table) func(query.Field) (*key.Column, error) {
	return func(f query.Field) (*key.Column, error) { return key.Encode(ctx, table, f) }
}

func passing(t *testing.T, table *data.Table, text string) data.Bitmap {
	t.Helper()
	e, err := query.ParseFilter(text)
	if err != nil {
		t.Fatal(err)
	}
	found, err := Select(t.Context(), table, e, Options{Threads: 2, Encode: encoder(t.Context(), table)})
	if err != nil {
		t.Fatal(text, err)
	}
	return found.Rows
}
