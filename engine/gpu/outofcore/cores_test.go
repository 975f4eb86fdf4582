package outofcore

import (
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
)

// The cores group a range of the hash as the device does, whatever the keys and the operations.
func TestAggregateOnACore(t *testing.T) {
	for i, shape := range []string{"uniform", "unique", "sorted", "hot", "skewed", "periodic"} {
		for _, rows := range []int{1, 64, 5_003} {
			m := gputest.New(uint64(220_000 + 10*i))
			r := m.RequestOf(gpu.Hashed, shape, rows)
			r.Select, r.Expected = nil, []int{0, 20, rows}[i%3]
			all := gpu.Result{Groups: make([]uint32, rows), Values: [][]uint64{{uint64(rows)}}}
			for row := range all.Groups {
				all.Groups[row] = uint32(row + 1)
			}
			e := newExecution(nil, r, Split{})
			tile := gather(e.fields(), &all, 0)
			e.add(e.aggregate(parts{{tile, 0, rows / 3}, {tile, rows / 3, rows}}))
			e.res = r.Empty()
			if err := e.deliver(t.Context()); err != nil {
				t.Fatal(err)
			}
			check(t, &r, &e.res)
		}
	}
}
