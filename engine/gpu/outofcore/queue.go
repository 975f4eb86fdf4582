package outofcore

import (
	"slices"
	"sync"
	"time"
)

// queue is a list of partitions to group. The device takes partitions from one end, the cores take them from the other.
type queue struct {
	mu      sync.Mutex
	list    []partition // partitions that nobody has taken
	rows    int         // rows of these partitions
	workers [2]struct {
		rows int
		time time.Duration // the time that these rows took
		gone bool
	}
}

// The workers.
const byDevice, byCores = 0, 1

// newQueue returns a queue of partitions. The device takes the largest partitions first, since on the cores a range of
// hashes is the work of only one core.
func newQueue(list []partition) *queue {
	q := &queue{list: slices.SortedFunc(slices.Values(list), func(a, b partition) int {
		return b.all.len() - a.all.len()
	})}
	for _, p := range list {
		q.rows += p.all.len()
	}
	return q
}

// take returns the next partition of a worker. ok is false if no partition is left. ok is also false if, at the speeds
// so far, the other worker would finish all remaining partitions before this worker could finish the next one.
func (q *queue) take(by int) (p partition, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.list) == 0 {
		return p, false
	}
	at := 0
	if by == byCores {
		at = len(q.list) - 1
	}
	p = q.list[at]
	own, other := &q.workers[by], &q.workers[1-by]
	if !other.gone && own.rows > 0 && other.rows > 0 {
		alone := float64(p.all.len()) * float64(own.time) / float64(own.rows)
		// rest is the other worker's time for all remaining partitions, and for the partition that it has begun. That
		// partition is assumed to be as large as p.
		rest := float64(q.rows+p.all.len()) * float64(other.time) / float64(other.rows)
		if alone > rest {
			own.gone = true
			return partition{}, false
		}
	}
	q.list = slices.Delete(q.list, at, at+1)
	q.rows -= p.all.len()
	return p, true
}

// noteTime records the time that a worker took for `rows` rows.
func (q *queue) noteTime(by, rows int, time time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.workers[by].rows += rows
	q.workers[by].time += time
}

// leave records that a worker takes no more partitions.
func (q *queue) leave(by int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.workers[by].gone = true
}
