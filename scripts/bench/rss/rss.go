package rss

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// ResetPeak makes the kernel forget the process's peak memory so far.
func ResetPeak() error {
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		return fmt.Errorf("peak memory can be measured only where /proc/self/clear_refs can be written: %w", err)
	}
	return nil
}

// populateRead is MADV_POPULATE_READ of Linux 5.14.
const populateRead = 22

// TouchCode reads all of the program's code and constants, so that they are in memory before the first measurement.
// Otherwise a first call would map parts of the program's file, and how many depends on the system's cache.
func TouchCode() error {
	content, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return fmt.Errorf("cannot read where the program's code is: %w", err)
	}
	for line := range strings.Lines(string(content)) {
		fields := strings.Fields(line) // 7f00-7f10 r-xp offset device inode path
		if len(fields) < 6 || !strings.HasPrefix(fields[5], "/") || fields[1][0] != 'r' || fields[1][1] == 'w' {
			continue
		}
		var start, end uintptr
		if _, err := fmt.Sscanf(fields[0], "%x-%x", &start, &end); err != nil {
			return fmt.Errorf("cannot read %q of the process's map: %w", line, err)
		}
		if _, _, failed := syscall.Syscall(syscall.SYS_MADVISE, start, end-start, populateRead); failed != 0 {
			return fmt.Errorf("the program's code cannot be brought into memory, which takes Linux 5.14: %w", failed)
		}
	}
	return nil
}

// Resident returns the process's memory in bytes, now and at its peak since ResetPeak.
func Resident() (now, peak int64, err error) { return resident("self") }

// Of returns the present memory of another process in bytes.
func Of(pid int) (now int64, err error) {
	now, _, err = resident(strconv.Itoa(pid))
	return now, err
}

func resident(process string) (now, peak int64, err error) {
	content, err := os.ReadFile("/proc/" + process + "/status")
	if err != nil {
		return 0, 0, fmt.Errorf("cannot read the process's memory: %w", err)
	}
	for line := range strings.Lines(string(content)) {
		name, value, _ := strings.Cut(line, ":")
		var to *int64
		switch name {
		case "VmRSS":
			to = &now
		case "VmHWM":
			to = &peak
		default:
			continue
		}
		if _, err := fmt.Sscanf(value, "%d kB", to); err != nil {
			return 0, 0, fmt.Errorf("cannot read %q of the process's memory: %w", line, err)
		}
		*to <<= 10
	}
	return now, peak, nil
}

// Run runs another process, and returns its peak memory in bytes.
func Run(c *exec.Cmd) (peak int64, err error) {
	if err := c.Start(); err != nil {
		return 0, err
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for {
		select {
		case err := <-ended:
			return peak, err
		case <-time.After(10 * time.Millisecond): // rusage of an ended process is at least the peak of this one
			if _, most, err := resident(strconv.Itoa(c.Process.Pid)); err == nil {
				peak = max(peak, most)
			}
		}
	}
}

// Watch samples the process's anonymous memory every few milliseconds. It leaves out the pages of mapped files, which
// the kernel can take back. peak ends the sampling and returns the greatest sample.
func Watch() (peak func() int64) {
	const pause = 2 * time.Millisecond
	stop, most := make(chan struct{}), make(chan int64)
	go func() {
		seen := int64(0)
		for {
			seen = max(seen, anonymous())
			select {
			case <-stop:
				most <- seen
				return
			case <-time.After(pause):
			}
		}
	}()
	return func() int64 {
		close(stop)
		return <-most
	}
}

func anonymous() (bytes int64) { return part("RssAnon:") }

// Mapped returns the present size of the pages of mapped files in bytes.
func Mapped() int64 { return part("RssFile:") }

// part returns the size of one part of the process's memory, in bytes. It returns 0 if the size cannot be read.
func part(name string) (bytes int64) {
	content, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(content)) {
		if value, is := strings.CutPrefix(line, name); is {
			if _, err := fmt.Sscanf(value, "%d kB", &bytes); err != nil {
				return 0
			}
		}
	}
	return bytes << 10
}
