package profiler

// Curve is the predicted time of every tier by the number of groups.
type Curve struct {
	Groups     []int       `json:"groups"` // ascending, from 1 to the greatest number that is possible
	Tiers      []TierCurve `json:"tiers"`  // whose hardware is known, the simplest first
	Crossovers []Crossover `json:"crossovers"`
}

// TierCurve is the predicted time of one tier.
type TierCurve struct {
	Tier string   `json:"tier"` // by name
	MS   []Number `json:"ms"`   // by Curve.Groups
}

// Crossover is a number of groups at which the tier that would run changes.
type Crossover struct {
	Groups int    `json:"groups"` // the last at which Before would run
	Before string `json:"before"` // a tier, by name
	After  string `json:"after"`
}
