package mysql

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"

	"cardinal/data"
	"cardinal/data/remote"
)

// Server is a connection to MySQL or MariaDB. It implements remote.Server.
type Server struct {
	address remote.Address
	connect driver.Connector
	pool    *sql.DB
	dialect remote.Dialect
}

var _ remote.Server = (*Server)(nil)

// again is the time between two attempts to stop a query.
const again = 100 * time.Millisecond

// session has the settings of a connection. With these settings, a query means the same on every server, and the server
// does not limit the number of rows.
var session = map[string]string{
	"sql_mode": "''", "time_zone": "'+00:00'", "sql_select_limit": "18446744073709551615", "sql_auto_is_null": "0",
	"max_sort_length": "4096",
}

// readOnly has the names of the setting that makes a connection read-only: in MySQL and new versions of MariaDB, and in
// old versions.
var readOnly = []string{"transaction_read_only", "tx_read_only"}

// encryption maps the modes of sslmode to those of the driver.
var encryption = map[string]string{"disable": "false", "allow": "preferred", "prefer": "preferred",
	"require": "skip-verify", "verify-full": "true"}

// Connect connects to a server and asks for its version.
func Connect(ctx context.Context, a remote.Address, password string) (remote.Server, error) {
	if a.Database == "" {
		return nil, errors.New("name the database: the address names none (mysql://user@host/database)")
	}
	config := mysql.NewConfig()
	config.User, config.Passwd, config.Net, config.Addr, config.DBName = a.User, password, "tcp", a.Host, a.Database
	config.Logger, config.MaxAllowedPacket = &mysql.NopLogger{}, 64<<20
	config.TLSConfig = "preferred"
	switch {
	case a.Mode != "":
		if config.TLSConfig = encryption[a.Mode]; config.TLSConfig == "" {
			return nil, fmt.Errorf("sslmode=%s is for PostgreSQL alone: write require or verify-full", a.Mode)
		}
	case a.Secure:
		config.TLSConfig = "true"
	}
	config.ConnectionAttributes = "program_name:cardinal"
	err := config.Apply(mysql.Charset("utf8mb4", "")) // some servers ignore what the handshake says
	for i, setting := range readOnly {
		if err != nil {
			break
		}
		config.Params = map[string]string{setting: "1"}
		maps.Copy(config.Params, session)
		var s *Server
		if s, err = meet(ctx, a, config.Clone()); err == nil {
			return s, nil
		}
		if number(err) != unknownVariable || i == len(readOnly)-1 {
			return nil, err
		}
		err = nil
	}
	return nil, err
}

// meet connects to a server, and asks for its version.
func meet(ctx context.Context, a remote.Address, config *mysql.Config) (*Server, error) {
	connect, err := mysql.NewConnector(config)
	if err != nil { // the text of the error may have the password
		return nil, fmt.Errorf("the address of %s cannot be used: check the host, the port and the database", a.Host)
	}
	s := &Server{address: a, connect: patient{connect, a.Host}, dialect: remote.Dialect{Kind: remote.MySQL}}
	s.pool = sql.OpenDB(s.connect)
	s.pool.SetMaxOpenConns(remote.Connections)
	s.pool.SetMaxIdleConns(remote.Connections)
	s.pool.SetConnMaxIdleTime(time.Minute)
	t, err := s.Ask(ctx, remote.Question{SQL: "SELECT version()",
		Columns: []remote.Result{{Name: "version", Type: data.Text}}})
	if err != nil {
		s.Close()
		return nil, err
	}
	_, _ = fmt.Sscanf(t.Columns[0].Value(0).Text, "%d.%d", &s.dialect.Major, &s.dialect.Minor)
	return s, nil
}

// patient is a connector that gives up on a server that sends nothing.
type patient struct {
	driver.Connector
	host string
}

// Connect implements driver.Connector.
func (p patient) Connect(ctx context.Context) (driver.Conn, error) {
	limited, cancel := context.WithTimeout(ctx, remote.Patience)
	defer cancel()
	c, err := p.Connector.Connect(limited)
	switch {
	case err != nil && ctx.Err() == nil && limited.Err() != nil:
		err = remote.Unanswered(remote.Address{Host: p.host}, remote.Patience)
	case errors.Is(err, mysql.ErrMalformPkt), errors.Is(err, mysql.ErrPktSync), errors.Is(err, mysql.ErrOldProtocol),
		errors.Is(err, mysql.ErrInvalidConn), errors.Is(err, driver.ErrBadConn), errors.Is(err, io.EOF),
		err != nil && strings.HasPrefix(err.Error(), "unsupported protocol"):
		err = remote.Unlikef("%s does not answer like MySQL or MariaDB: check the host and the port", p.host)
	}
	return c, err
}

