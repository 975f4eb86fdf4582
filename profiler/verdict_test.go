package profiler

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// between returns a random number whose logarithm is uniform.
func between(r *rand.Rand, low, high float64) float64 {
	return math.Exp(math.Log(low) + r.Float64()*(math.Log(high)-math.Log(low)))
}

// randomRecord returns a run with steps that no pivot has, and groups inside the range or outside.
func randomRecord(r *rand.Rand) *Record {
	p := &Record{RowsSelected: 1 + r.IntN(1000), Tier: []string{"serial", "workers", "gpu"}[r.IntN(3)]}
	error := between(r, 0.1, 10) // of all steps together
	for i := range 1 + r.IntN(7) {
		s := Stage{Name: slices.Sorted(func(yield func(string) bool) {
			for name := range StepNames {
				if !yield(name) {
					return
				}
			}
		})[r.IntN(len(StepNames))], MS: between(r, 0.001, 50), Cold: r.IntN(4) == 0}
		s.PredictedMS = s.MS / error * between(r, 0.8, 1.25)
		if r.IntN(5) == 0 { // split into two
			p.Stages = append(p.Stages, Stage{Name: "partition", MS: between(r, 0.001, 50), Of: "aggregate"})
			s.Of = "aggregate"
		}
		if i > 0 && r.IntN(8) == 0 {
			s.PredictedMS, s.Of = 0, ""
		}
		p.Stages = append(p.Stages, s)
	}
	for _, s := range p.Stages {
		p.TotalMS += s.MS
	}
	p.GroupsEstimated = int(between(r, 1, 1e6))
	p.GroupsLow, p.GroupsHigh = p.GroupsEstimated, p.GroupsEstimated
	if r.IntN(2) == 0 {
		p.GroupsLow, p.GroupsHigh = 1+r.IntN(p.GroupsEstimated), p.GroupsEstimated+r.IntN(1_000_000)
	}
	p.GroupsActual = p.GroupsEstimated
	if r.IntN(2) == 0 {
		p.GroupsActual = int(between(r, 1, 1e6))
	}
	return p
}

// TestStates compares verdicts, sentences and steps of 10,000 random records with the figures: none contradicts
// another.
func TestStates(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 11))
	seen := map[string]int{}
	for range 10_000 {
		p := randomRecord(r)
		for _, wrong := range []string{timeContradicts(p), stepsContradict(p), groupsContradict(p)} {
			if wrong != "" {
				text, _ := json.Marshal(p)
				t.Fatalf("%s\n%s\n%s\n%s", wrong, p.TimeSaid(nil), p.GroupsSaid(nil), text)
			}
		}
		v, alarm := p.TimeVerdict()
		seen["time "+string(v)]++
		seen["groups "+string(p.GroupsVerdict())]++
		if alarm {
			seen["alarm"]++
		} else if v == Off {
			seen["faster"]++
		}
	}
	for _, kind := range []string{"time ", "time right", "time roughly", "time off", "groups ", "groups right",
		"groups roughly", "groups off", "alarm", "faster"} {
		if seen[kind] < 50 {
			t.Errorf("%d records of the kind %q among 10,000: %v", seen[kind], kind, seen)
		}
	}
}

