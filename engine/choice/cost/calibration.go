package cost

import (
	"slices"
	"time"

	"cardinal/internal/localfile"
)

// Identity says on which hardware, driver and version of the program a calibration was measured. If one of them
// changes, a new calibration is needed.
type Identity struct {
	Host    string `json:"host"`
	Cores   int    `json:"cores"`
	Device  string `json:"device"` // the adapter's name, or ""
	Driver  string `json:"driver"`
	Version string `json:"version"`
}

// Calibration is the measured constants of a machine.
type Calibration struct {
	Identity
	At      time.Time `json:"at"`
	Runs    int       `json:"runs"` // measured runs
	Machine Machine   `json:"machine"`
}

// Measured reports whether the constants were measured; otherwise they are the defaults of the program.
func (c *Calibration) Measured() bool { return c.Runs > 0 }

// keptCalibrations is the largest number of kept calibrations, the newest last.
const keptCalibrations = 16

// CalibrationPath returns the file of the calibrations, in the user's cache folder.
func CalibrationPath() (string, error) {
	return localfile.CachePath("calibration.json")
}

// LoadCalibration finds the calibration of a machine. If its device is unknown or has no calibration, it takes the
// newest calibration with any device, since the processor is the same. It returns false if no calibration fits; a
// damaged file and impossible constants count as missing.
func LoadCalibration(path string, who Identity) (Calibration, bool) {
	all := readCalibrations(path)
	same := func(c *Calibration) bool { return c.Identity == who }
	sameProcessor := func(c *Calibration) bool {
		return who.Device == "" && c.Host == who.Host && c.Cores == who.Cores && c.Version == who.Version
	}
	for _, fits := range []func(*Calibration) bool{same, sameProcessor} {
		for _, c := range slices.Backward(all) {
			if fits(&c) && c.Machine.isSound() {
				return c, true
			}
		}
	}
	return Calibration{}, false
}

// SaveCalibration stores a calibration, and replaces an older one of the same machine.
func SaveCalibration(path string, c Calibration) error {
	all := slices.DeleteFunc(readCalibrations(path), func(old Calibration) bool { return old.Identity == c.Identity })
	all = append(all, c)
	return localfile.Save(path, all[max(0, len(all)-keptCalibrations):])
}

func readCalibrations(path string) []Calibration {
	var all []Calibration
	if !localfile.Load(path, &all) {
		return nil
	}
	return all
}

// most exceeds every possible constant: a constant of 1e6 would be a millisecond per row, or a quarter of an hour per
// start. leastRowNs is less than a row costs on any machine.
const most, leastRowNs = 1e6, 1e-4

// isSound reports whether constants are possible: none is negative or above `most`, and the constants per row are not
// below leastRowNs.
func (m *Machine) isSound() bool {
	good := func(v float64) bool { return v >= 0 && v <= most }
	for class := range m.GPU {
		for _, v := range m.Values(class) {
			if !good(v) {
				return false
			}
		}
	}
	for _, v := range m.Values("") {
		if !good(v) {
			return false
		}
	}
	share := func(v float64) bool { return v >= 0 && v <= 1 }
	return m.KeyNs+m.AccNs >= leastRowNs && m.CacheBytes >= 1<<10 && m.CacheBytes <= 1<<40 && share(m.Contention) &&
		share(m.WriteContention) && share(m.MemoryContention)
}
