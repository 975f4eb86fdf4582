package totals

import (
	"fmt"
	"slices"
	"testing"

	"cardinal/data"
)

func texts(name string, values ...string) *data.Column {
	codes, valid := make([]uint32, len(values)), data.NewBitmap(len(values))
	var dict []string
	at := map[string]uint32{}
	for i, v := range values {
		if v == "" {
			continue
		}
		valid.Set(i)
		if _, ok := at[v]; !ok {
			at[v] = uint32(len(dict))
			dict = append(dict, v)
		}
		codes[i] = at[v]
	}
	return data.NewText(name, codes, dict, valid)
}

func named(name string, c *data.Column) *data.Column {
	c.Name = name
	return c
}

// numbersOr makes a column of numbers, with null in place of -1.
func numbersOr(values ...int64) *data.Column {
	valid := data.NewBitmap(len(values))
	for i, v := range values {
		if v >= 0 {
			valid.Set(i)
		}
	}
	return data.NewInts("n", data.Int, 0, values, valid)
}

func numbers(values ...int64) *data.Column { return data.NewInts("n", data.Int, 0, values, nil) }

// TestNote names rows that look like totals, and takes no other row for one.
func TestNote(t *testing.T) {
	for name, c := range map[string]struct {
		columns []*data.Column
		want    string
	}{
		"of groups": {[]*data.Column{texts("r", "N", "N", "N Total", "S", "S Total"), texts("k", "a", "b", "", "c", ""),
			numbers(1, 3, 4, 2, 2)},
			`2 rows look like totals of other rows and were read as rows, the first is row 3, "N Total"; a filter leaves such rows out`},
		"a word alone": {[]*data.Column{texts("r", "N", "N", "S"), texts("k", "a", "Subtotal", "b"), numbers(1, 1, 2)},
			`1 row looks like a total of other rows and was read as a row: row 2, "Subtotal"; a filter leaves such rows out`},
		"a name": {[]*data.Column{texts("r", "N", "S"), texts("k", "Total Wine", "Grand Total"), numbers(1, 2)},
			`1 row looks like a total of other rows and was read as a row: row 2, "Grand Total"; a filter leaves such rows out`},
		"all labelled": {[]*data.Column{texts("r", "N", "S"), texts("k", "Sum Total", "b"), numbers(1, 2)}, ""},
		"no number":    {[]*data.Column{texts("r", "N", "S Total"), texts("k", "a", "")}, ""},
		"none":         {[]*data.Column{texts("r", "N", "Subtotals of X", "totally"), numbers(1, 2, 3)}, ""},
	} {
		table := data.NewTable("t", c.columns)
		if got := Note(table, table.Rows); got != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
}

// TestLast recognises the totals in a last row by the word and by the sums.
func TestLast(t *testing.T) {
	for name, c := range map[string]struct {
		columns []*data.Column
		want    Ending
	}{
		"sums": {[]*data.Column{texts("k", "a", "b", "Total:"), numbers(1, 2, 3)},
			Ending{1, "Total:", Sums}},
		"no sums": {[]*data.Column{texts("k", "a", "b", "Total"), numbers(1, 2, 9)},
			Ending{0, "Total", Sums}},
		"a group":  {[]*data.Column{texts("k", "Total", "b", "Total"), numbers(1, 2, 3)}, Ending{}},
		"no word":  {[]*data.Column{texts("k", "a", "b", "c"), numbers(1, 2, 3)}, Ending{}},
		"few rows": {[]*data.Column{texts("k", "a", "Total"), numbers(1, 1)}, Ending{}},
		"an average": {[]*data.Column{texts("k", "a", "b", "c", "Average"), numbers(10, 20, 30, 20)},
			Ending{1, "Average", Averages}},
		"rounded": {[]*data.Column{texts("k", "a", "b", "c", "Durchschnitt"), numbers(10, 20, 31, 20)},
			Ending{1, "Durchschnitt", Averages}},
		"no average": {[]*data.Column{texts("k", "a", "b", "c", "Moyenne"), numbers(10, 20, 30, 22)},
			Ending{0, "Moyenne", Averages}},
		"a minimum": {[]*data.Column{texts("k", "a", "b", "c", "Minimum"), numbers(10, 20, 30, 10)},
			Ending{1, "Minimum", Minima}},
		"a maximum": {[]*data.Column{texts("k", "a", "b", "c", "MAXIMUM:"), numbers(10, 20, 30, 30)},
			Ending{1, "MAXIMUM:", Maxima}},
		"a name": {[]*data.Column{texts("k", "a", "b", "c", "Max"), numbers(10, 20, 30, 40)}, Ending{}},
		"a name with the most": {[]*data.Column{texts("k", "a", "b", "c", "Max"), numbers(10, 20, 30, 30)},
			Ending{0, "Max", Maxima}},
		"two columns": {[]*data.Column{texts("k", "a", "b", "c", "Max"), numbers(10, 20, 30, 30),
			named("m", numbers(1, 5, 2, 5))}, Ending{1, "Max", Maxima}},
		"several": {[]*data.Column{texts("k", "a", "b", "c", "Total", "Promedio", "Min", "Max", "Count"),
			numbers(10, 20, 30, 60, 20, 10, 30, 3)}, Ending{5, "Total", Sums}},
		"the last alone": {[]*data.Column{texts("k", "a", "b", "Average", "Total"), numbers(10, 20, 99, 129)},
			Ending{1, "Total", Sums}},
		"above a remark": {[]*data.Column{texts("k", "a", "b", "c", "Average", "Source: us"),
			numbersOr(10, 20, 30, 20, -1)}, Ending{2, "Average", Averages}},
		"remarks alone": {[]*data.Column{texts("k", "a", "b", "c", "d", "Source: us"),
			numbersOr(10, 20, 30, 20, -1)}, Ending{}},
		"a count": {[]*data.Column{texts("k", "a", "b", "c", "Count"), numbers(10, 20, 30, 3)},
			Ending{0, "Count", Counts}},
		"no count": {[]*data.Column{texts("k", "a", "b", "c", "Count"), numbers(10, 20, 30, 4)}, Ending{}},
		"counts": {[]*data.Column{texts("k", "a", "b", "c", "Anzahl"), numbers(10, 20, 30, 3),
			named("m", numbersOr(1, -1, 2, 2))},
			Ending{1, "Anzahl", Counts}},
		"a median": {[]*data.Column{texts("k", "a", "b", "c", "d", "Median"), numbers(1, 30, 9, 11, 10)},
			Ending{1, "Median", Medians}},
		"a deviation": {[]*data.Column{texts("k", "a", "b", "c", "Std"), numbers(10, 20, 30, 8)},
			Ending{0, "Std", Further}},
		"a word in a name": {[]*data.Column{texts("k", "a", "b", "c", "Total Wine"), numbers(10, 20, 30, 40)},
			Ending{}},
		"a name in front": {[]*data.Column{texts("k", "a", "b", "c", "Max Power"), numbers(10, 20, 30, 30),
			named("m", numbers(1, 5, 2, 5))}, Ending{}},
		"further words": {[]*data.Column{texts("k", "a", "b", "c", "Mean of months"), numbers(10, 20, 30, 20)},
			Ending{0, "Mean of months", Averages}},
		"further words, two columns": {[]*data.Column{texts("k", "a", "b", "c", "Total (3)"), numbers(10, 20, 30, 60),
			named("m", numbers(1, 5, 2, 8))}, Ending{1, "Total (3)", Sums}},
		"a word behind": {[]*data.Column{texts("k", "a", "b", "c", "Monthly average"), numbers(10, 20, 30, 20)},
			Ending{0, "Monthly average", Averages}},
		"behind another value": {[]*data.Column{texts("y", "x", "x", "x", "x"), texts("k", "a", "b", "c", "Average"),
			numbers(10, 20, 30, 20)}, Ending{0, "Average", Averages}},
		"without a label": {[]*data.Column{texts("k", "a", "b", "c", ""), numbers(10, 20, 30, 60)},
			Ending{0, "(blank)", Sums}},
		"without a date": {[]*data.Column{named("day", numbersOr(1, 2, 3, -1)), numbers(10, 20, 30, 60)},
			Ending{0, "(blank)", Sums}},
		"blank and no sum": {[]*data.Column{texts("k", "a", "b", "c", ""), numbers(10, 20, 30, 61)}, Ending{}},
		"1, 2, 3":          {[]*data.Column{texts("k", "a", "b", ""), numbers(1, 2, 3)}, Ending{}},
		"two blanks":       {[]*data.Column{texts("k", "a", "", "c", ""), numbers(10, 20, 30, 60)}, Ending{}},
	} {
		if got := FindTableEnding(data.NewTable("t", c.columns)); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// TestOfPivot checks that rows of totals are left out only if all of them are as in a pivot.
func TestOfPivot(t *testing.T) {
	for name, c := range map[string]struct {
		columns []*data.Column
		below   []string
		want    string
	}{
		"one level": {[]*data.Column{texts("r", "N", "N", "N total", "S", "S total", "Total"),
			texts("k", "a", "b", "", "c", "", ""), numbers(1, 2, 3, 4, 4, 7)}, nil, "[2 4 5]"},
		"totals above": {[]*data.Column{texts("r", "Total", "N total", "N", "N", "S total", "S"),
			texts("k", "", "", "a", "b", "", "c"), numbers(7, 3, 1, 2, 4, 4)}, nil, "[0 1 4]"},
		"the whole below": {[]*data.Column{texts("r", "N", "N", "N total", "S", "S total"),
			texts("k", "a", "b", "", "c", ""), numbers(1, 2, 3, 4, 4)}, []string{"Total", "", "7"}, "[2 4]"},
		"blanks": {[]*data.Column{texts("r", "N", "N total", "", "(blank) total", "Total of all 1,200"),
			texts("k", "a", "", "b", "", ""), numbers(1, 1, 2, 2, 3)}, nil, "[1 3 4]"},
		"two measures": {[]*data.Column{texts("r", "N", "N", "N total", "N total", "Total", "Total"),
			texts("k", "a", "a", "", "", "", ""), texts("Values", "n", "m", "n", "m", "n", "m"),
			numbers(1, 2, 1, 2, 1, 2)}, nil, "[2 3 4 5]"},
		"a group without one": {[]*data.Column{texts("r", "N", "N", "S", "S total", "Total"),
			texts("k", "a", "b", "c", "", ""), numbers(1, 2, 4, 4, 7)}, nil, "[]"},
		"of another group": {[]*data.Column{texts("r", "N", "N", "X total", "S", "S total", "Total"),
			texts("k", "a", "b", "", "c", "", ""), numbers(1, 2, 3, 4, 4, 7)}, nil, "[]"},
		"a group that goes on": {[]*data.Column{texts("r", "N", "N total", "N", "N total", "Total"),
			texts("k", "a", "", "b", "", ""), numbers(1, 1, 2, 3, 3)}, nil, "[]"},
		"a row behind the whole": {[]*data.Column{texts("r", "N", "N total", "Total", "S"), texts("k", "a", "", "", ""),
			numbers(1, 1, 1, 3)}, nil, "[]"},
		"the whole alone": {[]*data.Column{texts("r", "N", "S", "Total"), texts("k", "a", "b", ""),
			numbers(1, 2, 9)}, nil, "[]"},
		"no whole": {[]*data.Column{texts("r", "N", "N total", "S", "S total"),
			texts("k", "a", "", "b", ""), numbers(1, 1, 2, 2)}, nil, "[1 3]"},
		"a remark below": {[]*data.Column{texts("r", "N", "N total", "Total"), texts("k", "a", "", ""),
			numbers(1, 1, 1)}, []string{"Source: x"}, "[1 2]"},
		"a group as a whole": {[]*data.Column{texts("r", "N", "S", "S total"), texts("k", "a", "b", ""),
			numbers(1, 2, 2)}, nil, "[]"},
	} {
		if got := fmt.Sprint(OfPivot(data.NewTable("t", c.columns), c.below)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestOfLargePivot finds the totals of a field of many labels, too.
func TestOfLargePivot(t *testing.T) {
	var region, city, k []string
	var want []int
	row := func(r, c, l string, total bool) {
		if total {
			want = append(want, len(region))
		}
		region, city, k = append(region, r), append(city, c), append(k, l)
	}
	for i := range 2 * mostTexts {
		name := fmt.Sprint("c", i)
		row("N", name, "a", false)
		row("N", name+" total", "", true)
	}
	row("N total", "", "", true)
	row("Total", "", "", true)
	if got := OfPivot(data.NewTable("t", []*data.Column{texts("r", region...), texts("c", city...), texts("k", k...),
		numbers(make([]int64, len(k))...)}), nil); !slices.Equal(got, want) {
		t.Errorf("%d rows, want %d", len(got), len(want))
	}
}
