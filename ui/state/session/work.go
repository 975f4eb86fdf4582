package session

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
)

// patience is how long work may take before it is shown: faster work would only flicker.
const patience = 150 * time.Millisecond

// interval is the least time between two reports of progress.
const interval = 100 * time.Millisecond

// slot holds one kind of work. Starting another in the same slot supersedes the one before.
type slot struct {
	generation int // of the newest work; the results of older work are dropped
	cancel     context.CancelFunc
	work       Work
	busy       bool
	visible    bool
}

// stop cancels the work, whose result will be dropped, and reports whether there was any.
func (k *slot) stop() bool {
	was := k.busy
	if k.cancel != nil {
		k.cancel()
	}
	k.generation++
	k.busy, k.visible, k.cancel = false, false, nil
	return was
}

// start runs do in a goroutine of its own and then done on the UI goroutine, unless the work was stopped or
// superseded by then. Studying the columns, keeping the table, sending columns to the GPU and measuring the
// machine make way for any other work.
func start[T any](s *Session, k *slot, w Work, do func(context.Context, func(stage string, done float64)) (T, error), done func(T, error)) {
	k.stop()
	s.machine.stop()
	s.facts.stop()
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
	s.running.Add(1)
	go func() {
		defer s.running.Done()
		v, err := guard(func() (T, error) { return do(ctx, limited(current, s, k)) })
		timer()
		current(func() {
			k.stop()
			s.showWork()
			done(v, err)
			if k != &s.machine {
				s.rest()
			}
		})
	}()
	s.showWork()
}

// limited passes on the first report of each stage, and of the others at most one an interval. It may be called
// from any goroutine.
func limited(current func(func()), s *Session, k *slot) func(string, float64) {
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

// said is the end of work whose result goes to show. An error is said; work that was stopped says nothing.
func said[T any](s *Session, show func(T)) func(T, error) {
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

// guard turns a panic into an error.
func guard[T any](do func() (T, error)) (v T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a fault in Cardinal: %v\n%s", r, debug.Stack())
		}
	}()
	return do()
}

// after is time.AfterFunc with a function to stop it.
func after(d time.Duration, f func()) func() {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}
