package device

import (
	"math"

	"cardinal/engine/gpu/plan"
)

// A request that takes a slow device long is handed to it in portions, and between them the device asks whether the app
// still wants the answer. What takes no longer than one portion is one submission, and nothing is asked.
const portionSeconds = 0.02

// pacer submits commands in portions.
type pacer struct {
	c     *commands
	paced bool
	due   float64 // seconds of what the commands hold
}

// pace is the pacer of work that takes so many seconds.
func (c *commands) pace(all float64) *pacer { return &pacer{c: c, paced: all > portionSeconds} }

// rows is how many of so many rows, that take so many seconds, one dispatch takes: a multiple of 64.
func (p *pacer) rows(rows int, took float64) int {
	n := 1.0
	if p.paced {
		n = max(1, math.Ceil(took/portionSeconds))
	}
	return max(plan.LeastRecords, plan.Ceil(int(math.Ceil(float64(rows)/n)), 64)*64)
}

// next comes before a dispatch of so many seconds. Where the portion is full, it runs.
func (p *pacer) next(took float64) error {
	if p.paced && p.due > 0 && p.due+took > portionSeconds {
		if err := p.c.submit(); err != nil {
			return err
		}
		p.c.steps, p.c.used, p.due = nil, 0, 0
	}
	p.due += took
	return nil
}
