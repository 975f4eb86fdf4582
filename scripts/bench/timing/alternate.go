package timing

import (
	"runtime"
	"slices"
	"syscall"
	"time"
)

// Side is one way to do the measured work. It returns its result, so that the result is freed only after the clock has
// stopped.
type Side func() (any, error)

// Plan says how sides are measured.
type Plan struct {
	Rounds int // number of rounds of every side, after its first run

	// AtLeast adds rounds until the fastest side has run for this time, up to five times Rounds in all.
	AtLeast time.Duration

	// Patience limits how slow a side may be to run again. A side is too slow if its first run takes more than Patience
	// times the fastest first run. Then its first run counts as its time. 0: every side runs every round.
	Patience float64

	// Finals is a limit like Patience, after finalRounds rounds. It compares the fastest run of each side with the
	// fastest run of all. 0: no side is dropped.
	Finals float64

	// Check examines the result of a side's first run, outside of the measured time. If it returns an error, the side
	// has this error.
	Check func(side int, made any) error
}

// Times has the times of one side's rounds. First is the run before the rounds, which fills caches.
type Times struct {
	First  time.Duration
	Rounds []time.Duration
	CPU    []time.Duration // of each round: processor time of all threads, and of ended processes
	Err    error           // error of the last run; the side did not run again
}

// Min returns the time of the fastest round, or 0 if there is none.
func (t Times) Min() time.Duration {
	if t.Err != nil || len(t.Rounds) == 0 {
		return 0
	}
	return slices.Min(t.Rounds)
}

// Median returns the time of the middle round. If there are two middle rounds, it is the slower one.
func (t Times) Median() time.Duration { return t.median(t.Rounds) }

// MedianCPU returns the median of the processor times.
func (t Times) MedianCPU() time.Duration { return t.median(t.CPU) }

func (t Times) median(of []time.Duration) time.Duration {
	if t.Err != nil || len(of) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(of))
	return sorted[len(sorted)/2]
}

// processor returns the processor time so far of this process, and of its ended children.
func processor() (sum time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var use syscall.Rusage
		_ = syscall.Getrusage(who, &use)
		sum += time.Duration(use.Utime.Nano() + use.Stime.Nano())
	}
	return sum
}

// Alternate runs every side once, and then in rounds, each of which begins with another side. It collects Go's garbage
// before every run. Therefore a run pays only for collections of its own garbage.
func (p Plan) Alternate(sides ...Side) []Times {
	out := make([]Times, len(sides))
	slow := p.first(sides, out)
	var spent time.Duration // sum of the fastest run of each round
	for round := 0; round < p.Rounds || round < 5*p.Rounds && spent < p.AtLeast; round++ {
		least := time.Duration(0)
		for k := range sides {
			i := (k + round) % len(sides)
			if out[i].Err != nil || slow[i] {
				continue
			}
			before := processor()
			var d time.Duration
			if d, _, out[i].Err = once(sides[i]); out[i].Err != nil {
				continue
			}
			out[i].Rounds, out[i].CPU = append(out[i].Rounds, d), append(out[i].CPU, processor()-before)
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

// finalRounds is the number of rounds after which slower sides are dropped.
const finalRounds = 3

// leave marks the sides that are too slow to run again.
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

// first makes the first run of each side, and returns which sides are too slow to run again.
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
