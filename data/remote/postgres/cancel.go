package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
)

// canceller ends the query of a connection whose context ends. An order to end the query that comes before the
// query begins is lost, so that orders follow each other until the query has ended. (pgx's own handler gives
// one order, and then waits for its deadline.)
type canceller struct {
	conn  *pgconn.PgConn
	ended context.CancelFunc
	done  chan struct{}
}

var _ ctxwatch.Handler = (*canceller)(nil)

// settling is how long an order may be on its way to the query after the server took it. The next query must
// not be met by it.
const settling = 100 * time.Millisecond

// HandleCancel implements ctxwatch.Handler.
func (c *canceller) HandleCancel(context.Context) {
	deadline := time.Now().Add(patience)
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
