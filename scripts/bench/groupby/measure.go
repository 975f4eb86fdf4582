package groupby

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"slices"

	"cardinal/bench/duck"
	"cardinal/bench/g1"
	"cardinal/bench/ours"
	"cardinal/bench/timing"
)

// how has the flags that control a measurement.
type how struct {
	rounds  int
	threads int
	v3      string
	sides   []string
}

// result has the times and answers of a question, in the order of the sides.
type result struct {
	question Question
	times    []timing.Times
	rows     []int
	sums     [][]float64
	verdict  string // outcome of comparing the checksums
	agrees   bool
}

// measured has the results of one data set.
type measured struct {
	set     Set
	results []result
	version string // version of DuckDB
}

// measure makes a data set, loads it on every side and asks the questions.
func measure(ctx context.Context, set Set, questions []Question, h how) (*measured, error) {
	m := &measured{set: set}
	d, err := g1.New(set.Spec)
	if err != nil {
		return nil, err
	}
	sides, db, err := load(ctx, d, h)
	if err != nil {
		return nil, err
	}
	if db != nil {
		defer db.Close()
		if m.version, err = db.Version(ctx); err != nil {
			return nil, err
		}
	}
	debug.FreeOSMemory()
	for _, q := range questions {
		r := result{question: q}
		r.run(ctx, sides, h)
		r.judge(set.Spec.Name(), h)
		m.results = append(m.results, r)
		fmt.Fprintf(os.Stderr, "%s %s %s\n", set.Name, q, r.line(h.sides))
	}
	return m, ctx.Err()
}

// load makes the sides for the data. It also returns the database that the DuckDB sides share, or nil if there are
// none.
func load(ctx context.Context, d *g1.Data, h how) ([]side, *duck.Database, error) {
	sides := make([]side, len(h.sides))
	if at := slices.Index(h.sides, sideOurs); at >= 0 {
		sides[at] = &cardinal{engine: ours.Open(h.threads), table: ours.Table(d), nulls: d.Nulls > 0}
	}
	peers := slices.DeleteFunc(slices.Clone(h.sides), func(s string) bool { return s == sideOurs })
	if len(peers) == 0 {
		return sides, nil, nil
	}
	db, err := loadPeers(ctx, d, peers, h.threads, h.v3)
	if err != nil {
		return nil, nil, err
	}
	for i, name := range h.sides {
		if name != sideOurs {
			sides[i] = &peer{db: db, table: peerTables[name]}
		}
	}
	return sides, db, nil
}

// run asks all sides one question in turns. The answers of the first runs are checked.
func (r *result) run(ctx context.Context, sides []side, h how) {
	n := len(sides)
	r.rows, r.sums = make([]int, n), make([][]float64, n)
	turns := make([]timing.Side, n)
	for i, s := range sides {
		turns[i] = func() (any, error) { return s.ask(ctx, r.question) }
	}
	plan := timing.Plan{Rounds: h.rounds, Check: func(i int, answer any) (err error) {
		r.rows[i], r.sums[i], err = sides[i].check(ctx, r.question, answer)
		return err
	}}
	r.times = plan.Alternate(turns...)
}
