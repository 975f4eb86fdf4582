package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// misjudged is a shape of a group-by whose number of groups is expected wrongly.
type misjudged struct {
	keys, groups         int
	distribution, values string
}

func (m misjudged) String() string {
	return fmt.Sprintf("%d keys, %s, %d groups, %s", m.keys, m.distribution, m.groups, m.values)
}

// query returns the group-by of a shape.
func (m misjudged) query(t *testing.T) query.Query {
	fields, err := query.ParseFields(strings.Join([]string{"k1", "k2", "k3", "k4"}[:m.keys], ", "))
	if err != nil {
		t.Fatal(err)
	}
	values, err := query.ParseMeasures(m.values)
	if err != nil {
		t.Fatal(err)
	}
	return query.Query{Rows: fields, Values: values}
}

// table makes integer keys and an integer v. One or two keys can be indexed; three and four keys are hashed.
func (m misjudged) table(rows int) *data.Table {
	r := rand.New(rand.NewPCG(1, 2))
	z := rand.NewZipf(r, 1.1, 1, uint64(m.groups-1))
	groups := make([]uint64, rows)
	for i := range groups {
		switch m.distribution {
		case "zipf":
			groups[i] = z.Uint64() * 2654435761 % uint64(m.groups)
		case "hot":
			groups[i] = r.Uint64N(uint64(m.groups)) * (r.Uint64() & 1)
		default:
			groups[i] = r.Uint64N(uint64(m.groups))
		}
	}
	if m.distribution == "sorted" {
		slices.Sort(groups)
	}
	var columns []*data.Column
	for k := range m.keys {
		values := make([]int64, rows)
		for i, g := range groups {
			values[i] = m.key(k, g)
		}
		columns = append(columns, data.NewInts(fmt.Sprintf("k%d", k+1), data.Int, 0, values, nil))
	}
	values := make([]int64, rows)
	for i := range values {
		values[i] = r.Int64N(1000)
	}
	return data.NewTable(m.String(), append(columns, data.NewInts("v", data.Int, 0, values, nil)))
}

// domain returns the number of combinations of values of the keys, beyond which nothing is expected.
func (m misjudged) domain() int {
	switch m.keys {
	case 1:
		return m.groups
	case 2:
		return (m.groups/512 + 1) * min(512, m.groups)
	}
	return math.MaxInt
}

// key returns key k of a group.
func (m misjudged) key(k int, group uint64) int64 {
	switch m.keys {
	case 1:
		return int64(group)
	case 2:
		return int64([]uint64{group / 512, group % 512}[k])
	}
	h := (group*4 + uint64(k)) * 0x9e3779b97f4a7c15
	return int64((h ^ h>>29) % 4000)
}

// TestMisjudged expects a tenth, a thousandth, ten and a thousand times the groups that there are, on every tier. The
// answers are the same. With CARDINAL_ROWS, tables have so many rows, and the times beside a true number are printed,
// of CARDINAL_TIER or of the cores.
func TestMisjudged(t *testing.T) {
	rows, rounds, sizes := 60_000, 1, []int{10, 20_000}
	timed := os.Getenv("CARDINAL_ROWS") != ""
	if timed {
		var err error
		if rows, err = strconv.Atoi(os.Getenv("CARDINAL_ROWS")); err != nil {
			t.Fatal(err)
		}
		rounds, sizes = 5, []int{10, 1000, 30_000, 300_000, 3_000_000}
	}
	tiers := []Tier{Serial, Workers}
	if name := os.Getenv("CARDINAL_TIER"); name != "" {
		tiers = []Tier{Tier(name)}
	}
	gpu := slices.Contains(tiers, GPU)
	e := New(Options{NoGPU: !gpu})
	defer e.Close()
	if gpu {
		if _, err := e.Probe(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if timed {
		if _, err := e.Calibrate(t.Context(), func(float64) {}); err != nil {
			t.Fatal(err)
		}
	}
	var ratios []float64
	for _, keys := range []int{4, 2, 1} {
		for _, distribution := range []string{"uniform", "zipf", "hot", "sorted"} {
			for _, groups := range sizes {
				for _, values := range []string{"count()", "sum(v), avg(v), min(v)", "median(v)", "distinct(v)"} {
					m := misjudged{keys, groups, distribution, values}
					if !timed && (values == "count()" || distribution == "hot") || gpu && distribution == "sorted" {
						continue
					}
					if groups < rows {
						ratios = append(ratios, m.run(t, e, tiers, rows, rounds)...)
					}
				}
			}
		}
	}
	if timed {
		slices.Sort(ratios)
		over := 0
		for _, r := range ratios {
			if r > 1.5 {
				over++
			}
		}
		t.Logf("%d runs, median %.2f, 95%% %.2f, worst %.2f, %d over 1.5", len(ratios), ratios[len(ratios)/2],
			ratios[len(ratios)*95/100], ratios[len(ratios)-1], over)
	}
}

// run returns the ratios of the times with a wrong number to those with the true number.
func (m misjudged) run(t *testing.T, e *Engine, tiers []Tier, rows, rounds int) (ratios []float64) {
	table, q := m.table(rows), m.query(t)
	defer e.Retain(nil)
	for _, tier := range tiers {
		answer, truth, err := e.Group(t.Context(), table, q, RunOptions{Tier: tier})
		if err != nil {
			t.Fatal(m, err)
		}
		want, n := sums(answer), truth.GroupsActual
		var expected []int
		for _, share := range []float64{0.001, 0.1, 1, 10, 1000} {
			if g := min(max(1, int(float64(n)*share)), rows, m.domain()); !slices.Contains(expected, g) {
				expected = append(expected, g)
			}
		}
		best := map[int]*profiler.Record{}
		for range rounds {
			for _, g := range expected {
				e.history = &profiler.History{}
				answer, r, err := e.Group(t.Context(), table, q, RunOptions{Tier: tier, groups: g})
				if err != nil {
					t.Fatal(m, err)
				}
				if b := best[g]; b == nil {
					if sums(answer) != want {
						t.Errorf("%s, %d expected on %s: another answer", m, g, tier)
					}
					best[g] = r
				} else if r.TierMS < b.TierMS {
					best[g] = r
				}
			}
		}
		for _, g := range expected {
			r, b := best[g].TierMS/best[n].TierMS, best[g]
			if g != n {
				ratios = append(ratios, r)
			}
			if rounds > 1 {
				fmt.Printf("%.2f\t%s\t%s\t%d of %d\t%.2f ms\t%s\t%s\t%d workers\t%v\n", r, m, tier, g, n, b.TierMS,
					b.Tier, b.Strategy, b.Threads, b.Events)
			}
		}
	}
	return ratios
}

// sums returns the sums of the columns of a table.
func sums(table *data.Table) string {
	var b strings.Builder
	for _, c := range table.Columns {
		sum := uint64(0)
		for i := range table.Rows {
			n, _ := c.Value(i).Number()
			sum += math.Float64bits(n)
		}
		fmt.Fprintln(&b, c.Name, table.Rows, sum)
	}
	return b.String()
}
