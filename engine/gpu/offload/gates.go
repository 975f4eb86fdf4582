package offload

import (
	"fmt"

	"cardinal/data"
	"cardinal/engine/gpu/plan"
	"cardinal/internal/each"
	"cardinal/internal/memory"
	"cardinal/profiler"
)

// gate returns the verdict of a check. The check failed if trouble says why; else it passed, and fine says why.
func gate(name, trouble, fine string) profiler.Gate {
	if trouble != "" {
		return profiler.Gate{Name: name, Detail: trouble}
	}
	return profiler.Gate{Name: name, Pass: true, Detail: fine}
}

// closedGates returns the gates that forbid every GPU, whatever the number of groups: those of precision and support.
func (j *job) closedGates() []profiler.Gate {
	return each.Where(j.barred, func(g profiler.Gate) bool { return !g.Pass })
}

// gates returns the verdicts of all checks for a number of groups. No check depends on the verdict of another.
func (j *job) gates(groups int) []profiler.Gate {
	health := ""
	if !j.seen.usable {
		health = j.seen.why
	}
	gates := []profiler.Gate{j.barred[0]}
	if j.seen.isKnown() { // an unknown device has no memory to check
		memory, size := j.memory(groups)
		gates = append(gates, gate("memory", memory, size))
	}
	return append(gates, gate(profiler.Health, health, "it passed its self-test"), j.barred[1])
}

// memory returns trouble, which says why the request does not fit the device, or fine, which says how it fits. The
// columns of a request that does not fit at once are sent in tiles of rows. They are sent again for every answer.
func (j *job) memory(groups int) (trouble, fine string) {
	budget := memory.Format(j.seen.adapter.ResidentBudget)
	if j.request == nil {
		return "", fmt.Sprintf("its columns would need %s of %s", memory.Format(j.needs.bytes), budget)
	}
	if trouble := j.pairMemory(groups); trouble != "" {
		return trouble, ""
	}
	request := *j.request
	request.Expected = groups
	need := memory.Format(plan.DeviceBytes(&request))
	if fine = fmt.Sprintf("it needs %s of %s", need, budget); j.fits {
		return "", fine
	}
	split, err := j.device.SplitOn(j.seen.adapter, &request)
	switch {
	case err != nil:
		return err.Error(), ""
	case split.Tiles == 0:
		return "", fine
	case split.Bytes > j.Budget(0):
		return fmt.Sprintf("%d tiles of rows would need %s of memory, and %s are free", split.Tiles,
			memory.Format(split.Bytes), memory.Format(j.Budget(0))), ""
	}
	return "", fine + ", so " + split.String()
}

// support says what in the group-by no kernel can do, or returns "".
func (j *job) support() string {
	if _, ok := j.form(); !ok {
		return fmt.Sprintf("the fields have more combinations of values than the GPU can index, and it hashes the "+
			"values of at most %d fields", maxHashedKeys)
	}
	if j.Selected == 0 {
		return "no row is left to group"
	}
	for kind, k := range j.Measures.Kinds {
		if _, trouble := j.Measures.Device(k); trouble != "" {
			return trouble
		}
		if op := j.pairsOf(kind); op != nil && j.Key.Slots > maxSparseSlots/uint64(op.Codes()) {
			return fmt.Sprintf("the fields and the values of %s have more combinations than the GPU can index",
				op.Values.Name)
		}
	}
	return ""
}

// isCoded reports whether the column's numbers are codes of 32 bits.
func isCoded(c *data.Column) bool { return c.Wide == nil && c.Type != data.Float }

func span(c *data.Column) uint64 { return uint64(c.Max) - uint64(c.Min) }

// need is what a group-by needs of a device.
type need struct {
	columns        int
	bytes, largest int64 // the size of all columns, and of the largest column
	absent         int   // columns that are not on the device yet
	lacking        int64 // the bytes of the absent columns
	made           int64 // the bytes of those that the cores compute
}

// need returns what the request needs of the device; without a request, what its columns would need.
func (j *job) need() need {
	var list columns
	made := int64(0)
	if j.request != nil {
		for _, q := range j.requests() {
			list.addRequest(q)
		}
		for id, source := range j.request.Sources() {
			if held, _ := j.device.Resident([]string{id}); held == 0 && !source.Ready {
				made += source.Kind.Bytes(j.Table.Rows)
			}
		}
	} else {
		for _, k := range j.Keys {
			list.add(j.keyID(k), int64(k.Codes.Bytes()))
		}
		for _, in := range j.Measures.Inputs {
			if c := in.Column; c != nil {
				list.add(j.columnID("value0", c), int64(c.Codes.Bytes())+8*int64(len(c.Wide)+len(c.Floats)))
			}
		}
	}
	n := need{columns: len(list.ids), bytes: list.bytes, largest: list.largest, absent: len(list.ids),
		lacking: list.bytes, made: made}
	if j.device != nil {
		columns, resident := j.device.Resident(list.ids)
		n.absent, n.lacking = n.columns-columns, max(0, list.bytes-resident)
	}
	return n
}
