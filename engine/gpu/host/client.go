package host

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/outofcore"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
)

// Client is the app's side of the GPU. It starts the child that owns the device when the device is first needed, and again after
// a loss. It is safe for concurrent use; the child serves one request at a time.
type Client struct {
	command  func() *exec.Cmd
	limits   wire.Limits
	timeouts timeouts

	route        route  // columns take this way or one behind it
	tuningFile   string // "": the results of Tune are not kept
	programsFile string // "": what programs take to compile is not kept
	marker       marker
	free         chan struct{} // holds a token while no one talks to the child

	mu       sync.Mutex // guards the fields below
	child    *process   // nil while none runs
	state    state
	adapter  gpu.Adapter
	tuned    []plan.Tuned // for the adapter
	why      string       // the GPU cannot be used, or could not the last time
	backoff  backoff
	held     map[string]int64 // bytes on the device by column ID
	programs programs
	forgot   []string        // prefixes of columns that the child is told to forget with the next request
	mapped   map[string]bool // plan.Job.SlotsID of those, as long as what was found of the keys has not departed
}

// state is what is known of the GPU.
type state int

const (
	unseen state = iota // no child was started yet
	usable              // a child runs, or the next call starts one
	broken              // no child stays alive; the next try comes after the back-off
	none                // a child has said that there is no GPU, or that it fails its self-test: final
	closed
)

// timeouts are how long the client waits for the child.
type timeouts struct {
	start   time.Duration // until the child says hello
	silence time.Duration // without a frame while the child works
	request time.Duration // for any request
	per64K  time.Duration // more for every 64 KiB that a request touches
	compile time.Duration // of everything that is compiled ahead
}

// NewClient returns a client that starts its child by command; nil means this program with the argument gpu-worker. It starts
// no child yet.
func NewClient(command func() *exec.Cmd) *Client {
	if command == nil {
		command = workerCommand
	}
	c := &Client{
		command: command,
		// A first start may compile shaders on a busy machine. At work the child says "busy" four times a second.
		timeouts: timeouts{start: 30 * time.Second, silence: 5 * time.Second, request: 20 * time.Second, per64K: 2 * time.Millisecond, compile: 2 * time.Minute},
		free:     make(chan struct{}, 1),
		backoff:  newBackoff(),

		tuningFile:   defaultTuningFile(),
		programsFile: defaultProgramsFile(),
		marker:       defaultMarker(),
	}
	c.free <- struct{}{}
	return c
}

// Bound sets how many bytes of columns the child may keep on the device, from its next start on; 0 leaves it to the device.
func (c *Client) Bound(bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limits.Budget = bytes
}

// workerCommand is this program as the GPU's process. On Linux it is the program that runs, even where an update has replaced its file.
func workerCommand() *exec.Cmd {
	program, err := os.Executable()
	if err != nil {
		program = os.Args[0]
	}
	cmd := exec.Command(program, "gpu-worker")
	if running := "/proc/self/exe"; runtime.GOOS == "linux" {
		if _, err := os.Stat(running); err == nil {
			cmd.Path, cmd.Err = running, nil
		}
	}
	return cmd
}

// Adapter returns the GPU, and starts the child if none runs. The error is gpu.ErrNoDevice, with the reason, where there is no GPU
// to use.
func (c *Client) Adapter(ctx context.Context) (gpu.Adapter, error) {
	c.mu.Lock()
	a, runs := c.adapter, c.state == usable && c.child != nil
	c.mu.Unlock()
	if runs { // no need to wait until the child is free
		return a, nil
	}
	return exchange(ctx, c, func(*process) (gpu.Adapter, error) {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.adapter, nil
	})
}

// Peek returns what is known of the GPU without starting a child: whether the next Run may use it and, if not, why.
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

// Looked reports whether a child has been started, so that Peek knows of the GPU.
func (c *Client) Looked() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state != unseen
}

// waiting is the reason not to try right now. The caller holds c.mu.
func (c *Client) waiting(left time.Duration) string {
	if left <= 0 {
		return c.why
	}
	return fmt.Sprintf("%s; next try in %.0f s", c.why, left.Seconds()+0.5)
}

// Resident returns how many of the columns the device holds, and their bytes.
func (c *Client) Resident(ids []string) (columns int, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range ids {
		if n, ok := c.held[id]; ok {
			columns++
			bytes += n
		}
	}
	return columns, bytes
}

// Send gives the device the columns of a request that it does not hold, and runs the request without reading anything out. A later Run finds
// the columns, what became of the keys, the compiled programs and the buffers. groups is the number of groups of a Sparse or Hashed request; 0: it was not found.
// The error is as that of Run; it is gpu.ErrMemory where the columns would not stay.
func (c *Client) Send(ctx context.Context, r gpu.Request) (bytes int64, groups int, err error) {
	r.Prepare = true
	result, err := c.Run(ctx, r)
	return result.BytesUploaded, result.Found, err
}

