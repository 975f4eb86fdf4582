package export

import (
	"cmp"
	"fmt"
	"strconv"

	"cardinal/internal/each"
	"cardinal/internal/separators"
	"cardinal/profiler"
)

// fact is one line of a profile: a figure or a text, with a unit and a note.
type fact struct {
	section string
	name    string
	value   any // string, int, int64 or float64
	unit    string
	note    string
}

// facts lists all facts of a record, in the order of the steps of a pivot: decision, run and check.
func facts(p *profiler.Record) []fact {
	e := p.Estimate
	f := []fact{
		{"Pivot", "took", p.TotalMS, "ms", capital(p.Where()) + " answered."},
		{"Pivot", "predicted", p.PredictedMS(), "ms", p.TimeSaid(nil)},
		{"Pivot", "groups", p.GroupsActual, "", p.GroupsSaid(nil)},
		{"Rows", "read", p.Rows, "", ""},
		{"Rows", "selected by the filter", p.RowsSelected, "", ""},
	}
	if z := p.Zones; z != nil {
		f = append(f, fact{"Rows", "pieces that the filter did not read", z.Unread, "", z.Words()})
	}
	f = append(f, []fact{
		{"Groups", "estimated", p.GroupsEstimated, "", p.RangeSaid(nil)},
		{"Groups", "actual", p.GroupsActual, "", errorNote(p.GroupsEstimated, p.GroupsActual)},
		{"Estimate", "method", e.Method, "", ""},
	}...)
	if e.SampleRows > 0 {
		f = append(f, []fact{
			{"Estimate", "rows sampled", e.SampleRows, "", ""},
			{"Estimate", "distinct groups in the sample (d)", e.Distinct, "", ""},
			{"Estimate", "groups seen once in it (f1)", e.Singletons, "", ""},
			{"Estimate", "groups seen twice in it (f2)", e.Doubletons, "", ""},
		}...)
	}
	f = append(f, sampleFacts(e)...)
	f = append(f, fact{"Estimate", "time", e.MS, "ms", ""})
	f = append(f, scoreFacts(p)...)
	for _, g := range p.Gates {
		verdict := "pass"
		if !g.Pass {
			verdict = "blocked"
		}
		f = append(f, fact{"Gates", g.Name, verdict, "", g.Detail})
	}
	f = append(f,
		fact{"Dispatch", "tier", p.Tier, "", p.Reason},
		fact{"Dispatch", "strategy", p.Strategy, "", ""},
		fact{"Dispatch", "threads", p.Threads, "", ""},
		fact{"Dispatch", "adapter", cmp.Or(p.Adapter, "none"), "", ""},
	)
	f = append(f, each.Of(p.Events, func(event string) fact { return fact{"Dispatch", "event", event, "", ""} })...)
	for _, tier := range p.Tiers {
		if tier.PredictedMS == 0 { // the tier's hardware is unknown
			continue
		}
		note := ""
		if tier.Name == p.Tier && p.TierMS > 0 {
			note = "took " + profiler.Millis(p.TierMS)
		}
		f = append(f, fact{"Predicted time", tier.Name, tier.PredictedMS, "ms", note})
	}
	for _, s := range p.Steps(nil) {
		note := ""
		if s.PredictedMS > 0 {
			note = "predicted " + profiler.Millis(s.PredictedMS)
		}
		f = append(f, fact{"Steps", s.Name, s.MS, "ms", note})
	}
	f = append(f,
		fact{"Steps", "Altogether", p.TotalMS, "ms", "predicted " + profiler.Millis(p.PredictedMS())},
		fact{"Throughput", "rows per second", p.RowsPerSecond, "", ""},
		fact{"Throughput", "read", p.GBPerSecond, "GB/s", "key and value bytes of the aggregation"},
		fact{"Throughput", "uploaded", p.BytesUploaded, "bytes", ""},
		fact{"Throughput", "memory", p.MemoryBytes, "bytes", "accumulators and tables"},
	)
	if p.Tiles > 0 {
		f = append(f, fact{"Throughput", "tiles", p.Tiles, "", "of rows, sent to the GPU one after the other"})
	}
	if p.Partitions > 0 {
		f = append(f, fact{"Throughput", "partitions", p.Partitions, "",
			"in which the groups of the tiles were merged"})
	}
	for _, k := range p.Kernels {
		f = append(f, fact{"Grid", k.Name, k.Workgroups, "", "workgroups of " + profiler.Count(k.Invocations) +
			" invocations"})
	}
	if t := p.HashTable; t != nil {
		f = append(f, fact{"Hash table", "places", t.Places, "", t.Mapping}, fact{"Hash table", "load factor", t.Load(),
			"", "share of the places that a group took"})
	}
	return f
}

