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

// adopt decides by a calibration from now on.
func (e *Engine) adopt(c cost.Calibration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.calibration, e.known = c, c.Identity
}

// Calibration is what predictions rest on, and whether it was measured on this machine as it is, with the GPU that it
// has: it waits until that is known.
func (e *Engine) Calibration(ctx context.Context) (c cost.Calibration, measured bool) {
	_, _ = e.Probe(ctx) // without a GPU the machine is measured, too
	e.recall()
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.calibration, e.calibration.Measured() && e.calibration.Identity == e.known
}

// CalibrationFile is where calibrations are kept for Options, "" where the system has no place for them.
func CalibrationFile() string {
	path, err := cost.CalibrationPath()
	if err != nil {
		return ""
	}
	return path
}

// recall looks for a kept calibration of the machine as it is known by now; the GPU may have been found meanwhile.
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

// machine is the constants that a query is predicted by.
type machine struct {
	cost.Machine
	measured time.Time // zero where the machine was not measured
}

// machine is the machine as it is known by now.
func (e *Engine) machine() *machine {
	e.recall()
	e.mu.Lock()
	defer e.mu.Unlock()
	return &machine{e.calibration.Machine, e.calibration.At}
}

// identity is what a calibration of this machine holds for.
func (e *Engine) identity() cost.Identity {
	who := here()
	if a, usable := e.peek(); usable {
		who.Device, who.Driver = a.Name, a.Driver
	}
	return who
}

// here is the machine without its GPU, and the program.
var here = sync.OnceValue(func() cost.Identity {
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

// shipping names the constants that the program comes with: under others, or with others added, a calibration
// says something else.
var shipping = sync.OnceValue(func() string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%+v", cost.DefaultMachine)
	return strconv.FormatUint(h.Sum64(), 36)
})

// model names what predicts the times of a tier: the machine, the program and the constants, and the device
// with its driver. For the host's tiers it is the same whether a device has been found by now or not.
func (m *machine) model(device string) string {
	name := unmeasured() + strconv.FormatInt(m.measured.Unix(), 36)
	if device != "" {
		name += " " + device
	}
	return name
}

// unmeasured names the machine and the program with the constants that it comes with, in a few letters.
var unmeasured = sync.OnceValue(func() string {
	h := fnv.New64a()
	fmt.Fprint(h, here())
	return strconv.FormatUint(h.Sum64(), 36) + " "
})
