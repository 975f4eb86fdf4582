package ours

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"cardinal/bench/g1"
	"cardinal/data"
)

// TestChecksums compares an answer's sums with plain loops over the data, for every strategy that can run.
func TestChecksums(t *testing.T) {
	d, err := g1.New(g1.Spec{Rows: 20_000, K: 10, Nulls: 5})
	if err != nil {
		t.Fatal(err)
	}
	e := Open(2)
	defer e.Close()
	q, err := Query("id1, id4", "count(), sum(v1)", "v2 > 7")
	if err != nil {
		t.Fatal(err)
	}
	groups := map[[2]int32]bool{}
	var want [2]float64
	for i, v := range d.V2 {
		if v > 7 {
			groups[[2]int32{d.IDs[0][i], d.IDs[3][i]}] = true
			want[0]++
			want[1] += float64(d.V1[i])
		}
	}
	table := Table(d)
	for _, strategy := range append([]string{""}, Strategies...) {
		a, err := e.Group(context.Background(), table, q, strategy)
		if err != nil {
			t.Errorf("strategy %q: %v", strategy, err)
			continue
		}
		if got := fmt.Sprint(a.Checksums()); got != fmt.Sprint(want) || a.Rows() != len(groups) {
			t.Errorf("strategy %q: %s in %d groups, not %v in %d", strategy, got, a.Rows(), want, len(groups))
		}
	}
}

// TestTable checks that the columns have the types that loading a file would give.
func TestTable(t *testing.T) {
	d, err := g1.New(g1.Spec{Rows: 1000, K: 10, Nulls: 5})
	if err != nil {
		t.Fatal(err)
	}
	table := Table(d)
	want := []data.Type{data.Text, data.Text, data.Text, data.Int, data.Int, data.Int, data.Int, data.Int, data.Decimal}
	for i, c := range table.Columns {
		if c.Type != want[i] {
			t.Errorf("%s is %s, not %s", c.Name, c.Type, want[i])
		}
	}
	if c := table.Columns[0]; c.Value(0).Text != string(g1.AppendText(nil, 0, d.IDs[0][0])) {
		t.Errorf("the first text is %q", c.Value(0).Text)
	}
	if v3 := table.Columns[8]; v3.Nulls != 50 {
		t.Errorf("v3 has %d nulls, not 50", v3.Nulls)
	}
}

// TestChecksumOfTop compares the columns of a top, added together, and a measure behind them with plain loops.
func TestChecksumOfTop(t *testing.T) {
	d, err := g1.New(g1.Spec{Rows: 5000, K: 10})
	if err != nil {
		t.Fatal(err)
	}
	e := Open(2)
	defer e.Close()
	q, err := Query("id4", "top(v2, 2), sum(v1)", "")
	if err != nil {
		t.Fatal(err)
	}
	values := map[int32][]int{}
	var want [2]float64
	for i, v := range d.V2 {
		values[d.IDs[3][i]] = append(values[d.IDs[3][i]], int(v))
		want[1] += float64(d.V1[i])
	}
	for _, v := range values {
		slices.Sort(v)
		for _, top := range v[max(0, len(v)-2):] {
			want[0] += float64(top)
		}
	}
	a, err := e.Group(context.Background(), Table(d), q, "")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(a.Checksums()); got != fmt.Sprint(want) {
		t.Errorf("%s, not %v", got, want)
	}
}
