package scale

import (
	"fmt"
	"syscall"
	"time"
)

// Processor returns the time that all cores have spent on this process.
func Processor() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, fmt.Errorf("cannot read the processor time: %w", err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}