// sampleFacts returns what each estimator computes from the sample, and facts about how close rows with equal keys are
// to each other.
func sampleFacts(e profiler.Estimate) (f []fact) {
	if x := e.Estimators; x != nil {
		f = append(f,
			fact{"Estimate", "Chao1", x.Chao1, "", ""}, fact{"Estimate", "Chao, without replacement", x.ChaoWOR, "",
				""}, fact{"Estimate", "GEE", x.GEE, "", ""},
			fact{"Estimate", "Shlosser", x.Shlosser, "", ""}, fact{"Estimate", "Duj1", x.Duj1, "", ""},
		)
	}
	if e.Independent {
		f = append(f, fact{"Estimate", "the fields", "independent", "",
			"computed from the numbers of values of each field"})
	}
	if o := e.Clustering; o != nil {
		f = append(f,
			fact{"Estimate", "run length", o.RunLength, "", "neighbouring rows of one group"},
			fact{"Estimate", "heaviest key", 100 * o.Heaviest, "%", "of the rows"},
			fact{"Estimate", "seen in the rows before", 100 * o.Locality, "%", "of the rows"},
		)
	}
	return f
}

// scoreFacts returns the score and its factors. A number that is unknown is marked, with the reason.
func scoreFacts(p *profiler.Record) []fact {
	figure := func(v profiler.Number) any {
		if v == 0 {
			return "not known"
		}
		return float64(v)
	}
	score := fact{"Score", "score", figure(p.Score), "", "F1*F3*F4*F5*F6 / F2; above 1 the GPU is expected to be the " +
		"fastest tier"}
	if p.Score == 0 {
		score.note = p.Unhealthy()
	}
	breakEven := "rows against the break-even of the GPU's class"
	if p.BreakEven > 0 {
		breakEven = fmt.Sprintf("rows against %s, the break-even of a %s GPU", whole(p.BreakEven), p.Class)
	}
	f := []fact{
		score,
		{"Score", "F1 rows", figure(p.Factors.Rows), "", breakEven},
		{"Score", "F2 cardinality", figure(p.Factors.Cardinality), "", "a divisor: the penalty of the expected " +
			"groups at the slot limit"},
		{"Score", "slot limit", p.SlotLimit, "", "groups that fit the GPU's workgroup memory"},
		{"Score", "F3 GPU class", figure(p.Factors.GPUClass), "", p.Class},
		{"Score", "F4 tuning", figure(p.Factors.Vendor), "", "of the vendor, or the measured ratio of this GPU to " +
			"its class"},
		{"Score", "F5 residency", figure(p.Factors.Residency), "", "columns that are on the GPU already"},
		{"Score", "F6 buffers", figure(p.Factors.Buffer), "", "columns that are cut for the GPU's largest buffer"},
	}
	for _, c := range p.Classes {
		f = append(f, fact{"Score", "of a GPU: " + c.Class, figure(c.Score), "", "the score on such a GPU, to which " +
			"the columns must be sent first"})
	}
	return f
}

// EachFact calls show for every fact of a record, with its section, its value as text and a note.
func EachFact(p *profiler.Record, show func(section, name, value, note string)) {
	for _, f := range facts(p) {
		value := text(f.value)
		switch number, is := f.value.(float64); {
		case is && f.unit == "ms":
			value = profiler.Millis(number)
		case f.unit != "":
			value += " " + f.unit
		}
		show(f.section, f.name, printable(value), printable(f.note))
	}
}

func errorNote(estimated, actual int) string {
	if actual == 0 || estimated == actual {
		return ""
	}
	return fmt.Sprintf("the estimate was off by %+.1f%%", 100*(float64(estimated)/float64(actual)-1))
}

func text(v any) string {
	switch v := v.(type) {
	case int:
		return whole(v)
	case int64:
		return whole(int(v))
	case float64:
		return decimals(v)
	}
	return v.(string)
}

// decimals writes a figure with three decimal places or, from a thousand on, with none. A figure that would be printed
// as 0 gets more places.
func decimals(v float64) string {
	if v > 0 && v < 0.0005 {
		return profiler.Score(v)
	}
	if v >= 1000 || v <= -1000 {
		return whole(int(v))
	}
	return strconv.FormatFloat(v, 'f', 3, 64)
}

// whole writes a count in groups of three digits.
func whole(n int) string { return separators.Group(strconv.Itoa(n)) }
