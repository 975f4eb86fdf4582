package offload

import (
	"fmt"
	"math"
	"slices"

	"cardinal/engine/choice/cost"
	"cardinal/engine/choice/dispatch"
	"cardinal/engine/gpu"
	"cardinal/profiler"
)

// scorer weighs a group-by for a device.
type scorer struct {
	machine *cost.Machine
	shape   cost.Shape // its class is "" if no device is known
	// exactly is shape.CompileWait for exactly this number of groups. shape.CompileWait rounds the number to one of
	// three (plan.LikeGroups). A search for crossovers needs the rounding, since it asks for many numbers and a list of
	// programs takes some 20 µs.
	exactly func(groups int) float64
	device  Card
	name    string // the adapter's name
	pending bool   // the device was not looked for yet
	barred  bool   // a gate of precision or support forbids the GPU
}

// slower is the least ratio of the GPU's time to the processor's time that is predicted if the GPU does not score above
// 1.
const slower = 1.01

// offer returns the part of an offer that follows from the score.
//
// A score above 1 means that the GPU is expected to be faster than the processor. If the device was measured, or past
// runs corrected its predicted time, the times decide. F4 is then set so that the score equals the processor's time
// divided by the GPU's time: F4 tells how this device differs from its class.
//
// If the class was not measured, the factors of "The GROUP BY problem on GPUs" decide, with the device's class and slot
// limit. The predicted time, from the shipped costs of the class, is then limited so that it agrees with the factors.
func (s *scorer) offer() *dispatch.Offer {
	foreseen, measured := s.hasCosts(), s.machine.Measured(s.device.Class)
	o := &dispatch.Offer{
		Tier: words,
		Cost: func(groups int, _ string) (float64, string) {
			if !foreseen {
				return math.Inf(1), ""
			}
			shape := s.shape.At(groups)
			return model.Total(s.machine, &shape), ""
		},
		Plan: func(planned, groups int) dispatch.Plan {
			p := dispatch.Plan{Groups: groups}
			if foreseen {
				shape := s.plannedShape(planned, groups)
				p.Predicted = model.Predict(s.machine, &shape)
			}
			return p
		},
		Flat: func(_, high int) bool {
			// for a device that was not measured, hold makes the time depend on the groups
			return !foreseen || s.shape.Split == nil && high <= s.shape.Domain && measured
		},
		Hold:  s.hold,
		Score: s.score,
		Limit: SlotLimit(s.device, s.shape.Asked),
	}
	if s.shape.CompileWait != nil && foreseen && measured { // else hold may lower the time below this bound
		o.Least = func(groups int) float64 {
			shape := s.shape.At(groups)
			shape.CompileWait = nil // to list programs takes longer than to compute all other terms
			return model.Total(s.machine, &shape)
		}
	}
	return o
}

// plannedShape returns the shape for `groups` groups, with the wait for the programs of the planned number of groups.
func (s *scorer) plannedShape(planned, groups int) cost.Shape {
	shape := s.shape
	shape.Groups = groups
	if s.exactly != nil {
		shape.CompileWait = func(int) float64 { return s.exactly(planned) }
	}
	return shape
}

// hasCosts reports whether the costs of the device's class are known.
func (s *scorer) hasCosts() bool {
	_, ok := s.machine.GPU[s.shape.Class]
	return ok && s.shape.Class != ""
}

// work returns the work for a number of groups.
func (s *scorer) work(groups int) Work {
	return Work{Rows: s.shape.Rows, Groups: groups, ColumnBytes: s.shape.Largest, Resident: s.shape.Bytes > 0 &&
		s.shape.Upload == 0}
}

func (s *scorer) factors(groups int) Factors {
	return Defaults.Score(s.work(groups), s.device, SlotLimit(s.device, s.shape.Asked))
}

// hold limits the time of a device that was not measured, so that it agrees with the score. best is the processor's
// time.
func (s *scorer) hold(groups int, ms, best float64) float64 {
	if s.machine.Measured(s.device.Class) {
		return ms
	}
	if score := s.factors(groups).Score(); score > 1 {
		return min(ms, best/score)
	}
	return max(ms, slower*best)
}

// score returns the score for a number of groups, with its verdict. best is the processor's time.
func (s *scorer) score(groups int, ms, best float64, corrected bool) dispatch.Score {
	limit := SlotLimit(s.device, s.shape.Asked)
	if s.device.Class == "" {
		return s.scoreUnknown(groups, best, limit)
	}
	f := s.factors(groups)
	if corrected || s.machine.Measured(s.device.Class) {
		if s.device.Class == gpu.Software { // it computes on the same cores as the processor's tiers
			ms = max(ms, slower*best)
		}
		f.Vendor *= best / ms / f.Score()
	}
	score := f.Score()
	speaks := "against"
	if score > 1 {
		speaks = "for"
	}
	return dispatch.Score{
		Scoring: profiler.Scoring{
			Score: profiler.Number(score), Factors: f.recorded(), SlotLimit: limit,
			BreakEven: int(Defaults.BreakEven[s.device.Class]),
			Adapter:   s.name, Class: s.device.Class,
		},
		MS: ms, For: score > 1,
		Verdict: fmt.Sprintf("a score of %s speaks %s the GPU", profiler.Score(profiler.Number(score)), speaks),
	}
}

// scoreUnknown returns the score if no device is known: one score for each class that a device of this machine could
// have. It assumes that every column must be sent and that the device has enough memory.
func (s *scorer) scoreUnknown(groups int, best float64, limit int) dispatch.Score {
	out := dispatch.Score{Unknown: true,
		Scoring: profiler.Scoring{Factors: profiler.Factors{Cardinality: profiler.Number(Penalty(groups, limit))},
			SlotLimit: limit}}
	for i, class := range s.classes() {
		score := s.scoreOfClass(class, groups, best)
		out.Classes = append(out.Classes, profiler.ClassScore{Class: class, Score: score.Score, Factors: score.Factors})
		if i == 0 {
			out.For = score.For
			article := "a "
			if class == gpu.Integrated {
				article = "an "
			}
			out.Verdict = article + class + " GPU would score " + profiler.Score(score.Score)
		}
		if score.For {
			out.Promising = s.pending && !s.barred
		}
	}
	return out
}

// classes returns the classes of devices that were measured. It leaves out the other classes: the machine has no such
// device, and their scores, from the article's factors, cannot be compared with times. If none was measured, it returns
// them all.
func (s *scorer) classes() []string {
	measured := slices.DeleteFunc(slices.Clone(Classes), func(class string) bool { return !s.machine.Measured(class) })
	if len(measured) == 0 {
		return Classes
	}
	return measured
}

// scoreOfClass returns the score that a device of a class would have.
func (s *scorer) scoreOfClass(class string, groups int, best float64) dispatch.Score {
	other := *s
	other.device, other.shape.Class = Card{Class: class}, class
	other.shape.Groups, other.shape.Absent, other.shape.Upload, other.shape.Chunks = groups, s.shape.Columns,
		s.shape.Bytes, 0
	ms := model.Total(other.machine, &other.shape)
	return other.score(groups, other.hold(groups, ms, best), best, false)
}

func (f Factors) recorded() profiler.Factors {
	return profiler.Factors{
		Rows: profiler.Number(f.Rows), Cardinality: profiler.Number(f.Cardinality), GPUClass: profiler.Number(f.Class),
		Vendor: profiler.Number(f.Vendor), Residency: profiler.Number(f.Residency), Buffer: profiler.Number(f.Buffer),
	}
}