// CompileAhead lets the device compile the programs of the likeliest requests now, and not while it rests. Where ctx ends, it goes on with the
// program under way alone, beside the next request.
func (c *Client) CompileAhead(ctx context.Context) error { return c.compile(ctx, nil) }

// Compile lets the device compile the programs of a request that it will be asked later, as CompileAhead does. Nothing is sent.
func (c *Client) Compile(ctx context.Context, r gpu.Request) error {
	return c.compile(ctx, &r)
}

// compile lets the device compile the programs of a request, which then count as compiled, also where others are foreseen for numbers of groups that are alike;
// nil: of the likeliest requests.
func (c *Client) compile(ctx context.Context, r *gpu.Request) error {
	_, err := exchange(ctx, c, func(p *process) (struct{}, error) {
		defer p.guard(c.timeouts.silence, c.timeouts.compile)()
		var j *plan.Job
		var foreseen [][]plan.Program
		if r != nil {
			j, foreseen = c.job(r), c.alike(r, r.Expected)
		}
		f, err := p.call(ctx, wire.Header{Verb: wire.VerbCompile, Job: j})
		switch {
		case err != nil:
			return struct{}{}, c.lost(err)
		case f.Verb != wire.VerbResult:
			p.kill(fmt.Sprintf("it answered %q where it was to compile", f.Verb))
			return struct{}{}, c.lost(p.end())
		}
		c.learn(f.Header)
		if r != nil && ctx.Err() == nil {
			c.mu.Lock()
			c.programs.done(foreseen...)
			c.mu.Unlock()
		}
		_ = c.keepTimes() // else they are measured again
		return struct{}{}, nil
	})
	return err
}

// Held counts the columns on the device whose ID begins with a prefix, and their bytes.
func (c *Client) Held(prefix string) (columns int, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, n := range c.held {
		if strings.HasPrefix(id, prefix) {
			columns++
			bytes += n
		}
	}
	return columns, bytes
}

// Forget lets the columns go whose ID begins with a prefix: no later request names them. The child drops them after the next request, where no other
// request waits.
func (c *Client) Forget(prefix string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := len(c.held)
	maps.DeleteFunc(c.held, func(id string, _ int64) bool { return strings.HasPrefix(id, prefix) })
	if len(c.held) < before {
		c.forgot = append(c.forgot, prefix)
	}
}

// Mapped reports whether the child has found the slots of the rows for the keys of a request.
func (c *Client) Mapped(r *gpu.Request) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.mapped[plan.JobOf(r).SlotsID()]
}

// SplitOn says how an adapter, which Peek or Adapter returned, will answer the request: all at once, or in tiles and partitions.
// The error is gpu.ErrMemory where the adapter has too little memory for tiles, too.
func (c *Client) SplitOn(a gpu.Adapter, r *gpu.Request) (outofcore.Split, error) {
	c.mu.Lock()
	limits := c.limits
	c.mu.Unlock()
	return outofcore.SplitOf(r, a, limits.RowsPerChunk(a))
}

// PID is the process ID of the child, 0 while none runs.
func (c *Client) PID() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.child == nil {
		return 0
	}
	return c.child.cmd.Process.Pid
}

// Close ends the child. Every later call fails with gpu.ErrClosed.
func (c *Client) Close() {
	c.mu.Lock()
	c.state = closed
	child := c.child
	c.mu.Unlock()
	if child != nil {
		child.kill("it was closed")
	}
	<-c.free
	if child != nil {
		_ = child.end()
	}
	c.mu.Lock()
	c.lose("the GPU client is closed")
	c.mu.Unlock()
	c.free <- struct{}{}
}

// lose forgets the child and the columns that it held. The caller holds c.mu.
func (c *Client) lose(why string) {
	c.child, c.held, c.mapped, c.forgot, c.why = nil, nil, nil, nil, why
	c.programs.lose()
}

// exchange talks to the child while no one else does, and starts it if none runs. Where ctx ends first, the conversation goes on
// to its end on its own, so that the wire stands between two frames, and its result is dropped.
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
			if r := recover(); r != nil { // from a load: the child still waits for the column
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

// learn notes what an answer says about the device.
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

// answered notes that the child has run the programs of a request, and has found the slots of its rows and so many groups. It comes after learn.
func (c *Client) answered(r *gpu.Request, groups int) {
	if r.Transient { // which no one foresees
		return
	}
	lists := c.alike(r, r.Expected, groups)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.mapped == nil { // the child was lost meanwhile
		return
	}
	c.programs.done(lists...)
	c.mapped[plan.JobOf(r).SlotsID()] = true
}

// asError is the error of a request that the child says has failed.
func asError(h wire.Header) error {
	switch {
	case h.Aborted:
		return context.Canceled
	case h.NoMemory:
		return fmt.Errorf("%w: %s", gpu.ErrMemory, strings.TrimPrefix(h.Error, gpu.ErrMemory.Error()+": "))
	}
	return errors.New(h.Error)
}
