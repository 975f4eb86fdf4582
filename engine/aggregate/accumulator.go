package aggregate

// BatchRows is the most rows of a batch: the group ids of one stay in the first-level cache.
const BatchRows = 2048

// Batch is up to BatchRows rows: the group of each, and each input's values.
type Batch struct {
	Groups []uint32
	In     []Vector // by input of the plan
	// Starts marks runs of rows of one group: run i is the rows Starts[i] to Starts[i+1] and falls into Runs[i]; the
	// last start is the number of rows. nil where runs were not looked for; then Groups is filled, else it may not be.
	Starts []uint32
	Runs   []uint32

	room []uint32 // for codes under a mask
}

// Accumulator is one column of state by group. Update and Merge need room made by Grow first.
type Accumulator interface {
	// Grow makes room for n groups; those there are keep their state.
	Grow(n int)
	Update(b *Batch)
	// Merge adds group groups[i] of from, an accumulator of the same kind, to group to[i] of this one, or skips
	// it where to[i] is Skip. nil groups are all of them in order; a nil to adds each to its own number. from
	// must not be used afterwards, for it may have given its state away.
	Merge(from Accumulator, groups, to []uint32)
	Bytes() int64
}

// Ranges calls do for ranges lo to hi, which together are 0 to n, on as many workers as are worth it.
type Ranges func(n int, do func(lo, hi int))

// OneRange is Ranges on the calling goroutine.
func OneRange(n int, do func(lo, hi int)) { do(0, n) }

// Columnar is an accumulator whose state is a slice, some entries a group: workers may update different groups
// of one such accumulator at the same time. Merge leaves what it is merged from as it was, which may be other
// groups of the same accumulator.
type Columnar interface {
	Accumulator
	// Make is Grow of an accumulator without groups.
	Make(n int, each Ranges)
	// Clear empties groups.
	Clear(groups []uint32)
	// Keep drops all groups but those listed in ascending order, which become 0, 1, 2, ...
	Keep(groups []uint32, each Ranges)
	// Slice is groups lo to hi, of the same state, as 0, 1, 2, ... Only Update and Merge may be called on it.
	Slice(lo, hi int) Columnar
}

// Atomic is an accumulator that workers may update at the same time whatever the groups.
type Atomic interface {
	Columnar
	UpdateAtomic(b *Batch)
}

// RunReducer is an accumulator that reduces a run of rows of one group before it touches the group's state.
type RunReducer interface {
	Accumulator
	UpdateRuns(b *Batch)
}

// fillGroups expands runs to one group a row.
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

// Update adds a batch to every accumulator, by runs where the batch has them and the accumulator reduces them.
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

// CheckGroups is how many groups are read out between two looks at the context.
const CheckGroups = 1 << 12
