package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"cardinal/assets"
	"cardinal/data/load"
	"cardinal/data/web"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/internal/separators"
	"cardinal/internal/workspace"
)

// headlessBook is the workbook that Headless writes to the current folder.
const headlessBook = "pivot.xlsx"

// Opening describes the window that a start without a command asks for.
type Opening struct {
	File      string // or files; "" for the sample
	NewWindow bool   // even if a window that is open shows the file
	Log       string // the file that the log is written to; "": no log
	read      bool
}

// windowOptions are the options of a start without a command.
var windowOptions = []string{"new-window", "log"}

// errHelped ends a start that has printed the help it was asked for.
var errHelped = errors.New("help was asked for")

// OpeningOf reads the words after the program's name if none is a command: files, and options of the window.
func OpeningOf(ctx context.Context, args []string, s Streams) (o Opening, err error) {
	s = s.guarded()
	err = execute(ctx, commandTree(&s, &o), append([]string{openCommand}, args...))
	if err == nil && !o.read {
		err = errHelped
	}
	return o, err
}

// command sets the Opening from the options and files of a start.
func (o *Opening) command(f *pflag.FlagSet) action {
	f.BoolVar(&o.NewWindow, "new-window", false, "open a window of its own, even if another one shows the file")
	f.StringVar(&o.Log, "log", "", "add what the window does to this `FILE`")
	return func(_ context.Context, operands []string, _ Streams) (err error) {
		o.read = true
		o.File, err = File(operands)
		return err
	}
}

// File returns the path of the file or files that the window is asked to open, or "" for the sample. It returns an
// error if one of several words is not a file. A single word is an error if it is neither a file nor looks like a path.
// It is then a command that does not exist.
func File(args []string) (string, error) {
	if len(args) == 0 {
		return "", nil
	}
	for i, path := range args {
		_, err := os.Stat(path)
		switch {
		case i == 0 && errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(path, `./\*`):
			return "", unknownCommand(path)
		case len(args) > 1 && workspace.Is(path):
			return "", usagef("the workspace %s is opened alone, and %d files were named", path, len(args))
		case len(args) > 1 && !load.Exists(path):
			return "", usagef("there is no file %s among the %d that were named", path, len(args))
		}
	}
	return load.Join(args...), nil
}

// Fail prints why the program ends and returns the exit code.
func Fail(err error, s Streams) int { return finish(err, s.guarded()) }

// Headless says why there is no window, does what is possible without one, and returns the exit code. For a
// file it names the command that pivots the file. Without a file it pivots the sample as the window would,
// prints the table and the profile, and writes pivot.xlsx.
func Headless(ctx context.Context, why error, file string, s Streams) int {
	s = s.guarded()
	if file == "" {
		fmt.Fprintf(s.Err, "cardinal: %v; here is the sample's pivot without a window\n\n", why)
		return finish(headless(ctx, s), s)
	}
	switch {
	case !load.Exists(file):
		why = fmt.Errorf("%s does not exist: check the name and the folder", file)
	case workspace.Is(file):
		why = fmt.Errorf("%w; without a window, try: cardinal pivot --workspace %s", why, workspace.Quoted(file))
	default:
		why = fmt.Errorf("%w; without a window, try: cardinal pivot %s --rows COLUMN", why, quotedAll(file))
	}
	return finish(why, s)
}

// quotedAll returns the names of the files of a path, separated by spaces, each in quotes if a shell needs them.
func quotedAll(path string) string {
	names := strings.Split(path, "\n")
	for i, name := range names {
		names[i] = workspace.Quoted(web.Clean(name))
	}
	return strings.Join(names, " ")
}

func headless(ctx context.Context, s Streams) error {
	t, err := assets.Sample(ctx)
	if err != nil {
		return err
	}
	e := engine.New(engine.Options{Calibrations: engine.CalibrationFile()})
	defer e.Close()
	q := sampleQuery()
	a, err := e.Pivot(ctx, t, q, engine.RunOptions{Wait: gpuPatience()})
	if err != nil {
		return err
	}
	grid := a.Tab.Grid(pivot.Folds{})
	fmt.Fprintln(s.Out, separators.Sprintf("%s, %d rows: %s by %s and %s\n", t.Name, t.Rows, q.Values[0].Title(),
		q.Rows[0].Title(), q.Cols[0].Title()))
	if err := export.Text(s.Out, grid); err != nil {
		return err
	}
	fmt.Fprintln(s.Out)
	s.help().profile(a.Profile)
	if _, err := export.Save(ctx, headlessBook, "xlsx", "", export.Pivot{Grid: grid, Profile: a.Profile}); err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "\nwritten: %s\n", headlessBook)
	return nil
}

// sampleQuery returns the first pivot of the sample: revenue by region and quarter.
func sampleQuery() query.Query {
	return query.Query{
		Rows:   []query.Field{{Column: "region"}},
		Cols:   []query.Field{{Column: "quarter"}},
		Values: []query.Measure{{Func: query.Sum, Column: "revenue"}},
	}
}
