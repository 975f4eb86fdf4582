package timing

import (
	"runtime"
	"slices"
	"time"
)

// Side is one way of doing what is measured. It returns what it made, so that this lives until the clock has stopped.
type Side func() (any, error)

// Plan is how sides are measured.
type Plan struct {
	Rounds int // of every side, after its first run

	// AtLeast goes on with further rounds, up to five times as many, until the fastest side has run for so long.
	AtLeast time.Duration

	// Patience is how many times slower than the fastest a side may be in its first run to be run again; the first run
	// of a slower one counts. 0: every side runs every round.
	Patience float64

	// Finals is Patience after finalRounds rounds, by the fastest run of each. 0: every side stays.
	Finals float64

	// Check looks at what a side made in its first run, off the clock. Its error is the side's.
	Check func(side int, made any) error
}

// Times are the rounds of one side. First is the run before them, which fills caches and is not among them.
type Times struct {
	First  time.Duration
	Rounds []time.Duration
	Err    error // of the run that failed; no further ones were made
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

// Alternate runs every side once and then in rounds, each round beginning with another side. Go's garbage is collected
// before every run, so that no side pays for another's; what it leaves behind itself while it runs, it pays for.
func (p Plan) Alternate(sides ...Side) []Times {
	out := make([]Times, len(sides))
	slow := p.first(sides, out)
	var spent time.Duration // by the fastest, which is taken to need the least each round
	for round := 0; round < p.Rounds || round < 5*p.Rounds && spent < p.AtLeast; round++ {
		least := time.Duration(0)
		for k := range sides {
			i := (k + round) % len(sides)
			if out[i].Err != nil || slow[i] {
				continue
			}
			var d time.Duration
			if d, _, out[i].Err = once(sides[i]); out[i].Err != nil {
				continue
			}
			out[i].Rounds = append(out[i].Rounds, d)
			if least == 0 || d < least {
				least = d
			}
		}
		spent += least
		if round+1 == finalRounds && p.Finals > 0 {
			p.leave(out, slow)
		}
	}
	return out
}

// finalRounds are the rounds after which the slower sides have had their chance.
const finalRounds = 3

// leave marks the sides that are no finalists.
func (p Plan) leave(out []Times, slow []bool) {
	fastest := time.Duration(0)
	for _, t := range out {
		if m := t.Min(); m > 0 && (fastest == 0 || m < fastest) {
			fastest = m
		}
	}
	for i, t := range out {
		slow[i] = slow[i] || float64(t.Min()) > p.Finals*float64(fastest)
	}
}

// first makes the first runs and tells which sides are too slow for further ones.
func (p Plan) first(sides []Side, out []Times) (slow []bool) {
	fastest := time.Duration(0)
	for i, side := range sides {
		var made any
		out[i].First, made, out[i].Err = once(side)
		if out[i].Err == nil && p.Check != nil {
			out[i].Err = p.Check(i, made)
		}
		if out[i].Err == nil && (fastest == 0 || out[i].First < fastest) {
			fastest = out[i].First
		}
	}
	slow = make([]bool, len(sides))
	for i := range out {
		if slow[i] = p.Patience > 0 && float64(out[i].First) > p.Patience*float64(fastest); slow[i] {
			out[i].Rounds = []time.Duration{out[i].First}
		}
	}
	return slow
}

func once(side Side) (time.Duration, any, error) {
	runtime.GC()
	start := time.Now()
	made, err := side()
	return time.Since(start), made, err
}
