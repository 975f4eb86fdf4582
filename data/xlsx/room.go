package xlsx

import "fmt"

// room is the memory that a workbook may take.
type room struct {
	free int64 // 0: not known
}

// collected is how much the program takes for each byte that it keeps: memory that is no longer used is reclaimed when as
// much has been taken anew.
const collected = 2

// A sheet is given up before its memory is taken where so many bytes of it have been read and it will need so many times
// what is free.
const (
	earlyBytes = 4 << 20
	earlyTimes = 2
)

// tooLarge says that something does not fit into memory.
type tooLarge struct {
	what       string
	need, free int64
}

func (e tooLarge) Error() string {
	return fmt.Sprintf("%s is too large: it needs about %s of memory, and %s are free; close other programs, or save a part of it as CSV",
		e.what, bytesText(e.need), bytesText(e.free))
}

// check holds the bytes that are kept against the free memory. done of all bytes of the source have been read; what is kept
// grows with them.
func (r room) check(what string, kept, done, all int64) error {
	if r.free <= 0 {
		return nil
	}
	now := collected * kept
	foreseen := now
	if done > 0 && done < all {
		foreseen = int64(float64(now) * float64(all) / float64(done))
	}
	if now > r.free || done >= earlyBytes && foreseen > earlyTimes*r.free {
		return tooLarge{what, max(now, foreseen), r.free}
	}
	return nil
}

// bytesText is a number of bytes as people say it.
func bytesText(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.1f GB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d KB", n>>10)
}
