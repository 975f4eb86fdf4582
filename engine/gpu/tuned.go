package gpu

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"cardinal/localfile"
)

// defaultTuningFile is where what Tune has found is kept, "" on a machine without such a place.
func defaultTuningFile() string {
	path, err := localfile.CachePath("gpu-tuning.json")
	if err != nil {
		return ""
	}
	return path
}

// loadTuned reads what was found for a device and driver. A file that is not there, or broken, holds nothing.
func loadTuned(file string, a Adapter) []Tuned {
	all, _ := readTuned(file)
	return slices.DeleteFunc(all, func(t Tuned) bool { return t.Device != a.Name || t.Driver != a.Driver })
}

func readTuned(file string) (all []Tuned, err error) {
	if file == "" {
		return nil, nil
	}
	text, err := localfile.Read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the GPU tuning %s: %w", file, err)
	}
	return slices.DeleteFunc(all, func(t Tuned) bool { return !t.possible() }), nil
}

// possible reports whether Tune can have found this.
func (t *Tuned) possible() bool {
	width := t.Invocations == 0 || slices.Contains(tuneWidths, t.Invocations) // 0: the planner's own
	return t.MaxSlots > 0 && width && t.Groups <= tuneStep*tuneGroups
}

// storeTuned replaces what the file has for a device and driver.
func storeTuned(file string, a Adapter, found []Tuned) error {
	if file == "" {
		return nil
	}
	others, _ := readTuned(file) // a broken file is replaced
	others = slices.DeleteFunc(others, func(t Tuned) bool { return t.Device == a.Name && t.Driver == a.Driver })
	if err := localfile.Save(file, append(others, found...)); err != nil {
		return fmt.Errorf("cannot keep the GPU tuning: %w", err)
	}
	return nil
}

// tuning is what a pass of a job runs with: what the request asks for, else what was found for its strategy and slots.
func (j *job) tuning(strategy string) Tuning {
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
