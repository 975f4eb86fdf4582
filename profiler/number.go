package profiler

import "strconv"

// Count writes a whole number in groups of three digits, as people read it.
func Count[N int | int64 | uint32 | uint64](n N) string {
	s := strconv.FormatInt(int64(n), 10)
	from := 0
	if n < 0 {
		from = 1
	}
	for i := len(s) - 3; i > from; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
