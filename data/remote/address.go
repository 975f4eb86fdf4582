package remote

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
)

// Address is the place of a table on a server. An Address never holds a password.
type Address struct {
	Kind     string // as in Dialect.Kind
	Secure   bool   // TLS
	User     string
	Host     string // with the port
	Database string
	Table    string // "": not chosen yet
	Mode     string // mode of TLS, as in PostgreSQL's sslmode; "": Secure decides
}

// The kinds of servers.
const (
	ClickHouse = "clickhouse"
	PostgreSQL = "postgres"
)

// schemes has the kinds by the scheme of an address.
var schemes = map[string]string{"clickhouse": ClickHouse, "clickhouses": ClickHouse, "postgres": PostgreSQL,
	"postgresql": PostgreSQL}

// modes has PostgreSQL's words for TLS, and whether they demand it.
var modes = map[string]bool{"disable": false, "allow": false, "prefer": false, "require": true, "verify-ca": true,
	"verify-full": true}

// IsAddress reports whether a text is the address of a table on a server, and not a path.
func IsAddress(text string) bool {
	scheme, _, ok := strings.Cut(text, "://")
	return ok && schemes[strings.ToLower(scheme)] != "" && !strings.Contains(text, "\n")
}

// ParseAddress reads clickhouse://user@host:port/database?table=t or
// postgres://user@host:port/database?table=schema.t. It also returns the password if the address has one. No error
// contains the password.
func ParseAddress(text string) (a Address, password string, err error) {
	scheme, _, _ := strings.Cut(text, "://")
	a.Kind = schemes[strings.ToLower(scheme)]
	if a.Kind == "" {
		return a, "", errors.New("an address begins with clickhouse:// or postgres://")
	}
	u, err := url.Parse(text)
	if err != nil { // the text of err has the address, and so the password
		return a, "", errors.New("the address cannot be read: write it as " + a.Kind +
			"://user@host:port/database?table=name, with % and two hexadecimal digits in place of a character such " +
			"as @ or /")
	}
	a.User, a.Database = u.User.Username(), strings.TrimPrefix(u.Path, "/")
	password, _ = u.User.Password()
	options := u.Query()
	a.Table = options.Get("table")
	a.Secure = strings.EqualFold(scheme, "clickhouses")
	for name, values := range options {
		value := values[len(values)-1]
		switch {
		case name == "table":
		case name == "secure" && a.Kind == ClickHouse && (value == "1" || value == "0"):
			a.Secure = a.Secure || value == "1"
		case name == "sslmode" && a.Kind == PostgreSQL:
			secure, known := modes[value]
			if !known {
				return a, "", fmt.Errorf("sslmode=%s is not known: it is disable, prefer, require, verify-ca or "+
					"verify-full", value)
			}
			a.Secure, a.Mode = secure, value
		default:
			return a, "", fmt.Errorf("the address has an option that is not known or has no such value: %s", name)
		}
	}
	if u.Hostname() == "" {
		return a, "", errors.New("the address names no server: write " + a.Kind +
			"://user@host:port/database?table=name")
	}
	a.Host = net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), DefaultPort(a.Kind, a.Secure)))
	if a.Kind == ClickHouse {
		a.User, a.Database = cmp.Or(a.User, "default"), cmp.Or(a.Database, "default")
	}
	if a.Kind == PostgreSQL {
		a.User = cmp.Or(a.User, "postgres")
		a.Database = cmp.Or(a.Database, a.User)
	}
	return a, password, nil
}

// DefaultPort returns the port for an address without a port.
func DefaultPort(kind string, secure bool) string {
	switch {
	case kind == PostgreSQL:
		return "5432"
	case secure:
		return "8443"
	}
	return "8123"
}

// String writes the address as ParseAddress reads it.
func (a Address) String() string {
	u := url.URL{Scheme: a.Kind, Host: a.Host, Path: "/" + a.Database}
	if a.User != "" {
		u.User = url.User(a.User)
	}
	options := url.Values{}
	if a.Table != "" {
		options.Set("table", a.Table)
	}
	switch {
	case a.Mode != "":
		options.Set("sslmode", a.Mode)
	case a.Secure && a.Kind == PostgreSQL:
		options.Set("sslmode", "verify-full")
	case a.Secure:
		options.Set("secure", "1")
	}
	u.RawQuery = options.Encode()
	return u.String()
}
