package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"cardinal/engine/gpu/wire"
)

// process is a child that runs, seen from the app.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	window []byte // shared with the child; nil: there is none
	out    io.Closer
	frames chan reply    // what the child says, closed when it says no more
	gone   chan struct{} // closed when the child has been waited for
	begun  time.Time
	heard  atomic.Int64 // when the child last wrote anything, in nanoseconds since begun: a clock that sleeps when the machine does
	words  *lastWords
	mu     sync.Mutex
	why    string // why the app killed it, "" if it did not
	exit   error  // how it ended; set before gone is closed
}

// reply is one frame with its payload.
type reply struct {
	wire.Header
	payload []byte
	err     error // of the wire; the last one
}

// launch starts a child.
func launch(cmd *exec.Cmd, narrow bool) (*process, error) {
	p := &process{cmd: cmd, begun: time.Now(), frames: make(chan reply, 1), gone: make(chan struct{}), words: &lastWords{}}
	var err error
	if p.in, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out, cmd.Stderr = out, p.words
	if !narrow {
		if shared := p.openWindow(); shared != nil {
			defer shared.Close()
			cmd.ExtraFiles = []*os.File{shared}
		}
	}
	cmd.WaitDelay = time.Second // a grandchild may hold the standard error open
	dieWithParent(cmd)
	started := make(chan error)
	read := make(chan struct{})
	go func() {
		// The kernel counts the thread that starts a child as its parent: it has to live as long as the child.
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err != nil {
			return
		}
		<-read // Wait closes the pipe, so the last frame must have been read
		p.exit = cmd.Wait()
		close(p.gone)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	go func() {
		defer close(read)
		defer close(p.frames)
		p.listen(&hearing{out, p})
	}()
	return p, nil
}

// openWindow makes the memory that is shared with the child, where the system has such.
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

// hearing notes when bytes come.
type hearing struct {
	r io.Reader
	p *process
}

func (h *hearing) Read(b []byte) (int, error) {
	n, err := h.r.Read(b)
	if n > 0 {
		h.p.heard.Store(int64(time.Since(h.p.begun)))
	}
	return n, err
}

// maxPayload is more than any result: the accumulators of a job fit one device buffer.
const maxPayload = 64 << 30

// listen passes on what the child says, until it says no more or something that is not a frame.
func (p *process) listen(r io.Reader) {
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

// readPayload reads a payload as it comes, so that a length that is a lie costs no memory.
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

// ask sends a frame and waits for the answer.
func (p *process) ask(ctx context.Context, h wire.Header, payload ...[]byte) (reply, error) {
	if err := wire.WriteFrame(p.in, h, payload...); err != nil {
		return reply{}, p.end()
	}
	return p.await(ctx)
}

// await waits for the next frame. When ctx ends first, the child is told, once, that the request is no longer wanted.
func (p *process) await(ctx context.Context) (reply, error) {
	select {
	case f, ok := <-p.frames:
		return p.checked(f, ok)
	case <-ctx.Done():
	}
	if err := wire.WriteFrame(p.in, wire.Header{Verb: wire.VerbAbort}); err != nil {
		return reply{}, p.end()
	}
	return p.hear()
}

// hear waits for the next frame.
func (p *process) hear() (reply, error) {
	f, ok := <-p.frames
	return p.checked(f, ok)
}

func (p *process) checked(f reply, ok bool) (reply, error) {
	if !ok || f.err != nil {
		return reply{}, p.end()
	}
	return f, nil
}

// guard kills the child when it is silent for too long or has not done its work by a deadline, until stopped.
func (p *process) guard(silence, deadline time.Duration) (stop func()) {
	done := make(chan struct{})
	begin := time.Since(p.begun)
	p.heard.Store(int64(begin))
	go func() {
		tick := time.NewTicker(max(time.Millisecond, silence/20))
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				now := time.Since(p.begun)
				if quiet := now - time.Duration(p.heard.Load()); quiet > silence {
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
	if p.why == "" {
		p.why = why
	}
	p.mu.Unlock()
	_ = p.cmd.Process.Kill()
	_ = p.out.Close() // a process that the child has started may hold the other end for long
}

// end makes sure that the child is no more, and says why it went.
func (p *process) end() error {
	_ = p.in.Close()
	go func() {
		for range p.frames { // the reader must not wait for someone to take its last frame
		}
	}()
	if !p.over(time.Second) { // it ends by itself when its input does, and how it ended is worth knowing
		p.kill("it broke off")
		p.over(2 * time.Second) // on a busy machine its memory may take longer to go; no one has to wait for that
	}
	p.mu.Lock()
	how := p.why
	p.mu.Unlock()
	if how == "" { // so it is over
		how = "its process ended"
		if p.exit != nil {
			how += " with " + p.exit.Error()
		}
		if cause := p.words.cause(); cause != "" {
			how += ": " + cause
		}
	}
	return errors.New(how)
}

// over waits for the end of the process, for so long at most.
func (p *process) over(patience time.Duration) bool {
	select {
	case <-p.gone:
		return true
	case <-time.After(patience):
		return false
	}
}
