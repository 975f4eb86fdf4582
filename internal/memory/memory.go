package memory

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"

	"cardinal/internal/system"
)

var (
	mu    sync.Mutex
	limit int64       // the limit of SetLimit; 0: none
	outer = goLimit() // Go's limit before SetLimit
)

// goLimit returns the limit for Go's collector, as set by GOMEMLIMIT, by the program, or by SetLimit.
func goLimit() int64 { return debug.SetMemoryLimit(-1) }

// SetLimit limits the bytes that the program may hold; 0 removes the limit. The collector keeps the heap within seven
// eighths of the limit; the rest is for pages of temporary files. If the program holds more already, Free returns 1,
// and the collector's own limit is a quarter above what is held.
func SetLimit(bytes int64) {
	mu.Lock()
	defer mu.Unlock()
	if limit == 0 {
		outer = goLimit()
	}
	limit = bytes
	if bytes == 0 {
		debug.SetMemoryLimit(outer)
		return
	}
	runtime.GC()
	debug.SetMemoryLimit(min(outer, max(bytes/8*7, heldBytes()/4*5)))
}

// Limit returns the limit of the program in bytes, which may come from GOMEMLIMIT, or false if there is none.
func Limit() (int64, bool) {
	mu.Lock()
	defer mu.Unlock()
	n := goLimit()
	if limit > 0 {
		n = min(limit, outer)
	}
	return n, n < math.MaxInt64
}

// Free returns the bytes that the program may still take: the lesser of what the system can give without swapping and
// what the limit leaves. It returns at least 1. The bool is false if neither number is known. If little is left, it
// collects garbage first.
func Free() (int64, bool) {
	free, known := system.FreeMemory()
	if n, limited := Limit(); limited {
		left := max(1, n-heldBytes())
		if left < n/2 {
			runtime.GC()
			left = max(1, n-heldBytes())
		}
		if !known || left < free {
			return left, true
		}
	}
	return max(1, free), known
}

// Advice says what to do if the memory does not suffice.
func Advice() string {
	if n, limited := Limit(); limited {
		return "allow more memory than " + Format(n)
	}
	return "close other programs"
}

// heldBytes returns the bytes of the objects that the program holds, garbage included. Mapped files do not count: the
// system takes their pages back by itself.
func heldBytes() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}
