package panel

import (
	"strings"

	"fyne.io/fyne/v2"

	"cardinal/engine/cpu"
	"cardinal/engine/gpu/plan"
	"cardinal/profiler"
	"cardinal/ui/look/lang"
)

// words describes a strategy of a tier in one phrase. It returns "" for an unknown strategy.
func words(tier, strategy string) string {
	if tier == "gpu" {
		if k := plan.FindKernel(strategy); k != nil {
			return k.Words
		}
	} else if s := cpu.Find(strategy); s != nil {
		return s.Words
	}
	return ""
}

// strategy shows how the rows were grouped, and what was known about the order of the rows if it mattered.
func strategy(r *profiler.Record) *fyne.Container {
	box := stack(5)
	for name := range strings.SplitSeq(r.Strategy, "+") { // measures may use different strategies
		if text := words(r.Tier, name); text != "" {
			box.Add(prose(capital(text), false))
		}
	}
	name := r.Strategy
	if name == "" {
		name = "none"
	}
	box.Add(pair(lang.L("Called"), name))
	for _, k := range r.Kernels {
		box.Add(pair(lang.L("Grid of {{.Kernel}}", lang.With{"Kernel": k.Name}), k.Words()))
	}
	if t := r.HashTable; t != nil {
		if m := plan.FindMapping(t.Mapping); m != nil {
			box.Add(prose(m.Words, false))
		}
		box.Add(pair(lang.L("Hash table"), lang.L("{{.Places}} places, {{.Share}} full",
			lang.With{"Places": profiler.Count(t.Places), "Share": percent(t.Load())})))
	}
	if o := r.Estimate.Clustering; o != nil && r.Words().Host {
		if o.RunLength >= cpu.LongRuns || r.Strategy == "runs" {
			box.Add(pair(lang.L("A group goes on for"), lang.L("about {{.Rows}} rows",
				lang.With{"Rows": profiler.Digits(o.RunLength)})))
		}
		if cpu.Skewed(*o) && o.Heaviest > 0 && r.Strategy != "dense" && r.Strategy != "runs" {
			box.Add(pair(lang.L("Largest group holds"), lang.L("{{.Share}} of rows",
				lang.With{"Share": percent(o.Heaviest)})))
		}
	}
	return box
}
