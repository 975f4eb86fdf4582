package system

import "time"

// A Moment is a reading of a clock that is fine enough to time a pivot of a small table. It counts nanoseconds from
// an arbitrary instant, so that only differences have a meaning. For dates, use time.Now.
type Moment int64

// Since returns the time that has passed since a moment.
func Since(m Moment) time.Duration { return time.Duration(Now() - m) }

// Sub returns the time from an earlier moment to m.
func (m Moment) Sub(earlier Moment) time.Duration { return time.Duration(m - earlier) }
