package device

import (
	"errors"
	"fmt"
	"time"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/profiler"
)

// Pieces returns the next bytes of a column on its way to the device, at most wire.UploadPiece of them. They are valid until
// the next call.
type Pieces func() ([]byte, error)

// Supplier opens some rows of a column or bitmap that the device does not hold. bytes is the size of all its pieces.
type Supplier func(id string, first, rows int) (next Pieces, bytes int64, err error)

// Outcome is what Execute says about a job beside its accumulators.
type Outcome struct {
	Strategy  string           // names of the kernels, joined by +
	Groups    int              // of a Sparse or Hashed job, whose list of groups is the first part that is delivered
	LinkShare float64          // of a job in tiles: the share of the link's bandwidth that its uploads reached
	Overlap   float64          // of a job in tiles: the share of its time in which uploads were under way
	Tiles     int              // that the rows were streamed in; 0: all rows were on the device at once
	Stages    []profiler.Stage // in the order they ran
}

// ErrAborted says that the app no longer wants the request.
var ErrAborted = errors.New("aborted")

// Execute runs a job. deliver sees the accumulators, those of each aggregate after the other, only while it runs.
func (d *Device) Execute(j *plan.Job, supply Supplier, deliver func(Outcome, [][]byte) error) (err error) {
	d.resident.begin()
	if j.Transient {
		passed := deliver
		deliver = func(o Outcome, parts [][]byte) error {
			d.forget(j)
			return passed(o, parts)
		}
		defer func() { d.forgetAll(j, err) }()
	}
	if j.Ahead != nil {
		j.Meanwhile = func() error { return d.fetchAhead(j, supply) }
	}
	defer d.totals.trim()
	defer d.readback.trim()
	var o Outcome
	clock := time.Now()
	lap := func(name string) {
		o.Stages = append(o.Stages, profiler.Stage{Name: name, MS: float64(time.Since(clock).Nanoseconds()) / 1e6})
		clock = time.Now()
	}

	if j.Form == gpu.Dense {
		if err := d.fits(j); err != nil {
			return err
		}
	}
	if j.DeviceBytes() > d.resident.budget {
		if j.Form != gpu.Dense {
			return fmt.Errorf("%w: the request takes %d bytes, the budget is %d", gpu.ErrMemory, j.DeviceBytes(), d.resident.budget)
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
	if j.Form == gpu.Hashed {
		return d.hashed(j, &o, lap, deliver)
	}
	slots, composed, err := d.slots(j)
	if err != nil {
		return err
	}
	if composed {
		lap("compose")
	}
	j.SlotsName = d.name(j.SlotsID())
	if !j.Composes() {
		j.SlotsName = d.name(j.Keys[0].ID)
	}
	if j.Form == gpu.Sparse {
		return d.sparse(j, slots, &o, lap, deliver)
	}
	return d.answer(j, slots, &o, lap, deliver)
}

// answer aggregates over a slot column and delivers the figures.
func (d *Device) answer(j *plan.Job, slots column, o *Outcome, lap func(string), deliver func(Outcome, [][]byte) error) error {
	if err := d.learn(j, slots); err != nil {
		return err
	}
	passes := plan.Of(j, d.Info)
	o.Strategy = plan.StrategyOf(passes)
	recorded := func() { lap("plan") }
	if err := d.aggregate(j, passes, slots, true, j.Meanwhile == nil, recorded); err != nil {
		return err
	}
	if j.Meanwhile != nil {
		if err := j.Meanwhile(); err != nil {
			return err
		}
		lap("upload")
		d.wait()
	}
	lap("kernel")
	o.Stages[len(o.Stages)-1].MS /= float64(max(1, j.Tuning.Repeat))
	return d.readTotals(j, passes, func(parts [][]byte) error {
		lap("read back")
		return deliver(*o, parts)
	})
}

// fetch makes every column of the job resident.
func (d *Device) fetch(j *plan.Job, supply Supplier) (uploaded bool, err error) {
	need := j.TotalsBytes()
	if _, ok := d.resident.touch(d.name(j.SlotsID())); !ok && j.Composes() {
		need += j.SlotKind().Bytes(j.Rows)
	}
	for _, s := range j.Sources() {
		if e, ok := d.resident.touch(d.name(s.Id)); !ok {
			need += s.Kind.Bytes(j.Rows)
		} else if e.rows != j.Rows && d.tile != "" {
			d.resident.remove(d.name(s.Id))
			need += s.Kind.Bytes(j.Rows)
		} else if e.rows != j.Rows {
			return false, fmt.Errorf("column %q has %d rows on the device, the request has %d", s.Id, e.rows, j.Rows)
		} else if e.held.kind != s.Kind {
			return false, fmt.Errorf("column %q has %d bits a row on the device, the request has %d", s.Id, e.held.kind, s.Kind)
		}
	}
	// All at once and first: what cannot stay until the end would be uploaded in vain.
	if err := d.reserve(need); err != nil {
		return false, err
	}
	for _, s := range j.Sources() {
		if _, ok := d.resident.touch(d.name(s.Id)); ok && d.tile == "" {
			continue
		}
		from, bytes, err := supply(s.Id, j.First, j.Rows)
		if err != nil {
			return uploaded, err
		}
		if want := s.Kind.Bytes(j.Rows); bytes != want {
			return uploaded, fmt.Errorf("column %q came with %d bytes, want %d", s.Id, bytes, want)
		}
		if err := d.upload(d.name(s.Id), s.Kind, j.Rows, from); err != nil {
			return uploaded, err
		}
		uploaded = true
	}
	return uploaded, nil
}

// name is what a column is called among the residents: while a job is streamed, each tile of it has a name.
func (d *Device) name(id string) string { return id + d.tile }

// aggregate runs every pass over every chunk, into fresh totals where asked for, else into those of before. recorded, which may
// be nil, hears when the device is about to begin.
func (d *Device) aggregate(j *plan.Job, passes []plan.Planned, slots column, clear, wait bool, recorded func()) error {
	bytes := j.TotalsBytes()
	if err := d.totals.reserve(d, bytes); err != nil {
		return err
	}
	records, err := d.growRecords(j, passes)
	if err != nil {
		return err
	}
	c := commands{d: d, recorded: recorded}
	each, all := plan.PassSeconds(j, passes, d.Info)
	pace := c.pace(all)
	pace.paced = pace.paced && j.Tuning.Repeat <= 1 // what is repeated is being measured
	most := make([]int, len(passes))                // rows of a dispatch, by pass
	for i, p := range passes {
		most[i] = pace.rows(j.Rows, each[i])
		if p.Strategy == gpu.Partition || p.Strategy == gpu.Sort {
			most[i] = min(records, max(most[i], j.Slots)) // every dispatch visits the slots
		}
	}
	for range max(1, j.Tuning.Repeat) {
		if clear {
			c.vacate = d.totals.fresh(&c, bytes)
		}
		for i, p := range passes {
			for _, at := range plan.Pieces(j.Rows, d.chunkRows, most[i]) {
				if err := pace.next(each[i] * float64(at.Rows) / float64(j.Rows)); err != nil {
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
func (d *Device) fits(j *plan.Job) error {
	for _, a := range j.Aggregates {
		if b := plan.AccumulatorBytes(a.Op, j.Slots); uint64(b) > d.Info.MaxBindingBytes {
			return fmt.Errorf("%w: %s over %d slots takes %d bytes, a binding holds %d", gpu.ErrMemory, a.Op, j.Slots, b, d.Info.MaxBindingBytes)
		}
	}
	if b := j.TotalsBytes(); uint64(b) > d.Info.MaxBufferBytes {
		return fmt.Errorf("%w: the accumulators take %d bytes, a buffer holds %d", gpu.ErrMemory, b, d.Info.MaxBufferBytes)
	}
	return nil
}

// held returns a resident column.
func (d *Device) held(id string) column {
	e, ok := d.resident.touch(d.name(id))
	if !ok {
		panic(fmt.Sprintf("BUG: %q went while the request ran", id))
	}
	return e.held
}

// fetchAhead sends for the columns of the request that comes after this one, while the kernels run.
func (d *Device) fetchAhead(j *plan.Job, supply Supplier) error {
	_, err := d.fetch(j.Ahead, supply)
	return err
}

// forgetAll gives back what a passing job has left on the device when it is over, and where it failed also what was sent ahead.
func (d *Device) forgetAll(j *plan.Job, err error) {
	d.forget(j)
	if err != nil && j.Ahead != nil {
		d.forget(j.Ahead)
	}
}

// forget gives back what a passing job has left on the device.
func (d *Device) forget(j *plan.Job) {
	for _, s := range j.Sources() {
		d.resident.remove(d.name(s.Id))
	}
	d.resident.remove(d.name(j.HashedID()))
}

// Residency says what became of the columns on the device since it was last called, and how many bytes it holds and may hold.
// Of a column that came, changes has the bytes; of one that went, wire.Departed.
func (d *Device) Residency() (changes map[string]int64, bytes, budget int64) {
	return d.resident.changes(), d.resident.bytes, d.resident.budget
}
