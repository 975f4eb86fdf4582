package host

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/outofcore"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
	"cardinal/internal/memory"
	"cardinal/internal/system"
	"cardinal/profiler"
)

// Run answers a request. It loads the columns that the device lacks. If ctx ends, Run returns at once. In the
// background, the current piece of a column is still sent, or the device still finishes its portion of the work.
// errors.Is recognises gpu.ErrLost, gpu.ErrNoDevice, gpu.ErrMemory and gpu.ErrClosed.
func (c *Client) Run(ctx context.Context, r gpu.Request) (gpu.Result, error) {
	if err := plan.Check(&r); err != nil {
		return gpu.Result{}, fmt.Errorf("cannot run on the GPU: %w", err)
	}
	if r.Rows == 0 || len(r.Aggregates) == 0 && !r.Prepare {
		return r.Empty(), nil
	}
	return exchange(ctx, c, func(p *process) (gpu.Result, error) {
		c.mu.Lock()
		a := c.adapter
		c.mu.Unlock()
		split, err := c.SplitOn(a, &r)
		if err != nil {
			return gpu.Result{}, err
		}
		switch {
		case r.Prepare && split.Tiles > 0:
			return gpu.Result{}, fmt.Errorf("%w: the columns would leave the GPU again", gpu.ErrMemory)
		case split.Partitions > 0:
			return outofcore.Answer(ctx, func(ctx context.Context, r gpu.Request) (gpu.Result, error) {
				return c.talk(ctx, p, r)
			}, r, split)
		}
		return c.talk(ctx, p, r)
	})
}

// talk sends one request and the columns that the child needs, and reads the result.
func (c *Client) talk(ctx context.Context, p *process, r gpu.Request) (gpu.Result, error) {
	stop := p.guard(c.timeouts.silence, c.timeouts.limitOf(r))
	defer stop()
	var res gpu.Result
	var loading time.Duration
	sources, whole := r.Sources(), map[string][]byte{}
	places, err := p.places(sources, whole)
	if err != nil {
		return gpu.Result{}, err
	}
	defer runtime.KeepAlive(whole)
	j := c.job(&r)
	c.mu.Lock()
	forgot := c.forgot
	c.forgot = nil
	c.mu.Unlock()
	f, err := p.call(ctx, wire.Header{Verb: wire.VerbRun, Job: j, Places: places, Forget: forgot})
	for err == nil && f.Verb == wire.VerbNeed {
		load, known := sources[f.ID]
		if !known {
			p.kill(fmt.Sprintf("it asked for a column %q that no one has", f.ID))
			err = p.end()
			break
		}
		if ctx.Err() != nil {
			f, err = p.call(ctx, wire.Header{Verb: wire.VerbAbort})
			continue
		}
		begin := system.Now()
		data, held := whole[f.ID]
		var loadErr error
		if !held {
			data, loadErr = load.Load()
		}
		loading += system.Since(begin)
		if loadErr == nil && !r.Transient && f.Rows < r.Rows { // the child will ask for the remaining rows
			whole[f.ID] = data
			data = load.Kind.Slice(data, f.First, f.Rows)
		}
		if loadErr != nil {
			if f, err = p.call(ctx, wire.Header{Verb: wire.VerbAbort}); err == nil {
				c.learn(f.Header)
				return gpu.Result{}, loadErr
			}
			break
		}
		f, err = p.sendColumn(ctx, f.ID, data)
		res.BytesUploaded += int64(len(data))
	}
	if err == nil && f.Verb == wire.VerbPiece {
		f, err = p.takePieces(f, maxResult(&r))
	}
	if err != nil {
		return gpu.Result{}, c.lost(err)
	}
	if err := c.conclude(p, r, &res, f); err != nil {
		return gpu.Result{}, err
	}
	c.noteAnswer(&r, res.Found)
	res.Stages = splitUpload(f.Stages, loading)
	return res, nil
}

// conclude reads the result, or the reason of a failure, from the last frame of a conversation.
func (c *Client) conclude(p *process, r gpu.Request, res *gpu.Result, f reply) error {
	defer runtime.KeepAlive(p) // the result may lie in its window
	raw := gpu.AsWords(p.result(f))
	if f.Groups < 0 || f.Groups > r.Rows {
		f.Groups = 0
	}
	slots := r.Entries(f.Groups)
	aggregates := r.Aggregates
	if r.Prepare {
		aggregates = nil
	}
	expected := f.Groups
	if r.Prepare {
		expected = 0
	}
	for _, a := range aggregates {
		expected += a.Op.Words() * slots
	}
	switch {
	case f.Verb == wire.VerbFailed:
		c.learn(f.Header)
		return asError(f.Header)
	case f.Verb != wire.VerbResult || len(raw) != expected:
		p.kill(fmt.Sprintf("it answered %q with %d bytes where a result of %d was due", f.Verb, 4*len(raw), 4*expected))
		return c.lost(p.end())
	}
	c.learn(f.Header)
	res.Found = f.Groups
	if r.Lists() && !r.Prepare {
		res.Groups, raw = gpu.CopyGroups(raw[:f.Groups]), raw[f.Groups:]
	}
	for _, a := range aggregates {
		n := a.Op.Words() * slots
		values, high := gpu.Decode(a.Op, slots, raw[:n])
		res.Values, res.High = append(res.Values, values), append(res.High, high)
		raw = raw[n:]
	}
	res.Outcome, res.DeviceBytes = f.Outcome, f.Bytes
	res.BytesUploaded += f.Read
	return nil
}

