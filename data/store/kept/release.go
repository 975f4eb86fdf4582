package kept

import (
	"runtime"
	"sync/atomic"

	"cardinal/data"
)

// release returns the pages of a mapping to the system once nothing refers to any of the columns. A text that is
// still in use is then read from the file again.
func release(mapped []byte, columns []*data.Column) {
	var left atomic.Int64
	left.Store(int64(len(columns)))
	for _, c := range columns {
		runtime.AddCleanup(c, func(mapped []byte) {
			if left.Add(-1) == 0 {
				cool(mapped)
			}
		}, mapped)
	}
}
