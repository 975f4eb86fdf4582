package profiler

import (
	"bytes"
	"encoding/json"
	"math"

	"cardinal/internal/wording"
)

// Verdict says how close a prediction was to the measured value.
type Verdict string

// The verdicts. A time of less than noticedMS has no verdict, since nobody notices it.
const (
	Unjudged Verdict = ""
	Right    Verdict = "right"   // within a quarter
	Roughly  Verdict = "roughly" // within a factor of two
	Off      Verdict = "off"
)

// rightRatio and roughRatio are the largest ratios between prediction and measurement, in either direction, of the
// verdicts Right and Roughly.
const rightRatio, roughRatio, noticedMS = 1.25, 2, 10

// judge returns the verdict on a prediction. Both numbers must be above 0.
func judge(predicted, truth float64) Verdict {
	switch ratio := max(predicted/truth, truth/predicted); {
	case ratio <= rightRatio:
		return Right
	case ratio <= roughRatio:
		return Roughly
	}
	return Off
}

// PredictedMS returns the predicted time of the whole pivot, from the edit to the answer: the sum of the predictions
// of its steps, or 0.
func (r *Record) PredictedMS() (ms float64) {
	for _, s := range r.Stages {
		if !s.Later {
			ms += s.PredictedMS
		}
	}
	return ms
}

// Noticed reports whether the pivot took so long that people notice it. Otherwise no time is marked.
func (r *Record) Noticed() bool { return r.TotalMS >= noticedMS }

// TimeVerdict compares the predicted time of the whole pivot with the measured time. alarm is true if the pivot took
// more than twice the predicted time. A pivot that is faster than predicted causes no warning.
func (r *Record) TimeVerdict() (v Verdict, alarm bool) {
	predicted := r.PredictedMS()
	if predicted <= 0 || !r.Noticed() {
		return Unjudged, false
	}
	v = judge(predicted, r.TotalMS)
	return v, v == Off && r.TotalMS > predicted
}

// TimeSaid returns a sentence, in the language of w, that compares the predicted time of the whole pivot with the
// measured time. The measured time is written before the sentence.
func (r *Record) TimeSaid(w *wording.Words) string {
	predicted := r.PredictedMS()
	if predicted <= 0 {
		return w.L("Nothing was predicted.")
	}
	values, verdict := wording.With{"Time": Millis(predicted), "Times": Digits(r.TotalMS / predicted)}, judge(predicted,
		r.TotalMS)
	switch {
	case verdict == Right && r.TotalMS > 0:
		return w.L("{{.Time}} was predicted: right.", values)
	case r.TotalMS < predicted && r.TotalMS > 0:
		return w.L("{{.Time}} was predicted: it was faster than that.", values)
	case !r.Noticed():
		return w.L("{{.Time}} was predicted.", values)
	case verdict == Roughly:
		return w.L("{{.Time}} was predicted: roughly right.", values)
	}
	text := w.L("{{.Time}} was predicted: it took {{.Times}} times as long.", values)
	if s, ok := r.slowest(w); ok {
		text += " " + w.L("The greatest difference is in this step: {{.Step}}, {{.Took}}, where {{.Time}} was "+
			"predicted.", wording.With{"Step": s.Name, "Took": Millis(s.MS), "Time": Millis(s.PredictedMS)})
	}
	return text
}

// slowest returns the step that exceeded its prediction by the longest time; ok is false if no step did.
func (r *Record) slowest(w *wording.Words) (worst Step, ok bool) {
	for _, s := range r.Steps(w) {
		if beyond := s.MS - s.PredictedMS; s.PredictedMS > 0 && beyond > max(0, worst.MS-worst.PredictedMS) {
			worst, ok = s, true
		}
	}
	return worst, ok
}

// GroupsVerdict compares the expected number of groups with the number found. A number outside its range is off.
func (r *Record) GroupsVerdict() Verdict {
	switch inside := r.GroupsLow <= r.GroupsActual && r.GroupsActual <= r.GroupsHigh; {
	case !r.Noticed():
		return Unjudged
	case !inside:
		return Off
	case r.GroupsActual == r.GroupsEstimated:
		return Right
	case judge(float64(max(1, r.GroupsEstimated)), float64(max(1, r.GroupsActual))) == Right:
		return Right
	}
	return Roughly
}

// GroupsSaid returns a sentence, in the language of w, that compares the number of groups with the expected number.
func (r *Record) GroupsSaid(w *wording.Words) string {
	found, expected := r.GroupsActual, r.GroupsEstimated
	values := wording.With{"Groups": w.N("{{.N}} group", "{{.N}} groups", found), "N": Count(expected),
		"Range": r.RangeSaid(w)}
	switch {
	case found == 0 && r.RowsSelected == 0:
		return w.L("No row is left to group.")
	case found == expected:
		return w.L("{{.Groups}}, as expected.", values)
	case found < r.GroupsLow || found > r.GroupsHigh:
		return w.L("{{.Groups}}; {{.Range}} were expected.", values)
	case judge(float64(max(1, expected)), float64(max(1, found))) == Off:
		return w.L("{{.Groups}}; about {{.N}} were expected, and {{.Range}} were possible.", values)
	}
	return w.L("{{.Groups}}; about {{.N}} were expected.", values)
}

// RangeSaid writes the range of the expected number of groups: "between 100 and 400", or "exactly 7".
func (r *Record) RangeSaid(w *wording.Words) string {
	values := wording.With{"Low": Count(r.GroupsLow), "High": Count(r.GroupsHigh)}
	if r.GroupsLow == r.GroupsHigh {
		return w.L("exactly {{.Low}}", values)
	}
	return w.L("between {{.Low}} and {{.High}}", values)
}

// MarshalJSON implements json.Marshaler. It adds the verdicts and sentences that people read.
func (r Record) MarshalJSON() ([]byte, error) {
	type plain Record
	out := struct {
		plain
		PredictedTotal float64 `json:"predicted_total_ms,omitempty"`
		Verdict        Verdict `json:"verdict,omitempty"`
		TimeSaid       string  `json:"time_said,omitempty"`
		GroupsVerdict  Verdict `json:"groups_verdict,omitempty"`
		GroupsSaid     string  `json:"groups_said,omitempty"`
	}{plain: plain(r), PredictedTotal: r.PredictedMS()}
	if r.TotalMS > 0 && !math.IsInf(r.TotalMS, 0) {
		out.Verdict, _ = r.TimeVerdict()
		out.TimeSaid, out.GroupsVerdict, out.GroupsSaid = r.TimeSaid(nil), r.GroupsVerdict(), r.GroupsSaid(nil)
	}
	var b bytes.Buffer
	to := json.NewEncoder(&b)
	to.SetEscapeHTML(false) // the writer of the record decides about escapes
	err := to.Encode(out)
	return b.Bytes(), err
}
