//go:build !(linux || darwin || freebsd || windows)

package kept

import "math"

// free is not known: the fixed bound alone holds.
func free(string) (int64, error) { return math.MaxInt64 / 2, nil }
