package scale

import (
	"fmt"
	"syscall"
	"time"
)

// processor is the time that all cores have spent on this process.
func processor() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, fmt.Errorf("cannot read the processor time: %w", err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}

// spent is the processor time of a run: of so many, one after the other.
func spent(run func() error, runs int) (time.Duration, error) {
	before, err := processor()
	if err != nil {
		return 0, err
	}
	for range runs {
		if err := run(); err != nil {
			return 0, err
		}
	}
	after, err := processor()
	return (after - before) / time.Duration(runs), err
}
