package offload

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"cardinal/data"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/choice/tier"
	"cardinal/engine/gpu"
)

// BenchmarkWords makes the words of columns of ten million values, of one to four words each.
func BenchmarkWords(b *testing.B) {
	const rows = 10_000_000
	r := rand.New(rand.NewPCG(61, 61))
	floats := func(value func() float64) *data.Column {
		values := make([]float64, rows)
		for row := range values {
			values[row] = value()
		}
		return data.NewFloatColumn("x", values, nil)
	}
	for words, c := range map[int]*data.Column{
		2: floats(func() float64 { return 1 + r.Float64() }),
		3: floats(func() float64 { return 100 * r.Float64() }),
		4: floats(func() float64 { return math.Ldexp(1+r.Float64(), r.IntN(55)) }),
	} {
		b.Run(fmt.Sprint(words), func(b *testing.B) {
			for b.Loop() {
				j := &job{GroupBy: &tier.GroupBy{Table: data.NewTable("t", []*data.Column{c})}}
				q := gpu.Request{Rows: rows}
				for word := range words {
					q.Aggregates = append(q.Aggregates, gpu.Aggregate{Op: gpu.Sum,
						Values: j.word(c, measure.DeviceOp{Func: measure.DeviceSum, Shift: uint(32 * word)})})
				}
				for _, s := range q.Sources() {
					if _, err := s.Load(); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
