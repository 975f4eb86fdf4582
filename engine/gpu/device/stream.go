package device

import (
	"strconv"
	"time"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu/plan"
	"cardinal/internal/system"
	"cardinal/profiler"
)

// stream runs a job whose columns do not fit the budget. It aggregates the rows tile by tile into the same
// accumulators, while the next tile is sent.
//
// Source: MP-EGA (Wang, Shen and Lei, 2025): pre-aggregated tiles and several buffers in flight, so that copies overlap
// kernels. Changed: the accumulators of all slots stay on the device, so that a tile is not partitioned and nothing is
// merged afterwards. Package outofcore answers jobs whose accumulators do not fit.
func (d *Device) stream(j *plan.Job, supply Supplier, a *answer) error {
	rows, err := plan.TileRows(j, d.resident.budget)
	if err != nil {
		return err
	}
	link, err := d.staging.bandwidth(d) // before programs compile in parallel
	if err != nil {
		return err
	}
	tile := *j
	tile.Rows = rows
	d.pipelines.begin(plan.Programs(&tile, d.Info)...)
	passes := plan.Of(&tile, d.Info)
	a.Strategy, a.Tiles = plan.StrategyOf(passes), plan.Ceil(j.Rows, rows)
	defer func() { d.tile = "" }()
	var upload, stalled, compiling time.Duration
	waited := func() time.Duration { // the wait for programs since the last call
		w := d.pipelines.takeWaited()
		compiling += w
		return w
	}
	var before wgpu.SubmissionIndex // the submission of the previous tile
	d.pipelines.takeWaited()        // drops the wait of the measurement
	begin := system.Now()
	for from := 0; from < j.Rows; from += rows {
		// a tile reuses the buffers of the tile before the previous one
		d.tile = "\x00tile " + strconv.Itoa(from/rows%2)
		tile.First, tile.Rows = from, min(rows, j.Rows-from)
		clock := system.Now()
		d.resident.begin()
		if err := d.fetch(&tile, supply); err != nil {
			return err
		}
		upload += system.Since(clock) - waited()
		slots, _, err := d.slots(&tile)
		if err != nil {
			return err
		}
		// The kernels of the previous tile ran during the upload. Waiting for them here limits the work in flight to
		// two tiles.
		clock = system.Now()
		if from > 0 {
			d.waitFor(before)
		}
		stalled += system.Since(clock)
		if err := d.aggregate(&tile, passes, slots, from == 0, nil); err != nil {
			return err
		}
		waited()
		before = d.submitted
	}
	clock := system.Now()
	d.wait()
	stalled += system.Since(clock)
	total := system.Since(begin)
	a.LinkShare = float64(j.SourceBytes()) / upload.Seconds() / link
	a.Overlap = upload.Seconds() / total.Seconds()
	ms := func(t time.Duration) float64 { return float64(t.Nanoseconds()) / 1e6 }
	if compiling > 0 {
		a.Stages = append(a.Stages, profiler.Stage{Name: "compile", MS: ms(compiling)})
	}
	a.Stages = append(a.Stages, profiler.Stage{Name: "upload", MS: ms(upload)}, profiler.Stage{Name: "stall",
		MS: ms(stalled)},
		profiler.Stage{Name: "kernel", MS: max(0, ms(total-upload-stalled-compiling))})
	a.clock = system.Now()
	return a.deliver(d.readout(j, a, passes))
}
