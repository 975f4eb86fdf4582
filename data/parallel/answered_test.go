package parallel

import (
	"context"
	"testing"
)

// TestAnswered leaves work behind that does not look at its context, and waits for work that does.
func TestAnswered(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	if !Answered(ctx, func() {}) {
		t.Error("work that ends was left")
	}
	cancel()
	if !Answered(ctx, func() { <-ctx.Done() }) {
		t.Error("work that ends with its context was left")
	}
	never := make(chan struct{})
	defer close(never)
	if Answered(ctx, func() { <-never }) {
		t.Error("work that does not end was waited for")
	}
}
