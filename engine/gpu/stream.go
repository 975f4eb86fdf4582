package gpu

import (
	"fmt"
	"strconv"
	"time"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/profiler"
)

// stream runs a job whose columns do not fit the budget: a tile of rows after the other, each aggregated into the same
// accumulators while the next one is on its way.
//
// Source: SEEDS C3 (MP-EGA): pre-aggregated tiles and several buffers in flight, so that copies overlap kernels.
// Changed: the accumulators of all slots stay on the device, so that tiles need no partitions of their own and nothing
// is merged afterwards; what has no room for them is answered as beyond says.
func (d *device) stream(j *job, supply supplier, deliver func(outcome, [][]byte) error) error {
	rows, err := tileRows(j, d.resident.budget)
	if err != nil {
		return err
	}
	tile := *j
	tile.Rows = rows
	planned := plan(&tile, d.info)
	o := outcome{strategy: strategyOf(planned), tiles: ceil(j.Rows, rows)}
	defer func() { d.tile = "" }()
	link, err := d.staging.bandwidth(d)
	if err != nil {
		return err
	}
	var upload, stalled time.Duration
	var before wgpu.SubmissionIndex // of the tile before
	begin := time.Now()
	for from := 0; from < j.Rows; from += rows {
		d.tile = "\x00tile " + strconv.Itoa(from/rows%2) // the columns of a tile take the buffers of the one before the last
		tile.first, tile.Rows = from, min(rows, j.Rows-from)
		clock := time.Now()
		d.resident.begin()
		if _, err := d.fetch(&tile, supply); err != nil {
			return err
		}
		upload += time.Since(clock)
		slots, _, err := d.slots(&tile)
		if err != nil {
			return err
		}
		// The tile before this one has had the time of an upload; waiting for it here bounds what is in flight to two.
		clock = time.Now()
		if from > 0 {
			d.gpu.Poll(true, &wgpu.WrappedSubmissionIndex{Queue: d.queue, SubmissionIndex: before})
		}
		stalled += time.Since(clock)
		if err := d.aggregate(&tile, planned, slots, from == 0, false, nil); err != nil {
			return err
		}
		before = d.submitted
	}
	clock := time.Now()
	d.wait()
	stalled += time.Since(clock)
	total := time.Since(begin)
	o.link = float64(j.sourceBytes()) / upload.Seconds() / link
	o.overlap = upload.Seconds() / total.Seconds()
	ms := func(t time.Duration) float64 { return float64(t.Nanoseconds()) / 1e6 }
	o.stages = []profiler.Stage{
		{Name: "upload", MS: ms(upload)}, {Name: "stall", MS: ms(stalled)},
		{Name: "kernel", MS: max(0, ms(total-upload-stalled))},
	}
	clock = time.Now()
	return d.readTotals(j, planned, func(parts [][]byte) error {
		o.stages = append(o.stages, profiler.Stage{Name: "read back", MS: ms(time.Since(clock))})
		return deliver(o, parts)
	})
}

// tileRows is how many rows of a job fit a budget twice, beside its accumulators.
func tileRows(j *job, budget int64) (int, error) {
	room := budget - j.totalsBytes()
	bitsARow := int64(0)
	for _, s := range j.sources() {
		bitsARow += int64(s.kind)
	}
	if j.composes() {
		bitsARow += int64(j.slotKind())
	}
	bitsARow += 128 // of the records of a partitioned row, at most
	rows := int(room/2*8/bitsARow) / 64 * 64
	if rows < 64 {
		return 0, fmt.Errorf("%w: the accumulators take %d bytes, the budget is %d", ErrMemory, j.totalsBytes(), budget)
	}
	return min(rows, ceil(j.Rows, 64)*64), nil
}
