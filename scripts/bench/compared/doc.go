// Package compared has the strategies of the literature that the engine never chooses, since another one is at least as
// fast. Strategies joins those of package cpu, so that the benchmarks run both kinds alike. The strategies are those of
// Cieslewicz and Ross (VLDB 2007), of Ye, Ross and Vesdapunt (DaMoN 2011), and of Karnagel, Mueller and Lohman (ADMS
// 2015).
//
// The workers of most strategies share one table. They update the counts of rows and the sums of integers by atomic
// instructions. Each worker has its own copy of all other states, and the copies are merged at the end.
//
// The package must not know queries or labels.
package compared

import (
	"context"

	"cardinal/engine/aggregate"
	"cardinal/engine/cpu"
)

// Strategies lists the strategies.
var Strategies = []*cpu.Strategy{
	strategy("shared", "One table for all cores", groupShared),
	strategy("striped", "One table for all cores, each stripe of it behind a lock", groupStriped),
	strategy("hybrid", "A small table per core in front of one for all", groupHybrid),
	strategy("contention", "One table for all cores, with copies of the crowded groups", groupContention),
	strategy("sort", "Sorted by group first, then added up", groupSorted),
}

func strategy(name, words string, group func(*grouping) ([]uint64, []aggregate.Accumulator, error)) *cpu.Strategy {
	return cpu.Compared(name, words, func(ctx context.Context, r cpu.Rows) ([]uint64, []aggregate.Accumulator, error) {
		return group(newGrouping(ctx, r))
	})
}
