package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/pflag"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/choice/cost"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// estimateReport is the answer of the estimate command: what is known and expected of a pivot before it runs.
// Other programs rely on its JSON form.
type estimateReport struct {
	RowFields  []string `json:"row_fields"`
	ColFields  []string `json:"col_fields"`
	Values     []string `json:"values"`
	Rows       int      `json:"rows"` // that pass the filter
	Groups     int      `json:"groups_estimated"`
	Low        int      `json:"groups_low"`
	High       int      `json:"groups_high"`
	Cells      int      `json:"cells_estimated"` // figures of the crosstab
	CellsExact bool     `json:"cells_exact"`
	Actual     *int     `json:"groups_actual,omitempty"` // with --check

	profiler.Estimate      // its ms is the time of the estimate alone, without reading the file and making keys
	Independent       bool `json:"independent"`

	profiler.Scoring
	Penalty    float64             `json:"penalty"` // F2 of the score
	Gates      []profiler.Gate     `json:"gates"`
	Tiers      []profiler.TierTime `json:"tiers"`
	Predicted  map[string]float64  `json:"predicted_ms"`
	Tier       string              `json:"tier"` // the tier that would run the pivot
	Reason     string              `json:"reason"`
	Total      float64             `json:"predicted_total_ms"` // the predicted time of the whole pivot, from its beginning to the answer
	Steps      []profiler.Stage    `json:"stages"`             // their sum; those up to the choice have the time that they took here
	Assembling float64             `json:"assembling_ms"`      // the predicted time after the tier: axes and totals
	Curve      *profiler.Curve     `json:"curve"`              // the predicted times by the number of groups
	Pull       *profiler.Pull      `json:"pull,omitempty"`     // of a table on a server
}

func estimateCommand(f *pflag.FlagSet) action {
	var o shelves
	var byHand groups
	var orders order
	var lay layout
	o.flags(f)
	byHand.flags(f)
	orders.flags(f)
	lay.flags(f)
	sample := f.Float64("sample", 0, "`PERCENT` of the rows in the first sample, above 0 and up to 100; else one row in 2,500, 256 to 4,000 of them")
	check := f.Bool("check", false, "count the groups as well, to show how good the estimate is")
	asJSON := jsonOption(f)
	return func(ctx context.Context, operands []string, s Streams) error {
		path, err := files(f.Name(), operands)
		if err != nil {
			return err
		}
		q, err := o.query()
		if err == nil {
			err = orders.apply(&q)
		}
		if err == nil {
			err = byHand.apply(q.Rows, q.Cols)
		}
		if err == nil {
			err = lay.apply(&q)
		}
		switch {
		case err != nil:
			return err
		case len(q.Rows)+len(q.Cols) == 0:
			return usagef("estimate: name the fields to group by: --rows A,B")
		}
		f.Visit(func(given *pflag.Flag) {
			if given.Name == "sample" && !(*sample > 0 && *sample <= 100) {
				err = usagef("--sample: %v is not above 0 and up to 100", *sample)
			}
		})
		if err != nil {
			return err
		}
		e := engine.New(engine.Options{Calibrations: engine.CalibrationFile()})
		defer e.Close()
		o.reading.only(q)
		var t *data.Table
		if o.reading.stays(path) {
			t, err = o.reading.attach(ctx, e, path)
		} else {
			t, err = loadAndProbe(ctx, e, path, o.reading, "auto", s)
		}
		if err != nil {
			return err
		}
		record, err := e.Estimate(ctx, t, q, engine.RunOptions{Share: *sample / 100, Wait: gpuPatience})
		if err != nil {
			return err
		}
		report := reportOf(q, record)
		if *check {
			n, err := e.Count(ctx, t, q)
			if err != nil {
				return err
			}
			report.Actual = &n
		}
		if *asJSON {
			return json.NewEncoder(s.Out).Encode(report)
		}
		return report.text(s.Out)
	}
}

// reportOf makes the report from a query and the record of its estimate.
func reportOf(q query.Query, p *profiler.Record) *estimateReport {
	r := &estimateReport{
		RowFields: names(q.Rows), ColFields: names(q.Cols), Rows: p.RowsSelected,
		Groups: p.GroupsEstimated, Low: p.GroupsLow, High: p.GroupsHigh, Cells: p.CellsEstimated, CellsExact: p.CellsExact,
		Estimate: p.Estimate, Independent: p.Estimate.Independent,
		Scoring: p.Scoring, Penalty: float64(p.Factors.Cardinality),
		Gates: p.Gates, Tiers: p.Tiers, Predicted: p.Predicted, Tier: p.Tier, Reason: p.Reason, Curve: p.Curve, Pull: p.Pull,
	}
	r.Total, r.Steps = p.PredictedMS(), p.Stages
	for _, s := range p.Stages {
		if s.Name == cost.Assemble {
			r.Assembling = s.PredictedMS
		}
	}
	for _, m := range q.Values {
		r.Values = append(r.Values, m.String())
	}
	return r
}

func names(fields []query.Field) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.String()
	}
	return out
}

