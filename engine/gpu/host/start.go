package host

import (
	"context"
	"fmt"
	"strings"
	"time"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/wire"
)

// ready returns the running child, or starts one. The caller has received the token from c.free.
func (c *Client) ready() (*process, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.child != nil {
		select {
		case <-c.child.gone: // the child died between two requests
			err := c.child.end()
			c.lose("the GPU worker was lost: " + err.Error())
		default:
			return c.child, nil
		}
	}
	left := c.backoff.remaining(time.Now())
	switch {
	case c.state == closed:
		return nil, gpu.ErrClosed
	case c.state == none:
		return nil, fmt.Errorf("%w: %s", gpu.ErrNoDevice, c.why)
	case left > 0 && c.state == usable:
		return nil, fmt.Errorf("%w: %s", gpu.ErrLost, c.waitReason(left))
	case left > 0:
		return nil, fmt.Errorf("%w: %s", gpu.ErrNoDevice, c.waitReason(left))
	}
	return c.start()
}

// start launches a child and waits for its hello. The caller holds c.mu, which start unlocks during the wait.
func (c *Client) start() (*process, error) {
	fail := func(why string) (*process, error) {
		if c.state != closed {
			c.state = broken
		}
		c.backoff.fail(time.Now())
		c.lose(why)
		return nil, fmt.Errorf("%w: %s", gpu.ErrNoDevice, why)
	}
	if c.marker.isLeft() {
		c.backoff.until = time.Now().Add(afterCrash)
		c.state = broken
		c.lose("the machine went down the last time the GPU was opened, so it is left alone for now")
		return nil, fmt.Errorf("%w: %s", gpu.ErrNoDevice, c.why)
	}
	p, err := launch(c.command(), c.route)
	if err != nil {
		return fail(fmt.Sprintf("the GPU worker cannot be started: %v", err))
	}
	c.child = p
	c.marker.set()
	defer c.marker.remove()
	c.mu.Unlock()
	stop := p.guard(c.timeouts.start, c.timeouts.start)
	f, err := p.call(context.Background(), wire.Header{Verb: wire.VerbStart, Limits: c.limits, Window: p.window != nil,
		Probe: p.probe})
	stop()
	if err == nil && (f.Verb != wire.VerbHello || f.Adapter == nil && f.Unusable == "") {
		p.kill(fmt.Sprintf("it said %q instead of hello", f.Verb))
		err = p.end()
	}
	c.mu.Lock()
	switch {
	case c.state == closed:
		p.kill("it was closed")
		_ = p.end()
		return nil, gpu.ErrClosed
	case err != nil:
		return fail(startCause(err))
	case f.Adapter == nil:
		_ = p.end()
		c.lose(f.Unusable)
		c.state = none
		return nil, fmt.Errorf("%w: %s", gpu.ErrNoDevice, c.why)
	}
	if !f.Window {
		p.window = nil
	}
	p.readable = f.Readable
	f.Adapter.Route = p.route().String()
	c.adapter, c.state, c.why = *f.Adapter, usable, ""
	c.tuned = loadTuned(c.tuningFile, c.adapter)
	if c.programs.took == nil {
		c.programs.took = loadTimes(c.programsFile, c.adapter)
	}
	c.programs.learn(f.Compiled)
	return p, nil
}

// startCause says why a child died before its hello.
func startCause(err error) string {
	if strings.Contains(err.Error(), " in egl.rs") { // here the binding aborts if it finds no driver
		return NoDriver
	}
	return "the GPU worker stopped while it looked for one: " + err.Error()
}

// lost records that the child died during a request, and returns the error.
func (c *Client) lost(cause error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state == closed {
		return gpu.ErrClosed
	}
	c.backoff.fail(time.Now())
	c.lose("the GPU worker was lost: " + cause.Error())
	return fmt.Errorf("%w: %w", gpu.ErrLost, cause)
}

// abandon ends the child after a panic in the app's side of the conversation.
func (c *Client) abandon(panicked any) error {
	c.mu.Lock()
	child := c.child
	c.mu.Unlock()
	err := fmt.Errorf("panic while talking to the GPU worker: %v", panicked)
	if child != nil {
		child.kill(err.Error())
		_ = child.end()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lose(err.Error())
	return err
}

// backoff spaces the attempts to start a child. The wait doubles with each failure in a row, so that a driver that
// kills every child costs less and less time.
type backoff struct {
	first, most time.Duration
	wait        time.Duration
	until       time.Time
}

func newBackoff() backoff { return backoff{first: time.Second, most: time.Minute} }

// fail records a failure.
func (b *backoff) fail(now time.Time) {
	b.wait = min(max(b.first, 2*b.wait), b.most)
	b.until = now.Add(b.wait)
}

// succeed resets the wait.
func (b *backoff) succeed() { b.wait, b.until = 0, time.Time{} }

// remaining returns the time until the next attempt may begin, or 0.
func (b *backoff) remaining(now time.Time) time.Duration { return max(0, b.until.Sub(now)) }
