//go:build unix

package crash

import (
	"syscall"
	"time"
)

// fault is a signal from outside Go, as a driver's fault raises it.
func fault() {
	_ = syscall.Kill(syscall.Getpid(), syscall.SIGABRT)
	time.Sleep(time.Minute)
}
