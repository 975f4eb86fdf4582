package remote

import (
	"context"
	"fmt"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/internal/separators"
)

// Dialect is the SQL of a server.
type Dialect struct {
	Kind  string // the Name of a Kind
	Major int    // of the server's version: 18, 26; 15
	Minor int
}

// Listed is a table or a view in a list of a database's tables.
type Listed struct {
	Name   string
	Rows   int64 // as the server counts them; -1: unknown
	About  bool  // Rows is an estimate
	Bytes  int64 // on the server's disks; -1: unknown
	View   bool
	Shards bool // the rows are in tables on several servers
}

// Column is a column of a table on a server.
type Column struct {
	Name     string
	Type     data.Type // in a query's result; data.Null if Cardinal does not read the type
	Scale    int       // as in data.Column
	UTC      bool      // as in data.Column
	Zone     string    // the server converts the instants to the wall times of this zone; "": it does not
	Nullable bool
	Declared string // the type in the server's words
	AsText   bool   // the server writes the values as texts, for Dialect.Value
	AsNumber bool   // the server converts the values to numbers (money), for Dialect.Value
	// Type and Scale fit the values that the table had when it was opened; later values may not fit
	Found  bool
	Held   bool   // a column of Cardinal can hold every date or time of the column
	Denied bool   // the user may not read the column; Type is data.Null
	Note   string // as in data.Column
}

// Result returns the description of the column in an answer.
func (c Column) Result() Result {
	return Result{Name: c.Name, Type: c.Type, Scale: c.Scale, UTC: c.UTC, Zone: c.Zone, Nullable: c.Nullable,
		Found: c.Found}
}

// Table describes a table on a server, without its rows.
type Table struct {
	Address  Address // with the name of the table
	Columns  []Column
	Rows     int64    // -1: unknown
	About    bool     // Rows is an estimate
	Sampling bool     // the server can sample the table by a key (ClickHouse: SAMPLE)
	Notes    []string // sentences on surprises in the table's numbers
	Version  string   // changes if the table is altered, or dropped and made again; "" if the server cannot tell
}

// Result is a column that a query returns. The server's answer is read as this type.
type Result struct {
	Name     string
	Of       string // for errors: the column of the table from which the result is computed; "": Name
	Type     data.Type
	Scale    int
	UTC      bool
	Zone     string // as in Column
	Nullable bool
	Found    bool // as in Column
}

// Unlike is the error for an address at which no server answers in time, or a server of another kind than the address
// says.
type Unlike struct{ text string }

func (e *Unlike) Error() string { return e.text }

// Unlikef makes an Unlike from a format and arguments, like fmt.Errorf.
func Unlikef(format string, of ...any) error { return &Unlike{fmt.Sprintf(format, of...)} }

// Unanswered returns the Unlike for a server that did not answer in time.
func Unanswered(a Address, waited time.Duration) error {
	return Unlikef("%s did not answer within %.0f s: check the host, the network and the port", a.Host,
		waited.Seconds())
}

// TooMany is the error for an answer with more rows than the question allows.
type TooMany struct{ Most int }

func (e *TooMany) Error() string {
	return separators.Sprintf("the server's answer has more than %d rows: keep fewer fields, or filter", e.Most)
}

// Question is a query with a description of its answer.
type Question struct {
	SQL     string
	Columns []Result // in the order of the query's columns
	Most    int      // greatest number of rows; more rows are a *TooMany; 0: no limit
	// Progress is called with the share of the rows that the server has read, from 0 to 1. It may be nil.
	Progress func(done float64)
}

// Server is a connection to a database. Many goroutines may use a Server at once, and each question can be cancelled
// separately. When ctx ends, the server stops its query before Ask returns. An error is one sentence that says what
// happened and what to do.
type Server interface {
	Dialect() Dialect
	// Tables lists the tables and views of the database that the user may read.
	Tables(ctx context.Context) ([]Listed, error)
	// Table describes a table or a view.
	Table(ctx context.Context, name string) (*Table, error)
	// Ask runs a query. It returns the complete answer or an error, never only some of the rows.
	Ask(ctx context.Context, q Question) (*data.Table, error)
	// Altered returns an error if one of the columns is gone, or has another type than when the table was described.
	// The error names the column.
	Altered(ctx context.Context, t *Table, columns []string) error
	// Complete returns an error if answers could lack rows, because shards may be left out.
	Complete(ctx context.Context) error
	Close()
}

const (
	// Patience is how long a server may take to accept a connection, or to end a cancelled query.
	Patience = 10 * time.Second
	// Answering is how long an idle connection may take to answer. If the machine was asleep, the connection may be
	// dead without any sign; then a new connection is made.
	Answering = 2 * time.Second
	// Connections is the greatest number of questions that run at once.
	Connections = 4
	// Checking is how long a server may check all numbers of a table.
	Checking = 10 * time.Second
	// Looking is how long a server may search for values that the columns of a table cannot hold. The table can be
	// read without the result.
	Looking = 2 * time.Second
)

// Count asks a server for counts of rows of a table. Each count is an SQL expression. It gives up after the time
// Looking.
func Count(ctx context.Context, s Server, a Address, counts []string) ([]int64, error) {
	if len(counts) == 0 {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, Looking)
	defer cancel()
	q := Question{SQL: "SELECT " + strings.Join(counts, ", ") + " FROM " + s.Dialect().From(a), Most: 1}
	for i := range counts {
		q.Columns = append(q.Columns, Result{Name: fmt.Sprint("count ", i), Type: data.Int})
	}
	t, err := s.Ask(ctx, q)
	if err != nil {
		return nil, err
	}
	found := make([]int64, len(counts))
	for i, c := range t.Columns {
		found[i] = c.Int(0)
	}
	return found, nil
}

// AskInTime asks questions one after the other, and returns the first answer that arrives within the time Checking.
func AskInTime(ctx context.Context, s Server, questions ...Question) (t *data.Table, err error) {
	for _, q := range questions {
		limited, cancel := context.WithTimeout(ctx, Checking)
		t, err = s.Ask(limited, q)
		cancel()
		if err == nil || ctx.Err() != nil {
			break
		}
	}
	return t, err
}
