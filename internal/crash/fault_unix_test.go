//go:build unix

package crash

import (
	"syscall"
	"time"
)

// fault raises a signal from outside Go, as a driver's fault does.
func fault() {
	_ = syscall.Kill(syscall.Getpid(), syscall.SIGABRT)
	time.Sleep(time.Minute)
}
