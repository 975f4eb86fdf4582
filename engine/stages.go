package engine

import (
	"slices"
	"sync"
	"time"

	"cardinal/internal/system"
	"cardinal/profiler"
)

// Progress is a stage of a run and the share of it that is done.
type Progress struct {
	Stage string
	Done  float64 // share of the stage, 0 to 1; below 0: unknown
}

// stages measures the time of the steps of a query, and reports them as progress. If a step begins a second time, its
// times are added up.
type stages struct {
	report func(Progress)
	start  system.Moment // of the query
	done   []profiler.Stage
	now    string // the current step; "": none
	since  system.Moment
	took   float64 // milliseconds from the start of the query to the end of its last step
}

func startStages(report func(Progress)) *stages {
	return &stages{report: throttle(report), start: system.Now()}
}

// slowToReport has the steps that run on a server, which reports their progress late or never.
var slowToReport = []string{"check", "server", "copy"}

// begin ends the current step and begins another one.
func (s *stages) begin(name string) {
	s.end()
	p := Progress{Stage: name}
	if slices.Contains(slowToReport, name) {
		p.Done = -1
	}
	s.report(p)
	s.now, s.since = name, system.Now()
}

// end ends the current step.
func (s *stages) end() {
	if s.now == "" {
		return
	}
	s.add(profiler.Stage{Name: s.now, MS: profiler.Milliseconds(system.Since(s.since))})
	s.now, s.took = "", profiler.Milliseconds(system.Since(s.start))
}

// replace ends the current step and records its parts in its place.
func (s *stages) replace(parts []profiler.Stage) {
	s.now = ""
	for _, part := range parts {
		s.add(part)
	}
}

// add adds a timed step, or adds its time to an earlier step of the same name.
func (s *stages) add(step profiler.Stage) {
	if at := slices.IndexFunc(s.done, func(d profiler.Stage) bool { return d.Name == step.Name }); at >= 0 {
		s.done[at].MS += step.MS
	} else {
		s.done = append(s.done, step)
	}
}

// throttle returns a function that passes reports on: the first of each stage, the report of its end, and at most ten
// others a second.
func throttle(report func(Progress)) func(Progress) {
	if report == nil {
		return func(Progress) {}
	}
	var mu sync.Mutex
	var last time.Time
	stage := ""
	return func(p Progress) {
		mu.Lock()
		due := p.Stage != stage || p.Done >= 1 || time.Since(last) >= 100*time.Millisecond
		if due {
			last, stage = time.Now(), p.Stage
		}
		mu.Unlock()
		if due {
			report(p)
		}
	}
}
