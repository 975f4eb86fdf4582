package outofcore

import (
	"slices"
	"sync"
	"time"
)

// queue hands partitions to the device and to the cores. The device takes them from one end, the cores from the
// other.
type queue struct {
	mu      sync.Mutex
	list    []partition // partitions that nobody has taken
	rows    int         // rows of these partitions
	workers [2]struct {
		rows int
		time time.Duration // for these rows
		gone bool
	}
}

// The workers.
const byDevice, byCores = 0, 1

// newQueue returns a queue of partitions. The device gets the largest ones, since a range of the hash is the work of
// one core.
func newQueue(list []partition) *queue {
	q := &queue{list: slices.SortedFunc(slices.Values(list), func(a, b partition) int {
		return b.all.len() - a.all.len()
	})}
	for _, p := range list {
		q.rows += p.all.len()
	}
	return q
}

// take returns the next partition of a worker. ok is false if none is left. It is also false if, at the speeds so far,
// the other worker would finish all remaining partitions before this worker finishes one.
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
		rest := float64(q.rows+p.all.len()) * float64(other.time) / float64(other.rows) // with what the other has begun
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

// leave records that a worker takes no more.
func (q *queue) leave(by int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.workers[by].gone = true
}
