package remote

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cardinal/data"
	"cardinal/internal/separators"
)

// Dialect is the SQL that a server understands.
type Dialect struct {
	Kind  string // "clickhouse" or "postgres"
	Major int    // of the server's version: 18, 26; 15
	Minor int
}

// Listed is a table or a view as a list of a database's tables shows it.
type Listed struct {
	Name   string
	Rows   int64 // as the server keeps them; -1 where the server does not know
	About  bool  // Rows is an estimate
	Bytes  int64 // on the server's disks; -1 where the server does not know
	View   bool
	Shards bool // the rows are in tables on several servers
}

// Column is a column of a table on a server.
type Column struct {
	Name     string
	Type     data.Type // that a query's result has it in; data.Null where Cardinal does not read the type
	Scale    int       // as data.Column has it
	UTC      bool      // as data.Column has it
	Nullable bool
	Declared string // the type in the server's words
	AsText   bool   // the server writes the values as texts, for Dialect.Value
	AsNumber bool   // the server turns the values into numbers (money), for Dialect.Value
	// Type and Scale are those of the values when the table was opened; values that come later may not fit
	Found  bool
	Denied bool   // the user may not read the column, whose Type is data.Null
	Note   string // as data.Column has it
}

// Result is the column in an answer that has its values.
func (c Column) Result() Result {
	return Result{Name: c.Name, Type: c.Type, Scale: c.Scale, UTC: c.UTC, Nullable: c.Nullable, Found: c.Found}
}

// Table is what is known of a table on a server without its rows.
type Table struct {
	Address  Address // with the name of the table
	Columns  []Column
	Rows     int64    // -1: unknown
	About    bool     // Rows is an estimate
	Sampling bool     // the server can sample the table by a key (ClickHouse: SAMPLE)
	Notes    []string // what figures of the table's rows may surprise with
	Version  string   // changes when the table was altered or dropped and made again; "" where the server cannot say
}

// Result is a column that a query is asked for: the server's answer is read as this type.
type Result struct {
	Name     string
	Of       string // the column of the table that a figure is of, for errors; "": Name
	Type     data.Type
	Scale    int
	UTC      bool
	Nullable bool
	Found    bool // as Column has it
}

// ErrBeyond is what errors of queries are that need more memory, time, rows or bytes than the server allows.
// The server may still hand out the rows themselves.
var ErrBeyond = errors.New("beyond the limits of the server")

// Unlike is the error of an address where nothing answers in time, or not in the language of the address's kind
// of server.
type Unlike struct{ text string }

func (e *Unlike) Error() string { return e.text }

// Unlikef makes an Unlike as fmt.Errorf makes errors.
func Unlikef(format string, of ...any) error { return &Unlike{fmt.Sprintf(format, of...)} }

// Unanswered is the Unlike of a server that did not answer for a time.
func Unanswered(a Address, waited time.Duration) error {
	return Unlikef("%s did not answer within %.0f s: check the host, the network and the port", a.Host, waited.Seconds())
}

// TooMany is an answer of more rows than the question allows.
type TooMany struct{ Most int }

func (e *TooMany) Error() string {
	return separators.Sprintf("the server's answer has more than %d rows: keep fewer fields, or filter", e.Most)
}

// Question is a query, and how its answer is read.
type Question struct {
	SQL     string
	Columns []Result // in the order of the query's columns
	Most    int      // rows; one row more is a *TooMany; 0: no limit
	// Progress is told the share of the rows that the server has read, from 0 to 1. It may be nil.
	Progress func(done float64)
}

// Server is a connection to a database. Many goroutines may use a Server at once: each question has a cancel of
// its own. When ctx ends, the server stops its query before Ask returns. An error is one sentence that says
// what happened and what to do.
type Server interface {
	Dialect() Dialect
	// Tables lists the tables and views of the database that the user may read.
	Tables(ctx context.Context) ([]Listed, error)
	// Table describes one of them.
	Table(ctx context.Context, name string) (*Table, error)
	// Ask runs a query. The answer is whole or an error: never a part of the rows.
	Ask(ctx context.Context, q Question) (*data.Table, error)
	// Altered says which of the named columns of a table has another type than when the table was described, or
	// is gone; nil: none of them.
	Altered(ctx context.Context, t *Table, columns []string) error
	// Complete says why answers could lack rows (shards that may be left out), nil where they cannot.
	Complete(ctx context.Context) error
	Close()
}
