package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"cardinal/data/load"
	"cardinal/engine"
	"cardinal/engine/choice/cost"
	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/internal/each"
	"cardinal/internal/memory"
	"cardinal/profiler"
)

// estimateReport is the answer of the estimate command: what is known and expected of a pivot before it runs.
// Other programs rely on its JSON form.
type estimateReport struct {
	RowFields  []string `json:"row_fields"`
	ColFields  []string `json:"col_fields"`
	Values     []string `json:"values"`
	Rows       int      `json:"rows"` // rows that pass the filter
	Groups     int      `json:"groups_estimated"`
	Low        int      `json:"groups_low"`
	High       int      `json:"groups_high"`
	Cells      int      `json:"cells_estimated"` // figures of the crosstab
	CellsExact bool     `json:"cells_exact"`
	Actual     *int     `json:"groups_actual,omitempty"` // with --check

	profiler.Estimate      // its time (ms) is that of the estimate alone, without reading the file and making keys
	Independent       bool `json:"independent"`

	profiler.Scoring
	Penalty   float64             `json:"penalty"` // F2 of the score
	Gates     []profiler.Gate     `json:"gates"`
	Tiers     []profiler.TierTime `json:"tiers"`
	Predicted map[string]float64  `json:"predicted_ms"`
	Tier      string              `json:"tier"` // the tier that would run the pivot
	Reason    string              `json:"reason"`
	// the predicted time of the whole pivot, from its beginning to the answer
	Total float64 `json:"predicted_total_ms"`
	// the steps of that time; a step up to the choice of the tier has the time that it took here
	Steps      []profiler.Stage `json:"stages"`
	Assembling float64          `json:"assembling_ms"`  // the predicted time after the tier: axes and totals
	Curve      *profiler.Curve  `json:"curve"`          // the predicted times by the number of groups
	Pull       *profiler.Pull   `json:"pull,omitempty"` // of a table on a server
	// of files at addresses: the bytes that are read, and all bytes
	Read *int64 `json:"bytes_read,omitempty"`
	Of   int64  `json:"bytes_of_file,omitempty"`
}

func estimateCommand(f *pflag.FlagSet) action {
	var o shelves
	var byHand groups
	var orders order
	var lay layout
	o.addFlags(f)
	byHand.addFlags(f)
	orders.addFlags(f)
	lay.addFlags(f)
	sample := f.Float64("sample", 0, "`PERCENT` of the rows in the first sample, above 0 and up to 100; else one "+
		"row in 2,500, 256 to 4,000 of them")
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
		if load.HasAddress(path) { // so that the bytes read are those that the pivot would read
			o.reading.passing(q)
		}
		var read, of int64
		tell := func() {
			printNotes(s, []string{"will read " + memory.Format(read) + " of " + memory.Format(of)})
		}
		several := load.IsSeveral(path) // whose sizes are not known before the last of them is read
		o.reading.willRead = func(bytes, all int64) {
			if read, of = bytes, all; !several {
				tell()
			}
		}
		t, err := openTable(ctx, e, path, o.reading, "auto", s)
		if err != nil {
			return err
		}
		if several && of > 0 {
			tell()
		}
		record, err := e.Estimate(ctx, t, q, engine.RunOptions{Share: *sample / 100, Wait: gpuPatience()})
		if err != nil {
			return err
		}
		report := reportOf(q, record)
		if report.Of = of; of > 0 {
			report.Read = &read
		}
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
		return report.text(s)
	}
}

// reportOf makes the report from a query and the record of its estimate.
func reportOf(q query.Query, p *profiler.Record) *estimateReport {
	r := &estimateReport{
		RowFields: names(q.Rows), ColFields: names(q.Cols), Rows: p.RowsSelected,
		Groups: p.GroupsEstimated, Low: p.GroupsLow, High: p.GroupsHigh, Cells: p.CellsEstimated,
		CellsExact: p.CellsExact,
		Estimate:   p.Estimate, Independent: p.Estimate.Independent,
		Scoring: p.Scoring, Penalty: float64(p.Factors.Cardinality),
		Gates: p.Gates, Tiers: p.Tiers, Predicted: p.Predicted, Tier: p.Tier, Reason: p.Reason, Curve: p.Curve,
		Pull: p.Pull,
	}
	r.Total, r.Steps = p.PredictedMS(), p.Stages
	for _, s := range p.Stages {
		if s.Name == cost.Assemble {
			r.Assembling = s.PredictedMS
		}
	}
	r.Values = append(r.Values, each.Of(q.Values, func(m query.Measure) string { return m.String() })...)
	return r
}

func names(fields []query.Field) []string {
	return each.Of(fields, query.Field.String)
}

