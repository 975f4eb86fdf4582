package timing

import (
	"runtime"
	"slices"
	"time"
)

// Side is one way of doing what is measured. It returns what it holds in memory, so that this lives until the clock
// has stopped.
type Side func() (any, error)

// Times are the rounds of one side. First is the round before them, which fills caches and is not among them.
type Times struct {
	First  time.Duration
	Rounds []time.Duration
	Err    error // of the round that failed; no further ones were run
}

// Min is the fastest round, 0 where there is none.
func (t Times) Min() time.Duration {
	if t.Err != nil || len(t.Rounds) == 0 {
		return 0
	}
	return slices.Min(t.Rounds)
}

// Median is the middle round, of an even number the slower of the two.
func (t Times) Median() time.Duration {
	if t.Err != nil || len(t.Rounds) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(t.Rounds))
	return sorted[len(sorted)/2]
}

// Alternate runs every side once uncounted and then in rounds, each round beginning with another side. Go's garbage is
// collected before every run, so that no side pays for another's; what a side leaves behind itself while it runs it
// pays for. A side that takes more than patience times the fastest in its first round is not run again: its first
// round counts. With patience 0 every side runs every round.
func Alternate(rounds int, patience float64, sides ...Side) []Times {
	out := make([]Times, len(sides))
	fastest := time.Duration(0)
	for i, side := range sides {
		if out[i].First, out[i].Err = once(side); out[i].Err == nil && (fastest == 0 || out[i].First < fastest) {
			fastest = out[i].First
		}
	}
	for i := range out {
		if patience > 0 && float64(out[i].First) > patience*float64(fastest) {
			out[i].Rounds = []time.Duration{out[i].First}
		}
	}
	slow := make([]bool, len(sides))
	for i := range out {
		slow[i] = len(out[i].Rounds) > 0
	}
	for round := range rounds {
		for k := range sides {
			i := (k + round) % len(sides)
			if out[i].Err != nil || slow[i] {
				continue
			}
			var d time.Duration
			if d, out[i].Err = once(sides[i]); out[i].Err == nil {
				out[i].Rounds = append(out[i].Rounds, d)
			}
		}
	}
	return out
}

func once(side Side) (time.Duration, error) {
	runtime.GC()
	start := time.Now()
	held, err := side()
	d := time.Since(start)
	runtime.KeepAlive(held)
	return d, err
}
