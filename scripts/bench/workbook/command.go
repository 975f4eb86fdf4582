package workbook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"cardinal/bench/report"
)

// order lists the readers in the order of the report.
var order = []string{"Cardinal", "excelize, row by row", "xlsxreader, row by row", "SheetJS", "ExcelJS, row by row"}

// Command defines the flags of bench workbook and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	rows := f.Int("rows", 1e6, "rows of the sheet, which has 10 columns")
	rounds := f.Int("rounds", 3, "rounds, after one that is not counted")
	modules := f.String("modules", "", "the node_modules with xlsx and exceljs (npm install xlsx exceljs); if not "+
		"given: the readers written in Go alone")
	only := f.String("readers", strings.Join(order, ";"), "the readers, parted by semicolons")
	var folder report.Folder
	folder.Flag(f, "the workbook")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		dir, remove, err := folder.Open()
		if err != nil {
			return err
		}
		defer remove()
		path := filepath.Join(dir, fmt.Sprintf("sales-%d.xlsx", *rows))
		sum, err := Write(path, *rows)
		if err != nil {
			return err
		}
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		sides := strings.Split(*only, ";")
		if *modules == "" {
			sides = slices.DeleteFunc(sides, func(name string) bool { return scripts[name] != "" })
		}
		least, err := alternate(ctx, sides, path, *modules, *rounds, table{*rows, float64(sum) / 100})
		if err != nil {
			return err
		}
		t := report.Table{Header: []string{"reader", "s", "CPU s", "peak MiB", "time to Cardinal's",
			"CPU to Cardinal's"}}
		for i, s := range least {
			if s.fault != nil {
				fault, _, _ := strings.Cut(s.fault.Error(), "\n")
				t.Add(sides[i], "fails: "+fault, "", "", "", "")
				continue
			}
			t.Add(sides[i], fmt.Sprintf("%.2f", s.wall.Seconds()), fmt.Sprintf("%.2f", s.processor.Seconds()),
				report.MiB(s.peak),
				report.Ratio(s.wall.Seconds()/least[0].wall.Seconds()),
				report.Ratio(s.processor.Seconds()/least[0].processor.Seconds()))
		}
		body := fmt.Sprintf("%s The workbook has %d rows and %d columns, %.0f MB.\n\n%s\n\n%s", report.Machine(), *rows,
			len(columns), float64(info.Size())/1e6, method, t.String())
		fmt.Println(body)
		return page.Section("Workbooks", body)
	}
}

const method = "Every reader is a process of its own that reads all cells once, in turns; a figure is the least of " +
	"all rounds, with the start of the process, and the peak is the whole process's. " +
	"Cardinal makes a table of typed columns. SheetJS keeps an object for each cell. excelize and ExcelJS hand out a " +
	"row at a time and keep none. All have to find the same number of rows and the same sum."

// cost has the measurements of one run of a reader.
type cost struct {
	fault           error // why the reader cannot read the workbook; nil: it has read it
	wall, processor time.Duration
	peak            int64
}

// alternate runs every reader once and then in rounds, and keeps the least value of each measurement.
func alternate(ctx context.Context, sides []string, path, modules string, rounds int, want table) ([]cost, error) {
	least := make([]cost, len(sides))
	for round := range rounds + 1 {
		for k := range sides {
			i := (k + round) % len(sides)
			if least[i].fault != nil {
				continue
			}
			once, err := run(ctx, sides[i], path, modules, want)
			switch {
			case err != nil && (i == 0 || ctx.Err() != nil):
				return nil, fmt.Errorf("%s: %w", sides[i], err)
			case err != nil:
				least[i].fault = err
				continue
			}
			fmt.Fprintf(os.Stderr, "%s: %.2f s, %.2f CPU s, %.0f MB\n", sides[i], once.wall.Seconds(),
				once.processor.Seconds(), float64(once.peak)/1e6)
			switch l := &least[i]; {
			case round == 0 && rounds > 0:
			case l.wall == 0:
				*l = once
			default:
				*l = cost{wall: min(l.wall, once.wall), processor: min(l.processor, once.processor),
					peak: min(l.peak, once.peak)}
			}
		}
	}
	return least, nil
}

// run reads the workbook once.
func run(ctx context.Context, side, path, modules string, want table) (c cost, err error) {
	var command *exec.Cmd
	if script := scripts[side]; script != "" {
		// Node ends at 4 GB of memory. This limit is twice as high.
		command = exec.CommandContext(ctx, "node", "--max-old-space-size=8192", "-", path)
		command.Stdin = strings.NewReader(script)
		command.Env = append(os.Environ(), "NODE_PATH="+modules)
	} else {
		self, err := os.Executable()
		if err != nil {
			return c, err
		}
		command = exec.CommandContext(ctx, self, ChildWord, "--side", side, "--file", path)
	}
	var said, faults bytes.Buffer
	command.Stdout, command.Stderr = &said, &faults
	start := time.Now()
	err = command.Run()
	c.wall = time.Since(start)
	if err != nil {
		return c, fmt.Errorf("%w: %s", err, faults.String())
	}
	usage, ok := command.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return c, errors.New("the system does not say what a process took")
	}
	c.processor, c.peak = command.ProcessState.UserTime()+command.ProcessState.SystemTime(), usage.Maxrss<<10
	var got table
	if err := json.Unmarshal(said.Bytes(), &got); err != nil {
		return c, err
	}
	if got.Rows != want.Rows || math.Abs(got.Sum-want.Sum) > 1e-9*want.Sum {
		return c, fmt.Errorf("it found %+v, and not %+v", got, want)
	}
	return c, nil
}
