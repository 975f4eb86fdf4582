package plan

import "cardinal/engine/gpu"

// Tuned is the fastest grid that a tuning found for a kernel and a range of slots on a device.
type Tuned struct {
	Device   string `json:"device"`
	Driver   string `json:"driver"`
	Strategy string `json:"strategy"` // the kernel's name
	// the upper end of the range; the range begins above the next smaller MaxSlots of the same kernel
	MaxSlots    int     `json:"max_slots"`
	Invocations uint32  `json:"invocations"` // 0: the planner's own grid is the fastest
	Groups      uint32  `json:"groups"`      // workgroups; 0 as for Invocations
	MS          float64 `json:"ms"`          // time of a sum of a column over Rows rows
	DefaultMS   float64 `json:"default_ms"`  // time of the same sum without tuning
	Rows        int     `json:"rows"`
	Tried       int     `json:"tried"`    // measurements
	Possible    int     `json:"possible"` // configurations
}

// TuningOf returns the tuning with which a pass of the job runs a kernel. The grid is the request's own if it has one,
// else the grid that a tuning found for the kernel and the job's slots.
func (j *Job) TuningOf(kernel string) gpu.Tuning {
	if j.Tuning.Groups != 0 || j.Tuning.Invocations != 0 {
		return j.Tuning
	}
	best := Tuned{}
	for _, t := range j.Tuned {
		if t.Strategy == kernel && t.MaxSlots >= j.Slots && (best.MaxSlots == 0 || t.MaxSlots < best.MaxSlots) {
			best = t
		}
	}
	t := j.Tuning
	t.Groups, t.Invocations = best.Groups, best.Invocations
	return t
}
