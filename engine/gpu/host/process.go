package host

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"cardinal/engine/gpu/wire"
)

// process is a running child.
type process struct {
	cmd      *exec.Cmd
	in       io.WriteCloser
	window   []byte      // memory shared with the child, or nil
	probe    *wire.Probe // nil: the child must not read the memory of the app
	value    [8]byte     // the value that the probe reads
	readable bool        // the child reads the memory of the app
	out      io.Closer
	frames   chan reply    // closed when the child sends no more
	gone     chan struct{} // closed when the child has ended and exit is set
	begun    time.Time
	// when the child last wrote anything, in nanoseconds since begun; the clock stops while the machine sleeps
	active atomic.Int64
	stderr *stderrTail
	mu     sync.Mutex // guards why
	why    string     // why the app killed the child; "": the app did not
	exit   error      // how the child ended
}

// reply is one frame with its payload.
type reply struct {
	wire.Header
	payload []byte
	err     error // the wire failed, and no frame follows
}

// route is how columns reach the child. The first route that the system allows is used.
type route int

const (
	byMemory route = iota // the child reads the memory of the app
	byWindow              // through shared memory
	byPipe
)

func (r route) String() string {
	return [...]string{"from the memory of the app", "through shared memory", "through a pipe"}[r]
}

// route returns how columns reach the child.
func (p *process) route() route {
	switch {
	case p.readable:
		return byMemory
	case p.window != nil:
		return byWindow
	}
	return byPipe
}

