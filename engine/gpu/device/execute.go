package device

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/internal/system"
	"cardinal/profiler"
)

// Source reads the bytes of a range of rows of a column or bitmap, which are sent to the device.
type Source struct {
	Bytes int64
	Read  func(room []byte, at int64) error // fills room with the bytes from offset `at` on
	// several threads may read, in any order; otherwise one thread reads all bytes in order
	AtOnce bool
}

// Supplier opens a range of rows of a column or bitmap that the device lacks.
type Supplier func(c plan.JobSource, first, rows int) (Source, error)

// Deliver receives the result of a job. The result must be read before Deliver returns.
type Deliver func(r *Readout) error

// Outcome is how a job was run.
type Outcome struct {
	gpu.Outcome
	Groups int // of a Sparse or Hashed job
}

// ErrAborted says that the app no longer wants the request.
var ErrAborted = errors.New("aborted")

// answer is the answer to a running job.
type answer struct {
	Outcome
	clock     system.Moment // when the last stage ended
	pipelines *pipelines
	deliver   Deliver
}

// lap ends a stage. If the stage waited for programs to compile, the wait is recorded before it, as a stage "compile".
func (a *answer) lap(name string) {
	took, compiling := system.Since(a.clock), a.pipelines.takeWaited()
	if compiling > 0 {
		a.Stages = append(a.Stages, profiler.Stage{Name: "compile", MS: profiler.Milliseconds(compiling)})
	}
	a.Stages = append(a.Stages, profiler.Stage{Name: name, MS: profiler.Milliseconds(took - compiling)})
	a.clock = system.Now()
}

// Execute runs a job. It asks supply for the columns that are not resident, and calls deliver once if the job succeeds.
// errors.Is recognises gpu.ErrMemory and ErrAborted.
func (d *Device) Execute(j *plan.Job, supply Supplier, deliver Deliver) (err error) {
	d.resident.begin()
	d.kernels = nil
	d.pipelines.takeWaited() // drops the wait of requests that failed
	a := &answer{clock: system.Now(), pipelines: d.pipelines, deliver: deliver}
	if j.Transient {
		defer func() {
			d.forget(j)
			if err != nil && j.Next != nil { // the next request may never come
				d.forget(plan.JobOf(j.Next))
			}
		}()
	}
	if j.Next != nil {
		j.Meanwhile = func() error {
			return d.fetch(plan.JobOf(j.Next), supply)
		}
	}
	defer d.totals.trim(max(keepScratch, d.resident.budget/keptTotals))

	if j.Form == gpu.Dense {
		if err := j.CheckAccumulators(d.Info); err != nil {
			return err
		}
	}
	if j.DeviceBytes() > d.resident.budget {
		if j.Form != gpu.Dense || j.Prepare || j.HasTies() {
			return fmt.Errorf("%w: the request takes %d bytes, the budget is %d", gpu.ErrMemory, j.DeviceBytes(),
				d.resident.budget)
		}
		return d.stream(j, supply, a)
	}
	arriving, err := d.makeRoom(j)
	if err != nil {
		return err
	}
	compile := sync.OnceFunc(func() {
		if len(j.Aggregates) > 0 {
			d.pipelines.begin(plan.Programs(d.knownJob(j), d.Info)...)
		}
	})
	err = d.receive(j, arriving, func(c plan.JobSource, first, rows int) (Source, error) {
		compile() // while threads wake up and the columns are sent
		return supply(c, first, rows)
	})
	if err != nil {
		return err
	}
	compile() // if no column is sent
	if len(arriving) > 0 {
		a.lap("upload")
	}
	if len(j.Aggregates) == 0 { // the request only sends columns
		return a.deliver(&Readout{device: d, job: j, answer: a})
	}
	switch j.Form {
	case gpu.Hashed:
		return d.answerHashed(j, a)
	case gpu.Partitioned:
		return d.answerPartitioned(j, a)
	}
	slots, composed, err := d.slots(j)
	if err != nil {
		return err
	}
	if composed {
		a.lap("compose")
	}
	j.SlotsName = d.name(j.SlotsID())
	if !j.Composes() {
		j.SlotsName = d.name(j.Keys[0].Codes.ID)
	}
	if j.Form == gpu.Sparse {
		return d.answerSparse(j, slots, a)
	}
	return d.answerDense(j, slots, a)
}

