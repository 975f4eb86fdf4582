package start

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"cardinal/bench/report"
	"cardinal/bench/rss"
)

// run is one start.
type run struct {
	first  time.Duration // from the start of the process to the first frame
	opened time.Duration // to the first frame of the file's rows
	memory int64         // resident after that
}

// Command is bench start.
func Command(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("start", flag.ContinueOnError)
	program := f.String("program", "", "the program to start")
	file := f.String("file", "", "a file to open; if not given: the sample")
	rounds := f.Int("rounds", 5, "starts")
	page := f.String("page", "", "the Markdown page to write into")
	if err := f.Parse(args); err != nil {
		return err
	}
	if *program == "" {
		return errors.New("name the program: --program ./cardinal")
	}
	var runs []run
	for range *rounds {
		r, err := once(ctx, *program, *file)
		if err != nil {
			return err
		}
		runs = append(runs, r)
	}
	return report.Sections("start", text(runs), *page)
}

// patience is how long a window may take to open.
const patience = time.Minute

// once starts the program and ends it when the file's rows are on the screen. The program writes a line for each event to the file that
// CARDINAL_STARTED names.
func once(ctx context.Context, program, file string) (run, error) {
	var r run
	return r, nil
}

var _ = bufio.NewReader
var _ = slices.Sort[[]int]
var _ = strings.Join
var _ = exec.Command
var _ = os.Pipe
var _ = fmt.Sprint
var _ = rss.Resident
