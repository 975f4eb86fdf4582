package host

import (
	"context"
	"maps"
	"strings"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
)

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

// Send sends to the device the columns of a request that it lacks, and runs the request without reading a result. A
// later Run then finds the columns, the mapping of the keys, the compiled programs and the buffers on the device.
// groups is the number of groups of a Sparse or Hashed request; 0: unknown. Send returns the same errors as Run, and
// gpu.ErrMemory also if the columns would not stay on the device.
func (c *Client) Send(ctx context.Context, r gpu.Request) (bytes int64, groups int, err error) {
	r.Prepare = true
	result, err := c.Run(ctx, r)
	return result.BytesUploaded, result.Found, err
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

// Forget drops the columns whose ID begins with a prefix. No later request may name them. The child drops them after
// the next request, when no request waits.
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
	return c.mapped[(&plan.Job{Request: *r}).SlotsID()]
}
