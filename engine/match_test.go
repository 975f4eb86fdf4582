package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestMatchMany pastes 100,000 values into filters of 5 million rows. It compares the rows that pass with a plain loop
// over the rows.
func TestMatchMany(t *testing.T) {
	rows, pasted := 5_000_000, 100_000
	if testing.Short() {
		rows, pasted = 200_000, 20_000
	}
	labels := make([]string, rows/5)
	for i := range labels {
		labels[i] = fmt.Sprintf("ORD-%07d", i)
	}
	codes, ids, days, prices := make([]uint32, rows), make([]int64, rows), make([]int64, rows), make([]int64, rows)
	for i := range rows {
		codes[i] = uint32(uint64(i) * 2654435761 % uint64(len(labels)))
		ids[i], days[i], prices[i] = int64(i)*7, int64(i%3000), int64(i)
	}
	table := data.NewTable("orders", []*data.Column{data.NewText("order", codes, labels, nil),
		data.NewInts("id", data.Int, 0, ids, nil), data.NewInts("day", data.Date, 0, days, nil),
		data.NewInts("price", data.Decimal, 2, prices, nil)})
	e := New(Options{NoGPU: true})
	defer e.Close()
	for _, c := range []struct {
		column  string
		value   func(i int) string // the i-th pasted value
		passes  func(row int) bool // whether one of the values is the row's
		missing int                // number of distinct values that no row has
		folded  int
	}{
		{"order", func(i int) string { return strings.ToLower(fmt.Sprintf(" ORD-%07d ", i*11)) },
			func(row int) bool { return codes[row]%11 == 0 && int(codes[row]) < 11*pasted },
			max(0, pasted-(len(labels)+10)/11), min(pasted, (len(labels)+10)/11)},
		{"id", func(i int) string { return fmt.Sprintf("%d.0", i*14+i%2) },
			func(row int) bool { return ids[row]%28 == 0 && ids[row] < int64(14*pasted) }, pasted / 2, 0},
		{"day", func(i int) string { return data.DateValue(int64(i)).String() },
			func(row int) bool { return days[row] < int64(pasted) }, max(0, pasted-3000), 0},
		{"price", func(i int) string { return fmt.Sprintf("$%d.%02d0", i/50, i%50) },
			func(row int) bool { return prices[row]%100 < 50 && prices[row] < int64(pasted/50*100) }, 0, 0},
	} {
		values := make([]string, pasted)
		for i := range values {
			values[i] = c.value(i)
		}
		field := query.Field{Column: c.column}
		all, err := e.Frequencies(t.Context(), table, nil, field, nil)
		if err != nil {
			t.Fatal(err)
		}
		m, err := all.Match(t.Context(), values, data.Value.String, true)
		if err != nil || m.Values != pasted || len(m.Missing) != c.missing || m.Folded != c.folded || m.Foreign != 0 {
			t.Errorf("%s: %d values, %d missing, %d folded, %d foreign, %v; want %d, %d, %d", c.column, m.Values,
				len(m.Missing), m.Folded, m.Foreign, err, pasted, c.missing, c.folded)
		}
		where := &query.Expr{Op: query.In, Field: field}
		for _, code := range m.Codes {
			where.Values = append(where.Values, pivot.LabelLiteral(all.Key.Label(code)))
		}
		got, err := e.Frequencies(t.Context(), table, nil, query.Field{Column: "day"}, where)
		if err != nil {
			t.Fatal(err)
		}
		want := make([]uint32, len(got.Rows))
		for row := range rows {
			if c.passes(row) {
				want[days[row]]++
			}
		}
		for code, n := range got.Rows {
			day, _ := got.Key.Label(uint32(code)).Int.Int64()
			if day < int64(len(want)) && n != want[day] {
				t.Errorf("%s: %d rows of day %d, want %d", c.column, n, day, want[day])
				break
			}
		}
	}
}

// TestMatch matches lists of values with labels that differ little.
func TestMatch(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	name := data.NewText("name", []uint32{0, 1, 2, 3}, []string{"A-1", "a-1", "B-2 ", "x"}, nil)
	weight := data.NewFloats("weight", []float64{0.5, 1e30, -2, 3}, nil)
	at := data.NewInts("at", data.Timestamp, 3, []int64{0, 1500, 86_400_000, 60_000}, nil)
	table := data.NewTable("t", []*data.Column{name, weight, at})
	for _, c := range []struct {
		column, values string
		fold           bool
		want           string
	}{
		{"name", "A-1", true, "A-1; 1 values"}, // an equal label takes precedence over a similar one
		{"name", "A-1|b-2", true, "A-1|B-2 ; 2 values, 1 folded"},
		{"name", "A-1|b-2", false, "A-1; 2 values, missing b-2"},
		{"name", "X |x", true, "x; 2 values, 1 folded"},
		{"name", "A-1|A-1 |X", true, "A-1|a-1|x; 3 values, 2 folded"},
		{"name", "  a-1", true, "A-1|a-1; 1 values, 1 folded"},
		{"weight", "0.50|1e30|−2|abc|.5", true, "-2|0.5|1e+30; 4 values, missing abc, 1 foreign"},
		{"weight", "abc|def", true, "; 2 values, missing abc|def, 2 foreign"},
		{"at", "1970-01-01 00:00:01.5|02.01.1970|1970-01-01T00:01:00", true,
			"1970-01-01T00:00:01.5|1970-01-01T00:01:00|1970-01-02T00:00:00; 3 values"},
	} {
		f, err := e.Frequencies(t.Context(), table, nil, query.Field{Column: c.column}, nil)
		if err != nil {
			t.Fatal(err)
		}
		m, err := f.Match(t.Context(), strings.Split(c.values, "|"), data.Value.String, c.fold)
		if err != nil {
			t.Fatal(err)
		}
		var labels []string
		for _, code := range m.Codes {
			labels = append(labels, f.Key.Label(code).String())
		}
		got := fmt.Sprintf("%s; %d values", strings.Join(labels, "|"), m.Values)
		if m.Folded > 0 {
			got += fmt.Sprintf(", %d folded", m.Folded)
		}
		if len(m.Missing) > 0 {
			got += ", missing " + strings.Join(m.Missing, "|")
		}
		if m.Foreign > 0 {
			got += fmt.Sprintf(", %d foreign", m.Foreign)
		}
		if got != c.want {
			t.Errorf("%s %q: %q, want %q", c.column, c.values, got, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	f, err := e.Frequencies(ctx, table, nil, query.Field{Column: "name"}, nil)
	cancel()
	if _, again := f.Match(ctx, slices.Repeat([]string{"x"}, 9), data.Value.String, true); err != nil || again == nil {
		t.Errorf("a cancelled match returns no error: %v", err)
	}
}
