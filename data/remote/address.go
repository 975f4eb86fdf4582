package remote

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"

	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// Address says on which server and in which database a table is, and how to connect. It never holds a password.
type Address struct {
	Kind     string // as in Dialect.Kind
	Secure   bool   // TLS
	User     string
	Host     string // with the port
	Database string
	Table    string // "": not chosen yet
	Query    string // a query whose rows are the table, under the name of Table; "": the table is one of the database
	Mode     string // mode of TLS, as in PostgreSQL's sslmode; "": Secure decides
}

// modes has the words of PostgreSQL for TLS, which other servers take, too, and whether a word demands TLS.
var modes = map[string]bool{"disable": false, "allow": false, "prefer": false, "require": true, "verify-ca": true,
	"verify-full": true}

// IsAddress reports whether a text is the address of a table on a server, and not a path.
func IsAddress(text string) bool {
	scheme, _, ok := strings.Cut(text, "://")
	return ok && kindOfScheme(scheme) != nil && !strings.Contains(text, "\n")
}

// kindOfScheme returns the kind whose addresses have a scheme; nil: none.
func kindOfScheme(scheme string) *Kind {
	for i := range Kinds {
		if slices.Contains(Kinds[i].schemes, strings.ToLower(scheme)) {
			return &Kinds[i]
		}
	}
	return nil
}

// ParseAddress reads an address such as clickhouse://user@host:port/database?table=t. It may have query=SELECT...
// instead of the table. ParseAddress also returns the password if the address has one. No error contains the password.
func ParseAddress(text string) (a Address, password string, err error) {
	scheme, _, _ := strings.Cut(text, "://")
	kind := kindOfScheme(scheme)
	if kind == nil {
		return a, "", errors.New("an address begins with " + Schemes())
	}
	a.Kind = kind.Name
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
	if options.Has("query") {
		if a, err = a.WithQuery(options.Get("query")); err != nil {
			return a, "", err
		}
	}
	a.Secure = strings.EqualFold(scheme, "clickhouses")
	for name, values := range options {
		value := values[len(values)-1]
		switch {
		case name == "table", name == "query":
		case name == "secure" && !kind.words && (value == "1" || value == "0"):
			a.Secure = a.Secure || value == "1"
		case name == "sslmode" && kind.words:
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
	a.Secure = a.Secure || kind.TLS && a.Mode == ""
	if u.Hostname() == "" {
		return a, "", errors.New("the address names no server: write " + a.Kind +
			"://user@host:port/database?table=name")
	}
	a.Host = net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), DefaultPort(a.Kind, a.Secure)))
	a.User = cmp.Or(a.User, kind.User)
	a.Database = cmp.Or(a.Database, kind.Database(a.User))
	return a, password, nil
}

// unnamed is the table name of a query's rows if the address names no table.
const unnamed = "query"

// WithQuery returns the address of the rows of a query such as SELECT a, b FROM t. The query must only read. If the
// address names a table, the rows get its name.
func (a Address) WithQuery(query string) (Address, error) {
	if a.Query = strings.TrimRight(query, "; \t\r\n"); a.Query == "" {
		return a, errors.New("the query is empty: write one, such as SELECT region, amount FROM sales")
	}
	a.Table = cmp.Or(a.Table, unnamed)
	return a, nil
}

// DefaultPort returns the port for an address without a port.
func DefaultPort(kind string, secure bool) string {
	if secure {
		return KindOf(kind).ports[1]
	}
	return KindOf(kind).ports[0]
}

// Schemes names the beginnings of addresses for a sentence: "clickhouse://, postgres://, mysql:// or sqlserver://".
func Schemes() string {
	names := each.Of(Kinds, func(k Kind) string { return k.Name + "://" })
	return separators.Join(names, "or")
}

// String writes the address as ParseAddress reads it.
func (a Address) String() string {
	u := url.URL{Scheme: a.Kind, Host: a.Host, Path: "/" + a.Database}
	if a.User != "" {
		u.User = url.User(a.User)
	}
	options := url.Values{}
	if a.Table != "" && (a.Query == "" || a.Table != unnamed) {
		options.Set("table", a.Table)
	}
	if a.Query != "" {
		options.Set("query", a.Query)
	}
	switch {
	case a.Mode != "":
		options.Set("sslmode", a.Mode)
	case KindOf(a.Kind).TLS && !a.Secure:
		options.Set("sslmode", "disable")
	case a.Secure && KindOf(a.Kind).words && !KindOf(a.Kind).TLS:
		options.Set("sslmode", "verify-full")
	case a.Secure && !KindOf(a.Kind).words:
		options.Set("secure", "1")
	}
	u.RawQuery = options.Encode()
	return u.String()
}
