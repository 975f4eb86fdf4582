package host

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/outofcore"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
)

// Client is the app's side of the GPU. It starts the child that owns the device when the device is first needed, and
// starts another child after a loss. It is safe for concurrent use; the child serves one request at a time.
type Client struct {
	command  func() *exec.Cmd
	limits   wire.Limits
	timeouts timeouts

	route        route  // the first route to try; if it fails, the slower routes follow
	tuningFile   string // "": the results of Tune are not kept
	programsFile string // "": compile times are not kept
	marker       marker
	free         chan struct{} // holds a token while nobody talks to the child
	listing      sync.RWMutex  // read-locked while the programs of an answered request are listed

	mu       sync.Mutex // guards the fields below
	child    *process   // nil while no child runs
	state    state
	adapter  gpu.Adapter
	tuned    []plan.Tuned // the grids found for the adapter
	why      string       // why the GPU cannot be used now, or could not be used the last time
	backoff  backoff
	held     map[string]int64 // bytes on the device by column ID
	programs programs
	forgot   []string        // prefixes of columns that the child must forget with the next request
	mapped   map[string]bool // SlotsIDs of the jobs whose mapping of rows to slots is still on the device
}

// state is what is known of the GPU.
type state int

const (
	unseen state = iota // no child was started yet
	usable              // a child runs, or the next call starts one
	broken              // the last child died; the next attempt waits for the back-off
	none                // a child has reported that no GPU exists or that its self-test failed; this is final
	closed
)

// timeouts is how long the client waits for the child.
type timeouts struct {
	start   time.Duration // longest wait for the hello of the child
	silence time.Duration // longest time without a frame while the child works
	request time.Duration // longest time for any request
	per64K  time.Duration // in addition, per 64 KiB that a request touches
	compile time.Duration // for all programs that are compiled ahead
}

// NewClient returns a client that starts its child by command; nil means this program with the argument gpu-worker.
// It starts no child yet.
func NewClient(command func() *exec.Cmd) *Client {
	if command == nil {
		command = workerCommand
	}
	c := &Client{
		command: command,
		// A start may take 30 seconds, because the first start may compile shaders on a busy machine. A silence may
		// last only five seconds, because a child that works reports "busy" four times a second.
		timeouts: timeouts{start: 30 * time.Second, silence: 5 * time.Second, request: 20 * time.Second,
			per64K: 2 * time.Millisecond, compile: 2 * time.Minute},
		free:    make(chan struct{}, 1),
		backoff: newBackoff(),

		tuningFile:   cachePath("gpu-tuning.json"),
		programsFile: cachePath("gpu-programs.json"),
		marker:       marker(cachePath("gpu-opening")),
	}
	c.free <- struct{}{}
	return c
}

// Bound sets how many bytes of columns the child may keep on the device; 0: the device decides. It takes effect at the
// child's next start.
func (c *Client) Bound(bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limits.Budget = bytes
}

// workerCommand returns the command that starts this program as the GPU's process. On Linux this is the version of the
// program that is running, even if an update has replaced its file.
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

// Adapter returns the GPU, and starts the child if none runs. Without a usable GPU, the error is gpu.ErrNoDevice with
// the reason.
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

// These are the usual reasons of Peek. Others name a fault.
const (
	Unseen   = "the GPU has not been looked at yet"
	NoDriver = "no graphics driver was found, neither for Vulkan nor for OpenGL"
)

// Peek returns what is known of the GPU without starting a child. ok is true if the next Run may use the GPU; else why
// says why not.
func (c *Client) Peek() (a gpu.Adapter, ok bool, why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch c.state {
	case unseen:
		return gpu.Adapter{}, false, Unseen
	case usable:
		if left := c.backoff.remaining(time.Now()); left > 0 && c.child == nil {
			return c.adapter, false, c.waitReason(left)
		}
		return c.adapter, true, ""
	case broken:
		return c.adapter, false, c.waitReason(c.backoff.remaining(time.Now()))
	}
	return c.adapter, false, c.why
}

// Looked reports whether a child has been started, so that Peek knows the GPU.
func (c *Client) Looked() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state != unseen
}

// waitReason says why no child is started now, and when the next attempt may follow. The caller holds c.mu.
func (c *Client) waitReason(left time.Duration) string {
	if left <= 0 {
		return c.why
	}
	return fmt.Sprintf("%s; next try in %.0f s", c.why, left.Seconds()+0.5)
}

// SplitOn returns how an adapter, which Peek or Adapter returned, will answer the request: all at once, or in tiles
// and partitions. The error is gpu.ErrMemory if the adapter has too little memory even for tiles.
func (c *Client) SplitOn(a gpu.Adapter, r *gpu.Request) (outofcore.Split, error) {
	c.mu.Lock()
	limits := c.limits
	c.mu.Unlock()
	return outofcore.SplitOf(r, a, limits.RowsPerChunk(a))
}

// PID returns the process ID of the child, 0 while none runs.
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
