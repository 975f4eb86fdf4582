package system

import "time"

// A Moment is a reading of a clock that is fine enough to time a pivot of a small table. It counts nanoseconds
// from an instant that means nothing, and serves differences only. Dates are read with time.Now.
type Moment int64

// Since is the time that has passed since a moment.
func Since(m Moment) time.Duration { return time.Duration(Now() - m) }

// Sub is the time between an earlier moment and m.
func (m Moment) Sub(earlier Moment) time.Duration { return time.Duration(m - earlier) }
