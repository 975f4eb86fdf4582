package outofcore

import (
	"context"
	"fmt"
	"sync"
	"time"

	"cardinal/engine/gpu"
)

// loading is a partition on its way through the device.
type loading struct {
	all    sequence
	sent   int         // partial groups of it, up to the load that comes next
	groups partials    // that those came to
	now    sequence    // the next load: the groups so far, and as many partial groups as there is room for beside them
	want   gpu.Request // for the groups of the next load
}

// loadAll merges the tiles' groups, a partition after the other.
func (b *execution) loadAll(ctx context.Context) error {
	parts := b.partitions()
	b.res.Partitions = len(parts)
	var left []sequence // of partitions that are too large
	var l, next *loading
	for i := range parts {
		if l, next = next, nil; l == nil {
			l = b.begin(parts[i])
		}
		for done := false; !done; {
			if l.last() && i+1 < len(parts) {
				next = b.begin(parts[i+1])
				l.want.Next = &next.want
			}
			if err := l.send(ctx, b); err != nil {
				return err
			}
			b.res.Loads++
			switch done = true; {
			case l.last():
				b.take(l.groups)
			case l.full(b.split):
				left = append(left, l.rest())
				b.res.Left += l.all.len() - l.sent
			default:
				done = false
				l.prepare(b)
			}
		}
	}
	clock := time.Now()
	for _, rest := range left {
		done, err := b.merge(ctx, rest)
		if err != nil {
			return err
		}
		for _, groups := range done {
			b.take(groups)
		}
	}
	if len(left) > 0 {
		b.spent("finish", clock)
	}
	return nil
}

// partitions are those that there are after small ones have been merged.
func (b *execution) partitions() (list []sequence) {
	sizes := make([]int, b.split.Partitions)
	for _, t := range b.tiles {
		for i := range sizes {
			sizes[i] += t.start[i+1] - t.start[i]
		}
	}
	for _, members := range coalesce(sizes, int(loadMax*float64(b.split.Room))) {
		var s sequence
		for t := range b.tiles {
			for _, i := range members {
				if start := b.tiles[t].start; start[i] < start[i+1] {
					s = append(s, section{&b.tiles[t].partials, start[i], start[i+1]})
				}
			}
		}
		list = append(list, s)
	}
	return list
}

func (b *execution) begin(s sequence) *loading {
	l := &loading{all: s}
	l.prepare(b)
	return l
}

// last says that with the next load all of the partition has been sent.
func (l *loading) last() bool { return l.sent == l.all.len() }

// full says that the groups so far leave too little room for what comes, which the cores then do.
func (l *loading) full(s Split) bool {
	groups := len(l.groups.names)
	return groups > s.Most() && groups+l.all.len()-l.sent > int(loadMax*float64(s.Room))
}

// rest is the groups so far with what has not been sent.
func (l *loading) rest() sequence {
	return append(sequence{{&l.groups, 0, len(l.groups.names)}}, l.all.cut(l.sent, l.all.len()-l.sent)...)
}

// prepare makes the next load: as many partial groups as bring the load factor to loadMax, together with the groups so far.
func (l *loading) prepare(b *execution) {
	known := len(l.groups.names)
	n := min(l.all.len()-l.sent, int(loadMax*float64(b.split.Room))-known)
	l.now = l.all.cut(l.sent, n)
	if known > 0 {
		groups := l.groups
		l.now = append(sequence{{&groups, 0, known}}, l.now...)
	}
	l.sent += n
	l.want = b.load(min(known+n, b.groups), known+n, l.now)
}

// load is the request that merges partial groups.
func (b *execution) load(expected, rows int, of sequence) gpu.Request {
	name := unique("load")
	r := gpu.Request{Form: gpu.Hashed, Expected: expected, Rows: rows, Transient: true}
	r.Tuning.Mapping = b.r.Tuning.Mapping
	codes := sync.OnceValue(func() [][]uint32 { return b.keysOf(of.names()) })
	for k := range b.keys {
		r.Keys = append(r.Keys, gpu.Key{Codes: gpu.NewColumn(name(fmt.Sprint("key ", k)), func() []uint32 { return codes()[k] })})
	}
	r.Aggregates = merging(&b.r, func(word int) gpu.Column {
		return gpu.NewColumn(name(fmt.Sprint("word ", word)), func() []uint32 { return of.word(word) })
	})
	return r
}

// send has a load merged.
func (l *loading) send(ctx context.Context, b *execution) error {
	res, err := b.run(ctx, l.want)
	if err != nil {
		return err
	}
	names := l.now.names()
	groups := partials{make([]uint32, len(res.Groups)), fold(&b.r, res.Values)}
	for g, row := range res.Groups {
		groups.names[g] = names[row]
	}
	l.groups = groups
	return nil
}
