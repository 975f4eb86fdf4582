package postgres

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/internal/separators"
)

// Server is a connection to PostgreSQL. It implements remote.Server.
type Server struct {
	address remote.Address
	pool    *pgxpool.Pool
	dialect remote.Dialect
}

var _ remote.Server = (*Server)(nil)

// readOnly is the setting of a connection that writes nothing.
const readOnly = "default_transaction_read_only"

// Connect connects to a server and asks for its version.
func Connect(ctx context.Context, a remote.Address, password string) (remote.Server, error) {
	mode := a.Mode
	switch {
	case mode == "" && a.Secure:
		mode = "verify-full"
	case mode == "":
		mode = "prefer"
	}
	where := url.URL{Scheme: "postgres", User: url.UserPassword(a.User, password), Host: a.Host, Path: "/" + a.Database,
		RawQuery: "sslmode=" + mode}
	config, err := pgxpool.ParseConfig(where.String())
	if err != nil { // the text of the error has the password
		return nil, fmt.Errorf("the address of %s cannot be used: check the host, the port and the database", a.Host)
	}
	config.ConnConfig.Password = password // "" means no password, and must not be replaced from the environment
	config.ConnConfig.ConnectTimeout = remote.Patience
	config.ConnConfig.RuntimeParams["application_name"] = "cardinal"
	config.ConnConfig.RuntimeParams["timezone"] = "UTC"
	config.ConnConfig.RuntimeParams[readOnly] = "on"
	config.ConnConfig.BuildContextWatcherHandler = func(c *pgconn.PgConn) ctxwatch.Handler {
		return &canceller{conn: c}
	}
	config.MaxConns = remote.Connections
	config.MaxConnIdleTime = time.Minute
	config.PingTimeout = remote.Answering
	s, err := meet(ctx, a, config)
	var refused *pgconn.PgError
	// a pooler in between, such as PgBouncer, accepts a time zone but refuses this setting
	if errors.As(err, &refused) && refused.Code == "08P01" {
		delete(config.ConnConfig.RuntimeParams, readOnly)
		s, err = meet(ctx, a, config)
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// meet connects to a server, and asks for its version.
func meet(ctx context.Context, a remote.Address, config *pgxpool.Config) (*Server, error) {
	pool, err := pgxpool.NewWithConfig(context.WithoutCancel(ctx), config.Copy())
	if err != nil {
		return nil, inWords(a, err, 0)
	}
	s := &Server{address: a, pool: pool, dialect: remote.Dialect{Kind: remote.PostgreSQL}}
	t, err := s.Ask(ctx, remote.Question{SQL: "SELECT current_setting('server_version_num')::bigint",
		Columns: []remote.Result{{Name: "version", Type: data.Int}}})
	if err != nil {
		pool.Close()
		return nil, err
	}
	version := int(t.Columns[0].Int(0))
	s.dialect.Major, s.dialect.Minor = version/10000, version%10000
	return s, nil
}

// Dialect implements remote.Server.
func (s *Server) Dialect() remote.Dialect { return s.dialect }

// Complete implements remote.Server. One server has all rows.
func (s *Server) Complete(context.Context) error { return nil }

// Close implements remote.Server.
func (s *Server) Close() { s.pool.Close() }

// Ask implements remote.Server. PostgreSQL reports no progress of a query.
func (s *Server) Ask(ctx context.Context, q remote.Question) (*data.Table, error) {
	start := time.Now()
	c, err := s.pool.Acquire(ctx)
	if err == nil {
		defer c.Release()
		builders := remote.Builders(q.Columns)
		if err = read(ctx, c.Conn().PgConn(), q, builders); err == nil {
			return remote.BuildTable(builders), nil
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return nil, inWords(s.address, err, time.Since(start))
}

// read runs a query and reads its rows.
func read(ctx context.Context, c *pgconn.PgConn, q remote.Question, builders []*remote.Builder) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	rows := c.ExecParams(ctx, q.SQL, nil, nil, nil, []int16{1})
	err := take(rows, q, builders)
	if err != nil {
		cancel() // ends the query, without waiting for rows that the server has not sent yet
	}
	if _, closed := rows.Close(); err == nil {
		err = closed
	}
	return err
}

func take(rows *pgconn.ResultReader, q remote.Question, builders []*remote.Builder) error {
	var take []func(*remote.Builder, []byte) error
	for rows.NextRow() {
		if take == nil {
			fields := rows.FieldDescriptions()
			if len(fields) != len(builders) {
				return separators.Errorf("the server's answer has %d columns, and %d were asked for", len(fields),
					len(builders))
			}
			for i, f := range fields {
				put, err := valueReader(builders[i], f.DataTypeOID)
				if err != nil {
					return err
				}
				take = append(take, put)
			}
		}
		if q.Most > 0 && builders[0].Rows() >= q.Most {
			return &remote.TooMany{Most: q.Most}
		}
		for i, value := range rows.Values() {
			if value == nil {
				builders[i].Null()
			} else if err := take[i](builders[i], value); err != nil {
				return err
			}
		}
	}
	return nil
}

// text writes a literal.
func (s *Server) text(text string) string { return s.dialect.Text(text) }
