package groupby

import (
	"strings"
	"testing"
	"time"

	"cardinal/bench/g1"
	"cardinal/bench/timing"
)

func answered(q int, ms []int, sums ...[]float64) result {
	r := result{question: Questions[q-1], sums: sums, rows: make([]int, len(sums))}
	for _, m := range ms {
		r.times = append(r.times, timing.Times{Rounds: []time.Duration{time.Duration(m) * time.Millisecond}})
	}
	return r
}

func TestJudge(t *testing.T) {
	double := how{sides: []string{sideOurs, sideText}, v3: "double"}
	float := how{sides: double.sides, v3: "float"}
	for _, c := range []struct {
		what string
		r    result
		data string
		how  how
		want string
	}{
		{"the published figure", answered(7, []int{1, 2}, []float64{399882}, []float64{399882}), "G1_1e7_1e2_0_0",
			double, "agree, as published"},
		{"data that nobody published", answered(7, []int{1, 2}, []float64{3}, []float64{3}), "G1_1e6_1e2_0_0",
			double, "agree"},
		{"another figure than the published", answered(7, []int{1, 2}, []float64{399881}, []float64{399881}),
			"G1_1e7_1e2_0_0", double, "published 399882, here 399881"},
		{"two answers", answered(1, []int{1, 2}, []float64{3}, []float64{4}), "", double, "differ: 3 and 4"},
		{"a missing column", answered(1, []int{1, 2}, []float64{3}, nil), "", double, "differ: 1 value columns and 0"},
		{"a list in two columns and in one", answered(8, []int{1, 2}, []float64{3, 4}, []float64{7}), "",
			double, "agree"},
		{"floats that are coarse", answered(3, []int{1, 2}, []float64{3, 4.00001}, []float64{3, 4}), "", double,
			"differ: 4.00001 and 4"},
		{"floats that are meant to be", answered(3, []int{1, 2}, []float64{3, 4.00001}, []float64{3, 4}), "",
			float, "agree"},
	} {
		c.r.judge(c.data, c.how)
		if c.r.verdict != c.want || c.r.agrees != strings.HasPrefix(c.want, "agree") {
			t.Errorf("%s: %q, not %q", c.what, c.r.verdict, c.want)
		}
	}
	r := answered(1, []int{1, 2}, []float64{1}, []float64{1})
	r.rows = []int{5, 6}
	if r.judge("", double); r.verdict != "differ: 5 rows and 6" {
		t.Errorf("another number of rows: %q", r.verdict)
	}
}

func TestSummary(t *testing.T) {
	sides := []string{sideOurs, sideText}
	m := &measured{set: Sets[0], results: []result{
		answered(1, []int{10, 20}, nil, nil), answered(2, []int{10, 80}, nil, nil), answered(3, []int{0, 80}, nil, nil),
	}}
	got := summary([]*measured{m}, sides)
	if want := "4.00x | 2.00x q1 (without 1 questions)"; !strings.Contains(got, want) {
		t.Errorf("the summary does not say %q:\n%s", want, got)
	}
}

func TestSQL(t *testing.T) {
	want := "select id6, unnest(max(v3, 2)) as largest2_v3 from x where v3 is not null group by id6"
	if got := Questions[7].SQL("x"); got != want {
		t.Errorf("question 8 is %q", got)
	}
	if f := Questions[7].Filter(false); f != "" {
		t.Errorf("question 8 filters data without nulls: %q", f)
	}
}

func TestPick(t *testing.T) {
	sets, err := pick("k2,sorted", 1e6)
	if err != nil || len(sets) != 2 || sets[0].Spec != (g1.Spec{Rows: 1e6, K: 2}) || !sets[1].Spec.Sorted {
		t.Errorf("%+v, %v", sets, err)
	}
	for _, bad := range []func() error{
		func() error { _, err := pick("k3", 1); return err },
		func() error { _, err := pickQuestions("11"); return err },
		func() error { _, err := pickSides("ours,sqlite"); return err },
	} {
		if bad() == nil {
			t.Error("a name that does not exist was taken")
		}
	}
}
