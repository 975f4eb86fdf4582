package reopen

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"cardinal/bench/report"
	"cardinal/bench/rss"
	"cardinal/data"
	"cardinal/data/load"
	"cardinal/data/store/kept"
)

// Command defines the flags of bench reopen and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	file := f.String("file", "", "the file to open; it must take longer than a second")
	rounds := f.Int("rounds", 5, "second openings")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		if *file == "" {
			return errors.New("name a file: --file large.csv")
		}
		body, err := measure(ctx, *file, *rounds)
		if err != nil {
			return err
		}
		body = report.Machine() + "\n\n" + body
		fmt.Println(body)
		return page.Section("The second opening", body)
	}
}

// measure opens a file, keeps its table, and opens it again.
func measure(ctx context.Context, file string, rounds int) (string, error) {
	dir, err := os.MkdirTemp("", "cardinal-reopen-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	tables := kept.At(filepath.Join(dir, "tables"))
	open := func() (*data.Table, time.Duration, error) {
		start := time.Now()
		t, err := tables.Open(ctx, file, "", data.Reading{}, func() (*data.Table, error) {
			return load.Open(ctx, file, load.Options{})
		})
		return t, time.Since(start), err
	}
	t, first, err := open()
	if err != nil {
		return "", err
	}
	size, memory := t.Size, t.Bytes()
	_, firstPeak, err := rss.Resident()
	if err != nil {
		return "", err
	}
	if !tables.Due(t) {
		return "", fmt.Errorf("%s opened in %v, too fast to be kept", file, first)
	}
	start := time.Now()
	if err := tables.Keep(ctx, t); err != nil {
		return "", err
	}
	keeping := time.Since(start)
	t = nil
	runtime.GC()
	debug.FreeOSMemory()
	if err := forget(filepath.Join(dir, "tables")); err != nil {
		return "", err
	}
	if err := rss.ResetPeak(); err != nil {
		return "", err
	}
	before, _, err := rss.Resident()
	if err != nil {
		return "", err
	}
	again := func() (time.Duration, error) {
		t, took, err := open()
		if err == nil && t.Kept.IsZero() {
			err = errors.New("the second opening read the file")
		}
		return took, err
	}
	cold, err := again()
	if err != nil {
		return "", err
	}
	_, secondPeak, err := rss.Resident()
	if err != nil {
		return "", err
	}
	var times, cpu []time.Duration
	for range rounds {
		began := processorTime()
		took, err := again()
		if err != nil {
			return "", err
		}
		times, cpu = append(times, took), append(cpu, processorTime()-began)
	}
	slices.Sort(times)
	slices.Sort(cpu)
	var table report.Table
	table.Left, table.Header = 1, []string{"", "time", "peak memory"}
	mb := func(n int64) string { return fmt.Sprintf("%d MB", n/1e6) }
	table.Add("first opening: the file is read", report.MS(first), mb(firstPeak))
	table.Add("the table is kept, in rest", report.MS(keeping), "")
	table.Add("second opening, the kept table is on the disk alone", report.MS(cold), mb(secondPeak-before)+" mapped")
	table.Add(fmt.Sprintf("second opening, the least of %d", rounds), report.MS(times[0]), "")
	table.Add("second opening, the median", report.MS(times[len(times)/2]), "")
	table.Add("second opening, the least time of all cores together", report.MS(cpu[0]), "")
	return fmt.Sprintf("%s of %s is a table of %s. The kept table has %s.\n\n%s\n\n"+
		"Times are in ms. Mapped memory is the system's cache of the kept table, which the system takes back when "+
		"other programs need it.",
		filepath.Base(file), mb(size), mb(int64(memory)), mb(tables.Bytes()), table.String()), nil
}

// processorTime returns the time that all cores have spent on this process.
func processorTime() time.Duration {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

const dontNeed = 4 // POSIX_FADV_DONTNEED of Linux

// forget drops the system's cache of the files of a folder.
func forget(folder string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		return err
	}
	for _, path := range files {
		f, err := os.Open(path)
		if err == nil {
			_, _, failed := syscall.Syscall6(syscall.SYS_FADVISE64, f.Fd(), 0, 0, dontNeed, 0, 0)
			if err = f.Close(); failed != 0 {
				err = failed
			}
		}
		if err != nil {
			return fmt.Errorf("cannot drop the system's cache: %w", err)
		}
	}
	return nil
}
