//go:build !linux

package device

import "sync"

// call wakes threads that wait.
type call struct {
	mu     sync.Mutex
	woken  *sync.Cond
	number uint32
}

func newCall() *call {
	c := &call{}
	c.woken = sync.NewCond(&c.mu)
	return c
}

// await waits until the number of calls differs from heard, and returns that number.
func (c *call) await(heard uint32) uint32 {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.number == heard {
		c.woken.Wait()
	}
	return c.number
}

// wake counts one more call, and wakes `threads` of the waiting threads.
func (c *call) wake(threads int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.number++
	for range threads {
		c.woken.Signal()
	}
}
