//go:build !linux

package wire

import "errors"

// AllowRead has nothing to allow: columns go through the window or the pipe here.
func AllowRead(int) {}

func readMemory(int, []byte, uint64) error {
	return errors.New("no process reads another's memory on this system")
}