// keptTotals limits the accumulators that stay between requests to 1/keptTotals of the budget, or to keepScratch if
// that is more. Accumulators stay because a buffer of some 100 MB takes tens of milliseconds to make.
const keptTotals = 32

// answerDense aggregates over a slot column, and delivers the lists followed by the accumulators.
func (d *Device) answerDense(j *plan.Job, slots column, a *answer, lists ...region) error {
	learnt, err := d.learn(j, slots)
	if err != nil {
		return err
	}
	if learnt {
		a.lap("learn")
	}
	passes := plan.Of(j, d.Info)
	a.Strategy = plan.StrategyOf(passes)
	if err := d.aggregate(j, passes, slots, true, func() { a.lap("plan") }); err != nil {
		return err
	}
	if j.Meanwhile != nil {
		if err := j.Meanwhile(); err != nil {
			return err
		}
		a.lap("upload")
	}
	d.wait()
	a.Kernels = d.kernels
	a.lap("kernel")
	a.Stages[len(a.Stages)-1].MS /= float64(max(1, j.Tuning.Repeat))
	if j.Prepare {
		return a.deliver(&Readout{device: d, job: j, answer: a})
	}
	return a.deliver(d.readout(j, a, passes, lists...))
}

// knownJob returns a copy of the job, for plan.Programs, with what the device has measured: the widths of values, the
// runs of slots and the number of groups.
func (d *Device) knownJob(j *plan.Job) *plan.Job {
	k := *j
	k.Widths = map[string]int{}
	for _, a := range j.Aggregates {
		if a.Values == nil {
			continue
		}
		if e := d.resident.entries[d.name(a.Values.ID)]; e != nil && e.width > 0 {
			k.Widths[a.Values.ID] = e.width
		}
	}
	slots := j.SlotsID()
	switch {
	case j.Form == gpu.Hashed:
		slots = j.HashedID() + j.Tuning.Mapping
	case j.Form == gpu.Sparse:
		slots = ranksID(j)
	case !j.Composes():
		slots = j.Keys[0].Codes.ID
	}
	if e := d.resident.entries[d.name(slots)]; e != nil {
		k.Run = e.run
		if j.Form != gpu.Dense {
			k.Expected = e.groups
		}
	}
	return &k
}

// fetch makes every column of the job resident.
func (d *Device) fetch(j *plan.Job, supply Supplier) error {
	arriving, err := d.makeRoom(j)
	if err != nil {
		return err
	}
	return d.receive(j, arriving, supply)
}

// makeRoom makes buffers for the columns of the job that are not on the device. It makes all buffers before any column
// is sent: if one buffer does not fit, no column has been sent in vain.
func (d *Device) makeRoom(j *plan.Job) (arriving []arrival, err error) {
	need := j.TotalsBytes()
	if _, ok := d.resident.touch(d.name(j.SlotsID())); !ok && j.Composes() {
		need += j.SlotKind().Bytes(j.Rows)
	}
	for _, s := range j.Sources() {
		if e, ok := d.resident.touch(d.name(s.ID)); !ok {
			need += s.Kind.Bytes(j.Rows)
		} else if e.rows != j.Rows && d.tile != "" {
			d.resident.remove(d.name(s.ID))
			need += s.Kind.Bytes(j.Rows)
		} else if e.rows != j.Rows {
			return nil, fmt.Errorf("column %q has %d rows on the device, the request has %d", s.ID, e.rows, j.Rows)
		} else if e.held.kind != s.Kind {
			return nil, fmt.Errorf("column %q has %d bits a row on the device, the request has %d", s.ID,
				e.held.kind, s.Kind)
		}
	}
	if err := d.reserve(need); err != nil {
		return nil, err
	}
	for _, s := range j.Sources() {
		a := arrival{JobSource: s}
		if e, ok := d.resident.touch(d.name(s.ID)); !ok {
			if a.held, err = d.roomFor(d.name(s.ID), s.Kind, j.Rows); err != nil {
				giveBack(arriving)
				return nil, err
			}
		} else if a.held, a.again = e.held, true; d.tile == "" {
			continue
		}
		arriving = append(arriving, a)
	}
	return arriving, nil
}

