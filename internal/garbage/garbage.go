package garbage

import (
	"os"
	"runtime"
	"runtime/debug"
)

// init lets the heap grow to 32 MiB, eight times the usual 4, before the first collection. That collection finds the
// object without a reference, and the usual growth applies from then on. The variable GOGC decides if it is set.
func init() {
	if _, set := os.LookupEnv("GOGC"); !set {
		runtime.AddCleanup(new([16]byte), func(usual int) { debug.SetGCPercent(usual) }, debug.SetGCPercent(800))
	}
}
