package export

import (
	"bytes"
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
	var b bytes.Buffer
	if err := Profile(&b, record()); err != nil {
		t.Fatal(err)
	}
	want := `
Pivot
  took                                        5.100 ms  All cores answered.
  predicted                                   4.000 ms  4.00 ms was predicted.
  groups                                           156  156 groups; about 152 were expected.
Rows
  read                                         500,000
  selected by the filter                       499,000
Groups
  estimated                                        152  148 to 160
  actual                                           156  the estimate was off by -2.6%
Estimate
  method                              chao1
  rows sampled                                   5,000
  distinct groups in the sample (d)                148
  groups seen once in it (f1)                       12
  groups seen twice in it (f2)                      18
  time                                        0.310 ms
Score
  score                                          2.100  F1*F3*F4*F5*F6 / F2; above 1 the GPU is expected to be the fastest tier
  F1 rows                                        2.000  rows against 50,000, the break-even of a discrete GPU
  F2 cardinality                                 1.042  a divisor: the penalty of the expected groups at the slot limit
  slot limit                                     1,024  groups that fit the GPU's workgroup memory
  F3 GPU class                                   1.200  discrete
  F4 tuning                                      1.000  of the vendor, or how this GPU as measured differs from its class
  F5 residency                                   1.000  columns that are on the GPU already
  F6 buffers                                     1.000  columns that are cut for the GPU's largest buffer
Gates
  precision                           pass              64-bit limbs hold the sum
  health                              blocked           the device was lost 2 s ago
Dispatch
  tier                                workers           the GPU was lost <a moment> ago
  strategy                            dense
  threads                                            2
  adapter                             llvmpipe
Predicted time
  serial                                      7.250 ms
  workers                                     4.000 ms  took 3.900 ms
  gpu                                         1.500 ms
Steps
  Estimating groups                           0.400 ms
  Adding up                                   3.900 ms  predicted 4.000 ms
  Altogether                                  5.100 ms  predicted 4.000 ms
Throughput
  rows per second                           98,039,215
  read                                      0.800 GB/s  key and value bytes of the aggregation
  uploaded                                     0 bytes
  memory                                   4,096 bytes  accumulators and tables
`
	if got := "\n" + b.String(); got != want {
		t.Errorf("got%s\nwant%s", got, want)
	}
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
	var b bytes.Buffer
	if err := Profile(&b, r); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	for _, want := range []string{
		"  Chao1                                            152\n", "  Shlosser                                      " +
			"   170\n", "  the fields                          independent ",
		"  run length                                     4.500  ", "  heaviest key                                " +
			"25.000 %  of the rows\n",
		"  Splitting                                   2.000 ms\n  Adding up                                   1.500 " +
			"ms\n  Adding up, together                         3.500 ms  predicted 4.000 ms\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Count(got, "Throughput\n") != 1 {
		t.Errorf("a section stands twice:\n%s", got)
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
		"Cardinal read 2 rows, of which 1 passes the filter, and found 1 group.", "A sample of 1 row had let it " +
			"expect 2 groups, 1 to 3; the estimate was off by +100.0%.",
	}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
