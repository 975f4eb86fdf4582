package gpu

import (
	"fmt"
	"sort"
)

// Split is how a request that does not fit the device is answered. Its zero value stands for one that fits.
type Split struct {
	Tiles      int   // that the rows are sent in
	Partitions int   // of their groups, as expected; 0: all accumulators stay on the device, and nothing is merged
	Bytes      int64 // of memory that the groups of the tiles take here, as expected

	tile int // rows
	room int // partial groups that the device merges at a time
}

// String says what happens to the rows and their groups.
func (s Split) String() string {
	rows := fmt.Sprintf("the rows are streamed in %d tiles", s.Tiles)
	if s.Tiles == 1 {
		rows = "only the groups that occur are given room"
	}
	switch {
	case s.Partitions < 1 || s.Tiles == 1:
		return rows
	case s.Partitions == 1:
		return rows + " and their groups merged in one partition"
	}
	return fmt.Sprintf("%s and their groups merged in %d partitions at most", rows, s.Partitions)
}

// What decides how many partitions there are and how they are loaded, in shares of the room for groups. The hash table is
// half full when the room is full, so that all of it may be.
const (
	loadMin = 0.5 // with more groups than that, a partition of which some is left counts as too large
	loadMax = 1.0
	// overflow is the probability that hashing alone makes any partition too large.
	overflow = 1e-6
)

// leastTile is how few rows are worth sending.
const leastTile = 64

// Split says how the request will be answered: all at once, or in tiles and partitions. The error is ErrMemory where the
// device has too little memory for either.
func (c *Client) Split(r *Request) (Split, error) {
	c.mu.Lock()
	a := c.adapter
	c.mu.Unlock()
	return c.SplitOn(a, r)
}

// SplitOn is Split on an adapter as it was known at some time.
func (c *Client) SplitOn(a Adapter, r *Request) (Split, error) {
	c.mu.Lock()
	chunk := c.limits.ChunkRows
	c.mu.Unlock()
	rows := chunkRows(min(a.MaxBindingBytes, a.MaxBufferBytes))
	if chunk > 0 {
		rows = min(rows, ceil(chunk, 64)*64)
	}
	return r.split(a, rows)
}

// split is Split on a device whose buffers hold so many rows.
func (r *Request) split(a Adapter, chunk int) (Split, error) {
	j := r.job()
	lays := j.Form != Dense || j.accumulatorsFit(a)
	if j.deviceBytes() <= a.ResidentBudget && lays && (j.Form != Hashed || j.Rows <= chunk) {
		return Split{}, nil
	}
	b := newBeyond(nil, nil, *r, Split{})
	s := Split{
		tile: largest(r.Rows, a, chunk, func(rows int) *job { t := b.tile(0, rows); return t.job() }),
		room: largest(r.Rows, a, chunk, func(rows int) *job { l := b.load(0, rows, nil); return l.job() }),
	}
	if rows, err := tileRows(j, a.ResidentBudget); j.Form == Dense && lays && err == nil && rows >= s.tile {
		return Split{Tiles: ceil(r.Rows, rows)}, nil
	}
	if s.tile < leastTile || s.room < leastTile {
		return s, fmt.Errorf("%w: %d rows do not fit a budget of %d bytes", ErrMemory, leastTile, a.ResidentBudget)
	}
	s.Tiles, s.Partitions = ceil(r.Rows, s.tile), 1
	groups := j.groups()
	if s.Tiles > 1 && groups > s.most() {
		s.Partitions = binsFor(groups, s.most()+1, overflow)
	}
	s.Bytes = int64(s.Tiles) * (int64(min(s.tile, groups))*int64(4+4*r.stateWords()) + 8*int64(s.Partitions))
	return s, nil
}

// most is how many groups a partition may have so that the device can finish it, whatever its rows are.
func (s Split) most() int { return int(loadMin * float64(s.room)) }

// largest is how many rows a job may have, a multiple of 64, so that it fits the device whatever its groups are, and beside it
// the columns of the job that comes after it.
func largest(rows int, a Adapter, chunk int, of func(rows int) *job) int {
	steps := min(ceil(rows, 64), chunk/64)
	return 64 * sort.Search(steps, func(n int) bool {
		j := of(64 * (n + 1))
		j.Expected, j.Slots = j.Rows, j.Rows
		fits := j.accumulatorsFit(a) && uint64(8*j.Rows) <= a.MaxBindingBytes // of the hash table
		return !fits || j.deviceBytes()+j.sourceBytes()+recordBytes*int64(j.Rows) > a.ResidentBudget
	})
}

// recordBytes are those of a partitioned row, at most, with the room of guesses.
const recordBytes = 20

// accumulatorsFit says whether buffers of the device hold the accumulators.
func (j *job) accumulatorsFit(a Adapter) bool {
	for _, agg := range j.Aggregates {
		if uint64(accumulatorBytes(agg.Op, j.Slots)) > a.MaxBindingBytes {
			return false
		}
	}
	return uint64(j.totalsBytes()) <= a.MaxBufferBytes
}
