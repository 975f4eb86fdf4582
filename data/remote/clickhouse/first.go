package clickhouse

import (
	"context"
	"net"
	"sync"
)

// dial connects to a server that is heard only after it was asked. A server of another kind may speak first,
// and what net/http makes of that depends on whether the words or the question come first: an answer in another
// language, or a connection that broke off and a line on the standard error.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: patience}
	c, err := dialer.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &asked{Conn: c, open: make(chan struct{})}, nil
}

// asked is a connection that reads nothing before the first write or its end.
type asked struct {
	net.Conn
	once sync.Once
	open chan struct{} // closed by the first write, or by the end
}

func (c *asked) Read(p []byte) (int, error) {
	<-c.open
	return c.Conn.Read(p)
}

func (c *asked) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.once.Do(func() { close(c.open) })
	return n, err
}

func (c *asked) Close() error {
	c.once.Do(func() { close(c.open) })
	return c.Conn.Close()
}
