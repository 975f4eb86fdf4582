package aggregate_test

import (
	"fmt"

	"cardinal/engine/aggregate"
)

// Two workers add batches of rows to states of their own, and one state takes the other in.
func ExampleAccumulator() {
	var workers [2]*aggregate.Sum64
	for i, values := range [][]int64{{10, 20, 30}, {1, 2, 3}} {
		workers[i] = &aggregate.Sum64{}
		workers[i].Grow(2)
		workers[i].Update(&aggregate.Batch{Groups: []uint32{0, 1, 1}, In: []aggregate.Vector{{I64: values}}})
	}
	workers[0].Merge(workers[1], nil, nil)
	fmt.Println(workers[0].S)
	// Output: [11 55]
}
