package outofcore

import (
	"context"

	"cardinal/data/parallel"
	"cardinal/engine/gpu"
	"cardinal/internal/system"
)

// partition is the rows whose keys' hashes lie in some ranges. No two ranges have rows of the same group.
type partition struct {
	all    parts
	ranges []parts
}

// answerByRows partitions the rows, and groups each partition on its own.
func (e *execution) answerByRows(ctx context.Context) error {
	tiles, err := e.partitionTiles(ctx, e.fields())
	if err != nil {
		return err
	}
	return e.groupPartitions(ctx, e.partitions(tiles))
}

// partitions returns the rows of all tiles in partitions that fit the device, as few as possible.
func (e *execution) partitions(tiles []*gathered) (list []partition) {
	sizes := make([]int, e.split.Partitions)
	for _, t := range tiles {
		for i := range sizes {
			sizes[i] += t.start[i+1] - t.start[i]
		}
	}
	for _, members := range coalesce(sizes, e.split.Room) {
		var p partition
		for _, i := range members {
			var rows parts
			for _, t := range tiles {
				if t.start[i] < t.start[i+1] {
					rows = append(rows, span[gathered]{t, t.start[i], t.start[i+1]})
				}
			}
			p.ranges = append(p.ranges, rows)
			p.all = append(p.all, rows...)
		}
		list = append(list, p)
	}
	return list
}

// groupPartitions groups the partitions on the device and on the cores at the same time. Both take the next partition
// from a queue when they have finished one.
func (e *execution) groupPartitions(ctx context.Context, list []partition) error {
	e.res.Partitions = len(list)
	q := newQueue(list)
	first, ok := q.take(byDevice) // the device takes its first partition before the cores begin
	if !ok {
		return nil
	}
	return parallel.Do(ctx, 2, func(ctx context.Context, by int) error {
		defer q.leave(by)
		if by == byDevice {
			return e.groupOnDevice(ctx, q, first)
		}
		return e.groupOnCores(ctx, q)
	})
}

// noteDone records that a partition is grouped.
func (e *execution) noteDone(q *queue, by int, p partition, clock system.Moment) {
	q.noteTime(by, p.all.len(), system.Since(clock))
	e.mu.Lock()
	defer e.mu.Unlock()
	e.grouped += p.all.len()
	if by == byCores {
		e.res.OnCores++
	}
}

// groupOnDevice groups partitions on the device, starting with p, until none is left for it. While the device groups
// one partition, the columns of the next partition are assembled and sent.
func (e *execution) groupOnDevice(ctx context.Context, q *queue, p partition) error {
	r := e.preloadRequest(p)
	for {
		clock := system.Now()
		next, more := q.take(byDevice)
		var after gpu.Request
		if more {
			after = e.preloadRequest(next)
			if p.all.len() <= e.split.Room {
				r.Next = &after
			}
		}
		if err := e.group(ctx, p, r); err != nil {
			return err
		}
		e.noteDone(q, byDevice, p, clock)
		if !more {
			return nil
		}
		p, r = next, after
	}
}

// preloadRequest returns the first load of a partition, and starts to assemble its columns.
func (e *execution) preloadRequest(p partition) gpu.Request {
	r := e.request(p.all.cut(0, e.split.Room))
	go preload(r)
	return r
}

// preload assembles the columns of a request.
func preload(r gpu.Request) {
	for _, s := range r.Sources() {
		_, _ = s.Load() // the request reports the error
	}
}

// group groups the rows of a partition on the device; r is its first load. If the rows do not fit the device at once,
// they are grouped load by load, and the cores merge the groups of the loads. There are few such groups: a partition is
// that large only if many of its rows have equal keys.
func (e *execution) group(ctx context.Context, p partition, r gpu.Request) error {
	var several sequence
	for from := 0; from < p.all.len(); from += e.split.Room {
		rows := p.all.cut(from, e.split.Room)
		if from > 0 {
			r = e.request(rows)
		}
		res, err := e.run(ctx, r)
		if err != nil {
			return err
		}
		e.mu.Lock()
		e.res.Loads++
		e.mu.Unlock()
		s := e.share(rows, &r, &res)
		if p.all.len() <= e.split.Room {
			e.add(s)
			return nil
		}
		groups := s.toPartials(&e.r)
		several = append(several, span[partials]{&groups, 0, len(groups.names)})
	}
	e.mu.Lock()
	e.res.Left += several.len()
	e.mu.Unlock()
	return e.finish(ctx, several)
}

// groupOnCores groups partitions on the cores, until none is left for them. Each core groups one range of hashes at a
// time.
func (e *execution) groupOnCores(ctx context.Context, q *queue) error {
	for {
		p, ok := q.take(byCores)
		if !ok {
			return nil
		}
		clock := system.Now()
		err := parallel.Do(ctx, len(p.ranges), func(_ context.Context, i int) error {
			e.add(e.aggregate(p.ranges[i]))
			return nil
		})
		if err != nil {
			return err
		}
		e.noteDone(q, byCores, p, clock)
		e.stageSince("cores", clock)
	}
}
