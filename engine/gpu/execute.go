package gpu

import (
	"errors"
	"fmt"
	"time"

	"cardinal/profiler"
)

// supplier gives the bytes of rows of a column that the device does not have.
type supplier func(id string, first, rows int) (from pieceReader, bytes int64, err error)

// outcome is what a job says beside its accumulators.
type outcome struct {
	strategy string
	groups   int     // of a job that is not dense, whose list is the first part
	link     float64 // of a job in tiles: the share of the link's bandwidth that its uploads reached
	overlap  float64 // and the share of its time that uploads were under way
	tiles    int     // that the rows were streamed in; 0: they were on the device all at once
	stages   []profiler.Stage
}

// errAborted says that the app no longer wants the request.
var errAborted = errors.New("aborted")

// execute runs a job. deliver sees the accumulators, those of each aggregate after the other, only while it runs.
func (d *device) execute(j *job, supply supplier, deliver func(outcome, [][]byte) error) (err error) {
	d.resident.begin()
	if j.Passing {
		passed := deliver
		deliver = func(o outcome, parts [][]byte) error {
			d.forget(j)
			return passed(o, parts)
		}
		defer func() { d.forgetAll(j, err) }()
	}
	if j.Ahead != nil {
		j.ahead = func() error { return d.fetchAhead(j, supply) }
	}
	defer d.totals.trim()
	defer d.readback.trim()
	var o outcome
	clock := time.Now()
	lap := func(name string) {
		o.stages = append(o.stages, profiler.Stage{Name: name, MS: float64(time.Since(clock).Nanoseconds()) / 1e6})
		clock = time.Now()
	}

	if j.Form == Dense {
		if err := d.fits(j); err != nil {
			return err
		}
	}
	if j.deviceBytes() > d.resident.budget {
		if j.Form != Dense {
			return fmt.Errorf("%w: the request takes %d bytes, the budget is %d", ErrMemory, j.deviceBytes(), d.resident.budget)
		}
		return d.stream(j, supply, deliver)
	}
	uploaded, err := d.fetch(j, supply)
	if err != nil {
		return err
	}
	if uploaded {
		lap("upload")
	}
	if j.Form == Hashed {
		return d.hashed(j, &o, lap, deliver)
	}
	slots, composed, err := d.slots(j)
	if err != nil {
		return err
	}
	if composed {
		lap("compose")
	}
	j.lies = d.name(j.slotsID())
	if !j.composes() {
		j.lies = d.name(j.Keys[0].ID)
	}
	if j.Form == Sparse {
		return d.sparse(j, slots, &o, lap, deliver)
	}
	return d.answer(j, slots, &o, lap, deliver)
}

// answer aggregates over a slot column and delivers the figures.
func (d *device) answer(j *job, slots column, o *outcome, lap func(string), deliver func(outcome, [][]byte) error) error {
	if err := d.learn(j, slots); err != nil {
		return err
	}
	plan := plan(j, d.info)
	o.strategy = strategyOf(plan)
	recorded := func() { lap("plan") }
	if err := d.aggregate(j, plan, slots, true, j.ahead == nil, recorded); err != nil {
		return err
	}
	if j.ahead != nil {
		if err := j.ahead(); err != nil {
			return err
		}
		lap("upload")
		d.wait()
	}
	lap("kernel")
	o.stages[len(o.stages)-1].MS /= float64(max(1, j.Tuning.Repeat))
	return d.readTotals(j, plan, func(parts [][]byte) error {
		lap("read back")
		return deliver(*o, parts)
	})
}

