package clickhouse

import (
	"context"
	"net"
	"sync"

	"cardinal/data/remote"
)

// dial connects to a server, and reads from it only after the first question. A server of another kind may speak
// before it is asked. If net/http read these bytes before the question was sent, it would break the connection and
// write a line to the standard error, instead of reporting an answer in another protocol.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: remote.Patience}
	c, err := dialer.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &askedFirst{Conn: c, open: make(chan struct{})}, nil
}

// askedFirst is a connection that reads nothing before the first Write or Close.
type askedFirst struct {
	net.Conn
	once sync.Once
	open chan struct{} // closed by the first Write, or by Close
}

func (c *askedFirst) Read(p []byte) (int, error) {
	<-c.open
	return c.Conn.Read(p)
}

func (c *askedFirst) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.once.Do(func() { close(c.open) })
	return n, err
}

func (c *askedFirst) Close() error {
	c.once.Do(func() { close(c.open) })
	return c.Conn.Close()
}
