package session

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"cardinal/engine"
	"cardinal/engine/choice/cost"
	"cardinal/internal/separators"
	"cardinal/profiler"
	"cardinal/ui/look/lang"
)

// idleWait is how long no work must be under way before the table is saved or the machine is measured.
const idleWait = 2 * time.Second

// MeasureWhenIdle asks for a measurement of the machine in the background if it was never measured. The measurement
// begins when an answer is shown and nothing else runs. Other work ends it, and it begins again afterwards.
func (s *Session) MeasureWhenIdle() { s.unmeasured = true }

// Measure measures the machine now, even if it was measured before. Other work ends the measurement, which then begins
// again when nothing else runs.
func (s *Session) Measure() {
	s.unmeasured, s.anew = true, true
	start(s, &s.machine, Work{What: lang.L("Measuring this machine"), Done: -1},
		func(ctx context.Context, report func(string, float64)) (cost.Calibration, error) {
			return s.engine.Calibrate(ctx, func(done float64) { report("", done) })
		},
		func(c cost.Calibration, err error) {
			s.endMeasuring(c, err)
			showResult(s, func(cost.Calibration) {
				s.screen.Say(Message{Text: lang.L("This machine was measured. The next pivots are predicted by that.")})
			})(c, err)
		})
}

// Tune searches for the fastest grid of each GPU kernel, i.e. for the best number and size of workgroups. Other work
// ends the search and discards its results.
func (s *Session) Tune() {
	start(s, &s.machine, Work{What: lang.L("Tuning the GPU"), Done: -1},
		func(ctx context.Context, report func(string, float64)) ([]engine.Grid, error) {
			return s.engine.Tune(ctx, func(_ engine.Grid, done float64) { report("", done) })
		},
		showResult(s, func(all []engine.Grid) { s.screen.Say(Message{Text: tuneSentence(all)}) }))
}

// tuneSentence says how much faster the kernels are with the grids that Tune found.
func tuneSentence(all []engine.Grid) string {
	faster, most := 0, 1.0
	for _, g := range all {
		if gain := g.DefaultMS / g.MS; gain > 1 {
			faster, most = faster+1, max(most, gain)
		}
	}
	if faster == 0 {
		return lang.L("The GPU was tuned: its kernels run with the best grids already.")
	}
	return lang.L("The GPU was tuned: {{.Faster}} of {{.All}} kernels and ranges of groups are faster, at most "+
		"{{.Gain}} times. They are kept for this card.", lang.With{"Faster": faster, "All": len(all),
		"Gain": separators.Show(fmt.Sprintf("%.2f", most))})
}

// rest starts the next work that nobody waits for: it studies the columns, counts groups ahead, saves the table, and
// then measures the machine if that is due, or else sends columns to the GPU.
func (s *Session) rest() {
	if s.busy() || s.rows.busy || s.finding.busy || s.copying.busy || s.calculated.busy {
		return
	}
	if s.study(); s.facts.busy {
		return
	}
	if s.count(); s.counting.busy {
		return
	}
	if s.keep(); s.keeping.busy {
		return
	}
	if !s.unmeasured {
		s.send()
		return
	}
	if s.answer == nil {
		return
	}
	anew := s.anew
	start(s, &s.machine, Work{}, func(ctx context.Context, _ func(string, float64)) (cost.Calibration, error) {
		if err := s.wait(ctx); err != nil {
			return cost.Calibration{}, err
		}
		c, measured := s.engine.Calibration(ctx)
		if measured && !anew {
			return c, nil
		}
		s.post(func() {
			s.screen.ShowMachine(
				lang.L("This machine is being measured in the background, so that expected times are its own."),
			)
		})
		return s.engine.Calibrate(ctx, func(float64) {})
	}, s.endMeasuring)
}

// wait returns nil after some time without work, or an error if ctx is cancelled before.
func (s *Session) wait(ctx context.Context) error {
	select {
	case <-time.After(s.idle):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// keep saves the open table, if it took long to read, so that it opens faster the next time. Any work ends the saving,
// which begins again at the next rest. If the table cannot be saved, its file is read again the next time.
func (s *Session) keep() {
	t := s.base
	if t == nil || t == s.tried || s.Pasted() {
		return
	}
	keeping := s.files.Keeping(t)
	if keeping == nil {
		s.tried = t
		return
	}
	start(s, &s.keeping, Work{}, func(ctx context.Context, _ func(string, float64)) (struct{}, error) {
		if err := s.wait(ctx); err != nil {
			return struct{}{}, err
		}
		return struct{}{}, keeping(ctx)
	}, func(struct{}, error) { s.tried = t })
}

// endMeasuring handles the result of a measurement. If the measurement was stopped, it stays due.
func (s *Session) endMeasuring(c cost.Calibration, err error) {
	if wasStopped(err) {
		return
	}
	s.unmeasured, s.anew = false, false
	s.measuredOn = "" // if the measurement failed
	if c.Measured() {
		s.measuredOn = lang.L("Expected times rest on this machine as it was measured on {{.Day}}.",
			lang.With{"Day": c.At.Format("2006-01-02")})
	}
	s.sayMachine()
	s.rest()
}

// wasStopped reports whether work was stopped before its end.
func wasStopped(err error) bool { return errors.Is(err, context.Canceled) }

// sayMachine says which measurement the expected times are based on, and which columns are on the GPU.
func (s *Session) sayMachine() {
	s.screen.ShowMachine(strings.TrimSpace(s.measuredOn + " " + s.onGPU))
}

func (s *Session) busy() bool { return s.run.busy || s.compare.busy || s.load.busy || s.save.busy }

// Compare runs the shown pivot on every tier and shows the times. An edit cancels the comparison.
func (s *Session) Compare() {
	a, table := s.answer, s.table
	if s.Unread(lang.L("measure")) || s.Elsewhere(lang.L("compare the speeds of this machine")) {
		return
	}
	switch {
	case a == nil:
		s.screen.Say(Message{Error: true, Text: lang.L("There is no pivot to measure yet: put a field on Rows, " +
			"Columns or Values first.")})
		return
	case s.run.busy || !s.holds(a):
		s.screen.Say(Message{Text: lang.L("The shelves have changed since the figures below: measure when the new " +
			"ones are there.")})
		return
	}
	how := s.options(a.State)
	start(s, &s.compare, Work{What: lang.L("Comparing speeds"), Done: -1},
		func(ctx context.Context, report func(string, float64)) (*profiler.Comparison, error) {
			how.Progress = func(p engine.Progress) { report(p.Stage, p.Done) }
			return s.engine.Compare(ctx, table, a.Answer, how)
		},
		showResult(s, s.screen.ShowComparison))
}
