package profiler

import (
	"strings"

	"cardinal/internal/wording"
)

// StepNames maps the stages of a run to the names that people read.
var StepNames = map[string]string{
	"keys": "Reading the fields", "filter": "Filtering", "device": "Finding the GPU", "estimate": "Estimating groups",
	"check": "Asking about the table", "server": "Waiting for the server",
	"dispatch": "Choosing the tier", "copy": "Copying columns", "aggregate": "Adding up", "merge": "Merging",
	"arrange": "Arranging values", "assemble": "Laying out", "order": "Ordering all rows", "answer": "Writing the table",
	"partition": "Splitting", "compact": "Closing gaps", "number": "Numbering groups", "decode": "Naming groups",
	"given up": "A try given up", "upload": "Sending columns", "compile": "Compiling programs", "kernel": "Adding up",
	"round trip": "There and back", "gather": "Meanwhile, taking rows to partitions",
	"cores":   "Meanwhile, adding up on the cores",
	"collect": "Putting partitions together", "finish": "Merging on the cores", "stall": "Waiting for the GPU",
	"load":      "Reading columns",
	"read back": "Reading back", "compose": "Combining fields", "remap": "Numbering groups",
	"learn": "Measuring columns", "hash": "Finding groups",
}

// StepName returns the name that people read for a stage of a run, or for a tier that a comparison measures.
func StepName(stage string) string {
	if name, ok := StepNames[stage]; ok || stage == "" {
		return name
	}
	return strings.ToUpper(stage[:1]) + stage[1:]
}

// Step is a step of a run as people read it. If several stages share one prediction, a step for all of them follows.
type Step struct {
	Name            string
	PredictedMS, MS float64 // PredictedMS is 0 without a prediction
	// Part says that the step shares its prediction with others, in a step that follows.
	Part bool
}

// Steps lists the steps of the run, named in a language. A step that was predicted as one and ran as several follows
// its parts.
func (r *Record) Steps(w *wording.Words) (out []Step) {
	for _, s := range r.Stages {
		step := Step{Name: w.L(StepName(s.Name)), PredictedMS: s.PredictedMS, MS: s.MS}
		switch {
		case s.Cold:
			step.Name = w.L("{{.Step}}, the first time", wording.With{"Step": step.Name})
		case s.Later:
			step.Name = w.L("{{.Step}}, later", wording.With{"Step": step.Name})
		}
		if s.Of == "" {
			out = append(out, step)
			continue
		}
		step.PredictedMS, step.Part = 0, true
		out = append(out, step)
		if s.PredictedMS > 0 {
			all := w.L("{{.Step}}, together", wording.With{"Step": w.L(StepName(s.Of))})
			out = append(out, Step{Name: all, PredictedMS: s.PredictedMS, MS: r.Together(s.Of)})
		}
	}
	return out
}