// launch starts a child. Columns reach it by route r or, if the system does not allow r, by a later route.
func launch(cmd *exec.Cmd, r route) (*process, error) {
	p := &process{cmd: cmd, begun: time.Now(), frames: make(chan reply, 1), gone: make(chan struct{}),
		stderr: &stderrTail{}}
	var err error
	if p.in, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out, cmd.Stderr = out, p.stderr
	if r < byPipe {
		if shared := p.openWindow(); shared != nil {
			defer shared.Close()
			wire.Inherit(cmd, shared)
		}
	}
	cmd.WaitDelay = time.Second // a grandchild may keep the standard error open
	dieWithParent(cmd)
	started := make(chan error)
	read := make(chan struct{})
	go func() {
		// The kernel kills the child when the thread that started it ends, so that this thread has to live as long as
		// the child.
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err != nil {
			return
		}
		tie(cmd)
		<-read // Wait closes the pipe, so the last frame must be read before Wait
		p.exit = cmd.Wait()
		close(p.gone)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	if r == byMemory {
		p.expose()
	}
	go func() {
		defer close(read)
		defer close(p.frames)
		p.readFrames(&activity{out, p})
	}()
	return p, nil
}

// expose lets the child read the memory of the app, and makes a probe that tests whether it can.
func (p *process) expose() {
	wire.AllowRead(p.cmd.Process.Pid)
	p.probe = &wire.Probe{Memory: *wire.MemoryOf(os.Getpid(), p.value[:]), Value: rand.Uint64()}
	binary.NativeEndian.PutUint64(p.value[:], p.probe.Value)
}

// openWindow makes memory that is shared with the child, or returns nil if the system cannot.
func (p *process) openWindow() *os.File {
	shared, err := wire.CreateWindow(wire.WindowSize)
	if err != nil {
		return nil
	}
	if p.window, err = wire.MapWindow(shared, wire.WindowSize); err != nil {
		_ = shared.Close()
		return nil
	}
	runtime.AddCleanup(p, wire.UnmapWindow, p.window)
	return shared
}

// activity reads from the child, and records when bytes arrive.
type activity struct {
	r io.Reader
	p *process
}

func (a *activity) Read(b []byte) (int, error) {
	n, err := a.r.Read(b)
	if n > 0 {
		a.p.active.Store(int64(time.Since(a.p.begun)))
	}
	return n, err
}

// maxPayload is more than the bytes of any result, since the accumulators of a job fit one device buffer.
const maxPayload = 64 << 30

// readFrames sends the child's frames to p.frames, except "busy" frames, until the first error.
func (p *process) readFrames(r io.Reader) {
	for {
		h, size, err := wire.ReadFrame(r)
		if err == nil && h.Verb == wire.VerbBusy {
			continue
		}
		f := reply{Header: h, err: err}
		if err == nil && size != 0 {
			f.payload, f.err = readPayload(r, size)
		}
		if errors.Is(f.err, wire.ErrGarbage) {
			p.kill("it wrote what is no answer")
		}
		p.frames <- f
		if f.err != nil {
			return
		}
	}
}

// readPayload reads a payload piece by piece, so that a wrong length does not allocate memory for bytes that never
// come.
func readPayload(r io.Reader, size int64) ([]byte, error) {
	if size < 0 || size > maxPayload {
		return nil, fmt.Errorf("%w: a payload of %d bytes", wire.ErrGarbage, size)
	}
	const piece = 64 << 20
	data := make([]byte, 0, min(size, piece))
	for int64(len(data)) < size {
		n := int(min(size-int64(len(data)), piece))
		data = append(data, make([]byte, n)...)
		if _, err := io.ReadFull(r, data[len(data)-n:]); err != nil {
			return nil, err
		}
	}
	return data, nil
}

// call sends a frame and waits for the next frame of the child.
func (p *process) call(ctx context.Context, h wire.Header, payload ...[]byte) (reply, error) {
	if err := wire.WriteFrame(p.in, h, payload...); err != nil {
		return reply{}, p.end()
	}
	return p.await(ctx)
}

// await waits for the next frame. If ctx ends first, await sends one abort frame, and keeps waiting.
func (p *process) await(ctx context.Context) (reply, error) {
	select {
	case f, ok := <-p.frames:
		return p.checkReply(f, ok)
	case <-ctx.Done():
	}
	if err := wire.WriteFrame(p.in, wire.Header{Verb: wire.VerbAbort}); err != nil {
		return reply{}, p.end()
	}
	return p.receive()
}

// receive waits for the next frame.
func (p *process) receive() (reply, error) {
	f, ok := <-p.frames
	return p.checkReply(f, ok)
}

func (p *process) checkReply(f reply, ok bool) (reply, error) {
	if !ok || f.err != nil {
		return reply{}, p.end()
	}
	return f, nil
}

// guard kills the child if it is silent for too long or works for too long. It watches the child until stop is called.
func (p *process) guard(silence, deadline time.Duration) (stop func()) {
	done := make(chan struct{})
	begin := time.Since(p.begun)
	p.active.Store(int64(begin))
	go func() {
		tick := time.NewTicker(max(time.Millisecond, silence/20))
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				now := time.Since(p.begun)
				if quiet := now - time.Duration(p.active.Load()); quiet > silence {
					p.kill(fmt.Sprintf("it did not answer for %.1f s", quiet.Seconds()))
				} else if spent := now - begin; spent > deadline {
					p.kill(fmt.Sprintf("it was not done after %.0f s", spent.Seconds()))
				}
			}
		}
	}()
	return sync.OnceFunc(func() { close(done) })
}

// kill ends the child for a reason.
func (p *process) kill(why string) {
	p.mu.Lock()
	p.why = cmp.Or(p.why, why)
	p.mu.Unlock()
	_ = p.cmd.Process.Kill()
	_ = p.out.Close() // otherwise a process that the child has started could keep the pipe open
}

// end closes the child's input, waits until the child has ended, kills it if it does not end, and returns the reason
// for its end.
func (p *process) end() error {
	_ = p.in.Close()
	go func() {
		for range p.frames { // or readFrames would wait until its last frame is received
		}
	}()
	if !p.hasEnded(time.Second) { // a child ends when its input ends; wait, to learn how it ended
		p.kill("it broke off")
		p.hasEnded(2 * time.Second) // on a busy machine its memory may be freed later than that; nothing depends on it
	}
	p.mu.Lock()
	how := p.why
	p.mu.Unlock()
	if how == "" { // the app did not kill it
		how = "its process ended"
		if p.exit != nil {
			how += " with " + p.exit.Error()
		}
		if cause := p.stderr.cause(); cause != "" {
			how += ": " + cause
		}
	}
	return errors.New(how)
}

// hasEnded waits at most `timeout` for the end of the process, and reports whether the process has ended.
func (p *process) hasEnded(timeout time.Duration) bool {
	select {
	case <-p.gone:
		return true
	case <-time.After(timeout):
		return false
	}
}
