package host

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
)

// exchange starts a child if none runs, and talks to it while no other caller does. If ctx ends first, exchange returns
// at once. The conversation still runs to its end in the background, so that the next caller finds the wire between two
// frames. Its result is dropped.
func exchange[T any](ctx context.Context, c *Client, talk func(*process) (T, error)) (T, error) {
	var zero T
	if err := ctx.Err(); err != nil {
		return zero, err
	}
	select {
	case <-c.free:
	case <-ctx.Done():
		return zero, ctx.Err()
	}
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() { c.free <- struct{}{} }()
		defer func() {
			if r := recover(); r != nil { // a load has panicked, and the child still waits for its column
				done <- outcome{err: c.abandon(r)}
			}
		}()
		p, err := c.ready()
		if err != nil {
			done <- outcome{err: err}
			return
		}
		value, err := talk(p)
		done <- outcome{value, err}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		return zero, ctx.Err()
	}
}

// learn records what the header of an answer says about the device.
func (c *Client) learn(h wire.Header) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.backoff.succeed()
	c.adapter.ResidentBudget = h.Budget
	if c.held == nil {
		c.held = map[string]int64{}
	}
	if c.mapped == nil {
		c.mapped = map[string]bool{}
	}
	c.programs.learn(h.Compiled)
	for id, bytes := range h.Resident {
		if bytes == wire.Departed {
			delete(c.held, id)
			maps.DeleteFunc(c.mapped, func(slots string, _ bool) bool { return strings.Contains(id, slots) })
		} else {
			c.held[id] = bytes
		}
	}
}

// noteAnswer records that the child has run the programs of a request, and that it has found the slots of its rows and
// `groups` groups. It must be called after learn. It lists the programs in the background, while the answer is read.
func (c *Client) noteAnswer(r *gpu.Request, groups int) {
	if r.Transient { // CompileWait and Mapped are not called for transient requests
		return
	}
	c.mu.Lock()
	child, lost := c.child, c.mapped == nil
	if !lost {
		c.mapped[(&plan.Job{Request: *r}).SlotsID()] = true
	}
	c.mu.Unlock()
	if lost {
		return
	}
	asked := *r
	c.listing.RLock()
	go func() {
		defer c.listing.RUnlock()
		lists := c.programsLike(&asked, asked.Expected, groups)
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.child == child {
			c.programs.noteRun(lists...)
		}
	}()
}

// asError returns the error with which a request failed, from the frame in which the child reports the failure.
func asError(h wire.Header) error {
	switch {
	case h.Aborted:
		return context.Canceled
	case h.NoMemory:
		return fmt.Errorf("%w: %s", gpu.ErrMemory, strings.TrimPrefix(h.Error, gpu.ErrMemory.Error()+": "))
	}
	return errors.New(h.Error)
}
