package panel

import (
	"strings"

	"fyne.io/fyne/v2"

	"cardinal/engine/cpu"
	"cardinal/profiler"
)

// kernels say what each strategy of the GPU is that the processor has not, in one phrase.
var kernels = map[string]string{
	"workgroup": "Added up in the fast memory of the GPU's cores",
	"global":    "Added up in the GPU's main memory",
	"private":   "Added up in the registers of the GPU's cores",
}

// words say what a strategy is, in one phrase; "" where none is known.
func words(strategy string) string {
	if s := cpu.Find(strategy); s != nil {
		return s.Words
	}
	return kernels[strategy]
}

// strategy is how the rows were grouped, and what the rows' order had to do with it.
func strategy(r *profiler.Record) *fyne.Container {
	box := stack(5)
	for name := range strings.SplitSeq(r.Strategy, "+") { // measures may be added up in different ways
		if text := words(name); text != "" {
			box.Add(prose(capital(text), false))
		}
	}
	name := r.Strategy
	if name == "" {
		name = "none"
	}
	box.Add(pair("Called", name))
	if o := r.Estimate.Clustering; o != nil && r.Words().Host {
		if o.RunLength >= cpu.LongRuns || r.Strategy == "runs" {
			box.Add(pair("A group goes on for", "about "+digits(o.RunLength)+" rows"))
		}
		if cpu.Skewed(*o) && r.Strategy != "dense" && r.Strategy != "runs" {
			box.Add(pair("Largest group holds", percent(o.HeavyHitter)+" of rows"))
		}
	}
	return box
}
