package panel

import (
	"fmt"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"cardinal/internal/separators"
	"cardinal/profiler"
	"cardinal/ui/look/lang"
)

const estimateTitle = "How it was estimated"

// methods say how the number of groups was estimated. Rows is the number of rows in the sample.
var methods = map[string]string{
	"":               lang.Key("Not estimated"),
	"no rows":        lang.Key("No row is left to group"),
	"one slot":       lang.Key("Every row falls into one group"),
	"dictionary":     lang.Key("Known from the column's list of values"),
	"counted":        lang.Key("Known: the column's values were counted while nothing else ran"),
	"ahead":          lang.Key("Known: every row was read for this while nothing else ran"),
	"mapped":         lang.Key("Known: the GPU found the groups while nothing else ran"),
	"full count":     lang.Key("Counted: every row was read beforehand"),
	"bitmap":         lang.Key("Counted: every row ticked off its group"),
	"remembered":     lang.Key("Known from the last time this was asked"),
	"full occupancy": lang.Key("A sample of {{.Rows}} rows already met every group there can be"),
	"no singletons": lang.Key("A sample of {{.Rows}} rows met every group more than once; groups of few rows may be " +
		"missing"),
	"sample":        lang.Key("Estimated from {{.Rows}} rows drawn at random"),
	"larger sample": lang.Key("Estimated from {{.Rows}} rows drawn at random, after a smaller sample said too little"),
	"near the limit": lang.Key("Estimated from {{.Rows}} rows drawn at random, since a smaller sample came near the " +
		"limit of the GPU"),
	"linear count": lang.Key("Every row was read; groups that look alike at a glance were allowed for"),
}

// method says how the number of groups was estimated.
func method(e profiler.Estimate) string {
	text, ok := methods[e.Method]
	if !ok {
		text = e.Method
	}
	return lang.L("{{.Estimate}}, in {{.Time}}", lang.With{
		"Estimate": lang.L(text, lang.With{"Rows": profiler.Count(e.SampleRows)}), "Time": profiler.Millis(e.MS)})
}

// sample shows the sample, and the estimate of each estimator beside the true number of groups.
func sample(r *profiler.Record) *fyne.Container {
	e := r.Estimate
	drawn := profiler.Count(e.SampleRows)
	if r.RowsSelected > 0 {
		drawn += "  (" + percent(float64(e.SampleRows)/float64(r.RowsSelected)) + ")"
	}
	box := stack(4,
		pair(lang.L("Rows drawn"), drawn),
		pair(lang.L("Groups among them"), profiler.Count(e.Distinct)),
		pair(lang.L("Met only once"), profiler.Count(e.Singletons)),
		pair(lang.L("Met twice"), profiler.Count(e.Doubletons)))
	if e.Estimators == nil {
		return box
	}
	box.Add(
		caption(lang.L("Groups met once or twice tell how many were not met. The number of groups that each way " +
			"estimates:")))
	line := func(name, groups, off *canvas.Text) {
		box.Add(container.New(columns{0.44, 0.72}, name, rightText(groups), rightText(off)))
	}
	line(subtle(lang.L("Way")), subtle(lang.L("groups")), subtle(lang.L("off by")))
	for _, way := range []struct {
		name   string
		groups int
	}{
		{"Chao1", e.Estimators.Chao1}, {lang.L("Chao, no repeats"), e.Estimators.ChaoWOR}, {"GEE", e.Estimators.GEE},
		{"Shlosser", e.Estimators.Shlosser}, {"Jackknife", e.Estimators.Duj1},
	} {
		line(subtleText(way.name), normal(profiler.Count(way.groups)),
			subtleText(errorText(way.groups, r.GroupsActual)))
	}
	line(normal(lang.L("Expected")), normal(profiler.Count(r.GroupsEstimated)),
		normal(errorText(r.GroupsEstimated, r.GroupsActual)))
	line(normal(lang.L("Found")), normal(profiler.Count(r.GroupsActual)), normal(""))
	return box
}

// errorText writes the difference between an estimate and the true number, as a percentage or a factor.
func errorText(expected, found int) string {
	if found <= 0 || expected < 0 {
		return "–"
	}
	ratio := float64(expected) / float64(found)
	switch {
	case expected == found:
		return "0%"
	case ratio >= 3:
		return "× " + profiler.Digits(ratio)
	case ratio > 1:
		return "+" + percent(ratio-1)
	}
	return "−" + percent(1-ratio)
}

// percent writes a fraction as a percentage. Small percentages have a digit after the point.
func percent(share float64) string {
	switch p := 100 * share; {
	case math.IsNaN(p) || math.IsInf(p, 0):
		return "–"
	case p > 0 && p < 0.1:
		return separators.Show("<0.1%")
	case p < 9.95:
		return separators.Show(fmt.Sprintf("%.1f%%", p))
	default:
		return fmt.Sprintf("%.0f%%", p)
	}
}
