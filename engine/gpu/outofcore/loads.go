package outofcore

import (
	"context"
	"fmt"
	"sync"

	"cardinal/engine/gpu"
	"cardinal/internal/system"
)

// loading is the state of merging the tiles' groups on the device, load by load.
type loading struct {
	all    sequence // the partial groups
	sent   int      // number of partial groups that were sent, including the next load
	groups partials // the groups merged so far
	// the next load: the groups merged so far, and as many further partial groups as fit
	now sequence
}

// answerByGroups groups the rows in tiles, and merges the groups of the tiles.
func (e *execution) answerByGroups(ctx context.Context) error {
	all, err := e.groupTiles(ctx)
	if err != nil {
		return err
	}
	e.res.Partitions = 1
	if len(all) == 1 { // the groups of the only tile are complete
		e.add(shareOf(&e.r, *all[0].of))
		return nil
	}
	return e.mergeTiles(ctx, all)
}

// mergeTiles merges the groups of the tiles. Every load has the groups merged so far again, since the hash table of the
// device can only refer to rows of the same load. If these groups leave too little room, the cores merge the remaining
// partial groups.
func (e *execution) mergeTiles(ctx context.Context, all sequence) error {
	for l := (loading{all: all}); ; {
		l.prepare(e.split)
		res, err := e.run(ctx, e.load(min(l.now.len(), e.groups), l.now.len(), l.now))
		if err != nil {
			return err
		}
		e.res.Loads++
		l.setMerged(&e.r, &res)
		switch {
		case l.isLast():
			e.add(shareOf(&e.r, l.groups))
			return nil
		case l.isFull(e.split):
			e.res.Left += l.all.len() - l.sent
			return e.finish(ctx, l.rest())
		}
	}
}

// finish merges partial groups on the cores.
func (e *execution) finish(ctx context.Context, rest sequence) error {
	clock := system.Now()
	defer e.stageSince("finish", clock)
	done, err := e.merge(ctx, rest)
	for _, groups := range done {
		e.add(shareOf(&e.r, groups))
	}
	return err
}

// isLast reports whether the load has the last partial groups.
func (l *loading) isLast() bool { return l.sent == l.all.len() }

// isFull reports whether the groups merged so far leave too little room for the remaining partial groups, so that the
// cores must merge these.
func (l *loading) isFull(s Split) bool {
	groups := len(l.groups.names)
	return groups > s.Most() && groups+l.all.len()-l.sent > int(loadMax*float64(s.Room))
}

// rest returns the groups merged so far and the partial groups that were not sent.
func (l *loading) rest() sequence {
	return append(sequence{{&l.groups, 0, len(l.groups.names)}}, l.all.cut(l.sent, l.all.len()-l.sent)...)
}

// prepare makes the next load: the groups merged so far, and as many further partial groups as fit.
func (l *loading) prepare(s Split) {
	known := len(l.groups.names)
	n := min(l.all.len()-l.sent, int(loadMax*float64(s.Room))-known)
	l.now = l.all.cut(l.sent, n)
	if known > 0 {
		groups := l.groups
		l.now = append(sequence{{&groups, 0, known}}, l.now...)
	}
	l.sent += n
}

// setMerged stores the groups of a load.
func (l *loading) setMerged(r *gpu.Request, res *gpu.Result) {
	names := l.now.names()
	l.groups = partials{make([]uint32, len(res.Groups)), carryWords(r, res.Values)}
	for g, row := range res.Groups {
		l.groups.names[g] = names[row]
	}
}

// load returns the request that merges partial groups.
func (e *execution) load(expected, rows int, from sequence) gpu.Request {
	name := uniqueIDs("load")
	r := gpu.Request{Form: gpu.Hashed, Expected: expected, Rows: rows, Transient: true}
	r.Tuning.Mapping = e.r.Tuning.Mapping
	codes := sync.OnceValue(func() [][]uint32 { return e.keysOf(from.names()) })
	for k := range e.keys {
		r.Keys = append(r.Keys, gpu.Key{Codes: gpu.NewColumn(name(fmt.Sprint("key ", k)), func() []uint32 {
			return codes()[k]
		})})
	}
	for _, a := range e.r.Aggregates {
		for range a.Op.Words() {
			w := len(r.Aggregates)
			c := gpu.NewColumn(name(fmt.Sprint("word ", w)), func() []uint32 { return from.word(w) })
			r.Aggregates = append(r.Aggregates, gpu.Aggregate{Op: a.Op.MergeOp(), Values: &c})
		}
	}
	return r
}
