package engine

import (
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"cardinal/engine/choice/cost"
)

// adopt makes the engine predict by a calibration from now on.
func (e *Engine) adopt(c cost.Calibration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.calibration, e.known = c, c.Identity
}

// Calibration returns the calibration that predictions use. measured is true if it was measured on this machine with
// its present GPU and program. Calibration waits until the GPU is known.
func (e *Engine) Calibration(ctx context.Context) (c cost.Calibration, measured bool) {
	_, _ = e.Probe(ctx) // the calibration does not need a GPU
	e.recall()
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.calibration, e.calibration.Measured() && e.calibration.Identity == e.known
}

// CalibrationFile returns the path of the file for Options.Calibrations, or "" if the system has no place for it.
func CalibrationFile() string {
	path, _ := cost.CalibrationPath()
	return path
}

// recall loads the kept calibration of the machine if the identity of the machine changed, for example after the GPU
// was found.
func (e *Engine) recall() {
	if e.calibrations == "" {
		return
	}
	who := e.identity()
	e.mu.Lock()
	looked := e.known == who
	e.known = who
	e.mu.Unlock()
	if looked {
		return
	}
	if c, ok := cost.LoadCalibration(e.calibrations, who); ok {
		e.mu.Lock()
		e.calibration = c
		e.mu.Unlock()
	}
}

// machine has the constants that a query is predicted by.
type machine struct {
	cost.Machine
	measured time.Time // zero: not measured
}

// machine returns the machine with its present calibration.
func (e *Engine) machine() *machine {
	e.recall()
	e.mu.Lock()
	defer e.mu.Unlock()
	return &machine{e.calibration.Machine, e.calibration.At}
}

// identity returns what a calibration of this machine depends on.
func (e *Engine) identity() cost.Identity {
	who := hostIdentity()
	if a, usable := e.peek(); usable {
		who.Device, who.Driver = a.Name, a.Driver
	}
	return who
}

// hostIdentity returns the identity of the machine without its GPU, and of the program.
var hostIdentity = sync.OnceValue(func() cost.Identity {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	who := cost.Identity{Host: host, Cores: runtime.GOMAXPROCS(0), Version: "unknown"}
	if info, ok := debug.ReadBuildInfo(); ok {
		who.Version = info.Main.Version + " " + info.GoVersion
	}
	who.Version += " " + shipping()
	return who
})

// shipping returns a hash of the program's built-in constants. If a constant changes or is added, an older calibration
// means something else.
var shipping = sync.OnceValue(func() string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%+v", cost.DefaultMachine)
	return strconv.FormatUint(h.Sum64(), 36)
})

// model returns the name under which the history keeps the times of a tier: the machine, the program with its
// constants, and the device with its driver. The name of the host's tiers does not change when a device is found.
func (m *machine) model(device string) string {
	name := unmeasured() + strconv.FormatInt(m.measured.Unix(), 36)
	if device != "" {
		name += " " + device
	}
	return name
}

// unmeasured returns a short name of the machine and of the program with its built-in constants.
var unmeasured = sync.OnceValue(func() string {
	h := fnv.New64a()
	fmt.Fprint(h, hostIdentity())
	return strconv.FormatUint(h.Sum64(), 36) + " "
})
