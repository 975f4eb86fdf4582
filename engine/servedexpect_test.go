package engine

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// sampledServer has a million rows with the labels 0 to 999. It answers questions about samples with random rows, and
// all other questions with all groups.
type sampledServer struct {
	plainServer
	rows int
}

func (s *sampledServer) Ask(ctx context.Context, q remote.Question) (*data.Table, error) {
	s.asked = append(s.asked, q.SQL)
	time.Sleep(5 * time.Millisecond) // which a copy saves
	counts := make([]int64, 1000)
	drawn := strings.Contains(q.SQL, "SAMPLE") || strings.Contains(q.SQL, "random()") ||
		strings.Contains(q.SQL, "rand()")
	if !strings.Contains(q.SQL, "GROUP BY") { // a copy
		all := make([]int64, s.rows)
		for i := range all {
			all[i] = int64(i % 1000)
		}
		t := data.NewTable("", []*data.Column{data.NewInts("n", data.Int, 0, all, nil)})
		return t, ctx.Err()
	}
	if drawn {
		r := rand.New(rand.NewPCG(1, 2))
		for range 3000 {
			counts[r.IntN(1000)]++
		}
	} else {
		for i := range counts {
			counts[i] = int64(s.rows / 1000)
		}
	}
	var labels, rows []int64
	for label, n := range counts {
		if n > 0 {
			labels, rows = append(labels, int64(label)), append(rows, n)
		}
	}
	return data.NewTable("", []*data.Column{data.NewInts("n", data.Int, 0, labels, nil), data.NewInts("rows", data.Int,
		0, rows, nil)}), ctx.Err()
}

