package lookup

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
)

// TestSeveralKeys compares random joins by two or three keys with a loop over all pairs of rows.
func TestSeveralKeys(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 5))
		rows, lines := r.IntN(200), 1+r.IntN(80)
		var keys []Key
		var here, there []*data.Column
		for i := range 2 + r.IntN(2) {
			kind := []string{"text", "date", "number"}[r.IntN(3)]
			keys = append(keys, Key{fmt.Sprint("k", i), fmt.Sprint("j", i)})
			here, there = append(here, randomKey(r, keys[i].On, kind, rows)),
				append(there, randomKey(r, keys[i].Equals, kind, lines))
			if kindOf(here[i]) != kindOf(there[i]) {
				keys = nil // one of them has no value, and is a text
				break
			}
		}
		if keys == nil {
			continue
		}
		table, other := data.NewTable("t.csv", here),
			data.NewTable("o.csv", append(slices.Clone(there), randomKey(r, "v", "number", lines)))
		table.Rows = rows
		m, err := Match(t.Context(), table, other, keys)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Join(t.Context(), table, other, Spec{Path: "o.csv", Keys: keys})
		if err != nil || len(got.Columns) != len(here)+1 || got.Rows != rows {
			t.Fatalf("seed %d: %v, %d columns, %d rows", seed, err, len(got.Columns), got.Rows)
		}
		distinct, found, twice := map[string]bool{}, map[string]bool{}, map[string]bool{}
		none, blank := 0, 0
		for i := range rows {
			var of []int
			for j := range lines {
				all := true
				for k := range keys {
					all = all && equal(here[k].Value(i), there[k].Value(j))
				}
				if all {
					of = append(of, j)
				}
			}
			key, null := "", false
			for _, c := range here {
				key += c.Value(i).String() + "|"
				null = null || c.Value(i).IsNull()
			}
			switch {
			case null:
				blank++
			default:
				distinct[key] = true
			}
			want := data.Value{}
			if len(of) == 0 {
				none++
			} else {
				want, found[key] = other.Columns[len(keys)].Value(of[0]), true
			}
			if len(of) > 1 {
				twice[key] = true
			}
			if is := got.Columns[len(keys)].Value(i); is.String() != want.String() {
				t.Fatalf("seed %d, row %d: %q, want %q", seed, i, is, want)
			}
		}
		if m.Keys != len(distinct) || m.Found != len(found) || m.Twice != len(twice) || m.Rows != none ||
			m.Blank != blank {
			t.Errorf("seed %d: %+v, want %d keys, %d found, %d twice, %d rows without, %d blank", seed, m,
				len(distinct), len(found), len(twice), none, blank)
		}
	}
}

func column[V any](name string, value func(V) data.Value, of ...V) *data.Column {
	values := make([]data.Value, len(of))
	for i, v := range of {
		values[i] = value(v)
	}
	return data.FromValues(name, values)
}

// TestFurtherKeys proposes the columns that tell apart the lines of a key, and no measure that both tables have.
func TestFurtherKeys(t *testing.T) {
	sales := data.NewTable("sales", []*data.Column{
		column("Region", data.TextValue, "EU", "EU", "US", "US", "EU"), column("month", data.IntValue, 1, 2, 1, 2, 1),
		column("amount", data.IntValue, 10, 20, 30, 40, 50), column("note", data.TextValue, "a", "b", "c", "d", "e"),
	})
	targets := data.NewTable("targets", []*data.Column{
		column("amount", data.IntValue, 11, 12, 13, 14), column("region", data.TextValue, "EU", "EU", "US", "US"),
		column("Month", data.IntValue, 1, 2, 1, 2), column("target", data.IntValue, 5, 6, 7, 8),
	})
	keys := Guess(t.Context(), sales, targets)
	slices.SortFunc(keys, func(a, b Key) int { return strings.Compare(b.On, a.On) })
	if !slices.Equal(keys, []Key{{"month", "Month"}, {"Region", "region"}}) {
		t.Errorf("guessed %v", keys)
	}
	one, err := Match(t.Context(), sales, targets, []Key{{"Region", "region"}})
	if want := "2 of 2 keys found; 2 keys stand more than once, such as EU: the first line counts; with month as " +
		"a further key the lines would have keys of their own"; err != nil || one.Sentence(Spec{}) != want {
		t.Errorf("%v: %s", err, one.Sentence(Spec{}))
	}
	both, err := Match(t.Context(), sales, targets, keys)
	if err != nil || both.Sentence(Spec{}) != "4 of 4 keys found" {
		t.Errorf("%v: %s", err, both.Sentence(Spec{}))
	}
	unlike := data.NewTable("targets", []*data.Column{column("region", data.TextValue, "eu ", "EU", "US"),
		column("month", data.IntValue, 1, 2, 7), column("target", data.IntValue, 5, 6, 7)})
	few, err := Match(t.Context(), sales, unlike, []Key{{"Region", "region"}, {"month", "month"}})
	if want := "1 of 4 keys found; 3 without a match, such as EU · 1, US · 1, US · 2; 1 key would match if upper and " +
		"lower case and the blanks around keys were ignored"; err != nil || few.Sentence(Spec{}) != want {
		t.Errorf("%v: %s", err, few.Sentence(Spec{}))
	}
	if _, err := Match(t.Context(), sales, targets, []Key{{"Region", "region"}, {"month", "region"}}); err == nil ||
		!strings.Contains(err.Error(), "month is a number and region of targets is a text") {
		t.Error(err)
	}
	parts := data.NewTable("parts", []*data.Column{column("region", data.TextValue, "EU", "EU"),
		column("amount", data.IntValue, 100, 200), column("x", data.IntValue, 7, 8)})
	if keys := Guess(t.Context(), sales, parts); !slices.Equal(keys, []Key{{"Region", "region"}}) {
		t.Errorf("guessed %v: no amount is found", keys)
	}
}
