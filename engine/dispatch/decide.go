package dispatch

import "cardinal/profiler"

// Question is what the choice of a tier hangs on.
type Question struct {
	Shape  Shape
	Device Device          // of no class where none is known
	Gates  []profiler.Gate // each of which can forbid the GPU
	Forced string          // the tier that was asked for by name; "" or "auto" where none was
	Cores  int             // that the run may use
	Crew   int             // of the workers, where that is settled; 0: the fastest
	// Correction is what to multiply the predicted time of a tier by, after past runs; nil: 1.
	Correction func(tier string) float64
}

// Decision is a tier and all that led to it.
type Decision struct {
	Tier      string
	Forced    string // the tier that was asked for; "" where the choice was free
	Crew      int    // of the workers
	Score     float64
	Factors   Factors // without a device F2 alone, of the least workgroup memory; Score is 0 then
	SlotLimit int     // L of F2
	// Classes are what a device of each class would have scored where none is known.
	Classes   []ClassScore
	Shut      []profiler.Gate       // that forbid the GPU
	Predicted map[string]Prediction // corrected by past runs
	Plain     map[string]float64    // milliseconds before that

	rows, threads, cores int
	class                string
}

// ClassScore is what a device of a class would have scored, with every column to be sent and memory enough.
type ClassScore struct {
	Class   string
	Factors Factors
}

// Decide picks the tier. Every gate must be open and the score above 1 for the GPU; else the workers run, or one core where
// more would gain too little. A tier that is asked for by name overrules the score but no gate.
func (m Machine) Decide(q Question) Decision {
	if q.Correction == nil {
		q.Correction = asPredicted
	}
	s := q.Shape
	w := m.weigh(s, q.Device, q.Correction)
	d := Decision{
		Factors: w.factors, SlotLimit: SlotLimit(q.Device, s.Asked), Predicted: w.predicted, Plain: w.plain, Crew: q.Crew,
		rows: s.Rows, threads: s.Threads, cores: q.Cores, class: q.Device.Class,
	}
	if q.Forced != "auto" {
		d.Forced = q.Forced
	}
	if d.Crew == 0 {
		d.Crew = m.Crew(s)
	}
	for _, g := range q.Gates {
		if !g.Pass {
			d.Shut = append(d.Shut, g)
		}
	}
	if q.Device.Class == "" {
		d.Classes = m.classScores(s)
	} else {
		d.Score = d.Factors.Score()
	}
	d.Tier = d.choose()
	return d
}

// classScores are the scores of a device of each class. What past runs took of another device says nothing of them.
func (m Machine) classScores(s Shape) []ClassScore {
	s.Upload, s.Chunks = s.Bytes, 0
	var out []ClassScore
	for _, class := range Classes {
		out = append(out, ClassScore{class, m.weigh(s, Device{Class: class}, asPredicted).factors})
	}
	return out
}

func asPredicted(string) float64 { return 1 }

// choose picks the tier.
func (d *Decision) choose() string {
	switch {
	case d.Forced == Serial || d.Forced == Workers:
		return d.Forced
	case len(d.Shut) == 0 && d.class != "" && (d.Forced == GPU || d.Score > 1):
		return GPU
	case d.worthwhile():
		return Workers
	}
	return Serial
}

// littleMS is about what it takes until other cores are at work.
const littleMS = 0.2

// A gain of a tenth and less than littleMS is not worth a further core, which is better left to others, and to sleep. Nor is one of
// less than noticedMS, whatever its share.
const worthwhile, noticedMS = 1.1, 0.1

// worthwhile reports whether the workers gain enough over one core.
func (d *Decision) worthwhile() bool {
	serial, workers := d.ms(Serial), d.ms(Workers)
	gain := serial - workers
	return d.threads > 1 && gain >= noticedMS && (gain >= littleMS || serial > worthwhile*workers)
}

func (d *Decision) ms(tier string) float64 { return d.Predicted[tier].Total() }
