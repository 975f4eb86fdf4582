package sqlserver

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	mssql "github.com/microsoft/go-mssqldb"
	"github.com/microsoft/go-mssqldb/msdsn"

	"cardinal/data"
	"cardinal/data/remote"
)

// Server is a connection to SQL Server. It implements remote.Server.
type Server struct {
	address remote.Address
	pool    *sql.DB
	dialect remote.Dialect
}

var _ remote.Server = (*Server)(nil)

// oldest is the first version that is asked: SQL Server 2016. The services of Azure have older numbers.
const oldest = 13

// Connect connects to a server and asks for its version. Without a mode, the connection is encrypted and the server's
// certificate is checked. A server with copies of the database may send the connection to one that is for reading.
func Connect(ctx context.Context, a remote.Address, password string) (remote.Server, error) {
	if a.Database == "" {
		return nil, errors.New("name the database: the address names none (sqlserver://user@host/database)")
	}
	host, port, err := net.SplitHostPort(a.Host)
	if err != nil {
		return nil, err
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("%s is no port: write a number from 1 to 65535", port)
	}
	c := &connector{address: a, verify: a.Mode != "require", config: msdsn.Config{Host: host, Port: number,
		Database: a.Database, User: a.User, Password: password, Protocols: []string{"tcp"}, AppName: "cardinal",
		Encryption: msdsn.EncryptionRequired, ReadOnlyIntent: true, NoTraceID: true, DialTimeout: -1}}
	switch a.Mode {
	case "", "require", "verify-full":
	case "disable":
		c.config.Encryption = msdsn.EncryptionDisabled
	default:
		return nil, fmt.Errorf("sslmode=%s is not for SQL Server: write require, verify-full or disable", a.Mode)
	}
	s := &Server{address: a, pool: sql.OpenDB(c), dialect: remote.Dialect{Kind: remote.SQLServer}}
	s.pool.SetMaxOpenConns(remote.Connections)
	s.pool.SetMaxIdleConns(remote.Connections)
	s.pool.SetConnMaxIdleTime(time.Minute)
	t, err := s.Ask(ctx, remote.Question{SQL: "SELECT CAST(PARSENAME(CAST(SERVERPROPERTY(N'ProductVersion') AS " +
		"nvarchar(128)), 4) AS bigint), CAST(SERVERPROPERTY(N'EngineEdition') AS bigint)", Columns: []remote.Result{
		{Name: "version", Type: data.Int}, {Name: "edition", Type: data.Int}}})
	if err == nil && t.Rows != 1 {
		err = errors.New("the server did not tell its version: check the host and the port")
	}
	if err == nil {
		s.dialect.Major = int(t.Columns[0].Int(0))
		if service := t.Columns[1].Int(0) > 4; s.dialect.Major < oldest && !service {
			err = errors.New("the server is older than SQL Server 2016: Cardinal asks 2016 and later versions")
		}
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Dialect implements remote.Server.
func (s *Server) Dialect() remote.Dialect { return s.dialect }

// Complete implements remote.Server. One server has all rows.
func (s *Server) Complete(context.Context) error { return nil }

// Close implements remote.Server.
func (s *Server) Close() { _ = s.pool.Close() }

// Ask implements remote.Server. SQL Server reports no progress of a query.
func (s *Server) Ask(ctx context.Context, q remote.Question) (*data.Table, error) {
	builders := remote.Builders(q.Columns)
	err := s.run(ctx, q.SQL, func(rows driver.Rows) error { return remote.ReadRows(rows, q, builders, put) })
	if err != nil {
		return nil, err
	}
	return remote.BuildTable(builders), nil
}

// run runs a query and hands its rows to a function. The pool replaces a connection that turns out to be dead.
func (s *Server) run(ctx context.Context, query string, take func(driver.Rows) error) error {
	c, err := s.pool.Conn(ctx)
	if err == nil {
		err = c.Raw(func(raw any) error { return ask(ctx, raw.(connection), query, take) })
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

// ask runs a query and reads its rows. If ctx ends or take does not read all rows, the driver stops the query and waits
// until the server confirms this. If the server does not, ask closes the connection.
func ask(ctx context.Context, c connection, query string, take func(driver.Rows) error) error {
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	defer close(ended)
	context.AfterFunc(ctx, func() {
		select {
		case <-ended:
		case <-time.After(remote.Patience):
			c.wires.close()
		}
	})
	defer stop()
	prepared, err := c.Prepare(query)
	if err != nil {
		return err
	}
	rows, err := prepared.(*mssql.Stmt).QueryContext(ctx, nil)
	if err != nil {
		return err
	}
	if err = take(rows); err != nil {
		stop()
	}
	if closed := rows.Close(); err == nil {
		err = closed
	}
	return err
}
