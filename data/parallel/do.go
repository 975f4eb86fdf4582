package parallel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// Do calls piece for 0 to n-1 on up to GOMAXPROCS goroutines. The first error, or the end of ctx, stops the rest and
// is returned. A long piece should check its ctx. A panic in a piece becomes an error that wraps ErrPanic.
func Do(ctx context.Context, n int, piece func(ctx context.Context, i int) error) error {
	return On(ctx, runtime.GOMAXPROCS(0), n, piece)
}

// InOrder does what Do does. If several pieces fail, it returns the error of the one with the lowest number. Later
// pieces may be skipped.
func InOrder(ctx context.Context, n int, piece func(ctx context.Context, i int) error) error {
	var mu sync.Mutex
	first, fault := n, error(nil)
	err := Do(ctx, n, func(ctx context.Context, i int) error {
		mu.Lock()
		behind := i > first
		mu.Unlock()
		if behind {
			return nil
		}
		err := Guard(func() error { return piece(ctx, i) })
		mu.Lock()
		defer mu.Unlock()
		if err != nil && i < first {
			first, fault = i, err
		}
		return nil
	})
	return cmp.Or(err, fault)
}

// Ranges divides 0 to n into ranges of at most `most`, and calls do for each range lo to hi, on up to the given
// number of goroutines.
func Ranges(ctx context.Context, threads, n, most int, do func(lo, hi int)) error {
	return On(ctx, threads, (n+most-1)/most, func(_ context.Context, i int) error {
		do(i*most, min((i+1)*most, n))
		return nil
	})
}

// On does what Do does, on up to the given number of goroutines.
func On(ctx context.Context, threads, n int, piece func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var running sync.WaitGroup
	work := func() {
		for ctx.Err() == nil {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			if err := Guard(func() error { return piece(ctx, i) }); err != nil {
				cancel(err)
			}
		}
	}
	for range min(n, max(1, threads)) - 1 {
		running.Go(work)
	}
	work()
	running.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// ErrPanic is wrapped by errors that were panics: a decoder panics if the content of a file makes no sense.
var ErrPanic = errors.New("the content makes no sense")

// Guard calls f and turns a panic into an error that wraps ErrPanic.
func Guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w (%v)", ErrPanic, p)
		}
	}()
	return f()
}
