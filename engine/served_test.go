package engine

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"cardinal/engine/query"
)

// TestServedForced: a tier of this machine that is asked for answers from a copy, and the profile says that the
// tier was asked for.
func TestServedForced(t *testing.T) {
	onServers(t, func(t *testing.T, kind string, send sending) {
		e := New(Options{NoGPU: true})
		defer e.Close()
		local, of := onServer(randomTable(rand.New(rand.NewPCG(3, 22)), 400), kind)
		schema := of.Schema()
		e.Attach(schema, send(t, local, of), of)
		for _, q := range []query.Query{
			{Rows: []query.Field{{Column: of.Columns[0].Name}}, Values: []query.Measure{{Func: query.Count}}},
			{Values: []query.Measure{{Func: query.Count}}}, // of no column
		} {
			for tier, says := range map[Tier]string{Serial: "one core was asked for",
				Workers: "all cores were asked for", Server: "the server was asked for"} {
				x, err := e.Estimate(t.Context(), schema, q, RunOptions{Tier: tier})
				if err != nil || !strings.HasPrefix(x.Reason, says) || x.Tier != string(tier) {
					t.Errorf("the estimate of %s: %v, %+v", tier, err, x)
				}
				a, err := e.Pivot(t.Context(), schema, q, RunOptions{Tier: tier})
				if err == nil {
					err = compare(a, newReference(local, q))
				}
				if err != nil {
					t.Fatal(tier, err)
				}
				if r := a.Profile; r.Tier != string(tier) || !strings.Contains(r.Reason, says) {
					t.Errorf("%s answered on %s: %s", tier, r.Tier, r.Reason)
				}
			}
		}
	})
}

func TestServed(t *testing.T) {
	first, tables := 0, 5
	// 200 is the tables 0 to 199, and 200-400 those from 200 on
	from, to, several := strings.Cut(os.Getenv("CARDINAL_SERVED"), "-")
	if n, err := strconv.Atoi(from); err == nil && !several {
		tables = n
	} else if last, bad := strconv.Atoi(to); err == nil && bad == nil {
		first, tables = n, last
	}
	onServers(t, func(t *testing.T, kind string, send sending) {
		e := New(Options{NoGPU: true})
		defer e.Close()
		refused, same, pulled := 0, 0, 0
		for seed := first; seed < tables; seed++ {
			r := rand.New(rand.NewPCG(uint64(seed), 22))
			local, of := onServer(randomTable(r, 400), kind)
			server := send(t, local, of)
			schema := of.Schema()
			e.Attach(schema, server, of)
			for range 12 {
				q := randomQuery(r)
				_, err := e.Pivot(t.Context(), local, q, RunOptions{Tier: Serial})
				server.(*plainServer).asked = nil
				got, far := e.Pivot(t.Context(), schema, q, RunOptions{})
				asked := strings.Join(server.(*plainServer).asked, "\n")
				if far != nil && (strings.Contains(far.Error(), "order of") || err != nil && len(asked) == 0) {
					refused++
					continue
				}
				if (err == nil) != (far == nil) {
					t.Fatalf("table %d: %+v\nhere: %v\nthere: %v\n%s", seed, q, err, far, asked)
				}
				if err != nil {
					continue
				}
				ref := newReference(local, q)
				if err := compare(got, ref); err != nil {
					t.Fatalf("table %d: %s: %v\n%s", seed, describe(q), err, asked)
				}
				same += got.Profile.GroupsActual
				if copied, err := e.Pivot(t.Context(), schema, q, RunOptions{Pivots: math.MaxInt32}); err != nil {
					t.Fatalf("table %d: %s copied: %v", seed, describe(q), err)
				} else if err := compare(copied, ref); err != nil {
					t.Fatalf("table %d: %s copied: %v", seed, describe(q), err)
				} else if copied.Profile.Tier != string(Server) {
					pulled++
				}
			}
			e.Detach(schema)
			server.Close()
			if done := seed + 1; done%100 == 0 && done < tables {
				t.Logf("%d tables: %d groups are equal", done, same)
			}
		}
		t.Logf("%d groups are equal, %d queries were refused, %d were answered from a copy, too", same, refused, pulled)
	})
}