// Dialect implements remote.Server.
func (s *Server) Dialect() remote.Dialect { return s.dialect }

// Complete implements remote.Server. It always returns nil, because a single server has all rows.
func (s *Server) Complete(context.Context) error { return nil }

// Close implements remote.Server.
func (s *Server) Close() { _ = s.pool.Close() }

// Ask implements remote.Server. MySQL reports no progress of a query.
func (s *Server) Ask(ctx context.Context, q remote.Question) (*data.Table, error) {
	var builders []*remote.Builder
	err := s.run(ctx, q.SQL, func(rows driver.Rows) error {
		builders = remote.Builders(q.Columns)
		return remote.ReadRows(rows, q, builders, put)
	})
	if err != nil {
		return nil, err
	}
	return remote.BuildTable(builders), nil
}

// run runs a query and hands its rows to a function. It repeats the query if the connection turns out to be dead.
func (s *Server) run(ctx context.Context, query string, take func(driver.Rows) error) error {
	err := errDead
	for tries := 0; errors.Is(err, errDead) && tries <= remote.Connections; tries++ {
		var c *sql.Conn
		if c, err = s.pool.Conn(ctx); err != nil {
			break
		}
		err = c.Raw(func(raw any) error { return s.read(ctx, raw.(connection), query, take) })
		_ = c.Close()
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return inWords(s.address, err)
	}
	return nil
}

// connection has the methods of the driver's connections that this package uses.
type connection interface {
	driver.QueryerContext
	driver.ConnPrepareContext
}

// errDead is the error of an idle connection that does not answer. The pool drops the connection.
var errDead = fmt.Errorf("%w: it does not answer", driver.ErrBadConn)

// read runs a query and reads its rows. If ctx ends, read stops the query through another connection. Closing the
// connection would not help: the server notices that only when it has rows to send.
func (s *Server) read(ctx context.Context, c connection, query string, take func(driver.Rows) error) error {
	limited, cancel := context.WithTimeout(ctx, remote.Answering)
	at, err := placeOf(limited, c)
	cancel()
	if err != nil {
		return errDead
	}
	asking, drop := context.WithCancel(context.WithoutCancel(ctx))
	defer drop()
	ended, killed := make(chan struct{}), make(chan struct{})
	running := context.AfterFunc(ctx, func() {
		defer close(killed)
		s.kill(at, ended)
		drop()
	})
	err = ask(asking, c, query, take)
	close(ended)
	if !running() {
		<-killed // waits for kill and drop: a late kill must not reach the connection's next query
	}
	return err
}

// ask runs a query and reads its rows. If take does not read all rows, the connection is closed.
func ask(ctx context.Context, c connection, query string, take func(driver.Rows) error) error {
	ctx, drop := context.WithCancel(ctx)
	defer drop()
	prepared, err := c.PrepareContext(ctx, query)
	if err != nil {
		return err
	}
	rows, err := prepared.(driver.StmtQueryContext).QueryContext(ctx, nil)
	if err == nil {
		if err = take(rows); err != nil && number(err) == 0 {
			drop()
		}
		if closed := rows.Close(); err == nil {
			err = closed
		}
	}
	_ = prepared.Close()
	return err
}

// place identifies a connection by its number and its server, because several servers may share one address.
type place struct{ id, server string }

// placeOf asks a connection for its place.
func placeOf(ctx context.Context, c connection) (p place, err error) {
	rows, err := c.QueryContext(ctx, "SELECT connection_id(), concat_ws(' ', @@hostname, @@port, @@server_id)", nil)
	if err != nil {
		return p, err
	}
	defer rows.Close()
	values := make([]driver.Value, 2)
	if err := rows.Next(values); err != nil {
		return p, err
	}
	return place{text(values[0]), text(values[1])}, nil
}

// kill stops the query of a connection. A KILL that arrives before the query begins is lost, so kill repeats it until
// the query has ended.
func (s *Server) kill(at place, ended <-chan struct{}) {
	ctx, cancel := context.WithTimeout(context.Background(), remote.Patience)
	defer cancel()
	var c driver.Conn
	for {
		if c == nil {
			c, _ = s.connect.Connect(ctx) // fails if the server allows no more connections
		}
		if c != nil {
			if here, err := placeOf(ctx, c.(connection)); err != nil || here.server != at.server {
				_ = c.Close()
				return // on another server, the number means another connection
			}
			_, _ = c.(driver.ExecerContext).ExecContext(ctx, "KILL QUERY "+at.id, nil)
		}
		select {
		case <-ended:
		case <-ctx.Done():
		case <-time.After(again):
			continue
		}
		if c != nil {
			_ = c.Close()
		}
		return
	}
}
