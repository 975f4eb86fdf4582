package cpu

import (
	"math/bits"

	"cardinal/engine/aggregate"
	"cardinal/engine/choice/cost"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
	"cardinal/internal/each"
)

// independent gives every worker a table of its own and merges the tables at the end: Cieslewicz and Ross (VLDB
// 2007).
var independent = Strategy{
	Name:  "independent",
	Words: "A table per core, merged at the end",
	suits: func(t Task) bool {
		groups, rowsPerGroup := tableGroups, aloneRows
		if Skewed(t.Clustering) {
			groups = skewedGroups
		}
		if t.Threads > 1 {
			rowsPerGroup = mergedRows * t.Threads
		}
		return !t.canIndex() && t.Groups <= groups && t.Selected >= rowsPerGroup*t.Groups
	},
	bytes: (*job).tableBytes,
	run: func(j *job) (*pivot.Groups, error) {
		return runPrivate(j, j.Selected, func(s *scan, t *key.HashTable) *aggregate.Batch {
			t.IDs(s.ids.of(s.n), s.packed())
			return s.values(s.ids.of(s.n))
		})
	},
	aggregate: tableTerms,
	merge:     mergeTableTerms,
}

// skewedMisses is the greatest share of rows that miss the cache if keys are skewed: the most frequent keys stay in the
// cache.
const skewedMisses = 0.5

// tableTerms sets the terms of a table of keys per worker.
func tableTerms(w *workload, t *cost.Terms) {
	w.read(t, float64(w.Keys), w.accs)
	t[cost.HashNs], t[cost.InsertNs] = w.rows, float64(w.tableGroups())*1e-6
	most := 1.0
	if w.Skewed {
		most = skewedMisses
	}
	w.miss(t, (8*(w.accs+1)+24)*float64(w.Groups), w.accs, most)
}

// mergeTableTerms sets the terms of merging the workers' tables.
func mergeTableTerms(w *workload, t *cost.Terms) {
	if w.threads > 1 {
		entries := w.visit(t, float64(w.threads*w.tableGroups()), 2)
		t[cost.JoinNs], t[cost.InsertNs] = entries*w.accs, entries
	}
	t[cost.MergeNs] = w.visit(t, float64(w.Groups), 1)
}

// tableGroups returns the approximate number of groups in the table of a worker.
func (w *workload) tableGroups() int { return min(w.Groups, (w.Rows+w.threads-1)/w.threads) }

// Limits of a table per worker, measured on 2 cores with 2 MiB of second-level cache each (docs/measured/grid.md).
const (
	// tableGroups is the largest number of groups for independent tables. Skewed keys may have up to skewedGroups
	// groups, because most of their rows have a few keys, which stay in the cache.
	tableGroups, skewedGroups = 3 << 15, 1 << 17
	// aloneRows is the least number of rows per group for which the table of a single worker pays. For several workers
	// the least number is mergedRows times the number of workers.
	aloneRows, mergedRows = 4, 8
)

// A table begins with room for fewKeys keys. If there are more, it gets room for four times the expected groups, but at
// most for roomyKeys. Many free slots mean few collisions, so that branches are predicted. This saves more time than a
// smaller table would save in the cache. The table must also have at least roomyRows rows for each key that it has room
// for.
const fewKeys, roomyKeys, roomyRows = 1 << 10, 1 << 17, 4

// runPrivate runs every worker on a table of its own. group adds the keys of a batch to the table and returns the batch
// with its groups. A new table has room for at most `most` keys, and grows if there are more.
//
// If a worker meets many more keys than expected, the returned error may be a surprise.
func runPrivate(j *job, most int, group func(*scan, *key.HashTable) *aggregate.Batch) (*pivot.Groups, error) {
	type worker struct {
		table *key.HashTable
		accs  []aggregate.Accumulator
	}
	found, err := gather(j, func() (worker, error) {
		table, accs := key.NewHashTable(fewKeys), j.newStates(0)
		table.Reserve(max(min(j.Groups, most), min(4*j.Groups, roomyKeys, j.Selected/roomyRows, most)))
		s, rows, watch := j.scan(), 0, j.watch()
		err := j.morsels(func(lo, hi int) (err error) {
			s.batches(lo, hi, func() {
				if err != nil {
					return
				}
				b := group(s, table)
				rows += s.n
				if err = j.outgrown(table, rows, &watch); err != nil {
					return
				}
				for _, a := range accs {
					a.Grow(table.Len())
				}
				aggregate.Update(accs, b)
			})
			return err
		})
		j.bytes.Add(table.Bytes())
		for _, a := range accs {
			j.bytes.Add(a.Bytes())
		}
		return worker{table, accs}, err
	})
	if err != nil {
		return nil, err
	}
	j.stage("aggregate")
	var tables []*key.HashTable
	var states [][]aggregate.Accumulator
	for _, p := range found {
		tables, states = append(tables, p.table), append(states, p.accs)
	}
	groups, err := j.mergeTables(tables, states)
	j.stage("merge")
	return groups, err
}

// mergeTables merges the workers' tables and the states of their groups.
func (j *job) mergeTables(tables []*key.HashTable, states [][]aggregate.Accumulator) (*pivot.Groups, error) {
	if len(tables) == 1 {
		return j.decode(tables[0].Keys(), states[0])
	}
	visits := each.Sum(tables, (*key.HashTable).Len)
	workers := min(j.Threads, 1+visits/FewGroups)
	n, err := j.number(workers, tables, bits.Len(uint(workers-1)), max(tables[0].Len(), min(visits, j.Groups)), nil)
	if err != nil {
		return nil, err
	}
	accs, err := j.emptyStates(len(n.keys))
	if err != nil {
		return nil, err
	}
	if err := j.mergeStates(accs, states, n.groups); err != nil {
		return nil, err
	}
	return j.decode(n.keys, accs)
}
