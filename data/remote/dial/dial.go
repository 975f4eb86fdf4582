package dial

import (
	"context"
	"errors"
	"sync"
	"time"

	"cardinal/data/remote"
	"cardinal/data/remote/clickhouse"
	"cardinal/data/remote/mysql"
	"cardinal/data/remote/postgres"
)

// clients has, for each kind of servers, the function that connects to a server, and the one that reports whether its
// error is that of a wrong password.
var clients = map[string]struct {
	connect       func(ctx context.Context, a remote.Address, password string) (remote.Server, error)
	wrongPassword func(error) bool
}{
	remote.ClickHouse: {clickhouse.Connect, clickhouse.WrongPassword},
	remote.PostgreSQL: {postgres.Connect, postgres.WrongPassword},
	remote.MySQL:      {mysql.Connect, mysql.WrongPassword},
}

// Server connects to the server of an address. The error is a *Locked if the password is the problem. If something
// else answers at the address, the error names it, once it has been silent for a while. Another server may wait for
// more input, because it takes the bytes for the beginning of a question in its own language.
func Server(ctx context.Context, a remote.Address, password string) (remote.Server, error) {
	trying, end := context.WithCancelCause(ctx)
	defer end(nil)
	other := sync.OnceValue(func() error { return meet(trying, a) })
	silence := time.AfterFunc(quiet, func() {
		if err := other(); err != nil {
			end(err)
		}
	})
	defer silence.Stop()
	s, err := clients[a.Kind].connect(trying, a, password)
	switch {
	case err == nil:
		return s, nil
	case ctx.Err() != nil:
		return nil, err
	case trying.Err() != nil:
		return nil, context.Cause(trying)
	case errors.As(err, new(*remote.Unlike)):
		if known := other(); known != nil {
			return nil, known
		}
	}
	return nil, asLocked(a, password, err)
}
