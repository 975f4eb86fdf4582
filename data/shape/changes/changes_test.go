package changes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/shape/union"
)

// testVersion is a version of a table: columns with values, nil for null.
type testVersion struct {
	names []string
	rows  [][]any
}

// column makes the column at a position: text, int, float or date, by its first value that is not nil.
func (v testVersion) column(at int) *data.Column {
	var kind any
	valid := data.NewBitmap(len(v.rows))
	for i, r := range v.rows {
		if r[at] != nil {
			valid.Set(i)
			if kind == nil {
				kind = r[at]
			}
		}
	}
	name := v.names[at]
	switch kind.(type) {
	case int64:
		return data.NewInts(name, data.Int, 0, values[int64](v.rows, at), valid)
	case float64:
		return data.NewFloatColumn(name, values[float64](v.rows, at), valid)
	}
	codes, texts := make([]uint32, len(v.rows)), []string{}
	for i, r := range v.rows {
		s, ok := r[at].(string)
		if !ok {
			continue
		}
		code := slices.Index(texts, s)
		if code < 0 {
			code = len(texts)
			texts = append(texts, s)
		}
		codes[i] = uint32(code)
	}
	return data.NewText(name, codes, texts, valid)
}

func values[T any](rows [][]any, at int) []T {
	out := make([]T, len(rows))
	for i, r := range rows {
		out[i], _ = r[at].(T)
	}
	return out
}

func (v testVersion) table(name string) *data.Table {
	columns := make([]*data.Column, len(v.names))
	for i := range columns {
		columns[i] = v.column(i)
	}
	t := data.NewTable(name, columns)
	t.Rows = len(v.rows)
	return t
}

// randomVersion makes a table with keys that repeat, nulls, NaN and -0; its columns are in random order.
func randomVersion(r *rand.Rand, kinds map[string]int, lacks string) testVersion {
	v := testVersion{}
	for name := range kinds {
		if name != lacks {
			v.names = append(v.names, name)
		}
	}
	slices.Sort(v.names)
	r.Shuffle(len(v.names), func(i, j int) { v.names[i], v.names[j] = v.names[j], v.names[i] })
	for range r.IntN(60) {
		row := make([]any, len(v.names))
		for i, name := range v.names {
			switch n := r.IntN(6); {
			case n == 0:
			case kinds[name] == 0:
				row[i] = int64(r.IntN(5))
			case kinds[name] == 1:
				row[i] = []float64{0, math.Copysign(0, -1), math.NaN(), 1.5, math.Inf(1)}[r.IntN(5)]
			default:
				row[i] = []string{"a", "b", "ä", "", "1"}[r.IntN(5)]
			}
		}
		v.rows = append(v.rows, row)
	}
	return v
}

