package lookup

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/data"
)

// TestJoins compares random right, full and anti joins with a loop over all pairs of rows.
func TestJoins(t *testing.T) {
	counted := func(name string, n int) *data.Column {
		values := make([]data.Value, n)
		for i := range values {
			values[i] = data.IntValue(int64(i))
		}
		return data.FromValues(name, values)
	}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 4))
		kind := []string{"text", "date", "number"}[r.IntN(3)]
		rows, lines := 1+r.IntN(200), 1+r.IntN(60)
		table := data.NewTable("t.csv", []*data.Column{randomKey(r, "k", kind, rows), counted("row", rows)})
		other := data.NewTable("o.csv", []*data.Column{counted("line", lines), randomKey(r, "k", kind, lines)})
		if kindOf(table.Columns[0]) != kindOf(other.Columns[1]) {
			continue // one of them has no value, and is a text
		}
		var matched, alone, unused [][2]int // pairs of a row and a line; -1: none
		used := map[int]bool{}
		for i := range rows {
			first := -1
			for j := range lines {
				if equal(table.Columns[0].Value(i), other.Columns[1].Value(j)) {
					used[j] = true
					if first < 0 {
						first = j
					}
				}
			}
			if first < 0 {
				alone = append(alone, [2]int{i, -1})
			} else {
				matched = append(matched, [2]int{i, first})
			}
		}
		for j := range lines {
			if !used[j] {
				unused = append(unused, [2]int{-1, j})
			}
		}
		for join, want := range map[string][][2]int{"right": slices.Concat(matched, unused), "anti": alone,
			"full": slices.Concat(matched, alone, unused)} {
			spec, err := Parse("o.csv " + join + " join on k")
			if err != nil || spec.Join != join || spec.Path != "o.csv" {
				t.Fatal(spec, err)
			}
			got, err := Join(t.Context(), table, other, spec)
			if err != nil {
				t.Fatal(err)
			}
			names := []string{"k", "row", "o.k", "line"}
			if join == "anti" {
				names = names[:2]
			}
			if is := data.Names(got.Columns); !slices.Equal(is, names) || got.Rows != len(want) {
				t.Fatalf("seed %d, %s: %d rows of %q, want %d", seed, join, got.Rows, is, len(want))
			}
			var pairs []string
			text := func(c *data.Column, i int) string {
				if i < 0 {
					return data.Value{}.String()
				}
				return c.Value(i).String()
			}
			for _, p := range want {
				pair := text(table.Columns[0], p[0]) + "|" + text(table.Columns[1], p[0])
				if join != "anti" {
					pair += "|" + text(other.Columns[1], p[1]) + "|" + text(other.Columns[0], p[1])
				}
				pairs = append(pairs, pair)
			}
			for i := range got.Rows {
				pair := ""
				for n, c := range got.Columns {
					if n > 0 {
						pair += "|"
					}
					pair += c.Value(i).String()
				}
				at := slices.Index(pairs, pair)
				if at < 0 {
					t.Fatalf("seed %d, %s: %s is no row of the join", seed, join, pair)
				}
				pairs = slices.Delete(pairs, at, at+1)
			}
			if again, err := Parse(spec.String()); err != nil || !again.Equal(spec) || spec.Equal(Spec{Path: "o.csv",
				Keys: spec.Keys}) {
				t.Error(spec, again, err)
			}
		}
	}
}

// TestJoinWords reads joins, and files whose names look like one.
func TestJoinWords(t *testing.T) {
	for text, want := range map[string]string{
		"a.csv left join on k":                `a.csv on k`,
		"a b.csv FULL JOIN on k columns x":    `"a b.csv" full join on k columns x`,
		"a.xlsx sheet My S anti join on k":    `a.xlsx sheet "My S" anti join on k`,
		`"a full join" on k`:                  `"a full join" on k`,
		"join on k":                           `join on k`,
		"https://h/a.parquet right join on k": `https://h/a.parquet right join on k`,
	} {
		if s, err := Parse(text); err != nil || s.String() != want {
			t.Errorf("%s: %s, %v", text, s, err)
		}
	}
	if _, err := Parse("a.csv cross join on k"); err == nil ||
		err.Error() != `"a.csv cross join on k" has a cross join: there are left, right, full and anti` {
		t.Error(err)
	}
}
