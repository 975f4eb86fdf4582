// Cardinal explores spreadsheets and Parquet: a window where columns are dragged onto a pivot, and commands that do
// the same without one.
package main

import (
	"context"
	"os"
	"os/signal"

	"cardinal/cli"
	"cardinal/engine"
	"cardinal/profiler"
	"cardinal/ui"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], cli.Streams{Out: os.Stdout, Err: os.Stderr}))
}

func run(ctx context.Context, args []string, s cli.Streams) int {
	if len(args) > 0 && args[0] == "open" {
		args = args[1:]
	} else if len(args) > 0 && cli.IsCommand(args[0]) {
		return cli.Run(ctx, args, s)
	}
	file, err := cli.File(args)
	if err != nil {
		return cli.Fail(err, s)
	}
	if err := ui.Display(); err != nil {
		return cli.Headless(ctx, err, file, s)
	}
	history := &profiler.History{}
	if path, err := profiler.HistoryPath(); err == nil {
		go history.Keep(path)
		defer history.Flush()
	}
	calibrations := engine.CalibrationFile()
	e := engine.New(engine.Options{Calibrations: calibrations, History: history})
	defer e.Close()
	// The GPU is looked for when the window stands: starting its process would compete with the first paint.
	probe := func() { _, _ = e.Probe(ctx) } // what it found is asked for by the first pivot
	leave := func() {
		e.Close()
		history.Flush()
		os.Exit(0)
	}
	if err := ui.Run(ui.Options{Engine: e, File: file, Measure: calibrations != "", Ready: probe,
		Preferences: ui.PreferencesFile(), Leave: leave}); err != nil {
		return cli.Headless(ctx, err, file, s)
	}
	return 0
}
