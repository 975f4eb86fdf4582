package dial

import (
	"context"

	"cardinal/remote"
	"cardinal/remote/clickhouse"
	"cardinal/remote/postgres"
)

// Server connects to the server of an address. The error is a *Locked where the password is what is wrong.
func Server(ctx context.Context, a remote.Address, password string) (remote.Server, error) {
	connect := clickhouse.Connect
	if a.Kind == remote.PostgreSQL {
		connect = postgres.Connect
	}
	s, err := connect(ctx, a, password)
	if err != nil {
		return nil, locked(a, password, err)
	}
	return s, nil
}
