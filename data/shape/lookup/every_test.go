package lookup

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/internal/memory"
)

// TestEveryLine compares random look-ups of every line with a loop over all pairs of rows, as SQL defines its joins.
// The number of rows is known before the rows are made.
func TestEveryLine(t *testing.T) {
	counted := func(name string, n int) *data.Column {
		values := make([]data.Value, n)
		for i := range values {
			values[i] = data.IntValue(int64(i))
		}
		return data.FromValues(name, values)
	}
	alike := func(name string, n int) *data.Column { // all values are equal
		values := make([]data.Value, n)
		for i := range values {
			values[i] = data.TextValue("same")
		}
		return data.FromValues(name, values)
	}
	grown := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 5))
		kind := []string{"text", "date", "number", "alike"}[r.IntN(4)]
		rows, lines := r.IntN(60), r.IntN(40)
		columns := func(n int, extra *data.Column) []*data.Column {
			first := alike("k", n)
			if kind != "alike" {
				first = randomKey(r, "k", kind, n)
			}
			return []*data.Column{first, randomKey(r, "l", "text", n), extra}
		}
		table := data.NewTable("t.csv", columns(rows, counted("row", rows)))
		other := data.NewTable("o.csv", columns(lines, counted("line", lines)))
		if kindOf(table.Columns[0]) != kindOf(other.Columns[0]) {
			continue // one of them has no value, and is a text
		}
		keys := 1 + r.IntN(2)
		var matched, all [][2]int // pairs of a row and a line; -1: none
		used, several := map[int]int{}, false
		for i := range rows {
			n := 0
			for j := range lines {
				same := true
				for k := range keys {
					same = same && equal(table.Columns[k].Value(i), other.Columns[k].Value(j))
				}
				if same {
					matched, all, n = append(matched, [2]int{i, j}), append(all, [2]int{i, j}), n+1
					used[j]++
				}
			}
			if several = several || n > 1; n == 0 {
				all = append(all, [2]int{i, -1})
			}
		}
		shared := slices.Max(append(slices.Collect(func(yield func(int) bool) {
			for _, n := range used {
				if !yield(n) {
					return
				}
			}
		}), 0)) > 1
		var unused [][2]int
		for j := range lines {
			if used[j] == 0 {
				unused = append(unused, [2]int{-1, j})
			}
		}
		for join, want := range map[string][][2]int{"left": all, "right": slices.Concat(matched, unused),
			"full": slices.Concat(all, unused)} {
			on := []string{"k", "k and l"}[keys-1]
			spec, err := Parse("o.csv " + join + " join every line on " + on)
			if err != nil || !spec.Every {
				t.Fatal(spec, err)
			}
			m, err := Match(t.Context(), table, other, spec.Keys)
			if err != nil {
				t.Fatal(err)
			}
			if m.size(spec) != int64(len(want)) {
				t.Fatalf("seed %d, %s: %d rows are announced, want %d", seed, join, m.size(spec), len(want))
			}
			got, err := Join(t.Context(), table, other, spec)
			if err != nil {
				t.Fatal(err)
			}
			if got.Rows != len(want) {
				t.Fatalf("seed %d, %s: %d rows, want %d", seed, join, got.Rows, len(want))
			}
			for i, pair := range want {
				for _, c := range got.Columns {
					from, at := table, pair[0]
					name := strings.TrimPrefix(c.Name, "o.")
					if name != c.Name || name == "line" {
						from, at = other, pair[1]
					}
					of, err := from.Column(name)
					if err != nil {
						t.Fatal(err)
					}
					text := data.Value{}.String()
					if at >= 0 {
						text = of.Value(at).String()
					}
					if c.Value(i).String() != text {
						t.Fatalf("seed %d, %s, row %d: %s is %s, want %s", seed, join, i, c.Name, c.Value(i), text)
					}
				}
			}
			said := fmt.Sprint(got.Notes)
			if says := strings.Contains(said, "rows become") || strings.Contains(said, "row becomes"); says != several {
				t.Errorf("seed %d, %s: rows are repeated: %t, and the notes say %s", seed, join, several, said)
			}
			if several {
				grown++
			}
			for _, c := range got.Columns {
				own := table.Has(c.Name)
				if want := several && (own || shared); c.Repeated != want {
					t.Errorf("seed %d, %s: %s is marked %t, want %t", seed, join, c.Name, c.Repeated, want)
				}
			}
			if again, err := Parse(spec.String()); err != nil || !again.Equal(spec) {
				t.Error(spec, again, err)
			}
		}
	}
	if grown < 100 {
		t.Errorf("only %d look-ups repeat rows", grown)
	}
}

// TestEveryLineIsLimited refuses a result that is larger than the memory, before it is made.
func TestEveryLineIsLimited(t *testing.T) {
	values := slices.Repeat([]data.Value{data.IntValue(1)}, 20_000)
	table := func(name string) *data.Table {
		return data.NewTable(name, []*data.Column{data.FromValues("k", values), data.FromValues(name[:1], values)})
	}
	memory.SetLimit(1 << 30)
	defer memory.SetLimit(0)
	spec := Spec{Path: "b.csv", Every: true, Keys: []Key{{"k", "k"}}}
	_, err := Join(t.Context(), table("a.csv"), table("b.csv"), spec)
	if err == nil || !strings.HasPrefix(err.Error(), "the 20,000 rows would become 400,000,000, which take about ") {
		t.Error(err)
	}
	values = slices.Repeat(values, 3)
	_, err = Join(t.Context(), table("a.csv"), table("b.csv"), spec)
	if want := "the 60,000 rows would become 3,600,000,000, which are too many: take the first line of each key, or " +
		"add a key"; err == nil || err.Error() != want {
		t.Error(err)
	}
}

// TestEveryLineWords reads look-ups of every line, and files whose names look like one.
func TestEveryLineWords(t *testing.T) {
	for text, want := range map[string]string{
		"a.csv Every Line on k":                           `a.csv every line on k`,
		"a b.csv full join every line on k = l columns x": `"a b.csv" full join every line on k = l columns x`,
		`"a every line" on k`:                             `"a every line" on k`,
		"every line on k":                                 `"every line" on k`,
	} {
		if s, err := Parse(text); err != nil || s.String() != want {
			t.Errorf("%s: %s, %v", text, s, err)
		}
	}
	odd := Spec{Path: "b.xlsx", Sheet: "join", Keys: []Key{{"a", "a"}}}
	if again, err := Parse(odd.String()); err != nil || !again.Equal(odd) {
		t.Errorf("%s: %v", odd, err)
	}
	if _, err := Parse("a.csv anti join every line on k"); err == nil || !strings.HasSuffix(err.Error(),
		`asks for every line in an anti join, which keeps the rows without a line: leave out "every line"`) {
		t.Error(err)
	}
}
