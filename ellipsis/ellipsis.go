package ellipsis

// Cut returns s where it has at most the given number of characters, and else its beginning with a horizontal ellipsis as the last of so many
// characters. Cut reads no further than it keeps: a text may have gigabytes.
func Cut(s string, most int) string {
	kept, n := 0, 0
	for at := range s {
		if n == most-1 {
			kept = at
		}
		if n == most {
			return s[:kept] + "…"
		}
		n++
	}
	return s
}
