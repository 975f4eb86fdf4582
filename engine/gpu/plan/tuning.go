package plan

import "cardinal/engine/gpu"

// Tuned is the fastest grid that was found for a kernel and a range of groups on a device.
type Tuned struct {
	Device      string  `json:"device"`
	Driver      string  `json:"driver"`
	Strategy    string  `json:"strategy"`
	MaxSlots    int     `json:"max_slots"` // of the range; the next smaller entry of the strategy ends where it begins
	Invocations uint32  `json:"invocations"`
	Groups      uint32  `json:"groups"`
	MS          float64 `json:"ms"`         // of the sum of a column over Rows rows
	DefaultMS   float64 `json:"default_ms"` // of the same without tuning
	Rows        int     `json:"rows"`
	Tried       int     `json:"tried"`    // measurements of configurations
	Possible    int     `json:"possible"` // of so many
}

// TuningOf is what a pass of a job runs with: what the request asks for, else what was found for its strategy and slots.
func (j *Job) TuningOf(strategy string) gpu.Tuning {
	if j.Tuning.Groups != 0 || j.Tuning.Invocations != 0 {
		return j.Tuning
	}
	best := Tuned{}
	for _, t := range j.Tuned {
		if t.Strategy == strategy && t.MaxSlots >= j.Slots && (best.MaxSlots == 0 || t.MaxSlots < best.MaxSlots) {
			best = t
		}
	}
	t := j.Tuning
	t.Groups, t.Invocations = best.Groups, best.Invocations
	return t
}
