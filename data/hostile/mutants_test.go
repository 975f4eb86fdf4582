package hostile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/data/parallel"
)

var (
	mutants = flag.Int("mutants", 3000, "the number of mutants that TestMutants opens")
	first   = flag.Int("first", 0, "the first mutant; -1 for other mutants every time")
	only    = flag.String("only", "", "a part of the name of the seeds to change")
)

// order asks a child for mutants: the numbers from First on, Step apart and below End.
type order struct {
	First, Step, End int
	Only             string
}

// result is what became of a mutant.
type result struct {
	N    int    `json:"n"`    // its number
	Seed string `json:"seed"` // the file that was changed, and how
	// equal, noted, local, refused; or, as it should never be, silent, panic, hang or memory
	Class  string `json:"class"`
	Detail string `json:"detail"` // of what should never be
	End    bool   `json:"end"`    // of all mutants
}

// faulty are the classes that no mutant should have.
var faulty = []string{"silent", "panic", "hang", "memory", "sentence"}

// TestMutants changes small files of every format, opens them in children, and compares the tables with the tables of
// the unchanged files. -mutants is the number of mutants. A mutant is made from its number: -first N -mutants 1 opens
// it again.
func TestMutants(t *testing.T) {
	begin, children := max(*first, 0), 2
	if *mutants < 100 {
		children = 1
	}
	if *first < 0 {
		begin = int(time.Now().Unix()) << 20
	}
	counts := map[string]map[string]int{}
	results := make(chan result)
	left := children
	for i := range children {
		o := order{begin + i, children, begin + *mutants, *only}
		go func() {
			for o.First < o.End { // a child that has died is followed by another one
				last, err := runMutants(t, o, results)
				if err == nil {
					break
				}
				results <- result{N: last, Class: "death", Detail: err.Error()}
				o.First = last + children
			}
			results <- result{End: true}
		}()
	}
	for left > 0 {
		r := <-results
		if r.End {
			left--
			continue
		}
		kind, _, _ := strings.Cut(r.Seed, " ")
		if counts[kind] == nil {
			counts[kind] = map[string]int{}
		}
		counts[kind][r.Class]++
		if r.Class == "death" || slices.Contains(faulty, r.Class) {
			t.Errorf("mutant %d of %s: %s: %s", r.N, r.Seed, r.Class, r.Detail)
		}
	}
	for kind, c := range counts {
		t.Logf("%-8s %v", kind, c)
	}
}

// runMutants makes a child open mutants. It returns the number of the last mutant that was begun.
func runMutants(t *testing.T, o order, results chan<- result) (last int, err error) {
	c := start(t, "mutants")
	defer c.end()
	last = o.First
	if err := json.NewEncoder(c.in).Encode(o); err != nil {
		return last, err
	}
	for {
		var r result
		if err := c.hear(&r); err != nil {
			return last, err
		}
		switch {
		case r.End:
			return last, nil
		case r.Class == "":
			last = r.N // begins
		default:
			results <- r
		}
	}
}

// openMutants runs in the child.
func openMutants(in io.Reader, tell func(any)) {
	var o order
	if err := json.NewDecoder(in).Decode(&o); err != nil {
		panic(err)
	}
	all := seeds()
	kinds := map[string][]seed{}
	if o.Only != "" {
		all = slices.DeleteFunc(all, func(s seed) bool { return !strings.Contains(s.kind+" "+s.name, o.Only) })
	}
	for _, s := range all {
		kinds[s.kind] = append(kinds[s.kind], s)
	}
	names := slices.Sorted(maps.Keys(kinds))
	for n := o.First; n < o.End; n += o.Step {
		tell(result{N: n})
		rnd := rand.New(rand.NewPCG(20, uint64(n)))
		some := kinds[names[rnd.IntN(len(names))]]
		s := some[rnd.IntN(len(some))]
		b, how := s.mutant(rnd, all)
		r := result{N: n, Seed: s.kind + " " + s.name + ": " + how}
		r.Class, r.Detail = s.judge(b, how)
		tell(r)
	}
	tell(result{End: true})
}

// read opens a mutant.
func read(name string, b []byte) (*data.Table, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	table, err := load.Bytes(ctx, name, b, load.Options{})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return table, err
}

