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
	limit int64       // that SetLimit was given; 0: none
	outer = goLimit() // Go's limit before SetLimit
)

// goLimit is the limit that Go keeps garbage within, as set by GOMEMLIMIT, by the program, or by SetLimit.
func goLimit() int64 { return debug.SetMemoryLimit(-1) }

// SetLimit limits the bytes that the program may hold; 0 takes the limit away. The collector keeps garbage
// within seven eighths of the limit, which leaves the rest to pages of temporary files. Where the program holds
// more already, nothing further can be taken, and the collector is given a quarter more than is held.
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
	debug.SetMemoryLimit(min(outer, max(bytes/8*7, held()/4*5)))
}

// Limit is the limit of the program in bytes, that of Go among them, and false where there is none.
func Limit() (int64, bool) {
	mu.Lock()
	defer mu.Unlock()
	n := goLimit()
	if limit > 0 {
		n = min(limit, outer)
	}
	return n, n < math.MaxInt64
}

// Free is the bytes that the program may still take: those that the system could give without swapping, and no
// more than the limit leaves. It is false where neither is known, and never less than 1. Garbage is collected
// where it matters.
func Free() (int64, bool) {
	free, known := system.FreeMemory()
	if n, limited := Limit(); limited {
		left := max(1, n-held())
		if left < n/2 {
			runtime.GC()
			left = max(1, n-held())
		}
		if !known || left < free {
			return left, true
		}
	}
	return max(1, free), known
}

// Advice is what to do where the memory does not suffice.
func Advice() string {
	if n, limited := Limit(); limited {
		return "allow more memory than " + Format(n)
	}
	return "close other programs"
}

// held is the bytes of the objects that the program holds, garbage among them. Files that are mapped are not
// counted: the system takes their pages back by itself.
func held() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}
