package cost

import (
	"slices"
	"time"

	"cardinal/internal/localfile"
)

// Identity is what a calibration holds for: other hardware, another driver and another version of the program are
// measured anew.
type Identity struct {
	Host    string `json:"host"`
	Cores   int    `json:"cores"`
	Device  string `json:"device"` // the adapter's name; "" where there is none
	Driver  string `json:"driver"`
	Version string `json:"version"`
}

// Calibration is the constants of a machine as measured.
type Calibration struct {
	Identity
	At      time.Time `json:"at"`
	Runs    int       `json:"runs"` // that were measured
	Machine Machine   `json:"machine"`
}

// Measured reports whether the constants were measured and are not those that the program comes with.
func (c *Calibration) Measured() bool { return c.Runs > 0 }

// keptCalibrations is how many are kept, the newest last.
const keptCalibrations = 16

// CalibrationPath is the file of the calibrations, in the user's folder for what can be made again.
func CalibrationPath() (string, error) {
	return localfile.CachePath("calibration.json")
}

// LoadCalibration finds the calibration of a machine. Where its device is not known, or there is none, the newest with
// any device serves: the processor is the same. It reports false where there is none; a damaged file and constants that
// cannot be are the same as none.
func LoadCalibration(path string, who Identity) (Calibration, bool) {
	all := readCalibrations(path)
	same := func(c *Calibration) bool { return c.Identity == who }
	sameProcessor := func(c *Calibration) bool {
		return who.Device == "" && c.Host == who.Host && c.Cores == who.Cores && c.Version == who.Version
	}
	for _, fits := range []func(*Calibration) bool{same, sameProcessor} {
		for _, c := range slices.Backward(all) {
			if fits(&c) && c.Machine.sound() {
				return c, true
			}
		}
	}
	return Calibration{}, false
}

// SaveCalibration keeps a calibration in place of an older one of the same machine.
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

// most is above every constant in its unit: a millisecond a row, a quarter of an hour a start. leastRowNs is
// below what a row costs on any machine.
const most, leastRowNs = 1e6, 1e-4

// sound reports whether constants can be a machine's: not below zero nor beyond all measure, and none that a
// row always costs missing.
func (m *Machine) sound() bool {
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
	return m.KeyNs+m.AccNs >= leastRowNs && m.CacheBytes >= 1<<10 && m.CacheBytes <= 1<<40 && share(m.Contention) && share(m.WriteContention) && share(m.MemoryContention)
}