// timeContradicts reads the verdict on the time and its sentence as a person would.
func timeContradicts(p *Record) string {
	v, alarm := p.TimeVerdict()
	predicted, text := p.PredictedMS(), p.TimeSaid(nil)
	ratio := max(predicted/p.TotalMS, p.TotalMS/predicted)
	said := func(words string) bool { return strings.Contains(text, words) }
	switch {
	case v == Right && ratio > 1.25:
		return "a tick, and the ratio is above 1.25"
	case v == Roughly && (ratio <= 1.25 || ratio > 2):
		return "roughly, and the ratio is not between 1.25 and 2"
	case v == Off && ratio <= 2:
		return "off, and the ratio is at most 2"
	case v != Unjudged && p.TotalMS < 10:
		return "a mark on a pivot that nobody feels"
	case v == Unjudged && p.TotalMS >= 10:
		return "no mark on a pivot that people feel"
	case alarm && p.TotalMS <= predicted:
		return "an alarm, and the pivot was faster"
	case !alarm && p.TotalMS > 2*predicted && p.TotalMS >= 10:
		return "no alarm, and the pivot took more than twice as long"
	case said("faster") != (p.TotalMS < predicted && ratio > 1.25):
		return "faster is said wrongly, or not"
	case said("times as long") != alarm:
		return "how many times as long is said without an alarm, or not with one"
	case said(": right") != (ratio <= 1.25):
		return "right is said wrongly, or not"
	case !strings.HasPrefix(text, Millis(predicted)+" was predicted"):
		return "the sentence has another prediction"
	}
	return ""
}

// stepsContradict holds the steps against the whole.
func stepsContradict(p *Record) string {
	predicted, took := 0.0, 0.0
	for _, s := range p.Steps(nil) {
		if !strings.HasSuffix(s.Name, ", together") {
			took += s.MS
		}
		predicted += s.PredictedMS
		if s.Part && s.PredictedMS != 0 {
			return "a part of a step has a prediction of its own"
		}
	}
	switch {
	case math.Abs(predicted-p.PredictedMS()) > 1e-9*predicted:
		return "the predictions of the steps are not that of the whole"
	case math.Abs(took-p.TotalMS) > 1e-9*took:
		return "the steps take another time than the whole"
	}
	if worst, ok := p.slowest(nil); ok && (worst.PredictedMS == 0 || worst.MS <= worst.PredictedMS) {
		return "the step that is named was not slower than predicted"
	}
	return ""
}

// groupsContradict reads the verdict on the number of groups and its sentence.
func groupsContradict(p *Record) string {
	v, text := p.GroupsVerdict(), p.GroupsSaid(nil)
	inside := p.GroupsLow <= p.GroupsActual && p.GroupsActual <= p.GroupsHigh
	switch {
	case (v == Right || v == Roughly) && !inside:
		return "a range that excludes the truth is said to be right"
	case v == Off && inside:
		return "a range that has the truth is said to be off"
	case v != Unjudged && p.TotalMS < 10:
		return "a mark on a pivot that nobody feels"
	case strings.Contains(text, "as expected") != (p.GroupsActual == p.GroupsEstimated):
		return "as expected is said wrongly, or not"
	case !inside && !strings.Contains(text, p.RangeSaid(nil)+" were expected"):
		return "the range is not said"
	}
	return ""
}

// TestTimeSaid holds the sentence on the time.
func TestTimeSaid(t *testing.T) {
	for _, c := range []struct {
		predicted, took float64
		want            string
		verdict         Verdict
		alarm           bool
	}{
		{14, 15.7, "14.0 ms was predicted: right.", Right, false},
		{9, 15.7, "9.00 ms was predicted: roughly right.", Roughly, false},
		{24, 15.7, "24.0 ms was predicted: it was faster than that.", Roughly, false},
		{50, 15.7, "50.0 ms was predicted: it was faster than that.", Off, false},
		{2.97, 0.857, "2.97 ms was predicted: it was faster than that.", Unjudged, false},
		{0.393, 1.77, "393 µs was predicted.", Unjudged, false},
		{5.03, 15.7, "5.03 ms was predicted: it took 3.12 times as long. The greatest difference is in this step: " +
			"Adding up, 15.7 ms, where 5.03 ms was predicted.", Off, true},
	} {
		r := &Record{TotalMS: c.took, Tier: "serial",
			Stages: []Stage{{Name: "aggregate", MS: c.took, PredictedMS: c.predicted}}}
		v, alarm := r.TimeVerdict()
		if got := r.TimeSaid(nil); got != c.want || v != c.verdict || alarm != c.alarm {
			t.Errorf("%s (%q, alarm %v)\nwant %s (%q, %v)", got, v, alarm, c.want, c.verdict, c.alarm)
		}
	}
	if got := new(Record).TimeSaid(nil); got != "Nothing was predicted." {
		t.Error(got)
	}
}

