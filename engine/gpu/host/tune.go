package host

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/internal/each"
	"cardinal/internal/localfile"
)

// The configurations of a grid: the number of workgroups is a multiple of tuneStep, up to tuneGroups times tuneStep. A
// workgroup has one of tuneWidths invocations.
const (
	tuneStep   = 32
	tuneGroups = 64
)

var tuneWidths = []uint32{64, 128, 256, 512, 1024}

// Tune searches the fastest grids of every kernel on the client's device, and stores them in a file, next to the grids
// of other devices. From then on, the client uses them. Tune takes seconds on a card. It calls found with each grid as
// soon as the grid is found, and with the share of the work that is done, from 0 to 1.
func (c *Client) Tune(ctx context.Context, found func(t plan.Tuned, done float64)) ([]plan.Tuned, error) {
	a, err := c.Adapter(ctx)
	if err != nil {
		return nil, err
	}
	rows := map[string]int{gpu.Discrete: 100_000_000, gpu.Integrated: 1 << 24, gpu.Software: 1 << 18}[a.Class]
	ranges, searched := 0, 0
	for _, k := range plan.Kernels {
		ranges += len(k.TuneSlots)
	}
	var all []plan.Tuned
	for _, k := range plan.Kernels {
		for _, slots := range k.TuneSlots {
			searched++
			t, err := c.tuneRange(ctx, a, rows, k.Name, slots)
			if err != nil {
				return all, fmt.Errorf("cannot tune the %s kernel for %d groups: %w", k.Name, slots, err)
			}
			if t.Tried == 0 {
				continue // the device cannot run the kernel
			}
			all = append(all, t)
			found(t, float64(searched)/float64(ranges))
		}
	}
	if err := storeTuned(c.tuningFile, a, all); err != nil {
		return all, err
	}
	c.mu.Lock()
	c.tuned = all
	c.mu.Unlock()
	return all, nil
}

// tuneRange searches the grid of one kernel for a number of slots. A result without tries means that the device
// cannot run the kernel.
func (c *Client) tuneRange(ctx context.Context, a gpu.Adapter, rows int, strategy string,
	slots int) (plan.Tuned, error) {
	r, repeat := tuneRequest(rows, slots), uint32(minRepeat)
	measure := func(t gpu.Tuning) (float64, string, error) {
		r.Tuning = t
		r.Tuning.Strategy, r.Tuning.Repeat = strategy, repeat
		best, ran := 0.0, ""
		for range 3 {
			res, err := c.Run(ctx, r)
			if err != nil {
				return 0, "", err
			}
			for _, s := range res.Stages {
				if s.Name == "kernel" && (best == 0 || s.MS < best) {
					best = s.MS
				}
			}
			ran = res.Strategy
		}
		return best, ran, nil
	}
	widths := slices.DeleteFunc(slices.Clone(tuneWidths), func(w uint32) bool { return w > a.MaxInvocations })
	t := plan.Tuned{
		Device: a.Name, Driver: a.Driver, Strategy: strategy, MaxSlots: slots, Rows: rows,
		Possible: tuneGroups * len(widths),
	}
	usual, ran, err := measure(gpu.Tuning{Untuned: true})
	if err != nil || ran != strategy {
		return t, err
	}
	if repeat = tuneRepeat(usual); repeat > minRepeat {
		if usual, _, err = measure(gpu.Tuning{Untuned: true}); err != nil {
			return t, err
		}
		t.Tried = 1
	}
	s := search{x: tuneGroups, y: len(widths), noise: 0.01, measure: func(x, y int) (float64, error) {
		ms, _, err := measure(gpu.Tuning{Groups: uint32(x+1) * tuneStep, Invocations: widths[y]})
		return ms, err
	}}
	p, ms, tried, err := s.run(point{0, len(widths) - 1})
	t.DefaultMS, t.Tried = usual, t.Tried+1+tried
	t.MS, t.Groups, t.Invocations = ms, uint32(p.x+1)*tuneStep, widths[p.y]
	if usual <= ms { // the planner's own grid is the fastest
		t.MS, t.Groups, t.Invocations = usual, 0, 0
	}
	return t, err
}

// A measurement repeats the kernel for about 10 ms, so that the round trip to the device hardly counts.
const minRepeat, maxRepeat = 4, 48

// tuneRepeat returns how often a measurement runs a kernel that takes ms milliseconds.
func tuneRepeat(ms float64) uint32 { return uint32(min(max(10/ms, minRepeat), maxRepeat)) }

// tuneRequest returns a request for the sum of a column over `slots` groups.
func tuneRequest(rows, slots int) gpu.Request {
	column := func(name string, limit uint32) gpu.Column {
		return gpu.NewColumn(fmt.Sprintf("\x00tune %s %d %d", name, rows, limit), func() []uint32 {
			rng := rand.New(rand.NewPCG(1, uint64(limit)))
			return each.Times(rows, func(int) uint32 { return rng.Uint32N(limit) })
		})
	}
	value := column("value", 1<<20)
	return gpu.Request{
		Rows: rows, Slots: slots, Keys: []gpu.Key{{Codes: column("key", uint32(slots)), Stride: 1}},
		Aggregates: []gpu.Aggregate{{Op: gpu.Sum, Values: &value}},
	}
}

// cachePath returns the path of a file in the user's cache folder, or "" on a machine without one.
func cachePath(name string) string {
	path, _ := localfile.CachePath(name)
	return path
}

// loadTuned reads the grids for an adapter and its driver.
func loadTuned(file string, a gpu.Adapter) []plan.Tuned {
	return each.Where(readTuned(file), func(t plan.Tuned) bool { return t.Device == a.Name && t.Driver == a.Driver })
}

// readTuned reads the grids for all adapters. If the file is missing or broken, it returns none.
func readTuned(file string) []plan.Tuned { return readList(file, isPossible) }

// readList reads the entries of a list that are possible; a damaged file may have others. If the file is missing or
// broken, it returns none.
func readList[T any](file string, possible func(T) bool) []T {
	var all []T
	text, err := localfile.Read(file)
	if err != nil || json.Unmarshal(text, &all) != nil {
		return nil
	}
	return each.Where(all, possible)
}

// isPossible reports whether Tune could have found the grid. A grid from a damaged file may be impossible.
func isPossible(t plan.Tuned) bool {
	width := t.Invocations == 0 || slices.Contains(tuneWidths, t.Invocations)
	return t.MaxSlots > 0 && width && t.Groups <= tuneStep*tuneGroups
}

// storeTuned replaces the grids of an adapter and its driver in the file.
func storeTuned(file string, a gpu.Adapter, found []plan.Tuned) error {
	if file == "" {
		return nil
	}
	others := slices.DeleteFunc(readTuned(file), func(t plan.Tuned) bool {
		return t.Device == a.Name && t.Driver == a.Driver
	})
	if err := localfile.Save(file, append(others, found...)); err != nil {
		return fmt.Errorf("cannot keep the GPU tuning: %w", err)
	}
	return nil
}
