package tier

import (
	"context"

	"cardinal/engine/choice/cost"
	"cardinal/engine/choice/dispatch"
	"cardinal/engine/pivot"
	"cardinal/profiler"
)

// Tier describes one tier.
type Tier struct {
	profiler.Tier
	// Strategies are the ways to group rows that GroupBy.Strategy may name on the tier.
	Strategies []Strategy
	// Model is what predictions of the tier consist of. Its Terms are nil where the tier is not calibrated.
	Model cost.Model
	// Offer looks at a group-by without running it. It may wait for hardware that was asked for by name, until
	// ctx ends.
	Offer func(ctx context.Context, g *GroupBy) *Offer
	// Trials are the numbers of workers that a calibration measures a group-by of so many rows with, on a
	// machine of so many cores; 0 workers where the tier has none. None: the tier cannot be measured now, or
	// not with so many rows.
	Trials func(rows, cores int) []int
}

// Strategy is a way to group rows: its name, and what it does, a phrase for people without a full stop.
type Strategy struct{ Name, Words string }

// Offer is what a tier says of one group-by, and how the tier runs it.
type Offer struct {
	dispatch.Offer
	// Shape describes the group-by to the tier's Model, as plan would run it.
	Shape func(plan dispatch.Plan) cost.Shape
	// Wait waits until the hardware is known, or ctx ends. It is nil where the hardware is known already.
	Wait func(ctx context.Context)
	// Send gives the hardware what a run of about so many groups would have to wait for, and returns the bytes
	// that were sent. groups is the number of groups where the hardware found it, else 0. Send is nil where
	// nothing can be sent.
	Send func(ctx context.Context, expected int) (bytes int64, groups int, err error)
	// Compile compiles the programs that a run of about so many groups would have to wait for. It is nil where
	// there are none.
	Compile func(ctx context.Context, expected int) error
	// Run groups the rows. It returns a *Failure where the tier broke and another one can answer.
	Run func(ctx context.Context, plan dispatch.Plan) (*Outcome, error)
}

// Outcome is what a tier found and how.
type Outcome struct {
	Groups   *pivot.Groups
	Strategy string // that ran, by name
	Workers  int    // threads that aggregated; 0 on a device
	MS       float64
	// ReadMS is the part of MS that scans of the columns took. Throughput is columns' bytes over ReadMS.
	ReadMS float64
	Stages []profiler.Stage // of the run alone, without predictions
	Events []string         // what did not go as planned, each a sentence
	// of memory: accumulators, tables and copies of rows at their largest, or what is kept on a device
	Bytes   int64
	Sent    int64               // bytes that went to a device
	Tiles   int                 // of rows that a device was sent one after the other; 0: all at once
	Kernels []profiler.Kernel   // of a device
	Table   *profiler.HashTable // of a device; nil: there was none
	// partitions that the groups of the tiles were merged in; 0: the groups stayed on the device
	Parts int
	// Details are what the run adds to the verdict of a gate, by the gate's name.
	Details map[string]string
}

// Failure is a tier that broke while it ran. The rows are unharmed: another tier can answer.
type Failure struct {
	What string // happened, as the beginning of a sentence
	Err  error
}

func (f *Failure) Error() string { return f.What + " (" + f.Err.Error() + ")" }

func (f *Failure) Unwrap() error { return f.Err }
