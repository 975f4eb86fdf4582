package dial

import (
	"context"

	"cardinal/remote"
	"cardinal/remote/clickhouse"
	"cardinal/remote/postgres"
)

// Server connects to the server of an address.
func Server(ctx context.Context, a remote.Address, password string) (remote.Server, error) {
	if a.Kind == remote.PostgreSQL {
		return postgres.Connect(ctx, a, password)
	}
	return clickhouse.Connect(ctx, a, password)
}
