package cpu

// Probe is what some stretches of neighbouring rows say of the keys' order and skew.
type Probe struct {
	RunLength float64 // rows that the same key holds on for, on average; 0 where nothing was probed
	Heaviest  float64 // share of the key met most often
}

// The borders of the choice, measured on 2 cores with 2 MiB of second-level cache each (docs/grid.md).
const (
	// longRuns of equal keys make up for looking for them.
	longRuns = 8
	// slotBytes of state are too much to be indexed by every worker at random.
	slotBytes = 40 << 20
	// tableGroups are too many for a table of every worker's own; skewed keys are forgiven more, for most rows meet the
	// few that stay in the cache.
	tableGroups, skewedGroups = 1 << 16, 1 << 17
	skewed                    = 0.02
	// aloneRows a group are needed to make up for a table on one worker, mergedRows times the workers where their tables
	// are merged.
	aloneRows, mergedRows = 4, 8
)

// choose picks the strategy for a job from the expected number of groups and the probe: Cieslewicz and Ross's adaptive
// operator (VLDB 2007; SEEDS B3), with the strategies that win somewhere on the grid. What is shared by all workers
// wins nowhere: two atomic additions cost more than the tables they save.
func choose(j *job) string {
	groups := tableGroups
	if j.Probe.Heaviest > skewed {
		groups = skewedGroups
	}
	rowsPerGroup := aloneRows
	if j.Threads > 1 {
		rowsPerGroup = mergedRows * j.Threads
	}
	switch {
	case j.Probe.RunLength >= longRuns:
		return "runs"
	case j.canIndex() && int64(j.Key.Slots)*j.Plan.GroupBytes() > slotBytes && uint64(j.Selected) >= j.Key.Slots/4:
		return "partition"
	case j.canIndex():
		return "dense"
	case j.Groups > groups || j.Selected < rowsPerGroup*j.Groups:
		return "partition"
	}
	return "independent"
}
