package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"cardinal/data/number/calendar"
	"cardinal/engine/gpu/worker"
	"cardinal/internal/about"
	"cardinal/internal/separators"
)

// command is one word after the program's name.
type command struct {
	name, arguments, does string
	run                   func(ctx context.Context, args []string, s Streams) error
}

var commands = []command{
	{"pivot", "FILE --rows A,B --values 'sum(x)'", "group a file and print or save the crosstab", pivotCommand},
	{"behind", "FILE --at 'A=x, B=y'", "print or save the rows that a cell of a pivot is computed from", behind},
	{"inspect", "FILE [--json]", "show rows, columns, types, nulls, distinct values, least and greatest", inspectCommand},
	{"estimate", "FILE --rows A,B [--json]", "predict a pivot before it runs: groups, score, gates, times, tier", estimateCommand},
	{"doctor", "[--json]", "show what this machine has: cores, GPU and its limits, display, versions", doctorCommand},
	{"calibrate", "[--json]", "measure this machine, so that pivots run where they are fastest", calibrateCommand},
	{"cache", "[--empty] [--json]", "list or remove the tables that the window keeps, so that large files open at once", cacheCommand},
	{"folders", "[--empty NAMES] [--json]", "say where settings, caches and crash reports lie, and empty them", foldersCommand},
	{"tune", "[--json]", "search the fastest grids of the GPU's kernels, and keep them", tuneCommand},
	{"gpu-worker", "", "serve the GPU to the program that started this one; not for people", workerCommand},
}

// IsCommand reports whether a word is a command or an option and no file. An option of the window is no command.
func IsCommand(word string) bool {
	if name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "="); name != word && slices.Contains(windowOptions, name) {
		return false
	}
	for _, c := range commands {
		if c.name == word {
			return true
		}
	}
	return word == "help" || word == "version" || strings.HasPrefix(word, "-")
}

// usageError is the error of a wrong command: exit code 2.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{separators.Errorf(format, args...)} }

// Run runs the command args[0] and returns the exit code.
func Run(ctx context.Context, args []string, s Streams) (code int) {
	separators.Use(separators.Plain)
	calendar.Use(calendar.Language{})
	calendar.UseFirstDay(0)
	s = s.guarded()
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(s.Err, "cardinal: a fault in the program itself: %v; please report it with the command that you gave\n", r)
			code = 1
		}
	}()
	for _, c := range commands {
		if c.name == args[0] {
			return finish(c.run(ctx, args[1:], s), s)
		}
	}
	switch args[0] {
	case "help", "-h", "--help", "-help":
		usage(s.Out)
		return 0
	case "version", "-v", "--version", "-version":
		return finish(version(args[1:], s), s)
	}
	return finish(usagef("there is no command or option %q; cardinal --help lists them", args[0]), s)
}

// finish prints an error in one line and returns the exit code.
func finish(err error, s Streams) int {
	var wrong usageError
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(s.Err, "cardinal: cancelled; nothing was written")
		return 1
	}
	fmt.Fprintf(s.Err, "cardinal: %s\n", strings.NewReplacer("\n", " ", "\r", " ").Replace(err.Error()))
	if errors.As(err, &wrong) {
		return 2
	}
	return 1
}

func usage(w io.Writer) {
	fmt.Fprint(w, "cardinal [FILE] opens the window, with a CSV, Excel, OpenDocument, Parquet, Arrow or JSON file, a database of DuckDB or SQLite, or the built-in sample.\n"+
		"  --new-window   in a window of its own, even if another one shows the file\n  --log FILE     adds what the window does to a file\n\nWithout a window:\n")
	for _, c := range commands {
		if c.name != "gpu-worker" {
			fmt.Fprintf(w, "  cardinal %-8s %-36s %s\n", c.name, c.arguments, c.does)
		}
	}
	fmt.Fprint(w, "\nFILE may be several files, a folder, or a pattern such as 'sales-*.csv': they are read as one table, one below the other,\nwith the column File.\n\ncardinal COMMAND --help lists the options of a command. cardinal --version says which Cardinal this is.\n")
}

// version prints the version and the commit, and the versions of all modules in the program.
func version(args []string, s Streams) error {
	if len(args) > 0 {
		return usagef("--version takes no arguments, and %q was given", args[0])
	}
	fmt.Fprintf(s.Out, "%s\n\nmodules:\n", about.Line())
	for _, m := range about.Modules() {
		fmt.Fprintf(s.Out, "  %s\n", m)
	}
	return nil
}

// workerCommand serves the GPU to the process at the other end of the standard streams.
func workerCommand(context.Context, []string, Streams) error {
	return worker.Serve(os.Stdin, os.Stdout)
}
