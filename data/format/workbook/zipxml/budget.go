package zipxml

import (
	"fmt"

	"cardinal/internal/memory"
)

// Budget is the memory that a workbook may take.
type Budget struct {
	free int64 // in bytes; 0: unknown
}

// Within returns a budget of `limit` bytes, 0 for no limit.
func Within(limit int64) Budget { return Budget{free: limit} }

// collected is the number of bytes of memory that the program takes for each byte that it keeps. Go's garbage collector
// lets the heap grow to twice the bytes in use.
const collected = 2

// Check returns an error before the kept bytes exceed the free memory if two conditions hold: at least earlyBytes of
// the source have been read, and the whole source would need more than earlyTimes the free memory.
const (
	earlyBytes = 4 << 20
	earlyTimes = 2
)

// TooLarge is the error for a workbook that does not fit into memory.
type TooLarge struct {
	what       string
	need, free int64
}

func (e TooLarge) Error() string {
	return fmt.Sprintf("%s is too large: it needs about %s of memory, and %s are free; %s, or save a part of it as CSV",
		e.what, memory.Format(e.need), memory.Format(e.free), memory.Advice())
}

// Check returns an error if the kept bytes do not fit into the free memory. `done` of `all` bytes of the source have
// been read; the kept bytes are expected to grow in proportion. what names the source in the error.
func (r Budget) Check(what string, kept, done, all int64) error {
	if r.free <= 0 {
		return nil
	}
	now := collected * kept
	foreseen := now
	if done > 0 && done < all {
		foreseen = int64(float64(now) * float64(all) / float64(done))
	}
	if now > r.free || done >= earlyBytes && foreseen > earlyTimes*r.free {
		return TooLarge{what, max(now, foreseen), r.free}
	}
	return nil
}
