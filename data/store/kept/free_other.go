//go:build !(linux || darwin || freebsd || windows)

package kept

import "math"

// free cannot measure the disk: only the fixed limit applies.
func free(string) (int64, error) { return math.MaxInt64 / 2, nil }
