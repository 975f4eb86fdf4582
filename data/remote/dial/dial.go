package dial

import (
	"context"
	"errors"
	"sync"
	"time"

	"cardinal/data/remote"
	"cardinal/data/remote/clickhouse"
	"cardinal/data/remote/postgres"
)

// Server connects to the server of an address. The error is a *Locked if the password is the problem. If something
// else answers at the address, the error names it, once it has been silent for a while. Another server may wait for
// more input, because it takes the bytes for the beginning of a question in its own language.
func Server(ctx context.Context, a remote.Address, password string) (remote.Server, error) {
	connect := clickhouse.Connect
	if a.Kind == remote.PostgreSQL {
		connect = postgres.Connect
	}
	trying, end := context.WithCancelCause(ctx)
	defer end(nil)
	other := sync.OnceValue(func() error { return meet(trying, a) })
	silence := time.AfterFunc(quiet, func() {
		if err := other(); err != nil {
			end(err)
		}
	})
	defer silence.Stop()
	s, err := connect(trying, a, password)
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
