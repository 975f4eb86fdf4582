package aggregate

// BatchRows is the largest number of rows in a batch: its group ids stay in the first-level cache.
const BatchRows = 2048

// Batch is at most BatchRows rows: the group of each row, and the values of each input.
type Batch struct {
	Groups []uint32
	In     []Vector // by index of the plan's input
	// Starts marks runs of rows of one group: run i is the rows Starts[i] to Starts[i+1] and belongs to group Runs[i].
	// The last start is the number of rows. If Starts is nil, nobody looked for runs, and Groups is filled. Otherwise
	// Groups may have any content.
	Starts []uint32
	Runs   []uint32
	One    bool // all groups are replicas of one group, so that an accumulator may add every row to group 0

	room []uint32 // memory for masked codes
}

// Accumulator is one column of state, indexed by group. Grow must be called before Update and Merge reach a new group.
type Accumulator interface {
	// Grow makes room for n groups; existing groups keep their state.
	Grow(n int)
	Update(b *Batch)
	// Merge adds group groups[i] of from, an accumulator of the same kind, to group to[i]. If groups is nil, every
	// group g of from is added to group to[g], unless to[g] is Skip. If to is nil, too, group g is added to group g.
	// The caller must not use from afterwards, since from may have given its state away.
	Merge(from Accumulator, groups, to []uint32)
	Bytes() int64
}

// Ranges calls do for ranges lo to hi that together cover 0 to n, on as many workers as pay off.
type Ranges func(n int, do func(lo, hi int))

// OneRange implements Ranges on a single goroutine: it calls do once.
func OneRange(n int, do func(lo, hi int)) { do(0, n) }

// Columnar is an accumulator whose state is a slice, with a fixed number of entries per group. Workers may update
// different groups of one Columnar at the same time. Merge leaves `from` unchanged; `from` may be a Slice of the same
// accumulator with other groups.
type Columnar interface {
	Accumulator
	// Make is Grow for an accumulator without groups.
	Make(n int, each Ranges)
	// Clear empties groups.
	Clear(groups []uint32)
	// Keep drops all groups but the listed ones. groups ascends, and its groups become 0, 1, 2, ...
	Keep(groups []uint32, each Ranges)
	// Slice returns groups lo to hi as groups 0, 1, 2, ... of the same state. Only Update and Merge may be called on
	// it.
	Slice(lo, hi int) Columnar
}

// RunReducer is an accumulator that reduces a run of rows of one group before it updates the group's state.
type RunReducer interface {
	Accumulator
	UpdateRuns(b *Batch)
}

// fillGroups fills Groups from the runs.
func (b *Batch) fillGroups() {
	if b.Starts == nil {
		return
	}
	for r, g := range b.Runs {
		part := b.Groups[b.Starts[r]:b.Starts[r+1]]
		for i := range part {
			part[i] = g
		}
	}
}

// Update adds a batch to every accumulator. It adds whole runs if the batch has runs and the accumulator can reduce
// them.
func Update(accs []Accumulator, b *Batch) {
	filled := false
	for _, a := range accs {
		if b.Starts != nil {
			if r, ok := a.(RunReducer); ok {
				r.UpdateRuns(b)
				continue
			}
			if !filled {
				b.fillGroups()
				filled = true
			}
		}
		a.Update(b)
	}
}

// CheckGroups is the number of groups whose figures are read between two checks of the context.
const CheckGroups = 1 << 12
