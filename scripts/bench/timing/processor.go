package timing

import (
	"syscall"
	"time"
)

// Processor returns the time that all threads of this process have run.
func Processor() time.Duration {
	var use syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &use)
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
