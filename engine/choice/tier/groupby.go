package tier

import (
	"time"

	"cardinal/data"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/choice/cost"
	"cardinal/engine/key"
	"cardinal/profiler"
)

// GroupBy is a bound group-by. All tiers get the same one. Only Moved changes while offers are made and run.
type GroupBy struct {
	Table      *data.Table
	Source     string         // names the table's columns on a device
	Keys       []*key.Column  // row fields, then column fields
	Key        *key.Composite // of Keys
	Measures   *measure.Plan
	Levels     int                 // of both axes together
	Select     data.Bitmap         // rows that pass the filter; nil: all rows
	Selected   int                 // number of these rows
	Filter     string              // the filter as text, or ""
	Clustering profiler.Clustering // of the keys

	Machine  *cost.Machine
	Cores    int    // the cores that may be used
	Workers  int    // the cores that aggregate; 0: the number that is expected to be the fastest
	Strategy string // name of a strategy of the tier asked for, or of the processor if none was; "": the tier chooses
	Morsel   int    // rows that a worker takes at a time, a multiple of 64; 0: depends on the rows
	// rows that a list of values keeps in memory before it writes them to the disk; 0: as many as the memory holds
	ListRows int
	// words of 32 bits that are moved for each row because lists of values are sorted onto the disk, set before the
	// choice; 0: the lists fit the memory
	Moved  float64
	Forced string        // the tier that was asked for by name; "" if the choice is free
	Waited time.Duration // the wait for hardware that is not known yet
	// Budget returns the bytes that a run of a number of groups may take.
	Budget   func(groups int) int64
	Progress func(done float64) // from 0 to 1; never nil
}

// packedShare is the cost of a sum that is packed with another sum. The unit is the cost of a single sum. computedShare
// is the cost of computing the values of a sum while rows are read.
const packedShare, computedShare = 0.5, 4

// floatUpdates is the additional time of an update of a float, in updates of an integer.
const floatUpdates = 4

// Shape describes the group-by to a cost model, for an expected number of groups. Each tier adds what its own model
// needs.
func (g *GroupBy) Shape(groups int) cost.Shape {
	s := cost.Shape{
		Rows: g.Selected, Keys: len(g.Keys), Inputs: len(g.Measures.Inputs), Groups: groups, Asked: g.Measures.Asked(),
		Levels: g.Levels,
	}
	if g.Select != nil {
		s.Scanned = g.Table.Rows
	}
	for _, k := range g.Measures.Kinds {
		if k.Collects() {
			s.Distinct++
		} else {
			s.Accs++
		}
		if c := k.Column; c != nil && c.Type == data.Float && !k.Collects() && k.Op != measure.OpCount {
			s.Floats += floatUpdates
		}
	}
	sums, others, direct := g.Measures.Sums()
	if s.Updates = float64(others - s.Distinct); sums > 0 {
		s.Updates += 1 + packedShare*float64(sums-1)
	}
	for _, in := range g.Measures.Inputs {
		if in.Column != nil && in.Column.Compute != nil {
			s.Updates += computedShare
		}
	}
	if s.Distinct > 0 {
		s.Listed = g.Measures.Listed
	}
	s.Direct = direct && len(g.Keys) == 1 && g.Select == nil
	return s
}