func TestServedIsForeseen(t *testing.T) {
	for _, c := range []struct {
		kind     string
		sampling bool
		words    string
	}{
		{"clickhouse", true, "FROM `db`.`t` SAMPLE 0.02"},
		{"clickhouse", false, "WHERE rand() < 85899345 GROUP BY"},
		{"postgres", true, `TABLESAMPLE SYSTEM (32.000000) WHERE random() < 0.0625`},
		{"postgres", false, "WHERE random() < 0.02"},
	} {
		e := New(Options{NoGPU: true})
		defer e.Close()
		of := &remote.Table{Address: remote.Address{Kind: c.kind, Database: "db", Table: "t"}, Rows: 1_000_000,
			Sampling: c.sampling, Columns: []remote.Column{{Name: "n", Type: data.Int, Declared: "Int64"}}}
		s := &sampledServer{plainServer{dialect: remote.Dialect{Kind: c.kind}}, 1_000_000}
		schema := of.Schema()
		e.Attach(schema, s, of)
		q := query.Query{Rows: []query.Field{{Column: "n"}}}
		r, err := e.Estimate(t.Context(), schema, q, RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if len(s.asked) != 1 || !strings.Contains(s.asked[0], c.words) {
			t.Errorf("%s was asked %s", c.kind, s.asked)
		}
		if r.GroupsLow > 1000 || r.GroupsHigh < 1000 || r.GroupsEstimated < 950 || r.GroupsEstimated > 1100 ||
			r.Estimate.SampleRows != 3000 || r.Predicted["server"] <= 0 || r.TierMS != 0 {
			t.Errorf("%+v", r)
		}
		a, err := e.Pivot(t.Context(), schema, q, RunOptions{})
		if err != nil || a.Profile.GroupsActual != 1000 || a.Profile.Tier != "server" || a.Profile.Pull == nil ||
			!strings.Contains(a.Profile.Reason, "copy") {
			t.Fatalf("%+v: %v", a, err)
		}
		s.asked = nil
		if r, err = e.Estimate(t.Context(), schema, q, RunOptions{}); err != nil || r.Estimate.Method != "remembered" ||
			r.GroupsEstimated != 1000 || len(s.asked) != 0 {
			t.Errorf("%s: %+v, %v, asked %s", c.kind, r, err, s.asked)
		}
	}
}

// grownServer has many more rows than its tables say. A sample of more than a hundredth of the stated rows has too many
// groups.
type grownServer struct{ sampledServer }

func (s *grownServer) Ask(ctx context.Context, q remote.Question) (*data.Table, error) {
	if _, share, drawn := strings.Cut(q.SQL, "rand() < "); drawn && q.Most > 0 {
		n := 0
		if _, err := fmt.Sscan(share, &n); err == nil && n > math.MaxUint32/100 {
			s.asked = append(s.asked, q.SQL)
			return nil, &remote.TooMany{Most: q.Most}
		}
	}
	return s.sampledServer.Ask(ctx, q)
}

// TestServedHasGrown: a sample of a table that has grown since it was opened is drawn again, smaller.
func TestServedHasGrown(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	of := &remote.Table{Address: remote.Address{Kind: "clickhouse", Database: "db", Table: "t"}, Rows: 1_000_000,
		Columns: []remote.Column{{Name: "n", Type: data.Int, Declared: "Int64"}}}
	s := &grownServer{sampledServer{plainServer{dialect: remote.Dialect{Kind: "clickhouse"}}, 1_000_000}}
	schema := of.Schema()
	e.Attach(schema, s, of)
	r, err := e.Estimate(t.Context(), schema, query.Query{Rows: []query.Field{{Column: "n"}}}, RunOptions{})
	if err != nil || len(s.asked) != 2 || r.Estimate.SampleRows != 3000 || r.GroupsLow > 1000 || r.GroupsHigh < 1000 {
		t.Errorf("%+v, %v, asked %s", r, err, s.asked)
	}
}

// A copy is made if it pays for itself within the allowed number of pivots, and only if the caller allows it. It is
// used again.
func TestServedIsCopied(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	of := &remote.Table{Address: remote.Address{Kind: "clickhouse", Database: "db", Table: "t"}, Rows: 10_000,
		Columns: []remote.Column{{Name: "n", Type: data.Int, Declared: "Int64"}}}
	s := &sampledServer{plainServer{dialect: remote.Dialect{Kind: "clickhouse"}}, 10_000}
	schema := of.Schema()
	e.Attach(schema, s, of)
	q := query.Query{Rows: []query.Field{{Column: "n"}}}
	var told []string
	for _, o := range []RunOptions{{}, {Pivots: 1}, {Pivots: 1000, Tier: Server}, {Pivots: 1000}, {Pivots: 1}, {}} {
		s.asked, e.served(schema).asked, e.history = nil, nil, &profiler.History{} // so that no measured time decides
		a, err := e.Pivot(t.Context(), schema, q, o)
		if err != nil || a.Profile.GroupsActual != 1000 || a.Tab.Cell(0, 0, 0).String() != "10000" {
			t.Fatalf("%+v: %v", a, err)
		}
		pulled := a.Profile.Tier != "server"
		told = append(told, fmt.Sprint(pulled, strings.Contains(strings.Join(s.asked, ""), "LIMIT 1000000")))
		if server := a.Profile.Tiers[len(a.Profile.Tiers)-1]; server.Name != "server" || server.PredictedMS <= 0 ||
			a.Profile.Pull == nil {
			t.Errorf("%+v", a.Profile)
		}
	}
	if got := strings.Join(told,
		", "); got != "false false, false false, false false, true true, true false, false false" {
		t.Error(got)
	}
	if a, err := e.Pivot(t.Context(), schema, query.Query{Values: []query.Measure{{Func: query.Count}}},
		RunOptions{Pivots: math.MaxInt32}); err != nil || a.Profile.Tier != "server" {
		t.Fatalf("a pivot of no columns: %+v: %v", a, err)
	}
}

func TestPullInWords(t *testing.T) {
	for want, p := range map[string]profiler.Pull{
		"a copy of the column that the pivot reads would take about 250 ms to read, and pay for itself after 1 pivot":    {Columns: []string{"a"}, PredictedMS: 250, Pivots: 1},
		"a copy of the 2 columns that the pivot reads would take about 2.5 s to read, and pay for itself after 4 pivots": {Columns: []string{"a", "b"}, PredictedMS: 2500, Pivots: 4},
		"a copy here would not be faster": {Columns: []string{"a"}},
		"there can be no copy here, because it is too large": {Columns: []string{"a"}, Shut: "it is too large",
			Pivots: 2},
	} {
		if got := p.Words(); got != want {
			t.Error(got)
		}
	}
}
