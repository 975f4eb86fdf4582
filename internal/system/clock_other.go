//go:build !windows

package system

import "time"

// start is an instant with a reading of the monotonic clock.
var start = time.Now()

// Now reads Go's monotonic clock, which counts nanoseconds on this system.
func Now() Moment { return Moment(time.Since(start)) }
