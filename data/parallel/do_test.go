package parallel

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
)

func TestDo(t *testing.T) {
	var sum atomic.Int64
	err := Do(context.Background(), 1000, func(_ context.Context, i int) error {
		sum.Add(int64(i))
		return nil
	})
	if err != nil || sum.Load() != 499_500 {
		t.Errorf("%v, %v", sum.Load(), err)
	}
}

func TestDoStopsAtTheFirstError(t *testing.T) {
	fault := errors.New("fault")
	calls := atomic.Int64{}
	err := Do(context.Background(), 1_000_000, func(_ context.Context, i int) error {
		calls.Add(1)
		return fault
	})
	if !errors.Is(err, fault) || calls.Load() > 1000 {
		t.Errorf("%v after %d calls", err, calls.Load())
	}
}

func TestPanicIsAnError(t *testing.T) {
	err := Do(context.Background(), 3, func(_ context.Context, i int) error {
		return []error{}[i]
	})
	if !errors.Is(err, ErrPanic) {
		t.Errorf("got %v", err)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Do(ctx, 3, func(context.Context, int) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestInOrder makes all pieces fail, the first of them last.
func TestInOrder(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	last := make(chan struct{})
	err := InOrder(t.Context(), 2, func(_ context.Context, i int) error {
		if i == 0 {
			<-last
			return errors.New("the first")
		}
		defer close(last)
		return errors.New("the second")
	})
	if err == nil || err.Error() != "the first" {
		t.Errorf("got %v", err)
	}
}
