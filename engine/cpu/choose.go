package cpu

// Probe is what a sample of the selected rows tells of their order and skew.
type Probe struct {
	Rows      int     // probed; 0 where nothing was
	RunLength float64 // average length of runs of equal keys among neighbouring rows
	Heaviest  float64 // share of the most frequent key
}

// choose picks the strategy for a job from the expected number of groups and the probe: Cieslewicz and Ross's adaptive
// operator (VLDB 2007; SEEDS B3).
func choose(j *job) string {
	switch {
	case j.canIndex():
		return "dense"
	case j.Groups > 1<<17:
		return "partition"
	}
	return "independent"
}