// judge opens a mutant and says what became of it.
func (s *seed) judge(b []byte, how string) (class, detail string) {
	if bytes.Equal(b, s.bytes) {
		return "equal", ""
	}
	table, err := read(s.name, b)
	var values *values
	if err == nil {
		values = valuesOf(table)
	}
	if n := peak(); n > ceiling {
		debug.FreeOSMemory()
		resetPeak()
		return "memory", fmt.Sprintf("%d MB", n>>20)
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "hang", err.Error()
	case errors.Is(err, parallel.ErrPanic) && s.strict():
		return "panic", fmt.Sprintf("%v (%v)", err, errors.Unwrap(err))
	case err != nil && (strings.Contains(err.Error(), "BUG") || strings.Contains(err.Error(), "runtime error") ||
		strings.Contains(err.Error(), "\n")):
		return "sentence", err.Error()
	case err != nil:
		return "refused", ""
	}
	return s.table.compare(values, s, how)
}

// values has all cells of a table as texts.
type values struct {
	names, notes []string
	columns      [][]string
	rows         int
}

func valuesOf(t *data.Table) *values {
	v := &values{notes: t.Notes, rows: t.Rows}
	for _, c := range t.Columns {
		v.names = append(v.names, c.Name)
		cells := make([]string, min(c.Rows, 100_000))
		for row := range cells {
			cells[row] = c.Value(row).String()
		}
		v.columns = append(v.columns, cells)
	}
	return v
}

// compare describes how the values of a mutant differ from the values of the file. A file with checksums must report
// every difference. In other files, changed bytes may be other values: see near. A changed record of an old workbook
// may be any other record. A database describes its tables in SQL, and its check protects its rows but not their
// values.
func (v *values) compare(m *values, s *seed, how string) (class, detail string) {
	if v.rows == m.rows && slices.Equal(v.names, m.names) && slices.EqualFunc(v.columns, m.columns, slices.Equal) {
		return "equal", ""
	}
	for _, note := range m.notes {
		if !slices.Contains(v.notes, note) {
			return "noted", ""
		}
	}
	changes := strings.Count(how, ",") + 1
	if how == repacked || s.kind == "xls" || s.kind == "sqlite" && m.rows == v.rows || !s.sealed &&
		(s.near(v, m, changes) || s.loose(m, v) && strings.ContainsAny(how, moved)) {
		return "local", ""
	}
	return "silent", fmt.Sprintf("%d rows of %d, %d columns of %d, %s; notes %q", m.rows, v.rows, len(m.names),
		len(v.names), v.difference(m), m.notes)
}

// loose reports whether pieces that were moved, taken away or added may be read without a note: they are other
// lines of a text, or other values of columns that have no checksum.
func (s *seed) loose(m, v *values) bool { return s.text() || s.kind == "arrow" && m.rows == v.rows }

// fewRows is the number of rows below which nobody can tell what the structure of a text is.
const fewRows = 8

// near reports whether only as much differs as the changes of single bytes explain. Of a file of columns as
// many columns may differ as bytes were changed, because each has bytes of its own; of a file of rows, as many
// rows. A value that is no number any more makes a text of its column. A changed key of JSON is a further
// column. The end of a line is the only mark of the rows of a single column.
func (s *seed) near(v, m *values, changes int) bool {
	if s.kind == "json" {
		return v.rows == m.rows && len(m.names) <= len(v.names)+2*changes
	}
	if s.kind == "csv" && (v.rows < fewRows || len(v.names) == 1 && m.rows >= v.rows-changes) {
		return true
	}
	if len(v.names) != len(m.names) || v.rows != m.rows {
		return false
	}
	columns, rows := 0, map[int]bool{}
	for i := range v.columns {
		differs := false
		for row := range v.columns[i] {
			if v.columns[i][row] != m.columns[i][row] {
				differs, rows[row] = true, true
			}
		}
		if differs {
			columns++
		}
	}
	return columns <= 2*changes || s.text() && len(rows) <= 2*changes // four bytes may belong to two columns
}

// difference shows the first cell that differs.
func (v *values) difference(m *values) string {
	for i := range min(len(v.names), len(m.names)) {
		if v.names[i] != m.names[i] {
			return fmt.Sprintf("column %d is %q and was %q", i, m.names[i], v.names[i])
		}
		for row := range min(len(v.columns[i]), len(m.columns[i])) {
			if a, b := v.columns[i][row], m.columns[i][row]; a != b {
				return fmt.Sprintf("column %q row %d is %.60q and was %.60q", v.names[i], row, b, a)
			}
		}
	}
	return "the rest is equal"
}
