package postgres

import (
	"context"
	"time"

	"cardinal/data/remote"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
)

// canceller ends the query of a connection when its context ends. A cancel request that arrives before the query
// begins is lost, so it repeats the request until the query has ended. (pgx's own handler sends one request, and then
// waits for its deadline.)
type canceller struct {
	conn  *pgconn.PgConn
	ended context.CancelFunc
	done  chan struct{}
}

var _ ctxwatch.Handler = (*canceller)(nil)

// settling is how long a cancel request may take to reach the query after the server accepted it. It must not reach
// the next query.
const settling = 100 * time.Millisecond

// HandleCancel implements ctxwatch.Handler.
func (c *canceller) HandleCancel(context.Context) {
	deadline := time.Now().Add(remote.Patience)
	_ = c.conn.Conn().SetDeadline(deadline)
	ctx, ended := context.WithDeadline(context.Background(), deadline)
	c.ended, c.done = ended, make(chan struct{})
	go func() {
		defer close(c.done)
		for ctx.Err() == nil {
			_ = c.conn.CancelRequest(ctx)
			time.Sleep(settling)
		}
	}()
}

// HandleUnwatchAfterCancel implements ctxwatch.Handler.
func (c *canceller) HandleUnwatchAfterCancel() {
	c.ended()
	<-c.done
	_ = c.conn.Conn().SetDeadline(time.Time{})
}