// show writes values as a reference compares them.
func show(t *data.Table, row int, names []string) string {
	var texts []string
	for _, name := range names {
		c, err := t.Column(name)
		if err != nil {
			panic(err)
		}
		v := c.Value(row)
		text := "null"
		if !v.IsNull() {
			text = "=" + v.String()
			if v.Type == data.Float && v.Float == 0 {
				text = "=0"
			}
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "|")
}

// reference finds what Find finds, by comparing each row with each.
func reference(t *data.Table, split int, keys, rest []string) (lines []string, same int) {
	used := make([]bool, t.Rows)
	line := func(word string, a, b int) {
		at := max(a, b)
		text := word + " " + show(t, at, keys)
		for _, name := range rest {
			for _, row := range []int{a, b} {
				if row < 0 {
					text += " null"
				} else {
					text += " " + show(t, row, []string{name})
				}
			}
		}
		lines = append(lines, text)
	}
	alike := func(a, b int, names []string) bool { return show(t, a, names) == show(t, b, names) }
	for b := split; b < t.Rows; b++ {
		for a := range split {
			if !used[a] && alike(a, b, keys) && alike(a, b, rest) {
				used[a], used[b] = true, true
				same++
				break
			}
		}
	}
	for a := range split {
		if used[a] {
			continue
		}
		other := -1
		for b := split; b < t.Rows && other < 0; b++ {
			if !used[b] && alike(a, b, keys) {
				other = b
			}
		}
		word := "removed"
		if other >= 0 {
			word, used[other] = "changed", true
		}
		line(word, a, other)
	}
	for b := split; b < t.Rows; b++ {
		if !used[b] {
			line("added", -1, b)
		}
	}
	return lines, same
}

// TestFind compares 300 random pairs of tables with a plain reference: nulls, repeated keys, NaN, -0, other orders of
// columns, other types of a column, a missing column, and no keys at all.
func TestFind(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 7))
		kinds := map[string]int{"k": r.IntN(3), "m": r.IntN(3), "x": r.IntN(3), "y": r.IntN(3), "z": r.IntN(3)}
		lacks := []string{"", "z"}[r.IntN(2)]
		before := randomVersion(r, kinds, "")
		if r.IntN(3) == 0 {
			kinds["y"] = r.IntN(3) // another type
		}
		after := randomVersion(r, kinds, lacks)
		keys := [][]string{nil, {"k"}, {"m", "k"}, {"x"}}[r.IntN(4)]
		parts := [2]union.Part{{Table: before.table("before"), Name: "before"},
			{Table: after.table("after"), Name: "after"}}
		v, err := union.Align(t.Context(), "file", parts)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(v.Lone) != "["+lacks+"]" {
			t.Fatalf("seed %d: %v are said to be in one version, want %q", seed, v.Lone, lacks)
		}
		found, err := Find(t.Context(), v.Tables, keys)
		if err != nil {
			t.Fatal(err)
		}
		both, err := union.Tables(t.Context(), "both", "file", parts[:], 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		by, rest := keys, []string{}
		for _, c := range both.Columns {
			switch {
			case slices.Contains(v.Lone, c.Name) || slices.Contains(keys, c.Name):
			case keys == nil:
				by = append(by, c.Name)
			default:
				rest = append(rest, c.Name)
			}
		}
		want, same := reference(both, len(before.rows), by, rest)
		var got []string
		columns := slices.Clone(rest)
		for row := range found.Table.Rows {
			text := show(found.Table, row, []string{"Change"})[1:] + " " + show(found.Table, row, by)
			for _, name := range columns {
				text += " " + show(found.Table, row, []string{name + " before"}) + " " +
					show(found.Table, row, []string{name + " after"})
			}
			got = append(got, text)
		}
		if !slices.Equal(got, want) || found.Same != same ||
			found.Added+found.Removed+found.Changed != len(want) {
			t.Fatalf("seed %d, keys %v: %+v\ngot\n%s\nwant, with %d the same,\n%s", seed, keys, found,
				strings.Join(got, "\n"), same, strings.Join(want, "\n"))
		}
	}
}

// TestManyRepeats compares two versions of 200,000 rows of one key, all of them equal or none.
func TestManyRepeats(t *testing.T) {
	const n = 200_000
	for _, differ := range []bool{false, true} {
		k, x := make([]int64, 2*n), make([]int64, 2*n)
		for i := range x {
			if differ {
				x[i] = int64(i)
			}
		}
		var versions [2]*data.Table
		for i := range versions {
			versions[i] = data.NewTable("t", []*data.Column{data.NewInts("k", data.Int, 0, k[i*n:][:n], nil),
				data.NewInts("x", data.Int, 0, x[i*n:][:n], nil)})
		}
		found, err := Find(t.Context(), versions, []string{"k"})
		if err != nil {
			t.Fatal(err)
		}
		want := map[bool]string{false: "0 200000 1", true: "200000 0 1"}[differ]
		if fmt.Sprint(found.Changed, found.Same, found.Repeated) != want {
			t.Errorf("%d changed, %d the same, %d repeated, want %s", found.Changed, found.Same, found.Repeated, want)
		}
	}
}
