package cli

import (
	"context"
	"flag"
	"fmt"

	"cardinal/engine"
	"cardinal/engine/cost"
	"cardinal/system"
)

func calibrateCommand(ctx context.Context, args []string, s Streams) error {
	f := flag.NewFlagSet("calibrate", flag.ContinueOnError)
	asJSON, err := parseJSON(f, args, s)
	if err != nil {
		return err
	}
	path, err := cost.CalibrationPath()
	if err != nil {
		return fmt.Errorf("no folder to keep the calibration in: %w", err)
	}
	e := engine.New(engine.Options{Calibrations: path})
	defer e.Close()
	if _, err := e.Probe(ctx); err != nil {
		fmt.Fprintf(s.Err, "note: only the processor is measured: %v\n", err)
	}
	start := system.Now()
	c, err := e.Calibrate(ctx, func(float64) {})
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(s, c)
	}
	fmt.Fprintf(s.Out, "measured %d pivots in %.1f s; kept in %s\n\n", c.Runs, system.Since(start).Seconds(), path)
	printMachine(s, c.Machine)
	return nil
}

// printMachine lists the constants of the cost model.
func printMachine(s Streams, m cost.Machine) {
	line := func(name string, value float64, unit string) {
		fmt.Fprintf(s.Out, "%-34s %10.3f %s\n", name, value, unit)
	}
	line("key column", m.KeyNs, "ns a row")
	line("accumulator", m.AccNs, "ns a row")
	line("probe of a table", m.HashNs, "ns a row")
	line("column written out by partition", m.PartNs, "ns a row")
	line("group of a table", m.InsertNs, "ns")
	line("access beyond the cache", m.MissNs, "ns")
	line("set of distinct values", m.DistinctNs, "ns a row")
	line("slot made", m.RoomNs, "ns an accumulator")
	line("worker's group added to another's", m.JoinNs, "ns an accumulator")
	line("group or slot decoded", m.MergeNs, "ns")
	line("sampled row", m.SampleNs, "ns")
	line("label of an axis", m.NodeNs, "ns a group")
	line("start of a pass, from rest", m.StartMS, "ms")
	line("until another core is awake", m.WakeMS, "ms")
	line("until each further one is", m.ArriveMS, "ms")
	line("work given to a further core", m.ForkMS, "ms")
	line("contention of the cores", m.Contention, "of the arithmetic")
	line("contention for memory", m.MemoryContention, "of what is moved")
	for class, g := range m.GPU {
		if g == cost.DefaultMachine.GPU[class] { // not measured: this machine has none
			continue
		}
		fmt.Fprintf(s.Out, "%s GPU\n", class)
		line("  round trip", g.RoundTripMS, "ms")
		line("  column asked for", g.SendMS, "ms")
		line("  upload", g.UploadNs, "ns a byte")
		line("  programs compiled", g.CompileMS, "ms")
		line("  starting kernels", g.LaunchMS, "ms")
		line("  workgroup memory", g.WorkgroupNs, "ns a row and accumulator")
		line("  many groups", g.GlobalNs, "ns a row and accumulator")
		line("  key hashed there", g.KeyNs, "ns a row")
		line("  slot read back", g.SlotNs, "ns an accumulator")
		line("  figure read out", g.ReadNs, "ns")
	}
}
