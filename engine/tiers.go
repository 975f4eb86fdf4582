package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"cardinal/engine/choice/cost"
	"cardinal/engine/choice/dispatch"
	"cardinal/engine/choice/tier"
	"cardinal/engine/cpu"
	"cardinal/engine/gpu/host"
	"cardinal/engine/gpu/offload"
	"cardinal/internal/each"
	"cardinal/profiler"
)

// allTiers describes every tier, the simplest first. gpu is nil if no GPU is to be used.
func allTiers(gpu offload.Device) []tier.Tier {
	return []tier.Tier{
		cpu.OneCore(),
		cpu.AllCores(),
		offload.Tier(gpu),
	}
}

// serverTier describes the server of a table as a tier. It groups the rows where the table is. The other tiers answer
// from a copy of the columns.
var serverTier = profiler.Tier{Name: string(Server), Title: "Server", Noun: "the server", Subject: "the server",
	Hardware: "the server"}

// Tier is where a pivot runs, by name.
type Tier string

// Auto lets the score and the gates decide. The other constants are names of tiers.
const (
	Auto    Tier = "auto"
	Serial  Tier = cpu.Serial
	Workers Tier = cpu.Workers
	GPU     Tier = offload.GPU
	Server  Tier = "server" // only for a table on a server
)

// Tiers returns the names and words of every tier, the simplest first. The last one is the server on which a table is.
func Tiers() []profiler.Tier { return append(LocalTiers(), serverTier) }

// LocalTiers returns the tiers of this machine.
func LocalTiers() []profiler.Tier {
	return each.Of(allTiers(nil), func(t tier.Tier) profiler.Tier { return t.Tier })
}

// Strategies returns the ways to group rows that RunOptions.Strategy may name: those of a tier, or those of the
// processor if the tier is free.
func Strategies(t Tier) []tier.Strategy {
	return each.First(allTiers(nil), func(d tier.Tier) bool {
		return Tier(d.Name) == t || t == Auto || t == ""
	}).Strategies
}

// device returns the client as a Device of the GPU tier. It returns a nil interface for a nil client.
func device(client *host.Client) offload.Device {
	if client == nil {
		return nil
	}
	return client
}

// offers asks every tier for an offer. A barred tier gets a gate that forbids it. The first tier never gets one,
// because it answers if no other tier may.
func (e *Engine) offers(ctx context.Context, g *tier.GroupBy, barred []Tier) []*tier.Offer {
	out := make([]*tier.Offer, len(e.tiers))
	for i := range e.tiers {
		t := &e.tiers[i]
		o := t.Offer(ctx, g)
		if i > 0 && slices.Contains(barred, Tier(t.Name)) {
			gates := o.Gates
			o.Gates = func(groups int) []profiler.Gate {
				shut := []profiler.Gate{{Name: "allowed", Detail: t.Noun + " " + t.Was() +
					" turned off in the preferences"}}
				if gates != nil {
					shut = append(shut, gates(groups)...)
				}
				return shut
			}
		}
		out[i] = o
	}
	return out
}

// question collects what dispatch.Decide needs: the offers, the numbers of rows and groups, and the corrections from
// past runs.
func (e *Engine) question(b *bound, g *tier.GroupBy, m *machine, offers []*tier.Offer, x expected) dispatch.Question {
	q := dispatch.Question{Rows: g.Selected, Groups: x.Groups, Low: x.Low, High: x.Decisive, Forced: g.Forced}
	type correction struct {
		past    profiler.Correction
		sending float64
		model   *cost.Model
	}
	corrections, known := make([]correction, len(offers)), e.knows(b.state) // by offer
	for i, o := range offers {
		q.Offers = append(q.Offers, &o.Offer)
		c := correction{sending: 1, model: &e.tiers[i].Model}
		name := m.model(o.Device)
		if known {
			c.past = e.history.Correction(b.fingerprint(), o.Tier.Name, name)
		}
		if len(c.model.Sends) > 0 {
			c.sending = e.history.Sending(o.Tier.Name, name)
		}
		corrections[i] = c
	}
	q.Correction = func(o *dispatch.Offer, expected cost.Prediction) func(string) float64 {
		c := &corrections[slices.Index(q.Offers, o)]
		steady := 1.0
		if !c.past.None() {
			steady = c.past.Of(expected.Total() - expected.Of(c.model.Once))
		}
		if steady == 1 && c.sending == 1 {
			return nil
		}
		return func(stage string) float64 {
			switch {
			case slices.Contains(c.model.Sends, stage):
				return c.sending
			case slices.Contains(c.model.Once, stage):
				return 1
			default:
				return steady
			}
		}
	}
	return q
}

// worthWaiting returns a function that waits for hardware that is not known yet and could be the fastest. It returns
// nil if there is no such hardware.
func worthWaiting(d dispatch.Decision, offers []*tier.Offer) func(context.Context) {
	for i, c := range d.Candidates {
		if d.Forced == "" && c.Score.Promising {
			return offers[i].Wait
		}
	}
	return nil
}

func waitFor(ctx context.Context, wait func(context.Context), patience time.Duration) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	wait(ctx)
}

// grouped is the outcome of a tier.
type grouped struct {
	*tier.Outcome
	on     int    // index of the tier that ran
	broke  string // why the chosen tier failed, if another tier answered
	events []string
}

// run groups the rows on the chosen tier. If a tier fails during the run, the tier before it in the list answers
// instead.
func (p *planned) run(ctx context.Context, stages *stages) (*grouped, error) {
	out := &grouped{on: p.decision.Chosen}
	for {
		stages.begin("aggregate")
		var err error
		out.Outcome, err = p.offers[out.on].Run(ctx, p.decision.Candidates[out.on].Plan)
		var failure *tier.Failure
		switch {
		case err == nil:
			stages.replace(out.Stages)
			return out, p.arrange(ctx, out, stages)
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case !errors.As(err, &failure):
			return nil, err
		}
		stages.replace(nil)
		instead := p.decision.InsteadOf(out.on)
		out.events = append(out.events, fmt.Sprintf("%s; %s answered instead", failure,
			p.decision.Candidates[instead].Tier.Subject))
		out.on, out.broke = instead, failure.What
	}
}

// arrange sorts the values of medians, modes and similar measures by group, once for all totals.
func (p *planned) arrange(ctx context.Context, g *grouped, stages *stages) error {
	if p.measures.Lists() > 0 {
		stages.begin("arrange")
		if err := p.measures.Arrange(ctx, g.Groups.Accs, g.Groups.N, p.threads(g)); err != nil {
			return err
		}
		stages.end()
	}
	if d := p.measures.Disk(); d != nil { // the values on the disk are merged in the next step
		d.Progress = func(done float64) { stages.report(Progress{Stage: stages.now, Done: done}) }
	}
	return ctx.Err()
}

// threads returns how many cores the steps after the aggregation may use.
func (p *planned) threads(g *grouped) int {
	if g.Workers == 1 && p.offers[g.on].Tier.Name == cpu.Serial {
		return 1
	}
	return p.options.Threads
}
