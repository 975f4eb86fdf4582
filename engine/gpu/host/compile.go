package host

import (
	"context"
	"fmt"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
)

// CompileAhead compiles the programs of the likeliest requests on the device while it is idle. If ctx ends, only the
// current program is still compiled, concurrently with the next request.
func (c *Client) CompileAhead(ctx context.Context) error { return c.compile(ctx, nil) }

// Compile compiles the programs of a later request on the device, as CompileAhead does. It sends no columns.
func (c *Client) Compile(ctx context.Context, r gpu.Request) error {
	return c.compile(ctx, &r)
}

// compile compiles the programs of a request on the device, or the programs of the likeliest requests if r is nil.
// CompileWait is then 0 for the request, both for its exact number of groups and for the number to which an offer
// rounds it.
func (c *Client) compile(ctx context.Context, r *gpu.Request) error {
	_, err := exchange(ctx, c, func(p *process) (struct{}, error) {
		defer p.guard(c.timeouts.silence, c.timeouts.compile)()
		var j *plan.Job
		var foreseen [][]plan.Program
		if r != nil {
			j, foreseen = c.job(r), c.programsLike(r, r.Expected)
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
			c.programs.noteRun(foreseen...)
			c.mu.Unlock()
		}
		_ = c.keepTimes() // times that cannot be written to the file are measured again by the next process
		return struct{}{}, nil
	})
	return err
}
