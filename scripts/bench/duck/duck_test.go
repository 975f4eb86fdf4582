package duck

import (
	"context"
	"fmt"
	"testing"

	"cardinal/bench/g1"
)

// TestLoad loads more rows than a batch holds, with nulls, and counts every column in every table.
func TestLoad(t *testing.T) {
	ctx := context.Background()
	data, err := g1.New(g1.Spec{Rows: 150_000, K: 100, Nulls: 5})
	if err != nil {
		t.Fatal(err)
	}
	d, err := Open(ctx, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := d.Load(ctx, data, "double"); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{Text, Enum, Enum3} {
		if table != Text {
			if err := d.Encode(ctx, table); err != nil {
				t.Fatal(err)
			}
		}
		err := d.Materialise(ctx,
			fmt.Sprintf("select count(*) as n, count(id3) as id3, count(v3) as v3, sum(v1) as v1, "+
				"count(distinct id1) as d1, min(id3::varchar) = 'id0000000001' as padded from %s", table))
		if err != nil {
			t.Fatal(err)
		}
		got, err := d.Checksums(ctx, 0)
		if err != nil {
			t.Fatal(err)
		}
		want := []float64{150_000, 0, 142_500, 0, 95, 1}
		for _, id := range data.IDs[2] {
			if id != g1.Null {
				want[1]++
			}
		}
		for _, v := range data.V1 {
			want[3] += float64(v)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, not %v", table, got, want)
		}
	}
	if err := d.Release(ctx); err != nil {
		t.Error(err)
	}
}
