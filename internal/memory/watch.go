package memory

import (
	"context"
	"errors"
	"runtime/metrics"
	"time"
)

// Exceeded is the error of work that would have held more than the limit.
type Exceeded struct{ Limit int64 }

func (e Exceeded) Error() string {
	return "it needs more than the " + Format(e.Limit) + " of memory that are allowed"
}

// watchEvery is how often the memory is looked at. Some GB are allocated in a second at most.
const watchEvery = 10 * time.Millisecond

// Watch ends the context of work that holds more than the limit, since estimates of what work will take can be
// wrong. done stops the watch and returns the error of the work: Exceeded where the limit ended the work.
// Without a limit nothing is watched.
func Watch(ctx context.Context) (watched context.Context, done func(error) error) {
	limit, limited := Limit()
	if !limited {
		return ctx, func(err error) error { return err }
	}
	ctx, cancel := context.WithCancelCause(ctx)
	if live() > limit {
		cancel(Exceeded{limit})
	}
	go func() {
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if live() > limit {
					cancel(Exceeded{limit})
				}
			}
		}
	}()
	return ctx, func(err error) error {
		var e Exceeded
		if errors.As(context.Cause(ctx), &e) && err != nil {
			err = e
		}
		cancel(nil)
		return err
	}
}

// live is the bytes of the objects that the last collection found in use. Near the limit one collection follows
// the other.
func live() int64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}
