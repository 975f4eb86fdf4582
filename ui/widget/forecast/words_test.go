package forecast

import (
	"errors"
	"strings"
	"testing"

	"cardinal/engine"
	"cardinal/engine/choice/dispatch"
	"cardinal/profiler"
	"cardinal/ui/state/session"
)

func TestWords(t *testing.T) {
	record := func(groups, low, high, cells int, ms float64) session.Forecast {
		return session.Forecast{Record: &profiler.Record{
			GroupsEstimated: groups, GroupsLow: low, GroupsHigh: high, CellsEstimated: cells, CellsExact: low == high,
			Estimate: profiler.Estimate{Exact: low == high}, Tier: "workers",
			Stages: []profiler.Stage{{Name: "keys", MS: 3, PredictedMS: 2}, {Name: "aggregate", PredictedMS: ms}},
			Tiers:  []profiler.TierTime{{Tier: profiler.Tier{Name: "workers", Noun: "all cores"}}},
		}}
	}
	sides := record(85_028, 85_028, 85_028, 452_140, 12)
	sides.Record.CellsExact = false
	complete := record(300, 300, 300, 300, 12) // a sample without singletons
	complete.Record.Estimate.Exact, complete.Record.CellsExact = false, false
	later := record(229, 229, 229, 229, 12)
	later.Record.Stages = append(later.Record.Stages, profiler.Stage{Name: "order", PredictedMS: 512, Later: true})
	for want, f := range map[string]session.Forecast{
		"229 groups, 229 cells|About 12.0 ms on all cores|The order of all rows later: about 512 ms":             later,
		"About 300 groups, 300 cells|About 12.0 ms on all cores":                                                 complete,
		"85,028 groups, about 450,000 cells|About 12.0 ms on all cores":                                          sides,
		"229 groups, 2,748 cells|About 12.0 ms on all cores":                                                     record(229, 229, 229, 2748, 12),
		"1 group, 1 cell|Less than 1 ms on all cores":                                                            record(1, 1, 1, 1, 0.4),
		"About 51,000 groups, 120,000 cells|About 44.0 ms on all cores":                                          record(51_234, 40_000, 70_000, 123_456, 44),
		"About 170,000 groups, 170,000 cells|Between 120,000 and 37,000,000 groups.|About 227 ms on all cores":   record(175_226, 127_057, 37_170_482, 175_226, 227),
		"!Too large to read: about 40,000,000 cells,|40,000,000 rows by 1 column.|Cardinal asks before it runs.": {TooLarge: &engine.TooLarge{TooLarge: &dispatch.TooLarge{Extent: dispatch.Extent{Rows: 40_000_000, Cols: 1, Values: 1}}}},
		"!There is no column x.": {Failure: errors.New("there is no column x")},
	} {
		w := Of(f)
		got := strings.Join(w.Lines, "|")
		if w.Warns {
			got = "!" + got
		}
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
