package device

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/plan"
)

// A request runs no program but those that package plan has named before it ran, where the groups and columns
// are known: all of them are compiled at once.
func TestProgramsAreForeseen(t *testing.T) {
	d := openTestDevice(t)
	m := gputest.New(31)
	requests := map[string]gpu.Request{}
	of := func(form gpu.Form, shape string, rows int, t gpu.Tuning) gpu.Request {
		r := m.RequestOf(form, shape, rows)
		r.Aggregates, r.Tuning = r.Aggregates[:3], t
		return r
	}
	for _, k := range plan.Kernels {
		requests[k.Name] = of(gpu.Dense, "uniform", 20_000, gpu.Tuning{Strategy: k.Name})
	}
	for _, mapping := range plan.MappingNames() {
		requests[mapping] = of(gpu.Hashed, "skewed", 20_000, gpu.Tuning{Mapping: mapping, Strategy: plan.Global.Name})
	}
	requests["ranked slots"] = of(gpu.Sparse, "uniform", 20_000, gpu.Tuning{Strategy: plan.Partition.Name})
	requests["many rows"] = of(gpu.Dense, "uniform", plan.ManyRows, gpu.Tuning{Strategy: plan.Global.Name})
	ties := of(gpu.Dense, "uniform", 20_000, gpu.Tuning{Strategy: plan.Global.Name})
	high, low := m.Values(20_000), m.Values(20_000)
	ties.Aggregates = []gpu.Aggregate{{Op: gpu.Min, Values: &high}, {Op: gpu.Min, Values: &low, Ties: true}}
	requests["ties"] = ties
	six := of(gpu.Dense, "uniform", 1000, gpu.Tuning{Strategy: plan.Global.Name})
	six.Keys = append(append(six.Keys, six.Keys...), six.Keys...)
	six.Slots *= 9
	requests["six keys"] = six
	for _, name := range slices.Sorted(maps.Keys(requests)) {
		r := requests[name]
		execute := func() {
			if err := d.Execute(plan.JobOf(&r), supplyOf(r), func(o *Readout) error {
				r.Expected = o.Outcome().Groups
				return nil
			}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		execute() // the device learns the widths of the columns
		for id := range maps.Clone(d.resident.entries) {
			if strings.HasPrefix(id, "\x00hashed") || strings.HasPrefix(id, "\x00ranks") {
				d.resident.remove(id)
			}
		}
		foreseen := plan.Names(plan.Programs(d.knownJob(plan.JobOf(&r)), d.Info))
		kept := d.pipelines.programs
		d.pipelines.programs = maps.Clone(kept)
		maps.DeleteFunc(d.pipelines.programs, func(name string, _ *program) bool {
			return !slices.Contains(foreseen, name)
		})
		execute()
		for made := range d.pipelines.programs {
			if !slices.Contains(foreseen, made) {
				t.Errorf("%s: %q was not foreseen", name, made)
			}
		}
		maps.Copy(kept, d.pipelines.programs)
		d.pipelines.programs = kept
	}
}
