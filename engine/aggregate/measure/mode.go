package measure

import "cardinal/engine/query"

var mode = Aggregate{
	Aggregate: query.Aggregate{
		Func: query.Mode, Title: "Most frequent", Help: "the most frequent value, the least of them where several are",
		Menu:  query.Picks,
		Takes: query.AnyColumns, Offered: query.AnyColumns, Result: query.OfColumn, InUnit: true, Within: true,
	},
	bind: func(p *Plan, _ Source, m *measure) error {
		bindStatistic(p, m, statistic{kind: modeStatistic})
		return nil
	},
}

// mostFrequent returns the most frequent of sorted values. If several values are equally frequent, it returns the
// least.
func mostFrequent[V uint32 | uint64](sorted []V) V {
	best, most := sorted[0], 0
	for i := 0; i < len(sorted); {
		j := i + 1
		for j < len(sorted) && sorted[j] == sorted[i] {
			j++
		}
		if j-i > most {
			best, most = sorted[i], j-i
		}
		i = j
	}
	return best
}