// TestGroupsSaid holds the sentence on groups against the range.
func TestGroupsSaid(t *testing.T) {
	for _, c := range []struct {
		estimated, low, high, actual int
		want                         string
		verdict                      Verdict
	}{
		{229, 229, 229, 229, "229 groups, as expected.", Right},
		{1, 1, 1, 1, "1 group, as expected.", Right},
		{200, 100, 400, 220, "220 groups; about 200 were expected.", Right},
		{200, 100, 400, 350, "350 groups; about 200 were expected.", Roughly},
		{10, 10, 7510, 300, "300 groups; about 10 were expected, and between 10 and 7,510 were possible.", Roughly},
		{200, 100, 400, 4000, "4,000 groups; between 100 and 400 were expected.", Off},
		{6, 6, 6, 7, "7 groups; exactly 6 were expected.", Off},
	} {
		r := &Record{RowsSelected: 9, TotalMS: 12, GroupsEstimated: c.estimated, GroupsLow: c.low, GroupsHigh: c.high,
			GroupsActual: c.actual}
		if got := r.GroupsSaid(nil); got != c.want || r.GroupsVerdict() != c.verdict {
			t.Errorf("%q, %q; want %q, %q", got, r.GroupsVerdict(), c.want, c.verdict)
		}
	}
}

// TestRecordAsJSON holds that programs read the words and numbers that people read.
func TestRecordAsJSON(t *testing.T) {
	r := &Record{TotalMS: 20, RowsSelected: 5, GroupsEstimated: 3, GroupsLow: 3, GroupsHigh: 3, GroupsActual: 3,
		Stages: []Stage{{Name: "keys", MS: 20, PredictedMS: 18}}}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"predicted_total_ms":18`, `"verdict":"right"`, `"time_said":"` + r.TimeSaid(nil),
		`"groups_said":"` + r.GroupsSaid(nil), `"groups_verdict":"right"`, `"rows_selected":5`, `"score":null`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
}

// TestHistoryCorrectsSteps wants a step corrected by its own runs of any file, and cold ones told apart.
func TestHistoryCorrectsSteps(t *testing.T) {
	var h History
	keys := func(cold bool, ms float64) Stage { return Stage{Name: "keys", MS: ms, PlainMS: 2, Cold: cold} }
	run := func(s Stage) {
		r := ran(7, "serial", 1)
		r.Stages = []Stage{s, {Name: "aggregate", MS: 9, PredictedMS: 3}}
		h.Add(NewFingerprint("a.csv", []string{"x"}, ""), r, "model", Timed{1, 1}, Timed{})
	}
	for range 3 {
		run(keys(false, 4))
	}
	run(keys(true, 1))
	for _, c := range []struct {
		stage Stage
		model string
		want  float64
	}{
		{keys(false, 0), "model", math.Pow(2, 3.0/4)}, {keys(true, 0), "model", math.Pow(0.5, 1.0/2)},
		{keys(false, 0), "another", 1}, {Stage{Name: "keys", PlainMS: 100}, "model", 1},
		{Stage{Name: "aggregate", PlainMS: 3}, "model", 1},
	} {
		if got := h.Step(&c.stage, c.model); !near(got, c.want) {
			t.Errorf("%+v under %s is corrected by %v, want %v", c.stage, c.model, got, c.want)
		}
	}
	if h.setEntries(h.entries); !near(h.Step(&Stage{Name: "keys", PlainMS: 2}, "model"), math.Pow(2, 3.0/4)) {
		t.Error("entries of the file correct no step")
	}
}
