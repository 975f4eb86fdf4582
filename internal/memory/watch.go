package memory

import (
	"context"
	"errors"
	"runtime/metrics"
	"time"
)

// Exceeded is the error of work that took more memory than the limit.
type Exceeded struct{ Limit int64 }

func (e Exceeded) Error() string {
	return "it needs more than the " + Format(e.Limit) + " of memory that are allowed"
}

// watchEvery is the time between two readings of the memory. A program allocates at most some GB in a second.
const watchEvery = 10 * time.Millisecond

// Watch cancels the context of work that takes more memory than the limit, since predictions can be wrong. done stops
// the watch and returns the error of the work, or Exceeded if the limit ended the work. Without a limit, Watch does
// nothing.
func Watch(ctx context.Context) (watched context.Context, done func(error) error) {
	limit, limited := Limit()
	if !limited {
		return ctx, func(err error) error { return err }
	}
	ctx, cancel := context.WithCancelCause(ctx)
	if liveBytes() > limit {
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
				if liveBytes() > limit {
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

// liveBytes returns the bytes of the objects that the last garbage collection found in use. The figure is recent near
// the limit, where collections follow each other closely.
func liveBytes() int64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}
