package cli

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"cardinal/engine"
	"cardinal/engine/choice/cost"
	"cardinal/internal/system"
)

func calibrateCommand(f *pflag.FlagSet) action {
	asJSON := jsonOption(f)
	return func(ctx context.Context, _ []string, s Streams) error {
		path, err := cost.CalibrationPath()
		if err != nil {
			return fmt.Errorf("no folder to keep the calibration in: %w", err)
		}
		e := engine.New(engine.Options{Calibrations: path})
		defer e.Close()
		if _, err := e.Probe(ctx); err != nil {
			printNotes(s, []string{"only the processor is measured: " + err.Error()})
		}
		start := system.Now()
		c, err := e.Calibrate(ctx, func(float64) {})
		if !c.Measured() {
			return err
		}
		// What was measured is printed even if it could not be kept.
		if *asJSON {
			return cmp.Or(printJSON(s, c), err)
		}
		where := "kept in " + path
		if err != nil {
			where = "not kept"
		}
		fmt.Fprintf(s.Out, "measured %d pivots in %.1f s; %s\n\n", c.Runs, system.Since(start).Seconds(), where)
		printMachine(s, c.Machine)
		return err
	}
}

// printMachine lists the constants of the cost model.
func printMachine(s Streams, m cost.Machine) {
	line := func(name string, value, start float64, unit string) {
		if cost.TooShort(value, start) {
			unit += ", too short to be measured"
		}
		fmt.Fprintf(s.Out, "%-34s %10.4f %s\n", name, value, unit)
	}
	d := cost.DefaultMachine
	line("key column", m.KeyNs, d.KeyNs, "ns a row")
	line("accumulator", m.AccNs, d.AccNs, "ns a row")
	line("probe of a table", m.HashNs, d.HashNs, "ns a row")
	line("column written out by partition", m.PartNs, d.PartNs, "ns a row")
	line("group of a table", m.InsertNs, d.InsertNs, "ns")
	line("access beyond the cache", m.MissNs, d.MissNs, "ns")
	line("set of distinct values", m.DistinctNs, d.DistinctNs, "ns a row")
	line("slot made", m.RoomNs, d.RoomNs, "ns an accumulator")
	line("worker's group added to another's", m.JoinNs, d.JoinNs, "ns an accumulator")
	line("group or slot decoded", m.MergeNs, d.MergeNs, "ns")
	line("sampled row", m.SampleNs, d.SampleNs, "ns")
	line("label of an axis", m.NodeNs, d.NodeNs, "ns a group")
	line("start of a pass, from rest", m.StartMS, d.StartMS, "ms")
	line("until another core is awake", m.WakeMS, d.WakeMS, "ms")
	line("until each further one is", m.ArriveMS, d.ArriveMS, "ms")
	line("work given to a further core", m.ForkMS, d.ForkMS, "ms")
	share := func(name string, value float64, of string) {
		fmt.Fprintf(s.Out, "%-34s %9.0f%% of %s\n", name, 100*value, of)
	}
	share("contention of the cores", m.Contention, "the arithmetic")
	share("contention of writing rows out", m.WriteContention, "what is written")
	share("contention for memory", m.MemoryContention, "what is made")
	for class, g := range m.GPU {
		start := d.GPU[class]
		if g == start { // not measured: this machine has none
			continue
		}
		fmt.Fprintf(s.Out, "%s GPU\n", class)
		line("  round trip", g.RoundTripMS, start.RoundTripMS, "ms")
		line("  column asked for", g.SendMS, start.SendMS, "ms")
		line("  upload", g.UploadNs, start.UploadNs, "ns a byte")
		line("  starting kernels", g.LaunchMS, start.LaunchMS, "ms")
		line("  workgroup memory", g.WorkgroupNs, start.WorkgroupNs, "ns a row and accumulator")
		line("  many groups", g.GlobalNs, start.GlobalNs, "ns a row and accumulator")
		line("  keys hashed there", g.MapMS, start.MapMS, "ms")
		line("  key hashed there", g.KeyNs, start.KeyNs, "ns a row")
		line("  slot read back", g.SlotNs, start.SlotNs, "ns a word of four bytes")
		line("  figure read out", g.ReadNs, start.ReadNs, "ns")
	}
}
