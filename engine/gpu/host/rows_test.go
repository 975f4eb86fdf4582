package host

import (
	"fmt"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
)

// A Partitioned request lists each row that passes the filter once, and rows with one key in one partition.
func TestRowsArePartitioned(t *testing.T) {
	c := sharedClient(t)
	m := gputest.New(210_000)
	for _, rows := range []int{1, 63, 64, 1_000, 70_000} {
		for s, shape := range []string{"uniform", "unique", "sorted", "hot", "skewed", "periodic"} {
			for _, parts := range []int{1, 7, 256, 1_000} {
				t.Run(fmt.Sprint(rows, shape, parts), func(t *testing.T) {
					r := gpu.Request{Form: gpu.Partitioned, Rows: rows, Slots: parts,
						Aggregates: []gpu.Aggregate{{Op: gpu.Count}}}
					var keys [][]uint32
					for k := range 1 + s%4 {
						keys = append(keys, m.ShapedCodes(shape, rows, uint32(10+rows/(1+k))))
						r.Keys = append(r.Keys, gpu.Key{Codes: m.Column(keys[k])})
					}
					kept := func(int) bool { return true }
					if parts%2 == 0 {
						r.Select = m.Bits(rows)
						words := r.Select.Load()
						kept = func(row int) bool { return words[row/64]>>(row%64)&1 == 1 }
					}
					checkPartitions(t, mustRun(t, c, r), keys, rows, parts, kept)
				})
			}
		}
	}
}

func checkPartitions(t *testing.T, res gpu.Result, keys [][]uint32, rows, parts int, kept func(row int) bool) {
	t.Helper()
	seen, home := make([]bool, rows), map[[4]uint32]int{}
	ends := res.Values[0]
	if len(ends) != parts || int(ends[parts-1]) != len(res.Groups) {
		t.Fatalf("%d partitions end at %d of %d rows", len(ends), ends[parts-1], len(res.Groups))
	}
	at := 0
	for p, end := range ends {
		for ; at < int(end); at++ {
			row := int(res.Groups[at]) - 1
			if row < 0 || row >= rows || seen[row] || !kept(row) {
				t.Fatalf("row %d is wrong, twice there, or filtered", row)
			}
			seen[row] = true
			var key [4]uint32
			for k := range keys {
				key[k] = keys[k][row]
			}
			if was, known := home[key]; known && was != p {
				t.Fatalf("the key of row %d is in partitions %d and %d", row, was, p)
			}
			home[key] = p
		}
	}
	for row := range rows {
		if kept(row) != seen[row] {
			t.Fatalf("row %d: listed %v", row, seen[row])
		}
	}
}
