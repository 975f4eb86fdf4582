//go:build !linux

package wire

import "errors"

// AllowRead does nothing: on this system columns are sent through the window or the pipe.
func AllowRead(int) {}

func readMemory(int, []byte, uint64) error {
	return errors.New("no process reads another's memory on this system")
}
