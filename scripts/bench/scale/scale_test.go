package scale

import (
	"strings"
	"testing"
	"time"
)

func TestTable(t *testing.T) {
	table := table(100_000, 100)
	count := make([]int, 100)
	for i := range table.Rows {
		count[table.Columns[0].Codes.At(i)]++
		if v, ok := table.Columns[1].Value(i).Number(); !ok || v < 0 || v > 999 {
			t.Fatalf("row %d has the value %v", i, v)
		}
	}
	for code, n := range count {
		if n < 800 || n > 1200 {
			t.Errorf("key %d has %d of 100,000 rows", code, n)
		}
	}
}

func TestDescribe(t *testing.T) {
	got := describe([]*point{
		{rows: 1e6, groups: 100, fastest: time.Millisecond, bytes: 9e6, strategy: "dense", cores: 1, runs: 2,
			spent: 4 * time.Millisecond},
		{rows: 1e7, groups: 100, fastest: 15 * time.Millisecond, bytes: 9e7, strategy: "dense", cores: 2, runs: 1,
			spent: 22 * time.Millisecond},
	}, 12e9, 2)
	for _, want := range []string{
		"100 groups: cost 1.000 to 3.000, a factor of 3.00 (1,000,000 and 10,000,000 rows); time 1.000 to 1.500, a " +
			"factor of 1.50 (1,000,000 and 10,000,000 rows); processor time 2.000 to 2.200, a factor of 1.10",
		"10,000,000 rows and 100 groups, reads 90 MB in 15.0 ms: 6.0 GB/s, 50% of",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("not said: %s\n%s", want, got)
		}
	}
}