// receive reads the arriving columns from supply and sends them to the device.
func (d *Device) receive(j *plan.Job, arriving []arrival, supply Supplier) error {
	for i, a := range arriving {
		err := d.upload(a, j.Rows, i == len(arriving)-1, func() (Source, error) {
			source, err := supply(a.JobSource, j.First, j.Rows)
			if want := a.Kind.Bytes(j.Rows); err == nil && source.Bytes != want {
				err = fmt.Errorf("the source has %d bytes, want %d", source.Bytes, want)
			}
			return source, err
		})
		if err != nil {
			giveBack(arriving[i:])
			return err
		}
	}
	return nil
}

// giveBack releases the buffers that makeRoom made for columns that were not received.
func giveBack(arriving []arrival) {
	for _, a := range arriving {
		if !a.again {
			a.held.release()
		}
	}
}

// name returns the ID of a column on the device. While a job is streamed, the columns of two successive tiles have
// different IDs.
func (d *Device) name(id string) string { return id + d.tile }

// heldColumn returns a resident column of the running job.
func (d *Device) heldColumn(id string) column {
	e, ok := d.resident.touch(d.name(id))
	if !ok {
		panic(fmt.Sprintf("BUG: %q left while the request ran", id))
	}
	return e.held
}

// Forget drops one column whose ID begins with a prefix, or one column that was derived from such a column. It returns
// false if no such column is resident. When Forget returns, the memory of the column is free.
func (d *Device) Forget(prefix string) bool {
	for id := range d.resident.entries {
		if strings.HasPrefix(id, prefix) || strings.Contains(id, `"`+prefix) {
			d.resident.remove(id)
			d.gpu.Poll(false, nil)
			return true
		}
	}
	return false
}

// forget drops the columns of a transient job.
func (d *Device) forget(j *plan.Job) {
	for _, s := range j.Sources() {
		d.resident.remove(d.name(s.ID))
	}
	d.resident.remove(d.name(j.HashedID()))
}

// aggregate starts every pass over every piece of the rows. If fresh is set, the totals begin at zero; else the rows
// are added to the totals of the previous call. recorded is called before the device begins; it may be nil.
func (d *Device) aggregate(j *plan.Job, passes []plan.Planned, slots column, fresh bool, recorded func()) error {
	bytes := j.TotalsBytes()
	if err := d.totals.reserve(d, bytes); err != nil {
		return err
	}
	records, err := d.growRecords(j, passes)
	if err != nil {
		return err
	}
	if j.HasTies() {
		if err := d.growTies(j); err != nil {
			return err
		}
	}
	c := commands{d: d, recorded: recorded}
	each, all := plan.PassSeconds(j, passes, d.Info)
	pace := c.pace(all)
	pace.paced = pace.paced && j.Tuning.Repeat <= 1 // a measurement of repeated work is not interrupted
	most := make([]int, len(passes))                // rows of a dispatch, by pass
	for i, p := range passes {
		most[i] = pace.rows(j.Rows, each[i])
		if p.Kernel.Records != nil {
			most[i] = min(records, max(most[i], j.Slots)) // every dispatch visits the slots
		}
	}
	for range max(1, j.Tuning.Repeat) {
		if fresh {
			c.spare = d.totals.takeFresh(&c, bytes)
		}
		for i, p := range passes {
			for _, at := range plan.Pieces(j.Rows, d.chunkRows, most[i]) {
				if err := pace.next(each[i] * float64(at.Rows) / float64(j.Rows)); err != nil {
					d.totals.spoil()
					return err
				}
				c.markTies(j, p, passes, slots, at)
				c.aggregate(j, p, slots, at)
			}
		}
	}
	if err = c.start(); err != nil {
		d.totals.spoil()
	}
	return err
}

// Residency returns the changes to the resident columns since the last call, the bytes of all resident columns, and the
// budget. changes has the bytes of each new column, and wire.Departed for each dropped one.
func (d *Device) Residency() (changes map[string]int64, bytes, budget int64) {
	return d.resident.changes(), d.resident.bytes, d.resident.budget
}
