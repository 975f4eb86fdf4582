//go:build !linux

package system

import "os"

// WillNeed does nothing: the system reads ahead by itself if a file is read in order.
func WillNeed(*os.File, int64, int64) {}

// MayHaveGPU returns true: on these systems, only a graphics library can find out.
func MayHaveGPU() bool { return true }
