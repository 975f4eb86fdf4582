package device

import (
	"strconv"
	"time"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu/plan"
	"cardinal/profiler"
)

// stream runs a job whose columns do not fit the budget: a tile of rows after the other, each aggregated into the same
// accumulators while the next one is on its way.
//
// Source: SEEDS C3 (MP-EGA): pre-aggregated tiles and several buffers in flight, so that copies overlap kernels.
// Changed: the accumulators of all slots stay on the device, so that tiles need no partitions of their own and nothing
// is merged afterwards; what has no room for them is answered as beyond says.
func (d *Device) stream(j *plan.Job, supply Supplier, deliver func(Outcome, [][]byte) error) error {
	rows, err := plan.TileRows(j, d.resident.budget)
	if err != nil {
		return err
	}
	tile := *j
	tile.Rows = rows
	planned := plan.Of(&tile, d.Info)
	o := Outcome{Strategy: plan.StrategyOf(planned), Tiles: plan.Ceil(j.Rows, rows)}
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
		tile.First, tile.Rows = from, min(rows, j.Rows-from)
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
	o.LinkShare = float64(j.SourceBytes()) / upload.Seconds() / link
	o.Overlap = upload.Seconds() / total.Seconds()
	ms := func(t time.Duration) float64 { return float64(t.Nanoseconds()) / 1e6 }
	o.Stages = []profiler.Stage{
		{Name: "upload", MS: ms(upload)}, {Name: "stall", MS: ms(stalled)},
		{Name: "kernel", MS: max(0, ms(total-upload-stalled))},
	}
	clock = time.Now()
	return d.readTotals(j, planned, func(parts [][]byte) error {
		o.Stages = append(o.Stages, profiler.Stage{Name: "read back", MS: ms(time.Since(clock))})
		return deliver(o, parts)
	})
}
