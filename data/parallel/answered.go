package parallel

import (
	"context"
	"time"
)

// patience is how long work may go on after its context ended. Work that checks its context ends much sooner.
const patience = 2 * time.Second

// Answered calls f and waits for it. It returns false if ctx has ended and f does not return, for example because f
// waits for a drive that does not answer. f is then abandoned: the caller must not use what f writes to, and f must not
// use what the caller still uses. A panic of f becomes a panic of the caller.
func Answered(ctx context.Context, f func()) bool {
	done := make(chan any, 1)
	go func() {
		defer func() { done <- recover() }()
		f()
	}()
	var panicked any
	select {
	case panicked = <-done:
	case <-ctx.Done():
		select {
		case panicked = <-done:
		case <-time.After(patience):
			return false
		}
	}
	if panicked != nil {
		panic(panicked)
	}
	return true
}