// fetch makes every column of the job resident.
func (d *device) fetch(j *job, supply supplier) (uploaded bool, err error) {
	need := j.totalsBytes()
	if _, ok := d.resident.touch(d.name(j.slotsID())); !ok && j.composes() {
		need += j.slotKind().bytes(j.Rows)
	}
	for _, s := range j.sources() {
		if e, ok := d.resident.touch(d.name(s.id)); !ok {
			need += s.kind.bytes(j.Rows)
		} else if e.rows != j.Rows && d.tile != "" {
			d.resident.remove(d.name(s.id))
			need += s.kind.bytes(j.Rows)
		} else if e.rows != j.Rows {
			return false, fmt.Errorf("column %q has %d rows on the device, the request has %d", s.id, e.rows, j.Rows)
		} else if e.held.kind != s.kind {
			return false, fmt.Errorf("column %q has %d bits a row on the device, the request has %d", s.id, e.held.kind, s.kind)
		}
	}
	// All at once and first: what cannot stay until the end would be uploaded in vain.
	if err := d.reserve(need); err != nil {
		return false, err
	}
	for _, s := range j.sources() {
		if _, ok := d.resident.touch(d.name(s.id)); ok && d.tile == "" {
			continue
		}
		from, bytes, err := supply(s.id, j.first, j.Rows)
		if err != nil {
			return uploaded, err
		}
		if want := s.kind.bytes(j.Rows); bytes != want {
			return uploaded, fmt.Errorf("column %q came with %d bytes, want %d", s.id, bytes, want)
		}
		if err := d.upload(d.name(s.id), s.kind, j.Rows, from); err != nil {
			return uploaded, err
		}
		uploaded = true
	}
	return uploaded, nil
}

// name is what a column is called among the residents: while a job is streamed, each tile of it has a name.
func (d *device) name(id string) string { return id + d.tile }

// aggregate runs every pass over every chunk, into fresh totals where asked for, else into those of before. recorded, which may
// be nil, hears when the device is about to begin.
func (d *device) aggregate(j *job, plan []planned, slots column, clear, wait bool, recorded func()) error {
	bytes := j.totalsBytes()
	if err := d.totals.reserve(d, bytes); err != nil {
		return err
	}
	records, err := d.growRecords(j, plan)
	if err != nil {
		return err
	}
	c := commands{d: d, recorded: recorded}
	each, all := passSeconds(j, plan, d.info)
	pace := c.pace(all)
	pace.paced = pace.paced && j.Tuning.Repeat <= 1 // what is repeated is being measured
	most := make([]int, len(plan))                  // rows of a dispatch, by pass
	for i, p := range plan {
		most[i] = pace.rows(j.Rows, each[i])
		if p.strategy == Partition || p.strategy == Sort {
			most[i] = min(records, max(most[i], j.Slots)) // every dispatch visits the slots
		}
	}
	for range max(1, j.Tuning.Repeat) {
		if clear {
			c.vacate = d.totals.fresh(&c, bytes)
		}
		for i, p := range plan {
			for _, at := range pieces(j.Rows, d.chunkRows, most[i]) {
				if err := pace.next(each[i] * float64(at.rows) / float64(j.Rows)); err != nil {
					d.totals.spoil()
					return err
				}
				c.aggregate(j, p, slots, at)
			}
		}
	}
	if err = c.start(); err != nil {
		d.totals.spoil()
	} else if wait {
		d.wait()
	}
	return err
}

// fits reports accumulators that no buffer of the device can hold.
func (d *device) fits(j *job) error {
	for _, a := range j.Aggregates {
		if b := accumulatorBytes(a.Op, j.Slots); uint64(b) > d.info.MaxBindingBytes {
			return fmt.Errorf("%w: %s over %d slots takes %d bytes, a binding holds %d", ErrMemory, a.Op, j.Slots, b, d.info.MaxBindingBytes)
		}
	}
	if b := j.totalsBytes(); uint64(b) > d.info.MaxBufferBytes {
		return fmt.Errorf("%w: the accumulators take %d bytes, a buffer holds %d", ErrMemory, b, d.info.MaxBufferBytes)
	}
	return nil
}

// held returns a resident column.
func (d *device) held(id string) column {
	e, ok := d.resident.touch(d.name(id))
	if !ok {
		panic(fmt.Sprintf("BUG: %q went while the request ran", id))
	}
	return e.held
}
