package cpu

import (
	"errors"
	"fmt"
	"math/bits"

	"cardinal/engine/aggregate"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
)

// independent gives every worker a table of its own and merges the tables at the end: Cieslewicz and Ross (VLDB
// 2007), and SEEDS A11.
func independent(j *job) (pivot.Groups, error) {
	return private(j, func(s *scan, t *key.Table) *aggregate.Batch {
		t.IDs(s.ids[:s.n], s.packed())
		return s.values(s.ids[:s.n])
	})
}

// A table has room for four times its keys, up to roomyKeys: with many free slots few keys ever collide, and branches
// that never turn are worth more than the cache. fewKeys is what the smallest has room for.
const fewKeys, roomyKeys = 1 << 10, 1 << 17

// A worker's table is given up beyond bailGroups keys, if there were not bailRows rows for each.
const (
	bailGroups = 4 * tableGroups
	bailRows   = 4
)

var errBail = errors.New("pre-aggregation does not reduce")

// private runs every worker on a table of its own, which group fills and which names the groups of the batch.
//
// Where the strategy was chosen and the tables grow far beyond what was expected, with few rows a key, the work so far is
// dropped and partitioning takes over: pre-aggregation that does not reduce costs more than it saves.
func private(j *job, group func(*scan, *key.Table) *aggregate.Batch) (pivot.Groups, error) {
	parts := make([][]aggregate.Accumulator, j.Threads)
	tables := make([]*key.Table, j.Threads)
	err := j.each(func(w int) error {
		table, accs := key.NewTable(max(j.Groups, min(4*j.Groups, roomyKeys), fewKeys)), j.fresh(0)
		tables[w], parts[w] = table, accs
		s, rows := j.scan(), 0
		err := j.morsels(func(lo, hi int) error {
			s.batches(lo, hi, func() {
				b := group(s, table)
				for _, a := range accs {
					a.Grow(table.Len())
				}
				rows += s.n
				aggregate.Update(accs, b)
			})
			if j.chosen && table.Len() > bailGroups && rows < bailRows*table.Len() {
				return errBail
			}
			return nil
		})
		j.bytes.Add(table.Bytes())
		for _, a := range accs {
			j.bytes.Add(a.Bytes())
		}
		return err
	})
	if errors.Is(err, errBail) {
		j.events = append(j.events, fmt.Sprintf("more groups than the %d expected, with few rows each: partition took over from %s", j.Groups, j.Strategy))
		j.stage("given up")
		j.Strategy, j.Groups = "partition", j.Selected/bailRows
		j.rewind()
		return partition(j)
	}
	if err != nil {
		return pivot.Groups{}, err
	}
	j.stage("aggregate")
	groups, err := j.joinTables(tables, parts)
	j.stage("merge")
	return groups, err
}

// joinTables merges the workers' groups. The tables are joined by ranges of the hash, a worker each.
func (j *job) joinTables(tables []*key.Table, parts [][]aggregate.Accumulator) (pivot.Groups, error) {
	if len(tables) == 1 {
		keys := tables[0].Keys()
		codes, err := j.unfold(keys)
		return pivot.Groups{N: len(keys), Codes: codes, Accs: parts[0]}, err
	}
	to := make([][]uint32, len(tables))
	most := 0
	for w, t := range tables {
		to[w] = make([]uint32, t.Len())
		most += t.Len()
	}
	most = max(tables[0].Len(), min(most, j.Groups))
	ranges := 1 << bits.Len(uint(j.Threads-1))
	shift := 64 - bits.TrailingZeros(uint(ranges))
	joined := make([]*key.Table, ranges)
	err := j.pieces(ranges, func(r, _ int) error {
		joined[r] = key.NewRange(most/ranges, 64-shift)
		for w, t := range tables {
			for g, k := range t.Keys() {
				if int(key.Mix(k)>>shift) == r {
					to[w][g] = joined[r].ID(k)
				}
				if g%morselRows == 0 && j.ctx.Err() != nil {
					return j.ctx.Err()
				}
			}
		}
		return j.ctx.Err()
	})
	if err != nil {
		return pivot.Groups{}, err
	}
	var keys []uint64
	offset := make([]uint32, ranges)
	for r, t := range joined {
		offset[r] = uint32(len(keys))
		keys = append(keys, t.Keys()...)
	}
	err = j.each(func(w int) error {
		for g, k := range tables[w].Keys() {
			to[w][g] += offset[key.Mix(k)>>shift]
		}
		return nil
	})
	if err != nil {
		return pivot.Groups{}, err
	}
	accs := j.fresh(len(keys))
	if err := j.join(accs, parts, to); err != nil {
		return pivot.Groups{}, err
	}
	codes, err := j.unfold(keys)
	return pivot.Groups{N: len(keys), Codes: codes, Accs: accs}, err
}
