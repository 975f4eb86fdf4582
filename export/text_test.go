package export

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardinal/profiler"
)

func TestText(t *testing.T) {
	var b bytes.Buffer
	if err := Text(&b, gridOf(t, small())); err != nil {
		t.Fatal(err)
	}
	want := `
Month of day              1                               2                           Total
city          Sum of amount  Number of rows   Sum of amount  Number of rows   Sum of amount  Number of rows
────────────  ─────────────  ──────────────  ──────────────  ──────────────  ──────────────  ──────────────
""                                        1                                                               1
=1+1                  -3.99               1                                           -3.99               1
Rome                  10.55               2            1.25               1           11.80               3
a,"b"  c                                           1,000.00               1        1,000.00               1
東京                   0.07               1  123,456,789.01               1  123,456,789.08               2
(blank)                0.05               1                                            0.05               1
Total                  6.68               6  123,457,790.26               3  123,457,796.94               9
`
	if got := "\n" + b.String(); got != want {
		t.Errorf("got%s\nwant%s", got, want)
	}
}

func TestTextCannotCommandTheTerminal(t *testing.T) {
	if got := printable("a\x1b[2Jb\u202ec\td"); got != "a\uFFFD[2Jb\uFFFDc d" {
		t.Errorf("got %q", got)
	}
}

func TestProfile(t *testing.T) {
	want := `
Pivot | took | 5.10 ms | All cores answered.
Pivot | predicted | 4.00 ms | 4.00 ms was predicted.
Pivot | groups | 156 | 156 groups; about 152 were expected.
Rows | read | 500,000
Rows | selected by the filter | 499,000
Groups | estimated | 152 | between 148 and 160
Groups | actual | 156 | the estimate was off by -2.6%
Estimate | method | chao1
Estimate | rows sampled | 5,000
Estimate | distinct groups in the sample (d) | 148
Estimate | groups seen once in it (f1) | 12
Estimate | groups seen twice in it (f2) | 18
Estimate | time | 310 µs
Score | score | 2.100 | F1*F3*F4*F5*F6 / F2; above 1 the GPU is expected to be the fastest tier
Score | F1 rows | 2.000 | rows against 50,000, the break-even of a discrete GPU
Score | F2 cardinality | 1.042 | a divisor: the penalty of the expected groups at the slot limit
Score | slot limit | 1,024 | groups that fit the GPU's workgroup memory
Score | F3 GPU class | 1.200 | discrete
Score | F4 tuning | 1.000 | of the vendor, or the measured ratio of this GPU to its class
Score | F5 residency | 1.000 | columns that are on the GPU already
Score | F6 buffers | 1.000 | columns that are cut for the GPU's largest buffer
Gates | precision | pass | 64-bit limbs hold the sum
Gates | health | blocked | the device was lost 2 s ago
Dispatch | tier | workers | the GPU was lost <a moment> ago
Dispatch | strategy | dense
Dispatch | threads | 2
Dispatch | adapter | llvmpipe
Predicted time | serial | 7.25 ms
Predicted time | workers | 4.00 ms | took 3.90 ms
Predicted time | gpu | 1.50 ms
Steps | Estimating groups | 400 µs
Steps | Adding up | 3.90 ms | predicted 4.00 ms
Steps | Altogether | 5.10 ms | predicted 4.00 ms
Throughput | rows per second | 98,039,215
Throughput | read | 0.800 GB/s | key and value bytes of the aggregation
Throughput | uploaded | 0 bytes
Throughput | memory | 4,096 bytes | accumulators and tables
`
	if got := "\n" + profileText(record()); got != want {
		t.Errorf("got%s\nwant%s", got, want)
	}
}

// profileText writes the facts of a record, one a line.
func profileText(r *profiler.Record) string {
	var b strings.Builder
	EachFact(r, func(section, name, value, note string) {
		fmt.Fprintln(&b, strings.TrimRight(section+" | "+name+" | "+value+" | "+note, " |"))
	})
	return b.String()
}

// TestProfileOfParts reads what the estimators say, the order of the rows, and the time of a step that the run
// split into several.
func TestProfileOfParts(t *testing.T) {
	r := record()
	r.Estimate.Estimators = &profiler.Estimators{Chao1: 152, ChaoWOR: 151, GEE: 256, Shlosser: 170, Duj1: 150}
	r.Estimate.Clustering = &profiler.Clustering{RunLength: 4.5, Heaviest: 0.25, Locality: 0.5, Rows: 1}
	r.Estimate.Independent = true
	r.Stages = []profiler.Stage{{Name: "partition", MS: 2, Of: "aggregate"}, {Name: "aggregate", MS: 1.5,
		PredictedMS: 4, Of: "aggregate"}, {Name: "merge", MS: 0.5, PredictedMS: 1}}
	r.Tiles, r.Kernels = 3, []profiler.Kernel{{Name: "global", Workgroups: 8, Invocations: 256}}
	got := profileText(r)
	for _, want := range []string{
		"| Chao1 | 152\n", "| Shlosser | 170\n", "| the fields | independent | ", "| run length | 4.500 | ",
		"| heaviest key | 25.000 % | of the rows\n",
		"Steps | Splitting | 2.00 ms\nSteps | Adding up | 1.50 ms\nSteps | Adding up, together | 3.50 ms | " +
			"predicted 4.00 ms\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestProfileSentences reads the sentences of a workbook for numbers of one, and for groups that were counted
// after a sample.
func TestProfileSentences(t *testing.T) {
	r := record()
	r.Rows, r.RowsSelected, r.GroupsActual = 1, 1, 1
	r.GroupsEstimated, r.GroupsLow, r.GroupsHigh = 1, 1, 1
	r.Estimate.Exact = true
	if got, want := profileSentences(r)[:2], []string{"Cardinal read 1 row and found 1 group.",
		"It had expected 1 group."}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	r.Rows, r.GroupsEstimated, r.GroupsHigh, r.Estimate.SampleRows, r.Estimate.Exact = 2, 2, 3, 1, false
	if got, want := profileSentences(r)[:2], []string{
		"Cardinal read 2 rows, of which 1 passes the filter, and found 1 group.", "From a sample of 1 row it had " +
			"expected 2 groups, between 1 and 3; the estimate was off by +100.0%.",
	}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
