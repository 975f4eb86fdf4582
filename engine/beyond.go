package engine

import (
	"fmt"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/profiler"
)

// deviceMemory says how the request fits the device, or what is in the way. In tiles every column is sent again for each
// answer, which takes longer than the workers do: only who asks for the GPU by name is served so.
func (r *run) deviceMemory(request *gpu.Request) (trouble, fine string) {
	need, budget := megabytes(plan.DeviceBytes(request)), megabytes(r.device.adapter.ResidentBudget)
	fine = fmt.Sprintf("it needs %s of %s", need, budget)
	split, err := r.engine.gpu.SplitOn(r.device.adapter, request)
	switch {
	case err != nil:
		return err.Error(), ""
	case split.Tiles == 0:
		return "", fine
	case r.how.Tier != GPU:
		return fmt.Sprintf("the pivot needs %s on the GPU and %s are allowed, and sent in tiles it would take longer than on the cores", need, budget), ""
	case split.Bytes > r.budget():
		return fmt.Sprintf("the groups of %d tiles of rows would need %s of memory, and %s are free", split.Tiles, megabytes(split.Bytes), megabytes(r.budget())), ""
	}
	return "", fine + ", so " + split.String()
}

// streamed records how rows in tiles came through, and adds it to the memory gate's verdict.
func (r *run) streamed(result *gpu.Result) {
	r.record.Tiles, r.record.Partitions = result.Tiles, result.Partitions
	how := ""
	switch {
	case result.Partitions > 0:
		how = fmt.Sprintf(": %d partitions in %d loads", result.Partitions, result.Loads)
		if result.Left > 0 {
			how += fmt.Sprintf(", and the cores merged %s groups of tiles that had no room", profiler.Count(result.Left))
		}
	case result.Tiles > 0:
		how = fmt.Sprintf(", at %.0f%% of the link's bandwidth, uploading %.0f%% of the time", 100*result.LinkShare, 100*result.Overlap)
	}
	for i, g := range r.record.Gates {
		if g.Name == "memory" {
			r.record.Gates[i].Detail += how
		}
	}
}
