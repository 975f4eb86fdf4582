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
	"cardinal/internal/about"
	"cardinal/internal/memory"
	"cardinal/internal/system"
	"cardinal/profiler"
)

// checkup is the answer of the doctor command. Other programs rely on its JSON form.
type checkup struct {
	System      string            `json:"system"`
	Cores       int               `json:"cores"`
	Display     string            `json:"display"` // "" if there is none
	GPU         *gpu.Adapter      `json:"gpu"`     // null if no GPU can be used
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
var shown = []string{"fyne.io/fyne/v2", "github.com/cogentcore/webgpu", "github.com/apache/arrow-go/v18",
	"github.com/xuri/excelize/v2"}

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
		Display: os.Getenv("DISPLAY"),
		Calibration: calibration{"built in: this machine was not measured (cardinal calibrate does)", offload.Defaults,
			cost.DefaultMachine},
		Versions: map[string]string{"go": runtime.Version()},
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
		c.Calibration.Source, c.Calibration.Machine = "measured on this machine, "+m.At.Format("2006-01-02 15:04"),
			m.Machine
	}
	c.GPUStartMS = float64(system.Since(start).Microseconds()) / 1000
	if err != nil {
		c.GPUTrouble = err.Error()
		return c
	}
	c.GPU = &a
	return c
}

// print prints the checkup for a person, beginning with the hardware that pivots run on.
func (c checkup) print(s Streams) error {
	p := s.help()
	p.names = 16
	p.entry("processor", fmt.Sprintf("%d cores, %s", c.Cores, c.System))
	if c.GPU == nil {
		p.entry("GPU", c.GPUTrouble+"; pivots run on the processor")
	} else {
		g := c.GPU
		p.entry("GPU", fmt.Sprintf("%s (%s, %s, %s)", g.Name, g.Vendor, g.Class, g.Backend))
		if g.Class == gpu.Software {
			p.entry("", "a software device: right, but slower than the cores it runs on, so it is never chosen")
		}
		p.entry("", "started and self-tested in "+profiler.Millis(c.GPUStartMS))
		p.entry("", fmt.Sprintf("%s of workgroup memory, bindings up to %s, %s invocations, columns kept up to %s",
			memory.Format(int64(g.WorkgroupBytes)), memory.Format(int64(g.MaxBindingBytes)),
			profiler.Count(g.MaxInvocations),
			memory.Format(g.ResidentBudget)))
		p.entry("", "columns reach its process "+g.Route)
	}
	p.entry("calibration", c.Calibration.Source)
	switch {
	case c.Display != "":
		p.entry("display", c.Display)
	case runtime.GOOS == "linux":
		p.entry("display", "none: DISPLAY is not set, so there can be no window")
	}
	p.entry("program", about.Line())
	for _, m := range shown {
		if v := c.Versions[m]; v != "" {
			p.entry("", m+" "+v)
		}
	}
	return nil
}
