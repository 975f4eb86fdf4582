package profiler

// Curve is the predicted time of every tier by the number of groups.
type Curve struct {
	Groups     []int       `json:"groups"` // ascending, from 1 to the greatest possible number
	Tiers      []TierCurve `json:"tiers"`  // the tiers with known hardware, the simplest first
	Crossovers []Crossover `json:"crossovers"`
}

// TierCurve is the predicted time of one tier.
type TierCurve struct {
	Tier string   `json:"tier"` // by name
	MS   []Number `json:"ms"`   // one for each of Curve.Groups
}

// Crossover is a number of groups at which the tier that would run changes.
type Crossover struct {
	Groups int    `json:"groups"` // the last number of groups for which Before would run
	Before string `json:"before"` // a tier, by name
	After  string `json:"after"`
}
