package cli

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"runtime"
	"slices"
	"text/tabwriter"
	"time"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/engine/dispatch"
	"cardinal/engine/estimate"
	"cardinal/engine/filter"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// estimateReport is the answer of the estimate command. Other programs rely on its JSON form.
type estimateReport struct {
	RowFields  []string `json:"row_fields"`
	ColFields  []string `json:"col_fields"`
	Rows       int      `json:"rows"` // that pass the filter
	Groups     int      `json:"groups_estimated"`
	Low        int      `json:"groups_low"`
	High       int      `json:"groups_high"`
	Exact      bool     `json:"exact"`
	Method     string   `json:"method"`
	SampleRows int      `json:"sample_rows"`
	D          int      `json:"d"`  // distinct keys in the sample
	F1         int      `json:"f1"` // keys seen once
	F2         int      `json:"f2"` // keys seen twice
	MS         float64  `json:"ms"` // of the estimate alone: reading the file and making keys is not in it

	Estimators *profiler.Estimators `json:"estimators,omitempty"` // absent where no sample was drawn
	// Independent says that the sample agrees with fields that have nothing to do with one another.
	Independent bool           `json:"independent"`
	Order       profiler.Order `json:"order"`
	Actual      *int           `json:"groups_actual,omitempty"` // with --check
}

func estimateCommand(ctx context.Context, args []string, s Streams) error {
	f := flag.NewFlagSet("estimate", flag.ContinueOnError)
	rows := f.String("rows", "", "fields on the row shelf: region, year(date), bin(price, 10)")
	cols := f.String("cols", "", "fields on the column shelf")
	var where list
	f.Var(&where, "filter", filterUsage)
	sheet := f.String("sheet", "", "sheet of a workbook")
	sample := f.Float64("sample", 1, "percent of the rows to sample first, above 0 and up to 100")
	check := f.Bool("check", false, "count the groups as well, to see how good the estimate is")
	asJSON := f.Bool("json", false, "print JSON")
	operands, err := parse(f, args, s)
	if err != nil {
		return err
	}
	path, err := oneFile("estimate", operands)
	if err != nil {
		return err
	}
	var q query.Query
	if q.Rows, err = query.ParseFields(*rows); err != nil {
		return usagef("--rows: %w", err)
	}
	if q.Cols, err = query.ParseFields(*cols); err != nil {
		return usagef("--cols: %w", err)
	}
	if len(q.Rows)+len(q.Cols) == 0 {
		return usagef("estimate: name the fields to group by: --rows A,B")
	}
	if q.Filter, err = where.filter(); err != nil {
		return err
	}
	if !(*sample > 0 && *sample <= 100) {
		return usagef("--sample: %v is not above 0 and up to 100", *sample)
	}
	t, err := load.Open(ctx, path, load.Options{Sheet: *sheet})
	if err != nil {
		return err
	}
	report, err := estimateGroups(ctx, t, q, *sample/100, *check)
	if err != nil {
		return err
	}
	if *asJSON {
		return json.NewEncoder(s.Out).Encode(report)
	}
	return report.text(s.Out)
}

// estimateGroups asks as a pivot would: the group counts that matter are those of the documents' device.
func estimateGroups(ctx context.Context, t *data.Table, q query.Query, share float64, check bool) (*estimateReport, error) {
	encode := func(f query.Field) (*key.Column, error) { return key.Encode(ctx, t, f) }
	r := &estimateReport{RowFields: names(q.Rows), ColFields: names(q.Cols), Rows: t.Rows}
	var columns []*key.Column
	for _, f := range slices.Concat(q.Rows, q.Cols) {
		c, err := encode(f)
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		columns = append(columns, c)
	}
	k := key.Compose(t.Rows, columns)
	var selected data.Bitmap
	if q.Filter != nil {
		var err error
		if selected, r.Rows, err = filter.Select(ctx, t, q.Filter, runtime.GOMAXPROCS(0), encode); err != nil {
			return nil, err
		}
	}
	limit := dispatch.SlotLimit(dispatch.Device{}, 4)
	start := time.Now()
	e := estimate.Question{Key: k, Selected: selected, Rows: r.Rows, Decisions: estimate.At(limit, 4*limit), Share: share}.Answer()
	r.MS = float64(time.Since(start).Microseconds()) / 1000
	r.Groups, r.Low, r.High, r.Exact, r.Method = e.Groups, e.Low, e.High, e.Exact(), e.Method
	r.SampleRows, r.D, r.F1, r.F2 = e.SampleRows, e.D, e.F1, e.F2
	r.Independent = e.Independent
	if e.SampleRows > 0 {
		es := profiler.Estimators(e.Estimators)
		r.Estimators = &es
	}
	p := estimate.Look(k, selected)
	r.Order = profiler.Order{RunLength: p.RunLength, Heaviest: p.Heaviest, Locality: p.Locality}
	if check {
		n := estimate.Count(k, selected)
		r.Actual = &n
	}
	return r, ctx.Err()
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
	if !r.Exact {
		fmt.Fprintf(out, "at least\t%d\t\nat most\t%d\t\n", r.Low, r.High)
	}
	if r.Actual != nil {
		fmt.Fprintf(out, "counted\t%d\t\n", *r.Actual)
	}
	fmt.Fprintf(out, "rows\t%d\t\n", r.Rows)
	if e := r.Estimators; e != nil {
		fmt.Fprintf(out, "sampled\t%d\t\ndistinct\t%d\t\nseen once\t%d\t\nseen twice\t%d\t\n", r.SampleRows, r.D, r.F1, r.F2)
		fmt.Fprintf(out, "Chao1\t%d\t\nChao, without replacement\t%d\t\nGEE\t%d\t\nShlosser\t%d\t\nDuj1\t%d\t\n", e.Chao1, e.ChaoWOR, e.GEE, e.Shlosser, e.Duj1)
	}
	if r.Independent {
		fmt.Fprint(out, "the fields\tindependent\t\n")
	}
	fmt.Fprintf(out, "run length\t%.1f\t\nheaviest key\t%.1f%%\t\nseen before nearby\t%.1f%%\t\n", r.Order.RunLength, 100*r.Order.Heaviest, 100*r.Order.Locality)
	fmt.Fprintf(out, "method\t%s\t\nms\t%.3f\t\n", r.Method, r.MS)
	return out.Flush()
}
