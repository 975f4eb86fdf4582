package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/outofcore"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
)

// Client is the app's side of the GPU: it starts the child that owns the device, when it is first needed and again
// after a loss, and talks to it. It is safe for concurrent use; the child does one thing at a time.
type Client struct {
	command  func() *exec.Cmd
	limits   wire.Limits
	patience patience

	narrow     bool   // columns go through the pipe also where memory can be shared
	tuningFile string // "": what Tune finds is forgotten
	marker     marker
	turn       chan struct{} // holds a token while the child is free: who takes it talks to the child

	mu      sync.Mutex // guards what follows
	child   *process   // nil while none runs
	state   state
	adapter gpu.Adapter
	tuned   []plan.Tuned // of the adapter
	why     string       // why the GPU cannot be used, or was not the last time
	backoff backoff
	held    map[string]int64 // bytes on the device by name
}

// state is what is known of the GPU.
type state int

const (
	unseen state = iota // not looked at yet
	usable              // there is one; its child runs, or is started by the next call
	broken              // no child stays alive; tried again when the back-off is over
	none                // a child has said that there is none, or that it computes wrongly: final
	closed
)

// patience is how long the client waits for the child.
type patience struct {
	start   time.Duration // until it says hello
	silence time.Duration // without a sign of life while it works
	base    time.Duration // for any request
	perByte time.Duration // more for every 64 KiB that a request touches
}

// NewClient returns a client whose child is what command makes; nil means this program with the argument gpu-worker.
// Nothing is started yet.
func NewClient(command func() *exec.Cmd) *Client {
	if command == nil {
		command = workerCommand
	}
	c := &Client{
		command: command,
		// A first start may compile shaders on a busy machine. At work the child says "busy" four times a second.
		patience: patience{start: 30 * time.Second, silence: 5 * time.Second, base: 20 * time.Second, perByte: 2 * time.Millisecond},
		turn:     make(chan struct{}, 1),
		backoff:  newBackoff(),

		tuningFile: defaultTuningFile(),
		marker:     defaultMarker(),
	}
	c.turn <- struct{}{}
	return c
}

// Bound sets how many bytes the child may keep on the device, from its next start on; 0 leaves it to the device.
func (c *Client) Bound(bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limits.Budget = bytes
}

func workerCommand() *exec.Cmd {
	program, err := os.Executable()
	if err != nil {
		program = os.Args[0]
	}
	return exec.Command(program, "gpu-worker")
}

// Adapter returns the GPU, starting the child if none runs. The error is ErrNoDevice, with the reason, where there is
// no GPU to use.
func (c *Client) Adapter(ctx context.Context) (gpu.Adapter, error) {
	c.mu.Lock()
	a, runs := c.adapter, c.state == usable && c.child != nil
	c.mu.Unlock()
	if runs { // no need to wait for the turn
		return a, nil
	}
	return exchange(ctx, c, func(*process) (gpu.Adapter, error) {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.adapter, nil
	})
}

// Peek returns what is known of the GPU without starting anything: whether the next Run may use it and, if not, why.
func (c *Client) Peek() (a gpu.Adapter, ok bool, why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch c.state {
	case unseen:
		return gpu.Adapter{}, false, "the GPU has not been looked at yet"
	case usable:
		if left := c.backoff.left(time.Now()); left > 0 && c.child == nil {
			return c.adapter, false, c.waiting(left)
		}
		return c.adapter, true, ""
	case broken:
		return c.adapter, false, c.waiting(c.backoff.left(time.Now()))
	}
	return c.adapter, false, c.why
}

// Looked reports whether it is known by now if there is a GPU.
func (c *Client) Looked() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state != unseen
}

// waiting is the reason not to try right now. c.mu is held.
func (c *Client) waiting(left time.Duration) string {
	if left <= 0 {
		return c.why
	}
	return fmt.Sprintf("%s; next try in %.0f s", c.why, left.Seconds()+0.5)
}

// Resident returns how many bytes of the named columns the device holds, and whether it holds them all.
func (c *Client) Resident(ids []string) (resident int64, all bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	all = true
	for _, id := range ids {
		bytes, ok := c.held[id]
		resident += bytes
		all = all && ok
	}
	return resident, all
}

// Split says how the request will be answered: all at once, or in tiles and partitions. The error is ErrMemory where the
// device has too little memory for either.
func (c *Client) Split(r *gpu.Request) (outofcore.Split, error) {
	c.mu.Lock()
	a := c.adapter
	c.mu.Unlock()
	return c.SplitOn(a, r)
}

// SplitOn is Split on an adapter as it was known at some time.
func (c *Client) SplitOn(a gpu.Adapter, r *gpu.Request) (outofcore.Split, error) {
	c.mu.Lock()
	limits := c.limits
	c.mu.Unlock()
	return outofcore.SplitOf(r, a, limits.RowsPerChunk(a))
}

// PID is the process of the child, 0 while none runs: for the doctor's report.
func (c *Client) PID() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.child == nil {
		return 0
	}
	return c.child.cmd.Process.Pid
}

// Close ends the child. Every later call fails with ErrClosed.
func (c *Client) Close() {
	c.mu.Lock()
	c.state = closed
	child := c.child
	c.mu.Unlock()
	if child != nil {
		child.kill("it was closed")
	}
	<-c.turn // whoever was talking to the child is done
	if child != nil {
		_ = child.end()
	}
	c.mu.Lock()
	c.lose("the GPU client is closed")
	c.mu.Unlock()
	c.turn <- struct{}{}
}

// lose forgets the child and what it held. c.mu is held.
func (c *Client) lose(why string) {
	c.child, c.held, c.why = nil, nil, why
}

// exchange talks to the child while no one else does, starting it if none runs. When ctx ends first, the exchange goes
// on by itself to its end, so that the wire is left between two frames, and its outcome is dropped.
func exchange[T any](ctx context.Context, c *Client, talk func(*process) (T, error)) (T, error) {
	var zero T
	if err := ctx.Err(); err != nil {
		return zero, err
	}
	select {
	case <-c.turn:
	case <-ctx.Done():
		return zero, ctx.Err()
	}
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() { c.turn <- struct{}{} }()
		defer func() {
			if r := recover(); r != nil { // of a Load: the child still waits for the column
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

// learn takes over what an answer says of the device.
func (c *Client) learn(h wire.Header) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.backoff.succeed()
	c.adapter.ResidentBudget = h.Budget
	if c.held == nil {
		c.held = map[string]int64{}
	}
	for id, bytes := range h.Resident {
		if bytes == wire.Departed {
			delete(c.held, id)
		} else {
			c.held[id] = bytes
		}
	}
}

// asError turns the failure that a child reports into an error of the kind it is.
func asError(h wire.Header) error {
	switch {
	case h.Aborted:
		return context.Canceled
	case h.NoMemory:
		return fmt.Errorf("%w: %s", gpu.ErrMemory, trimPrefix(h.Error, gpu.ErrMemory))
	}
	return errors.New(h.Error)
}
