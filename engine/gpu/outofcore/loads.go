package outofcore

import (
	"context"
	"fmt"
	"sync"

	"cardinal/engine/gpu"
	"cardinal/system"
)

// loading is a partition that the device merges, load by load.
type loading struct {
	all    sequence    // the partial groups of the partition
	sent   int         // of them, with the next load
	groups partials    // merged so far
	now    sequence    // the next load: the groups merged so far, and as many partial groups as there is room for beside them
	want   gpu.Request // for the groups of the next load
}

// mergePartitions merges the groups of the tiles partition by partition.
func (e *execution) mergePartitions(ctx context.Context) error {
	parts := e.partitions()
	e.res.Partitions = len(parts)
	var left []sequence // of partitions that the device cannot finish
	var l, next *loading
	for i := range parts {
		if l, next = next, nil; l == nil {
			l = e.begin(parts[i])
		}
		for done := false; !done; {
			if l.last() && i+1 < len(parts) {
				next = e.begin(parts[i+1])
				l.want.Next = &next.want
			}
			if err := l.merge(ctx, e); err != nil {
				return err
			}
			e.res.Loads++
			switch done = true; {
			case l.last():
				e.add(l.groups)
			case l.full(e.split):
				left = append(left, l.rest())
				e.res.Left += l.all.len() - l.sent
			default:
				done = false
				l.prepare(e)
			}
		}
	}
	clock := system.Now()
	for _, rest := range left {
		done, err := e.merge(ctx, rest)
		if err != nil {
			return err
		}
		for _, groups := range done {
			e.add(groups)
		}
	}
	if len(left) > 0 {
		e.timed("finish", clock)
	}
	return nil
}

// partitions are the partial groups of all tiles, by coalesced partition.
func (e *execution) partitions() (list []sequence) {
	sizes := make([]int, e.split.Partitions)
	for _, t := range e.tiles {
		for i := range sizes {
			sizes[i] += t.start[i+1] - t.start[i]
		}
	}
	for _, members := range coalesce(sizes, int(loadMax*float64(e.split.Room))) {
		var s sequence
		for t := range e.tiles {
			for _, i := range members {
				if start := e.tiles[t].start; start[i] < start[i+1] {
					s = append(s, section{&e.tiles[t].partials, start[i], start[i+1]})
				}
			}
		}
		list = append(list, s)
	}
	return list
}

func (e *execution) begin(s sequence) *loading {
	l := &loading{all: s}
	l.prepare(e)
	return l
}

// last says that the next load sends the rest of the partition.
func (l *loading) last() bool { return l.sent == l.all.len() }

// full says that the groups merged so far leave too little room for the rest, which the CPU then merges.
func (l *loading) full(s Split) bool {
	groups := len(l.groups.names)
	return groups > s.Most() && groups+l.all.len()-l.sent > int(loadMax*float64(s.Room))
}

// rest is the groups merged so far and the partial groups that were not sent.
func (l *loading) rest() sequence {
	return append(sequence{{&l.groups, 0, len(l.groups.names)}}, l.all.cut(l.sent, l.all.len()-l.sent)...)
}

// prepare makes the next load: as many partial groups as fill the room beside the groups merged so far.
func (l *loading) prepare(e *execution) {
	known := len(l.groups.names)
	n := min(l.all.len()-l.sent, int(loadMax*float64(e.split.Room))-known)
	l.now = l.all.cut(l.sent, n)
	if known > 0 {
		groups := l.groups
		l.now = append(sequence{{&groups, 0, known}}, l.now...)
	}
	l.sent += n
	l.want = e.load(min(known+n, e.groups), known+n, l.now)
}

// load is the request that merges partial groups.
func (e *execution) load(expected, rows int, from sequence) gpu.Request {
	name := unique("load")
	r := gpu.Request{Form: gpu.Hashed, Expected: expected, Rows: rows, Transient: true}
	r.Tuning.Mapping = e.r.Tuning.Mapping
	codes := sync.OnceValue(func() [][]uint32 { return e.keysOf(from.names()) })
	for k := range e.keys {
		r.Keys = append(r.Keys, gpu.Key{Codes: gpu.NewColumn(name(fmt.Sprint("key ", k)), func() []uint32 { return codes()[k] })})
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

// merge has the device merge a load.
func (l *loading) merge(ctx context.Context, e *execution) error {
	res, err := e.run(ctx, l.want)
	if err != nil {
		return err
	}
	names := l.now.names()
	groups := partials{make([]uint32, len(res.Groups)), carried(&e.r, res.Values)}
	for g, row := range res.Groups {
		groups.names[g] = names[row]
	}
	l.groups = groups
	return nil
}
