package host

import "time"

// backoff spaces the attempts to start a child: after each failure in a row twice as long, so that a driver that
// kills every child costs ever less.
type backoff struct {
	first, most time.Duration
	wait        time.Duration
	until       time.Time
}

func newBackoff() backoff { return backoff{first: time.Second, most: time.Minute} }

// fail notes a failure at now.
func (b *backoff) fail(now time.Time) {
	b.wait = min(max(b.first, 2*b.wait), b.most)
	b.until = now.Add(b.wait)
}

// succeed forgets the failures.
func (b *backoff) succeed() { b.wait, b.until = 0, time.Time{} }

// left is how long to leave it alone from now, 0 when the next attempt may begin.
func (b *backoff) left(now time.Time) time.Duration { return max(0, b.until.Sub(now)) }
