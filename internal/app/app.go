package app

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"cardinal/cli"
	"cardinal/data/load"
	"cardinal/data/store/kept"
	"cardinal/engine"
	"cardinal/internal/about"
	"cardinal/internal/crash"
	_ "cardinal/internal/garbage" // the collector begins late
	"cardinal/internal/localfile"
	"cardinal/internal/workspace"
	"cardinal/profiler"
	"cardinal/ui"
	"cardinal/ui/desktop/instance"
	"cardinal/ui/dialog/prefs"
)

// Main runs the program with the arguments of the command line and returns the exit code.
func Main(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), endSignals(args)...)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	if len(args) > 0 && args[0] != "gpu-worker" {
		joinConsole()
	}
	return run(ctx, args, cli.Streams{Out: os.Stdout, Err: os.Stderr, In: os.Stdin,
		Show: func(table, pivot string) bool { return instance.Show(instance.Folder(), table, pivot) }})
}

// endSignals returns the signals that cancel the work, so that no half-written file is left: Ctrl+C, the system's
// request to end, and the end of the terminal unless nohup ignores it. The GPU's process ends with its parent.
func endSignals(args []string) []os.Signal {
	all := []os.Signal{os.Interrupt}
	if len(args) > 0 && args[0] == "gpu-worker" {
		return all
	}
	all = append(all, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

func run(ctx context.Context, args []string, s cli.Streams) int {
	if len(args) > 0 && args[0] == ui.DriverTrial {
		return cli.Fail(ui.TryDriver(), s)
	}
	if len(args) > 0 && args[0] == "open" {
		args = args[1:]
	} else if len(args) > 0 && cli.IsCommand(args[0]) {
		return cli.Run(ctx, args, s)
	}
	opening, err := cli.OpeningOf(ctx, args, s)
	if err != nil {
		return cli.Fail(err, s)
	}
	file := opening.File
	if file != "" && !load.HasAddress(file) { // an address is not a path, and Absolute would remove its secrets
		file = load.Absolute(file)
	}
	logged, err := logTo(opening.Log)
	if err != nil {
		return cli.Fail(err, s)
	}
	if err := ui.Display(); err != nil {
		return cli.Headless(ctx, err, opening.File, s)
	}
	if crash.Waits(crash.Folder(), ui.DriverPackages) {
		if err := ui.Driver(ctx); err != nil {
			return reportNoWindow(ctx, err, opening.File, s)
		}
	}
	door, taken := instance.Enter(instance.Folder(), file, opening.NewWindow)
	if taken {
		fmt.Fprintln(s.Err, handOverSentence(file))
		return 0
	}
	if file == "" {
		door.Shows("", "", true) // until the window has a file
	}
	defer door.Close()
	ended, err := crash.Watch(crash.Folder(), about.Line())
	if err != nil && logged != nil {
		fmt.Fprintln(logged, err)
	}
	defer ended()
	go localfile.Sweep(os.TempDir())
	history := &profiler.History{}
	if path, err := profiler.HistoryPath(); err == nil {
		go history.Persist(path)
		defer history.Flush()
	}
	calibrations := engine.CalibrationFile()
	e := engine.New(engine.Options{Calibrations: calibrations, History: history})
	defer e.Close()
	// The GPU is probed after the window has appeared: starting its process would compete with the first paint.
	probe := func() { _, _ = e.Probe(ctx) } // the result is kept for the first pivot
	leave := func() {
		e.Close()
		history.Flush()
		door.Close()
		ended()
		os.Exit(0)
	}
	tables, _ := kept.Path() // "": no such folder, so no table is kept
	if err := ui.Run(ctx, ui.Options{Engine: e, File: file, Measure: calibrations != "", Ready: probe,
		Keep: workspace.Folder(), Tables: tables, Preferences: prefs.File(), Leave: leave,
		Reports: crash.Folder(), Door: door, Log: logged}); err != nil {
		return reportNoWindow(ctx, err, opening.File, s)
	}
	return 0
}

// handOverSentence says on a terminal that another window shows the file of this start.
func handOverSentence(file string) string {
	if file == "" {
		return "cardinal: brought the window that is open to the front"
	}
	return fmt.Sprintf("cardinal: opened %s in the window that is open", load.Title(file))
}

// reportNoWindow reports why no window can open, and returns the exit code.
func reportNoWindow(ctx context.Context, why error, file string, s cli.Streams) int {
	if showReason(why) {
		return 1
	}
	return cli.Headless(ctx, why, file, s)
}

// logTo opens the log file and writes the version of the program into its first line. It returns nil for an empty
// path.
func logTo(path string) (io.Writer, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err == nil {
		_, err = fmt.Fprintf(f, "time=%s %s\n", time.Now().Format(time.RFC3339), about.Line())
	}
	if err != nil {
		return nil, fmt.Errorf("cannot write the log: %w", err)
	}
	return f, nil
}
