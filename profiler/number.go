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

// Counted writes a number of things down: "1 row", "3,000 rows".
func Counted[N int | int64](n N, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return Count(n) + " " + thing + "s"
}
