package host

import (
	"context"
	"fmt"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
)

// CompileAhead lets the device compile the programs of the likeliest requests now, and not while it rests.
// Where ctx ends, it goes on with the program under way alone, beside the next request.
func (c *Client) CompileAhead(ctx context.Context) error { return c.compile(ctx, nil) }

// Compile lets the device compile the programs of a request that it will be asked later, as CompileAhead does.
// Nothing is sent.
func (c *Client) Compile(ctx context.Context, r gpu.Request) error {
	return c.compile(ctx, &r)
}

// compile lets the device compile the programs of a request, which then count as compiled, also where others
// are foreseen for numbers of groups that are alike; nil: of the likeliest requests.
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