// splitUpload subtracts the time in which the app loaded columns from the child's upload stage, and records it as a
// stage "load".
func splitUpload(stages []profiler.Stage, loading time.Duration) []profiler.Stage {
	at := slices.IndexFunc(stages, func(s profiler.Stage) bool { return s.Name == "upload" })
	if loading == 0 || at < 0 {
		return stages
	}
	ms := float64(loading.Nanoseconds()) / 1e6
	stages[at].MS = max(0, stages[at].MS-ms)
	return append([]profiler.Stage{{Name: "load", MS: ms}}, stages...)
}

// limitOf returns how long a request may take. The limit is generous, since a child that hangs is noticed earlier by
// its silence.
func (t timeouts) limitOf(r gpu.Request) time.Duration {
	touched := int64(len(r.Keys)+2*len(r.Aggregates)+1)*int64(r.Rows)*4 + int64(len(r.Aggregates)*r.Slots)*8
	return t.request + time.Duration(touched>>16)*t.per64K*time.Duration(max(1, r.Tuning.Repeat))
}

// result returns the bytes of a result, from the frame or from the window. The bytes are valid until the next request.
// If the frame contradicts itself, they are nil.
func (p *process) result(f reply) []byte {
	switch {
	case f.Size == 0, len(f.payload) > 0:
		return f.payload
	case p.window == nil || f.Size < 0 || f.Size > wire.ResultRoom:
		return nil
	}
	return wire.Results(p.window)[:f.Size]
}

// maxResult returns an upper bound of the bytes of a request's result.
func maxResult(r *gpu.Request) int64 {
	words := 1
	for _, a := range r.Aggregates {
		words += a.Op.Words()
	}
	return 4 * int64(words) * int64(max(r.Slots, r.Rows))
}

// takePieces copies a result of at most `most` bytes out of the window. f is the frame of its first piece. It returns
// the frame that follows the last piece, with the result as its payload.
func (p *process) takePieces(f reply, most int64) (reply, error) {
	if f.Size < 0 || f.Size > most || p.window == nil {
		p.kill(fmt.Sprintf("it announced a result of %d bytes, and %d are the most", f.Size, most))
		return reply{}, p.end()
	}
	result := memory.Uninitialized[byte](int(f.Size))
	rest := result
	for i := 0; f.Verb == wire.VerbPiece; i++ {
		if f.Bytes < 1 || f.Bytes > wire.ResultPiece || f.Bytes > int64(len(rest)) {
			p.kill(fmt.Sprintf("it sent a piece of %d bytes where %d were left", f.Bytes, len(rest)))
			return reply{}, p.end()
		}
		wire.CopyWide(rest[:f.Bytes], wire.ResultHalf(p.window, i)[:f.Bytes])
		rest = rest[f.Bytes:]
		if err := wire.WriteFrame(p.in, wire.Header{Verb: wire.VerbTaken}); err != nil {
			return reply{}, p.end()
		}
		var err error
		if f, err = p.receive(); err != nil {
			return reply{}, err
		}
	}
	f.payload = result[:len(result)-len(rest)]
	return f, nil
}

// places returns the addresses of the columns that are in memory, for a child that reads this memory. It adds their
// bytes to loaded, which keeps them from being moved or freed.
func (p *process) places(sources map[string]gpu.Source, loaded map[string][]byte) (map[string]wire.Memory, error) {
	if p.route() != byMemory {
		return nil, nil
	}
	places := map[string]wire.Memory{}
	for id, s := range sources {
		if !s.Ready {
			continue
		}
		data, err := s.Load()
		if err != nil {
			return nil, err
		}
		places[id], loaded[id] = *wire.MemoryOf(os.Getpid(), data), data
	}
	return places, nil
}

// sendColumn sends a column, and returns the child's next frame.
func (p *process) sendColumn(ctx context.Context, id string, data []byte) (reply, error) {
	h := wire.Header{Verb: wire.VerbColumn, ID: id}
	switch p.route() {
	case byMemory:
		h.Memory = wire.MemoryOf(os.Getpid(), data)
		defer runtime.KeepAlive(data)
		return p.call(ctx, h)
	case byWindow:
		h.Bytes, h.Window = int64(len(data)), true
		return p.sendPieces(ctx, h, data)
	}
	return p.call(ctx, h, data)
}

// sendPieces sends a column through the window, and returns the child's next frame that is not VerbTaken. If ctx
// ends, the request is withdrawn before the next piece.
func (p *process) sendPieces(ctx context.Context, h wire.Header, data []byte) (reply, error) {
	if err := wire.WriteFrame(p.in, h); err != nil {
		return reply{}, p.end()
	}
	taken := 0
	for i := 0; len(data) > 0 && ctx.Err() == nil; i++ {
		for ; taken < i-1; taken++ { // the piece before the previous one has left this half
			if f, err := p.receive(); err != nil || f.Verb != wire.VerbTaken {
				return f, err
			}
		}
		n := min(len(data), wire.UploadPiece)
		wire.CopyWide(wire.Half(p.window, i), data[:n])
		data = data[n:]
		if err := wire.WriteFrame(p.in, wire.Header{Verb: wire.VerbPiece, Bytes: int64(n)}); err != nil {
			return reply{}, p.end()
		}
	}
	for {
		f, err := p.await(ctx)
		if err != nil || f.Verb != wire.VerbTaken {
			return f, err
		}
	}
}
