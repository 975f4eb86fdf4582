package panel

import (
	"strings"

	"fyne.io/fyne/v2"

	"cardinal/profiler"
)

// strategies say what each way of grouping is, in one phrase.
var strategies = map[string]string{
	"dense":       "Indexed directly: every possible group has its place",
	"independent": "A table per core, merged at the end",
	"partition":   "Split into parts that fit the cache",
	"runs":        "Rows came sorted or in runs: equal neighbours are added up first",
	"hybrid":      "A small table per core in front of one for all",
	"contention":  "One table for all cores, with copies of the crowded groups",
	"shared":      "One table for all cores",
	"plat":        "Frequent groups per core, the others split into parts",
	"sort":        "Sorted by group first, then added up",
	"workgroup":   "Added up in the fast memory of the GPU's cores",
	"global":      "Added up in the GPU's main memory",
	"private":     "Added up in the registers of the GPU's cores",
}

// longRuns and heavy are from where on the order of the rows decides how they are grouped.
const (
	longRuns = 8
	heavy    = 0.02
)

// strategy is how the rows were grouped, and what the rows' order had to do with it.
func strategy(r *profiler.Record) *fyne.Container {
	box := stack(5)
	for name := range strings.SplitSeq(r.Strategy, "+") { // measures may be added up in different ways
		if text, ok := strategies[name]; ok {
			box.Add(prose(capital(text), false))
		}
	}
	name := r.Strategy
	if name == "" {
		name = "none"
	}
	box.Add(pair("Called", name))
	if o := r.Estimate.Clustering; o != nil && r.Tier != "gpu" {
		if o.RunLength >= longRuns || r.Strategy == "runs" {
			box.Add(pair("A group goes on for", "about "+digits(o.RunLength)+" rows"))
		}
		if o.HeavyHitter > heavy && r.Strategy != "dense" && r.Strategy != "runs" {
			box.Add(pair("Largest group holds", percent(o.HeavyHitter)+" of rows"))
		}
	}
	return box
}
