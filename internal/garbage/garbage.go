package garbage

import (
	"os"
	"runtime"
	"runtime/debug"
)

// init lets the heap grow to 32 MiB, eight times the usual 4, before the first collection. That collection finds that
// an object has no reference, and the object's cleanup restores the usual growth. If GOGC is set, init changes nothing.
func init() {
	if _, set := os.LookupEnv("GOGC"); !set {
		runtime.AddCleanup(new([16]byte), func(usual int) { debug.SetGCPercent(usual) }, debug.SetGCPercent(800))
	}
}
