package tier

import (
	"context"
	"slices"

	"cardinal/engine/choice/cost"
	"cardinal/engine/choice/dispatch"
	"cardinal/engine/pivot"
	"cardinal/profiler"
)

// Tier describes one tier.
type Tier struct {
	profiler.Tier
	// Strategies lists the ways to group rows that GroupBy.Strategy may name on the tier.
	Strategies []Strategy
	// Model describes the tier's predictions. Its Terms are nil if the tier is not calibrated.
	Model cost.Model
	// Offer examines a group-by without running it. It may wait, until ctx ends, for hardware that was asked for by
	// name.
	Offer func(ctx context.Context, g *GroupBy) *Offer
	// Trials returns the numbers of workers with which a calibration measures a group-by of `rows` rows on `cores`
	// cores. For a tier without workers it returns 0. An empty list means that the tier cannot be measured now, or not
	// with so many rows.
	Trials func(rows, cores int) []int
}

// Strategy is a way to group rows: its name, and a phrase for people without a full stop.
type Strategy struct{ Name, Words string }

// Offer is what a tier predicts for one group-by, with the function that runs it.
type Offer struct {
	dispatch.Offer
	// Shape describes the group-by to the tier's Model, as plan would run it.
	Shape func(plan dispatch.Plan) cost.Shape
	// Wait waits until the hardware is known, or ctx ends. Nil: the hardware is already known.
	Wait func(ctx context.Context)
	// Send sends what a run of about `expected` groups needs to the hardware, ahead of the run, and returns the number
	// of bytes. groups is the number of groups if the hardware found it, else 0. Nil: nothing can be sent.
	Send func(ctx context.Context, expected int) (bytes int64, groups int, err error)
	// Compile compiles the programs that a run of about `expected` groups needs, ahead of the run. Nil: there are none.
	Compile func(ctx context.Context, expected int) error
	// Run groups the rows. If the tier breaks, Run returns a *Failure, and another tier answers.
	Run func(ctx context.Context, plan dispatch.Plan) (*Outcome, error)
}

// Outcome is the result of a run, and how it was reached.
type Outcome struct {
	Groups   *pivot.Groups
	Strategy string // the strategy that ran, by name
	Workers  int    // threads that aggregated; 0 on a device
	MS       float64
	// ReadMS is the part of MS in which the columns were read. Throughput is the bytes of the columns divided by
	// ReadMS.
	ReadMS float64
	Stages []profiler.Stage // of the run only, without predictions
	Events []string         // unplanned events, a sentence each
	// the largest memory: accumulators, tables and copies of rows, or what is kept on a device
	Bytes   int64
	Sent    int64               // bytes sent to a device
	Tiles   int                 // of rows that were sent to a device one after the other; 0: all at once
	Kernels []profiler.Kernel   // of a device
	Table   *profiler.HashTable // of a device, or nil
	// partitions in which the groups of the tiles were merged; 0: the groups stayed on the device
	Parts int
	// Details maps the name of a gate to what the run adds to its verdict.
	Details map[string]string
}

// AddStage adds milliseconds to a stage of the run.
func (o *Outcome) AddStage(name string, ms float64) {
	i := slices.IndexFunc(o.Stages, func(s profiler.Stage) bool { return s.Name == name })
	if i < 0 {
		o.Stages = append(o.Stages, profiler.Stage{Name: name, MS: ms})
		return
	}
	o.Stages[i].MS += ms
}

// Failure is the error of a tier that broke while it ran. The rows are unchanged, so that another tier can answer.
type Failure struct {
	What string // what happened, as the beginning of a sentence
	Err  error
}

func (f *Failure) Error() string { return f.What + " (" + f.Err.Error() + ")" }

func (f *Failure) Unwrap() error { return f.Err }
