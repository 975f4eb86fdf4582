//go:build !linux

package system

import "os"

// WillNeed does nothing: the system reads ahead by itself if a file is read in order.
func WillNeed(*os.File, int64, int64) {}

// MayHaveGPU reports whether a GPU may be there. It always may: other systems show none before a library asks them.
func MayHaveGPU() bool { return true }
