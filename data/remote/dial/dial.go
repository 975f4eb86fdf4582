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
	"cardinal/data/remote/sqlserver"
)

// connects has, for each kind of servers, the function that connects to a server.
var connects = map[string]func(ctx context.Context, a remote.Address, password string) (remote.Server, error){
	remote.ClickHouse: clickhouse.Connect, remote.PostgreSQL: postgres.Connect, remote.MySQL: mysql.Connect,
	remote.SQLServer: sqlserver.Connect,
}

// Server connects to the server of an address. The error is a *Locked if the server needs another password. If a server
// of another kind listens at the address, the error names that kind. Such a server may wait silently for the rest of a
// request in its own protocol. So Server asks what kind it is after a second of silence.
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
	s, err := connects[a.Kind](trying, a, password)
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
