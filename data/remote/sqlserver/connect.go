package sqlserver

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	mssql "github.com/microsoft/go-mssqldb"
	"github.com/microsoft/go-mssqldb/msdsn"

	"cardinal/data/remote"
)

// session sets up a connection. The settings give a query the same meaning on every server, an overflow is an error,
// and no answer is cut at a number of rows or of characters.
const session = "SET LANGUAGE us_english; SET DATEFIRST 1; SET DATEFORMAT ymd; SET ROWCOUNT 0; SET TEXTSIZE " +
	"2147483647; SET QUOTED_IDENTIFIER ON; SET ANSI_NULLS ON; SET ANSI_PADDING ON; SET ANSI_WARNINGS ON; SET " +
	"ARITHABORT ON; SET CONCAT_NULL_YIELDS_NULL ON; SET NUMERIC_ROUNDABORT OFF; SET NOCOUNT ON; SET XACT_ABORT " +
	"ON; SET IMPLICIT_TRANSACTIONS OFF; SET TRANSACTION ISOLATION LEVEL READ COMMITTED"

// connector makes connections. It gives up on a server that sends nothing.
type connector struct {
	address remote.Address
	config  msdsn.Config
	verify  bool // the certificate is checked
}

// Driver implements driver.Connector.
func (c *connector) Driver() driver.Driver { return &mssql.Driver{} }

// Connect implements driver.Connector. The driver's own errors hide why a certificate was refused, and the driver does
// not look at ctx before the server lets the user in. So the certificate is checked here, and the end of ctx closes the
// connection.
func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	limited, cancel := context.WithTimeout(ctx, remote.Patience)
	defer cancel()
	var refused error
	config := c.config
	if config.Encryption != msdsn.EncryptionDisabled {
		config.TLSConfig = &tls.Config{ServerName: config.Host, MinVersion: tls.VersionTLS12,
			DynamicRecordSizingDisabled: true, InsecureSkipVerify: true, //nolint:gosec // VerifyConnection checks
			VerifyConnection: func(s tls.ConnectionState) error {
				if c.verify {
					refused = check(s)
				}
				return refused
			}}
	}
	wires := &dialer{host: config.Host}
	defer context.AfterFunc(limited, wires.close)()
	under := mssql.NewConnectorConfig(config)
	under.SessionInitSQL, under.Dialer = session, wires
	made, err := under.Connect(limited)
	if err == nil && limited.Err() == nil {
		return connection{made.(*mssql.Conn), wires}, nil
	}
	wires.close()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case limited.Err() != nil:
		return nil, remote.Unanswered(c.address, remote.Patience)
	case errors.As(refused, new(x509.UnknownAuthorityError)):
		return nil, fmt.Errorf("%w, or write sslmode=require in the address, which encrypts without a check of the "+
			"certificate", remote.Unreached(c.address, refused, remote.Patience))
	case refused != nil:
		return nil, refused
	case errors.As(err, new(mssql.Error)), errors.Is(err, driver.ErrBadConn),
		remote.Unreached(c.address, err, remote.Patience) != nil:
		return nil, err
	case strings.Contains(err.Error(), "does not support encryption"):
		return nil, remote.Unlikef("%s does not speak TLS: check the port, or connect without TLS (sslmode=disable)",
			c.address.Host)
	}
	return nil, remote.Unlikef("%s does not answer like SQL Server: check the host and the port", c.address.Host)
}

// check checks the certificate of a server as package tls does.
func check(s tls.ConnectionState) error {
	options := x509.VerifyOptions{DNSName: s.ServerName, Intermediates: x509.NewCertPool()}
	for _, c := range s.PeerCertificates[1:] {
		options.Intermediates.AddCert(c)
	}
	_, err := s.PeerCertificates[0].Verify(options)
	return err
}

// dialer makes the network connections of one connection: more than one if the server names another server.
type dialer struct {
	host  string
	mu    sync.Mutex
	wires []net.Conn
}

// HostName implements mssql.HostDialer: the dialer itself looks up the host.
func (d *dialer) HostName() string { return d.host }

// DialContext implements mssql.Dialer.
func (d *dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	wire, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.wires = append(d.wires, wire)
	return wire, nil
}

// close closes the network connections, which ends what the driver is doing with them.
func (d *dialer) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, wire := range d.wires {
		_ = wire.Close()
	}
}

// connection is a connection of the driver, with its network connections.
type connection struct {
	*mssql.Conn
	wires *dialer
}

// ResetSession implements driver.SessionResetter. If the machine was asleep, an idle connection may be dead without any
// sign; it is then replaced.
func (c connection) ResetSession(ctx context.Context) error {
	defer time.AfterFunc(remote.Answering, c.wires.close).Stop()
	return c.Conn.ResetSession(ctx)
}
