package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/localfile"
)

// defaultTuningFile keeps the grids that Tune has found; "" on a machine without a cache folder.
func defaultTuningFile() string {
	path, err := localfile.CachePath("gpu-tuning.json")
	if err != nil {
		return ""
	}
	return path
}

// loadTuned reads the grids for an adapter and its driver. A file that is missing or broken has none.
func loadTuned(file string, a gpu.Adapter) []plan.Tuned {
	all, _ := readTuned(file)
	return slices.DeleteFunc(all, func(t plan.Tuned) bool { return t.Device != a.Name || t.Driver != a.Driver })
}

func readTuned(file string) (all []plan.Tuned, err error) {
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
	return slices.DeleteFunc(all, func(t plan.Tuned) bool { return !possible(t) }), nil
}

// possible reports whether Tune can have found the grid.
func possible(t plan.Tuned) bool {
	width := t.Invocations == 0 || slices.Contains(tuneWidths, t.Invocations)
	return t.MaxSlots > 0 && width && t.Groups <= tuneStep*tuneGroups
}

// storeTuned replaces the grids of the file for an adapter and its driver.
func storeTuned(file string, a gpu.Adapter, found []plan.Tuned) error {
	if file == "" {
		return nil
	}
	others, _ := readTuned(file) // a broken file is replaced
	others = slices.DeleteFunc(others, func(t plan.Tuned) bool { return t.Device == a.Name && t.Driver == a.Driver })
	if err := localfile.Save(file, append(others, found...)); err != nil {
		return fmt.Errorf("cannot keep the GPU tuning: %w", err)
	}
	return nil
}
