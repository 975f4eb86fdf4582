package outofcore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"cardinal/engine/gpu"
)

// BenchmarkOnCores measures the cores' time for the rows of partitions, in nanoseconds of all cores per row.
func BenchmarkOnCores(b *testing.B) {
	for _, groups := range []int{200_000, 2_500_000} {
		const rows, ranges = 4_000_000, 40
		rng := rand.New(rand.NewPCG(1, 1))
		one, two, values := make([]uint8, rows), make([]uint32, rows), make([]uint8, rows)
		for i := range two {
			g := rng.IntN(groups)
			one[i], two[i], values[i] = uint8(g%100), uint32(g/100), uint8(rng.IntN(5))
		}
		value := gpu.ColumnOf("v", values)
		r := gpu.Request{
			Form: gpu.Sparse, Expected: groups / 2, Rows: rows, Slots: 100 * groups,
			Aggregates: []gpu.Aggregate{{Op: gpu.Sum, Values: &value}},
			Keys: []gpu.Key{{Codes: gpu.ColumnOf("1", one), Stride: uint32(groups)},
				{Codes: gpu.ColumnOf("2", two), Stride: 1}},
		}
		device := func(_ context.Context, r gpu.Request) (gpu.Result, error) {
			keys := [][]uint32{r.Keys[0].Codes.Values(), r.Keys[1].Codes.Values()}
			lists := make([][]uint32, r.Slots)
			for row := range r.Rows {
				p := hashOf(keys, row) >> 40 % uint64(r.Slots)
				lists[p] = append(lists[p], uint32(row)+1)
			}
			res := gpu.Result{Values: [][]uint64{make([]uint64, r.Slots)}}
			for p, list := range lists {
				res.Groups = append(res.Groups, list...)
				res.Values[0][p] = uint64(len(res.Groups))
			}
			return res, nil
		}
		e := newExecution(device, r, Split{Tiles: 4, Partitions: ranges, Room: 1_000_000, tile: 1_000_000 / 64 * 64,
			byRows: true})
		e.split.tile = 1_000_000
		fields := e.fields()
		b.Run(fmt.Sprint(groups, " groups"), func(b *testing.B) {
			tiles, err := e.partitionTiles(b.Context(), fields)
			if err != nil {
				b.Fatal(err)
			}
			list := e.partitions(tiles)
			b.ResetTimer()
			for range b.N {
				e.shares = nil
				q := newQueue(list)
				q.leave(byDevice)
				if err := e.groupOnCores(b.Context(), q); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
		})
	}
}
