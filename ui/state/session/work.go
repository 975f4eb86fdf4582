package session

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
)

// patience is how long work must run before it is shown. If faster work was shown, it would only flicker.
const patience = 150 * time.Millisecond

// interval is the least time between two reports of progress.
const interval = 100 * time.Millisecond

// slot holds one kind of work. New work in a slot stops the old work.
type slot struct {
	generation int // number of the newest work; results of older work are dropped
	cancel     context.CancelFunc
	work       Work
	busy       bool
	visible    bool
}

// stop cancels the work and drops its result. It reports whether there was any work.
func (k *slot) stop() bool {
	was := k.busy
	if k.cancel != nil {
		k.cancel()
	}
	k.generation++
	k.busy, k.visible, k.cancel = false, false, nil
	return was
}

// start runs `do` in a goroutine of its own, and then `done` on the UI goroutine. If the work was stopped or replaced
// by then, it does not run `done`. Any work stops the work that runs only at rest: studying the columns, counting
// groups, saving the table, sending columns to the GPU, measuring the machine.
func start[T any](s *Session, k *slot, w Work, do func(context.Context, func(stage string, done float64)) (T, error),
	done func(T, error)) {
	k.stop()
	s.machine.stop()
	s.facts.stop()
	s.counting.stop()
	s.keeping.stop()
	s.sending.stop()
	ctx, cancel := context.WithCancel(s.ctx)
	k.cancel, k.work, k.busy = cancel, w, true
	generation := k.generation
	current := func(f func()) {
		s.post(func() {
			if k.generation == generation {
				f()
			}
		})
	}
	timer := s.after(patience, func() {
		current(func() {
			k.visible = true
			s.showWork()
		})
	})
	s.running.Go(func() {
		v, err := guard(func() (T, error) { return do(ctx, limitReports(current, s, k)) })
		timer()
		current(func() {
			k.stop()
			s.showWork()
			done(v, err)
			if k != &s.machine {
				s.rest()
			}
		})
	})
	s.showWork()
}

// limitReports returns a function that reports progress to the screen: the first report of each stage, and later ones
// at most once an interval. Any goroutine may call it.
func limitReports(current func(func()), s *Session, k *slot) func(string, float64) {
	var mu sync.Mutex
	var last time.Time
	before := ""
	return func(stage string, done float64) {
		mu.Lock()
		due := stage != before || time.Since(last) >= interval
		if due {
			last, before = time.Now(), stage
		}
		mu.Unlock()
		if !due {
			return
		}
		current(func() {
			k.work.Stage, k.work.Done = stage, done
			if k.visible {
				s.showWork()
			}
		})
	}
}

// showResult returns a done function for start: it calls show with the result, or tells the person about an error. It
// does neither if the work was stopped.
func showResult[T any](s *Session, show func(T)) func(T, error) {
	return func(v T, err error) {
		switch {
		case errors.Is(err, context.Canceled):
		case err != nil:
			s.screen.Say(Failure(err))
		default:
			show(v)
		}
	}
}

// guard runs `do` and returns a panic as an error.
func guard[T any](do func() (T, error)) (v T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a fault in Cardinal: %v\n%s", r, debug.Stack())
		}
	}()
	return do()
}

// after runs f after a time, as time.AfterFunc does. The returned function stops the timer.
func after(d time.Duration, f func()) func() {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}