// text prints the report for a person.
func (r *estimateReport) text(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(out, "groups\t%d\t\n", r.Groups)
	if r.Low < r.High {
		fmt.Fprintf(out, "at least\t%d\t\nat most\t%d\t\n", r.Low, r.High)
	}
	if r.Actual != nil {
		fmt.Fprintf(out, "counted\t%d\t\n", *r.Actual)
	}
	cells := "cells"
	if r.Exact && !r.CellsExact { // else the groups say whether they are estimated
		cells = "cells, about"
	}
	fmt.Fprintf(out, "%s\t%d\t\nrows\t%d\t\n", cells, r.Cells, r.Rows)
	if e := r.Estimators; e != nil {
		fmt.Fprintf(out, "sampled\t%d\t\ndistinct\t%d\t\nseen once\t%d\t\nseen twice\t%d\t\n", r.SampleRows, r.Distinct, r.Singletons, r.Doubletons)
		fmt.Fprintf(out, "Chao1\t%d\t\nChao, without replacement\t%d\t\nGEE\t%d\t\nShlosser\t%d\t\nDuj1\t%d\t\n", e.Chao1, e.ChaoWOR, e.GEE, e.Shlosser, e.Duj1)
	}
	if r.Independent {
		fmt.Fprint(out, "the fields\tindependent\t\n")
	}
	if o := r.Clustering; o != nil {
		fmt.Fprintf(out, "run length\t%.1f\t\nheaviest key\t%.1f%%\t\nseen before nearby\t%.1f%%\t\n", o.RunLength, 100*o.Heaviest, 100*o.Locality)
	}
	fmt.Fprintf(out, "method\t%s\t\nms\t%.3f\t\n", r.Method, r.MS)
	if err := out.Flush(); err != nil {
		return err
	}
	return r.choice(w)
}

// choice prints the score, the gates and the tier.
func (r *estimateReport) choice(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(out, "\t\t\n")
	if r.Pull != nil {
		fmt.Fprintf(out, "score of a copy\t%s\t above 1 it pays within few pivots\n", known(r.Pull.Score))
	} else {
		r.score(out)
	}
	for _, g := range r.Gates {
		verdict := "open"
		if !g.Pass {
			verdict = "shut"
		}
		fmt.Fprintf(out, "%s gate\t%s\t %s\n", g.Name, verdict, g.Detail)
	}
	for _, t := range r.Tiers {
		if t.PredictedMS > 0 {
			fmt.Fprintf(out, "%s, predicted ms\t%.3f\t %s\n", t.Name, t.PredictedMS, parts(t.Stages))
		}
	}
	var steps []string
	for _, step := range (&profiler.Record{Stages: r.Steps}).Steps() {
		steps = append(steps, fmt.Sprintf("%s %.3f", step.Name, step.PredictedMS))
	}
	fmt.Fprintf(out, "whole, predicted ms\t%.3f\t %s\n", r.Total, strings.Join(steps, ", "))
	if r.Pull != nil {
		fmt.Fprintf(out, "a copy, predicted ms\t%.3f\t %s\n", r.Pull.PredictedMS, strings.Join(r.Pull.Columns, ", "))
	}
	for _, c := range r.crossovers() {
		fmt.Fprintf(out, "%s up to\t%s\t groups, then %s\n", c.Before, profiler.Count(c.Groups), c.After)
	}
	fmt.Fprintf(out, "tier\t%s\t %s\n", r.Tier, r.Reason)
	return out.Flush()
}

// crossovers are those of the curve; a server has none.
func (r *estimateReport) crossovers() []profiler.Crossover {
	if r.Curve == nil {
		return nil
	}
	return r.Curve.Crossovers
}

// score prints the score of a device and its factors.
func (r *estimateReport) score(out io.Writer) {
	fmt.Fprintf(out, "score\t%s\t\n", known(r.Score))
	for _, f := range []struct {
		name  string
		value profiler.Number
		note  string
	}{
		{"F1 rows", r.Factors.Rows, ""},
		{"F2 groups", r.Factors.Cardinality, fmt.Sprintf("a divisor; slot limit %d", r.SlotLimit)},
		{"F3 class", r.Factors.GPUClass, ""}, {"F4 tuning", r.Factors.Vendor, ""}, {"F5 residency", r.Factors.Residency, ""}, {"F6 buffers", r.Factors.Buffer, ""},
	} {
		fmt.Fprintf(out, "%s\t%s\t %s\n", f.name, known(f.value), f.note)
	}
	for _, c := range r.Classes {
		fmt.Fprintf(out, "score, were it %s\t%s\t\n", c.Class, profiler.Score(c.Score))
	}
}

// parts lists the predicted stages of a tier, the longest first.
func parts(stages map[string]float64) string {
	names := slices.SortedFunc(maps.Keys(stages), func(a, b string) int {
		return cmp.Or(cmp.Compare(stages[b], stages[a]), cmp.Compare(a, b))
	})
	var out []string
	for _, name := range names {
		if stages[name] >= 0.0005 {
			out = append(out, fmt.Sprintf("%s %.3f", name, stages[name]))
		}
	}
	return strings.Join(out, ", ")
}

// known writes a number of the score.
func known(f profiler.Number) string {
	if f == 0 {
		return "not known"
	}
	return profiler.Score(f)
}
