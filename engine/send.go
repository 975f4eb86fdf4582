package engine

import (
	"context"

	"cardinal/data"
	"cardinal/engine/choice/estimate"
	"cardinal/engine/choice/tier"
	"cardinal/engine/gpu"
	"cardinal/engine/query"
)

// Sent describes the columns of a table on the GPU.
type Sent struct {
	On      string // name of the adapter; "": no column is there
	Columns int
	Bytes   int64
}

// Send gives the GPU the columns that the queries read, in their order, and runs the queries there once. A later pivot
// then does not wait for columns, or for a program to compile. Send sends the columns of a query only if the GPU is
// expected to be the fastest once it has them. The columns that it sends never replace other columns there. If the GPU
// finds the number of groups, the engine keeps this number. Send skips a query that cannot be answered. It returns
// ctx's error within some milliseconds after ctx ends.
//
// Source: "The GROUP BY problem on GPUs", factor F5 (a bonus if the columns are already on the GPU). Changed: the
// columns are sent before a query asks for them.
func (e *Engine) Send(ctx context.Context, t *data.Table, queries []query.Query, barred []Tier) (Sent, error) {
	err := e.prepare(ctx, t, queries, barred, func(p *planned, o *tier.Offer, expected int) error {
		if o.Send == nil {
			return nil
		}
		_, groups, err := o.Send(ctx, expected)
		if groups > 0 {
			p.state.note(p.fingerprint(), estimate.FromDevice(groups))
		}
		return err
	})
	if err != nil {
		return Sent{}, err
	}
	return e.sent(t), nil
}

// Compile lets the GPU compile the programs of queries, so that a pivot with columns of the same widths does not wait
// for them. It sends no columns. Otherwise it works like Send.
func (e *Engine) Compile(ctx context.Context, t *data.Table, queries []query.Query, barred []Tier) error {
	return e.prepare(ctx, t, queries, barred, func(_ *planned, o *tier.Offer, expected int) error {
		if o.Compile == nil {
			return nil
		}
		return o.Compile(ctx, expected)
	})
}

// prepare calls do for every query and for each of its offers that would be the fastest if nothing had to be sent or
// compiled.
func (e *Engine) prepare(ctx context.Context, t *data.Table, queries []query.Query, barred []Tier,
	do func(p *planned, o *tier.Offer, expected int) error) error {
	if e.Served(t) {
		return nil
	}
	if e.gpu != nil {
		if a, err := e.Probe(ctx); err != nil || a.Class == gpu.Software {
			return ctx.Err()
		}
	}
	for _, q := range queries {
		p, err := e.plan(ctx, t, q, RunOptions{Barred: barred}, startStages(nil))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			continue
		}
		for i, o := range p.offers {
			if !p.wins(e, i) {
				continue
			}
			if err := do(p, o, p.decision.Candidates[i].Plan.Groups); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// wins reports whether a tier would be the fastest if nothing had to be sent or compiled. It ignores the gate of doubt
// about the number of groups, because a device that gets the columns finds this number.
func (p *planned) wins(e *Engine, i int) bool {
	c := &p.decision.Candidates[i]
	shape := p.offers[i].Shape(c.Plan)
	model, ms := &e.tiers[i].Model, c.MS
	if whole := model.Total(p.groupBy.Machine, &shape); whole > 0 {
		shape.Upload, shape.CompileWait, shape.Unmapped = 0, nil, false
		ms *= model.Total(p.groupBy.Machine, &shape) / whole
	}
	for k := range p.decision.Candidates {
		if rival := &p.decision.Candidates[k]; k != i && len(rival.Shut) == 0 && rival.Plan.Predicted != nil &&
			rival.MS <= ms {
			return false
		}
	}
	return c.Plan.Predicted != nil && c.Possible()
}

// sent describes the columns of a table on the GPU.
func (e *Engine) sent(t *data.Table) Sent {
	a, usable := e.peek()
	if !usable {
		return Sent{}
	}
	var s Sent
	if s.Columns, s.Bytes = e.gpu.Held(e.state(t).id + "/"); s.Columns > 0 {
		s.On = a.Name
	}
	return s
}