// text prints the report for a person in the words of the panel: the answer, and then the figures behind the answer.
func (r *estimateReport) text(s Streams) error {
	var b bytes.Buffer
	p := s.help()
	p.names = 26
	to := p.Writer
	p.Writer = &b
	tier := (&profiler.Record{Tier: r.Tier, Tiers: r.Tiers}).Words()
	headline := tier.Capital() + ": " + profiler.Millis(r.Total) + " for about " + profiler.Counted(r.Groups, "group")
	if span := r.span(); span != "" {
		headline += ", " + span
	}
	fmt.Fprintln(p, p.bold(headline))
	p.text(r.Reason, 2)
	p.heading("Groups")
	p.figure("expected", profiler.Count(r.Groups), r.span())
	if r.Actual != nil {
		p.figure("counted", profiler.Count(*r.Actual), "")
	}
	cells := ""
	if r.Exact && !r.CellsExact { // if the groups are estimated, their own line says so
		cells = "about"
	}
	p.figure("cells", profiler.Count(r.Cells), cells)
	p.figure("rows", profiler.Count(r.Rows), "that the filter selects")
	if r.Of > 0 {
		p.figure("read", memory.Format(*r.Read), "of "+memory.Format(r.Of))
	}
	r.times(p)
	p.heading("Gates of the GPU")
	for _, g := range r.Gates {
		verdict := "pass"
		if !g.Pass {
			verdict = "blocked"
		}
		p.figure(g.Name, verdict, g.Detail)
	}
	if r.Pull != nil {
		p.figure("score of a copy", known(r.Pull.Score), "above 1 it pays within few pivots")
	} else {
		r.score(p)
	}
	r.sample(p)
	_, err := to.Write(b.Bytes())
	return err
}

// span returns the range of the expected groups, "" if they are exact.
func (r *estimateReport) span() string {
	if r.Low == r.High {
		return ""
	}
	return (&profiler.Record{GroupsLow: r.Low, GroupsHigh: r.High}).RangeSaid(nil)
}

// figure prints a line of a report: a name, a figure and a note. Further lines of the note begin in the same column.
func (p helpPage) figure(name, value, note string) {
	before := p.names + 18
	lines := wrapped(note, max(p.width-before, 30))
	fmt.Fprintln(p, strings.TrimRight(fmt.Sprintf("  %-*s%14s  %s", p.names, name, value, lines[0]), " "))
	for _, line := range lines[1:] {
		fmt.Fprintln(p, strings.Repeat(" ", before)+line)
	}
}

// profile prints the predictions for a pivot, and how long each step took.
func (p helpPage) profile(r *profiler.Record) {
	p.names = 35
	last := ""
	export.EachFact(r, func(section, name, value, note string) {
		if section != last {
			p.heading(section)
		}
		last = section
		p.figure(name, value, note)
	})
}

// times prints the predicted time of each tier, and the steps of the pivot.
func (r *estimateReport) times(p helpPage) {
	p.heading("Predicted time")
	for _, t := range r.Tiers {
		if t.PredictedMS > 0 {
			p.figure(t.Name, profiler.Millis(t.PredictedMS), parts(t.Stages))
		}
	}
	for _, c := range r.crossovers() {
		p.figure(c.Before+" is fastest up to", profiler.Count(c.Groups), "groups, then "+c.After)
	}
	if r.Pull != nil {
		p.figure("a copy", profiler.Millis(r.Pull.PredictedMS), strings.Join(r.Pull.Columns, ", "))
	}
	p.heading("Steps")
	for _, step := range (&profiler.Record{Stages: r.Steps}).Steps(nil) {
		p.figure(step.Name, profiler.Millis(step.PredictedMS), "")
	}
	p.figure("Altogether", profiler.Millis(r.Total), "")
}

// sample prints the sample from which the number of groups was estimated.
func (r *estimateReport) sample(p helpPage) {
	p.heading("Estimate")
	p.figure("method", r.Method, "")
	if e := r.Estimators; e != nil {
		for _, f := range []struct {
			name  string
			value int
		}{
			{"rows sampled", r.SampleRows}, {"distinct groups in them", r.Distinct}, {"seen once", r.Singletons},
			{"seen twice", r.Doubletons}, {"Chao1", e.Chao1}, {"Chao, without replacement", e.ChaoWOR}, {"GEE", e.GEE},
			{"Shlosser", e.Shlosser}, {"Duj1", e.Duj1},
		} {
			p.figure(f.name, profiler.Count(f.value), "")
		}
	}
	if r.Independent {
		p.figure("the fields", "independent", "computed from the numbers of values of each field")
	}
	if o := r.Clustering; o != nil {
		p.figure("run length", fmt.Sprintf("%.1f", o.RunLength), "neighbouring rows of one group")
		p.figure("heaviest key", fmt.Sprintf("%.1f%%", 100*o.Heaviest), "of the rows")
		p.figure("seen in the rows before", fmt.Sprintf("%.1f%%", 100*o.Locality), "of the rows")
	}
	p.figure("took", profiler.Millis(r.MS), "")
}

// crossovers returns the crossovers of the curve, or nil for a server, which has no curve.
func (r *estimateReport) crossovers() []profiler.Crossover {
	if r.Curve == nil {
		return nil
	}
	return r.Curve.Crossovers
}

// score prints the score of a device and its factors.
func (r *estimateReport) score(p helpPage) {
	p.heading("Score of the GPU")
	p.figure("score", known(r.Score), "above 1 the GPU is expected to be the fastest tier")
	if r.Score != 0 {
		for _, f := range []struct {
			name  string
			value profiler.Number
			note  string
		}{
			{"F1 rows", r.Factors.Rows, ""},
			{"F2 groups", r.Factors.Cardinality, "a divisor; slot limit " + profiler.Count(r.SlotLimit)},
			{"F3 class", r.Factors.GPUClass, ""}, {"F4 tuning", r.Factors.Vendor, ""},
			{"F5 residency", r.Factors.Residency, ""}, {"F6 buffers", r.Factors.Buffer, ""},
		} {
			p.figure(f.name, known(f.value), f.note)
		}
	}
	for _, c := range r.Classes {
		p.figure("were it "+c.Class, profiler.Score(c.Score), "")
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
			out = append(out, name+" "+profiler.Millis(stages[name]))
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
