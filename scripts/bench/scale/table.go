package scale

import (
	"fmt"

	"cardinal/data"
)

// table makes a table with a text key of `groups` values and an integer from 0 to 999, as in question 1 of
// db-benchmark.
func table(rows, groups int) *data.Table {
	values := make([]string, groups)
	for i := range values {
		values[i] = fmt.Sprintf("id%06d", i)
	}
	codes, v := make([]uint32, rows), make([]int64, rows)
	state := uint64(1)
	for i := range rows {
		state = state*6364136223846793005 + 1442695040888963407 // Knuth's MMIX generator
		codes[i] = uint32(state >> 33 * uint64(groups) >> 31)
		v[i] = int64(state >> 20 % 1000)
	}
	return data.NewTable("scale", []*data.Column{data.NewText("key", codes, values, nil),
		data.NewInts("v", data.Int, 0, v, nil)})
}
