package groupby

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cardinal/bench/duck"
	"cardinal/bench/g1"
	"cardinal/bench/ours"
	"cardinal/data"
)

// side answers questions about one data set.
type side interface {
	// ask answers a question and returns the materialised answer.
	ask(ctx context.Context, q Question) (any, error)
	// check returns the rows of an answer and the sum of each of its value columns.
	check(ctx context.Context, q Question, answer any) (rows int, sums []float64, err error)
}

// The names of the sides: Cardinal, and DuckDB with its texts in three forms.
const (
	sideOurs  = "ours"
	sideText  = "text"
	sideEnum  = "enum"
	sideEnum3 = "enum3"
)

var sideTitles = map[string]string{sideOurs: "Cardinal", sideText: "DuckDB, text", sideEnum: "DuckDB, ENUM",
	sideEnum3: "DuckDB, ENUM also id3"}

func pickSides(names string) ([]string, error) {
	out := strings.Split(names, ",")
	for _, name := range out {
		if sideTitles[name] == "" {
			return nil, fmt.Errorf("no side %q; there are ours, text, enum and enum3", name)
		}
	}
	return out, nil
}

// cardinal answers with Cardinal.
type cardinal struct {
	engine *ours.Engine
	table  *data.Table
	nulls  bool
}

func (c *cardinal) ask(ctx context.Context, q Question) (any, error) {
	parsed, err := ours.Query(strings.Join(q.Keys, ", "), q.Measures, q.Filter(c.nulls))
	if err != nil {
		return nil, err
	}
	return c.engine.Group(ctx, c.table, parsed, "")
}

func (c *cardinal) check(_ context.Context, _ Question, answer any) (int, []float64, error) {
	a := answer.(*ours.Answer)
	return a.Rows(), a.Checksums(), nil
}

// peer answers with DuckDB, from one of its tables.
type peer struct {
	db    *duck.Database
	table string
}

func (p *peer) ask(ctx context.Context, q Question) (any, error) {
	return nil, p.db.Materialise(ctx, q.SQL(p.table))
}

// check reads the last answer, since the database keeps only one.
func (p *peer) check(ctx context.Context, q Question, _ any) (int, []float64, error) {
	rows, err := p.db.Rows(ctx)
	if err != nil {
		return 0, nil, err
	}
	sums, err := p.db.Checksums(ctx, len(q.Keys))
	return rows, sums, err
}

var peerTables = map[string]string{sideText: duck.Text, sideEnum: duck.Enum, sideEnum3: duck.Enum3}

// loadPeers opens one DuckDB and loads only the tables that the sides need.
func loadPeers(ctx context.Context, d *g1.Data, names []string, threads int, v3 string) (*duck.Database, error) {
	db, err := duck.Open(ctx, threads)
	if err != nil {
		return nil, err
	}
	err = db.Load(ctx, d, v3)
	for _, name := range names {
		if err == nil && (name == sideEnum || name == sideEnum3) {
			err = db.Encode(ctx, peerTables[name])
		}
	}
	if err == nil && !slices.Contains(names, sideText) {
		err = db.Forget(ctx, duck.Text)
	}
	if err != nil {
		_ = db.Close()
		return nil, err
	}
	return db, nil
}
