package cli

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"

	"github.com/spf13/pflag"

	"cardinal/engine"
	"cardinal/engine/choice/cost"
	"cardinal/engine/gpu"
	"cardinal/engine/gpu/offload"
	"cardinal/internal/system"
)

// checkup is the answer of the doctor command. Other programs rely on its JSON form.
type checkup struct {
	System      string            `json:"system"`
	Cores       int               `json:"cores"`
	Display     string            `json:"display"` // "" where there is none
	GPU         *gpu.Adapter      `json:"gpu"`     // null where there is none to use
	GPUTrouble  string            `json:"gpu_trouble,omitempty"`
	GPUStartMS  float64           `json:"gpu_start_ms"`
	Calibration calibration       `json:"calibration"`
	Versions    map[string]string `json:"versions"`
}

type calibration struct {
	Source    string            `json:"source"`
	Constants offload.Constants `json:"score_constants"`
	Machine   cost.Machine      `json:"cost_constants"`
}

// shown lists the modules whose versions help to find a fault.
var shown = []string{"fyne.io/fyne/v2", "github.com/cogentcore/webgpu", "github.com/apache/arrow-go/v18", "github.com/xuri/excelize/v2"}

func doctorCommand(f *pflag.FlagSet) action {
	asJSON := jsonOption(f)
	return func(ctx context.Context, _ []string, s Streams) error {
		c := examine(ctx)
		if *asJSON {
			return printJSON(s, c)
		}
		return c.print(s)
	}
}

func examine(ctx context.Context) checkup {
	c := checkup{
		System: runtime.GOOS + "/" + runtime.GOARCH, Cores: runtime.NumCPU(),
		Display:     os.Getenv("DISPLAY"),
		Calibration: calibration{"built in: this machine was not measured (cardinal calibrate does)", offload.Defaults, cost.DefaultMachine},
		Versions:    map[string]string{"go": runtime.Version()},
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if slices.Contains(shown, m.Path) {
				c.Versions[m.Path] = m.Version
			}
		}
	}
	e := engine.New(engine.Options{Calibrations: engine.CalibrationFile()})
	defer e.Close()
	start := system.Now()
	a, err := e.Probe(ctx)
	if m, measured := e.Calibration(ctx); measured {
		c.Calibration.Source, c.Calibration.Machine = "measured on this machine, "+m.At.Format("2006-01-02 15:04"), m.Machine
	}
	c.GPUStartMS = float64(system.Since(start).Microseconds()) / 1000
	if err != nil {
		c.GPUTrouble = err.Error()
		return c
	}
	c.GPU = &a
	return c
}

func (c checkup) print(s Streams) error {
	line := func(name, format string, args ...any) {
		fmt.Fprintf(s.Out, "%-14s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("system", "%s, %d cores", c.System, c.Cores)
	switch {
	case c.Display != "":
		line("display", "%s", c.Display)
	case runtime.GOOS == "linux":
		line("display", "none: DISPLAY is not set, so there can be no window")
	}
	if c.GPU == nil {
		line("gpu", "%s; pivots run on the CPU", c.GPUTrouble)
	} else {
		g := c.GPU
		line("gpu", "%s (%s, %s, %s), started and self-tested in %.0f ms", g.Name, g.Vendor, g.Class, g.Backend, c.GPUStartMS)
		line("", "workgroup memory %d KiB, bindings up to %d MiB, %d invocations, columns kept up to %d MiB",
			g.WorkgroupBytes>>10, g.MaxBindingBytes>>20, g.MaxInvocations, g.ResidentBudget>>20)
		line("", "columns reach its process %s", g.Route)
		if g.Class == gpu.Software {
			line("", "a software device: right, but slower than the cores it runs on, so it is never chosen")
		}
	}
	line("calibration", "%s", c.Calibration.Source)
	line("go", "%s", c.Versions["go"])
	for _, m := range shown {
		if v := c.Versions[m]; v != "" {
			line("", "%s %s", m, v)
		}
	}
	return nil
}
