package host

import "time"

// backoff spaces the attempts to start a child. The wait doubles after each failure in a row, so that a driver that kills every
// child costs less and less.
type backoff struct {
	first, most time.Duration
	wait        time.Duration
	until       time.Time
}

func newBackoff() backoff { return backoff{first: time.Second, most: time.Minute} }

// fail notes a failure.
func (b *backoff) fail(now time.Time) {
	b.wait = min(max(b.first, 2*b.wait), b.most)
	b.until = now.Add(b.wait)
}

// succeed resets the wait.
func (b *backoff) succeed() { b.wait, b.until = 0, time.Time{} }

// left is the time until the next attempt may begin, 0 when it may begin at once.
func (b *backoff) left(now time.Time) time.Duration { return max(0, b.until.Sub(now)) }
