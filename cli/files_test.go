package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// crosstab is the interchange form, as other programs read it.
type crosstab struct {
	RowFields []string        `json:"row_fields"`
	Rows      [][]any         `json:"rows"`
	Cols      [][]any         `json:"cols"`
	Cells     json.RawMessage `json:"cells"`
	Totals    json.RawMessage `json:"row_totals"`
	Grand     json.RawMessage `json:"grand_total"`
	Profile   map[string]any  `json:"profile"`
}

func pivotJSON(t *testing.T, args ...string) crosstab {
	t.Helper()
	var out, errs bytes.Buffer
	if code := Run(context.Background(), append(append([]string{"pivot"}, args...), "--format", "json"),
		Streams{Out: &out, Err: &errs}); code != 0 {
		t.Fatalf("%v: exit %d: %s", args, code, errs.String())
	}
	var c crosstab
	if err := json.Unmarshal(out.Bytes(), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// onEveryTier answers a pivot on every tier, and returns the answer that all of them give.
func onEveryTier(t *testing.T, args ...string) crosstab {
	t.Helper()
	var first crosstab
	for i, tier := range []string{"serial", "workers", "gpu"} {
		var c crosstab
		sharingGPU(func() { c = pivotJSON(t, append(args, "--tier", tier)...) })
		if i == 0 {
			first = c
		}
		if got := c.Profile["tier"]; got != tier && (tier != "gpu" || os.Getenv("CARDINAL_REQUIRE_GPU") != "") {
			t.Errorf("asked for %s, ran on %v: %v", tier, got, c.Profile["reason"])
		}
		if !bytes.Equal(c.Cells, first.Cells) || !bytes.Equal(c.Grand, first.Grand) ||
			!reflect.DeepEqual(c.Rows, first.Rows) {
			t.Errorf("%s answers otherwise than one core", tier)
		}
	}
	return first
}

// TestEveryTier counts along while it writes a file.
func TestEveryTier(t *testing.T) {
	const rows, origins = 300_000, 229
	path := filepath.Join(t.TempDir(), "flights.csv")
	var b bytes.Buffer
	b.WriteString("origin,delay,distance\n")
	want := make([][]float64, origins) // rows, mean and sum as the query asks for them, least and most
	for i := range rows {
		origin, delay, distance := i*i%origins, float64(i%997-67), float64(i%4000)
		w := want[origin]
		if w == nil {
			w = []float64{0, 0, 0, delay, delay}
			want[origin] = w
		}
		w[0]++
		w[1] += delay
		w[2] += distance
		w[3], w[4] = min(w[3], delay), max(w[4], delay)
		fmt.Fprintf(&b, "%03d!,%v,%v\n", origin, delay, distance)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	got := onEveryTier(t, path, "--rows", "origin", "--values", flightValues)
	var cells [][][]float64
	if err := json.Unmarshal(got.Cells, &cells); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for origin, w := range want {
		if w == nil {
			continue
		}
		w[1] /= w[0]
		label := fmt.Sprintf("%03d!", origin)
		if got.Rows[seen][0] != label || !reflect.DeepEqual(cells[seen][0], w) {
			t.Errorf("%v %v, want %s %v", got.Rows[seen][0], cells[seen][0], label, w)
		}
		seen++
	}
	if seen != len(got.Rows) {
		t.Errorf("%d origins, want %d", len(got.Rows), seen)
	}
}

const flightValues = "count(),avg(delay),sum(distance),min(delay),max(delay)"

// TestRealTables holds pivots of the collections against the figures of an independent engine.
func TestRealTables(t *testing.T) {
	corpora := os.Getenv("CARDINAL_CORPORA")
	if corpora == "" {
		t.Log("CARDINAL_CORPORA names no folder: the real tables are left out")
		return
	}
	flights := onEveryTier(t, filepath.Join(corpora, "tables", "flights-3m.parquet"), "--rows", "origin", "--values",
		flightValues)
	var cells [][][]float64
	if err := json.Unmarshal(flights.Cells, &cells); err != nil {
		t.Fatal(err)
	}
	for i, label := range flights.Rows {
		if want := []float64{166341, 9.27365472132547, 128190717, -67, 940}; label[0] == "ORD" &&
			!reflect.DeepEqual(cells[i][0], want) {
			t.Errorf("ORD %v, want %v", cells[i][0], want)
		}
	}
	pizzas := sameInTwoFormats(t, filepath.Join(corpora, "tables", "pizzaplace"), "--rows", "type", "--cols", "size",
		"--values", "sum(price)")
	if want := []byte(`[["28356.00"],["65224.50"],["102339.00"],null,null]`); !bytes.HasPrefix(pizzas.Cells[1:], want) {
		t.Errorf("chicken: %.80s, want %s", pizzas.Cells, want)
	}
}

// sameInTwoFormats answers a pivot of a table that is there as text and as Parquet.
func sameInTwoFormats(t *testing.T, path string, args ...string) crosstab {
	t.Helper()
	csv, parquet := pivotJSON(t, append([]string{path + ".csv"}, args...)...),
		pivotJSON(t, append([]string{path + ".parquet"}, args...)...)
	csv.Profile, parquet.Profile = nil, nil
	if !reflect.DeepEqual(csv, parquet) {
		t.Errorf("CSV gives\n%+v\nand Parquet\n%+v", csv, parquet)
	}
	return csv
}

// TestSameTableInTwoFormats writes a flat pivot as text and as Parquet, and pivots both.
func TestSameTableInTwoFormats(t *testing.T) {
	t.Chdir(t.TempDir())
	var b strings.Builder
	b.WriteString("kind,size,price\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "%s,%s,%d.%02d\n", []string{"classic", "veggie", ""}[i%3], []string{"S", "M", "L", "XL"}[i*i%4],
			i%30, i%4*25)
	}
	if err := os.WriteFile("pizzas.csv", []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{"flat.csv", "flat.parquet"} {
		if got := runOnce([]string{"pivot", "pizzas.csv", "--rows", "kind,size", "--values", "sum(price)", "--totals",
			"none", "--out", out}); strings.Contains(got, "exit") {
			t.Fatal(got)
		}
	}
	sameInTwoFormats(t, "flat", "--rows", "kind", "--cols", "size", "--values", `sum("Sum of price")`)
}

// TestJSONLabels reads periods, names, bins, blanks and Others back as JSON has them.
func TestJSONLabels(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(path, []byte("day,at,x,k\n2001-03-05,2001-03-05T17:05:09,-5,a\n"+
		"2001-07-31,2001-07-31T23:59:59,12.5,b\n,,,\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for rows, want := range map[string][][]any{
		"trunc(day, month),trunc(at, hour)": {{"2001-03", "2001-03-05 17:00"}, {"2001-07", "2001-07-31 23:00"},
			{nil, nil}},
		"monthname(day),year(day),month(at)": {{"March", 2001.0, 3.0}, {"July", 2001.0, 7.0}, {nil, nil, nil}},
		"bin(x, 5),day":                      {{"-5 - 0", "2001-03-05"}, {"10 - 15", "2001-07-31"}, {nil, nil}},
		"trunc(day, week),time(at)":          {{"2001-W10", "17:05:09"}, {"2001-W31", "23:59:59"}, {nil, nil}},
		"group(k, 'Vowels = a; rest')":       {{"Vowels"}, {"Rest"}},
		"x,k":                                {{"-5.0", "a"}, {"12.5", "b"}, {nil, nil}},
	} {
		if got := onEveryTier(t, path, "--rows", rows, "--totals", "none").Rows; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", rows, got, want)
		}
	}
	if got := onEveryTier(t, path, "--rows", "k", "--top", "1", "--others", "--totals",
		"none").Rows; !reflect.DeepEqual(got, [][]any{{"a"}, {"Others"}}) {
		t.Errorf("a top with Others: %v", got)
	}
}

// TestLinesOfStandardOutput checks the ends of lines of CSV and TSV. On the standard output they end as the system's
// own programs end them, and in files they end in CR LF.
func TestLinesOfStandardOutput(t *testing.T) {
	path := tableOf(t, "a,n\nx,1\n")
	end := "\n"
	if runtime.GOOS == "windows" {
		end = "\r\n"
	}
	for format, separator := range map[string]string{"csv": ",", "tsv": "\t"} {
		args := []string{path, "--rows", "a", "--values", "sum(n)", "--totals", "none"}
		lines := func(end string) string { return "a" + separator + "Sum of n" + end + "x" + separator + "1" + end }
		if got := said(t, 0, append(args, "--format", format)...); got != lines(end) {
			t.Errorf("%s on the standard output is %q", format, got)
		}
		out := filepath.Join(t.TempDir(), "out."+format)
		said(t, 0, append(args, "--out", out)...)
		if text, err := os.ReadFile(out); err != nil || string(text) != lines("\r\n") {
			t.Errorf("%s in a file is %q, %v", format, text, err)
		}
	}
}
